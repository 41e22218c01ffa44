"""Networks for the win/loss tree (van der Spoel 2007, 4.2.5): for the value, and for the spikes.

Examples are positions some random moves below even starts, each with the value that a search of
four plies finds, with the optimal evaluation at its leaves. The value network learns that value
from the features; the other one learns how far the search's value lies from the value network's.
"""

import itertools
import random
from dataclasses import dataclass
from typing import Literal

import numpy as np

from plywise import _kernel
from plywise.evaluation.linear import Linear
from plywise.experiments.result import Table
from plywise.games.game import game
from plywise.games.position import Position
from plywise.games.random_trees import even_starts
from plywise.searching import AlphaBeta, search
from plywise.selective.fixed_locations import FixedSettings, taught, values_taught
from plywise.selective.generator_kinds import NetworkSpikes
from plywise.selective.in_kernel import in_kernel
from plywise.selective.network import Layer, Network, preset
from plywise.selective.plain_network import Body

TREE, FEATURES = "win-loss-tree", "features"
DEPTH = 4
"""Of the searches that are learnt from."""
LONGEST = 10
"""Random moves below an even start, at most."""
HIDDEN, PASSES = 20, 200
LOCATIONS, SPIKES = 20, 5
LIMITS = (-0.5, 0.5)
WIDTHS = 1_000
"""Positions whose spikes are measured."""
CERTAINTY = (0.0, 0.1, 0.3, 0.45, 0.49, 0.4999, 0.51)
"""Distances of the chance from ½ between which they are told together."""
SCALE = 1_000_000
"""Of values, in chances: see `bayes_v_alphabeta`."""


@dataclass(frozen=True, eq=False)
class Networks:
    """Both networks, as the kernel runs them, and how far the first one errs."""

    value: _kernel.Evaluation
    spikes: _kernel.SpikeGenerator
    """Relative to a value, within the limits of chances."""
    from_search: float
    """Mean distance of the value network from what the search found, on unseen positions."""
    from_optimal: float
    """And from the optimal evaluation."""


def learnt(positions: int, *, seed: int) -> Networks:
    """Networks of so many examples, a fifth of which are kept to test with."""
    places = _positions(positions, seed)
    optimal = Linear(game(TREE).features("chance"), [1.0], scale=SCALE)
    inputs = Linear(game(TREE).features(FEATURES), [0.0] * 3)
    counts = np.array([_sign(p) * inputs.gradient(p) for p in places])
    found = np.array([_found(p, optimal) for p in places])
    known = np.array([optimal.value(p) / SCALE for p in places])
    kept = positions - positions // 5
    value = values_taught(counts[:kept], found[:kept], hidden=HIDDEN, passes=PASSES, seed=seed)
    told = value.outputs(counts)[:, 0]
    changes = (found - told)[:kept]
    locations = np.unique(preset(changes, LOCATIONS))[::-1]
    settings = FixedSettings(spikes=SPIKES, hidden=HIDDEN, passes=PASSES, sharing="proportional")
    spikes = taught(counts[:kept], changes, locations, settings, seed=seed)
    return Networks(
        value=_kernel.Evaluation.expected(TREE, FEATURES, _single(value), SCALE),
        spikes=in_kernel(_network(spikes.network, "heights", locations=tuple(locations.tolist()))),
        from_search=float(abs(told - found)[kept:].mean()),
        from_optimal=float(abs(told - known)[kept:].mean()),
    )


def widths(networks: Networks, by_hand: _kernel.SpikeGenerator, *, seed: int) -> Table:
    """How wide spikes are where games are open and where they are as good as decided."""
    optimal = Linear(game(TREE).features("chance"), [1.0], scale=SCALE)
    net = _kernel.Outlook(networks.value, networks.spikes, features=FEATURES, win=0.5)
    hand = _kernel.Outlook(optimal.kernel, by_hand, win=0.5)
    places = _positions(WIDTHS, seed + 1)
    values = np.array([abs(optimal.value(p)) / SCALE for p in places])
    told = np.array([
        (_width(net.spikes(p.kernel)), _width(hand.spikes(p.kernel)),
         abs(networks.value.value(p.kernel) - optimal.value(p)) / SCALE)
        for p in places
    ])  # fmt: skip

    def row(low: float, high: float) -> tuple[str, ...]:
        among = (low <= values) & (values < high)
        means = told[among].mean(axis=0) if among.any() else [float("nan")] * 3
        chances = f"{0.5 + low:g} to {min(0.5 + high, 1.0):g}"
        return chances, str(int(among.sum())), *(f"{mean:.3f}" for mean in means)

    return Table(
        title="Mean standard deviation of the spikes, by the chance of the side that is ahead",
        header=(
            "chance",
            "positions",
            "network spikes",
            "hand-made spikes",
            "value network's error",
        ),
        rows=tuple(row(low, high) for low, high in itertools.pairwise(CERTAINTY)),
        note="Positions as those that the networks were taught with, but others.",
    )


def _width(spikes: list[tuple[float, float]]) -> float:
    """The standard deviation."""
    locations, heights = np.array(spikes).T
    return float(np.sqrt(heights @ (locations - heights @ locations) ** 2))


def _positions(count: int, seed: int) -> list[Position]:
    """Positions in which games go on, each below a start of its own."""
    chance, starts = random.Random(seed), iter(even_starts(3 * count, seed=seed + 1_000))
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


def _sign(position: Position) -> float:
    return 1.0 if position.turn == "first" else -1.0


def _found(position: Position, optimal: Linear) -> float:
    """What the search says: a chance minus ½, ±½ where it sees the end."""
    using = AlphaBeta(depth=DEPTH, quiescence=False, random_ties=False)
    return float(np.clip(search(position, optimal, using).value / SCALE, *LIMITS))


def _single(network: Network) -> _kernel.SpikeGenerator:
    """A value network as one spike: its height is always 1."""
    last = network.layers[-1]
    both = Layer(
        np.vstack([np.zeros_like(last.weights), last.weights]), np.concatenate([[1.0], last.bias])
    )
    paired = Network((*network.layers[:-1], both), offset=network.offset, scale=network.scale)
    return in_kernel(_network(paired, "pairs", limited=False))


def _network(
    network: Network,
    outputs: Literal["heights", "pairs"],
    *,
    locations: tuple[float, ...] | None = None,
    limited: bool = True,
) -> NetworkSpikes:
    return NetworkSpikes(
        game=TREE, features=FEATURES, relative=limited, limits=LIMITS if limited else None,
        spikes=SPIKES, outputs=outputs, locations=locations, made_by={},
        **Body.fields(network),
    )  # fmt: skip
