"""The loop of the engine process: lines in, obedience, lines out."""

from __future__ import annotations

import os
import sys

from plywise import _kernel
from plywise.engine.players import evaluation_of, is_slow_to_load
from plywise.engine.session import Session
from plywise.engine.streams import Output, lines


def play(weights: str, *, last: bool = False) -> None:
    """Serve a GUI on stdin and stdout until it says `quit` or is gone.

    The first word decides the protocol. Bad weights are a BadInput before anything is read, but a
    run directory is read only after the answer to a first `uci`, since that takes a moment.
    """
    output = Output(sys.stdout.buffer, on_broken=lambda: os._exit(0))

    def load() -> _kernel.Evaluation:
        return evaluation_of(weights, last=last)

    ready = None if is_slow_to_load(weights) else load()
    session = Session(weights, lambda: ready or load(), output)
    try:
        for number, line in enumerate(lines(sys.stdin.buffer, output)):
            if number == 0 and line.split()[:1] == ["usi"]:
                output.tell("plywise plays chess by UCI; shogi and USI are not there yet")
                return
            if not session.obey(line):
                break
            session.load()
        session.load()  # also where nothing was said: bad weights are never passed over
    finally:
        session.close()
