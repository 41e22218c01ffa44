"""Networks over the men of a chessboard: against a twin in numpy, saved, learnt, refused."""

import chess as python_chess
import numpy as np
import pytest
from typer.testing import CliRunner

import plywise as pw
from plywise.cli.app import app
from plywise.evaluation.board_units import units

FENS = (
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r1bq1rk1/pp2ppbp/2np1np1/8/3NP3/2N1BP2/PPPQ2PP/R3KB1R b KQ - 3 9",
    "8/5pk1/R5p1/p1p4p/2r4P/5PP1/5K2/8 b - - 0 40",
    "QQQ4k/8/QQQQ4/8/8/8/8/4K3 b - - 0 1",
)
PRESENCE = {
    python_chess.KNIGHT: 1, python_chess.BISHOP: 1, python_chess.ROOK: 2, python_chess.QUEEN: 4,
}  # fmt: skip
SHALLOW = {"search": {"depth": 1}, "max_plies": 40, "ballot": 4, "gate_every": 0}


def network(features="material", hidden=5, seed=1):
    """A network whose units are loud."""
    made = pw.BoardNetwork(pw.game("chess").features(features), hidden=hidden, seed=seed)
    rng = np.random.default_rng(seed)
    return made.with_weights(made.weights + rng.normal(0.0, 0.2, len(made.weights)))


def inputs(board, colour):
    """The inputs that a side sees, as the equations have them."""
    found = np.zeros(769)
    for square, man in board.piece_map().items():
        kind = man.piece_type - 1 + 6 * (man.color != colour)
        seen = square if colour else python_chess.square_mirror(square)
        found[64 * kind + seen] = 1.0
    found[768] = board.turn == colour
    return found


def twin(weights, board, hidden):
    """What the units add in White's view, and its derivatives by their weights."""
    rows = weights.reshape(-1, hidden)
    first, bias, worths = rows[:769], rows[769], rows[770:]
    men = sum(PRESENCE.get(man.piece_type, 0) for man in board.piece_map().values())
    share = min(men, 24) / 24
    worth = share * worths[0] + (1 - share) * worths[1]
    slopes = np.zeros_like(rows)
    value = 0.0
    for colour, sign in ((True, 1.0), (False, -1.0)):
        seen = inputs(board, colour)
        heard = np.clip((bias + seen @ first) / 16, 0.0, 1.0)
        value += sign * worth @ heard**2
        blame = sign * worth * 2 * heard / 16 * (heard < 1.0)
        slopes[:769] += np.outer(seen, blame)
        slopes[769] += blame
        slopes[770] += sign * share * heard**2
        slopes[771] += sign * (1 - share) * heard**2
    return value, slopes.ravel()


@pytest.mark.parametrize("fen", FENS)
@pytest.mark.parametrize("features", ["material", "tapered"])
def test_value_and_gradient_are_those_of_the_equations(fen, features):
    found = network(features)
    linear = pw.Linear(found.features, found.weights[: len(found.features)])
    position, counted = pw.game("chess").position(fen), len(found.features)
    value, slopes = twin(found.weights[counted:], python_chess.Board(fen), 5)
    expected = linear.predictions(position)[0] + value
    np.testing.assert_allclose(found.predictions(position), [expected], atol=1e-12)
    np.testing.assert_allclose(found.gradient(position)[counted:], slopes, atol=1e-12)
    np.testing.assert_array_equal(found.gradient(position)[:counted], linear.gradient(position))
    turn = 1 if position.turn == "first" else -1
    assert found.value(position) == pytest.approx(1000 * turn * expected, abs=30)


@pytest.mark.parametrize("fen", FENS)
def test_exchanging_the_players_turns_the_value_round(fen):
    found, chess = network("tapered", hidden=32), pw.game("chess")
    position = chess.position(fen)
    turned = chess.position(python_chess.Board(fen).mirror().fen())
    assert found.value(position) == found.value(turned)
    assert found.predictions(position)[0] == pytest.approx(-found.predictions(turned)[0], abs=1e-12)


def test_a_file_gives_the_same_network_back(tmp_path):
    found, start = network(), pw.game("chess").position(FENS[1])
    path = found.as_weights().save(tmp_path / "network.json")
    loaded = pw.Weights.load(path)
    assert loaded.evaluation == "board:hidden=5"
    assert loaded.as_evaluation().value(start) == found.value(start)
    assert loaded.values == tuple(found.weights)


