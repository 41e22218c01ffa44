"""The games of a record, turn by turn: where checkers and cube stand before each of them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from plywise.errors import BadInput
from plywise.play.backgammon.board import Board
from plywise.play.backgammon.legal import points_won, position_after
from plywise.play.backgammon.mat import MatGame, MatMatch
from plywise.play.backgammon.mat_reading import read_mat_file
from plywise.play.backgammon.match_id import MatchState
from plywise.play.backgammon.numbers import Player, other
from plywise.play.backgammon.turns import RAISES, Turn


@dataclass(frozen=True, kw_only=True)
class Moment:
    """A turn, and how all stood before it."""

    game: int
    """The game's number in the record."""
    move: int
    """The number of the line there."""
    turn: Turn
    board: Board
    """As the player sees it who is on roll: where a double is answered, who doubled."""
    state: MatchState
    """In the view of the player on roll; the cube as it was before an offer."""
    is_first: bool
    """Whether it is the roll that begins the game, before which nobody doubles."""
    after: Board | None = None
    """After a play, as the other player sees it."""


def read_match(path: str | Path) -> MatMatch:
    """The match in a .mat file, all of whose plays are legal; BadInput names game and move."""
    return read_mat_file(path, check=_legal_plays)


def refuse_unfinished(match: MatMatch, source: str) -> None:
    """BadInput where the record breaks off in the midst of its last game."""
    game = match.games[-1]
    if game.winner is None and not is_over(game):
        moments = list(followed(match, game))
        move = moments[-1].move if moments else 0
        raise BadInput(
            f"{source}, game {game.number}: the record breaks off after move {move}, without a "
            "result; give the whole file, or --partial to analyse what there is"
        )


def is_over(game: MatGame) -> bool:
    """Whether the last play of a game has borne off the last checker."""
    board = Board.start()
    for turn in game.turns:
        if turn.dice is not None and turn.play is not None:
            board = position_after(board, turn.dice, turn.play)
    return points_won(board) > 0


def followed(match: MatMatch, game: MatGame) -> Iterator[Moment]:
    """The turns of a game with what stood before them."""
    table = _Table(match, game)
    last: Player = 1
    move = 0
    for turn in game.turns:
        move += turn.player == 0 or last == 1 or move == 0
        last = turn.player
        yield table.moment(turn, move)
        table.hear(turn)


class _Table:
    """Board and cube of a game."""

    def __init__(self, match: MatMatch, game: MatGame) -> None:
        self._match, self._game = match, game
        self._board = Board.start()
        self._cube = 1
        self._owner: Player | None = None
        self._offered: Turn | None = None
        self._is_first = True
        self._is_crawford = is_crawford(match, game)

    def moment(self, turn: Turn, move: int) -> Moment:
        on_roll = turn.player
        if turn.action in ("take", "drop", "beaver", "raccoon"):
            on_roll = other(turn.player)
        return Moment(
            game=self._game.number,
            move=move,
            turn=turn,
            board=self._board,
            state=self._state(on_roll),
            is_first=self._is_first,
            after=self._after(turn),
        )

    def hear(self, turn: Turn) -> None:
        if turn.action in RAISES:
            self._offered = turn
        elif turn.action == "take" and self._offered is not None:
            self._turn_cube(self._offered, turn.player)
        elif turn.is_roll:
            if self._offered is not None:  # a beaver that was taken in silence
                self._turn_cube(self._offered, turn.player)
            self._board = self._after(turn) or self._board
            self._is_first = False

    def _turn_cube(self, offered: Turn, owner: Player) -> None:
        self._cube, self._owner, self._offered = offered.cube or 1, owner, None

    def _after(self, turn: Turn) -> Board | None:
        if turn.dice is None or turn.play is None:
            return None
        return position_after(self._board, turn.dice, turn.play)

    def _state(self, on_roll: Player) -> MatchState:
        return MatchState(
            length=self._match.length,
            scores=self._game.scores,
            crawford=self._is_crawford,
            cube=self._cube,
            owner=self._owner,
            on_roll=on_roll,
            turn=on_roll,
        )


def is_crawford(match: MatMatch, game: MatGame) -> bool:
    """Whether it is the game without a cube: the first in which a player needs a single point.

    Where a record begins with such a score, it is that unless somebody doubles in it.
    """
    firsts = (each for each in match.games if match.length - 1 in each.scores)
    doubled = any(turn.action == "double" for turn in game.turns)
    return match.length > 1 and next(firsts, None) is game and not doubled


def _legal_plays() -> Callable[[Turn], Turn | None]:
    """What hears the turns of a game and refuses plays against the rules."""
    board = Board.start()

    def hear(turn: Turn) -> None:
        nonlocal board
        if turn.dice is None or turn.play is None:
            return
        if points_won(board):
            raise BadInput("the game goes on after the last checker was borne off")
        board = position_after(board, turn.dice, turn.play)

    return hear
