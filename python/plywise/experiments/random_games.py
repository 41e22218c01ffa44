"""Games between the same search with random leaves and without (thesis, appendix E)."""

import time
from collections.abc import Sequence
from dataclasses import dataclass

import plywise as pw
from plywise import _kernel
from plywise.experiments.kit.cells import (
    CellJob,
    Hand,
    Value,
    computed,
    deadline,
    fingerprint,
    seconds,
)
from plywise.experiments.kit.plan import ExperimentPlan
from plywise.searching import AlphaBeta

SCALE = 1000
MATERIAL, NOTHING = (1.0, 3.0, 3.0, 5.0, 9.0), (0.0,) * 5
MOST_PLIES = 400
"""200 moves each, then the side ahead in material wins."""
FILE = "random-evaluations"
"""The name of the kept cells."""
BATCH = 10
"""Games of one kept cell."""
CELL_MINUTES = 60.0
"""A kind and depth that would take longer is not run."""


@dataclass(frozen=True, kw_only=True)
class PlayKind:
    """One of the three experiments: the same evaluation with chance at the leaves and without."""

    weights: tuple[float, ...]
    quiescence: bool
    noise: float
    """The width of the random numbers, in pawns; below 1 they decide among equals only."""
    meaning: str

    def search(self, depth: int, *, is_random: bool) -> AlphaBeta:
        """How the side with random leaves, or the other, searches."""
        return AlphaBeta(
            depth=depth,
            quiescence=self.quiescence,
            table_entries=0,
            history_draws=False,
            leaf_noise=self.noise if is_random else 0.0,
        )


KINDS = {
    "LR v LZ": PlayKind(
        weights=NOTHING, quiescence=False, noise=100.0, meaning="nothing but chance"
    ),
    "CR v CZ": PlayKind(
        weights=MATERIAL, quiescence=True, noise=0.999, meaning="quiesced material"
    ),
    "MR v MZ": PlayKind(weights=MATERIAL, quiescence=False, noise=0.999, meaning="material"),
}
DEPTHS = (1, 2, 3, 4, 5)
DEEP_GAMES = {"LR v LZ": 200, "CR v CZ": 200, "MR v MZ": 600}
"""At depth 5, where the size asks for 1,000 above it."""


@dataclass(frozen=True, kw_only=True)
class Asked:
    """Some games of a kind at a depth."""

    kind: str
    depth: int
    seed: int
    first: int
    """The number of the first game; even numbers have the random side moving first."""
    count: int


@dataclass(frozen=True, kw_only=True)
class Score:
    """All games of a kind at a depth."""

    points: Sequence[float]
    """For the random side: 1, ½ or 0 a game."""
    plies: Sequence[int]
    reasons: Sequence[str]

    @property
    def counts(self) -> tuple[int, int, int]:
        """Won, drawn, lost."""
        won, lost = self.points.count(1.0), self.points.count(0.0)
        return won, len(self.points) - won - lost, lost


Cell = tuple[str, int]
"""A kind and a depth."""


@dataclass(frozen=True, kw_only=True)
class Played:
    """The games of all kinds and depths that were run."""

    scores: dict[Cell, Score]
    seconds: float
    notes: tuple[str, ...]
    """What was not run, and why."""


def played(plan: ExperimentPlan) -> Played:
    """Play every kind at every depth of the size."""
    wanted = [(kind, depth) for kind in KINDS for depth in plan.size.depths]
    until = deadline(plan)
    notes: list[str] = []
    if plan.minutes is None:
        wanted = [cell for cell in wanted if not _is_too_long(plan, cell, notes)]
    jobs = {cell: _jobs(plan, cell) for cell in wanted}
    cells = computed(plan, FILE, _in_turn(list(jobs.values())), _play, until=until)
    scores = {
        cell: _score([cells[job.key] for job in some if job.key in cells])
        for cell, some in jobs.items()
    }
    return Played(
        scores={cell: score for cell, score in scores.items() if score.points},
        seconds=seconds(cells, plan.workers),
        notes=tuple(notes),
    )


