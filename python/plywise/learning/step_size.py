"""Step sizes: how far to follow the recommended changes, fixed, decaying, or found per weight.

All share one interface. They see the recommended changes r_{i,t} of a sequence
(`TDLeaf.recommended`, thesis eq. 8.1) and give the change of the weights; what they remember goes
out through `state` and comes back through `restore` to the bit. Sums run row by row, never through
BLAS, so that the same games give the same weights on every machine.

Sources: papers/000 (thesis) sections 8.2 and 8.4; Jacobs 1988 for delta-bar-delta.
"""

import sys
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, TypeGuard

import numpy as np
from numpy.typing import NDArray

from plywise.checks import numbers, shown, whole
from plywise.errors import BadSetting
from plywise.naming import refuse_unknown, unknown

__all__ = [
    "Decay",
    "DeltaBarDelta",
    "Fixed",
    "StepSize",
    "TemporalCoherence",
    "step_size",
]

Array = NDArray[np.float64]
State = dict[str, list[float] | float]


@dataclass
class StepSize(ABC):
    """The interface. A child has settings (its fields), a `name`, and what it remembers."""

    name: ClassVar[str]
    _kept: ClassVar[tuple[str, ...]] = ()
    """The attributes, an array over the weights each, that are the memory."""

    weights: int = field(default=0, init=False, repr=False, compare=False)
    """How many weights it steps; 0 until the first change."""
    seen: int = field(default=0, init=False, repr=False, compare=False)
    """Games it has learnt from."""

    def __post_init__(self) -> None:
        for name, value in self.settings().items():
            if name != "name" and value is not None:
                _check_setting(self, name, value)

    def prepare(self, weights: int) -> None:
        """Get ready for that many weights (`change` does it by itself)."""
        self.weights = weights

    @abstractmethod
    def rates(self) -> Array:
        """What the next sum of recommended changes will be multiplied by, per weight."""

    def change(self, recommended: Array, games: int = 1) -> Array:
        """The change of the weights for these recommended changes; learns from them, too.

        `recommended` has a row a timestep and a column a weight. A batch of several games is their
        rows one under the other, with `games` saying how many they are.
        """
        rows = numbers("recommended", recommended)
        whole("games", games, least=1)
        if rows.ndim != 2:
            raise BadSetting(
                f"recommended={shown(recommended)}; give a row a timestep and a column a weight"
            )
        if self.weights == 0:
            self.prepare(rows.shape[1])
        if rows.shape[1] != self.weights:
            raise BadSetting(
                f"recommended changes for {rows.shape[1]} weights, but {self!r} has stepped "
                f"{self.weights}; use a new one for another evaluation"
            )
        net = _sum(rows)
        delta = self._limited(self.rates() * net)
        self._learn(rows, net)
        self.seen += games
        return delta

    def _limited(self, delta: Array) -> Array:
        return delta

    def _learn(self, rows: Array, net: Array) -> None:
        """Adapt to a sequence, after its change was made; by default there is nothing to adapt."""
        del rows, net

    def settings(self) -> dict[str, Any]:
        """Name and settings; `step_size` makes a fresh one of them."""
        chosen = {f.name: getattr(self, f.name) for f in fields(self) if f.init}
        return {"name": self.name, **chosen}

    def state(self) -> State:
        """All it remembers, as JSON knows it."""
        kept: State = {name: getattr(self, name).tolist() for name in self._kept if self.weights}
        return {"weights": self.weights, "seen": self.seen, **kept}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on from a `state` of the same kind of step size, bit for bit."""
        self.weights, self.seen = int(state["weights"]), int(state["seen"])
        if not self.weights:
            return
        for name in self._kept:
            array = np.array(state[name], dtype=np.float64)
            if array.shape != (self.weights,):
                raise BadSetting(f"{name} of {array.shape} in a state for {self.weights} weights")
            setattr(self, name, array)


@dataclass
class Fixed(StepSize):
    """The same step for every weight and game: Δw_i = α Σ_t r_{i,t} (thesis eq. 3.1).

    >>> Fixed(0.1).change(np.array([[1.0, 2.0], [3.0, -2.0]])).tolist()
    [0.4, 0.0]
    """

    step: float = 0.05
    """α; .05 is the thesis's for chess (5.2)."""

    name: ClassVar[str] = "fixed"

    def rates(self) -> Array:
        """α for every weight."""
        return np.full(self.weights, self.step)


