"""The searches once more in plain Python: to be read, and to hold the kernel against.

Slow on purpose: no table, no ordering, no deepening. The tests demand of the kernel the same value,
and a leaf of that value, on hundreds of positions.
"""

from plywise.searching.reference.alpha_beta import ReferenceFound, alpha_beta

__all__ = ["ReferenceFound", "alpha_beta"]