def _games(plan: ExperimentPlan, kind: str, depth: int) -> int:
    """As many as the size says; at depth 5, as the thesis, fewer."""
    return min(plan.size.games, DEEP_GAMES[kind]) if depth == max(DEPTHS) else plan.size.games


def _jobs(plan: ExperimentPlan, cell: Cell) -> list[CellJob[Asked]]:
    kind, depth = cell
    games = _games(plan, kind, depth)
    asked = [
        Asked(kind=kind, depth=depth, seed=plan.seed, first=first, count=min(BATCH, games - first))
        for first in range(0, games, BATCH)
    ]
    rules = [KINDS[kind].search(depth, is_random=side).as_dict() for side in (True, False)]
    stamp = fingerprint([rules, KINDS[kind].weights, MOST_PLIES])
    return [
        CellJob(key=f"{kind}, depth {depth}, seed {one.seed}, {one.first}+{one.count}, {stamp}",
            asked=one)
        for one in asked
    ]  # fmt: skip


def _in_turn(lists: Sequence[list[CellJob[Asked]]]) -> list[CellJob[Asked]]:
    """One of each, then the next of each: so that all have some when the time is over."""
    longest = max((len(some) for some in lists), default=0)
    return [some[n] for n in range(longest) for some in lists if n < len(some)]


def _is_too_long(plan: ExperimentPlan, cell: Cell, notes: list[str]) -> bool:
    """Whether the games would take over an hour, by the first of them."""
    kind, depth = cell
    plan.say(f"{plan.experiment.name}: {kind}, depth {depth}, the first games")
    first = computed(plan, FILE, _jobs(plan, cell)[:1], _play, quiet=True)
    games = _games(plan, kind, depth)
    batch = next(iter(first.values()))
    minutes = batch["seconds"] / len(batch["points"]) * games / plan.workers / 60
    if minutes <= CELL_MINUTES:
        return False
    notes.append(f"{kind}, depth {depth}: not run; {games} games would take {minutes:.0f} minutes")
    plan.say(notes[-1])
    return True


def _play(asked: Asked, hand: Hand) -> Value:
    """The games, and what each brought the random side."""
    # Of the processor: on a busy machine the hour of a cell would be over too soon.
    begun = time.thread_time()
    numbers = range(asked.first, asked.first + asked.count)
    records = _kernel.play_games([_job(asked, number) for number in numbers], hand.stop)
    return {
        "points": [record.outcome if record.number % 2 == 0 else 1 - record.outcome
                   for record in records],
        "plies": [record.plies for record in records],
        "reasons": [record.reason for record in records],
        "seconds": time.thread_time() - begun,
    }  # fmt: skip


def _job(asked: Asked, number: int) -> _kernel.GameJob:
    kind = KINDS[asked.kind]
    features = pw.game("chess").features("material")
    own = pw.Linear(features, weights=kind.weights, scale=SCALE).kernel
    judge = pw.Linear(features, weights=MATERIAL, scale=SCALE).kernel
    is_first = number % 2 == 0
    searches = [
        kind.search(asked.depth, is_random=side).settings(SCALE)
        for side in (is_first, not is_first)
    ]
    return _kernel.GameJob(
        game="chess", first=own, second=own, first_search=searches[0], second_search=searches[1],
        seed=asked.seed, number=number, max_plies=MOST_PLIES, rules="bare", adjudication="judge",
        judge=judge, learn_at="none",
    )  # fmt: skip


def _score(batches: Sequence[Value]) -> Score:
    return Score(
        points=[float(p) for batch in batches for p in batch["points"]],
        plies=[p for batch in batches for p in batch["plies"]],
        reasons=[reason for batch in batches for reason in batch["reasons"]],
    )
