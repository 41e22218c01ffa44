"""The bounded random walk: five numbers whose true values are known (thesis 8.5)."""

from collections.abc import Mapping, Sequence

import numpy as np

from plywise.experiments.figures import Curve, curves
from plywise.experiments.plan import Experiment, Plan, Size
from plywise.experiments.result import Result, Row, Table, text
from plywise.experiments.seeds import spread
from plywise.experiments.writer import csv
from plywise.games.walk import STATES, TRUE_VALUES, WalkTrace, learn_walk, walk_sequences
from plywise.report.picture import Picture
from plywise.report.traces import Array, thin

C = 0.1
"""Temporal coherence's c, which the thesis does not publish; the sweep below shows the choice."""
SWEEP = (0.05, 0.1, 0.15, 0.2, 0.3, 0.5, 1.0)
TRACE_DECAY = 0.3
"""Sutton's choice; the thesis takes it for all methods but coherence."""
DELTA_BAR_DELTA = "delta-bar-delta:kappa=.01,phi=.333,theta=.7,start=.03"

FAST, SLOW = "fixed .1", "fixed .01"
COHERENCE, COHERENCE_DECAY = "coherence, λ .3", "coherence, λ = ψ"
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
LAST = 200
Runs = Mapping[str, Sequence[WalkTrace]]


def run(plan: Plan) -> Result:
    """Learn the same walks with every method, and sweep c."""
    walks = {seed: walk_sequences(seed, plan.size.games) for seed in plan.seeds}

    def learnt(step: str, trace_decay: float | str) -> list[WalkTrace]:
        return [
            learn_walk(step, trace_decay=trace_decay, walks=walks[seed])  # type: ignore[arg-type]
            for seed in plan.seeds
        ]

    runs = {label: learnt(*method) for label, method in METHODS.items()}
    plan.say("walk: sweep of c")
    sweep = {c: learnt(f"coherence:c={c}", TRACE_DECAY) for c in SWEEP}
    psi = [float(one.trace_decay[-1]) for one in runs[COHERENCE_DECAY]]
    rows = _rows(runs)
    rows.append(
        Row(label="ψ at the end", measured=float(np.mean(psi)), error=spread(psi), digits=3)
    )
    return plan.result(
        rows=rows,
        error=f"standard deviation over {plan.size.seeds} seeds",
        settings={"methods": {label: list(m) for label, m in METHODS.items()},
                  "start": 0.5, "true values": [round(float(v), 4) for v in TRUE_VALUES]},
        units="walks",
        notes=(f"g = 1 − Σ(w−v)²/Σ(½−v)² (equation 8.9). Near: the mean g first reaches {NEAR}. "
               "All methods see the same walks.",),
        tables=(_by_time(runs), _sweep_table(sweep)),
        pictures=(_performance(runs), _one_weight(runs)),
        data={"measure.csv": _csv(runs)},
    )  # fmt: skip


def _measures(traces: Sequence[WalkTrace]) -> Array:
    return np.stack([one.measure for one in traces])


def _rows(runs: Runs) -> list[Row]:
    rows = []
    for label, traces in runs.items():
        every = _measures(traces)
        near = np.flatnonzero(every.mean(axis=0) >= NEAR)
        rows.append(
            Row(
                label=f"{label}: near after walks",
                published=PUBLISHED_NEAR[label],
                measured=float(near[0]) if len(near) else float("inf"),
                digits=0,
            )
        )
    for label, traces in runs.items():
        last = _measures(traces)[:, -LAST:].mean(axis=1)
        rows.append(
            Row(
                label=f"{label}: g over the last {LAST}",
                published=PUBLISHED_END[label],
                measured=float(last.mean()),
                error=spread(last),
                digits=4,
            )
        )
    for label, traces in runs.items():
        whole = _measures(traces)[:, 1:].mean(axis=1)
        rows.append(
            Row(
                label=f"{label}: g over the whole run",
                measured=float(whole.mean()),
                error=spread(whole),
                digits=4,
            )
        )
    return rows  # fmt: skip


def _by_time(runs: Runs) -> Table:
    times = [n for n in (50, 100, 250, 500, 1000) if n < len(next(iter(runs.values()))[0].measure)]
    rows = [
        (label, *(text(float(_measures(traces)[:, n].mean()), digits=3) for n in times))
        for label, traces in runs.items()
    ]
    header = ("g, mean of the seeds, after", *(f"{n} walks" for n in times))
    return Table(title="g by time", header=header, rows=tuple(rows))


def _sweep_table(sweep: Mapping[float, Sequence[WalkTrace]]) -> Table:
    rows = []
    for c, traces in sweep.items():
        every = _measures(traces)
        at = every[:, min(250, every.shape[1] - 1)]
        figures = (at.mean(), every[:, -LAST:].mean(), every[:, 1:].mean())
        rows.append((f"{c:g}", *(text(float(figure), digits=4) for figure in figures)))
    return Table(
        title="Choice of c for temporal coherence, λ .3",
        header=("c", "g after 250", f"g over the last {LAST}", "g over the whole run"),
        rows=tuple(rows),
        note=f"Taken: c = {C:g}.",
    )


def _performance(runs: Runs) -> Picture:
    lines = [
        Curve(label=label, colour=COLOURS[label], values=_measures(traces).mean(axis=0)[1:])
        for label, traces in runs.items()
    ]
    return curves(
        "performance", "Progress towards the true values", lines, bottom=0.8, top=1.005,
        units="walks", caption="g, mean of the seeds (figure 8.7).",
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
)
