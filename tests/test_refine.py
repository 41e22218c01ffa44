"""Weights fitted to what their own searches say."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import plywise as pw
from plywise import _kernel
from plywise.errors import BadInput
from plywise.evaluation.weights import resolve
from plywise.learning.self_play import play
from plywise.searching.in_games import in_game
from plywise.tuning.refine import beside_network, judged_positions, with_gate

SEARCH = pw.AlphaBeta(depth=2)


@pytest.fixture(scope="module")
def found() -> pw.Refined:
    return pw.refine("chess/ones", rounds=2, games=60, search=SEARCH, seed=3, workers=2)


def test_the_same_seed_gives_the_same_bits_on_any_number_of_workers(found: pw.Refined) -> None:
    alone = pw.refine("chess/ones", rounds=2, games=60, search=SEARCH, seed=3, workers=1)
    assert alone.weights.values == found.weights.values
    assert [one.loss for one in alone.rounds] == [one.loss for one in found.rounds]
    other = pw.refine("chess/ones", rounds=1, games=60, search=SEARCH, seed=4, workers=2)
    assert other.weights.values != found.rounds[0].weights.values


def test_every_round_begins_where_the_last_one_ended(found: pw.Refined) -> None:
    first, second = found.rounds
    again = pw.refine("chess/ones", rounds=1, games=60, search=SEARCH, seed=3)
    assert again.weights.values == first.weights.values
    assert first.weights.values != second.weights.values == found.weights.values
    assert second.weights.made_by["round"] == 2


def test_pieces_that_searches_win_come_to_be_worth_more(found: pw.Refined) -> None:
    """From equal values: searches that see further than a piece tell them apart."""
    values = found.weights.as_dict()
    assert 0.0 < values["pawn"] < values["knight"] < values["queen"]
    beaten = with_gate(found, 60, seed=5)
    assert beaten.plays_better
    assert beaten.gate is not None
    assert beaten.gate.as_dict()["games"] == 60


def test_positions_come_with_the_chance_of_their_search_and_a_share_of_the_result() -> None:
    evaluation = resolve("chess/standard").kernel()
    using = in_game(SEARCH, evaluation)
    job = _kernel.GameJob(
        game="chess", first=evaluation, second=evaluation, first_search=using, second_search=using,
        seed=7, number=0, opening=["e2e4", "e7e5"], max_plies=80, learn_at="leaf",
    )  # fmt: skip
    record = play(job, _kernel.Stop()).record
    examples = list(judged_positions(record, "chess", 0.25))
    by_rules = int((record.kinds == 1).sum())
    assert len(examples) == len(record.values) - by_rules > 20
    position = _kernel.Position.start("chess").after_all(["e2e4", "e7e5"])
    assert examples[0].position.key == position.key
    sought = _kernel.search(position, evaluation, using, seed=1)
    by_search = 1.0 / (1.0 + np.exp(-sought.value / evaluation.scale))
    outcome = examples[0].outcome
    assert outcome == pytest.approx(0.75 * by_search + 0.25 * record.outcome, abs=1e-12)


def test_a_network_is_refined_from_where_it_is() -> None:
    network = pw.BoardNetwork(pw.game("chess").features("material"), hidden=2, seed=1)
    found = pw.refine(network, rounds=1, games=6, search=pw.AlphaBeta(depth=1))
    assert found.weights.evaluation == network.as_weights().evaluation
    assert found.weights.values != network.as_weights().values


def test_a_network_is_set_beside_weights_that_have_none() -> None:
    start = beside_network(resolve("chess/standard"), "board:2", 5)
    assert start.values[:5] == (1.0, 3.0, 3.0, 5.0, 9.0)
    assert start.values[5:] == beside_network(resolve("chess/ones"), "board:2", 5).values[5:]
    found = pw.refine("chess/standard", evaluation="board:2", rounds=1, games=6,
                      search=pw.AlphaBeta(depth=1))  # fmt: skip
    assert found.weights.evaluation == "board:hidden=2"


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"rounds": 0}, "rounds"),
        ({"games": 0}, "games"),
        ({"blend": 2.0}, "blend=2.0; give a share from 0 to 1"),
        ({"ballot": 0}, "all games would be the same"),
        ({"evaluation": "network:4"}, "can be set beside linear weights"),
        ({"search": pw.RandomPlay()}, "has no value that weights could say"),
        ({"start": "backgammon/standard"}, "has dice or points"),
    ],
)
def test_bad_input_is_told(more: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        pw.refine(**{"start": "chess/ones", "games": 4, "search": SEARCH, **more})


def test_the_command_writes_weights_after_every_round(tmp_path: Path) -> None:
    out = tmp_path / "mine.json"
    words = ("refine", "chess/ones", "--rounds", "2", "--games", "20", "--using",
             "alpha-beta:depth=1", "--gate-games", "4", "--out", str(out), "--json")  # fmt: skip
    told = subprocess.run(
        [sys.executable, "-m", "plywise", *words], capture_output=True, text=True, check=False
    )
    assert told.returncode == 0, told.stderr
    fields = json.loads(told.stdout.splitlines()[-1])
    assert len(fields["rounds"]) == 2
    assert fields["gate"]["games"] == 4
    assert told.stderr.count(f"unseen games: {out}") == 2
    assert pw.Weights.load(out).as_dict() == fields["weights"]
