"""How to search: every option has a name, a sentence and a range."""

from __future__ import annotations

import warnings
from dataclasses import asdict, dataclass, fields
from typing import Any, ClassVar

from plywise import _kernel
from plywise.errors import BadSetting
from plywise.naming import refuse_unknown, unknown
from plywise.search_names import PLATFORM, SELECTIVE, settings_class
from plywise.searching.expectimax import Expectimax
from plywise.searching.ranges import ALPHA_BETA_RANGES, complaints
from plywise.searching.selective import Selective, as_written


@dataclass(frozen=True, kw_only=True)
class AlphaBeta:
    """Iterative deepening alpha-beta with quiescence; the defaults are the base engine.

    `profile` names sets of options that belong together.

    >>> AlphaBeta(depth=6, null_move=2)
    AlphaBeta(depth=6, null_move=2)
    >>> AlphaBeta(depth=-1)
    Traceback (most recent call last):
    ...
    plywise.BadSetting: depth -1 is not between 0 and 125
    """

    kind: ClassVar[str] = "alpha-beta"

    # Limits.
    depth: int = 4
    """Plies of full-width search, then quiescence; 0 is quiescence alone."""
    nodes: int | None = None
    """Stop after so many nodes; the last whole iteration counts."""
    movetime: int | None = None
    """Stop after so many milliseconds; results then depend on the machine."""
    partial_iterations: bool = False
    """Whether the moves that an unfinished iteration did judge count."""
    threads: int = 1
    """Threads on one shared table; with more than one, results vary from run to run."""

    # The horizon.
    quiescence: bool = True
    """Whether captures and promotions are followed at the horizon."""
    quiescence_plies: int | None = None
    """At most so many plies of them."""
    quiescence_evasions: bool = False
    """Whether quiescence answers a check with every move out of it, instead of standing pat."""
    leaf_noise: float = 0.0
    """A random number of the path, so far from end to end, is added at each horizon node."""
    evaluation_noise: float | None = None
    """Between ± so many pawns, a number of the position's own, are added to every static value."""

    # The table.
    table_entries: int = 65536
    """Entries of the transposition table (16 bytes each); 0 for none. Searches of depth 1 and 2
    that remember nothing have none in any case."""
    probes: int = 4
    """How many consecutive entries are looked at: 1 to 16."""
    twin: bool = False
    """Whether entries come in pairs instead: the deepest, and the latest (TWODEEP)."""
    deeper_entries: bool = False
    """Whether deeper entries may cut off too; without them the value is plain minimax's."""
    ettc: bool = False
    """Whether all successors are looked up for a cut-off before any is searched."""

    # The order of moves.
    history: bool = True
    """Whether quiet moves are ordered by the history heuristic."""
    killers: bool = False
    """Whether the quiet moves that last cut off at the same ply come first."""
    refutation: bool = False
    """Whether the quiet move that last refuted the opponent's move comes first."""
    see: bool = False
    """Whether exchanges that lose material come last, and are left out of quiescence."""

    # How windows are set.
    pvs: bool = False
    """Whether all but the first move get a null window first (principal-variation search)."""
    aspiration: float | None = None
    """Half the width of the root's window, in pawns."""
    mtd: bool = False
    """Whether an iteration is made of null-window passes: MTD(f)."""
    mtd_resolution: float = 0.0
    """MTD(f) ends when its bounds are so close, in units of a weight of 1."""

    # Extensions: moves that do not count towards depth, one ply each whatever fires.
    check_extension: str | None = None
    """`evasions`: moves out of check; `checks`: the checking moves."""
    recapture_extension: bool = False
    """Captures that bring the value back to what the last iteration found."""
    singular_extension: int | None = None
    """r, 1 or 2: the move that alone holds the value by a search r plies less deep."""
    capture_extension: bool = False
    """All captures (known to be bad)."""
    knightcap_extensions: bool = False
    """KnightCap's set: check, mate threat, single reply, pawn near promotion, recapture."""

    # Pruning and reductions.
    null_move: int | None = None
    """The null move's reduction R: 1 to 4, or none."""
    null_again: int | None = None
    """If our own null move fails high, again with this R (KnightCap)."""
    null_scaled: bool = False
    """Whether R grows with depth, and a pass is tried only where the static value is enough."""
    razoring: float | None = None
    """One ply before the horizon: quiescence at once if the static value is so many pawns low."""
    late_move_reductions: bool = False
    """Whether late quiet moves are searched less deeply first."""
    futility: bool = False
    """Whether quiet moves near the horizon are left out where the static value is hopeless."""

    # The choice.
    history_draws: bool = True
    """Whether repetition and the fifty-move rule count inside the search."""
    random_ties: bool = True
    """Whether one of the equally good root moves is drawn by lot; otherwise the first is taken."""
    noise: float = 0.0
    """Up to so much, in units of a weight of 1, is added to each root value before the choice."""

    def __post_init__(self) -> None:
        if wrong := complaints(asdict(self), ALPHA_BETA_RANGES):
            raise BadSetting("; ".join(wrong))

    def settings(self, scale: int) -> _kernel.Settings:
        """The same for the kernel, where values count `scale` for a weight of 1."""
        given = {key: value for key, value in asdict(self).items() if value is not None}
        given["history_heuristic"] = given.pop("history")
        given["milliseconds"] = given.pop("movetime", 0)
        for name in ("noise", "leaf_noise", "mtd_resolution"):
            given[name] = round(given[name] * scale)
        for name in ("aspiration", "evaluation_noise", "razoring"):
            given[name] = round(100 * given.get(name, 0))
        return _kernel.Settings(**given)

    def as_dict(self) -> dict[str, Any]:
        """The settings by name, as they are written to files; options that are off are left out.

        >>> AlphaBeta(depth=2, pvs=True).as_dict()["pvs"]
        True
        """
        blank = _defaults(type(self))
        given = asdict(self).items()
        written = {k: v for k, v in given if k in ALWAYS_WRITTEN or v != blank[k]}
        return {"kind": self.kind, **{k: v for k, v in written.items() if v is not None}}

    def __repr__(self) -> str:
        blank = _defaults(type(self))
        changed = [f"{k}={v!r}" for k, v in asdict(self).items() if k == "depth" or v != blank[k]]
        return f"{type(self).__name__}({', '.join(changed)})"


