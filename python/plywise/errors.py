"""What can go wrong, by name: a user's mistake is a `BadInput`, our own fault a `KernelBug`."""

from plywise._kernel import BadInput, KernelBug

__all__ = [
    "BadInput",
    "BadPosition",
    "BadSetting",
    "DamagedFile",
    "IllegalMove",
    "KernelBug",
    "RunLocked",
    "UnknownName",
    "WeightsDiverged",
]


class BadPosition(BadInput):
    """A text that is no position of the game."""


class IllegalMove(BadInput):
    """A move that the rules do not allow in that position."""


class UnknownName(BadInput):
    """A game, feature set, weight set or experiment that does not exist."""


class BadSetting(BadInput):
    """A setting outside its range, or settings that contradict each other."""


class DamagedFile(BadInput):
    """A file of ours whose checksum or form is wrong."""


class RunLocked(BadInput):
    """Another process is learning in the same run directory."""


class WeightsDiverged(RuntimeError):
    """Learning ran away: the predictions are saturated and no gradient is left."""
