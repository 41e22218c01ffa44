"""The author forgot that a heap may be empty."""

from sound_nim import Nim, State


class Broken(Nim):
    def moves(self, state: State) -> list[str]:
        if 1 // state[0] > 1:
            return []
        return super().moves(state)


BREAKS = "no question ends in an exception"
