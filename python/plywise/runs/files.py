"""Files that survive a crash: written as a whole and renamed, or only ever appended to."""

import os
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from plywise.regular import open_regular

BLOCK = 1 << 20


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Give an OSError the name of the file it happened to: the disk's own errors carry none."""
    try:
        yield
    except OSError as error:
        if error.filename is None and error.errno is not None:
            raise type(error)(error.errno, error.strerror, str(path)) from error
        raise


def write_atomically(path: Path, data: bytes) -> None:
    """Put `data` at `path`: whoever reads sees the old file or the new one, whole, at any moment.

    The temporary file, its fsync, the rename and the fsync of the folder are each needed: leave one
    out and a power cut may leave an empty file under the right name.
    """
    temporary = path.with_name(path.name + ".tmp")
    write_durably(temporary, data)
    with naming(path):
        temporary.replace(path)
        sync_folder(path.parent)


def write_durably(path: Path, data: bytes) -> None:
    """Write a file and wait until it is on the disk; what could not be written is taken away."""
    try:
        with naming(path), path.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    except BaseException:
        with suppress(OSError):
            path.unlink(missing_ok=True)
        raise


def sync_folder(folder: Path) -> None:
    """Make the names in `folder` durable (a rename is not, until its folder is)."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


@dataclass(frozen=True, kw_only=True)
class Mark:
    """How far an append-only file had come: its length and the CRC-32 of that much of it."""

    length: int = 0
    crc: int = 0


def fits(path: Path, mark: Mark) -> bool:
    """Whether the file at `path` still begins as it did when `mark` was taken."""
    left, crc = mark.length, 0
    if left == 0:
        return True
    try:
        with open_regular(path) as file:
            while left > 0 and (block := file.read(min(left, BLOCK))):
                crc = zlib.crc32(block, crc)
                left -= len(block)
    except FileNotFoundError:
        return False
    return left == 0 and crc == mark.crc


class Log:
    """An append-only file of lines, opened at a mark: what was written after it is cut off.

    Lines go to the system at once, so a reader sees a run while it happens; `sync` makes them
    survive a power cut too.
    """

    def __init__(self, path: Path, mark: Mark) -> None:
        self.path = path
        self._length, self._crc = mark.length, mark.crc
        with naming(path):
            self._descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o666)
            try:
                os.ftruncate(self._descriptor, mark.length)
            except BaseException:
                self.close()
                raise

    @property
    def mark(self) -> Mark:
        """How far the file has come."""
        return Mark(length=self._length, crc=self._crc)

    def append(self, line: str) -> None:
        """Add one line; a disk that is full leaves the file as it was."""
        data = (line + "\n").encode()
        with naming(self.path):
            try:
                done = 0
                while done < len(data):
                    done += os.write(self._descriptor, data[done:])
            except OSError:
                with suppress(OSError):
                    os.ftruncate(self._descriptor, self._length)
                raise
        self._length += len(data)
        self._crc = zlib.crc32(data, self._crc)

    def sync(self) -> None:
        """Wait until the lines are on the disk."""
        with naming(self.path):
            os.fsync(self._descriptor)

    def close(self) -> None:
        """Let go of the file."""
        os.close(self._descriptor)
