"""What is known of each engine, declared once: command, protocol, what to say first, its limits."""

import shutil
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from plywise.games.declared import all_facts, facts_of
from plywise.games.facts import Protocol

Limit: TypeAlias = Literal["depth", "nodes", "movetime"]

CLOCKED: tuple[Protocol, ...] = ("uci", "usi", "xboard")
"""The protocols that know clocks."""
GAMES_FOLDER = "/usr/games"
"""Where Debian puts games; not on everybody's PATH."""


@dataclass(frozen=True, kw_only=True)
class Engine:
    """How an engine is started and made to play alone, in one thread and without a book.

    >>> KNOWN["gnuchess"].command, KNOWN["gnuchess"].protocol
    (('gnuchess', '-u'), 'uci')
    """

    name: str
    """What users call it."""
    command: tuple[str, ...]
    """The program and its arguments."""
    protocol: Protocol = "uci"
    """What it speaks."""
    games: tuple[str, ...] = ()
    """What it plays, variants of chess by the option UCI_Variant; if not given, what the games say
    that know it by name, or all that are played by what it speaks."""
    limits: tuple[Limit, ...] = ("depth", "nodes", "movetime")
    """By what its searches can be limited; the others it ignores, and would think on. None at all:
    its options say how far it looks."""
    options: Mapping[str, str] = field(default_factory=dict)
    """UCI or USI options; those that the engine does not announce are left out."""
    depth_option: str = ""
    """USI: the option that limits the depth, where `go depth` does not."""
    first: tuple[str, ...] = ()
    """xboard: what to say at the beginning of a game."""
    depth_word: str = "sd"
    """xboard: the command that limits the depth."""
    says_done: bool = False
    """xboard: whether it surely ends its announcement by `done=1`, so that we can wait for it."""
    increments: bool = True
    """Whether it takes a clock that gains time with every move."""
    usual: str = "depth=4"
    """What a hint shows that tells how to write its strength."""
    package: str = ""
    """Debian's package; empty for an engine given by its path."""
    forgets: bool = True
    """Whether it begins a new game as if it had just been started; if not, it is started for it."""
    is_homeless: bool = True
    """Whether it gets an empty folder for its home: some keep notes there on what they learnt."""

    def protocol_for(self, game: str) -> Protocol:
        """What it speaks in a game: who plays shogi too changes to USI there.

        >>> KNOWN["fairy-stockfish"].protocol_for("shogi")
        'usi'
        """
        spoken = facts_of(game).protocols
        return "usi" if self.protocol == "uci" and "usi" in spoken else self.protocol

    def has_clock(self, game: str) -> bool:
        """Whether it can be told of clocks, by what it speaks in a game.

        >>> KNOWN["stockfish"].has_clock("chess"), KNOWN["gnushogi"].has_clock("shogi")
        (True, False)
        """
        return self.protocol_for(game) in CLOCKED

    def plays(self, game: str) -> bool:
        """Whether it plays a game.

        >>> KNOWN["stockfish"].plays("chess"), KNOWN["stockfish"].plays("horde")
        (True, False)
        """
        if self.games:
            return game in self.games
        facts = facts_of(game)
        return self.name in facts.engines if self._is_declared else self.protocol in facts.protocols

    @property
    def all_games(self) -> tuple[str, ...]:
        """All that it plays.

        >>> KNOWN["gnushogi"].all_games
        ('shogi', 'shogi-declaration')
        """
        return tuple(game for game in all_facts() if self.plays(game))

    @property
    def _is_declared(self) -> bool:
        """Whether a game knows it by name; a program given by its path is not known by that."""
        return bool(self.package) and any(self.name in f.engines for f in all_facts().values())

    def path(self) -> str | None:
        """Where its program is, or None."""
        program = self.command[0]
        return shutil.which(program) or shutil.which(program, path=GAMES_FOLDER)

    @property
    def install(self) -> str:
        """The line that installs it on Debian and Ubuntu."""
        return f"apt-get install {self.package}" if self.package else ""


ALONE: Mapping[str, str] = {
    "Threads": "1",
    "Number of Threads": "1",
    "Hash": "16",
    "OwnBook": "false",
    "Ponder": "false",
}
"""One thread, a small table, no book, and no thinking in the opponent's time."""
NO_NODES: tuple[Limit, ...] = ("depth", "movetime")
DEPTH: tuple[Limit, ...] = ("depth",)

_ALL = (
    Engine(name="stockfish", command=("stockfish",), options=ALONE, package="stockfish"),
    # These four do not keep to `go nodes`: they think until they are told to stop, hardly at all,
    # or (glaurung, with few of them) do not come to a move.
    Engine(
        name="gnuchess",
        command=("gnuchess", "-u"),
        limits=NO_NODES,
        options=ALONE,
        package="gnuchess",
    ),
    Engine(name="toga2", command=("toga2",), limits=NO_NODES, options=ALONE, package="toga2"),
    Engine(
        name="glaurung",
        command=("glaurung",),
        limits=NO_NODES,
        options=ALONE,
        package="glaurung",
    ),
    Engine(
        name="ethereal-chess",
        command=("ethereal-chess",),
        limits=NO_NODES,
        options=ALONE,
        package="ethereal-chess",
    ),
    Engine(
        name="fairy-stockfish",
        command=("fairy-stockfish",),
        options=ALONE,
        package="fairy-stockfish",
    ),
    # It takes more than a short byoyomi, so time is no limit for it; `binc` ends it at once.
    Engine(
        name="gpsshogi",
        command=("gpsusi",),
        protocol="usi",
        limits=DEPTH,
        depth_option="LimitDepth",
        increments=False,
        options={"Thread": "1", "BookDepth": "0"},
        package="gpsshogi",
    ),
    # Its depth is the limit, never the time that it must be given.
    Engine(
        name="gnushogi",
        command=("gnushogi", "3600"),
        protocol="gnushogi",
        limits=DEPTH,
        package="gnushogi",
    ),
    # It ignores `sd`; without its arguments it would use a book and learn. After `new` it still
    # plays a little differently than from its start: one game of ten at depth 4.
    Engine(
        name="phalanx",
        forgets=False,
        command=("phalanx", "-b-", "-l-"),
        protocol="xboard",
        limits=DEPTH,
        says_done=True,
        depth_word="depth",
        package="phalanx",
    ),
    Engine(
        name="hoichess",
        command=("hoichess", "-x"),
        protocol="xboard",
        limits=DEPTH,
        says_done=True,
        first=("book off",),
        package="hoichess",
    ),
    # It notes what it learnt in ~/.sjeng, whatever HOME says, and so changes from game to game.
    Engine(
        name="sjeng",
        command=("sjeng",),
        protocol="xboard",
        forgets=False,
        limits=DEPTH,
        says_done=True,
        package="sjeng",
    ),
    # It does not take positions (`setboard=0`): openings reach it as moves from the start.
    Engine(
        name="fairymax",
        command=("fairymax",),
        protocol="xboard",
        limits=DEPTH,
        says_done=True,
        package="fairymax",
    ),
    # Without a terminal's window, silent, and without the settings of whoever lives here.
    Engine(
        name="gnubg",
        command=("gnubg", "-t", "-q", "-r"),
        protocol="gnubg",
        limits=(),
        usual="plies=1",
        package="gnubg",
    ),
)
KNOWN: Mapping[str, Engine] = {engine.name: engine for engine in _ALL}
"""The engines that can be named, by their names."""
