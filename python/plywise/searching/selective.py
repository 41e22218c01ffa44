"""Selective searches: Bayesian search and its rivals, each with its settings.

All grow a tree under one budget of nodes, judge positions by one evaluator (an evaluation as
chances, with spikes around them), and tell the same things of what they found.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self

from plywise import _kernel, checks
from plywise.errors import BadSetting
from plywise.naming import unknown
from plywise.search_names import SELECTIVE as NAMES
from plywise.search_names import settings_class

if TYPE_CHECKING:
    from plywise.searching.calibration import Changes, Pairs
    from plywise.selective.evaluator import Judging, Spikes

MOST_NODES = 2**32 - 1
LIMITS = ("nodes", "movetime", "megabytes")


@dataclass(frozen=True, kw_only=True)
class Selective(ABC):
    """What all selective searches have."""

    kind: ClassVar[str]

    nodes: int | None = 50_000
    """At most so many positions are generated."""
    movetime: int | None = None
    """Stop after so many milliseconds."""
    megabytes: int | None = None
    """The largest tree; 1024 unless told otherwise."""
    spikes: Spikes | None = None
    """A spike generator or its file; the mass of the extremes of the hand-made one, which is the
    default."""
    steepness: float | None = None
    """How evaluations become chances, 1 / (1 + exp(−steepness · value)); the game's own if not
    given."""

    def __post_init__(self) -> None:
        for name in LIMITS:
            number = getattr(self, name)
            is_whole = isinstance(number, int) and not isinstance(number, bool)
            if number is not None and not (is_whole and 1 <= number <= MOST_NODES):
                told = f"{name} {checks.shown(number)} is not a positive whole number"
                raise BadSetting(f"{told}; leave it out for no limit")
        if self.nodes is None and self.movetime is None:
            raise BadSetting(f"{self.kind} without a limit; give nodes or movetime")
        if self.steepness is not None:
            checks.real("steepness", self.steepness, above=0.0, hint="as 1.0")
        self._refuse_other_kinds()
        try:
            self.plain()
        except (TypeError, OverflowError) as error:
            raise BadSetting(f"{self.kind}: {error}") from None

    def _refuse_other_kinds(self) -> None:
        """BadSetting for an option of another kind than its default."""
        for name, usual in ((field.name, field.default) for field in fields(self)):
            given = getattr(self, name)
            if isinstance(usual, bool):
                checks.kind(name, given, bool, "give True or False")
            elif isinstance(usual, float):
                checks.real(name, given)
            elif isinstance(usual, int) and name not in LIMITS:
                checks.whole(name, given)

    @abstractmethod
    def plain(self) -> _kernel.SelectiveSearch:
        """The search as the kernel knows it, without what is measured on a game."""

    def measured(self, evaluator: _kernel.Evaluator, evaluation: Judging) -> Self:
        """The same with all that it has to be told of the game, as this evaluation sees it."""
        del evaluator, evaluation
        return self

    def as_dict(self) -> dict[str, Any]:
        """The settings by name, as they are written to files; what is not given is left out."""
        given = ((field.name, getattr(self, field.name)) for field in fields(self))
        written = {
            name: value if isinstance(value, int | float | str | tuple) else str(value)
            for name, value in given
            if value is not None
        }
        return {"kind": self.kind, **written}

    def __repr__(self) -> str:
        blank = {field.name: field.default for field in fields(self)}
        given = ((name, getattr(self, name)) for name in blank)
        changed = [f"{k}={v!r}" for k, v in given if k == "nodes" or v != blank[k]]
        return f"{type(self).__name__}({', '.join(changed)})"


@dataclass(frozen=True, kw_only=True, repr=False)
class Bayesian(Selective):
    """Bayesian search (Baum and Smith; van der Spoel): look where it may change the choice.

    >>> Bayesian(nodes=10_000, gulp=0.1)
    Bayesian(nodes=10000, gulp=0.1)
    >>> Bayesian(gulp=2.0)
    Traceback (most recent call last):
    ...
    plywise.BadSetting: gulp 2 is not above 0 and at most 1
    """

    kind: ClassVar[str] = "bayesian"

    gulp: float = 0.02
    """The part of the leaves that is expanded before all is worked out anew."""
    enough: float = 0.0
    """The search ends when all further search is worth no more than this."""
    node_cost: float = 0.0
    """What a node costs: the search ends when it is worth less than its next step costs."""
    kept: int = 16
    """Inner nodes keep so many spikes; 0 keeps all."""
    anew: bool = False
    """Whether the best move is chosen anew for each outcome when leaves are judged."""
    graph: bool = False
    """Whether a position that several lines reach at the same depth is one node for all of them."""

    def plain(self) -> _kernel.SelectiveSearch:
        """The search as the kernel knows it."""
        return _kernel.SelectiveSearch.bayesian(
            gulp=self.gulp,
            enough=self.enough,
            node_cost=self.node_cost,
            kept=self.kept,
            anew=self.anew,
            graph=self.graph,
        )


@dataclass(frozen=True, kw_only=True, repr=False)
class BestFirst(Selective):
    """Best-first minimax search (Korf and Chickering): expand the leaf that the value comes from.

    >>> BestFirst(nodes=1000)
    BestFirst(nodes=1000)
    """

    kind: ClassVar[str] = "best-first"

    def plain(self) -> _kernel.SelectiveSearch:
        """The search as the kernel knows it."""
        return _kernel.SelectiveSearch.best_first()


@dataclass(frozen=True, kw_only=True, repr=False)
class UCT(Selective):
    """UCT (Kocsis and Szepesvári): look where the mean is high or little is known.

    >>> UCT(c=0.7)
    UCT(nodes=50000, c=0.7)
    """

    kind: ClassVar[str] = "uct"

    c: float = 0.5
    """How much the little known is preferred, in units of what winning is worth."""
    roll_out: int = 0
    """So many random plies at most are played before a leaf is valued, each of them a node; with 0
    the evaluation of a leaf's children is asked at once."""

    def plain(self) -> _kernel.SelectiveSearch:
        """The search as the kernel knows it."""
        return _kernel.SelectiveSearch.uct(c=self.c, roll_out=self.roll_out)


