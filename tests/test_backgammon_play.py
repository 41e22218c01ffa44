"""Games in the terminal, typed through a pipe."""

import itertools
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from plywise.play.backgammon.analysis import analyse
from plywise.play.backgammon.dice import SeededDice
from plywise.play.backgammon.following import followed
from plywise.play.backgammon.hint import hint
from plywise.play.backgammon.legal import legal_plays
from plywise.play.backgammon.mat import MatMatch, mat_text
from plywise.play.backgammon.mat_reading import read_mat_file
from plywise.play.backgammon.sitting import Ended, Sitting
from plywise.play.sitting.chess_clock import ChessClock
from small_gammon import drawn_networks, learnt_networks
from test_cli import refusal


@pytest.fixture(scope="module")
def weights(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("weights") / "small.json"
    return drawn_networks().as_weights().save(path)


def typed(weights: Path, text: str, *words: str | Path) -> tuple[str, int]:
    """What the command shows and how it ends when this is typed."""
    command = [sys.executable, "-m", "plywise", "play", "backgammon", weights, *words]
    done = subprocess.run(
        [str(word) for word in command], input=text, capture_output=True, text=True, timeout=120
    )
    assert "Traceback" not in done.stderr
    return done.stdout, done.returncode


class Table:
    """Somebody who types what a function says, and remembers what was shown."""

    def __init__(self, answers: list[str]) -> None:
        self.answers, self.shown = answers, list[str]()

    def ask(self, question: str) -> str:
        self.shown.append(question)
        if not self.answers:
            raise EOFError
        return self.answers.pop(0)

    def sitting(self, seed: int = 3, plies: int = 1) -> Sitting:
        return Sitting(
            evaluation=learnt_networks(), dice=SeededDice(seed), ask=self.ask,
            tell=self.shown.append, tell_hints=lambda found: self.shown.append(found[0].play),
            plies=plies,
        )  # fmt: skip


def test_a_game_is_played_to_its_end_and_recorded_legally(tmp_path: Path) -> None:
    table = Table([])
    sitting = table.sitting()

    def best(question: str) -> str:
        assert question == "your play: "
        board, number = sitting._board, sitting._number
        dice = sitting._opening if number == 0 else sitting.dice.roll(number, "your")
        return hint(board, sitting.evaluation, dice=dice, plies=1)[0].play

    sitting.ask = best
    ended = sitting.play()
    assert ended.reason == "played out"
    assert ended.winner in (0, 1)
    assert ended.points in (1, 2, 3)
    path = tmp_path / "game.mat"
    path.write_text(mat_text(MatMatch(length=0, games=(sitting.record(ended),))))
    found = analyse(path, sitting.evaluation)
    assert [player.name for player in found.players] == ["you", "plywise"]
    plays = [each for each in found.decisions if each.kind == "play"]
    assert max(each.loss for each in plays) == 0.0
    match = read_mat_file(path)
    free = [
        m for m in followed(match, match.games[0]) if len(legal_plays(m.board, m.turn.dice)) > 1
    ]
    assert len(plays) == len(free) < len(sitting.turns), "forced plays are no decisions"


def test_undo_gives_back_the_position_and_the_roll() -> None:
    table = Table([])
    sitting = table.sitting()
    seen: list[tuple[str, int]] = []

    def answer(question: str) -> str:
        seen.append((sitting._board.position_id, sitting._number))
        if len(seen) == 2:
            return "undo"
        if len(seen) == 4:
            raise EOFError
        dice = sitting._opening if sitting._number == 0 else sitting.dice.roll(sitting._number, "")
        return legal_plays(sitting._board, dice)[0]

    sitting.ask = answer
    assert sitting.play() == Ended(reason="left")
    assert seen[2] == seen[0]
    assert seen[3] == seen[1]


def test_words_that_are_no_plays_are_answered() -> None:
    table = Table(["", "undo", "8/2 8/1 6/5", "nonsense", "resign twice", "hint", "resign gammon"])
    ended = table.sitting().play()
    assert ended == Ended(reason="resigned", winner=1, points=2)
    told = "\n".join(table.shown)
    assert "write a play as 8/5 6/5" in told
    assert "no play of yours to take back" in told
    assert "is no step" in told
    assert "cannot be resigned" in told


def test_whose_time_is_up_has_lost() -> None:
    ticks = itertools.count()
    table = Table(["moves"] * 9)
    sitting = table.sitting()
    sitting.clock = ChessClock(minutes=1, now=lambda: 10.0 * next(ticks))
    assert sitting.play() == Ended(reason="time forfeit", winner=1, points=1)
    assert table.shown[-1] == "your time is up, I win a game: 1 point"


def test_a_pipe_can_play(weights: Path, tmp_path: Path) -> None:
    record = tmp_path / "game.mat"
    words = ("--seed", "3", "--plies", "1", "--record")
    told, code = typed(weights, "hint\nresign\n", *words, record)
    assert code == 0
    assert "dice of seed 3" in told
    assert "position ID" in told
    assert "you resign, I win a game: 1 point" in told
    assert read_mat_file(record).games[0].winner == 1
    assert typed(weights, "hint\nresign\n", *words, tmp_path / "again.mat")[0] == told
    kept = record.read_bytes()
    told, code = typed(weights, "resign gammon\n", *words, record)
    assert (told, code) == ("", 2), "no game is written over"
    assert record.read_bytes() == kept


def test_the_end_of_input_leaves_the_game(weights: Path) -> None:
    told, code = typed(weights, "", "--seed", "3")
    assert code == 0
    assert told.endswith("the game is left unfinished\n")
    told, code = typed(weights, "quit\n", "--seed", "3", "--json")
    assert code == 0
    assert '"reason": "left", "winner": null' in told.splitlines()[-1]


def test_dice_may_be_typed_in(weights: Path) -> None:
    told, code = typed(weights, "44\n77\n31\n8/5 6/5\n6\n62\n", "--dice-by-hand", "--plies", "1")
    assert code == 0
    assert "equal dice decide nothing" in told
    assert "'77' is no roll" in told
    assert "you throw 3, I throw 1: you begin" in told
    assert "'6' is no roll" in told
    assert "I roll 62 and play" in told


def test_ctrl_c_leaves_the_game_and_the_shell_is_told(weights: Path) -> None:
    command = [sys.executable, "-m", "plywise", "play", "backgammon", str(weights), "--seed", "3"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        while "position ID" not in process.stdout.readline():
            pass
        time.sleep(0.5)
        os.kill(process.pid, signal.SIGINT)
        rest, error = process.communicate(timeout=60)
    assert "Traceback" not in error
    assert "the game is left unfinished" in rest
    assert process.returncode == 130


def test_weights_that_tell_no_chances_are_refused(weights: Path) -> None:
    assert "do not tell the chances" in refusal("play", "backgammon", "backgammon/pubeval")
