"""Where labelled positions come from: lines, games in their records, and plywise's own runs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from plywise._kernel import Position
from plywise.errors import BadInput
from plywise.files import as_path
from plywise.games.declared import facts_of
from plywise.games.points import share_of
from plywise.play.record import FORFEIT
from plywise.regular import open_regular
from plywise.tuning.labels import read_label

LOST: Final = ("%TORYO", "%TSUMI", "投了", "詰み")
"""What shogi's records end with where the side to move has lost."""
WON: Final = ("%KACHI", "入玉勝ち", "入玉宣言")
"""Where it has won."""
DRAWN: Final = ("%SENNICHITE", "%HIKIWAKE", "%JISHOGI", "千日手", "持将棋")


class Example(NamedTuple):
    """A position and what became of it."""

    position: Position
    outcome: float | None
    """The first player's share of the points."""
    score: float | None
    """What an engine said, in hundredths of a pawn, in the first player's view."""
    game: int
    """The number of its game among all that were read."""


class Trouble(NamedTuple):
    """What could not be used, and where it stands."""

    what: str
    """`line` or `game`."""
    why: str


Found = Example | Trouble
"""What a source gives, one after the other."""


def examples(path: str | Path, game: str, first_game: int) -> Iterator[Found]:
    """The positions of a file or of a run's directory, whose games are numbered from `first_game`.

    The suffix says what it is: .pgn, .kif, .kifu, .csa or .mat has games, all else a position a
    line.
    """
    where = as_path(path)
    if where.is_dir():
        return _of_run(where, game, first_game)
    suffix = where.suffix.lower()
    if suffix not in READERS:
        return _of_lines(where, game, first_game)
    if suffix not in facts_of(game).records:
        readable = ", ".join(facts_of(game).records)
        raise BadInput(f"{where}: games of {game} are read from {readable}, not from {suffix}")
    return READERS[suffix](where, game, first_game)


def _of_lines(where: Path, game: str, number: int) -> Iterator[Found]:
    """A position a line. Neighbours that can be of one game are taken for one."""
    try:
        file = open_regular(where)
    except OSError as error:
        raise BadInput(f"{str(where)!r} cannot be read: {error.strerror}") from None
    same = _SameGame(number - 1)
    with file:
        for place, raw in enumerate(file, start=1):
            line = raw.decode("utf-8", errors="replace").strip().removeprefix("\ufeff")
            if not line or line.startswith("#"):
                continue
            try:
                label = read_label(line, game)
                position = Position.parse(game, label.text)
            except BadInput as error:
                yield Trouble("line", f"line {place}: {error}")
                continue
            yield Example(position, label.outcome, label.score, same.number(label))


class _SameGame:
    """Tells games apart in files that do not: what stands behind each other may be one.

    A game has one result, and men do not come back (but from the hand). Where lines are shuffled
    each is a game of its own nearly always, and all is as well as it can be.
    """

    def __init__(self, number: int) -> None:
        self._number = number
        self._outcome: float | None = None
        self._men = 0

    def number(self, label: tuple[str, float | None, float | None]) -> int:
        """The number of the game of the next line."""
        text, outcome, _ = label
        men = sum(sign.isalpha() for sign in text.partition(" ")[0])
        # Two men may go between lines that were thinned out; more speak of another game.
        if outcome != self._outcome or not self._men - 2 <= men <= self._men:
            self._number += 1
        self._outcome, self._men = outcome, men
        return self._number


def _of_pgn(where: Path, game: str, number: int) -> Iterator[Found]:
    from plywise.play.pgn_reading import read_games

    found = read_games(where, game=game)
    yield from (Trouble("game", trouble) for trouble in found.troubles)
    for each in found.games:
        if each.end.reason.startswith(FORFEIT):
            yield Trouble("game", f"game {each.number}: not ended on the board: {each.end.reason}")
            continue
        outcome = share_of(game, each.end.outcome)
        yield from _played(Position.parse(game, each.start), each.moves, outcome, number)
        number += 1


def _of_shogi(where: Path, game: str, number: int) -> Iterator[Found]:
    from plywise.play.records import read_records

    for place, each in enumerate(read_records(where), start=1):
        start = Position.start(game) if each.start is None else Position.parse(game, each.start)
        outcome = shogi_outcome(start.after_all(list(each.moves)), each.end)
        if outcome is None:
            yield Trouble("game", f"game {place}: not ended on the board ({each.end or 'no word'})")
            continue
        yield from _played(start, each.moves, outcome, number)
        number += 1


def shogi_outcome(end: Position, word: str) -> float | None:
    """Sente's score by the board or by the last word of a record; None where neither tells.

    >>> shogi_outcome(Position.start("shogi"), "%TORYO"), shogi_outcome(Position.start("shogi"), "")
    (0.0, None)
    """
    if end.outcome is not None:
        return end.outcome
    if word in DRAWN:
        return 0.5
    if word not in LOST + WON:
        return None
    return float((word in WON) == (end.turn == "first"))


def _of_mat(where: Path, game: str, number: int) -> Iterator[Found]:
    """Positions before rolls. A game is worth what it is without the cube."""
    from plywise.play.backgammon.following import followed, read_match

    match = read_match(where)
    for each in match.games:
        moments = list(followed(match, each))
        if each.winner is None or not moments:
            yield Trouble("game", f"game {each.number}: the record breaks off without a result")
            continue
        worth = min(3, max(1, each.points // moments[-1].state.cube))
        outcome = share_of(game, float(worth if each.winner == 0 else -worth))
        for moment in moments:
            if moment.turn.is_roll and not moment.is_first:
                side = ("first", "second")[moment.turn.player]
                position = Position.parse(game, f"{moment.board.position_id} {side}")
                yield Example(position, outcome, None, number)
        number += 1


def _of_run(where: Path, game: str, number: int) -> Iterator[Found]:
    from plywise.runs.run import load

    run = load(where)
    if run.config.game != game:
        raise BadInput(f"{where}: a run of {run.config.game}, not of {game}")
    for each in run.games():
        if not each.is_finished:
            yield Trouble("game", f"game {each.number}: it has no outcome")
            continue
        outcome = share_of(game, each.outcome)
        first = Position.start(game) if each.start is None else Position.parse(game, each.start)
        yield from _played(first, each.moves, outcome, number)
        number += 1


def _played(
    start: Position, moves: Sequence[str], outcome: float, number: int
) -> Iterator[Example]:
    """All positions of a game but the last, which nobody has to judge."""
    position = start
    for move in moves:
        yield Example(position, outcome, None, number)
        position = position.after(move)


READERS: Final[dict[str, Callable[[Path, str, int], Iterator[Found]]]] = {
    ".pgn": _of_pgn,
    ".kif": _of_shogi,
    ".kifu": _of_shogi,
    ".csa": _of_shogi,
    ".mat": _of_mat,
}
"""What reads the records of games, by their suffixes."""
