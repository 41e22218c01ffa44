"""The searches behind table-probes and probes-saturation: 30 positions, every table (thesis 4.2).

Both experiments tell of the same searches, so they share the cells that are kept.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import plywise as pw
from plywise import _kernel
from plywise.experiments.kit.cells import (
    CellJob,
    Hand,
    Value,
    computed,
    deadline,
    fingerprint,
    seconds,
)
from plywise.experiments.kit.plan import ExperimentPlan, Size
from plywise.games.declared import facts_of
from plywise.searching import AlphaBeta

VSB30 = facts_of("chess").bench_positions
DEPTHS = (
    9, 9, 7, 8, 10, 8, 8, 8, 8, 9, 9, 9, 9, 8, 9, 10, 9, 10, 9, 9, 9, 9, 9, 9, 8, 9, 8, 9, 9, 9,
)  # fmt: skip
"""To which the thesis searched each position (appendix A.1)."""
FEATURES = "centre"
WEIGHTS = (1.0, 3.0, 3.0, 5.0, 9.0, 0.01)
"""Pawn to queen, and the sum of squares: at most a few tenths of a pawn, as the thesis has it."""
K = 1024
SIZES = (16, 32, 64, 128, 256, 512, 1024)
"""Of the table, in K entries."""
ONE, TWIN = "P=1", "Twin"
SCHEMES: dict[str, dict[str, Any]] = {
    ONE: {"probes": 1},
    "P=2": {"probes": 2},
    "P=4": {"probes": 4},
    "P=8": {"probes": 8},
    "P=16": {"probes": 16},
    TWIN: {"twin": True},
}
BETTER = tuple(scheme for scheme in SCHEMES if scheme != ONE)


@dataclass(frozen=True, kw_only=True)
class Extent:
    """What a size of the experiments leaves out."""

    sizes: tuple[int, ...] = SIZES
    shallower: int = 0
    """So many plies less than published."""


EXTENTS = {
    "quick": Extent(sizes=(16, 64, 256), shallower=2),
    "middle": Extent(sizes=(16, 64, 256), shallower=1),
    "paper": Extent(),
}
"""The three smallest tables of the paper's size took an hour and a half of one core."""
PLANS = dict.fromkeys(EXTENTS, Size(seeds=1, games=len(VSB30)))


@dataclass(frozen=True, kw_only=True)
class Asked:
    """One search."""

    position: int
    """Its index among the 30."""
    depth: int
    size: int
    scheme: str


Iterations = Sequence[tuple[int, int]]
"""Depth and nodes so far, of every iteration of a search."""


@dataclass(frozen=True, kw_only=True)
class Searches:
    """All searches of a size, by table size, scheme and position."""

    iterations: Mapping[tuple[int, str, int], Iterations]
    sizes: tuple[int, ...]
    positions: int
    """How many of the 30 were searched with each of the tables."""
    seconds: float

    def nodes(self, size: int, scheme: str) -> list[int]:
        """All nodes of the search of each position."""
        return [self.iterations[size, scheme, n][-1][1] for n in range(self.positions)]


def search(size: int, scheme: str, depth: int) -> AlphaBeta:
    """How a cell is searched: the base engine, with nothing but the table changed."""
    return AlphaBeta(
        depth=depth,
        table_entries=size * K,
        history_draws=False,
        random_ties=False,
        **SCHEMES[scheme],
    )


def evaluation() -> pw.Linear:
    """Material and, far below it, the squares of the pieces."""
    return pw.Linear(pw.game("chess").features(FEATURES), weights=WEIGHTS)


def searched(plan: ExperimentPlan) -> Searches:
    """Search the positions with every table; with a budget of minutes, as much as fits.

    Small tables come first. What is told are the positions that all schemes searched with the
    smallest table, and the tables with which all of these were searched.
    """
    extent = EXTENTS[plan.size_name]
    asked = [
        Asked(position=n, depth=DEPTHS[n] - extent.shallower, size=size, scheme=scheme)
        for size in extent.sizes
        for n in range(min(plan.size.games, len(VSB30)))
        for scheme in SCHEMES
    ]
    jobs = [CellJob(key=_key(one), asked=one) for one in asked]
    cells = computed(plan, "probes", jobs, _searched, until=deadline(plan))
    found = {
        (job.asked.size, job.asked.scheme, job.asked.position): cells[job.key]["iterations"]
        for job in jobs
        if job.key in cells
    }
    positions = _whole(found, extent.sizes[0])
    sizes = tuple(size for size in extent.sizes if _whole(found, size) >= positions)
    told = {key: value for key, value in found.items() if key[0] in sizes and key[2] < positions}
    return Searches(iterations=told, sizes=sizes, positions=positions,
                    seconds=seconds(cells, plan.workers))  # fmt: skip


def _whole(found: Mapping[tuple[int, str, int], Iterations], size: int) -> int:
    """How many positions, from the first on, all schemes searched with a table."""
    positions = 0
    while all((size, scheme, positions) in found for scheme in SCHEMES):
        positions += 1
    return positions


def _key(one: Asked) -> str:
    decided = [search(one.size, one.scheme, one.depth).as_dict(), FEATURES, WEIGHTS]
    return f"{one.position + 1}, {one.depth}, {one.size}K, {one.scheme}, {fingerprint(decided)}"


def _searched(one: Asked, hand: Hand) -> Value:
    position = _kernel.Position.parse("chess", VSB30[one.position])
    judge = evaluation()
    settings = search(one.size, one.scheme, one.depth).settings(judge.scale)
    with hand.remote() as remote:
        # A new searcher has an empty table, as each search of the thesis had.
        found = _kernel.Searcher("chess").search(position, judge.kernel, settings, remote=remote)
    iterations = [(depth, nodes) for depth, nodes, *_ in found.iterations]
    return {"iterations": iterations, "seconds": found.seconds}


def savings(one: Sequence[int], other: Sequence[int]) -> list[float]:
    """By how many per cent each search of `other` is smaller than that of `one`.

    >>> savings([200, 50], [150, 75])
    [25.0, -50.0]
    """
    return [100 * (1 - b / a) for a, b in zip(one, other, strict=True)]


def described(searches: Searches) -> dict[str, object]:
    """The settings of all searches, for the result."""
    size = searches.sizes[0]
    return {
        "search": search(size, ONE, max(DEPTHS)).as_dict(),
        "tables": {f"{size}K": size * K for size in searches.sizes},
        "schemes": SCHEMES,
        "features": FEATURES,
        "weights": list(WEIGHTS),
        "depths": list(DEPTHS),
    }
