"""The engine speaks xboard's protocol, and a run learns from what it is told of the results."""

import asyncio
import io
import os
import random
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import plywise as pw
from conftest import require_engine
from plywise import _kernel
from plywise.engine.options import Options
from plywise.engine.players import evaluation_of
from plywise.engine.streams import Output
from plywise.engine.xboard import Xboard
from plywise.play.pgn_reading import read_games
from plywise.runs.handed_games import read_handed
from plywise.runs.lock import Lock
from screens import screen
from uci_process import Engine, engine

COMMAND = [sys.executable, "-m", "plywise", "engine"]


def greet(program: Engine) -> Engine:
    program.answer("xboard\nprotover 2", "feature done=1")
    return program


def after(program: Engine, *lines: str) -> list[str]:
    """What it says to these lines, up to the answer to a ping."""
    return program.answer("\n".join([*lines, "ping 77"]), "pong 77")[:-1]


def move(program: Engine, *lines: str) -> str:
    """The move that it makes after these lines."""
    return program.answer("\n".join(lines), "move")[-1].split()[1]


def test_it_announces_itself_and_plays() -> None:
    with engine() as program:
        said = program.answer("xboard\nprotover 2", "feature done=1")
        told = " ".join(said)
        assert "feature done=0" in said[0]
        for word in ("ping=1", "setboard=1", "usermove=1", 'variants="normal"', "myname="):
            assert word in told
        assert after(program, "new", "sd 2", "nopost") == []
        first = move(program, "usermove e2e4")
        assert first in _kernel.Position.start("chess").after("e2e4").moves
        assert after(program, "usermove e2e4") == ["Illegal move: e2e4"]
        program.send("quit")


def test_without_usermove_and_by_any_notation_moves_are_understood() -> None:
    with engine() as program:
        greet(program)
        assert after(program, "new", "force", "e2e4", "e5", "usermove Ng1-f3") == []
        drawn = after(program, "d")
        assert any(line.startswith("Fen: rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2") for line in drawn)
        program.send("quit")


def test_thinking_is_posted_in_numbers() -> None:
    with engine() as program:
        greet(program)
        lines = program.answer("new\nsd 3\npost\ngo", "move")
        assert [line.split()[0] for line in lines[:-1]] == ["1", "2", "3"]
        assert all(word.lstrip("-").isdigit() for word in lines[0].split()[:4])
        program.send("quit")


def test_moves_can_be_taken_back_and_positions_set_up() -> None:
    with engine() as program:
        greet(program)
        after(program, "new", "force", "usermove e2e4", "usermove e7e5", "remove")
        assert any("Fen: rnbqkbnr/pppppppp/8/8/8/8" in line for line in after(program, "d"))
        assert "moves to take back" in after(program, "undo")[0]
        assert move(program, "setboard 6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1", "sd 2", "go") == "e1e8"
        assert after(program) == ["1-0 {checkmate}"]
        assert "tellusererror Illegal position" in after(program, "setboard 8/8/8 w - - 0 1")[0]
        program.send("quit")


def test_clocks_are_obeyed() -> None:
    with engine() as program:
        greet(program)
        for lines in (
            ("new", "level 40 0:05 0", "time 300", "otim 300", "go"),
            ("new", "st 0.05", "go"),
            ("new", "level 0 1 0.1", "time 20", "go"),
        ):
            assert len(move(program, *lines)) == 4
        program.send("new", "level 0 60 0", "time 360000", "go", "?").until("move")
        assert "Error" in after(program, "level often")[0]
        program.send("quit")


def test_what_it_cannot_obey_changes_nothing() -> None:
    with engine() as program:
        greet(program)
        after(program, "new", "force", "usermove e2e4")
        assert after(program, "fly") == ["Error (unknown command): fly"]
        assert after(program, "usermove e7e1") == ["Illegal move: e7e1"]
        assert "did you mean" in after(program, "option Sead=1")[0]
        assert "'result 1-0 {Black resigns}'" in after(program, "result perhaps")[0]
        assert "rating" in after(program, "rating many")[0]
        assert "Hash" in after(program, "memory -1")[0]
        assert any("4P3" in line for line in after(program, "d"))
        assert after(program, "option Seed=7", "memory 8", "cores 1", "variant normal") == []
        program.send("quit")


def test_shogi_is_not_for_xboard() -> None:
    program = Engine("shogi/yss")
    program.send("xboard")
    assert program.end() == 2
    assert "that by USI" in program.talk
    assert any(line.startswith("tellusererror") for line in program.seen)


