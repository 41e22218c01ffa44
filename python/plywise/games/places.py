"""Places by name, in games whose boards are known by how they are drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plywise.checks import shown
from plywise.errors import BadInput
from plywise.games.boards import Layout, layout_of, standing
from plywise.naming import listed

if TYPE_CHECKING:
    from plywise.games.position import Position


def on_board(position: Position, place: str) -> tuple[str, str] | None:
    """The kind and the side of what stands on a place; None where it is empty.

    >>> import plywise as pw
    >>> on_board(pw.game("othello").start(), "e4")
    ('disc', 'first')
    """
    layout = _known(position)
    column, row = place[:1], place[1:]
    if not column or not row or column not in layout.columns or row not in layout.rows:
        first, last = _name(layout, 0), _name(layout, layout.places - 1)
        raise BadInput(
            f"{position.game} has no place {shown(place)}; from corner to corner they are {first} "
            f"to {last}"
        )
    where = layout.rows.index(row) * len(layout.columns) + layout.columns.index(column)
    return next(((m.kind, m.side) for m in standing(position) if m.place == where), None)


def standing_on(position: Position, kind: str, side: str) -> list[str]:
    """The places on which a side's pieces of a kind stand.

    >>> import plywise as pw
    >>> standing_on(pw.game("connect-four").start().after("4", "4"), "disc", "second")
    ['42']
    """
    layout = _known(position)
    kinds = {known for known, _ in layout.men.values()}
    if kind not in kinds:
        raise BadInput(
            f"{position.game} has no piece kind {shown(kind)}; it has {listed(sorted(kinds))}"
        )
    if side not in ("first", "second"):
        raise BadInput(f"side {shown(side)} is neither 'first' nor 'second'")
    men = (m.place for m in standing(position) if (m.kind, m.side) == (kind, side))
    return [_name(layout, place) for place in men]


def _name(layout: Layout, place: int) -> str:
    row, column = divmod(place, len(layout.columns))
    return layout.columns[column] + layout.rows[row]


def _known(position: Position) -> Layout:
    layout = layout_of(position.game)
    if layout is None:
        raise BadInput(
            f"{position.game} has no places by name; chess, its variants, shogi, othello and "
            "connect-four have"
        )
    return layout