@dataclass(frozen=True, kw_only=True, repr=False)
class ProbCut(Selective):
    """ProbCut (Buro): alpha-beta that leaves out what a shallow search says will not matter.

    >>> ProbCut(percentile=1.0)
    ProbCut(nodes=50000, percentile=1.0)
    """

    kind: ClassVar[str] = "probcut"

    percentile: float = 1.5
    """A cut needs the bound to be passed by so many standard deviations."""
    pairs: Pairs | None = None
    """(depth, shallow depth, slope, intercept, deviation), each a regression of deep on shallow
    values. Without any, they are measured on positions of the game (`calibration.pairs_for`)."""

    def plain(self) -> _kernel.SelectiveSearch:
        """The search as the kernel knows it."""
        return _kernel.SelectiveSearch.probcut(
            list(() if self.pairs is None else self.pairs), percentile=self.percentile
        )

    def measured(self, evaluator: _kernel.Evaluator, evaluation: Judging) -> Self:
        """The same with pairs that fit the game and the evaluation."""
        if self.pairs is not None:
            return self
        from plywise.searching.calibration import pairs_for

        return replace(self, pairs=pairs_for(evaluator, evaluation))


@dataclass(frozen=True, kw_only=True, repr=False)
class BStar(Selective):
    """B* (Berliner): ranges instead of values, until one move is better than others can be.

    >>> BStar()
    BStar(nodes=50000)
    """

    kind: ClassVar[str] = "b-star"

    tail: float = 0.1
    """A range reaches from the lowest to the highest spike, without so much probability at each
    end."""

    def plain(self) -> _kernel.SelectiveSearch:
        """The search as the kernel knows it."""
        return _kernel.SelectiveSearch.b_star(tail=self.tail)


@dataclass(frozen=True, kw_only=True, repr=False)
class ProbabilityBStar(Selective):
    """Palay's B*: distributions instead of ranges, until a move is likely enough to be the best.

    >>> ProbabilityBStar(sure=0.95)
    ProbabilityBStar(nodes=50000, sure=0.95)
    """

    kind: ClassVar[str] = "palay"

    sure: float = 0.999
    """The search ends when a move is best with this probability."""
    kept: int = 16
    """Inner nodes keep so many spikes."""

    def plain(self) -> _kernel.SelectiveSearch:
        """The search as the kernel knows it."""
        return _kernel.SelectiveSearch.palay(sure=self.sure, kept=self.kept)