def test_no_text_crashes_it() -> None:
    evaluation = evaluation_of("chess/standard")
    said = io.BytesIO()
    session = Xboard(
        "chess/standard", lambda: evaluation, Output(said, lambda: None), Options("chess/standard")
    )
    lot = random.Random(1)
    lines = [
        "new", "force", "go", "sd 1", "usermove e2e4", "e7e5", "undo", "remove", "setboard 8/8 w",
        "level 40 5 0", "time 1", "otim x", "st", "?", "ping 1", "result 1-0 {x}", "draw", "post",
        "option Seed=1", "memory 4", "name \0", "rating 1", "playother", "protover x", "hint",
        "setboard 6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1", "xboard", "variant atomic", "nopost",
    ]  # fmt: skip
    for _ in range(2000):
        line = lot.choice(lines)
        if lot.random() < 0.3:
            at = lot.randrange(len(line) + 1)
            line = line[:at] + chr(lot.randrange(1, 0x2FF)) + line[at + lot.randrange(2) :]
        session.obey("sd 1")
        assert session.obey(line) or line.startswith("quit")
    session.close()
    assert b"bug of plywise" not in said.getvalue()


# Learning


def own_reply(program: Engine, text: str) -> str:
    return move(program, f"usermove {text}")


def test_a_run_learns_after_each_result(tmp_path: Path) -> None:
    run = tmp_path / "run"
    with engine("chess/standard", "--learn", str(run)) as program:
        greet(program)
        after(program, "new", "sd 2", "name Fritz 9", "rating 1600 1500")
        for text in ("e2e4", "g1f3", "f1c4"):
            own_reply(program, text)
        said = after(program, "result 0-1 {White resigns}")
        assert said == ["# learnt game 1: 0-1, resignation"]
        assert "over already" in after(program, "result 0-1 {White resigns}")[0]
        after(program, "new", "sd 1")
        own_reply(program, "d2d4")
        said = after(program, "result 1-0 {Black forfeits on time}")
        assert said == ["# learnt game 2: 1-0, forfeit: Black forfeits on time"] or (
            "no search" in said[0]  # of one search nothing is left without the last
        )
        after(program, "new", "sd 1")
        own_reply(program, "d2d4")
        assert after(program, "result * {Game aborted}") == ["# not learnt: no result"]
        program.send("quit")
    first = next(read_handed(run)).record
    assert first.players == ("Fritz 9", "self")
    assert first.ratings == (1500.0, 1600.0)
    assert first.outcome == 0.0
    assert first.ply_numbers.tolist() == [1, 3, 5]
    assert pw.load(run).history.outcome[0] == 0.0
    assert list((run / "leaves").iterdir()) == []


def test_a_lie_about_the_result_is_told_and_not_believed(tmp_path: Path) -> None:
    run = tmp_path / "run"
    with engine("chess/standard", "--learn", str(run)) as program:
        greet(program)
        after(program, "new", "sd 1")
        for text in ("e2e4", "g1f3"):
            own_reply(program, text)
        said = after(program, "result 1-0 {White mates}")
        assert "does not fit the board" in said[0]
        assert "forfeit" in said[1]
        after(program, "new", "sd 1", "force", "f2f3", "e7e5", "g2g4", "d8h4")
        program.send("quit")
    assert not next(read_handed(run)).record.is_finished


def test_the_weights_of_the_next_game_are_those_learnt(tmp_path: Path) -> None:
    run = tmp_path / "run"
    with engine("chess/standard", "--learn", str(run)) as program:
        greet(program)
        after(program, "new", "sd 2", "setboard 4k3/8/8/8/8/8/P7/4K3 w - - 0 1")
        for text in ("a2a3", "e1e2", "e2e3"):
            own_reply(program, text)
        after(program, "result 1/2-1/2 {Draw agreed}", "new")
        shown = after(program, "setboard 4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "eval")
        pawn = next(line for line in shown if line.startswith("pawn")).split()[2]
        assert float(pawn) == pytest.approx(pw.load(run).weights["pawn"], abs=1e-3)
        assert float(pawn) != 1.0
        program.send("quit")


def test_a_second_learner_is_told_who_the_first_is(tmp_path: Path) -> None:
    run = tmp_path / "run"
    run.mkdir()
    with Lock(run):
        program = Engine("chess/standard", "--learn", str(run))
        program.send("xboard", "protover 2")
        assert program.end() == 2
    assert "another trainer (process" in program.talk
    assert any(line.startswith("tellusererror another trainer") for line in program.seen)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("chess/ones", "--learn", "RUN"), "began with other weights"),
        (("chess/standard", "--config", "CONFIG"), "give that too"),
    ],
)
def test_settings_that_do_not_fit_are_refused(
    words: tuple[str, ...], message: str, tmp_path: Path
) -> None:
    run = tmp_path / "run"
    with engine("chess/standard", "--learn", str(run)) as program:
        greet(program).send("quit")
    places = {"RUN": str(run), "CONFIG": str(run / "config.toml")}
    program = Engine(*(places.get(word, word) for word in words))
    program.send("xboard")
    assert program.end() == 2
    assert message in program.talk


