"""`plywise play` on a terminal of its own: keys, clocks, signals, and options that do not fit."""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from terminals import Typed
from test_cli import refusal

PROMPT = r"your move: $"
CHESS = ("play", "chess", "--nodes", "50", "--seed", "5")


def seated(*words: str | Path, **environment: str) -> Typed:
    """A game of chess that has come to its first question."""
    terminal = Typed(*CHESS, *words, **environment)
    terminal.until(PROMPT)
    return terminal


def piped(text: str, *words: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """The same through a pipe."""
    command = [sys.executable, "-m", "plywise", *map(str, words)]
    return subprocess.run(
        command, input=text, capture_output=True, text=True, timeout=120,
        env={**os.environ, **environment},
    )  # fmt: skip


def test_tab_completes_moves_and_words_and_lines_are_kept() -> None:
    terminal = seated()
    terminal.type("Nf\t")
    terminal.until("Nf3")
    terminal.type("\n")
    terminal.until(rf"I play 1\.\.\. \S+(?s:.*){PROMPT}")
    terminal.type("pos\t\n")
    assert "rnbqkb" in terminal.until(PROMPT)
    terminal.type("\x1b[A")  # the line before
    terminal.until("position")
    terminal.type("\n")
    terminal.until(PROMPT)
    terminal.type("N\t\t")
    shown = terminal.until("Nh4")
    assert "Nc3" in shown
    terminal.type("\x15quit\n")  # the line is taken away
    assert terminal.end() == 0


def test_ctrl_c_and_ctrl_d_leave_the_game_and_keep_it(tmp_path: Path) -> None:
    for key, code in (("\x03", 130), ("\x04", 0)):
        record = tmp_path / f"game-{code}.pgn"
        terminal = seated("--record", record)
        terminal.type("e4\n")
        terminal.until(PROMPT)
        terminal.type(key)
        assert terminal.end() == code
        assert "the game is left unfinished" in terminal.shown
        assert "Traceback" not in terminal.shown
        assert re.search(r"1\. e4 \S+ \{left unfinished\} \*", record.read_text())


def test_a_game_that_is_killed_is_on_the_disk(tmp_path: Path) -> None:
    record = tmp_path / "game.pgn"
    terminal = seated("--record", record)
    terminal.type("e4\n")
    terminal.until(PROMPT)
    os.kill(terminal.process.pid, signal.SIGKILL)
    terminal.end()
    assert re.search(r"1\. e4 \S+ \*", record.read_text())
    assert [path.name for path in tmp_path.iterdir()] == ["game.pgn"]


def test_the_flag_falls_while_nobody_types(tmp_path: Path) -> None:
    record = tmp_path / "game.pgn"
    terminal = Typed(*CHESS, "--clock", "0.02", "--record", record)
    terminal.until(r"\[0:0[01]\.\d – 0:01\.2\] your move: $")
    terminal.type("Nf")
    assert terminal.end() == 0
    assert "White's time is up, Black wins" in terminal.shown
    assert '[Termination "time forfeit"]' in record.read_text()
    assert '[TimeControl "1.2"]' in record.read_text()


def test_the_flag_falls_at_a_silent_pipe_too() -> None:
    command = [sys.executable, "-m", "plywise", *CHESS, "--clock", "0.02", "--json"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdout is not None
        found = json.loads(process.stdout.read())
    assert (found["reason"], found["winner"], found["moves"]) == ("time forfeit", "computer", [])


def test_backgammon_has_a_clock_and_lists_plays_that_are_kept_as_they_are_made(
    tmp_path: Path,
) -> None:
    record, other = tmp_path / "game.mat", tmp_path / "other.mat"
    words = ("play", "backgammon", "--seed", "4", "--level", "depth:1", "--record", record)
    terminal = Typed(*words, "--clock", "5+1")
    asked = r"\[\d:\d\d – \d:\d\d\] your play: $"
    terminal.until(asked)
    for said, shown in (("moves", "#1 "), ("eval", "equity"), ("clock", "5:0"), ("#999", "not in")):
        terminal.type(f"{said}\n")
        assert shown in terminal.until(asked)
    terminal.type("#1\n")
    terminal.until(asked)
    assert re.search(r"1\) ", record.read_text())
    terminal.type(f"save {other}\n")
    assert "is written to" in terminal.until(asked)
    assert other.read_text() == record.read_text()
    terminal.type("resign\n")
    assert terminal.end() == 0
    assert "Wins 1 point" in record.read_text()


def test_colours_are_for_terminals_and_for_who_wants_them() -> None:
    for environment, is_coloured in (({"NO_COLOR": ""}, True), ({}, False)):
        terminal = seated(**environment)
        terminal.type("quit\n")
        terminal.end()
        assert ("\x1b[48;2;" in terminal.shown) == is_coloured
    done = piped("quit\n", *CHESS, NO_COLOR="")
    assert "\x1b" not in done.stdout
    assert "♔" in done.stdout
    assert "♔" not in piped("quit\n", *CHESS, "--ascii").stdout


def test_a_system_of_few_letters_or_without_readline_plays_too(tmp_path: Path) -> None:
    (tmp_path / "readline.py").write_text("raise ImportError")
    few = piped("help\ne4\nquit\n", *CHESS, "--clock", "5", PYTHONIOENCODING="ascii")
    assert few.returncode == 0
    assert "  8  r  n  b  q  k  b  n  r" in few.stdout
    path = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    terminal = seated(PYTHONPATH=path)
    terminal.type("e4\n")
    assert "I play 1..." in terminal.until(PROMPT)
    terminal.type("quit\n")
    assert terminal.end() == 0


def test_what_is_no_text_and_what_never_ends_are_no_moves() -> None:
    command = [sys.executable, "-m", "plywise", *CHESS]
    said = b"\xff\xfe\n" + b"e4" * 100_000 + b"\ne4\nquit\n"
    done = subprocess.run(command, input=said, capture_output=True, timeout=120)
    assert done.returncode == 0
    assert done.stderr == b""
    assert done.stdout.count(b"is not legal here") == 2
    assert b"I play 1..." in done.stdout


def test_with_json_the_last_line_is_one_object_and_talk_goes_elsewhere(tmp_path: Path) -> None:
    record = tmp_path / "game.pgn"
    done = piped("d5\nresign\n", *CHESS, "--side", "black", "--json", "--record", record)
    found = json.loads(done.stdout)
    assert done.stdout.count("\n") == 1
    assert (found["reason"], found["winner"], found["outcome"]) == ("resignation", "computer", 1.0)
    assert found["sides"] == ["second"]
    assert found["moves"][1] == "d7d5"
    assert found["record"] == str(record)
    assert "Black resigns, White wins" in done.stderr
    assert piped("d5\nresign\n", *CHESS, "--side", "black").stdout.count("your move: ") == 2


def test_the_game_in_the_document_is_played_as_it_stands_there() -> None:
    page = Path(__file__).resolve().parents[1] / "docs" / "play.md"
    shape = r"```sh\nprintf '(.*)' \| plywise (.*)\n```\n\n```text\n((?s:.*?))```"
    found = re.search(shape, page.read_text())
    assert found is not None
    said, words, told = found.groups()
    assert piped(said.replace("\\n", "\n"), *words.split()).stdout == told


def test_the_same_seed_and_moves_make_the_same_game() -> None:
    words = ("play", "chess", "--level", "950", "--seed", "11", "--json")
    games = [json.loads(piped("e4\nd4\nNf3\n", *words).stdout) for _ in range(2)]
    assert games[0] == games[1]
    assert games[0]["opponent"] == "chess/plywise, Elo 950"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("chess", "--level", "9000"), "outside what was measured"),
        (("chess", "--level", "1300", "--nodes", "5"), "--level says how strong"),
        (("chess", "--level", "x"), "unknown level 'x'"),
        (("chess", "--side", "sente"), "unknown side 'sente'"),
        (("chess", "--clock", "soon"), "'soon' is no clock"),
        (("chess", "--position", "8/8"), "8/8"),
        (("chess", "--position", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"), "White wins, checkmate"),
        (("chess", "--moves", "e4 e4"), "'e4' is not legal here"),
        (("chess", "--record", "game.kif"), "are not kept as kif"),
        (("chess", "--plies", "2"), "--plies is not for chess"),
        (("chess", "--dice-by-hand",), "--dice-by-hand is not for chess"),
        (("chess", "othello/standard"), "these are weights for othello"),
        (("chess", "chess/nothing"), "unknown weight set"),
        (("chess", "--using", "expectimaxx"), "unknown search"),
        (("dice-race", "--using", "uct"), "has dice or counts points"),
        (("backgammon", "--nodes", "9"), "--nodes is not for backgammon"),
        (("backgammon", "--side", "second"), "--side is not for backgammon"),
        (("backgammon", "--level", "nodes:9"), "levels are plies"),
        (("walk",), "unknown game 'walk'"),
        (("nowhere.py:Nim",), "no file 'nowhere.py'"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_refused_before_the_game(
    words: tuple[str, ...], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert says in refusal("play", *words)
    assert not list(tmp_path.iterdir())


def test_a_record_that_cannot_be_written_is_told_before_the_game(tmp_path: Path) -> None:
    done = piped("e4\n", *CHESS, "--record", tmp_path / "nowhere" / "game.pgn")
    assert done.returncode == 1
    assert "No such file or directory" in done.stderr
    assert "your move" not in done.stdout
