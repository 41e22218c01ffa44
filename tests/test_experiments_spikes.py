"""The experiments on making spikes, at tiny sizes."""

import pytest

from plywise.experiments import experiment
from plywise.experiments.plan import Plan, Size
from plywise.experiments.spike_risk import FEATURES, examples
from plywise.experiments.spikes_discrete import RISK as DISCRETE
from plywise.experiments.spikes_uniform import RISK as UNIFORM

TINY = Size(seeds=1, games=400)


def test_outcomes_are_wide_where_the_features_are_high_on_average():
    one = examples(DISCRETE, 6, 1000, seed=1)
    is_risky = one.inputs.mean(axis=1) > 0.5
    assert set(one.outcomes[is_risky]) == {-2.0, 2.0}
    assert set(one.outcomes[~is_risky]) == {-1.0, 1.0}
    even = examples(UNIFORM, 6, 1000, seed=1)
    is_risky = even.inputs.mean(axis=1) > 0.5
    assert abs(even.outcomes[~is_risky]).max() < 1.0 < 1.9 < abs(even.outcomes[is_risky]).max()


@pytest.mark.parametrize("name", ["spikes-discrete", "spikes-uniform"])
def test_trees_and_networks_are_told_beside_the_published_errors(name, tmp_path):
    found = experiment(name)
    plan = Plan(experiment=found, size_name="quick", size=TINY, work=tmp_path)
    result = found.run(plan)
    rows = {row.label: row for row in result.rows}
    assert len(rows) == 3 * len(FEATURES)
    assert rows["6 features: decision tree"].published in (0.123, 0.386)
    assert rows["18 features: network"].published in (0.039, 0.387)
    for row in result.rows:
        assert isinstance(row.measured, float)
        assert 0.6 < row.measured < 3.0
    same = found.run(plan)
    assert [row.measured for row in same.rows] == [row.measured for row in result.rows]
    assert result.data["errors.csv"].count("\n") == 1 + 5 * len(FEATURES)
