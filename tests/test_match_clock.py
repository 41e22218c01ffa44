"""Matches on clocks: who is told what, what moves take, and whose flag falls."""

import io
import json
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

import plywise as pw
from conftest import require_engine
from mock_opponents import executable, left_behind, mock
from plywise._kernel import GameJob, Stop
from plywise.cli.app import app
from plywise.errors import BadSetting
from plywise.play.csa import csa_game
from plywise.play.foreign_game import play_foreign_game
from plywise.play.kif import kif_game
from plywise.play.match import match
from plywise.play.opponents import KNOWN
from plywise.play.pgn_reading import read_games
from plywise.play.player import player
from plywise.play.rating import rate
from plywise.play.record import GameRecord
from plywise.play.time_control import Clocks, GameClock, OutOfTime, TimeControl, time_control

STANDARD = "chess/standard"
SLACK = 3000
"""Milliseconds of margin: a busy machine may stall, and no test is about that."""


@pytest.fixture
def heard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the mock engines note what they were told."""
    file = tmp_path / "heard"
    file.touch()
    monkeypatch.setenv("MOCK_HEARD", str(file))
    return file


def told(file: Path, *words: str) -> list[str]:
    """The lines that begin with one of these words, each once."""
    lines = [line for line in file.read_text().splitlines() if line.split()[0] in words]
    return list(dict.fromkeys(lines))


# ---- times as people write them --------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "control", "written"),
    [
        ("10+0.1", TimeControl(time=10_000, increment=100), "10+0.1"),
        ("40/60+0.6", TimeControl(time=60_000, increment=600, moves=40), "40/60+0.6"),
        ("1:30+1", TimeControl(time=90_000, increment=1000), "90+1"),
        ("1:00:00", TimeControl(time=3_600_000), "3600"),
        ("0.05", TimeControl(time=50), "0.05"),
        (" 5 ", TimeControl(time=5000), "5"),
    ],
)
def test_a_time_control_is_read(text: str, control: TimeControl, written: str) -> None:
    assert time_control(text) == control
    assert str(control) == written
    assert time_control(written) == time_control(control) == control


@pytest.mark.parametrize(
    "text",
    ["", "soon", "10+", "+1", "40/", "-5", "10+-1", "1e3", "1::2", "0", "0/10", "٣", 10, None],
)
def test_another_text_is_refused_with_a_hint(text: object) -> None:
    with pytest.raises(BadSetting, match=r"as '10\+0.1' or '40/60\+0.6'"):
        time_control(text)


# ---- the clocks of a game --------------------------------------------------------------------


def test_a_clock_gains_its_increment_and_is_set_up_again() -> None:
    clock = GameClock(Clocks(first=time_control("2/10+1"), second=time_control("5")))
    shown = []
    for spent in (4.0, 1.0, 7.5, 0.5):
        clock.press(0, spent)
        turn = clock.turn(0)
        assert turn is not None
        shown.append((turn.own, turn.moves_to_go))
        clock.press(1, 0.25)
    assert shown == [(7000, 1), (17_000, 2), (10_500, 1), (21_000, 2)]
    assert clock.told[:2] == [(4.0, 7.0), (0.25, 4.75)]


@given(st.lists(st.floats(0, 3), max_size=30), st.integers(0, 500), st.integers(1, 5000))
def test_a_flag_falls_when_more_is_spent_than_there_is(
    spent: list[float], margin: int, milliseconds: int
) -> None:
    control = TimeControl(time=milliseconds, increment=100)
    clock, left = GameClock(Clocks(first=control, second=control, margin=margin)), milliseconds
    for seconds in spent:
        if 1000 * seconds > left + margin:
            with pytest.raises(OutOfTime):
                clock.press(0, seconds)
            return
        clock.press(0, seconds)
        left = max(0, left - 1000 * seconds) + 100
        turn = clock.turn(0)
        assert turn is not None
        assert turn.own == pytest.approx(left, abs=1)
        assert turn.seconds == (turn.own + margin) / 1000


def test_a_player_without_a_clock_never_runs_out() -> None:
    clock = GameClock(Clocks(first=time_control("5")))
    clock.press(1, 1000.0)
    assert clock.turn(1) is None
    assert clock.told == [None]


def test_games_on_clocks_are_played_one_at_a_time_unless_told() -> None:
    assert Clocks(first=time_control("5")).workers(None) == 1
    assert Clocks(first=time_control("5")).workers(3) == 3
    assert Clocks().workers(None) is None


# ---- our own players -------------------------------------------------------------------------


def test_our_players_keep_to_their_clocks_and_records_tell_what_moves_took() -> None:
    result = match(
        f"{STANDARD}@playing", STANDARD, games=2, tc=("1+0.02", "40/1"), margin=SLACK, max_plies=14
    )
    assert result.forfeits == (0, 0)
    assert result.as_dict()["forfeits"] == (0, 0)
    assert result.settings["tc"] == ["1+0.02", "40/1"]
    for record in result.records:
        assert record.times[:4] == (None,) * 4  # the opening
        assert len(record.times) == len(record.moves)
        controls = result.settings["tc"]
        for mover in (0, 1):
            control = time_control(controls[mover ^ (record.number % 2)])  # type: ignore[index]
            left = control.time / 1000
            for spent, shown in filter(None, record.times[mover::2]):
                left = max(0.0, left - spent) + control.increment / 1000
                assert shown == pytest.approx(left, abs=0.02)
        assert GameRecord.from_dict(json.loads(json.dumps(record.as_dict()))) == record


def test_pgn_has_the_time_control_and_the_clocks(tmp_path: Path) -> None:
    chess_pgn = pytest.importorskip("chess.pgn")
    path = tmp_path / "games.pgn"
    how = {"games": 2, "margin": SLACK, "max_plies": 9, "pgn": path}
    result = match(STANDARD, STANDARD, tc="1+0.02", **how)
    match(STANDARD, STANDARD, tc=("1+0.02", "2"), **how)
    with io.StringIO(path.read_text()) as file:
        games = [chess_pgn.read_game(file) for _ in range(4)]
    assert [game.headers.get("TimeControl") for game in games] == ["1+0.02", "1+0.02", None, None]
    sides = [
        (game.headers["WhiteTimeControl"], game.headers["BlackTimeControl"]) for game in games[2:]
    ]
    assert sides == [("1+0.02", "2"), ("2", "1+0.02")]
    nodes = list(games[0].mainline())
    assert [node.move.uci() for node in nodes] == list(result.records[0].moves)
    for node, time_told in zip(nodes, result.records[0].times, strict=True):
        expected = (None, None) if time_told is None else time_told
        assert (node.emt(), node.clock()) == pytest.approx(expected)
    assert max(map(len, path.read_text().splitlines())) < 80
    assert len(read_games(path).games) == 4  # and we read it ourselves


@pytest.mark.parametrize(
    ("game", "who"),
    [("chess", "chess/standard@uct"), ("chess", "random"), ("dice-race", "random"),
     ("othello", "othello/standard@playing")],
)  # fmt: skip
def test_any_search_plays_on_a_clock(game: str, who: str) -> None:
    result = match(who, who, game=game, games=2, tc="0.5+0.01", margin=SLACK, max_plies=12)
    assert (result.games, result.forfeits) == (2, (0, 0))


def test_expectimax_ends_by_the_clock_too() -> None:
    result = match(
        "backgammon/pubeval", "random", games=2, tc="0.4+0.01", margin=SLACK, max_plies=10
    )
    assert (result.games, result.forfeits) == (2, (0, 0))
    assert result.settings["a"]["search"]["depth"] > 50  # type: ignore[index]


def slow(position: pw.Position, side: str) -> float:
    time.sleep(0.05)
    return 0.0


def test_one_of_ours_that_is_too_late_has_lost() -> None:
    features = pw.game("chess").features("material", pw.feature("chess")(slow))
    snail = pw.Linear(features, [1.0, 3.0, 3.0, 5.0, 9.0, 0.1])
    result = match(snail, "random", games=2, tc="0.06", ballot=0)
    assert [record.reason for record in result.records] == ["time forfeit"] * 2
    assert (result.wins, result.losses, result.forfeits) == (0, 2, (2, 0))
    assert "lost on time 2 v 0" in str(result)
    assert not result.records[0].is_finished  # nothing to learn from


def test_a_search_on_a_clock_can_be_stopped() -> None:
    ours = player(f"{STANDARD}@playing", clock=600_000)
    job = GameJob(
        game="chess", first=ours.evaluation, second=ours.evaluation, first_search=ours.settings,
        second_search=ours.settings, seed=1, number=0,
    )  # fmt: skip
    stop, control = Stop(), time_control("10:00")
    timer = threading.Timer(0.2, stop.set)
    timer.start()
    with pytest.raises(KeyboardInterrupt):  # its share of the clock would be minutes in all
        play_foreign_game(job, (None, None), stop, clocks=Clocks(first=control, second=control))
    timer.join()


# ---- other people's engines ------------------------------------------------------------------


def test_an_engine_hears_both_clocks_by_the_words_of_uci(noted: Path, heard: Path) -> None:
    how = {"games": 2, "ballot": 0, "max_plies": 1, "margin": SLACK}
    match(mock("plays_well"), "random", tc=("40/60+0.6", "1:30"), **how)
    assert told(heard, "go") == ["go depth 1 wtime 60000 btime 90000 winc 600 binc 0 movestogo 40"]
    heard.write_text("")
    match("random", mock("plays_well"), tc=("40/60+0.6", "1:30"), **how)
    assert told(heard, "go") == ["go depth 1 wtime 90000 btime 60000 winc 0 binc 600"]
    assert not left_behind(noted)


def test_an_engine_hears_what_is_left_of_its_clock(noted: Path, heard: Path) -> None:
    match(mock("is_slow"), "random", games=2, ballot=0, max_plies=4, tc="3/9+1", margin=SLACK)
    first, *rest = [line.split() for line in told(heard, "go")]
    assert first[3:5] + first[-2:] == ["wtime", "9000", "movestogo", "3"]
    again = rest[0]
    assert 9000 < int(again[again.index("wtime") + 1]) < 10_000 - 50
    assert again[-2:] == ["movestogo", "2"]


def test_in_usi_the_first_player_is_black(noted: Path, heard: Path) -> None:
    how = {"game": "shogi", "games": 2, "ballot": 0, "max_plies": 1, "margin": SLACK}
    match(mock("plays_well_in_usi"), "random", tc=("60+1", "30"), **how)
    assert told(heard, "go") == ["go depth 1 btime 60000 wtime 30000 binc 1000 winc 0"]
    heard.write_text("")
    match(mock("plays_well_in_usi"), "random", tc="60", **how)
    assert told(heard, "go") == ["go depth 1 btime 60000 wtime 60000 byoyomi 0"]


def test_an_engine_hears_its_clock_by_the_words_of_xboard(noted: Path, heard: Path) -> None:
    how = {"games": 2, "ballot": 0, "max_plies": 1, "margin": SLACK}
    match(mock("plays_well_in_xboard"), "random", tc=("40/1:30+0.5", "60"), **how)
    assert told(heard, "level", "time", "otim") == [
        "level 40 1:30 0.5", "time 9000", "otim 6000"
    ]  # fmt: skip


def test_an_engine_that_overruns_its_clock_has_lost_by_time(noted: Path, tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    engine, how = mock("overruns_its_clock"), {"games": 2, "max_plies": 8, "ballot": 0}
    result = match("random", engine, tc="0.3", pgn=path, **how)
    assert [record.reason for record in result.records] == ["time forfeit"] * 2
    assert (result.wins, result.forfeits, result.failures) == (2, (0, 2), (0, 0))
    assert [len(record.moves) for record in result.records] == [3, 2]  # it moved once
    text = " ".join(path.read_text().split())
    assert text.count('[Termination "time forfeit"]') == text.count("{time forfeit}") == 2
    assert not left_behind(noted)
    lenient = match("random", engine, tc="0.3", margin=SLACK, **how)
    assert lenient.forfeits == (0, 0)


def test_an_engine_that_hangs_loses_when_its_clock_runs_out_not_when_patience_does(
    noted: Path,
) -> None:
    result = match("random", mock("hangs_at_go"), games=2, tc="0.3", patience=500.0, ballot=0)
    assert [record.reason for record in result.records] == ["time forfeit"] * 2
    result = match("random", mock("hangs_in_xboard"), games=2, tc="0.3", patience=500.0, ballot=0)
    assert result.forfeits == (0, 2)
    assert not left_behind(noted)


def test_an_engine_that_fails_on_a_clock_has_failed_all_the_same(noted: Path) -> None:
    result = match("random", mock("moves_illegally"), games=2, tc="5", ballot=0)
    assert (result.failures, result.forfeits) == ((0, 2), (0, 0))


@pytest.mark.engine
@pytest.mark.parametrize("name", ["stockfish", "gnuchess", "fairymax", "hoichess"])
def test_real_engines_play_on_clocks(name: str) -> None:
    if name == "stockfish":
        require_engine(name)
    elif KNOWN[name].path() is None:
        pytest.skip(f"needs the engine {name!r} (Debian: {KNOWN[name].install})")
    result = match(f"{STANDARD}@playing", name, games=2, tc="0.5+0.05", margin=SLACK, max_plies=16)
    assert (result.failures, result.forfeits) == ((0, 0), (0, 0))
    theirs = [time for record in result.records for time in record.times if time]
    assert len(theirs) == sum(len(record.moves) - 4 for record in result.records)


# ---- settings, records, and the command ------------------------------------------------------


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"tc": "soon"}, "'soon' is no time control"),
        ({"tc": ("1", "2", "3")}, "give one time control, as '10"),
        ({"tc": ("1", None)}, "None is no time control"),
        ({"tc": "1", "movetime": 5}, "both say how long moves take"),
        ({"tc": "1", "margin": -1}, "margin=-1; give a whole number"),
    ],
)
def test_wrong_clocks_are_refused(settings: dict[str, object], message: str) -> None:
    with pytest.raises(BadSetting, match=message):
        match(STANDARD, "random", games=2, **settings)  # type: ignore[arg-type]


def test_an_engine_without_words_for_clocks_is_refused() -> None:
    if KNOWN["gnushogi"].path() is None:
        pytest.skip("needs gnushogi")
    with pytest.raises(BadSetting, match="gnushogi cannot be given a clock"):
        match("shogi/yss", "gnushogi", games=2, tc="5")


def test_an_engine_that_takes_no_increments_is_refused_with_one() -> None:
    plain = replace(mock("plays_well"), engine=replace(mock("plays_well").engine, increments=False))
    how = {"games": 2, "max_plies": 2, "ballot": 0, "margin": SLACK}
    assert match("random", plain, tc="5", **how).failures == (0, 0)
    for clocks in ("5+1", ("5+1", "5")):
        with pytest.raises(BadSetting, match="takes no clock with an increment"):
            match("random", plain, tc=clocks, **how)


def test_records_of_shogi_tell_times_and_lost_ones() -> None:
    moves, times = ["7g7f", "3c3d"], (None, (61.5, 3.0))
    end = {"outcome": 0.0, "reason": "time forfeit", "times": times}
    csa, kif = csa_game(moves, **end), kif_game(moves, **end)
    assert csa.splitlines()[-4:] == ["-3334FU", "T61", "'time forfeit", "%TIME_UP"]
    assert "   2 ３四歩(33)   ( 1:01/00:01:01)" in kif
    assert "切れ負け" in kif


def test_a_rating_may_be_of_a_player_on_a_clock() -> None:
    known = ["chess/standard@playing:nodes=125"]
    rating = rate(f"{STANDARD}@playing", games=2, opponents=known, tc="0.4+0.01", max_plies=10)
    assert rating.games == 2
    assert rating.settings["tc"] == ["0.4+0.01", None]


def test_the_command_takes_clocks_and_tells_of_games_lost_on_time(
    noted: Path, tmp_path: Path
) -> None:
    late = executable("overruns_its_clock", tmp_path)
    words = ["match", "chess", "random", f"uci:{late}", "--games", "2", "--ballot", "0"]
    done = CliRunner().invoke(app, [*words, "--tc", "5", "--tc-b", "0.3"])
    assert done.exit_code == 0
    assert "overruns_its_clock lost 2 of the games on time" in done.stdout
    done = CliRunner().invoke(
        app,
        [*words, "--tc", "5", "--tc-b", "0.3", "--margin", "2000", "--max-plies", "6", "--json"],
    )
    found = json.loads(done.stdout.splitlines()[-1])
    assert (found["forfeits"], found["settings"]["tc"]) == ([0, 0], ["5", "0.3"])
    for wrong in (["--tc-b", "1"], ["--tc", "x"], ["--tc", "1", "--movetime", "3"]):
        assert CliRunner().invoke(app, [*words, *wrong]).exit_code == 2
    assert not left_behind(noted)
