"""The fifth move ends the game, but the number of moves is left out of the key."""

from sound_nim import OTHER

import plywise as pw

State = tuple[int, int]
"""What was counted, and the number of moves."""


class Broken(pw.Rules):
    max_plies = 5
    repeats = False

    def start(self) -> State:
        return (0, 0)

    def turn(self, state: State) -> str:
        return "second" if state[1] % 2 else "first"

    def moves(self, state: State) -> list[str]:
        return ["0", "1", "2"]

    def after(self, state: State, move: str) -> State:
        return (state[0] + int(move), state[1] + 1)

    def outcome(self, state: State) -> float | None:
        return None if state[1] < 5 else float(state[0] % 2)

    def key(self, state: State) -> tuple[int, str]:
        return state[0], OTHER[self.turn(state)]


@pw.feature(Broken)
def counted(position: pw.Position, side: str) -> int:
    """What was counted, for the first player alone."""
    return int(position.state[0]) * (side == "first")


BREAKS = "equal keys mean equal positions"
