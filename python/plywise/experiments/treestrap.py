"""TreeStrap by searches of several depths, and what hurts it where they are shallow.

Veness and others (2009) found TDLeaf below RootStrap below TreeStrap, by searches of a thousand
nodes and more. Here the same rules learn by searches of 2, 3 and 4 plies. TreeStrap learns from
all nodes, from those searched two plies deep at least, from those whose value is exact, and at the
nodes themselves instead of where their quiescence ends: what helps it says what hurts it. With
searches of 3 plies the same is asked of a set of more features.
"""

from typing import Any

from plywise.experiments.arms import MATERIAL, PESTO, Arm, Judge, compared
from plywise.experiments.kit.plan import Experiment, ExperimentPlan, Size
from plywise.experiments.kit.result import Result
from plywise.searching import AlphaBeta

STEP = "adagrad:.3"
JUDGED = 3
"""The depth of the matches."""


def _tree(**more: Any) -> dict[str, Any]:
    return {"name": "treestrap", "depth": 1, **more}


RULES: tuple[Any, ...] = (
    {"name": "tdleaf", "trace_decay": 0.7}, "rootstrap", _tree(), _tree(depth=2),
    _tree(bounds=False), _tree(quiet=False),
)  # fmt: skip
MANY = "rich"
"""A set of more features, in which the published order might be found."""
DEPTH_OF_MANY = 3
JUDGES = [
    Judge(label=f"material, depth {JUDGED}", opponent=MATERIAL, search=AlphaBeta(depth=JUDGED)),
    Judge(label=f"PeSTO, depth {JUDGED}", opponent=PESTO, search=AlphaBeta(depth=JUDGED)),
]


def arms(depth: int, features: str = "tapered") -> list[Arm]:
    """All rules by searches of a depth."""
    return [Arm(features=features, rule=rule, step_size=STEP, depth=depth) for rule in RULES]


def run(plan: ExperimentPlan) -> Result:
    """Learn by every rule at every depth, and play what each learnt."""
    groups = {f"Searches of {depth} plies": arms(depth) for depth in plan.size.depths}
    if DEPTH_OF_MANY in plan.size.depths:
        groups[f"Searches of {DEPTH_OF_MANY} plies, {MANY}"] = arms(DEPTH_OF_MANY, MANY)
    return compared(plan, groups, JUDGES, shown=JUDGES, notes=())


EXPERIMENT = Experiment(
    name="treestrap",
    title="TDLeaf, RootStrap and TreeStrap by searches of several depths",
    source="Veness, Silver, Uther and Blair 2009; the comparison within TreeStrap is our own",
    sizes={
        "quick": Size(seeds=1, games=40, match_games=10, depths=(2,)),
        "paper": Size(seeds=3, games=400, match_games=200, depths=(2, 3, 4)),
    },
    run=run,
)
