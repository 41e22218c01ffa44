"""Squashing: from a value in units of weight to a prediction of the outcome, and its slopes.

Values and predictions are the first player's. Exponentials come from the kernel, whose bits are the
same on every machine: a run learnt here can be repeated elsewhere to the last digit.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from plywise.checks import is_real, numbers, shown
from plywise.errors import BadSetting
from plywise.naming import refuse_unknown, unknown

__all__ = ["Identity", "Logistic", "Squash", "Tanh", "squash"]

Array = NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class Squash(ABC):
    """What learning asks of a squashing function P = S(v).

    `low` and `high` are the predictions of a certain loss and of a certain win.
    """

    steepness: float = 1.0
    """How fast the prediction leaves the middle as the value grows; above 0."""

    name: ClassVar[str]
    low: ClassVar[float] = 0.0
    high: ClassVar[float] = 1.0
    is_bounded: ClassVar[bool] = True
    """Whether every prediction lies between `low` and `high`."""

    def __post_init__(self) -> None:
        if not is_real(self.steepness) or not 0.0 < self.steepness < float("inf"):
            raise BadSetting(
                f"steepness {shown(self.steepness)} of {type(self).__name__}; it must be above 0, "
                "e.g. 1.0 for the logistic, 0.255 for tanh"
            )

    @abstractmethod
    def predict(self, values: ArrayLike) -> Array:
        """The predictions P = S(v)."""

    @abstractmethod
    def slope_of(self, predictions: Array) -> Array:
        """∂P/∂v where the predictions are these."""

    def slope(self, values: ArrayLike) -> Array:
        """∂P/∂v at these values."""
        return self.slope_of(self.predict(values))

    @abstractmethod
    def steepness_slope(self, values: ArrayLike) -> Array:
        """∂P/∂k at these values, k the steepness."""

    def of_outcome(self, score: ArrayLike) -> Array:
        """The prediction that stands for a score by the rules (1, ½, 0)."""
        return self.low + (self.high - self.low) * np.asarray(score, dtype=np.float64)

    def with_steepness(self, steepness: float) -> "Squash":
        """The same function, steeper or flatter."""
        return replace(self, steepness=steepness)

    def as_dict(self) -> dict[str, object]:
        """Name and settings; `squash` takes them back."""
        return {"name": self.name, "steepness": self.steepness}


@dataclass(frozen=True, kw_only=True)
class Logistic(Squash):
    """P = 1 / (1 + e^(−k·v)): the thesis's probability of winning (Smith 1999, eq. 3.4 and 7.1).

    >>> Logistic().predict([0.0, 1.0, -1.0]).round(3).tolist()
    [0.5, 0.731, 0.269]
    """

    steepness: float = 1.0
    """k, thesis 7.6. Another k only scales the weights that are learnt."""

    name: ClassVar[str] = "logistic"

    def predict(self, values: ArrayLike) -> Array:
        """P = 1 / (1 + e^(−k·v)) (eq. 7.1; 3.4 with k = 1)."""
        x = self.steepness * numbers("values", values)
        # e^(−|x|) never overflows; the other half follows from P(−x) = 1 − P(x).
        e = _exp(-np.abs(x))
        return np.where(x >= 0.0, 1.0, e) / (1.0 + e)

    def slope_of(self, predictions: Array) -> Array:
        """∂P/∂v = k·P(1−P) (eq. 3.5)."""
        return self.steepness * predictions * (1.0 - predictions)

    def steepness_slope(self, values: ArrayLike) -> Array:
        """∂P/∂k = P(1−P)·v (from eq. 7.1)."""
        p = self.predict(values)
        return p * (1.0 - p) * numbers("values", values)


@dataclass(frozen=True, kw_only=True)
class Tanh(Squash):
    """r = tanh(β·v): KnightCap's reward between −1 and 1 (Baxter et al. 1998, eq. 1).

    >>> Tanh().predict([0.0, 1.0, -1.0]).round(2).tolist()
    [0.0, 0.25, -0.25]
    """

    steepness: float = 0.255
    """β; .255 makes one pawn ahead worth .25 (Baxter et al. 1998, section 2)."""

    name: ClassVar[str] = "tanh"
    low: ClassVar[float] = -1.0

    def predict(self, values: ArrayLike) -> Array:
        """R = tanh(β·v) = ±(1 − e^(−2|βv|)) / (1 + e^(−2|βv|))."""
        x = self.steepness * numbers("values", values)
        e = _exp(-2.0 * np.abs(x))
        return np.copysign((1.0 - e) / (1.0 + e), x)

    def slope_of(self, predictions: Array) -> Array:
        """∂r/∂v = β(1 − r²)."""
        return self.steepness * (1.0 - predictions * predictions)

    def steepness_slope(self, values: ArrayLike) -> Array:
        """∂r/∂β = (1 − r²)·v."""
        r = self.predict(values)
        return (1.0 - r * r) * numbers("values", values)


@dataclass(frozen=True, kw_only=True)
class Identity(Squash):
    """P = k·v: for tables of probabilities, where the weight is the prediction (thesis 8.5).

    >>> Identity().predict([0.25, 0.5]).tolist()
    [0.25, 0.5]
    """

    name: ClassVar[str] = "identity"
    is_bounded: ClassVar[bool] = False

    def predict(self, values: ArrayLike) -> Array:
        """P = k·v."""
        return self.steepness * numbers("values", values)

    def slope_of(self, predictions: Array) -> Array:
        """∂P/∂v = k."""
        return np.full(np.shape(predictions), self.steepness)

    def steepness_slope(self, values: ArrayLike) -> Array:
        """∂P/∂k = v."""
        return np.array(values, dtype=np.float64)


_BY_NAME: dict[str, type[Squash]] = {kind.name: kind for kind in (Logistic, Tanh, Identity)}


def squash(spec: str | Mapping[str, object] | Squash) -> Squash:
    """The squashing function of that name ("logistic", "tanh:.255"), or with those settings.

    >>> squash("tanh"), squash("logistic:0.5"), squash(Logistic().as_dict())
    (Tanh(steepness=0.255), Logistic(steepness=0.5), Logistic(steepness=1.0))
    """
    if isinstance(spec, Squash):
        return spec
    if isinstance(spec, str):
        name, _, steepness = spec.partition(":")
        settings: dict[str, object] = {"steepness": steepness} if steepness else {}
    elif isinstance(spec, Mapping):
        settings = dict(spec)
        name = str(settings.pop("name", "logistic"))
    else:
        raise BadSetting(f"{shown(spec)} is no squashing function; give a name, e.g. 'tanh:0.255'")
    if name not in _BY_NAME:
        raise unknown("squashing function", name, _BY_NAME)
    refuse_unknown(f"setting of {name}", settings, ["steepness"])
    return _BY_NAME[name](**{key: _number(name, value) for key, value in settings.items()})


def _number(name: str, value: object) -> float:
    try:
        return float(value)  # type: ignore[arg-type]  # what is no number is refused below
    except (TypeError, ValueError):
        raise BadSetting(f"steepness {value!r} of {name} is no number, e.g. 'tanh:0.255'") from None


def _exp(x: Array) -> Array:
    from plywise import _kernel

    flat: Array = _kernel.exp(np.ascontiguousarray(x).ravel())
    return flat.reshape(x.shape)
