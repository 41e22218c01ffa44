"""One search made of the GUI's limits and options."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, TypeGuard

from plywise import _kernel
from plywise.errors import BadSetting
from plywise.games.declaration import POINTS_27, may_declare
from plywise.naming import unknown
from plywise.play import clock

if TYPE_CHECKING:
    from plywise.engine.options import Options
    from plywise.play.brain.entry import Entry
    from plywise.play.words import Go
    from plywise.searching import AlphaBeta, RandomPlay, Selective

    EngineSearch = AlphaBeta | RandomPlay | Selective

ENTRY_BYTES: Final = 16
"""Of the transposition table."""
ELSEWHERE: Final = {
    "depth": "go depth",
    "nodes": "go nodes",
    "movetime": "go movetime",
    "table_entries": "the option Hash",
    "threads": "the option Threads",
}
"""Settings of a search that a GUI has other ways to give."""


@dataclass(frozen=True, kw_only=True)
class ThinkingPlan:
    """Everything that one search is to obey."""

    position: _kernel.Position
    searching: EngineSearch
    """The settings, with depth and nodes in them but no time."""
    only: tuple[str, ...]
    """Root moves; all if empty."""
    lines: int
    """How many lines are wanted."""
    seed: int
    allowance: clock.Allowance | None
    """Time, on a clock or for the move."""
    is_paced: bool
    """Whether easy moves may take less."""
    mate: int | None
    """A mate in so many moves ends the search."""
    ponders: bool
    """Whether the time runs from `ponderhit` on only."""
    waits_for: str
    """`stop` or `ponderhit`, where the answer waits however soon the search ends; else empty."""
    is_endless: bool
    """Whether nothing but a GUI ends it."""
    verdict: str = ""
    """What to answer without a search: `win` where a win can be declared."""
    known: Entry | None = None
    """The move that a brain knows, which is played at once."""
    planted: _kernel.Planted | None = None
    """What a brain knows of the plies ahead."""


def plan(
    go: Go, position: _kernel.Position, options: Options, lateness: float = 0.0
) -> tuple[ThinkingPlan, list[str]]:
    """The plan for a `go`, and what of it had to be left out."""
    only, troubles = chosen_moves(position, go.searchmoves)
    allowance, is_paced = _time(go, position, options, lateness)
    searching = searching_for(options.text("Profile"), options.text("Search"))
    if go.mating_time is not None and not is_alpha_beta(searching):
        searching = searching_for(options.text("Profile"), "")  # mates are for it to look for
    searching, left_out = limited(searching, go, options)
    troubles += left_out
    planned = ThinkingPlan(
        position=position,
        searching=searching,
        only=tuple(only),
        lines=max(1, min(options.number("MultiPV"), len(only or position.moves))),
        seed=options.number("Seed"),
        allowance=allowance,
        is_paced=is_paced,
        mate=go.mate,
        ponders=go.ponder,
        waits_for=_awaited(go),
        is_endless=go.is_endless,
        verdict="" if go.mating_time is not None else _verdict(position, options),
    )
    return planned, troubles


def limited(searching: EngineSearch, go: Go, options: Options) -> tuple[EngineSearch, list[str]]:
    """The search with the depth and nodes of a `go`, and what of that it cannot obey."""
    from plywise.searching.selective import MOST_NODES, Selective
    from plywise.searching.settings import AlphaBeta

    nodes = [n for n in (go.nodes, options.node_limit) if n is not None]
    if isinstance(searching, Selective):
        strange = {"depth": go.depth, "mate": go.mate, "searchmoves": go.searchmoves}
        asked = [word for word, value in strange.items() if value]
        told = [f"{searching.kind} knows no {', '.join(asked)}; give nodes or a time"]
        # A depth alone is a limit: what the search is usually limited by stands for it.
        usual = type(searching)().nodes if go.depth else MOST_NODES
        most = min(*nodes, MOST_NODES) if nodes else usual
        return replace(searching, nodes=most, movetime=None), told if asked else []
    if not isinstance(searching, AlphaBeta):
        return searching, []
    return replace(
        searching,
        depth=min(go.depth or _kernel.MAX_DEPTH, _kernel.MAX_DEPTH),
        nodes=min(*nodes, 2**32 - 1) if nodes else None,
        table_entries=entries(options.number("Hash")),
        threads=1 if options.node_limit else options.number("Threads"),
    ), []


def entries(megabytes: int) -> int:
    """How many entries of the table fit.

    >>> entries(16)
    1048576
    """
    return megabytes * 2**20 // ENTRY_BYTES


def _awaited(go: Go) -> str:
    if go.ponder and not go.infinite:
        return "ponderhit"
    return "stop" if go.infinite or not go.is_limited else ""


def _verdict(position: _kernel.Position, options: Options) -> str:
    claims = options.text("EnteringKingRule") == POINTS_27
    return "win" if claims and may_declare(position) else ""


def _time(
    go: Go, position: _kernel.Position, options: Options, lateness: float
) -> tuple[clock.Allowance | None, bool]:
    """The time for the move and whether it is a share of a clock."""
    overhead = options.number("Move Overhead")
    if go.infinite:
        return None, False
    movetime = go.movetime if go.mating_time is None else go.mating_time
    if movetime is not None:
        return clock.for_move(movetime, overhead), False
    on_clock = go.clock(position.turn)
    if on_clock is None:
        return None, False
    if len(position.moves) == 1:
        return clock.AT_ONCE, False
    left, increment = on_clock
    if go.byoyomi is not None and go.byoyomi > 0:
        return clock.for_byoyomi(left, go.byoyomi, overhead=overhead, lateness=lateness)
    allowance = clock.for_clock(
        left, increment, go.moves_to_go, overhead=overhead, lateness=lateness
    )
    return allowance, True


def chosen_moves(position: _kernel.Position, moves: tuple[str, ...]) -> tuple[list[str], list[str]]:
    """The legal ones of some moves as the kernel writes them, and complaints about the others."""
    own = own_writing(position)
    given = dict.fromkeys(moves)
    legal = list(dict.fromkeys(own[move] for move in given if move in own))
    illegal = [move for move in given if move not in own]
    troubles = [f"searchmoves: {' '.join(illegal)!r} not legal in {position}"] if illegal else []
    if illegal and not legal:
        troubles.append("no legal move is left of searchmoves: all moves are searched")
    return legal, troubles


def own_writing(position: _kernel.Position) -> dict[str, str]:
    """The legal moves as the kernel writes them, by both writings of castling."""
    moves = position.moves
    return {position.castling960(move): move for move in moves} | {move: move for move in moves}


def is_alpha_beta(searching: EngineSearch) -> TypeGuard[AlphaBeta]:
    """Whether a search is the one that keeps a table and looks ply by ply."""
    from plywise.searching.settings import AlphaBeta

    return isinstance(searching, AlphaBeta)


def searching_for(profile: str, changes: str) -> EngineSearch:
    """The search of a profile with changes after it, as in `null_move=2,pvs=no`.

    The text may instead name a search, with options of its own.

    >>> searching_for("playing", "uct:c=0.7")
    UCT(nodes=50000, c=0.7)

    >>> searching_for("thesis", "probes=8").probes
    8
    >>> searching_for("playing", "depth=8")
    Traceback (most recent call last):
    ...
    plywise.BadSetting: depth is not set here but with go depth
    """
    from plywise.searching import Expectimax
    from plywise.searching import profile as profile_named
    from plywise.searching.written import NAMES, search_written, written_options

    name, _, options = changes.partition(":")
    is_whole = name.strip() in NAMES
    for item in (options if is_whole else changes).split(","):
        if (known := item.partition("=")[0].strip()) in ELSEWHERE:
            raise BadSetting(f"{known} is not set here but with {ELSEWHERE[known]}")
    if name.strip() and "=" not in name and not is_whole:
        raise unknown("search", name.strip(), NAMES)
    if not is_whole:
        return profile_named(profile, **written_options(changes))
    found = search_written(changes.strip())
    if isinstance(found, Expectimax):
        raise BadSetting(
            "expectimax is for games of dice, of which UCI and USI know nothing; in a game without "
            "them it is alpha-beta that does not prune: name another search"
        )
    return found
