"""A process for code that is not ours: games in Python. It can be killed, as a thread cannot."""

import threading
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, TypeVar

from plywise.errors import BadInput

Result = TypeVar("Result")


class TooSlow(BadInput):
    """Code did not answer in time, or died; its process was killed."""


class Apart:
    """One process that does one thing after the other; started when it is first needed.

    >>> apart = Apart(())
    >>> apart.call(divmod, (7, 2), 20.0)
    (3, 1)
    >>> apart.close()
    """

    def __init__(self, trusted: tuple[Path, ...]) -> None:
        self._trusted = tuple(map(str, trusted))
        self._process: Any = None
        self._line: Connection | None = None
        self._turn = threading.Lock()

    def call(self, job: Callable[..., Result], words: tuple[Any, ...], seconds: float) -> Result:
        """What a function of a module gives; TooSlow, and the process killed, if it takes long."""
        with self._turn:
            line = self._started()
            try:
                line.send((job, words))
                if not line.poll(seconds):
                    raise TooSlow(f"no answer after {seconds:g} s; the game's code was stopped")
                is_sound, answer = line.recv()
            except TooSlow:
                self.set()
                raise
            except (EOFError, OSError) as error:
                self.set()
                raise TooSlow("the process of the game's code was ended") from error
        if is_sound:
            found: Result = answer
            return found
        raise answer

    def set(self) -> None:
        """Kill the process; the next call starts another one."""
        process, self._process, self._line = self._process, None, None
        if process is not None:
            process.kill()
            process.join()

    close = set

    def _started(self) -> Connection:
        if self._line is None or self._process is None or not self._process.is_alive():
            context = get_context("spawn")
            self._line, other = context.Pipe()
            self._process = context.Process(target=_serve, args=(other, self._trusted), daemon=True)
            self._process.start()
            other.close()
        return self._line


def _serve(line: Connection, trusted: tuple[str, ...]) -> None:
    """Do what is asked, in the process apart, until the line ends."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server decides when it ends
    from plywise.games.loading import module_at

    while True:
        try:
            job, words = line.recv()
        except (EOFError, OSError):
            return
        try:
            for path in trusted:
                module_at(path)
            answer: tuple[bool, Any] = (True, job(*words))
        except Exception as error:
            answer = (False, _told(error))
        line.send(answer)


def _told(error: Exception) -> Exception:
    """An error as another process can know it: one of ours, or its text."""
    if isinstance(error, BadInput) and type(error).__module__.startswith("plywise."):
        return type(error)(str(error))
    return BadInput(f"{type(error).__name__}: {error}")
