"""One search of one position, by any search."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from plywise import _kernel, checks
from plywise.games.points import other_s, outcomes_of
from plywise.games.position import Position
from plywise.searching.expectimax import Expectimax
from plywise.searching.over import is_over_by_history
from plywise.searching.result import Progress, SearchResult
from plywise.searching.selective import Selective
from plywise.searching.settings import SEARCHES, AlphaBeta, Searching

if TYPE_CHECKING:
    from plywise.evaluation.protocol import Evaluation

MOST_SEED = 2**64 - 1


def search(
    position: Position,
    evaluation: Evaluation,
    using: Searching | None = None,
    *,
    seed: int = 0,
    stop: _kernel.Stop | None = None,
    on_iteration: Callable[[Progress], object] | None = None,
) -> SearchResult:
    """Searches the position. Same arguments, same result (time limits apart).

    `on_iteration` is told of every iteration of alpha-beta as it ends. A `stop` that another thread
    sets ends the search as Ctrl-C does, by a KeyboardInterrupt; limit its nodes or its time
    (`movetime`) where you want what it has found.

    Where the game is over, the result is found and no move; also where the moves before have ended
    it, unless the search leaves those out (`history_draws=False`).

    A selective search has real values, chances of winning, and the tree that it grew; expectimax
    has expected points.

    >>> import plywise as pw
    >>> chess = pw.game("chess")
    >>> evaluation = pw.Linear(chess.features("material"), weights="chess/standard")
    >>> found = search(chess.position("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"), evaluation)
    >>> found.line[0], found.kind
    ('a1a8', 'result')
    >>> from plywise.searching.selective import Bayesian
    >>> chosen = search(chess.position("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"), evaluation,
    ...                 Bayesian(nodes=2000))
    >>> chosen.move, chosen.value == chosen.win
    ('a1a8', True)
    """
    _refuse_other_kinds(position, evaluation, using)
    checks.whole("seed", seed, most=MOST_SEED)
    if isinstance(using, Selective):
        return _grown(position, evaluation, using, seed, stop)
    if isinstance(using, Expectimax):
        return _expected(position, evaluation, using, seed, stop)
    using = using or AlphaBeta()
    leaves_out = isinstance(using, AlphaBeta) and not using.history_draws
    if is_over_by_history(position) and not leaves_out:
        return SearchResult.over(position)
    settings = using.settings(evaluation.scale)
    if on_iteration is None:
        found = _kernel.search(position.kernel, evaluation.kernel, settings, seed, stop)
    else:
        report = reporter(on_iteration)
        searcher = _kernel.Searcher(position.game)
        found = searcher.search(
            position.kernel, evaluation.kernel, settings, seed=seed, report=report, stop=stop
        )
    return SearchResult.of_platform(found)


def reporter(on_iteration: Callable[[Progress], object]) -> Callable[..., object]:
    """What the kernel calls after an iteration, for who wants to know of whole ones."""

    def report(
        depth: int, selective_depth: int, number: int, value: int, bound: str, nodes: int,
        milliseconds: int, hashfull: int, line: list[str],
    ) -> None:  # fmt: skip
        if bound == "exact":
            on_iteration(Progress(depth, value, nodes, milliseconds / 1000, tuple(line)))

    return report


def _refuse_other_kinds(position: object, evaluation: object, using: object) -> None:
    """BadSetting for what is no position, evaluation or search: texts and tables are none yet."""
    hint = "give one of a game: pw.game('chess').position(text)"
    checks.wrapper("position", position, _kernel.Position, hint)
    hint = "give pw.Linear(features, weights='chess/standard')"
    checks.wrapper("evaluation", evaluation, _kernel.Evaluation, hint)
    if using is not None:
        hint = "give a search with its settings, as pw.AlphaBeta(depth=4)"
        checks.kind("using", using, SEARCHES, hint)


def _expected(
    position: Position,
    evaluation: Evaluation,
    using: Expectimax,
    seed: int,
    stop: _kernel.Stop | None,
) -> SearchResult:
    outcomes = outcomes_of(position.game)
    if is_over_by_history(position):
        score = position.outcome or 0.0
        seen = other_s(score, outcomes) if position.roller == "second" else score
        return replace(SearchResult.over(position), value=seen, win=max(outcomes))
    settings = using.settings(evaluation.scale)
    found = _kernel.expectimax(position.kernel, evaluation.kernel, settings, seed, stop=stop)
    return SearchResult.of_dice(found, max(outcomes))


def _grown(
    position: Position,
    evaluation: Evaluation,
    using: Selective,
    seed: int,
    stop: _kernel.Stop | None,
) -> SearchResult:
    from plywise.selective.evaluator import evaluator, win_of

    win = win_of(evaluation, using.steepness)
    if is_over_by_history(position):
        return SearchResult.over(position, win)
    view = evaluator(evaluation, using.spikes, using.steepness)
    found = view.search(
        position.kernel,
        using.measured(view, evaluation).plain(),
        nodes=using.nodes or 0,
        milliseconds=using.movetime or 0,
        megabytes=using.megabytes or 0,
        seed=seed,
        stop=stop,
    )
    return SearchResult.of_tree(position, found, win)
