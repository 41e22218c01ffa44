"""Whether two machines compute the same: version, kernel, Python, and games played as a test."""

import platform
import sys
from dataclasses import asdict, dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path

import numpy as np

from plywise import _kernel

GAMES = 5
"""Of the self-test."""


@dataclass(frozen=True, kw_only=True)
class Identity:
    """Everything by which two installations are told apart."""

    version: str
    kernel: str
    """Digest of the kernel's file."""
    code: str
    """Digest of plywise's Python files."""
    python: str
    platform: str
    """System and processor: kernels of two platforms are two files."""
    games: str
    """Digest of the records of the self-test's games."""
    numbers: str
    """Digest of what numpy computes: some processors round otherwise."""

    def as_dict(self) -> dict[str, str]:
        """The same as JSON knows it."""
        return asdict(self)

    def why_not(self, other: "Identity", place: str) -> str:
        """Why the installation of another machine cannot work for this one; empty if it can.

        >>> from dataclasses import replace
        >>> here().why_not(replace(here(), version="0.1.0"), "node-2")
        "node-2 has plywise 0.1.0 and this machine ...; there: pip install 'plywise[ray]==..."
        """
        same_platform = self.platform == other.platform
        if self.version != other.version:
            return (
                f"{place} has plywise {other.version} and this machine {self.version}; "
                f"there: {pip_line(self.version)}"
            )
        if self.python != other.python:
            return f"{place} has Python {other.python} and this machine {self.python}"
        if self.code != other.code or (same_platform and self.kernel != other.kernel):
            return (
                f"{place} has another build of plywise {self.version} than this machine; "
                f"there: {pip_line(self.version)} (or the same checkout, built the same way)"
            )
        if self.games != other.games:
            return f"{place} plays other games from the same seeds: its results would differ"
        if self.numbers != other.numbers:
            return (
                f"{place} rounds otherwise than this machine (numpy on another kind of processor): "
                "what is learnt would differ in the last bits"
            )
        return ""


def pip_line(version: str) -> str:
    """What brings that version.

    >>> pip_line("0.2.0")
    "pip install 'plywise[ray]==0.2.0'"
    """
    return f"pip install 'plywise[ray]=={version}'"


@cache
def here() -> Identity:
    """The installation of this process; the self-test runs once."""
    return Identity(
        version=_kernel.version,
        kernel=sha256(Path(_kernel.__file__).read_bytes()).hexdigest()[:16],
        code=_code(),
        python=".".join(map(str, sys.version_info[:2])),
        platform=f"{platform.system()} {platform.machine()}",
        games=_games(),
        numbers=_numbers(),
    )


def _code() -> str:
    root = Path(__file__).parents[1]
    total = sha256()
    for path in sorted(root.rglob("*.py")):
        total.update(path.relative_to(root).as_posix().encode() + path.read_bytes())
    return total.hexdigest()[:16]


def _games() -> str:
    """A digest of some short games of chess: moves, values and gradients."""
    total = sha256()
    judge = _kernel.Evaluation("chess", "material", [1.0, 3.1, 3.3, 5.2, 9.7], 1000)
    search = _kernel.Settings(depth=2)
    for number in range(GAMES):
        record = _kernel.play_game(
            _kernel.GameJob(
                game="chess", first=judge, second=judge, first_search=search, second_search=search,
                seed=2026, number=number, max_plies=40, learn_at="leaf",
            )
        )  # fmt: skip
        total.update(" ".join(record.moves).encode() + repr(list(record.values)).encode())
    return total.hexdigest()[:16]


def _numbers() -> str:
    """A digest of functions that learning uses, and of sums in numpy's own order."""
    x = np.linspace(-3.0, 3.0, 1001)
    made = (np.exp(x), np.tanh(x), np.log(x * x + 0.1), np.sqrt(x + 3.0), [x.sum(), x @ np.cos(x)])
    return sha256(b"".join(np.asarray(one).tobytes() for one in made)).hexdigest()[:16]
