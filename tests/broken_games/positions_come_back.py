"""One may put back what was taken, although `repeats` says that nothing comes back."""

from sound_nim import OTHER, Nim, State


class Broken(Nim):
    max_plies = 400

    def moves(self, state: State) -> list[str]:
        return [*super().moves(state), *(["back"] if state[0] < 3 else [])]

    def after(self, state: State, move: str) -> State:
        if move != "back":
            return super().after(state, move)
        a, b, c, turn = state
        return (a + 1, b, c, OTHER[turn])


BREAKS = "no position comes back"
