"""What a protocol calls things: words and notation as data, so that one engine speaks several.

UCI (April 2006) for chess and its variants; USI, which came from it, for shogi.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from plywise.errors import BadInput
from plywise.games.declared import facts_of

QUIT: Final = "quit"


@dataclass(frozen=True, slots=True)
class Limit:
    """A number of `go`: which field of `words.Go` it sets, and the least that it may be."""

    field: str
    least: int | None = None
    """None for clocks and times: they may be overdrawn."""
    endless: str = ""
    """The word that may stand for the number and means that there is no limit."""


@dataclass(frozen=True, kw_only=True)
class Dialect:
    """The words of a protocol.

    >>> UCI.hello, UCI.ok, UCI.option("Hash")
    ('uci', 'uciok', 'Hash')
    """

    name: str
    """What people call it."""
    hello: str
    """The GUI's first word."""
    ok: str
    """The last line of the engine's answer to it."""
    new_game: str
    setup: str
    """What stands before the text of a position."""
    position_name: str
    """What such a text is called."""
    commands: Mapping[str, str]
    """The words that a line can begin with, and what the session does then."""
    limits: Mapping[str, Limit]
    """The numbers of `go`."""
    options: Mapping[str, str] = field(default_factory=dict)
    """Options that have another name here."""
    no_move: str
    """The answer where there is no legal move."""
    lone_kings: str
    """A position with nothing in it, for a trial that touches no position of a game."""
    path_type: str = "string"
    """The type of an option that is the path of a file."""
    mates_in_plies: bool = False
    """Whether the distance of a mate is counted in plies, not in moves."""
    explains_move: bool = False
    """Whether there must be an `info` line on the move that is played. Programs look it up by the
    move, and an iteration that was not finished may have changed it."""

    def option(self, name: str) -> str:
        """What an option of the engine is called here."""
        return self.options.get(name, name)


_SEARCHES: Final = {
    "depth": Limit("depth", 1),
    "nodes": Limit("nodes", 1),
    "perft": Limit("perft", 0),
    "movetime": Limit("movetime"),
}
_COMMON: Final = {
    word: word for word in ("debug", "isready", "setoption", "position", "go", "stop", "ponderhit")
}
UCI: Final = Dialect(
    name="UCI",
    hello="uci",
    ok="uciok",
    new_game="ucinewgame",
    setup="fen",
    position_name="FEN",
    commands={"uci": "greet", **_COMMON, "register": "nothing", "ucinewgame": "new_game"},
    limits={
        **_SEARCHES,
        "mate": Limit("mate", 1),
        "wtime": Limit("first_time"),
        "btime": Limit("second_time"),
        "winc": Limit("first_increment"),
        "binc": Limit("second_increment"),
        "movestogo": Limit("moves_to_go", 0),
    },
    no_move="(none)",
    lone_kings="8/8/8/8/8/1k6/8/K7 w - - 0 1",
)
USI: Final = Dialect(
    name="USI",
    hello="usi",
    ok="usiok",
    new_game="usinewgame",
    setup="sfen",
    position_name="SFEN",
    commands={
        "usi": "greet",
        **_COMMON,
        "usinewgame": "new_game",
        "gameover": "game_over",
    },
    limits={
        **_SEARCHES,
        "btime": Limit("first_time"),  # Sente, who begins, is Black here
        "wtime": Limit("second_time"),
        "binc": Limit("first_increment"),
        "winc": Limit("second_increment"),
        "byoyomi": Limit("byoyomi"),
        "mate": Limit("mating_time", endless="infinite"),
    },
    options={
        "Hash": "USI_Hash",
        "Ponder": "USI_Ponder",
        "Clear Hash": "ClearHash",
        "Move Overhead": "MoveOverhead",
    },
    no_move="resign",
    lone_kings="k8/9/9/9/9/9/9/9/8K b - 1",
    path_type="filename",
    mates_in_plies=True,
    explains_move=True,
)
DIALECTS: Final = (UCI, USI)


def dialect_of(game: str) -> Dialect:
    """What programs speak that play a game.

    >>> dialect_of("chess").name, dialect_of("shogi").name
    ('UCI', 'USI')
    >>> dialect_of("othello")
    Traceback (most recent call last):
    ...
    plywise.BadInput: no protocol for 'othello': UCI is for chess and its variants, USI for shogi
    """
    spoken = facts_of(game).protocols
    for dialect in DIALECTS:
        if dialect.hello in spoken:
            return dialect
    raise BadInput(f"no protocol for {game!r}: UCI is for chess and its variants, USI for shogi")
