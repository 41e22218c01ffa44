"""Learning shogi's thirteen values: what the experiments on shogi share (Beal and Smith 2001)."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from plywise.evaluation.weights import Weights
from plywise.experiments.kit.matches import SEED, Side, match_of
from plywise.experiments.kit.plan import ExperimentPlan, Size
from plywise.experiments.kit.study import RunKind, Study, fitted, study
from plywise.experiments.published_shogi import MAIN, PIECES, PROMOTED, in_rooks
from plywise.learning.step_size import Decay
from plywise.learning.td import TDLeaf
from plywise.learning.usual import steady
from plywise.report.matches import Score
from plywise.report.traces import Array, Trace
from plywise.searching import AlphaBeta

START, END, TRACE_DECAY = 0.05, 0.002, 0.95
SHARE = 1 / 3
"""The end of a run over which values are averaged: 2,000 of 6,000 games."""

QUICK = Size(seeds=3, games=1_200, match_games=200, depths=(1, 2))
PAPER = Size(seeds=5, games=6_000, match_games=2_000, depths=(1, 2, 3, 4))


Kinds = Callable[[int, int], RunKind]
"""Depth and games -> how is learnt."""


def kind(depth: int, games: int) -> RunKind:
    """Runs at a depth, the step size falling over the first half of their games: the paper's."""
    return RunKind(
        label=f"shogi-depth-{depth}",
        settings={
            "game": "shogi",
            "rule": TDLeaf(trace_decay=TRACE_DECAY),
            "step_size": Decay(start=START, end=END, games=max(1, games // 2)),
            "search": AlphaBeta(depth=depth),
        },
    )


def own_kind(depth: int, games: int) -> RunKind:
    """Runs at a depth as plywise learns where it is not told otherwise, however many the games."""
    return RunKind(
        label=f"shogi-own-depth-{depth}",
        settings={"game": "shogi", **steady("shogi"), "search": AlphaBeta(depth=depth)},
    )


def studied(
    plan: ExperimentPlan, *, kind: Kinds = kind, matches: int = 0
) -> tuple[ExperimentPlan, Study, dict[int, list[Trace]]]:
    """The plan as its time allows, what came of it, and the runs at each depth.

    `matches` are played at each depth.
    """

    def kinds() -> dict[int, RunKind]:
        return {depth: kind(depth, plan.size.games) for depth in plan.size.depths}

    plan = fitted(plan, list(kinds().values()), matches=matches * list(kinds().values()))
    chosen = kinds()  # the fall of the step size depends on how many games were found to fit
    found = study(plan, list(chosen.values()))
    return plan, found, {depth: _sound(found, one) for depth, one in chosen.items()}


def _sound(found: Study, one: RunKind) -> list[Trace]:
    """The runs in which a rook is worth something, so that others can be measured by it."""
    traces = found.traces.get(one.label, ())
    return [trace for trace in traces if trace.tail(SHARE)[PIECES.index("rook")] > 0]


def values(traces: Sequence[Trace]) -> Array:
    """Of each run, the values over the last third of its games, a rook being 5."""
    raw = np.array([one.tail(SHARE) for one in traces]).reshape(-1, len(PIECES))
    return in_rooks(raw)


def mean_weights(traces: Sequence[Trace], label: str = "learnt") -> Weights:
    """The mean over the seeds, as a set that plays."""
    mean = tuple(round(float(value), 4) for value in values(traces).mean(axis=0))
    return Weights(game="shogi", features="material", values=mean, label=label)


def fought(
    plan: ExperimentPlan, label: str, a: Side, b: Side, *, depth: int, games: int | None = None
) -> Score:
    """A match at that depth. Equal moves are drawn for, which makes the games differ."""
    return match_of(plan, label, a, b, games=games, depth=depth, ballot=0)


def match_settings(plan: ExperimentPlan) -> dict[str, object]:
    """What all matches have in common, for the result."""
    return {"games": plan.size.match_games, "seed": SEED, "ballot": 0, "max_plies": 600,
            "adjudication": "draw"}  # fmt: skip


def main_pieces(one: Trace) -> Trace:
    """The trace of the main pieces alone, in rooks (figure 6.1)."""
    return _of(one, MAIN)


def promoted_pieces(one: Trace) -> Trace:
    """The trace of the promoted pieces beside the rook, in rooks (figure 6.2)."""
    return _of(one, ("rook", *PROMOTED))


def _of(one: Trace, names: Sequence[str]) -> Trace:
    columns = [PIECES.index(name) for name in names]
    return replace(
        one, names=tuple(names), unit="rook", features=None, weights=one.weights[:, columns],
        rates=one.rates[:, columns], start=one.start[columns],
    )  # fmt: skip
