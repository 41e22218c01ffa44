"""How a board of one's own is drawn: what `Rules.sketch` gives."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from plywise import _kernel
from plywise.checks import shown
from plywise.errors import BadSetting

if TYPE_CHECKING:
    from plywise.games.position import Position

COLOUR = re.compile("#[0-9a-fA-F]{6}")
SIDES = ("first", "second", "")
"""Whose a piece is; nobody's, where it is a mark on the board."""


@dataclass(frozen=True, kw_only=True)
class Sketch:
    """A board with what stands on it, and the places by which moves are made.

    >>> board = Sketch(cells=(("0", "1"), ("2", "3")), pieces={"0": ("disc", "first")})
    >>> board.places
    ('0', '1', '2', '3')
    >>> Sketch(cells=(("a", "b"),), pieces={"c": ("disc", "first")})
    Traceback (most recent call last):
    ...
    plywise.BadSetting: a piece stands on 'c', which is no place of the board (a, b)
    """

    cells: Sequence[Sequence[str]]
    """The names of the places, row by row, as the first player sees them, the far side first; an
    empty name is a hole in the board."""
    pieces: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """A place -> the kind of the piece and its side: `first`, `second`, or an empty text. Kinds
    that are drawn: disc, cross, ring, stone, king, queen, rook, bishop, knight, pawn; others are
    written."""
    moves: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """A move -> the place that it is made on, or from which place to which. A move that is called
    like a place needs no word here; what has no place is a button."""
    columns: Sequence[str] = ()
    """What stands below the columns, where they have names."""
    rows: Sequence[str] = ()
    """What stands beside the rows, the far one first."""
    grounds: Sequence[str] = ("#e9dcc3",)
    """The colour of the board, as #rrggbb; two for light and dark places that alternate."""
    turns: bool = False
    """Whether the second player sees it from the other side."""
    note: str = ""
    """What is to be read beside it: heaps, scores, what no place shows."""

    def __post_init__(self) -> None:
        places = self.places
        if not places or len(set(places)) != len(places):
            raise BadSetting(f"the places of a board are {', '.join(places) or 'none'}; name each")
        for ground in self.grounds:
            if not COLOUR.fullmatch(ground):
                raise BadSetting(f"the ground {ground!r} is no colour; write it as '#e9dcc3'")
        for place, piece in self.pieces.items():
            self._refuse_elsewhere("a piece stands on", place)
            if len(piece) != 2 or piece[1] not in SIDES:
                raise BadSetting(f"{piece!r} on {place!r} is no piece; as ('disc', 'first')")
        for move, where in self.moves.items():
            for place in where:
                self._refuse_elsewhere(f"the move {move!r} has to do with", place)

    @property
    def places(self) -> tuple[str, ...]:
        """The names of all places."""
        return tuple(cell for row in self.cells for cell in row if cell)

    def made_on(self, move: str) -> tuple[str, ...]:
        """The places by which a move is made: none, one, or from which to which.

        >>> Sketch(cells=(("a", "b"),), moves={"swap": ("a", "b")}).made_on("swap")
        ('a', 'b')
        """
        if move in self.moves:
            return tuple(self.moves[move])
        return (move,) if move in self.places else ()

    def _refuse_elsewhere(self, what: str, place: str) -> None:
        if place not in self.places:
            places = ", ".join(self.places)
            raise BadSetting(f"{what} {place!r}, which is no place of the board ({places})")


def sketch_of(position: Position) -> Sketch | None:
    """What a game in Python draws of a position; BadSetting for anything but a sketch."""
    rules: Any = _kernel.rules(position.game)
    if rules is None:
        return None
    drawn = rules.sketch(position.state)
    if drawn is not None and not isinstance(drawn, Sketch):
        kind = type(rules).__name__
        raise BadSetting(f"{kind}.sketch gave {shown(drawn)}; give pw.Sketch(cells=…), or None")
    return drawn
