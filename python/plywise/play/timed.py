"""Our own moves on a clock: as `plywise engine` plays them, with its time management."""

import time
from typing import Final

from plywise._kernel import (
    Evaluation,
    GrownSearch,
    Planted,
    Position,
    Remote,
    Searcher,
    Settings,
    Stop,
    expectimax,
)
from plywise.play.clock import AT_ONCE, Lateness, Pace, for_clock
from plywise.play.in_python import Found
from plywise.play.time_control import Turn
from plywise.searching.in_games import GameSearch
from plywise.searching.result import Progress
from plywise.searching.search import reporter

OVERHEAD: Final = 30
"""Milliseconds a move that are held back, as the engine's Move Overhead: here no GUI takes them,
but the machine may have other things to do."""


class TimedSearches:
    """The searches of one side in one game; alpha-beta keeps its table from move to move."""

    def __init__(self, game: str) -> None:
        self._searcher = Searcher(game)
        self._lateness = Lateness()

    def found(
        self,
        position: Position,
        evaluation: Evaluation,
        using: GameSearch,
        turn: Turn,
        *,
        seed: int,
        stop: Stop | None = None,
        planted: Planted | None = None,
    ) -> Found:
        """What a search finds in its share of the clock; limits of its own end it too."""
        begun = time.monotonic()
        allowance = AT_ONCE
        if len(position.moves) > 1:
            allowance = for_clock(
                turn.own, turn.increment, turn.moves_to_go, overhead=OVERHEAD,
                lateness=self._lateness.mean,
            )  # fmt: skip

        def spent() -> float:
            return 1000 * (time.monotonic() - begun)

        if isinstance(using, Settings) and using.as_dict()["expectimax"]:
            limited = _within(using, allowance.left_to_grow(spent()))
            found: Found = expectimax(position, evaluation, limited, seed, stop=stop)
        elif isinstance(using, GrownSearch):
            remote, left = Remote(), allowance.left_to_grow(spent())
            remote.allow(left, left)
            found = using.search(position, evaluation, seed=seed, stop=stop, remote=remote)
        else:
            remote, pace = Remote(), Pace()
            remote.allow(*allowance.left(spent()))

            def hear(told: Progress) -> None:
                if allowance is not AT_ONCE and told.line:
                    hundredths = 100 * told.value / evaluation.unit
                    factor = pace.factor(told.line[0], hundredths)
                    remote.allow(*allowance.left(spent(), factor))

            found = self._searcher.search(
                position, evaluation, using, seed=seed, remote=remote, report=reporter(hear),
                stop=stop, planted=planted,
            )  # fmt: skip
        self._lateness.observe(max(0, int(spent()) - allowance.hard))
        return found


def _within(using: Settings, milliseconds: int) -> Settings:
    """The same search with an end in time, unless it has an earlier one."""
    options = using.as_dict()
    own = options["milliseconds"] or milliseconds
    return Settings(**{**options, "milliseconds": min(own, milliseconds)})
