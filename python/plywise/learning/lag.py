"""What a large lag asks for: smaller steps, and games enough.

Game n is played with the weights after game n − lag, so a mistake of the weights is noticed lag
games later, and until then every game repeats the correction. With the usual steps chess at lag 64
runs so far past its aim that the values end inverted. Steps that fall with the lag held there.
"""

from collections.abc import Mapping
from typing import Any

from plywise.errors import BadInput, BadSetting
from plywise.learning.step_size import TemporalCoherence, step_size

SMALL = 16
"""Below it the steps are as usual."""
FULL_STEPS = 8
"""The lag whose corrections, all together, are as large as those of larger lags: c · lag stays."""
LEAST_ROUNDS = 8
"""A run with a large lag has at least so many times its games: chess at lag 64 still had pawns
below 0 after four times, and above it after eight (depths 1 and 2, three seeds each)."""


def with_steps_by_lag(usual: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """The settings: those given, then the usual ones; c by the lag where nobody gave it.

    >>> with_steps_by_lag({"step_size": "coherence:c=.5"}, {"lag": 64})["step_size"]["c"]
    0.0625
    >>> with_steps_by_lag({}, {"lag": 64, "step_size": "coherence:c=.2"})["step_size"]
    'coherence:c=.2'
    >>> with_steps_by_lag({}, {"lag": 8})
    {'lag': 8}
    """
    settings = {**usual, **given}
    lag, spec = settings.get("lag"), settings.get("step_size", TemporalCoherence.name)
    if not isinstance(lag, int) or lag < SMALL or not isinstance(spec, str | Mapping):
        return settings
    if "step_size" in given and _names_c(spec):
        return settings
    try:
        made = step_size(spec)
    except (BadInput, TypeError):  # told where step sizes are checked
        return settings
    if isinstance(made, TemporalCoherence):
        settings["step_size"] = {**made.settings(), "c": made.c * FULL_STEPS / lag}
    return settings


def _names_c(spec: str | Mapping[str, Any]) -> bool:
    """Whether a text or a table says what c is; the first setting may come without its name."""
    if isinstance(spec, Mapping):
        return "c" in spec
    parts = [part.partition("=") for part in spec.partition(":")[2].split(",") if part]
    return any(not equals or key.strip() == "c" for key, equals, _ in parts)


def refuse_hopeless_lag(lag: int, games: int) -> None:
    """BadSetting for a large lag with which a run of so many games cannot get anywhere.

    >>> refuse_hopeless_lag(4, 2)
    >>> refuse_hopeless_lag(64, 100)
    Traceback (most recent call last):
    ...
    plywise.BadSetting: lag = 64 with games = 100: ...
    """
    if lag >= SMALL and games < LEAST_ROUNDS * lag:
        fitting = max(1, games // LEAST_ROUNDS)
        raise BadSetting(
            f"lag = {lag} with games = {games}: the first {min(lag, games)} games are all played "
            f"with the start weights, and too few follow; give at least {LEAST_ROUNDS * lag} "
            f"games, or a lag of at most {max(fitting, SMALL - 1)}"
        )
