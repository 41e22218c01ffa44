"""Shogi's thirteen piece values at four search depths (Beal and Smith 2001, thesis 6.5 and 6.7)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from plywise.experiments.kit.figures import by_depth
from plywise.experiments.kit.plan import Experiment, ExperimentPlan
from plywise.experiments.kit.result import NOT_RUN, Result, Row, Table, text
from plywise.experiments.kit.seeds import mean, spread
from plywise.experiments.kit.writer import csv
from plywise.experiments.published_shogi import (
    DEPTHS,
    MAIN,
    PIECES,
    PROMOTED,
    RUNS,
    has_dragon_and_horse_on_top,
    in_rooks,
    is_in_order,
)
from plywise.experiments.shogi import (
    PAPER,
    QUICK,
    SHARE,
    kind,
    main_pieces,
    promoted_pieces,
    studied,
    values,
)
from plywise.report import plots
from plywise.report.picture import Picture
from plywise.report.traces import Array, Trace, thin


def run(plan: ExperimentPlan) -> Result:
    """Learn at every depth, and put the values and their order beside the published ones."""
    plan, found, traces = studied(plan)
    learnt = {depth: values(some) for depth, some in traces.items() if some}
    rows = [row for depth in DEPTHS for row in value_rows(depth, learnt.get(depth))]
    return plan.result(
        rows=[*order_rows(learnt), *rows],
        error=f"standard deviation over {plan.size.seeds} seeds, mean of the last "
        f"{SHARE:.0%} of the games",
        settings=kind(plan.size.depths[0], plan.size.games)
        .config(games=plan.size.games, seed=plan.seed)
        .as_dict()
        | {"depths": [int(depth) for depth in plan.size.depths]},
        seconds=found.seconds,
        notes=(*found.notes, *_notes()),
        tables=(raw(traces), by_seed(traces, learnt)),
        pictures=(*_depths(learnt), *game_by_game(traces)),
        data={"weights.csv": weights_csv(traces)},
    )


def order_rows(learnt: Mapping[int, Array], depths: Iterable[int] = DEPTHS) -> list[Row]:
    """In how many runs the order is the published one, per cent."""
    asked = {
        "pawn < lance < knight < silver < gold < bishop < rook": is_in_order,
        "dragon and horse the highest": has_dragon_and_horse_on_top,
    }
    return [
        Row(
            label=f"depth {depth}: {label}, % of runs",
            published=float(100 * np.mean([test(one) for one in RUNS[depth]])),
            measured=float(100 * np.mean([test(one) for one in learnt[depth]]))
            if depth in learnt
            else NOT_RUN,
            digits=0,
        )
        for label, test in asked.items()
        for depth in depths
    ]


def value_rows(depth: int, learnt: Array | None) -> list[Row]:
    """Every piece but the rook, which is 5."""
    published, runs = in_rooks(np.array(DEPTHS[depth])), in_rooks(RUNS[depth])
    return [
        Row(
            label=f"depth {depth}, {piece}",
            published=float(published[n]),
            published_error=spread(runs[:, n]),
            measured=NOT_RUN if learnt is None else mean(learnt[:, n]),
            error=None if learnt is None else spread(learnt[:, n]),
        )
        for n, piece in enumerate(PIECES)
        if piece != "rook"
    ]


def _notes() -> tuple[str, ...]:
    return (
        "A rook = 5. Published values are table 1 divided by its rook; their spread is that of the "
        "five runs in tables 4 and 5. Equal ones do not break the order: what is printed is "
        "rounded.",
        "The step size falls evenly from .05 to .002 over the first half of the games; the paper "
        "does not tell the form of the fall.",
    )


def raw(traces: Mapping[int, Sequence[Trace]]) -> Table:
    """Values as learnt (table 1)."""
    rows = []
    for depth, some in traces.items():
        rows.append((f"depth {depth}, published", *(text(value) for value in DEPTHS[depth])))
        if some:
            ours = np.mean([one.tail(SHARE) for one in some], axis=0)
            rows.append((f"depth {depth}, ours", *(text(float(value)) for value in ours)))
    return Table(title="Before normalising (table 1)", header=("", *PIECES), rows=tuple(rows))


def by_seed(traces: Mapping[int, Sequence[Trace]], learnt: Mapping[int, Array]) -> Table:
    """The values of every run by itself."""
    rows = [
        (f"depth {depth}, seed {one.seed}", *(text(float(value)) for value in row))
        for depth, runs in learnt.items()
        for one, row in zip(traces[depth], runs, strict=True)
    ]
    return Table(title="Each run, rook = 5", header=("", *PIECES), rows=tuple(rows))


def _depths(learnt: Mapping[int, Array]) -> tuple[Picture, ...]:
    if not learnt:
        return ()
    published = {depth: in_rooks(np.array(table)).tolist() for depth, table in DEPTHS.items()}

    def depths(name: str, title: str, pieces: Sequence[str]) -> Picture:
        columns = [PIECES.index(piece) for piece in pieces]
        ours = {depth: [row[columns] for row in runs] for depth, runs in learnt.items()}
        theirs = {depth: [table[n] for n in columns] for depth, table in published.items()}
        return replace(by_depth(ours, theirs, pieces, unit="Rook = 5"), name=name, title=title)

    return (
        depths("depths-main", "Main pieces by search depth (figure 6.7)", MAIN),
        depths("depths-promoted", "Promoted pieces by search depth (figure 6.8)", PROMOTED),
    )


def game_by_game(traces: Mapping[int, Sequence[Trace]]) -> tuple[Picture, ...]:
    """How the weights went, at the greatest depth that has runs."""
    deepest = max((depth for depth, some in traces.items() if some), default=None)
    if deepest is None:
        return ()
    main = plots.weights([main_pieces(one) for one in traces[deepest]])
    promoted = plots.weights([promoted_pieces(one) for one in traces[deepest]])
    return (
        replace(main, name="weights-main", title=f"Main pieces, game by game, depth {deepest}"),
        replace(promoted, name="weights-promoted",
                title=f"Promoted pieces, game by game, depth {deepest}"),
    )  # fmt: skip


def weights_csv(traces: Mapping[int, Sequence[Trace]]) -> str:
    """The weights as they went, of every run."""
    rows = [
        [depth, one.seed, int(game) + 1, *(float(w) for w in one.weights[game])]
        for depth, some in traces.items()
        for one in some
        for game in thin(one.games)
    ]
    return csv(["depth", "seed", "game", *PIECES], rows)


EXPERIMENT = Experiment(
    name="shogi-values",
    title="Shogi's thirteen piece values, learnt from nothing",
    source="Thesis 6.5 and 6.7, tables 6.4, C.1 and C.2; Beal and Smith 2001, tables 1, 4 and 5",
    sizes={"quick": QUICK, "paper": PAPER},
    run=run,
)
