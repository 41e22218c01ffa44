"""Rules, step sizes and feature sets of chess from nothing, at one budget of games.

Every arm learns by the same number of games of the same depth, and what it learnt is judged by
matches against three players that nobody learnt against: bare material, the thesis's half-board and
PeSTO's tables; at the depth of learning, a ply deeper, and at 5,000 nodes a move, since what helps
a shallow search may not help a deeper one.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from plywise.experiments.arms import HALF_BOARD, MATERIAL, PESTO, Arm, Judge, compared
from plywise.experiments.kit.plan import Experiment, ExperimentPlan, Size
from plywise.experiments.kit.result import Result
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
    "least-squares:noise=.08",
)  # fmt: skip
SETS = ("material", "half-board", "full-board", "tapered", "rich")
BY_RULE = [Arm(features="tapered", rule=rule, step_size=ADAGRAD) for rule in RULES]
BY_STEP = [Arm(features="tapered", rule=_leaf(), step_size=step) for step in STEPS]
BY_SET = [Arm(features=name, rule=_leaf(), step_size=STEADY) for name in SETS]
RICH = [
    Arm(features="rich", rule={"name": "rootstrap", "trace_decay": 0.5}, step_size=ADAGRAD),
    Arm(features="rich", rule={"name": "tdleaf+rootstrap", "trace_decay": 0.7}, step_size=STEADY),
    Arm(features="rich", rule=_leaf(), step_size="least-squares"),
]
GROUPS: Mapping[str, Sequence[Arm]] = {
    "Rules": BY_RULE, "Step sizes": BY_STEP, "Feature sets": [*BY_SET, *RICH],
}  # fmt: skip


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
    asked = judges(plan.size.depths[0])
    note = (
        "The published order (Veness et al. 2009, searches of a thousand nodes and more, other "
        "features): TDLeaf below RootStrap below TreeStrap."
    )
    return compared(plan, GROUPS, asked, shown=asked[2:], notes=[note])


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
