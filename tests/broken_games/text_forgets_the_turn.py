"""The heaps alone are written down."""

from sound_nim import Nim, State


class Broken(Nim):
    def text(self, state: State) -> str:
        return " ".join(map(str, state[:-1]))

    def parse(self, text: str) -> State:
        a, b, c = map(int, text.split())
        return (a, b, c, "first")


BREAKS = "text goes both ways"
