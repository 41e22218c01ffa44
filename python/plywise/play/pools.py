"""Whole pools of opponents with ratings, by one word: `pool`, `ladder`, `own`."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from plywise.errors import BadSetting
from plywise.games.declared import facts_of
from plywise.naming import unknown
from plywise.play.ladder import LADDER, Rung
from plywise.play.opponents import KNOWN, opponent
from plywise.play.own_pool import OWN_POOL


def installed(game: str = "chess") -> list[Rung]:
    """The ladder's rungs whose engines are here; BadSetting with what to install if none is."""
    _refuse_other(game)
    here = [rung for rung in LADDER if opponent(rung.name).engine.path() is not None]
    if not here:
        names = dict.fromkeys(rung.name.partition(":")[0] for rung in LADDER)
        packages = " ".join(KNOWN[name].package for name in names)
        raise BadSetting(
            f"no engine of the ladder is installed; on Debian and Ubuntu: apt-get install "
            f"{packages}; or play plywise's own graded players, which need none: 'own'"
        )
    return here


def own(game: str = "chess") -> list[Rung]:
    """The players of plywise itself, which are everywhere."""
    _refuse_other(game)
    return list(OWN_POOL)


def without(rungs: Sequence[Rung], held_out: Iterable[str]) -> list[Rung]:
    """The rungs but those that are held out, by their names or by their engines'.

    >>> [rung.name for rung in without(LADDER, ["hoichess", "stockfish"])][:3]
    ['fairymax:depth=1', 'fairymax:depth=2', 'gnuchess:depth=1']
    """
    names = tuple(held_out)
    # Of the ladder those count too whose engines are not here; a pool of others has its own.
    is_ladder = any(rung in LADDER for rung in rungs)
    known = {word for rung in (*rungs, *(LADDER if is_ladder else ())) for word in _words(rung)}
    for name in names:
        if name not in known:
            raise unknown("rung or engine to hold out", name, sorted(known))
    left = [rung for rung in rungs if not any(name in _words(rung) for name in names)]
    if not left:
        raise BadSetting(f"nobody is left to play against: {', '.join(names)} are held out")
    return left


def _words(rung: Rung) -> tuple[str, ...]:
    """What may be said for a rung: its name, or its engine's for all of its rungs."""
    name, _, limits = rung.name.partition(":")
    return (rung.name,) if "@" in name or not limits else (rung.name, name)


def _refuse_other(game: str) -> None:
    if not facts_of(game).has_elo_ladder:
        raise BadSetting(f"no graded pool plays {game}; name opponents one by one")


POOLS: Mapping[str, Callable[[str], list[Rung]]] = {
    "pool": installed, "ladder": installed, "own": own,
}  # fmt: skip
"""Who is meant by a word: `ladder`, every rung whose engine is here; `pool`, the same but for who
is held out; `own`, plywise's own players."""
HELD_OUT: Mapping[str, tuple[str, ...]] = {"pool": ("stockfish",), "ladder": (), "own": ()}
"""Who is not met unless one says otherwise. A player that learnt against a pool knows that pool:
stockfish rates it in the end. It also draws lots of its own, and its games are dear."""
