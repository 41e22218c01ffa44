"""What several probes save, by how full the table is (thesis 4.2.6)."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from plywise.experiments import probes
from plywise.experiments.kit.bars import Group, Points, grouped, scattered
from plywise.experiments.kit.plan import Experiment, ExperimentPlan
from plywise.experiments.kit.result import Result, Row, Table, text
from plywise.experiments.kit.seeds import mean, spread, standard_error
from plywise.experiments.kit.writer import csv
from plywise.experiments.probes import BETTER, ONE, K, Searches
from plywise.experiments.table_probes import notes
from plywise.report.picture import Picture

BANDS = ((0.0, 0.1), (0.1, 1.0), (1.0, 10.0), (10.0, 100.0))
"""Of the saturation: nodes of the search by entries of the table."""
PUBLISHED: dict[str, tuple[tuple[float, float], ...]] = {
    "P=2": ((0.1, 0.2), (1.8, 2.2), (6.7, 4.4), (10.8, 5.8)),
    "P=4": ((0.1, 0.2), (1.9, 2.3), (8.0, 5.1), (13.9, 7.3)),
    "P=8": ((0.1, 0.2), (1.9, 2.3), (8.4, 5.4), (15.0, 7.7)),
    "P=16": ((0.1, 0.2), (1.9, 2.3), (8.4, 5.6), (15.4, 7.9)),
    "Twin": ((0.1, 0.2), (1.3, 1.8), (0.8, 3.6), (0.0, 5.0)),
}
"""Mean and standard deviation of the individual savings, per cent (table 4.3)."""
SHOWN = ("P=2", "P=4", "P=8")
"""In the picture by table size, as in figure 4.2."""


@dataclass(frozen=True, kw_only=True)
class Saving:
    """One iteration of a search, beside the same with one probe."""

    scheme: str
    size: int
    position: int
    depth: int
    saturation: float
    """Of the search with one probe."""
    per_cent: float

    @property
    def band(self) -> int | None:
        """The index of its band; None above the last, which the thesis leaves out."""
        inside = [n for n, (low, high) in enumerate(BANDS) if low <= self.saturation < high]
        return inside[0] if inside else None


def run(plan: ExperimentPlan) -> Result:
    """Take every iteration of the searches of table-probes as a search of its own."""
    found = probes.searched(plan)
    plan = plan.with_games(found.positions)
    saved = all_savings(found)
    return plan.result(
        rows=_rows(saved),
        error="standard deviation over the iterations",
        settings=probes.described(found),
        units="positions",
        seconds=found.seconds,
        notes=(
            *notes(plan),
            "An iteration counts as a search to its depth: all nodes so far. Saturation is that of "
            "one probe. Above 100 is left out, as in the thesis.",
        ),
        tables=(_above(saved), _by_size(saved, found.sizes)),
        pictures=(_scatter(saved), _bars(saved, found.sizes)),
        data={"savings.csv": _csv(saved)},
    )


def all_savings(found: Searches) -> list[Saving]:
    """Every iteration of every search that is not one probe's."""
    saved = []
    for (size, scheme, position), iterations in found.iterations.items():
        if scheme == ONE or position >= found.positions:
            continue
        single = dict(found.iterations[size, ONE, position])
        saved += [
            Saving(scheme=scheme, size=size, position=position, depth=depth,
                   saturation=single[depth] / (size * K),
                   per_cent=100 * (1 - nodes / single[depth]))
            for depth, nodes in iterations
        ]  # fmt: skip
    return saved


def _rows(saved: Sequence[Saving]) -> list[Row]:
    rows = []
    for scheme, bands in PUBLISHED.items():
        for n, (published, deviation) in enumerate(bands):
            values = [s.per_cent for s in saved if s.scheme == scheme and s.band == n]
            low, high = BANDS[n]
            rows.append(
                Row(label=f"{scheme}, saturation {low:g} to {high:g}: saving, %", digits=1,
                    published=published, published_error=deviation,
                    measured=mean(values), error=spread(values))
            )  # fmt: skip
    return rows


def _above(saved: Sequence[Saving]) -> Table:
    rows = []
    for scheme in BETTER:
        some = [[s for s in saved if s.scheme == scheme and s.band == n] for n in range(len(BANDS))]
        some.append([s for s in saved if s.scheme == scheme and s.band is None])
        some.append([s for s in saved if s.scheme == scheme and s.saturation >= 10])
        cells = [[s.per_cent for s in part] for part in some]
        rows.append((scheme, *(_cell(values) for values in cells)))
    names = [f"{low:g}–{high:g}" for low, high in BANDS]
    return Table(
        title="Saving by saturation, per cent, with the number of iterations",
        header=("", *names, "above 100", "10 and above"), rows=tuple(rows),
        note="± standard error of the mean.",
    )  # fmt: skip


def _cell(values: Sequence[float]) -> str:
    return f"{text(mean(values), standard_error(values), digits=1)} ({len(values)})"


def _by_size(saved: Sequence[Saving], sizes: Sequence[int]) -> Table:
    rows = [
        (scheme, *(_cell(_in_band(saved, scheme, size)) for size in sizes)) for scheme in BETTER
    ]
    return Table(
        title="Saving at saturation 1 to 10 by table size, per cent",
        header=("", *(f"{size}K" for size in sizes)), rows=tuple(rows),
        note="± standard error of the mean; in brackets the iterations (figure 4.2).",
    )  # fmt: skip


def _in_band(saved: Sequence[Saving], scheme: str, size: int) -> list[float]:
    return [s.per_cent for s in saved if s.scheme == scheme and s.size == size and s.band == 2]


def _scatter(saved: Sequence[Saving]) -> Picture:
    eight = [s for s in saved if s.scheme == "P=8" and s.band is not None]
    points = [
        Points(label=f"{size}K", x=np.array([s.saturation for s in eight if s.size == size]),
               y=np.array([s.per_cent for s in eight if s.size == size]))
        for size in sorted({s.size for s in eight})
    ]  # fmt: skip
    return scattered(
        "scatter", "Savings of eight probes, by saturation", points,
        across="saturation: nodes by entries", up="saving, per cent",
        caption="One dot an iteration, coloured by table size (figure 4.1).",
    )  # fmt: skip


def _bars(saved: Sequence[Saving], sizes: Sequence[int]) -> Picture:
    groups = [
        Group(label=f"{size}K", measured=[mean(_in_band(saved, name, size)) for name in SHOWN])
        for size in sizes
    ]
    return grouped(
        "by-size", "Savings at saturation 1 to 10, by table size", groups, names=SHOWN,
        units="per cent", caption="Mean of the iterations in that band (figure 4.2).",
    )  # fmt: skip


def _csv(saved: Sequence[Saving]) -> str:
    rows = [
        [s.scheme, f"{s.size}K", s.position + 1, s.depth, s.saturation, s.per_cent] for s in saved
    ]
    return csv(["scheme", "table", "position", "depth", "saturation", "saving"], rows)


EXPERIMENT = Experiment(
    name="probes-saturation",
    title="Savings of several probes by saturation of the table",
    source="Thesis 4.2, table 4.3, figures 4.1 and 4.2",
    sizes=probes.PLANS,
    run=run,
)
