"""Is learning against others better than against oneself? 11 % say the papers."""

from plywise.experiments.kit.learnt import last_weights
from plywise.experiments.kit.matches import match_of
from plywise.experiments.kit.plan import Experiment, ExperimentPlan, Size
from plywise.experiments.kit.result import NOT_RUN, Result, Row
from plywise.experiments.kit.study import same_seed
from plywise.experiments.online import BALLOT, BEST, PAPERS, Arm, Found, learnt, result_of
from plywise.report.matches import Score
from plywise.searching.profiles import profile

ARMS = (
    Arm(label="the papers' rule, others", settings=PAPERS),
    Arm(label="the papers' rule, itself", settings=PAPERS, alone=True),
    Arm(label="least squares, others", settings=BEST),
    Arm(label="least squares, itself", settings=BEST, alone=True),
)
PUBLISHED = 11.0


def run(plan: ExperimentPlan) -> Result:
    """Learn either way, rate both, and let them play each other."""
    plan, found = learnt(plan, ARMS)
    rows = []
    for (others, itself), published in zip(_pairs(), (PUBLISHED, None), strict=True):
        scores = _scores(plan, found, others, itself)
        label = f"{itself.label} v {others.label.rpartition(' ')[2]}: score, %"
        rows.append(_row(label, published, scores))
    rows += [found.row(arm.label) for arm in ARMS]
    note = (
        "Published: after 600 games against itself 11 % in 100 games against the one that had "
        "learnt from 308 games on FICS. Here both learn from as many games, and every game begins "
        "with six random plies."
    )
    result: Result = result_of(plan, ARMS, found, rows=rows, notes=(note,))
    return result


def _pairs() -> tuple[tuple[Arm, Arm], ...]:
    return (ARMS[0], ARMS[1]), (ARMS[2], ARMS[3])


def _scores(plan: ExperimentPlan, found: Found, others: Arm, itself: Arm) -> list[Score]:
    """The matches of the runs with equal seeds, in the view of who learnt alone."""
    traces = found.study.traces
    pairs = same_seed(traces.get(itself.label, ()), traces.get(others.label, ()))
    search = profile("playing", nodes=found.budget.nodes, depth=125)
    return [
        match_of(
            plan, f"{itself.label} v {others.label}, seed {one.seed}",
            last_weights(one), last_weights(other),
            search=search, ballot=BALLOT,
        )
        for one, other in pairs
    ]  # fmt: skip


def _row(label: str, published: float | None, scores: list[Score]) -> Row:
    if not scores:
        return Row(label=label, published=published, measured=NOT_RUN)
    count = len(scores)
    error = sum((50 * (one.high - one.low)) ** 2 for one in scores) ** 0.5 / count
    score = sum(100 * one.score for one in scores) / count
    return Row(label=label, published=published, measured=score, error=error, digits=1)


EXPERIMENT = Experiment(
    name="self-play",
    title="Learning against oneself, and against others",
    source="Baxter, Tridgell and Weaver 2000, section 4.2 (self-play)",
    sizes={
        "quick": Size(seeds=1, games=100, match_games=60),
        "paper": Size(seeds=3, games=300, match_games=200),
    },
    run=run,
)
