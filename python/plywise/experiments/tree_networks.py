"""Networks for the win/loss tree (van der Spoel 2007, 4.2.5): for the value, and for the spikes.

Examples are positions some random moves below even starts, at all times of the game, each with the
value that a search finds, with the optimal evaluation at its leaves. A value network learns that
value from the features; another network learns how far the search's value lies from the value
network's. As published, the search is alpha-beta of four plies; past the paper, Bayesian search.

There is a network of each kind for either player to move, as the thesis has them in its ending.
"""

import itertools
import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from plywise import _kernel
from plywise.evaluation.linear import Linear
from plywise.evaluation.protocol import Evaluation
from plywise.experiments.kit.result import Table
from plywise.games.game import game
from plywise.games.position import Position
from plywise.games.random_trees import even_starts
from plywise.searching import AlphaBeta, search
from plywise.selective.fixed_locations import FixedSettings, taught, values_taught
from plywise.selective.generator_kinds import NetworkSpikes
from plywise.selective.in_kernel import in_kernel
from plywise.selective.many import Array
from plywise.selective.network import one_spike, preset
from plywise.selective.plain_network import Body

TREE, FEATURES = "win-loss-tree", "features"
DEPTH = 4
"""Of alpha-beta, where it is learnt from."""
NODES = 2_500
"""Of Bayesian search, where it is learnt from: about as many as alpha-beta takes."""
CLOCKS = range(0, 100, 10)
LONGEST = 10
"""Random moves below an even start, at most."""
HIDDEN, PASSES = 20, 200
LOCATIONS, SPIKES = 20, 5
LIMITS = (-0.5, 0.5)
WIDTHS = 1_000
"""Positions whose spikes are measured."""
CERTAINTY = (0.0, 0.1, 0.3, 0.45, 0.49, 0.4999, 0.51)
"""Distances of the chance from ½ between which positions are told together."""
CHANCES = (0.0, 0.05, 0.2, 0.4, 0.6, 0.8, 0.95, 1.001)
"""The same, of chances."""
SCALE = 1_000_000
"""Of values, in chances: see `bayes_v_alphabeta`."""

Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False, kw_only=True)
class Examples:
    """Positions, and what is known of them; chances have ½ taken off, and are the mover's."""

    places: list[Position]
    counts: Array
    is_second: Flags
    by_depth: Array
    """What alpha-beta says."""
    by_expectation: Array
    """What Bayesian search says: the expectation of its root."""
    chances: Array
    """The optimal evaluation."""

    @property
    def taught(self) -> Flags:
        """Which examples are learnt from: a fifth is kept to test with."""
        return np.arange(len(self.places)) < len(self.places) - len(self.places) // 5


