"""Learning from games in files: other people's, searched again by us, or our own.

A run learns each game once, however often its file is given.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final

from plywise.errors import BadInput, BadSetting
from plywise.learning.config import LearnConfig
from plywise.naming import listed
from plywise.play.pgn_reading import PgnGame
from plywise.runs.joining import FinishedGame, Joiner
from plywise.runs.one_by_one import OneByOne

BOTH: Final = "both"
EITHER: Final = "either"
SIDES: Final = ("first", "second", BOTH, EITHER)
"""Whose searches are learnt from: of one side, of both in one sequence as in self-play, or of both,
each in a sequence of its own, as the blunder filter needs it."""


@dataclass(kw_only=True)
class Learnt:
    """What became of the games of a file."""

    games: int = 0
    """Learnt from."""
    known: int = 0
    """Learnt before."""
    others: int = 0
    """Without the player whose side was asked for."""
    troubles: list[str] = field(default_factory=list)
    """Why others taught nothing."""
    stored_leaves: int = 0
    """Searches that were kept when the games were played."""
    new_searches: int = 0
    """Searches that were made for it."""


def identity_of(game: PgnGame) -> str:
    """What tells a game from all others: the server's own name of it, or all that the file says.

    >>> from plywise.play.pgn_reading import read_game
    >>> identity_of(read_game({"Site": "https://lichess.org/abcd1234"}, "1. e4 1-0", game="chess"))
    'lichess:abcd1234'
    """
    site = game.tags.get("Site", "")
    head, _, name = site.rpartition("lichess.org/")
    if head.startswith("http") and len(name) >= 8 and name[:8].isalnum():
        return f"lichess:{name[:8]}"
    if "PlywiseGame" in game.tags:
        return game.tags["PlywiseGame"]
    told = "\n".join(f"{key} {value}" for key, value in sorted(game.tags.items()))
    text = "\n".join([told, game.start, " ".join(game.moves)])
    return f"pgn:{sha256(text.encode()).hexdigest()[:32]}"


def sides_of(game: PgnGame, wanted: str) -> tuple[str | None, ...]:
    """The sides whose searches are learnt, each in a sequence; None is both in one.

    `wanted` is one of `SIDES` or the name of a player.
    """
    if wanted == BOTH:
        return (None,)
    if wanted == EITHER:
        return ("first", "second")
    if wanted in SIDES:
        return (wanted,)
    return tuple(
        side
        for side, name in zip(("first", "second"), game.names, strict=True)
        if name.casefold() == wanted.casefold()
    )


def usual_side(config: LearnConfig) -> str:
    """Whose searches are learnt where nobody says: all of them, with the filter one side each."""
    return BOTH if config.rule.learner is None else EITHER


def refuse_unfit_side(config: LearnConfig, side: str) -> None:
    """BadSetting for both sides in one sequence where the rule learns from one."""
    if side == BOTH and config.rule.learner is not None:
        raise BadSetting(
            f"--side both puts the searches of both sides into one sequence, and the rule learns "
            f"from one (learner={config.rule.learner!r}); say --side either, first, second or the "
            "name of a player"
        )


def refuse_strangers(games: Sequence[PgnGame], side: str) -> None:
    """BadInput for the side of a player who is in none of the games."""
    if games and not any(sides_of(game, side) for game in games):
        names = sorted({name for game in games for name in game.names if name != "?"})
        known = listed(names) or "nobody by name"
        raise BadInput(
            f"no game was played by {side!r}; there played {known}; a side may also be "
            f"{', '.join(SIDES)}"
        )


def learn_games(
    run: OneByOne,
    games: list[PgnGame],
    *,
    side: str,
    on_game: Callable[[int, int], object] = lambda done, games: None,
) -> Learnt:
    """Hand the games to the run, one after the other."""
    refuse_unfit_side(run.config, side)
    joiner, learnt = Joiner(run), Learnt()
    for number, game in enumerate(games, start=1):
        _learn_game(run, joiner, game, side, learnt)
        on_game(number, len(games))
    learnt.stored_leaves, learnt.new_searches = joiner.stored_leaves, joiner.new_searches
    return learnt


def _learn_game(run: OneByOne, joiner: Joiner, game: PgnGame, wanted: str, learnt: Learnt) -> None:
    sides = sides_of(game, wanted)
    if not sides:
        learnt.others += 1
        return
    taught = known = 0
    for side, finished in _finished(game, sides):
        if run.knows(finished.identity):
            known += 1
            continue
        taken = run.hand(joiner.record(finished, side), identity=finished.identity)
        if taken.metrics is None:
            learnt.troubles.append(f"game {game.number}: {taken.why_not}")
        else:
            taught += 1
        joiner.forget(finished)
    learnt.games += bool(taught)
    learnt.known += not taught and bool(known)


def _finished(
    game: PgnGame, sides: tuple[str | None, ...]
) -> Iterator[tuple[str | None, FinishedGame]]:
    identity = identity_of(game)
    for side in sides:
        # One side of our own games has their identity: as the clients call them.
        own = identity if len(sides) == 1 else f"{identity} {side}"
        yield (
            side,
            FinishedGame(
                identity=own,
                start=game.start,
                moves=game.moves,
                end=game.end,
                names=game.names,
                ratings=game.ratings,
            ),
        )
