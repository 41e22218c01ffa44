"""Decision trees and networks of spikes where outcomes are ±1 or ±2 (van der Spoel 2007, 4.1.4)."""

import numpy as np

from plywise.experiments import spike_risk
from plywise.experiments.kit.plan import Experiment, ExperimentPlan, Size
from plywise.experiments.kit.result import Result
from plywise.selective.many import Array


def _drawn(draw: np.random.Generator, size: int) -> Array:
    return draw.choice([-1.0, 1.0], size)


RISK = spike_risk.Risk(
    drawn=_drawn,
    trees=(0.123, 0.145, 0.200, 0.186, 0.223),
    networks=(0.059, 0.021, 0.024, 0.033, 0.039),
    note="The least sum that can be reached is ln 2 = .693, with two spikes in the right places.",
)


def run(plan: ExperimentPlan) -> Result:
    """±1, or where the features are high on average ±2."""
    return spike_risk.run(plan, RISK)


EXPERIMENT = Experiment(
    name="spikes-discrete",
    title="Spikes for outcomes of ±1 and ±2",
    source="van der Spoel 2007, 4.1.4, table 4.1",
    sizes={"quick": Size(seeds=2, games=10_000), "paper": Size(seeds=5, games=20_000)},
    run=run,
)
