"""Where the lines of a long text begin, so that one of them is found without reading all."""

import os
from pathlib import Path

import numpy as np

from plywise.files import BLOCK
from plywise.regular import open_regular

EVERY = 64
"""Of so many lines the first one's place is remembered."""


class LineIndex:
    r"""An index of a file that only grows; it is brought up to date when a line is asked for.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder) / "lines"
    ...     _ = path.write_text("one\ntwo\nthr")
    ...     index = LineIndex(path)
    ...     index.line(2), index.line(3)
    ('two', None)
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._places = [0]
        self._lines = self._read = self._inode = 0

    def line(self, number: int) -> str | None:
        """A line by its number, from 1, without its end; None if there is no such whole line."""
        self._update()
        if not 1 <= number <= self._lines:
            return None
        with open_regular(self.path) as file:
            file.seek(self._places[(number - 1) // EVERY])
            for _ in range((number - 1) % EVERY):
                file.readline()
            return file.readline().removesuffix(b"\n").decode()

    def _update(self) -> None:
        """Look at what the file has grown by; at all of it if it was cut back or replaced."""
        if not self.path.exists():
            return
        with open_regular(self.path) as file:
            now = os.fstat(file.fileno())
            if now.st_size < self._read or now.st_ino != self._inode:
                self._places, self._lines, self._read = [0], 0, 0
                self._inode = now.st_ino
            file.seek(self._read)
            while block := file.read(BLOCK):
                ends = self._read + 1 + np.flatnonzero(np.frombuffer(block, np.uint8) == ord("\n"))
                first = EVERY - 1 - self._lines % EVERY  # the line after the next 64th begins there
                self._places += ends[first::EVERY].tolist()
                self._lines += len(ends)
                self._read += len(block)
