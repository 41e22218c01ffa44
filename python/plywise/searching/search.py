"""One search, and what it found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, overload

from plywise import _kernel, checks
from plywise.games.position import Position
from plywise.searching.chosen import Chosen
from plywise.searching.over import is_over_by_history, standing
from plywise.searching.selective import Selective
from plywise.searching.settings import AlphaBeta, RandomPlay, Searching

if TYPE_CHECKING:
    from plywise.evaluation.linear import Linear  # stands on numpy: the engine starts without

MOST_SEED = 2**64 - 1


class Iteration(NamedTuple):
    """A whole iteration: what it cost up to its end, and what it found."""

    depth: int
    """Its depth."""
    nodes: int
    """All nodes so far."""
    c_nodes: int
    """Quiescence roots and what lies below them, so far."""
    generating_nodes: int
    """Those of them at which captures were generated: standing pat was not enough."""
    singular_nodes: int
    """Those of them that told singular moves from others."""
    recapture_nodes: int
    """Those of them that told recaptures from others."""
    value: int
    """The value of the root."""
    move: str
    """The first of the best moves."""


@dataclass(frozen=True, kw_only=True)
class SearchResult:
    """What a search found.

    The value is the evaluation at the leaf, exactly, unless the line ends by the rules.
    """

    move: str | None
    """The move to play; None when the game is over."""
    value: int
    """For the side to move, in 1/scale of a weight of 1."""
    line: tuple[str, ...]
    """The principal variation, quiescence included."""
    leaf: Position
    """The position at its end."""
    kind: str
    """`leaf`, or `result` where the line ends in a mate or draw by the rules."""
    depth: int
    """The depth of the last whole iteration."""
    nodes: int
    """All nodes, quiescence included."""
    c_nodes: int
    """Quiescence roots and what lies below them (the thesis's c-nodes)."""
    singular_nodes: int
    """Those of them that told singular moves from others."""
    recapture_nodes: int
    """Those of them that told recaptures from others."""
    iterations: tuple[Iteration, ...]
    """The whole iterations, in order."""
    seconds: float
    """Time spent."""

    @staticmethod
    def over(position: Position) -> SearchResult:
        """What there is to find where the game is over: the result, as the kernel writes it."""
        value = _kernel.MATE * ((standing(position) > 0) - (standing(position) < 0))
        return SearchResult(
            move=None, value=value, line=(), leaf=position, kind="result", depth=0, nodes=0,
            c_nodes=0, singular_nodes=0, recapture_nodes=0, iterations=(), seconds=0.0,
        )  # fmt: skip


@overload
def search(
    position: Position, evaluation: Linear, using: Searching | None = None, *, seed: int = 0
) -> SearchResult: ...
@overload
def search(
    position: Position, evaluation: Linear, using: Selective, *, seed: int = 0
) -> Chosen: ...
def search(
    position: Position,
    evaluation: Linear,
    using: Searching | Selective | None = None,
    *,
    seed: int = 0,
) -> SearchResult | Chosen:
    """Searches the position. Same arguments, same result (time limits apart).

    Where the game is over, the result is found and no move; also where the moves before have ended
    it, unless the search leaves those out (`history_draws=False`).

    A selective search gives a `Chosen`, values as chances; the others a `SearchResult`.

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
        return _grown(position, evaluation, using, seed)
    using = using or AlphaBeta()
    leaves_out = isinstance(using, AlphaBeta) and not using.history_draws
    if is_over_by_history(position) and not leaves_out:
        return SearchResult.over(position)
    settings = using.settings(evaluation.scale)
    found = _kernel.search(position.kernel, evaluation.kernel, settings, seed)
    return SearchResult(
        move=found.move,
        value=found.value,
        line=tuple(found.line),
        leaf=Position(found.leaf),
        kind=found.kind,
        depth=found.depth,
        nodes=found.nodes,
        c_nodes=found.c_nodes,
        singular_nodes=found.singular_nodes,
        recapture_nodes=found.recapture_nodes,
        iterations=tuple(Iteration(*iteration) for iteration in found.iterations),
        seconds=found.seconds,
    )


def _refuse_other_kinds(position: object, evaluation: object, using: object) -> None:
    """BadSetting for what is no position, evaluation or search: texts and tables are none yet."""
    hint = "give one of a game: pw.game('chess').position(text)"
    checks.wrapper("position", position, _kernel.Position, hint)
    hint = "give pw.Linear(features, weights='chess/standard')"
    checks.wrapper("evaluation", evaluation, _kernel.Evaluation, hint)
    if using is not None:
        hint = "give a search with its settings, as pw.AlphaBeta(depth=4)"
        checks.kind("using", using, (AlphaBeta, RandomPlay, Selective), hint)


def _grown(position: Position, evaluation: Linear, using: Selective, seed: int) -> Chosen:
    from plywise.selective.evaluator import evaluator, win_of

    win = win_of(evaluation, using.steepness)
    if is_over_by_history(position):
        return Chosen.over(position, win)
    view = evaluator(evaluation, using.spikes, using.steepness)
    found = view.search(
        position.kernel,
        using.using(view, evaluation),
        nodes=using.nodes or 0,
        milliseconds=using.movetime or 0,
        megabytes=using.megabytes or 0,
        seed=seed,
    )
    return Chosen.of(position, found, win)
