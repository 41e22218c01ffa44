"""The 563 problems of Reinfeld's book on which the thesis measured extensions (appendix A.2)."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from plywise import _kernel
from plywise.errors import BadInput
from plywise.play.problems import Problem, read_problems

FILE = Path("../shared/data/chess/suites/wcsac.epd")
"""Where the positions are looked for unless the user says otherwise."""
HINT = (
    "the 1001 positions of Reinfeld's 'Winning Chess Sacrifices and Combinations' are not ours to "
    'ship. Any EPD file with a bm and an id such as "WCSAC.0001" on each line will do, for one '
    "wcsac.epd of github.com/jwiegley/emacs-chess; name it with --positions FILE"
)
SETTLED = 3
"""Iterations with the same value after which the thesis takes an evaluation for stable (4.4.5)."""
TWICE = 2
BANDS = ("4–5", "6–7", "8–9", "10+")
"""By the depth at which the thesis's fixed-depth search solved a problem."""
DOUBTFUL = (3, 18, 209, 247, 257, 265, 577, 614, 619, 814, 837, 841)
"""Problems whose book move, a strong engine of today says, wins nothing in the end."""


@dataclass(frozen=True, kw_only=True)
class Target:
    """What counts as the solution of a problem."""

    number: int
    """In the book."""
    depth: int
    """At which the thesis's fixed-depth search solved it."""
    gain: int | None
    """In pawns, relative to the material at the root; None for mate."""

    @property
    def band(self) -> str:
        """The column of table 4.4.

        >>> Target(number=1, depth=7, gain=2).band, Target(number=75, depth=12, gain=6).band
        ('6–7', '10+')
        """
        return BANDS[min((self.depth - 4) // 2, len(BANDS) - 1)]


@dataclass(frozen=True, kw_only=True)
class Task:
    """A problem with its position and the book's move; for five problems that is one of two."""

    target: Target
    position: str
    moves: tuple[str, ...]

    def is_solved(self, move: str, value: int, material: int, scale: int) -> bool:
        """Whether an iteration that found this move and value has solved the problem.

        `value` and the root's `material` are the mover's, in 1/scale of a pawn.
        """
        if move not in self.moves:
            return False
        if self.target.gain is None:
            return value >= _kernel.MATE_BOUND
        return value - material == self.target.gain * scale

    def is_past(self, found: Sequence[tuple[str, int]], material: int, scale: int) -> bool:
        """Whether the iterations so far, each a move and a value, say: it will not be solved.

        They do when the last three values (the thesis's own measure of stability) are the same and
        at or above the listed gain, or the last two are the book's move with more than that.
        """
        gain = self.target.gain
        wanted = _kernel.MATE_BOUND if gain is None else material + gain * scale
        ends = [min(value, _kernel.MATE_BOUND) for _, value in found[-SETTLED:]]
        if len(ends) == SETTLED and len(set(ends)) == 1 and ends[0] >= wanted:
            return True
        own = [value for move, value in found[-TWICE:] if move in self.moves and value > wanted]
        return gain is not None and len(own) == TWICE and len(set(own)) == 1


def targets() -> list[Target]:
    """Numbers, depths and gains of the 563, as the thesis lists them.

    >>> found = targets()
    >>> [sum(t.band == band for t in found) for band in BANDS], sum(t.gain is None for t in found)
    ([206, 176, 136, 45], 99)
    """
    text = files("plywise.experiments").joinpath("wcsac563.csv").read_text()
    rows = [line.split(",") for line in text.splitlines()[1:]]
    return [
        Target(number=int(number), depth=int(depth), gain=None if gain == "M" else int(gain))
        for number, depth, gain in rows
    ]


def number_of(problem: Problem) -> int:
    """The digits at the end of a problem's name; 0 without any.

    >>> number_of(Problem(name="WCSAC.0042", position=""))
    42
    """
    digits = re.search(r"\d+$", problem.name)
    return int(digits[0]) if digits else 0


def tasks(path: Path | None) -> list[Task]:
    """All problems, their positions and moves from the EPD file; `None` is the usual place."""
    path = path or FILE
    if not path.is_file():
        raise BadInput(f"no file {str(path)!r}; {HINT}")
    found = {number_of(problem): problem for problem in read_problems(path).all_sound()}
    wanted = targets()
    missing = [target.number for target in wanted if target.number not in found]
    if missing:
        raise BadInput(
            f"{path} lacks {len(missing)} of the 563 problems, the first is WCSAC.{missing[0]:04}; "
            f"{HINT}"
        )
    return [
        Task(target=target, position=found[target.number].position,
             moves=found[target.number].best)
        for target in wanted
    ]  # fmt: skip
