"""How many combinations a search finds within a limit of nodes, material only.

    python benchmarks/tactics.py ../shared/data/chess/suites/wcsac.epd
    python benchmarks/tactics.py wcsac.epd wac.epd --using thesis --nodes 200000

Each EPD file gives a row: problems whose book move the search plays in the end. Of a file with the
1001 positions of WCSAC the 563 that the thesis took are searched, and a second figure is given: the
thesis's own test, whether the value of the book move, when it alone is looked at, shows the listed
gain (or mate) over the material at the root, or more.
"""

import argparse
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import tables

import plywise as pw
from plywise import _kernel
from plywise.distributed import Work, threads
from plywise.experiments import wcsac
from plywise.experiments.wcsac import Target
from plywise.play.problems import Problem, read_problems
from plywise.searching import AlphaBeta, profile

NODES = 2_000_000
LEAST_OF_WCSAC = 900
"""A file with so many problems named WCSAC is the whole book."""


@dataclass(frozen=True, kw_only=True)
class Tried:
    """One problem, searched."""

    name: str
    best: tuple[str, ...]
    move: str | None
    gain: float | None
    """Of the book move, in pawns, if it was looked at alone."""
    wanted: float | None

    @property
    def is_found(self) -> bool:
        """Whether the search plays the book's move."""
        return self.move in self.best

    @property
    def is_gained(self) -> bool:
        """Whether the value shows what the thesis lists."""
        return self.gain is not None and self.wanted is not None and self.gain >= self.wanted


def problems(path: Path) -> list[tuple[Problem, Target | None]]:
    """What a file holds; of the book, the thesis's choice."""
    every = read_problems(path).all_sound()
    if sum(one.name.startswith("WCSAC") for one in every) < LEAST_OF_WCSAC:
        return [(one, None) for one in every]
    by_number = {wcsac.number_of(one): one for one in every}
    return [(by_number[target.number], target) for target in wcsac.targets()]


def searching(search: AlphaBeta) -> "Work[tuple[Problem, Target | None], Tried]":
    """How one problem is tried."""
    judge = pw.Linear(pw.game("chess").features("material"), weights="chess/standard")
    settings = search.settings(judge.scale)
    mate = float(_kernel.MATE_BOUND) / judge.scale

    def work(job: tuple[Problem, Target | None], stop: _kernel.Stop) -> Tried:
        one, target = job
        position = _kernel.Position.parse("chess", one.position)
        if stop.is_set:
            raise KeyboardInterrupt
        found = _kernel.Searcher("chess").search(position, judge.kernel, settings)
        gain = wanted = None
        if target is not None:
            alone = _kernel.Searcher("chess").search(
                position, judge.kernel, settings, only=list(one.best)
            )
            level = judge.kernel.value(position)
            if target.gain is None:
                gain, wanted = alone.value / judge.scale, mate
            else:
                gain, wanted = (alone.value - level) / judge.scale, float(target.gain)
        return Tried(name=one.name, best=one.best, move=found.move, gain=gain, wanted=wanted)

    return work


def measure(path: Path, search: AlphaBeta, *, every: int, workers: int) -> list[Tried]:
    """All problems of a file, or every n-th."""
    with threads(workers) as crew:
        return list(crew.ordered(searching(search), problems(path)[::every]))


def row(path: Path, tried: Sequence[Tried], seconds: float) -> list[str]:
    """A line of the table."""
    tested = [one for one in tried if one.wanted is not None]
    gained = f"{sum(one.is_gained for one in tested)} of {len(tested)}" if tested else "–"
    found = f"{sum(one.is_found for one in tried)} of {len(tried)}"
    return [path.name, found, gained, f"{seconds:.0f} s"]


def main() -> None:
    """Measure and tell."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="+", type=Path, metavar="EPD")
    parser.add_argument("--using", default="playing", help="the search's profile")
    parser.add_argument("--nodes", type=int, default=NODES, help="limit of each search")
    parser.add_argument("--every", type=int, default=1, help="take every n-th problem")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--failures", action="store_true", help="list what was not found")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    tables.refuse_debug_build()
    search = profile(options.using, depth=_kernel.MAX_DEPTH, nodes=options.nodes, random_ties=False)
    rows, fields = [], {}
    for path in options.files:
        begun = time.monotonic()
        tried = measure(path, search, every=options.every, workers=options.workers)
        rows.append(row(path, tried, time.monotonic() - begun))
        fields[path.name] = [asdict(one) for one in tried]
        if options.failures and not options.json:
            missed = [one.name for one in tried if not one.is_found]
            print(f"{path.name}, book move not played: {', '.join(missed)}")
    head = ["file", "book move played", "gain shown", "time"]
    title = f"Combinations found, {options.using}, {options.nodes:,} nodes a search, material only"
    measured = {"problems": fields, "using": search.as_dict()}
    tables.show(title, tables.table(head, rows), measured, as_json=options.json)


if __name__ == "__main__":
    main()
