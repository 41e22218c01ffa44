"""Connect Four learnt by self-play and held against perfect play, our own experiment.

Both feature sets of the kernel learn with what is usual in the game. At check-points two-ply
searches with what was learnt so far meet 1,000 positions of 8 to 24 plies whose moves differ
in win, draw and loss: how often is the move a best one, and how far off is the value? The positions
were drawn before anything was learnt; settings were found on others.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from plywise.evaluation.linear import Linear
from plywise.experiments.kit.learnt import last_half
from plywise.experiments.kit.plan import Experiment, ExperimentPlan, Size
from plywise.experiments.kit.result import NOT_RUN, Result, Row, Table, text
from plywise.experiments.kit.seeds import mean, standard_error
from plywise.experiments.kit.study import RunKind, fitted, study
from plywise.experiments.kit.writer import csv
from plywise.games.game import Game
from plywise.play.connect_four.accuracy import Accuracy, accuracy
from plywise.play.connect_four.known_positions import known_positions, shares
from plywise.report.labels import at_line_ends
from plywise.report.picture import Picture
from plywise.report.theme import Theme
from plywise.report.traces import Trace
from plywise.runs.run import load
from plywise.searching.settings import AlphaBeta

GAME = "connect-four"
SETS = ("tuples", "lines")
HALVINGS = 6
"""The first check-point lies at so many halvings of the games; each next one at twice as many."""
COLOURS = {"tuples": 4, "lines": 0}


@dataclass(frozen=True, kw_only=True)
class Track:
    """A run at its check-points."""

    features: str
    seed: int
    found: Mapping[int, Accuracy]
    """By the games of learning."""


def run(plan: ExperimentPlan) -> Result:
    """Learn by both sets, and measure every check-point."""
    kinds = [_kind(features, plan) for features in SETS]
    plan = fitted(plan, kinds)
    found = study(plan, kinds)
    depth = plan.size.depths[0]
    tracks = [
        _track(features, trace, plan)
        for features in SETS
        for trace in found.traces.get(features, ())
    ]
    untrained = _measured("lines", np.zeros(len(Game(GAME).features("lines"))), depth)
    return plan.result(
        rows=[*_beside(untrained), *(row for name in SETS for row in _rows(name, tracks))],
        error=f"standard error of the mean over {plan.size.seeds} seeds; the positions add "
        f"{_of_positions(tracks):.1f} % to that of the shares, the same for all",
        settings=_settings(plan),
        seconds=found.seconds,
        notes=(*found.notes, _how_measured(plan)),
        tables=(_curve(tracks), _by_seed(tracks)),
        pictures=tuple(_pictures(tracks)) if tracks else (),
        data={"checkpoints.csv": _csv(tracks)},
    )


def _kind(features: str, plan: ExperimentPlan) -> RunKind:
    search = AlphaBeta(depth=plan.size.depths[0])
    return RunKind(label=features, settings={"game": GAME, "features": features, "search": search})


def _measured(
    features: str, weights: Sequence[float] | np.ndarray[Any, Any], depth: int
) -> Accuracy:
    judge = Linear(Game(GAME).features(features), [float(weight) for weight in weights])
    return accuracy(judge, depth=depth)


def checkpoints(games: int) -> list[int]:
    """After how many games a run is looked at.

    >>> checkpoints(64_000)
    [1000, 2000, 4000, 8000, 16000, 32000, 64000]
    """
    return sorted({max(1, games >> halvings) for halvings in range(HALVINGS + 1)})


def _track(features: str, trace: Trace, plan: ExperimentPlan) -> Track:
    depth, history = plan.size.depths[0], load(trace.place).history
    found = {
        games: _measured(features, last_half(history, games), depth)
        for games in checkpoints(plan.size.games)
    }
    plan.say(f"{features}, seed {trace.seed}: {100 * found[plan.size.games].optimal:.1f} % best")
    return Track(features=features, seed=trace.seed, found=found)


# ---- telling ---------------------------------------------------------------------------------


def _beside(untrained: Accuracy) -> list[Row]:
    random = 100 * shares(known_positions())
    return [
        Row(label="a random mover: best moves, %", measured=random, digits=1),
        Row(label="no weights: best moves, %", measured=100 * untrained.optimal, digits=1),
        Row(label="no weights: value error", measured=untrained.value_error, digits=3),
    ]


def _rows(features: str, tracks: Sequence[Track]) -> list[Row]:
    last = [list(track.found.values())[-1] for track in tracks if track.features == features]
    best = [100 * one.optimal for one in last]
    errors = [one.value_error for one in last]
    return [
        Row(label=f"{features}: best moves, %", measured=mean(best), error=standard_error(best),
            digits=1),
        Row(label=f"{features}: value error", measured=mean(errors), error=standard_error(errors),
            digits=3),
    ]  # fmt: skip


def _of_positions(tracks: Sequence[Track]) -> float:
    """The standard error of a share of the positions, in %."""
    share = max((one.optimal for track in tracks for one in track.found.values()), default=0.5)
    return float(100 * np.sqrt(share * (1 - share) / len(known_positions())))


def _means(tracks: Sequence[Track], features: str) -> dict[int, tuple[list[float], list[float]]]:
    """Check-point -> shares in % and value errors of all seeds."""
    some = [track.found for track in tracks if track.features == features]
    return {
        games: (
            [100 * one[games].optimal for one in some],
            [one[games].value_error for one in some],
        )
        for games in (some[0] if some else ())
    }


def _curve(tracks: Sequence[Track]) -> Table:
    of = {features: _means(tracks, features) for features in SETS}
    games = sorted({number for some in of.values() for number in some})

    def cells(features: str, number: int) -> tuple[str, str]:
        if number not in of[features]:
            return NOT_RUN, NOT_RUN
        best, errors = of[features][number]
        return (
            text(mean(best), standard_error(best), 1),
            text(mean(errors), standard_error(errors), 3),
        )

    rows = [(f"{n:,}", *(cell for name in SETS for cell in cells(name, n))) for n in games]
    header = ("games", *(f"{name}: {what}" for name in SETS for what in ("best, %", "value error")))
    return Table(title="Check-points", header=header, rows=tuple(rows))


def _by_seed(tracks: Sequence[Track]) -> Table:
    rows = []
    for track in tracks:
        last = list(track.found.values())[-1]
        label = f"{track.features}, seed {track.seed}"
        rows.append((label, f"{100 * last.optimal:.1f}", f"{last.value_error:.3f}"))
    header = ("", "best moves, %", "value error")
    return Table(title="Every seed after its last game", header=header, rows=tuple(rows))


def _pictures(tracks: Sequence[Track]) -> list[Picture]:
    of = {name: means for name in SETS if (means := _means(tracks, name))}
    return [
        _picture("optimal", "Best moves by games of learning", of, 0, "best moves, %"),
        _picture("value-error", "Value error by games of learning", of, 1, "value error"),
    ]


def _picture(
    name: str,
    title: str,
    of: Mapping[str, Mapping[int, tuple[list[float], list[float]]]],
    which: int,
    label: str,
) -> Picture:
    def draw(grid: Any, theme: Theme) -> None:
        axes = grid[0][0]
        for features, means in of.items():
            every = np.array([seeds[which] for seeds in means.values()])
            colour = theme.line(COLOURS[features])
            axes.plot(list(means), every, "o", ms=3, color=colour, alpha=0.5)
            axes.plot(list(means), every.mean(axis=1), color=colour, lw=1.5)
        axes.set_xscale("log")
        axes.set_xlabel("games")
        axes.set_ylabel(label)
        axes.xaxis.set_major_formatter("{x:,.0f}")
        ends = [float(np.mean(list(means.values())[-1][which])) for means in of.values()]
        at_line_ends(axes, ends, list(of), [theme.word(COLOURS[features]) for features in of])

    told = "; ".join(
        f"{features}: {', '.join(f'{np.mean(seeds[which]):.3g}' for seeds in means.values())}"
        for features, means in of.items()
    )
    caption = "A point a seed, lines through their means; two plies and quiescence."
    return Picture(
        name=name, title=title, alt=f"{label} by games. {told}.", caption=caption, draw=draw,
        height=3.6,
    )  # fmt: skip


def _how_measured(plan: ExperimentPlan) -> str:
    return (
        f"{len(known_positions()):,} positions after 8 to 24 random plies whose moves differ in "
        f"win, draw and loss, solved; searches of {plan.size.depths[0]} plies and quiescence, with "
        "the mean of the weights over the last half of the games so far. A best move keeps the "
        "value of the position. Value error: the mean of |predicted score − score with perfect "
        "play|, from 0 to 1. No weights: the same search, which sees wins and losses by the rules "
        "and draws among all else."
    )


def _settings(plan: ExperimentPlan) -> dict[str, Any]:
    learning = {}
    for features in SETS:
        config = _kind(features, plan).config(games=plan.size.games, seed=plan.seed).as_dict()
        del config["start"]  # thousands of zeros
        learning[features] = config
    return {"learning": learning, "positions": len(known_positions())}


def _csv(tracks: Sequence[Track]) -> str:
    rows = [
        [track.features, track.seed, games, one.optimal, one.value_error]
        for track in tracks
        for games, one in track.found.items()
    ]
    return csv(["features", "seed", "games", "best_moves", "value_error"], rows)


EXPERIMENT = Experiment(
    name="connect-four",
    title="Connect Four against perfect play",
    source="Our own, after Thill, Koch and Konen 2012 (n-tuples for Connect Four)",
    sizes={
        "quick": Size(seeds=1, games=2_000, depths=(2,)),
        "middle": Size(seeds=1, games=16_000, depths=(2,)),
        "paper": Size(seeds=3, games=40_000, depths=(2,)),
    },
    run=run,
)
