"""Equal heaps are two ways to make the same move, with the same text."""

from sound_nim import Nim, State


class Broken(Nim):
    def moves(self, state: State) -> list[str]:
        return [move for move in super().moves(state) for _ in range(1 + (move == "2-1"))]


BREAKS = "moves differ from each other"
