"""Rules, step sizes and feature sets of chess from nothing, at one budget of games.

Every arm learns by the same number of games of the same depth, and what it learnt is judged by
matches against three players that nobody learnt against: bare material, the thesis's half-board and
PeSTO's tables; at the depth of learning, a ply deeper, and at 5,000 nodes a move, since what helps
a shallow search may not help a deeper one.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from plywise.experiments.arms import (
    BALLOT,
    HALF_BOARD,
    MATCH_SEED,
    MATERIAL,
    PESTO,
    Arm,
    Judge,
    csv_of,
    error_of,
    mean_of,
    picture_of,
    scores_of,
    table_of,
)
from plywise.experiments.kit.plan import Experiment, ExperimentPlan, Size
from plywise.experiments.kit.result import Result, Row
from plywise.experiments.kit.study import fitted, study
from plywise.searching import AlphaBeta
from plywise.searching.profiles import profile

STEADY = "coherence:c=.5,prior=.5"
ADAGRAD = "adagrad:.3"
NODES = 5_000


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


def run(plan: ExperimentPlan) -> Result:
    """Learn by every arm, and play what each learnt."""
    depth = plan.size.depths[0]
    kinds = [arm.kind(depth) for arm in ARMS]
    plan = fitted(plan, kinds)
    found = study(plan, kinds)
    asked = judges(depth)
    scores = scores_of(plan, ARMS, found.traces, asked)
    return plan.result(
        rows=[
            Row(label=f"{arm.label}: % against {one.label}", measured=mean_of(scores, arm, one),
                error=error_of(scores, arm, one), digits=1)
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
        tables=tuple(table_of(title, arms, asked, scores) for title, arms in GROUPS.items()),
        pictures=tuple(
            picture_of(title, arms, asked[2:], scores) for title, arms in GROUPS.items()
        ),
        data={"scores.csv": csv_of(scores)},
    )  # fmt: skip


def _notes(plan: ExperimentPlan, depth: int) -> tuple[str, ...]:
    return (
        f"Every arm learns from {plan.size.games:,} games of depth {depth} against itself, from 1 "
        "for a piece and 0 for all else; what plays is the mean of the weights over the last half "
        f"of the games. A match has {plan.size.match_games:,} games in pairs.",
        "The published order (Veness et al. 2009, searches of a thousand nodes and more, other "
        "features): TDLeaf below RootStrap below TreeStrap.",
    )


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
