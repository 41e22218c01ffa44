"""Rules of extension and pruning: what it costs to solve 563 combinations (thesis 4.4)."""

from collections.abc import Sequence
from statistics import fmean

from plywise.experiments import wcsac
from plywise.experiments.extensions_published import BRANCHING, PUBLISHED, RULES, Effort
from plywise.experiments.kit import solving
from plywise.experiments.kit.bars import Bar, stacked
from plywise.experiments.kit.plan import Experiment, ExperimentPlan, Size
from plywise.experiments.kit.result import NOT_RUN, Result, Row, Table, text
from plywise.experiments.kit.seeds import mean, standard_error
from plywise.experiments.kit.solving import Outcomes, Solved
from plywise.experiments.kit.writer import csv
from plywise.experiments.wcsac import BANDS
from plywise.report.picture import Picture
from plywise.searching import AlphaBeta

LIMIT = {"quick": 3_000_000, "paper": 36_000_000}
"""In c-nodes a problem; the published one is the second."""
ALL_PROBLEMS = 563
SMALLER = (
    " Fewer problems and a lower limit leave out the hard ones, which make most of the published "
    "means: compare rule sets with each other, and bands of depth."
)
MOVES_AT_ROOT = 40
"""On average in the 563 positions: the first ply has no cut-offs (equation 4.1)."""
VARIANTS = ("singular (1)", "singular (2)", "null (1)", "null (2)")
PARTS = ("main search", "singular detection", "recapture detection")
COLUMNS = ("all", *BANDS)


def search(rules: str) -> AlphaBeta:
    """The base engine with the rules of a set."""
    return AlphaBeta(
        depth=solving.DEEPEST,
        table_entries=256 * 1024,
        deeper_entries=True,
        history_draws=False,
        random_ties=False,
        **RULES[rules],
    )


def run(plan: ExperimentPlan) -> Result:
    """Solve the problems with every rule set, and count the c-nodes."""
    limit = LIMIT[plan.size_name]
    searches = {rules: search(rules) for rules in RULES}
    found = solving.outcomes(plan, searches, limit=limit)
    plan = plan.with_games(len(found.tasks))
    return plan.result(
        rows=_rows(found),
        error="standard error of the mean over the problems",
        settings={
            "search": search("none").as_dict(), "rules": RULES, "limit, c-nodes": limit,
            "weights": solving.STANDARD,
        },
        units="problems",
        seconds=found.seconds,
        notes=_notes(found, limit),
        tables=(_bands(found), _generating(found), _limits(found), _detection(found),
                _branching_table(found)),
        pictures=_pictures(found),
        data={"problems.csv": _csv(found)},
    )  # fmt: skip


def _notes(found: Outcomes, limit: int) -> tuple[str, ...]:
    unsolved = {rules: found.unsolved(rules) for rules in RULES}
    failing = sorted({number for numbers in unsolved.values() for number in numbers})
    doubtful = [number for number in failing if number in wcsac.DOUBTFUL]
    return (
        "Solved: the first whole iteration that returns the book's move with exactly the listed "
        "gain (or mate). The thesis kept only problems that all its searches solved; so the rows "
        f"are means over the {len(found.common)} of {len(found.tasks)} problems that all 19 rule "
        f"sets solve here within {limit:,} c-nodes. The second table below counts the others "
        "at the limit.",
        f"Not solved by one set or more: {_listed(failing)}. Of the 12 whose book move is doubtful "
        f"({_listed(wcsac.DOUBTFUL)}), these are: {_listed(doubtful)}.",
        "Published figures are over all 563 problems."
        + (SMALLER if limit < LIMIT["paper"] or len(found.tasks) < ALL_PROBLEMS else ""),
    )


def _listed(numbers: Sequence[int]) -> str:
    return ", ".join(str(number) for number in numbers) or "none"


def _rows(found: Outcomes) -> list[Row]:
    rows = []
    means: dict[str, float] = {}
    for rules, published in PUBLISHED.items():
        efforts = [one.c_nodes / 1000 for one in found.commonly(rules)]
        rows.append(
            Row(label=f"{rules}: c-nodes, thousands", published=published[0].total / 1000,
                measured=mean(efforts), error=standard_error(efforts), digits=1)
        )  # fmt: skip
        means[rules] = fmean(efforts) if efforts else 0.0
    best = sorted(PUBLISHED, key=lambda rules: PUBLISHED[rules][0].total)
    ours = sorted(means, key=lambda rules: means[rules]) if found.common else [NOT_RUN] * len(means)
    for n, place in enumerate(("best", "second best", "third best")):
        rows.append(Row(label=f"{place} rule set", published=best[n], measured=ours[n]))
    return rows + _branching_rows(found)


