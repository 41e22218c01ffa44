"""Ways to learn chess, and matches by which what they learnt is judged."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from plywise.experiments.kit.learnt import mean_weights
from plywise.experiments.kit.matches import match_of
from plywise.experiments.kit.plan import ExperimentPlan
from plywise.experiments.kit.result import NOT_RUN, Cell, Result, Row, Table, text
from plywise.experiments.kit.seeds import mean, standard_error
from plywise.experiments.kit.study import RunKind, fitted, study
from plywise.experiments.kit.writer import csv
from plywise.report.picture import Picture
from plywise.report.theme import Theme
from plywise.report.traces import Trace
from plywise.searching import AlphaBeta

MATERIAL, HALF_BOARD, PESTO = "chess/standard", "chess/thesis-half-board", "chess/pesto"
BALLOT = 4
MATCH_SEED = 70_001
PLIES = 240
"""Games that long are drawn, as in the trial that these experiments repeat."""


@dataclass(frozen=True, kw_only=True)
class Arm:
    """One way to learn."""

    features: str
    rule: Any
    step_size: str
    depth: int | None = None
    """Of its searches, where the arms differ in that."""

    @property
    def label(self) -> str:
        """Set, rule, step size and depth in a few words."""
        rule = self.rule if isinstance(self.rule, dict) else {"name": self.rule}
        more = " ".join(f"{k} {v}" for k, v in rule.items() if k != "name")
        told = f"{rule['name']} {more}".strip().replace("trace_decay", "λ")
        deep = "" if self.depth is None else f", depth {self.depth}"
        return f"{self.features}, {told}, {self.step_size}{deep}"

    def kind(self, depth: int) -> RunKind:
        """Its runs, of that depth unless it has its own."""
        return RunKind(
            label=self.label,
            settings={
                "features": self.features, "rule": self.rule, "step_size": self.step_size,
                "search": AlphaBeta(depth=self.depth or depth), "ballot": BALLOT,
                "max_plies": PLIES, "adjudication": "draw", "gate_games": 2, "lag": 4,
            },
        )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Judge:
    """A match by which what was learnt is judged."""

    label: str
    opponent: str
    search: AlphaBeta


Scores = dict[tuple[str, str], list[float]]
"""Arm and judge -> the score of each seed, in per cent."""


def scores_of(
    plan: ExperimentPlan,
    arms: Sequence[Arm],
    traces: Mapping[str, Sequence[Trace]],
    asked: Sequence[Judge],
) -> Scores:
    """Plays what every run of the arms learnt against all who are asked."""
    scores: Scores = {}
    for arm in arms:
        for trace in traces.get(arm.label, ()):
            learnt = mean_weights(trace)
            for one in asked:
                label = f"{arm.label}, seed {trace.settings['seed']} v {one.label}"
                score = match_of(
                    plan, label, learnt, one.opponent,
                    search=one.search, ballot=BALLOT, seed=MATCH_SEED,
                )  # fmt: skip
                scores.setdefault((arm.label, one.label), []).append(100 * score.score)
    return scores


def distinct(groups: Mapping[str, Sequence[Arm]]) -> list[Arm]:
    """The arms of all groups, each once."""
    return list({arm.label: arm for group in groups.values() for arm in group}.values())


def compared(
    plan: ExperimentPlan,
    groups: Mapping[str, Sequence[Arm]],
    asked: Sequence[Judge],
    *,
    shown: Sequence[Judge],
    notes: Sequence[str],
) -> Result:
    """Learns by every arm of the groups, plays what each learnt, and tells it group by group.

    The rows and the pictures are of those who are `shown`, the tables of all who are asked.
    """
    depth = plan.size.depths[0]
    arms = distinct(groups)
    kinds = [arm.kind(depth) for arm in arms]
    plan = fitted(plan, kinds)
    found = study(plan, kinds)
    scores = scores_of(plan, arms, found.traces, asked)
    return plan.result(
        rows=[
            Row(label=f"{arm.label}: % against {one.label}", measured=mean_of(scores, arm, one),
                error=error_of(scores, arm, one), digits=1)
            for arm in arms for one in shown
        ],
        error="standard error over seeds of the score in per cent (of one seed: none)",
        settings={
            "learning": {arm.label: arm.kind(depth).config(games=plan.size.games, seed=plan.seed)
                         .as_dict() for arm in arms},
            "matches": {"games": plan.size.match_games, "seed": MATCH_SEED, "ballot": BALLOT,
                        **{one.label: one.search.as_dict() for one in asked}},
        },
        seconds=found.seconds,
        notes=(
            *found.notes,
            f"Every arm learns from {plan.size.games:,} games against itself, from 1 for a piece "
            "and 0 for all else; what plays is the mean of the weights over the last half of the "
            f"games. A match has {plan.size.match_games:,} games in pairs.",
            *notes,
        ),
        tables=tuple(table_of(title, group, asked, scores) for title, group in groups.items()),
        pictures=tuple(picture_of(title, group, shown, scores) for title, group in groups.items()),
        data={"scores.csv": csv_of(scores)},
    )  # fmt: skip


def mean_of(scores: Scores, arm: Arm, one: Judge) -> Cell:
    """The mean over the seeds."""
    found = scores.get((arm.label, one.label))
    return mean(found) if found else NOT_RUN


def error_of(scores: Scores, arm: Arm, one: Judge) -> float | None:
    """The standard error over the seeds; none of one alone."""
    found = scores.get((arm.label, one.label), [])
    return standard_error(found) if len(found) > 1 else None


def table_of(title: str, arms: Sequence[Arm], asked: Sequence[Judge], scores: Scores) -> Table:
    """A row for each arm, a column for each match."""
    rows = [
        (
            arm.label,
            *(text(mean_of(scores, arm, one), error_of(scores, arm, one), 1) for one in asked),
        )
        for arm in arms
    ]
    return Table(title=title, header=("", *(one.label for one in asked)), rows=tuple(rows),
                 note="Score in per cent ± standard error over seeds.")  # fmt: skip


def picture_of(title: str, arms: Sequence[Arm], asked: Sequence[Judge], scores: Scores) -> Picture:
    """A row for each arm, a mark for each match."""

    def draw(grid: Any, theme: Theme) -> None:
        axes = grid[0][0]
        axes.axvline(50, color=theme.quiet, lw=0.8, ls=(0, (1, 3)))
        for n, one in enumerate(asked):
            there = [
                (y, found)
                for y, arm in enumerate(arms)
                if (found := scores.get((arm.label, one.label)))
            ]
            axes.errorbar(
                [float(np.mean(found)) for _, found in there],
                [y + (n - 1) * 0.2 for y, _ in there],
                xerr=[standard_error(f) if len(f) > 1 else 0.0 for _, f in there],
                fmt="osD"[n % 3], ms=4.5, color=theme.line(2 + n), lw=1.2, label=one.label,
            )  # fmt: skip
        axes.set_yticks(range(len(arms)), [arm.label for arm in arms], fontsize=7)
        axes.set_ylim(len(arms) - 0.4, -0.6)
        axes.set_xlabel("score, per cent")
        axes.legend(frameon=False, ncols=3, loc="lower left", bbox_to_anchor=(0, 1.0), fontsize=7)

    def told(arm: Arm) -> str:
        found = (text(mean_of(scores, arm, one), error_of(scores, arm, one), 1) for one in asked)
        each = ", ".join(
            f"{score} % against {one.label}" for score, one in zip(found, asked, strict=True)
        )
        return f"{arm.label}: {each}"

    return Picture(
        name=title.lower().replace(" ", "-"),
        title=title,
        alt=f"Scores. {'; '.join(map(told, arms))}.",
        caption="Dotted: as good as who is played against. Bars: standard errors over seeds.",
        draw=draw,
        height=1.3 + 0.45 * len(arms),
    )


def csv_of(scores: Scores) -> str:
    """The score of every seed."""
    rows = [
        [arm, judge, n + 1, value]
        for (arm, judge), found in scores.items()
        for n, value in enumerate(found)
    ]
    return csv(["arm", "judge", "seed", "score"], rows)
