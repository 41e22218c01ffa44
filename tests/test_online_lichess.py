"""The Lichess client on a stand-in: it plays, learns each game once, and survives what happens."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import plywise as pw
from lichess_standin import Script, Standin, challenge, serving
from plywise.errors import BadInput
from plywise.online.house import GameLog, House
from plywise.online.policy import Offer, Policy
from plywise.runs.handed_games import read_handed
from plywise.runs.one_by_one import OneByOne

berserk = pytest.importorskip("berserk", reason="needs the extra online: pip install berserk")
PATIENCE = 120.0


def wait_for(there: Callable[[], bool], what: str) -> None:
    until = time.monotonic() + PATIENCE
    while not there():
        assert time.monotonic() < until, what
        time.sleep(0.02)


def client(url: str, run: Path, standin: Standin, *words: str) -> "subprocess.Popen[str]":
    """The command at work, in a process of its own."""
    command = [
        sys.executable, "-m", "plywise", "online", "lichess", "chess/standard", "--url", url,
        "--learn", str(run), "--nodes", "60", "--pause", "0.05", *words,
    ]  # fmt: skip
    environment = {**os.environ, "LICHESS_TOKEN": standin.token}
    return subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )


def stop(process: "subprocess.Popen[str]", how: signal.Signals) -> str:
    process.send_signal(how)
    said, _ = process.communicate(timeout=PATIENCE)
    return said


def scripts() -> list[Script]:
    """A rated session of 20 games, and one that is aborted."""
    games = [
        Script(identity=f"game{number:04}", own="white" if number % 2 else "black", plies=6)
        for number in range(1, 21)
    ]
    games[1].winner = "other"
    games[2].status = "outoftime"
    games[3].status, games[3].winner = "draw", None
    games[4].drop_at = (2, 4)
    games[6].pause_at = 4  # killed here, and taken up again
    games[8].refuse_at = (0, 2, 4)
    games[10].pause_at = 4  # killed here, and ended meanwhile
    games[12].drop_at, games[12].refuse_at = (1, 3, 5), (2,)
    games[15].status, games[15].winner = "timeout", "own"
    games.insert(14, Script(identity="aborted1", plies=1, status="aborted", winner=None))
    return games


def test_a_session_of_20_games_with_drops_refusals_and_two_kills(tmp_path: Path) -> None:
    run = tmp_path / "run"
    standin = Standin(scripts())
    standin.extra = [
        challenge("wrong001", variant={"key": "atomic"}),
        challenge("wrong002", timeControl={"type": "unlimited"}),
        challenge("wrong003", challenger={"id": "x", "name": "X", "rating": 2900}),
    ]
    said = ""
    with serving(standin) as url:
        process = client(url, run, standin, "--ratings", "1000-2000")
        try:
            wait_for(lambda: "game0007" in standin.games, "game 7 begins")
            assert standin.games["game0007"].reached.wait(PATIENCE)
            said += stop(process, signal.SIGKILL)
            process = client(url, run, standin, "--ratings", "1000-2000")
            standin.games["game0007"].go_on.set()
            wait_for(lambda: "game0011" in standin.games, "game 11 begins")
            assert standin.games["game0011"].reached.wait(PATIENCE)
            said += stop(process, signal.SIGKILL)
            game = standin.games["game0011"]
            with standin.changed:
                standin.end(game, "resign", "own")
            game.go_on.set()
            process = client(url, run, standin, "--ratings", "1000-2000")
            wait_for(lambda: len(list(read_handed(run))) >= 20, "all games are learnt")
            # A game is told in the log once it is learnt: the last of them a moment later.
            log = run / "online.jsonl"
            wait_for(lambda: len(log.read_text().splitlines()) >= 20, "all games are told")
        finally:
            said += stop(process, signal.SIGINT)
    finished = {
        f"lichess:{name}": game for name, game in standin.games.items() if game.outcome is not None
    }
    handed = {game.identity: game.record for game in read_handed(run)}
    assert len(finished) == 20
    assert handed.keys() == finished.keys()
    assert len(list(read_handed(run))) == 20  # none twice
    for identity, record in handed.items():
        game = finished[identity]
        assert list(record.moves) == game.moves
        assert record.outcome == game.outcome
        assert record.own_side == ("first" if game.script.own == "white" else "second")
        own = [
            ply for ply in range(len(game.moves)) if (ply % 2 == 0) == (game.script.own == "white")
        ]
        assert record.ply_numbers.tolist() == own
        assert record.is_finished == (game.status not in ("outoftime", "timeout"))
    assert len(pw.load(run).history) == 20
    assert [reason for _, reason in standin.declined] == ["variant", "timeControl", "generic"]
    told = [json.loads(line) for line in log.read_text().splitlines()]
    assert sorted(entry["identity"] for entry in told) == sorted(finished)
    assert standin.token not in said
    everything = "".join(p.read_text(errors="replace") for p in run.rglob("*") if p.is_file())
    assert standin.token not in everything
    assert list((run / "leaves").iterdir()) == []


def test_berserk_itself_is_served(tmp_path: Path) -> None:
    standin = Standin([Script(identity="direct01", plies=3)])
    with serving(standin) as url:
        lichess = berserk.Client(berserk.TokenSession(standin.token), base_url=url)
        assert lichess.account.get()["title"] == "BOT"
        event = next(iter(lichess.bots.stream_incoming_events()))
        assert event["challenge"]["id"] == "direct01"
        lichess.bots.accept_challenge("direct01")
        states = []
        for state in lichess.bots.stream_game_state("direct01"):
            states.append(state)
            moves = (state.get("state") or state)["moves"].split()
            if len(moves) % 2 == 0 and (state.get("state") or state)["status"] == "started":
                lichess.bots.make_move("direct01", "e2e4" if not moves else "d2d4")
        assert states[-1]["status"] == "resign"
        assert states[-1]["winner"] == "white"
        with pytest.raises(berserk.exceptions.ResponseError, match="400"):
            lichess.bots.make_move("direct01", "e7e5")


def words(url: str, *more: str, token: str | None) -> "subprocess.CompletedProcess[str]":
    environment = {k: v for k, v in os.environ.items() if k != "LICHESS_TOKEN"}
    if token is not None:
        environment["LICHESS_TOKEN"] = token
    return subprocess.run(
        [sys.executable, "-m", "plywise", "online", "lichess", "chess/standard", "--url", url,
         "--pause", "0.01", "--log", "log.jsonl", *more],
        env=environment, capture_output=True, text=True, timeout=PATIENCE,
    )  # fmt: skip


@pytest.mark.parametrize("token", [None, "", "wrong"])
def test_a_token_that_is_missing_or_wrong_is_told(
    token: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with serving(Standin([])) as url:
        done = words(url, token=token)
    assert done.returncode == 2
    expected = "Lichess refuses the token" if token else "environment variable LICHESS_TOKEN"
    assert expected in done.stderr


@pytest.mark.parametrize(
    "token", ["lip_SECRET\nabc", "lip_SECRET…", "lip_SECRET abc", "\x7flip_SECRET"]
)
def test_a_broken_token_is_refused_and_not_shown(token: str, tmp_path: Path) -> None:
    standin = Standin([])
    with serving(standin) as url:
        done = words(url, "--log", str(tmp_path / "log"), token=token)
    assert done.returncode == 2
    assert "LICHESS_TOKEN has is broken" in done.stderr
    assert "SECRET" not in done.stdout + done.stderr
    assert standin.requests == []


def test_a_token_in_an_answer_of_the_server_is_hidden(tmp_path: Path) -> None:
    standin = Standin([Script(identity="told0001")])
    standin.refusal = {"error": f"no such token: {standin.token}"}
    from plywise.online.lichess import Lichess

    house = House(weights="chess/standard", log=GameLog(path=tmp_path / "log"))
    with serving(standin) as url:
        standin.token += "2"
        with pytest.raises(BadInput, match=r"no such token: \[hidden\]") as told:
            Lichess(house, "secret-token", url=url, pause=0.01).play(1)
    assert "secret-token" not in str(told.value)


def test_a_server_that_is_not_there_is_told(tmp_path: Path) -> None:
    done = words("http://127.0.0.1:9", "--log", str(tmp_path / "log"), token="x")
    assert done.returncode == 2
    assert "no answer of Lichess" in done.stderr


@pytest.mark.parametrize("url", ["nonsense", "ftp://lichess.org", "https://", "http://host:port"])
def test_an_address_that_is_none_is_told_at_once(url: str, tmp_path: Path) -> None:
    done = words(url, "--log", str(tmp_path / "log"), token="x")
    assert done.returncode == 2
    assert "is no URL of a server; 'https://lichess.org' is one" in done.stderr
    assert "again in" not in done.stderr


def played(standin: Standin, run: Path, games: int, **more: object) -> list[str]:
    """What a client in this process says while it plays so many games."""
    from plywise.online.lichess import Lichess

    said: list[str] = []
    with serving(standin) as url, OneByOne.at(run, start="chess/standard") as opened:
        house = House(
            run=opened, nodes=60, tell=said.append, log=GameLog(path=run / "online.jsonl")
        )
        for name, value in more.pop("house", {}).items():  # type: ignore[attr-defined]
            setattr(house, name, value)
        Lichess(house, standin.token, url=url, **{"pause": 0.05, **more}).play(games)
    return said


def test_illegal_moves_of_the_server_spoil_that_game_alone(tmp_path: Path) -> None:
    games = [
        Script(identity="illegal1", lie="e2e5"),
        Script(identity="illegal2", lie="<script>"),
        Script(identity="sound001", own="black"),
    ]
    standin = Standin(games)

    def end_bad_ones() -> None:
        for name in ("illegal1", "illegal2"):
            wait_for(lambda name=name: name in standin.games, name)
            time.sleep(0.3)
            with standin.changed:
                standin.end(standin.games[name], "aborted", None)

    threading.Thread(target=end_bad_ones, daemon=True).start()
    said = played(standin, tmp_path / "run", 1)
    assert sum("is left: " in line and "not legal" in line for line in said) == 2
    assert [game.identity for game in read_handed(tmp_path / "run")] == ["lichess:sound001"]


def test_a_lie_about_the_result_is_told(tmp_path: Path) -> None:
    standin = Standin([Script(identity="liar0001", status="mate")])
    said = played(standin, tmp_path / "run", 1)
    assert any("does not fit the board" in line for line in said)
    (game,) = read_handed(tmp_path / "run")
    assert not game.record.is_finished


def test_hopeless_games_are_given_up(tmp_path: Path) -> None:
    standin = Standin([Script(identity="lost0001", plies=60)])
    played(standin, tmp_path / "run", 1, house={"resign": 0.0})
    (game,) = read_handed(tmp_path / "run")
    assert game.record.reason in ("resignation", "checkmate")
    assert game.record.outcome == 0.0 or game.record.reason == "checkmate"


def test_bots_are_challenged_until_the_server_says_stop(tmp_path: Path) -> None:
    standin = Standin([])
    limit = {"error": "You played 100 games", "ratelimit": {"key": "bot.vsBot.day", "seconds": 9}}
    standin.create_answer = 429, limit

    def end() -> None:
        wait_for(lambda: bool(standin.created), "a challenge")
        time.sleep(0.3)
        with standin.changed:
            standin.scripts.append(Script(identity="last0001"))
            standin.changed.notify_all()

    threading.Thread(target=end, daemon=True).start()
    said = played(standin, tmp_path / "run", 1, challenge=("maia1",), clock=(60, 1))
    assert len(standin.created) == 1
    assert standin.created[0]["name"] == "maia1"
    assert any("nobody is challenged" in line for line in said)


def later(standin: Standin, there: Callable[[], bool], identity: str, rest: float = 0.3) -> None:
    """Offer a game, which ends the session, a moment after something has happened."""

    def offer() -> None:
        wait_for(there, "what comes before the last game")
        time.sleep(rest)
        with standin.changed:
            standin.scripts.append(Script(identity=identity))
            standin.changed.notify_all()

    threading.Thread(target=offer, daemon=True).start()


def test_who_is_told_to_wait_waits_for_the_pause_and_gives_nothing_up(tmp_path: Path) -> None:
    standin = Standin([Script(identity="patient1", refuse_stream=12, refuse_at=(0,))])
    standin.refuse_events = 1
    said = played(standin, tmp_path / "run", 1, pause=0.1)
    (game,) = read_handed(tmp_path / "run")
    assert game.identity == "lichess:patient1"
    assert sum("the stream is opened again in 0.1 s" in line for line in said) == 12
    assert any("listening again in 0.1 s" in line for line in said)
    assert any("the move" in line and "429" in line and "in 0.1 s" in line for line in said)


def test_the_stream_of_events_is_left_alone_for_the_whole_pause(tmp_path: Path) -> None:
    standin = Standin([Script(identity="patient2", plies=2)])
    standin.refuse_events = 1
    said = played(standin, tmp_path / "run", 1, pause=1.2)
    assert any("listening again in 1.2 s" in line for line in said)


def test_a_challenge_without_an_answer_is_not_sent_again_before_the_pause(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("plywise.online.lichess.IDLE", 0.05)
    standin = Standin([])
    standin.declines = True
    later(standin, lambda: bool(standin.created), "last0002", rest=0.6)
    said = played(standin, tmp_path / "run", 1, challenge=("maia1", "maia5"), pause=30.0)
    assert [told["name"] for told in standin.created] == ["maia1"]
    assert "maia1 declined: Not now." in said


def test_the_next_day_bots_are_challenged_again(tmp_path: Path) -> None:
    standin, clock = Standin([]), [20_000 * 86_400.0 + 5]
    limit = {"error": "You played 100 games", "ratelimit": {"key": "bot.vsBot.day", "seconds": 9}}
    standin.create_answer = 429, limit

    def tomorrow() -> None:
        wait_for(lambda: bool(standin.created), "a challenge")
        time.sleep(0.3)
        assert len(standin.created) == 1
        standin.create_answer = 200, {}
        clock[0] += 86_400

    threading.Thread(target=tomorrow, daemon=True).start()
    later(standin, lambda: len(standin.created) > 1, "last0003")
    played(standin, tmp_path / "run", 1, challenge=("maia1",), now=lambda: clock[0])
    assert len(standin.created) > 1


def test_a_game_with_a_bot_beyond_the_days_is_not_waited_for(tmp_path: Path) -> None:
    standin = Standin([Script(identity="beyond01"), Script(identity="within01")])
    limit = {"ratelimit": {"key": "bot.vsBot.day", "seconds": 40_000}}
    standin.accept_answers = {"beyond01": (429, limit)}
    said = played(standin, tmp_path / "run", 1)
    assert any("accept was refused" in line for line in said)
    assert [game.identity for game in read_handed(tmp_path / "run")] == ["lichess:within01"]


def test_no_more_than_the_days_games_are_played(tmp_path: Path) -> None:
    games = [Script(identity=f"daily{n:03}", plies=2) for n in range(3)]
    said = played(Standin(games), tmp_path / "run", 10, house={"policy": Policy(a_day=2)})
    assert "today's 2 games are played" in said
    assert len(list(read_handed(tmp_path / "run"))) == 2


def test_without_a_run_games_are_played_and_not_learnt(tmp_path: Path) -> None:
    from plywise.online.lichess import Lichess

    standin = Standin([Script(identity="plain001")])
    log = GameLog(path=tmp_path / "log.jsonl", pgn=tmp_path / "games.pgn")
    house = House(weights="chess/standard", nodes=60, log=log)
    with serving(standin) as url:
        Lichess(house, standin.token, url=url, pause=0.05).play(1)
    assert (house.played, house.learnt) == (1, 0)
    assert '[White "PlyBot"]' in (tmp_path / "games.pgn").read_text()
    assert GameLog(path=tmp_path / "log.jsonl").today() == 1


# Whom to play


@pytest.mark.parametrize(
    ("policy", "offer", "key"),
    [
        ({}, {"seconds": None}, "timeControl"),
        ({"rated": True}, {"rated": False}, "rated"),
        ({"rated": False}, {}, "casual"),
        ({"seconds": (60, 300)}, {"seconds": 30}, "tooFast"),
        ({"seconds": (60, 300)}, {"seconds": 600}, "tooSlow"),
        ({"increment": 2}, {"increment": 3}, "tooSlow"),
        ({"ratings": (1000, 2000)}, {"rating": 900}, "generic"),
        ({"ratings": (1000, 2000)}, {"rating": None}, "generic"),
        ({"bots": True}, {}, "onlyBot"),
        ({"bots": False}, {"is_bot": True}, "noBot"),
        ({"no_play": frozenset({"fritz"})}, {}, "generic"),
        ({"in_a_row": 2}, {}, "later"),
        ({}, {"variant": "atomic"}, "variant"),
    ],
)
def test_offers_are_declined_with_the_reason(policy: dict, offer: dict, key: str) -> None:
    usual = {"opponent": "Fritz", "rating": 1500, "seconds": 180}
    assert Policy().refusal(Offer(**usual)) is None
    refusal = Policy(**policy).refusal(Offer(**{**usual, **offer}), ("Fritz", "Fritz"))
    assert refusal is not None
    assert refusal.key == key


def test_impossible_rules_are_refused() -> None:
    with pytest.raises(BadInput, match="nobody would do"):
        Policy(ratings=(2000, 1000))
