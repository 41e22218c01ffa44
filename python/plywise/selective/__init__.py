"""What a search may still find out about a position, as a few spikes, and how to make them.

Bayesian search (B. van der Spoel, "Algorithms for Selective Search", 2007, here "the paper"; after
Baum and Smith 1997) wants for every leaf not a value but a discrete distribution of the values that
it may turn out to have once it is looked at: spikes, each with a location and a height. Here is how
to make such distributions from examples: positions, each with the one value that it did turn out
to have.

- `distribution`: one distribution, `many`: those of many positions at once
- `kmeans`, `moments`: many points reduced to k spikes
- `decision_tree`, `network`: distributions as functions of a position's features
- `winner_take_all`, `fixed_locations`: how networks are taught
- `measures`: how good they are
- `hand_made`, `limits`: the paper's own rules for chances of winning
- `generator`: spike generators as files; `in_kernel` hands them to the kernel
- `sampling`, `training`: generators from plywise's own searches (`plywise spikes`)
"""

from plywise.selective.distribution import Distribution
from plywise.selective.many import Many
from plywise.selective.measures import Errors, errors

__all__ = ["Distribution", "Errors", "Many", "errors"]
