"""The best of plywise against others: from material alone, judged deeper and by strangers.

What was learnt is rated at fewer and at more nodes than its games had, by those whom it met and by
an engine that no run ever meets: a pool that was learnt against flatters whoever learnt there.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from plywise.experiments.kit.plan import Experiment, ExperimentPlan, Size
from plywise.experiments.kit.result import Result
from plywise.experiments.kit.study import fitted, study
from plywise.experiments.online import BEST, Arm, Budget, rated, result_of, row_of
from plywise.play.pools import HELD_OUT

A_PLY = 0.92
"""The decay of a ply where both turns teach: two plies are about as much as a move of `BEST`."""
BOTH: Mapping[str, Any] = {**BEST, "rule": {**BEST["rule"], "trace_decay": A_PLY}}
ARMS = (
    Arm(label="rich", settings=BOTH, features="rich", both_turns=True),
    Arm(label="knightcap", settings=BOTH, both_turns=True),
    Arm(label="rich, own turns", settings=BEST, features="rich"),
)
LEARNING = {"quick": Budget(pool="own", nodes=500), "paper": Budget(pool="pool", nodes=5_000)}
JUDGED = {"quick": (300, 1_000), "paper": (2_000, 20_000)}
"""The nodes a move at which what was learnt is rated by those it met; strangers, at the more."""


def run(plan: ExperimentPlan) -> Result:
    """Learn with either set of features, and rate what was learnt by everyone at every budget."""
    learning = LEARNING[plan.size_name]
    kinds = [arm.kind(learning) for arm in ARMS]
    plan = fitted(plan, kinds)
    runs = study(plan, kinds)
    near, deep = JUDGED[plan.size_name]
    pool = learning.pool
    budgets = [Budget(pool=pool, nodes=near), Budget(pool=pool, nodes=deep)]
    if HELD_OUT[pool]:
        budgets.append(Budget(pool=pool, nodes=deep, strangers=True))
    # Games of so many nodes are dear: half as many, in pairs.
    fewer = max(2, plan.size.match_games // 4 * 2)
    dear = replace(plan, size=replace(plan.size, match_games=fewer))
    judged = [rated(plan, ARMS, runs, budgets[0])]
    judged += [rated(dear, ARMS, runs, budget) for budget in budgets[1:] if budget.rungs()]
    half, deeper = plan.size.games // 2, budgets[1]
    early = rated(dear, ARMS[:1], runs, deeper, after=half)
    rows = [found.row(arm.label, by=f" by {found.budget.told}") for arm in ARMS for found in judged]
    rows.append(early.row(ARMS[0].label, by=f" in {half} games, by {deeper.told}"))
    rows += [
        row_of(f"{arm.label}: learnt, by {deeper.told}, Elo", judged[1].reached(arm.label))
        for arm in ARMS
    ]
    absent = [budget.told for budget in budgets if not budget.rungs()]
    result: Result = result_of(
        plan, ARMS, judged[0], rows=rows, learning=learning,
        tables=[found.table() for found in judged[1:]],
        notes=[
            f"Ratings at {deep:,} nodes are of {dear.size.match_games} games.",
            *(f"Not rated, since nobody of them is here: {told}." for told in absent),
        ],
    )  # fmt: skip
    return result


EXPERIMENT = Experiment(
    name="online-best",
    title="The best of plywise against others, judged deeper and by strangers",
    source="Our own; Baxter, Tridgell and Weaver 1998, section 4, is what it goes past",
    sizes={
        "quick": Size(seeds=1, games=60, match_games=40),
        "paper": Size(seeds=3, games=300, match_games=200),
    },
    run=run,
)
