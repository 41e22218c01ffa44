"""What can go wrong, by name: a user's mistake is a `BadInput`, our own fault a `KernelBug`."""

from plywise._kernel import BadInput, BadPosition, BadSetting, IllegalMove, KernelBug, UnknownName

__all__ = [
    "BadInput",
    "BadPosition",
    "BadSetting",
    "DamagedFile",
    "IllegalMove",
    "KernelBug",
    "NewerVersion",
    "RunLocked",
    "UnknownName",
    "UntrustedCode",
    "WeightsDiverged",
]


class DamagedFile(BadInput):
    """A file of ours whose checksum or form is wrong."""


class NewerVersion(BadInput):
    """A file of ours that a later version of plywise wrote: it is sound, and not for this one."""


class RunLocked(BadInput):
    """Another process is learning in the same run directory."""


class UntrustedCode(BadInput):
    """A file names code that the user did not name: it is not run."""


class WeightsDiverged(RuntimeError):
    """Learning ran away: the predictions are saturated and no gradient is left."""
