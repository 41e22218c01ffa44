"""Learning against others: what the experiments around KnightCap share.

Runs by the papers' rule, by that of KnightCap's last source and by the best that plywise has; the
rating of a player that no longer learns, against the same opponents; and the pictures.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from plywise.evaluation.features import FeatureSet
from plywise.evaluation.weights import Weights
from plywise.experiments.kit.cells import CellJob, Hand, computed, fingerprint
from plywise.experiments.kit.learnt import last_weights
from plywise.experiments.kit.plan import ExperimentPlan
from plywise.experiments.kit.result import NOT_RUN, Row, Table
from plywise.experiments.kit.seeds import half_interval
from plywise.experiments.kit.study import RunKind, Study, fitted, study
from plywise.learning.start import numbers
from plywise.play.player import player
from plywise.play.pools import HELD_OUT, installed, own, without
from plywise.play.rating import rate
from plywise.report.traces import Trace
from plywise.searching.profiles import profile

FEATURES = "knightcap"
MATERIAL = "chess/knightcap-start"
"""1 4 4 6 12, and 0 for all else."""
BALLOT = 6
LAG = 4
"""Game n has the weights after game n − 4, so that four can be played at once."""
RATING_SEED = 40_001
BETA = math.atanh(0.25)
"""One pawn ahead predicts .25 (Baxter et al. 1998, eq. 1)."""
PAPERS: Mapping[str, Any] = {
    "rule": {
        "name": "tdleaf", "trace_decay": 0.7, "squash": {"name": "tanh", "steepness": BETA},
        "results": "drop", "blunders": "gains", "learner": "own", "frozen": ["pawn"],
    },
    "step_size": {"name": "fixed", "step": 0.01 / BETA},
    "batch": 1,
}  # fmt: skip
"""As Baxter et al. 1998 and 2000 have it. Their α = 1 names no unit: a hundredth of a pawn times
the double sum is what fits "at most 1/100 of a pawn"."""
SOURCE: Mapping[str, Any] = {
    "rule": {
        **PAPERS["rule"], "blunders": "source", "frozen": [], "draws": "skip", "forfeits": "drop",
    },
    "step_size": {"name": "fixed", "step": 0.001 / BETA},
    "batch": 4,
}  # fmt: skip
"""As the source of KnightCap 3.6 has it."""
BEST: Mapping[str, Any] = {
    "rule": {
        "name": "tdleaf+rootstrap", "trace_decay": 0.85,
        "squash": {"name": "logistic", "steepness": 0.51}, "frozen": ["pawn"],
    },
    "step_size": {"name": "least-squares", "pieces": 0.06, "noise": 0.5},
}  # fmt: skip
"""Least squares over all leaves and quiet roots so far; the logistic is the papers' tanh on another
scale. `noise` was chosen on games of a player with itself (docs/against-others.md)."""


@dataclass(frozen=True, kw_only=True)
class Budget:
    """Against whom a size of an experiment is played, and how far its players look."""

    pool: str
    """Whom the runs meet, and who rates what they learnt."""
    nodes: int
    """Of a move of the learner, and of the player that is rated."""
    strangers: bool = False
    """Whether those rate whom the runs never meet, instead of those whom they do."""

    @property
    def told(self) -> str:
        """Who rates, and at how many nodes a move."""
        who = " and ".join(HELD_OUT[self.pool]) if self.strangers else f"the pool '{self.pool}'"
        return f"{who}, {self.nodes:,} nodes"

    def rungs(self) -> list[str]:
        """Who rates: all of the pool, or all who are held out and are installed."""
        if self.pool == "own":
            return [] if self.strangers else [rung.name for rung in own()]
        all_here = installed()
        met = without(all_here, HELD_OUT[self.pool])
        return [rung.name for rung in all_here if (rung not in met) == self.strangers]


BUDGETS = {"quick": Budget(pool="own", nodes=300), "paper": Budget(pool="pool", nodes=1_000)}


@dataclass(frozen=True, kw_only=True)
class Arm:
    """One way to learn."""

    label: str
    settings: Mapping[str, Any] = field(default_factory=lambda: PAPERS)
    features: str = FEATURES
    start: str = MATERIAL
    """A set by its name, or "pawns": every weight one pawn."""
    alone: bool = False
    """Whether it plays itself."""
    both_turns: bool = False
    """Whether it learns at the turns of those it meets, too."""
    nodes: int | None = None
    """Of a move of its runs, where the arms differ in that."""

    def start_weights(self) -> tuple[float, ...]:
        """The weights before the first game."""
        if self.start == "pawns":
            return (1.0,) * len(FeatureSet.named("chess", self.features).names)
        return numbers(self.start, game="chess", features=self.features)

    def opponents(self, budget: Budget) -> Any:
        """Whom it meets, as settings say it."""
        if self.both_turns:
            return {"players": budget.pool, "both_turns": True}
        return "self" if self.alone else budget.pool

    def kind(self, budget: Budget) -> RunKind:
        """Its runs."""
        given = {**self.settings}
        if self.alone:
            # The filter distrusts an opponent, and alone there is none.
            given["rule"] = {k: v for k, v in given["rule"].items()
                             if k not in ("blunders", "learner")}  # fmt: skip
        return RunKind(
            label=self.label,
            settings={
                **given, "features": self.features, "start": self.start_weights(),
                "search": profile("playing", nodes=self.nodes or budget.nodes, depth=125),
                "ballot": BALLOT,
                "opponents": self.opponents(budget), "lag": LAG,
            },
        )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Rated:
    """A rating of a player that does not learn, and half its 95 % interval."""

    elo: float
    error: float

    def __str__(self) -> str:
        return f"{self.elo:.0f} ± {self.error:.0f}"


@dataclass(frozen=True, kw_only=True)
class Found:
    """What the arms of an experiment came to."""

    budget: Budget
    study: Study
    before: Mapping[str, Rated]
    """By arm, the rating of its start."""
    after: Mapping[str, Sequence[Rated]]
    """By arm, the rating of what each of its runs learnt."""

    def gain(self, label: str) -> Rated | None:
        """By how much an arm gained, in the mean over its runs; None if it was not run.

        The interval is that of the rating games, or of the runs' own differences if those are
        larger.
        """
        runs = self.after.get(label)
        if not runs:
            return None
        start = self.before[label]
        return _mean_of([one.elo - start.elo for one in runs], runs, start.error)

    def reached(self, label: str) -> Rated | None:
        """The rating that an arm came to, in the mean over its runs; None if it was not run."""
        runs = self.after.get(label)
        return None if not runs else _mean_of([one.elo for one in runs], runs)

    def row(self, label: str, published: float | str | None = None, by: str = "") -> Row:
        """An arm's gain beside the published one."""
        told = f"{label}: gain{by}, Elo"
        return row_of(told, self.gain(label), published)

    def table(self) -> Table:
        """The ratings of every arm."""
        rows = [
            (label, str(self.before[label]), ", ".join(map(str, runs)), str(self.gain(label)))
            for label, runs in self.after.items()
        ]
        return Table(
            title=f"Ratings by {self.budget.told} a move",
            header=("", "start", "learnt, a run each", "gain"),
            rows=tuple(rows),
            note="Elo ± half the 95 % interval, the opponents' ratings taken as exact.",
        )


