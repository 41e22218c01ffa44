"""Temporal coherence and prediction decay against fixed and delta-bar-delta steps (thesis 8.6)."""

from collections.abc import Container, Mapping, Sequence
from dataclasses import replace

import numpy as np

from plywise.experiments.chess_values import weights_csv
from plywise.experiments.kit.figures import Curve, curves, panels
from plywise.experiments.kit.matches import played
from plywise.experiments.kit.matches import row as match_row
from plywise.experiments.kit.matches import settings as match_settings
from plywise.experiments.kit.plan import Experiment, ExperimentPlan, Size
from plywise.experiments.kit.progress import LEVEL, common_target, progress, settled
from plywise.experiments.kit.result import NOT_RUN, Cell, Result, Row, Table, text
from plywise.experiments.kit.seeds import mean, standard_error
from plywise.experiments.kit.study import RunKind, fitted, mean_values, study
from plywise.experiments.kit.writer import csv
from plywise.experiments.published import PIECES
from plywise.learning.step_size import DeltaBarDelta, Fixed, StepSize, TemporalCoherence
from plywise.learning.td import TDLeaf
from plywise.report import plots
from plywise.report.matches import bars
from plywise.report.picture import Picture
from plywise.report.traces import Array, Trace, thin
from plywise.searching import AlphaBeta

FIXED = "fixed .05, λ .95"
COHERENCE = "coherence c .2, λ = ψ"
COHERENCE_FIXED_DECAY = "coherence c .5, λ .95"
DELTA_BAR_DELTA = "delta-bar-delta, λ .95"
METHODS: dict[str, tuple[StepSize, float | str]] = {
    FIXED: (Fixed(step=0.05), 0.95),
    COHERENCE: (TemporalCoherence(c=0.2), "auto"),
    COHERENCE_FIXED_DECAY: (TemporalCoherence(c=0.5), 0.95),
    DELTA_BAR_DELTA: (DeltaBarDelta(kappa=0.035, phi=0.333, theta=0.7, start=0.05), 0.95),
}
"""Step size and λ. The thesis does not publish c; both values were chosen beforehand."""
OURS = COHERENCE_FIXED_DECAY
"""The thesis has the others alone; at its own size, hours of a core, they are what is run."""
PUBLISHED = {
    FIXED: "after 500 games still learning",
    COHERENCE: "about 500–900",
    COHERENCE_FIXED_DECAY: None,
    DELTA_BAR_DELTA: "about like fixed",
}
COLOURS = {FIXED: 0, COHERENCE: 4, COHERENCE_FIXED_DECAY: 3, DELTA_BAR_DELTA: 2}
PUBLISHED_SCORE = 100 * (1119 + 100 / 2) / 2000
"""1,119 won, 100 drawn, 781 lost against 1:3:3:5:9."""


def run(plan: ExperimentPlan) -> Result:
    """Learn with every method, see when it settled, and play its values."""
    methods = [label for label in METHODS if plan.size_name != "paper" or label != OURS]
    kinds = [_kind(label, plan) for label in methods]
    plan = fitted(plan, kinds, matches=kinds[:1])
    found = study(plan, kinds)
    traces = {label: found.traces.get(label, ()) for label in methods}
    common = common_target(list(found.traces.values()))
    own_games = {
        label: [settled(progress(t, t.values())) for t in traces[label]] for label in methods
    }
    games = {label: [settled(progress(t, common)) for t in traces[label]] for label in methods}
    rows = _settled_rows(own_games, "own target", found.lost)
    rows += _settled_rows(games, "common target", found.lost)
    rows += _times_later(own_games, "own target") + _times_later(games, "common target")
    psi = [float(one.trace_decay[-1]) for one in traces[COHERENCE]]
    rows.append(Row(label="ψ at the end", published=".990–.993", measured=mean(psi),
                    error=standard_error(psi), digits=4))  # fmt: skip
    score = None
    if traces[COHERENCE]:
        values, depth = mean_values(traces[COHERENCE], 0.5), plan.size.depths[0]
        score = played(plan, "1:3:3:5:9", values, depth)
    rows.append(match_row("coherence v 1:3:3:5:9, %", score, PUBLISHED_SCORE))
    drawn = {label: some for label, some in traces.items() if some}
    return plan.result(
        rows=rows,
        error=f"of games until settled: half the range of the middle half of {plan.size.seeds} "
        "seeds; of ψ: standard error of the mean; of the match: half the 95 % interval",
        settings=_settings(plan, methods, common),
        seconds=found.seconds,
        notes=(*found.notes, _how_measured()),
        tables=(_values(drawn), _difference(traces), _by_seed(own_games, games)),
        pictures=(*_pictures(drawn, common), *([bars([score])] if score else [])),
        data={"weights.csv": weights_csv(drawn), "progress.csv": _progress_csv(drawn, common)},
    )


