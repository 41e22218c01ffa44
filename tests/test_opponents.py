"""A bad opponent loses its game, not our match, and leaves no process behind."""

import io
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest

from deeper import deeper
from mock_opponents import executable, left_behind, mock, pids
from plywise._kernel import GameJob, Stop
from plywise.distributed import processes
from plywise.errors import BadSetting, UnknownName
from plywise.games.ballot import Opening
from plywise.play.foreign_game import play_foreign_game
from plywise.play.match import match
from plywise.play.opponents import opponent
from plywise.play.player import player
from plywise.searching.settings import AlphaBeta, RandomPlay

STANDARD = "chess/standard"
QUEEN_UP = "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1"

BAD = {
    "crashes_at_start": "ended (exit code 3)",
    "crashes_in_the_game": "ended (signal 11)",
    "moves_illegally": "illegal move 'e2e5'",
    "moves_illegally_in_xboard": "illegal move 'e2e5'",
    "moves_for_the_other_side": "illegal move 'g",
    "names_no_move": "illegal move ''",
    "says_nuls": r"illegal move '\x00()\x0b\x00'",
    "talks_garbage": "ended (exit code 5)",
    "floods": "flood: more than 8 MB before its move",
    "floods_one_line": "flood: a line of more than 64 kB",
    "floods_from_the_start": "flood: more than 8 MB before its 'uciok'",
    "closes_its_output": "closed its output",
    "closes_its_input": "closed its input",
    "refuses_a_move": "refused a legal move: 'Illegal move: e7e5'",
}
"""What is wrong with an engine, and the reason that the record of its game gives."""
LATE = {
    "hangs_at_the_handshake": "too late: no 'uciok' within 3 s",
    "hangs_at_go": "too late: no move within 3 s",
    "hangs_in_xboard": "too late: no move within 3 s",
    "speaks_xboard": "too late: no 'uciok' within 3 s",
}
HARMLESS = [
    "plays_well", "plays_well_in_xboard", "announces_nothing", "takes_no_positions", "is_slow",
    "answers_twice", "ignores_quit", "ignores_signals", "leaves_a_child",
]  # fmt: skip
"""They play on to the end; some of them do not want to go then."""


def job(**changes):
    ours = player(STANDARD, search=AlphaBeta(depth=1))
    settings = {
        "game": "chess", "first": ours.evaluation, "second": ours.evaluation,
        "first_search": ours.settings, "second_search": ours.settings,
        "seed": 1, "number": 0, "opening": ["e2e4"], "max_plies": 40, "learn_at": "none",
    }  # fmt: skip
    return GameJob(**settings | changes)


def game_against(name, *, patience=60.0, **changes):
    """A game of ours against a mock engine, which plays second."""
    return play_foreign_game(job(**changes), (None, mock(name, patience=patience)))


@pytest.mark.parametrize("name", BAD)
def test_an_engine_that_fails_has_lost_its_game(noted, name):
    record = game_against(name)
    assert record.outcome == 1.0
    assert record.reason.startswith(f"engine failed: {BAD[name]}")
    assert pids(noted)
    assert not left_behind(noted)


@pytest.mark.parametrize("name", LATE)
def test_an_engine_that_does_not_answer_has_lost_its_game(noted, name):
    record = game_against(name, patience=3.0)
    assert (record.outcome, record.reason) == (1.0, f"engine failed: {LATE[name]}")
    assert pids(noted)
    assert not left_behind(noted)


@pytest.mark.parametrize("name", HARMLESS)
def test_an_engine_that_plays_well_comes_to_the_end_and_is_gone(noted, name):
    record = game_against(name, max_plies=20)
    assert not record.reason.startswith("engine failed")
    assert record.plies == 20 or not record.reason.startswith("adjudicated")
    assert pids(noted)
    assert not left_behind(noted)


def test_an_engine_may_resign(noted):
    record = game_against("resigns")
    assert (record.outcome, record.reason) == (1.0, "resignation")


def test_the_first_player_can_be_the_one_that_fails(noted):
    record = play_foreign_game(job(opening=[]), (mock("moves_illegally"), None))
    assert (record.outcome, record.plies) == (0.0, 0)


def test_two_engines_can_play_each_other(noted):
    good = mock("plays_well_in_xboard")
    record = play_foreign_game(job(), (good, mock("crashes_in_the_game")))
    assert (record.outcome, record.reason) == (1.0, "engine failed: ended (signal 11)")
    assert len(pids(noted)) == 2
    assert not left_behind(noted)


