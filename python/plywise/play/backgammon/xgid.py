"""Positions as XGID, the text by which eXtreme Gammon and most players' forums give them.

Ten fields with colons between: the board as 26 letters, the cube's value (as a power of two), its
owner, who is to move, the dice, the scores of the player below and of the one on top, the rules,
the length of the match and the highest cube. The help of eXtreme Gammon describes them.
"""

import re
from collections.abc import Mapping

from plywise.checks import shown
from plywise.errors import BadInput, BadPosition
from plywise.play.backgammon.board import CHECKERS, POINTS, Board
from plywise.play.backgammon.match_id import MatchState
from plywise.play.backgammon.numbers import HIGHEST_CUBE, Player, other

START = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"
HINT = f"an XGID has ten fields with colons between them, the start is '{START}'"
PREFIX = "XGID="
FIELDS = (
    "position", "cube", "owner", "turn", "dice", "score below", "score on top", "rules", "length",
    "cube limit",
)  # fmt: skip
EMPTY = "-"
TOP: Player = 0
"""Whose checkers are small letters."""
BELOW: Player = 1
"""Whose checkers are capitals, and who counts the points."""
BEAVERED = ("B", "R")
"""Dice of a position in which a beaver or a raccoon is to be answered."""
NUMBER = re.compile("-?[0-9]{1,5}")


def read_xgid(text: str) -> tuple[Board, MatchState]:
    """The position of an XGID, seen by the player on roll, and how the match stands.

    >>> board, state = read_xgid("XGID=-b----E-C---eE---c-e----B-:1:-1:1:63:5:3:0:7:10")
    >>> board.position_id, state.cube, state.owner, state.dice, state.scores
    ('4HPwATDgc/ABMA', 2, 0, (6, 3), (3, 5))
    >>> read_xgid("XGID=-b----E-C---eE---c-e----B-:1:-1:1:73:5:3:0:7:10")
    Traceback (most recent call last):
    ...
    plywise.BadInput: ... dice '73' are none; write 00 before the roll, D after a double, or as 63
    """
    if not isinstance(text, str):
        raise BadInput(f"{shown(text)} is no XGID; {HINT}")
    fields = text.strip().removeprefix(PREFIX).split(":")
    if len(fields) != len(FIELDS):
        raise BadInput(f"{shown(text)} is no XGID: it has {len(fields)} fields; {HINT}")
    told = dict(zip(FIELDS, fields, strict=True))
    try:
        state = _read_state(told)
        board = read_letters(told["position"])
    except BadInput as why:
        raise type(why)(f"XGID {shown(text)}: {why}") from None
    return (board if state.on_roll == BELOW else board.swapped()), state


def xgid(board: Board, state: MatchState | None = None) -> str:
    """The XGID of a position, seen by the player on roll; without a state one for money.

    Jacoby's rule says nothing in a match, and is left out there.

    >>> xgid(Board.start()) == START
    True
    >>> xgid(Board.start(), MatchState(length=7, scores=(3, 5), dice=(6, 3), cube=2, owner=0))
    'XGID=-b----E-C---eE---c-e----B-:1:-1:1:63:5:3:0:7:10'
    """
    state = state or MatchState()
    if state.state != "playing" or state.resigned:
        word = "a resignation offered" if state.resigned else f"state={state.state!r}"
        raise BadInput(f"XGID cannot tell {word}; it knows games that are being played")
    rules = state.crawford if state.length else state.jacoby + 2 * state.beavers
    dice = "D" if state.doubled else "".join(map(str, state.dice or (0, 0)))
    numbers = (
        *(_power(state.cube), 0 if state.owner is None else _sign(state.owner)),
        *(_sign(state.on_roll), dice, state.scores[BELOW], state.scores[TOP], int(rules)),
        *(state.length, _power(state.cube_limit)),
    )
    seen = board if state.on_roll == BELOW else board.swapped()
    return PREFIX + ":".join([letters(seen), *map(str, numbers)])


