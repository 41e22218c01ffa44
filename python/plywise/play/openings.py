"""Where games begin: a random ballot of opening moves, or openings from a file.

Deterministic players repeat themselves, so a match needs variety from outside; and since no opening
is fair, every opening is played twice with colours swapped (see `plywise.play.match`).
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from plywise._kernel import Position, facts, random_u64
from plywise.checks import is_whole, kind, shown, whole
from plywise.engine.dialect import SHOGI, USI
from plywise.engine.words import read_position
from plywise.errors import BadInput, BadPosition, BadSetting
from plywise.regular import read_text

BALLOT_STREAM = 0x0062_616C_6C6F_7400  # "ballot": keeps the openings' chance apart from the games'
TRIES = 32
"""How often an opening is drawn anew when it is known already or ends the game."""
MOST_BALLOT_PLIES = 40
USUAL_BALLOT = 4
RECORDS = (".kif", ".kifu", ".csa")
"""Suffixes of files that hold whole games of shogi."""
RECORDED_PLIES = 24
"""So much of a game that was read from a record is its opening."""
U64 = 1 << 64


@dataclass(frozen=True, kw_only=True)
class Opening:
    """A position to begin from, and moves to be played from there before the players take over.

    >>> str(Opening(moves=("e2e4", "e7e5")).position())
    'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2'
    """

    start: str | None = None
    """The position as text; None is the game's own start."""
    moves: tuple[str, ...] = ()
    """Moves from there, as in UCI."""

    def position(self, game: str = "chess") -> Position:
        """Where the players take over."""
        start = Position.start(game) if self.start is None else Position.parse(game, self.start)
        return start.after_all(list(self.moves))


