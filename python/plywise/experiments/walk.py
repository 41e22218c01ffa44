"""The bounded random walk: five numbers whose true values are known (thesis 8.5)."""

from collections.abc import Mapping, Sequence

import numpy as np

from plywise.experiments.kit.figures import Curve, curves
from plywise.experiments.kit.plan import Experiment, ExperimentPlan, Size
from plywise.experiments.kit.result import Result, Row, Table, text
from plywise.experiments.kit.result import seeds as seeds_in_words
from plywise.experiments.kit.seeds import Values, mean, standard_error
from plywise.experiments.kit.writer import csv
from plywise.learning.walk import STATES, TRUE_VALUES, WalkTrace, learn_walk, walk_sequences
from plywise.report.picture import Picture
from plywise.report.traces import Array, thin

C = 0.15
"""Temporal coherence's c, which the thesis does not publish; the sweep below shows the choice."""
TIMES = 10
"""How many times the published number of seeds is run too, since ten are few."""
SWEEP = (0.05, 0.1, 0.15, 0.2, 0.3, 0.5, 1.0)
TRACE_DECAY = 0.3
"""Sutton's choice; the thesis takes it for all methods but coherence."""
DELTA_BAR_DELTA = "delta-bar-delta:kappa=.01,phi=.333,theta=.7,start=.03"

FAST, SLOW = "fixed .1", "fixed .01"
COHERENCE, COHERENCE_DECAY = "coherence c .15, λ .3", "coherence c .15, λ = ψ"
JACOBS = "delta-bar-delta"
METHODS: dict[str, tuple[str, float | str]] = {
    FAST: ("fixed:.1", TRACE_DECAY),
    SLOW: ("fixed:.01", TRACE_DECAY),
    COHERENCE: (f"coherence:c={C}", TRACE_DECAY),
    COHERENCE_DECAY: (f"coherence:c={C}", "auto"),
    JACOBS: (DELTA_BAR_DELTA, TRACE_DECAY),
}
"""Step size and λ."""
COLOURS = {FAST: 1, SLOW: 0, COHERENCE: 3, COHERENCE_DECAY: 4, JACOBS: 2}
NEAR = 0.9
"""A mean g from which the weights count as near the true values."""
PUBLISHED_NEAR = {FAST: 50.0, SLOW: 500.0, COHERENCE: 50.0, COHERENCE_DECAY: 50.0, JACOBS: None}
PUBLISHED_END = {
    FAST: "never settles",
    SLOW: "stable",
    COHERENCE: "closest of all",
    COHERENCE_DECAY: "closest of all",
    JACOBS: "less well",
}
AT, LAST = 250, 200
"""The walks after which temporal coherence is published as stable, and those at the end."""
Runs = Mapping[str, Sequence[WalkTrace]]


def run(plan: ExperimentPlan) -> Result:
    """Learn the same walks with every method, and sweep c.

    All is done with ten times the seeds asked for; the first of them are the published experiment.
    """
    seeds = range(plan.seed, plan.seed + TIMES * plan.size.seeds)
    walks = [walk_sequences(seed, plan.size.games) for seed in seeds]

    def learnt(step: str, trace_decay: float | str) -> list[WalkTrace]:
        return [
            learn_walk(step, trace_decay=trace_decay, walks=some)  # type: ignore[arg-type]
            for some in walks
        ]

    many: dict[str, list[WalkTrace]] = {}
    for label, method in METHODS.items():
        plan.say(f"walk: {label}, {seeds_in_words(seeds)}")
        many[label] = learnt(*method)
    plan.say("walk: sweep of c")
    sweep = {c: many[COHERENCE] if c == C else learnt(f"coherence:c={c}", TRACE_DECAY)
             for c in SWEEP}  # fmt: skip
    few = {label: traces[: plan.size.seeds] for label, traces in many.items()}
    return plan.result(
        rows=_rows(few, many),
        error="standard error of the mean over the seeds",
        settings={"methods": {label: list(m) for label, m in METHODS.items()},
                  "start": 0.5, "true values": [round(float(v), 4) for v in TRUE_VALUES],
                  "seeds of the rows over more seeds": [seeds[0], seeds[-1]]},
        units="walks",
        notes=(f"g = 1 − Σ(w−v)²/Σ(½−v)² (equation 8.9). Near: the mean g first reaches {NEAR}. "
               "All methods see the same walks.", _scatter(many[COHERENCE], plan, seeds)),
        tables=(_by_time(many, seeds), _sweep_table(sweep, seeds)),
        pictures=(_performance(few, plan.seeds), _one_weight(few)),
        data={"measure.csv": _csv(few)},
    )  # fmt: skip


def _measures(traces: Sequence[WalkTrace]) -> Array:
    return np.stack([one.measure for one in traces])


def _figures(traces: Sequence[WalkTrace]) -> dict[str, Array]:
    """What the rows tell of each seed: g at a time, at the end and on the whole."""
    g = _measures(traces)[:, 1:]
    walks = g.shape[1]
    return {
        f"g after {min(AT, walks)} walks": g[:, min(AT, walks) - 1],
        f"g over the last {min(LAST, walks)}": g[:, -LAST:].mean(axis=1),
        "g over the whole run": g.mean(axis=1),
    }


