"""Rows of numbers in a report: bars for what mobility and ranks are worth, and no boards."""

from pathlib import Path

import pytest

import plywise as pw
from plywise.evaluation.features import FeatureSet
from plywise.report.bars import all_rows
from plywise.report.boards import all_boards, final_boards
from plywise.report.reading import trace


def test_rows_are_no_boards() -> None:
    tables = FeatureSet.named("chess", "rich").tables
    assert [t.name for t in tables if t.is_row][:2] == [
        "middle.knight_mobility",
        "middle.bishop_mobility",
    ]
    assert not any(t.is_row for t in FeatureSet.named("chess", "half-board").tables)


def test_a_report_draws_rows_as_bars(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    run = pw.learn("chess", features="rich", games=4, gate_every=0, max_plies=30,
                   search={"depth": 1}, out=tmp_path / "run")  # fmt: skip
    traces = [trace(run)]
    (picture,) = all_rows(traces)
    assert picture.name == "rows"
    assert "middle.knight_mobility from" in picture.alt
    assert {board.name for board in final_boards(traces)} >= {"middle.king", "end.pawn"}
    assert not any("mobility" in board.name for board in final_boards(traces))
    assert [drawn.name for drawn in all_boards(traces)] == ["boards", "boards-on-the-way"]
    assert picture.save(tmp_path / "rows.png").read_bytes().startswith(b"\x89PNG")
