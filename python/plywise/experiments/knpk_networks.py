"""The networks of the experiment knpk: what king, knight and pawn against king are worth (4.3.2).

White and Black to move have networks of their own, of 198 inputs: where the men stand. A value
network has one output; a spike network one for each result, a win in so many plies or none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from plywise import _kernel
from plywise.games import knpk
from plywise.selective.fixed_locations import FixedSettings, taught, values_taught
from plywise.selective.generator import load, save
from plywise.selective.generator_kinds import NetworkSpikes
from plywise.selective.in_kernel import in_kernel
from plywise.selective.network import Layer, Network, one_spike
from plywise.selective.plain_network import Body

Judge = Literal["spikes", "spikes above noise", "value"]
"""What positions are judged by."""
JUDGES: Final[tuple[Judge, ...]] = ("spikes above noise", "value", "spikes")
SIDES: Final[tuple[knpk.Side, ...]] = ("first", "second")
SCALE: Final = 1000
"""The integer value of 1, for alpha-beta."""


@dataclass(frozen=True, kw_only=True)
class Training:
    """How the networks are taught; the paper tells only the examples and the outputs."""

    most: int = 1000
    """Won positions of each distance."""
    hidden: int = 60
    passes: int = 25
    spikes: int = 3
    """What the outputs are clustered to."""


def sign(side: knpk.Side) -> float:
    """What turns White's view into that of the side to move."""
    return 1.0 if side == "first" else -1.0


def networks(
    training: Training, seed: int, folder: Path, say: Callable[[str], None]
) -> dict[Judge, NetworkSpikes]:
    """The three generators, from the folder if they were made before."""
    words = "-".join(str(number) for number in (*asdict(training).values(), seed))
    files: dict[Judge, Path] = {
        judge: folder / f"{judge.replace(' ', '-')}-{words}.json" for judge in JUDGES
    }
    if not all(path.exists() for path in files.values()):
        folder.mkdir(parents=True, exist_ok=True)
        for judge, generator in _taught(training, seed, say).items():
            save(generator, files[judge])
    found = {judge: load(path) for judge, path in files.items()}
    return {judge: one for judge, one in found.items() if isinstance(one, NetworkSpikes)}


def _taught(
    training: Training, seed: int, say: Callable[[str], None]
) -> dict[Judge, NetworkSpikes]:
    made_by = {**asdict(training), "seed": seed, "version": _kernel.version}
    bodies: dict[Judge, list[dict[str, Any]]] = {judge: [] for judge in JUDGES}
    for side in SIDES:
        drawn = knpk.examples(side, most=training.most, seed=seed)
        say(f"knpk: {len(drawn):,} examples of the {side} player to move")
        inputs, values = knpk.inputs_of(drawn.places), sign(side) * drawn.values
        locations = np.unique(values)[::-1]
        settings = FixedSettings(
            spikes=training.spikes, hidden=training.hidden, passes=training.passes
        )
        net = taught(inputs, values, locations, settings, seed=seed).network
        at = {"outputs": "heights", "locations": locations.tolist()}
        bodies["spikes"].append({**Body.fields(net), **at})
        bodies["spikes above noise"].append({**Body.fields(above_noise(net)), **at})
        plain = values_taught(
            inputs, values, hidden=training.hidden, passes=training.passes, seed=seed
        )
        bodies["value"].append({**Body.fields(one_spike(plain)), "outputs": "pairs"})
    return {
        judge: NetworkSpikes(
            game="knpk", features="placement", **first, second=Body(**second),
            spikes=1 if judge == "value" else training.spikes, made_by=made_by,
        )
        for judge, (first, second) in bodies.items()
    }  # fmt: skip


def above_noise(network: Network) -> Network:
    """The same network, whose heights count only for what they have above an equal share.

    Heights are cut at 0 and made to sum to 1. Most of many outputs should be 0 and are a little
    off; those a little above it remain, and together they weigh more than any truth.

    >>> net = Network((Layer(np.zeros((4, 1)), np.array([0.9, 0.2, -0.1, 0.0])),))
    >>> above_noise(net).layers[0].bias.tolist()
    [0.65, -0.04999999999999999, -0.35, -0.25]
    """
    *before, last = network.layers
    lower = Layer(last.weights, last.bias - 1.0 / len(last.bias))
    return replace(network, layers=(*before, lower))


def seen(generator: NetworkSpikes) -> tuple[_kernel.Evaluation, _kernel.Evaluator]:
    """The expectation for alpha-beta, and the evaluator for Bayesian search."""
    made = in_kernel(generator)
    evaluation = _kernel.Evaluation.expected("knpk", "placement", made, SCALE)
    return evaluation, _kernel.Evaluator(evaluation, made, features="placement", win=1.0)


def squared_errors(
    generators: Mapping[Judge, NetworkSpikes], training: Training, seed: int
) -> dict[tuple[Judge, knpk.Side], tuple[float, float]]:
    """Mean squared errors of the expectation: on the examples, and on fresh ones."""
    found = {}
    for side in SIDES:
        known = knpk.examples(side, most=training.most, seed=seed)
        fresh = fresh_examples(side, training, seed)
        for judge, generator in generators.items():
            body = generator if side == "first" else generator.second
            assert body is not None
            found[judge, side] = (_squared_error(body, known), _squared_error(body, fresh))
    return found


def fresh_examples(side: knpk.Side, training: Training, seed: int) -> knpk.Examples:
    """Examples of another seed, none of which was learnt from."""
    learnt = knpk.examples(side, most=training.most, seed=seed).places
    drawn = knpk.examples(side, most=training.most, seed=~seed & 0xFFFF_FFFF)
    new = ~are_among(drawn.places, learnt)
    return replace(drawn, places=drawn.places[new], distances=drawn.distances[new])


def are_among(places: knpk.Places, others: knpk.Places) -> NDArray[np.bool_]:
    """Which of the places are among the others.

    >>> one, two = np.array([[1, 2, 3, 4]], np.uint8), np.array([[1, 2, 3, 5]], np.uint8)
    >>> are_among(np.vstack([one, two]), two)
    array([False,  True])
    """
    digits = np.array([1 << 24, 1 << 16, 1 << 8, 1])
    return np.isin(places.astype(np.int64) @ digits, others.astype(np.int64) @ digits)


def _squared_error(body: Body, examples: knpk.Examples) -> float:
    outputs = _network(body).outputs(knpk.inputs_of(examples.places))
    if body.locations is None:
        heights, locations = outputs[:, 0::2], outputs[:, 1::2]
    else:
        heights, locations = outputs, np.broadcast_to(body.locations, outputs.shape)
    kept = np.clip(heights, 0.0, None)
    kept[kept.sum(axis=1) <= 0.0] = 1.0
    means = (kept * locations).sum(axis=1) / kept.sum(axis=1)
    return float(np.mean((means - sign(examples.side) * examples.values) ** 2))


def _network(body: Body) -> Network:
    layers = tuple(Layer(np.array(one.weights), np.array(one.bias)) for one in body.layers)
    assert body.input is not None
    return Network(layers, np.array(body.input.offset), np.array(body.input.scale))
