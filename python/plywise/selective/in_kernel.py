"""Spike generators as the kernel runs them."""

from __future__ import annotations

from plywise import _kernel
from plywise.selective.generator import Generator
from plywise.selective.generator_kinds import Constant, HandMade, NetworkSpikes, Question, Tree
from plywise.selective.plain_network import Body

Parts = tuple[list[tuple[list[list[float]], list[float]]], list[float], list[float]]


def in_kernel(generator: Generator) -> _kernel.SpikeGenerator:
    """The kernel's own of a generator; together with an evaluation it is an evaluator.

    Hand-made spikes have their extremes at what winning and losing are worth there, whatever their
    limits say.

    >>> import plywise as pw
    >>> from plywise.selective.generator_kinds import Constant
    >>> doubt = Constant(game="chess", features="material", relative=True, spikes=2,
    ...                  distribution=((0.1, 0.5), (-0.1, 0.5)))
    >>> evaluation = pw.Linear(pw.game("chess").features("material"), "chess/standard")
    >>> evaluator = pw._kernel.Evaluator(evaluation.kernel, in_kernel(doubt), steepness=1.0)
    >>> evaluator.spikes(pw.game("chess").start().kernel)
    [(0.1, 0.5), (-0.1, 0.5)]
    """
    if isinstance(generator, HandMade):
        return _kernel.SpikeGenerator.hand_made(generator.extreme_mass)
    relative, limits, spikes = generator.relative, generator.limits, generator.spikes
    if isinstance(generator, NetworkSpikes):
        second = generator.second
        return _kernel.SpikeGenerator.network(
            _parts(generator),
            None if second is None else _parts(second),
            locations=generator.locations,
            second_locations=None if second is None else second.locations,
            relative=relative,
            limits=limits,
            spikes=spikes,
        )
    return _kernel.SpikeGenerator.tree(
        _nodes(generator), relative=relative, limits=limits, spikes=spikes
    )


def _parts(body: Body) -> Parts:
    inputs = len(body.layers[0].weights[0])
    offset = [0.0] * inputs if body.input is None else list(body.input.offset)
    scale = [1.0] * inputs if body.input is None else list(body.input.scale)
    layers = [([list(row) for row in layer.weights], list(layer.bias)) for layer in body.layers]
    return layers, offset, scale


def _nodes(
    generator: Constant | Tree,
) -> list[tuple[int, float, int, int] | list[tuple[float, float]]]:
    if isinstance(generator, Constant):
        return [_spikes(generator.spread)]
    return [
        (node.feature, node.threshold, node.low, node.high)
        if isinstance(node, Question)
        else _spikes(node.spread)
        for node in generator.nodes
    ]


def _spikes(pairs: tuple[tuple[float, float], ...]) -> list[tuple[float, float]]:
    """Without those of no height, which the kernel does not know."""
    return [(location, height) for location, height in pairs if height > 0.0]