@dataclass
class Decay(StepSize):
    """A step that falls evenly from `start` to `end` and then stays (thesis 6.4, shogi).

    The thesis names both ends and "the first half of the run", not the form of the fall: linear
    here.

    >>> decay = Decay(start=0.05, end=0.002, games=2)
    >>> [round(float(decay.change(np.ones((1, 1)))[0]), 6) for game in range(4)]
    [0.05, 0.026, 0.002, 0.002]
    """

    start: float = 0.05
    """α of the first game."""
    end: float = 0.002
    """α from game `games` on."""
    games: int = 500
    """Games that the fall takes; half the run in papers/003."""

    name: ClassVar[str] = "decay"

    def rates(self) -> Array:
        """α of the present game for every weight."""
        done = min(self.seen / self.games, 1.0)
        return np.full(self.weights, self.start + (self.end - self.start) * done)


@dataclass
class TemporalCoherence(StepSize):
    """A step for each weight, large while its changes agree, small once they cancel (thesis 8.2).

    α_i = |N_i| / A_i with the net and the absolute sum of all recommended changes so far (8.3); α_i
    = 1 while A_i = 0. The order is the thesis's: first Δw_i = c·α_i·Σ_t r_{i,t} with the old α_i
    (8.2), then N_i += Σ_t r_{i,t} (8.4) and A_i += Σ_t |r_{i,t}| (8.5).

    >>> coherence = TemporalCoherence(c=0.5)
    >>> coherence.change(np.array([[1.0], [-0.5]])).tolist()   # α was 1
    [0.25]
    >>> coherence.coherence().tolist()                         # |1 − .5| / (1 + .5)
    [0.3333333333333333]
    """

    c: float = 0.2
    """Step of the whole process, published nowhere. Chess: .2 with λ = ψ, .5 with λ = .95."""
    cap: float | None = None
    """Largest change of a weight in one game; a larger one shrinks the game's whole change, whose
    direction stays. None = no cap."""
    prior: float = 0.0
    """What A_i starts from; above 0, no weight moves before its changes have shown to agree."""

    name: ClassVar[str] = "coherence"
    _kept: ClassVar[tuple[str, ...]] = ("net", "absolute")
    net: Array = field(default_factory=lambda: np.zeros(0), init=False, repr=False, compare=False)
    """N_i."""
    absolute: Array = field(
        default_factory=lambda: np.zeros(0), init=False, repr=False, compare=False
    )
    """A_i."""

    def prepare(self, weights: int) -> None:
        """N_i = 0 and A_i = `prior`."""
        super().prepare(weights)
        self.net, self.absolute = np.zeros(weights), np.full(weights, self.prior)

    def coherence(self) -> Array:
        """α_i = |N_i| / A_i, and 1 while A_i = 0 (eq. 8.3)."""
        unseen = self.absolute == 0.0
        return np.where(unseen, 1.0, np.abs(self.net) / np.where(unseen, 1.0, self.absolute))

    def rates(self) -> Array:
        """c·α_i."""
        return self.c * self.coherence()

    def _limited(self, delta: Array) -> Array:
        largest = float(np.max(np.abs(delta), initial=0.0))
        if self.cap is None or not largest > self.cap:
            return delta
        return delta * (self.cap / largest)

    def _learn(self, rows: Array, net: Array) -> None:
        self.net = self.net + net  # (8.4)
        self.absolute = self.absolute + _sum(np.abs(rows))  # (8.5)


@dataclass
class DeltaBarDelta(StepSize):
    """Jacobs's rule: a rate ε_i that grows by steps and shrinks by shares (thesis 8.4).

    At every timestep δ = r_{i,t} is compared with the exponential average δ̄ of the earlier ones,
    kept from game to game: same sign, ε_i += κ; opposite, ε_i −= φ·ε_i; then δ̄ ← (1−θ)δ + θδ̄. The
    weights of a sequence move with the ε_i from before it.

    >>> rule = DeltaBarDelta(kappa=0.01, phi=0.5, theta=0.5, start=0.1)
    >>> rule.change(np.array([[1.0], [1.0], [-4.0]])).tolist()  # ε: .1, then +.01, then halved
    [-0.2]
    >>> rule.rates().tolist()
    [0.055]
    """

    kappa: float = 0.035
    """κ, what a rate gains; chess .035, random walk .01."""
    phi: float = 0.333
    """φ, the share it loses."""
    theta: float = 0.7
    """θ, how long the average remembers."""
    start: float = 0.05
    """ε0, the rate at the start; chess .05, random walk .03."""

    name: ClassVar[str] = "delta-bar-delta"
    _kept: ClassVar[tuple[str, ...]] = ("epsilon", "average")
    epsilon: Array = field(
        default_factory=lambda: np.zeros(0), init=False, repr=False, compare=False
    )
    """ε_i."""
    average: Array = field(
        default_factory=lambda: np.zeros(0), init=False, repr=False, compare=False
    )
    """δ̄_i."""

    def prepare(self, weights: int) -> None:
        """ε_i = ε0 and δ̄_i = 0."""
        super().prepare(weights)
        self.epsilon, self.average = np.full(weights, self.start), np.zeros(weights)

    def rates(self) -> Array:
        """ε_i."""
        return self.epsilon.copy()

    def _learn(self, rows: Array, net: Array) -> None:
        fresh = (1.0 - self.theta) * rows
        averages = np.empty_like(rows)  # δ̄_{t−1} beside δ_t
        for t in range(len(rows)):
            averages[t] = self.average
            self.average = fresh[t] + self.theta * self.average
        agreement = np.sign(rows) * np.sign(averages)
        gains = np.where(agreement > 0.0, self.kappa, 0.0)
        shares = np.where(agreement < 0.0, self.phi, 0.0)
        epsilon = self.epsilon.copy()
        for gain, share in zip(gains, shares, strict=True):
            epsilon += gain - share * epsilon
        self.epsilon = np.maximum(epsilon, 0.0)


