"""The folder of a run in batches.

- `config.toml`, `environment.json`, `gates.jsonl`, `checkpoints/`, `lock` as in every run
- `start.json` the weights before the first game, where they were given
- `metrics.jsonl` a line for many games
- `weights/` the weights at each gate, exact: 32-bit numbers, named by the game
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from plywise.errors import BadSetting
from plywise.files import write_atomically
from plywise.regular import WEIGHTS, read_regular
from plywise.runs.batches.config import BatchConfig
from plywise.runs.folder import RunFolder

HEADING = b"# plywise run in batches, format 1\n"
Weights32 = NDArray[np.float32]


class BatchFolder(RunFolder[BatchConfig]):
    """The names in the folder of a run in batches."""

    heading = HEADING

    @property
    def start(self) -> Path:
        """The weights before the first game."""
        return self.path / "start.json"

    @property
    def kept(self) -> Path:
        """The folder of the weights at each gate."""
        return self.path / "weights"

    @property
    def folders(self) -> tuple[Path, ...]:
        """The run's own, and those in it."""
        return *super().folders, self.kept

    def settings(self, *, trust: bool = False) -> BatchConfig:
        """The settings of the run here; code that they name is not run unless trusted."""
        return BatchConfig.load(self.config, trust=trust)

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
