"""Matches that go on where they were broken off, as if they never had been."""

import json
import random
import signal
import subprocess
import sys
import time
import warnings
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from mock_opponents import mock
from plywise.cli.app import app
from plywise.errors import BadInput, BadSetting, DamagedFile
from plywise.play.match import match
from plywise.play.match_result import MatchResult
from plywise.play.pair_folder import PairFolder
from plywise.play.rating import rate
from plywise.searching.settings import RandomPlay

STANDARD, ONES = "chess/standard", "chess/ones"
QUICK: dict[str, Any] = {"games": 10, "depth": 1, "seed": 3, "max_plies": 30, "workers": 1}
FILES = ("records.jsonl", "pairs.jsonl", "games.pgn", "match.json")


def contents(folder: Path) -> dict[str, bytes]:
    return {name: (folder / name).read_bytes() for name in FILES}


@pytest.fixture
def whole(tmp_path: Path) -> Path:
    """The folder of a match that nothing has disturbed."""
    match(STANDARD, ONES, out=tmp_path / "whole", **QUICK)
    return tmp_path / "whole"


def broken(whole: Path, folder: Path, *, records: int, pairs: int, games: int) -> Path:
    """A copy whose files were cut off after so many bytes."""
    folder.mkdir()
    lengths = (records, pairs, games, None)
    for (name, data), length in zip(contents(whole).items(), lengths, strict=True):
        (folder / name).write_bytes(data[:length])
    return folder


