"""What of KnightCap's gain hangs on how deeply it was learnt, and how deeply it is judged.

By the papers' rule at 1,000 nodes a move less than the published 500 Elo come out (tdleaf-online).
KnightCap had minutes for a game. So here the same rule, and the same with the step of its last
source, learn with few nodes and with many, and what they learnt is rated with few and with many.
"""

from dataclasses import replace

from plywise.experiments.kit.plan import Experiment, ExperimentPlan, Size
from plywise.experiments.kit.result import Result
from plywise.experiments.kit.study import fitted, study
from plywise.experiments.online import BETA, PAPERS, Arm, Budget, rated, result_of

STEPS = {
    "as published": PAPERS,
    "a tenth of the step": {**PAPERS, "step_size": {"name": "fixed", "step": 0.001 / BETA}},
}
NODES: dict[str, tuple[int, int]] = {"quick": (150, 600), "paper": (1_000, 5_000)}
"""Of a move while learning."""
JUDGED: dict[str, tuple[int, int]] = {"quick": (150, 1_000), "paper": (1_000, 20_000)}
"""Of a move when what was learnt is rated."""
POOLS = {"quick": "own", "paper": "pool"}
PUBLISHED_GAIN = 500.0


def arms(size: str) -> tuple[Arm, ...]:
    """Either step with either number of nodes."""
    return tuple(
        Arm(label=f"{step}, {nodes:,} nodes", settings=settings, nodes=nodes)
        for nodes in NODES[size]
        for step, settings in STEPS.items()
    )


def run(plan: ExperimentPlan) -> Result:
    """Learn by every arm, and rate what it learnt twice."""
    size = plan.size_name
    learners = arms(size)
    learning = Budget(pool=POOLS[size], nodes=NODES[size][0])
    kinds = [arm.kind(learning) for arm in learners]
    plan = fitted(plan, kinds)
    runs = study(plan, kinds)
    near, deep = (Budget(pool=POOLS[size], nodes=nodes) for nodes in JUDGED[size])
    # Games of so many nodes are dear: half as many, in pairs.
    fewer = max(2, plan.size.match_games // 4 * 2)
    dear = replace(plan, size=replace(plan.size, match_games=fewer))
    judged = [rated(plan, learners, runs, near), rated(dear, learners, runs, deep)]
    result: Result = result_of(
        plan, learners, judged[0], learning=learning, tables=[judged[1].table()],
        rows=[
            found.row(arm.label, PUBLISHED_GAIN, by=f" by {found.budget.told}")
            for found in judged for arm in learners
        ],
        notes=[
            f"Half of the runs look at {NODES[size][1]:,} nodes a move instead.",
            f"Ratings at {deep.nodes:,} nodes are of {fewer} games.",
        ],
    )  # fmt: skip
    return result


EXPERIMENT = Experiment(
    name="tdleaf-nodes",
    title="KnightCap's gain by the nodes of learning and of judging",
    source="Baxter, Tridgell and Weaver 1998, section 4, where games were of minutes",
    sizes={
        "quick": Size(seeds=1, games=40, match_games=40),
        "paper": Size(seeds=3, games=300, match_games=120),
    },
    run=run,
)
