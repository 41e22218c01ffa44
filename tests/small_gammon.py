"""Networks of backgammon for tests: few units, drawn or learnt for a moment."""

from functools import cache

import plywise as pw
from plywise import _kernel

HIDDEN = 16


@cache
def drawn_networks(seed: int = 1) -> pw.Gammon:
    """Networks that have learnt nothing."""
    return pw.Gammon(pw.game("backgammon").features("raw"), hidden=HIDDEN, seed=seed)


@cache
def learnt_networks(games: int = 1000) -> pw.Gammon:
    """Networks that have learnt a little."""
    learner = _kernel.GammonLearner(
        features="raw", shape=f"hidden={HIDDEN}", seed=1, start=None, update="game",
        trace_decay=0.7, plies=1, leaf=False, candidates=5, margin=0.15, step="fixed",
        step_start=0.1, step_end=0.05, step_games=games, batch=1, max_plies=2000,
        average_from=None,
    )  # fmt: skip
    learner.run(games, 1)
    weights = learner.weights.astype(float).tolist()
    return pw.Gammon(pw.game("backgammon").features("raw"), weights, hidden=HIDDEN)
