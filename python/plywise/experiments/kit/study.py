"""Learning runs of an experiment, side by side: begun, taken up again, or found complete."""

import json
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

from plywise.distributed import threads
from plywise.errors import WeightsDiverged
from plywise.experiments.kit.plan import ExperimentPlan
from plywise.files import kept_notes, write_atomically
from plywise.learning.config import LearnConfig
from plywise.report.reading import trace
from plywise.report.traces import Trace
from plywise.runs.directory import RunDirectory
from plywise.runs.run import Run, load

if TYPE_CHECKING:
    from plywise._kernel import Stop

KIND_MINUTES = 60.0
"""A kind of run that would take longer than this is not run: its cells say so."""
PROBE_GAMES = 12
"""Games that are timed to say how long a kind would take; they are the first of its first run."""
RESERVE = 0.9
"""The share of a time budget that is planned for: games grow longer as learning goes on."""
ROUND_GAMES = 50
"""Games are cut to a multiple of this."""
TALK_SECONDS = 15.0


@dataclass(frozen=True, kw_only=True)
class RunKind:
    """One kind of learning run, to be repeated over the seeds: a column of a published table."""

    label: str
    settings: Mapping[str, Any]
    """Of `LearnConfig`, but for games and seed."""

    def config(self, *, games: int, seed: int) -> LearnConfig:
        """The settings of one run; as in the thesis, every game has the newest weights."""
        return LearnConfig(**{"lag": 1, "gate_every": 0, **self.settings}, games=games, seed=seed)


@dataclass(frozen=True, kw_only=True)
class Study:
    """What came of the kinds: traces by label; a kind that was not run is not there."""

    traces: Mapping[str, Sequence[Trace]]
    notes: tuple[str, ...]
    seconds: float
    """The time of all games, divided by the runs that went side by side."""
    lost: frozenset[str] = frozenset()
    """The kinds of which every run diverged."""


def fitted(
    plan: ExperimentPlan, kinds: Sequence[RunKind], *, matches: Sequence[RunKind] = ()
) -> ExperimentPlan:
    """The plan with as many games as fit into its minutes; without minutes, as it is.

    The speed is measured on the first games of each kind; `matches` has for each match a kind whose
    games take about as long. What was decided is kept beside the runs: a reproduction that is taken
    up again must not decide anew.
    """
    if plan.minutes is None:
        return plan
    asked = f"{plan.command} --minutes {plan.minutes:g}"
    file = plan.work / "fitted.json"
    with kept_notes(file):
        known: dict[str, int] = dict(json.loads(file.read_bytes())) if file.exists() else {}
    if asked not in known:
        known[asked] = min(plan.size.games, _games_that_fit(plan, kinds, matches))
        plan.work.mkdir(parents=True, exist_ok=True)
        write_atomically(file, (json.dumps(known, indent=1) + "\n").encode())
    return plan.with_games(known[asked])


