"""A whole run on other machines: leg by leg, each a pure function of the run's folder before it.

Where runs are many, as over seeds, it is runs that are sent, not games: a machine plays and learns
for some seconds and sends back what was added to the folder. So the lag of a run sets no limit, and
this machine has next to nothing to do. A leg that is lost is played again, from the same folder.
"""

import os
import tempfile
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from plywise._kernel import Stop
from plywise.distributed import Workers
from plywise.errors import WeightsDiverged
from plywise.files import naming, open_for_writing, write_atomically
from plywise.learning.config import LearnConfig
from plywise.regular import open_regular
from plywise.runs.lock import NAME as LOCK
from plywise.runs.lock import Lock
from plywise.runs.run import Run, load
from plywise.runs.trainer import Trainer

LEG_SECONDS = 10.0
"""What a lost machine or a killed command may cost each run."""
SECONDS_A_MEGABYTE = 2.0
"""Legs of a run with a large folder are longer: the folder has to travel."""
POLL = 0.2
"""Seconds after which a Ctrl-C is seen."""
CACHES = "*.cache"
"""Files that save time here, and are nobody else's business."""


@dataclass(frozen=True, kw_only=True)
class Leg:
    """What another machine needs to go on with a run for a while."""

    settings: Mapping[str, Any]
    files: Mapping[str, bytes] = field(repr=False)
    """Of the folder, by their names in it."""
    seconds: float


@dataclass(frozen=True, kw_only=True)
class Walked:
    """What came of a leg."""

    added: Mapping[str, tuple[int, bytes]] = field(repr=False)
    """Of each file that changed, from where on, and what stands there now."""
    removed: tuple[str, ...]
    games: int
    """How many the run has now."""
    is_over: bool
    """Whether the run has all its games."""
    diverged: str = ""
    """What went wrong with the weights, if so: the run ends there."""


class _Pause(Exception):
    """The time of the leg is over."""


def walk(leg: Leg, stop: Stop) -> Walked:
    """Go on with a run for the time of the leg; `stop` ends it by KeyboardInterrupt."""
    with tempfile.TemporaryDirectory(prefix="plywise-") as place:
        folder = Path(place)
        for name, data in leg.files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(data)
        diverged, is_over = _learnt(leg, folder, stop)
        return Walked(
            **_changes(leg.files, read_folder(folder)),
            games=len(load(folder).history),
            is_over=is_over,
            diverged=diverged,
        )


def _learnt(leg: Leg, folder: Path, stop: Stop) -> tuple[str, bool]:
    """Learn in the folder; how the weights ran away, if so, and whether the run is complete."""
    end = time.monotonic() + leg.seconds

    def on_game(_: object) -> None:
        if stop.is_set:
            raise KeyboardInterrupt
        if time.monotonic() >= end:
            raise _Pause

    try:
        config = LearnConfig(**leg.settings)
        Trainer(config, folder, resume=True, workers=1).run(on_game=on_game)
    except _Pause:
        return "", False
    except WeightsDiverged as error:
        return str(error), False
    return "", True


def read_folder(folder: Path) -> dict[str, bytes]:
    """All files of a run, but for its lock and its caches."""
    found = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.name != LOCK and not path.match(CACHES):
            with open_regular(path) as file:
                found[path.relative_to(folder).as_posix()] = file.read()
    return found


def _changes(before: Mapping[str, bytes], after: Mapping[str, bytes]) -> dict[str, Any]:
    """What of a folder has to travel back: of a file that grew, its end.

    >>> _changes({"log": b"one ", "old": b""}, {"log": b"one two", "new": b"1"})
    {'added': {'log': (4, b'two'), 'new': (0, b'1')}, 'removed': ('old',)}
    """
    added = {}
    for name, data in after.items():
        known = before.get(name, b"")
        start = len(known) if data.startswith(known) else 0
        if name not in before or data != known:
            added[name] = (start, data[start:])
    return {"added": added, "removed": tuple(name for name in before if name not in after)}


def learn_elsewhere(
    config: LearnConfig,
    directory: Path,
    crew: Workers,
    stop: Stop,
    *,
    seconds: float | None = None,
    on_game: Callable[[], object] = lambda: None,
) -> Run:
    """The run in the directory, played on by the crew until it has all its games, or for so long.

    `on_game` is called once for each game that was added. WeightsDiverged as from a trainer.
    """
    end = None if seconds is None else time.monotonic() + seconds
    # What is refused is refused here, and from now on there is a checkpoint to go on from.
    run = Trainer(config, directory, resume=True, workers=1).run(games=0, pgn=False)
    games, is_over = len(run.history), run.is_complete
    with Lock(directory):
        while not is_over and (end is None or time.monotonic() < end):
            walked = _next_leg(config, directory, crew, stop, end)
            take_in(directory, walked)
            for _ in range(walked.games - games):
                on_game()
            games, is_over = walked.games, walked.is_over
            if walked.diverged:
                raise WeightsDiverged(walked.diverged)
    return load(directory)


def _next_leg(
    config: LearnConfig, directory: Path, crew: Workers, stop: Stop, end: float | None
) -> Walked:
    files = read_folder(directory)
    size = sum(map(len, files.values())) / 1e6
    left = float("inf") if end is None else max(0.0, end - time.monotonic())
    settings = {key: value for key, value in config.as_dict().items() if key != "minutes"}
    seconds = min(left, max(LEG_SECONDS, SECONDS_A_MEGABYTE * size))
    return awaited(crew.submit(walk, Leg(settings=settings, files=files, seconds=seconds)), stop)


def awaited(future: "Future[Walked]", stop: Stop) -> Walked:
    """The result; a Ctrl-C meanwhile does not wait for it."""
    while True:
        try:
            return future.result(timeout=POLL)
        except TimeoutError:
            if future.done():
                raise  # one that came from the work
            if stop.is_set:
                future.cancel()
                raise KeyboardInterrupt from None


def take_in(directory: Path, walked: Walked) -> None:
    """Write what a leg added: the checkpoints last, since they speak of all the others."""
    for name in sorted(walked.added, key=lambda name: name.startswith("checkpoints/")):
        start, data = walked.added[name]
        path = directory / name
        if start == 0:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(path, data)
            continue
        with naming(path), os.fdopen(open_for_writing(path, os.O_WRONLY), "r+b") as file:
            file.seek(start)
            file.write(data)
            file.truncate()
            file.flush()
            os.fsync(file.fileno())
    for name in walked.removed:
        (directory / name).unlink(missing_ok=True)
