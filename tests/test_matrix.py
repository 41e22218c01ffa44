"""What feature sets count of many positions at once is what they count of each."""

import numpy as np
import pytest

import plywise as pw
from plywise.errors import BadSetting
from plywise.evaluation.matrix import Matrix
from plywise.games.ballot import ballot
from plywise.games.position import Position

SETS = [
    ("chess", "half-board"), ("chess", "tapered"), ("chess", "rich"), ("chess", "knightcap"),
    ("crazyhouse", "material"), ("shogi", "material"), ("othello", "disc-squares"),
    ("connect-four", "lines"), ("backgammon", "raw"), ("tic-tac-toe", "own"),
]  # fmt: skip


def positions(game: str, count: int = 12) -> list[Position]:
    found = [o.position(game) for o in ballot(count, plies=5, seed=4, game=game)]
    return [Position(position) for position in found]


@pytest.mark.parametrize(("game", "name"), SETS)
def test_the_matrix_times_weights_is_what_the_evaluation_says(game: str, name: str) -> None:
    features, some = pw.game(game).features(name), positions(game)
    weights = np.linspace(-1.0, 1.0, len(features))
    evaluation = pw.Linear(features, weights.tolist())
    matrix = features.matrix(some)
    said = [evaluation.kernel.real_value(position.kernel) for position in some]
    assert matrix.shape == (len(some), len(features))
    assert np.allclose(matrix.dense() @ weights, said, atol=1e-9)
    assert all(np.all(np.diff(row) > 0) for row in np.split(matrix.indices, matrix.indptr[1:-1]))


def test_stages_are_those_of_the_roots() -> None:
    chess = pw.game("chess")
    features = chess.features("stages")
    ending = chess.position("6k1/8/8/8/8/8/8/R5K1 w - - 0 1")
    own, below = (features.matrix([ending], roots) for roots in (None, [chess.start()]))
    assert {features.names[i].partition(".")[0] for i in own.indices} == {"ending"}
    assert {features.names[i].partition(".")[0] for i in below.indices} == {"opening"}


def test_features_in_python_are_columns_too() -> None:
    chess = pw.game("chess")

    @pw.feature(chess)
    def bishop_pair(position: Position, side: str) -> bool:
        return position.count("bishop", side) >= 2

    two = chess.position("4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1")
    assert chess.features("material", bishop_pair).matrix([two]).dense()[0].tolist() == [
        0, 0, 2, 0, 0, 1,
    ]  # fmt: skip


def test_no_positions_are_a_matrix_without_rows() -> None:
    matrix = pw.game("chess").features("material").matrix([])
    assert (matrix.shape, matrix.dense().shape, repr(matrix)) == (
        (0, 5), (0, 5), "<matrix of 0 × 5 with 0 counts>",
    )  # fmt: skip


def test_parts_are_joined_as_if_they_had_been_one() -> None:
    features, some = pw.game("chess").features("half-board"), positions("chess")
    parts = [features.matrix(some[:5]), features.matrix([]), features.matrix(some[5:])]
    joined = Matrix.joined(parts, len(features))
    assert np.array_equal(joined.dense(), features.matrix(some).dense())


def test_scipy_has_the_same_numbers() -> None:
    pytest.importorskip("scipy")
    matrix = pw.game("chess").features("half-board").matrix(positions("chess"))
    assert np.array_equal(matrix.scipy().toarray(), matrix.dense())


@pytest.mark.parametrize("wrong", [["e2e4"], [None], 3])
def test_what_is_no_position_is_refused(wrong: object) -> None:
    with pytest.raises(BadSetting, match="give positions of a game"):
        pw.game("chess").features("material").matrix(wrong)  # type: ignore[arg-type]


def test_positions_of_another_game_are_refused() -> None:
    with pytest.raises(BadSetting, match="a position of shogi"):
        pw.game("chess").features("material").matrix([pw.game("shogi").start()])
