"""What a larger lag does to learning: the experiment, small."""

from pathlib import Path

from plywise.experiments import ExperimentPlan, Size, experiment
from plywise.experiments.kit.writer import write
from plywise.experiments.lag import LAGS, kind


def test_steps_are_as_small_as_the_lag_asks_for() -> None:
    sizes = {lag: kind(lag, 1).config(games=4096, seed=1).step_size["c"] for lag in LAGS}
    assert sizes[1] == sizes[4] == 0.5
    assert [lag * sizes[lag] for lag in (16, 64, 256)] == [4.0] * 3


def test_lags_that_the_games_allow_are_learnt_with_and_the_others_named(tmp_path: Path) -> None:
    found = experiment("lag")
    size = Size(seeds=1, games=128, match_games=2, depths=(1,))
    plan = ExperimentPlan(experiment=found, size_name="quick", size=size, work=tmp_path / "work")
    result = found.run(plan)
    cells = {row.label: row.measured for row in result.rows}
    for lag in (1, 4, 16):
        assert 0.0 <= cells[f"lag {lag}: score against 1:3:3:5:9, %"] <= 100.0
        assert 1.0 < cells[f"lag {lag}: queen, as learnt"] < 20.0
        assert 1 <= cells[f"lag {lag}: games until the queen is at 80% of that"] <= 128
    assert cells["lag 64: score against 1:3:3:5:9, %"] == "not run"
    assert "lag 256: not run; it wants 2,048 games at least" in result.notes
    files = {file.name for file in write(result, tmp_path / "out")}
    assert files >= {"result.json", "table.md", "weights.csv", "lag.png"}
