"""The shape of a network: hidden units, outputs, and what a search makes of them."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from operator import mul
from typing import TYPE_CHECKING, Any, ClassVar

from plywise import _kernel
from plywise.checks import is_real, is_whole, shown
from plywise.errors import BadSetting
from plywise.evaluation.shape import Shape
from plywise.naming import refuse_unknown

if TYPE_CHECKING:
    from plywise.evaluation.features import FeatureSet
    from plywise.evaluation.protocol import Evaluation

CHANCE = "chance"
"""The only output unless others are named, and the objective of it."""
MOST_HIDDEN, MOST_OUTPUTS = 4096, 64
START_STREAM = 1 << 62
"""Game numbers and gates never come near it: the start shares its chance with no game."""
JOINT = "/"
_EVENT = re.compile(r"share|[<>]=-?\d+(\.\d+)?")


@dataclass(frozen=True)
class NetworkShape(Shape):
    """One hidden layer of sigmoids over the counts, and sigmoids as outputs.

    With s = Σ w·count a hidden unit of bias b says a = σ(b + s) − σ(b − s) where it is symmetric,
    else a = σ(b + s); an output has the log-odds z = Σ v·a (plus a bias where it is not symmetric)
    and predicts P = σ(z). So a symmetric network is odd: exchange the players, and z has the other
    sign, whatever the weights.

    >>> str(NetworkShape(hidden=4, outputs=("win", "gammon"), points=(2.0, 1.0)))
    'network:hidden=4,outputs=win/gammon,points=2.0/1.0'
    """

    hidden: int = 8
    """Hidden units."""
    outputs: tuple[str, ...] = (CHANCE,)
    """What is predicted, by name."""
    points: tuple[float, ...] | None = None
    """A search maximises Σ points · (P − ½); without points, the log-odds of the only output."""
    events: tuple[str, ...] | None = None
    """What each output predicts of the end of a game, in the first player's view: `>=2` that the
    outcome is so high or higher, `<=-2` so low or lower, `share` the share of what can be won."""
    symmetric: bool | None = None
    """Whether outputs are odd functions of the counts; None for: if there is only one."""

    kind: ClassVar[str] = "network"

    def __post_init__(self) -> None:
        if not is_whole(self.hidden) or not 1 <= self.hidden <= MOST_HIDDEN:
            raise BadSetting(
                f"hidden={shown(self.hidden)}; a network has 1 to {MOST_HIDDEN} hidden units"
            )
        if not self.outputs or len(self.outputs) > MOST_OUTPUTS:
            raise BadSetting(f"{len(self.outputs)} outputs; a network has 1 to {MOST_OUTPUTS}")
        for name in self.outputs:
            is_word = isinstance(name, str) and name.replace("-", "").replace("_", "").isalnum()
            if not is_word or self.outputs.count(name) > 1:
                raise BadSetting(
                    f"{shown(name)} is no name of an output, or that of two; "
                    "give outputs=('win', 'gammon')"
                )
        if self.points is None and len(self.outputs) > 1:
            raise BadSetting(
                f"{len(self.outputs)} outputs ({', '.join(self.outputs)}); say how many points "
                "each is worth, so that a search knows what to maximise: objective={'win': 2, …}"
            )
        if self.points is not None and (
            len(self.points) != len(self.outputs)
            or not all(is_real(p) and math.isfinite(p) for p in self.points)
        ):
            raise BadSetting(
                f"points {shown(self.points)} of the outputs {', '.join(self.outputs)}; "
                "give each a number"
            )
        if self.events is not None:
            _refuse_other_events(self.events, self.outputs)
        if self.symmetric not in (None, True, False):
            raise BadSetting(f"symmetric={shown(self.symmetric)}; give True or False")
        if self.symmetric is (len(self.outputs) == 1):
            object.__setattr__(self, "symmetric", None)  # as is usual: equal shapes are equal

    def __repr__(self) -> str:
        given = (
            f for f in fields(self) if f.name == "hidden" or getattr(self, f.name) != f.default
        )
        return f"NetworkShape({', '.join(f'{f.name}={getattr(self, f.name)!r}' for f in given)})"

    @classmethod
    def parse(cls, settings: str) -> NetworkShape:
        """The shape that a text says; a number alone is that of the hidden units.

        >>> NetworkShape.parse("8") == NetworkShape.parse("hidden=8") == NetworkShape()
        True
        """
        parts = [part.strip() for part in settings.split(",") if part.strip()]
        if parts and "=" not in parts[0]:
            parts[0] = f"hidden={parts[0]}"
        given = {
            name.strip(): value.strip() for name, _, value in (p.partition("=") for p in parts)
        }
        refuse_unknown("setting of a network", given, [f.name for f in fields(cls)])
        made: dict[str, Any] = {name: _READERS[name](value) for name, value in given.items()}
        return cls(**made)

    def __str__(self) -> str:
        settings = [f"hidden={self.hidden}"]
        if self.outputs != (CHANCE,):
            settings.append(f"outputs={JOINT.join(self.outputs)}")
        if self.points is not None:
            settings.append(f"points={JOINT.join(str(float(p)) for p in self.points)}")
        if self.events is not None:
            settings.append(f"events={JOINT.join(self.events)}")
        if self.symmetric is not None:
            settings.append(f"symmetric={'yes' if self.symmetric else 'no'}")
        return f"{self.kind}:{','.join(settings)}"

    @property
    def is_odd(self) -> bool:
        """Whether exchanging the players turns the log-odds round."""
        return len(self.outputs) == 1 if self.symmetric is None else self.symmetric

    @property
    def counts_points(self) -> bool:
        """Whether each output is worth points."""
        return self.points is not None

    def refuse_unlearnable(self) -> None:
        """BadSetting where several outputs do not say what they predict."""
        if len(self.outputs) > 1 and self.events is None:
            raise BadSetting(
                f"{self} does not say what its outputs predict, so nothing can be learnt; give "
                "each an event, as events=>=1/<=-1"
            )

    @property
    def objective(self) -> str:
        """What a search maximises, by its name."""
        return CHANCE if self.points is None else "points"

    def names(self, features: FeatureSet) -> tuple[str, ...]:
        """Of each hidden unit its inputs and its bias, then of each output its hidden units.

        >>> from plywise.evaluation.features import FeatureSet
        >>> NetworkShape(hidden=1).names(FeatureSet.named("chess", "material"))[4:]
        ('h1.queen', 'h1.bias', 'chance.h1')
        """
        units = [f"h{unit}" for unit in range(1, self.hidden + 1)]
        inputs = (f"{unit}.{name}" for unit in units for name in (*features.names, "bias"))
        last = () if self.is_odd else ("bias",)
        outputs = (f"{output}.{unit}" for output in self.outputs for unit in (*units, *last))
        return (*inputs, *outputs)

    def starts(self, features: FeatureSet, seed: int) -> tuple[float, ...]:
        """Small numbers drawn from the seed, so that units differ; biases are 0.

        Inputs lie within ±1/√n of n features, outputs within ±1/√hidden.
        """
        names, inputs = self.names(features), self.hidden * (len(features) + 1)
        reaches = (1 / math.sqrt(len(features)), 1 / math.sqrt(self.hidden))
        draws = uniform(seed, len(names))
        return tuple(
            0.0 if name.endswith(".bias") else reaches[i >= inputs] * draw
            for i, (name, draw) in enumerate(zip(names, draws, strict=True))
        )

    def real_value(self, counts: Sequence[float], weights: Sequence[float]) -> float:
        """The objective for these counts in plain Python, first player's view: to be read.

        >>> round(NetworkShape(hidden=1).real_value([2.0], [1.0, 0.0, 3.0]), 4)
        2.2848
        """
        width = len(counts) + 1
        rows = (weights[unit * width :] for unit in range(self.hidden))
        sums = [sum(map(mul, row, counts)) for row in rows]
        return self._objective(self._log_odds(sums, weights, width))

    def _log_odds(self, sums: Sequence[float], weights: Sequence[float], width: int) -> list[float]:
        """The log-odds of each output, from the hidden units' sums s = Σ w·count."""
        said = []
        for unit, total in enumerate(sums):
            bias = weights[unit * width + width - 1]
            said.append(_sigmoid(bias + total) - (_sigmoid(bias - total) if self.is_odd else 0.0))
        said += [] if self.is_odd else [1.0]
        first = range(self.hidden * width, len(weights), len(said))
        return [sum(map(mul, said, weights[i : i + len(said)])) for i in first]

    def _objective(self, odds: Sequence[float]) -> float:
        if self.points is None:
            return odds[0]
        return sum(p * (_sigmoid(z) - 0.5) for p, z in zip(self.points, odds, strict=True))

    def as_linear(self, features: FeatureSet, weights: Sequence[float]) -> tuple[float, ...]:
        """What one more of each feature adds to the value of an even position."""
        width = len(features) + 1
        inputs = weights[: self.hidden * width]

        def value(sums: Sequence[float]) -> float:
            return self._objective(self._log_odds(sums, weights, width))

        even = value([0.0] * self.hidden)
        return tuple(value(inputs[i::width]) - even for i in range(len(features)))

    def evaluation(self, features: FeatureSet, weights: Sequence[float], scale: int) -> Evaluation:
        """A `pw.Network`."""
        from plywise.evaluation.network import Network

        return Network.of_shape(features, self, weights, scale=scale)


