"""Which search a game is searched by where none is named."""

from __future__ import annotations

from plywise import _kernel
from plywise.games.declared import facts_of
from plywise.games.points import needs_expectimax
from plywise.searching.expectimax import Expectimax
from plywise.searching.settings import AlphaBeta

DEFAULT_DEPTH = 4


def usual_search(
    game: str,
    *,
    depth: int | None = None,
    nodes: int | None = None,
    movetime: int | None = None,
    clock: int | None = None,
) -> AlphaBeta | Expectimax:
    """Alpha-beta, and expectimax for games of dice or points; as deep as other limits allow.

    A clock (milliseconds) is such a limit, which is kept elsewhere.

    >>> usual_search("chess"), usual_search("dice-race"), usual_search("chess", nodes=500)
    (AlphaBeta(depth=4), Expectimax(depth=2), AlphaBeta(depth=125, nodes=500))
    """
    kind = Expectimax if needs_expectimax(game) else AlphaBeta
    if depth is None:
        limited = any(limit is not None for limit in (nodes, movetime, clock))
        usual = DEFAULT_DEPTH if kind is AlphaBeta else facts_of(game).depth
        depth = _kernel.MAX_DEPTH if limited else usual
    return kind(depth=depth, nodes=nodes, movetime=movetime)
