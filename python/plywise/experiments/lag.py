"""What a larger lag does to learning: the price of playing many games of one run at once.

With lag L game n is played with the weights after game n − L, so L games can be played at the same
time, on as many processors. Every correction is then made L times over before it is seen to have
worked, so c, the size of the steps, falls with the lag: c · L stays from lag 16 on.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from plywise.experiments.chess_values import weights_csv
from plywise.experiments.kit.figures import Curve, curves
from plywise.experiments.kit.matches import played
from plywise.experiments.kit.plan import Experiment, ExperimentPlan, Size
from plywise.experiments.kit.result import Result, Row, Table
from plywise.experiments.kit.seeds import MEANS, mean, standard_error
from plywise.experiments.kit.study import RunKind, Study, fitted, study
from plywise.learning.lag import LEAST_ROUNDS, SMALL, with_steps_by_lag
from plywise.learning.usual import steady
from plywise.report.picture import Picture
from plywise.report.traces import Trace
from plywise.searching import AlphaBeta

LAGS = (1, 4, 16, 64, 256)
SHOWN = "queen"
"""The weight that has the farthest to go."""
NEAR = 0.8
"""The share of its last value at which a weight counts as learnt."""
LAST = 0.25
"""The share of the games, at the end, over which weights are averaged."""


def run(plan: ExperimentPlan) -> Result:
    """Learn with every lag, the same seeds for all, and play what each learnt."""
    depth = plan.size.depths[0]
    kinds = {lag: kind(lag, depth) for lag in LAGS if _has_games(lag, plan.size.games)}
    plan = fitted(plan, list(kinds.values()))
    found = study(plan, list(kinds.values()))
    traces = {
        one.label: found.traces[one.label] for one in kinds.values() if one.label in found.traces
    }
    rows = [row for lag in LAGS for row in _rows(plan, lag, traces.get(_label(lag), ()), depth)]
    return plan.result(
        rows=rows,
        error=MEANS.format(seeds=plan.size.seeds),
        settings=_settings(plan, depth),
        seconds=found.seconds,
        notes=_notes(plan, found),
        tables=(_by_seed(traces),) if traces else (),
        pictures=(_picture(traces),) if traces else (),
        data={"weights.csv": weights_csv(traces)},
    )


def kind(lag: int, depth: int) -> RunKind:
    """Steady steps that are as small as the lag asks for."""
    return RunKind(label=_label(lag), settings={**steps(lag), "search": AlphaBeta(depth=depth)})


def steps(lag: int) -> dict[str, Any]:
    """The settings of a lag: c as usual below 16, and 8/lag of it from there on.

    >>> [steps(lag)["step_size"]["c"] for lag in (16, 64, 256)]
    [0.25, 0.0625, 0.015625]
    """
    return with_steps_by_lag(steady("chess"), {"lag": lag})


def _label(lag: int) -> str:
    return f"lag {lag}"


def _has_games(lag: int, games: int) -> bool:
    return lag < SMALL or games >= LEAST_ROUNDS * lag


def _rows(plan: ExperimentPlan, lag: int, traces: Sequence[Trace], depth: int) -> list[Row]:
    label = _label(lag)
    if not traces:
        return [Row(label=f"{label}: score against 1:3:3:5:9, %", measured="not run", digits=1)]
    ends, reached = [_end(one) for one in traces], [_reached(one) for one in traces]
    scores = [
        100 * played(plan, f"{label}, seed {one.seed}", end.tolist(), depth).score
        for one, end in zip(traces, ends, strict=True)
    ]
    at = traces[0].names.index(SHOWN)
    queens = [float(end[at]) for end in ends]
    return [
        Row(label=f"{label}: score against 1:3:3:5:9, %", measured=mean(scores),
            error=standard_error(scores), digits=1),
        Row(label=f"{label}: {SHOWN}, as learnt", measured=mean(queens),
            error=standard_error(queens)),
        Row(label=f"{label}: games until the {SHOWN} is at {NEAR:.0%} of that",
            measured=mean(reached), error=standard_error(reached), digits=0),
    ]  # fmt: skip


def _end(one: Trace) -> Any:
    return one.weights[-max(1, round(LAST * one.games)) :].mean(axis=0)


def _reached(one: Trace) -> float:
    """The game after which a weight first was near its last value."""
    at = one.names.index(SHOWN)
    goal = NEAR * float(_end(one)[at])
    there = np.flatnonzero(one.weights[:, at] >= goal)
    return float(there[0] + 1 if len(there) else one.games)


def _settings(plan: ExperimentPlan, depth: int) -> dict[str, Any]:
    one = kind(LAGS[0], depth).config(games=plan.size.games, seed=plan.seed).as_dict()
    told = {_label(lag): steps(lag)["step_size"] for lag in LAGS}
    return {**one, "lags": list(LAGS), "step_sizes": told}


def _notes(plan: ExperimentPlan, found: Study) -> tuple[str, ...]:
    short = [lag for lag in LAGS if not _has_games(lag, plan.size.games)]
    left_out = [
        f"lag {lag}: not run; it wants {LEAST_ROUNDS * lag:,} games at least" for lag in short
    ]
    return (*found.notes, *left_out)


def _by_seed(traces: Mapping[str, Sequence[Trace]]) -> Table:
    """The weights that each run ended with."""
    names = next(iter(traces.values()))[0].names
    rows = [
        (label, str(number), *(f"{value:.2f}" for value in _end(one)))
        for label, some in traces.items()
        for number, one in enumerate(some, start=1)
    ]
    return Table(title="Weights as learnt, a run a line", header=("", "run", *names),
                 rows=tuple(rows))  # fmt: skip


def _picture(traces: Mapping[str, Sequence[Trace]]) -> Picture:
    lines = [
        Curve(
            label=label,
            values=np.mean([one.weights[:, one.names.index(SHOWN)] for one in some], axis=0),
            colour=colour,
        )
        for colour, (label, some) in enumerate(traces.items())
    ]
    return curves(
        "lag", f"The {SHOWN} by the lag", lines,
        caption=f"The weight of the {SHOWN} after each game, mean of the seeds; every weight "
        "begins at 1. From lag 16 on the steps are 8/lag of the usual ones.",
    )  # fmt: skip


EXPERIMENT = Experiment(
    name="lag",
    title="What a larger lag does to learning",
    source="Our own: what games played at the same time cost",
    sizes={
        "quick": Size(seeds=3, games=2_048, match_games=200, depths=(1,)),
        "paper": Size(seeds=3, games=10_000, match_games=2_000, depths=(2,)),
    },
    run=run,
)
