"""A sound game, of which each broken one changes one thing: take from one of three heaps."""

import plywise as pw

State = tuple[int, int, int, str]
"""The heaps, and whose turn it is."""
OTHER = {"first": "second", "second": "first"}


class Nim(pw.Rules):
    """Take as many as you like from one heap; who takes the last wins."""

    max_plies = 12
    repeats = False

    def start(self) -> State:
        return (3, 4, 5, "first")

    def turn(self, state: State) -> str:
        return state[-1]

    def moves(self, state: State) -> list[str]:
        heaps = state[:-1]
        return [f"{i}-{n}" for i, heap in enumerate(heaps) for n in range(1, heap + 1)]

    def after(self, state: State, move: str) -> State:
        which, taken = map(int, move.split("-"))
        a, b, c = (heap - taken * (i == which) for i, heap in enumerate(state[:-1]))
        return (a, b, c, OTHER[state[-1]])

    def outcome(self, state: State) -> float | None:
        return None if any(state[:-1]) else float(state[-1] == "second")


def balanced(position: pw.Position, side: str) -> bool:
    """The other side is to move, and every binary digit of the heaps is even: it has lost."""
    a, b, c, turn = position.state
    return turn != side and a ^ b ^ c == 0


pw.feature(Nim)(balanced)