def test_a_network_of_another_shape_is_refused(tmp_path):
    path = network().as_weights().save(tmp_path / "network.json")
    with pytest.raises(
        pw.BadSetting, match=r"weights of a board:hidden=5, not of a board:hidden=6"
    ):
        pw.learn("chess", evaluation="board:6", start=str(path), games=1)
    with pytest.raises(pw.BadSetting, match=r"in a board:hidden=5, not for"):
        pw.BoardNetwork(pw.game("chess").features("material"), hidden=6, weights=path)
    with pytest.raises(pw.BadSetting, match="hidden=0 of a board network"):
        pw.learn("chess", evaluation="board:0", games=1)
    with pytest.raises(pw.BadSetting, match="othello has others"):
        pw.learn("othello", evaluation="board:8", games=1)
    with pytest.raises(pw.BadSetting, match="give a number of units"):
        pw.learn("chess", evaluation="board:many", games=1)


def test_features_in_python_have_no_place_in_it():
    @pw.feature("chess")
    def tempo(position, side):
        return 1.0

    with pytest.raises(pw.BadSetting, match="features in Python have no place"):
        pw.BoardNetwork(pw.game("chess").features("material", tempo), hidden=2)


def test_a_run_is_the_same_for_one_worker_and_two_and_after_a_pause(tmp_path):
    def learn(out, **more):
        return pw.learn(
            "chess", evaluation="board:4", seed=3, out=tmp_path / out, **SHALLOW, **more
        )

    one = learn("one", games=12, workers=1)
    two = learn("two", games=12, workers=2)
    learn("paused", games=5)
    paused = learn("paused", games=12, resume=True)
    assert one.weights == two.weights == paused.weights
    start = dict(zip(one.names, one.config.start, strict=True))
    assert sum(one.weights[name] != start[name] for name in start) > 300


def test_rootstrap_goes_on_from_a_run(tmp_path):
    first = pw.learn("chess", evaluation="board:4", games=4, out=tmp_path / "first", **SHALLOW)
    second = pw.learn(
        "chess", evaluation="board:4", rule="rootstrap", start=str(tmp_path / "first"), games=4,
        **SHALLOW,
    )  # fmt: skip
    assert second.config.start == first.as_weights().values
    assert second.weights != dict(zip(second.names, second.config.start, strict=True))


def test_the_unit_that_says_most_comes_first():
    found = pw.BoardNetwork(pw.game("chess").features("material"), hidden=3, seed=1)
    weights = found.weights.copy()
    names = found.names
    for name in ("middle.h2", "end.h2"):
        weights[names.index(name)] = -5.0
    weights[names.index("own-knight-e4.h2")] = 8.0
    told = units(found.with_weights(weights).as_weights())
    assert [told[0].name, len(told)] == ["h2", 3]
    assert sum(unit.share for unit in told) == pytest.approx(1.0)
    knight = next(board for board in told[0].boards if board.name == "own knight")
    assert knight.rows[4][4] == -0.5  # e4 raises the unit, which is bad for its side


def test_show_draws_units_and_the_command_refuses_other_shapes(tmp_path):
    def cli(*words):
        return CliRunner().invoke(app, list(words))

    path = network(hidden=2).as_weights().save(tmp_path / "network.json")
    told = cli("show", str(path))
    assert told.exit_code == 0
    assert "unit h" in told.stdout
    assert "own king" in told.stdout
    refused = cli("learn", "chess", "--evaluation", "board:3", "--start", str(path), "--games", "1")
    assert refused.exit_code == 2
    assert "board:hidden=2, not of a board:hidden=3" in refused.stderr


def test_a_report_draws_the_features_and_the_units(tmp_path):
    pytest.importorskip("matplotlib")
    from plywise import report

    run = pw.learn(
        "chess", features="material", evaluation="board:2", games=4, out=tmp_path / "run", **SHALLOW
    )
    page, *pictures = report.write(run, tmp_path / "report")
    told = page.read_text()
    assert "What hidden units like" in told
    assert "--evaluation board:hidden=2" in told
    assert "board-units.png" in [picture.name for picture in pictures]


def test_linear_weights_for_a_network_are_sent_to_refine():
    hint = r"plywise refine chess/plywise --evaluation board:hidden=4 sets such a network beside"
    rich = pw.game("chess").features("rich")
    with pytest.raises(pw.BadSetting, match=rf"'chess/plywise' are .* in a linear .*{hint}"):
        pw.BoardNetwork(rich, hidden=4, weights="chess/plywise")
    with pytest.raises(pw.BadSetting, match=hint):
        pw.learn("chess", evaluation="board:4", start="chess/plywise", games=1)
    with pytest.raises(pw.BadSetting, match=rf"^start = 'chess/plywise': these .*{hint}"):
        pw.fit(rich, [], [], evaluation="board:4", start="chess/plywise")


def test_refine_hints_at_what_it_takes():
    with pytest.raises(pw.BadSetting, match=r"evaluation='board:8': .* shogi has others") as error:
        pw.refine("shogi/plywise", evaluation="board:8")
    assert "network:8" not in str(error.value)
    assert "leave it out" in str(error.value)
