"""Whether a run in batches learns: matches with pubeval and its start, and its equity error."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from plywise import _kernel
from plywise.games.points import outcomes_of
from plywise.learning.lines import START, Gate
from plywise.play.backgammon.reference_set import equity_error
from plywise.play.points import Points
from plywise.play.statistics import Tally
from plywise.runs.batches.config import BatchConfig

PUBEVAL: Final = "pubeval"
"""Tesauro's public evaluation, the yardstick of the field: a linear one, with a set for races."""
GATE_STREAM: Final = 1 << 40
"""Game numbers never come near it: gates share their dice with no game of the run."""


def play_gates(
    config: BatchConfig, learner: _kernel.GammonLearner, workers: int
) -> tuple[Gate, ...]:
    """Matches of what is learnt so far, a ply deep, the same dice for both games of a pair.

    Each also tells the equity error, which is that of the networks and not of the match.
    """
    networks = _kernel.GammonNetworks(config.features, config.shape.settings, learner.average)
    error = equity_error(networks)
    start = config.learner(None).weights if not config.start else None
    rivals = {PUBEVAL: None} if start is None else {PUBEVAL: None, START: start}
    return tuple(
        replace(_gate(config, learner, against, weights, workers), equity_error=error)
        for against, weights in rivals.items()
    )


def _gate(
    config: BatchConfig,
    learner: _kernel.GammonLearner,
    against: str,
    weights: NDArray[np.float32] | None,
    workers: int,
) -> Gate:
    begun = time.perf_counter()
    played = _kernel.gammon_match(
        config.features,
        config.shape.settings,
        (learner.average, weights),
        pairs=config.gate_games // 2,
        seed=config.seed,
        stream=GATE_STREAM + learner.games,
        workers=workers,
    )
    pairs = [(float(one), float(two)) for one, two in played]
    points = Points.of_pairs(pairs, outcomes_of(config.game))
    tally = Tally.of_pairs((float(one > 0), float(two > 0)) for one, two in pairs)
    low, high = points.interval or (0.0, 0.0)
    score_low, score_high = tally.score_interval or (0.0, 1.0)
    return Gate(
        game=learner.games,
        games=config.gate_games,
        wins=tally.wins,
        draws=tally.draws,
        losses=tally.losses,
        score=tally.score or 0.0,
        low=score_low,
        high=score_high,
        depth=1,
        seconds=round(time.perf_counter() - begun, 3),
        against=against,
        worse=against == START and high < 0.0,
        points=(points.mean or 0.0, low, high),
    )
