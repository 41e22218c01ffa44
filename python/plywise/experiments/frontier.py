"""Rules, step sizes and feature sets of chess from nothing, at one budget of games.

Every arm learns by the same number of games of the same depth, and what it learnt is judged by
matches against three players that nobody learnt against: bare material, the thesis's half-board and
PeSTO's tables; at the depth of learning, a ply deeper, and at 5,000 nodes a move, since what helps
a shallow search may not help a deeper one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from plywise.evaluation.weights import Weights
from plywise.experiments.kit.matches import match_of
from plywise.experiments.kit.plan import Experiment, ExperimentPlan, Size
from plywise.experiments.kit.result import NOT_RUN, Cell, Result, Row, Table, text
from plywise.experiments.kit.seeds import mean, standard_error
from plywise.experiments.kit.study import RunKind, fitted, study
from plywise.experiments.kit.writer import csv
from plywise.report.picture import Picture
from plywise.report.theme import Theme
from plywise.report.traces import Trace
from plywise.runs.run import load
from plywise.searching import AlphaBeta
from plywise.searching.profiles import profile

MATERIAL, HALF_BOARD, PESTO = "chess/standard", "chess/thesis-half-board", "chess/pesto"
STEADY = "coherence:c=.5,prior=.5"
ADAGRAD = "adagrad:.3"
NODES = 5_000
BALLOT = 4
MATCH_SEED = 70_001
PLIES = 240
"""Games that long are drawn, as in the trial that this repeats."""


@dataclass(frozen=True, kw_only=True)
class Arm:
    """One way to learn."""

    features: str
    rule: Any
    step_size: str

    @property
    def label(self) -> str:
        """Set, rule and step size in a few words."""
        rule = self.rule if isinstance(self.rule, dict) else {"name": self.rule}
        more = " ".join(f"{k} {v}" for k, v in rule.items() if k != "name")
        told = f"{rule['name']} {more}".strip().replace("trace_decay", "λ")
        return f"{self.features}, {told}, {self.step_size}"

    def kind(self, depth: int) -> RunKind:
        """Its runs."""
        return RunKind(
            label=self.label,
            settings={
                "features": self.features, "rule": self.rule, "step_size": self.step_size,
                "search": AlphaBeta(depth=depth), "ballot": BALLOT, "max_plies": PLIES,
                "adjudication": "draw", "gate_games": 2, "lag": 4,
            },
        )  # fmt: skip


def _leaf(decay: float = 0.7) -> dict[str, Any]:
    return {"name": "tdleaf", "trace_decay": decay}


RULES: tuple[Any, ...] = (
    _leaf(), _leaf(0.9), "rootstrap", {"name": "rootstrap", "trace_decay": 0.7},
    {"name": "tdleaf+rootstrap", "trace_decay": 0.7}, {"name": "treestrap", "depth": 1},
    {"name": "treestrap", "depth": 1, "quiet": False},
)  # fmt: skip
STEPS = (
    "coherence:c=2,prior=.5", "coherence:c=2,unbiased=true", STEADY, "coherence:c=.5", ADAGRAD,
    "adam:start=.03,end=.03", "rmsprop:.03", "fixed:1", "fixed:.2", "least-squares",
)  # fmt: skip
SETS = ("material", "half-board", "full-board", "tapered", "rich")
BY_RULE = [Arm(features="tapered", rule=rule, step_size=ADAGRAD) for rule in RULES]
BY_STEP = [Arm(features="tapered", rule=_leaf(), step_size=step) for step in STEPS]
BY_SET = [Arm(features=name, rule=_leaf(), step_size=STEADY) for name in SETS]
RICH = [
    Arm(features="rich", rule={"name": "rootstrap", "trace_decay": 0.5}, step_size=ADAGRAD),
    Arm(features="rich", rule={"name": "tdleaf+rootstrap", "trace_decay": 0.7}, step_size=STEADY),
]
GROUPS: Mapping[str, Sequence[Arm]] = {
    "Rules": BY_RULE, "Step sizes": BY_STEP, "Feature sets": [*BY_SET, *RICH],
}  # fmt: skip
ARMS = list({arm.label: arm for arms in GROUPS.values() for arm in arms}.values())


@dataclass(frozen=True, kw_only=True)
class Judge:
    """A match by which what was learnt is judged."""

    label: str
    opponent: str
    search: AlphaBeta


def judges(depth: int) -> list[Judge]:
    """The matches of every run: against whom, and how both search."""
    shallow, deeper = AlphaBeta(depth=depth), AlphaBeta(depth=depth + 1)
    playing = profile("playing", nodes=NODES)
    return [
        Judge(label=f"material, depth {depth}", opponent=MATERIAL, search=shallow),
        Judge(label=f"half-board, depth {depth}", opponent=HALF_BOARD, search=shallow),
        Judge(label=f"PeSTO, depth {depth}", opponent=PESTO, search=shallow),
        Judge(label=f"PeSTO, depth {depth + 1}", opponent=PESTO, search=deeper),
        Judge(label=f"PeSTO, {NODES:,} nodes", opponent=PESTO, search=playing),
    ]


Scores = dict[tuple[str, str], list[float]]
"""Arm and judge -> the score of each seed, in per cent."""


def run(plan: ExperimentPlan) -> Result:
    """Learn by every arm, and play what each learnt."""
    depth = plan.size.depths[0]
    kinds = [arm.kind(depth) for arm in ARMS]
    plan = fitted(plan, kinds)
    found = study(plan, kinds)
    asked = judges(depth)
    scores = _scores(plan, found.traces, asked)
    return plan.result(
        rows=[
            Row(label=f"{arm.label}: % against {one.label}", measured=_mean(scores, arm, one),
                error=_error(scores, arm, one), digits=1)
            for arm in ARMS for one in asked[2:]
        ],
        error="standard error over seeds of the score in per cent (of one seed: none)",
        settings={
            "learning": {a.label: a.kind(depth).config(games=plan.size.games, seed=plan.seed)
                         .as_dict() for a in ARMS},
            "matches": {"games": plan.size.match_games, "seed": MATCH_SEED, "ballot": BALLOT,
                        **{one.label: one.search.as_dict() for one in asked}},
        },
        seconds=found.seconds,
        notes=(*found.notes, *_notes(plan, depth)),
        tables=tuple(_table(title, arms, asked, scores) for title, arms in GROUPS.items()),
        pictures=tuple(_picture(title, arms, asked[2:], scores) for title, arms in GROUPS.items()),
        data={"scores.csv": _csv(scores)},
    )  # fmt: skip


def _scores(
    plan: ExperimentPlan, traces: Mapping[str, Sequence[Trace]], asked: Sequence[Judge]
) -> Scores:
    scores: Scores = {}
    for arm in ARMS:
        for trace in traces.get(arm.label, ()):
            learnt: Weights = replace(load(trace.place).as_weights(), label="")
            for one in asked:
                label = f"{arm.label}, seed {trace.settings['seed']} v {one.label}"
                score = match_of(
                    plan, label, learnt, one.opponent,
                    search=one.search, ballot=BALLOT, seed=MATCH_SEED,
                )  # fmt: skip
                scores.setdefault((arm.label, one.label), []).append(100 * score.score)
    return scores


def _mean(scores: Scores, arm: Arm, one: Judge) -> Cell:
    found = scores.get((arm.label, one.label))
    return mean(found) if found else NOT_RUN


def _error(scores: Scores, arm: Arm, one: Judge) -> float | None:
    found = scores.get((arm.label, one.label), [])
    return standard_error(found) if len(found) > 1 else None


def _table(title: str, arms: Sequence[Arm], asked: Sequence[Judge], scores: Scores) -> Table:
    rows = [
        (arm.label, *(text(_mean(scores, arm, one), _error(scores, arm, one), 1) for one in asked))
        for arm in arms
    ]
    return Table(title=title, header=("", *(one.label for one in asked)), rows=tuple(rows),
                 note="Score in per cent ± standard error over seeds.")  # fmt: skip


def _picture(title: str, arms: Sequence[Arm], asked: Sequence[Judge], scores: Scores) -> Picture:
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

    told = "; ".join(
        f"{arm.label}: " + ", ".join(
            f"{text(_mean(scores, arm, one), _error(scores, arm, one), 1)} % against {one.label}"
            for one in asked
        )
        for arm in arms
    )  # fmt: skip
    return Picture(
        name=title.lower().replace(" ", "-"),
        title=title,
        alt=f"Scores. {told}.",
        caption="Dotted: as good as PeSTO's tables. Bars: standard errors over seeds.",
        draw=draw,
        height=1.3 + 0.45 * len(arms),
    )


def _notes(plan: ExperimentPlan, depth: int) -> tuple[str, ...]:
    return (
        f"Every arm learns from {plan.size.games:,} games of depth {depth} against itself, from 1 "
        "for a piece and 0 for all else; what plays is the mean of the weights over the last half "
        f"of the games. A match has {plan.size.match_games:,} games in pairs.",
        "The published order (Veness et al. 2009, searches of a thousand nodes and more, other "
        "features): TDLeaf below RootStrap below TreeStrap.",
    )


def _csv(scores: Scores) -> str:
    rows = [
        [arm, judge, n + 1, value]
        for (arm, judge), found in scores.items()
        for n, value in enumerate(found)
    ]
    return csv(["arm", "judge", "seed", "score"], rows)


EXPERIMENT = Experiment(
    name="frontier",
    title="Rules, step sizes and feature sets of chess from nothing",
    source="Veness, Silver, Uther and Blair 2009, for the order of the rules; the grid is our own",
    sizes={
        "quick": Size(seeds=1, games=40, match_games=10, depths=(2,)),
        "paper": Size(seeds=3, games=1_500, match_games=200, depths=(2,)),
    },
    run=run,
)
