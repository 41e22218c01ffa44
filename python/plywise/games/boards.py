"""What stands where: the boards of positions, read from their texts."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from plywise._kernel import Position as KernelPosition
from plywise.games.position import Position

CHESS: Final = dict(
    zip("pnbrqk", ("pawn", "knight", "bishop", "rook", "queen", "king"), strict=True)
)
SHOGI: Final = {
    "p": "pawn", "l": "lance", "n": "knight", "s": "silver", "g": "gold", "b": "bishop",
    "r": "rook", "k": "king", "+p": "tokin", "+l": "promoted_lance", "+n": "promoted_knight",
    "+s": "promoted_silver", "+b": "horse", "+r": "dragon",
}  # fmt: skip
OTHELLO: Final = {"x": "disc", "o": "disc"}


@dataclass(frozen=True, kw_only=True)
class Layout:
    """How a board is drawn and read: as the first player sees it, the far side first."""

    columns: str
    """The names of the columns, from the left."""
    rows: str
    """The names of the rows, from the far side."""
    letters: dict[str, str]
    """The kind of a piece by its letter in a position's text."""
    turns: bool = False
    """Whether the second player sees the board turned by half, and not mirrored as in chess."""

    @property
    def width(self) -> int:
        """Places in a row."""
        return len(self.columns)

    def seen(self, place: int, side: str) -> int:
        """The place as the side sees it whose piece stands there.

        >>> LAYOUTS["chess"].seen(0, "second"), LAYOUTS["shogi"].seen(0, "second")
        (56, 80)
        """
        if side == "first":
            return place
        if self.turns:
            return len(self.rows) * self.width - 1 - place
        row, column = divmod(place, self.width)
        return (len(self.rows) - 1 - row) * self.width + column


class Standing(NamedTuple):
    """A piece on the board."""

    kind: str
    side: str
    """`first` or `second`."""
    place: int
    """From the far left corner, row by row, as the first player sees it."""


_EIGHT: Final = Layout(columns="abcdefgh", rows="87654321", letters=CHESS)
_NINE: Final = Layout(columns="987654321", rows="abcdefghi", letters=SHOGI, turns=True)
_DISCS: Final = Layout(columns="abcdefgh", rows="12345678", letters=OTHELLO, turns=True)
LAYOUTS: Final = {
    **dict.fromkeys(
        (
            "chess", "antichess", "atomic", "crazyhouse", "horde", "king-of-the-hill",
            "racing-kings", "three-check",
        ),
        _EIGHT,
    ),
    "shogi": _NINE,
    "shogi-declaration": _NINE,
    "othello": _DISCS,
}  # fmt: skip


def layout_of(game: str) -> Layout | None:
    """How the boards of a game are drawn; None for a game without a known one."""
    return LAYOUTS.get(game)


def standing(position: Position | KernelPosition) -> Iterator[Standing]:
    """The pieces on the board of a position, those in hand left out.

    >>> import plywise as pw
    >>> next(standing(pw.game("chess").start()))
    Standing(kind='rook', side='second', place=0)
    """
    layout = LAYOUTS[position.game]
    for place, man in enumerate(_squares(str(position), layout)):
        if man is not None:
            yield Standing(*man, place)


def _squares(text: str, layout: Layout) -> Iterator[tuple[str, str] | None]:
    """Kind and side on each place, row by row."""
    board = text.split()[0].partition("[")[0]
    prefix = ""
    for row in board.split("/")[: len(layout.rows)]:
        for letter in row:
            if letter.isdigit():
                yield from [None] * int(letter)
            elif letter in "+":
                prefix = letter
            elif letter == "-":
                yield None
            elif letter != "~":  # a promoted pawn of crazyhouse is marked so, behind its letter
                yield layout.letters[prefix + letter.lower()], _side(letter, layout)
                prefix = ""


def _side(letter: str, layout: Layout) -> str:
    if layout.letters is OTHELLO:
        return "first" if letter == "X" else "second"
    return "first" if letter.isupper() else "second"
