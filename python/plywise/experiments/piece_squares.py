"""Piece-square tables: 157 weights on half a board, 309 on a whole one (thesis 7.4)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from plywise.evaluation.typical import typical, without_places
from plywise.evaluation.weights import Weights, resolve
from plywise.experiments.kit.matches import Side, games_table, picture
from plywise.experiments.kit.plan import Experiment, ExperimentPlan, Size
from plywise.experiments.kit.result import NOT_RUN, Result, Row
from plywise.experiments.kit.seeds import mean, spread
from plywise.experiments.kit.study import fitted, study
from plywise.experiments.place_figures import board_pictures
from plywise.experiments.places import (
    NOISE,
    SHARES,
    THESIS,
    Learnt,
    beside,
    fought,
    kind,
    learnt,
    match_rows,
    typical_table,
    weights_csv,
)
from plywise.experiments.published import PIECES
from plywise.experiments.published_places import AVERAGE_SPREADS, AVERAGES, SQUARES_SCORES
from plywise.experiments.square_tables import agreement, knowledge_rows, square_tables, squares_csv
from plywise.play.random_weights import random_in_range, random_places
from plywise.report.matches import Score

HALF, FULL, RINGS = "half-board", "full-board", "ranks-rings"
CENTRAL, THEIRS = "chess/central", "chess/thesis-half-board"
MATCHES = 15


def run(plan: ExperimentPlan) -> Result:
    """Learn both boards, and the ranks and rings that the thesis calls LCentral; then play."""
    kinds = {features: kind(features, plan.size.depths[0]) for features in (HALF, FULL, RINGS)}
    matches = [kind(HALF, plan.size.depths[-1])] * MATCHES
    plan = fitted(plan, list(kinds.values()), matches=matches)
    found = study(plan, list(kinds.values()))
    share = SHARES[plan.size_name]
    ends = {name: learnt(found.traces.get(one.label, ()), share) for name, one in kinds.items()}
    sets = {name: one for name, one in ends.items() if one is not None}
    scores = _matches(plan, sets)
    alone = _alone(plan, sets.get(HALF))
    return plan.result(
        rows=[
            *match_rows(scores, SQUARES_SCORES),
            _alone_row(alone),
            *(row for features in (HALF, FULL) for row in _average_rows(features, sets)),
            *knowledge_rows(sets.get(HALF), sets.get(FULL)),
        ],
        error=f"of values: standard deviation over {plan.size.seeds} seeds, mean of the last "
        f"{share:.0%} of the games; of matches: half the 95 % interval, "
        f"{plan.size.match_games:,} games",
        settings=_settings(plan),
        seconds=found.seconds,
        notes=(*found.notes, *(note for one in sets.values() for note in one.notes), *_notes()),
        tables=(
            *agreement(sets.get(HALF), sets.get(FULL)),
            *square_tables(sets.get(HALF), sets.get(FULL)),
            typical_table(list(sets.items())),
            games_table([*scores.values(), *alone]),
        ),
        pictures=(
            *board_pictures(sets.get(HALF), sets.get(FULL)),
            *([picture(scores, beside(scores, SQUARES_SCORES))] if scores else []),
        ),
        data={"weights.csv": weights_csv(found.traces, most=10), **squares_csv(sets)},
    )


def opponents(weights: Weights, ours: Learnt) -> dict[str, Side]:
    """Zero and Random of a set of half-board weights, by what to call them."""
    return {
        "Zero": without_places(weights, ours.counts),
        "Random": random_places(weights, ours.counts),
        "Random in all the range": random_in_range(weights, ours.counts),
    }


def thesis_squares(ours: Learnt) -> Weights:
    """The squares of table D.3 on pieces that are typically worth what table D.2 says.

    D.2 is called average values. Taken as the bare weights below the squares it would make knights
    worth more than bishops.
    """
    weights = resolve(THEIRS)
    averages = dict(zip(PIECES, AVERAGES[HALF], strict=True))
    excess = {
        piece: value - averages[piece] for piece, value in typical(weights, ours.counts).items()
    }
    values = tuple(value - excess.get(name, 0.0) for name, value in weights.as_dict().items())
    return replace(weights, values=values)


def _matches(plan: ExperimentPlan, sets: Mapping[str, Learnt]) -> dict[str, Score]:
    """Those of table 7.5, and the same with the thesis's own tables."""
    if HALF not in sets:
        return {}
    ours, published = sets[HALF], thesis_squares(sets[HALF])
    sides = _pairs(ours.weights, ours)
    sides |= {THESIS + label: pair for label, pair in _pairs(published, ours).items()}
    if RINGS in sets:
        sides["LCentral v Central"] = (sets[RINGS].weights, CENTRAL)
        sides["learnt v LCentral"] = (ours.weights, sets[RINGS].weights)
    return {label: fought(plan, label, a, b) for label, (a, b) in sides.items()}


