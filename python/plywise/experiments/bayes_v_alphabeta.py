"""Bayesian search against alpha-beta on the win/loss tree (van der Spoel 2007, 4.2.5, table 4.3).

Both sides have the same evaluation. Alpha-beta searches to a depth; Bayesian search may look at as
many nodes as that takes on average, over all moves of games of alpha-beta against itself. Each
start is played twice, with the players exchanged.
"""

from plywise import _kernel
from plywise.evaluation.linear import Linear
from plywise.experiments.bars import depth_lines
from plywise.experiments.plan import Experiment, Plan, Size
from plywise.experiments.result import Result, Row
from plywise.experiments.tree_matches import (
    Fight,
    alpha_beta,
    bayesian,
    fought,
    mean_nodes,
    table,
)
from plywise.experiments.writer import csv
from plywise.games.game import game
from plywise.report.picture import Picture

PUBLISHED = {3: 0.59, 4: 0.64, 5: 0.86, 6: 0.89}
"""Games won of 100 with hand-made spikes, by the depth of alpha-beta."""
PUBLISHED_NODES = {3: 442, 4: 2538, 5: 10648, 6: 49930}
SCALE = 1_000_000
"""Chances in millionths: in thousandths, most positions would look just won or just lost."""
HAND_MADE, COARSE = "hand-made spikes", "hand-made spikes, a quarter at a time"
GULPS = {HAND_MADE: 0.02, COARSE: 0.25}
"""The part of the leaves that is expanded before everything is worked out anew."""
MASS = 0.5
"""Of the extremes, in a game that does not say how near its end is. This one does."""


def run(plan: Plan) -> Result:
    """The matches with hand-made spikes and the optimal evaluation."""
    tree = game("win-loss-tree")
    optimal = Linear(tree.features("chance"), [1.0], scale=SCALE).kernel
    outlook = _kernel.Outlook(optimal, _kernel.SpikeGenerator.hand_made(MASS), win=0.5)
    fights = []
    for depth in plan.size.depths:
        other = alpha_beta(optimal, depth)
        budget = round(mean_nodes(other, plan))
        for label, gulp in GULPS.items():
            player = bayesian(outlook, budget, gulp)
            fights.append(fought(plan, label, depth, player=player, budget=budget, other=other))
    return plan.result(
        rows=_rows(fights),
        error=f"half the 95 % interval, {plan.size.match_games:,} games in pairs",
        settings={"scale": SCALE, "gulps": GULPS, "start": str(tree.start())},
        units="games of alpha-beta against itself, to count its nodes",
        notes=(
            "The constants of the tree are unpublished. Those here were chosen, on other starts, "
            "so that alpha-beta's nodes come near the published ones and that search matters: of "
            "the trees tried, those whose wildness varies most suit Bayesian search best.",
            "How many leaves are expanded at a time matters as much: a quarter of them, at so few "
            "nodes, is hardly selective.",
        ),
        tables=(table(fights),),
        pictures=(_picture(fights),),
        data={"matches.csv": _csv(fights)},
    )


def _rows(fights: list[Fight]) -> list[Row]:
    nodes = {fight.depth: fight.budget for fight in fights}
    counted = [
        Row(label=f"alpha-beta's nodes a move, depth {depth}", digits=0,
            published=PUBLISHED_NODES.get(depth), measured=budget)
        for depth, budget in nodes.items()
    ]  # fmt: skip
    matches = [
        Row(label=f"{fight.label}, depth {fight.depth}", measured=fight.score, error=fight.half,
            published=PUBLISHED.get(fight.depth) if fight.label == HAND_MADE else None)
        for label in GULPS for fight in fights if fight.label == label
    ]  # fmt: skip
    return counted + matches


def _picture(fights: list[Fight]) -> Picture:
    def line(label: str) -> dict[int, tuple[float, float]]:
        return {f.depth: (100 * f.score, 100 * f.half) for f in fights if f.label == label}

    published = {HAND_MADE: {depth: 100 * score for depth, score in PUBLISHED.items()}}
    return depth_lines(
        "matches", "Bayesian search against alpha-beta, at equal nodes",
        {label: line(label) for label in GULPS}, published=published, units="per cent", level=50.0,
        caption="● measured, with 95 % intervals; ◇ published. Dotted: 50 %.",
    )  # fmt: skip


def _csv(fights: list[Fight]) -> str:
    header = ("spikes", "depth", "budget", "wins", "losses", "score", "half_interval")
    rows = [
        (
            f.label.replace(",", ";"),
            f.depth,
            f.budget,
            f.tally.wins,
            f.tally.losses,
            f.score,
            f.half,
        )
        for f in fights
    ]
    return csv(header, rows)


EXPERIMENT = Experiment(
    name="bayes-v-alphabeta",
    title="Bayesian search against alpha-beta on the win/loss tree",
    source="van der Spoel 2007, 4.2.5, table 4.3",
    sizes={
        "quick": Size(seeds=1, games=20, match_games=100, depths=(3, 4)),
        "paper": Size(seeds=1, games=100, match_games=1_000, depths=(3, 4, 5, 6)),
    },
    run=run,
)
