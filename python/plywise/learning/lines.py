"""What a run writes down as it goes, a line each: games, what they changed, gate matches."""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, fields
from io import TextIOWrapper
from pathlib import Path
from typing import Any, Self, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from plywise.errors import DamagedFile
from plywise.play.record import OWN, UNFINISHED
from plywise.regular import open_regular

Entry = TypeVar("Entry")
Numbers: TypeAlias = Sequence[float] | NDArray[np.float64]
"""One for each weight; arrays stay arrays, since they may be thousands."""

RESULTS = {1.0: "1-0", 0.5: "1/2-1/2", 0.0: "0-1"}
START = "start"
"""What a gate calls the weights before the first game."""
EARLIER = "game "
"""And those of the run's own past: "game 400"."""
SCORES = {**{text: score for score, text in RESULTS.items()}, "*": 0.5}


@dataclass(frozen=True, kw_only=True)
class GameMetrics:
    """What one game did to the weights; but for these and the rates, a line of metrics.jsonl."""

    game: int
    """Number of the game, from 1."""
    weights: Numbers
    """After the game, in the order of the configuration's names."""
    rates: Numbers
    """The step size of each weight, as the game left it."""
    trace_decay: float
    """λ that the game was learnt with."""
    prediction_decay: float
    """ψ as fitted over all games so far."""
    plies: int
    """Length of the game."""
    outcome: float
    """First player's score: 1, ½ or 0."""
    reason: str
    """What ended it."""
    nodes: int
    """Nodes searched."""
    seconds: float
    """Time it took to play; the only entry that differs when the run is repeated."""
    version: int
    """The game after whose learning the weights were that played it."""

    def line(self, *, weights: bool = False) -> str:
        """The line, without its end; with the weights and rates as old runs have it."""
        told = dict(vars(self))
        for name in ("weights", "rates"):
            numbers = told.pop(name)
            if weights:
                told[name] = np.asarray(numbers).tolist()
        return json.dumps(told, separators=(",", ":"), allow_nan=False)


@dataclass(frozen=True, kw_only=True)
class Gate:
    """A line of gates.jsonl: a short match of what was learnt so far against somebody known."""

    game: int
    """After which game it was played."""
    games: int
    """Games in the match."""
    wins: int
    """Won by the learnt weights."""
    draws: int
    """Drawn."""
    losses: int
    """Lost by them."""
    score: float
    """Points of the learnt weights in a game, from 0 to 1."""
    low: float
    """Lower end of the score's 95 % interval."""
    high: float
    """Upper end."""
    depth: int
    """Depth of both sides' searches."""
    seconds: float
    """Time the match took."""
    against: str = START
    """Who it was played against: "start", "game 400" for the weights about that game, or the name
    of published values."""
    worse: bool = False
    """Whether it says that the run got worse: surely below its own start or earlier weights, or
    surely below what it once scored against the same published values."""
    points: tuple[float, float, float] | None = None
    """Points a game and the ends of their 95 % interval, in a game that counts points."""
    equity_error: float | None = None
    """Points by which what was learnt is off on positions whose equity is known, in the mean; the
    same in all matches after a game. None where that was not asked, as in runs of before."""
    own_depth: tuple[float, float, float] | None = None
    """The score and its interval in as many games by the run's own search, where the gate's is
    deeper."""

    @property
    def fades(self) -> bool:
        """Whether what was gained does not survive depth.

        By its own search the run is surely better, and by a deeper one surely less so, if at all.
        """
        own = self.own_depth
        return own is not None and own[1] > 0.5 >= self.low and self.high < own[0]

    @property
    def kind(self) -> str:
        """What kind of opponent it was: "start", "earlier" or "published"."""
        if self.against == START:
            return START
        return "earlier" if self.against.startswith(EARLIER) else "published"

    def __str__(self) -> str:
        told = f"+{self.wins} ={self.draws} -{self.losses}  {self.score:.0%}"
        return told if self.points is None else f"{told}  {self.points[0]:+.2f} points a game"

    def line(self) -> str:
        """The line, without its end."""
        entry = {name: value for name, value in asdict(self).items() if value is not None}
        return json.dumps(entry, separators=(",", ":"), allow_nan=False)

    @classmethod
    def parse(cls, line: dict[str, Any]) -> Self:
        """The gate that `line` wrote."""
        old = {"against": START, "worse": line["high"] < 0.5}  # of before: all against the start
        told = {**old, "points": None, "own_depth": None, "equity_error": None, **line}
        for name in ("points", "own_depth"):
            told[name] = told[name] and tuple(told[name])
        return cls(**{field.name: told[field.name] for field in fields(cls)})