def _mean_of(values: Sequence[float], runs: Sequence[Rated], more: float = 0.0) -> Rated:
    """The mean of a value of each run, and the larger of its two errors.

    Those are what the rating games leave open, with one more that all have in common, and what the
    runs differ by, both as half a 95 % interval.
    """
    count = len(runs)
    games = math.hypot(more, math.sqrt(sum(one.error**2 for one in runs)) / count)
    return Rated(elo=float(np.mean(values)), error=max(games, half_interval(values) or 0.0))


def row_of(label: str, rating: Rated | None, published: float | str | None = None) -> Row:
    """A line of the table: a rating, or a difference of two."""
    if rating is None:
        return Row(label=label, published=published, measured=NOT_RUN)
    return Row(label=label, published=published, measured=rating.elo, error=rating.error, digits=0)


def learnt(plan: ExperimentPlan, arms: Sequence[Arm]) -> tuple[ExperimentPlan, Found]:
    """Learn by every arm and rate what each learnt, and its start, against the same opponents."""
    budget = BUDGETS[plan.size_name]
    kinds = [arm.kind(budget) for arm in arms]
    plan = fitted(plan, kinds)
    found = study(plan, kinds)
    return plan, rated(plan, arms, found, budget)


def rated(
    plan: ExperimentPlan,
    arms: Sequence[Arm],
    found: Study,
    budget: Budget,
    *,
    after: int | None = None,
) -> Found:
    """Rates what each run learnt, in all its games or in the first few, and what it began with."""
    asked: dict[tuple[str, int], Weights] = {}
    for arm in arms:
        for n, trace in enumerate(found.traces.get(arm.label, ())):
            asked[arm.label, -1] = weights_of(arm, arm.start_weights())
            asked[arm.label, n] = last_weights(trace if after is None else trace.cut(after))
    ratings = _ratings(plan, budget, asked)
    labels = [arm.label for arm in arms if arm.label in found.traces]
    return Found(
        budget=budget,
        study=found,
        before={label: ratings[label, -1] for label in labels},
        after={
            label: [ratings[label, n] for n in range(len(found.traces[label]))] for label in labels
        },
    )


