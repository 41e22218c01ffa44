"""Runs side by side, and their histories as tables for other programs."""

import csv
import io
import json
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from plywise.cli.app import app
from plywise.errors import BadInput, BadSetting
from plywise.report.comparing import compare
from plywise.runs.run import Run
from small_runs import play, small


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> list[Run]:
    """Of material, of places with other steps, and of a network."""
    folder = tmp_path_factory.mktemp("runs")
    return [
        play(small(games=6), folder / "material"),
        play(small(games=8, features="ranks-rings", step_size="fixed:.05"), folder / "places"),
        play(small(games=4, evaluation="network:2"), folder / "network"),
    ]


def test_only_what_differs_is_listed(runs: list[Run]) -> None:
    differing = compare(runs[:2]).differing
    assert differing["features"] == ["material", "ranks-rings"]
    assert differing["step_size.name"] == ["coherence", "fixed"]
    assert differing["games"] == ["6", "8"]
    assert not {"game", "seed", "search.depth"} & differing.keys()


def test_the_table_has_every_run_and_weight(runs: list[Run]) -> None:
    found = compare(runs)
    told = "\n".join(found.lines())
    assert all(name in told for name in ("material", "places", "network", "queen", "plies a game"))
    assert found.shared == ["pawn", "knight", "bishop", "rook", "queen"]
    assert found.sides[0].values == pytest.approx(runs[0].normalised())


def test_a_picture_has_a_panel_a_weight_that_all_have(runs: list[Run], tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    picture = compare(runs[:2]).picture()
    assert (picture.rows, picture.columns) == (2, 3)
    assert picture.save(tmp_path / "both.png").stat().st_size > 5000
    with pytest.raises(BadInput, match="network is a network:hidden=2"):
        compare(runs).picture()


def test_the_last_point_of_a_line_is_the_last_weight(runs: list[Run]) -> None:
    side = compare(runs[:2]).sides[0]
    games, lines = side.course
    assert games[-1] == len(runs[0].history)
    assert lines.shape == (len(games), 5)


def test_one_run_or_too_many_are_refused(runs: list[Run]) -> None:
    for wrong in (runs[:1], runs * 3):
        with pytest.raises(BadSetting, match="give 2 to 8"):
            compare(wrong)


def test_the_command_tells_programs_the_same(runs: list[Run]) -> None:
    words = ["compare", *(str(run.directory) for run in runs[:2]), "--json"]
    done = CliRunner().invoke(app, words, prog_name="plywise")
    told = json.loads(done.stdout.splitlines()[-1])
    assert told["settings"]["features"] == ["material", "ranks-rings"]
    assert told["values"][0] == pytest.approx(runs[0].normalised())
    wrong = CliRunner().invoke(app, [*words[:2], "nowhere"], prog_name="plywise")
    assert wrong.exit_code == 2


def test_a_history_is_a_csv_with_every_number(runs: list[Run], tmp_path: Path) -> None:
    history = runs[1].history
    text = history.to_csv()
    assert isinstance(text, str)
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [int(row["game"]) for row in rows] == history.game.tolist()
    assert [row["reason"] for row in rows] == list(history.reason)
    for name, column in zip(history.names, np.asarray(history.weights).T, strict=True):
        assert [float(row[name]) for row in rows] == column.tolist()
    assert float(rows[-1]["rate of pawn"]) == history.rates[-1][0]
    path = tmp_path / "history.csv"
    assert history.to_csv(path) == path
    assert path.read_text() == text


def test_pandas_has_the_same_table_where_it_is_installed(runs: list[Run]) -> None:
    pytest.importorskip("pandas")
    history = runs[0].history
    frame = history.to_pandas()
    assert frame.index.tolist() == history.game.tolist()
    assert frame["queen"].tolist() == np.asarray(history.weights)[:, 4].tolist()