def test_both_protocols_are_told_the_same_game(noted):
    one, two = (
        play_foreign_game(job(opening=["e2e4", "c7c5", "g1f3"], start=start), (mock(name), None))
        for name, start in (("plays_well", None), ("plays_well_in_xboard", None))
    )
    assert one == two
    assert one.moves[:3] == ("e2e4", "c7c5", "g1f3")


@pytest.mark.parametrize("name", ["plays_well", "plays_well_in_xboard"])
@pytest.mark.parametrize("turn", ["w", "b"])
def test_a_game_may_begin_anywhere(noted, name, turn):
    start = QUEEN_UP.replace(" w ", f" {turn} ")
    record = game_against(name, start=start, opening=[], max_plies=12)
    assert not record.reason.startswith("engine failed")
    assert record.start == start


def test_our_own_moves_are_the_kernels(noted):
    """Against an engine that plays as ours would, the game is the kernel's own game."""
    from plywise._kernel import play_game

    whole = play_game(job(opening=[], max_plies=30))
    record = play_foreign_game(job(opening=[], max_plies=30), (None, None))
    assert list(record.moves) == whole.moves
    assert record.nodes == whole.nodes


# Matches


@pytest.mark.parametrize("name", ["crashes_in_the_game", "moves_illegally", "resigns", "says_nuls"])
def test_a_match_goes_on_with_a_fresh_process(noted, tmp_path, name):
    pgn = tmp_path / "games.pgn"
    result = match(STANDARD, mock(name), games=4, depth=1, seed=1, workers=2, pgn=pgn)
    assert (result.wins, result.games) == (4, 4)
    assert result.failures == ((0, 0) if name == "resigns" else (0, 4))
    assert ("engine failures 0 v 4" in str(result)) == (name != "resigns")
    if name == "resigns":  # that is no failure: it plays on
        assert len(pids(noted)) <= 3
    else:
        assert len(pids(noted)) == 5  # one to see whether it speaks, and one a game
    assert not left_behind(noted)
    chess_pgn = pytest.importorskip("chess.pgn", reason="needs python-chess (pip install chess)")
    stream = io.StringIO(pgn.read_text())
    read = [chess_pgn.read_game(stream) for _ in range(4)]
    assert all(game.errors == [] for game in read)
    ends = {"moves_illegally": "rules infraction", "says_nuls": "rules infraction"}
    ends |= {"crashes_in_the_game": "abandoned", "resigns": "normal"}
    assert {game.headers["Termination"] for game in read} == {ends[name]}


def test_failures_are_counted_for_the_side_that_failed(noted):
    bad, good = (
        replace(mock(name), is_fresh=True) for name in ("crashes_when_started_again", "plays_well")
    )
    result = match(bad, good, games=4, seed=1, workers=1, max_plies=10, adjudication="draw")
    assert result.failures[1] == 0
    assert 1 <= result.failures[0] <= 3
    assert result.losses == result.failures[0]
    assert result.draws == 4 - result.losses
    assert result.as_dict()["failures"] == result.failures


def test_the_result_does_not_depend_on_the_workers(noted):
    games = [
        [record.moves for record in match(
            STANDARD, mock("plays_well"), games=4, depth=1, seed=1, workers=workers, max_plies=30
        ).records]
        for workers in (1, 2, processes(2))
    ]  # fmt: skip
    assert games[0] == games[1] == games[2]
    assert not left_behind(noted)


def test_ctrl_c_ends_engines_that_think(noted):
    hanging = mock("hangs_at_go")
    timer = threading.Thread(target=_interrupt_when, args=(lambda: len(pids(noted)) >= 3,))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        match(hanging, STANDARD, games=8, depth=1, workers=2)
    timer.join()
    assert not left_behind(noted)


def test_ctrl_c_ends_our_own_search_against_an_engine(noted):
    timer = threading.Thread(target=_interrupt_when, args=(lambda: len(pids(noted)) >= 2,))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        match(mock("plays_well"), STANDARD, games=8, depth=40, workers=2)
    timer.join()


def _interrupt_when(condition):
    for _ in range(600):
        if condition():
            break
        time.sleep(0.05)
    time.sleep(0.2)
    os.kill(os.getpid(), signal.SIGINT)


