"""Opening learning by lost positions: the same player with a brain and without one.

The opponents are plywise's own players of several weight sets and node budgets, without any chance:
what won once against a player that plays the same again wins again. Each series goes through all of
them, two games each, and then from the first again.

Against such opponents anything helps that is done otherwise after a loss. So there is a third
player: it knows nothing, and after each loss tries its moves in another order, drawn by lot.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np

from plywise.experiments.kit.cells import CellJob, Hand, computed, fingerprint
from plywise.experiments.kit.figures import Curve, curves
from plywise.experiments.kit.plan import Experiment, ExperimentPlan, Size
from plywise.experiments.kit.result import Result, Row, Table
from plywise.experiments.kit.writer import csv
from plywise.play.brain.brain import Brain
from plywise.play.brain.series import BrainGame, brain_game, brain_games, turn_of
from plywise.play.player import Player, player
from plywise.play.statistics import elo_of
from plywise.searching import profile

WEIGHTS = "chess/plywise"
NODES = 500
"""A move of the player whose brain it is."""
OPPONENTS: Mapping[str, tuple[float, float]] = {
    "chess/plywise": (0.4, 1.6),
    "chess/pesto": (0.75, 3.0),
    "chess/thesis-half-board": (1.0, 4.0),
}
"""Their weights, and the least and most of the player's nodes that they get: about its equals."""
MANY = 12
"""Opponents of a series."""
ROUND = 2 * MANY
"""Games until all have been met with both colours."""
FRESH = 1_000
"""What is added to a seed for opponents that no series has met."""
WITHOUT, WITH, OTHERWISE = ARMS = ("without a brain", "with a brain", "otherwise after a loss")
RESAMPLES = 4_000
FIELDS = (
    "opponent", "is_first", "result", "plies", "from_brain", "again", "kept", "searches", "nodes",
)  # fmt: skip
"""Of each game: `again` is whether it began with the lost line of an earlier loss."""
Asked = tuple[str, int, int]
"""Arm, seed, games."""


def run(plan: ExperimentPlan) -> Result:
    """Play both series of every seed, then strangers, and count what was played again."""
    jobs = [
        CellJob(key=f"{arm}/{seed}/{games}/{fingerprint(_settings())}", asked=(arm, seed, games))
        for seed, arm in product(plan.seeds, ARMS)
        for games in [plan.size.games]
    ]
    found = computed(plan, "brain", jobs, _series)
    cells = {(job.asked[1], job.asked[0]): found[job.key] for job in jobs}
    spent = sum(float(cell["seconds"]) for cell in cells.values())
    return plan.result(
        rows=_rows(plan, cells),
        error="half the 95 % interval, from drawing the opponents anew (bootstrap)",
        seconds=spent / plan.workers,
        settings=_settings(),
        notes=_notes(plan, spent),
        tables=[_by_round(plan, cells), _by_seed(plan, cells)],
        pictures=[_picture(plan, cells)],
        data={"games.csv": _csv(cells)},
    )


def opponents(seed: int) -> list[Player]:
    """The opponents of a seed: their weights in turns, their nodes by lot.

    >>> [who.name for who in opponents(1)][:2] == [who.name for who in opponents(1)][:2]
    True
    """
    chance = np.random.default_rng(seed)
    found = []
    for number in range(MANY):
        weights, (least, most) = list(OPPONENTS.items())[number % len(OPPONENTS)]
        nodes = round(NODES * least * (most / least) ** chance.random())
        who = player(weights, search=profile("playing", nodes=nodes))
        found.append(who)
    return found


def _series(asked: Asked, hand: Hand) -> dict[str, Any]:
    """One series, and afterwards a round against strangers with what was learnt."""
    arm, seed, games = asked
    begun = time.thread_time()
    who = player(WEIGHTS, search=profile("playing", nodes=NODES))
    brain = Brain()
    settings: dict[str, Any] = {"brain": brain, "seed": seed, "stop": hand.stop}
    if arm == OTHERWISE:
        played = _otherwise(who, opponents(seed), games, seed, hand)
    else:
        played = brain_games(who, opponents(seed), games=games, learns=arm == WITH, **settings)
    lost: list[tuple[str, ...]] = []
    told = []
    for game in played:
        told.append(_told(game, lost))
        if game.result == 0:
            lost.append(game.lost_line)
    strangers = opponents(seed + FRESH)
    fresh = brain_games(who, strangers, games=min(games, ROUND), learns=False, **settings)
    return {
        "games": told,
        "fresh": [[game.opponent, game.result] for game in fresh],
        "positions": len(brain),
        "seconds": time.thread_time() - begun,
    }


