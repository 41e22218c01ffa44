"""Learnt shogi values against hand-made ones, at the depth they were learnt at."""

from plywise.experiments.kit.bars import depth_lines
from plywise.experiments.kit.matches import Side, games_table, row
from plywise.experiments.kit.plan import Experiment, ExperimentPlan
from plywise.experiments.kit.result import Result, Row
from plywise.experiments.published_shogi import DEPTHS, MATCHES, OPPONENTS
from plywise.experiments.shogi import (
    PAPER,
    QUICK,
    fought,
    kind,
    match_settings,
    mean_weights,
    studied,
)
from plywise.report.matches import Score
from plywise.report.picture import Picture

THEIRS = "the paper's"
Scores = dict[tuple[int, str, str], Score]
"""Depth, whose values, against whom -> the match."""


def run(plan: ExperimentPlan) -> Result:
    """Take the values that shogi-values learns (or learn them), and play.

    The paper's own values play the same matches, and against ours: that shows whether a difference
    comes from the learning or from the match.
    """
    plan, found, traces = studied(plan, matches=2 * len(OPPONENTS) + 1)
    scores: Scores = {}
    for depth, some in traces.items():
        if some:
            scores |= _matches(plan, depth, mean_weights(some))
    return plan.result(
        rows=_rows(scores),
        error=f"half the 95 % interval, {plan.size.match_games:,} games",
        settings=_settings(plan),
        seconds=found.seconds,
        notes=(
            *found.notes,
            "Both sides search to the depth that the values were learnt at. A game of 600 plies "
            "is a draw. Equal moves are drawn for: no other chance makes the games differ.",
        ),
        tables=(games_table(list(scores.values())),),
        pictures=(_picture(scores),) if scores else (),
    )


def _matches(plan: ExperimentPlan, depth: int, ours: Side) -> Scores:
    published = f"shogi/thesis-depth-{depth}"
    sides: dict[str, Side] = {"learnt": ours, THEIRS: published}
    pairs: dict[tuple[str, str], tuple[Side, Side]] = {
        (who, name): (side, other)
        for who, side in sides.items()
        for name, other in OPPONENTS.items()
    }
    pairs["learnt", THEIRS] = (ours, published)
    return {
        (depth, who, name): fought(plan, f"depth {depth}, {who} v {name}", a, b, depth=depth)
        for (who, name), (a, b) in pairs.items()
    }


def _rows(scores: Scores) -> list[Row]:
    def told(depth: int, who: str, name: str, published: float | None) -> Row:
        return row(f"depth {depth}, {who} v {name}, %", scores.get((depth, who, name)), published)

    rows = [
        told(depth, who, name, MATCHES[depth][name])
        for who in ("learnt", THEIRS)
        for depth in DEPTHS
        for name in OPPONENTS
    ]
    return rows + [told(depth, "learnt", THEIRS, None) for depth in DEPTHS]


def _picture(scores: Scores) -> Picture:
    def line(name: str) -> dict[int, tuple[float, float]]:
        return {
            depth: (100 * one.score, 50 * (one.high - one.low))
            for (depth, who, other), one in scores.items()
            if (who, other) == ("learnt", name)
        }

    published = {name: {depth: MATCHES[depth][name] for depth in DEPTHS} for name in OPPONENTS}
    return depth_lines(
        "matches", "Score of the learnt values, by depth",
        {name: line(name) for name in (*OPPONENTS, THEIRS)}, published=published, units="per cent",
        level=50.0, caption="● measured, with 95 % intervals; ◇ published. Dotted: 50 %.",
    )  # fmt: skip


def _settings(plan: ExperimentPlan) -> dict[str, object]:
    learning = kind(plan.size.depths[0], plan.size.games).config(
        games=plan.size.games, seed=plan.seed
    )
    return {"learning": learning.as_dict(), "match": match_settings(plan),
            "depths": list(plan.size.depths)}  # fmt: skip


EXPERIMENT = Experiment(
    name="shogi-match",
    title="Learnt shogi values against YSS, Gnu and Beginner",
    source="Thesis 6.7.2, table 6.5; Beal and Smith 2001, table 2",
    sizes={"quick": QUICK, "paper": PAPER},
    run=run,
)