def usual_ballot(game: str) -> int:
    """Random plies that open games for variety: four, and fewer where games are short.

    >>> usual_ballot("chess")
    4
    """
    return min(USUAL_BALLOT, facts(game).max_plies // 8)


def ballot(count: int, *, plies: int = 4, seed: int = 0, game: str = "chess") -> list[Opening]:
    """`count` openings of `plies` random legal moves each, drawn by `seed`; none ends the game.

    All are different positions as long as new ones are found easily; a longer list begins with a
    shorter one.

    >>> ballot(3, plies=2, seed=1) == ballot(5, plies=2, seed=1)[:3]
    True
    >>> len({str(opening.position()) for opening in ballot(50, plies=4)})
    50
    """
    whole("count", count)
    if not is_whole(plies) or not 0 <= plies <= MOST_BALLOT_PLIES:
        raise BadSetting(f"a ballot has 0 to {MOST_BALLOT_PLIES} plies, not {shown(plies)}")
    if not is_whole(seed) or not 0 <= seed < U64:
        raise BadSetting(f"a seed lies in 0 … 2^64 - 1, not {shown(seed)}")
    drawn = _draw_all(game, plies, seed)
    return [next(drawn) for _ in range(count)]


def _draw_all(game: str, plies: int, seed: int) -> Iterator[Opening]:
    """Openings without end, the known ones avoided."""
    start = Position.start(game)
    known: set[int] = set()
    number = 0
    while True:
        yield _draw_one(start, plies, seed, number, known)
        number += 1


def _draw_one(start: Position, plies: int, seed: int, number: int, known: set[int]) -> Opening:
    """Opening `number`, if possible one that is not `known`; it is then."""
    if plies == 0:
        return Opening()
    spare: Opening | None = None
    for chance in _rolls(seed, number, plies):
        played = _random_moves(start, chance)
        if played is None:
            continue
        spare, end = played
        if end.key not in known:
            known.add(end.key)
            return spare
    if spare is None:
        raise BadSetting(
            f"no ballot of {plies} plies was found that leaves the game open; take fewer"
        )
    return spare  # nearly every position of that few plies is known: a repeated one then


def _rolls(seed: int, number: int, plies: int) -> Iterator[list[int]]:
    """Random numbers for one try after the other, all from the opening's own stream."""
    stream = seed ^ BALLOT_STREAM
    yield random_u64(stream, number, plies)  # nearly always the first will do
    rolls = random_u64(stream, number, plies * TRIES)
    for begin in range(plies, plies * TRIES, plies):
        yield rolls[begin : begin + plies]


def _random_moves(position: Position, chance: Iterable[int]) -> tuple[Opening, Position] | None:
    """A uniform legal move for each number, and where they lead; None when the game ends there."""
    moves: list[str] = []
    for number in chance:
        if position.outcome is not None:
            return None
        legal = position.moves
        # Multiplication instead of a remainder: no move is favoured by more than 2^-56.
        moves.append(legal[(number * len(legal)) >> 64])
        position = position.after(moves[-1])
    return None if position.outcome is not None else (Opening(moves=tuple(moves)), position)


def read_openings(path: str | Path, *, game: str = "chess") -> list[Opening]:
    """The openings in a file, one a line: a FEN, an EPD, or moves from the start as in UCI.

    In shogi a line is an SFEN, moves as in USI, or what stands after USI's `position` (`startpos
    moves 7g7f …`), with the SFEN that it leads to before it or not; and the first plies of games
    in KIF and CSA (by the suffix) are openings too.
    Empty lines and lines that begin with `#` are skipped; a bad line is refused with its number.
    """
    path = Path(path)
    if not path.is_file():
        raise BadSetting(
            f"no opening file {str(path)!r}; give one with a FEN, an EPD or UCI moves a line"
        )
    if path.suffix.lower() in RECORDS:
        return parse_openings(_recorded(path, game), game=game, source=str(path))
    try:
        text = read_text(path)
    except UnicodeDecodeError as error:
        raise BadInput(f"{path}: not a text file ({error.reason} at byte {error.start})") from None
    return parse_openings(text.split("\n"), game=game, source=str(path))


def parse_openings(
    lines: Iterable[str | Opening], *, game: str = "chess", source: str = "openings"
) -> list[Opening]:
    """The openings that the lines describe, each checked; `source` names them in errors.

    >>> parse_openings(["# two of them", "e2e4 c7c5", "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1"])
    [Opening(start=None, moves=('e2e4', 'c7c5')),
     Opening(start='8/8/8/4k3/8/8/4P3/4K3 w - - 0 1', moves=())]
    >>> parse_openings(["e2e4", "e2e5"])  # doctest: +IGNORE_EXCEPTION_DETAIL
    Traceback (most recent call last):
    IllegalMove: openings, line 2: 'e2e5' is not legal in ...
    """
    hint = "give a file, or a FEN, an EPD or UCI moves each"
    kind(source, lines, Iterable, hint)
    lines = list(lines)
    for line in lines:
        kind(source, line, (str, Opening), hint)
    openings = [
        _checked(line, game, f"{source}, line {number}")
        for number, line in enumerate(lines, start=1)
        if isinstance(line, Opening) or (line.strip() and not line.lstrip().startswith("#"))
    ]
    if not openings:
        raise BadSetting(f"{source}: no openings; give one FEN, EPD or list of UCI moves a line")
    return openings


def _checked(line: str | Opening, game: str, place: str) -> Opening:
    """The opening of one line, which must lead to a position where the game goes on."""
    try:
        opening = line if isinstance(line, Opening) else _parse_line(line, game)
        position = opening.position(game)
    except BadInput as error:
        raise type(error)(f"{place}: {error}") from None
    if position.outcome is not None:
        raise BadPosition(
            f"{place}: the game is over there ({position.outcome_reason}): {position}"
        )
    return opening


def _recorded(path: Path, game: str) -> list[Opening]:
    """The first plies of the games in a file of records."""
    if game not in SHOGI:
        raise BadSetting(f"{str(path)!r}: KIF and CSA are for shogi, not for {game}")
    from plywise.play.records import read_records

    return [
        Opening(start=read.start, moves=read.moves[:RECORDED_PLIES]) for read in read_records(path)
    ]


def _parse_line(line: str, game: str) -> Opening:
    """An opening from a line; positions are told from moves by their slashes."""
    fields = line.split()
    if game in SHOGI:
        return _parse_usi(line.rpartition("\t")[2].split())
    if "/" not in fields[0]:
        return Opening(moves=tuple(fields))
    if game != "chess":  # where nobody writes EPD
        return Opening(start=" ".join(fields))
    has_counters = len(fields) >= 6 and fields[4].isdecimal() and fields[5].isdecimal()
    # An EPD has operations where a FEN has its two counters; they mean nothing to a match.
    return Opening(
        start=" ".join(fields[:6]) if has_counters else " ".join([*fields[:4], "0", "1"])
    )


def _parse_usi(words: list[str]) -> Opening:
    """An opening of shogi; the text of a position may stand there bare.

    >>> _parse_usi("startpos moves 7g7f 3c3d".split())
    Opening(start=None, moves=('7g7f', '3c3d'))
    >>> _parse_usi("4k4/9/4P4/9/9/9/9/9/4K4 b G 1".split()).start
    '4k4/9/4P4/9/9/9/9/9/4K4 b G 1'
    """
    if words[:1] == ["position"]:
        words = words[1:]
    if words and words[0] not in ("startpos", "sfen"):
        words = ["sfen", *words] if "/" in words[0] else ["startpos", "moves", *words]
    start, moves = read_position(words, USI)
    return Opening(start=start, moves=tuple(moves))
