"""The folder of a run in batches.

- `config.toml`, `environment.json`, `lock` as in every run
- `start.json` the weights before the first game, where they were given
- `metrics.jsonl` a line for many games, `gates.jsonl` a line a gate match
- `weights/` the weights at each gate, exact: 32-bit numbers, named by the game
- `checkpoints/` latest.json and previous.json
"""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plywise.errors import BadSetting, DamagedFile
from plywise.files import Log, Mark, fits, naming, regular, sweep, write_atomically
from plywise.regular import WEIGHTS, read_regular
from plywise.runs import checkpoint
from plywise.runs.batches.config import BatchConfig
from plywise.runs.directory import RunDirectory

HEADING = b"# plywise run in batches, format 1\n"
Weights32 = NDArray[np.float32]


class BatchFolder(RunDirectory):
    """The names in the folder of a run in batches."""

    @property
    def start(self) -> Path:
        """The weights before the first game."""
        return self.path / "start.json"

    @property
    def kept(self) -> Path:
        """The folder of the weights at each gate."""
        return self.path / "weights"

    @property
    def logs(self) -> dict[str, Path]:
        """The append-only files."""
        return {"metrics": self.metrics, "gates": self.gates}

    def make(self) -> None:
        """Make the folders."""
        with naming(self.path):
            for folder in (self.path, self.checkpoints, self.kept):
                folder.mkdir(parents=True, exist_ok=True)
        for path in (self.environment, *self.logs.values()):
            regular(path)

    def sweep(self) -> None:
        """Take away what a killed session left half written."""
        for folder in (self.path, self.checkpoints, self.kept):
            sweep(folder)

    def settings(self) -> BatchConfig:
        """The settings of the run here."""
        return BatchConfig.load(self.config)

    def refuse_other_settings(self, config: BatchConfig, *, resume: bool) -> None:
        """BadSetting if a run here forbids these settings; nothing is written."""
        if not self.has_run():
            return
        if not resume:
            raise BadSetting(
                f"{self.path} already has a run; go on with it by --resume (resume=True), "
                "or choose another directory"
            )
        if differences := self.settings().differences(config):
            raise BadSetting(
                f"the run in {self.path} has other settings; resume it with its own "
                "(only games and minutes may change):" + "".join(f"\n  {d}" for d in differences)
            )

    def write_settings(self, config: BatchConfig) -> None:
        """Make these the settings of the run here, unless they are already."""
        if not self.has_run() or self.settings() != config:
            write_atomically(self.config, HEADING + config.to_toml().encode())

    def state(self, config: BatchConfig) -> checkpoint.State | None:
        """The newest state that is sound and fits the files beside it; None for a run not begun."""

        def accept(state: checkpoint.State) -> None:
            if state.get("config") != config.fingerprint():
                raise DamagedFile(f"it was made with other settings than those in {self.config}")
            for name, mark in marks_of(state).items():
                if not fits(self.logs[name], mark):
                    raise DamagedFile(f"{self.logs[name]} is shorter or other than it says")

        state = checkpoint.load(self.checkpoints, accept)
        written = (path for path in self.logs.values() if path.exists() and path.stat().st_size)
        if state is None and any(written):
            raise DamagedFile(
                f"{self.path} has games but no checkpoint; restore {checkpoint.LATEST} in "
                f"{self.checkpoints} from a copy, or start again in another directory"
            )
        return state

    def keep(self, game: int, weights: Weights32) -> None:
        """Keep the weights after a game."""
        write_atomically(self._kept_at(game), np.asarray(weights, dtype="<f4").tobytes())

    def kept_games(self) -> list[int]:
        """The games whose weights are kept."""
        names = (path.stem for path in self.kept.glob("*.f32")) if self.kept.is_dir() else ()
        return sorted(int(name) for name in names if name.isdigit())

    def kept_weights(self, game: int) -> Weights32:
        """The weights after a game, one of those that are kept."""
        path = self._kept_at(game)
        if not path.exists():
            known = ", ".join(map(str, self.kept_games())) or "none"
            raise BadSetting(f"the weights after game {game} are not kept in {self.path}: {known}")
        return np.frombuffer(read_regular(path, at_most=WEIGHTS), dtype="<f4")

    def _kept_at(self, game: int) -> Path:
        return self.kept / f"{game:012}.f32"


class BatchLogs:
    """The append-only files of a run, open for writing where its state says."""

    def __init__(self, folder: BatchFolder, state: checkpoint.State | None) -> None:
        marks = {} if state is None else marks_of(state)
        self.metrics = Log(folder.metrics, marks.get("metrics", Mark()))
        self.gates = Log(folder.gates, marks.get("gates", Mark()))

    def marks(self) -> dict[str, dict[str, int]]:
        """How far each has come, for the checkpoint."""
        return {"metrics": asdict(self.metrics.mark), "gates": asdict(self.gates.mark)}

    def sync(self) -> None:
        """Wait until all is on the disk."""
        self.metrics.sync()
        self.gates.sync()

    def close(self) -> None:
        """Let go of the files."""
        self.metrics.close()
        self.gates.close()


def marks_of(state: checkpoint.State) -> dict[str, Mark]:
    """How far the files went when a state was saved."""
    logs: Any = state["logs"]
    return {name: Mark(**mark) for name, mark in logs.items()}
