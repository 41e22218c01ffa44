"""The ICS client on a stand-in: it plays, learns each game once, and comes back after anything."""

import os
import shlex
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import plywise as pw
from conftest import require_engine
from ics_standin import Script, Standin, serving
from plywise.errors import BadInput
from plywise.online.house import GameLog, House
from plywise.online.ics import Ics, Login, address, login_for
from plywise.online.ics_words import ended_game, offer_of, read_board
from plywise.online.policy import Policy
from plywise.runs.handed_games import read_handed
from plywise.runs.one_by_one import OneByOne
from screens import screen

PATIENCE = 60.0
BOARD = (
    "<12> rnbqkbnr pppppppp -------- -------- ----P--- -------- PPPP-PPP RNBQKBNR B 4 1 1 1 1 0 7 "
    "Newton Fritz -1 3 2 39 39 180 180 1 P/e2-e4 (0:00) e4 0"
)


def wait_for(there: Callable[[], bool], what: str) -> None:
    until = time.monotonic() + PATIENCE
    while not there():
        assert time.monotonic() < until, what
        time.sleep(0.02)


def client(port: int, run: Path, password: str) -> "subprocess.Popen[str]":
    command = [
        sys.executable, "-m", "plywise", "online", "ics", "chess/standard", "--learn", str(run),
        "--url", f"127.0.0.1:{port}", "--user", "Newton", "--nodes", "60", "--pause", "0.05",
        "--ratings", "1000-2000", "--seek", "3 2 rated",
    ]  # fmt: skip
    return subprocess.Popen(
        command, env={**os.environ, "ICS_PASSWORD": password}, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip


def stop(process: "subprocess.Popen[str]", how: signal.Signals) -> str:
    process.send_signal(how)
    said, _ = process.communicate(timeout=PATIENCE)
    return said


def scripts() -> list[Script]:
    """A rated session of 20 games, and one that is aborted."""
    games = [Script(own="white" if n % 2 else "black") for n in range(1, 21)]
    games[1].end = "flag"
    games[2].end = "draw"
    games[3].adjourn_at = 3
    games[5].hang_up_at = 3
    games[7].pause_at = 4  # killed here, and adjourned
    games[9].garble_at, games[9].hide_at = 2, 4
    games[11].pause_at, games[11].lost_if_gone = 5, True  # killed here, and lost
    games[13].plies = 40
    games[15].hang_up_at, games[15].lost_if_gone = 4, True
    games.insert(16, Script(end="abort", plies=2))
    return games


def test_a_session_of_20_games_with_everything_that_happens(tmp_path: Path) -> None:
    run = tmp_path / "run"
    standin = Standin(scripts())
    said = ""
    with serving(standin) as port:
        process = client(port, run, standin.password)
        try:
            for number in (8, 12):
                wait_for(lambda n=number: len(standin.games) >= n, f"game {number} begins")
                assert standin.games[number - 1].reached.wait(PATIENCE)
                said += stop(process, signal.SIGKILL)
                process = client(port, run, standin.password)
            wait_for(lambda: len(list(read_handed(run))) >= 20, "all games are learnt")
        finally:
            said += stop(process, signal.SIGINT)
    handed = list(read_handed(run))
    assert len(standin.counted) == 20
    assert len(handed) == 20, said
    assert len({game.identity for game in handed}) == 20
    for game, told in zip(standin.counted, handed, strict=True):
        record = told.record
        assert list(record.moves) == game.moves
        assert record.outcome == {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}[game.result]
        first = 0 if game.script.own == "white" else 1
        assert record.ply_numbers.tolist() == list(range(first, len(game.moves), 2))
        assert record.ratings == ((1600.0, 1500.0) if first == 0 else (1500.0, 1600.0))
        assert record.is_finished == ("forfeits" not in game.how)
    assert len(pw.load(run).history) == 20
    assert standin.password not in said
    everything = "".join(p.read_text(errors="replace") for p in run.rglob("*") if p.is_file())
    assert standin.password not in everything
    assert list((run / "leaves").iterdir()) == []
    assert "a board of 5 fields" in said
    assert standin.heard.count("decline Fritz") == 2
    assert "seek 3 2 rated f 1000-2000" in standin.heard
    assert "set formula rating >= 1000 & rating <= 2000" in standin.heard


def played(
    standin: Standin, run: Path, games: int, login: Login | None = None, **more: Any
) -> list[str]:
    """What a client in this process says while it plays so many games."""
    said: list[str] = []
    with serving(standin) as port, OneByOne.at(run, start="chess/standard") as opened:
        house = House(
            run=opened, nodes=60, tell=said.append, log=GameLog(path=run / "online.jsonl"),
            policy=more.pop("policy", Policy(ratings=(1000, 2000))),
        )  # fmt: skip
        who = login or Login("Newton", standin.password)
        Ics(house, who, address=("127.0.0.1", port), pause=0.05, formula="rated", **more).play(
            games
        )
    return said


def test_a_guest_plays_and_learns(tmp_path: Path) -> None:
    standin = Standin([Script(), Script(own="black")])
    played(standin, tmp_path / "run", 2, login=Login("guest"))
    assert [game.record.outcome for game in read_handed(tmp_path / "run")] == [1.0, 0.0]
    assert "set formula (rated) & rating >= 1000 & rating <= 2000" in standin.heard


def test_xboard_is_another_client_and_its_engine_learns(tmp_path: Path) -> None:
    needed = [require_engine(name) for name in ("xboard", "Xvfb")]
    games = [Script(), Script(own="black"), Script(end="draw")]
    for game in games:
        game.clock, game.increment = 2, 0
    run, standin = tmp_path / "run", Standin(games)
    standin.offers = []
    (tmp_path / "logon").write_text(f"Newton\n{standin.password}\n")
    engine = shlex.join(
        [sys.executable, "-m", "plywise", "engine", "chess/standard", "--learn", str(run)]
    )
    with screen(needed[1]) as display, serving(standin) as port:
        board = subprocess.Popen(
            [needed[0], "-ics", "-icshost", "127.0.0.1", "-icsport", str(port), "-icshelper", "",
             "-icslogon", str(tmp_path / "logon"), "-zp", "-fcp", engine],
            cwd=tmp_path, env={**os.environ, "DISPLAY": display, "HOME": str(tmp_path)},
            stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            start_new_session=True,
        )  # fmt: skip
        try:
            wait_for(lambda: len(list(read_handed(run))) == 3, "all games are learnt")
        finally:
            os.killpg(board.pid, signal.SIGKILL)
            board.communicate()
    records = [game.record for game in read_handed(run)]
    for record, game in zip(records, standin.games, strict=True):
        # Our answer may be on its way when the opponent ends the game.
        assert list(record.moves[: len(game.moves)]) == game.moves
        assert len(record.moves) - len(game.moves) in (0, 1)
    assert [record.outcome for record in records] == [1.0, 0.0, 0.5]
    assert [record.own_side for record in records] == ["first", "second", "first"]
    assert [record.ratings for record in records] == [(1600, 1500), (1500, 1600), (1600, 1500)]


def test_a_lie_about_the_result_is_told(tmp_path: Path) -> None:
    said = played(Standin([Script(end="mates")]), tmp_path / "run", 1)
    assert any("does not fit the board" in line for line in said)
    (game,) = read_handed(tmp_path / "run")
    assert not game.record.is_finished


END = "{Game 1 (Newton vs. Fritz) Newton resigns} 0-1"
FORGED = (
    f"Fritz(1500)(1): {END}", f"Fritz(1500)[1] kibitzes: {END}", f"Fritz tells you: {END}",
    f"--> Fritz {END}", f"\\   {END}", f"{END} said Fritz",
    "{Game 9 (Newton vs. Fritz) Newton resigns} 0-1",  # of another game
    "{Game 1 (Newton vs. Fritz) Game adjourned by mutual agreement} * or so",
    "Fritz tells you: Creating: Newton (9) Fritz (9) rated blitz 3 2",
    "Fritz tells you: Challenge: Fritz (1500) Newton (1600) rated blitz 3 2.",
    "Fritz tells you: <12> rnbqkbnr",
    "Fritz tells you: Notification: Fritz, who has an adjourned game with you, has arrived.",
    "Fritz tells you: plywise-end-of-lists",
    " 1: - 1600 W 1500 Fritz         [ br  3   2] A00 Res Tue Nov 17, 10:00 PST 2026",
)  # fmt: skip


def test_nobody_ends_a_game_by_chatting(tmp_path: Path) -> None:
    standin = Standin([Script(chat=FORGED)])
    standin.offers = []
    said = played(standin, tmp_path / "run", 1)
    (game,) = read_handed(tmp_path / "run")
    assert list(game.record.moves) == standin.games[0].moves
    assert (game.record.outcome, game.record.ratings) == (1.0, (1600.0, 1500.0))
    assert standin.heard.count("accept Fritz") == 1
    assert "decline Fritz" not in standin.heard
    assert "resume Fritz" not in standin.heard
    assert not any("malformed" in line for line in said)


def test_a_game_that_the_rules_do_not_accept_is_neither_played_nor_learnt(tmp_path: Path) -> None:
    games = [
        Script(by_seek=True, rating=2900),
        Script(by_seek=True, rating=2900, own="black"),
        Script(by_seek=True, opponent="Ogre"),
        Script(by_seek=True, kind="crazyhouse", own="black"),
        Script(by_seek=True, kind="crazyhouse", is_stubborn=True),
        Script(by_seek=True),
    ]
    standin = Standin(games)
    standin.offers = []
    rules = Policy(ratings=(1000, 2000), no_play=frozenset({"ogre"}), seconds=(60, 600))
    said = played(standin, tmp_path / "run", 1, policy=rules, seeks=("3 2 rated",))
    assert [game.result for game in standin.games] == ["*", "*", "*", "*", "0-1", "1-0"]
    assert [len(game.moves) for game in standin.games[:5]] == [0, 1, 0, 1, 0]
    (game,) = read_handed(tmp_path / "run")
    assert list(game.record.moves) == standin.games[5].moves
    assert standin.heard.count("abort") == 5
    assert standin.heard.count("resign") == 1
    assert "+noplay ogre" in standin.heard
    why = " ".join(line for line in said if "is not played" in line)
    for reason in ("2900 is not from 1000", "Ogre is on the list", "crazyhouse is not chess"):
        assert reason in why


def test_whom_we_challenge_may_have_any_rating_but_no_other_game(tmp_path: Path) -> None:
    standin = Standin([Script(by_seek=True, kind="wild/4"), Script(by_seek=True, rating=2900)])
    standin.offers = []
    played(standin, tmp_path / "run", 1, challenge=("fritz",), seeks=("3 2",))
    assert [game.result for game in standin.games] == ["*", "1-0"]


def test_a_seek_that_the_rules_forbid_is_refused() -> None:
    house = House(weights="chess/standard", policy=Policy(rated=True, seconds=(60, 300)))
    for seek, why in [("3 0 u", "only rated"), ("9 0", "above 300"), ("3 0 wild 4", "wild is not")]:
        with pytest.raises(BadInput, match=why):
            Ics(house, Login("guest"), seeks=(seek,))


def test_a_move_that_is_refused_once_is_found_again(tmp_path: Path) -> None:
    standin = Standin([Script(refuses=1), Script(own="black", refuses=1)])
    said = played(standin, tmp_path / "run", 2)
    assert sum("does not take" in line and "Illegal move" in line for line in said) == 2
    assert standin.heard.count("refresh") == 2
    records = [game.record for game in read_handed(tmp_path / "run")]
    assert [list(record.moves) for record in records] == [game.moves for game in standin.games]


def test_a_game_in_which_a_move_is_refused_twice_is_given_up_and_not_learnt(tmp_path: Path) -> None:
    standin = Standin([Script(refuses=99), Script()])
    with pytest.raises(BadInput, match=r"does not take '.*given up and is not learnt"):
        played(standin, tmp_path / "run", 2)
    assert standin.heard.count("abort") == 1
    assert list(read_handed(tmp_path / "run")) == []
    assert list((tmp_path / "run" / "leaves").iterdir()) == []


def test_the_name_of_a_player_is_no_end() -> None:
    ended = ended_game("{Game 7 (Newton vs. Adjourner) Adjourner resigns} 1-0")
    assert ended is not None
    assert (ended.how, ended.game, ended.names) == ("Black resigns", 7, ("Newton", "Adjourner"))


def test_a_challenge_from_another_position_is_of_a_variant() -> None:
    line = "Challenge: Fritz (1500) [white] Newton (1600) unrated blitz 3 2 Loaded from wild/fr."
    offer = offer_of(line, "Newton", "chess")
    assert offer is not None
    assert offer.variant == "blitz, Loaded from wild/fr"
    adjourned = offer_of(line.replace("Loaded from wild/fr.", "(adjourned)."), "Newton", "chess")
    assert adjourned is not None
    assert adjourned.variant == "chess"


def test_a_server_that_vanishes_is_waited_for(tmp_path: Path) -> None:
    standin = Standin([Script()])
    said: list[str] = []
    with serving(standin) as port:
        pass
    house = House(weights="chess/standard", nodes=60, tell=said.append)
    visitor = Ics(house, Login("guest"), address=("127.0.0.1", port), pause=0.02)

    def stop_soon() -> None:
        wait_for(lambda: len(said) > 2, "it tries again")
        house.played = 1

    threading.Thread(target=stop_soon, daemon=True).start()
    visitor.play(1)
    assert all("no connection to 127.0.0.1" in line for line in said)


def test_a_wrong_password_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="does not let 'Newton' in"):
        played(Standin([]), tmp_path / "run", 1, login=Login("Newton", "wrong"))


