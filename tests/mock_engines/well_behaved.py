"""Engines that do as they should, by each protocol; the bad ones differ from them in one thing.

Every process writes its number to the file that MOCK_PIDS names, so that a test can see it gone,
and what it was told to the one that MOCK_HEARD names.
"""

import os
import socket
import sys
from pathlib import Path

from plywise._kernel import Position
from plywise.play.backgammon.board import Board


def note_pid(pid: int | None = None) -> None:
    """Leave the process's number for the test."""
    if name := os.environ.get("MOCK_PIDS"):
        with Path(name).open("a") as file:
            file.write(f"{pid or os.getpid()}\n")


def note_heard(line: str) -> None:
    """Leave what the process was told for the test."""
    if name := os.environ.get("MOCK_HEARD"):
        with Path(name).open("a") as file:
            file.write(f"{line.strip()}\n")


def say(*lines: str) -> None:
    """Write lines at once."""
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    sys.stdout.flush()


class Uci:
    """Plays the first legal move."""

    game = "chess"
    hello = "uci"

    def __init__(self) -> None:
        self.board = Position.start(self.game)
        self.asked = 0
        self.limits = ""

    def run(self) -> None:
        note_pid()
        for line in sys.stdin:
            note_heard(line)
            self.hear(line)
        self.quit()

    def hear(self, line: str) -> None:
        word, _, rest = line.strip().partition(" ")
        if word == self.hello:
            self.greet()
        elif word == "isready":
            say("readyok")
        elif word == f"{self.hello}newgame":
            self.asked = 0
        elif word == "position":
            self.set_board(rest)
        elif word == "go":
            self.asked += 1
            self.limits = rest
            self.go()
        elif word == "quit":
            self.quit()

    def greet(self) -> None:
        say(
            "id name Well Behaved 1.0",
            "option name UCI_LimitStrength type check default false",
            "option name UCI_Elo type spin default 1350 min 1350 max 2850",
            "option name Skill Level type spin default 20 min 0 max 20",
            f"{self.hello}ok",
        )

    def set_board(self, text: str) -> None:
        place, _, moves = text.partition(" moves ")
        setup = place.removeprefix("s").removeprefix("fen ")
        first = Position.start(self.game)
        if place != "startpos":
            first = Position.parse(self.game, setup)
        self.board = first.after_all(moves.split())

    def go(self) -> None:
        say(f"bestmove {self.board.moves[0]}")

    def quit(self) -> None:
        sys.exit()


class Usi(Uci):
    """The same in USI, with shogi."""

    game = "shogi"
    hello = "usi"


class Xboard(Uci):
    """The same in xboard's protocol."""

    features = "ping=1 setboard=1 usermove=1 done=1"
    plays = False

    def hear(self, line: str) -> None:
        word, _, rest = line.strip().partition(" ")
        if word == "protover":
            self.greet()
        elif word == "ping":
            say(f"pong {rest}")
        elif word == "new":
            self.board, self.plays, self.asked = Position.start("chess"), False, 0
        elif word == "setboard":
            self.board = Position.parse("chess", rest)
        elif word == "usermove" or line.strip() in self.board.moves:
            self.board = self.board.after(rest or line.strip())
            if self.plays:
                self.think()
        elif word == "go":
            self.plays = True
            self.think()
        elif word == "quit":
            self.quit()

    def greet(self) -> None:
        say(f'feature myname="Well Behaved 1.0" {self.features}')

    def think(self) -> None:
        self.asked += 1
        self.go()

    def go(self) -> None:
        move = self.board.moves[0]
        self.board = self.board.after(move)
        say(f"move {move}")


class Gnubg:
    """Backgammon over a socket, as GNU Backgammon plays it: the first legal play."""

    def run(self) -> None:
        note_pid()
        for line in sys.stdin:
            word, _, place = line.strip().partition(" ")
            if word == "external":
                self.listen(place)

    def listen(self, place: str) -> None:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as server:
            server.bind(place)
            server.listen(1)
            self.connection, _ = server.accept()
        with self.connection, self.connection.makefile() as lines:
            for line in lines:
                self.hear(line.strip())

    def hear(self, line: str) -> None:
        if line == "version":
            self.greet()
        elif line.startswith("board:"):
            self.play(board_of(line))
        elif line == "quit":
            sys.exit()

    def greet(self) -> None:
        self.answer("Interface: 2", "RFBF: 0", "Engine: 1.00", "Software: 9.99.001")

    def play(self, board: Position) -> None:
        self.answer(board.moves[0].replace(",", " ") + " ")

    def answer(self, *lines: str) -> None:
        self.connection.sendall("".join(f"{line}\n" for line in lines).encode())


def board_of(line: str) -> Position:
    """The position that a line of FIBS shows to the player who has rolled."""
    fields = line.split(":")
    counts = [int(field) for field in fields[6:32]]
    own = [max(count, 0) for count in counts[1:]]
    other = [max(-counts[25 - place], 0) for place in range(1, 26)]
    dice = "".join(fields[33:35])
    return Position.parse(
        "backgammon", f"{Board(own=tuple(own), other=tuple(other)).position_id} first {dice}"
    )
