"""Runs as the page sees them: read again when their files have grown, and said in a line."""

import json
import os
import re
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from plywise.errors import BadInput, DamagedFile, UntrustedCode
from plywise.evaluation.boards import centred
from plywise.learning.lines import Gate, read_gates
from plywise.page.house import House
from plywise.page.places import Missing, Place
from plywise.regular import open_regular
from plywise.runs import snapshots
from plywise.runs.batches.run import BatchRun
from plywise.runs.directory import RunDirectory
from plywise.runs.following import Following
from plywise.runs.history import History
from plywise.runs.run import Run, is_in_batches
from plywise.runs.state import is_at_work

RECENT = 12.0
"""Seconds over which the speed of a run is measured."""
TAIL = 1 << 16
"""Bytes at the end of metrics.jsonl that a line about a run is read from."""
FEW = 1_000_000
"""Numbers of which the mean of the last half is taken in a line about a run."""
ANEW = 1.0
"""Seconds for which a line about a run holds."""


@dataclass(frozen=True, kw_only=True)
class Line:
    """A run in a line."""

    place: Place
    state: str
    """learning, done, stopped, diverged, damaged, or untrusted: names code that may not run."""
    why: str = ""
    """What is wrong, where something is."""
    game: str = ""
    features: str = ""
    search: str = ""
    depth: int | None = None
    seed: int | None = None
    games: int = 0
    """Games so far."""
    target: int = 0
    """And in all."""
    speed: float | None = None
    """Games a second, while it learns."""
    gate: Gate | None = None
    """The last gate match."""
    values: tuple[tuple[str, float], ...] = ()
    """The first few weights, in units where there is one."""
    unit: str = ""
    """The unit; none where values are raw."""

    @property
    def left(self) -> float | None:
        """Seconds until it is done, as it seems now."""
        if not self.speed or self.state != "learning":
            return None
        return (self.target - self.games) / self.speed


