"""What is to be done: an experiment, its size after the user's wishes, and whom to tell."""

import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from plywise.distributed import Workers
from plywise.errors import BadSetting
from plywise.experiments.kit.result import Result, Row
from plywise.naming import unknown


@dataclass(frozen=True, kw_only=True)
class Size:
    """How much work an experiment does."""

    seeds: int
    """Learning runs of each kind."""
    games: int
    """In each learning run; walks, for the random walk."""
    match_games: int = 0
    """In each match."""
    depths: tuple[int, ...] = ()
    """Of the searches."""


@dataclass(frozen=True, kw_only=True)
class Experiment:
    """A published experiment: what it is called, where it stands, how it is run."""

    name: str
    title: str
    source: str
    """Chapter, tables and figures of the paper."""
    sizes: Mapping[str, Size]
    run: Callable[["ExperimentPlan"], Result]
    first_seed: int = 1
    """Where the seeds begin unless the user says otherwise."""
    takes_positions: bool = False
    """Whether it needs a file of positions that is not ours to ship."""
    needs: tuple[str, ...] = ()
    """Packages that it cannot do without, besides what draws its pictures."""

    def size(self, name: str) -> Size:
        """A size by its name."""
        if name not in self.sizes:
            raise unknown(f"size of {self.name}", name, self.sizes)
        return self.sizes[name]


@dataclass(frozen=True, kw_only=True)
class ExperimentPlan:
    """One reproduction, with everything decided."""

    experiment: Experiment
    size_name: str
    size: Size
    seed: int = 1
    """The first seed; n runs use this one and the n − 1 after it."""
    workers: int = 1
    """Learning runs side by side. Results do not depend on it."""
    crew: Workers | None = None
    """Other machines that runs, matches and cells are sent to; None for threads here."""
    work: Path = Path("runs/reproduce")
    """Where learning runs are kept: complete ones are used again, broken-off ones go on."""
    minutes: float | None = None
    """The user's budget for the whole experiment: games are cut to fit it."""
    positions: Path | None = None
    """The user's file of positions, for an experiment that takes one."""
    say: Callable[[str], None] = lambda line: None

    @property
    def seeds(self) -> tuple[int, ...]:
        """The seeds, one a learning run."""
        return tuple(range(self.seed, self.seed + self.size.seeds))

    @property
    def command(self) -> str:
        """The command that repeats exactly this, with the games as they were cut."""
        usual = self.experiment.size(self.size_name)
        words = ["plywise", "reproduce", self.experiment.name, "--size", self.size_name]
        if self.size.seeds != usual.seeds:
            words += ["--seeds", str(self.size.seeds)]
        if self.size.games != usual.games:
            words += ["--games", str(self.size.games)]
        if self.size.match_games != usual.match_games:
            words += ["--match-games", str(self.size.match_games)]
        if self.seed != self.experiment.first_seed:
            words += ["--seed", str(self.seed)]
        if self.positions is not None:
            words += ["--positions", self.positions.name]
        return shlex.join(words)

    def result(
        self, *, rows: Sequence[Row], error: str, settings: Mapping[str, Any], **more: Any
    ) -> Result:
        """What was found, with everything that the plan knows about it."""
        from plywise import _kernel
        from plywise.experiments.kit.fingerprint import digest

        return Result(
            name=self.experiment.name,
            size=self.size_name,
            title=self.experiment.title,
            source=self.experiment.source,
            rows=tuple(rows),
            error=error,
            settings=settings,
            seeds=self.seeds,
            games=self.size.games,
            command=self.command,
            version=f"{_kernel.version} (code {digest()})",
            **more,
        )

    def with_games(self, games: int) -> "ExperimentPlan":
        """The same plan with runs of another length."""
        return replace(self, size=replace(self.size, games=games))


def changed(size: Size, *, seeds: int | None, games: int | None, match_games: int | None) -> Size:
    """A size with the user's own numbers.

    >>> changed(Size(seeds=5, games=10_000), seeds=2, games=None, match_games=None)
    Size(seeds=2, games=10000, match_games=0, depths=())
    """
    asked = {"seeds": seeds, "games": games, "match_games": match_games}
    given = {what: number for what, number in asked.items() if number is not None}
    wrong = [f"{what} = {n}; it must be at least 1" for what, n in given.items() if n < 1]
    if match_games is not None and not size.match_games:
        wrong.append(f"match_games = {match_games}, but this experiment plays no matches")
    elif match_games is not None and match_games % 2:
        wrong.append(f"match_games = {match_games}; games come in pairs, so it must be even")
    if wrong:
        raise BadSetting("; ".join(wrong))
    return replace(
        size,
        seeds=seeds or size.seeds,
        games=games or size.games,
        match_games=match_games or size.match_games,
    )
