"""The engine's search where a selective one was named: a tree instead of iterations.

It ends when its time or its nodes do, at `stop`, or when nothing is left to find out, and tells of
itself once, with its move.
"""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING

from plywise import _kernel
from plywise.engine.info import Iteration
from plywise.engine.thinking import Thinking
from plywise.searching.in_games import in_game
from plywise.searching.selective import Selective
from plywise.selective.evaluator import Judged

if TYPE_CHECKING:
    from plywise.engine.plan import ThinkingPlan


class Growing(Thinking):
    """One selective search and its answer."""

    def _allow(self, factor: float) -> None:
        """Tell the search how much time is left, from now; it knows but one end."""
        allowance = self._plan.allowance
        if allowance is None or not self._is_timed:
            return
        spent = 1000 * (time.monotonic() - self._began)
        left = allowance.left_to_grow(spent, factor)
        self._remote.allow(left, left)

    def _look(self, plan: ThinkingPlan) -> list[str]:
        using, evaluation = plan.searching, self._evaluation
        grown = in_game(using, evaluation)
        assert isinstance(using, Selective)
        assert isinstance(grown, _kernel.GrownSearch)
        found = grown.search(plan.position, evaluation, seed=plan.seed, remote=self._remote)
        if found.move is None:  # a draw by the rules; who asks all the same may play on
            return plan.position.moves[:1]
        self.found = found
        line = found.line or [found.move]
        told = Iteration(
            depth=len(line),
            selective_depth=found.depth,
            number=1,
            value=as_integer(found, Judged.of(evaluation), using.steepness, evaluation.scale),
            bound="exact",
            nodes=found.nodes,
            milliseconds=int(1000 * found.seconds),
            hashfull=0,
            line=line,
        )
        self._told.append(self._written(told))
        return line


def as_integer(found: _kernel.Chosen, judged: Judged, steepness: float | None, scale: int) -> int:
    """The value of a tree as alpha-beta would write it: a mate, or the evaluation of that chance.

    1 / (1 + exp(−steepness · v)) − ½ is turned back into v.
    """
    win, sign = judged.win(steepness), 1 if found.value > 0 else -1
    if found.score in (0.0, 1.0) and abs(found.value) >= win:
        return sign * (_kernel.MATE - len(found.line))
    slope = judged.squash(steepness)["steepness"]
    if slope is None:  # evaluations are values already
        value = found.value
    else:
        chance = min(max(found.value + 0.5, CERTAIN), 1 - CERTAIN)
        value = math.log(chance / (1 - chance)) / slope
    most = _kernel.MATE_BOUND - 1
    return max(-most, min(most, round(value * scale)))


CERTAIN = 1e-9
"""A chance so small is as good as none, and has a number yet."""
