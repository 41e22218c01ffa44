"""Learnt values against 1:3:3:5:9, both at the depth they were learnt at (thesis 5.4.1)."""

from plywise.experiments.chess_depths import PAPER, QUICK, SHARES
from plywise.experiments.chess_values import kind
from plywise.experiments.kit.matches import games_table, played, row, settings
from plywise.experiments.kit.plan import Experiment, ExperimentPlan
from plywise.experiments.kit.result import Result
from plywise.experiments.kit.study import fitted, mean_values, study
from plywise.experiments.published import MATCHES, match_score
from plywise.report.matches import Score, bars


def run(plan: ExperimentPlan) -> Result:
    """Take the values that chess-depths learns (or learn them), and play.

    The thesis's own values play the same match: that shows whether a difference comes from the
    learning or from the match.
    """
    kinds = {depth: kind(depth) for depth in plan.size.depths}
    plan = fitted(plan, list(kinds.values()), matches=2 * list(kinds.values()))
    found = study(plan, list(kinds.values()))
    learnt: dict[int, Score] = {}
    theirs: dict[int, Score] = {}
    for depth, one in kinds.items():
        if one.label in found.traces:
            values = mean_values(found.traces[one.label], SHARES[plan.size_name])
            learnt[depth] = played(plan, f"depth {depth}, learnt here", values, depth)
            name = f"chess/thesis-depth-{depth}"
            theirs[depth] = played(plan, f"depth {depth}, thesis's values", name, depth)
    rows = [row(f"depth {depth}, %", learnt.get(depth), match_score(depth)) for depth in MATCHES]
    rows += [
        row(f"depth {depth}, thesis's values, %", theirs.get(depth), match_score(depth))
        for depth in MATCHES
    ]
    scores = [score for depth in learnt for score in (learnt[depth], theirs[depth])]
    return plan.result(
        rows=rows,
        error=f"half the 95 % interval, {plan.size.match_games:,} games in pairs",
        settings=_settings(plan),
        seconds=found.seconds,
        notes=found.notes,
        tables=(games_table(scores),),
        pictures=(bars(scores),) if scores else (),
    )


def _settings(plan: ExperimentPlan) -> dict[str, object]:
    learning = kind().config(games=plan.size.games, seed=plan.seed).as_dict()
    return {"learning": learning, "match": settings(plan), "depths": list(plan.size.depths)}


EXPERIMENT = Experiment(
    name="chess-match",
    title="Learnt values against 1:3:3:5:9 at six search depths",
    source="Thesis 5.4.1, table 5.6",
    sizes={"quick": QUICK, "paper": PAPER},
    run=run,
)
