"""Features written in Python: same search, same learning, and nothing lost when they fail."""

import math
import pickle
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

import plywise as pw
from plywise import _kernel
from plywise.cli.app import app
from plywise.distributed import processes
from plywise.evaluation.python_features import Feature
from plywise.play.in_python import play_game_in_python
from plywise.play.record import GameRecord
from plywise.searching.reference import alpha_beta

chess = pw.game("chess")
MIDDLE_GAME = "r2q1rk1/pp2bppp/2n1bn2/3p4/3N4/2N1B3/PPP1BPPP/R2Q1RK1 w - - 0 1"
POSITIONS = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    MIDDLE_GAME,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
]
WEIGHTS = [1.0, 3.0, 3.0, 5.0, 9.0, 0.5, -0.013]


@pw.feature(chess)
def bishop_pair(position: pw.Position, side: str) -> bool:
    """1 when `side` has two bishops."""
    return position.count("bishop", side) >= 2


@pw.feature(chess)
def many_moves(position: pw.Position, side: str) -> float:
    """A fraction that changes with nearly every move, for the side to move only."""
    return len(position.moves) / 7 if position.turn == side else 0.0


def both() -> pw.FeatureSet:
    return chess.features("material", bishop_pair, many_moves)


def evaluation_by(function: Callable[..., Any]) -> pw.Linear:
    return pw.Linear(chess.features("material", pw.feature(chess)(function)), [1.0] * 6)


def small_run(out: Path | None, games: int = 6, **more: Any) -> pw.Run:
    settings: dict[str, Any] = {
        "features": chess.features("material", bishop_pair),
        "search": pw.AlphaBeta(depth=1),
        "gate_every": 3,
        "gate_games": 2,
        "max_plies": 60,
        "workers": 2,
    }
    return pw.learn("chess", games=games, out=out, **{**settings, **more})


# What is counted


def test_python_features_stand_behind_the_native_ones() -> None:
    features = both()
    assert features.name == "material+bishop_pair+many_moves"
    assert features.names[-3:] == ("queen", "bishop_pair", "many_moves")
    assert features.meanings[5] == "1 when `side` has two bishops."
    assert features.unit == "pawn"


def test_a_feature_can_still_be_called() -> None:
    assert bishop_pair(chess.start(), "first") is True
    assert bishop_pair.__doc__ == "1 when `side` has two bishops."


def test_the_count_is_the_first_players_minus_the_seconds() -> None:
    evaluation = pw.Linear(chess.features("material", bishop_pair), [1, 3, 3, 5, 9, 0.5])
    white_has_it = chess.position("4k3/8/8/8/8/8/8/2B1KB2 b - - 0 1")
    black_has_it = chess.position("2b1kb2/8/8/8/8/8/8/4K3 b - - 0 1")
    assert evaluation.value(white_has_it) == -6500
    assert evaluation.value(black_has_it) == 6500
    assert evaluation.gradient(white_has_it).tolist() == [0, 0, 2, 0, 0, 1]
    assert evaluation.gradient(black_has_it).tolist() == [0, 0, -2, 0, 0, -1]


def test_a_feature_sees_a_position_that_users_know() -> None:
    seen: list[pw.Position] = []

    def looked_at(position: pw.Position, side: str) -> int:
        seen.append(position)
        return 0

    evaluation_by(looked_at).value(chess.start())
    assert seen == [chess.start()] * 2


@pytest.mark.parametrize("count", [True, 2, 0.5, -3, np.float32(1.5), np.int64(4), np.bool_(True)])
def test_every_kind_of_number_counts(count: Any) -> None:
    evaluation = evaluation_by(lambda_named(lambda _, side: count if side == "first" else 0))
    assert evaluation.gradient(chess.start())[-1] == float(count)


def lambda_named(function: Callable[..., Any], name: str = "tried") -> Callable[..., Any]:
    function.__name__ = name
    return function


@pytest.mark.parametrize("text", POSITIONS)
def test_the_gradient_equals_finite_differences(text: str) -> None:
    position, features, step = chess.position(text), both(), 1e-3
    gradient = pw.Linear(features, WEIGHTS).gradient(position)
    for index in range(len(features)):
        ends = []
        for sign in (1, -1):
            moved = list(WEIGHTS)
            moved[index] += sign * step
            ends.append(pw.Linear(features, moved).kernel.real_value(position.kernel))
        assert math.isclose((ends[0] - ends[1]) / (2 * step), gradient[index], abs_tol=1e-9)


@pytest.mark.parametrize("text", POSITIONS)
def test_values_are_the_weighted_counts(text: str) -> None:
    position, evaluation = chess.position(text), pw.Linear(both(), WEIGHTS)
    real = float(evaluation.gradient(position) @ evaluation.weights)
    assert math.isclose(evaluation.kernel.real_value(position.kernel), real, abs_tol=1e-12)
    sign = 1 if position.turn == "first" else -1
    assert evaluation.value(position) == sign * round(1000 * real)


