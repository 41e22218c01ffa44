"""How often an evaluation finds a best move, and how far its values are off."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum
from typing import TYPE_CHECKING

from plywise import _kernel
from plywise.errors import BadSetting
from plywise.evaluation.squash import Logistic, Squash
from plywise.play.connect_four.known_positions import KnownPosition, known_positions
from plywise.searching.search import search
from plywise.searching.settings import AlphaBeta

if TYPE_CHECKING:
    from plywise.evaluation.protocol import Evaluation

DEPTH = 2


@dataclass(frozen=True, kw_only=True)
class Accuracy:
    """What perfect play says of a search."""

    optimal: float
    """The share of positions in which the move keeps what can be had."""
    value_error: float
    """The mean of |predicted score − score with perfect play|, both from 0 to 1."""


def accuracy(
    evaluation: Evaluation,
    positions: Sequence[KnownPosition] | None = None,
    *,
    depth: int = DEPTH,
    squash: Squash | None = None,
) -> Accuracy:
    """How a search with that evaluation does on positions whose moves are all solved.

    By default these are the 1,000 that come with plywise. Among moves that it thinks equal the
    search draws one by the number of the position.

    >>> import plywise as pw
    >>> nothing = pw.Linear(pw.game("connect-four").features("lines"), [0.0] * 27)
    >>> accuracy(nothing, known_positions()[:50]).optimal < 0.95
    True
    """
    known = known_positions() if positions is None else positions
    if not known:
        raise BadSetting("positions=[]; give some of known_positions(), or leave them out for all")
    using, squashed = AlphaBeta(depth=depth), squash or Logistic()
    good, errors = 0, []
    for number, one in enumerate(known):
        found = search(one.position, evaluation, using, seed=number)
        assert found.move is not None, "somebody is to move"
        good += one.values[found.move] == one.value
        predicted = _predicted(found.value, evaluation.scale, squashed)
        errors.append(abs(predicted - (1 + one.value) / 2))
    return Accuracy(optimal=good / len(known), value_error=fsum(errors) / len(known))


def _predicted(value: float, scale: int, squash: Squash) -> float:
    """The score that a value predicts; wins and losses by the rules are certain."""
    if abs(value) >= _kernel.MATE_BOUND:
        return float(value > 0)
    return float(squash.predict([value / scale])[0])
