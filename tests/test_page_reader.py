"""The reader of runs that go on: half lines, files cut back or replaced, series as numpy has."""

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from plywise.page import series
from plywise.page.places import Missing, Place, Places, read_name, written_name
from plywise.page.series import lines_of, whole_number
from plywise.page.watching import Watched, last_game, last_lines
from plywise.runs.following import Following
from plywise.runs.line_index import LineIndex
from plywise.runs.run import Run, load
from plywise.runs.snapshots import record_size
from plywise.runs.state import is_at_work
from plywise.runs.trainer import Trainer
from small_runs import small


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return Trainer(small(games=12), tmp_path_factory.mktemp("reader") / "run").run()


@pytest.fixture
def copied(run: Run, tmp_path: Path) -> Path:
    shutil.copytree(run.directory, tmp_path / "run")
    return tmp_path / "run"


def cut(folder: Path, whole: Path, games: int, more: bytes = b"") -> None:
    """Bring a copy of a run to the state after so many games."""
    lines = (whole / "metrics.jsonl").read_bytes().splitlines(keepends=True)
    (folder / "metrics.jsonl").write_bytes(b"".join(lines[:games]) + more)
    data = (whole / "weights-every-1.bin").read_bytes()
    (folder / "weights-every-1.bin").write_bytes(data[: 64 + games * record_size(5)])


def test_new_games_are_read_from_where_the_last_look_ended(run: Run, copied: Path) -> None:
    cut(copied, run.directory, 5)
    following = Following(copied, run.names)
    assert len(following.history()) == 5
    same = following.history()
    assert following.history() is same  # nothing is read that was read before
    cut(copied, run.directory, 9)
    # Written anew by the test, but the same file with the same beginning: it has grown.
    history = following.history()
    assert (len(history), following.beginning) == (9, 1)
    assert np.array_equal(history.weights[:], run.history.weights[:9])
    assert history.plies.tolist() == run.history.plies[:9].tolist()


def test_half_a_line_waits_for_its_end(run: Run, copied: Path) -> None:
    lines = (run.directory / "metrics.jsonl").read_bytes().splitlines(keepends=True)
    cut(copied, run.directory, 5, more=lines[5][:20])
    following = Following(copied, run.names)
    assert len(following.history()) == 5
    cut(copied, run.directory, 6)
    assert (len(following.history()), following.beginning) == (6, 1)


def test_a_file_that_was_cut_back_is_read_again(run: Run, copied: Path) -> None:
    following = Following(copied, run.names)
    assert len(following.history()) == 12
    cut(copied, run.directory, 4)
    assert (len(following.history()), following.beginning) == (4, 2)
    cut(copied, run.directory, 12)
    assert (len(following.history()), following.beginning) == (12, 2)


def test_other_games_at_the_same_place_are_noticed(run: Run, copied: Path, tmp_path: Path) -> None:
    cut(copied, run.directory, 4)
    following = Following(copied, run.names)
    assert len(following.history()) == 4
    other = Trainer(small(games=12, seed=4), tmp_path / "other").run()
    cut(copied, other.directory, 9)  # cut back and grown again between two looks
    history = following.history()
    assert (len(history), following.beginning) == (9, 2)
    assert np.array_equal(history.weights[:], other.history.weights[:9])


def test_another_file_of_the_same_name_is_noticed(run: Run, copied: Path) -> None:
    following = Following(copied, run.names)
    assert len(following.history()) == 12
    new = copied / "new"
    new.write_bytes((copied / "metrics.jsonl").read_bytes())
    new.replace(copied / "metrics.jsonl")
    assert (len(following.history()), following.beginning) == (12, 2)


def test_a_run_without_a_game_grows_to_one_with_some(run: Run, copied: Path) -> None:
    (copied / "metrics.jsonl").unlink()
    following = Following(copied, run.names)
    assert len(following.history()) == 0
    cut(copied, run.directory, 3)
    assert len(following.history()) == 3


