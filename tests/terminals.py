"""Commands on a terminal of their own, and what stands on its screen at the end."""

import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from codecs import getincrementaldecoder
from pathlib import Path

CONTROL = re.compile(r"\x1b\[\??([0-9;]*)([A-Za-z])|(\r|\n)|([^\x1b\r\n]+)")
COLUMNS = "160"
AT_TERMINAL = """
import fcntl, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)  # Ctrl-C at this terminal is for this process
from plywise.cli import main
main()
"""


class Terminal:
    """A `plywise` command whose stderr is a terminal."""

    def __init__(self, *words: str | Path) -> None:
        self._master, slave = pty.openpty()
        env = {**os.environ, "TERM": "xterm", "COLUMNS": COLUMNS, "LINES": "40"}
        env.pop("NO_COLOR", None)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "plywise", *map(str, words)],
            stdin=slave, stdout=subprocess.DEVNULL, stderr=slave, env=env,
        )  # fmt: skip
        os.close(slave)
        self.written = ""

    def read_until(self, pattern: str, within: float = 120.0) -> None:
        """Read what is written until the pattern is there; the end of it all for an empty one."""
        end = time.monotonic() + within
        while not (pattern and re.search(pattern, self.written)):
            assert time.monotonic() < end, self.written[-2000:]
            if not select.select([self._master], [], [], 0.1)[0]:
                continue
            try:
                data = os.read(self._master, 65536)
            except OSError:  # the other end is closed
                data = b""
            if not data:
                assert not pattern, self.written[-2000:]
                return
            self.written += data.decode(errors="replace")

    def interrupt(self) -> int:
        """Ctrl-C; the exit code, with all that was written until then."""
        self.process.send_signal(signal.SIGINT)
        return self.end()

    def end(self) -> int:
        """Wait for the end; the exit code."""
        self.read_until("")
        os.close(self._master)
        return self.process.wait(60)

    @property
    def screen(self) -> list[str]:
        """The lines that a person sees."""
        lines, row, column = [""], 0, 0
        for numbers, command, end, text in CONTROL.findall(self.written):
            if end == "\n":
                row += 1
                lines += [""] * (row + 1 - len(lines))
            elif end == "\r":
                column = 0
            elif text:
                lines[row] = (
                    lines[row][:column].ljust(column) + text + lines[row][column + len(text) :]
                )
                column += len(text)
            elif command == "A":
                row = max(0, row - int(numbers or 1))
            elif command == "K":
                lines[row] = "" if numbers == "2" else lines[row][:column]
        return lines


class Typed:
    """A `plywise` command on a terminal of its own, at which somebody sits and types."""

    def __init__(self, *words: str | Path, **environment: str) -> None:
        self._master, slave = pty.openpty()
        env = {**os.environ, "TERM": "xterm", "COLUMNS": COLUMNS, "LINES": "40", "NO_COLOR": "1"}
        self.process = subprocess.Popen(
            [sys.executable, "-c", AT_TERMINAL, *map(str, words)],
            stdin=slave, stdout=slave, stderr=slave, env=env | environment, start_new_session=True,
        )  # fmt: skip
        os.close(slave)
        self._decoder = getincrementaldecoder("utf-8")("replace")
        self.shown = ""
        """All that was written."""

    def type(self, text: str) -> None:
        """Press these keys."""
        os.write(self._master, text.encode())

    def until(self, pattern: str, within: float = 60.0) -> str:
        """What is written from now on until the pattern is there, which is part of it."""
        begin, end = len(self.shown), time.monotonic() + within
        while not re.search(pattern, plain(self.shown[begin:])):
            assert time.monotonic() < end, f"no {pattern!r} in {self.shown[-2000:]}"
            assert self._read(), f"it ended without {pattern!r}: {self.shown[-2000:]}"
        return plain(self.shown[begin:])

    def _read(self) -> bool:
        """Read what there is within a moment; False at the end of it all."""
        if not select.select([self._master], [], [], 0.1)[0]:
            return True
        try:
            data = os.read(self._master, 65536)
        except OSError:  # the other end is closed
            data = b""
        self.shown += self._decoder.decode(data)
        return bool(data)

    def end(self, within: float = 60.0) -> int:
        """Wait for the end; the exit code."""
        end = time.monotonic() + within
        while self._read():
            assert time.monotonic() < end, self.shown[-2000:]
        os.close(self._master)
        return self.process.wait(60)


def plain(text: str) -> str:
    """A text without what moves the cursor, colours it, or keeps readline's books."""
    return re.sub(r"\x1b\[[?0-9;]*[A-Za-z]|\x1b[=>]|\r|\x07", "", text)
