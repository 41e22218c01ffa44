"""Reports of long runs: drawn from buckets, and yet the same values."""

from pathlib import Path

import numpy as np
import pytest

import plywise as pw
import small_runs
from plywise.report import boards, plots, reading, write
from plywise.report.traces import Trace
from plywise.runs import snapshots, waypoints
from plywise.runs.run import Run
from plywise.runs.snapshots import record_size

pytest.importorskip("matplotlib", reason="needs the extra report")


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return small_runs.play(small_runs.small(games=90), tmp_path_factory.mktemp("run"))


@pytest.fixture(scope="module")
def places(tmp_path_factory: pytest.TempPathFactory) -> Run:
    folder = tmp_path_factory.mktemp("places")
    settings = {"features": "ranks-rings", "games": 40, "gate_every": 0, "max_plies": 60}
    return pw.learn("chess", search={"depth": 1}, out=folder, **settings)


@pytest.fixture
def as_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every run counts as a long one."""
    monkeypatch.setattr(reading, "MOST_NUMBERS", 0)


def test_a_long_run_has_the_values_of_its_games(run: Run, as_long: None) -> None:
    long, whole = reading.as_shown(run), reading.trace(run)
    assert long.thinned is not None
    assert whole.thinned is None
    assert (long.games, len(long.weights)) == (90, 30)
    assert long.values().tolist() == whole.values().tolist()
    assert long.weights == pytest.approx(whole.weights.reshape(30, 3, 5).mean(axis=1))
    assert long.rates == pytest.approx(whole.rates.reshape(30, 3, 5).mean(axis=1))
    assert long.plies.tolist() == whole.plies.tolist()


def test_its_band_is_the_range_of_the_games_of_a_point(run: Run, as_long: None) -> None:
    x, middle, low, high = plots.bands([reading.as_shown(run)], raw=True)
    weights = run.history.weights[:].reshape(30, 3, 5)
    assert x.tolist() == [0.0, *range(3, 91, 3)]
    assert middle[0].tolist() == low[0].tolist() == [1.0] * 5
    assert low[1:].tolist() == weights.min(axis=1).tolist()
    assert high[1:].tolist() == weights.max(axis=1).tolist()


def test_a_long_run_is_cut_and_averaged_by_its_games(run: Run, as_long: None) -> None:
    long, weights = reading.as_shown(run), run.history.weights
    cut = long.cut(45)
    assert (cut.games, len(cut.weights), len(cut.plies)) == (45, 15, 45)
    assert cut.tail() == pytest.approx(weights[21:45].mean(axis=0))
    assert long.mean(30, 60) == pytest.approx(weights[30:60].mean(axis=0))
    rows = reading.trace(run)
    assert rows.mean(30, 60).tolist() == weights[30:60].mean(axis=0).tolist()


def test_long_runs_and_short_ones_are_drawn_together(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = small_runs.play(small_runs.small(games=60, seed=4), tmp_path / "other")
    short: list[Trace] = [reading.as_shown(one) for one in (run, other)]
    monkeypatch.setattr(reading, "MOST_NUMBERS", 0)
    monkeypatch.setattr(reading, "LEAST_ROWS", 60)
    mixed = [reading.as_shown(run), reading.trace(other)]
    games, wanted, *_ = plots.bands(short)
    again, found, *_ = plots.bands(mixed)
    assert again.tolist() == games.tolist() == list(range(61))
    assert found == pytest.approx(wanted, abs=0.2)
    assert len(write([run, other], tmp_path / "report")) > 3


def test_pieces_whose_places_count_have_the_range_of_their_typical_values(
    places: Run, as_long: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    long = reading.as_shown(places)
    monkeypatch.setattr(reading, "MOST_NUMBERS", 10**9)
    whole = reading.as_shown(places)
    assert long.how == whole.how != ""
    assert long.thinned is not None
    assert long.values() == pytest.approx(whole.values())
    ends = long.thinned.after.astype(int)
    for n in long.rows:
        for row, (first, end) in enumerate(zip([0, *ends], ends, strict=False)):
            part = whole.weights[first:end, n]
            assert long.thinned.low[row, n] == pytest.approx(part.min())
            assert long.thinned.high[row, n] == pytest.approx(part.max())
    assert np.allclose(
        [board.middle for board in boards.final_boards([long])],
        [board.middle for board in boards.final_boards([whole])],
    )


def test_a_run_of_which_not_every_game_is_kept_is_reported(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(snapshots, "LIMIT", 64 + 30 * record_size(5))
    monkeypatch.setattr(waypoints, "FIRST", 16)
    thinned = small_runs.play(small_runs.small(games=90), tmp_path / "run")
    assert thinned.history.every == 4
    files = write(thinned, tmp_path / "report")
    assert "90 games of self-play" in files[0].read_text()
    assert reading.trace(thinned).games == 90
    assert thinned.plot(tmp_path / "run.png").stat().st_size > 1000
    mean = run.history.weights[3::4][-11:].mean(axis=0)
    assert list(thinned.mean().values()) == mean.tolist()
