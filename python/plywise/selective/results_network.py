"""Networks taught by results of games, which tell how likely each result is.

A network that learns heights by least squares is a little off everywhere. Where most heights are
0 or 1 that matters: of twenty moves each with a chance of 5 % that is really none, one seems to win
in two cases of three. Here the outputs are logistic units, taught by likelihood: near 0 and 1 they
are as exact as the examples allow.
"""

import warnings

import numpy as np

from plywise.errors import BadInput
from plywise.selective.many import Array
from plywise.selective.network import FixedSpikes, Layer, Network, scaling


def results_taught(
    inputs: Array, results: Array, *, hidden: int = 10, passes: int = 100, seed: int = 0
) -> FixedSpikes:
    """The network of these examples, with a spike at each of the results that occur.

    >>> draw = np.random.default_rng(1)
    >>> x = draw.random((4000, 1))
    >>> won = np.where(draw.random(4000) < x[:, 0] ** 4, 1.0, 0.0)
    >>> net = results_taught(x, won)
    >>> told = net.predicted(np.array([[0.2], [0.9]]))
    >>> told.locations.tolist()
    [[1.0, 0.0], [1.0, 0.0]]
    >>> abs(told.heights[:, 0] - [0.2**4, 0.9**4]).max() < 0.05
    np.True_
    """
    from sklearn.exceptions import ConvergenceWarning
    from sklearn.neural_network import MLPClassifier

    if inputs.ndim != 2 or results.shape != inputs.shape[:1]:
        raise BadInput(f"features of shape {inputs.shape} for {len(results)} results")
    locations = np.unique(results)[::-1]
    if len(locations) < 2:
        raise BadInput(f"all results are {locations.tolist()}; there is nothing to learn")
    offset, scale = scaling(inputs)
    model = MLPClassifier(
        hidden_layer_sizes=(hidden,), activation="logistic", max_iter=passes, tol=0.0,
        n_iter_no_change=passes, learning_rate_init=0.01, alpha=0.0, random_state=seed % (1 << 32),
    )  # fmt: skip
    with warnings.catch_warnings():
        # All passes are wanted; that more might help is no news.
        warnings.simplefilter("ignore", ConvergenceWarning)
        model.fit((inputs - offset) * scale, (results[:, None] == locations).astype(int))
    layers = [
        Layer(weights.T, bias)
        for weights, bias in zip(model.coefs_, model.intercepts_, strict=True)
    ]
    # The last units are sigmoids too, so a layer comes after them that hands them on.
    as_they_are = Layer(np.eye(len(locations)), np.zeros(len(locations)))
    network = Network((*layers, as_they_are), offset=offset, scale=scale)
    return FixedSpikes(network, locations, len(locations))
