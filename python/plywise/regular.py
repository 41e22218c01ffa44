"""Reading files that somebody else may have put there: regular ones alone, and no more than fits.

Opening a named pipe waits for whoever writes into it, perhaps for ever; a device may never end.
"""

import os
import stat
from pathlib import Path
from typing import BinaryIO

from plywise.errors import BadInput

MEGABYTE = 1 << 20
SETTINGS = MEGABYTE
"""Bytes of a settings file at most."""
WEIGHTS = 64 * MEGABYTE
"""Bytes of a weights file or a spike generator at most: millions of weights."""
STATE = 512 * MEGABYTE
"""Bytes of a checkpoint at most: it keeps several numbers a weight."""
GAMES = 1024 * MEGABYTE
"""Bytes of a file of games or positions that is read as a whole, at most."""

_KINDS = {
    stat.S_IFDIR: "a folder",
    stat.S_IFIFO: "a named pipe",
    stat.S_IFLNK: "a link to itself",
    stat.S_IFSOCK: "a socket",
}


def kind_of(mode: int) -> str:
    """What is no regular file, in words.

    >>> kind_of(Path("/").stat().st_mode), kind_of(Path("/dev/null").stat().st_mode)
    ('a folder', 'a device')
    """
    return _KINDS.get(stat.S_IFMT(mode), "a device")


def open_regular(path: str | Path) -> BinaryIO:
    """The file at `path`, open for reading; BadInput at once where it is no regular file.

    >>> open_regular("/dev/null")
    Traceback (most recent call last):
    ...
    plywise.BadInput: '/dev/null' is a device, and only regular files are read
    """
    # Asked twice: opening some devices does something, and what lies there may change in between.
    _refuse_others(path, Path(path).stat().st_mode)
    file = open(path, "rb", opener=_without_waiting)  # noqa: SIM115 - the caller closes it
    try:
        _refuse_others(path, os.fstat(file.fileno()).st_mode)
    except BaseException:
        file.close()
        raise
    return file


def read_regular(path: str | Path, *, at_most: int) -> bytes:
    """All bytes of the regular file at `path`; BadInput, before reading, where there are more.

    >>> read_regular(__file__, at_most=8)
    Traceback (most recent call last):
    ...
    plywise.BadInput: '...regular.py' has ... bytes, and more than 8 are not read
    """
    with open_regular(path) as file:
        size = os.fstat(file.fileno()).st_size
        data = b"" if size > at_most else file.read(at_most + 1)  # it may be growing
        if max(size, len(data)) > at_most:
            raise BadInput(
                f"{str(path)!r} has {max(size, len(data)):,} bytes, and more than {at_most:,} are "
                "not read"
            )
    return data


def read_text(path: str | Path) -> str:
    """The text of a file of games or positions, in UTF-8; its lines end alike, whoever wrote it."""
    text = read_regular(path, at_most=GAMES).decode("utf-8-sig")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _refuse_others(path: str | Path, mode: int) -> None:
    if not stat.S_ISREG(mode):
        raise BadInput(f"{str(path)!r} is {kind_of(mode)}, and only regular files are read")


def _without_waiting(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_NONBLOCK | os.O_CLOEXEC)
