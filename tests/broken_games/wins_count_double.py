"""A win is worth 2."""

from sound_nim import Nim, State


class Broken(Nim):
    def outcome(self, state: State) -> float | None:
        outcome = super().outcome(state)
        return None if outcome is None else 2.0 * outcome


BREAKS = "outcomes lie between 0 and 1"