def _otherwise(
    who: Player, others: Sequence[Player], games: int, seed: int, hand: Hand
) -> Iterator[BrainGame]:
    """Games with another lot after each loss against the same opponent with that colour.

    The lot is the order in which the root moves are tried: where nodes are limited, another one
    finds other moves of about the same value. Before the first loss it is the player without a
    brain.
    """
    shuffled = replace(who, search=profile("playing", nodes=NODES, random_ties=True))
    losses: Counter[tuple[int, bool]] = Counter()
    for number in range(games):
        place, is_first = turn_of(number, len(others))
        lot = losses[place, is_first]
        game = brain_game(
            shuffled if lot else who, others[place], is_first=is_first, seed=seed,
            number=lot + games * (2 * place + is_first), stop=hand.stop,
        )  # fmt: skip
        losses[place, is_first] += game.result == 0
        yield replace(game, opponent=place)


def _told(game: BrainGame, lost: Sequence[Sequence[str]]) -> list[float]:
    """The fields of a game."""
    again = any(game.repeats(line) for line in lost)
    done = game.researched
    told = (
        game.opponent, game.is_first, game.result, len(game.record.moves), game.from_brain, again,
        game.kept, done.searches, done.nodes,
    )  # fmt: skip
    return [float(field) for field in told]


Cells = Mapping[tuple[int, str], Mapping[str, Any]]


def _column(cell: Mapping[str, Any], field: str) -> np.ndarray[Any, np.dtype[np.float64]]:
    return np.array([game[FIELDS.index(field)] for game in cell["games"]])


def _by_opponent(
    plan: ExperimentPlan, cells: Cells, arm: str, field: str, part: slice
) -> np.ndarray[Any, np.dtype[np.float64]]:
    """The mean of a field against each opponent of each seed, over a part of the games."""
    found = []
    for seed in plan.seeds:
        values = _column(cells[seed, arm], field)[part]
        places = _column(cells[seed, arm], "opponent")[part]
        found += [values[places == place].mean() for place in np.unique(places)]
    return np.array(found)