def _of_band(solved: Sequence[Solved], column: str) -> list[Solved]:
    return [one for one in solved if column in ("all", one.task.target.band)]


def _bands(found: Outcomes) -> Table:
    rows = []
    for rules, published in PUBLISHED.items():
        cells = []
        for n, column in enumerate(COLUMNS):
            efforts = [one.c_nodes / 1000 for one in _of_band(found.commonly(rules), column)]
            cells.append(f"{published[n].total / 1000:,.0f} / {_thousands(efforts)}")
        rows.append((rules, *cells))
    counts = [len(_of_band(found.commonly("none"), column)) for column in COLUMNS]
    heads = [f"{column} ({count})" for column, count in zip(COLUMNS, counts, strict=True)]
    return Table(
        title="Mean c-nodes by depth of the problem, thousands: published / measured",
        header=("", *heads), rows=tuple(rows),
        note="In brackets: the problems that all rule sets solve. Published: 563 = 206 + 176 + 136 "
        "+ 45 (table 4.4).",
    )  # fmt: skip


def _generating(found: Outcomes) -> Table:
    rows = []
    for rules, published in PUBLISHED.items():
        cells = []
        for n, column in enumerate(COLUMNS):
            efforts = [one.generating / 1000 for one in _of_band(found.commonly(rules), column)]
            cells.append(f"{published[n].total / 1000:,.0f} / {_thousands(efforts)}")
        rows.append((rules, *cells))
    return Table(
        title="The same, counting only nodes at which captures were generated",
        header=("", *COLUMNS), rows=tuple(rows),
        note="The thesis calls c-nodes once capture-tree positions that are visited and once "
        "capture-tree-generation nodes. Most positions of a capture tree end by standing pat: "
        "there nothing is generated, and this table leaves them out.",
    )  # fmt: skip


def _thousands(efforts: Sequence[float]) -> str:
    return f"{fmean(efforts):,.1f}" if efforts else "–"


def _limits(found: Outcomes) -> Table:
    rows = []
    for rules in RULES:
        every = found.by_rules[rules]
        solved = [one.c_nodes / 1000 for one in every if one.depth is not None]
        more = sum(one.gained_more for one in every)
        capped = [one.c_nodes / 1000 for one in every]
        least = [one.least_c_nodes / 1000 for one in every]
        rows.append((rules, str(len(solved)), str(more), str(len(every) - len(solved) - more),
                     _thousands(solved), _thousands(capped), _thousands(least)))  # fmt: skip
    return Table(
        title="All problems, thousands of c-nodes, the unsolved ones counted at the limit",
        header=("", "solved", "settled elsewhere", "limit reached", "mean of the solved",
                "mean of all", "mean of all, gain or more"),
        rows=tuple(rows),
        note="Settled elsewhere: two iterations in a row returned the book's move with the same "
        "value above the listed gain, or three any move with the same value at or above it; the "
        "search was then ended. Gain or more: the book's move with at least the listed gain is "
        "enough.",
    )  # fmt: skip


def _effort(solved: Sequence[Solved]) -> tuple[float, float, float]:
    """Mean c-nodes of the main search and of both detections."""
    if not solved:
        return 0.0, 0.0, 0.0
    singular = fmean(one.singular for one in solved)
    recapture = fmean(one.recapture for one in solved)
    return fmean(one.c_nodes for one in solved) - singular - recapture, singular, recapture


def _detection(found: Outcomes) -> Table:
    rows = []
    for rules, published in PUBLISHED.items():
        overall: Effort = published[0]
        if not (overall.singular or overall.recapture):
            continue
        main, singular, recapture = _effort(found.commonly(rules))
        total = main + singular + recapture
        cells = [
            f"{100 * theirs / overall.total:.0f} / {100 * ours / total if total else 0:.0f}"
            for theirs, ours in ((overall.singular, singular), (overall.recapture, recapture))
        ]
        rows.append((rules, *cells))
    return Table(
        title="Share of the detection searches in all c-nodes, per cent: published / measured",
        header=("", "singular", "recapture"), rows=tuple(rows),
        note="One detection inside another counts for the outer one.",
    )  # fmt: skip


