"""One trainer a run directory.

The lock is the system's (`flock`), so it goes with the process that holds it, however that ends,
and a lock file left behind by a killed run locks nothing. The text in the file is for people.
"""

import fcntl
import json
import os
import socket
import time
from pathlib import Path
from typing import Self

from plywise.errors import RunLocked
from plywise.files import naming, open_for_writing
from plywise.regular import SETTINGS, read_regular

NAME = "lock"


class Lock:
    """The right to write in `folder`, as a context manager; RunLocked while another has it.

    With another name of the lock it is the right to write something else there, a brain.
    """

    def __init__(self, folder: Path, name: str = NAME) -> None:
        self.path = folder / name
        self._descriptor = -1

    def __enter__(self) -> Self:
        descriptor = open_for_writing(self.path, os.O_RDWR)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            self._sign(descriptor)
        except BlockingIOError:
            os.close(descriptor)
            raise RunLocked(
                f"another trainer{holder(self.path)} is at work in {self.path.parent}; "
                "wait for it, stop it, or choose another directory"
            ) from None
        except BaseException:
            os.close(descriptor)
            raise
        self._descriptor = descriptor
        return self

    def __exit__(self, *_: object) -> None:
        # The file stays: to delete it would let a third process lock another file of that name.
        try:
            os.ftruncate(self._descriptor, 0)
        finally:
            os.close(self._descriptor)

    def _sign(self, descriptor: int) -> None:
        who = {
            "pid": os.getpid(),
            "host": socket.gethostname(),
            "since": time.strftime("%Y-%m-%d %H:%M:%S"),
        }
        with naming(self.path):
            os.ftruncate(descriptor, 0)
            os.pwrite(descriptor, json.dumps(who).encode(), 0)


def holder(path: Path) -> str:
    """Who signed the lock file, in words; nothing where it cannot be read."""
    try:
        who = json.loads(read_regular(path, at_most=SETTINGS))
        return f" (process {who['pid']} on {who['host']}, since {who['since']})"
    except (OSError, ValueError, KeyError, TypeError):
        return ""
