"""Positions as players give them: whatever program they were copied from."""

from dataclasses import dataclass, replace

from plywise.checks import is_whole, shown
from plywise.errors import BadInput, BadPosition
from plywise.play.backgammon.board import ID_LENGTH, Board
from plywise.play.backgammon.match_id import ID_LENGTH as MATCH_ID_LENGTH
from plywise.play.backgammon.match_id import MatchState
from plywise.play.backgammon.numbers import DIE, check_dice
from plywise.play.backgammon.xgid import PREFIX, read_xgid

Dice = tuple[int, int]
START = "start"
ROLLERS = ("first", "second", "opening")
"""Who may be about to roll in the text of a position."""
HINT = (
    "give gnubg's position ID, as '4HPwATDgc/ABMA', with a match ID behind a colon or without one, "
    "an XGID, or 'start'"
)


@dataclass(frozen=True, kw_only=True)
class Asked:
    """A position that somebody asks about."""

    board: Board
    """As the player on roll sees it."""
    dice: Dice | None = None
    """The larger first; None before the roll."""
    state: MatchState | None = None
    """Score and cube, where the text tells them."""

    def rolled(self, dice: Dice | None) -> "Asked":
        """The same with this roll; BadInput if another was thrown already."""
        if dice is None:
            return self
        larger_first = _ordered(dice)
        if larger_first == self.dice:
            return self
        if self.dice is not None:
            raise BadInput(
                f"dice {_text(larger_first)}, but {_text(self.dice)} are thrown in this position; "
                "leave one of them out"
            )
        return replace(self, dice=larger_first)


def read_asked(text: str) -> Asked:
    """The position that a text means.

    >>> read_asked("4HPwATDgc/ABMA:cAngADAAKAAE").state.scores
    (3, 5)
    >>> read_asked("4HPwATDgc/ABMA first 31").dice
    (3, 1)
    >>> read_asked("4HPwATDgc/ABM").board
    Traceback (most recent call last):
    ...
    plywise.BadPosition: '4HPwATDgc/ABM' is no position ID: it has 13 characters; ...
    """
    if not isinstance(text, str):
        raise BadPosition(f"{shown(text)} is no position; {HINT}")
    words = text.split()
    if text.strip() == START:
        return Asked(board=Board.start())
    if text.strip().startswith(PREFIX):
        board, state = read_xgid(text)
        return _unfinished(text, Asked(board=board, dice=state.dice, state=state))
    if len(words) == 1 and ":" in text:
        return _unfinished(text, _with_match_id(words[0]))
    if not 1 <= len(words) <= 3:
        raise BadPosition(f"{shown(text)} is no position; {HINT}")
    return _unfinished(text, _with_words(words))


def read_dice(text: str) -> Dice:
    """A roll, the larger die first.

    >>> read_dice("13")
    (3, 1)
    >>> read_dice("71")
    Traceback (most recent call last):
    ...
    plywise.BadInput: '71' is no roll; write two dice from 1 to 6, as 31
    """
    faces = [int(sign) for sign in text if sign.isascii() and sign.isdigit()]
    rest = "".join(sign for sign in text if not sign.isdigit()).strip()
    if len(faces) != 2 or rest not in ("", "-", ",") or not all(1 <= f <= DIE for f in faces):
        raise BadInput(f"{shown(text)} is no roll; write two dice from 1 to {DIE}, as 31")
    return max(faces), min(faces)


def _with_match_id(text: str) -> Asked:
    position, _, match = text.partition(":")
    if len(position) == MATCH_ID_LENGTH and len(match) == ID_LENGTH:
        raise BadPosition(f"{text!r}: the position ID comes first, then the match ID")
    state = MatchState.from_id(match)
    return Asked(board=Board.from_id(position), dice=state.dice, state=state)


def _with_words(words: list[str]) -> Asked:
    """An ID, who rolls, and the roll if it is thrown: the text of a position of ours."""
    board, rest = Board.from_id(words[0]), words[1:]
    if rest and rest[0] in ROLLERS:
        rest = rest[1:]
    if len(rest) > 1:
        raise BadPosition(f"{shown(' '.join(words))} is no position; {HINT}")
    return Asked(board=board, dice=read_dice(rest[0]) if rest else None)


def _unfinished(text: str, asked: Asked) -> Asked:
    if not any(asked.board.own) or not any(asked.board.other):
        raise BadPosition(
            f"{shown(text)}: a side has all its checkers off; the game is over, and nobody rolls"
        )
    return asked


def _ordered(dice: Dice) -> Dice:
    """A roll with the larger die first; BadSetting for what is none."""
    is_pair = isinstance(dice, tuple | list) and len(dice) == 2 and all(map(is_whole, dice))
    ordered = (max(dice), min(dice)) if is_pair else dice
    check_dice(ordered)
    return ordered


def _text(dice: Dice) -> str:
    return f"{dice[0]}{dice[1]}"
