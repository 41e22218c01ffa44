"""A foreign program behind pipes or a socket: all has a deadline, and it never outlives its block.

No threads and no event loop: the caller waits on the pipe itself, so there is one place where time
passes. The program leads a process group of its own; whatever it starts dies with it, on Linux even
what has left the group.
"""

import errno
import os
import select
import shutil
import signal
import socket
import subprocess
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import IO, Self, TypeAlias, TypeVar

from plywise._kernel import Stop
from plywise.play.opponents import leftovers
from plywise.play.opponents.failure import LATE, EngineFailed, EngineResigned, shown

Answer = TypeVar("Answer")
Pipe: TypeAlias = IO[bytes] | socket.SocketIO

MOST_BYTES = 8 << 20
"""So much may be said before the answer that was asked for."""
LONGEST_LINE = 1 << 16
CHUNK = 1 << 16
BREATH = 0.1
"""Seconds between two looks at the flag that ends everything."""
PAUSE = 0.005
"""Seconds between two looks whether it has opened its socket."""
GRACE = 0.2
"""Seconds from `quit` to the end by force."""
OUR_TROUBLE = {errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.EAGAIN}
"""Errors at the start that are this machine's, not the program's."""


def _tied(command: Sequence[str]) -> list[str]:
    """The command, so that it dies with us, even by kill -9; Linux has that.

    Not every engine goes when its input ends. The signal comes when the *thread* ends that started
    the program, which here is the one that plays all its games. Who has lost us before the signal
    was ordered sees it by its parent.
    """
    if not _tie():
        return list(command)
    orphan = 'test "$PPID" = "$0" && exec "$@"'
    return [*_tie(), "sh", "-c", orphan, str(os.getpid()), *command]


@cache
def _tie() -> tuple[str, ...]:
    """What orders the signal, where that can be had."""
    tie = (shutil.which("setpriv") or "", "--pdeathsig", "KILL")
    try:
        tried = subprocess.run([*tie, "true"], capture_output=True, timeout=5, check=False)  # noqa: S603
    except (OSError, subprocess.TimeoutExpired):
        return ()
    return tie if tried.returncode == 0 else ()


def _understood(wanted: Callable[[str], Answer | None], line: str) -> Answer | None:
    """What `wanted` makes of a line; an error over somebody else's words is their failure."""
    try:
        return wanted(line)
    except (EngineFailed, EngineResigned, MemoryError):
        raise
    except Exception as error:
        raise EngineFailed(f"said what cannot be read: {shown(line)}") from error


def _to_its_end(act: Callable[[], None]) -> None:
    """Do what must be done whatever comes; a Ctrl-C in it is passed on afterwards."""
    interrupt: KeyboardInterrupt | None = None
    while True:
        try:
            act()
            break
        except KeyboardInterrupt as again:
            interrupt = again
    if interrupt is not None:
        raise interrupt


