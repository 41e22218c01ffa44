"""One search and its answer: it runs beside the conversation (`worker`)."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Event
from typing import TYPE_CHECKING, Final

from plywise import _kernel, engine
from plywise.engine.info import Iteration, Language, best_move
from plywise.engine.plan import ThinkingPlan
from plywise.engine.streams import Output
from plywise.play import clock

if TYPE_CHECKING:
    from plywise.play.in_python import Found

HASTE: Final = 100
"""Milliseconds. A search that must end sooner says all it has to say in one go."""


class Thinking:
    """One search and its answer: exactly one `bestmove`, whatever happens."""

    def __init__(
        self,
        plan: ThinkingPlan,
        *,
        searcher: _kernel.Searcher,
        evaluation: _kernel.Evaluation,
        language: Language,
        output: Output,
        began: float,
    ) -> None:
        self.has_answered = False
        self.found: _kernel.SearchResult | _kernel.Chosen | None = None
        """What the search found, once it has."""
        self.on_found: Callable[[_kernel.Position, Found | None], object] | None = None
        """Who learns from it, and hears of a move that the brain knew (None)."""
        self.used = 0
        """Milliseconds from the `go` to the answer, as far as they were allowed."""
        self.overrun = 0
        """And those that were not: the machine had other things to do."""
        self._plan = plan
        self._searcher = searcher
        self._evaluation = evaluation
        self._language = language
        self._output = output
        self._began = began
        self._remote = _kernel.Remote()
        self._may_answer = Event()
        self._is_timed = not plan.ponders
        self._pace = clock.Pace()
        self._line: list[str] = []
        self._told: list[str] = []
        if not plan.waits_for:
            self._may_answer.set()

    def finish(self) -> None:
        """End now, with the best found so far."""
        self._remote.finish()
        self._may_answer.set()

    @property
    def ends_itself(self) -> bool:
        """Whether its answer comes without a word of the GUI."""
        return self._may_answer.is_set() and not self._plan.is_endless

    def ponderhit(self) -> None:
        """From here on the clock runs; what was thought before counts as thought."""
        self._is_timed = True
        self._allow(1.0)
        if self._plan.waits_for == "ponderhit":
            self._may_answer.set()

    def run(self) -> None:
        """Search, wait if the answer must wait, and answer."""
        try:
            self._allow(1.0)
            self._line = [] if self._plan.verdict else self._search()
        except BaseException as error:  # a GUI that waits for a move gets one, even after a bug
            self._output.tell(f"the search failed: {type(error).__name__}: {error}")
            self._line = self._line or self._plan.position.moves[:1]
        self._may_answer.wait()
        self.used, self.overrun = self._spent()
        self.deliver()

    def deliver(self) -> None:
        """Give the answer, and then what was found to whoever learns from it."""
        self.has_answered = True
        self._output.say(*self._told, self.answer())
        if self.on_found is not None and (self.found is not None or self.is_known):
            self.on_found(self._plan.position, self.found)

    @property
    def is_known(self) -> bool:
        """Whether the brain knows the move, and nothing is searched."""
        return self._plan.known is not None

    @property
    def line(self) -> list[str]:
        """The moves that it expects, its own first."""
        return self._line

    def answer(self) -> str:
        """The line at the end."""
        if self._plan.verdict:
            return f"bestmove {self._plan.verdict}"
        return best_move(self._plan.position, self._line, self._language)

    def _search(self) -> list[str]:
        plan = self._plan
        if not plan.position.moves:
            value = _kernel.MATE * _standing(plan.position)
            self._output.say(f"info depth 0 score {self._language.score(value)}")
            return []
        if plan.known is not None:
            self._told += engine.recalling.told(plan, self._language)
            return [plan.known.move]
        return self._look(plan)

    def _look(self, plan: ThinkingPlan) -> list[str]:
        """The line that a search of a position with moves finds."""
        from plywise.searching.selective import Selective

        assert not isinstance(plan.searching, Selective), "trees are grown elsewhere"
        found = self._searcher.search(
            plan.position,
            self._evaluation,
            plan.searching.settings(self._evaluation.scale),
            seed=plan.seed,
            remote=self._remote,
            report=self._report,
            only=plan.only,
            lines=plan.lines,
            planted=plan.planted,
        )
        if found.move is None:  # a draw by the rules; who asks all the same may play on
            return plan.position.moves[:1]
        self.found = found
        line = found.line if found.line[:1] == [found.move] else [found.move]
        if self._language.dialect.explains_move and self._line[:1] != line[:1]:
            self._told.append(self._explanation(found, line))
        return line

    def _explanation(self, found: _kernel.SearchResult, line: list[str]) -> str:
        """The `info` line on a move that no whole iteration has reported."""
        told = Iteration(
            depth=max(1, found.depth),
            selective_depth=found.selective_depth,
            number=1,
            value=found.value,
            bound="exact",
            nodes=found.nodes,
            milliseconds=int(1000 * found.seconds),
            hashfull=found.hashfull,
            line=line,
        )
        return self._written(told)

    def _written(self, told: Iteration) -> str:
        """What the GUI hears of an iteration."""
        return told.text(self._plan.position, self._language)

    def _report(
        self,
        depth: int,
        selective_depth: int,
        number: int,
        value: int,
        bound: str,
        nodes: int,
        milliseconds: int,
        hashfull: int,
        line: list[str],
    ) -> None:
        """What the kernel calls after every iteration, for every line."""
        told = Iteration(
            depth, selective_depth, number, value, bound, nodes, milliseconds, hashfull, line
        )
        self._told.append(self._written(told))
        if not self._is_in_haste:
            self._output.say(*self._told)
            self._told.clear()
        if number != 1 or bound != "exact" or not line:
            return
        self._line = line
        if self._is_enough(value, line):
            self._remote.finish()
        if self._plan.is_paced:
            self._allow(self._pace.factor(line[0], self._language.centipawns(value)))

    def _is_enough(self, value: int, line: list[str]) -> bool:
        """Whether an iteration has found all that was asked for."""
        del line
        return self._plan.mate is not None and _is_mate_within(self._plan.mate, value)

    @property
    def _is_in_haste(self) -> bool:
        """Whether the lines wait for the move: a GUI that wakes up for each takes our time."""
        allowance = self._plan.allowance
        return allowance is not None and allowance.hard < HASTE and self._is_timed

    def _allow(self, factor: float) -> None:
        """Tell the search how much time is left, from now."""
        allowance = self._plan.allowance
        if allowance is None or not self._is_timed:
            return
        spent = 1000 * (time.monotonic() - self._began)
        self._remote.allow(*allowance.left(spent, factor))

    def _spent(self) -> tuple[int, int]:
        """Milliseconds within what was allowed, and beyond it."""
        spent = int(1000 * (time.monotonic() - self._began))
        allowance = self._plan.allowance
        used = spent if allowance is None else min(spent, allowance.hard)
        return used, spent - used


def _standing(position: _kernel.Position) -> int:
    """1, 0 or −1: what the side to move has got from a game that is over."""
    outcome = 0.5 if position.outcome is None else position.outcome
    return int(2 * outcome - 1) * (1 if position.turn == "first" else -1)


def _is_mate_within(moves: int, value: int) -> bool:
    return abs(value) >= _kernel.MATE - 2 * moves