def branching(one: Solved) -> float:
    """The effective branching factor of a solution, (c/40)^(1/(d−1)) (equation 4.1).

    d is the depth at which the fixed-depth search solves the problem, whatever the rules.
    """
    return float((one.c_nodes / MOVES_AT_ROOT) ** (1 / (one.task.target.depth - 1)))


def _branching_rows(found: Outcomes) -> list[Row]:
    rows = []
    for rules, published in BRANCHING.items():
        for band, figure in zip(("6–7", "10+"), published, strict=True):
            factors = [branching(one) for one in _of_band(found.commonly(rules), band)]
            rows.append(
                Row(label=f"{rules}: effective branching factor, depths {band}", published=figure,
                    measured=mean(factors), error=standard_error(factors))
            )  # fmt: skip
    return rows


def _branching_table(found: Outcomes) -> Table:
    rows = []
    for rules in RULES:
        parts = [_of_band(found.commonly(rules), column) for column in COLUMNS]
        means = [fmean(branching(one) for one in part) if part else None for part in parts]
        rows.append((rules, *(text(value) for value in means)))
    return Table(title="Effective branching factors", header=("", *COLUMNS), rows=tuple(rows))


def _pictures(found: Outcomes) -> tuple[Picture, ...]:
    solved = [band for band in BANDS[1:] if _of_band(found.commonly("none"), band)]
    efforts = [_effort_bars(found, column) for column in ("all", *solved)]
    factors = [_factor_bars(found, column) for column in solved]
    return *efforts, *factors, _effort_bars(found, "all", VARIANTS, "variants")


def _effort_bars(
    found: Outcomes, column: str, sets: Sequence[str] = tuple(RULES), name: str = "effort"
) -> Picture:
    bars = []
    for rules in sets:
        parts = [part / 1000 for part in _effort(_of_band(found.commonly(rules), column))]
        theirs = PUBLISHED[rules][COLUMNS.index(column)].total / 1000
        told = f"{sum(parts):,.0f} / {theirs:,.0f}"
        bars.append(Bar(label=rules, parts=parts, published=theirs, told=told))
    where = "all depths" if column == "all" else f"depths {column}"
    title = f"C-nodes to solution, {where}"
    if sets == VARIANTS:
        title = "Variants of singular extensions and null move"
    file = name if column == "all" else f"{name}-{_plain(column)}"
    return stacked(
        file, title, bars, names=PARTS, units="thousands of c-nodes",
        caption="Mean of the problems that all rule sets solve; ◇ published. The figures are "
        "measured / published (figures 4.3 to 4.6, 4.10).",
    )  # fmt: skip


def _factor_bars(found: Outcomes, band: str) -> Picture:
    bars = []
    for rules in RULES:
        factors = [branching(one) for one in _of_band(found.commonly(rules), band)]
        middle = fmean(factors) if factors else 0.0
        at = {"6–7": 0, "10+": 1}.get(band)
        known = BRANCHING[rules][at] if rules in BRANCHING and at is not None else None
        bars.append(Bar(label=rules, parts=(middle,), published=known, told=f"{middle:.2f}"))
    return stacked(
        f"branching-{_plain(band)}", f"Effective branching factors, depths {band}", bars,
        names=("measured",), units="(c/40)^(1/(d−1))",
        caption="Mean of the problems; ◇ published where the text gives it (figures 4.7 to 4.9).",
    )  # fmt: skip


def _plain(band: str) -> str:
    return band.replace("–", "-").replace("+", "-and-more")


def _csv(found: Outcomes) -> str:
    rows = [
        [one.task.target.number, one.task.target.depth, rules.replace(",", ""),
         "" if one.depth is None else one.depth, one.c_nodes, one.generating,
         one.singular, one.recapture]
        for rules, every in found.by_rules.items()
        for one in every
    ]  # fmt: skip
    head = ["problem", "depth", "rules", "solved_at", "c_nodes", "generating", "singular",
            "recapture"]  # fmt: skip
    return csv(head, rows)


EXPERIMENT = Experiment(
    name="extensions",
    title="Search extensions on 563 combinations",
    source="Thesis 4.4, table 4.4, figures 4.3 to 4.10, appendix A.2",
    sizes={"quick": Size(seeds=1, games=71), "paper": Size(seeds=1, games=563)},
    run=run,
    takes_positions=True,
)