def _rows(plan: ExperimentPlan, cells: Cells) -> list[Row]:
    every, last = slice(None), slice(-max(ROUND, plan.size.games // 3), None)
    chance = np.random.default_rng(plan.seed)
    again = {arm: 100 * _by_opponent(plan, cells, arm, "again", every) for arm in ARMS}
    score = {arm: 100 * _by_opponent(plan, cells, arm, "result", every) for arm in ARMS}
    rows = [
        Row(label=f"{what}, %: {arm}", measured=float(of[arm].mean()),
            error=_half(of[arm], chance), digits=1)
        for what, of in (("lost lines played again", again), ("score", score))
        for arm in ARMS
    ]  # fmt: skip
    most = again[WITHOUT].mean()
    ratio = float(again[WITH].mean() / most) if most else None
    rows.append(Row(label="lost lines, with a brain ÷ without (aim: .33)", measured=ratio))
    for label, part in (("all games", every), ("the last third", last)):
        found = {arm: _by_opponent(plan, cells, arm, "result", part) for arm in ARMS}
        for arm, other in ((WITH, WITHOUT), (OTHERWISE, WITHOUT), (WITH, OTHERWISE)):
            what = f"Elo, {label}: {arm} − {other}"
            rows.append(_elo_row(what, found[arm], found[other], chance))
    one, two = (_strangers(plan, cells, arm) for arm in (WITH, WITHOUT))
    what = f"Elo, a round against strangers: {WITH} − {WITHOUT}"
    return [*rows, _elo_row(what, one, two, chance)]


def _strangers(
    plan: ExperimentPlan, cells: Cells, arm: str
) -> np.ndarray[Any, np.dtype[np.float64]]:
    """The score against each opponent that the series had not met."""
    found: list[float] = []
    for seed in plan.seeds:
        fresh = cells[seed, arm]["fresh"]
        places = sorted({place for place, _ in fresh})
        found += [float(np.mean([r for p, r in fresh if p == place])) for place in places]
    return np.array(found)


def _elo_row(label: str, one: Any, two: Any, chance: np.random.Generator) -> Row:
    """How much better the first scores are; both are of the same opponents."""
    measured = _difference(one, two)
    drawn = []
    for _ in range(RESAMPLES):
        chosen = chance.integers(0, len(one), len(one))
        drawn.append(_difference(one[chosen], two[chosen]))
    known = [value for value in drawn if value is not None]
    if measured is None or len(known) < RESAMPLES * 0.99:
        return Row(label=label, measured="all won or lost")
    low, high = np.quantile(known, [0.025, 0.975])
    return Row(label=label, measured=measured, error=float(high - low) / 2, digits=0)


def _difference(one: Any, two: Any) -> float | None:
    a, b = elo_of(float(one.mean())), elo_of(float(two.mean()))
    return None if a is None or b is None else a - b


def _half(values: Any, chance: np.random.Generator) -> float:
    """Half the 95 % interval of a mean over opponents."""
    drawn = values[chance.integers(0, len(values), (RESAMPLES, len(values)))].mean(axis=1)
    low, high = np.quantile(drawn, [0.025, 0.975])
    return float(high - low) / 2


def _rounds(plan: ExperimentPlan, cells: Cells, arm: str, field: str) -> list[float]:
    """The mean of a field in each round, over all seeds."""
    columns = [_column(cells[seed, arm], field) for seed in plan.seeds]
    starts = range(0, plan.size.games, ROUND)
    return [float(np.mean([column[at : at + ROUND] for column in columns])) for at in starts]


def _by_round(plan: ExperimentPlan, cells: Cells) -> Table:
    shown = [(arm, field) for field in ("result", "again") for arm in ARMS]
    shares = [[100 * value for value in _rounds(plan, cells, *one)] for one in shown]
    counts = [_rounds(plan, cells, WITH, field) for field in ("from_brain", "searches")]
    rows = [
        (f"{number + 1}", *(f"{figure:.1f}" for figure in figures))
        for number, figures in enumerate(zip(*shares, *counts, strict=True))
    ]
    header = (
        "round", *(f"score {arm}, %" for arm in ARMS), *(f"again {arm}, %" for arm in ARMS),
        "moves from the brain", "searched again",
    )  # fmt: skip
    note = f"A round is {ROUND} games: every opponent with both colours. The last two are a game."
    return Table(title="Round by round", header=header, rows=tuple(rows), note=note)


def _by_seed(plan: ExperimentPlan, cells: Cells) -> Table:
    rows = []
    for seed in plan.seeds:
        of = [cells[seed, arm] for arm in ARMS]
        rows.append(
            (
                f"seed {seed}",
                *(f"{100 * _column(cell, 'result').mean():.1f}" for cell in of),
                *(f"{_column(cell, 'again').sum():.0f}" for cell in of),
                *(f"{(_column(cell, 'result') == 0).sum()}" for cell in of),
                f"{cells[seed, WITH]['positions']}",
            )
        )
    parts = (f"{what} {arm}" for what in ("score, %,", "again", "lost") for arm in ARMS)
    return Table(title="Every seed", header=("", *parts, "positions"), rows=tuple(rows))


def _picture(plan: ExperimentPlan, cells: Cells) -> Any:
    lines = []
    for colour, arm in enumerate(ARMS):
        again = np.mean([_column(cells[seed, arm], "again") for seed in plan.seeds], axis=0)
        lines.append(Curve(label=arm, values=np.cumsum(again), colour=colour))
    return curves(
        "again", "Lost lines played again", lines, bottom=0.0,
        caption="Games so far that began with the moves by which an earlier game was lost, up to "
        "where the player saw itself a pawn down for good; the mean of the seeds.",
    )  # fmt: skip


def _notes(plan: ExperimentPlan, spent: float) -> tuple[str, ...]:
    return (
        f"{WEIGHTS} at {NODES} nodes a move against {MANY} opponents a seed: "
        f"{', '.join(OPPONENTS)} with node budgets by lot. Nobody draws lots in the games and no "
        "opening is given, so that without a brain every game against the same opponent is the "
        "same.",
        "A lost line is the moves of a lost game up to where the player saw itself a pawn down for "
        "good. It is played again where a later game begins with it, however that one ends.",
        "Otherwise: after each loss against an opponent with the same colour the root moves are "
        "tried in another order, by lot. That player knows nothing. It tells what playing "
        "otherwise is worth by itself, until a game is not lost, where the opponent never does.",
        "After each loss the brain keeps the losing position and the two after it and is searched "
        "again until it is clean; draws teach nothing here.",
        "Strangers are as many opponents with other budgets, once with each colour, against whom "
        "nothing is learnt.",
        f"{spent:,.0f} s of processor time, research included.",
    )


def _settings() -> dict[str, Any]:
    return {
        "weights": WEIGHTS, "nodes": NODES, "search": profile("playing", nodes=NODES).as_dict(),
        "opponents": {name: list(span) for name, span in OPPONENTS.items()}, "many": MANY,
    }  # fmt: skip


def _csv(cells: Cells) -> str:
    rows = [
        [arm, seed, number, *(f"{field:g}" for field in game)]
        for (seed, arm), cell in cells.items()
        for number, game in enumerate(cell["games"])
    ]
    return csv(["arm", "seed", "game", *FIELDS], rows)


EXPERIMENT = Experiment(
    name="brain",
    title="Opening learning by lost positions",
    source="Baxter, Tridgell and Weaver 1998, section 5, which gives no figures",
    sizes={
        "quick": Size(seeds=1, games=300),
        "paper": Size(seeds=3, games=300),
    },
    run=run,
)
