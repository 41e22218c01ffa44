"""Every game is played in a terminal, from its start to its end, by typing."""

import io
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import plywise as pw
from plywise.games.declared import facts_of
from plywise.play.backgammon.mat_reading import read_mat_file
from plywise.play.meant import move_of
from plywise.play.pgn import is_pgn
from plywise.play.pgn_reading import split
from small_gammon import drawn_networks
from terminals import Typed

NIM = '''
import plywise as pw


class Nim(pw.Rules):
    """Take from one heap; who takes the last wins."""

    repeats = False

    def start(self):
        return (1, 3, 5, "first")

    def turn(self, state):
        return state[-1]

    def moves(self, state):
        return [f"{heap}-{n}" for heap in range(3) for n in range(1, state[heap] + 1)]

    def after(self, state, move):
        heaps = list(state[:3])
        heap, taken = map(int, move.split("-"))
        heaps[heap] -= taken
        return (*heaps, "second" if state[-1] == "first" else "first")

    def outcome(self, state):
        return None if any(state[:3]) else float(state[-1] == "second")


class Drawn(Nim):
    """The same with a board."""

    def sketch(self, state):
        rows = [[f"{heap}-{n}" for n in range(1, 6)] for heap in range(3)]
        there = {f"{h}-{n}": ("stone", "") for h in range(3) for n in range(1, state[h] + 1)}
        return pw.Sketch(cells=rows, pieces=there, note="three heaps")


@pw.feature(Drawn)
def balanced(position, side):
    """The side to move sees balanced heaps."""
    a, b, c, turn = position.state
    return turn == side and a ^ b ^ c == 0
'''
VARIANTS = """
[small:chess]
maxRank = 6
maxFile = 6
startFen = rnqknr/pppppp/6/6/PPPPPP/RNQKNR w - - 0 1
castling = false
doubleStep = false
promotionRegionWhite = *6
promotionRegionBlack = *1

[dropping:crazyhouse]
"""
OF_ONES_OWN = ["nim.py:Nim", "nim.py:Drawn", "my.ini:small", "my.ini:dropping"]
SEEDS = {
    "chess": 5, "crazyhouse": 11, "atomic": 4, "antichess": 10, "horde": 12, "three-check": 6,
    "king-of-the-hill": 11, "racing-kings": 14, "connect-four": 13, "shogi": 7,
    "shogi-declaration": 7, "win-loss-tree": 2, "dice-race": 5, "backgammon": 7, "my.ini:small": 15,
    "my.ini:dropping": 3,
}  # fmt: skip
"""Seeds of short games, by which a person who draws moves by lot is soon beaten; else 1."""
MOST = 400
"""Plies, so that a game that is new here ends in any case."""
LISTED = re.compile(r"#(\d+) (\S+(?: \S+)*?)(?= {2,}#|\n|$)")
ENDS = r"(?:wins|Drawn|win a \w+: \d points?)\S*.*\n"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Games of one's own, and networks that know nothing of backgammon."""
    path = tmp_path_factory.mktemp("games")
    (path / "nim.py").write_text(NIM)
    (path / "my.ini").write_text(VARIANTS)
    drawn_networks().as_weights().save(path / "small.json")
    return path


def typed_moves(terminal: Typed, chance: random.Random) -> Iterator[str]:
    """Moves drawn from the list that the program shows, typed in one of their writings."""
    while True:
        seen = terminal.until(rf"your (?:move|play): $|{ENDS}")
        if re.search(ENDS, seen):
            return
        terminal.type("moves\n")
        seen = terminal.until(r"your (?:move|play): $")
        listed = LISTED.findall(seen)
        assert listed, seen
        assert [int(number) for number, _ in listed] == list(range(1, len(listed) + 1)), seen
        number, text = chance.choice(listed)
        word = f"#{number}" if chance.random() < 0.3 else text
        terminal.type(f"{word}\n")
        yield text


def played(game: str, folder: Path, *words: str | Path) -> list[str]:
    """A whole game in the terminal; what the person played."""
    seed = SEEDS.get(game, 1)
    named = folder / game if game in OF_ONES_OWN else game
    terminal = Typed("play", named, *words, "--seed", str(seed))
    moves = list(typed_moves(terminal, random.Random(f"{game} {seed}")))
    assert terminal.end() == 0
    assert "Traceback" not in terminal.shown
    return moves


def limits_of(game: str, folder: Path) -> list[str | Path]:
    """How weakly the program plays."""
    if facts_of(game).has_hints:
        return [folder / "small.json", "--plies", "1"]
    depth = ["--depth", "1"] if pw.game(game).facts.has_chance else ["--nodes", "60"]
    return [*depth, "--max-plies", str(MOST)]


@pytest.mark.parametrize("game", [*pw.game_names(), *OF_ONES_OWN])
def test_a_whole_game_is_played_and_kept(game: str, folder: Path, tmp_path: Path) -> None:
    name = pw.game(str(folder / game)).name if game in OF_ONES_OWN else game
    form = "mat" if facts_of(name).has_points_board else "pgn"
    record = tmp_path / f"game.{form}"
    moves = played(game, folder, *limits_of(name, folder), "--record", record)
    assert len(moves) > 1
    if form == "mat":
        assert read_mat_file(record).games[0].winner is not None
        return
    text = record.read_text()
    last, kept = told_again(name, text)
    assert last.outcome is not None, "it ended on the board"
    assert set(moves) <= set(kept), "what was typed was played"
    if is_pgn(name):
        agrees_with_python_chess(text, last)


def told_again(game: str, text: str) -> tuple[pw.Position, list[str]]:
    """The last position of a record, and its moves as they stand there."""
    ((tags, moves),) = split(text)
    *words, result = re.sub(r"\{[^}]*\}", "", moves).split()
    words = [word.rstrip(":") for word in words if not re.fullmatch(r"\d+\.+", word)]
    rules = pw.game(game)
    position = rules.position(tags["Start"]) if "Start" in tags else rules.start()
    for word in words:
        position = position.after(move_of(position, word))
    assert result == tags["Result"] != "*"
    return position, words


def agrees_with_python_chess(text: str, last: pw.Position) -> None:
    """An independent reader finds the same game, and the same end."""
    chess_pgn = pytest.importorskip("chess.pgn")
    game = chess_pgn.read_game(io.StringIO(text))
    assert not game.errors
    board = game.end().board()
    assert board.fen().split()[0].replace("~", "") == str(last).split()[0].replace("~", "")
    assert board.outcome(claim_draw=True).result() == game.headers["Result"]