# Search


@pytest.mark.parametrize("depth", [0, 1, 2, 3])
@pytest.mark.parametrize("text", POSITIONS)
def test_the_leaf_has_exactly_the_value_that_was_found(text: str, depth: int) -> None:
    position, evaluation = chess.position(text), pw.Linear(both(), WEIGHTS)
    found = pw.search(position, evaluation, pw.AlphaBeta(depth=depth), seed=depth)
    assert found.kind == "leaf"
    same_view = 1 if found.leaf.turn == position.turn else -1
    assert found.value == same_view * evaluation.value(found.leaf)


@pytest.mark.parametrize("text", POSITIONS)
def test_the_search_equals_plain_minimax(text: str) -> None:
    position, evaluation = chess.position(text), pw.Linear(both(), WEIGHTS)
    using = pw.AlphaBeta(depth=2, quiescence_plies=2, history_draws=False)
    plain = _kernel.minimax(position.kernel, evaluation.kernel, 2, 2)
    assert pw.search(position, evaluation, using).value == plain


def test_random_positions_too_have_the_value_of_plain_minimax() -> None:
    evaluation = pw.Linear(both(), WEIGHTS)
    using = pw.AlphaBeta(depth=2, quiescence_plies=1, history_draws=False)
    for number in range(30):
        position = chess.start()
        for draw in _kernel.random_u64(5, number, 10 + 2 * number):
            if position.outcome is None:
                position = position.after(position.moves[draw % len(position.moves)])
        plain = _kernel.minimax(position.kernel, evaluation.kernel, 2, 1)
        assert pw.search(position, evaluation, using).value == plain


@pytest.mark.parametrize("text", POSITIONS[:3])
def test_the_search_equals_the_reference(text: str) -> None:
    position, evaluation = chess.position(text), pw.Linear(both(), WEIGHTS)
    found = pw.search(position, evaluation, pw.AlphaBeta(depth=2, quiescence_plies=3))
    assert found.value == alpha_beta(position, evaluation, depth=2, quiescence_plies=3).value


@pytest.mark.parametrize("text", POSITIONS)
def test_native_features_written_again_in_python_find_the_same(text: str) -> None:
    kinds = ("pawn", "knight", "bishop", "rook", "queen")

    def counting(kind: str) -> Feature:
        counted = lambda_named(lambda position, side: position.count(kind, side), f"{kind}s")
        return pw.feature(chess)(counted)

    again = chess.features("material", *map(counting, kinds))
    values = [1.0, 3.0, 3.0, 5.0, 9.0]
    native = pw.Linear(chess.features("material"), values)
    python = pw.Linear(again, [0.0] * 5 + values)
    for seed in range(3):
        one, two = (
            pw.search(chess.position(text), e, pw.AlphaBeta(depth=3), seed=seed)
            for e in (native, python)
        )
        assert (one.value, one.move) == (two.value, two.move)


def test_a_feature_may_search_itself() -> None:
    material = pw.Linear(chess.features("material"), "chess/standard")

    def looks_ahead(position: pw.Position, side: str) -> float:
        value = pw.search(position, material, pw.AlphaBeta(depth=1)).value / 1000
        return value if position.turn == side else 0.0

    found = pw.search(
        chess.position(MIDDLE_GAME), evaluation_by(looks_ahead), pw.AlphaBeta(depth=1)
    )
    assert found.move is not None


def test_a_game_in_the_kernel_equals_one_in_python() -> None:
    wanted = job(pw.Linear(both(), WEIGHTS))
    assert play_game_in_python(wanted) == GameRecord.from_kernel(_kernel.play_game(wanted))


def test_a_slow_feature_does_not_delay_the_end() -> None:
    stop, calls = _kernel.Stop(), 0

    def ends_all(position: pw.Position, side: str) -> int:
        nonlocal calls
        calls += 1
        stop.set()
        return 0

    with pytest.raises(KeyboardInterrupt):
        _kernel.play_game(job(evaluation_by(ends_all)), stop)
    assert calls < 100


def job(evaluation: pw.Linear, depth: int = 2) -> _kernel.GameJob:
    settings = pw.AlphaBeta(depth=depth).settings(evaluation.scale)
    return _kernel.GameJob(
        game="chess", first=evaluation.kernel, second=evaluation.kernel, first_search=settings,
        second_search=settings, seed=1, number=0, max_plies=20,
    )  # fmt: skip


# What goes wrong


class Odd(Exception):
    pass


def fails_in_the_middle_game(position: pw.Position, side: str) -> int:
    if "4P3" in str(position):
        raise Odd(side)
    return 0