def _refuse_other_events(events: tuple[str, ...], outputs: tuple[str, ...]) -> None:
    for event in events:
        if not isinstance(event, str) or not _EVENT.fullmatch(event):
            raise BadSetting(
                f"the event {shown(event)} of a network; give share, or as >=1 or <=-1 what the "
                "outcome has to be"
            )
    if len(events) != len(outputs):
        raise BadSetting(
            f"{len(events)} events ({', '.join(events)}) for the outputs {', '.join(outputs)}; "
            "give each one"
        )


def _sigmoid(x: float) -> float:
    e = math.exp(-abs(x))
    return 1.0 / (1.0 + e) if x >= 0.0 else e / (1.0 + e)


def uniform(seed: int, count: int) -> Iterator[float]:
    """Numbers between −1 and 1, the same on every machine."""
    return ((draw >> 11) / 2**52 - 1.0 for draw in _kernel.random_u64(seed, START_STREAM, count))


def _whole(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise BadSetting(f"hidden={text!r} of a network is no whole number, e.g. 8") from None


def _points(text: str) -> tuple[float, ...]:
    try:
        return tuple(float(part) for part in text.split(JOINT))
    except ValueError:
        raise BadSetting(f"points={text!r} of a network; give numbers as 2/1/-1") from None


def _is_yes(text: str) -> bool:
    if text not in ("yes", "no"):
        raise BadSetting(f"symmetric={text!r} of a network is neither yes nor no")
    return text == "yes"


_READERS = {
    "hidden": _whole,
    "outputs": lambda text: tuple(text.split(JOINT)),
    "points": _points,
    "events": lambda text: tuple(text.split(JOINT)),
    "symmetric": _is_yes,
}
