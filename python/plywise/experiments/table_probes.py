"""Several probes of the transposition table against a single one (thesis 4.2)."""

from collections.abc import Mapping

from plywise.experiments import probes
from plywise.experiments.kit.bars import Group, grouped
from plywise.experiments.kit.plan import Experiment, ExperimentPlan
from plywise.experiments.kit.result import NOT_RUN, Result, Row, Table, text
from plywise.experiments.kit.seeds import mean, spread
from plywise.experiments.kit.writer import csv
from plywise.experiments.probes import BETTER, ONE, Searches, savings
from plywise.report.picture import Picture

PUBLISHED_NODES = {
    16: 34_760_717, 32: 30_083_815, 64: 25_943_307, 128: 22_299_509, 256: 19_572_931,
    512: 17_374_383, 1024: 15_853_931,
}  # fmt: skip
"""Of one probe, mean over the positions (table 4.1)."""
PUBLISHED: Mapping[str, Mapping[int, tuple[float, float]]] = {
    "P=2": {16: (11.6, 5.2), 32: (10.4, 4.6), 64: (10.7, 5.9), 128: (12.7, 6.4),
            256: (13.4, 5.5), 512: (12.3, 5.1), 1024: (10.5, 4.2)},
    "P=4": {16: (14.9, 6.2), 32: (12.9, 5.6), 64: (14.0, 7.6), 128: (17.1, 8.8),
            256: (18.1, 6.2), 512: (15.2, 5.7), 1024: (12.5, 4.8)},
    "P=8": {16: (15.9, 6.2), 32: (13.8, 6.5), 64: (15.4, 8.1), 128: (19.4, 9.2),
            256: (19.6, 6.4), 512: (15.9, 6.0), 1024: (13.0, 4.8)},
    "P=16": {16: (15.9, 6.4), 32: (14.3, 7.1), 64: (15.9, 8.4), 128: (20.6, 9.5),
             256: (19.9, 6.6), 512: (16.0, 6.0), 1024: (12.5, 5.4)},
    "Twin": {16: (0.3, 12.5), 32: (3.5, 5.1), 64: (3.8, 4.2), 128: (1.7, 5.1),
             256: (1.8, 4.0), 512: (1.7, 4.3), 1024: (0.8, 6.6)},
}  # fmt: skip
"""Mean of the individual savings over one probe, per cent, and their standard deviation (4.2)."""


def run(plan: ExperimentPlan) -> Result:
    """Search the 30 positions with every table and count what is saved."""
    found = probes.searched(plan)
    plan = plan.with_games(found.positions)
    return plan.result(
        rows=[*_savings_rows(found), *_node_rows(found)],
        error="standard deviation over the positions",
        settings=probes.described(found),
        units="positions",
        seconds=found.seconds,
        notes=notes(plan),
        tables=(_totals(found),),
        pictures=(_picture(found),),
        data={"nodes.csv": _csv(found)},
    )


def notes(plan: ExperimentPlan) -> tuple[str, ...]:
    """What a reader should know of the searches; probes-saturation says the same."""
    shallower = probes.EXTENTS[plan.size_name].shallower
    told = [
        "The thesis took its squares from centre control and mobility at the root and does not "
        "print them. Ours are fixed: material 1 3 3 5 9 and, per piece, the declared feature "
        f"`centre` with weight {probes.WEIGHTS[-1]:g}. So node counts differ; savings can be "
        "compared.",
        "Quiescence is not stored; the table is empty before each position; entries of the same "
        "depth cut off, so that value and move are the same with every table. No null move, no "
        "repetition, first move among equals.",
    ]
    if shallower:
        plies = "a ply" if shallower == 1 else f"{shallower} plies"
        told.append(f"Each position is searched {plies} less deep than published.")
    return tuple(told)


def _savings_rows(found: Searches) -> list[Row]:
    rows = []
    for scheme, cells in PUBLISHED.items():
        for size, (published, deviation) in cells.items():
            row = Row(label=f"{scheme}, {size}K: saving, %", published=published, digits=1,
                      published_error=deviation, measured=NOT_RUN)  # fmt: skip
            if size in found.sizes and found.positions:
                saved = savings(found.nodes(size, ONE), found.nodes(size, scheme))
                row = _measured(row, saved)
            rows.append(row)
    return rows


def _measured(row: Row, values: list[float]) -> Row:
    return Row(label=row.label, published=row.published, published_error=row.published_error,
               measured=mean(values), error=spread(values), digits=row.digits)  # fmt: skip


def _node_rows(found: Searches) -> list[Row]:
    rows = []
    for size, published in PUBLISHED_NODES.items():
        row = Row(label=f"{ONE}, {size}K: nodes, M", published=published / 1e6, measured=NOT_RUN)
        if size in found.sizes and found.positions:
            row = _measured(row, [nodes / 1e6 for nodes in found.nodes(size, ONE)])
        rows.append(row)
    return rows


def _totals(found: Searches) -> Table:
    """The savings of all nodes together, in which large searches count for more."""
    rows = []
    for scheme in BETTER:
        totals = [
            100 * (1 - sum(found.nodes(size, scheme)) / sum(found.nodes(size, ONE)))
            for size in found.sizes
            if found.positions
        ]
        rows.append((scheme, *(text(total, digits=1) for total in totals)))
    return Table(
        title="Saving of all nodes together, per cent",
        header=("", *(f"{size}K" for size in found.sizes)),
        rows=tuple(rows),
        note="The rows above are means of the individual savings, as the thesis gives them.",
    )


def _picture(found: Searches) -> Picture:
    groups = [
        Group(
            label=f"{size}K",
            measured=[
                mean(savings(found.nodes(size, ONE), found.nodes(size, scheme)))
                for scheme in BETTER
            ],
            published=[PUBLISHED[scheme][size][0] for scheme in BETTER],
        )
        for size in found.sizes
        if found.positions
    ]
    return grouped(
        "savings", "Nodes saved over one probe", groups, names=BETTER, units="per cent",
        caption="Bars: measured, mean of the positions; ◇ published. By table size, in entries.",
    )  # fmt: skip


def _csv(found: Searches) -> str:
    rows = [
        [position + 1, f"{size}K", scheme, depth, nodes]
        for (size, scheme, position), iterations in found.iterations.items()
        for depth, nodes in iterations
    ]
    return csv(["position", "table", "scheme", "depth", "nodes"], rows)


EXPERIMENT = Experiment(
    name="table-probes",
    title="Several probes of the transposition table",
    source="Thesis 4.2, tables 4.1 and 4.2, appendix A.1",
    sizes=probes.PLANS,
    run=run,
)