@pytest.mark.skipif(shutil.which("setpriv") is None, reason="needs setpriv (util-linux)")
def test_engines_die_with_us_however_we_die(noted):
    script = (
        "import sys\n"
        "sys.path.insert(0, sys.argv[1])\n"
        "from mock_opponents import mock\n"
        "from plywise.play.match import match\n"
        "match(mock('hangs_at_go'), 'random', games=4, workers=2)\n"
    )
    here = str(Path(__file__).parent)
    with subprocess.Popen([sys.executable, "-c", script, here]) as playing:
        while len(pids(noted)) < 3 and playing.poll() is None:
            time.sleep(0.05)
        playing.kill()
    assert len(pids(noted)) >= 3
    assert not left_behind(noted)


def test_a_game_can_be_stopped_from_outside(noted):
    stop = Stop()
    stop.set()
    with pytest.raises(KeyboardInterrupt):
        play_foreign_game(job(), (None, mock("plays_well")), stop)
    assert not left_behind(noted)


def test_an_engine_of_which_many_games_crash_does_not_stop_a_long_match(noted):
    result = match(
        mock("crashes_now_and_then"), "random", games=deeper(24, 1000), seed=2, workers=2,
        max_plies=24, adjudication="draw",
    )  # fmt: skip
    assert result.games == deeper(24, 1000)
    assert result.failures[0] > 0
    assert {r.reason for r in result.records if r.outcome != 0.5} <= {
        "engine failed: ended (signal 6)",
        "checkmate",
    }
    started = len(pids(noted)) - 1
    assert result.failures[0] <= started <= result.failures[0] + 2  # one a worker beside those
    assert not left_behind(noted)


# Our own side


def test_our_side_may_remember_what_it_saw(noted):
    fresh, remembering = (
        play_foreign_game(
            job(first_search=AlphaBeta(depth=3, deeper_entries=True).settings(1000)),
            (None, mock("plays_well")),
            remembers=remembers,
        )
        for remembers in (False, True)
    )
    assert not remembering.reason.startswith("engine failed")
    assert 0 < remembering.nodes < fresh.nodes


def test_a_search_that_remembers_can_be_stopped(noted):
    stop = Stop()
    threading.Timer(1.0, stop.set).start()
    endless = job(opening=[], first_search=AlphaBeta(depth=60).settings(1000))
    with pytest.raises(KeyboardInterrupt):
        play_foreign_game(endless, (None, mock("plays_well")), stop, remembers=True)
    assert not left_behind(noted)


# What is wrong before the first game


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("crashes_at_start", r"does not speak uci: ended \(exit code 3\)"),
        ("hangs_at_the_handshake", r"does not speak uci: too late: .* try xboard:PATH"),
        ("speaks_xboard", "does not speak uci"),
    ],
)
def test_an_engine_that_cannot_be_greeted_is_refused_before_the_start(noted, name, message):
    with pytest.raises(BadSetting, match=message):
        match(STANDARD, mock(name), games=2, depth=1, patience=3.0)
    assert not left_behind(noted)


def test_an_engine_without_setboard_plays_from_the_start_only(noted):
    old = mock("takes_no_positions")
    result = match(STANDARD, old, games=2, depth=1, openings=["e2e4 e7e5"], max_plies=10)
    assert result.failures == (0, 0)
    assert {record.moves[:2] for record in result.records} == {("e2e4", "e7e5")}
    with pytest.raises(BadSetting, match="does not take positions, only moves from the start"):
        match(STANDARD, old, games=2, depth=1, openings=[Opening(start=QUEEN_UP)])
    lost = play_foreign_game(job(start=QUEEN_UP, opening=[]), (old, None))
    assert (lost.outcome, lost.plies) == (0.0, 0)
    assert "takes no positions" in lost.reason


@pytest.mark.parametrize(
    ("text", "kind", "message"),
    [
        ("stokfish:elo=1600", UnknownName, "did you mean 'stockfish'"),
        ("gnuchess:dept", BadSetting, "'dept' in 'gnuchess:dept' is not NAME=VALUE"),
        ("gnuchess:depth=two", BadSetting, "depth=two in .* is not a positive whole number"),
        ("gnuchess:depth=0", BadSetting, "depth=0"),
        ("gnuchess:nodes=100", BadSetting, "cannot be limited by nodes=100; .*gnuchess:depth=4"),
        ("phalanx:dept=2", UnknownName, "did you mean 'depth'"),
        ("phalanx:elo=1500", UnknownName, "unknown option of phalanx 'elo' .known: depth"),
        ("uci:", BadSetting, "needs a path, as in 'uci:/path/to/engine:depth=3'"),
        ("uci:/no/such/engine:depth=3", BadSetting, "no engine at '/no/such/engine'"),
    ],
)
def test_a_mistyped_engine_is_refused_with_a_hint(text, kind, message):
    with pytest.raises(kind, match=message):
        player(text)


