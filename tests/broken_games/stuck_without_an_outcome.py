"""When the heaps are gone there is nothing to do, and nobody has won."""

from sound_nim import Nim, State


class Broken(Nim):
    def outcome(self, state: State) -> float | None:
        return None


BREAKS = "a position without moves is over"