def resumed(folder: Path, **changes: Any) -> MatchResult:
    """The match of the folder, gone on with; what is said on the way is of no interest."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return match(STANDARD, ONES, out=folder, resume=True, **QUICK | changes)


def test_a_folder_has_the_games_whoever_else_gets_them(tmp_path: Path, whole: Path) -> None:
    pgn = tmp_path / "beside.pgn"
    plain = match(STANDARD, ONES, pgn=pgn, **QUICK)
    assert (whole / "games.pgn").read_bytes() == pgn.read_bytes()
    told = json.loads((whole / "match.json").read_text())
    assert told["is_over"] is True
    assert (told["games"], told["score"]) == (plain.games, plain.score)
    pairs = [json.loads(line) for line in (whole / "pairs.jsonl").read_text().splitlines()]
    assert [pair["pair"] for pair in pairs] == [1, 2, 3, 4, 5]


def test_a_match_goes_on_from_any_byte_to_the_same_end(tmp_path: Path, whole: Path) -> None:
    expected = match(STANDARD, ONES, **QUICK)
    chance = random.Random(5)
    sizes = [len(data) for data in contents(whole).values()]
    line = len((whole / "records.jsonl").read_bytes().split(b"\n")[0])
    cuts = [0, 1, line, line + 1, sizes[0] - 1, *(chance.randrange(sizes[0]) for _ in range(5))]
    for number, cut in enumerate(cuts):
        # The other files may be as far, further or less: they are made again.
        pairs, games = chance.randrange(sizes[1]), chance.randrange(sizes[2])
        folder = broken(whole, tmp_path / str(number), records=cut, pairs=pairs, games=games)
        result = resumed(folder, workers=1 + number % 2)
        assert contents(folder) == contents(whole), cut
        assert result.as_dict() == expected.as_dict()
        assert result.records == expected.records


def test_a_line_that_was_cut_off_is_told(tmp_path: Path, whole: Path) -> None:
    size = len((whole / "records.jsonl").read_bytes())
    folder = broken(whole, tmp_path / "torn", records=size - 20, pairs=0, games=0)
    with pytest.warns(UserWarning, match=r"records.jsonl: left out, as cut off: line 5"):
        match(STANDARD, ONES, out=folder, resume=True, **QUICK)


def test_a_match_that_is_over_is_not_played_again(whole: Path) -> None:
    before, seen = contents(whole), []
    result = match(STANDARD, ONES, out=whole, resume=True, on_pair=seen.append, **QUICK)
    assert contents(whole) == before
    assert result.games == 10
    assert [so_far.games for so_far in seen] == [10]


def test_whoever_looks_on_sees_first_what_is_there_and_then_every_pair(
    tmp_path: Path, whole: Path
) -> None:
    lines = (whole / "records.jsonl").read_bytes().splitlines(keepends=True)
    folder = broken(whole, tmp_path / "a", records=sum(map(len, lines[:3])), pairs=0, games=0)
    seen: list[int] = []
    resumed(folder, on_pair=lambda so_far: seen.append(so_far.games))
    assert seen == [6, 8, 10]


def test_resuming_where_nothing_is_begins(tmp_path: Path, whole: Path) -> None:
    resumed(tmp_path / "new" / "folder")
    assert contents(tmp_path / "new" / "folder") == contents(whole)


def test_a_sequential_test_decides_after_the_same_pair(tmp_path: Path) -> None:
    how = {**QUICK, "games": 200, "sprt": (0, 200), "max_plies": 60}
    whole = match(STANDARD, "random", out=tmp_path / "whole", **how)
    assert whole.decision == "elo1"
    lines = (tmp_path / "whole" / "records.jsonl").read_bytes().splitlines(keepends=True)
    assert 2 < len(lines) < 100
    for kept in (1, len(lines) - 1, len(lines)):
        folder = broken(
            tmp_path / "whole", tmp_path / str(kept), records=sum(map(len, lines[:kept])), pairs=0,
            games=0,
        )  # fmt: skip
        result = match(STANDARD, "random", out=folder, resume=True, **how)
        assert result.as_dict() == whole.as_dict()
        assert contents(folder) == contents(tmp_path / "whole")


def test_games_that_count_points_go_on_too(tmp_path: Path) -> None:
    how = {"games": 8, "seed": 2, "game": "dice-race", "workers": 1}
    whole = match("random", "random", out=tmp_path / "whole", **how)
    folder = broken(tmp_path / "whole", tmp_path / "b", records=1500, pairs=9, games=9)
    with pytest.warns(UserWarning, match="cut off"):
        again = match("random", "random", out=folder, resume=True, **how)
    assert again.as_dict() == whole.as_dict()
    assert contents(folder) == contents(tmp_path / "whole")


def test_a_match_on_clocks_keeps_what_was_played(tmp_path: Path) -> None:
    how = {"games": 4, "tc": "0.4+0.01", "margin": 3000, "max_plies": 8}
    match(STANDARD, ONES, out=tmp_path / "m", **how)
    records = tmp_path / "m" / "records.jsonl"
    first, _ = records.read_bytes().splitlines(keepends=True)
    records.write_bytes(first)
    result = match(STANDARD, ONES, out=tmp_path / "m", resume=True, **how)
    assert result.games == 4
    assert records.read_bytes().startswith(first)
    assert (tmp_path / "m" / "games.pgn").read_text().count("[Event ") == 4


# ---- what is refused -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "named"),
    [
        ({"seed": 4}, "seed was 3 there and is 4 here"),
        ({"games": 20}, "games was 10 there and is 20 here"),
        ({"depth": 2}, "a.search.depth was 1 there and is 2 here"),
        ({"max_plies": 31}, "max_plies was 30 there and is 31 here"),
        ({"sprt": (0, 5)}, r"sprt was None there and is \[0.0, 5.0\] here"),
        ({"tc": "1"}, r"tc was None there and is \['1', '1'\] here"),
        ({"openings": ["e2e4"]}, "openings was .* there and is '1, sha256"),
    ],
)
def test_other_settings_are_refused_by_name(
    whole: Path, changes: dict[str, Any], named: str
) -> None:
    before = contents(whole)
    with pytest.raises(BadSetting, match=f"other settings: .*{named}"):
        resumed(whole, **changes)
    assert contents(whole) == before


def test_another_player_is_refused_by_its_weights(whole: Path) -> None:
    with pytest.raises(BadSetting, match=r"a.name was 'chess/standard' there .*a.weights.knight"):
        match("chess/thesis", ONES, out=whole, resume=True, **QUICK)


def test_a_folder_is_not_played_over_without_a_word(whole: Path, tmp_path: Path) -> None:
    with pytest.raises(BadSetting, match="already has a match; go on with it by --resume"):
        match(STANDARD, ONES, out=whole, **QUICK)
    other = tmp_path / "other"
    other.mkdir()
    (other / "games.pgn").write_text("somebody's own games")
    for resume in (False, True):
        with pytest.raises(BadSetting, match=r"games.pgn is there already, and no match.json"):
            match(STANDARD, ONES, out=other, resume=resume, **QUICK)
    assert (other / "games.pgn").read_text() == "somebody's own games"
    assert [path.name for path in other.iterdir()] == ["games.pgn"]


def test_two_cannot_play_in_one_folder(whole: Path, tmp_path: Path) -> None:
    def second(_: MatchResult) -> None:
        with pytest.raises(BadSetting, match="somebody else is writing to"):
            resumed(tmp_path / "m")

    match(STANDARD, ONES, out=tmp_path / "m", on_pair=second, **QUICK)
    assert contents(tmp_path / "m") == contents(whole)


def test_what_was_damaged_is_refused_with_its_place(whole: Path) -> None:
    records = whole / "records.jsonl"
    one, two, *rest = records.read_bytes().splitlines(keepends=True)
    for lines, told in (
        ([one, b"{}\n", *rest], "line 2: .*found anew if you remove it"),
        ([one, b"[1, 2]\n", *rest], "line 2: "),
        ([two, one, *rest], "line 1: games 2 and 3 are not next"),
    ):
        records.write_bytes(b"".join(lines))
        with pytest.raises(DamagedFile, match=told):
            resumed(whole)
    records.write_bytes(b"".join([one, two, *rest]))
    (whole / "match.json").write_text("{")
    with pytest.raises(DamagedFile, match=r"match\.json"):
        resumed(whole)


def test_a_folder_of_an_earlier_version_is_refused(tmp_path: Path) -> None:
    with PairFolder(tmp_path / "old", "match") as kept:
        match(STANDARD, ONES, on_pair=kept.note, **QUICK)
    with pytest.raises(BadInput, match=r"no records\.jsonl to go on from"):
        resumed(tmp_path / "old")


def test_resuming_needs_a_folder_and_no_other_file(whole: Path, tmp_path: Path) -> None:
    with pytest.raises(BadSetting, match=r"give the folder of the match \(out\)"):
        match(STANDARD, ONES, resume=True, **QUICK)
    for name in ("pgn", "record"):
        with pytest.raises(BadSetting, match=f"leave out {name}"):
            resumed(whole, **{name: tmp_path / "games.pgn"})


# ---- the command, and kill -9 ----------------------------------------------------------------


def test_a_match_that_is_killed_again_and_again_comes_to_the_same_end(tmp_path: Path) -> None:
    command = [
        sys.executable, "-m", "plywise", "match", "chess", STANDARD, ONES, "--depth", "2",
        "--games", "60", "--seed", "3", "--max-plies", "120", "--json", "--out",
    ]  # fmt: skip
    expected = CliRunner().invoke(app, [*command[3:], str(tmp_path / "whole")])
    folder = tmp_path / "killed"
    records, kills = folder / "records.jsonl", 0
    for wanted in (1, 4, 9, 1000):
        process = subprocess.Popen(
            [*command, str(folder), "--resume", "--workers", str(1 + kills % 2)],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        )  # fmt: skip
        while process.poll() is None:
            if records.exists() and records.read_bytes().count(b"\n") >= wanted:
                process.send_signal(signal.SIGKILL)
                kills += 1
                break
            time.sleep(0.01)
        said, _ = process.communicate()
    assert kills > 0
    assert process.returncode == 0
    assert contents(folder) == contents(tmp_path / "whole")
    assert said.splitlines()[-1] == expected.stdout.splitlines()[-1]


def test_the_command_goes_on_and_says_from_where(tmp_path: Path) -> None:
    words = [
        "match", "chess", STANDARD, "random", "--depth", "1", "--games", "8", "--max-plies", "20",
        "--out", str(tmp_path / "m"),
    ]  # fmt: skip
    first = CliRunner().invoke(app, words)
    records = tmp_path / "m" / "records.jsonl"
    records.write_bytes(records.read_bytes()[:-5])
    with warnings.catch_warnings():
        warnings.simplefilter("always")  # as outside of tests, where the command tells them
        again = CliRunner().invoke(app, [*words, "--resume"])
    assert "records.jsonl: left out, as cut off: line 4" in again.stderr
    assert "m: goes on after 3 of 4 pairs" in again.stderr
    assert again.stdout == first.stdout
    assert CliRunner().invoke(app, words).exit_code == 2
    assert CliRunner().invoke(app, [*words, "--resume", "--seed", "9"]).exit_code == 2


def test_a_match_with_an_engine_goes_on(noted: Path, tmp_path: Path) -> None:
    engine = mock("crashes_now_and_then")
    how = {**QUICK, "games": 6}
    whole = match(STANDARD, engine, out=tmp_path / "whole", **how)
    assert any(whole.failures)
    lines = (tmp_path / "whole" / "records.jsonl").read_bytes().splitlines(keepends=True)
    folder = broken(tmp_path / "whole", tmp_path / "b", records=len(lines[0]), pairs=0, games=0)
    again = match(STANDARD, engine, out=folder, resume=True, **how)
    assert again.records[:2] == whole.records[:2]
    assert again.games == 6


def test_a_rating_s_folder_loses_its_torn_line_too(tmp_path: Path) -> None:
    how = {
        "search": RandomPlay(), "games": 4, "opponents": ["chess/standard@playing:nodes=125"],
        "max_plies": 12, "workers": 1, "pgn": tmp_path / "games.pgn",
    }  # fmt: skip
    with PairFolder(tmp_path / "r", "rate") as kept:
        rate(STANDARD, on_pair=kept.note, **how)
    lines = tmp_path / "r" / "pairs.jsonl"
    lines.write_bytes(lines.read_bytes()[:-9])
    with (
        pytest.warns(UserWarning, match="pairs.jsonl: left out, as cut off: line 2"),
        PairFolder(tmp_path / "r", "rate", resume=True) as kept,
    ):
        rate(STANDARD, on_pair=kept.note, **{**how, "games": 6}, resume=True)
    assert [json.loads(line)["games"] for line in lines.read_text().splitlines()] == [2, 6]
