"""The measurement: several runs that differ by their seeds, then a match of what they agree on."""

import json
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from math import ceil
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

from plywise import checks
from plywise.distributed import Workers, threads, workers_for
from plywise.errors import BadSetting, WeightsDiverged
from plywise.evaluation.weights import published_for, start_of
from plywise.files import as_path, write_atomically
from plywise.games.python_games import game_name
from plywise.learning.config import LearnConfig
from plywise.learning.lag import with_steps_by_lag
from plywise.learning.usual import steady, usual_depth
from plywise.play.match import match
from plywise.play.match_settings import MOST_GAMES
from plywise.runs.directory import RunDirectory
from plywise.runs.run import Run, load
from plywise.textual import plain
from plywise.valuing.result import Values
from plywise.valuing.worth import worth

if TYPE_CHECKING:
    from plywise._kernel import Stop
    from plywise.play.match_result import MatchResult

SEEDS, GAMES, MATCH_GAMES = 4, 2000, 400
"""Sizes that two cores finish within ten minutes in every game of the kernel."""
FILE, WEIGHTS = "values.json", "weights.json"
"""What lies beside the runs: everything that was found, and the mean weights to play with."""


@dataclass(frozen=True, kw_only=True)
class Standing:
    """How far the learning is, over all seeds."""

    games: int
    """Learnt from so far."""
    total: int
    """To be learnt from, unless the time ends before."""
    games_per_second: float

    def __str__(self) -> str:
        return f"of {self.total:,}, {self.games_per_second:.0f} games/s"


OnProgress = Callable[[Standing], object]

MOST_SEEDS = 10_000
HANDS_A_RUN = 2
"""Hands elsewhere for each run up to which whole runs are sent, and not their games."""


def values(
    game: str = "chess",
    *,
    features: str | None = None,
    seeds: int = SEEDS,
    games: int = GAMES,
    depth: int | None = None,
    minutes: float | None = None,
    seed: int = 1,
    match_games: int = MATCH_GAMES,
    out: str | Path | None = None,
    workers: int | Workers | None = None,
    on_progress: OnProgress | None = None,
    on_pair: "Callable[[MatchResult], None] | None" = None,
    **more: Any,
) -> Values:
    """What the pieces of a game are worth: learnt with several seeds, and tried in a match.

    Each of the `seeds` (from `seed` on) learns from its own `games`, for all of them together at
    most `minutes`, with searches to `depth`, by default what the game needs. The values are the
    means over the last half of the games and over the seeds, in the unit that the features name;
    their errors are standard errors of that mean. Then the mean weights play `match_games` games (0
    for none) against the start, and as many against a published set of the game if there is one.
    `more` are settings of `pw.learn`.

    `out` is a folder with a run directory for each seed: the same call goes on where it was killed,
    with more games if you like. `workers` are games at once, a matter of time and not of result;
    other machines (`pw.distributed.on`) are sent whole runs, unless they are many more than seeds.

    >>> found = values("chess", seeds=2, games=20, depth=1, match_games=10, gate_every=0)
    >>> list(found.values), len(found.runs), found.matches["start"].games
    (['pawn', 'knight', 'bishop', 'rook', 'queen'], 2, 10)
    """
    _refuse_bad_sizes(seeds=seeds, games=games, match_games=match_games)
    checks.whole("seed", seed, most=2**63 - 1)
    if minutes is not None:
        checks.real("minutes", minutes, above=0.0)
    checks.callback("on_progress", on_progress)
    checks.callback("on_pair", on_pair)
    game = game_name(game)
    depth = usual_depth(game) if depth is None else depth
    # Steady steps in chess too, where `learn` shows off that none need be given: the errors over
    # seeds are several times smaller.
    settings: dict[str, Any] = {"search": {"depth": depth}, "gate_every": 0}
    settings |= with_steps_by_lag(steady(game), more)
    if features is not None:
        settings["features"] = features
    configs = [
        LearnConfig(game=game, games=games, seed=n, **settings) for n in range(seed, seed + seeds)
    ]
    if configs[0].evaluation != "linear":
        raise BadSetting(
            f"evaluation={configs[0].evaluation!r}: values are weights of features; learn a "
            "network by pw.learn, and see what its features are worth by plywise show"
        )
    with ExitStack() as stack:
        place = _place(stack) if out is None else as_path(out)
        crew = workers_for(workers)
        if crew.is_elsewhere:
            stack.enter_context(crew)
        runs, notes = _learnt(configs, place, crew, minutes, on_progress)
        found = _values(configs[0], runs, games, notes)
        tried = _tried(found, configs[0], match_games, crew, on_pair)
        done = replace(found, matches=tried)
        if out is not None:
            done.weights.save(place / WEIGHTS)
            write_atomically(
                place / FILE, (json.dumps(plain(done.as_dict()), indent=1) + "\n").encode()
            )
    return done


def _place(stack: ExitStack) -> Path:
    """A folder that goes with the call."""
    return Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="plywise-")))


