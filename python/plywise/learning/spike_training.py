"""Spike generators from plywise's own searches (paper 4.1.1, 5.2.5): what depth changes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any, Literal

import numpy as np

from plywise import _kernel
from plywise.errors import BadSetting
from plywise.extras import require
from plywise.learning.spike_examples import Examples, Play, sampled
from plywise.naming import unknown
from plywise.selective import fixed_locations
from plywise.selective.decision_tree import TreeSettings, grow
from plywise.selective.fixed_locations import FixedSettings, Sharing
from plywise.selective.generator import Generator
from plywise.selective.generator_kinds import Constant, NetworkSpikes, Tree
from plywise.selective.kmeans import reduced
from plywise.selective.many import Many
from plywise.selective.measures import Errors, errors
from plywise.selective.network import preset
from plywise.selective.plain_network import Body

GeneratorKind = Literal["constant", "tree", "network"]
KINDS: tuple[GeneratorKind, ...] = ("constant", "tree", "network")
TESTED = 4
"""One example in so many is kept to test with."""
FEWEST = 20


@dataclass(frozen=True, kw_only=True)
class Training:
    """How a generator is made."""

    kind: GeneratorKind = "network"
    """`constant` (the same spikes for all positions), `tree` (a decision tree) or `network`."""
    depth: int = 4
    """Plies of the searches that say how values change."""
    positions: int = 4000
    """Examples: positions, each with what a search of it finds; a quarter to test with."""
    seed: int = 1
    """Where all chance comes from."""
    spikes: int = 3
    """How many spikes a position gets at most."""
    steepness: float = 1.0
    """From values to chances: 1/(1 + e^(−steepness·value)), in units of a weight of 1."""
    win: float | None = None
    """What winning is worth, where values are to be taken as they are; then without steepness."""
    play: Play = "self"
    """Where positions come from: `self`, games by a ply of search with some random moves, or
    `random` games."""
    locations: int = 20
    """Of a network, before its heights are reduced to spikes."""
    hidden: int = 10
    """Units of a network."""
    passes: int = 200
    """Of a network through the examples."""
    sharing: Sharing = "proportional"
    """How outcomes between two locations of a network count (`fixed_locations`)."""
    fewest: int = 200
    """Examples that a set must have for a tree to split it."""

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise unknown("kind of spike generator", self.kind, KINDS)
        if self.play not in ("self", "random"):
            raise BadSetting(f"play {self.play!r} is neither 'self' nor 'random'")
        if self.positions < FEWEST:
            raise BadSetting(f"{self.positions} positions are too few; at least {FEWEST}")
        if self.win is not None and not 0.0 < self.win < float("inf"):
            raise BadSetting(f"win {self.win}; winning is worth more than 0")
        if self.locations < 2:
            raise BadSetting(f"{self.locations} locations; a network has at least 2")

    @property
    def limits(self) -> tuple[float, float]:
        """What losing and winning are worth."""
        return (-0.5, 0.5) if self.win is None else (-self.win, self.win)


@dataclass(frozen=True, kw_only=True)
class Trained:
    """A generator and how good it is, on examples that it has not seen."""

    generator: Generator
    errors: Errors
    constant: Errors
    """Of one distribution for all positions, the least that one should beat."""
    examples: int
    """That it was tested with."""


def train(
    game: str,
    weights: Any = None,
    training: Training | None = None,
    *,
    features: str | None = None,
    start: str | None = None,
    on_position: Callable[[int], None] = lambda done: None,
) -> Trained:
    """A spike generator for a game: how its evaluation changes by a deeper search.

    `weights` are the evaluation's (by default the game's usual ones), `features` the set that the
    generator sees (by default the evaluation's), and games begin at `start`.

    >>> made = train("chess", "chess/standard", Training(kind="constant", depth=1, positions=40))
    >>> made.generator.kind, made.generator.relative, made.generator.made_by["seed"]
    ('constant', True, 1)
    """
    import plywise as pw
    from plywise.evaluation.weights import resolve, usual

    training = training or Training()
    if training.kind == "network":
        require("sklearn", "teaching a network")
    rules = pw.game(game)
    chosen = usual(game) if weights is None else resolve(weights, game=game)
    if chosen.game != rules.name:
        raise BadSetting(f"the weights are for {chosen.game}, not for {rules.name}")
    evaluation = chosen.as_evaluation()
    seen = rules.features(features or chosen.features)
    inputs = pw.Linear(seen, [0.0] * len(seen))
    examples = sampled(
        rules.start() if start is None else rules.position(start), evaluation, inputs,
        positions=training.positions, depth=training.depth, seed=training.seed,
        steepness=training.steepness, win=training.win, play=training.play,
        on_position=on_position,
    )  # fmt: skip
    made_by = {
        **asdict(training),
        "start": start,
        "weights": {"label": chosen.label, "features": chosen.features, "values": chosen.values},
        "version": _kernel.version,
    }
    return learnt(examples, training, game=rules.name, features=seen.name, made_by=made_by)


def learnt(
    examples: Examples, training: Training, *, game: str, features: str, made_by: dict[str, Any]
) -> Trained:
    """The generator of these examples, tested on the last quarter of them."""
    kept = len(examples) - len(examples) // TESTED
    seen, unseen = examples[:kept], examples[kept:]
    common: dict[str, Any] = {
        "game": game, "features": features, "relative": True, "limits": training.limits,
        "spikes": training.spikes, "made_by": made_by,
    }  # fmt: skip
    same = reduced(seen.changes, training.spikes)
    one = Constant(**common, distribution=same.spikes)
    generator: Generator = one
    if training.kind == "tree":
        generator = _tree(seen, training, common)
    elif training.kind == "network":
        generator = _network(seen, training, common)
    return Trained(
        generator=generator,
        errors=_measured(generator, unseen),
        constant=_measured(one, unseen),
        examples=len(unseen),
    )


def _tree(examples: Examples, training: Training, common: dict[str, Any]) -> Tree:
    lows, highs = examples.counts.min(axis=0), examples.counts.max(axis=0)
    bounds = tuple((float(low), float(high)) for low, high in zip(lows, highs, strict=True))
    settings = TreeSettings(spikes=training.spikes, fewest=training.fewest)
    tree = grow(examples.counts, examples.changes, bounds, settings)
    return Tree(**common, nodes=Tree.nodes_of(tree))


def _network(examples: Examples, training: Training, common: dict[str, Any]) -> NetworkSpikes:
    locations = np.unique(preset(examples.changes, training.locations))[::-1]
    settings = FixedSettings(spikes=training.spikes, hidden=training.hidden,
                             passes=training.passes, sharing=training.sharing)  # fmt: skip
    net = fixed_locations.taught(
        examples.counts, examples.changes, locations, settings, seed=training.seed
    )
    return NetworkSpikes(
        **common, outputs="heights", locations=locations.tolist(), **Body.fields(net.network)
    )


def _measured(generator: Generator, examples: Examples) -> Errors:
    """Errors in chances, of the generator as a search would use it."""
    told = [
        generator.distribution(counts, value)
        for counts, value in zip(examples.counts.tolist(), examples.values.tolist(), strict=True)
    ]
    return errors(Many.of(told), examples.values + examples.changes)
