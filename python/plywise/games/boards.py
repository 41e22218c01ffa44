"""What stands where: how boards are drawn, and how they are read from the texts of positions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from plywise.errors import BadSetting
from plywise.games.declared import facts_of

if TYPE_CHECKING:
    from plywise._kernel import Position as KernelPosition
    from plywise.games.position import Position

Men = Mapping[str, tuple[str, str]]
"""A letter of a position's text -> the kind of the piece, and its side: `first` or `second`."""

MAN: Final = re.compile(r"\d+|\+?[A-Za-z.-]")
"""Empty places or a man; what else stands in a row (a ~ behind a promoted pawn) is passed over."""
EMPTY: Final = "-."
"""What texts without numbers write for a place that is empty."""


@dataclass(frozen=True, kw_only=True)
class Layout:
    """A board as the first player sees it, the far side first."""

    columns: str
    """The names of the columns, from the left."""
    rows: Sequence[str]
    """The names of the rows, from the far side."""
    men: Men
    second: Literal["mirrored", "sideways", "turned", "same"] = "mirrored"
    """How the second player sees the board: mirrored as in chess, mirrored sideways where both go
    the same way, turned by half, or just so."""
    grounds: tuple[str, ...] = ("#efd39a",)
    """The colour of the board: wood, cloth, or two for light and dark places that alternate."""
    signs: Mapping[str, str] = field(default_factory=dict)
    """A kind of piece -> what is drawn for the first player's, and for the second's."""
    inks: tuple[str, str] | None = None
    """Colours of both players' pieces, where the signs do not tell them apart."""
    drawings: str = ""
    """What the pieces are drawn as on the page: `chess`, `shogi` or `disc`; letters without it."""
    has_holes: bool = False
    """Whether pieces are seen through holes of the board."""
    hands: Literal["", "brackets", "field"] = ""
    """Where a position's text tells what each side has in hand: in brackets behind the board, or in
    the field behind the turn; nowhere, where there are no hands."""
    note: Callable[[str], str] | None = None
    """What is to be read beside the board, of a position's text."""

    @property
    def places(self) -> int:
        """How many there are."""
        return len(self.rows) * len(self.columns)

    def seen(self, place: int, side: str) -> int:
        """The place as the side sees it whose piece stands there.

        >>> [layout_of(game).seen(0, "second") for game in ("chess", "shogi")]
        [56, 80]
        """
        if side == "first" or self.second == "same":
            return place
        if self.second == "turned":
            return self.places - 1 - place
        row, column = divmod(place, len(self.columns))
        if self.second == "sideways":
            return row * len(self.columns) + len(self.columns) - 1 - column
        return (len(self.rows) - 1 - row) * len(self.columns) + column

    def standing(self, text: str) -> Iterator[tuple[int, str]]:
        """Place and letter of each man on the board of a position's text; hands are left out."""
        place = 0
        board = text.partition(" ")[0].partition("[")[0]
        for word in MAN.findall("/".join(board.split("/")[: len(self.rows)])):
            if word.isdigit():
                place += int(word)
                continue
            if word not in EMPTY:
                yield place, word
            place += 1


class Standing(NamedTuple):
    """A piece on the board."""

    kind: str
    side: str
    """`first` or `second`."""
    place: int
    """From the far left corner, row by row, as the first player sees it."""


def both_sides(kinds: Mapping[str, str]) -> Men:
    """The men of a text in which capitals are the first player's.

    >>> both_sides({"k": "king"})
    {'K': ('king', 'first'), 'k': ('king', 'second')}
    """
    first = {letter.upper(): (kind, "first") for letter, kind in kinds.items()}
    return first | {letter: (kind, "second") for letter, kind in kinds.items()}


def layout_of(game: str) -> Layout | None:
    """How the boards of a game are drawn; None for a game without a known one."""
    return facts_of(game).layout


def standing(position: Position | KernelPosition) -> Iterator[Standing]:
    """The pieces on the board of a position.

    >>> import plywise as pw
    >>> next(standing(pw.game("shogi").start()))
    Standing(kind='lance', side='second', place=0)
    """
    layout = layout_of(position.game)
    if layout is None:
        raise BadSetting(f"{position.game} has no board that is known")
    for place, letter in layout.standing(str(position)):
        yield Standing(*layout.men[letter], place)