def test_a_killed_engine_has_kept_its_finished_games(tmp_path: Path) -> None:
    run = tmp_path / "run"
    for number in (1, 2):
        program = Engine("chess/standard", "--learn", str(run))
        greet(program)
        after(program, "new", "sd 1")
        for text in ("e2e4", "g1f3"):
            own_reply(program, text)
        assert f"learnt game {number}" in after(program, "result 1/2-1/2 {Draw agreed}")[0]
        after(program, "new", "sd 1")
        own_reply(program, "e2e4")
        program.close()  # killed in the midst of a game
    assert len(pw.load(run).history) == 2


# Other people's programs


async def session(run: Path, games: int) -> list[Any]:
    import chess
    import chess.engine

    transport, program = await chess.engine.popen_xboard(
        [*COMMAND, "chess/standard", "--learn", str(run)]
    )
    boards = []
    for game in range(games):
        board = chess.Board()
        own = game % 2 == 0
        for ply in range(10):
            if board.turn == own:
                other = chess.engine.Opponent("Fritz", None, 1400, True)
                limit = chess.engine.Limit(depth=1)
                # lichess-bot says who plays with the first move alone, others with each.
                who = other if game or ply < 2 else None
                board.push((await program.play(board, limit, game=game, opponent=who)).move)
            else:
                board.push(sorted(board.legal_moves, key=str)[ply])
        await program.send_game_result(board, own, "resignation")
        boards.append(board)
    await program.ping()
    await program.quit()
    transport.close()
    return boards


def test_python_chess_drives_it_and_it_learns(tmp_path: Path) -> None:
    pytest.importorskip("chess")
    boards = asyncio.run(session(tmp_path / "run", 4))
    records = [game.record for game in read_handed(tmp_path / "run")]
    assert [list(record.moves) for record in records] == [
        [move.uci() for move in board.move_stack] for board in boards
    ]
    assert [record.outcome for record in records] == [1.0, 0.0, 1.0, 0.0]
    assert [record.own_side for record in records] == ["first", "second"] * 2
    assert [len(record.values) for record in records] == [5] * 4
    assert {record.ratings[1 if n % 2 == 0 else 0] for n, record in enumerate(records)} == {1400.0}
    assert not list((tmp_path / "run" / "leaves").iterdir())


def test_xboard_itself_plays_games_that_are_learnt(tmp_path: Path) -> None:
    needed = [require_engine(name) for name in ("xboard", "Xvfb", "phalanx")]
    with screen(needed[1]) as display:
        environment = {
            **os.environ, "DISPLAY": display, "HOME": str(tmp_path),
            "PATH": os.pathsep.join([*(str(Path(n).parent) for n in needed), os.environ["PATH"]]),
        }  # fmt: skip
        command = shlex.join([*COMMAND, "chess/standard", "--learn", str(tmp_path / "run")])
        board = subprocess.Popen(
            [needed[0], "-fcp", command, "-scp", "phalanx", "-mg", "2", "-tc", "0:01",
             "-sgf", "games.pgn", "-noGUI"],
            cwd=tmp_path, env=environment, start_new_session=True,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        try:
            wait_for(lambda: len(list(read_handed(tmp_path / "run"))) == 2)
        finally:
            os.killpg(board.pid, signal.SIGKILL)  # without its window it ignores less
            board.wait()
    records = [game.record for game in read_handed(tmp_path / "run")]
    games = read_games(tmp_path / "games.pgn").games
    assert [record.outcome for record in records] == [game.end.outcome for game in games]
    assert [record.moves for record in records] == [game.moves for game in games]
    assert [record.own_side for record in records] == ["first", "second"]


def wait_for(there: Callable[[], bool]) -> None:
    until = time.monotonic() + 100.0
    while not there():
        assert time.monotonic() < until, "it did not come"
        time.sleep(0.1)
