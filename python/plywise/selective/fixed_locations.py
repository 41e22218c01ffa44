"""Networks with fixed locations (paper 4.1.2), and value networks, taught by scikit-learn.

With the locations set beforehand, what each output should be is known before teaching begins, and
an ordinary regression does it. scikit-learn's moves the weights by Adam, not by the paper's plain
steps: what is learnt is the same, with fewer passes and no rate to choose.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import Literal

import numpy as np

from plywise.errors import BadInput, BadSetting
from plywise.selective.many import Array
from plywise.selective.network import FixedSpikes, Layer, Network, scaling

Sharing = Literal["winner", "proportional"]


@dataclass(frozen=True, kw_only=True)
class FixedSettings:
    """How networks of this kind are taught."""

    spikes: int = 3
    hidden: int = 10
    """Sigmoid units."""
    passes: int = 200
    sharing: Sharing = "winner"
    """Whether the location nearest to an outcome is all that it counts for, or the two around it
    share it, the nearer one having more. With a single winner the mean is drawn to the locations:
    of 10 and 20, an outcome of 14 counts as 10; shared, as 60 % of 10 and 40 % of 20 (5.2.4)."""

    def __post_init__(self) -> None:
        if min(self.spikes, self.hidden, self.passes) < 1:
            raise BadSetting(
                f"spikes {self.spikes}, hidden {self.hidden} and passes {self.passes} must be at "
                "least 1"
            )
        if self.sharing not in ("winner", "proportional"):
            raise BadSetting(f"sharing {self.sharing!r} is neither 'winner' nor 'proportional'")


def targets(locations: Array, outcomes: Array, sharing: Sharing = "winner") -> Array:
    """What the heights at these locations, high to low, should be for each outcome.

    >>> targets(np.array([20.0, 10.0]), np.array([14.0, 99.0]))
    array([[0., 1.],
           [1., 0.]])
    >>> targets(np.array([20.0, 10.0]), np.array([14.0, 99.0]), "proportional")
    array([[0.4, 0.6],
           [1. , 0. ]])
    """
    if len(locations) > 1 and not (np.diff(locations) < 0.0).all():
        raise BadInput(f"locations {locations.tolist()} must go from high to low, without equals")
    wanted = np.zeros((len(outcomes), len(locations)))
    rows = np.arange(len(outcomes))
    if sharing == "winner" or len(locations) == 1:
        wanted[rows, abs(outcomes[:, None] - locations).argmin(axis=1)] = 1.0
        return wanted
    inside = np.clip(outcomes, locations[-1], locations[0])
    above = np.clip(np.searchsorted(-locations, -inside, side="right") - 1, 0, len(locations) - 2)
    share = (inside - locations[above + 1]) / (locations[above] - locations[above + 1])
    wanted[rows, above] = share
    wanted[rows, above + 1] = 1.0 - share
    return wanted


def taught(
    inputs: Array,
    outcomes: Array,
    locations: Array,
    settings: FixedSettings | None = None,
    *,
    seed: int = 0,
) -> FixedSpikes:
    """The network of these examples, with heights at these locations (high to low).

    >>> draw = np.random.default_rng(1)
    >>> x = draw.random((2000, 1))
    >>> y = np.where(x[:, 0] > 0.5, 2.0, 1.0) * draw.choice([-1.0, 1.0], 2000)
    >>> places = np.array([2.0, 1.0, 0.0, -1.0, -2.0])
    >>> net = taught(x, y, places, FixedSettings(spikes=2))
    >>> net.predicted(np.array([[0.9], [0.1]])).locations.round(1)
    array([[ 2., -2.],
           [ 1., -1.]])
    """
    settings = settings or FixedSettings()
    wanted = targets(locations, outcomes, settings.sharing)
    network = regression(inputs, wanted, hidden=settings.hidden, passes=settings.passes, seed=seed)
    return FixedSpikes(network, locations, settings.spikes)


def values_taught(
    inputs: Array, outcomes: Array, *, hidden: int = 10, passes: int = 200, seed: int = 0
) -> Network:
    """A value network: its one output is what to expect of a position.

    >>> x = np.random.default_rng(1).random((2000, 1))
    >>> net = values_taught(x, 3.0 * x[:, 0])
    >>> abs(net.outputs(np.array([[0.5]])) - 1.5).max() < 0.05
    np.True_
    """
    return regression(inputs, outcomes[:, None], hidden=hidden, passes=passes, seed=seed)


def regression(inputs: Array, wanted: Array, *, hidden: int, passes: int, seed: int) -> Network:
    """A network whose outputs come near the wanted ones, in the sense of least squares."""
    from sklearn.exceptions import ConvergenceWarning
    from sklearn.neural_network import MLPRegressor

    if inputs.ndim != 2 or wanted.shape[:1] != inputs.shape[:1] or not len(inputs):
        raise BadInput(f"features of shape {inputs.shape} for {len(wanted)} outcomes")
    offset, scale = scaling(inputs)
    # Outputs of one size: otherwise a wide range of values would learn faster than a narrow one.
    middle, unit = wanted.mean(axis=0), max(float(wanted.std()), 1e-12)
    model = MLPRegressor(
        hidden_layer_sizes=(hidden,), activation="logistic", max_iter=passes, tol=0.0,
        n_iter_no_change=passes, learning_rate_init=0.01, alpha=0.0, random_state=seed % (1 << 32),
    )  # fmt: skip
    with warnings.catch_warnings():
        # All passes are wanted; that more might help is no news.
        warnings.simplefilter("ignore", ConvergenceWarning)
        model.fit((inputs - offset) * scale, np.squeeze((wanted - middle) / unit))
    (first, second), (bias, last) = model.coefs_, model.intercepts_
    outer = Layer(second.T * unit, last * unit + middle)
    return Network((Layer(first.T, bias), outer), offset=offset, scale=scale)
