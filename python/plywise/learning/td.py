"""TD(λ) by the names that all know it by: the rules, and its two forms in plain numpy.

The forms agree to rounding: forward, a change for every timestep (thesis eq. 8.1), which the step
sizes want; and backward, the total alone (Baxter et al. 2000 eq. 3), which is cheaper.
"""

from plywise.learning.credits import recommended_changes, total_change
from plywise.learning.rules import LearningRule, TDDirected, TDLeaf

__all__ = ["LearningRule", "TDDirected", "TDLeaf", "recommended_changes", "total_change"]
