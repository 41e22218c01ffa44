"""Pairs of games read back: any name, any byte, and files that were cut off anywhere."""

import random
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from deeper import deeper
from mock_opponents import FOLDER
from plywise.errors import BadInput, BadSetting
from plywise.play.ladder import Rung
from plywise.play.openings import read_openings
from plywise.play.pgn import PgnFile, pgn_game, tag_text
from plywise.play.pgn_pairs import ReadPair, read_pairs
from plywise.play.rating import Met, Rating, rate, resumed
from plywise.play.records import read_records, writer
from plywise.searching.settings import RandomPlay

FAILED = "engine failed: refused a legal move: 'Illegal move 1-0 [Event \"x\"]'"
ENDS = [(1.0, "checkmate"), (0.5, "stalemate"), (0.0, FAILED), (0.5, "adjudicated draw")]
NAMES = st.text(max_size=30) | st.lists(
    st.sampled_from(['"', "\\", "\n", "[", "]", '"]', "[Event ", '[Result "1-0"]', "é", "漢", "{"]),
    max_size=6,
).map("".join)


def pair_of(number: int, a: str = "a", b: str = "b") -> list[str]:
    """Two games as a match writes them."""
    return [
        pgn_game(
            ["e2e4", "e7e5", "g1f3"][: number % 4], players=players, outcome=outcome, reason=reason,
            headers={"Event": f"plywise rate: {a} v {b}", "Round": f"{number + 1}.{turn + 1}"},
        )
        for turn, players in enumerate([(a, b), (b, a)])
        for outcome, reason in [ENDS[(number + turn) % len(ENDS)]]
    ]  # fmt: skip


