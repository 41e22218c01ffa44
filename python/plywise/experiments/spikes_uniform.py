"""Decision trees and networks of spikes where outcomes are uniform (van der Spoel 2007, 4.1.4)."""

import numpy as np

from plywise.experiments import spike_risk
from plywise.experiments.kit.plan import Experiment, ExperimentPlan, Size
from plywise.experiments.kit.result import Result
from plywise.selective.many import Array


def _drawn(draw: np.random.Generator, size: int) -> Array:
    return draw.uniform(-1.0, 1.0, size)


RISK = spike_risk.Risk(
    drawn=_drawn,
    trees=(0.386, 0.418, 0.428, 0.441, 0.445),
    networks=(0.360, 0.372, 0.388, 0.403, 0.387),
    note="Three spikes in the right places with a third each have the sum 5/54 + ln 3 = 1.191, and "
    "the same spikes for all hardly more than 1.24: there is little to win here.",
)


def run(plan: ExperimentPlan) -> Result:
    """Uniform on [−1, 1], or where the features are high on average on [−2, 2]."""
    return spike_risk.run(plan, RISK)


EXPERIMENT = Experiment(
    name="spikes-uniform",
    title="Spikes for uniform outcomes",
    source="van der Spoel 2007, 4.1.4, table 4.2",
    sizes={"quick": Size(seeds=2, games=10_000), "paper": Size(seeds=5, games=20_000)},
    run=run,
)
