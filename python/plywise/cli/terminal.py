"""Questions on a terminal: lines that can be edited and completed, and that a clock can end."""

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from types import FrameType
from typing import TYPE_CHECKING, Any, TextIO

import typer

from plywise.cli.boards import has_colour

if TYPE_CHECKING:
    from plywise.play.sitting.chess_clock import ChessClock
    from plywise.play.sitting.drawing import Look

Complete = Callable[[str], list[str]]
"""What a line can be completed to, by what it has so far."""
SIGNLESS = ("linux", "dumb")
"""Terminals whose letters are few: no signs for the men of chess."""
SHORTEST = 0.001
"""Seconds: an alarm of none at all would be no alarm."""


class Terminal:
    """Where a person reads and types; a pipe will do."""

    def __init__(self, *, to_stderr: bool = False, clock: "ChessClock | None" = None) -> None:
        self._to_stderr = to_stderr
        self._clock = clock
        if isinstance(sys.stdin, TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")  # what is no text is no move either

    @property
    def _stream(self) -> TextIO:
        return sys.stderr if self._to_stderr else sys.stdout

    def look(self, *, ascii_alone: bool = False) -> "Look":
        """What can be shown here."""
        from plywise.play.sitting.drawing import Look

        known = (self._stream.encoding or "").lower().replace("-", "").startswith("utf")
        signs = known and os.environ.get("TERM") not in SIGNLESS and not ascii_alone
        return Look(colour=has_colour(self._stream), signs=signs)

    def tell(self, line: str = "") -> None:
        """Show a line; what the terminal has no letters for becomes a question mark."""
        encoding = self._stream.encoding or "utf-8"
        typer.echo(line.encode(encoding, "replace").decode(encoding), err=self._to_stderr)

    def ask(self, question: str) -> str:
        """Show a question and give the answer.

        EOFError at the end of the input, TimeUp when the time that runs is over: also while nobody
        has typed anything.
        """
        with _alarm(None if self._clock is None else self._clock.running):
            return self._line(question).strip()

    def _line(self, question: str) -> str:
        if sys.stdin.isatty() and sys.stdout.isatty() and not self._to_stderr:
            return input(question)  # which readline edits, where there is one
        typer.echo(question, nl=False, err=self._to_stderr)
        line = sys.stdin.readline()
        if not line:
            self.tell()
            raise EOFError
        if not sys.stdin.isatty():
            self.tell(line.rstrip("\n"))  # what was typed, as a terminal would show it
        return line


@contextmanager
def _alarm(seconds: float | None) -> Iterator[None]:
    """Raise TimeUp here after so long; only the main thread can be woken up so."""
    if seconds is None or threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGALRM, _time_up)
    signal.setitimer(signal.ITIMER_REAL, max(SHORTEST, seconds))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _time_up(number: int, frame: FrameType | None) -> None:
    from plywise.play.sitting.chess_clock import TimeUp

    raise TimeUp


@contextmanager
def completing(complete: Complete) -> Iterator[None]:
    """Have Tab complete what is typed, where the system has readline; nothing happens elsewhere."""
    readline = _readline()
    if readline is None:
        yield
        return
    found: list[str] = []

    def next_one(text: str, state: int) -> str | None:
        if state == 0:
            begun = readline.get_line_buffer()[: readline.get_begidx()]
            found[:] = [each[len(begun) :] for each in complete(begun + text)]
        return found[state] if state < len(found) else None

    before = readline.get_completer(), readline.get_completer_delims()
    is_libedit = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if is_libedit else "tab: complete")
    readline.set_completer_delims(" ")
    readline.set_completer(next_one)
    try:
        yield
    finally:
        readline.set_completer(before[0])
        readline.set_completer_delims(before[1])


def _readline() -> Any:
    """The module, on a terminal of a system that has it."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return None  # it would write to the pipe
    try:
        import readline
    except ImportError:
        return None
    return readline
