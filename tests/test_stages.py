"""What the root of a search fixes, its stage and the side that searches, reaches everything.

`stages` of chess has two stages, and a shelter that counts for the side that searches alone.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

import plywise as pw
from plywise import _kernel
from plywise.cli.app import app
from plywise.evaluation.boards import boards
from plywise.evaluation.typical import occurrences
from plywise.evaluation.weights import Weights, resolve
from plywise.evaluation.weights_file import FORMAT, checksum
from plywise.play.in_python import play_game_in_python
from plywise.play.record import GameRecord
from plywise.searching.reference import alpha_beta
from plywise.searching.reference.bayesian import bayesian, best_move, gain
from plywise.selective.evaluator import evaluator
from small_runs import digest, play, small

CHESS = pw.game("chess")
STAGES = CHESS.features("stages")
EACH = len(STAGES) // 2
EXCHANGE = "3rk3/5ppp/q7/8/8/Q7/5PPP/3RK3 w - - 0 1"
"""The last position of the opening: an exchange of rooks, or of queens, ends it."""
EXCHANGED = "3k4/5ppp/q7/8/8/Q7/5PPP/4K3 w - - 0 2"


@pw.feature(CHESS)
def bishop_pair(position: pw.Position, side: str) -> bool:
    """1 when `side` has two bishops."""
    return position.count("bishop", side) >= 2


def drawn(seed: int, features: pw.FeatureSet = STAGES) -> pw.Linear:
    """Weights in which hardly two are alike."""
    chance = Random(seed)
    return pw.Linear(features, [chance.randint(-2000, 2000) / 1000 for _ in features.names])


def positions(count: int, seed: int, longest: int = 120) -> Iterator[pw.Position]:
    """Positions of random games, in which the game goes on."""
    chance = Random(seed)
    while count:
        position = CHESS.start()
        for _ in range(chance.randrange(longest)):
            if position.outcome is None:
                position = position.after(chance.choice(position.moves))
        if position.outcome is None:
            count -= 1
            yield position


ROOTS = [CHESS.start(), CHESS.start().after("e2e4"), CHESS.position(EXCHANGED),
         CHESS.position(EXCHANGED.replace(" w ", " b "))]  # fmt: skip
"""A root for each stage and side."""


# ---- names -----------------------------------------------------------------------------------


def test_weights_are_named_by_stage_and_feature() -> None:
    assert STAGES.stages == ("opening", "ending")
    assert (STAGES.names[0], STAGES.names[EACH], STAGES.unit) == (
        "opening.pawn", "ending.pawn", "opening.pawn",
    )  # fmt: skip
    assert len(set(STAGES.names)) == len(set(STAGES.meanings)) == len(STAGES) == 2 * EACH
    opening, ending = STAGES.names[:EACH], STAGES.names[EACH:]
    assert [n.removeprefix("opening.") for n in opening] == [
        n.removeprefix("ending.") for n in ending
    ]
    kinds = ("pawn", "knight", "bishop", "rook", "queen")
    assert STAGES.pieces == tuple(f"{s}.{k}" for s in STAGES.stages for k in kinds)
    assert list(STAGES.names) == pw.Linear(STAGES, STAGES.starts).kernel.names


def test_a_set_without_stages_has_the_names_it_had() -> None:
    material = CHESS.features("material")
    assert (material.stages, material.stage(CHESS.start())) == ((), "")
    assert material.names == ("pawn", "knight", "bishop", "rook", "queen")


def test_a_board_knows_its_stage_and_shows_its_weights() -> None:
    weights = {name: float(n) for n, name in enumerate(STAGES.names)}
    opening, ending = boards(STAGES, weights)
    assert [(t.kind, t.block) for t in STAGES.tables] == [("pawn", "opening"), ("pawn", "ending")]
    assert (opening.name, ending.name) == ("opening.pawn", "ending.pawn")
    seventh = weights["ending.pawn"] + weights["ending.pawn_rank7"]
    assert ending.rows[1] == (seventh,) * 8
    assert opening.rows[1] == (weights["opening.pawn"] + weights["opening.pawn_rank7"],) * 8


def test_places_are_counted_in_the_stage_of_the_position() -> None:
    counts = occurrences(STAGES, [["e2e4"]])
    assert counts[:EACH].sum() == 32
    assert counts[EACH:].sum() == 0


# ---- values ----------------------------------------------------------------------------------


@pytest.mark.parametrize("features", [STAGES, CHESS.features("stages", bishop_pair)])
@pytest.mark.parametrize("root", ROOTS, ids=str)
def test_value_and_gradient_are_those_of_the_root(features: Any, root: pw.Position) -> None:
    evaluation = drawn(1, features)
    stage = features.stage(root)
    for position in positions(12, seed=2):
        gradient = evaluation.gradient(position, root)
        counted = [n for n, count in zip(features.names, gradient, strict=True) if count]
        assert all(name.startswith(f"{stage}.") or name == "bishop_pair" for name in counted)
        value = evaluation.kernel.real_value(position.kernel, root.kernel)
        assert value == pytest.approx(float(gradient @ evaluation.weights))
        sign = 1 if position.turn == "first" else -1
        assert sign * evaluation.value(position, root) == round(1000 * value)
        shares = evaluation.kernel.shares(position.kernel, root.kernel)
        assert [count for _, count, _ in shares] == gradient.tolist()
        for i in range(len(features)):
            step = np.zeros(len(features))
            step[i] = 0.5
            up, down = (pw.Linear(features, list(evaluation.weights + s)) for s in (step, -step))
            slope = up.kernel.real_value(position.kernel, root.kernel) - down.kernel.real_value(
                position.kernel, root.kernel
            )
            assert slope == pytest.approx(gradient[i], abs=1e-9)


def test_the_shelter_is_that_of_the_side_that_searches() -> None:
    castled = CHESS.position("6k1/6pp/8/8/8/8/5PPP/6K1 w - - 0 1")
    shelter = STAGES.names.index("ending.shelter")
    evaluation = pw.Linear(STAGES, STAGES.starts)
    assert evaluation.gradient(castled)[shelter] == 3
    assert evaluation.gradient(castled, ROOTS[3])[shelter] == -2


def test_a_root_of_another_game_is_refused() -> None:
    with pytest.raises(pw.BadSetting, match="othello"):
        drawn(1).value(CHESS.start(), pw.game("othello").start())
    with pytest.raises(pw.BadInput, match="position"):
        drawn(1).value(CHESS.start(), "startpos")  # type: ignore[arg-type]


# ---- searches --------------------------------------------------------------------------------


def test_a_search_judges_its_leaf_by_its_root_and_plain_minimax_agrees() -> None:
    evaluation, others = drawn(3), 0
    for position in [*positions(30, seed=4, longest=200), CHESS.position(EXCHANGE)]:
        found = pw.search(position, evaluation, pw.AlphaBeta(depth=2, history_draws=False))
        plain = alpha_beta(position, evaluation, depth=2, history_draws=False)
        assert found.value == plain.value
        if found.kind == "leaf":
            sign = 1 if found.leaf.turn == position.turn else -1
            assert found.value == sign * evaluation.value(found.leaf, position)
            others += evaluation.value(found.leaf) != evaluation.value(found.leaf, position)
    assert others > 3, "the positions would not show a leaf that is its own root"


def misled(features: pw.FeatureSet) -> tuple[int, int]:
    """How often a searcher that remembers finds another value than a fresh one; and of how many."""
    names, differing, tried = (EXCHANGE, "d1d8", "e8d8"), 0, 0
    for seed in range(10):
        evaluation = drawn(seed, features)
        before = CHESS.position(names[0])
        for depth, root in ((3, before.after(names[1])), (4, before.after(*names[1:]))):
            remembering, fresh = (_kernel.Searcher("chess") for _ in range(2))
            settings = _kernel.Settings(depth=depth, history_draws=False)
            remembering.search(before.kernel, evaluation.kernel, settings)
            last = _kernel.Settings(depth=2, history_draws=False)
            again = (
                one.search(root.kernel, evaluation.kernel, last) for one in (remembering, fresh)
            )
            values = [found.value for found in again]
            differing, tried = differing + (values[0] != values[1]), tried + 1
    return differing, tried


def test_a_searcher_that_remembers_is_not_misled_when_stage_or_side_change() -> None:
    # Without a salt in the table's keys some would be: kernel/core/tests/stages.rs shows it.
    assert misled(STAGES) == (0, 20)
    assert misled(CHESS.features("stages", bishop_pair)) == (0, 20)


SELECTIVE = ["bayesian", "best_first", "uct", "probcut", "b_star", "palay", "randomised",
             "conspiracy"]  # fmt: skip


@pytest.mark.parametrize("name", SELECTIVE)
def test_a_selective_search_knows_the_weights_of_the_stage_at_its_root_alone(name: str) -> None:
    # From the root in the opening most lines of the tree lead to positions of the ending.
    using = getattr(_kernel.SelectiveSearch, name)()
    opening, ending = drawn(11).weights[:EACH], drawn(12).weights[EACH:]
    mixed = (pw.Linear(STAGES, [*opening, *(ending * scale)]) for scale in (1.0, -0.5))
    one, other = (evaluator(judge) for judge in mixed)

    def roots(view: _kernel.Evaluator, fen: str) -> Any:
        found = view.search(CHESS.position(fen).kernel, using, nodes=2000)
        return found.value, found.line, found.roots

    assert roots(one, EXCHANGE) == roots(other, EXCHANGE)
    assert roots(one, EXCHANGED) != roots(other, EXCHANGED)


def test_best_first_gives_the_value_of_its_leaf_in_the_context_of_its_root() -> None:
    view = evaluator(drawn(5))
    for position in [*positions(10, seed=6), CHESS.position(EXCHANGE)]:
        found = pw.search(position, drawn(5), pw.BestFirst(nodes=400))
        leaf = position.after(*found.line)
        sign = 1 if leaf.turn == position.turn else -1
        if leaf.outcome is None:
            assert found.value == sign * view.value(leaf.kernel, position.kernel)


def test_bayesian_search_in_the_kernel_and_the_one_to_read_agree() -> None:
    view, root = evaluator(drawn(7)), CHESS.position(EXCHANGE).kernel

    def spikes(position: _kernel.Position) -> list[tuple[float, float]]:
        return view.spikes(position, root)

    plain = bayesian(root, spikes, win=0.5, nodes=200, gulp=1.0)
    found = view.search(root, _kernel.SelectiveSearch.bayesian(gulp=1.0, kept=0), nodes=200)
    assert found.value == pytest.approx(-best_move(plain).expectation, abs=1e-9)
    assert found.gain == pytest.approx(gain(plain), abs=1e-9)
    # So the two would differ if one of them let every position be its own root.
    assert any(spikes(root.after(move)) != view.spikes(root.after(move)) for move in root.moves)


# ---- games and learning ----------------------------------------------------------------------


def record(
    features: pw.FeatureSet, start: str | None, learn_at: str, number: int
) -> list[GameRecord]:
    job = _kernel.GameJob(
        game="chess", first=drawn(8, features).kernel, second=drawn(9, features).kernel,
        first_search=_kernel.Settings(depth=2), second_search=_kernel.Settings(depth=1),
        seed=1, number=number, start=start, max_plies=60, learn_at=learn_at,
        adjudication="agree",
    )  # fmt: skip
    return [play_game_in_python(job), GameRecord.from_kernel(_kernel.play_game(job))]


@pytest.mark.parametrize("start", [None, EXCHANGE])
@pytest.mark.parametrize("learn_at", ["leaf", "position"])
@pytest.mark.parametrize("features", [STAGES, CHESS.features("stages", bishop_pair)])
def test_kernel_and_readable_loop_record_the_same_game(
    features: Any, start: Any, learn_at: str
) -> None:
    stages = set()
    for number in range(3):
        ours, kernels = record(features, start, learn_at, number)
        assert ours == kernels
        stages |= {int(index) // EACH for index in kernels.indices}
    assert stages >= {0} if start is None else stages >= {0, 1}


def test_a_record_holds_the_predictions_of_the_roots() -> None:
    _, played = record(STAGES, EXCHANGE, "leaf", 0)
    position, weights = CHESS.position(EXCHANGE), (drawn(8).weights, drawn(9).weights)
    at = 0
    for ply, move in enumerate(played.moves):
        row = slice(played.indptr[at], played.indptr[at + 1])
        assert played.ply_numbers[at] == ply
        first = EACH * STAGES.stages.index(STAGES.stage(position))
        assert all(first <= i < first + EACH for i in played.indices[row])
        if played.kinds[at] != 1:
            sum_ = weights[ply % 2][played.indices[row]] @ played.data[row]
            assert played.values[at] == pytest.approx(sum_)
        position, at = position.after(move), at + 1


def learning(features: pw.FeatureSet = STAGES, **more: Any) -> Any:
    return small(features=features.name, max_plies=200, **more)


def test_learning_moves_weights_of_both_stages_and_goes_on_where_it_stopped(tmp_path: Path) -> None:
    whole = play(learning(games=16))
    moved = whole.history.weights[-1] != np.array(STAGES.starts)
    assert moved[:EACH].sum() > 3
    assert moved[EACH:].sum() > 3
    shelters = [STAGES.names.index(f"{stage}.shelter") for stage in STAGES.stages]
    assert moved[shelters].all()
    play(learning(games=7), tmp_path / "run")
    assert digest(play(learning(games=16), tmp_path / "run", resume=True)) == digest(whole)


def test_python_features_are_learnt_beside_stages() -> None:
    run = pw.learn(
        features=CHESS.features("stages", bishop_pair), search=pw.AlphaBeta(depth=1), games=6,
        gate_every=0, max_plies=120, seed=2,
    )  # fmt: skip
    assert list(run.weights)[-1] == "bishop_pair"
    assert run.weights["bishop_pair"] != 0.0
    assert run.weights["opening.pawn"] != 1.0


# ---- files, tables and pictures --------------------------------------------------------------


def test_a_weights_file_names_its_stages_and_comes_back(tmp_path: Path) -> None:
    weights = Weights(game="chess", features="stages", values=tuple(drawn(1).weights.tolist()))
    path = weights.save(tmp_path / "stages.json")
    assert json.loads(path.read_text())["stages"] == ["opening", "ending"]
    assert Weights.load(path) == weights
    assert pw.Linear(STAGES, path).weights.tolist() == list(weights.values)


def test_a_file_of_a_set_without_stages_says_nothing_of_them(tmp_path: Path) -> None:
    body = json.loads(resolve("chess/ones").save(tmp_path / "ones.json").read_text())
    assert list(body) == [
        "sha256", "format", "game", "features", "values", "scale", "label", "made_by", "names",
    ]  # fmt: skip


def forged(path: Path, **changes: Any) -> Path:
    body = {
        "format": FORMAT, "game": "chess", "features": "stages", "values": [1.0] * 24,
        "scale": 1000, "label": "", "made_by": {}, "names": list(STAGES.names),
    } | changes  # fmt: skip
    path.write_text(json.dumps({"sha256": checksum(body), **body}))
    return path


@pytest.mark.parametrize(("changes", "said"), [
    ({"stages": ["opening", "middle", "ending"], "values": [1.0] * 36}, "unknown stage of"),
    ({"stages": ["opening", "endgame"]}, "'endgame'; did you mean 'ending'"),
    ({"stages": ["ending", "opening"]}, "opening, ending"),
    ({}, "opening, ending"),
    ({"features": "material", "stages": ["opening"], "values": [1.0] * 5}, "'opening'"),
    ({"stages": 7}, "damaged"),
])  # fmt: skip
def test_a_file_of_other_stages_is_refused(tmp_path: Path, changes: Any, said: str) -> None:
    path = forged(tmp_path / "other.json", **changes)
    with pytest.raises(pw.BadInput, match="other.json.*" + said):
        Weights.load(path)
    shown = CliRunner().invoke(app, ["show", str(path)])
    assert shown.exit_code == 2


def test_show_prints_the_stages(tmp_path: Path) -> None:
    weights = Weights(game="chess", features="stages", values=tuple(drawn(1).weights.tolist()))
    path = weights.save(tmp_path / "stages.json")
    shown = CliRunner().invoke(app, ["show", str(path)])
    assert shown.exit_code == 0, shown.output
    assert "stages: opening, ending" in shown.output
    assert "ending.shelter" in shown.output
    assert "ending.pawn " in shown.output
    told = json.loads(CliRunner().invoke(app, ["show", str(path), "--json"]).stdout)
    assert told["stages"] == ["opening", "ending"]
    assert list(told["weights"]) == list(STAGES.names)
    listed = CliRunner().invoke(app, ["games", "chess"]).output
    assert "opening, ending: pawn knight bishop rook queen" in listed


def test_a_report_draws_boards_of_every_stage(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    from plywise.report.boards import all_boards, final_boards
    from plywise.report.reading import as_shown

    trace = as_shown(play(learning(games=6), tmp_path / "run"))
    assert [board.name for board in final_boards([trace])] == ["opening.pawn", "ending.pawn"]
    for picture in all_boards([trace]):
        assert "opening.pawn" in picture.alt
        assert "ending.pawn" in picture.alt
        picture.svg()
