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


def evaluation_of(game: str, weights: str, *, last: bool = False) -> Evaluation:
    """The evaluation of weights by name, or the usual one; BadInput if they are another game's.

    A game in Python without any feature is judged by results alone. Of a run it is the mean over
    the last half of its games, or with `last` what it has after the last one.
    """
    from plywise.evaluation.weights import resolve, usual

    name = rules_of(game).name
    rules = _kernel.rules(name)
    if not weights and rules is not None and not rules.features:
        return results_alone(name)
    chosen = resolve(weights, game=name, last=last) if weights else usual(name)
    if chosen.game != name:
        raise BadInput(f"these are weights for {chosen.game}, and the game is {game}")
    return chosen.as_evaluation()


def results_alone(game: str) -> Evaluation:
    """An evaluation that knows nothing but results: for games without any feature.

    >>> import plywise as pw
    >>> results_alone("tic-tac-toe").value(pw.game("tic-tac-toe").start())
    0
    """
    from plywise.evaluation.features import FeatureSet
    from plywise.evaluation.linear import Linear
    from plywise.evaluation.python_features import Feature

    def nothing(position: Any, side: str) -> float:
        """Counts nothing."""
        del position, side
        return 0.0

    feature = Feature(game, nothing)
    features = FeatureSet(
        game=game,
        name=feature.name,
        names=(feature.name,),
        meanings=(feature.meaning,),
        starts=(0.0,),
        unit=feature.name,
        functions=(feature,),
    )
    return Linear(features, [0.0])


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
