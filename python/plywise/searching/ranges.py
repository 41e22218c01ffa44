"""What each option of a search may be: declared once, complained about in one place."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from plywise import _kernel
from plywise.checks import shown


@dataclass(frozen=True, kw_only=True)
class Range:
    """The numbers or words that an option takes."""

    least: float = 0
    most: float = 0
    whole: bool = True
    optional: bool = False
    words: tuple[str, ...] = ()

    def complaint(self, name: str, given: object) -> str | None:
        """What is wrong with a value, or None."""
        if given is None and self.optional:
            return None
        if self.words:
            if isinstance(given, str) and given in self.words:
                return None
            return f"{name} {shown(given)} is neither {' nor '.join(self.words)}"
        if self._holds(given):
            return None
        if self.optional and self.most >= LARGE:
            return (
                f"{name} {shown(given)} is not a positive whole number; leave it out for no limit"
            )
        return f"{name} {shown(given)} is not between {self.least:g} and {self.most:.13g}"

    def _holds(self, given: object) -> bool:
        """Whether it is a number in the range; 2.5, True and "4" are no whole numbers."""
        kinds = int if self.whole else int | float
        is_number = isinstance(given, kinds) and not isinstance(given, bool)
        return is_number and self.least <= given <= self.most  # type: ignore[operator]


LARGE = 2**32 - 1
_LIMIT = Range(least=1, most=LARGE, optional=True)
_UNITS = Range(most=1000, whole=False)

ALPHA_BETA_RANGES: Mapping[str, Range] = {
    "depth": Range(most=_kernel.MAX_DEPTH),
    "nodes": _LIMIT,
    "movetime": _LIMIT,
    "quiescence_plies": _LIMIT,
    "threads": Range(least=1, most=_kernel.MAX_THREADS),
    "table_entries": Range(most=2**40),
    "probes": Range(least=1, most=16),
    "check_extension": Range(optional=True, words=("evasions", "checks")),
    "singular_extension": Range(least=1, most=2, optional=True),
    "null_move": Range(least=1, most=4, optional=True),
    "null_again": Range(least=1, most=4, optional=True),
    "razoring": Range(most=1000, whole=False, optional=True),
    "aspiration": Range(least=0.01, most=1000, whole=False, optional=True),
    "mtd_resolution": _UNITS,
    "leaf_noise": _UNITS,
    "evaluation_noise": Range(most=1000, whole=False, optional=True),
    "noise": _UNITS,
}
"""All options that are not switches."""


def complaints(given: Mapping[str, Any], ranges: Mapping[str, Range]) -> list[str]:
    """All that is wrong with options; those without a range are switches.

    >>> complaints({"probes": 17, "pvs": "yes"}, ALPHA_BETA_RANGES)
    ['probes 17 is not between 1 and 16', "pvs 'yes' is neither true nor false"]
    """
    told = (
        ranges[name].complaint(name, value)
        if name in ranges
        else None
        if isinstance(value, bool)
        else f"{name} {shown(value)} is neither true nor false"
        for name, value in given.items()
    )
    return [complaint for complaint in told if complaint]
