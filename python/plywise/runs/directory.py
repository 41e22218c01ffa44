"""The folder of a run: what lies where, and how it is opened to begin or to go on.

- `config.toml` every setting; never changes, but that a run may be given more games
- `environment.json` versions and machine, for every session that worked on the run
- `metrics.jsonl` a line a game: λ, ψ, length, outcome, reason, nodes, seconds
- `weights-every-K.bin` weights and rates after every K-th game, exact (`snapshots`); K is 1 unless
  weights or games are very many. Runs of before have them on the lines of metrics.jsonl
- `games.txt` a line a game: number, result, reason, plies of the ballot, moves
- `gates.jsonl` a line a gate match
- `games.pgn` the games for chess programs, made when the run ends in order; of a game that is no
  chess, `record.txt` in the same form
- `checkpoints/` latest.json and previous.json; where K is above 1 the learner after some games too,
  to play the games between from (`waypoints`)
- `history-games.cache`, `history-weights.cache` of a long run: save time, and may be deleted
- `lock` who is at work here
"""

import json
import platform
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Self

from plywise.errors import BadSetting, DamagedFile, NewerVersion
from plywise.files import Log, Mark, fits, naming, regular, sweep, write_atomically
from plywise.learning.config import LearnConfig
from plywise.learning.lines import GameMetrics, PlayedGame
from plywise.regular import WEIGHTS, open_regular, read_regular
from plywise.runs import checkpoint
from plywise.runs.snapshots import SnapshotLog, snapshot_path, snapshot_paths

FORMAT = 2
"""Of the folder: 1 had the weights on the lines of metrics.jsonl."""
HEADING = b"# plywise run, format "
SNAPSHOTS = "snapshots"


@dataclass(frozen=True)
class RunDirectory:
    """The names in a run's folder."""

    path: Path

    @property
    def config(self) -> Path:
        """The settings."""
        return self.path / "config.toml"

    @property
    def environment(self) -> Path:
        """The sessions."""
        return self.path / "environment.json"

    @property
    def metrics(self) -> Path:
        """A line a game."""
        return self.path / "metrics.jsonl"

    @property
    def games(self) -> Path:
        """The moves."""
        return self.path / "games.txt"

    @property
    def gates(self) -> Path:
        """The gate matches."""
        return self.path / "gates.jsonl"

    @property
    def pgn(self) -> Path:
        """The games for chess programs."""
        return self.path / "games.pgn"

    @property
    def record(self) -> Path:
        """The games for people, where PGN does not know the game."""
        return self.path / "record.txt"

    @property
    def checkpoints(self) -> Path:
        """The folder of the checkpoints."""
        return self.path / "checkpoints"

    @property
    def _states(self) -> tuple[Path, Path]:
        return self.checkpoints / checkpoint.LATEST, self.checkpoints / checkpoint.PREVIOUS

    @property
    def logs(self) -> dict[str, Path]:
        """The append-only files."""
        return {"metrics": self.metrics, "games": self.games, "gates": self.gates}

    def has_run(self) -> bool:
        """Whether a run was begun here."""
        return self.config.exists()

    def make(self) -> None:
        """Make the folders."""
        with naming(self.path):
            self.path.mkdir(parents=True, exist_ok=True)
            self.checkpoints.mkdir(exist_ok=True)
        written = (self.environment, self.pgn, self.record)
        binary = (snapshot_path(self.path, 1), *snapshot_paths(self.path))
        for path in (*written, *self.logs.values(), *binary, *self._states):
            regular(path)  # who reads from a pipe waits for ever

    def sweep(self) -> None:
        """Take away what a killed session left half written."""
        for folder in (self.path, self.checkpoints):
            sweep(folder)

    def refuse_others(self, config: LearnConfig, *, resume: bool) -> None:
        """BadSetting if a run here forbids these settings; nothing is written."""
        if not self.has_run():
            return
        if not resume:
            raise BadSetting(
                f"{self.path} already has a run; go on with it by --resume (resume=True), "
                "or choose another directory"
            )
        if differences := self.read_config().differences(config):
            raise BadSetting(
                f"the run in {self.path} has other settings; resume it with its own "
                "(only games and minutes may change):" + "".join(f"\n  {d}" for d in differences)
            )

    def write_config(self, config: LearnConfig) -> None:
        """Make these the settings of the run here, unless they are already."""
        if not self.has_run() or self.read_config() != config:
            heading = HEADING + b"%d\n" % FORMAT
            write_atomically(self.config, heading + config.to_toml().encode())

    def read_config(self, *, trust: bool = False) -> LearnConfig:
        """The settings of the run here; code that they name is not run unless trusted."""
        if not self.has_run():
            raise BadSetting(f"no run in {self.path}: it has no config.toml")
        self._refuse_newer()
        return LearnConfig.load(self.config, trust=trust)

    def _refuse_newer(self) -> None:
        """NewerVersion if the first line of the settings says that a later plywise wrote them."""
        with open_regular(self.config) as file:
            line = file.readline(len(HEADING) + 8)
        told = line.removeprefix(HEADING).strip()
        if line.startswith(HEADING) and told.isdigit() and int(told) > FORMAT:
            raise NewerVersion(
                f"the run in {self.path} was written by a newer version of plywise (format "
                f"{int(told)}, and this version reads up to {FORMAT}); use that version or a later"
            )

    def note_session(self, **details: object) -> None:
        """Add this machine and the `details` to environment.json."""
        sessions = [*self.read_sessions(), {**environment(), **details}]
        text = json.dumps({"sessions": sessions}, indent=2) + "\n"
        write_atomically(self.environment, text.encode())

    def read_sessions(self) -> list[dict[str, Any]]:
        """The sessions so far; none where the file is missing or damaged: it decides nothing."""
        try:
            sessions: list[dict[str, Any]] = json.loads(
                read_regular(self.environment, at_most=WEIGHTS)
            )["sessions"]
        except (OSError, ValueError, KeyError, TypeError):
            return []
        return sessions

    def read_state(self, config: LearnConfig) -> checkpoint.State | None:
        """The newest state that is sound and fits the files beside it; None for a run not begun."""
        state = checkpoint.load(self.checkpoints, lambda state: self._accept(state, config))
        written = (path for path in self.logs.values() if path.exists() and path.stat().st_size)
        if state is None and any(written):
            raise DamagedFile(
                f"{self.path} has games but no checkpoint; restore {checkpoint.LATEST} in "
                f"{self.checkpoints} from a copy, or start again in another directory"
            )
        return state

    def _accept(self, state: checkpoint.State, config: LearnConfig) -> None:
        if not config.has_fingerprint(state.get("config")):
            raise DamagedFile(f"it was made with other settings than those in {self.config}")
        for name, mark in read_marks(state).items():
            if not fits(self.logs[name], mark):
                raise DamagedFile(f"{self.logs[name]} is shorter or other than it says")
        if (kept := read_snapshot_mark(state)) is not None:
            path = snapshot_path(self.path, kept[0])
            if not fits(path, kept[1]):
                raise DamagedFile(f"{path} is shorter or other than it says")


