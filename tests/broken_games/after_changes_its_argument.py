"""A state that can change, and moves are made in it."""

from typing import Any

from sound_nim import OTHER

import plywise as pw


class Heaps(list[Any]):
    """A list that pretends to stay what it is: plain lists are refused as states."""

    __hash__ = object.__hash__  # type: ignore[assignment]


class Broken(pw.Rules):
    max_plies = 12

    def start(self) -> list[Any]:
        return Heaps([3, 4, 5, "first"])

    def turn(self, state: list[Any]) -> str:
        return str(state[-1])

    def moves(self, state: list[Any]) -> list[str]:
        return [f"{i}-{n}" for i in range(3) for n in range(1, state[i] + 1)]

    def after(self, state: list[Any], move: str) -> list[Any]:
        which, taken = map(int, move.split("-"))
        state[which] -= taken
        state[-1] = OTHER[state[-1]]
        return state

    def outcome(self, state: list[Any]) -> float | None:
        return None if any(state[:-1]) else float(state[-1] == "second")


BREAKS = "after leaves its position unchanged"