@dataclass(frozen=True, eq=False, kw_only=True)
class Judge:
    """An evaluation and the spikes that go with it, as the kernel runs them."""

    value: _kernel.Evaluation
    spikes: _kernel.SpikeGenerator
    from_optimal: float
    """Mean distance of the value from the optimal one, on positions not learnt from."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Networks:
    """The networks, and the examples that they were taught with."""

    by_depth: Judge
    """Taught by alpha-beta, as published."""
    by_expectation: Judge
    """Taught by Bayesian search."""
    examples: Examples


def optimal() -> Evaluation:
    """The best evaluation without search."""
    return Linear(game(TREE).features("chance"), [1.0], scale=SCALE)


def learnt(positions: int, *, seed: int, workers: int = 1) -> Networks:
    """Networks of so many examples."""
    examples = _examples(positions, seed, workers)
    return Networks(
        by_depth=_judge(examples, examples.by_depth, seed),
        by_expectation=_judge(examples, examples.by_expectation, seed),
        examples=examples,
    )


def _judge(examples: Examples, found: Array, seed: int) -> Judge:
    """A value network, and one for the spikes around it, by what a search found."""

    def values(some: Flags) -> dict[str, Any]:
        net = values_taught(
            examples.counts[some], found[some], hidden=HIDDEN, passes=PASSES, seed=seed
        )
        return {**Body.fields(one_spike(net)), "outputs": "pairs"}

    generator = in_kernel(_sided(examples, values, spikes=1, relative=False, limits=None))
    value = _kernel.Evaluation.expected(TREE, FEATURES, generator, SCALE)
    told = np.array([value.value(place.kernel) / SCALE for place in examples.places])
    changes = found - told
    settings = FixedSettings(spikes=SPIKES, hidden=HIDDEN, passes=PASSES, sharing="proportional")

    def spikes(some: Flags) -> dict[str, Any]:
        locations = np.unique(preset(changes[some], LOCATIONS))[::-1]
        net = taught(examples.counts[some], changes[some], locations, settings, seed=seed)
        return {**Body.fields(net.network), "outputs": "heights", "locations": locations.tolist()}

    return Judge(
        value=value,
        spikes=in_kernel(_sided(examples, spikes, spikes=SPIKES, relative=True)),
        from_optimal=float(abs(told - examples.chances)[~examples.taught].mean()),
    )


Taught = Callable[[Flags], dict[str, Any]]
"""From the examples to learn from to a network as it stands in a file."""


def _sided(
    examples: Examples,
    body: Taught,
    *,
    spikes: int,
    relative: bool,
    limits: tuple[float, float] | None = LIMITS,
) -> NetworkSpikes:
    """A network for either player to move."""
    first, second = (
        body(examples.taught & (examples.is_second == is_second)) for is_second in (False, True)
    )
    return NetworkSpikes(
        game=TREE, features=FEATURES, relative=relative, limits=limits, spikes=spikes, made_by={},
        **first, second=Body(**second),
    )  # fmt: skip


def _examples(count: int, seed: int, workers: int) -> Examples:
    places = _positions(count, seed)
    best, inputs = optimal(), Linear(game(TREE).features(FEATURES), [0.0] * 3)
    with ThreadPoolExecutor(workers) as crew:
        by_depth = list(crew.map(lambda place: _by_depth(place, best), places))
        by_expectation = list(crew.map(lambda place: _by_expectation(place, best), places))
    return Examples(
        places=places,
        counts=np.array([inputs.gradient(place) for place in places]),
        is_second=np.array([place.turn == "second" for place in places]),
        by_depth=np.array(by_depth),
        by_expectation=np.array(by_expectation),
        chances=np.array([best.value(place) / SCALE for place in places]),
    )


def _positions(count: int, seed: int) -> list[Position]:
    """Positions in which games go on, each below an even start of its own."""
    chance, each = random.Random(seed), -(-3 * count // len(CLOCKS))
    likes = [game(TREE).position(f"clock {clock}") for clock in CLOCKS]
    by_clock = [even_starts(each, seed=seed + 1_000 + n, like=like) for n, like in enumerate(likes)]
    starts = iter([start for some in zip(*by_clock, strict=True) for start in some])
    places: list[Position] = []
    while len(places) < count:
        position = next(starts)
        for _ in range(chance.randrange(LONGEST + 1)):
            position = position.after(chance.choice(position.moves))
            if position.outcome is not None:
                break
        if position.outcome is None:
            places.append(position)
    return places


def _by_depth(position: Position, best: Evaluation) -> float:
    """What alpha-beta says: a chance minus ½, ±½ where it sees the end."""
    using = AlphaBeta(depth=DEPTH, quiescence=False, random_ties=False)
    return float(np.clip(search(position, best, using).value / SCALE, *LIMITS))


def _by_expectation(position: Position, best: Evaluation) -> float:
    """What Bayesian search with hand-made spikes expects of the position once all is known."""
    evaluator = _kernel.Evaluator(best.kernel, _kernel.SpikeGenerator.hand_made(0.5), win=0.5)
    found = evaluator.search(
        position.kernel, _kernel.SelectiveSearch.bayesian(gulp=0.05), nodes=NODES
    )
    return float(np.clip(found.value + (found.gain or 0.0), *LIMITS))


def shifts(networks: Networks) -> Table:
    """By how much what searches find differs from the chance, on average."""
    of = networks.examples
    chances = of.chances + 0.5

    def row(low: float, high: float) -> tuple[str, ...]:
        some = (low <= chances) & (chances < high)
        means = (
            (what - of.chances)[some].mean() if some.any() else float("nan")
            for what in (of.by_depth, of.by_expectation)
        )
        return (f"{low:g} to {min(high, 1.0):g}", str(int(some.sum())),
                *(f"{mean:+.3f}" for mean in means))  # fmt: skip

    return Table(
        title="What networks are taught, less the chance of the side to move",
        header=("chance", "positions", f"alpha-beta of {DEPTH} plies", "Bayesian search"),
        rows=tuple(row(low, high) for low, high in itertools.pairwise(CHANCES)),
        note="Means over the examples.",
    )


def widths(networks: Networks, *, seed: int) -> Table:
    """How wide spikes are where games are open and where they are as good as decided."""
    best = optimal()
    by_hand = _kernel.SpikeGenerator.hand_made(0.5)
    judges = (networks.by_depth, networks.by_expectation)
    evaluators = [
        *(_kernel.Evaluator(judge.value, judge.spikes, features=FEATURES, win=0.5)
          for judge in judges),
        _kernel.Evaluator(best.kernel, by_hand, win=0.5),
    ]  # fmt: skip
    places = _positions(WIDTHS, seed + 1)
    values = np.array([abs(best.value(p)) / SCALE for p in places])
    told = np.array([
        [*(_width(evaluator.spikes(p.kernel)) for evaluator in evaluators),
         *(abs(judge.value.value(p.kernel) - best.value(p)) / SCALE
           for judge in judges)]
        for p in places
    ])  # fmt: skip

    def row(low: float, high: float) -> tuple[str, ...]:
        among = (low <= values) & (values < high)
        means = told[among].mean(axis=0) if among.any() else [float("nan")] * told.shape[1]
        chances = f"{0.5 + low:g} to {min(0.5 + high, 1.0):g}"
        return chances, str(int(among.sum())), *(f"{mean:.3f}" for mean in means)

    return Table(
        title="Mean standard deviation of the spikes, by the chance of the side that is ahead",
        header=("chance", "positions", "taught by alpha-beta", "taught by Bayesian search",
                "hand-made", "error of the value, alpha-beta", "Bayesian search"),
        rows=tuple(row(low, high) for low, high in itertools.pairwise(CERTAINTY)),
        note="Positions as those that the networks were taught with, but others.",
    )  # fmt: skip


def _width(spikes: list[tuple[float, float]]) -> float:
    """The standard deviation."""
    locations, heights = np.array(spikes).T
    return float(np.sqrt(heights @ (locations - heights @ locations) ** 2))
