"""Networks that give a distribution for the features of a position (paper 4.1.2).

One network for all spikes: one layer of sigmoid units or more, and linear outputs. Either each
spike is a pair of outputs, its height and its location (free locations), or the locations are set
beforehand and the network says the heights alone (fixed locations); there may be many of these, and
k-means brings them down to as many spikes as are wanted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from plywise.errors import BadInput
from plywise.selective.kmeans import clustered
from plywise.selective.many import Array, Many


@dataclass(frozen=True, eq=False)
class Layer:
    """Units that each see all numbers before them: a row of weights and a bias a unit."""

    weights: Array
    bias: Array

    def __post_init__(self) -> None:
        if self.weights.ndim != 2 or self.bias.shape != self.weights.shape[:1]:
            raise BadInput(
                f"weights of shape {self.weights.shape} with {self.bias.size} biases; give a row "
                "of weights and a bias for each unit"
            )


@dataclass(frozen=True, eq=False)
class Network:
    """Layers of units: sigmoids, but for the last, whose sums are the outputs.

    >>> step = Network((Layer(np.array([[1000.0]]), np.array([-500.0])),
    ...                 Layer(np.array([[2.0]]), np.array([-1.0]))))
    >>> step.outputs(np.array([[0.4], [0.6]]))
    array([[-1.],
           [ 1.]])
    """

    layers: tuple[Layer, ...]
    offset: Array | None = None
    """Subtracted from the inputs before the first layer."""
    scale: Array | None = None
    """What they are then multiplied by."""

    def __post_init__(self) -> None:
        for before, after in zip(self.layers, self.layers[1:], strict=False):
            if after.weights.shape[1] != len(before.bias):
                raise BadInput(
                    f"a layer of {len(before.bias)} units before one that sees "
                    f"{after.weights.shape[1]}"
                )

    def outputs(self, inputs: Array) -> Array:
        """The outputs for each row of inputs."""
        seen = np.asarray(inputs, dtype=np.float64)
        seen = seen if self.offset is None else seen - self.offset
        seen = seen if self.scale is None else seen * self.scale
        for layer in self.layers[:-1]:
            seen = sigmoid(seen @ layer.weights.T + layer.bias)
        last = self.layers[-1]
        return np.asarray(seen @ last.weights.T + last.bias)


def one_spike(network: Network) -> Network:
    """A value network as a generator of one spike: of height 1, where the value is.

    >>> one_spike(Network((Layer(np.array([[2.0]]), np.array([5.0])),))).layers[0].bias
    array([1., 5.])
    """
    *before, last = network.layers
    weights = np.vstack([np.zeros_like(last.weights), last.weights])
    both = Layer(weights, np.concatenate([[1.0], last.bias]))
    return replace(network, layers=(*before, both))


def sigmoid(x: Array) -> Array:
    """1/(1 + e^−x), without overflow.

    >>> sigmoid(np.array([-1000.0, 0.0, 1000.0]))
    array([0. , 0.5, 1. ])
    """
    return np.asarray(0.5 * (1.0 + np.tanh(0.5 * x)))


@dataclass(frozen=True, eq=False)
class FreeSpikes:
    """A network whose outputs are (height, location) pairs."""

    network: Network

    def predicted(self, inputs: Array) -> Many:
        """The distribution of each position."""
        outputs = self.network.outputs(inputs)
        return Many.normalised(outputs[:, 1::2], outputs[:, 0::2])


@dataclass(frozen=True, eq=False)
class FixedSpikes:
    """A network whose outputs are the heights at locations set beforehand."""

    network: Network
    locations: Array
    spikes: int
    """How many are wanted."""

    def predicted(self, inputs: Array) -> Many:
        """The distribution of each position, reduced to the wanted number of spikes."""
        return self.reduced(self.network.outputs(inputs))

    def reduced(self, heights: Array) -> Many:
        """What heights at the locations come to."""
        wide = np.broadcast_to(self.locations, heights.shape)
        return clustered(self.locations, Many.normalised(wide, heights).heights, self.spikes)


def scaling(inputs: Array) -> tuple[Array, Array]:
    """Offset and scale that give each feature mean 0 and deviation 1.

    A feature that never changes is left at 0.

    >>> scaling(np.array([[1.0, 7.0], [3.0, 7.0]]))
    (array([2., 7.]), array([1., 0.]))
    """
    deviation = inputs.std(axis=0)
    scale = np.divide(1.0, deviation, out=np.zeros_like(deviation), where=deviation > 0.0)
    return inputs.mean(axis=0), scale


def preset(outcomes: Sequence[float] | Array, count: int, covered: float = 0.99) -> Array:
    """Locations spread evenly over an interval that covers almost all outcomes, high to low.

    >>> preset(np.linspace(0.0, 1.0, 1001), 5, covered=1.0)
    array([1.  , 0.75, 0.5 , 0.25, 0.  ])
    """
    left_out = (1.0 - covered) / 2.0
    low, high = np.quantile(np.asarray(outcomes, dtype=np.float64), [left_out, 1.0 - left_out])
    return np.linspace(high, low, count)