def _games_that_fit(
    plan: ExperimentPlan, kinds: Sequence[RunKind], matches: Sequence[RunKind]
) -> int:
    assert plan.minutes is not None
    paces = {kind.label: pace(plan, kind) for kind in (*kinds, *matches)}
    played = plan.size.match_games * sum(paces[kind.label] for kind in matches)
    left = 60 * plan.minutes * RESERVE * plan.workers - played
    games = int(left / (plan.size.seeds * sum(paces[kind.label] for kind in kinds)))
    return max(ROUND_GAMES, games // ROUND_GAMES * ROUND_GAMES)


def pace(plan: ExperimentPlan, kind: RunKind) -> float:
    """Seconds that a game of the kind takes, from its first games."""
    played = _learnt(plan, kind, plan.seed, min(PROBE_GAMES, plan.size.games)).history.seconds
    return float(played[:PROBE_GAMES].mean())


def study(plan: ExperimentPlan, kinds: Sequence[RunKind]) -> Study:
    """Run every kind that is not too long, each with all seeds, `plan.workers` runs at a time."""
    notes: list[str] = []
    chosen = [kind for kind in kinds if not _is_too_long(plan, kind, notes)]
    jobs = [(kind, seed) for kind in chosen for seed in plan.seeds]
    talk = _Talk(plan, len(jobs) * plan.size.games)

    def work(job: tuple[RunKind, int], stop: "Stop") -> Trace:
        run = _learnt(plan, *job, plan.size.games, talk=talk, stop=stop)
        return trace(run).cut(plan.size.games)

    with threads(plan.workers) as crew:
        traces = list(crew.ordered(work, jobs))
    found: dict[str, list[Trace]] = {kind.label: [] for kind in chosen}
    for (kind, seed), one in zip(jobs, traces, strict=True):
        if one.games < plan.size.games:
            notes.append(f"{kind.label}, seed {seed}: diverged after {one.games} games, left out")
        else:
            found[kind.label].append(one)
    seconds = sum(one.seconds for one in traces) / plan.workers
    whole = {label: some for label, some in found.items() if some}
    lost = frozenset(label for label in found if label not in whole)
    return Study(traces=whole, notes=tuple(notes), seconds=seconds, lost=lost)


def _is_too_long(plan: ExperimentPlan, kind: RunKind, notes: list[str]) -> bool:
    if plan.size_name == "quick" or plan.minutes is not None:
        return False
    minutes = pace(plan, kind) * plan.size.games * plan.size.seeds / plan.workers / 60
    if minutes <= KIND_MINUTES:
        return False
    notes.append(
        f"{kind.label}: not run; {plan.size.seeds} × {plan.size.games:,} games would take about "
        f"{minutes / 60:.0f} hours here"
    )
    plan.say(notes[-1])
    return True


def _learnt(
    plan: ExperimentPlan,
    kind: RunKind,
    seed: int,
    games: int,
    *,
    talk: "_Talk | None" = None,
    stop: "Stop | None" = None,
) -> Run:
    """The run of a kind with that seed, with at least `games` games unless it diverged."""
    from plywise.runs.legs import learn_elsewhere
    from plywise.runs.trainer import Trainer

    config = kind.config(games=games, seed=seed)
    directory = plan.work / folder_name(config)
    done = _games_done(directory)
    if talk is not None:
        talk.skip(min(done, games))

    def on_game(progress: object) -> None:
        if stop is not None and stop.is_set:
            raise KeyboardInterrupt
        if talk is not None:
            talk.game()

    if done < games:
        try:
            if plan.crew is not None and stop is not None:
                count = (lambda: None) if talk is None else talk.game
                learn_elsewhere(config, directory, plan.crew, stop, on_game=count)
            else:
                Trainer(config, directory, resume=True, workers=1).run(on_game=on_game)
        except WeightsDiverged as error:
            plan.say(f"{kind.label}, seed {seed}: {error}")
    return load(directory)


def folder_name(config: LearnConfig) -> str:
    """A folder of its own for all settings that decide what is learnt (the games do not).

    It does not tell the experiment: those that need the same run share it.
    """
    depth = getattr(config.search, "depth", None)
    how = "random" if depth is None else f"depth-{depth}"
    return f"{config.game}-{how}-seed-{config.seed}-{config.fingerprint()[:12]}"


def _games_done(directory: Path) -> int:
    return len(load(directory).history) if RunDirectory(directory).has_run() else 0


class _Talk:
    """Tells now and then how far all runs together are."""

    def __init__(self, plan: ExperimentPlan, total: int) -> None:
        self._plan, self._total = plan, total
        self._lock = Lock()
        self._ready = self._played = 0
        self._begun = self._last = time.monotonic()

    def skip(self, games: int) -> None:
        """Count games that were played before."""
        with self._lock:
            self._ready += games

    def game(self) -> None:
        """Count a game, and talk if it is time."""
        with self._lock:
            self._played += 1
            now = time.monotonic()
            if now - self._last < TALK_SECONDS:
                return
            self._last = now
            speed = self._played / (now - self._begun)
            done = self._ready + self._played
        left = (self._total - done) / speed / 60
        name = self._plan.experiment.name
        self._plan.say(
            f"{name}: {done:,} of {self._total:,} games, {speed:.1f}/s, about {left:.0f} min left"
        )


def same_seed(some: Sequence[Trace], others: Sequence[Trace]) -> list[tuple[Trace, Trace]]:
    """The runs of two kinds in pairs of one seed; whose partner diverged has none.

    >>> from types import SimpleNamespace as Run
    >>> pairs = same_seed([Run(seed=2), Run(seed=3)], [Run(seed=1), Run(seed=2), Run(seed=3)])
    >>> [(one.seed, other.seed) for one, other in pairs]
    [(2, 2), (3, 3)]
    """
    partner = {one.seed: one for one in others}
    return [(one, partner[one.seed]) for one in some if one.seed in partner]


def mean_values(traces: Iterable[Trace], share: float) -> list[float]:
    """The mean over seeds of the normalised values over the last `share` of the games."""
    import numpy as np

    values: list[float] = np.mean([one.values(share) for one in traces], axis=0).tolist()
    return values
