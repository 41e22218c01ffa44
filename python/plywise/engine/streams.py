"""Lines in and lines out, whatever a GUI does with its pipes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from threading import Lock
from typing import BinaryIO, Final

LONGEST_LINE: Final = 2**17
"""Bytes. The longest game that the rules allow has 17,697 plies: 90,000 bytes of moves."""
_LONGEST_TALK: Final = 400
"""Letters of an `info string`."""


class Output:
    """Where the engine's lines go, from the main thread and from the searching one.

    When nobody reads any more, `on_broken` is called: there is nothing left to play for.
    """

    remark = "info string"
    """What stands before what is meant for people."""

    def __init__(self, file: BinaryIO, on_broken: Callable[[], None]) -> None:
        self._file = file
        self._on_broken = on_broken
        self._lock = Lock()

    def say(self, *lines: str) -> None:
        """Write whole lines at once."""
        data = "".join(f"{line}\n" for line in lines).encode("utf-8", "replace")
        try:
            with self._lock:
                self._file.write(data)
                self._file.flush()
        except (OSError, ValueError):  # a closed pipe, or a file that was closed under us
            self._on_broken()

    @property
    def is_read(self) -> bool:
        """Whether somebody may still read what is said: False is certain.

        >>> import os
        >>> there, here = os.pipe()
        >>> with os.fdopen(here, "wb") as file:
        ...     output = Output(file, lambda: None)
        ...     output.is_read, os.close(there), output.is_read
        (True, None, False)
        """
        import select

        try:
            look = select.poll()
            look.register(self._file.fileno(), 0)  # a pipe without a reader is told in any case
        except (AttributeError, OSError, ValueError):  # no such call here, or no such file
            return True
        return not look.poll(0)

    def tell(self, text: object) -> None:
        """Write something for people: one line, whatever the text has in it."""
        self.say(f"{self.remark} {clean(str(text))}")


def clean(text: str) -> str:
    r"""A text as one line that any terminal stands, cut where it gets too long.

    >>> clean("what\0is\nthis")
    'what?is this'
    """
    if len(text) > _LONGEST_TALK:
        text = f"{text[: _LONGEST_TALK // 2]} … {text[-_LONGEST_TALK // 2 :]}"
    return "".join(c if c.isprintable() else "?" for c in " ".join(text.split()))


def lines(file: BinaryIO, output: Output) -> Iterator[str]:
    r"""The lines of a GUI until the end of the file; one that is too long is left out.

    >>> from io import BytesIO
    >>> silent = Output(BytesIO(), lambda: None)
    >>> list(lines(BytesIO(b"uci\r\n\xff\nquit"), silent))
    ['uci', '\ufffd', 'quit']
    """
    while data := file.readline(LONGEST_LINE):
        if len(data) == LONGEST_LINE and not data.endswith(b"\n"):
            while (more := file.readline(LONGEST_LINE)) and not more.endswith(b"\n"):
                pass
            start = data[:20].decode("utf-8", "replace")
            output.tell(f"line {start!r}… ignored: it has more than {LONGEST_LINE} bytes")
            continue
        yield data.decode("utf-8", "replace").strip("\ufeff\r\n")