class Logs:
    """The append-only files of a run, open for writing."""

    def __init__(
        self, *, metrics: Log, games: Log, gates: Log, snapshots: SnapshotLog | None
    ) -> None:
        self.metrics, self.games, self.gates = metrics, games, gates
        self.snapshots = snapshots
        """None in a run of before, whose weights go on the lines of metrics.jsonl."""

    @classmethod
    def open(
        cls, directory: RunDirectory, names: Sequence[str], state: checkpoint.State | None
    ) -> Self:
        """Open them where the state says; what lies behind is cut off and will be written again."""
        marks = {} if state is None else read_marks(state)
        with ExitStack() as opened:
            logs = {}
            for name, path in directory.logs.items():
                logs[name] = Log(path, marks.get(name, Mark()))
                opened.callback(logs[name].close)  # if a later one cannot be opened
            snapshots = None
            if state is None:
                snapshots = SnapshotLog(directory.path, names)
            elif (kept := read_snapshot_mark(state)) is not None:
                snapshots = SnapshotLog(directory.path, names, *kept)
            opened.pop_all()
        return cls(**logs, snapshots=snapshots)

    def write(self, metrics: GameMetrics, game: PlayedGame) -> None:
        """Write a game down; the weights first, so that who reads a line finds them."""
        if self.snapshots is not None:
            self.snapshots.append(metrics.game, metrics.weights, metrics.rates)
        self.metrics.append(metrics.line(weights=self.snapshots is None))
        self.games.append(game.line())

    def thin(self) -> list[Path]:
        """Thin the snapshots where they are too many; the files that no checkpoint needs then."""
        if self.snapshots is None:
            return []
        while self.snapshots.is_full():
            self.snapshots = self.snapshots.thinned()
        now = self.snapshots.path
        return [path for path in snapshot_paths(now.parent) if path.name != now.name]

    def marks(self) -> dict[str, dict[str, int]]:
        """How far each has come, for the checkpoint."""
        marks = {
            "metrics": asdict(self.metrics.mark),
            "games": asdict(self.games.mark),
            "gates": asdict(self.gates.mark),
        }
        return marks if self.snapshots is None else marks | {SNAPSHOTS: self.snapshots.mark}

    def sync(self) -> None:
        """Wait until all is on the disk: a checkpoint may only speak of what is there."""
        for log in self._all():
            log.sync()

    def close(self) -> None:
        """Let go of the files."""
        for log in self._all():
            log.close()

    def _all(self) -> Iterator[Log | SnapshotLog]:
        yield from (self.metrics, self.games, self.gates)
        if self.snapshots is not None:
            yield self.snapshots


def read_marks(state: checkpoint.State) -> dict[str, Mark]:
    """The marks that `Logs.marks` put into a state, but for the snapshots'."""
    logs: Any = state["logs"]
    return {name: Mark(**mark) for name, mark in logs.items() if name != SNAPSHOTS}


def read_snapshot_mark(state: checkpoint.State) -> tuple[int, Mark] | None:
    """Which games the snapshots are of (every so many), and their mark; None in an old run."""
    logs: Any = state["logs"]
    if SNAPSHOTS not in logs:
        return None
    mark = dict(logs[SNAPSHOTS])
    return int(mark.pop("every")), Mark(**mark)


def environment() -> dict[str, object]:
    """Versions and machine: what another must know to repeat a run."""
    import numpy

    from plywise import _kernel

    return {
        "started": time.strftime("%Y-%m-%dT%H:%M:%S%z"),
        "plywise": _kernel.version,
        "release_kernel": _kernel.is_release,
        "python": platform.python_version(),
        "numpy": numpy.__version__,
        "system": platform.system(),
        "machine": platform.machine(),
    }
