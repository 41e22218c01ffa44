"""Conversations with accidents: what a GUI could say, and what may happen to it on the way."""

import io
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pytest

from deeper import deeper
from plywise.engine.session import Session
from plywise.engine.streams import Output, lines

STREAMS = deeper(5_000, 500_000)
PROCESSES = deeper(50, 1_000)
PARTS = 2
"""Each kind is cut in two, so that two processes may share it."""

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


def told_by(session_on: Callable[[Output], Session], talk: Talk, number: int) -> list[str]:
    """What a session says to a stream of lines, which it has to stand."""
    said, _ = talk.stream(number)
    file = io.BytesIO()
    output = Output(file, on_broken=lambda: pytest.fail("the output broke"))
    session = session_on(output)
    session.options.set("Hash", 1)
    sent = "\n".join(said).encode("utf-8", "surrogatepass")
    for line in lines(io.BytesIO(sent), output):
        if not session.obey(line):
            break
    session.close()
    assert session.obey("isready")
    told = file.getvalue().decode().splitlines()
    assert told[-1] == "readyok", number
    assert not [t for t in told if "failed" in t], (number, told)
    assert session.position.moves is not None
    return told


def sound_talk(
    session_on: Callable[[Output], Session], talk: Talk, number: int
) -> tuple[int, list[str]]:
    """How often `go` was said in a conversation without accidents, and what the session said."""
    chance = random.Random(number)
    file = io.BytesIO()
    session = session_on(Output(file, on_broken=lambda: None))
    session.options.set("Hash", 1)
    gone = 0
    for _ in range(chance.randrange(1, 10)):
        line = talk.command(chance).replace("quit", "stop")
        words = line.split()
        gone += words[:1] == ["go"] and "perft" not in words
        assert session.obey(line)
    session.close()
    return gone, file.getvalue().decode().splitlines()


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
