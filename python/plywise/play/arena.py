"""The arena: two searches with equal budgets and one evaluation, so that only search differs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from plywise import _kernel
from plywise._kernel import Stop, move_seed
from plywise.checks import callback, is_whole, kind, shown
from plywise.distributed import Workers, workers_for
from plywise.errors import BadSetting
from plywise.evaluation.protocol import Evaluation
from plywise.evaluation.weights import Weights, resolve, usual
from plywise.games.ballot import U64
from plywise.games.game import game as rules_of
from plywise.games.position import Position
from plywise.games.starts import starts
from plywise.play.match import MatchResult
from plywise.play.statistics import Tally
from plywise.search_names import WRITTEN
from plywise.searching.search import search
from plywise.searching.selective import SELECTIVE, Selective, selective_written
from plywise.searching.settings import AlphaBeta, Searching
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
    the words of the position `like`), and random openings elsewhere. The result does not depend on
    the number of `workers`.

    >>> result = arena("win-loss-tree", "bayesian", "best-first", nodes=100, pairs=2, seed=1)
    >>> result.games, result.a
    (4, 'bayesian')
    """
    if not isinstance(pairs, int) or not 1 <= pairs <= 10_000_000:
        raise BadSetting(f"pairs {shown(pairs)} is not a positive whole number")
    if not is_whole(seed) or not 0 <= seed < U64:
        raise BadSetting(f"a seed lies in 0 … 2^64 - 1, not {shown(seed)}")
    callback("on_pair", on_pair)
    if like is not None:
        kind("like", like, str, "give the words that the trees share, as 'branching 5 depth 8'")
    name = rules_of(game).name
    evaluation = judge(name, weights)
    one, two = (fighter(who, nodes) for who in (a, b))
    names = (a if isinstance(a, str) else one.kind, b if isinstance(b, str) else two.kind)
    for who in (one, two):
        _measure(who, evaluation)
    jobs = [
        ArenaJob(number=number, start=start, a=one, b=two, evaluation=evaluation, seed=seed)
        for number, start in enumerate(starts(name, pairs, seed=seed, like=like))
    ]
    settings = {
        "game": name, "nodes": nodes, "pairs": pairs, "seed": seed, "like": like,
        "weights": dict(zip(evaluation.kernel.names, evaluation.kernel.weights, strict=True)),
        "a": one.as_dict(), "b": two.as_dict(), "version": _kernel.version,
    }  # fmt: skip
    # Threads take turns at Python: more than one would only wait for each other.
    workers = 1 if workers is None and _kernel.rules(name) is not None else workers
    tally = Tally.of_pairs([])
    result = _result(tally, names, settings)
    with workers_for(workers) as crew:
        for first, second in crew.ordered(play_pair, jobs):
            tally = tally.with_pair(first, second)
            result = _result(tally, names, settings)
            if on_pair is not None:
                on_pair(result)
    return result


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


@dataclass(frozen=True, kw_only=True)
class ArenaJob:
    """A pair of games."""

    number: int
    start: Position
    a: AlphaBeta | Selective
    b: AlphaBeta | Selective
    evaluation: Evaluation
    seed: int


def play_pair(job: ArenaJob, stop: Stop) -> tuple[float, float]:
    """A's scores, with A first and then B first."""
    del stop  # each search looks at it often enough to be left alone
    one = play(job, (job.a, job.b), 2 * job.number)
    two = play(job, (job.b, job.a), 2 * job.number + 1)
    return one, 1.0 - two


def play(job: ArenaJob, sides: Sequence[Searching | Selective], number: int) -> float:
    """The first player's score; `sides` search for the first and the second player."""
    position, ply = job.start, 0
    limit = rules_of(position.game).facts.max_plies
    while position.outcome is None and ply < limit:
        using = sides[position.turn == "second"]
        seed = move_seed(job.seed, number, ply)
        move = search(position, job.evaluation, using, seed=seed).move
        assert move is not None, "a search of a position that has not ended always finds a move"
        position, ply = position.after(move), ply + 1
    return _adjudicated(job, position) if position.outcome is None else position.outcome


def _adjudicated(job: ArenaJob, position: Position) -> float:
    """At the ply limit: who is ahead, or a draw where the game has it so."""
    value = job.evaluation.kernel.value(position.kernel)
    if value == 0 or rules_of(position.game).facts.adjudication == "draw":
        return 0.5
    return float((value > 0) == (position.turn == "first"))


def _measure(who: AlphaBeta | Selective, evaluation: Evaluation) -> None:
    """Measures once what workers would otherwise measure each on its own."""
    if isinstance(who, Selective):
        from plywise.selective.evaluator import evaluator

        who.using(evaluator(evaluation, who.spikes, who.steepness), evaluation)


def _result(tally: Tally, names: tuple[str, str], settings: dict[str, object]) -> MatchResult:
    return MatchResult(
        wins=tally.wins, draws=tally.draws, losses=tally.losses, pairs=tally.pairs,
        a=names[0], b=names[1], settings=settings,
    )  # fmt: skip
