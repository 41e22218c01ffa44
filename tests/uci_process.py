"""A real engine process for tests to talk to; every answer has a deadline, so that none hangs."""

import queue
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import IO

COMMAND = [sys.executable, "-m", "plywise", "engine"]
PATIENCE = 60.0
"""Seconds to wait before a test calls an engine dead. No figure of speed: it is never near."""


class Engine:
    """`plywise engine` with its lines in order."""

    def __init__(self, *words: str, python: tuple[str, ...] = ()) -> None:
        command = [COMMAND[0], *python, *COMMAND[1:], *(words or ("chess/standard",))]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        self.seen: list[str] = []
        """Every line so far."""
        self.talk = ""
        """What stood on stderr at the end."""
        self._lines: queue.Queue[str | None] = queue.Queue()
        assert self.process.stdout is not None
        self._reader = threading.Thread(target=self._read, args=(self.process.stdout,))
        self._reader.start()

    def _read(self, stdout: IO[bytes]) -> None:
        for line in stdout:
            self._lines.put(line.decode("utf-8").rstrip("\n"))
        self._lines.put(None)

    def send(self, *lines: str | bytes) -> "Engine":
        """Send lines; bytes go as they are."""
        assert self.process.stdin is not None
        for line in lines:
            self.process.stdin.write(line if isinstance(line, bytes) else f"{line}\n".encode())
        self.process.stdin.flush()
        return self

    def until(self, start: str) -> list[str]:
        """The lines up to the next one that begins like this."""
        lines: list[str] = []
        deadline = time.monotonic() + PATIENCE
        while not lines or not lines[-1].startswith(start):
            line = self._lines.get(timeout=max(0.0, deadline - time.monotonic()))
            assert line is not None, f"the engine ended before {start!r}; it said {self.seen[-5:]}"
            lines.append(line)
            self.seen.append(line)
        return lines

    def answer(self, command: str, start: str) -> list[str]:
        """The lines after a command, up to one that begins like this."""
        return self.send(command).until(start)

    def best_move(self, command: str) -> str:
        """The move that comes of a `go`."""
        return self.answer(command, "bestmove")[-1].split()[1]

    def is_quiet(self) -> bool:
        """Whether nothing but the answer to `isready` comes now."""
        return not [line for line in self.answer("isready", "readyok") if "bestmove" in line]

    def end(self, *, close: bool = True) -> int:
        """The exit code after stdin was closed; the rest of its lines are in `seen`."""
        if close and self.process.stdin is not None:
            self.process.stdin.close()
        code = self.process.wait(PATIENCE)
        self._reader.join()
        while (line := self._lines.get(timeout=PATIENCE)) is not None:
            self.seen.append(line)
        assert self.process.stderr is not None
        self.talk = self.process.stderr.read().decode("utf-8")
        self.close()
        return code

    def close(self) -> None:
        """Let go of the process, killing it if it still runs."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(PATIENCE)
        self._reader.join()
        for pipe in (self.process.stdout, self.process.stderr, self.process.stdin):
            if pipe is not None:
                with suppress(BrokenPipeError):
                    pipe.close()


@contextmanager
def engine(*words: str, python: tuple[str, ...] = ()) -> Iterator[Engine]:
    """An engine for a test; it is gone afterwards, and has said nothing on stderr."""
    started = Engine(*words, python=python)
    try:
        yield started
        if started.process.returncode is None:
            assert started.end() == 0
            assert started.talk == "" or python
    finally:
        started.close()