@dataclass(frozen=True, kw_only=True, repr=False)
class RandomisedBestFirst(Selective):
    """Randomised best-first search (Shoham and Toledo): follow what may yet prove the best.

    >>> RandomisedBestFirst(nodes=1000)
    RandomisedBestFirst(nodes=1000)
    """

    kind: ClassVar[str] = "randomised"

    changes: Changes | None = None
    """Rows by expansions (0, 1, 2–3, 4–7, …), columns by moves (1, 2–3, 4–7, …): mean and deviation
    of how a value changes when more is searched, in units of what winning is worth. Without any, a
    simple table stands for all games: a fifth of a win, less by a quarter with every doubling."""
    trained: bool = False
    """Whether they are trained on positions of the game instead (`calibration.changes_for`)."""

    def plain(self) -> _kernel.SelectiveSearch:
        """The search as the kernel knows it."""
        return _kernel.SelectiveSearch.randomised(self.changes)

    def measured(self, evaluator: _kernel.Evaluator, evaluation: Judging) -> Self:
        """The same with changes that fit the game and the evaluation."""
        if self.changes is not None or not self.trained:
            return self
        from plywise.searching.calibration import changes_for
        from plywise.selective.evaluator import win_of

        win = win_of(evaluation, self.steepness)
        return replace(self, changes=changes_for(evaluator, evaluation, win))


@dataclass(frozen=True, kw_only=True, repr=False)
class ConspiracyNumbers(Selective):
    """Conspiracy-number search (McAllester): trust what only many leaves together could change.

    >>> ConspiracyNumbers(levels=17)
    ConspiracyNumbers(nodes=50000, levels=17)
    """

    kind: ClassVar[str] = "conspiracy"

    levels: int = 33
    """Conspiracies are counted for so many values, evenly from lost to won: an odd number."""

    def plain(self) -> _kernel.SelectiveSearch:
        """The search as the kernel knows it."""
        if not isinstance(self.levels, int) or not 3 <= self.levels <= 1001:
            raise BadSetting(f"levels {self.levels!r} is not an odd number from 3 to 1001")
        return _kernel.SelectiveSearch.conspiracy(levels=self.levels)


SELECTIVE: dict[str, type[Selective]] = {name: settings_class(name) for name in NAMES}
"""The selective searches by their names."""


def as_written(options: Mapping[str, Any]) -> dict[str, Any]:
    """Options as a file has them, where lists stand for tuples and what is None is left out.

    >>> as_written({"pairs": [[3, 1, 1.0, 0.0, 0.1]], "movetime": 50})
    {'pairs': ((3, 1, 1.0, 0.0, 0.1),), 'movetime': 50, 'nodes': None}
    """
    given = {name: _tuples(value) for name, value in options.items()}
    return given | ({} if "movetime" not in given or "nodes" in given else {"nodes": None})


def _tuples(value: Any) -> Any:
    return tuple(map(_tuples, value)) if isinstance(value, list | tuple) else value


def selective_written(kind: str, text: str = "", **limits: int | None) -> Selective:
    """A selective search by its name and its options as people write them.

    >>> selective_written("bayesian", "gulp=0.1", nodes=2000)
    Bayesian(nodes=2000, gulp=0.1)
    >>> selective_written("uct", "d=1")
    Traceback (most recent call last):
    ...
    plywise.UnknownName: unknown option of the search uct 'd' (known: c, ...)
    """
    from plywise.searching.written import written_setting

    made = SELECTIVE[kind]
    known = [field.name for field in fields(made) if field.name not in ("pairs", "changes")]
    settings: dict[str, Any] = {name: limit for name, limit in limits.items() if limit is not None}
    if "movetime" in settings:
        settings.setdefault("nodes", None)
    for item in filter(None, (part.strip() for part in text.split(","))):
        name, _, value = item.partition("=")
        if name not in known:
            raise unknown(f"option of the search {kind}", name, known)
        is_file = name == "spikes" and not value.replace(".", "", 1).isdigit()
        settings[name] = Path(value) if is_file else written_setting(name, value)
    try:
        return made(**settings)
    except TypeError as error:
        raise BadSetting(f"{kind}:{text}: {error}; is a number written as yes or no?") from None
