"""Other people's shogi engines, asked for one search at a time; every answer has a deadline."""

import re
import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass

from engines import NoAnswer, Searched, clock_of

from plywise.play.opponents.failure import EngineFailed
from plywise.play.opponents.process import EngineProcess

USI_NODES = re.compile(r"\bnodes (\d+)")
GNU_NODES = re.compile(r"^Gen \d+ Node (\d+) ")
PERFT = re.compile(r"^Nodes searched: (\d+)")


@dataclass(frozen=True, kw_only=True)
class Engine:
    """An engine of shogi to be measured."""

    command: str
    deeper: int = 0
    """Plies more than asked for: one that prunes hard would be done before a clock can tell."""
    search: Callable[["Session", list[str], int], Searched]
    """One search after those moves from the start, to that depth."""

    def path(self) -> str | None:
        """Where it is, if it is installed."""
        return shutil.which(self.command) or shutil.which(self.command, path="/usr/games")


class Session:
    """A running engine. Leaving the block ends it, whatever it does."""

    def __init__(self, engine: Engine, patience: float, *options: str) -> None:
        path = engine.path()
        if path is None:
            raise NoAnswer(f"{engine.command} is not installed (Debian: {engine.command})")
        self._name, self._patience = engine.command, patience
        try:
            self._process = EngineProcess([path, *options])
        except EngineFailed as failure:
            raise NoAnswer(f"{engine.command}: {failure}") from None

    def __enter__(self) -> "Session":
        return self

    def __exit__(self, *_: object) -> None:
        self._process.close()

    def say(self, *lines: str) -> None:
        """Write lines to it."""
        try:
            self._process.say(*lines, within=self._patience)
        except EngineFailed as failure:
            raise NoAnswer(f"{self._name}: {failure}") from None

    def until(self, pattern: str) -> list[str]:
        """Its lines up to and including one that matches."""
        lines: list[str] = []

        def hear(line: str) -> bool | None:
            lines.append(line)
            return bool(re.match(pattern, line)) or None

        try:
            self._process.answer(hear, within=self._patience, what=repr(pattern))
        except EngineFailed as failure:
            raise NoAnswer(f"{self._name}: {failure}") from None
        return lines

    def timed(self, question: str, end: str, count: re.Pattern[str]) -> Searched:
        """The largest count that it names in its answer, and what that cost."""
        begun = clock_of(self._process.pid)
        self.say(question)
        lines = self.until(end)
        seconds = clock_of(self._process.pid) - begun
        counts = [int(match[1]) for line in lines if (match := count.search(line))]
        if not counts:
            raise NoAnswer(f"{self._name} named no number of nodes")
        return Searched(nodes=max(counts), seconds=seconds)


def ready_for_usi(session: Session) -> None:
    """Shogi, one thread."""
    session.say("usi")
    session.until("usiok")
    session.say("setoption name Threads value 1", "isready")
    session.until("readyok")


def search_usi(session: Session, moves: list[str], depth: int) -> Searched:
    """USI: told all at once."""
    ready_for_usi(session)
    session.say("usinewgame", " ".join(["position startpos moves", *moves]), "isready")
    session.until("readyok")
    return session.timed(f"go depth {depth}", "bestmove", USI_NODES)


def search_gnu(session: Session, moves: list[str], depth: int) -> Searched:
    """GNU Shogi: asks for its depth on a line of its own, and is told every move."""
    session.say("depth", str(depth), "post", "book", "force", *moves)
    time.sleep(0.3)  # it announces nothing that could be waited for
    return session.timed("go", "Gen ", GNU_NODES)


KNOWN = (
    Engine(command="gnushogi", search=search_gnu),
    Engine(command="fairy-stockfish", search=search_usi, deeper=6),
)


def perft(engine: Engine, depth: int, patience: float) -> Searched:
    """`go perft` of a Stockfish: its leaves are counted, not played."""
    with Session(engine, patience) as session:
        ready_for_usi(session)
        session.say("position startpos")
        return session.timed(f"go perft {depth}", "Nodes searched", PERFT)
