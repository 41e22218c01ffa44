"""Other people's engines, asked for one search at a time; every answer has a deadline.

`KNOWN` declares each engine once: command, protocol, what to say to it first.
"""

import contextlib
import os
import queue
import re
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field

GAMES_FOLDER = "/usr/games"
"""Where Debian puts them; not on everybody's PATH."""
THINKING = re.compile(r"^\s*\d+\S*\s+-?\d+\s+\d+\s+(\d+)\s")
"""xboard's thinking output: depth, value, time in hundredths, nodes, line."""
TOTAL = re.compile(r"\bnodes_total=(\d+)")
UCI_NODES = re.compile(r"\bnodes (\d+)")


class NoAnswer(RuntimeError):
    """The engine did not say what it had to in time, or ended."""


@dataclass(frozen=True, kw_only=True)
class Engine:
    """How an engine is started and made to search alone, in one thread and without a book."""

    name: str
    command: tuple[str, ...]
    protocol: str = "uci"
    """"uci" or "xboard"."""
    options: dict[str, str] = field(default_factory=dict)
    """UCI options; those that the engine does not list are left out."""
    first: tuple[str, ...] = ()
    """xboard: lines to say at the beginning."""
    limit: str = "sd"
    """xboard: the word that sets the depth."""
    deeper: int = 0
    """Plies more than asked for: one that prunes hard would be done before a clock can tell."""

    def path(self) -> str | None:
        """Where it is installed."""
        return shutil.which(self.command[0]) or shutil.which(self.command[0], path=GAMES_FOLDER)

    @property
    def package(self) -> str:
        """The Debian package."""
        return self.command[0]


ALONE = {"Threads": "1", "Hash": "16", "OwnBook": "false", "Ponder": "false"}

# fairymax is left out: it does not take positions, only moves from the start.
KNOWN = (
    Engine(
        name="stockfish classical",
        command=("stockfish",),
        options={**ALONE, "Use NNUE": "false"},
        deeper=8,
    ),
    Engine(name="stockfish NNUE", command=("stockfish",), options=ALONE, deeper=8),
    Engine(name="gnuchess", command=("gnuchess", "-u"), options=ALONE),
    # It says the exact number of nodes only when it is talkative.
    Engine(
        name="hoichess",
        command=("hoichess", "-x"),
        protocol="xboard",
        first=("option verbose=1", "book off"),
    ),
    Engine(name="toga2", command=("toga2",), options=ALONE),
    Engine(name="glaurung", command=("glaurung",), options=ALONE),
    Engine(name="ethereal", command=("ethereal-chess",), options=ALONE, deeper=6),
    Engine(
        name="phalanx", command=("phalanx", "-b-", "-l-"), protocol="xboard", limit="depth"
    ),  # it ignores `sd`
    Engine(name="sjeng", command=("sjeng",), protocol="xboard"),
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
            raise NoAnswer(f"{engine.name} is not installed (Debian: {engine.package})")
        self.engine = engine
        self.patience = patience
        self._process = subprocess.Popen(
            [path, *engine.command[1:]],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            errors="replace",
            bufsize=1,
        )
        self._lines: queue.Queue[str | None] = queue.Queue()
        threading.Thread(target=self._listen, daemon=True).start()

    def __enter__(self) -> "Session":
        try:
            self._prepare()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def search(self, fen: str, depth: int) -> Searched:
        """The nodes and the seconds of a search of that depth, of the processor where it tells."""
        depth += self.engine.deeper
        if self.engine.protocol == "uci":
            return self._search_uci(fen, depth)
        return self._search_xboard(fen, depth)

    def close(self) -> None:
        """End it politely, then not."""
        try:
            self.say("quit")
            self._process.wait(1.0)
        except (NoAnswer, subprocess.TimeoutExpired):
            self._process.kill()
            self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):  # what it never read is lost with it
                    pipe.close()

    def say(self, *lines: str) -> None:
        """Write lines to it."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write("".join(f"{line}\n" for line in lines))
            self._process.stdin.flush()
        except (OSError, ValueError) as error:
            raise NoAnswer(f"{self.engine.name} has ended") from error

    def until(self, word: str) -> Iterator[str]:
        """Its lines up to and including one that begins with `word`."""
        end = time.monotonic() + self.patience
        late = f"{self.engine.name} did not say {word!r} within {self.patience:g} s"
        while True:
            left = end - time.monotonic()  # asked for every line: some engines never stop talking
            try:
                line = self._lines.get(timeout=max(0.0, left))
            except queue.Empty:
                raise NoAnswer(late) from None
            if left < 0:
                raise NoAnswer(late)
            if line is None:
                raise NoAnswer(f"{self.engine.name} ended instead of saying {word!r}")
            yield line
            if line.startswith(word):
                return

    def _listen(self) -> None:
        assert self._process.stdout is not None
        with contextlib.suppress(ValueError):  # closed from this side
            for line in self._process.stdout:
                self._lines.put(line.strip())
        self._lines.put(None)

    def _prepare(self) -> None:
        if self.engine.protocol == "xboard":
            self.say("xboard", "protover 2")
            time.sleep(0.5)  # not every engine announces the end of its features
            self.say("new", *self.engine.first, "easy", "post", "force")
            return
        self.say("uci")
        listed = {
            match[1]
            for line in self.until("uciok")
            if (match := re.match(r"option name (.+?) type ", line))
        }
        for name, value in self.engine.options.items():
            if name in listed:
                self.say(f"setoption name {name} value {value}")
        self._when_ready()

    def _when_ready(self) -> None:
        self.say("isready")
        for _ in self.until("readyok"):
            pass

    def _search_uci(self, fen: str, depth: int) -> Searched:
        self.say("ucinewgame", f"position fen {fen}")
        self._when_ready()  # clearing its table is not searching
        begun = self._clock()
        self.say(f"go depth {depth}")
        return self._searched(begun, self.until("bestmove"), (UCI_NODES,))

    def _search_xboard(self, fen: str, depth: int) -> Searched:
        self.say("new", "force", "level 0 60 0", f"{self.engine.limit} {depth}", f"setboard {fen}")
        time.sleep(0.01)  # `new` is not searching, and not every engine answers `ping`
        begun = self._clock()
        self.say("go")
        return self._searched(begun, self.until("move"), (TOTAL, THINKING))

    def _searched(
        self, begun: float, lines: Iterator[str], patterns: tuple[re.Pattern[str], ...]
    ) -> Searched:
        """The largest count it named; nodes after its last word are not known."""
        counts = [int(m[1]) for line in lines for p in patterns if (m := p.search(line))]
        seconds = self._clock() - begun
        if not counts:
            raise NoAnswer(f"{self.engine.name} named no number of nodes")
        return Searched(nodes=max(counts), seconds=seconds)

    def _clock(self) -> float:
        """Seconds that its process has computed; by the wall where the system cannot tell."""
        if not sys.platform.startswith("linux"):
            return time.perf_counter()
        # clock_getcpuclockid(3) of another process, which Python does not offer.
        return time.clock_gettime((~self._process.pid << 3) | 2)


def installed(names: list[str]) -> list[Engine]:
    """The engines that are there; with `names`, those whose name begins with one of them."""
    wanted = [e for e in KNOWN if not names or any(e.name.startswith(name) for name in names)]
    return [engine for engine in wanted if engine.path() is not None]


def own_clock() -> float:
    """Seconds that this thread has computed."""
    return time.thread_time() if os.name == "posix" else time.perf_counter()
