"""What happens in a game of a record, turn by turn, and what may follow what."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, get_args

from plywise.checks import shown
from plywise.errors import BadInput
from plywise.play.backgammon.numbers import Player, check_cube, check_dice, check_player, other
from plywise.play.backgammon.steps import check_play

Action = Literal["double", "beaver", "raccoon", "take", "drop"]
ACTIONS: tuple[Action, ...] = get_args(Action)
RAISES: tuple[Action, ...] = ("double", "beaver", "raccoon")
"""The actions that turn the cube, each an answer to the one before it."""


@dataclass(frozen=True, kw_only=True)
class Turn:
    """What a player did at his turn: he rolled and played, or he did something to the cube.

    >>> Turn(player=0, dice=(3, 1), play="8/5 6/5").is_roll
    True
    >>> Turn(player=1, action="double", cube=2)
    Turn(player=1, dice=None, play=None, action='double', cube=2)
    """

    player: Player
    """0 is the player of the first column."""
    dice: tuple[int, int] | None = None
    """The larger first."""
    play: str | None = None
    """Steps with spaces between; empty if nothing could be moved, None if the roll was not played.

    Each step of a checker is told, as `24/18* 18/13` or `8/5 8/5`, unless whoever wrote the record
    left out where the checker stopped.
    """
    action: Action | None = None
    cube: int | None = None
    """What the cube shows then, where it was turned."""

    def __post_init__(self) -> None:
        check_player("player", self.player)
        if (self.dice is None) == (self.action is None):
            raise BadInput(f"{self} is no turn; give either dice or an action")
        if self.dice is not None:
            check_dice(self.dice)
        elif self.action not in ACTIONS:
            raise BadInput(f"action={shown(self.action)}; give one of {', '.join(ACTIONS)}")
        if self.play is not None:
            if self.dice is None:
                raise BadInput(f"{self} is no turn; a play needs dice")
            check_play(self.play, self.dice)
        if self.action in RAISES:
            check_cube("cube", self.cube, least=2)
        elif self.cube is not None:
            raise BadInput(f"{self} is no turn; the cube is told where it is turned")

    @property
    def is_roll(self) -> bool:
        """Whether dice were rolled."""
        return self.dice is not None


class Order:
    """Whose turn it is in a game, and how the cube stands; a turn that cannot follow is BadInput.

    Where the checkers stand is not known here.

    >>> order = Order()
    >>> order.hear(Turn(player=1, dice=(3, 1), play="8/5 6/5"))
    >>> order.hear(Turn(player=1, dice=(6, 1), play="13/7 8/7"))
    Traceback (most recent call last):
    ...
    plywise.BadInput: player 1 moves twice in a row; his opponent is to move
    """

    def __init__(self, turns: Iterable[Turn] = ()) -> None:
        self.cube = 1
        self._to_move: Player | None = None
        """None as long as either may begin."""
        self._owner: Player | None = None
        """None as long as the cube is in the middle."""
        self._offer: Turn | None = None
        """The last double, beaver or raccoon, as long as it is not answered."""
        self.winner: Player | None = None
        """Who won because the other dropped; he wins `cube` points."""
        for turn in turns:
            self.hear(turn)

    def next_action(self) -> Action:
        """What turning the cube would be called now."""
        return "double" if self._offer is None else _following(self._offer)

    def next_cube(self) -> int:
        """What the cube would show if it were turned now."""
        return 2 * (self.cube if self._offer is None else self._offer.cube or 1)

    def hear(self, turn: Turn) -> None:
        """Take note of the next turn."""
        if self.winner is not None:
            raise BadInput("the game goes on after a double was dropped")
        if turn.is_roll:
            self._hear_roll(turn)
        elif turn.cube is not None:
            self._hear_raise(turn, turn.cube)
        else:
            self._hear_answer(turn)

    def _hear_roll(self, turn: Turn) -> None:
        if self._offer is not None:
            if self._offer.action == "double":
                raise BadInput(
                    "the double before it was not answered; 'Takes' or 'Drops' is missing"
                )
            self._take(self._offer)  # Jellyfish says nothing where a beaver is taken
        self._refuse_twice(turn)
        self._to_move = other(turn.player)

    def _hear_raise(self, turn: Turn, cube: int) -> None:
        if turn.action != self.next_action():
            raise BadInput(f"a {turn.action} cannot follow here; a {self.next_action()} could")
        if cube != self.next_cube():
            raise BadInput(f"the cube goes to {cube}; {self.next_cube()} is next")
        if self._offer is None:
            self._refuse_twice(turn)
            if self._owner not in (None, turn.player):
                raise BadInput(f"player {turn.player} doubles, but the cube is his opponent's")
            self._to_move = turn.player  # who rolls when all is said
        elif self._offer.player == turn.player:
            raise BadInput(f"player {turn.player} answers himself; his opponent is to answer")
        self._offer = turn

    def _hear_answer(self, turn: Turn) -> None:
        offer = self._offer
        if offer is None or offer.player == turn.player:
            raise BadInput(f"a {turn.action} without a double of the opponent before it")
        if turn.action == "take":
            self._take(offer)
        else:
            self.winner = offer.player
            self.cube = (offer.cube or 2) // 2

    def _take(self, offer: Turn) -> None:
        """Whoever answered the double owns the cube, beavers and raccoons or not."""
        self.cube, self._offer = offer.cube or 1, None
        self._owner = None if self._to_move is None else other(self._to_move)

    def _refuse_twice(self, turn: Turn) -> None:
        if self._to_move not in (None, turn.player):
            raise BadInput(f"player {turn.player} moves twice in a row; his opponent is to move")


def _following(offer: Turn) -> Action:
    return "beaver" if offer.action == "double" else "raccoon"
