"""A cross-table of shogi value sets, and each learnt set alone against the best (thesis 6.6)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from plywise.experiments.kit.matches import Side, games_table, picture, row
from plywise.experiments.kit.plan import Experiment, ExperimentPlan
from plywise.experiments.kit.result import NOT_RUN, Result, Row, Table, text
from plywise.experiments.kit.seeds import mean, spread, standard_error
from plywise.experiments.published_shogi import ALONE, CROSS, OPPONENTS, per_cent
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
from plywise.report.traces import Trace

SETS = ("learnt", *OPPONENTS)
Cross = Mapping[tuple[str, str], Score]


def run(plan: ExperimentPlan) -> Result:
    """Learn at the depth of the size, then let every set play every other."""
    plan, found, traces = studied(plan, matches=len(CROSS) + 1)
    depth = plan.size.depths[0]
    runs = traces[depth]
    scores = _cross(plan, runs, depth)
    alone = _alone(plan, runs, depth)
    return plan.result(
        rows=[
            *(row(f"{a} v {b}, %", scores.get((a, b)), per_cent(match))
              for (a, b), match in CROSS.items()),
            _alone_row(alone),
        ],
        error=f"half the 95 % interval, {plan.size.match_games:,} games; of the last row: "
        "standard error over the seeds (published: deviation of its runs); apart: in standard "
        "errors",
        settings=_settings(plan),
        seconds=found.seconds,
        notes=(
            *found.notes,
            "The thesis does not say at which depth it played; its learnt v Beginner is 62 % here "
            "and 66 % in its table of depths (6.5).",
        ),
        tables=(_table(scores), games_table([*scores.values(), *alone])),
        pictures=(_picture(scores),) if scores else (),
    )  # fmt: skip


def _cross(plan: ExperimentPlan, runs: Sequence[Trace], depth: int) -> dict[tuple[str, str], Score]:
    sides: dict[str, Side] = dict(OPPONENTS)
    if runs:
        sides["learnt"] = mean_weights(runs)
    return {
        (a, b): fought(plan, f"{a} v {b}", sides[a], sides[b], depth=depth)
        for a, b in CROSS
        if a in sides
    }


def _alone(plan: ExperimentPlan, runs: Sequence[Trace], depth: int) -> list[Score]:
    """Each run by itself against YSS, in as many games together as a match has."""
    games = max(2, plan.size.match_games // max(1, len(runs)) // 2 * 2)
    return [
        fought(plan, f"seed {one.seed} alone v YSS", mean_weights([one]), OPPONENTS["YSS"],
               depth=depth, games=games)
        for one in runs
    ]  # fmt: skip


def _alone_row(alone: Sequence[Score]) -> Row:
    published = [per_cent(match) for match in ALONE]
    scores = [100 * one.score for one in alone]
    return Row(label="each run alone v YSS, mean of the seeds, %", published=mean(published),
               published_error=spread(published), published_runs=len(published),
               measured=mean(scores), error=standard_error(scores), digits=1)  # fmt: skip


def _picture(scores: Cross) -> Picture:
    published = {f"{a} v {b}": per_cent(match) for (a, b), match in CROSS.items()}
    return picture({f"{a} v {b}": one for (a, b), one in scores.items()}, published)


def _table(scores: Cross) -> Table:
    """Row against column, ours and the published in brackets (table 6.2)."""

    def cell(a: str, b: str) -> str:
        if a == b:
            return "x"
        turned = (a, b) not in CROSS
        pair = (b, a) if turned else (a, b)
        published = per_cent(CROSS[pair])
        one = scores.get(pair)
        ours = None if one is None else 100 * one.score
        if turned:
            published, ours = 100 - published, None if ours is None else 100 - ours
        return f"{NOT_RUN if ours is None else text(ours, digits=1)} ({published:.0f})"

    rows = [(a, *(cell(a, b) for b in SETS)) for a in SETS]
    return Table(title="Cross-table, per cent (published, table 6.2)", header=("", *SETS),
                 rows=tuple(rows))  # fmt: skip


def _settings(plan: ExperimentPlan) -> dict[str, object]:
    depth = plan.size.depths[0]
    learning = kind(depth, plan.size.games).config(games=plan.size.games, seed=plan.seed)
    return {"learning": learning.as_dict(), "match": {"depth": depth, **match_settings(plan)}}


EXPERIMENT = Experiment(
    name="shogi-cross",
    title="Shogi value sets, every one against every other",
    source="Thesis 6.6, tables 6.1 to 6.3",
    sizes={
        "quick": replace(QUICK, match_games=400, depths=(2,)),
        # All games of the paper, but at depth 2: depth 4 takes 32 hours of a core to learn.
        "middle": replace(PAPER, depths=(2,)),
        "paper": replace(PAPER, depths=(4,)),
    },
    run=run,
)