def _kind(label: str, plan: ExperimentPlan) -> RunKind:
    step, trace_decay = METHODS[label]
    settings = {
        "rule": TDLeaf(trace_decay=trace_decay),  # type: ignore[arg-type]  # a number or "auto"
        "step_size": step,
        "search": AlphaBeta(depth=plan.size.depths[0]),
    }
    return RunKind(label=label, settings=settings)


def _settings(plan: ExperimentPlan, methods: Sequence[str], common: Array) -> dict[str, object]:
    learning = {
        label: _kind(label, plan).config(games=plan.size.games, seed=plan.seed).as_dict()
        for label in methods
    }
    match = {"depth": plan.size.depths[0], **match_settings(plan)}
    target = [round(float(value), 3) for value in common]
    return {"learning": learning, "match": match, "common target": target}


def _how_measured() -> str:
    return (
        f"Settled: the first game from which g = 1 − Σ(w−w*)²/Σ(start−w*)² ≥ {LEVEL} on means of "
        "20 games, to the end of the run. Own target w*: the run's own last half. Common target: "
        "the median of all runs' last halves. Weights in units of the run's mean pawn. Medians "
        "over seeds; an own target alone would reward freezing too soon."
    )


def _settled_rows(
    games: Mapping[str, Sequence[float]], target: str, lost: Container[str]
) -> list[Row]:
    def median(label: str) -> Cell:
        if not games[label]:
            return "all diverged" if label in lost else NOT_RUN
        return float(np.median(games[label]))

    return [
        Row(label=f"settled at game, {target}: {label}", published=PUBLISHED[label],
            measured=median(label), error=_half_range(some), digits=0)
        for label, some in games.items()
    ]  # fmt: skip


def _half_range(games: Sequence[float]) -> float | None:
    """Half the distance of the quartiles, found by rank: infinity ("never") may be among them."""
    if len(games) < 4:
        return None
    ordered = sorted(games)
    quarter = len(ordered) // 4
    return (ordered[-1 - quarter] - ordered[quarter]) / 2


def _times_later(games: Mapping[str, Sequence[float]], target: str) -> list[Row]:
    """How many times later the fixed step settles than each kind of coherence."""
    return [
        Row(
            label=f"fixed settles later, {target}: times {label}",
            published="clearly",
            measured=_ratio(games[FIXED], games[label]),
        )
        for label in (COHERENCE, COHERENCE_FIXED_DECAY)
        if label in games
    ]


def _ratio(later: Sequence[float], sooner: Sequence[float]) -> Cell:
    if not later or not sooner:
        return NOT_RUN
    one, two = float(np.median(later)), float(np.median(sooner))
    return one / two if np.isfinite(two) else "neither settles" if np.isinf(one) else 0.0


