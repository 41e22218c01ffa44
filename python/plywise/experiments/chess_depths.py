"""The basic experiment at other search depths (thesis 5.4)."""

import numpy as np

from plywise.experiments.chess_values import kind, value_rows, weights_csv
from plywise.experiments.kit.figures import by_depth
from plywise.experiments.kit.plan import Experiment, ExperimentPlan, Size
from plywise.experiments.kit.result import Result
from plywise.experiments.kit.seeds import MEANS
from plywise.experiments.kit.study import fitted, study
from plywise.experiments.published import DEPTHS, PIECES

SHARES = {"quick": 0.5, "paper": 0.2}
"""The thesis averages over the last fifth of 10,000 games; short runs are steadier over a half."""

QUICK = Size(seeds=3, games=600, match_games=300, depths=(1, 2, 3, 4))
PAPER = Size(seeds=5, games=10_000, match_games=2_000, depths=(1, 2, 3, 4, 5, 6))


def run(plan: ExperimentPlan) -> Result:
    """Learn at every depth of the size; deeper ones that would take too long are not run."""
    kinds = {depth: kind(depth) for depth in plan.size.depths}
    plan = fitted(plan, list(kinds.values()))
    found = study(plan, list(kinds.values()))
    traces = {depth: found.traces.get(one.label, ()) for depth, one in kinds.items()}
    share = SHARES[plan.size_name]
    rows = [
        row
        for depth in DEPTHS
        for row in value_rows(
            traces.get(depth, ()), share=share, depth=depth, label=f"depth {depth}, {{piece}}"
        )
    ]
    measured = {
        depth: [one.values(share) for one in some] for depth, some in traces.items() if some
    }
    return plan.result(
        rows=rows,
        error=f"{MEANS.format(seeds=plan.size.seeds)}; mean of the last {share:.0%}",
        settings=kind().config(games=plan.size.games, seed=plan.seed).as_dict()
        | {"depths": [int(depth) for depth in plan.size.depths]},
        seconds=found.seconds,
        notes=found.notes,
        pictures=(by_depth(measured, DEPTHS, PIECES),),
        data={"weights.csv": weights_csv(found.traces), "values.csv": _values(measured)},
    )


def _values(measured: dict[int, list[np.typing.NDArray[np.float64]]]) -> str:
    from plywise.experiments.kit.writer import csv

    rows = [[depth, *map(float, values)] for depth, runs in measured.items() for values in runs]
    return csv(["depth", *PIECES], rows)


EXPERIMENT = Experiment(
    name="chess-depths",
    title="Piece values at six search depths",
    source="Thesis 5.4, tables 5.4 and 5.5, figures 5.4 and 5.5",
    sizes={"quick": QUICK, "paper": PAPER},
    run=run,
)