CALLS: dict[str, Callable[[pw.Linear, pw.Position], object]] = {
    "value": lambda e, p: e.value(p.after("e2e4")),
    "gradient": lambda e, p: e.gradient(p.after("e2e4")),
    "search": lambda e, p: pw.search(p, e, pw.AlphaBeta(depth=2)),
    "minimax": lambda e, p: _kernel.minimax(p.kernel, e.kernel, 2, 1),
    "play_game": lambda e, p: _kernel.play_game(job(e)),
    "match": lambda e, p: pw.match(e, "random", games=2, depth=2, workers=2),
}


@pytest.mark.parametrize("call", CALLS)
def test_an_exception_comes_back_as_itself_with_the_position(call: str) -> None:
    with pytest.raises(Odd) as caught:
        CALLS[call](evaluation_by(fails_in_the_middle_game), chess.start())
    (note,) = caught.value.__notes__
    assert note.startswith(
        "in the feature fails_in_the_middle_game for 'first' of pw.game('chess')"
    )
    assert "4P3" in note
    assert "fails_in_the_middle_game" in [entry.name for entry in caught.traceback]


@pw.feature(chess)
def fails_at_once(position: pw.Position, side: str) -> int:
    raise Odd(side)


def test_an_exception_comes_back_from_another_process_too() -> None:
    evaluation = pw.Linear(chess.features("material", fails_at_once), [1.0] * 6)
    with pytest.raises(Odd) as caught:
        pw.match(evaluation, "random", games=2, depth=1, workers=processes(1))
    assert caught.value.__notes__[0].startswith("in the feature fails_at_once for 'first' of ")


def test_ctrl_c_in_a_feature_is_a_ctrl_c() -> None:
    def interrupted(position: pw.Position, side: str) -> int:
        signal.raise_signal(signal.SIGINT)
        return 0

    with pytest.raises(KeyboardInterrupt) as caught:
        pw.search(chess.start(), evaluation_by(interrupted))
    assert not hasattr(caught.value, "__notes__")


def test_after_an_exception_the_kernel_goes_on() -> None:
    with pytest.raises(Odd):
        pw.search(chess.start(), evaluation_by(fails_in_the_middle_game), pw.AlphaBeta(depth=2))
    material = pw.Linear(chess.features("material"), "chess/standard")
    assert pw.search(chess.start(), material, pw.AlphaBeta(depth=2)).move is not None


@pytest.mark.parametrize("nonsense", [math.nan, math.inf, 1e300, 10**400, "two", None, 1j, [1]])
def test_what_is_no_number_is_refused_with_all_that_helps(nonsense: Any) -> None:
    evaluation = evaluation_by(lambda_named(lambda position, side: nonsense, "strange"))
    with pytest.raises(pw.BadInput) as caught:
        pw.search(chess.start(), evaluation)
    message = str(caught.value)
    assert message.startswith(f"the feature strange gives {nonsense!r} for 'first' of ")
    assert repr(chess.start()) in message


def test_bad_declarations_are_refused() -> None:
    with pytest.raises(pw.BadSetting, match=r"@pw\.feature"):
        pw.feature(lambda position, side: 0)  # type: ignore[arg-type]
    with pytest.raises(pw.BadSetting, match="with a name"):
        pw.feature(chess)(lambda position, side: 0)
    with pytest.raises(pw.BadSetting, match="a position and a side"):
        pw.feature(chess)(lambda_named(lambda position: 0))
    with pytest.raises(pw.BadSetting, match="is not a feature"):
        chess.features("material", len)  # type: ignore[arg-type]
    with pytest.raises(pw.BadSetting, match="two features are called 'pawn'"):
        chess.features("material", pw.feature(chess)(lambda_named(lambda p, s: 0, "pawn")))
    with pytest.raises(pw.BadSetting, match="a feature of shogi"):
        chess.features("material", pw.feature("shogi")(lambda_named(lambda p, s: 0)))
    with pytest.raises(pw.BadSetting, match="5 weights given"):
        pw.Linear(chess.features("material", bishop_pair), [1, 3, 3, 5, 9])
    with pytest.raises(pw.BadSetting, match="weight of bishop_pair is inf"):
        pw.Linear(chess.features("material", bishop_pair), [1, 3, 3, 5, 9, math.inf])
    with pytest.raises(pw.BadSetting, match=r"not for 'material\+bishop_pair'"):
        pw.Linear(chess.features("material", bishop_pair), "chess/standard")


# Learning


def test_python_features_are_learnt_whoever_plays() -> None:
    runs = [small_run(None, workers=workers) for workers in (1, 3)]
    assert runs[0].weights == runs[1].weights
    assert runs[0].weights["bishop_pair"] != 1.0
    assert [gate.games for gate in runs[0].gates] == [2, 2]