def letters(board: Board) -> str:
    """The 26 letters of a position in which the player below is on roll.

    >>> letters(Board.start())
    '-b----E-C---eE---c-e----B-'
    """
    points = [
        _letter(board.own[point - 1]) if board.own[point - 1]
        else _letter(board.other[POINTS - point]).lower()
        for point in range(1, POINTS + 1)
    ]  # fmt: skip
    return "".join([_letter(board.other[POINTS]).lower(), *points, _letter(board.own[POINTS])])


def read_letters(text: str) -> Board:
    """The position of 26 letters, seen by the player below.

    >>> read_letters("-b----E-C---eE---c-e----B-") == Board.start()
    True
    """
    if len(text) != POINTS + 2:
        raise BadPosition(
            f"the position {shown(text)} has {len(text)} letters; it has {POINTS + 2}: the bar of "
            "the player on top, points 1 to 24 and the bar of the player below"
        )
    own, others = [0] * (POINTS + 1), [0] * (POINTS + 1)
    for place, letter in enumerate(text):
        count = _count(letter)
        if letter.isupper() and place > 0:
            own[place - 1] = count
        elif letter.islower() and place <= POINTS:
            others[POINTS - place] = count
        elif letter != EMPTY:
            raise BadPosition(
                f"{letter!r} stands on the other side's bar; the first letter is small, the last "
                "one a capital"
            )
    return Board(tuple(own), tuple(others))


def _letter(count: int) -> str:
    return chr(ord("A") + count - 1) if count else EMPTY


def _count(letter: str) -> int:
    if letter == EMPTY:
        return 0
    count = ord(letter.upper()) - ord("A") + 1 if letter.isascii() else 0
    if not 1 <= count <= CHECKERS:
        raise BadPosition(
            f"{letter!r} is no number of checkers; write A to O for one to fifteen of the player "
            f"below, a to o for the one on top, {EMPTY} for none"
        )
    return count


def _read_state(told: Mapping[str, str]) -> MatchState:
    length, on_roll = _number(told, "length"), _side(told, "turn")
    owner = None if _number(told, "owner", -1, 1) == 0 else _side(told, "owner")
    rules = _number(told, "rules", 0, 1 if length else 3)
    is_doubled = told["dice"] == "D"
    return MatchState(
        length=length,
        scores=(_number(told, "score on top"), _number(told, "score below")),
        crawford=bool(length and rules),
        jacoby=not length and rules in (1, 3),
        beavers=not length and rules in (2, 3),
        cube=1 << _number(told, "cube", 0, _power(HIGHEST_CUBE)),
        cube_limit=1 << _number(told, "cube limit", 0, _power(HIGHEST_CUBE)),
        owner=owner,
        on_roll=on_roll,
        turn=other(on_roll) if is_doubled else on_roll,
        doubled=is_doubled,
        dice=None if is_doubled else _dice(told["dice"]),
    )


def _dice(text: str) -> tuple[int, int] | None:
    if text in BEAVERED:
        raise BadInput(f"dice {text!r}: positions after a beaver are not known here")
    if text == "00":
        return None
    if not re.fullmatch("[1-6]{2}", text):
        raise BadInput(
            f"dice {text!r} are none; write 00 before the roll, D after a double, or as 63"
        )
    larger, smaller = sorted(map(int, text), reverse=True)
    return larger, smaller


def _side(told: Mapping[str, str], name: str) -> Player:
    number = _number(told, name, -1, 1)
    if number == 0:
        raise BadInput(f"{name} 0; write 1 for the player below, -1 for the one on top")
    return BELOW if number == 1 else TOP


def _number(told: Mapping[str, str], name: str, least: int = 0, most: int = 32767) -> int:
    text = told[name].removeprefix("+")
    if not NUMBER.fullmatch(text) or not least <= int(text) <= most:
        raise BadInput(f"{name} {told[name]!r}; write a whole number from {least} to {most}")
    return int(text)


def _sign(player: Player) -> int:
    return 1 if player == BELOW else -1


def _power(cube: int) -> int:
    return cube.bit_length() - 1