class EngineProcess:
    """A running program, asked by lines. Leaving the block ends it, whatever it does."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        folder: Path | None = None,
        environment: Mapping[str, str] | None = None,
        stop: Stop | None = None,
    ) -> None:
        self._stop = stop
        self._lines: deque[bytes] = deque()
        """What it said and nobody has read yet, as whole lines."""
        self._rest = b""
        """The beginning of its next line."""
        self._mark = leftovers.new_mark()
        marked = {**os.environ, **(environment or {}), **leftovers.environment(self._mark)}
        try:
            self._process = subprocess.Popen(  # noqa: S603 - the user named the program, no shell
                _tied(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL, bufsize=0, cwd=folder, start_new_session=True,
                env=marked,
            )  # fmt: skip
        except OSError as error:
            leftovers.forget(self._mark)
            if error.errno in OUR_TROUBLE:
                raise
            raise EngineFailed(f"cannot be started ({error.strerror})") from None
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._pipes: list[Pipe] = []
        """All that is open between us."""
        self._speak_by(self._process.stdin, self._process.stdout)

    def _speak_by(self, to_it: Pipe, from_it: Pipe) -> None:
        """From now on lines go and come there; what was said elsewhere is forgotten."""
        self._in, self._out = to_it, from_it
        self._pipes += (to_it, from_it)
        self._lines, self._rest = deque(), b""
        for pipe in (self._in, self._out):
            os.set_blocking(pipe.fileno(), False)
        self._may_write, self._may_read = select.poll(), select.poll()
        self._may_write.register(self._in.fileno(), select.POLLOUT)
        self._may_read.register(self._out.fileno(), select.POLLIN)

    def connect(self, place: str, *, within: float) -> None:
        """From now on speak over the socket that it was told to open at a place of the file system.

        How soon it does so is its business; that it has not yet is all that may go wrong.
        """
        end = time.monotonic() + within
        late = f"{LATE}: opened no socket within {within:g} s"
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        with connection:  # closed here, it stays open for those who speak by it
            while True:
                try:
                    connection.connect(place)
                    break
                except (FileNotFoundError, ConnectionRefusedError):
                    self._pause(end, late)
                except OSError as error:  # the name of the temporary folder may be too long
                    raise EngineFailed(f"cannot be reached at {place!r} ({error})") from None
            self._speak_by(
                connection.makefile("wb", buffering=0), connection.makefile("rb", buffering=0)
            )

    def _pause(self, end: float, late: str) -> None:
        """Wait a moment, as long as it is there and has time."""
        if not self.is_there:
            raise EngineFailed(self._how_it_ended("closed its output"))
        self._refuse_to_wait(end, late)
        time.sleep(PAUSE)

    @property
    def pid(self) -> int:
        """The program's number, which is its group's too."""
        return self._process.pid

    @property
    def is_there(self) -> bool:
        """Whether it still holds its output open, and so may answer."""
        poll = select.poll()
        poll.register(self._out.fileno(), 0)  # the end is told whatever one asks for
        return not poll.poll(0)

    def stops_by(self, stop: Stop | None) -> None:
        """From now on this flag ends every wait for it."""
        self._stop = stop

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def say(self, *lines: str, within: float) -> None:
        """Write lines to it."""
        said = "".join(f"{line}\n" for line in lines)
        text = memoryview(said.encode(errors="surrogateescape"))  # a path may be no UTF-8
        end = time.monotonic() + within
        late = f"{LATE}: did not read what it was told within {within:g} s"
        while text:
            try:
                text = text[os.write(self._in.fileno(), text) :]
            except BlockingIOError:
                self._wait(self._may_write, end, late)
            except OSError:
                raise EngineFailed(self._how_it_ended("closed its input")) from None

    def answer(self, wanted: Callable[[str], Answer | None], *, within: float, what: str) -> Answer:
        """What `wanted` makes of the first line that it makes anything of; `what` names that."""
        end = time.monotonic() + within
        late = f"{LATE}: no {what} within {within:g} s"
        said = 0
        while True:
            while (line := self._next_line()) is not None:
                if (found := _understood(wanted, line)) is not None:
                    return found
            said += self._read(end, late)
            if said > MOST_BYTES:
                raise EngineFailed(f"flood: more than {MOST_BYTES >> 20} MB before its {what}")

    def close(self) -> None:
        """End it politely, then not, and with it whatever it has started.

        A Ctrl-C in the meantime ends the politeness; it is passed on when the program is gone.
        """
        if self._out.closed:
            return
        self._stop = None  # the end of everything is no reason to leave it running
        try:
            with suppress(EngineFailed):
                self.say("quit", within=GRACE)
                self._in.close()
                self._until_it_ends(time.monotonic() + GRACE)
        finally:
            _to_its_end(self._kill)

    def _kill(self) -> None:
        """End it by force; may be done again where it was interrupted."""
        if self._process.returncode is None:
            # It has not been waited for yet, so its number cannot be anybody else's by now.
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(10.0)
        leftovers.end_marked(self._mark)
        for pipe in self._pipes:
            with suppress(OSError):
                pipe.close()

    def _until_it_ends(self, end: float) -> None:
        """Wait for the end of its output; the output itself is of no interest any more."""
        while time.monotonic() < end:
            self._lines.clear()
            self._read(end, LATE)

    def _next_line(self) -> str | None:
        """The next whole line that has been read, without the white space around it."""
        if self._lines:
            return self._lines.popleft().decode("utf-8", errors="replace").strip()
        if len(self._rest) > LONGEST_LINE:
            raise EngineFailed(f"flood: a line of more than {LONGEST_LINE >> 10} kB")
        return None

    def _read(self, end: float, late: str) -> int:
        """Wait for more output; how much there was."""
        self._wait(self._may_read, end, late)
        try:
            chunk = os.read(self._out.fileno(), CHUNK)
        except BlockingIOError:
            return 0
        except ConnectionError:  # of a socket: it went without having read all
            chunk = b""
        if not chunk:
            raise EngineFailed(self._how_it_ended("closed its output"))
        *lines, self._rest = (self._rest + chunk).split(b"\n")
        self._lines.extend(lines)
        return len(chunk)

    def _wait(self, pipe: "select.poll", end: float, late: str) -> None:
        """Return when the pipe is ready; at the deadline, or if all is to stop, raise."""
        while True:
            left = self._refuse_to_wait(end, late)  # asked every time: some never stop talking
            if pipe.poll(1000 * min(left, BREATH)):
                return

    def _refuse_to_wait(self, end: float, late: str) -> float:
        """The seconds that are left; raise at the deadline, or if all is to stop."""
        if self._stop is not None and self._stop.is_set:
            raise KeyboardInterrupt
        left = end - time.monotonic()
        if left <= 0:
            raise EngineFailed(late)
        return left

    def _how_it_ended(self, otherwise: str) -> str:
        """Its exit code, where the system tells it without forgetting the process."""
        end = time.monotonic() + GRACE
        while hasattr(os, "waitid") and time.monotonic() < end:
            seen = os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
            if seen is not None:
                by = "signal" if seen.si_code != os.CLD_EXITED else "exit code"
                return f"ended ({by} {seen.si_status})"
            time.sleep(0.005)
        return otherwise
