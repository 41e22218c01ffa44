"""Score, cube and dice of a match, and the ID by which GNU Backgammon knows them.

The gnubg manual describes the ID under "A technical description of the match ID"; the bit for
Jacoby's rule came later, and is in its file matchid.c alone.
"""

from dataclasses import dataclass, replace
from typing import Literal, get_args

from plywise.checks import kind, shown, whole
from plywise.errors import BadInput, BadSetting
from plywise.play.backgammon.base64_bits import BitsWrong, bits_of, text_of
from plywise.play.backgammon.numbers import (
    Player,
    check_cube,
    check_dice,
    check_pair,
    check_player,
    other,
)

GameState = Literal["none", "playing", "over", "resigned", "dropped"]
GAME_STATES: tuple[GameState, ...] = get_args(GameState)
LAYOUT = (
    ("cube", 4), ("owner", 2), ("on_roll", 1), ("crawford", 1), ("state", 3), ("turn", 1),
    ("doubled", 1), ("resigned", 2), ("first_die", 3), ("second_die", 3), ("length", 15),
    ("first_score", 15), ("second_score", 15), ("no_jacoby", 1),
)  # fmt: skip
"""The numbers in an ID and their bits, the lowest first."""
ID_BYTES = 9
ID_LENGTH = 12
"""Characters of a match ID."""
CENTRED = 3
"""The owner of a cube that nobody owns, in an ID."""
LONGEST = (1 << 15) - 1
"""Points of the longest match and the highest score."""
ID_HINT = f"a match ID has {ID_LENGTH} characters A-Z a-z 0-9 + /, as 'cAngADAAKAAE'"


@dataclass(frozen=True, kw_only=True)
class MatchState:
    """How a match stands. Player 0 is the one whom gnubg shows on top, player 1 the one below.

    >>> state = MatchState.from_id("cAngADAAKAAE")
    >>> state.length, state.scores, state.cube, state.on_roll
    (7, (3, 5), 1, 1)
    >>> state.match_id
    'cAngADAAKAAE'
    """

    length: int = 0
    """Points that win the match; 0 is play for money."""
    scores: tuple[int, int] = (0, 0)
    """Of player 0 and player 1."""
    crawford: bool = False
    """Whether this is the game without a cube, the first after a player has come within a point."""
    cube: int = 1
    """What the cube shows; before an offer is answered, what it showed before."""
    owner: Player | None = None
    """Who may double; None is a cube in the middle."""
    on_roll: Player = 1
    """Who rolls, or has rolled, or has doubled instead."""
    turn: Player = 1
    """Who has to decide: the other player while a double or a resignation is offered."""
    dice: tuple[int, int] | None = None
    """The larger die first; None before the roll."""
    doubled: bool = False
    """Whether a double has been offered and not yet answered."""
    resigned: int = 0
    """What is offered by resigning: 1 a game, 2 a gammon, 3 a backgammon; 0 is nothing."""
    state: GameState = "playing"
    jacoby: bool = False
    """Whether gammons count only once the cube is turned (play for money)."""
    beavers: bool = False
    """Whether one may double back at once (play for money); XGID alone tells."""
    cube_limit: int = 1024
    """The highest value of the cube; XGID alone tells."""

    def __post_init__(self) -> None:
        _check_numbers(self)
        _check_score(self)
        if self.doubled and (self.turn == self.on_roll or self.dice is not None):
            raise BadSetting(
                "doubled=True; a double is offered before the roll, so dice=None, and answered by "
                f"the other player, so turn={1 - self.on_roll}"
            )

    @classmethod
    def from_id(cls, text: str) -> "MatchState":
        """The match that a gnubg match ID stands for.

        >>> MatchState.from_id("MIEFAAAAAAAA").dice
        (3, 1)
        >>> MatchState.from_id("MIEFAAAA")
        Traceback (most recent call last):
        ...
        plywise.BadInput: 'MIEFAAAA' is no match ID: it has 8 characters; a match ID has 12 ...
        """
        try:
            bits = bits_of(text, ID_LENGTH)
        except BitsWrong as why:
            raise BadInput(f"{shown(text)} is no match ID: {why}; {ID_HINT}") from None
        told = {}
        for name, width in LAYOUT:
            told[name] = bits & ((1 << width) - 1)
            bits >>= width
        if bits:
            raise BadInput(f"{text!r} is no match ID: bits are set that say nothing; {ID_HINT}")
        try:
            return _state(told)
        except BadInput as why:
            raise BadInput(f"match ID {text!r}: {why}") from None

    @property
    def match_id(self) -> str:
        """The ID by which gnubg knows the match: all but `beavers` and `cube_limit`."""
        first, second = self.dice or (0, 0)
        owner, state = _owner_bits(self.owner), GAME_STATES.index(self.state)
        numbers = (
            *(self.cube.bit_length() - 1, owner, self.on_roll, self.crawford, state, self.turn),
            *(self.doubled, self.resigned, first, second),
            *(self.length, *self.scores, not self.jacoby),
        )
        bits = place = 0
        for number, (_, width) in zip(numbers, LAYOUT, strict=True):
            bits |= number << place
            place += width
        return text_of(bits, ID_BYTES)

    @property
    def away(self) -> tuple[int, int]:
        """Points that the player on roll needs, and the other one.

        >>> MatchState(length=7, scores=(3, 5), on_roll=1).away
        (2, 4)
        """
        first, second = (self.length - score for score in self.scores)
        return (second, first) if self.on_roll else (first, second)

    def swapped(self) -> "MatchState":
        """The same match with the players' numbers exchanged.

        >>> MatchState(length=7, scores=(3, 5), on_roll=0, turn=0).swapped().scores
        (5, 3)
        """
        return replace(
            self,
            scores=(self.scores[1], self.scores[0]),
            owner=None if self.owner is None else other(self.owner),
            on_roll=other(self.on_roll),
            turn=other(self.turn),
        )


