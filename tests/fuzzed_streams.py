"""Conversations with accidents: what a GUI could say, and what may happen to it on the way."""

import random
from collections.abc import Sequence
from dataclasses import dataclass

LETTERS = "\0\t\r \x7f\"'\\{}[]=#%-+.,;:/0159eEnNaZé漢🙂\u202e\udcff"
VALUES = ["1", "2", "true", "false", "0", "-1", "99999999999999999999", "<empty>", "x", "playing"]


@dataclass(frozen=True, kw_only=True)
class Talk:
    """The words of a protocol, sound ones and bad ones."""

    setups: Sequence[str]
    moves: Sequence[str]
    limits: Sequence[str]
    options: Sequence[str]
    simple: Sequence[str]

    def command(self, chance: random.Random) -> str:
        """A line that a GUI could send, if not always at that moment."""
        kind = chance.randrange(10)
        if kind < 3:
            limits = " ".join(chance.choices(self.limits, k=chance.choice((1, 1, 2, 3))))
            return f"go {limits}"
        if kind < 5:
            moves = " ".join(chance.choices(self.moves, k=chance.randrange(5)))
            return f"position {chance.choice(self.setups)} moves {moves}"
        if kind < 7:
            name = chance.choice(self.options)
            is_large = name.endswith("Hash") or name == "Threads"
            return f"setoption name {name} value {'1' if is_large else chance.choice(VALUES)}"
        return chance.choice(self.simple)

    def stream(self, number: int) -> tuple[list[str], random.Random]:
        """The lines of a conversation, one in three of them damaged."""
        chance = random.Random(number)
        said = [self.command(chance) for _ in range(chance.randrange(1, 10))]
        return [accident(s, chance) if chance.random() < 0.3 else s for s in said], chance

    def data(self, number: int) -> tuple[bytes, random.Random]:
        """The same as bytes, some of them changed, and without an end."""
        said, chance = self.stream(number)
        data = bytearray("\n".join(said).encode("utf-8", "surrogatepass").replace(b"quit", b"quiz"))
        for _ in range(chance.randrange(4)):
            data[chance.randrange(len(data))] = chance.randrange(256) if data else 0
        return bytes(data), chance


def accident(text: str, chance: random.Random) -> str:
    """Something lost, added, exchanged or doubled."""
    i = chance.randrange(len(text) + 1)
    j = min(len(text), i + chance.choice((1, 1, 2, 8)))
    letter = chance.choice(LETTERS)
    kinds = (
        text[:i] + text[j:],
        text[:i] + letter + text[j:],
        text[:i] + text[i:j] * 2 + text[j:],
        text[:i] + letter * chance.choice((8, 500)) + text[i:],
    )
    return chance.choice(kinds)