def test_a_password_is_shown_to_nobody(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for broken in ("open\nsesame", "sesame…"):
        monkeypatch.setenv("ICS_PASSWORD", broken)
        with pytest.raises(BadInput, match="ICS_PASSWORD has is broken") as told:
            login_for("Newton", guest=False)
        assert "sesame" not in str(told.value)
    standin = Standin([])
    standin.echoes = True
    with pytest.raises(BadInput, match=r"does not let 'Newton' in: .*\[hidden\] is wrong") as told:
        played(standin, tmp_path / "run", 1, login=Login("Newton", "sesame2"))
    assert "sesame2" not in str(told.value)


def test_what_is_missing_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ICS_PASSWORD", raising=False)
    with pytest.raises(BadInput, match="who are we"):
        login_for("", guest=False)
    with pytest.raises(BadInput, match="environment variable ICS_PASSWORD"):
        login_for("Newton", guest=False)
    for text in ("host:port", ":5000", "host:"):
        with pytest.raises(BadInput, match="is no server"):
            address(text)
    for text in ("host:99999", "host:0", "host:65536"):
        with pytest.raises(BadInput, match="ports are from 1 to 65535"):
            address(text)
    assert address("host:65535") == ("host", 65535)
    assert "sesame" not in repr(Login("Newton", "sesame"))
    with pytest.raises(BadInput, match="plays ordinary chess"):
        Ics(House(weights="atomic/stockfish"), Login("guest"))


@pytest.mark.parametrize(
    "line",
    [
        BOARD.replace("rnbqkbnr", "rnbqkbnx"),
        BOARD.replace(" B 4", " X 4"),
        BOARD.replace("P/e2-e4", "P/e2e4"),
        BOARD.replace(" 180 180 ", " now then "),
        "<12> rnbqkbnr",
        "<12>" + " x" * 40,
    ],
)
def test_a_malformed_board_is_refused(line: str) -> None:
    assert read_board(BOARD).plies == 1
    with pytest.raises(BadInput, match="board"):
        read_board(line)
