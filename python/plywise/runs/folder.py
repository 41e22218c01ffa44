"""What the folders of all runs share, and how one is opened to begin or to go on.

- `config.toml` every setting; never changes, but that a run may be given more games
- `variant.ini` the text that describes the game, as it was, where one does
- `environment.json` versions and machine, for every session that worked on the run
- `metrics.jsonl` what was learnt from, line after line, and `gates.jsonl` a line a gate match
- `checkpoints/` latest.json and previous.json
- `lock` who is at work here
"""

from __future__ import annotations

import json
import platform
import time
import tomllib
from abc import ABC, abstractmethod
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar

from plywise import _kernel
from plywise.errors import BadSetting, DamagedFile
from plywise.files import Mark, fits, naming, regular, sweep, write_atomically
from plywise.games.described import has_changed, recall, text_of
from plywise.learning.run_settings import RunSettings
from plywise.regular import WEIGHTS, read_regular
from plywise.runs import checkpoint

Settings = TypeVar("Settings", bound=RunSettings)


@dataclass(frozen=True)
class RunFolder(ABC, Generic[Settings]):
    """The names in a run's folder, and what lies there."""

    path: Path
    heading: ClassVar[bytes]
    """The first line of the settings: of what kind the run is."""

    @property
    def config(self) -> Path:
        """The settings."""
        return self.path / "config.toml"

    @property
    def variant(self) -> Path:
        """The text that describes the game, where one does."""
        return self.path / "variant.ini"

    @property
    def environment(self) -> Path:
        """The sessions."""
        return self.path / "environment.json"

    @property
    def metrics(self) -> Path:
        """What was learnt from."""
        return self.path / "metrics.jsonl"

    @property
    def gates(self) -> Path:
        """The gate matches."""
        return self.path / "gates.jsonl"

    @property
    def checkpoints(self) -> Path:
        """The folder of the checkpoints."""
        return self.path / "checkpoints"

    @property
    def logs(self) -> dict[str, Path]:
        """The append-only files."""
        return {"metrics": self.metrics, "gates": self.gates}

    @property
    def folders(self) -> tuple[Path, ...]:
        """The run's own, and those in it."""
        return self.path, self.checkpoints

    @property
    def written(self) -> tuple[Path, ...]:
        """The files that a session writes."""
        return self.environment, *self.logs.values()

    def has_run(self) -> bool:
        """Whether a run was begun here."""
        return self.config.exists()

    def make(self) -> None:
        """Make the folders."""
        with naming(self.path):
            for folder in self.folders:
                folder.mkdir(parents=True, exist_ok=True)
        for path in self.written:
            regular(path)  # who reads from a pipe waits for ever

    def sweep(self) -> None:
        """Take away what a killed session left half written."""
        for folder in self.folders:
            sweep(folder)

    @abstractmethod
    def settings(self, *, trust: bool = False) -> Settings:
        """The settings of the run here; code that they name is not run unless trusted."""

    def refuse_other_settings(self, config: Settings, *, resume: bool) -> None:
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
        self._refuse_other_rules(config)

    def _refuse_other_rules(self, config: Settings) -> None:
        """BadSetting if the text that described the game is not what it was."""
        if not self.variant.exists():
            return
        kept = text_of(str(self.variant))
        if (why := has_changed(_game_of(config), kept)) is not None:
            raise BadSetting(
                f"{why} since the run in {self.path} was begun; put back what is kept in "
                f"{self.variant}, or begin a new run"
            )

    def recall_variant(self) -> None:
        """Make the game known by the text that is kept here, whatever became of its file."""
        if not self.variant.exists():
            return
        try:
            game = tomllib.loads(read_regular(self.config, at_most=WEIGHTS).decode())["game"]
        except (ValueError, KeyError):
            return  # who reads the settings says what is wrong with them
        recall(game, text_of(str(self.variant)), str(self.variant))

    def refuse_fewer_games(self, games: int, played: int) -> None:
        """BadSetting for a run that is to end before the games that it has played."""
        if games < played:
            raise BadSetting(
                f"games={games}, but the run in {self.path} has played "
                f"{played} already; a resumed run may be given more, not fewer"
            )

    def write_settings(self, config: Settings) -> None:
        """Make these the settings of the run here, unless they are already."""
        if not self.has_run() or self.settings() != config:
            write_atomically(self.config, self.heading + config.to_toml().encode())
        if not self.variant.exists() and (text := _kernel.description(_game_of(config))):
            write_atomically(self.variant, text.encode())

    def note_session(self, **details: object) -> None:
        """Add this machine and the `details` to environment.json."""
        sessions = [*self.read_sessions(), {**environment(), **details}]
        text = json.dumps({"sessions": sessions}, indent=2) + "\n"
        write_atomically(self.environment, text.encode())

    def note_divergence(self, game: int, why: str) -> None:
        """Add to the last session in environment.json that learning ran away, and after which game.

        A resumed run begins another session, so what a divergence was is not lost.
        """
        *before, last = self.read_sessions() or [environment()]
        told = {**last, "diverged": {"game": game, "why": why}}
        text = json.dumps({"sessions": [*before, told]}, indent=2) + "\n"
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

    def state(self, config: Settings) -> checkpoint.State | None:
        """The newest state that is sound and fits the files beside it; None for a run not begun."""
        state = checkpoint.load(self.checkpoints, lambda state: self.accept(state, config))
        written = (path for path in self.logs.values() if path.exists() and path.stat().st_size)
        if state is None and any(written):
            raise DamagedFile(
                f"{self.path} has games but no checkpoint; restore {checkpoint.LATEST} in "
                f"{self.checkpoints} from a copy, or start again in another directory"
            )
        return state

    def accept(self, state: checkpoint.State, config: Settings) -> None:
        """DamagedFile for a state of other settings, or one that does not fit the files."""
        if not config.has_fingerprint(state.get("config")):
            raise DamagedFile(f"it was made with other settings than those in {self.config}")
        for name, mark in self.marks(state).items():
            refuse_unfit(self.logs[name], mark)

    def marks(self, state: checkpoint.State) -> dict[str, Mark]:
        """How far the append-only files went when a state was saved."""
        told: Any = state["logs"]
        return {name: Mark(**mark) for name, mark in told.items() if name in self.logs}


def _game_of(config: RunSettings) -> str:
    """What is played, where the settings say it."""
    return str(getattr(config, "game", ""))


def refuse_unfit(path: Path, mark: Mark) -> None:
    """DamagedFile unless the file at `path` still begins as it did when `mark` was taken."""
    if not fits(path, mark):
        raise DamagedFile(f"{path} is shorter or other than it says")


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
