"""KnightCap's main result: from material alone, 500 Elo in 308 games against others."""

from plywise.experiments.kit.plan import Experiment, ExperimentPlan, Size
from plywise.experiments.kit.result import Result, Row
from plywise.experiments.online import BEST, PAPERS, SOURCE, Arm, learnt, result_of

ARMS = (
    Arm(label="the papers' rule", settings=PAPERS),
    Arm(label="the source's rule", settings=SOURCE),
    Arm(label="least squares", settings=BEST),
    Arm(label="least squares, rich", settings=BEST, features="rich"),
)
PUBLISHED_START, PUBLISHED_GAIN = 1650.0, 500.0


def run(plan: ExperimentPlan) -> Result:
    """Learn by each rule, and rate what it learnt."""
    plan, found = learnt(plan, ARMS)
    first = ARMS[0].label
    start = found.before.get(first)
    rows = [
        Row(label="material alone, Elo", published=PUBLISHED_START, published_error=50.0, digits=0,
            measured=None if start is None else start.elo,
            error=None if start is None else start.error),
        *(found.row(arm.label, PUBLISHED_GAIN if arm.label == first else None) for arm in ARMS),
    ]  # fmt: skip
    note = "Published: 1650 to 2150 on FICS in 308 games (± 50), against people and programs."
    result: Result = result_of(plan, ARMS, found, rows=rows, notes=(note,))
    return result


EXPERIMENT = Experiment(
    name="tdleaf-online",
    title="Learning against others, from material alone",
    source="Baxter, Tridgell and Weaver 1998, section 4, figures 4, 7, 8; 2000, section 4.1",
    sizes={
        "quick": Size(seeds=1, games=100, match_games=60),
        "paper": Size(seeds=3, games=300, match_games=200),
    },
    run=run,
)
