"""Every setting of a run in batches, checked at once, and as TOML both ways."""

from typing import Any, Literal, Self

import numpy as np
from numpy.typing import NDArray
from pydantic import Field, ValidationInfo, field_validator, model_validator

from plywise import _kernel
from plywise.checks import MOST_GAMES
from plywise.errors import BadSetting
from plywise.evaluation.features import FeatureSet
from plywise.evaluation.gammon_shape import GammonShape
from plywise.evaluation.kinds import shape
from plywise.games.declared import facts_of
from plywise.learning.run_settings import RunSettings
from plywise.learning.step_size import Adam, StepSize, step_size
from plywise.learning.tables import made, without_none

IN_KERNEL = ("annealed", "adam")
"""Step sizes that the kernel knows; with all others it only sums."""


class BatchConfig(RunSettings):
    """What a run in batches does. Equal settings end with the same weights, however stopped.

    >>> BatchConfig(games=1000, seed=3).features
    'expert'
    >>> BatchConfig(games=0, plies=3)
    Traceback (most recent call last):
    ...
    plywise.BadSetting: 2 mistakes in the settings:
    ...
    """

    kind: Literal["batches"] = "batches"
    """What tells these settings from those of other runs."""
    game: str = "backgammon"
    """The game, one that is learnt in batches."""
    features: str = "expert"
    """What the networks see: `raw`, the checkers alone, or `expert`, twenty numbers more."""
    evaluation: str = "gammon:hidden=80"
    """The networks: hidden units for contact, and for races."""
    start: str = ""
    """The digest of the weights that the run began with (start.json); empty for weights drawn from
    the seed."""
    batch: int = Field(32, ge=1, le=4096)
    """Games that are played with the same weights, and then learnt from in their order."""
    games: int = Field(200_000, ge=1, le=MOST_GAMES)
    """Games to learn from: whole batches, so that a few more may be played."""
    seed: int = Field(1, ge=0, lt=1 << 63)
    """Where all chance comes from: the same seed gives the same weights, to the bit."""
    minutes: float | None = Field(None, gt=0)
    """Stop learning after so many minutes, in order, with fewer games."""
    rule: Literal["td-directed", "tdleaf"] = "td-directed"
    """What is predicted: the positions of the game, or what the two-ply search of each expects."""
    plies: int = Field(1, ge=1, le=2)
    """How deep both sides look: 1 is every play, 2 also the best replies to all 21 rolls."""
    candidates: int = Field(5, ge=1, le=1000)
    """Plays that are looked at two plies deep."""
    margin: float = Field(0.15, ge=0)
    """And only those that a ply finds so many points below the best, or fewer."""
    update: Literal["game", "move"] = "game"
    """When weights move: after a game, backwards through it, or with every move of it."""
    trace_decay: float = Field(0.7, ge=0, le=1)
    """λ: how much of each target is the rest of the game, not the next prediction."""
    step_size: dict[str, Any] = Field(
        default_factory=lambda: {"name": "annealed", "start": 0.1, "end": 0.003},
        validate_default=True,
    )
    """How far the weights follow it; `annealed` and `adam` fall over all games unless told."""
    average_from: int = Field(-1, ge=-1)
    """What is learnt is the mean of the weights from this game on, by default from the middle of
    the run; where no game comes so far, it is the last weights."""
    max_plies: int = Field(2000, ge=1, le=100_000)
    """Longest game; one that is cut teaches what its last position predicts."""
    gate_every: int = Field(20_000, ge=0)
    """Matches against pubeval and the start after every so many games; 0 for none."""
    gate_games: int = Field(2_000, ge=2, le=1_000_000, multiple_of=2)
    """Games of each, in pairs with the same dice."""

    def __init__(self, /, **settings: Any) -> None:
        # Written out, or type checkers expect the fields as they are stored.
        super().__init__(**settings)

    @field_validator("game")
    @classmethod
    def _learnt_in_batches(cls, game: str) -> str:
        if not facts_of(game).learns_in_batches:
            raise BadSetting(f"{game} is not learnt in batches; learn it with pw.learn")
        return game

    @field_validator("evaluation", mode="before")
    @classmethod
    def _known_evaluation(cls, evaluation: Any) -> str:
        found = shape(evaluation)
        if not isinstance(found, GammonShape):
            raise BadSetting(
                f"{found} cannot be learnt in batches; backgammon has networks of its own, as "
                "'gammon:hidden=80'"
            )
        return str(found)

    @field_validator("step_size", mode="before")
    @classmethod
    def _step_size_table(cls, spec: Any, info: ValidationInfo) -> dict[str, Any]:
        chosen: StepSize = step_size(made(spec, step_size, (StepSize, float, int)))
        table = without_none(chosen.settings())
        _refuse_other_means(table)
        is_told = "games" in spec if isinstance(spec, dict | str) else True
        if chosen.name in IN_KERNEL and not is_told:
            table["games"] = info.data.get("games", table["games"])
        return table

    @field_validator("games", "gate_every")
    @classmethod
    def _whole_batches(cls, games: int, info: ValidationInfo) -> int:
        # A run that goes on, or has no gates, must meet the same batches.
        batch: int = info.data.get("batch", 1)
        return -(-games // batch) * batch

    @field_validator("average_from")
    @classmethod
    def _from_the_middle(cls, game: int, info: ValidationInfo) -> int:
        # Told in numbers, since a resumed run may have more games.
        games: int = info.data.get("games", 0)
        return games // 2 if game < 0 else game

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        if self.rule == "tdleaf" and self.plies == 1:
            raise BadSetting("rule = 'tdleaf' needs plies = 2: a ply deep the leaf is the position")
        if self.update == "move" and (self.batch, self.plies, self.trace_decay) != (1, 1, 0.0):
            raise BadSetting(
                "update = 'move' is TD(0) with weights that move within a game: it needs "
                "batch = 1, plies = 1 and trace_decay = 0"
            )
        if self.step_size["name"] not in IN_KERNEL and self.update == "move":
            raise BadSetting(f"update = 'move' knows the step sizes {', '.join(IN_KERNEL)} alone")
        return self

    @property
    def shape(self) -> GammonShape:
        """The networks."""
        found = shape(self.evaluation)
        assert isinstance(found, GammonShape)
        return found

    @property
    def feature_set(self) -> FeatureSet:
        """What they see."""
        return FeatureSet.named(self.game, self.features)

    def new_step_size(self) -> StepSize:
        """A step size with these settings that has seen nothing yet."""
        return step_size(self.step_size)

    def learner(self, start: "NDArray[np.float32] | None" = None) -> _kernel.GammonLearner:
        """The kernel's learner, before its first game."""
        steps: Any = self.new_step_size()
        in_kernel = self.step_size["name"] in IN_KERNEL
        return _kernel.GammonLearner(
            features=self.features,
            shape=self.shape.settings,
            seed=self.seed,
            start=start,
            update=self.update,
            trace_decay=self.trace_decay,
            plies=self.plies,
            leaf=self.rule == "tdleaf",
            candidates=self.candidates,
            margin=self.margin,
            step=self.step_size["name"],
            step_start=steps.start if in_kernel else 1.0,
            step_end=steps.end if in_kernel else 1.0,
            step_games=steps.games if in_kernel else 1,
            batch=self.batch,
            max_plies=self.max_plies,
            average_from=self.average_from,
        )


def _refuse_other_means(table: dict[str, Any]) -> None:
    """BadSetting for settings of Adam that the kernel, whose own are fixed, would not heed."""
    usual = Adam().settings()
    for name in ("beta1", "beta2", "epsilon"):
        if table["name"] == Adam.name and table[name] != usual[name]:
            raise BadSetting(
                f"{name}={table[name]} of step size 'adam'; in batches the kernel steps "
                f"after every position with {name}={usual[name]}, so leave it out"
            )