def _pairs(weights: Weights, ours: Learnt) -> dict[str, tuple[Side, Side]]:
    against = opponents(weights, ours)
    played: dict[str, tuple[Side, Side]] = {
        f"learnt v {name}": (weights, other) for name, other in against.items()
    }
    played["Random v Zero"] = (against["Random"], against["Zero"])
    played["Random in all the range v Zero"] = (against["Random in all the range"], against["Zero"])
    return played | {"learnt v Central": (weights, CENTRAL)}


def _alone(plan: ExperimentPlan, ours: Learnt | None) -> list[Score]:
    """Each run by itself against its own Zero, in as many games together as a match has."""
    if ours is None:
        return []
    games = max(2, plan.size.match_games // len(ours.runs) // 2 * 2)
    return [
        fought(plan, f"seed {one.made_by['seed']} alone v Zero", one,
               without_places(one, ours.counts), games=games)
        for one in ours.runs
    ]  # fmt: skip


def _alone_row(alone: Sequence[Score]) -> Row:
    scores = [100 * one.score for one in alone]
    return Row(label="each run alone v Zero, mean of the seeds, %", measured=mean(scores),
               error=spread(scores), digits=1)  # fmt: skip


def _average_rows(features: str, sets: Mapping[str, Learnt]) -> list[Row]:
    """What pieces are worth on average (table D.2)."""
    runs = sets[features].typical if features in sets else []
    return [
        Row(label=f"{piece}, {features}", published=AVERAGES[features][n],
            published_error=AVERAGE_SPREADS[features][n],
            measured=mean([one[n] for one in runs]) if runs else NOT_RUN,
            error=spread([one[n] for one in runs]))
        for n, piece in enumerate(PIECES) if piece != "pawn"
    ]  # fmt: skip


def _notes() -> tuple[str, ...]:
    return (
        "The weight of a piece and those of its squares overlap, so piece values are typical ones: "
        "the weight and the mean of the squares by how often the piece stands there, a typical "
        "pawn = 1. Zero and Random have these values. Table D.2 does not say how it averages; the "
        "thesis's squares play on pieces that are typically worth what it says.",
        "Random draws the squares of a piece for each game anew, evenly within one standard "
        "deviation of the learnt ones (by how often it stands there), around 0; the thesis says 'a "
        "range similar to those found in the learnt values'. In all the range: from the worst "
        "square to the best.",
        "Central are the bonuses of table D.1 on the thesis's material for depth 4, LCentral the "
        "same places learnt. Games differ by noise of up to a tenth of a pawn on root values. The "
        "thesis does not state the depth. Here learning has the first depth of the settings and "
        "matches the last.",
    )


def _settings(plan: ExperimentPlan) -> dict[str, object]:
    learning = {
        features: kind(features, plan.size.depths[0])
        .config(games=plan.size.games, seed=plan.seed)
        .as_dict()
        for features in (HALF, FULL, RINGS)
    }
    match = {"games": plan.size.match_games, "depth": plan.size.depths[-1], "noise": NOISE,
             "ballot": 0}  # fmt: skip
    return {"learning": learning, "match": match}


EXPERIMENT = Experiment(
    name="piece-squares",
    title="Piece-square tables: 157 and 309 weights",
    source="Thesis 7.4, table 7.5, figures 7.6 to 7.12, tables D.2 to D.4",
    sizes={
        "quick": Size(seeds=3, games=3_000, match_games=300, depths=(2,)),
        "paper": Size(seeds=20, games=10_000, match_games=2_000, depths=(2, 4)),
    },
    run=run,
)