def test_an_index_of_lines_notices_a_file_cut_back_or_replaced(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    path.write_text("".join(f"{n}\n" for n in range(1, 200)))
    index = LineIndex(path)
    assert index.line(130) == "130"
    path.write_text("a\nb\n")
    assert (index.line(2), index.line(3)) == ("b", None)
    new = tmp_path / "new"
    new.write_text("".join(f"new {n}\n" for n in range(1, 300)))
    new.replace(path)
    assert index.line(2) == "new 2"


def test_series_are_what_numpy_makes_of_the_weights(run: Run) -> None:
    watched = Watched(Place("run", "run", run.directory))
    found = series.weights_series(watched, most=4)
    weights = run.history.weights[:]
    groups = weights.reshape(4, 3, 5)
    assert found["game"] == [3, 6, 9, 12]
    assert np.allclose(np.array(found["mean"]).T, groups.mean(axis=1), atol=1e-5)
    assert np.allclose(np.array(found["low"]).T, groups.min(axis=1), atol=1e-5)
    assert np.allclose(np.array(found["high"]).T, groups.max(axis=1), atol=1e-5)
    assert found["size"] == pytest.approx(weights[6:, 0].mean()) or weights[6:, 0].mean() <= 0
    games = series.game_series(watched, most=12)
    assert games["mean"][2] == run.history.plies.tolist()
    won, drawn, lost = (np.array(games["mean"][n]) for n in (3, 4, 5))
    assert np.array_equal(won + drawn + lost, np.ones(12))
    assert np.array_equal(won, run.history.outcome == 1.0)


def test_curves_are_divided_by_the_mean_of_the_unit_as_the_values_are(run: Run) -> None:
    watched = Watched(Place("run", "run", run.directory))
    size = series.unit_size(watched, watched.history())
    if size is None:
        pytest.skip("the pawn of this run is not above 0")
    normalised = run.normalised()
    queen = run.history.weights[6:, 4].mean() / size
    assert queen == pytest.approx(normalised["queen"])


def test_rows_since_a_game_have_no_hole_and_no_double(run: Run, copied: Path) -> None:
    cut(copied, run.directory, 5)
    watched = Watched(Place("run", "run", copied))
    seen: list[int] = []
    have = 0
    for games in (5, 5, 8, 12):
        cut(copied, run.directory, games)
        rows = series.rows_since(watched, have, 100)
        assert rows is not None
        assert rows["from"] == have
        seen += rows["game"]
        have = rows["have"]
    assert seen == list(range(1, 13))
    assert series.rows_since(watched, 13, 100) is None  # more than there is: begin again
    assert series.rows_since(watched, 0, 5) is None  # too many for rows


def test_places_that_have_weights_are_drawn_at_the_mean_value(tmp_path: Path) -> None:
    run = Trainer(small(games=4, features="ranks-rings"), tmp_path / "run").run()
    watched = Watched(Place("run", "run", run.directory))
    found = series.weights_series(watched, most=4)
    from plywise.evaluation.boards import centred

    names = [run.names[n] for n in series.shown_columns(run)]
    last = centred(run.features, run.weights)
    shown = dict(zip(names, (line[-1] for line in found["mean"]), strict=True))
    for piece in ("pawn", "knight", "queen"):
        assert shown[piece] == pytest.approx(last[piece], abs=1e-4)


def test_many_weights_are_drawn_as_quantiles(tmp_path: Path) -> None:
    run = Trainer(small(games=4, features="full-board"), tmp_path / "run").run()
    watched = Watched(Place("run", "run", run.directory))
    found = series.weights_series(watched, most=2)
    assert len(found["mean"]) <= series.MOST_LINES < len(run.names)
    whole = run.history.weights[:].reshape(2, 2, -1).mean(axis=1)
    assert np.allclose(
        np.array(found["quantiles"]).T, np.quantile(whole, series.QUANTILES, axis=1).T, atol=1e-5
    )


def test_the_end_of_a_file_is_read_alone(tmp_path: Path) -> None:
    path = tmp_path / "metrics.jsonl"
    assert (last_lines(path), last_game(path)) == ([], 0)
    path.write_text("".join(json.dumps({"game": n}) + "\n" for n in range(1, 9000)) + '{"ga')
    assert last_game(path) == 8999
    assert len(last_lines(path)) < 8999


def test_numbers_of_addresses_are_checked() -> None:
    assert whole_number("12", 1, least=1, most=20) == 12
    assert whole_number(None, 7, least=1, most=20) == 7
    for wrong in ("x", "-1", "21", "1e3", "٣٤", "9" * 40):
        with pytest.raises(ValueError, match="no whole number"):
            whole_number(wrong, 1, least=1, most=20)
    assert lines_of(np.empty((0, 2))) == [[], []]


def test_names_go_both_ways_and_several_folders_are_told_apart(run: Run, tmp_path: Path) -> None:
    for parts in (("a", "b~c"), ("a=b", "c"), ("~",), ("=7E",)):
        assert read_name(written_name(parts)) == "/".join(parts)
    for folder in ("one/runs", "two/runs"):
        shutil.copytree(run.directory, tmp_path / folder / "deep" / "first")
    places = Places((tmp_path / "one/runs", tmp_path / "two/runs"))
    assert [place.name for place in places.all("run")] == ["runs~deep~first", "runs-2~deep~first"]
    assert places.at("run", "runs-2~deep~first").path.is_relative_to(tmp_path / "two")
    alone = Places((run.directory,))
    assert [place.name for place in alone.all()] == ["run"]
    shutil.rmtree(tmp_path / "one")
    with pytest.raises(Missing, match="moved or deleted"):
        places.at("run", "runs~deep~first")


def test_a_run_says_how_it_stands(run: Run, copied: Path) -> None:
    from plywise.runs.lock import Lock

    def line() -> tuple[str, str]:
        told = Watched(Place("run", "run", copied)).line()
        return told.state, told.why

    assert line() == ("done", "")
    with Lock(copied):
        assert is_at_work(copied)
        assert line() == ("learning", "")
    assert not is_at_work(copied)
    cut(copied, run.directory, 5)
    assert line() == ("stopped", "")
    load(copied)._folder.note_divergence(5, "weights ran away")
    assert line() == ("diverged", "weights ran away")
    (copied / "metrics.jsonl").write_text("no JSON\n")
    assert line()[0] == "damaged"
    (copied / "config.toml").write_text("no TOML at all [")
    assert line()[0] == "damaged"


def test_a_run_that_diverges_notes_it(tmp_path: Path) -> None:
    from plywise.errors import WeightsDiverged

    settings = small(games=200, step_size={"name": "fixed", "step": 1e6})
    with pytest.raises(WeightsDiverged):
        Trainer(settings, tmp_path / "run").run()
    told = Watched(Place("run", "run", tmp_path / "run")).line()
    assert told.state == "diverged"
    assert told.why
