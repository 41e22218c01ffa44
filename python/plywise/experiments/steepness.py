"""The squash's steepness k, learnt along with the weights from two starts (thesis 7.6)."""

from collections.abc import Sequence

import numpy as np

from plywise.evaluation.squash import Logistic
from plywise.experiments.chess_values import (
    DEPTH,
    STEP_SIZE,
    TRACE_DECAY,
    kind,
    value_rows,
    weights_csv,
)  # fmt: skip
from plywise.experiments.kit.figures import Curve, curves
from plywise.experiments.kit.plan import Experiment, ExperimentPlan, Size
from plywise.experiments.kit.result import Result, Row
from plywise.experiments.kit.seeds import MEANS, mean, standard_error
from plywise.experiments.kit.study import RunKind, fitted, same_seed, study
from plywise.learning.step_size import Fixed
from plywise.learning.td import TDLeaf
from plywise.report.picture import Picture
from plywise.report.traces import Array, Trace
from plywise.searching import AlphaBeta

STARTS = {"k from 1": 1.0, "k from ½": 0.5}
FIXED = "k = 1, not learnt"
LAST = 0.1
"""The share of the games, at the end, over which k is averaged."""


def run(plan: ExperimentPlan) -> Result:
    """Learn with k learnt along from both starts, and without; the same seeds for all."""
    kinds = [*(_kind(label) for label in STARTS), RunKind(label=FIXED, settings=kind().settings)]
    plan = fitted(plan, kinds)
    found = study(plan, kinds)
    traces = {one.label: found.traces.get(one.label, ()) for one in kinds}
    ends = {label: [_end(one) for one in traces[label]] for label in STARTS}
    rows = [
        Row(
            label=f"{label}: k at the end",
            measured=mean(ends[label]),
            error=standard_error(ends[label]),
        )
        for label in STARTS
    ]
    signed = [_end(a) - _end(b) for a, b in same_seed(*(traces[label] for label in STARTS))]
    gaps = [abs(gap) for gap in signed]
    rows.append(Row(label="distance of the two k at the end, same seed",
                    published="converge together", measured=mean(gaps),
                    error=standard_error(gaps)))  # fmt: skip
    rows.append(Row(label="k from 1 less k from ½, same seed", measured=mean(signed),
                    error=standard_error(signed)))  # fmt: skip
    for label, some in traces.items():
        rows += value_rows(some, share=0.5, depth=DEPTH, label=f"{label}: {{piece}}")
    return plan.result(
        rows=rows,
        error=MEANS.format(seeds=plan.size.seeds),
        settings=_kind("k from 1").config(games=plan.size.games, seed=plan.seed).as_dict()
        | {"starts": list(STARTS.values())},
        seconds=found.seconds,
        notes=(*found.notes, "The published values are those with k = 1, not learnt (table 5.5): "
               "the thesis says only that the normalised values hardly change."),
        pictures=(_picture(traces),) if all(traces[label] for label in STARTS) else (),
        data={"weights.csv": weights_csv(traces)},
    )  # fmt: skip


def _kind(label: str) -> RunKind:
    squash = Logistic(steepness=STARTS[label])
    rule = TDLeaf(trace_decay=TRACE_DECAY, squash=squash, learn_steepness=True)
    step, search = Fixed(step=STEP_SIZE), AlphaBeta(depth=DEPTH)
    return RunKind(label=label, settings={"rule": rule, "step_size": step, "search": search})


def _steepness(one: Trace) -> Array:
    assert one.steepness is not None
    return one.steepness


def _end(one: Trace) -> float:
    return float(_steepness(one)[-max(1, round(LAST * one.games)) :].mean())


def _picture(traces: dict[str, Sequence[Trace]]) -> Picture:
    lines = [
        Curve(label=label, values=np.mean([_steepness(one) for one in traces[label]], axis=0),
              colour=colour)
        for label, colour in zip(STARTS, (3, 4), strict=True)
    ]  # fmt: skip
    return curves(
        "steepness", "Steepness, learnt from two starts", lines, bottom=0.0,
        caption="k of 1/(1 + e^(−k·v)), mean of the seeds (figure 7.15 shows one run of each).",
    )  # fmt: skip


EXPERIMENT = Experiment(
    name="steepness",
    title="The steepness of the squash, learnt along",
    source="Thesis 7.6, figure 7.15",
    sizes={"quick": Size(seeds=2, games=500), "paper": Size(seeds=5, games=2_000)},
    run=run,
)