class Watched:
    """A run that is looked at, perhaps by several tabs."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self.path = place.path
        self._run: Run | BatchRun | None = None
        self._read: tuple[int, int] | None = None
        self._following: Following | None = None
        self._samples: deque[tuple[float, int]] = deque()
        self._line: tuple[float, Line] | None = None
        self.kept: dict[str, tuple[float, Any]] = {}
        """What took some work to find, with the moment."""
        self.made: tuple[Any, dict[str, str]] = (None, {})
        """The parts of its page, and what they were made of."""
        self._shared: dict[str, tuple[int, dict[Any, Any]]] = {}
        self._values: tuple[Any, tuple[tuple[tuple[str, float], ...], str]] | None = None

    @property
    def run(self) -> Run | BatchRun:
        """The run, whose settings are read again when they have changed."""
        try:
            found = (self.path / "config.toml").stat()
        except OSError:
            raise Missing(f"the run {self.place.title!r} is not there any more") from None
        if self._run is None or self._read != (found.st_ino, found.st_mtime_ns):
            self._run = BatchRun(self.path) if is_in_batches(self.path) else Run(self.path)
            self._read = (found.st_ino, found.st_mtime_ns)
            self._following = None
        return self._run

    @property
    def single(self) -> Run:
        """The same, of a run that learns game by game; BadInput for others."""
        run = self.run
        if not isinstance(run, Run):
            raise BadInput(f"the run {self.place.title!r} was learnt in batches")
        return run

    def history(self) -> History:
        """The history of a run that learns game by game, as it is now."""
        run = self.single
        if self._following is None:
            self._following = Following(self.path, run.names)
        history = self._following.history()
        run.__dict__["history"] = history  # so that what asks the run sees the same
        run.__dict__.pop("gates", None)
        return history

    def marks(self) -> tuple[tuple[int, int], ...]:
        """What tells whether anything in the folder has changed, without reading it."""
        names = ("config.toml", "metrics.jsonl", "gates.jsonl", "environment.json", "lock")
        return tuple(_mark(self.path / name) for name in names)

    def at_most_every(self, seconds: float, name: str, find: Callable[[], Any]) -> Any:
        """What `find` gives, or gave so many seconds ago at most; later where it takes long."""
        at, found = self.kept.get(name, (float("-inf"), None))
        if time.monotonic() < at:
            return found
        begun = time.monotonic()
        found = find()
        now = time.monotonic()
        self.kept[name] = (now + max(seconds, 20 * (now - begun)), found)
        return found

    def once(self, kind: str, moment: int, name: Any, find: Callable[[], Any]) -> Any:
        """What `find` gives, or gave somebody else at the same moment."""
        if self._shared.get(kind, (-1, {}))[0] != moment:
            self._shared[kind] = (moment, {})
        kept = self._shared[kind][1]
        if name not in kept:
            kept[name] = find()
        return kept[name]

    @property
    def beginning(self) -> int:
        """How often the history began anew: after a run was cut back, rows are other rows."""
        return 0 if self._following is None else self._following.beginning

    def gates(self) -> list[Gate]:
        """The gate matches so far."""
        return read_gates(self.path / "gates.jsonl")

    @property
    def workers(self) -> int:
        """Workers of the last session."""

        def told() -> int:
            sessions = self.sessions()
            number = re.search(r"\d+", str(sessions[-1].get("workers", ""))) if sessions else None
            return int(number.group()) if number else 1

        found: int = self.at_most_every(5.0, "workers", told)
        return found

    def sessions(self) -> list[dict[str, Any]]:
        """Versions, machine and workers of every session."""
        return RunDirectory(self.path).read_sessions()

    @property
    def is_learning(self) -> bool:
        """Whether it was learning when it was last said in a line."""
        return self._line is not None and self._line[1].state == "learning"

    def line(self) -> Line:
        """The run in a line; what is wrong with it is said there, and stops nothing."""
        now = time.monotonic()
        if self._line is None or now - self._line[0] > ANEW:
            self._line = (now, self._told())
        return self._line[1]

    def _told(self) -> Line:
        try:
            return self._sound()
        except Missing as error:
            return Line(place=self.place, state="damaged", why=str(error))
        except UntrustedCode as error:
            return Line(place=self.place, state="untrusted", why=str(error), **self._guessed())
        except (BadInput, OSError, ValueError) as error:
            return Line(place=self.place, state="damaged", why=str(error), **self._guessed())

    def _sound(self) -> Line:
        run = self.run
        config: Any = run.config
        games = last_game(self.path / "metrics.jsonl")
        is_learning = is_at_work(self.path)
        values, unit = self._worth(run, games)
        gates = self.gates()
        state, why = self._state(run, games, is_learning=is_learning)
        return Line(
            place=self.place, state=state, why=why, game=config.game, features=config.features,
            search=_searched(config), depth=_depth(config), seed=config.seed, games=games,
            target=config.games, gate=gates[-1] if gates else None, values=values, unit=unit,
            speed=self._speed(games) if is_learning else None,
        )  # fmt: skip

    def _state(self, run: Run | BatchRun, games: int, *, is_learning: bool) -> tuple[str, str]:
        if is_learning:
            return "learning", ""
        sessions = self.sessions()
        if sessions and (told := sessions[-1].get("diverged")):
            return "diverged", str(told.get("why", "")) if isinstance(told, dict) else ""
        return ("done" if games >= run.config.games else "stopped"), ""

    def _speed(self, games: int) -> float | None:
        """Games a second: as seen over the last seconds, or as the last games took."""
        now = time.monotonic()
        if self._samples and games < self._samples[-1][1]:
            self._samples.clear()
        self._samples.append((now, games))
        while len(self._samples) > 2 and now - self._samples[0][0] > RECENT:
            self._samples.popleft()
        begun, first = self._samples[0]
        if now - begun >= 3.0 and games > first:
            return (games - first) / (now - begun)
        seconds = [line["seconds"] for line in last_lines(self.path / "metrics.jsonl")[-50:]]
        took = sum(seconds)
        return self.workers * len(seconds) / took if took > 0 else None

    def _worth(self, run: Run | BatchRun, games: int) -> tuple[tuple[tuple[str, float], ...], str]:
        """The first weights in units, from the mean of the last half where that is quickly had."""
        if not isinstance(run, Run) or not games or not run.config.shape.begins_with_features:
            return (), ""
        file = snapshots.newest(self.path, run.names)
        if file is None or not file.count:
            return (), ""
        key = (file.path, file.count)
        if self._values is None or self._values[0] != key:
            few = file.count * len(run.names) <= FEW
            rows = file.read(file.count // 2 if few else file.count - 1, file.count)["weights"]
            self._values = (key, in_units(run, rows.mean(axis=0).tolist()))
        return self._values[1]

    def _guessed(self) -> dict[str, Any]:
        """What can be said of a run whose settings cannot be read."""
        try:
            return {"games": last_game(self.path / "metrics.jsonl")}
        except (BadInput, OSError, ValueError):
            return {}


def _mark(path: Path) -> tuple[int, int]:
    try:
        found = path.stat()
    except OSError:
        return 0, 0
    return found.st_size, found.st_mtime_ns


def in_units(run: Run, weights: list[float]) -> tuple[tuple[tuple[str, float], ...], str]:
    """What a table shows of weights: a row each, in units where the unit is above 0."""
    features = run.features
    names = run.config.feature_names
    own = dict(zip(names, weights[: len(names)], strict=True))
    if features.has_boards:
        own = centred(features, own)
    size = own.get(features.unit, 0.0)
    by, unit = (size, features.unit) if size > 0.0 else (1.0, "")
    return tuple((name, own[name] / by) for name in features.rows), unit


def watched(house: House, place: Place) -> Watched:
    """A run that is looked at: one object for all who look."""
    found: Watched = house.cache("watched").setdefault(place.path, Watched(place))
    return found


def last_lines(path: Path) -> list[dict[str, Any]]:
    """The last whole lines of a file of JSON, as many as its last bytes hold."""
    try:
        with open_regular(path) as file:
            size = os.fstat(file.fileno()).st_size
            file.seek(max(0, size - TAIL))
            lines = file.read(TAIL).split(b"\n")
    except FileNotFoundError:
        return []
    whole = lines[:-1] if size <= TAIL else lines[1:-1]
    try:
        return [dict(json.loads(line)) for line in whole if line]
    except ValueError as error:
        raise DamagedFile(f"{path}: {error}") from None


def last_game(path: Path) -> int:
    """The number of the last game that a metrics.jsonl tells of; 0 for none."""
    lines = last_lines(path)
    game = lines[-1].get("game", 0) if lines else 0
    if not isinstance(game, int):
        raise DamagedFile(f"{path}: the last line has no number of a game")
    return game


def _searched(config: Any) -> str:
    """How a run searches, in a word."""
    search = getattr(config, "search", None)
    if search is None:
        return f"{config.plies} ply" if hasattr(config, "plies") else ""
    return str(search.as_dict().get("kind", "alpha-beta"))


def _depth(config: Any) -> int | None:
    found = getattr(getattr(config, "search", None), "depth", None)
    return found if found is not None else getattr(config, "plies", None)
