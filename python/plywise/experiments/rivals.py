"""All pairs of searches on the three random-tree models, at three budgets of nodes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from plywise.experiments.kit.cells import CellJob, Hand, computed
from plywise.experiments.kit.plan import Experiment, ExperimentPlan, Size
from plywise.experiments.kit.result import Result, Row, Table
from plywise.experiments.kit.seeds import mean
from plywise.experiments.kit.writer import csv
from plywise.play.arena import arena
from plywise.play.statistics import Tally

MODELS: Mapping[str, str | None] = {
    "random-tree": "depth 10",
    "feature-tree": "depth 16",
    "win-loss-tree": None,
}
"""The games, and the words that their trees share."""
SEARCHES = (
    "bayesian", "best-first", "uct", "probcut", "b-star", "palay", "randomised", "conspiracy",
    "alpha-beta", "mtdf",
)  # fmt: skip
BUDGETS = (100, 500, 2_500)
"""Nodes a move."""
Asked = tuple[str, str, str, int, int, int]
"""Game, A, B, nodes, pairs, seed."""
Tallies = Mapping[tuple[str, int, str, str], Tally]
"""By game, nodes, A and B."""


def run(plan: ExperimentPlan) -> Result:
    """Play every pair in every model at every budget."""
    tallies = _tallies(plan)
    return plan.result(
        rows=_rows(tallies),
        error="half the 95 % interval over pairs of games, all opponents together",
        units="pairs of games",
        settings={"models": dict(MODELS), "nodes": list(BUDGETS), "searches": list(SEARCHES)},
        notes=(
            "Every start is played twice with sides changed; both sides judge by the same "
            "evaluation: the sum so far, or the optimal chance in win-loss-tree. Spikes are "
            "hand-made. Settings are the defaults.",
            "All opponents of a search meet it on the same starts, so that the errors of the rows "
            "above are too small; those of single pairs of searches, below, are honest.",
        ),
        tables=[_table(tallies, game, nodes) for game in MODELS for nodes in BUDGETS],
        data={"pairs.csv": _csv(tallies)},
    )


def _tallies(plan: ExperimentPlan) -> Tallies:
    jobs: list[CellJob[Asked]] = []
    for game in MODELS:
        for nodes in BUDGETS:
            for a, b in combinations(SEARCHES, 2):
                asked = (game, a, b, nodes, plan.size.games, plan.seed)
                jobs.append(CellJob(key="/".join(map(str, asked)), asked=asked))
    found = computed(plan, "rivals", jobs, _play)
    tallies: dict[tuple[str, int, str, str], Tally] = {}
    for job in jobs:
        game, a, b, nodes, _, _ = job.asked
        pairs = found[job.key]["pairs"]
        tallies[game, nodes, a, b] = _tally(found[job.key], pairs)
        # Seen by B, a pair of p points is one of 2 − p.
        turned = {"wins": "losses", "draws": "draws", "losses": "wins"}
        other = {mine: found[job.key][theirs] for mine, theirs in turned.items()}
        tallies[game, nodes, b, a] = _tally(other, pairs[::-1])
    return tallies


def _tally(counts: Mapping[str, Any], pairs: Sequence[int]) -> Tally:
    five = (pairs[0], pairs[1], pairs[2], pairs[3], pairs[4])
    wins, draws, losses = (counts[name] for name in ("wins", "draws", "losses"))
    return Tally(wins=wins, draws=draws, losses=losses, pairs=five)


def _play(asked: Asked, hand: Hand) -> dict[str, Any]:
    del hand  # searches here are short
    game, a, b, nodes, pairs, seed = asked
    found = arena(game, a, b, nodes=nodes, pairs=pairs, like=MODELS[game], seed=seed, workers=1)
    return {
        "wins": found.wins, "draws": found.draws, "losses": found.losses,
        "pairs": list(found.pairs or ()),
    }  # fmt: skip


def _rows(tallies: Tallies) -> list[Row]:
    rows = []
    for game in MODELS:
        for nodes in BUDGETS:
            for a in SEARCHES:
                whole = _together([tallies[game, nodes, a, b] for b in SEARCHES if b != a])
                low, high = whole.score_interval or (0.0, 1.0)
                rows.append(
                    Row(
                        label=f"{game}, {nodes} nodes: {a}, score, %",
                        measured=mean([100 * (whole.score or 0.0)]),
                        error=50 * (high - low),
                        digits=1,
                    )
                )
    return rows


def _together(tallies: Sequence[Tally]) -> Tally:
    pairs = [sum(counts) for counts in zip(*(t.pairs or () for t in tallies), strict=True)]
    counts = {name: sum(getattr(t, name) for t in tallies) for name in ("wins", "draws", "losses")}
    return _tally(counts, pairs)


def _table(tallies: Tallies, game: str, nodes: int) -> Table:
    """A's score against B, per cent, with half its 95 % interval."""
    rows = []
    for a in SEARCHES:
        cells = []
        for b in SEARCHES:
            tally = tallies.get((game, nodes, a, b))
            if tally is None or tally.score is None or tally.score_interval is None:
                cells.append("–")
                continue
            low, high = tally.score_interval
            cells.append(f"{100 * tally.score:.0f} ± {50 * (high - low):.0f}")
        rows.append((a, *cells))
    return Table(
        title=f"{game}, {nodes} nodes a move: score of the row against the column, per cent",
        header=("", *SEARCHES),
        rows=tuple(rows),
        note="± half the 95 % interval over pairs of games.",
    )


def _csv(tallies: Tallies) -> str:
    rows = [
        [game, nodes, a, b, t.wins, t.draws, t.losses, *(t.pairs or ())]
        for (game, nodes, a, b), t in tallies.items()
    ]
    head = ["game", "nodes", "a", "b", "wins", "draws", "losses", "p0", "p1", "p2", "p3", "p4"]
    return csv(head, rows)


EXPERIMENT = Experiment(
    name="rivals",
    title="Bayesian search and its rivals on random trees",
    source="van der Spoel 2007, 3.2 and 4.2 (the comparison is not in the paper)",
    sizes={"quick": Size(seeds=1, games=20), "paper": Size(seeds=1, games=200)},
    run=run,
)
