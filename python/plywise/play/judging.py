"""Who judges the positions of a game, and what a search thinks of one, for people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from plywise import _kernel
from plywise.errors import BadInput
from plywise.games.game import game as rules_of

if TYPE_CHECKING:
    from plywise.evaluation.protocol import Evaluation
    from plywise.games.position import Position
    from plywise.searching.result import SearchResult

Json = dict[str, Any]


def evaluation_of(game: str, weights: str) -> Evaluation:
    """The evaluation of weights by name, or the usual one; BadInput if they are another game's."""
    from plywise.evaluation.weights import resolve, usual

    chosen = resolve(weights, game=game) if weights else usual(game)
    if chosen.game != rules_of(game).name:
        raise BadInput(f"these are weights for {chosen.game}, and the game is {game}")
    return chosen.as_evaluation()


def judged(found: SearchResult, position: Position, scale: int) -> Json:
    """What a search thinks of a position, in the first player's view."""
    sign = -1 if position.roller == "second" else 1
    return worth(sign * found.value, position.game, scale, found.win)


def worth(value: float, game: str, scale: int, win: float = _kernel.MATE) -> Json:
    """A value in the first player's view: a number, its share of a bar from −1 to 1, and words.

    Alpha-beta's are whole 1/`scale` of a weight of 1, and mates; others have points or chances, of
    which `win` is what a win is worth.

    >>> worth(-1500, "chess", 1000)["text"], worth(0.25, "othello", 1000, win=0.5)["share"]
    ('-1.50', 0.5)
    """
    if win != _kernel.MATE:
        return {"number": value, "share": max(-1.0, min(1.0, value / win)), "text": f"{value:+.3f}"}
    if abs(value) >= _kernel.MATE_BOUND:
        winner = _kernel.facts(game).players[value < 0]
        share = 1.0 if value > 0 else -1.0
        plies = int(_kernel.MATE - abs(value))
        return {"number": share, "share": share, "text": f"{winner} wins in {plies}"}
    real = value / scale
    return {"number": real, "share": real / (abs(real) + 3.0), "text": f"{real:+.2f}"}
