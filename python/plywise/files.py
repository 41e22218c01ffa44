"""Files that survive a crash: written as a whole and renamed, or only ever appended to."""

import fcntl
import os
import re
import secrets
import stat
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from plywise.checks import shown
from plywise.errors import BadInput, DamagedFile
from plywise.regular import kind_of, open_regular

BLOCK = 1 << 20
STAGED = re.compile(r"\.plywise-[0-9a-f]{16}\.tmp")
"""The name of a file that is being written."""


@contextmanager
def kept_notes(place: object) -> Iterator[None]:
    """Where notes are read that an earlier command left there: DamagedFile for what is none.

    >>> with kept_notes("cells.jsonl, line 3"):
    ...     int("caf")
    Traceback (most recent call last):
    ...
    plywise.errors.DamagedFile: cells.jsonl, line 3: ValueError: ...; what it said is found anew ...
    """
    try:
        yield
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        why = f"{type(error).__name__}: {error}"
        raise DamagedFile(f"{place}: {why}; what it said is found anew if you remove it") from None


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Give an OSError the name of the file it happened to: the disk's own errors carry none."""
    try:
        yield
    except OSError as error:
        if error.filename is None and error.errno is not None:
            raise type(error)(error.errno, error.strerror, str(path)) from error
        raise


def as_path(what: object) -> Path:
    """The path that a user means; BadInput for what names no file or folder.

    >>> as_path("runs/first")
    PosixPath('runs/first')
    >>> as_path("")
    Traceback (most recent call last):
    ...
    plywise.BadInput: '' names no file or folder; give a path, as 'runs/first'
    """
    if isinstance(what, str | os.PathLike):
        text = os.fspath(what)
        if isinstance(text, str) and text and "\0" not in text:
            return Path(text)
    raise BadInput(f"{shown(what)} names no file or folder; give a path, as 'runs/first'")


def regular(path: Path) -> Path:
    """Where writing to `path` goes: the path, or what it links to; BadInput if that is no file.

    A rename would turn a device into a file, and whoever opens a pipe waits for a reader.
    """
    target = Path(os.path.realpath(path))
    with naming(path):
        try:
            mode = target.lstat().st_mode
        except FileNotFoundError:
            return target
    _refuse_special(path, mode)
    return target


def open_for_writing(path: Path, flags: int) -> int:
    """A descriptor of the file at `path`, which is made where there is none; BadInput as above."""
    target = regular(path)
    with naming(path):
        # What was put there since we looked is not followed, and not waited for.
        more = os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK
        descriptor = os.open(target, flags | more, 0o666)
    try:
        _refuse_special(path, os.fstat(descriptor).st_mode)
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor


def _refuse_special(path: Path, mode: int) -> None:
    if not stat.S_ISREG(mode):
        raise BadInput(
            f"{str(path)!r} is {kind_of(mode)}, not a file; give the name of a file, old or new"
        )


def write_atomically(path: Path, data: bytes) -> None:
    """Put `data` at `path`: whoever reads sees the old file or the new one, whole, at any moment.

    The temporary file, its fsync, the rename and the fsync of the folder are each needed: leave one
    out and a power cut may leave an empty file under the right name. What is no file (a device, a
    pipe, a folder) is refused, and a link is written through.
    """
    write_pieces(path, [data])


def write_pieces(path: Path, pieces: Iterable[bytes]) -> None:
    """As `write_atomically`, a piece after the other: a long file need not fit into memory."""
    target = regular(path)
    with staged(target, pieces) as new, naming(path):
        new.replace(target)
        sync_folder(target.parent)


@contextmanager
def staged(target: Path, pieces: Iterable[bytes]) -> Iterator[Path]:
    """A file on the disk, ready to be renamed to `target`; if it was not, it is taken away.

    Nobody can foretell its name, so nobody can have laid a link there. It is readable by those who
    may read the target, and locked, so that `sweep` tells it from what a killed process left.
    """
    with naming(target):
        descriptor, temporary = _made_beside(target)
    try:
        with naming(target), os.fdopen(descriptor, "wb") as file:
            with suppress(FileNotFoundError):
                os.fchmod(descriptor, stat.S_IMODE(target.lstat().st_mode))
            for piece in pieces:
                file.write(piece)
            file.flush()
            os.fsync(descriptor)
            yield temporary
    finally:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)


def _made_beside(target: Path) -> tuple[int, Path]:
    """A new file in the folder of `target`, open and locked."""
    while True:
        temporary = target.with_name(f".plywise-{secrets.token_hex(8)}.tmp")
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW
        descriptor = os.open(temporary, flags, 0o666)
        with suppress(OSError):  # some disks know no locks
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        if os.fstat(descriptor).st_nlink:
            return descriptor, temporary
        os.close(descriptor)  # swept away before it was locked


def sweep(folder: Path) -> None:
    """Take away the half-written files that killed processes left in `folder`."""
    for path in folder.iterdir():
        if STAGED.fullmatch(path.name):
            with suppress(OSError):
                _remove_if_left(path)


def _remove_if_left(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    try:
        if stat.S_ISREG(os.fstat(descriptor).st_mode):
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)  # fails while it is written
            path.unlink()
    finally:
        os.close(descriptor)


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
    """An append-only file, opened at a mark: what was written after it is cut off.

    What is added goes to the system at once, so a reader sees a run while it happens; `sync` makes
    it survive a power cut too.
    """

    def __init__(self, path: Path, mark: Mark) -> None:
        self.path = path
        self._length, self._crc = mark.length, mark.crc
        self._descriptor = open_for_writing(path, os.O_WRONLY | os.O_APPEND)
        try:
            with naming(path):
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
        self.write((line + "\n").encode())

    def write(self, data: bytes) -> None:
        """Add bytes, all of them or none."""
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