_BY_NAME: dict[str, type[StepSize]] = {
    kind.name: kind for kind in (Fixed, Decay, TemporalCoherence, DeltaBarDelta)
}
_SHARES = ("phi", "theta")
_ABOVE_ZERO = ("c", "cap", "games")


def step_size(spec: "str | float | Mapping[str, Any] | StepSize") -> StepSize:
    """The step size that a text, a number or a dictionary names.

    >>> step_size("coherence:c=.5"), step_size("fixed:.05"), step_size(0.05)
    (TemporalCoherence(c=0.5, cap=None, prior=0.0), Fixed(step=0.05), Fixed(step=0.05))
    >>> step_size(DeltaBarDelta().settings())
    DeltaBarDelta(kappa=0.035, phi=0.333, theta=0.7, start=0.05)
    """
    if isinstance(spec, StepSize):
        return spec
    if is_number(spec):
        return Fixed(step=spec)
    if not isinstance(spec, str | Mapping):
        raise BadSetting(
            f"{shown(spec)} is no step size; give a name as 'coherence:c=.5' or a number"
        )
    name, settings = _parsed(spec) if isinstance(spec, str) else _taken(spec)
    if name not in _BY_NAME:
        raise unknown("step size", name, _BY_NAME)
    known = (f.name for f in fields(_BY_NAME[name]) if f.init)
    refuse_unknown(f"setting of {name}", settings, known)
    return _BY_NAME[name](**settings)


def _parsed(text: str) -> tuple[str, dict[str, Any]]:
    """The parts of "coherence:c=.5,cap=1"; the first setting may come without its name."""
    name, _, rest = text.partition(":")
    settings: dict[str, Any] = {}
    for number, part in enumerate(filter(None, rest.split(","))):
        key, equals, value = part.partition("=")
        if not equals:
            if number or name not in _BY_NAME:
                raise BadSetting(
                    f"{part!r} in step size {text!r}; write it as 'coherence:c=.5,cap=1'"
                )
            key, value = next(f.name for f in fields(_BY_NAME[name]) if f.init), part
        settings[key.strip()] = _number(text, value.strip())
    return name.strip(), settings


def _taken(spec: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    settings = dict(spec)
    return str(settings.pop("name", "")), settings


def _number(text: str, value: str) -> float | int | None:
    if value.lower() == "none":
        return None
    try:
        return int(value) if value.isdigit() else float(value)
    except ValueError:
        raise BadSetting(
            f"{value!r} in step size {text!r} is no number, e.g. 'fixed:.05'"
        ) from None


def is_number(given: object) -> TypeGuard[float]:
    """Whether it is a number: True and False are none, though Python counts with them."""
    return isinstance(given, int | float) and not isinstance(given, bool)


def _check_setting(owner: StepSize, name: str, value: Any) -> None:
    top = 1.0 if name in _SHARES else sys.float_info.max
    if is_number(value) and 0.0 <= value <= top and (value or name not in _ABOVE_ZERO):
        return
    allowed = "between 0 and 1" if name in _SHARES else "not below 0"
    allowed = "above 0" if name in _ABOVE_ZERO else allowed
    raise BadSetting(
        f"{name}={shown(value)} of step size {owner.name!r}; it must be a number {allowed}"
    )


def _sum(rows: Array) -> Array:
    # Rows are added one under the other, in order: the same bits whatever the machine's SIMD width.
    total: Array = np.add.reduce(rows, axis=0)
    return total
