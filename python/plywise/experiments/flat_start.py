"""A start that knows nothing: every weight one pawn."""

from plywise.experiments.kit.plan import Experiment, ExperimentPlan, Size
from plywise.experiments.kit.result import Result, Row
from plywise.experiments.online import BEST, PAPERS, Arm, learnt, result_of

ARMS = (
    Arm(label="all one pawn, the papers' rule", settings=PAPERS, start="pawns"),
    Arm(label="material, the papers' rule", settings=PAPERS),
    Arm(label="all one pawn, least squares", settings=BEST, start="pawns"),
)
PUBLISHED_START, PUBLISHED_GAINS = 1250.0, (300.0, 500.0, None)


def run(plan: ExperimentPlan) -> Result:
    """Learn from either start, and rate what was learnt."""
    plan, found = learnt(plan, ARMS)
    start = found.before.get(ARMS[0].label)
    rows = [
        Row(label="all one pawn, Elo", published=PUBLISHED_START, digits=0,
            measured=None if start is None else start.elo,
            error=None if start is None else start.error),
        *(found.row(arm.label, gain) for arm, gain in zip(ARMS, PUBLISHED_GAINS, strict=True)),
    ]  # fmt: skip
    note = "Published: 1250 to 1550 in more than 1,000 games, the best of three."
    result: Result = result_of(plan, ARMS, found, rows=rows, notes=(note,))
    return result


EXPERIMENT = Experiment(
    name="flat-start",
    title="Learning from weights that are all one pawn",
    source="Baxter, Tridgell and Weaver 2000, section 4.2 (good initial conditions)",
    sizes={
        "quick": Size(seeds=1, games=100, match_games=60),
        "paper": Size(seeds=3, games=1_000, match_games=200),
    },
    run=run,
)