def weights_of(arm: Arm, values: Sequence[float]) -> Weights:
    """Weights of an arm's features."""
    return Weights(game="chess", features=arm.features, values=tuple(values), label="start")


def _ratings(
    plan: ExperimentPlan, budget: Budget, asked: Mapping[tuple[str, int], Weights]
) -> dict[tuple[str, int], Rated]:
    """The ratings of all that are asked; equal weights are rated once."""
    rungs = budget.rungs()
    jobs: dict[str, CellJob[Weights]] = {}
    keys: dict[tuple[str, int], str] = {}
    for who, weights in asked.items():
        told = [weights.features, list(weights.values), budget.nodes, rungs, plan.size.match_games]
        keys[who] = fingerprint(told)
        jobs[keys[who]] = CellJob(key=keys[who], asked=weights)

    def work(weights: Weights, hand: Hand) -> dict[str, Any]:
        del hand
        search = profile("playing", nodes=budget.nodes, depth=125)
        found = rate(
            player(weights, search=search), games=plan.size.match_games, opponents=rungs,
            seed=RATING_SEED, workers=1,
        )  # fmt: skip
        return {"elo": found.guess(), "error": found.elo_error or math.nan, "games": found.games}

    cells = computed(plan, "ratings", list(jobs.values()), work)
    return {
        who: Rated(elo=cells[key]["elo"], error=cells[key]["error"]) for who, key in keys.items()
    }


def kept_traces(found: Found) -> Mapping[str, Sequence[Trace]]:
    """The runs of all arms that met opponents."""
    return {
        label: traces
        for label, traces in found.study.traces.items()
        if all(trace.ratings for trace in traces)
    }


def result_of(
    plan: ExperimentPlan,
    arms: Sequence[Arm],
    found: Found,
    *,
    learning: Budget | None = None,
    **more: Any,
) -> Any:
    """The result of an experiment, with all that these experiments tell alike.

    The runs' own budget is that of their ratings, unless it is said.
    """
    from plywise.experiments.online_figures import pictures

    budget = learning or found.budget
    notes = (
        *found.study.notes,
        f"Runs meet the pool '{budget.pool}' at {budget.nodes:,} nodes a move, six random plies "
        f"before each game; ratings are of {plan.size.match_games} games against all who are said "
        "to rate, the learner at rest. A pool that was learnt against flatters whoever learnt "
        "there.",
        "The papers' and the source's settings are those of rule and step. Game n is played with "
        f"the weights after game n − {LAG}, by one worker or two alike; all search by the profile "
        "`playing`, not as KnightCap did.",
        *more.pop("notes", ()),
    )
    return plan.result(
        error="half the 95 % interval, of the rating games or over seeds, whichever is larger",
        settings={
            "learning": {arm.label: _told(arm, budget, plan) for arm in arms},
            "ratings": {"games": plan.size.match_games, "seed": RATING_SEED},
        },
        seconds=found.study.seconds,
        notes=notes,
        tables=(found.table(), *more.pop("tables", ())),
        pictures=pictures(found),
        **more,
    )


def _told(arm: Arm, budget: Budget, plan: ExperimentPlan) -> dict[str, Any]:
    """The settings of an arm's runs; its thousands of weights by the name of their start."""
    config = arm.kind(budget).config(games=plan.size.games, seed=plan.seed).as_dict()
    return {**config, "start": arm.start, "opponents": arm.opponents(budget)}
