"""King, knight and h-pawn against king: Bayesian search, alpha-beta (van der Spoel 2007, 4.3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict

import numpy as np

from plywise.experiments.kit.bars import depth_lines
from plywise.experiments.kit.cells import deadline, fingerprint
from plywise.experiments.kit.plan import Experiment, ExperimentPlan, Size
from plywise.experiments.kit.result import Result, Row, Table, text
from plywise.experiments.kit.seeds import mean, standard_error
from plywise.experiments.kit.writer import csv
from plywise.experiments.knpk_games import (
    ALPHA_BETA,
    BAYESIAN,
    FARTHEST,
    MOST_PLIES,
    NEARER,
    NEAREST,
    Game,
    alpha_beta,
    bayesian,
    mean_nodes,
    played,
    test_positions,
)
from plywise.experiments.knpk_networks import (
    SIDES,
    Judge,
    Training,
    networks,
    seen,
    squared_errors,
)
from plywise.games.knpk import Side
from plywise.report.picture import Picture

TRAINING = Training()
PUBLISHED: Mapping[str, Mapping[int, float]] = {
    "alpha-beta": {3: 27.0, 4: 41.0, 5: 28.0},
    **{search: {3: 67.0, 4: 59.0, 5: 71.0} for search in BAYESIAN},
}
"""Games in which the win came ten plies nearer, per cent of 1,000 (table 4.4)."""
PUBLISHED_ERRORS: Mapping[Judge, float] = {"value": 0.10, "spikes": 0.11}
Cell = tuple[Judge, str, int]
"""What judges, which search, and alpha-beta's depth."""
Found = Mapping[Cell, Sequence[Game]]
Errors = Mapping[tuple[Judge, Side], tuple[float, float]]
"""On the examples and on fresh ones, by the judge and the side to move."""
CONTRAST = 4
"""One of so many positions is played with the spikes as the network gives them, for contrast."""
WORDS: Mapping[Judge, str] = {
    "spikes": "heights cut at 0",
    "spikes above noise": "heights cut at an equal share",
    "value": "value network",
}

NOTES = (
    "A game is a success when, within 60 plies and against the longest resistance, a position "
    "is reached that is still won and at least 10 plies nearer to the win. Alpha-beta has no "
    "quiescence and no table; Bayesian search may generate as many positions for a move as "
    "alpha-beta did on average. No search knows what was played before.",
    "Both searches judge by the same networks: alpha-beta by the mean of the spikes, Bayesian "
    "search by the spikes. In the paper a height is an output, cut at 0. Here each network has 23 "
    "outputs of which 22 should be 0; what noise leaves above 0 counts as a chance of every "
    "result. Cut at an equal share (1/23) instead, the spikes are nearer to the truth (see the "
    "errors). For contrast, a quarter of the positions are played with heights cut at 0.",
    "The paper does not tell its networks' size nor how long they learnt, and says that "
    "alpha-beta got worse from depth 4 to 5.",
)


