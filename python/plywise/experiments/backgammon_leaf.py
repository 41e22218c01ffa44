"""TDLeaf and TD-Directed in backgammon, from a network that TD(λ) learnt a ply deep.

Two copies of it go on by self-play two plies deep: TDLeaf predicts what the search expects,
TD-Directed the positions that it chose. Every check-point plays the start, both sides two plies
deep. Published: parity throughout, so that what is best for one ply seems to be best for two.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from plywise.distributed import threads
from plywise.experiments.gammon import Measured, learnt, measured, points, together
from plywise.experiments.gammon_tracks import (
    CHECKPOINTS,
    RULES,
    UNIT,
    Track,
    as_csv,
    differences,
    picture,
    played,
    table,
    verdict,
)
from plywise.experiments.kit import cells
from plywise.experiments.kit.plan import Experiment, ExperimentPlan, Size
from plywise.experiments.kit.result import NOT_RUN, Result, Row

if TYPE_CHECKING:
    from plywise._kernel import Stop
    from plywise.runs.batches.run import BatchRun

START_TIMES = 12
"""Games of the start, in lengths of what follows: 600,000 before the published 50,000."""
NETWORKS: Mapping[str, dict[str, str]] = {
    "quick": {"features": "raw", "evaluation": "gammon:hidden=32"},
    "paper": {"features": "expert", "evaluation": "gammon:hidden=80"},
}
"""LGammon too saw the checkers and some features made by hand."""
START = {"trace_decay": 0.7, "batch": 8, "step_size": "annealed:start=.1,end=.001"}
GOING_ON = {"plies": 2, "trace_decay": 0.7, "batch": 1, "step_size": "annealed:start=.005,end=.005"}
"""A step that stays; weights move after every game, as published."""
PLIES = 2
PARITY = "parity"


def run(plan: ExperimentPlan) -> Result:
    """Learn the starts, go on by both rules, and play every check-point."""
    limit = cells.deadline(plan)
    starts = _starts(plan, limit)
    runs = _continued(plan, starts, limit)
    tracks = _tracks(plan, starts, runs, limit)
    seconds = sum(run.history.seconds for run in (*starts.values(), *runs.values()))
    return plan.result(
        rows=[_start_row(plan, starts), *_rows(tracks), _difference_row(tracks)],
        error="standard error of the matches, over pairs of games with the same dice",
        settings=_settings(plan),
        seconds=seconds / plan.workers,
        notes=(*map(verdict, tracks), _how_measured(plan)),
        tables=tuple(table(tracks, seed) for seed in plan.seeds),
        pictures=tuple(
            picture(some, seed) for seed in plan.seeds if (some := played(tracks, seed))
        ),
        data={"checkpoints.csv": as_csv(tracks)},
    )


# ---- learning and playing --------------------------------------------------------------------


def _start_settings(plan: ExperimentPlan, seed: int) -> dict[str, Any]:
    games = START_TIMES * plan.size.games
    return {**NETWORKS[plan.size_name], **START, "games": games, "gate_every": 0, "seed": seed}


def _on_settings(plan: ExperimentPlan, rule: str, seed: int) -> dict[str, Any]:
    games = plan.size.games
    return {
        **GOING_ON,
        "rule": RULES[rule],
        "games": games,
        "seed": seed,
        "gate_every": max(1, games // CHECKPOINTS),
        "gate_games": plan.size.match_games,
        "average_from": games,  # a check-point is the weights as they are, not their mean
    }


def _starts(plan: ExperimentPlan, limit: float | None) -> dict[int, BatchRun]:
    def work(seed: int, stop: Stop) -> BatchRun | None:
        settings = _start_settings(plan, seed)
        plan.say(f"seed {seed}: {settings['games']:,} games a ply deep")
        return learnt(plan, "start", stop, until=limit, **settings)

    with threads(plan.workers) as crew:
        found = list(crew.ordered(work, list(plan.seeds)))
    whole = zip(plan.seeds, found, strict=True)
    return {seed: run for seed, run in whole if run is not None and run.is_complete}


def _continued(
    plan: ExperimentPlan, starts: Mapping[int, BatchRun], limit: float | None
) -> dict[tuple[str, int], BatchRun]:
    def work(asked: tuple[str, int], stop: Stop) -> BatchRun | None:
        rule, seed = asked
        plan.say(f"seed {seed}: {plan.size.games:,} games by {rule}, two plies deep")
        begun, settings = starts[seed].as_weights(), _on_settings(plan, rule, seed)
        return learnt(plan, RULES[rule], stop, start=begun, until=limit, **settings)

    asked = [(rule, seed) for seed in starts for rule in RULES]
    with threads(plan.workers) as crew:
        found = zip(asked, crew.ordered(work, asked), strict=True)
        return {one: run for one, run in found if run is not None}


def _tracks(
    plan: ExperimentPlan,
    starts: Mapping[int, BatchRun],
    runs: Mapping[tuple[str, int], BatchRun],
    limit: float | None,
) -> list[Track]:
    """Every check-point against its start; both rules have the same dice at a check-point."""

    def work(asked: tuple[str, int, int], hand: cells.Hand) -> cells.Value:
        del hand  # a match is short
        rule, seed, game = asked
        players = runs[rule, seed].weights_at(game), starts[seed].as_weights()
        begun = time.thread_time()
        found = points(players, games=plan.size.match_games, seed=seed, stream=game, plies=PLIES)
        return {"pairs": found, "seconds": time.thread_time() - begun}

    asked = [(*one, game) for one, run in runs.items() for game in run.kept]
    games = plan.size.match_games
    jobs = [
        cells.CellJob(key=f"{one}, {games} games, {runs[one[:2]].directory.name}", asked=one)
        for one in asked
    ]
    kept = cells.computed(plan, plan.experiment.name, jobs, work, until=limit)
    tracks = []
    for rule, seed in runs:
        there = {
            job.asked[2]: kept[job.key]["pairs"]
            for job in jobs
            if job.asked[:2] == (rule, seed) and job.key in kept
        }
        track = Track(rule=rule, seed=seed, games=list(there), pairs=list(there.values()),
                      pubeval=_gates(runs[rule, seed], there))  # fmt: skip
        tracks.append(track)
    return tracks


def _gates(run: BatchRun, games: Collection[int]) -> list[str]:
    """What the gates of the run say of its check-points."""
    found = {gate.game: gate.points for gate in run.gates if gate.points is not None}
    return [f"{found[game][0]:+.3f}" if game in found else NOT_RUN for game in games]


# ---- telling ---------------------------------------------------------------------------------


def _start_row(plan: ExperimentPlan, starts: Mapping[int, BatchRun]) -> Row:
    pairs = [
        pair
        for seed, run in starts.items()
        for pair in points(
            (run.as_weights(), None), games=plan.size.match_games, seed=seed, stream=0, plies=1
        )
    ]
    found = measured(pairs) if pairs else None
    return _row("the start against pubeval, a ply deep, points a game", None, found)


def _row(label: str, published: str | None, found: Measured | None) -> Row:
    return Row(
        label=label,
        published=published,
        measured=NOT_RUN if found is None else found.mean,
        error=None if found is None else found.error,
        digits=3,
    )


def _rows(tracks: Sequence[Track]) -> list[Row]:
    rows = []
    for rule in RULES:
        some = [track for track in tracks if track.rule == rule and track.games]
        apart = [score.is_apart for track in some for score in track.scores]
        rows += [
            Row(
                label=f"{rule}: check-points beyond 3 standard errors, of {len(apart)}",
                published="none",
                measured=float(sum(apart)) if apart else NOT_RUN,
                digits=0,
            ),
            _row(f"{rule}: mean of the check-points, points a game", PARITY,
                 together([track.mean for track in some])),
            _row(f"{rule}: slope in {UNIT:,} games", "none",
                 together([track.slope for track in some if track.slope is not None])),
        ]  # fmt: skip
    return rows


def _difference_row(tracks: Sequence[Track]) -> Row:
    leaf, directed = RULES
    by = {(track.rule, track.seed): track for track in tracks}
    found = [
        one
        for rule, seed in by
        if rule == leaf and (directed, seed) in by
        for one in differences(by[leaf, seed], by[directed, seed])
    ]
    return _row(f"{leaf} less {directed}, points a game", PARITY, together(found))


def _how_measured(plan: ExperimentPlan) -> str:
    return (
        f"Start: {START_TIMES * plan.size.games:,} games of TD(.7) a ply deep, the mean of the "
        f"weights over the second half. Check-points play {plan.size.match_games:,} games each, "
        "both sides two plies deep, in pairs with the same dice; dice differ between check-points "
        "and are the same for both rules. Errors are those of the matches; another start or other "
        "games of learning would scatter more. Published: about parity throughout, no consistent "
        "or significant change; without figures."
    )


def _settings(plan: ExperimentPlan) -> dict[str, Any]:
    return {
        "start": _start_settings(plan, plan.seed),
        "going on": {rule: _on_settings(plan, rule, plan.seed) for rule in RULES},
        "match": {"games": plan.size.match_games, "plies": PLIES, "candidates": 5, "margin": 0.15},
    }


EXPERIMENT = Experiment(
    name="backgammon-leaf",
    title="TDLeaf and TD-Directed in backgammon, from what TD(λ) learnt",
    source="Baxter, Tridgell and Weaver 2000, section 5",
    sizes={
        "quick": Size(seeds=1, games=2_000, match_games=400),
        "paper": Size(seeds=1, games=50_000, match_games=1_600),
    },
    run=run,
)
