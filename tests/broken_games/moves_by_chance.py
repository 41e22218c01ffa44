"""Now and then a move takes one more than it says."""

import random

from sound_nim import Nim, State


class Broken(Nim):
    def after(self, state: State, move: str) -> State:
        a, b, c, turn = super().after(state, move)
        return (max(0, a - random.randrange(2)), b, c, turn)


BREAKS = "the same question has the same answer"
