"""Shogi's values learnt with plywise's own settings, and in matches: past the paper's falling step.

The paper's step size falls by a schedule that must know how many games there will be. Here each
weight finds its own (temporal coherence), as in `plywise learn shogi`; all else is the paper's.
"""

from collections.abc import Mapping

from plywise.experiments.kit.matches import Side, games_table, row
from plywise.experiments.kit.plan import Experiment, ExperimentPlan, Size
from plywise.experiments.kit.result import Result, Row
from plywise.experiments.published_shogi import MATCHES, OPPONENTS
from plywise.experiments.shogi import (
    SHARE,
    fought,
    match_settings,
    mean_weights,
    own_kind,
    studied,
    values,
)
from plywise.experiments.shogi_match import THEIRS
from plywise.experiments.shogi_values import (
    by_seed,
    game_by_game,
    order_rows,
    raw,
    value_rows,
    weights_csv,
)
from plywise.report.matches import Score

Scores = Mapping[tuple[int, str], Score]
"""Depth, against whom -> the match of the learnt values."""


def run(plan: ExperimentPlan) -> Result:
    """Learn at the size's depths, and play the mean of the seeds against the known sets."""
    plan, found, traces = studied(plan, kind=own_kind, matches=len(OPPONENTS) + 1)
    learnt = {depth: values(some) for depth, some in traces.items() if some}
    scores = {
        (depth, name): fought(plan, f"depth {depth}, learnt v {name}",
                              mean_weights(traces[depth]), other, depth=depth)
        for depth in learnt
        for name, other in _opponents(depth).items()
    }  # fmt: skip
    depths = plan.size.depths
    settings = own_kind(depths[0], plan.size.games).config(games=plan.size.games, seed=plan.seed)
    return plan.result(
        rows=[
            *order_rows(learnt, depths),
            *_match_rows(scores, depths),
            *(row for depth in depths for row in value_rows(depth, learnt.get(depth))),
        ],
        error=f"standard deviation over {plan.size.seeds} seeds, mean of the last {SHARE:.0%} of "
        f"the games; of matches: half the 95 % interval, {plan.size.match_games:,} games",
        settings={"learning": settings.as_dict(), "match": match_settings(plan),
                  "depths": list(depths)},
        seconds=found.seconds,
        notes=(*found.notes, *_notes()),
        tables=(raw(traces), by_seed(traces, learnt), games_table(list(scores.values()))),
        pictures=game_by_game(traces),
        data={"weights.csv": weights_csv(traces)},
    )  # fmt: skip


def _opponents(depth: int) -> dict[str, Side]:
    return {**OPPONENTS, THEIRS: f"shogi/thesis-depth-{depth}"}


def _match_rows(scores: Scores, depths: tuple[int, ...]) -> list[Row]:
    return [
        row(f"depth {depth}, learnt v {name}, %", scores.get((depth, name)),
            MATCHES[depth].get(name))
        for depth in depths
        for name in _opponents(depth)
    ]  # fmt: skip


def _notes() -> tuple[str, ...]:
    return (
        "Not the paper's rule: temporal coherence with c = .5 and prior = .5, λ = .7, where the "
        "paper has a falling step size and λ = .95. These are the settings that plywise uses in "
        "every game but chess; they were found by trials on chess squares. The published column is "
        "the paper's own.",
        "A rook = 5. The learnt values that play are the mean of the seeds. Both sides search to "
        "the depth that the values were learnt at; a game of 600 plies is a draw; equal moves are "
        "drawn for, and no other chance makes the games differ.",
    )


EXPERIMENT = Experiment(
    name="shogi-own",
    title="Shogi values with plywise's own settings",
    source="Thesis 6.5 and 6.7; Beal and Smith 2001, tables 1, 2 and 4; the settings are ours",
    sizes={
        "quick": Size(seeds=3, games=600, match_games=200, depths=(2,)),
        "paper": Size(seeds=5, games=2_000, match_games=2_000, depths=(2,)),
    },
    run=run,
)
