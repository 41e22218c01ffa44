"""What stands where is asked by the names of places, in every game that has some."""

import pytest

import plywise as pw
from plywise.errors import BadInput
from plywise.games.ballot import ballot
from plywise.games.boards import layout_of, standing
from plywise.games.position import Position

WITH_PLACES = [name for name in pw.game_names() if layout_of(name) is not None]


@pytest.mark.parametrize("name", WITH_PLACES)
def test_places_say_what_the_text_of_the_position_says(name: str) -> None:
    layout = layout_of(name)
    assert layout is not None
    columns = len(layout.columns)
    for opening in ballot(4, plies=6, seed=2, game=name):
        position = Position(opening.position(name))
        men = {man.place: (man.kind, man.side) for man in standing(position)}
        for place in range(layout.places):
            row, column = divmod(place, columns)
            square = layout.columns[column] + layout.rows[row]
            found = men.get(place)
            assert position.at(square) == found
            if found is not None:
                assert square in position.pieces(*found)
        listed = {(kind, side): position.pieces(kind, side) for kind, side in set(men.values())}
        assert sum(map(len, listed.values())) == len(men)


def test_attackers_are_those_that_python_chess_finds() -> None:
    chess = pytest.importorskip("chess")
    for opening in ballot(10, plies=12, seed=5):
        position = Position(opening.position())
        board = chess.Board(str(position))
        for square in chess.SQUARES:
            for side, color in (("first", chess.WHITE), ("second", chess.BLACK)):
                told = [chess.square_name(s) for s in board.attackers(color, square)]
                assert position.attackers(chess.square_name(square), side) == told


def test_attackers_of_both_sides_come_together() -> None:
    shogi = pw.game("shogi").start().after("7g7f", "3c3d")
    assert shogi.attackers("2b") == ["8h", "3a", "8b"]  # the rook guards the bishop
    assert shogi.attackers("2b", "second") == ["3a", "8b"]


@pytest.mark.parametrize(
    ("game", "place", "message"),
    [
        ("chess", "e9", 'no place "e9"; they are a1 to h8'),
        ("shogi", "e4", 'no place "e4"; they are 1a to 9i'),
        ("othello", "e0", "othello has no place 'e0'"),
        ("connect-four", "", "connect-four has no place ''"),
        ("backgammon", "6", "backgammon has no places by name"),
        ("chess", 12, "place 12 is no text"),
    ],
)
def test_a_place_that_is_none_is_refused(game: str, place: object, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        pw.game(game).start().at(place)  # type: ignore[arg-type]


def test_kinds_and_sides_that_are_none_are_refused() -> None:
    start = pw.game("chess").start()
    for ask in (start, pw.game("othello").start()):
        with pytest.raises(BadInput, match="no piece kind"):
            ask.pieces("wizard", "first")
    with pytest.raises(BadInput, match="neither 'first' nor 'second'"):
        start.pieces("pawn", "white")
    with pytest.raises(BadInput, match="is no text"):
        start.pieces(None, "first")  # type: ignore[arg-type]
    with pytest.raises(BadInput, match=r"no attacks|no places"):
        pw.game("othello").start().attackers("e4")