def run(plan: ExperimentPlan) -> Result:
    """Teach the networks, then play from the same positions with every search."""
    generators = networks(TRAINING, plan.seed, plan.work, plan.say)
    errors = squared_errors(generators, TRAINING, plan.seed)
    starts = test_positions(TRAINING, plan.seed, plan.size.games)
    named = {judge: fingerprint(one.model_dump(mode="json")) for judge, one in generators.items()}
    until = deadline(plan)
    found: dict[Cell, Sequence[Game]] = {}
    for depth in plan.size.depths:
        for judge, generator in generators.items():
            evaluation, evaluator = seen(generator)
            share = starts[: -(-len(starts) // CONTRAST)] if judge == "spikes" else starts
            white = alpha_beta(judge, evaluation, depth)
            games = played(plan, white, share, named[judge], until=until)
            found[judge, "alpha-beta", depth] = games
            # A value network has one spike: nothing that a Bayesian search could learn by looking.
            for search in BAYESIAN if judge != "value" and games else ():
                white = bayesian(judge, evaluator, depth, round(mean_nodes(games)), search)
                more = played(plan, white, share, named[judge], until=until)
                found[judge, search, depth] = more
    return plan.result(
        rows=[*_rows(plan, found), *_error_rows(errors)],
        error="standard error over the games",
        settings={"training": asdict(TRAINING), "alpha-beta": ALPHA_BETA, "Bayesian": BAYESIAN,
                  "most plies": MOST_PLIES, "start, plies": [NEAREST, FARTHEST], "nearer": NEARER},
        seconds=sum(game.seconds for games in found.values() for game in games) / plan.workers,
        notes=(*NOTES, *_short(plan, found)),
        tables=(_outright(found), _pairs(found), _endings(found), _nodes(found), _errors(errors)),
        pictures=(_picture(found),),
        data={"games.csv": _csv(found)},
    )  # fmt: skip


def _label(cell: Cell) -> str:
    judge, search, depth = cell
    return f"{search}, {WORDS[judge]}, depth {depth}"


def _per_cent(games: Sequence[Game], what: str = "nearer") -> list[float]:
    return [100.0 * bool(getattr(game, what)) for game in games]


def _rows(plan: ExperimentPlan, found: Found) -> list[Row]:
    judges: tuple[Judge, ...] = ("spikes above noise", "spikes")
    cells = [(judge, search) for judge in judges for search in ("alpha-beta", *BAYESIAN)]
    cells.append(("value", "alpha-beta"))
    return [
        Row(label=f"{_label((judge, search, depth))}: nearer, %",
            published=PUBLISHED[search].get(depth),
            measured=mean(values), error=standard_error(values), digits=0)
        for judge, search in cells
        for depth in plan.size.depths
        for values in [_per_cent(found.get((judge, search, depth), ()))]
    ]  # fmt: skip


def _error_rows(errors: Errors) -> list[Row]:
    return [
        Row(label=f"mean squared error, {WORDS[judge]}", published=PUBLISHED_ERRORS.get(judge),
            measured=float(np.mean([errors[judge, side][1] for side in SIDES])), digits=3)
        for judge in ("value", "spikes", "spikes above noise")
    ]  # fmt: skip


def _short(plan: ExperimentPlan, found: Found) -> list[str]:
    """Which cells have fewer games than they should, for want of time."""
    wanted = dict.fromkeys(WORDS, plan.size.games)
    wanted["spikes"] = -(-plan.size.games // CONTRAST)
    short = [f"{_label(cell)}: {len(games)}" for cell, games in found.items()
             if len(games) < wanted[cell[0]]]  # fmt: skip
    return [f"Time was short; games played: {'; '.join(short)}."] if short else []


def _outright(found: Found) -> Table:
    rows = [
        (_label(cell), text(mean(values), standard_error(values), 0))
        for cell, games in found.items()
        for values in [_per_cent(games, "won")]
    ]
    return Table(title="Won outright within 60 plies, per cent", header=("", "won"),
                 rows=tuple(rows))  # fmt: skip


def _pairs(found: Found) -> Table:
    """The same starts for both searches: who alone succeeded."""
    rows = []
    for (judge, search, depth), games in found.items():
        if search == "alpha-beta":
            continue
        theirs = {game.number: game for game in found[judge, "alpha-beta", depth]}
        both = [(theirs[game.number], game) for game in games if game.number in theirs]
        for what in ("nearer", "won"):
            ours = [(getattr(one, what), getattr(two, what)) for one, two in both]
            gain = [100.0 * (two - one) for one, two in ours]
            rows.append((f"{_label((judge, search, depth))}: {what}",
                         str(ours.count((False, True))), str(ours.count((True, False))),
                         text(mean(gain), standard_error(gain), 1)))  # fmt: skip
    return Table(
        title="Bayesian search and alpha-beta from the same positions",
        header=("", "Bayesian alone", "alpha-beta alone", "difference, %"),
        rows=tuple(rows),
    )


def _endings(found: Found) -> Table:
    counted = {cell: Counter(game.reason for game in games) for cell, games in found.items()}
    reasons = sorted({reason for one in counted.values() for reason in one})
    rows = [(_label(cell), *(str(one[reason]) for reason in reasons))
            for cell, one in counted.items()]  # fmt: skip
    return Table(title="How games ended", header=("", *reasons), rows=tuple(rows))


def _nodes(found: Found) -> Table:
    rows = [(_label(cell), f"{mean_nodes(games):,.0f}") for cell, games in found.items() if games]
    return Table(title="Nodes of a search", header=("", "mean"), rows=tuple(rows))


def _errors(errors: Errors) -> Table:
    players = {"first": "White", "second": "Black"}
    rows = [
        (f"{WORDS[judge]}, {players[side]} to move", text(learnt, digits=3), text(fresh, digits=3))
        for (judge, side), (learnt, fresh) in errors.items()
    ]
    return Table(
        title="Mean squared errors of the expectation",
        header=("", "examples", "fresh examples"),
        rows=tuple(rows),
        note="The rows above are the means of both sides on fresh examples.",
    )


def _picture(found: Found) -> Picture:
    lines: dict[str, dict[int, tuple[float, float]]] = {}
    for (judge, search, depth), games in found.items():
        if judge == "spikes above noise" and games:
            values = _per_cent(games)
            at = (float(np.mean(values)), standard_error(values) or 0.0)
            lines.setdefault(search, {})[depth] = at
    published = {search: PUBLISHED[search] for search in lines}
    return depth_lines("nearer", "Games in which the win came nearer", lines, published=published,
                       units="per cent", level=50.0, caption="● measured, with standard errors; "
                       "◇ published (table 4.4).")  # fmt: skip


def _csv(found: Found) -> str:
    rows = [
        [_word(judge), _word(search), depth, game.number, game.distance, int(game.nearer),
         int(game.won), _word(game.reason), game.plies, game.nodes, game.searches]
        for (judge, search, depth), games in found.items()
        for game in games
    ]  # fmt: skip
    return csv(["judge", "search", "depth", "game", "distance", "nearer", "won", "reason", "plies",
                "nodes", "searches"], rows)  # fmt: skip


def _word(words: str) -> str:
    return words.replace(",", "").replace(" ", "_")


EXPERIMENT = Experiment(
    name="knpk",
    title="King, knight and h-pawn against king",
    source="van der Spoel 2007, 4.3, table 4.4",
    sizes={
        "quick": Size(seeds=1, games=100, depths=(3, 4)),
        "paper": Size(seeds=1, games=1_000, depths=(3, 4, 5)),
    },
    run=run,
    needs=("sklearn",),
)
