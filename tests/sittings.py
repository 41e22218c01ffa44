"""Somebody at the prompt of a game who says what a test wants said."""

from collections.abc import Iterable
from typing import Any

import plywise as pw
from plywise.play.judging import evaluation_of
from plywise.play.levels import search_at
from plywise.play.sitting.opponent import Opponent
from plywise.play.sitting.sitting import Ended, Sitting


def rival(game: str, depth: int = 1) -> Opponent:
    searching = search_at(game, "depth:1", 100) if depth == 1 else pw.AlphaBeta(depth=depth)
    return Opponent(evaluation=evaluation_of(game, ""), searching=searching, name="it")


class Table:
    """Somebody who says these things one after the other, and what is shown."""

    def __init__(self, game: str, said: Iterable[str], position: str = "", **more: Any) -> None:
        self._said = iter(said)
        self.shown: list[str] = []
        rules = pw.game(game)
        start = rules.position(position) if position else rules.start()
        more.setdefault("opponent", rival(game))
        self.sitting = Sitting(start=start, ask=self.ask, tell=self.shown.append, seed=1, **more)

    def ask(self, question: str) -> str:
        self.shown.append(question)
        try:
            return next(self._said)
        except StopIteration:
            raise EOFError from None

    def play(self) -> Ended:
        return self.sitting.play()

    @property
    def told(self) -> str:
        return "\n".join(self.shown)
