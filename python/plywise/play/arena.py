"""The arena: two searches with equal budgets and one evaluation, so that only search differs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from plywise import _kernel
from plywise.checks import callback, is_whole, kind, shown
from plywise.distributed import Workers
from plywise.errors import BadSetting
from plywise.evaluation.protocol import Evaluation
from plywise.evaluation.weights import Weights, resolve, usual
from plywise.games.ballot import U64, Opening
from plywise.games.game import game as rules_of
from plywise.games.starts import starts
from plywise.play.match import match
from plywise.play.match_result import MatchResult
from plywise.play.match_settings import MOST_GAMES
from plywise.play.player import Player
from plywise.search_names import WRITTEN
from plywise.searching.selective import SELECTIVE, Selective, selective_written
from plywise.searching.settings import AlphaBeta
from plywise.searching.written import written_options

Fighter: TypeAlias = "str | AlphaBeta | Selective"
"""A search, or its name with settings: `bayesian:gulp=0.1`."""

DEFAULT_NODES, DEFAULT_PAIRS = 2_000, 100
PLATFORM = ("alpha-beta", "mtdf")
"""Searches of the platform that take part."""


def arena(
    game: str,
    a: Fighter,
    b: Fighter,
    *,
    nodes: int = DEFAULT_NODES,
    pairs: int = DEFAULT_PAIRS,
    weights: str | Weights | Evaluation | None = None,
    like: str | None = None,
    seed: int = 0,
    workers: int | Workers | None = None,
    on_pair: Callable[[MatchResult], None] | None = None,
) -> MatchResult:
    """A match of two searches at so many `nodes` a move, every start played twice, sides changed.

    Both judge by the same evaluation: `weights`, or what is usual in the game. Starts are
    positions of about equal chance in `win-loss-tree`, new trees in the other random trees (with
    the words of the position `like`), and random openings elsewhere. It is `match` with a search
    for each side: the games are in the result, which does not depend on the number of `workers`.

    >>> result = arena("win-loss-tree", "bayesian", "best-first", nodes=100, pairs=2, seed=1)
    >>> result.games, result.a
    (4, 'bayesian')
    """
    if not isinstance(pairs, int) or not 1 <= pairs <= MOST_GAMES // 2:
        raise BadSetting(f"pairs {shown(pairs)} is not a positive whole number")
    if not is_whole(seed) or not 0 <= seed < U64:
        raise BadSetting(f"a seed lies in 0 … 2^64 - 1, not {shown(seed)}")
    if like is not None:
        kind("like", like, str, "give the words that the trees share, as 'branching 5 depth 8'")
    name = rules_of(game).name
    evaluation = judge(name, weights)
    one, two = (fighter(who, nodes) for who in (a, b))
    sides = [
        Player(name=who if isinstance(who, str) else using.kind, evaluation=evaluation.kernel,
               search=using)
        for who, using in ((a, one), (b, two))
    ]  # fmt: skip
    asked = {
        "nodes": nodes, "pairs": pairs, "like": like, "a": one.as_dict(), "b": two.as_dict(),
        "weights": dict(zip(evaluation.kernel.names, evaluation.kernel.weights, strict=True)),
    }  # fmt: skip

    def told(found: MatchResult) -> MatchResult:
        """The match with what the arena was asked in its settings."""
        return replace(found, settings={**found.settings, **asked})

    callback("on_pair", on_pair)
    return told(
        match(
            *sides,
            game=name,
            games=2 * pairs,
            openings=[Opening(start=str(at)) for at in starts(name, pairs, seed=seed, like=like)],
            seed=seed,
            workers=workers,
            on_pair=None if on_pair is None else lambda found: on_pair(told(found)),
        )
    )


def fighter(what: Fighter, nodes: int) -> AlphaBeta | Selective:
    """The search that is meant, with so many nodes a move.

    Alpha-beta goes as deep as the nodes allow, and the moves that its last iteration did judge
    count, as all that the others have looked at does.

    >>> fighter("uct:c=0.7", 500)
    UCT(nodes=500, c=0.7)
    >>> fighter("minimax", 500)
    Traceback (most recent call last):
    ...
    plywise.UnknownName: unknown search 'minimax' (known: alpha-beta, b-star, ...)
    """
    if not isinstance(nodes, int) or isinstance(nodes, bool) or nodes < 1:
        raise BadSetting(f"nodes {shown(nodes)} is not a positive whole number")
    if isinstance(what, AlphaBeta | Selective):
        return replace(what, nodes=nodes)
    if not isinstance(what, str):
        raise BadSetting(f"{shown(what)} is no search; give one as 'uct:c=0.7' or pw.UCT(c=0.7)")
    name, _, options = what.partition(":")
    if name in SELECTIVE:
        made: AlphaBeta | Selective = selective_written(name, options)
        return replace(made, nodes=nodes)
    if name not in PLATFORM:
        from plywise.naming import unknown

        raise unknown("search", name, [*SELECTIVE, *PLATFORM])
    from plywise.searching.settings import searching

    settings = {"depth": _kernel.MAX_DEPTH, "partial_iterations": True, **written_options(options)}
    found = searching({"kind": WRITTEN.get(name, name), **settings, "nodes": nodes})
    assert isinstance(found, AlphaBeta)
    return found


def judge(game: str, weights: str | Weights | Evaluation | None) -> Evaluation:
    """The evaluation by which both sides judge."""
    if isinstance(weights, Evaluation):
        return weights
    return (usual(game) if weights is None else resolve(weights, game=game)).as_evaluation()
