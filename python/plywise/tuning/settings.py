"""The settings of a fit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, get_args

from plywise import checks
from plywise.errors import BadSetting
from plywise.naming import unknown

Target = Literal["result", "score", "search"]
TARGETS: tuple[str, ...] = get_args(Target)


@dataclass(frozen=True, kw_only=True)
class FitSettings:
    """How weights are fitted.

    >>> FitSettings(blend=2.0)
    Traceback (most recent call last):
    ...
    plywise.BadSetting: blend=2.0; give a share from 0 to 1
    """

    target: Target = "result"
    """What is predicted: the game's result, the score that the file has, or the value of our own
    search from the start's weights."""
    blend: float = 0.0
    """The share of the result in a target that is a score or a search's value."""
    score_scale: float | None = None
    """Hundredths of a pawn in which the odds grow e-fold; by default as the results say, or 173.7
    without any, which is 10-fold in 400."""
    depth: int = 2
    """Plies of our own search, where its value is the target."""
    strength: float | None = None
    """How strongly weights are pulled back, to the start or to 0; by default the strength whose
    weights predict best what they have not seen."""
    validation: float = 0.1
    """The share of the games that weights are not fitted to, but judged by."""
    quiet: bool = True
    """Whether positions are judged where quiescence ends, as searches judge them."""
    seed: int = 1
    """Which games are left out, and the chance of networks."""
    step_size: str = "adam:start=.003,end=.003,epsilon=1e-8"
    """How far networks step."""
    epochs: int = 50
    """How often networks see all positions at most."""
    batch: int = 512
    """Positions to a step of a network."""

    def __post_init__(self) -> None:
        if self.target not in TARGETS:
            raise unknown("target", self.target, TARGETS)
        for name in ("blend", "validation"):
            value = getattr(self, name)
            if not checks.is_real(value) or not 0.0 <= value <= 1.0:
                raise BadSetting(f"{name}={checks.shown(value)}; give a share from 0 to 1")
        if self.validation > 0.9:
            raise BadSetting(f"validation={self.validation}; at least a tenth must be left to fit")
        if self.score_scale is not None:
            checks.real("score_scale", self.score_scale, above=0.0, hint="as 173.7")
        if self.strength is not None and (
            not checks.is_real(self.strength) or not 0.0 <= self.strength <= 1e6
        ):
            raise BadSetting(
                f"strength={checks.shown(self.strength)}; give a number from 0, as 1e-5"
            )
        checks.kind("quiet", self.quiet, bool, "give True or False")
        checks.whole("seed", self.seed, most=(1 << 63) - 1)
        checks.whole("depth", self.depth, most=64)
        checks.whole("epochs", self.epochs, least=1)
        checks.whole("batch", self.batch, least=1)

    def as_dict(self) -> dict[str, Any]:
        """The settings that say something, for files."""
        return {name: value for name, value in vars(self).items() if value is not None}
