"""What runs beside the conversation and is no search for a move: `go perft` and `bench`."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from dataclasses import replace
from typing import TYPE_CHECKING

from plywise import _kernel
from plywise.engine.streams import Output, clean
from plywise.games.declared import facts_of

if TYPE_CHECKING:
    from plywise.searching import AlphaBeta


class Chore(ABC):
    """A job that can be ended between two steps."""

    ends_itself = False
    """Nobody who has gone away wants to know."""

    def __init__(self, output: Output) -> None:
        self.has_answered = False
        self._output = output
        self._remote = _kernel.Remote()

    def finish(self) -> None:
        """End it."""
        self._remote.finish()

    def ponderhit(self) -> None:  # noqa: B027 (what it does is nothing)
        """Nothing to do: it has no clock."""

    def run(self) -> None:
        """Work, and say what came of it; an error is told and costs nothing but the result."""
        try:
            told = self.result()
        except Exception as error:
            told = [f"info string failed: {clean(f'{type(error).__name__}: {error}')}"]
        self.has_answered = True
        self._output.say(*told)

    @abstractmethod
    def result(self) -> list[str]:
        """The lines at the end."""


class Perft(Chore):
    """Counts the move sequences of a length, a line for each first move."""

    def __init__(self, position: _kernel.Position, depth: int, output: Output) -> None:
        super().__init__(output)
        self._position, self._depth = position, depth
        self._stop = _kernel.Stop()

    def finish(self) -> None:
        """End it, also in the middle of a count."""
        self._stop.set()

    def result(self) -> list[str]:
        """The sum."""
        total = 0 if self._depth else 1
        for move in self._position.moves if self._depth else ():
            try:
                count = self._position.after(move).perft(self._depth - 1, stop=self._stop)
            except KeyboardInterrupt:
                return ["info string perft was stopped"]
            self._output.say(f"{move}: {count}")
            total += count
        return ["", f"Nodes searched: {total}"]


class Bench(Chore):
    """Searches fixed positions to a depth; the nodes change as soon as the search does."""

    def __init__(
        self, evaluation: _kernel.Evaluation, searching: AlphaBeta, depth: int, output: Output
    ) -> None:
        super().__init__(output)
        self._evaluation = evaluation
        self._searching = replace(searching, depth=depth, nodes=None)

    def result(self) -> list[str]:
        """Nodes, time and speed of all positions together."""
        game = self._evaluation.game
        texts = positions(game)
        searcher = _kernel.Searcher(game)
        settings = self._searching.settings(self._evaluation.scale)
        nodes, began = 0, time.monotonic()
        for number, text in enumerate(texts, start=1):
            searcher.clear()
            position = _kernel.Position.parse(game, text)
            nodes += searcher.search(
                position, self._evaluation, settings, remote=self._remote
            ).nodes
            if self._remote.is_finished:
                return ["info string bench was stopped"]
            self._output.tell(f"position {number} of {len(texts)}, {nodes} nodes")
        milliseconds = max(1, int(1000 * (time.monotonic() - began)))
        return [
            "",
            f"Total time (ms) : {milliseconds}",
            f"Nodes searched  : {nodes}",
            f"Nodes/second    : {1000 * nodes // milliseconds}",
        ]


def positions(game: str) -> list[str]:
    """Fixed positions of a game: the thesis's of chess, elsewhere those of a ballot.

    >>> len(positions("chess")), len(positions("shogi"))
    (30, 10)
    """
    if known := facts_of(game).bench_positions:
        return list(known)
    from plywise.games.ballot import ballot

    return [str(opening.position(game)) for opening in ballot(10, plies=20, seed=1, game=game)]
