"""Which code made a result: a digest of everything that decides what is learnt and played."""

from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

PARTS = ("learning", "evaluation", "searching", "games", "play")
"""Folders of plywise that matter, besides the kernel."""


@cache
def digest() -> str:
    """Twelve digits that change with the kernel and with the code of learning and playing.

    Runs that are kept are used again by the very same code only: a result must not mix two.

    >>> len(digest())
    12
    """
    from plywise import _kernel

    root = Path(str(files("plywise")))
    sources = sorted(path for part in PARTS for path in (root / part).rglob("*.py"))
    total = sha256(Path(_kernel.__file__).read_bytes())
    for path in sources:
        total.update(path.relative_to(root).as_posix().encode() + path.read_bytes())
    return total.hexdigest()[:12]
