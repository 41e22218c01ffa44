"""What the settings of every kind of run share: mistakes in words, TOML both ways, comparing."""

import json
import tomllib
from hashlib import sha256
from pathlib import Path
from typing import Any, Self

import tomli_w
from pydantic import BaseModel, ConfigDict, ValidationError, ValidationInfo, field_validator

from plywise.checks import brief
from plywise.errors import BadInput, BadSetting, DamagedFile, UntrustedCode
from plywise.evaluation.features import FeatureSet
from plywise.games.loading import reading
from plywise.learning.mistakes import all_mistakes
from plywise.learning.tables import flat, without_none
from plywise.regular import SETTINGS, read_regular

CHANGEABLE = ("games", "minutes", "openings.file")
"""Settings that a resumed run may change: they say when to stop or where a file lies, not what is
learnt."""
OF_START = ("game", "features", "evaluation")
"""Settings that say which weights a run may begin with."""


class RunSettings(BaseModel):
    """Frozen settings of a run, all of them checked at once.

    >>> class Guessing(RunSettings):
    ...     games: int = 10
    ...     seed: int = 1
    >>> one, other = Guessing(), Guessing(games=20, seed=2)
    >>> one.differences(other), one.fingerprint() == Guessing(games=20).fingerprint()
    (['seed = 1, not 2'], True)
    >>> Guessing.from_toml(other.to_toml()) == other
    True
    """

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        allow_inf_nan=False,
        validate_default=True,
    )

    def __init__(self, /, **settings: Any) -> None:  # `self` may be a mistake in a file
        try:
            super().__init__(**settings)
        except ValidationError as error:
            raise BadSetting(all_mistakes(error, type(self))) from None

    @field_validator("features", check_fields=False)
    @classmethod
    def _known_features(cls, name: str, info: ValidationInfo) -> str:
        game = info.data.get("game")
        return name if game is None else FeatureSet.named(game, name).name

    def to_toml(self) -> str:
        """All settings as TOML; `from_toml` reads them back."""
        return tomli_w.dumps(self.as_dict())

    @classmethod
    def from_toml(cls, text: str) -> Self:
        """The settings in a TOML text."""
        return cls(**tomllib.loads(text))

    @classmethod
    def load(cls, path: Path, *, trust: bool = False) -> Self:
        """The settings in a file, which errors name; code that it names is not run unless trusted.

        Code that is loaded already is.
        """
        try:
            with reading(path, trust=trust):
                return cls.from_toml(read_regular(path, at_most=SETTINGS).decode())
        except UntrustedCode:
            raise
        except BadInput as error:
            raise BadSetting(f"{path}: {error}") from None
        except (ValueError, RecursionError) as error:  # neither UTF-8 nor TOML
            raise DamagedFile(f"{path} is damaged: {error}; restore it from a copy") from None

    def as_dict(self) -> dict[str, Any]:
        """The settings in TOML's own types; what is None is left out."""
        return without_none(self.model_dump())

    def differences(self, other: Self) -> list[str]:
        """In words, the settings that a resumed run may not change and that `other` changes."""
        mine, theirs = flat(self.as_dict()), flat(other.as_dict())
        differing = {
            key
            for key in mine.keys() | theirs.keys()
            if key not in CHANGEABLE and mine.get(key) != theirs.get(key)
        }
        first = [key for key in OF_START if key in differing]
        if first:
            differing.discard("start")  # goes with what is counted
        return [
            f"{key} = {_apart(_told(self, mine, key), _told(other, theirs, key))}"
            for key in [*first, *sorted(differing.difference(first))]
        ]

    def deciding(self) -> dict[str, Any]:
        """The settings that decide what is learnt."""
        return {key: value for key, value in self.as_dict().items() if key not in CHANGEABLE}

    def fingerprint(self) -> str:
        """A digest of the settings that decide what is learnt."""
        return digest(self.deciding())

    def has_fingerprint(self, told: object) -> bool:
        """Whether a digest is that of these settings."""
        return told == self.fingerprint()


def _told(settings: RunSettings, table: dict[str, Any], key: str) -> object:
    """The value of a setting; some are left out of the table where they are as usual."""
    return table.get(key, getattr(settings, key, None))


def _apart(mine: object, theirs: object) -> str:
    """Two values for a message; of long lists, which may begin alike, where they first differ.

    >>> _apart(1, 2), _apart([0.0] * 99, [0.0] * 98 + [1.0])
    ('1, not 2', '[0.0, 0.0, 0.0, 0.0, … (99 in all)], not one with 1.0 in place 99 of 99')
    """
    texts = ["none" if value is None else brief(value) for value in (mine, theirs)]
    if texts[0] == texts[1] and isinstance(mine, list) and isinstance(theirs, list):
        both = enumerate(zip(mine, theirs, strict=True))
        place, other = next((n, other) for n, (one, other) in both if one != other)
        return f"{texts[0]}, not one with {brief(other)} in place {place + 1} of {len(mine)}"
    return f"{texts[0]}, not {texts[1]}"


def digest(settings: dict[str, Any]) -> str:
    """A digest of settings in TOML's own types, in whatever order.

    >>> digest({"seed": 1, "lag": 4}) == digest({"lag": 4, "seed": 1})
    True
    """
    return sha256(json.dumps(settings, sort_keys=True).encode()).hexdigest()
