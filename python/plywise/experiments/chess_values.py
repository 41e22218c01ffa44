"""The basic experiment: five piece values by self-play at depth 4 (thesis 5.3)."""

from collections.abc import Mapping, Sequence

import numpy as np

from plywise.experiments.kit.plan import Experiment, ExperimentPlan, Size
from plywise.experiments.kit.result import Result, Row, Table, text
from plywise.experiments.kit.seeds import MEANS, mean, standard_error
from plywise.experiments.kit.study import RunKind, fitted, study
from plywise.experiments.kit.writer import csv
from plywise.experiments.published import DEPTHS, PIECES, RUNS, SPREADS
from plywise.learning.step_size import Fixed
from plywise.learning.td import TDLeaf
from plywise.report import plots
from plywise.report.traces import Trace, thin
from plywise.searching import AlphaBeta

DEPTH = 4
STEP_SIZE = 0.05
TRACE_DECAY = 0.95
SHARES = {"last fifth": 0.2, "last half": 0.5}
"""The thesis takes the last fifth of 10,000 games; shorter runs are steadier over a half."""
ABSOLUTE = (0.57, 1.56, 1.93, 2.84, 6.57)
"""Mean of the five runs of table 5.1, before normalising."""


def kind(depth: int = DEPTH) -> RunKind:
    """Fixed step size and λ, as in the thesis, at a depth."""
    return RunKind(
        label=f"chess-depth-{depth}",
        settings={
            "rule": TDLeaf(trace_decay=TRACE_DECAY),
            "step_size": Fixed(step=STEP_SIZE),
            "search": AlphaBeta(depth=depth),
        },
    )


def run(plan: ExperimentPlan) -> Result:
    """Learn, average, and put the values beside the published ones."""
    one = kind()
    plan = fitted(plan, [one])
    found = study(plan, [one])
    traces = found.traces.get(one.label, ())
    rows = value_rows(traces, share=0.2, depth=DEPTH, label="{piece}, last fifth")
    rows += value_rows(traces, share=0.5, depth=DEPTH, label="{piece}, last half")
    rows += _absolute_rows(traces)
    published = {"published": np.array(DEPTHS[DEPTH])}
    return plan.result(
        rows=rows,
        error=MEANS.format(seeds=len(traces)),
        settings=one.config(games=plan.size.games, seed=plan.seed).as_dict(),
        seconds=found.seconds,
        notes=found.notes,
        tables=(_by_seed(traces),),
        pictures=(plots.weights(traces, published),) if traces else (),
        data={"weights.csv": weights_csv({one.label: traces})},
    )


def value_rows(
    traces: Sequence[Trace], *, share: float, depth: int, label: str = "{piece}"
) -> list[Row]:
    """A row for every piece but the pawn, which is 1: means over the seeds and their errors."""
    values = np.array([one.values(share) for one in traces]).reshape(-1, len(PIECES))
    return [
        Row(
            label=label.format(piece=piece),
            published=DEPTHS[depth][n],
            published_error=SPREADS[depth][n],
            published_runs=RUNS,
            measured=mean(values[:, n]),
            error=standard_error(values[:, n]),
        )
        for n, piece in enumerate(PIECES)
        if piece != "pawn"
    ]


def _absolute_rows(traces: Sequence[Trace]) -> list[Row]:
    raw = np.array([one.tail(0.2) for one in traces]).reshape(-1, len(PIECES))
    return [
        Row(
            label=f"{piece} before normalising, last fifth",
            published=ABSOLUTE[n],
            measured=mean(raw[:, n]),
            error=standard_error(raw[:, n]),
        )
        for n, piece in enumerate(PIECES)
    ]


def _by_seed(traces: Sequence[Trace]) -> Table:
    rows = [
        (f"seed {one.seed}, {label}", *(text(float(v)) for v in one.values(share)))
        for one in traces
        for label, share in SHARES.items()
    ]
    return Table(title="Each run", header=("", *PIECES), rows=tuple(rows))


def weights_csv(kinds: Mapping[str, Sequence[Trace]]) -> str:
    """The raw weights of all runs, at up to 400 games each."""
    rows = [
        [f'"{label}"', one.seed, int(game) + 1, *(float(w) for w in one.weights[game])]
        for label, traces in kinds.items()
        for one in traces
        for game in thin(one.games)
    ]
    return csv(["kind", "seed", "game", *PIECES], rows)


EXPERIMENT = Experiment(
    name="chess-values",
    title="Five piece values, learnt from nothing",
    source="Thesis 5.3, tables 5.1 and 5.2, figure 5.2",
    sizes={"quick": Size(seeds=3, games=800), "paper": Size(seeds=5, games=10_000)},
    run=run,
)
