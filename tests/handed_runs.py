"""Games for runs that take them one by one; as a program, kills such a run at every step.

    python handed_runs.py DIRECTORY

For n = 1, 2, … a child process takes the games and dies before its n-th call that changes a file
(of a write the first half is done), until one lives to the end. After each death another child
opens the run again, as its user would. A line of JSON a death says what was there.
"""

import json
import os
import signal
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from plywise import _kernel
from plywise.learning.config import LearnConfig
from plywise.learning.self_play import SelfPlay, play
from plywise.play.record import OWN, GameRecord
from plywise.runs.one_by_one import OneByOne
from plywise.searching.settings import AlphaBeta

GAMES = 3


def handed(**settings: Any) -> LearnConfig:
    """Settings of a run to which short games are handed."""
    quick: dict[str, Any] = {
        "search": AlphaBeta(depth=1),
        "rule": {"name": "tdleaf", "trace_decay": 0.7, "learner": "own"},
        "max_plies": 30,
        "seed": 3,
        "handed": True,
    }
    return LearnConfig(**{**quick, **settings})


def own_game(config: LearnConfig, number: int, weights: Any = None) -> GameRecord:
    """A short game with the predictions of the first player, as if a stranger had the other."""
    job = SelfPlay(config).job(number, config.start_vector if weights is None else weights)
    assert isinstance(job, _kernel.GameJob)
    record = play(job.replace(learner="first"), _kernel.Stop()).record
    return replace(record, players=(OWN, "a stranger"), ratings=(1500.0, 1400.0))


def take(directory: Path, games: list[GameRecord], told: Callable[[str], object]) -> None:
    """Hand all games to the run, and tell each that it has."""
    with OneByOne(handed(), directory) as run:
        told("open")
        for number, game in enumerate(games):
            run.hand(game, identity=f"game {number}")
            told(f"game {number}")


def _die_at(call: int) -> None:
    """From now on, die before the n-th call that changes a file."""
    count = 0

    def counted(name: str) -> Any:
        real: Any = getattr(os, name)

        def instead(*given: Any, **more: Any) -> Any:
            nonlocal count
            count += 1
            if count == call:
                if name == "write":
                    real(given[0], given[1][: len(given[1]) // 2])
                os.kill(os.getpid(), signal.SIGKILL)
            return real(*given, **more)

        return instead

    for name in ("write", "pwrite", "fsync", "replace", "ftruncate", "unlink"):
        setattr(os, name, counted(name))


def in_child(work: Callable[[Callable[[str], object]], object]) -> tuple[list[str], bool]:
    """What a child process told while it worked, and whether it lived."""
    here, there = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(here)
        write = os.write
        try:
            work(lambda text: write(there, f"{text}\n".encode()))
        finally:
            os._exit(0 if sys.exc_info()[0] is None else 1)
    os.close(there)
    with os.fdopen(here) as pipe:
        told = pipe.read().splitlines()
    _, status = os.waitpid(child, 0)
    assert status in (0, signal.SIGKILL), f"a child failed: {status}"
    return told, status == 0


def main(directory: Path) -> None:
    games = [own_game(handed(), number) for number in range(1, GAMES + 1)]
    call, lived = 0, False
    while not lived:
        call += 1
        place = directory / str(call)

        def dies(tell: Callable[[str], object], call: int = call, place: Path = place) -> None:
            _die_at(call)
            take(place, games, tell)

        def looks(tell: Callable[[str], object], place: Path = place) -> None:
            with OneByOne(handed(), place) as run:
                tell(str(run.games))
            take(place, games, lambda text: None)
            with OneByOne(handed(), place) as run:
                tell(str(run.games))
                tell(run.weights.tobytes().hex())

        told, lived = in_child(dies)
        seen, sound = in_child(looks)
        assert sound
        print(json.dumps({"call": call, "told": told, "seen": seen}), flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