def _state(told: dict[str, int]) -> MatchState:
    owner, state, dice = told["owner"], told["state"], (told["first_die"], told["second_die"])
    if owner not in (0, 1, CENTRED):
        raise BadInput(f"the cube belongs to {owner}; give 0 or 1 for a player, {CENTRED} for none")
    if state >= len(GAME_STATES):
        raise BadInput(f"the game's state is {state}; it is 0 to {len(GAME_STATES) - 1}")
    return MatchState(
        length=told["length"],
        scores=(told["first_score"], told["second_score"]),
        crawford=bool(told["crawford"]),
        cube=1 << told["cube"],
        owner=None if owner == CENTRED else _player(owner),
        on_roll=_player(told["on_roll"]),
        turn=_player(told["turn"]),
        dice=None if dice == (0, 0) else (max(dice), min(dice)),
        doubled=bool(told["doubled"]),
        resigned=told["resigned"],
        state=GAME_STATES[state],
        jacoby=not told["no_jacoby"],
    )


def _player(bit: int) -> Player:
    return 1 if bit else 0


def _owner_bits(owner: Player | None) -> int:
    return CENTRED if owner is None else owner


def _check_numbers(state: MatchState) -> None:
    check_player("on_roll", state.on_roll)
    check_player("turn", state.turn)
    if state.owner is not None:
        check_player("owner", state.owner)
    check_cube("cube", state.cube)
    check_cube("cube_limit", state.cube_limit)
    if state.dice is not None:
        check_dice(state.dice)
    whole("resigned", state.resigned, most=3)
    if state.state not in GAME_STATES:
        raise BadSetting(f"state={shown(state.state)}; give one of {', '.join(GAME_STATES)}")
    for name in ("crawford", "doubled", "jacoby", "beavers"):
        kind(name, getattr(state, name), bool, "give True or False")


def _check_score(state: MatchState) -> None:
    length, scores = whole("length", state.length, most=LONGEST), state.scores
    where = f" in a match of {length} points" if length else " for money"
    check_pair("scores", scores, least=0, most=length or LONGEST, where=where)
    if state.crawford and (length == 0 or length - 1 not in scores):
        raise BadSetting(
            f"crawford=True at {scores[0]}-{scores[1]}{where}; Crawford's game is one in which a "
            "player needs a single point of a match"
        )
