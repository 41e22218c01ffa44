"""The folder of a run that learns game by game.

- `config.toml`, `environment.json`, `gates.jsonl`, `lock` as in every run (`folder`)
- `metrics.jsonl` a line a game: λ, ψ, length, outcome, reason, nodes, seconds
- `weights-every-K.bin` weights and rates after every K-th game, exact (`snapshots`); K is 1 unless
  weights or games are very many. Runs of before have them on the lines of metrics.jsonl
- `games.txt` a line a game: number, result, reason, plies of the ballot, moves
- `games.pgn` the games for chess programs, made when the run ends in order; of a game that is no
  chess, `record.txt` in the same form
- `checkpoints/` as in every run; where K is above 1 the learner after some games too, to play the
  games between from (`waypoints`)
- `history-games.cache`, `history-weights.cache` of a long run: save time, and may be deleted
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from plywise.errors import BadSetting, NewerVersion
from plywise.files import Log, Mark
from plywise.learning.config import LearnConfig
from plywise.learning.lines import GameMetrics, PlayedGame
from plywise.regular import open_regular
from plywise.runs import checkpoint
from plywise.runs.folder import RunFolder, refuse_unfit
from plywise.runs.logs import OpenLogs
from plywise.runs.snapshots import SnapshotLog, snapshot_path, snapshot_paths

FORMAT = 2
"""Of the folder: 1 had the weights on the lines of metrics.jsonl."""
HEADING = b"# plywise run, format "
SNAPSHOTS = "snapshots"


class RunDirectory(RunFolder[LearnConfig]):
    """The names in the folder of a run that learns game by game."""

    heading = HEADING + b"%d\n" % FORMAT

    @property
    def games(self) -> Path:
        """The moves."""
        return self.path / "games.txt"

    @property
    def pgn(self) -> Path:
        """The games for chess programs."""
        return self.path / "games.pgn"

    @property
    def record(self) -> Path:
        """The games for people, where PGN does not know the game."""
        return self.path / "record.txt"

    @property
    def logs(self) -> dict[str, Path]:
        """The append-only files."""
        return {"metrics": self.metrics, "games": self.games, "gates": self.gates}

    @property
    def written(self) -> tuple[Path, ...]:
        """The files that a session writes."""
        binary = (snapshot_path(self.path, 1), *snapshot_paths(self.path))
        states = (self.checkpoints / name for name in (checkpoint.LATEST, checkpoint.PREVIOUS))
        return *super().written, self.pgn, self.record, *binary, *states

    def settings(self, *, trust: bool = False) -> LearnConfig:
        """The settings of the run here; code that they name is not run unless trusted."""
        if not self.has_run():
            raise BadSetting(f"no run in {self.path}: it has no config.toml")
        self._refuse_newer()
        self.recall_variant()
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

    def accept(self, state: checkpoint.State, config: LearnConfig) -> None:
        """DamagedFile for a state of other settings, or one that does not fit the files."""
        super().accept(state, config)
        if (kept := read_snapshot_mark(state)) is not None:
            refuse_unfit(snapshot_path(self.path, kept[0]), kept[1])


class Logs(OpenLogs):
    """The append-only files of a run, open for writing, and its snapshots."""

    def __init__(
        self, directory: RunDirectory, names: Sequence[str], state: checkpoint.State | None
    ) -> None:
        self.snapshots: SnapshotLog | None = None
        """None in a run of before, whose weights go on the lines of metrics.jsonl."""
        super().__init__(directory, state)
        self.games = self._logs["games"]
        kept = (1, Mark()) if state is None else read_snapshot_mark(state)
        if kept is None:
            return
        try:
            self.snapshots = SnapshotLog(directory.path, names, *kept)
        except BaseException:
            self.close()
            raise

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
        marks = super().marks()
        return marks if self.snapshots is None else marks | {SNAPSHOTS: self.snapshots.mark}

    def _all(self) -> Iterator[Log | SnapshotLog]:
        yield from super()._all()
        if self.snapshots is not None:
            yield self.snapshots


def read_snapshot_mark(state: checkpoint.State) -> tuple[int, Mark] | None:
    """Which games the snapshots are of (every so many), and their mark; None in an old run."""
    logs: Any = state["logs"]
    if SNAPSHOTS not in logs:
        return None
    mark = dict(logs[SNAPSHOTS])
    return int(mark.pop("every")), Mark(**mark)
