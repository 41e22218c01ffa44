"""The other end of the line: what a process elsewhere does with a chunk of jobs.

Code does not travel. The work is a function that both ends can import, from the very same version;
only files of one's own, games and features written in Python, are sent along, as texts with their
hashes.
"""

import os
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from typing import Any

from plywise._kernel import Stop
from plywise.distributed.belongings import missing_for
from plywise.distributed.handshake import Identity, here
from plywise.distributed.local import is_portable
from plywise.distributed.packing import packed, unpacked
from plywise.errors import BadInput, BadSetting
from plywise.hooks import hook


@dataclass(frozen=True, kw_only=True)
class CodeFile:
    """A Python file of the user's own that jobs need."""

    path: str
    """Where it lies on the machine that sends it: its name in settings and records."""
    text: bytes
    sha256: str

    @classmethod
    def of(cls, path: str, text: bytes) -> "CodeFile":
        """The file with its hash."""
        return cls(path=path, text=text, sha256=sha256(text).hexdigest())


@dataclass(frozen=True, kw_only=True)
class Answer:
    """What came of a chunk."""

    outcomes: tuple[tuple[bool, Any], ...]
    """For each job whether it succeeded, and its result or exception."""
    seconds: float
    """How long the work took, without unpacking and packing."""
    refused: str = ""
    """Why nothing was done at all, if so."""


def answer(asked: bytes, stop: Stop | None = None) -> bytes:
    """Do what is asked and pack what comes of it.

    `asked` is packed in two shells: who asks and with which files, and inside, unpacked only when
    those are there, the work and its jobs.
    """
    identity, files, inner = unpacked(asked)
    refused = why_refused(identity)
    if refused:
        return packed(Answer(outcomes=(), seconds=0.0, refused=refused))
    try:
        for file in files:
            take_over(file)
        work, jobs = unpacked(inner)
    except Exception as error:
        return packed(Answer(outcomes=((False, portable(error)),), seconds=0.0))
    return packed(_worked(work, jobs, stop or Stop()))


def _worked(work: Callable[[Any, Stop], Any], jobs: Sequence[Any], stop: Stop) -> Answer:
    begun = time.perf_counter()
    outcomes = tuple(outcome(work, job, stop) for job in jobs)
    return Answer(outcomes=outcomes, seconds=time.perf_counter() - begun)


def outcome(work: Callable[[Any, Stop], Any], job: Any, stop: Stop) -> tuple[bool, Any]:
    """The result of a job, or the exception that it ended with."""
    try:
        if lacking := missing_for(work, job):
            raise BadSetting(
                f"{place()} has no program {', '.join(map(repr, lacking))}: engines that play "
                "must be installed on every machine of the cluster"
            )
        return True, work(job, stop)
    except Exception as error:
        return False, portable(error)


def place() -> str:
    """What this machine is called, for messages."""
    return os.uname().nodename if hasattr(os, "uname") else "a machine of the cluster"


def portable(error: Exception) -> Exception:
    """The exception itself where the other end can make it again; else its text, with its trace.

    >>> portable(ValueError("as it is"))
    ValueError('as it is')
    """
    if is_portable(error):
        return error
    return RuntimeError("".join(traceback.format_exception(error)))


def why_refused(asking: Identity) -> str:
    """Why this machine may not work for the one that asks; empty if it may.

    >>> why_refused(here())
    ''
    """
    return asking.why_not(here(), place())


def take_over(file: CodeFile) -> None:
    """Let the file stand here for what its path names on the other machine."""
    if sha256(file.text).hexdigest() != file.sha256:
        raise BadInput(f"{file.path} did not arrive as it was sent: its hash differs")
    hook("adopt_code")(file.path, file.text)


def own_files() -> tuple[CodeFile, ...]:
    """The files of the user's own whose games and features this process has loaded."""
    return tuple(CodeFile.of(path, text) for path, text in hook("code_files")())


def asked(identity: Identity, files: Sequence[CodeFile], work: Any, jobs: Sequence[Any]) -> bytes:
    """What `answer` takes; BadSetting for work that the other end could not import."""
    refuse_unfound(work)
    return packed((identity, tuple(files), packed((work, tuple(jobs)))))


def refuse_unfound(work: Any) -> None:
    """BadSetting for work that is no function at the top of a module that can be imported.

    >>> refuse_unfound(lambda job, stop: job)
    Traceback (most recent call last):
    ...
    plywise.BadSetting: '<lambda>' cannot be sent elsewhere: ...
    """
    inner = work.func if isinstance(work, partial) else work
    name, module = getattr(inner, "__qualname__", ""), getattr(inner, "__module__", "")
    found = sys.modules.get(module)
    if module == "__main__" or getattr(found, name, None) is not inner:
        raise BadSetting(
            f"{name!r} cannot be sent elsewhere: other machines import the work, so it must be a "
            "function at the top of a module that they have"
        )