def test_other_processes_find_features_by_their_name() -> None:
    alone = small_run(None, games=2, gate_every=0, workers=1)
    beside = small_run(None, games=2, gate_every=0, workers=processes(1))
    assert alone.weights == beside.weights


def test_features_that_no_other_process_can_find_say_so() -> None:
    evaluation = evaluation_by(fails_in_the_middle_game)
    with pytest.raises(pw.BadSetting, match="cannot be sent to another process"):
        pickle.dumps(evaluation.kernel)
    with pytest.raises(pw.BadSetting, match="define it at the top of a file, or use threads"):
        pw.match(evaluation, "random", games=2, depth=1, workers=processes(1))


def test_evaluations_with_features_of_a_module_pickle() -> None:
    evaluation = pw.Linear(both(), WEIGHTS).kernel
    again = pickle.loads(pickle.dumps(evaluation))
    assert (again.features, again.names) == (evaluation.features, evaluation.names)
    assert again.value(chess.start().kernel) == evaluation.value(chess.start().kernel)


def test_a_run_on_disk_knows_its_features_by_name(tmp_path: Path) -> None:
    run = small_run(tmp_path)
    loaded = pw.load(tmp_path)
    assert loaded.config.features == "material+bishop_pair"
    assert loaded.weights == run.weights
    assert list(loaded.normalised())[-1] == "bishop_pair"
    weights = pw.Weights.load(loaded.as_weights().save(tmp_path / "weights.json"))
    assert weights.names[-1] == "bishop_pair"
    evaluation = pw.Linear(run.features, weights)
    assert evaluation.weights.tolist() == list(weights.values)
    assert pw.Linear(run.features, run).weights.tolist() == list(weights.values)


def test_a_run_can_play_when_its_functions_are_known(tmp_path: Path) -> None:
    run = small_run(tmp_path)
    assert pw.match(run, "chess/standard", games=2, depth=1).games == 2
    again = pw.load(tmp_path, features=chess.features("material", bishop_pair))
    assert pw.match(again, "chess/standard", games=2, depth=1).games == 2
    with pytest.raises(pw.BadSetting, match="bishop_pair: written in Python"):
        pw.match(pw.load(tmp_path), "chess/standard", games=2, depth=1)
    with pytest.raises(pw.BadSetting, match=r"the run counts 'material\+bishop_pair' of chess"):
        pw.load(tmp_path, features=both())


def test_a_resumed_run_needs_its_features_again(tmp_path: Path) -> None:
    whole = small_run(tmp_path / "whole")
    small_run(tmp_path / "parts", games=3)
    with pytest.raises(pw.BadSetting, match=r"written in Python.*resume=True"):
        small_run(tmp_path / "parts", features="material+bishop_pair", resume=True)
    with pytest.raises(pw.BadSetting, match="other settings"):
        small_run(tmp_path / "parts", features="material", resume=True)
    assert small_run(tmp_path / "parts", resume=True).weights == whole.weights


def test_an_exception_ends_a_run_that_keeps_its_games(tmp_path: Path) -> None:
    games = 0

    def count(progress: object) -> None:
        nonlocal games
        games += 1

    def bishop_pair(position: pw.Position, side: str) -> bool:
        if games >= 2:
            raise Odd(side)
        return position.count("bishop", side) >= 2

    failing = chess.features("material", pw.feature(chess)(bishop_pair))
    with pytest.raises(Odd):
        small_run(tmp_path / "parts", features=failing, workers=1, on_game=count)
    assert len(pw.load(tmp_path / "parts").history) == games >= 2
    whole = small_run(tmp_path / "whole")
    assert small_run(tmp_path / "parts", resume=True).weights == whole.weights


def test_the_start_can_be_given_by_name() -> None:
    start = {"pawn": 1, "knight": 3, "bishop": 3, "rook": 5, "queen": 9, "bishop_pair": 0}
    run = small_run(None, games=1, gate_every=0, start=start)
    assert run.config.start == (1, 3, 3, 5, 9, 0)
    wider = small_run(None, games=1, gate_every=0, start="chess/standard")
    assert wider.config.start == (1, 3, 3, 5, 9, 0)
    with pytest.raises(pw.BadSetting, match=r"not for 'material\+bishop_pair'"):
        small_run(None, start="chess/thesis-half-board")


def test_the_command_line_shows_such_runs_but_cannot_play_them(tmp_path: Path) -> None:
    run = small_run(tmp_path / "run", games=2)
    shown = CliRunner().invoke(app, ["show", str(run.directory)])
    assert shown.exit_code == 0
    assert "bishop_pair" in shown.output
    refused = CliRunner().invoke(app, ["match", "chess", str(run.directory), "chess/standard"])
    assert refused.exit_code == 2
    assert "bishop_pair: written in Python" in refused.output
