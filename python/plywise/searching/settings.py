"""How to search: every option has a name, a sentence and a range."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import Any

from plywise import _kernel
from plywise.errors import BadSetting
from plywise.naming import refuse_unknown, unknown


@dataclass(frozen=True, kw_only=True)
class AlphaBeta:
    """Iterative deepening alpha-beta with quiescence: the base engine of the experiments.

    >>> AlphaBeta(depth=6, null_move=2)
    AlphaBeta(depth=6, null_move=2)
    >>> AlphaBeta(depth=-1)
    Traceback (most recent call last):
    ...
    plywise.BadSetting: depth -1 is not between 0 and 125
    """

    depth: int = 4
    """Plies of full-width search, then quiescence; 0 is quiescence alone."""
    nodes: int | None = None
    """Stop after so many nodes; the last whole iteration counts."""
    movetime: int | None = None
    """Stop after so many milliseconds."""
    quiescence: bool = True
    """Whether captures and promotions are followed at the horizon."""
    quiescence_plies: int | None = None
    """At most so many plies of them."""
    table_entries: int = 65536
    """Entries of the transposition table (24 bytes each); 0 for none."""
    probes: int = 4
    """How many consecutive entries are looked at: 1 to 16."""
    deeper_entries: bool = False
    """Whether deeper entries may cut off too; without them the value is plain minimax's."""
    history: bool = True
    """Whether quiet moves are ordered by the history heuristic."""
    null_move: int | None = None
    """The null move's reduction R: 1 to 4, or none."""
    history_draws: bool = True
    """Whether repetition and the fifty-move rule count inside the search."""
    random_ties: bool = True
    """Whether one of the equally good root moves is drawn by lot; otherwise the first is taken."""
    noise: float = 0.0
    """Up to so much, in units of a weight of 1, is added to each root value before the choice."""

    def __post_init__(self) -> None:
        wrong = [*self._limits(), *self._options(), *self._switches()]
        if wrong:
            raise BadSetting("; ".join(wrong))

    def _limits(self) -> list[str]:
        wrong = (
            []
            if _is_whole(self.depth, 0, _kernel.MAX_DEPTH)
            else [f"depth {self.depth!r} is not between 0 and {_kernel.MAX_DEPTH}"]
        )
        for name in ("nodes", "movetime", "quiescence_plies"):
            limit = getattr(self, name)
            if limit is not None and not _is_whole(limit, 1, 2**32 - 1):
                wrong.append(
                    f"{name} {limit!r} is not a positive whole number; leave it out for no limit"
                )
        return wrong

    def _options(self) -> list[str]:
        wrong = []
        if not _is_whole(self.table_entries, 0, 2**40):
            wrong.append(f"table_entries {self.table_entries!r} is not between 0 and {2**40}")
        if not _is_whole(self.probes, 1, 16):
            wrong.append(f"probes {self.probes!r} is not between 1 and 16")
        if self.null_move is not None and not _is_whole(self.null_move, 1, 4):
            wrong.append(f"null_move {self.null_move!r} is not between 1 and 4")
        if not isinstance(self.noise, int | float) or not 0 <= self.noise <= 1000:
            wrong.append(f"noise {self.noise!r} is not between 0 and 1000")
        return wrong

    def _switches(self) -> list[str]:
        names = ("quiescence", "deeper_entries", "history", "history_draws", "random_ties")
        given = {name: getattr(self, name) for name in names}
        return [
            f"{name} {switch!r} is neither true nor false"
            for name, switch in given.items()
            if not isinstance(switch, bool)
        ]

    def settings(self, scale: int) -> _kernel.Settings:
        """The same for the kernel, where values count `scale` for a weight of 1."""
        return _kernel.Settings(
            depth=self.depth,
            nodes=self.nodes or 0,
            milliseconds=self.movetime or 0,
            quiescence=self.quiescence,
            quiescence_plies=self.quiescence_plies or 0,
            table_entries=self.table_entries,
            probes=self.probes,
            deeper_entries=self.deeper_entries,
            history_heuristic=self.history,
            null_move=self.null_move or 0,
            history_draws=self.history_draws,
            random_ties=self.random_ties,
            noise=round(self.noise * scale),
        )

    def as_dict(self) -> dict[str, Any]:
        """The settings by name, as they are written to files; what is None is left out.

        >>> AlphaBeta(depth=2).as_dict()["depth"]
        2
        """
        given = {key: value for key, value in asdict(self).items() if value is not None}
        return {"kind": "alpha-beta", **given}

    def __repr__(self) -> str:
        blank = {name: field.default for name, field in self.__dataclass_fields__.items()}
        changed = [f"{k}={v!r}" for k, v in asdict(self).items() if k == "depth" or v != blank[k]]
        return f"AlphaBeta({', '.join(changed)})"


@dataclass(frozen=True, kw_only=True)
class RandomPlay:
    """No search: any legal move, each equally likely.

    >>> RandomPlay()
    RandomPlay()
    """

    def settings(self, scale: int) -> _kernel.Settings:
        """The same for the kernel."""
        del scale
        return _kernel.Settings(random_play=True)

    def as_dict(self) -> dict[str, Any]:
        """The settings by name, as they are written to files."""
        return {"kind": "random"}


Searching = AlphaBeta | RandomPlay


def searching(spec: dict[str, Any]) -> Searching:
    """The settings that `as_dict` wrote.

    >>> searching({"kind": "alpha-beta", "depth": 3})
    AlphaBeta(depth=3)
    """
    kinds: dict[str, type[Searching]] = {"alpha-beta": AlphaBeta, "random": RandomPlay}
    options = dict(spec)
    kind = str(options.pop("kind", "alpha-beta"))
    if kind not in kinds:
        raise unknown("search", kind, kinds)
    known = (field.name for field in fields(kinds[kind]))
    refuse_unknown(f"option of the search {kind}", options, known)
    return kinds[kind](**options)


def _is_whole(number: object, least: int, most: int) -> bool:
    """Whether it is a whole number in that range; 2.5, True and "4" are none."""
    return isinstance(number, int) and not isinstance(number, bool) and least <= number <= most
