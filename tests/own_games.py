"""Games written in Python, for the tests: one that goes forward only, one with captures."""

from typing import Any

import plywise as pw


class Nim(pw.Rules):
    """Take from one heap; who takes the last wins."""

    max_plies = 9
    repeats = False

    def start(self) -> tuple[int, ...]:
        return (1, 3, 5, 0)

    def turn(self, state: tuple[int, ...]) -> str:
        return "second" if state[-1] else "first"

    def moves(self, state: tuple[int, ...]) -> list[str]:
        *heaps, _ = state
        return [f"{i}-{n}" for i, heap in enumerate(heaps) for n in range(1, heap + 1)]

    def after(self, state: tuple[int, ...], move: str) -> tuple[int, ...]:
        *heaps, mover = state
        which, taken = map(int, move.split("-"))
        heaps[which] -= taken
        return (*heaps, 1 - mover)

    def outcome(self, state: tuple[int, ...]) -> float | None:
        *heaps, mover = state
        return None if any(heaps) else float(mover == 1)


@pw.feature(Nim)
def balanced(position: pw.Position, side: str) -> bool:
    """The other side has to move, and every binary digit is even: it has lost."""
    a, b, c, _ = position.state
    return position.turn != side and a ^ b ^ c == 0


@pw.feature(Nim, start=0.5)
def heaps(position: pw.Position, side: str) -> int:
    """Heaps that are left, for the side to move."""
    return sum(map(bool, position.state[:3])) if position.turn == side else 0


class Skirmish(pw.Rules):
    """Men in a row take each other by steps to the side; who has none left has lost.

    Men walk to and fro, so positions come back, and captures are what quiescence looks at.
    """

    max_plies = 60
    players = ("Upper", "Lower")

    def start(self) -> str:
        return "AA..A.a..aa first"

    def turn(self, state: str) -> str:
        return state.split()[1]

    def moves(self, state: str) -> list[str]:
        row, own = self._own(state)
        steps = [(i, i + d) for i, man in enumerate(row) if man == own for d in (-1, 1)]
        return [f"{i}-{j}" for i, j in steps if 0 <= j < len(row) and row[j] != own] or ["pass"]

    def after(self, state: str, move: str) -> str:
        row, own = self._own(state)
        if move != "pass":
            start, end = map(int, move.split("-"))
            men = [*row]
            men[start], men[end] = ".", own
            row = "".join(men)
        return f"{row} {'second' if own == 'A' else 'first'}"

    def outcome(self, state: str) -> float | None:
        if "A" in state and "a" in state:
            return None
        return float("A" in state)

    def is_noisy(self, state: str, move: str) -> bool:
        return move != "pass" and state[int(move.split("-")[1])] != "."

    def _own(self, state: str) -> tuple[str, str]:
        row, turn = state.split()
        return row, "A" if turn == "first" else "a"


@pw.feature(Skirmish, start=1.0)
def men(position: pw.Position, side: str) -> int:
    """Men."""
    return int(position.state.count("A" if side == "first" else "a"))


@pw.feature(Skirmish)
def advanced(position: pw.Position, side: str) -> float:
    """How far one's men have come, in rows."""
    row, own = position.state.split()[0], "A" if side == "first" else "a"
    far = [i if side == "first" else len(row) - 1 - i for i, man in enumerate(row) if man == own]
    return sum(far) / 10


SOURCE = '''
import plywise as pw


class Subtract(pw.Rules):
    """Take one, two or three; who takes the last wins."""

    max_plies = 20
    repeats = False

    def __init__(self, size=20):
        self.size = size

    def start(self):
        return (self.size, "first")

    def turn(self, state):
        return state[1]

    def moves(self, state):
        return [str(n) for n in (1, 2, 3) if n <= state[0]]

    def after(self, state, move):
        return (state[0] - int(move), "second" if state[1] == "first" else "first")

    def outcome(self, state):
        return None if state[0] else float(state[1] == "second")


@pw.feature(Subtract)
def moving(position, side):
    """The side to move."""
    return position.turn == side


@pw.feature(Subtract)
def fours(position, side):
    """The side to move can leave a multiple of four."""
    return position.turn == side and position.state[0] % 4 > 0


large = Subtract(30)
'''
"""A game in a file of its own."""


def learnt(run: pw.Run) -> list[dict[str, Any]]:
    """All that a run's games left behind, but for the time they took."""
    history = run.history
    return [
        {"weights": history.weights[i].tobytes(), "rates": history.rates[i].tobytes(), "moves": g}
        for i, g in enumerate(run.games())
    ]
