"""Matches of Bayesian search against alpha-beta on the win/loss tree, at equal nodes a move."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean

from plywise import _kernel
from plywise.experiments.kit.cells import CellJob, Hand, Value, computed, seconds
from plywise.experiments.kit.plan import ExperimentPlan
from plywise.experiments.kit.result import Table
from plywise.games.position import Position
from plywise.games.random_trees import even_starts
from plywise.play.statistics import Tally

Player = Callable[[Position], tuple[str, int]]
"""From a position to the move that it plays there and the nodes that it took."""
BLOCK = 10
"""Starts of one kept cell."""


@dataclass(frozen=True, kw_only=True)
class Meeting:
    """A match to be played: Bayesian search against alpha-beta with the same evaluation."""

    label: str
    """What Bayesian search goes by."""
    depth: int
    """Of alpha-beta."""
    value: _kernel.Evaluation
    evaluator: _kernel.Evaluator
    using: _kernel.SelectiveSearch
    made_by: str
    """A fingerprint of all that the evaluation and the evaluator were made from."""
    like: Position
    """A position of the tree, at the time at which games begin."""


@dataclass(frozen=True, kw_only=True)
class Fight:
    """What a match came to."""

    label: str
    depth: int
    budget: int
    """Nodes that Bayesian search may look at, for a move."""
    tally: Tally
    bayesian_nodes: float
    alpha_beta_nodes: float
    """What a move took on average, in these games."""
    plies: float
    """Of a game."""
    seconds: float
    """Of all games, those that count nodes among them."""

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


def bayesian(evaluator: _kernel.Evaluator, using: _kernel.SelectiveSearch, nodes: int) -> Player:
    """Bayesian search with so many nodes a move."""

    def play(position: Position) -> tuple[str, int]:
        chosen = evaluator.search(position.kernel, using, nodes=nodes)
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


def fought(plan: ExperimentPlan, meeting: Meeting) -> Fight:
    """The match, from even starts that each side plays once; kept as it goes."""
    budget, counting = _budget(plan, meeting)
    ours = bayesian(meeting.evaluator, meeting.using, budget)
    theirs = alpha_beta(meeting.value, meeting.depth)

    def pair(start: Position) -> Value:
        won, mine, its = played(start, ours, theirs)
        lost, more_its, more_mine = played(start, theirs, ours)
        return {"points": [won, 1.0 - lost], "ours": mine + more_mine, "theirs": its + more_its}

    what = f"{meeting.label}, depth {meeting.depth}, {budget} nodes, {meeting.made_by}"
    starts = even_starts(plan.size.match_games // 2, seed=2 * plan.seed, like=meeting.like)
    pairs, playing = _at_all(plan, what, starts, pair)
    fight = Fight(
        label=meeting.label,
        depth=meeting.depth,
        budget=budget,
        tally=Tally.of_pairs((one["points"][0], one["points"][1]) for one in pairs),
        bayesian_nodes=fmean(nodes for one in pairs for nodes in one["ours"]),
        alpha_beta_nodes=fmean(nodes for one in pairs for nodes in one["theirs"]),
        plies=fmean((len(one["ours"]) + len(one["theirs"])) / 2 for one in pairs),
        seconds=counting + playing,
    )
    low, high = fight.interval
    plan.say(f"{fight.label}, depth {fight.depth}: {fight.score:.3f} ({low:.3f} to {high:.3f})")
    return fight


def _budget(plan: ExperimentPlan, meeting: Meeting) -> tuple[int, float]:
    """What a move of alpha-beta takes, over all moves of its games against itself; the time."""
    player = alpha_beta(meeting.value, meeting.depth)

    def alone(start: Position) -> Value:
        _, first, second = played(start, player, player)
        return {"nodes": first + second}

    starts = even_starts(plan.size.games, seed=2 * plan.seed + 1, like=meeting.like)
    what = f"nodes, {meeting.label}, depth {meeting.depth}, {meeting.made_by}"
    games, taken = _at_all(plan, what, starts, alone)
    return round(fmean(nodes for one in games for nodes in one["nodes"])), taken


def _at_all(
    plan: ExperimentPlan, what: str, starts: Sequence[Position], work: Callable[[Position], Value]
) -> tuple[list[Value], float]:
    """What `work` says of each start, in their order, whatever the number of workers; the time."""

    def block(some: Sequence[Position], hand: Hand) -> Value:
        begun, found = time.thread_time(), []
        for start in some:
            if hand.stop.is_set:
                break
            found.append(work(start))
        return {"found": found, "seconds": time.thread_time() - begun}

    blocks = range(0, len(starts), BLOCK)
    jobs = [
        CellJob(key=f"{what}, seed {plan.seed}, {at}+{len(some)}", asked=some)
        for at in blocks
        for some in [starts[at : at + BLOCK]]
    ]
    cells = computed(plan, "bayes-v-alphabeta", jobs, block, quiet=True)
    found = [one for cell in cells.values() for one in cell["found"]]
    return found, seconds(cells, plan.workers)


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
