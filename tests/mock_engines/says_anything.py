"""Says what the test wants: the bytes of two files, one before its greeting ends, one at its move.

It speaks every protocol. At its first start it says what stands in another file, if there is one.
It imports nothing of plywise, so that a test can start it often.
"""

import os
import sys
from pathlib import Path

ENDS = {"uci": b"uciok\n", "usi": b"usiok\n", "protover": b"feature done=1\n"}
folder = Path(os.environ["MOCK_WORDS"])
starts = folder / "starts"
with starts.open("a") as file:
    file.write("x")
is_first = (folder / "first greeting").exists() and starts.stat().st_size == 1


def words(name: str) -> bytes:
    path = folder / (f"first {name}" if is_first else name)
    return path.read_bytes() if path.exists() else b""


def say(data: bytes) -> None:
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


for line in sys.stdin:
    word = line.split()[0]
    if word in ENDS:
        say(words("greeting") + b"\n" + ENDS[word])
    elif word == "isready":
        say(b"readyok\n")
    elif word == "go":
        say(words("thoughts") + b"\nbestmove e7e5\nmove e7e5\n")
    elif word == "quit":
        break
