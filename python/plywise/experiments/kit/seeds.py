"""Mean and spread over seeds."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from plywise.experiments.kit.result import NOT_RUN, Cell
from plywise.play.interval import student_95

FEW = {1: 12.706, 2: 4.303}
"""Student's t for a two-sided 95 % where the expansion does not reach: two seeds, three seeds."""

MEANS = (
    "standard error of the mean over {seeds} seeds (of published figures: the deviation of the "
    "published runs); apart: measured less published, in standard errors of that difference"
)
"""What errors are where means over seeds stand beside published ones."""

Values = Sequence[float] | NDArray[np.float64]


def mean(values: Values) -> Cell:
    """The mean; "not run" if there are none.

    >>> mean([1.0, 2.0]), mean([])
    (1.5, 'not run')
    """
    return float(np.mean(values)) if len(values) else NOT_RUN


def standard_error(values: Values) -> float | None:
    """The standard deviation of the mean; None for a single value."""
    deviation = spread(values)
    return None if deviation is None else deviation / len(values) ** 0.5


def half_interval(values: Values) -> float | None:
    """Half the 95 % interval of the mean, by Student's t; None for a single value.

    >>> round(half_interval([1.0, 2.0, 3.0]), 2)
    2.48
    """
    error = standard_error(values)
    freedom = len(values) - 1
    return None if error is None else error * (FEW.get(freedom) or student_95(freedom))


def spread(values: Values) -> float | None:
    """The standard deviation; None for a single value."""
    return float(np.std(values, ddof=1)) if len(values) > 1 else None
