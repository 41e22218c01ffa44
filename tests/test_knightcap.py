"""The set `knightcap` as people meet it: its weights, positions explained, learning, playing."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

import plywise as pw
from plywise.evaluation import account
from plywise.evaluation.features import FeatureSet
from plywise.evaluation.weights import resolve, weight_sets
from plywise.games.declared import _knightcap
from plywise.searching.profiles import profile

CHESS = pw.game("chess")
FEATURES = FeatureSet.named("chess", "knightcap")
SETS = ("chess/knightcap-material", "chess/knightcap-hand", "chess/knightcap-learnt")
MIDDLE = "r2q1rk1/1b1nbppp/p2ppn2/1p6/3NPP2/1BN1B3/PPP3PP/R2Q1RK1 w - - 0 12"
BOUND = "kb6/p1p1p3/P1P5/8/8/5p1p/3P1P1P/6BK w - - 0 1"
"""Kings and bishops that cannot move, and two pawns that can."""
SPANISH = "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3"
EACH = 1468


def plywise(*words: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "plywise", *words],
        capture_output=True, text=True, timeout=120, check=True,
    )  # fmt: skip
    return done.stdout


def test_there_are_four_stages_of_the_papers_numbers() -> None:
    assert len(FEATURES) == 4 * EACH == 5872
    assert FEATURES.stages == ("opening", "middle", "ending", "mating")
    assert FEATURES.unit == "opening.pawn"
    assert len(set(FEATURES.names)) == len(FEATURES)


@pytest.mark.parametrize("name", SETS)
def test_the_sets_load_and_say_where_they_come_from(name: str) -> None:
    weights = resolve(name)
    assert (weights.features, len(weights.values)) == ("knightcap", 5872)
    assert "KnightCap" in weight_sets()[name]
    assert weights.made_by["source"] == weight_sets()[name]


@pytest.mark.parametrize("name", SETS[1:])
def test_kinds_of_other_people_have_a_licence(name: str) -> None:
    assert "GPL" in weight_sets()[name]


def test_material_is_material_alone() -> None:
    weights = resolve(SETS[0]).as_dict()
    assert {n: w for n, w in weights.items() if w} == {
        f"{stage}.{kind}": value
        for stage in FEATURES.stages
        for kind, value in zip(
            ("pawn", "knight", "bishop", "rook", "queen"), (1.0, 4.0, 4.0, 6.0, 12.0), strict=True
        )
    }


def test_learnt_numbers_are_those_of_the_file_in_their_new_places(shared_data: Path) -> None:
    import csv

    with (shared_data / "chess/knightcap36_coefficients.csv").open() as file:
        rows = list(csv.DictReader(file))
    stages = {stage.upper(): place for place, stage in enumerate(FEATURES.stages)}
    swapped = dict(_knightcap.SWAPPED) | {b: a for a, b in _knightcap.SWAPPED}
    for column, name in (("large", SETS[2]), ("start_inferred", SETS[1])):
        told = {(stages[r["stage"]], int(r["index"])): float(r[column]) / 10_000 for r in rows}
        values = resolve(name).values
        for (stage, index), number in told.items():
            found = values[EACH * stage + swapped.get(index, index)]
            if 1181 <= index < 1188:
                assert found == told[0, index]  # the opening's in every stage
            elif 53 <= index < 57:
                assert found == pytest.approx((number + told[stage, 113 - index]) / 2)
            elif 57 <= index < 61:
                assert found == 0.0
            else:
                assert found == number, (stage, index)


def test_a_position_is_explained_by_terms_that_add_up() -> None:
    weights = resolve(SETS[2])
    position = CHESS.position(MIDDLE).kernel
    evaluation = weights.kernel()
    found = account.terms(position, evaluation)
    assert sum(t.share for t in found) == pytest.approx(evaluation.real_value(position))
    groups = account.grouped(found, FEATURES)
    assert {t.name for g in groups for t in g.terms} == {t.name for t in found}
    sizes = [max(abs(t.share) for t in group.terms) for group in groups]
    assert sizes == sorted(sizes, reverse=True)
    assert any(group.name == "pos_base" and len(group.terms) > 5 for group in groups)


def test_show_explains_a_position() -> None:
    told = plywise("show", SETS[2], "--position", SPANISH)
    assert "stage: opening" in told
    assert "opening.q_king_attack_computer" in told
    found = json.loads(plywise("show", SETS[2], "--position", SPANISH, "--json"))
    assert sum(t["share"] for t in found["terms"]) == pytest.approx(found["value"])


def test_show_has_a_column_for_every_stage() -> None:
    told = plywise("show", SETS[1])
    assert len(told.splitlines()) < 600
    pair = next(line for line in told.splitlines() if line.startswith("bishop_pair"))
    assert pair.split() == ["bishop_pair", *["0.200"] * 4]
    assert "opening.pos_kingside" in told
    assert "mating.pos_kingside" in told


def test_the_engine_explains_in_groups() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "plywise", "engine", SETS[2]],
        input=f"uci\nposition fen {MIDDLE}\neval\nquit\n",
        capture_output=True, text=True, timeout=60, check=True,
    )  # fmt: skip
    assert "pos_base (" in done.stdout
    assert "Value for the side to move" in done.stdout


def test_the_profile_of_knightcap_passes_only_with_safe_squares() -> None:
    def nodes(weights: str, **options: int | None) -> int:
        settings = profile("knightcap", depth=8, **options)
        return pw.search(CHESS.position(BOUND), resolve(weights).as_evaluation(), settings).nodes

    # With the set that knows safe squares it is as if there were no null move; others know none.
    assert nodes(SETS[0]) == nodes(SETS[0], null_move=None)
    assert nodes("chess/knightcap-start") != nodes("chess/knightcap-start", null_move=None)


def test_learning_moves_weights_of_every_kind(tmp_path: Path) -> None:
    run = pw.learn(
        "chess", features="knightcap", start=SETS[0], search={"depth": 1}, games=4, seed=3,
        gate_every=0, out=tmp_path / "run", workers=1, max_plies=60,
    )  # fmt: skip
    learnt, begun = resolve(run, last=True).as_dict(), resolve(SETS[0]).as_dict()
    moved = {name for name, value in learnt.items() if value != begun[name]}
    assert any(name.startswith("opening.pos_base") for name in moved)
    assert any(name.startswith("opening.q_king_attack_computer") for name in moved)
