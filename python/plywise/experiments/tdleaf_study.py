"""What filter, fixed pawn, batches, λ and step do: the study that Baxter et al. 1998 asks for."""

from collections.abc import Mapping
from typing import Any

from plywise.experiments.kit.plan import Experiment, ExperimentPlan, Size
from plywise.experiments.kit.result import Result
from plywise.experiments.online import BETA, PAPERS, Arm, learnt, result_of


def _with(rule: Mapping[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    """The papers' settings but for these."""
    return {**PAPERS, "rule": {**PAPERS["rule"], **(rule or {})}, **more}


UNFILTERED = {k: v for k, v in PAPERS["rule"].items() if k != "blunders"}
ARMS = (
    Arm(label="as published", settings=PAPERS),
    Arm(label="no filter", settings={**PAPERS, "rule": UNFILTERED}),
    Arm(label="filter of both signs", settings=_with({"blunders": "both"})),
    Arm(label="filter if weaker", settings=_with({"blunders": "gains-if-weaker"})),
    Arm(label="pawn free", settings=_with({"frozen": []})),
    Arm(label="batches of 4", settings=_with(batch=4)),
    Arm(label="draws skipped", settings=_with({"draws": "skip"})),
    Arm(label="λ 0.3", settings=_with({"trace_decay": 0.3})),
    Arm(label="λ 0.95", settings=_with({"trace_decay": 0.95})),
    Arm(label="a tenth of the step",
        settings=_with(step_size={"name": "fixed", "step": 0.001 / BETA})),
)  # fmt: skip


def run(plan: ExperimentPlan) -> Result:
    """Change one setting at a time, and rate what was learnt."""
    plan, found = learnt(plan, ARMS)
    rows = [found.row(arm.label) for arm in ARMS]
    result: Result = result_of(plan, ARMS, found, rows=rows)
    return result


EXPERIMENT = Experiment(
    name="tdleaf-study",
    title="KnightCap's settings, one changed at a time",
    source="Baxter, Tridgell and Weaver 1998, section 6, which asks for it",
    sizes={
        "quick": Size(seeds=1, games=40, match_games=30),
        "paper": Size(seeds=3, games=300, match_games=200),
    },
    run=run,
)