def _learnt(
    configs: Sequence[LearnConfig],
    place: Path,
    crew: Workers,
    minutes: float | None,
    on_progress: OnProgress | None,
) -> tuple[list[Run], list[str]]:
    """The runs of all seeds, as many side by side as there are workers; and what went wrong."""
    from plywise.runs.legs import learn_elsewhere
    from plywise.runs.trainer import Trainer

    side_by_side = min(crew.count, len(configs))
    each = None if minutes is None else minutes / ceil(len(configs) / side_by_side)
    # With hands to spare single games are sent: so many of a run can be played at once as its lag.
    travels = crew.is_elsewhere and crew.count <= HANDS_A_RUN * len(configs)
    talk = _Talk(sum(config.games for config in configs), on_progress)
    notes: list[str] = []

    def work(config: LearnConfig, stop: "Stop") -> Run | None:
        directory = place / f"seed-{config.seed}"
        folder = RunDirectory(directory)
        folder.refuse_other_settings(config, resume=True)
        done = len(load(directory).history) if folder.has_run() else 0
        talk.skip(min(done, config.games))
        if done >= config.games:
            return load(directory)

        def on_game(_: object) -> None:
            if stop.is_set:
                raise KeyboardInterrupt
            talk.game()

        timed = config if each is None else LearnConfig(**{**config.as_dict(), "minutes": each})
        hands = crew if crew.is_elsewhere else max(1, crew.count // len(configs))
        seconds = None if each is None else 60 * each
        try:
            if travels:
                return learn_elsewhere(
                    config, directory, crew, stop, seconds=seconds, on_game=talk.game
                )
            return Trainer(timed, directory, resume=True, workers=hands).run(on_game=on_game)
        except WeightsDiverged as error:
            notes.append(f"seed {config.seed} is left out: {error}")
            return None

    with threads(side_by_side) as seeds_at_once:
        runs = [run for run in seeds_at_once.ordered(work, configs) if run is not None]
    if not runs:
        raise WeightsDiverged("; ".join(notes))
    return runs, sorted(notes)


def _values(config: LearnConfig, runs: Sequence[Run], games: int, notes: Sequence[str]) -> Values:
    """The values of the runs' first `games`: a folder may hold more from an earlier call."""
    tails, played, typical = [], [], []
    for run in runs:
        history = run.history
        played.append(min(games, len(history)))
        kept = played[-1] // history.every
        if kept == 0:
            raise BadSetting(f"no game was learnt from in {run.directory}: give it more minutes")
        mean = history.weights.mean(axis=0, rows=slice(kept // 2, kept))
        tails.append(tuple(mean[: len(run.features)].tolist()))
        if run.features.has_boards:
            read = worth(replace(run.as_weights(), values=tails[-1]), run)
            typical.append(tuple(read.weights.values()))
    return Values(
        game=config.game,
        features=config.features,
        depth=getattr(config.search, "depth", None),
        seeds=tuple(run.config.seed for run in runs),
        games=tuple(played),
        runs=tuple(tails),
        typical=tuple(typical) or None,
        scale=config.scale,
        notes=tuple(notes),
    )


def _tried(
    found: Values,
    config: LearnConfig,
    games: int,
    crew: Workers,
    on_pair: "Callable[[MatchResult], None] | None",
) -> "dict[str, MatchResult]":
    """Matches of the mean weights: against the start, and against what is published if it is."""
    if games == 0:
        return {}
    opponents = {"start": replace(start_of(config.game, config.features), values=config.start)}
    published = published_for(config.game, config.features, found.depth)
    if published:
        *_, best = published.values()
        opponents[best.label] = best
    return {
        name: match(
            found.weights,
            opponent,
            games=games,
            search=config.search,
            rules=config.rules,
            adjudication=config.match_adjudication,
            max_plies=config.max_plies,
            seed=config.seed,
            workers=crew,
            on_pair=on_pair,
        )
        for name, opponent in opponents.items()
    }


def _refuse_bad_sizes(*, seeds: int, games: int, match_games: int) -> None:
    wrong = [
        f"{name} must be at least 1 and at most {most}, not {checks.shown(n)}"
        for name, n, most in (("seeds", seeds, MOST_SEEDS), ("games", games, checks.MOST_GAMES))
        if not checks.is_whole(n) or not 1 <= n <= most
    ]
    if not checks.is_whole(match_games) or not 0 <= match_games <= MOST_GAMES or match_games % 2:
        wrong.append(
            "match_games must be even, since games are played in pairs, not "
            f"{checks.shown(match_games)}"
        )
    if wrong:
        raise BadSetting("; ".join(wrong))


class _Talk:
    """Counts the games of all seeds together."""

    def __init__(self, total: int, on_progress: OnProgress | None) -> None:
        self._total, self._on_progress = total, on_progress
        self._lock = Lock()
        self._ready = self._played = 0
        self._begun = time.monotonic()

    def skip(self, games: int) -> None:
        """Count games that were played before."""
        with self._lock:
            self._ready += games

    def game(self) -> None:
        """Count a game and tell."""
        with self._lock:
            self._played += 1
            speed = self._played / max(1e-9, time.monotonic() - self._begun)
            standing = Standing(
                games=self._ready + self._played, total=self._total, games_per_second=speed
            )
            if self._on_progress is not None:
                self._on_progress(standing)