@dataclass(frozen=True, kw_only=True, repr=False)
class MTDf(AlphaBeta):
    """MTD(f): the same search, each iteration made of null-window passes.

    >>> MTDf(depth=8)
    MTDf(depth=8)
    """

    kind: ClassVar[str] = "mtd"
    mtd: bool = True


ALWAYS_WRITTEN = (
    "depth", "nodes", "movetime", "quiescence", "quiescence_plies", "table_entries", "probes",
    "deeper_entries", "history", "null_move", "history_draws", "random_ties", "noise",
)  # fmt: skip
"""Options of the base engine, which files name even where they have their defaults."""


@dataclass(frozen=True, kw_only=True)
class RandomPlay:
    """No search: any legal move, each equally likely.

    >>> RandomPlay()
    RandomPlay()
    """

    kind: ClassVar[str] = "random"

    def settings(self, scale: int) -> _kernel.Settings:
        """The same for the kernel."""
        del scale
        return _kernel.Settings(random_play=True)

    def as_dict(self) -> dict[str, Any]:
        """The settings by name, as they are written to files."""
        return {"kind": self.kind}


Searching = AlphaBeta | RandomPlay | Expectimax | Selective
SEARCHES = (AlphaBeta, RandomPlay, Expectimax, Selective)
"""The same, to be asked whether something is one."""


OLD_NAMES = {"luck": "evaluation_noise"}
"""What an option was called before: the next version will not know it."""


def present_name(option: str) -> str:
    """The same option by its name of today, with a hint where that is another one.

    >>> present_name("probes")
    'probes'
    """
    if option not in OLD_NAMES:
        return option
    warnings.warn(
        f"the search option {option!r} is called {OLD_NAMES[option]!r} now, and means the same; "
        "the next version will not know the old name",
        FutureWarning,
        stacklevel=3,
    )
    return OLD_NAMES[option]


def searching(spec: dict[str, Any]) -> Searching:
    """The settings that `as_dict` wrote.

    >>> searching({"kind": "alpha-beta", "depth": 3})
    AlphaBeta(depth=3)
    >>> searching({"kind": "uct", "nodes": 300})
    UCT(nodes=300)
    """
    options = {present_name(name): value for name, value in spec.items()}
    kind = str(options.pop("kind", "alpha-beta"))
    if kind not in PLATFORM and kind not in SELECTIVE:
        raise unknown("search", kind, (*PLATFORM, *SELECTIVE))
    made = settings_class(kind)
    if kind in SELECTIVE:
        options = as_written(options)
    refuse_unknown(f"option of the search {kind}", options, (field.name for field in fields(made)))
    found: Searching = made(**options)
    return found


def _defaults(kind: type[AlphaBeta]) -> dict[str, Any]:
    return {field.name: field.default for field in fields(kind)}
