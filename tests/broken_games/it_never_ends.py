"""Every heap grows with every move."""

from sound_nim import Nim, State


class Broken(Nim):
    def after(self, state: State, move: str) -> State:
        a, b, c, _ = state
        *_, turn = super().after(state, move)
        return (a + 1, b + 1, c + 1, turn)


BREAKS = "games end"
