"""TD-Directed(λ) beside TDLeaf(λ): the game's positions instead of the searches' leaves."""

from plywise.experiments.kit.plan import Experiment, ExperimentPlan, Size
from plywise.experiments.kit.result import Result
from plywise.experiments.online import PAPERS, Arm, learnt, result_of

DIRECTED = {**PAPERS, "rule": {**PAPERS["rule"], "name": "td-directed"}}
ARMS = (
    Arm(label="TDLeaf", settings=PAPERS),
    Arm(label="TD-Directed", settings=DIRECTED),
)
PUBLISHED = {"TDLeaf": 500.0, "TD-Directed": 200.0}


def run(plan: ExperimentPlan) -> Result:
    """Learn at leaves and at positions, and rate both."""
    plan, found = learnt(plan, ARMS)
    rows = [found.row(arm.label, PUBLISHED[arm.label]) for arm in ARMS]
    result: Result = result_of(plan, ARMS, found, rows=rows)
    return result


EXPERIMENT = Experiment(
    name="td-directed",
    title="Learning at the game's positions instead of the leaves",
    source="Baxter, Tridgell and Weaver 2000, section 4.1",
    sizes={
        "quick": Size(seeds=1, games=100, match_games=60),
        "paper": Size(seeds=3, games=300, match_games=200),
    },
    run=run,
)