def found(path: Path) -> tuple[list[ReadPair], list[str]]:
    """The pairs of a file, and the warnings about it."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        return list(read_pairs(path)), [str(warning.message) for warning in caught]


def written(path: Path, games: Sequence[str]) -> list[int]:
    """The games in a file, and behind which byte each of them is whole."""
    path.write_bytes(b"")
    ends = []
    with PgnFile(path) as file:
        for game in games:
            file.add([game])
            ends.append(path.stat().st_size - len("\n\n"))
    return ends


def test_a_file_cut_off_anywhere_keeps_its_whole_pairs_and_no_half_ones(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    ends = written(path, [game for n in range(3) for game in pair_of(n, 'naïve "one"', "[b]")])
    data = path.read_bytes()
    every, _ = found(path)
    assert len(every) == 3
    for length in range(len(data) + 1):
        path.write_bytes(data[:length])
        whole = sum(length >= end for end in ends)
        pairs, told = found(path)
        assert pairs == every[: whole // 2], length
        if whole % 2 or not whole:
            assert bool(told) == (length > 0), length
        elif length - ends[whole - 1] <= len("\n\n"):
            assert not told, length


def test_a_file_that_was_cut_off_can_be_added_to_and_read(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    ends = written(path, [game for n in range(2) for game in pair_of(n)])
    data = path.read_bytes()
    every, _ = found(path)
    for length in range(0, len(data) + 1, deeper(5, 1)):
        path.write_bytes(data[:length])
        whole = sum(length >= end for end in ends)
        with PgnFile(path) as file:
            file.add(pair_of(whole // 2, "a", "c"))
        pairs, _ = found(path)
        assert pairs[:-1] == every[: whole // 2], length
        assert pairs[-1].b == "c", length


@settings(deadline=None)
@given(NAMES, NAMES)
@example('an "engine"', "C:\\engines\\one")
@example("two\nlines", "[Event ")
def test_names_are_found_again(a: str, b: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.pgn"
        written(path, [*pair_of(0, a, b), *pair_of(1, a, b)])
        pairs, told = found(path)
    assert [(pair.a, pair.b) for pair in pairs] == 2 * [(tag_text(a), tag_text(b))]
    assert not told


def test_no_byte_is_an_error_and_costs_more_than_its_pair(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    ends = written(path, [game for n in range(3) for game in pair_of(n, "naïve", "b")])
    data = path.read_bytes()
    every, _ = found(path)
    chance = random.Random(5)
    for _ in range(deeper(1500, 20_000)):
        place, byte = chance.randrange(len(data)), chance.randrange(256)
        path.write_bytes(data[:place] + bytes([byte]) + data[place + 1 :])
        hit = sum(place >= end + 2 for end in ends) // 2
        rest = [pair for number, pair in enumerate(every) if number != hit]
        if data[place : place + 1] == b"\n":
            continue  # two paragraphs become one: that may cost the pair before, too
        assert all(pair in found(path)[0] for pair in rest), (place, byte)


@pytest.mark.parametrize("encoding", ["latin-1", "cp1252", "utf-8-sig"])
def test_a_file_in_another_encoding_is_read(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "games.pgn"
    written(path, pair_of(0, "naïve", "b"))
    path.write_bytes(path.read_text("utf-8").replace("\n", "\r\n").encode(encoding))
    (pair,), told = found(path)
    assert (pair.a, told) == ("naïve", [])


def test_torn_pairs_are_left_out_and_told(tmp_path: Path) -> None:
    games = [game for number in range(4) for game in pair_of(number)]
    path = tmp_path / "games.pgn"
    written(path, [*games[:3], *games[4:5], *games[6:]])  # rounds 2.2 and 3.2 are missing
    with pytest.warns(UserWarning, match=r"left out, .*: game 3 \(round 2.1\), game 4 \(round 3"):
        pairs = list(read_pairs(path))
    assert len(pairs) == 2


def test_a_file_of_something_else_is_told(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("no games at all\n")
    with pytest.warns(UserWarning, match="there is no game in it"):
        assert list(read_pairs(path)) == []


# Ratings that go on


def engine_called(name: str, folder: Path) -> Path:
    path = folder / name
    path.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{FOLDER / "plays_well.py"}"\n')
    path.chmod(0o755)
    return path


@pytest.mark.parametrize("name", ['the "best" one', "back\\slash", "two\nlines", "[x] é {y}"])
def test_a_rating_goes_on_whatever_an_engine_is_called(tmp_path: Path, name: str) -> None:
    engine, pgn = engine_called(name, tmp_path), tmp_path / "games.pgn"
    how = {
        "search": RandomPlay(), "workers": 1, "seed": 1, "max_plies": 12, "pgn": pgn,
        "opponents": [f"uci:{engine}:depth=1@1000"],
    }  # fmt: skip
    whole = rate("chess/standard", games=4, **how)
    before = pgn.read_bytes()
    assert rate("chess/standard", games=4, resume=True, **how).met == whole.met
    assert pgn.read_bytes() == before


def test_a_rating_goes_on_from_a_file_that_was_cut_off_and_has_any_byte(tmp_path: Path) -> None:
    engine, pgn = engine_called("engine", tmp_path), tmp_path / "games.pgn"
    command = [
        sys.executable, "-m", "plywise", "rate", "chess/standard", "--using", "random", "--games",
        "4", "--workers", "1", "--opponents", f"uci:{engine}:depth=1@1000", "--pgn", str(pgn),
    ]  # fmt: skip
    subprocess.run(command, check=True, capture_output=True)
    data = pgn.read_bytes()
    pgn.write_bytes(data[:-20].replace(b"plywise rate", b"caf\xe9", 1))
    done = subprocess.run([*command, "--resume"], check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "left out, as not of a whole pair: game 3 (round 2.1), game 4 (round 2.2)" in done.stderr
    assert "after 4 games" in done.stdout
    assert pgn.read_bytes().count(b"[Event ") == 6


def test_opponents_whose_names_pgn_cannot_tell_apart_are_refused(tmp_path: Path) -> None:
    rungs = [Rung(name=name, elo=1000.0, error=0.0) for name in ("one", "two")]
    rating = Rating(name="it", met=tuple(Met(rung=rung) for rung in rungs), settings={})
    with pytest.raises(BadSetting, match="the name of 'one' is another's in PGN too"):
        resumed(rating, tmp_path / "games.pgn", {"one": 'e "x"', "two": "e 'x'"})


# The other files that are read back


@pytest.mark.parametrize("suffix", [".txt", ".csa", ".kif"])
def test_no_byte_in_an_openings_file_is_a_traceback(tmp_path: Path, suffix: str) -> None:
    path, chance = tmp_path / f"openings{suffix}", random.Random(3)
    sound = b"PI\n+\n+7776FU\n%TORYO\n" if suffix == ".csa" else b"# caf\xc3\xa9\n7g7f 3c3d\n"
    for _ in range(300):
        place = chance.randrange(len(sound))
        path.write_bytes(sound[:place] + bytes([chance.randrange(256)]) + sound[place + 1 :])
        try:
            read_openings(path, game="shogi")
        except BadInput as refused:
            assert str(path) in str(refused)  # noqa: PT017 - most of them are sound


def test_a_csa_file_that_was_cut_off_can_be_added_to(tmp_path: Path) -> None:
    path = tmp_path / "games.csa"
    for cut in (0, 1, 3):
        path.write_bytes(b"")
        for move in ("7g7f", "2g2f"):
            file, text_of = writer(path, "shogi")
            with file:
                file.add([text_of([move], outcome=1.0, reason="resignation", game="shogi")])
            if move == "7g7f":
                path.write_bytes(path.read_bytes()[: -cut or None])
        if cut < 2:  # whole but for its last newline
            assert [game.moves for game in read_records(path)] == [("7g7f",), ("2g2f",)]
        assert b"\n/\n" in path.read_bytes()


def gammon_pair(game: str = "backgammon", points: str = "+2") -> str:
    """Two games of backgammon, of which the second player wins the second."""
    tags = {"Round": "7.1"}, {"Round": "7.2"}
    players = ("a", "b"), ("b", "a")
    one, two = (
        pgn_game([], players=who, outcome=outcome, headers=more, game="backgammon")
        for who, outcome, more in zip(players, (2.0, -1.0), tags, strict=True)
    )
    text = f"{one}\n{two}".replace('[Game "backgammon"]', f'[Game "{game}"]')
    return text.replace('[Points "+2"]', f'[Points "{points}"]')


def test_pairs_of_games_that_count_points_are_read(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text(gammon_pair())
    (pair,), told = found(path)
    assert (pair.a, pair.b, pair.game, pair.number) == ("a", "b", "backgammon", 7)
    assert (pair.outcomes, pair.scores, told) == ((2.0, -1.0), (1.0, 1.0), [])
    path.write_text(gammon_pair(points="many"))
    assert [pair.outcomes for pair in read_pairs(path)] == [None]


def test_pairs_of_a_game_that_nobody_knows_are_left_out(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text(gammon_pair(game="tiddlywinks"))
    pairs, told = found(path)
    assert (pairs, len(told)) == ([], 1)


def test_a_rating_in_elo_does_not_count_pairs_of_another_game(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text(gammon_pair())
    rung = Rung(name="b", elo=1000.0, error=0.0)
    rating = Rating(name="a", met=(Met(rung=rung),), settings={})
    assert resumed(rating, path, {"b": "b"}).games == 0