def worse_gates(gates: Iterable[Gate]) -> list[Gate]:
    """Those that say that a run got worse, unless a later one against its like took it back."""
    latest = {gate.kind: gate for gate in gates}
    return [gate for gate in latest.values() if gate.worse]


def fading_gates(gates: Iterable[Gate]) -> list[Gate]:
    """Those whose gain a deeper search takes back, unless a later one against its like did not."""
    latest = {gate.kind: gate for gate in gates}
    return [gate for gate in latest.values() if gate.fades and not gate.worse]


@dataclass(frozen=True, kw_only=True)
class PlayedGame:
    """A line of games.txt: number, result, reason and moves, with tabs between.

    In a run with opponents both players follow, and where a game begins elsewhere than usual its
    first position.
    """

    number: int
    """Number of the game, from 1."""
    outcome: float
    """First player's score: 1, ½ or 0."""
    reason: str
    """What ended it."""
    moves: tuple[str, ...]
    """All its moves, as in UCI."""
    opening_plies: int = 0
    """How many of them came from the ballot."""
    players: tuple[str, str] = (OWN, OWN)
    """Who played: the run itself is "self", on both sides in self-play."""
    has_points: bool = False
    """Whether the outcome is a number of points."""
    start: str | None = None
    """The text of its first position; None is the game's own start."""

    @property
    def is_finished(self) -> bool:
        """Whether the outcome is one; a game without adjudication may have none at its limit."""
        return self.reason != UNFINISHED

    def line(self) -> str:
        r"""The line, without its end.

        >>> PlayedGame(number=3, outcome=0.5, reason="repetition", moves=("g1f3", "g8f6")).line()
        '3\t1/2-1/2\trepetition\t0\tg1f3 g8f6'
        """
        score = f"{self.outcome:+g}" if self.has_points else RESULTS[self.outcome]
        result = score if self.is_finished else "*"
        moves = " ".join(self.moves)
        line = f"{self.number}\t{result}\t{self.reason}\t{self.opening_plies}\t{moves}"
        if self.players == (OWN, OWN) and self.start is None:
            return line
        place = [] if self.start is None else [self.start]
        return "\t".join([line, *(" ".join(name.split()) for name in self.players), *place])

    @classmethod
    def parse(cls, line: str) -> Self:
        """The game that `line` wrote."""
        number, result, reason, opening, moves, *players = line.split("\t")
        first, second, *start = players or (OWN, OWN)
        return cls(
            number=int(number),
            outcome=SCORES[result] if result in SCORES else float(result),
            has_points=result not in SCORES,
            reason=reason,
            opening_plies=int(opening),
            moves=tuple(moves.split()),
            players=(first, second),
            start=start[0] if start else None,
        )


def whole_lines(path: Path) -> Iterator[str]:
    """The lines of a file that may be growing just now: one without its end is left out."""
    if not path.exists():
        return
    with TextIOWrapper(open_regular(path), encoding="utf-8", newline="\n") as file:
        for line in file:
            if line.endswith("\n"):
                yield line[:-1]


def read_games(path: Path) -> Iterator[PlayedGame]:
    """The games in games.txt, one after the other."""
    return _parsed(path, PlayedGame.parse)


def read_gates(path: Path) -> list[Gate]:
    """The gate matches in gates.jsonl."""
    return list(_parsed(path, lambda line: Gate.parse(json_object(line))))


def _parsed(path: Path, parse: Callable[[str], Entry]) -> Iterator[Entry]:
    """What each line says; DamagedFile with the place for one that cannot be read."""
    number = 1
    try:
        for number, line in enumerate(whole_lines(path), start=1):  # noqa: B007  (errors count on it)
            yield parse(line)
    except (ValueError, KeyError, TypeError) as error:
        why = f"{type(error).__name__}: {error}"
        raise DamagedFile(
            f"{path}, line {number}: {why}; --resume restores what the checkpoint covers"
        ) from None


def json_object(line: str | bytes) -> dict[str, Any]:
    """What a line of JSON says; ValueError if that is no object.

    >>> json_object('{"game": 1}')
    {'game': 1}
    """
    entry = json.loads(line)
    if not isinstance(entry, dict):
        raise ValueError(f"{line[:60]!r} is no JSON object")
    return entry
