"""Matches of Bayesian search against alpha-beta on the win/loss tree, at equal nodes a move."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from statistics import fmean
from typing import TypeVar

from plywise import _kernel
from plywise.experiments.plan import Plan
from plywise.experiments.result import Table
from plywise.games.position import Position
from plywise.games.random_trees import even_starts
from plywise.play.statistics import Tally

Player = Callable[[Position], tuple[str, int]]
"""From a position to the move that it plays there and the nodes that it took."""
Done = TypeVar("Done")


@dataclass(frozen=True, kw_only=True)
class Fight:
    """A match of Bayesian search against one depth of alpha-beta."""

    label: str
    """What Bayesian search went by."""
    depth: int
    """Of alpha-beta."""
    budget: int
    """Nodes that Bayesian search may look at, for a move."""
    tally: Tally
    bayesian_nodes: float
    alpha_beta_nodes: float
    """What a move took on average, in these games."""
    plies: float
    """Of a game."""

    @property
    def score(self) -> float:
        """Bayesian search's share of the points."""
        assert self.tally.score is not None
        return self.tally.score

    @property
    def interval(self) -> tuple[float, float]:
        """Of the score, 95 %."""
        assert self.tally.score_interval is not None
        return self.tally.score_interval

    @property
    def half(self) -> float:
        """Half of the interval."""
        return (self.interval[1] - self.interval[0]) / 2


def alpha_beta(evaluation: _kernel.Evaluation, depth: int) -> Player:
    """Alpha-beta of plywise, without quiescence (there is nothing noisy) and without drawn ties."""
    settings = _kernel.Settings(depth=depth, quiescence=False, random_ties=False)

    def play(position: Position) -> tuple[str, int]:
        found = _kernel.search(position.kernel, evaluation, settings)
        assert found.move is not None
        return found.move, found.nodes

    return play


def bayesian(outlook: _kernel.Outlook, nodes: int, gulp: float) -> Player:
    """Bayesian search with so many nodes a move."""
    using = _kernel.Using.bayesian(gulp=gulp)

    def play(position: Position) -> tuple[str, int]:
        chosen = outlook.search(position.kernel, using, nodes=nodes)
        assert chosen.move is not None
        return chosen.move, chosen.nodes

    return play


def played(start: Position, first: Player, second: Player) -> tuple[float, list[int], list[int]]:
    """The first player's score, and the nodes of each move of either."""
    position = start
    ours: list[int] = []
    theirs: list[int] = []
    while (outcome := position.outcome) is None:
        is_first = position.turn == "first"
        move, nodes = (first if is_first else second)(position)
        (ours if is_first else theirs).append(nodes)
        position = position.after(move)
    return outcome, ours, theirs


def mean_nodes(player: Player, plan: Plan) -> float:
    """What a move of a player takes, over all moves of its games against itself."""
    starts = even_starts(plan.size.games, seed=2 * plan.seed + 1)
    games = at_once(plan, lambda start: played(start, player, player), starts)
    return fmean(nodes for _, first, second in games for nodes in (*first, *second))


def fought(
    plan: Plan, label: str, depth: int, *, player: Player, budget: int, other: Player
) -> Fight:
    """A match from even starts, each played by both sides."""

    def pair(start: Position) -> tuple[float, float, list[int], list[int]]:
        won, ours, theirs = played(start, player, other)
        lost, more_theirs, more_ours = played(start, other, player)
        return won, 1.0 - lost, ours + more_ours, theirs + more_theirs

    pairs = at_once(plan, pair, even_starts(plan.size.match_games // 2, seed=2 * plan.seed))
    fight = Fight(
        label=label,
        depth=depth,
        budget=budget,
        tally=Tally.of_pairs((one, two) for one, two, *_ in pairs),
        bayesian_nodes=fmean(nodes for *_, ours, _ in pairs for nodes in ours),
        alpha_beta_nodes=fmean(nodes for *_, theirs in pairs for nodes in theirs),
        plies=fmean((len(ours) + len(theirs)) / 2 for *_, ours, theirs in pairs),
    )
    low, high = fight.interval
    plan.say(f"{label}, depth {depth}: {fight.score:.3f} ({low:.3f} to {high:.3f})")
    return fight


def at_once(plan: Plan, work: Callable[[Position], Done], starts: Sequence[Position]) -> list[Done]:
    """In the order of the starts, whatever the number of workers."""
    with ThreadPoolExecutor(plan.workers) as workers:
        return list(workers.map(work, starts))


def table(fights: Sequence[Fight]) -> Table:
    """All that the matches came to."""

    def texts(fight: Fight) -> tuple[str, ...]:
        low, high = fight.interval
        return (
            fight.label, f"{fight.depth}", f"+{fight.tally.wins} -{fight.tally.losses}",
            f"{fight.score:.3f}", f"{low:.3f} to {high:.3f}", f"{fight.budget:,}",
            f"{fight.bayesian_nodes:,.0f}", f"{fight.alpha_beta_nodes:,.0f}", f"{fight.plies:.1f}",
        )  # fmt: skip

    header = ("Bayesian search with", "depth", "games", "score", "95 % interval", "budget",
              "nodes, Bayesian", "nodes, alpha-beta", "plies")  # fmt: skip
    return Table(title="Matches, in Bayesian search's view", header=header,
                 rows=tuple(texts(fight) for fight in fights))  # fmt: skip
