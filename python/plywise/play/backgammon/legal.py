"""The rules for plays that people write: which position a play leads to."""

from functools import cache

from plywise.errors import IllegalMove
from plywise.games.game import Game, game
from plywise.play.backgammon.asked import Dice
from plywise.play.backgammon.board import Board
from plywise.play.backgammon.steps import read_play

NO_MOVE = "no move"
"""What stands for a play of nothing."""
PASS = "pass"  # noqa: S105 - a move, no secret
FEW = 5
"""Legal plays that a message shows."""


def position_after(board: Board, dice: Dice, play: str) -> Board:
    """The position after a play, as the other player sees it who is on roll then.

    >>> position_after(Board.start(), (3, 1), "8/5 6/5").other[4]
    2
    >>> position_after(Board.start(), (3, 1), "8/3")
    Traceback (most recent call last):
    ...
    plywise.IllegalMove: '8/3' is not legal with 31 in 4HPwATDgc/ABMA; legal: ...
    """
    text = play.strip()
    is_nothing = text.lower() in ("", NO_MOVE, PASS)
    rolled = _rules().position(f"{board.position_id} first {dice[0]}{dice[1]}")
    try:
        moved = rolled.after(PASS if is_nothing else ",".join(read_play(text).split()))
    except IllegalMove:
        raise IllegalMove(_refusal(board, dice, text, rolled.moves)) from None
    return Board.from_id(str(moved).split()[0])


def legal_plays(board: Board, dice: Dice) -> list[str]:
    """All plays of a roll, as players write them.

    >>> len(legal_plays(Board.start(), (3, 1)))
    16
    """
    moves = _rules().position(f"{board.position_id} first {dice[0]}{dice[1]}").moves
    return [NO_MOVE if move == PASS else move.replace(",", " ") for move in moves]


def points_won(board: Board) -> int:
    """What the player has won who has just moved, with the other on roll: 0 if the game goes on.

    >>> points_won(Board.start())
    0
    """
    if any(board.other):
        return 0
    if board.off:
        return 1
    return 3 if any(board.own[18:]) else 2


def _refusal(board: Board, dice: Dice, text: str, moves: list[str]) -> str:
    if moves == [PASS]:
        return f"{text!r} with {dice[0]}{dice[1]}: nothing can be moved in {board.position_id}"
    some = ", ".join(repr(move.replace(",", " ")) for move in moves[:FEW])
    more = f" and {len(moves) - FEW} more" if len(moves) > FEW else ""
    said = f"{text!r} is" if text else "to move nothing is"
    return f"{said} not legal with {dice[0]}{dice[1]} in {board.position_id}; legal: {some}{more}"


@cache
def _rules() -> Game:
    return game("backgammon")