@pytest.mark.parametrize(
    ("options", "kind", "message"),
    [
        ("elo=1200,depth=1", BadSetting, r"elo=1200 is not what it allows: .*1350 to 2850"),
        ("elo=9000,depth=1", BadSetting, "1350 to 2850"),
        ("skill_levl=5,depth=1", UnknownName, "did you mean 'Skill Level'"),
        ("skill_level=21,depth=1", BadSetting, "0 to 20"),
        ("skill_level=many,depth=1", BadSetting, "0 to 20"),
    ],
)
def test_options_are_held_against_what_the_engine_announces(
    noted, tmp_path, options, kind, message
):
    path = executable("plays_well", tmp_path)
    with pytest.raises(kind, match=message):
        match(STANDARD, f"uci:{path}:{options}", games=2, depth=1)
    assert not left_behind(noted)


def test_an_engine_can_be_given_by_its_path(noted, tmp_path):
    path = executable("plays_well", tmp_path)
    result = match(f"uci:{path}:elo=1400,skill_level=3", STANDARD, games=2, depth=1, max_plies=10)
    assert result.a == "plays_well:elo=1400,depth=1,Skill Level=3"
    told = result.settings["a"]["search"]
    assert told["version"] == "Well Behaved 1.0"
    assert told["options"] == {
        "UCI_LimitStrength": "true", "UCI_Elo": "1400", "Skill Level": "3"
    }  # fmt: skip


def test_a_file_that_cannot_be_run_is_refused(tmp_path):
    path = tmp_path / "engine"
    path.write_text("not a program")
    with pytest.raises(BadSetting, match="is not there"):
        match(STANDARD, f"uci:{path}:depth=1", games=2)
    path.chmod(0o755)
    with pytest.raises(BadSetting, match=r"cannot be started|ended \(exit code"):
        match(STANDARD, f"uci:{path}:depth=1", games=2)


def test_an_engine_takes_the_limits_of_the_match_unless_it_has_its_own():
    deep = AlphaBeta(depth=3)
    assert player("gnuchess", search=deep).name == "gnuchess:depth=3"
    assert player("gnuchess:depth=1", search=deep).name == "gnuchess:depth=1"
    with pytest.raises(BadSetting, match="gnuchess needs a limit, as in 'gnuchess:depth=4'"):
        player("gnuchess", search=RandomPlay())
    with pytest.raises(BadSetting, match="cannot be limited by nodes"):
        match(STANDARD, "gnuchess", nodes=100, games=2)


def test_engines_play_chess_only():
    with pytest.raises(BadSetting, match="plays chess, not othello"):
        player("gnuchess:depth=1", game="othello")


@pytest.mark.parametrize("patience", [0, -1, float("nan"), 1e9])
def test_bad_patience_is_refused(patience):
    with pytest.raises(BadSetting, match="patience"):
        match(STANDARD, mock("plays_well"), games=2, patience=patience)


def test_an_opponent_reads_back_as_it_is_written():
    for text in ("stockfish:elo=1600,nodes=10000", "gnuchess:depth=2", "fairymax"):
        assert opponent(text).name == text


# This machine's troubles are not the engine's


def test_too_few_file_handles_are_our_trouble_and_not_the_engines_defeat(noted):
    script = (
        "import resource, sys\n"
        "sys.path.insert(0, sys.argv[1])\n"
        "from mock_opponents import mock\n"
        "from plywise.play.match import match\n"
        "used = mock('plays_well').greeted()\n"
        "resource.setrlimit(resource.RLIMIT_NOFILE, (8, 8))\n"
        "match('chess/standard', used[0], games=8, depth=1, workers=4)\n"
    )
    here = str(Path(__file__).parent)
    done = subprocess.run(
        [sys.executable, "-c", script, here], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "Too many open files" in done.stderr
    assert not left_behind(noted)
