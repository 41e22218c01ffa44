"""Step sizes: how far to follow the recommended changes, fixed, decaying, or found per weight.

All share one interface (`StepSize`). They see the recommended changes r_{i,t} of a sequence
(`TDLeaf.recommended`, thesis eq. 8.1) or their sums, and give the change of the weights; what they
remember goes out through `state` and comes back through `restore` to the bit. Sums run row by row,
never through BLAS, so that the same games give the same weights on every machine.

A file in this folder is a step size, known by the `name` that its class declares.

Sources: papers/000 (thesis) sections 8.2 and 8.4; Jacobs 1988 for delta-bar-delta.
"""

from plywise.learning.step_size.adam import Adam
from plywise.learning.step_size.annealed import Annealed
from plywise.learning.step_size.base import StepSize, is_number
from plywise.learning.step_size.coherence import TemporalCoherence
from plywise.learning.step_size.decay import Decay
from plywise.learning.step_size.delta_bar_delta import DeltaBarDelta
from plywise.learning.step_size.fixed import Fixed
from plywise.learning.step_size.named import step_size

__all__ = [
    "Adam",
    "Annealed",
    "Decay",
    "DeltaBarDelta",
    "Fixed",
    "StepSize",
    "TemporalCoherence",
    "is_number",
    "step_size",
]
