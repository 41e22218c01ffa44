"""Step sizes: how far to follow the recommended changes, fixed, decaying, or found per weight.

All share one interface (`StepSize`). They see the recommended changes r_{i,t} of a sequence
(`TDLeaf.recommended`, thesis eq. 8.1) or their sums, and give the change of the weights; what they
remember goes out through `state` and comes back through `restore` to the bit. Sums run row by row,
never through BLAS, so that the same games give the same weights on every machine.

A file in this folder is a step size or two, known by the `name` that each class declares. One is of
another kind: least squares keep whole games, and learn from all of them again and again.

Sources: Smith 1999 (thesis) sections 8.2 and 8.4; Jacobs 1988 for delta-bar-delta.
"""

from plywise.learning.step_size.adam import Adam
from plywise.learning.step_size.annealed import Annealed
from plywise.learning.step_size.base import StepSize, is_number
from plywise.learning.step_size.coherence import TemporalCoherence
from plywise.learning.step_size.decay import Decay
from plywise.learning.step_size.delta_bar_delta import DeltaBarDelta
from plywise.learning.step_size.fixed import Fixed
from plywise.learning.step_size.least_squares import LeastSquares
from plywise.learning.step_size.named import step_size
from plywise.learning.step_size.scaled import AdaGrad, RMSprop

__all__ = [
    "AdaGrad",
    "Adam",
    "Annealed",
    "Decay",
    "DeltaBarDelta",
    "Fixed",
    "LeastSquares",
    "RMSprop",
    "StepSize",
    "TemporalCoherence",
    "is_number",
    "step_size",
]
