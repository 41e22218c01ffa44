"""Other people's engines, asked for one search at a time; every answer has a deadline.

How each is started and spoken to is declared in `plywise.play.opponents`; what measuring wants
beside that stands here.
"""

import os
import re
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass, fields

from plywise.play import opponents
from plywise.play.opponents.failure import EngineFailed
from plywise.play.opponents.process import EngineProcess
from plywise.play.opponents.uci import option_of

THINKING = re.compile(r"^\s*\d+\S*\s+-?\d+\s+\d+\s+(\d+)\s")
"""xboard's thinking output: depth, value, time in hundredths, nodes, line."""
TOTAL = re.compile(r"\bnodes_total=(\d+)")
UCI_NODES = re.compile(r"\bnodes (\d+)")


class NoAnswer(RuntimeError):
    """The engine did not say what it had to in time, or ended."""


@dataclass(frozen=True, kw_only=True)
class Engine(opponents.Engine):
    """An engine to be measured."""

    deeper: int = 0
    """Plies more than asked for: one that prunes hard would be done before a clock can tell."""


def measured(
    known: str,
    *,
    name: str = "",
    options: Mapping[str, str] | None = None,
    first: tuple[str, ...] = (),
    deeper: int = 0,
) -> Engine:
    """A known engine as it is measured: its declaration, and what is said beside that."""
    base = opponents.KNOWN[known]
    declared = {field.name: getattr(base, field.name) for field in fields(base)}
    changes = {
        "name": name or known,
        "options": {**base.options, **(options or {})},
        "first": (*first, *base.first),
        "deeper": deeper,
    }
    return Engine(**declared | changes)


# fairymax is left out: it does not take positions, only moves from the start.
KNOWN = (
    measured("stockfish", name="stockfish classical", options={"Use NNUE": "false"}, deeper=8),
    measured("stockfish", name="stockfish NNUE", deeper=8),
    measured("gnuchess"),
    # It says the exact number of nodes only when it is talkative.
    measured("hoichess", first=("option verbose=1",)),
    measured("toga2"),
    measured("glaurung"),
    measured("ethereal-chess", name="ethereal", deeper=6),
    measured("phalanx"),
    measured("sjeng"),
)


@dataclass(frozen=True, kw_only=True)
class Searched:
    """What one search cost."""

    nodes: int
    seconds: float


class Session:
    """A running engine. Leaving the block ends it, whatever it does."""

    def __init__(self, engine: Engine, patience: float) -> None:
        path = engine.path()
        if path is None:
            raise NoAnswer(f"{engine.name} is not installed (Debian: {engine.install})")
        self.engine = engine
        self.patience = patience
        try:
            self._process = EngineProcess([path, *engine.command[1:]])
        except EngineFailed as failure:
            raise NoAnswer(f"{engine.name}: {failure}") from None

    def __enter__(self) -> "Session":
        try:
            self._prepare()
        except BaseException:
            self._process.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._process.close()

    def search(self, fen: str, depth: int) -> Searched:
        """The nodes and the seconds of a search of that depth, of the processor where it tells."""
        depth += self.engine.deeper
        if self.engine.protocol == "uci":
            return self._search_uci(fen, depth)
        return self._search_xboard(fen, depth)

    def say(self, *lines: str) -> None:
        """Write lines to it."""
        try:
            self._process.say(*lines, within=self.patience)
        except EngineFailed as failure:
            raise NoAnswer(f"{self.engine.name}: {failure}") from None

    def until(self, word: str) -> list[str]:
        """Its lines up to and including one that begins with `word`."""
        lines: list[str] = []

        def hear(line: str) -> bool | None:
            lines.append(line)
            return line.startswith(word) or None

        try:
            self._process.answer(hear, within=self.patience, what=repr(word))
        except EngineFailed as failure:
            raise NoAnswer(f"{self.engine.name}: {failure}") from None
        return lines

    def _prepare(self) -> None:
        if self.engine.protocol == "xboard":
            self.say("xboard", "protover 2")
            time.sleep(0.5)  # not every engine announces the end of its features
            self.say("new", *self.engine.first, "easy", "post", "force")
            return
        self.say("uci")
        listed = {option.name for line in self.until("uciok") if (option := option_of(line))}
        for name, value in self.engine.options.items():
            if name in listed:
                self.say(f"setoption name {name} value {value}")
        self._when_ready()

    def _when_ready(self) -> None:
        self.say("isready")
        self.until("readyok")

    def _search_uci(self, fen: str, depth: int) -> Searched:
        self.say("ucinewgame", f"position fen {fen}")
        self._when_ready()  # clearing its table is not searching
        begun = self._clock()
        self.say(f"go depth {depth}")
        return self._searched(begun, self.until("bestmove"), (UCI_NODES,))

    def _search_xboard(self, fen: str, depth: int) -> Searched:
        self.say(
            "new", "force", "level 0 60 0", f"{self.engine.depth_word} {depth}", f"setboard {fen}"
        )
        time.sleep(0.01)  # `new` is not searching, and not every engine answers `ping`
        begun = self._clock()
        self.say("go")
        return self._searched(begun, self.until("move"), (TOTAL, THINKING))

    def _searched(
        self, begun: float, lines: list[str], patterns: tuple[re.Pattern[str], ...]
    ) -> Searched:
        """The largest count it named; nodes after its last word are not known."""
        counts = [int(m[1]) for line in lines for p in patterns if (m := p.search(line))]
        seconds = self._clock() - begun
        if not counts:
            raise NoAnswer(f"{self.engine.name} named no number of nodes")
        return Searched(nodes=max(counts), seconds=seconds)

    def _clock(self) -> float:
        return clock_of(self._process.pid)


def clock_of(pid: int) -> float:
    """Seconds that a process has computed; by the wall where the system cannot tell."""
    if not sys.platform.startswith("linux"):
        return time.perf_counter()
    # clock_getcpuclockid(3) of another process, which Python does not offer.
    return time.clock_gettime((~pid << 3) | 2)


def installed(names: list[str]) -> list[Engine]:
    """The engines that are there; with `names`, those whose name begins with one of them."""
    wanted = [e for e in KNOWN if not names or any(e.name.startswith(name) for name in names)]
    return [engine for engine in wanted if engine.path() is not None]


def own_clock() -> float:
    """Seconds that this thread has computed."""
    return time.thread_time() if os.name == "posix" else time.perf_counter()
