"""The settings of a match, checked: what is wrong with them is told all at once."""

from collections.abc import Sequence

from plywise.checks import is_real, kind, shown, whole
from plywise.errors import BadSetting
from plywise.games.ballot import U64
from plywise.play.player import Player
from plywise.play.statistics import Sprt
from plywise.play.time_control import NO_CLOCKS, Clocks, TimeControl, time_control
from plywise.searching.settings import Searching
from plywise.searching.usual import usual_search

MOST_GAMES = 10_000_000
"""All openings are drawn before the first game."""
MOST_PLIES = 100_000
MOST_MARGIN = 60_000
"""Milliseconds."""


def refuse_bad_settings(
    *, games: int, max_plies: int, noise: float, seed: int, rules: str, adjudication: str
) -> None:
    """Raise one error that names every setting that is wrong."""
    numbers = {"games": games, "max_plies": max_plies, "seed": seed}
    if wrong := [
        f"{name} must be a whole number, not {shown(n)}"
        for name, n in numbers.items()
        if type(n) is not int
    ]:
        raise BadSetting("; ".join(wrong))
    if not 2 <= games <= MOST_GAMES or games % 2:
        wrong.append(
            "games must be even and at least 2, since openings are played in pairs, and at most "
            f"{MOST_GAMES}, not {shown(games)}"
        )
    if not 1 <= max_plies <= MOST_PLIES:
        wrong.append(f"max_plies must be at least 1, not {shown(max_plies)}")
    if not is_real(noise) or not 0 <= noise <= 1000:
        wrong.append(f"noise must lie between 0 and 1000 (units of weight 1), not {shown(noise)}")
    if not 0 <= seed < U64:
        wrong.append(f"seed must lie in 0 … 2^64 - 1, not {shown(seed)}")
    if not isinstance(rules, str) or rules not in ("fide", "thesis"):
        wrong.append(f"rules are 'fide' or 'thesis', not {shown(rules)}")
    if not isinstance(adjudication, str) or adjudication not in ("agree", "draw"):
        wrong.append(f"adjudication is 'agree' or 'draw', not {shown(adjudication)}")
    if wrong:
        raise BadSetting("; ".join(wrong))


def searches_for(
    search: Searching | tuple[Searching, Searching] | None,
    *,
    depth: int | None,
    nodes: int | None,
    movetime: int | None,
    game: str = "chess",
    clock: int | None = None,
) -> tuple[Searching, Searching]:
    """How A and B search, unless they have a search of their own."""
    if clock is not None and movetime is not None:
        raise BadSetting(
            f"movetime={shown(movetime)} and a clock (tc) both say how long moves take; leave out "
            "one of them"
        )
    limits = {"depth": depth, "nodes": nodes, "movetime": movetime}
    given = [name for name, limit in limits.items() if limit is not None]
    if search is None:
        search = usual_search(game, depth=depth, nodes=nodes, movetime=movetime, clock=clock)
    elif given:
        raise BadSetting(f"search= says all about the searches; leave out {', '.join(given)}")
    both = search if isinstance(search, tuple) else (search, search)
    if len(both) != 2 or not all(isinstance(one, Searching) for one in both):
        raise BadSetting(
            f"search={shown(search)}; give a search with its settings, as pw.AlphaBeta(depth=2), "
            "or two of them"
        )
    return both


def clocks_for(tc: str | TimeControl | Sequence[str | TimeControl] | None, margin: int) -> Clocks:
    """The clocks of A and B: one time for both, or a pair of them.

    >>> clocks_for(("10+0.1", "1:00"), 0).second
    TimeControl(time=60000, increment=0, moves=None)
    """
    whole("margin", margin, most=MOST_MARGIN)
    if tc is None:
        return NO_CLOCKS
    both = tc if isinstance(tc, Sequence) and not isinstance(tc, str) else (tc, tc)
    if len(both) != 2:
        raise BadSetting(f"tc={shown(tc)}; give one time control, as '10+0.1', or A's and B's")
    one, two = both
    return Clocks(first=time_control(one), second=time_control(two), margin=margin)


def refuse_resuming_nothing(resume: bool, out: object) -> None:
    """BadSetting where it is not said with what to go on."""
    kind("resume", resume, bool, "give True or False")
    if resume and out is None:
        raise BadSetting("to resume, give the folder of the match (out)")


def refuse_files_beside(resume: bool, **files: object) -> None:
    """BadSetting for files elsewhere that nobody knows how far they were written."""
    for name, path in files.items():
        if resume and path is not None:
            raise BadSetting(
                f"{name}={shown(str(path))}: a match that is resumed has its games in its folder, "
                f"in games.pgn; leave out {name}"
            )


def refuse_without_book(**settings: object) -> None:
    """BadSetting for what is said of a book, where openings are drawn by lot."""
    for name, value in settings.items():
        if value is not None:
            raise BadSetting(f"{name}={shown(value)} is for openings that are given; give openings")


def refuse_without_clock(clocks: Clocks, *players: Player) -> None:
    """BadSetting for an engine that cannot be told of its clock."""
    controls = (clocks.first, clocks.second)
    for who, control in zip(players, controls, strict=False):
        engine = who.opponent
        if control is None or engine is None:
            continue
        if not engine.engine.has_clock(engine.game):
            raise BadSetting(
                f"{who.name} cannot be given a clock: {engine.protocol} has no word for it"
            )
        if not engine.engine.increments and any(one and one.increment for one in controls):
            raise BadSetting(f"{who.name} takes no clock with an increment; write '60' or '1:00'")


def test_for(sprt: Sprt | Sequence[float] | None) -> Sprt | None:
    """The sequential test that two Elo differences mean."""
    if sprt is None or isinstance(sprt, Sprt):
        return sprt
    try:
        elo0, elo1 = (float(elo) for elo in sprt)
    except (TypeError, ValueError, OverflowError):
        raise BadSetting(f"sprt={shown(sprt)}; give two Elo differences, as (0, 10)") from None
    return Sprt(elo0=elo0, elo1=elo1)
