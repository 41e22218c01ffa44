"""The searches once more in plain Python: to be read, and to hold the kernel against.

Slow on purpose: `alpha_beta` has no table, no ordering, no deepening, and `bayesian` multiplies out
every product anew. The tests demand of the kernel the same values on hundreds of positions and
trees.
"""

from plywise.searching.reference.alpha_beta import ReferenceFound, alpha_beta
from plywise.searching.reference.expectimax import expectimax

__all__ = ["ReferenceFound", "alpha_beta", "expectimax"]
