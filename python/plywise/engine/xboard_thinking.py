"""Searches that talk as xboard wants it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from plywise._kernel import MATE, MATE_BOUND
from plywise.engine.growing import Growing
from plywise.engine.info import Iteration, Language
from plywise.engine.thinking import Thinking

MATE_SCORE: Final = 100_000
"""A mate in n moves is written as this and n."""


class Spoken(Thinking):
    """A search whose iterations are lines of numbers, and whose move the session makes."""

    posts = False
    """Whether the GUI wants to hear how it goes."""
    value: int | None = None
    """What the last whole iteration found."""
    on_move: Callable[[Any], object] | None = None

    def deliver(self) -> None:
        """Let the session make the move."""
        if self.posts and self._told:
            self._output.say(*self._told)
        self.has_answered = True
        if self.on_move is not None:
            self.on_move(self)

    def _written(self, told: Iteration) -> str:
        if told.number == 1:
            self.value = told.value
        return thinking_line(told, self._language)

    def _report(self, *given: Any) -> None:
        super()._report(*given)
        if not self.posts:
            self._told.clear()

    @property
    def _is_in_haste(self) -> bool:
        return not self.posts or super()._is_in_haste


class SpokenGrowing(Spoken, Growing):
    """The same of a selective search."""


def thinking_line(told: Iteration, language: Language) -> str:
    """An iteration as xboard reads it: depth, value, hundredths of a second, nodes, moves.

    >>> first = Iteration(3, 9, 1, 120, "exact", 5000, 20, 10, ["e2e4", "e7e5"])
    >>> thinking_line(first, Language(unit=1000))
    '3 12 2 5000 e2e4 e7e5'
    """
    score = language.centipawns(told.value)
    if abs(told.value) >= MATE_BOUND:
        moves = (MATE - abs(told.value) + 1) // 2
        score = MATE_SCORE + moves if told.value > 0 else -MATE_SCORE - moves
    line = " ".join(told.line)
    return f"{told.depth} {score} {told.milliseconds // 10} {told.nodes} {line}".rstrip()
