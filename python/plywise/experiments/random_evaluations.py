"""Lookahead on random numbers against lookahead on nothing (thesis, appendix E)."""

from collections.abc import Mapping

import numpy as np

from plywise.experiments.kit.bars import depth_lines
from plywise.experiments.kit.plan import Experiment, ExperimentPlan, Size
from plywise.experiments.kit.result import Result, Row, Table, text
from plywise.experiments.kit.seeds import Values, mean, standard_error
from plywise.experiments.kit.writer import csv
from plywise.experiments.random_games import DEPTHS, KINDS, MOST_PLIES, SCALE, Cell, Score, played
from plywise.report.picture import Picture

PUBLISHED: Mapping[str, tuple[tuple[int, int, int], ...]] = {
    "LR v LZ": ((222, 539, 239), (389, 323, 288), (331, 563, 106), (953, 15, 32), (200, 0, 0)),
    "CR v CZ": ((347, 297, 356), (591, 25, 384), (829, 51, 120), (794, 38, 168), (192, 4, 4)),
    "MR v MZ": ((67, 872, 61), (560, 1, 439), (536, 42, 422), (808, 28, 164), (373, 18, 209)),
}
"""Won, drawn, lost by the random side at depths 1 to 5 (tables E.1 to E.3)."""
Scores = Mapping[Cell, Score]


def run(plan: ExperimentPlan) -> Result:
    """Play every kind at every depth of the size."""
    found = played(plan)
    scores = found.scores
    return plan.result(
        rows=_rows(scores),
        error="standard error of the mean over the games",
        settings=_settings(),
        seconds=found.seconds,
        notes=(*_told(plan, scores), *found.notes),
        tables=(_counts(scores), _endings(scores), _lengths(scores)),
        pictures=_pictures(scores),
        data={"games.csv": _csv(scores)},
    )


def published(kind: str, depth: int) -> float:
    """The published score of the random side, per cent.

    >>> [round(published("LR v LZ", depth), 1) for depth in DEPTHS]
    [49.2, 55.1, 61.3, 96.1, 100.0]
    """
    won, drawn, lost = PUBLISHED[kind][depth - 1]
    # The thesis rounds halves up.
    return 100 * (won + drawn / 2) / (won + drawn + lost) + 1e-6


def _rows(scores: Scores) -> list[Row]:
    rows = []
    for kind in KINDS:
        for depth in DEPTHS:
            values = _per_cent(scores[kind, depth]) if (kind, depth) in scores else []
            rows.append(
                Row(label=f"{kind}, depth {depth}: score, %", published=published(kind, depth),
                    measured=mean(values), error=standard_error(values), digits=1)
            )  # fmt: skip
    return rows


def _told(plan: ExperimentPlan, scores: Scores) -> tuple[str, ...]:
    short = [
        f"{kind}, depth {depth}: {len(score.points)}"
        for (kind, depth), score in scores.items()
        if len(score.points) != plan.size.games
    ]
    return (
        "Neither repetition nor fifty moves are a draw, in games and searches alike; after 200 "
        "moves the side ahead in material (1 3 3 5 9) wins. No table. The random number of a leaf "
        "hangs on the seed of the search and the path to it. Both sides draw lots among equal "
        "moves at the root.",
        *([f"Games, where not {plan.size.games}: {'; '.join(short)}."] if short else []),
    )


def _counts(scores: Scores) -> Table:
    rows = []
    for (kind, depth), score in scores.items():
        theirs = PUBLISHED[kind][depth - 1]
        rows.append((f"{kind}, depth {depth}", *(str(n) for n in theirs),
                     *(str(n) for n in score.counts)))  # fmt: skip
    head = ("", "won, published", "drawn", "lost", "won, measured", "drawn", "lost")
    return Table(title="Games of the random side", header=head, rows=tuple(rows))


def _endings(scores: Scores) -> Table:
    reasons = sorted({reason for score in scores.values() for reason in score.reasons})
    rows = [
        (f"{kind}, depth {depth}", *(f"{100 * score.reasons.count(r) / len(score.reasons):.1f}"
                                     for r in reasons))
        for (kind, depth), score in scores.items()
    ]  # fmt: skip
    return Table(title="How games ended, per cent", header=("", *reasons), rows=tuple(rows))


def _lengths(scores: Scores) -> Table:
    rows = [
        (f"{kind}, depth {depth}", text(float(np.mean(_moves(score))), digits=0),
         text(float(np.median(_moves(score))), digits=0))
        for (kind, depth), score in scores.items()
    ]  # fmt: skip
    return Table(title="Length of the games, moves", header=("", "mean", "median"),
                 rows=tuple(rows))  # fmt: skip


def _pictures(scores: Scores) -> tuple[Picture, ...]:
    points = _by_depth({cell: _per_cent(score) for cell, score in scores.items()})
    moves = _by_depth({cell: _moves(score) for cell, score in scores.items()})
    return (
        depth_lines(
            "scores", "Score of the random side, by depth", points, published=_published(),
            units="per cent", level=50.0, caption="● measured, with standard errors; ◇ published "
            "(figure E.2). Dotted: 50 %.",
        ),
        depth_lines("lengths", "Length of the games", moves, units="moves",
                    caption="Mean over the games (figure E.4)."),
    )  # fmt: skip


def _by_depth(values: Mapping[Cell, Values]) -> dict[str, dict[int, tuple[float, float]]]:
    """Means and their errors, by kind and depth."""
    found: dict[str, dict[int, tuple[float, float]]] = {kind: {} for kind in KINDS}
    for (kind, depth), some in values.items():
        found[kind][depth] = (float(np.mean(some)), standard_error(some) or 0.0)
    return found


def _per_cent(score: Score) -> list[float]:
    return [100 * points for points in score.points]


def _moves(score: Score) -> list[float]:
    return [plies / 2 for plies in score.plies]


def _published() -> dict[str, dict[int, float]]:
    return {kind: {depth: published(kind, depth) for depth in DEPTHS} for kind in KINDS}


def _settings() -> dict[str, object]:
    return {
        "kinds": {
            name: {"meaning": kind.meaning, "weights": list(kind.weights),
                   "random side": kind.search(1, is_random=True).as_dict(),
                   "other side": kind.search(1, is_random=False).as_dict()}
            for name, kind in KINDS.items()
        },
        "scale": SCALE, "most plies": MOST_PLIES, "rules": "bare", "adjudication": "material",
    }  # fmt: skip


def _csv(scores: Scores) -> str:
    rows = [
        [kind.replace(" ", "_"), depth, n, points, plies, reason]
        for (kind, depth), score in scores.items()
        for n, (points, plies, reason) in enumerate(
            zip(score.points, score.plies, score.reasons, strict=True)
        )
    ]
    return csv(["kind", "depth", "game", "points", "plies", "reason"], rows)


EXPERIMENT = Experiment(
    name="random-evaluations",
    title="Random evaluations in chess",
    source="Thesis, appendix E, tables E.1 to E.3, figures E.1, E.2 and E.4",
    sizes={
        "quick": Size(seeds=1, games=100, depths=(1, 2, 3, 4)),
        "paper": Size(seeds=1, games=1_000, depths=DEPTHS),
    },
    run=run,
)