def _values(traces: Mapping[str, Sequence[Trace]]) -> Table:
    rows = []
    for label, some in traces.items():
        values = np.array([one.values() for one in some])
        cells = [text(mean(values[:, n]), standard_error(values[:, n])) for n in range(len(PIECES))]
        rows.append((label, *cells))
    note = "Pawn = 1, mean of the last half; ± standard error of the mean over seeds."
    return Table(title="Values", header=("", *PIECES), rows=tuple(rows), note=note)


def _difference(traces: Mapping[str, Sequence[Trace]]) -> Table:
    """Whether coherence and the fixed step end at different values: they should not."""
    cells = []
    for n in range(1, len(PIECES)):
        one, two = ([float(t.values()[n]) for t in traces[k]] for k in (COHERENCE, FIXED))
        if min(len(one), len(two)) < 2:
            return Table(title="Coherence less fixed", header=("",), rows=())
        error = float(np.sqrt(np.var(one, ddof=1) / len(one) + np.var(two, ddof=1) / len(two)))
        gap = float(np.mean(one) - np.mean(two))
        cells.append(f"{gap:+.2f} ({abs(gap) / error:.1f} standard errors)")
    return Table(
        title="Coherence less fixed", header=("", *PIECES[1:]), rows=(("difference", *cells),),
        note="Published: not significantly different.",
    )  # fmt: skip


def _by_seed(own: Mapping[str, Sequence[float]], common: Mapping[str, Sequence[float]]) -> Table:
    rows = [
        (f"{label}, {target}", *(text(game, digits=0) for game in sorted(games[label])))
        for label in own
        if own[label]
        for target, games in (("own", own), ("common", common))
    ]
    width = max(len(row) for row in rows)
    padded = tuple(row + ("",) * (width - len(row)) for row in rows)
    header = ("", *(f"{n}." for n in range(1, width)))
    return Table(title="Settled at game, all seeds in order", header=header, rows=padded)


def _pictures(traces: Mapping[str, Sequence[Trace]], common: Array) -> list[Picture]:
    drawn = [
        _progress("progress", traces, None, "the run's own last half (figure 8.15)"),
        _progress("progress-common", traces, common, "one target for all methods"),
        panels("methods", "Weights by method", traces,
               caption="Mean of the seeds and one standard deviation (figures 8.12 to 8.14)."),
    ]  # fmt: skip
    if COHERENCE in traces:
        one = plots.weights(traces[COHERENCE])
        drawn.insert(0, replace(one, title="Weights by temporal coherence (figure 8.14)"))
    return drawn


def _progress(
    name: str, traces: Mapping[str, Sequence[Trace]], target: Array | None, towards: str
) -> Picture:
    lines = [
        Curve(label=label, colour=COLOURS[label], values=_mean_progress(some, target))
        for label, some in traces.items()
    ]
    caption = f"g, mean of the seeds; 1 is reached: {towards}. Dotted: {LEVEL}."
    return curves(name, f"Progress towards {towards}", lines, caption=caption,
                  bottom=0.0, top=1.02, levels=(LEVEL,))  # fmt: skip


def _mean_progress(traces: Sequence[Trace], target: Array | None) -> Array:
    every = [progress(one, one.values() if target is None else target) for one in traces]
    return np.asarray(np.mean(every, axis=0), dtype=np.float64)


def _progress_csv(traces: Mapping[str, Sequence[Trace]], common: Array) -> str:
    rows = []
    for label, some in traces.items():
        own, shared = _mean_progress(some, None), _mean_progress(some, common)
        rows += [
            [f'"{label}"', int(game) + 1, float(own[game]), float(shared[game])]
            for game in thin(len(own))
        ]
    return csv(["method", "game", "g_own_target", "g_common_target"], rows)


EXPERIMENT = Experiment(
    name="coherence-chess",
    title="Temporal coherence in chess",
    source="Thesis 8.6, figures 8.9 to 8.15",
    sizes={
        "quick": Size(seeds=5, games=1_000, match_games=400, depths=(2,)),
        "paper": Size(seeds=10, games=2_000, match_games=2_000, depths=(4,)),
    },
    run=run,
)
