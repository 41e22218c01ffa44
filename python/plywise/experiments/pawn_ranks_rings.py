"""Ranks for pawns and rings for pieces: 27 weights (thesis 7.2)."""

from collections.abc import Sequence

import numpy as np

from plywise.evaluation.weights import Weights
from plywise.experiments.kit.matches import Side, games_table, picture
from plywise.experiments.kit.plan import Experiment, ExperimentPlan, Size
from plywise.experiments.kit.result import NOT_RUN, Result, Row, Table, text
from plywise.experiments.kit.seeds import mean, standard_error
from plywise.experiments.kit.study import fitted, study
from plywise.experiments.place_figures import rank_and_ring_lines
from plywise.experiments.places import (
    NOISE,
    SHARES,
    Learnt,
    beside,
    fought,
    kind,
    learnt,
    match_rows,
    over_seeds,
    theirs,
    typical_table,
    weights_csv,
)
from plywise.experiments.published import PIECES
from plywise.experiments.published_places import (
    COMPOSITE,
    FREQUENCIES,
    RANKS_RINGS,
    RANKS_RINGS_SCORES,
    TYPICAL,
)
from plywise.report import plots
from plywise.report.matches import Score

FEATURES = "ranks-rings"
NONE, CENTRAL, THEIRS = "chess/thesis", "chess/central", "chess/thesis-ranks-rings"
MATCHES = 5


def run(plan: ExperimentPlan) -> Result:
    """Learn the 27 weights, say what pieces are worth where, and play.

    The thesis's own weights play the same matches: that shows whether a difference comes from the
    learning or from the match.
    """
    one = kind(FEATURES, plan.size.depths[0])
    plan = fitted(plan, [one], matches=[kind(FEATURES, plan.size.depths[-1])] * MATCHES)
    found = study(plan, [one])
    share = SHARES[plan.size_name]
    traces = found.traces.get(one.label, ())
    ours = learnt(traces, share)
    scores = {} if ours is None else _matches(plan, ours)
    return plan.result(
        rows=[
            *match_rows(scores, RANKS_RINGS_SCORES),
            *_typical_rows(ours),
            *_composite_rows(ours),
        ],
        error=f"of values: standard error of the mean over {plan.size.seeds} seeds, mean of the "
        f"last {share:.0%} of the games; of matches: half the 95 % interval, "
        f"{plan.size.match_games:,} games",
        settings=_settings(plan),
        seconds=found.seconds,
        notes=(*found.notes, *(ours.notes if ours else ()), *_notes()),
        tables=() if ours is None else _tables(ours, list(scores.values())),
        pictures=()
        if ours is None
        else (
            rank_and_ring_lines([composite(one) for one in ours.runs]),
            plots.weights(traces),
            picture(scores, beside(scores, RANKS_RINGS_SCORES)),
        ),
        data={"weights.csv": weights_csv(found.traces)},
    )


def composite(weights: Weights) -> dict[str, list[float]]:
    """Piece and place together, a pawn on rank 2 being 1 (table 7.2).

    >>> from plywise.evaluation.weights import resolve
    >>> [round(value, 2) for value in composite(resolve("chess/thesis-ranks-rings"))["knight"]]
    [2.82, 3.46, 3.58, 3.96]
    """
    values = weights.as_dict()
    unit = values["pawn"] + values["pawn_rank2"]
    return {
        piece: [
            (values[piece] + value) / unit
            for name, value in values.items()
            if name.startswith(f"{piece}_")
        ]
        for piece in PIECES
    }


def _matches(plan: ExperimentPlan, ours: Learnt) -> dict[str, Score]:
    published = theirs(THEIRS, ours)
    sides: dict[str, tuple[Side, Side]] = {
        "learnt v None": (ours.weights, NONE),
        "learnt v Central": (ours.weights, CENTRAL),
        "Central v None": (CENTRAL, NONE),
        "thesis's learnt v None": (published, NONE),
        "thesis's learnt v Central": (published, CENTRAL),
    }
    return {label: fought(plan, label, a, b) for label, (a, b) in sides.items()}


def _typical_rows(ours: Learnt | None) -> list[Row]:
    return [
        Row(label=f"{piece}, typical", published=TYPICAL[n],
            measured=NOT_RUN if ours is None else mean([one[n] for one in ours.typical]),
            error=None if ours is None else standard_error([one[n] for one in ours.typical]))
        for n, piece in enumerate(PIECES) if piece != "pawn"
    ]  # fmt: skip


def places_of(piece: str) -> list[str]:
    """The places of a kind in words.

    >>> places_of("pawn")[0], places_of("rook")[3]
    ('rank 2', 'ring 4')
    """
    first = 2 if piece == "pawn" else 1
    word = "rank" if piece == "pawn" else "ring"
    return [f"{word} {n}" for n in range(first, first + len(COMPOSITE[piece]))]


def _composite_rows(ours: Learnt | None) -> list[Row]:
    runs = [] if ours is None else [composite(one) for one in ours.runs]
    return [
        Row(label=f"{piece} on {place}", published=COMPOSITE[piece][n],
            measured=mean([one[piece][n] for one in runs]),
            error=standard_error([one[piece][n] for one in runs]))
        for piece in PIECES for n, place in enumerate(places_of(piece))
        if (piece, place) != ("pawn", "rank 2")  # the unit
    ]  # fmt: skip


def _tables(ours: Learnt, scores: Sequence[Score]) -> tuple[Table, ...]:
    raw = np.array([one.values for one in ours.raw])
    names = ours.features.names
    weights = [(name, text(RANKS_RINGS[n]), over_seeds(raw[:, n])) for n, name in enumerate(names)]
    published = [share for piece in PIECES for share in FREQUENCIES[piece]]
    often = [
        (name.replace("_", " "), text(published[n], digits=1), text(100 * share, digits=1))
        for n, (name, share) in enumerate(zip(names[5:], ours.shares[5:].tolist(), strict=True))
    ]
    head = ("", "published", "measured")
    return (
        Table(title="Weights as learnt (table 7.1)", header=head, rows=tuple(weights)),
        Table(title="How often a piece stands there, per cent (table 7.4)", header=head,
              rows=tuple(often)),
        typical_table([("ranks-rings", ours)]),
        games_table(scores),
    )  # fmt: skip


def _notes() -> tuple[str, ...]:
    return (
        "Values of places are of piece and place together, a pawn on rank 2 = 1 (table 7.2); "
        "typical ones are averaged by how often a piece stands there, a typical pawn = 1 "
        "(figure 7.4).",
        "None is the thesis's material for depth 4, Central the same with the bonuses of table "
        "D.1; learnt weights play with a typical pawn = 1. Games differ by noise of up to a tenth "
        "of a pawn on root values.",
    )


def _settings(plan: ExperimentPlan) -> dict[str, object]:
    learning = kind(FEATURES, plan.size.depths[0]).config(games=plan.size.games, seed=plan.seed)
    match = {"games": plan.size.match_games, "depth": plan.size.depths[-1], "noise": NOISE,
             "ballot": 0}  # fmt: skip
    return {"learning": learning.as_dict(), "match": match}


EXPERIMENT = Experiment(
    name="pawn-ranks-rings",
    title="Ranks for pawns and rings for pieces: 27 weights",
    source="Thesis 7.2, tables 7.1 to 7.4, figures 7.3 and 7.4",
    sizes={
        "quick": Size(seeds=3, games=5_000, match_games=400, depths=(2,)),
        "paper": Size(seeds=6, games=10_000, match_games=2_000, depths=(4,)),
    },
    run=run,
)
