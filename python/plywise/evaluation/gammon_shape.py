"""The shape of backgammon's networks: one for contact, one for races, five outputs each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from plywise import _kernel
from plywise.checks import is_whole, shown
from plywise.errors import BadSetting
from plywise.evaluation.shape import Shape
from plywise.naming import refuse_unknown

if TYPE_CHECKING:
    from plywise.evaluation.features import FeatureSet
    from plywise.evaluation.protocol import Evaluation

OUTPUTS = ("win", "gammon", "backgammon", "lose-gammon", "lose-backgammon")
"""What each network says of the player about to roll: each but the first is part of the one before,
or of losing."""
NETWORKS = ("contact", "race")
STEP, MOST_HIDDEN = 16, 4096


@dataclass(frozen=True)
class GammonShape(Shape):
    """Two networks of one hidden layer of sigmoids, in the view of the player about to roll.

    While the sides can still meet the contact network judges, and then the one for races, unless
    tables of bearing off know. The value is the equity: 2·win − 1 + gammon + backgammon −
    lose-gammon − lose-backgammon.

    >>> GammonShape.parse("80")
    GammonShape(hidden=80, race=80)
    >>> str(GammonShape(hidden=128, race=48))
    'gammon:hidden=128,race=48'
    """

    hidden: int = 80
    """Hidden units of the contact network: a multiple of 16."""
    race: int | None = None
    """Those of the race network; as many if it is not said."""

    kind: ClassVar[str] = "gammon"
    is_narrow: ClassVar[bool] = True

    def __post_init__(self) -> None:
        if self.race is None:
            object.__setattr__(self, "race", self.hidden)
        for name in ("hidden", "race"):
            units = getattr(self, name)
            if not is_whole(units) or units % STEP or not STEP <= units <= MOST_HIDDEN:
                raise BadSetting(
                    f"{name}={shown(units)} of backgammon's networks; hidden units go by {STEP}, "
                    f"from {STEP} to {MOST_HIDDEN}, as 80"
                )

    @classmethod
    def parse(cls, settings: str) -> GammonShape:
        """The shape that a text says; a number alone is that of the hidden units."""
        parts = [part.strip() for part in settings.split(",") if part.strip()]
        if parts and "=" not in parts[0]:
            parts[0] = f"hidden={parts[0]}"
        given = {
            name.strip(): value.strip() for name, _, value in (p.partition("=") for p in parts)
        }
        refuse_unknown("setting of backgammon's networks", given, ["hidden", "race"])
        try:
            return cls(**{name: int(value) for name, value in given.items()})
        except ValueError as error:
            if isinstance(error, BadSetting):
                raise
            raise BadSetting(f"'gammon:{settings}'; give numbers, as gammon:hidden=80") from None

    @property
    def settings(self) -> str:
        """What stands behind the colon."""
        race = "" if self.race == self.hidden else f",race={self.race}"
        return f"hidden={self.hidden}{race}"

    def __str__(self) -> str:
        return f"{self.kind}:{self.settings}"

    @property
    def counts_points(self) -> bool:
        """The value is a number of points."""
        return True

    def names(self, features: FeatureSet) -> tuple[str, ...]:
        """Of each network its inputs' weights row by row, the biases, then those of each output.

        >>> from plywise.evaluation.features import FeatureSet
        >>> names = GammonShape(hidden=16).names(FeatureSet.named("backgammon", "raw"))
        >>> len(names), names[0], names[-1]
        (6474, 'contact.own-1-blot.h1', 'race.lose-backgammon.bias')
        """
        return tuple(
            name
            for network, hidden in zip(NETWORKS, (self.hidden, self.race or 0), strict=True)
            for name in _network_names(network, features.names, hidden)
        )

    def starts(self, features: FeatureSet, seed: int) -> tuple[float, ...]:
        """Small numbers drawn from the seed."""
        drawn = _kernel.gammon_start(features.name, self.settings, seed)
        return tuple(map(float, drawn))

    def as_linear(self, features: FeatureSet, weights: Sequence[float]) -> tuple[float, ...]:
        """Networks of backgammon are not linear about any position: BadSetting."""
        raise BadSetting(
            f"{self} has no weight for each feature; see what it says of positions: plywise search "
            "backgammon ID --dice 31"
        )

    def evaluation(self, features: FeatureSet, weights: Sequence[float], scale: int) -> Evaluation:
        """A `pw.Gammon`."""
        from plywise.evaluation.gammon import Gammon

        return Gammon.of_shape(features, self, weights, scale=scale)


def _network_names(network: str, inputs: Sequence[str], hidden: int) -> list[str]:
    units = [f"h{unit}" for unit in range(1, hidden + 1)]
    rows = [*inputs, "bias", *OUTPUTS]
    names = [f"{network}.{row}.{unit}" for row in rows for unit in units]
    return names + [f"{network}.{output}.bias" for output in OUTPUTS]
