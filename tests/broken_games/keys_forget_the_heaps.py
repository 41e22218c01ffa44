"""Positions are told apart by the sum of the heaps."""

from sound_nim import Nim, State


class Broken(Nim):
    def key(self, state: State) -> tuple[int, str]:
        return sum(state[:-1]), state[-1]


BREAKS = "equal keys mean equal positions"
