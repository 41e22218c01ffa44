"""What is usual in a game: facts that no rule of it tells, declared once, with the game.

Those of the kernel's games stand in `plywise/games/declared`, a file each; a game in Python has
them on its class (`pw.Rules.facts`). All that plays, learns or writes a game asks there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from plywise.games.boards import Layout
    from plywise.games.points_ladder import PointsLadder

Protocol: TypeAlias = Literal["uci", "usi", "xboard", "gnushogi", "gnubg"]
"""What is spoken with an engine."""
ANY_FEATURES = "*"
"""Stands for every feature set of a game."""


class PublishedSet(NamedTuple):
    """Weights that somebody published."""

    features: str
    """The feature set that they are for."""
    values: tuple[float, ...]
    """A weight for each feature."""
    source: str
    """Where they come from, in a few words."""
    label: str = ""
    """What pictures call them, where that is not their name."""
    evaluation: str = "linear"
    """What kind of evaluation they are weights of."""
    file: str = ""
    """The file of `plywise/weights` that has them, where they are too many for a list."""
    read: Callable[[], tuple[float, ...]] | None = None
    """What gives the values, where they are only made when asked for."""


class FairyPieces(NamedTuple):
    """What Fairy-Stockfish counts in a game, whose values can be given to it."""

    variant: str
    """What the engine calls the game."""
    sizes: Mapping[str, tuple[str, int, int]]
    """A piece -> the engine's letter for it, and its value in the middle game and in the end."""
    reduced: int = 1
    """The engine divides them by so much in this game."""


@dataclass(frozen=True, kw_only=True)
class GameFacts:
    """What is usual in a game. The defaults fit a game that nobody knows anything about.

    >>> GameFacts(depth=3).depth, GameFacts().protocols
    (3, ())
    """

    # Learning and searching.
    depth: int = 2
    """Plies of search that show what pieces are worth, at a cost that allows thousands of games."""
    ballot: int | None = None
    """Random plies that open games for variety; None is four, and fewer where games are short."""
    pieces_from_data: bool = False
    """Whether pieces alone are learnt with nothing given: λ is found from the data, and steps are
    temporal coherence's own."""
    trace_decay: float = 0.7
    """λ where some features are rarely met, as places and promoted pieces are: with λ = ψ ≈ .99 a
    weight would be blamed for every result."""
    step_size: str = "coherence:c=.5,prior=.5"
    """How far weights move there: none should leap at its first game. Found by trials on half a
    board of chess, and good for shogi, Othello and Connect Four as they stand."""
    steepness: float = 1.0
    """How evaluations become chances, 1 / (1 + exp(−steepness · value)); 1 where the unit is a
    pawn."""
    plain_win: Mapping[str, float] = field(default_factory=dict)
    """Feature sets, or `*` for all, whose evaluations are values already and need no steepness;
    with what winning is worth to them: ½ for chances minus ½, or the distance to the win."""
    learns_in_batches: bool = False
    """Whether the kernel plays and learns whole batches of its games (`plywise.runs.batches`)."""
    starts: Literal["ballot", "seed", "even"] = "ballot"
    """Where comparisons begin: after random plies, in a new tree for each seed, or in trees in
    which both sides have about the same chance."""
    two_knights_draw: bool = False
    """Whether two knights against a bare king are a draw by the bare rules (thesis, appendix
    E.4)."""
    bench_positions: tuple[str, ...] = ()
    """Positions that measure speed; those of a ballot where there are none."""

    accuracy: str = ""
    """What holds an evaluation against perfect play, as `module:function`; empty where it is not
    known."""

    # Boards and records.
    layout: Layout | None = None
    """How boards are drawn, and what stands where; None where texts have to do."""
    has_points_board: bool = False
    """Whether checkers stand on 24 points, with a bar between, and are moved by two dice."""
    pgn: str | None = None
    """What PGN's Variant tag calls the game, empty for chess itself; None where other programs do
    not read its records as PGN."""
    records: tuple[str, ...] = (".pgn",)
    """Suffixes of files that its games can be written to and read from."""
    has_epd: bool = False
    """Whether positions may have operations behind them, as EPD has."""
    refusals: Mapping[str, str] = field(default_factory=dict)
    """Why a move that is well written is not legal, by the move, where only one thing can be
    wrong."""
    has_hints: bool = False
    """Whether players are told the plays of a roll with their chances, as in backgammon."""

    # Other programs.
    protocols: tuple[Protocol, ...] = ()
    """What programs that play it speak; our engine the first. None of them: no engine plays it."""
    variant: str = ""
    """What the option UCI_Variant calls it; empty where engines need not be told."""
    entering_king: bool = False
    """Whether an entered king may win by declaration, if both sides agree on it."""
    engines: tuple[str, ...] = ()
    """Known engines that play it, by the names of `plywise doctor`."""
    rated: tuple[tuple[int, int], ...] = ()
    """Measured pairs of Elo and nodes a move, rising: by how much our engine can play weaker."""
    has_elo_ladder: bool = False
    """Whether the ladder of `plywise.play.ladder` rates its players, in Elo."""
    points_ladder: PointsLadder | None = None
    """Opponents that rate its players in points a game, where points are counted."""
    fairy: FairyPieces | None = None
    """What Fairy-Stockfish counts; None for a game that it cannot be given values for."""

    # What others found.
    published: Mapping[str, PublishedSet] = field(default_factory=dict)
    """Weights by the name behind the game's: `standard` is what everybody plays with."""
    compared: Mapping[str, str] = field(default_factory=dict)
    """Those that learnt ones are seen beside, the best last: what tables call them -> which."""