def _rows(few: Runs, many: Runs) -> list[Row]:
    """Of the seeds asked for and of ten times as many, one below the other."""
    rows = [
        Row(label=f"{label}: near after walks", published=PUBLISHED_NEAR[label],
            measured=_near(traces), digits=0)
        for label, traces in few.items()
    ]  # fmt: skip
    told = {label: _figures(traces) for label, traces in many.items()}
    seeds = len(next(iter(few.values())))
    for name in next(iter(told.values())):
        for label, figures in told.items():
            every = figures[name]
            published = PUBLISHED_END[label] if "last" in name else None
            rows += [
                _row(f"{label}: {name}", every[:seeds], published),
                _row(f"{label}: {name}, {len(every)} seeds", every, None),
            ]
    psi = [float(one.trace_decay[-1]) for one in many[COHERENCE_DECAY]]
    return [*rows, _row("ψ at the end", psi[:seeds]), _row(f"ψ at the end, {len(psi)} seeds", psi)]


def _row(label: str, values: Values, published: str | None = None) -> Row:
    error = standard_error(values)
    return Row(label=label, published=published, measured=mean(values), error=error, digits=4)


def _near(traces: Sequence[WalkTrace]) -> float:
    near = np.flatnonzero(_measures(traces).mean(axis=0) >= NEAR)
    return float(near[0]) if len(near) else float("inf")


def _scatter(traces: Sequence[WalkTrace], plan: ExperimentPlan, seeds: range) -> str:
    """How far means of so few seeds lie apart: what a reader must know before using one."""
    few, ranges = plan.size.seeds, []
    for name, values in list(_figures(traces).items())[:2]:
        blocks = values.reshape(TIMES, few).mean(axis=1)
        ranges.append(f"{blocks.min():.4f} to {blocks.max():.4f} ({name})")
    return (
        f"{few} seeds are few. {seeds_in_words(seeds).capitalize()}, cut into {TIMES} blocks of "
        f"{few}, give means from {' and from '.join(ranges)} for {COHERENCE}; the rows over {few} "
        "seeds are the first of these blocks and no more than that. Differences smaller than this "
        f"scatter are chance: judge by the rows over {len(seeds)} seeds."
    )


def _by_time(runs: Runs, seeds: range) -> Table:
    times = [n for n in (50, 100, 250, 500, 1000) if n < len(next(iter(runs.values()))[0].measure)]
    rows = [
        (label, *(text(float(_measures(traces)[:, n].mean()), digits=3) for n in times))
        for label, traces in runs.items()
    ]
    header = ("g after", *(f"{n} walks" for n in times))
    note = f"Means over {seeds_in_words(seeds)}."
    return Table(title="g by time", header=header, rows=tuple(rows), note=note)


def _sweep_table(sweep: Mapping[float, Sequence[WalkTrace]], seeds: range) -> Table:
    told = {c: _figures(traces) for c, traces in sweep.items()}
    rows = [
        (f"{c:g}", *(text(float(values.mean()), digits=4) for values in figures.values()))
        for c, figures in told.items()
    ]
    return Table(
        title="Choice of c for temporal coherence, λ .3",
        header=("c", *told[C]),
        rows=tuple(rows),
        note=f"Means over {seeds_in_words(seeds)}. Taken: c = {C:g}, by this table over seeds 0 to "
        "99 and 1,000 walks, the same that the rows tell of; from .1 to .2 it hardly matters.",
    )


def _performance(runs: Runs, seeds: Sequence[int]) -> Picture:
    lines = [
        Curve(label=label, colour=COLOURS[label], values=_measures(traces).mean(axis=0)[1:])
        for label, traces in runs.items()
    ]
    return curves(
        "performance", "Progress towards the true values", lines, bottom=0.8, top=1.005,
        units="walks", caption=f"g, mean of {seeds_in_words(seeds)} (figure 8.7).",
    )  # fmt: skip


def _one_weight(runs: Runs) -> Picture:
    lines = [
        Curve(label=label, colour=COLOURS[label], values=runs[label][0].weights[1:, 0])
        for label in (SLOW, COHERENCE, JACOBS)
    ]
    truth = float(TRUE_VALUES[0])
    return curves(
        "weight-b", f"Weight {STATES[0]} by three methods", lines, levels=(truth,), units="walks",
        caption=f"The first seed (figure 8.8). Dotted: the true value {truth:.3f}.",
    )  # fmt: skip


def _csv(runs: Runs) -> str:
    means = {label: _measures(traces).mean(axis=0) for label, traces in runs.items()}
    rows = [
        [int(n), *(float(trace[n]) for trace in means.values())]
        for n in thin(len(next(iter(means.values()))), 501)
    ]
    return csv(["walks", *(f'"{label}"' for label in means)], rows)


EXPERIMENT = Experiment(
    name="walk",
    title="The bounded random walk",
    source="Thesis 8.5, figures 8.3 to 8.8",
    sizes={"quick": Size(seeds=10, games=1_000), "paper": Size(seeds=10, games=1_000)},
    run=run,
    first_seed=0,
)
