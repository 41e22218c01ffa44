"""Learning without search, or with too little of it (thesis 5.5)."""

from collections.abc import Mapping, Sequence

import numpy as np

from plywise.experiments.chess_values import STEP_SIZE, TRACE_DECAY, kind, weights_csv
from plywise.experiments.kit.figures import panels
from plywise.experiments.kit.plan import Experiment, ExperimentPlan, Size
from plywise.experiments.kit.result import Result, Row, Table, text
from plywise.experiments.kit.seeds import mean, spread, standard_error
from plywise.experiments.kit.study import RunKind, fitted, study
from plywise.experiments.published import PIECES
from plywise.learning.step_size import Fixed
from plywise.learning.td import TDLeaf
from plywise.report.traces import Trace
from plywise.searching import AlphaBeta, RandomPlay

SEARCHES: dict[str, AlphaBeta | RandomPlay] = {
    "random play": RandomPlay(),
    "quiescence only": AlphaBeta(depth=0),
    "one ply without quiescence": AlphaBeta(depth=1, quiescence=False),
}
WITH_SEARCH = "depth 1 with quiescence"
PUBLISHED = {
    "random play": "fails to learn",
    "quiescence only": "slow and erratic",
    "one ply without quiescence": "slow and erratic",
    WITH_SEARCH: "learns",
}


def run(plan: ExperimentPlan) -> Result:
    """Learn by each kind of play; measure how often the order of the pieces is right."""
    kinds = [*(_kind(label) for label in SEARCHES), _control()]
    plan = fitted(plan, kinds)
    found = study(plan, kinds)
    traces = {one.label: found.traces.get(one.label, ()) for one in kinds}
    shares = {label: [100 * order_is_right(one) for one in some] for label, some in traces.items()}
    rows = [
        Row(label=f"{label}: order right, % of games", published=PUBLISHED[label],
            measured=mean(shares[label]), error=standard_error(shares[label]), digits=0)
        for label in traces
    ]  # fmt: skip
    rows += [_wander(label, traces[label]) for label in traces]
    drawn = {label: some for label, some in traces.items() if some}
    caption = (
        "Raw weights, mean of the seeds, with one standard deviation. Order right: "
        "pawn < knight and bishop < rook < queen, over the last half of the games."
    )
    return plan.result(
        rows=rows,
        error=f"standard error of the mean over {plan.size.seeds} seeds",
        settings=_control().config(games=plan.size.games, seed=plan.seed).as_dict()
        | {"searches": {label: search.as_dict() for label, search in SEARCHES.items()}},
        seconds=found.seconds,
        notes=found.notes,
        tables=(_weights(drawn),),
        pictures=(panels("weights", "Weights without search", drawn, caption=caption, raw=True),),
        data={"weights.csv": weights_csv(drawn)},
    )


def _kind(label: str) -> RunKind:
    rule, step = TDLeaf(trace_decay=TRACE_DECAY), Fixed(step=STEP_SIZE)
    return RunKind(
        label=label, settings={"rule": rule, "step_size": step, "search": SEARCHES[label]}
    )


def _control() -> RunKind:
    return RunKind(label=WITH_SEARCH, settings=kind(depth=1).settings)


def order_is_right(one: Trace) -> float:
    """The share of the games of the last half after which the order of the pieces was right."""
    pawn, knight, bishop, rook, queen = one.weights[-max(1, one.games // 2) :].T
    minor = np.maximum(knight, bishop)
    right = (pawn < np.minimum(knight, bishop)) & (minor < rook) & (rook < queen)
    return float(right.mean())


def _wander(label: str, traces: Sequence[Trace]) -> Row:
    """How far the queen strays from its own mean, from game to game."""
    strays = []
    for one in traces:
        queen = one.weights[-max(1, one.games // 2) :, PIECES.index("queen")]
        strays.append(100 * float(queen.std() / abs(queen.mean())))
    return Row(label=f"{label}: queen strays, % of its mean", measured=mean(strays),
               error=standard_error(strays), digits=0)  # fmt: skip


def _weights(traces: Mapping[str, Sequence[Trace]]) -> Table:
    rows = []
    for label, some in traces.items():
        raw = np.array([one.tail() for one in some])
        cells = [text(float(raw[:, n].mean()), spread(raw[:, n])) for n in range(len(PIECES))]
        rows.append((label, *cells))
    return Table(
        title="Raw weights, mean of the last half", header=("", *PIECES), rows=tuple(rows),
        note="± standard deviation over seeds.",
    )  # fmt: skip


EXPERIMENT = Experiment(
    name="no-search",
    title="Learning without search",
    source="Thesis 5.5, figure 5.6",
    sizes={"quick": Size(seeds=3, games=1_000), "paper": Size(seeds=5, games=10_000)},
    run=run,
)
