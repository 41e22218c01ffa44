"""What every step size is: settings, rates, and a memory that can be saved."""

import sys
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypeGuard

import numpy as np
from numpy.typing import NDArray

from plywise.checks import MOST_GAMES, is_whole, numbers, shown, whole
from plywise.errors import BadSetting
from plywise.learning.credits import Sums
from plywise.learning.own_code import recorded_name

if TYPE_CHECKING:
    from plywise.learning.rules.base import LearningRule
    from plywise.learning.sequence import Sequence
    from plywise.play.record import GameRecord

Array = NDArray[np.float64]
State = dict[str, Any]

ABOVE_ZERO, NOT_BELOW_ZERO, SHARE = "above 0", "not below 0", "between 0 and 1"
WHOLE = "whole, from 1 on"


@dataclass
class StepSize(ABC):
    """How far to follow what a game recommends. A child has settings, its fields, and `rates`.

    A step size that adapts itself has a `learn` too, and names in `kept` the arrays over the
    weights that it remembers. This one halves its step in the first ten games:

    >>> @dataclass
    ... class Halving(StepSize):
    ...     step: float = 0.5
    ...     def rates(self):
    ...         return np.full(self.weights, self.step / (1.0 + min(self.seen, 10) / 10))
    >>> Halving().change(np.array([[1.0, 2.0], [3.0, -2.0]])).tolist()
    [2.0, 0.0]
    """

    name: ClassVar[str]
    """What settings call it, if it comes with plywise; others are called by file and class."""
    needs: ClassVar[Literal["sums", "rows", "games"]] = "sums"
    """What `change` is given in a run: `Sums`, or the rows that they are the sums of; with "games"
    its `follow` gets the game itself."""
    kept: ClassVar[tuple[str, ...]] = ()
    """The attributes, an array over the weights each, that are the memory."""
    allowed: ClassVar[Mapping[str, str]] = {}
    """Settings that are numbers, and which: "above 0", "not below 0", "between 0 and 1" or
    "whole, from 1 on"."""

    weights: int = field(default=0, init=False, repr=False, compare=False)
    """How many weights it steps; 0 until the first change."""
    seen: int = field(default=0, init=False, repr=False, compare=False)
    """Games it has learnt from."""

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        if "change" in vars(cls) and "needs" not in vars(cls):
            cls.needs = "rows"  # a change of one's own may look at anything: it gets all there is

    def __post_init__(self) -> None:
        for name, range_ in self.allowed.items():
            if (value := getattr(self, name)) is not None:
                _check_setting(self, name, value, range_)

    def prepare(self, weights: int) -> None:
        """Get ready for that many weights (`change` does it by itself)."""
        self.weights = weights

    @abstractmethod
    def rates(self) -> Array:
        """What the next sum of recommended changes will be multiplied by, per weight."""

    def change(self, recommended: "Array | Sums", games: int = 1) -> Array:
        """The change of the weights for these recommended changes; learns from them, too.

        `recommended` has a row a timestep and a column a weight, or is the sums of such rows. A
        batch of several games is their rows one under the other, with `games` saying how many they
        are.
        """
        sums = recommended if isinstance(recommended, Sums) else _sums(recommended)
        whole("games", games, least=1)
        if self.weights == 0:
            self.prepare(len(sums))
        if len(sums) != self.weights:
            raise BadSetting(
                f"recommended changes for {len(sums)} weights, but {self!r} has stepped "
                f"{self.weights}; use a new one for another evaluation"
            )
        delta = self.limited(self.rates() * sums.net)
        self.learn(sums)
        self.seen += games
        return delta

    def follow(
        self,
        rule: "LearningRule",
        record: "GameRecord",
        sequence: "Sequence",
        weights: Array,
        trace_decay: float,
    ) -> Array:
        """The change of the weights after one more game, as the rule sees it."""
        del record, weights
        if self.needs == "rows":
            return self.change(rule.recommended(sequence, trace_decay))
        return self.change(rule.sums(sequence, trace_decay))

    def rates_used(self, before: Array, net: Array, change: Array) -> Array:
        """What the recommended changes of the last game were multiplied by, per weight.

        Asked right after a `change` that `net` gave, `before` being the rates until then. What such
        a multiple of `net` leaves of the change is due to earlier games: here nothing is.
        """
        return np.divide(change, net, out=before.copy(), where=net != 0.0)

    def limited(self, delta: Array) -> Array:
        """The change that is made where `delta` would be; by default the same."""
        return delta

    def learn(self, sums: Sums) -> None:
        """Adapt to a sequence, after its change was made; by default there is nothing to adapt."""
        del sums

    def settings(self) -> dict[str, Any]:
        """Name and settings; `step_size` makes a fresh one of them."""
        chosen = {f.name: getattr(self, f.name) for f in fields(self) if f.init}
        return {"name": recorded_name(type(self)), **chosen}

    def state(self) -> State:
        """All it remembers, as JSON knows it."""
        kept = {name: getattr(self, name).tolist() for name in self.kept if self.weights}
        return {"weights": self.weights, "seen": self.seen, **kept}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on from a `state` of the same kind of step size, bit for bit."""
        self.weights, self.seen = int(state["weights"]), int(state["seen"])
        if not self.weights:
            return
        for name in self.kept:
            array = np.array(state[name], dtype=np.float64)
            if array.shape != (self.weights,):
                raise BadSetting(f"{name} of {array.shape} in a state for {self.weights} weights")
            setattr(self, name, array)

    def advice(self) -> str:
        """What to try when the weights run away."""
        return f"try a smaller step size than {self!r}"


def is_number(given: object) -> TypeGuard[float]:
    """Whether it is a number: True and False are none, though Python counts with them."""
    return isinstance(given, int | float) and not isinstance(given, bool)


def _sums(recommended: Array) -> Sums:
    rows = numbers("recommended", recommended)
    if rows.ndim != 2:
        raise BadSetting(
            f"recommended={shown(recommended)}; give a row a timestep and a column a weight"
        )
    return Sums.of_rows(rows)


def _check_setting(owner: StepSize, name: str, value: Any, allowed: str) -> None:
    top = 1.0 if allowed == SHARE else sys.float_info.max
    if allowed == WHOLE:
        if is_whole(value) and 1 <= value <= MOST_GAMES:
            return
    elif is_number(value) and 0.0 <= value <= top and (value or allowed != ABOVE_ZERO):
        return
    called = getattr(owner, "name", type(owner).__name__)
    wanted = f"whole number from 1 to {MOST_GAMES}" if allowed == WHOLE else f"number {allowed}"
    raise BadSetting(f"{name}={shown(value)} of step size {called!r}; it must be a {wanted}")
