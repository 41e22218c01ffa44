"""Dice of a game: drawn from a seed, or typed in by who throws them."""

from collections.abc import Callable
from typing import Protocol

from plywise import _kernel
from plywise.errors import BadInput
from plywise.games.position import Position
from plywise.play.backgammon.asked import Dice, read_dice
from plywise.play.backgammon.numbers import DIE

Ask = Callable[[str], str]
"""Shows a question and gives what is answered; EOFError where nobody answers any more."""


class Thrower(Protocol):
    """Where rolls come from."""

    def opening(self) -> tuple[int, int]:
        """The dice that decide who begins: the user's, then the computer's. They differ."""

    def roll(self, number: int, who: str) -> Dice:
        """Roll `number` of the game, which is `who`'s."""


class SeededDice:
    """Dice of a seed: roll n is the same whatever was played before it.

    >>> SeededDice(1).roll(4, "you") == SeededDice(1).roll(4, "computer")
    True
    """

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def opening(self) -> tuple[int, int]:
        """The first faces of the seed that differ."""
        count = 2
        while True:
            drawn = _kernel.random_u64(self._seed, 0, count)
            faces = [_face(word) for word in drawn[-2:]]
            if faces[0] != faces[1]:
                return faces[0], faces[1]
            count += 2

    def roll(self, number: int, who: str) -> Dice:
        """Roll `number` of the seed."""
        del who
        faces = [_face(word) for word in _kernel.random_u64(self._seed, number + 1, 2)]
        return max(faces), min(faces)


class TypedDice:
    """Dice that lie on somebody's table."""

    def __init__(self, ask: Ask, tell: Callable[[str], None]) -> None:
        self._ask, self._tell = ask, tell
        self._known: dict[int, Dice] = {}

    def opening(self) -> tuple[int, int]:
        """What was thrown for the first move."""
        while True:
            answer = self._ask("first roll, your die and then mine (as 52): ")
            try:
                read_dice(answer)
            except BadInput as error:
                self._tell(str(error))
                continue
            yours, mine = (int(sign) for sign in answer if sign.isdigit())
            if yours != mine:
                return yours, mine
            self._tell("equal dice decide nothing; throw again")

    def roll(self, number: int, who: str) -> Dice:
        """What was thrown; once it is told, a move taken back does not change it."""
        while number not in self._known:
            try:
                self._known[number] = read_dice(self._ask(f"{who} roll (as 31): "))
            except BadInput as error:
                self._tell(str(error))
        return self._known[number]


def dice_of(position: Position) -> list[int]:
    """The dice that were rolled, the larger first; none where they are due or the game is over.

    >>> import plywise as pw
    >>> dice_of(pw.game("backgammon").start().after("31"))
    [3, 1]
    """
    last = str(position).split()[-1]
    return [int(face) for face in last] if last.isdigit() else []


def _face(word: int) -> int:
    return (word * DIE >> 64) + 1
