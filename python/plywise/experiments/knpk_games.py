"""The games of the experiment knpk: White by a search, Black by the database (4.3.3)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any, Final

import numpy as np

from plywise import _kernel
from plywise.experiments.kit.cells import CellJob, Hand, Value, computed
from plywise.experiments.kit.plan import ExperimentPlan
from plywise.experiments.knpk_networks import Judge, Training, are_among
from plywise.games import knpk

NEAREST, FARTHEST = 20, 40
"""Plies to the win at the start of a game."""
MOST_PLIES: Final = 60
NEARER: Final = 10
"""A game is a success when the win has come so many plies nearer."""
ALPHA_BETA: Final[dict[str, Any]] = {"quiescence": False, "table_entries": 0}
BAYESIAN: Final[dict[str, dict[str, Any]]] = {
    "Bayesian": {"gulp": 0.05, "anew": False},
    "Bayesian, best move anew": {"gulp": 0.05, "anew": True},
}
"""A twentieth of the leaves at a time. What it is worth to look at a leaf depends on the move that
is best: held fixed, or chosen anew for each value that the leaf may have."""

Choose = Callable[[_kernel.Position, int], tuple[str | None, int]]
"""The move in a position, and the nodes that it took; drawn by a seed."""


@dataclass(frozen=True, kw_only=True)
class Player:
    """White."""

    judge: Judge
    search: str
    """`alpha-beta`, or one of `BAYESIAN`."""
    depth: int
    """Of alpha-beta; Bayesian search has as many nodes."""
    choose: Choose
    """How it moves."""
    asked: Mapping[str, Any]
    """What decides how it moves, in JSON's own types."""


@dataclass(frozen=True, kw_only=True)
class Game:
    """What came of one game."""

    number: int
    """Of the position from which it began."""
    distance: int
    """At its start."""
    nearer: bool
    won: bool
    reason: str
    plies: int
    nodes: int
    searches: int
    seconds: float


def test_positions(training: Training, seed: int, count: int) -> knpk.Places:
    """White to move, 20 to 40 plies from the win, none of them learnt from; drawn by the seed.

    Fewer are the first of more.
    """
    every = knpk.positions_between("first", NEAREST, FARTHEST)
    learnt = knpk.examples("first", most=training.most, seed=seed).places
    fresh = every[~are_among(every, learnt)]
    return fresh[np.random.default_rng(seed).permutation(len(fresh))[:count]]


def alpha_beta(judge: Judge, evaluation: _kernel.Evaluation, depth: int) -> Player:
    """White by alpha-beta of that depth, without quiescence or table."""
    settings = _kernel.Settings(depth=depth, **ALPHA_BETA)

    def choose(position: _kernel.Position, seed: int) -> tuple[str | None, int]:
        found = _kernel.search(position, evaluation, settings, seed)
        return found.move, found.nodes

    asked = {"depth": depth, **ALPHA_BETA}
    return Player(judge=judge, search="alpha-beta", depth=depth, choose=choose, asked=asked)


def bayesian(
    judge: Judge, evaluator: _kernel.Evaluator, depth: int, nodes: int, search: str
) -> Player:
    """White by one of the Bayesian searches, of so many nodes."""
    using = _kernel.SelectiveSearch.bayesian(**BAYESIAN[search])

    def choose(position: _kernel.Position, seed: int) -> tuple[str | None, int]:
        found = evaluator.search(position, using, nodes=nodes, seed=seed)
        return found.move, found.nodes

    asked = {"nodes": nodes, **BAYESIAN[search]}
    return Player(judge=judge, search=search, depth=depth, choose=choose, asked=asked)


def played(
    plan: ExperimentPlan,
    player: Player,
    starts: knpk.Places,
    networks: str,
    *,
    until: float | None = None,
) -> list[Game]:
    """The games from all starts, in their order; those that no time is left for are missing."""

    def work(number: int, hand: Hand) -> Value:
        return _played(starts[number], player, plan.seed, number, hand)

    search = f"{player.judge}, {player.search}, {dict(player.asked)}, {networks}"
    keys = [f"{number}, {' '.join(map(str, row))}: {search}" for number, row in enumerate(starts)]
    jobs = [CellJob(key=key, asked=number) for number, key in enumerate(keys)]
    cells = computed(plan, "knpk", jobs, work, until=until)
    return [Game(number=job.asked, **cells[job.key]) for job in jobs if job.key in cells]


def mean_nodes(games: Sequence[Game]) -> float:
    """Nodes of a search, over all searches of the games."""
    return sum(one.nodes for one in games) / sum(one.searches for one in games)


def _played(start: knpk.Places, player: Player, seed: int, number: int, hand: Hand) -> Value:
    """One game. No search knows what was played before it: neither did the paper's, it seems."""
    begun = perf_counter()
    position = knpk.position_at(start, "first").kernel
    distance = _kernel.knpk_distance(position)
    assert distance is not None
    told: Value = {"distance": distance, "nearer": False, "won": False, "reason": "60 plies"}
    nodes = searches = plies = 0
    while plies < MOST_PLIES and not hand.stop.is_set:
        move, cost = player.choose(position, _kernel.move_seed(seed, number, plies))
        assert move is not None
        nodes, searches, plies = nodes + cost, searches + 1, plies + 1
        position = _forgetful(position.after(move))
        if position.outcome is None:
            position = _forgetful(position.after(_defence(position, seed)))
            plies += 1
        if position.outcome is not None:
            won = position.outcome == 1.0
            told |= {"won": won, "nearer": told["nearer"] or won}
            told["reason"] = position.outcome_reason
            break
        left = _kernel.knpk_distance(position)
        if left is None:
            told["reason"] = "thrown away"
            break
        told["nearer"] = told["nearer"] or left <= distance - NEARER
    return told | {"plies": plies, "nodes": nodes, "searches": searches,
                   "seconds": perf_counter() - begun}  # fmt: skip


def _defence(position: _kernel.Position, seed: int) -> str:
    """One of Black's moves that save the game or resist longest."""
    moves = _kernel.knpk_best_moves(position)
    [drawn] = _kernel.random_u64(seed, position.key, 1)
    return moves[drawn * len(moves) >> 64]


def _forgetful(position: _kernel.Position) -> _kernel.Position:
    """The position without what led to it."""
    return _kernel.Position.parse("knpk", str(position))
