"""`go mate` of USI: a forced mate or none, instead of a move."""

from __future__ import annotations

from plywise import _kernel
from plywise.engine.thinking import Thinking


class Mating(Thinking):
    """A search for a forced mate; its answer is one `checkmate` line.

    It is the search for a move, ended by the first mate it sees: every move of the mate may be
    quiet, and that there is none it knows only where no move gives check.
    """

    def answer(self) -> str:
        """The mate, or that there is none, or that the time was too short to tell."""
        position = self._plan.position
        if self._line and is_mate(position, self._line):
            return f"checkmate {' '.join(self._line)}"
        if not any(position.after(move).is_check for move in position.moves):
            return "checkmate nomate"
        return "checkmate timeout"

    def _is_enough(self, value: int, line: list[str]) -> bool:
        return value >= _kernel.MATE_BOUND and is_mate(self._plan.position, line)


def is_mate(position: _kernel.Position, line: list[str]) -> bool:
    """Whether a line of the side to move ends with the other one mated.

    >>> gold_in_hand = _kernel.Position.parse("shogi", "4k4/9/4P4/9/9/9/9/9/4K4 b G 1")
    >>> is_mate(gold_in_hand, ["G*5b"]), is_mate(gold_in_hand, ["G*4b"])
    (True, False)
    """
    end = position.after_all(line)
    return len(line) % 2 == 1 and end.outcome_reason == "checkmate"
