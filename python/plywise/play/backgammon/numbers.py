"""Players, dice and cubes as users give them, checked: a wrong one is a `BadSetting`."""

from typing import Any, Literal

from plywise.checks import is_whole, shown
from plywise.errors import BadSetting

Player = Literal[0, 1]
DIE = 6
HIGHEST_CUBE = 1 << 15


def other(player: Player) -> Player:
    """Who plays against `player`.

    >>> other(0), other(1)
    (1, 0)
    """
    return 0 if player else 1


def check_player(name: str, value: Any) -> None:
    """BadSetting unless it is 0 or 1.

    >>> check_player("winner", 2)
    Traceback (most recent call last):
    ...
    plywise.BadSetting: winner=2; players are 0 and 1
    """
    if not is_whole(value) or value not in (0, 1):
        raise BadSetting(f"{name}={shown(value)}; players are 0 and 1")


def check_dice(value: Any) -> None:
    """BadSetting unless it is a roll.

    >>> check_dice((7, 1))
    Traceback (most recent call last):
    ...
    plywise.BadSetting: dice=(7, 1); give two numbers from 1 to 6, the larger first
    """
    is_pair = isinstance(value, tuple) and len(value) == 2
    is_roll = is_pair and all(is_whole(die) and 1 <= die <= DIE for die in value)
    if not is_roll or value[0] < value[1]:
        raise BadSetting(f"dice={shown(value)}; give two numbers from 1 to {DIE}, the larger first")


def check_cube(name: str, value: Any, *, least: int = 1) -> None:
    """BadSetting unless a cube can show it.

    >>> check_cube("cube", 3)
    Traceback (most recent call last):
    ...
    plywise.BadSetting: cube=3; give 1, 2, 4 … up to 32768
    """
    if not is_whole(value) or not least <= value <= HIGHEST_CUBE or int(value) & (int(value) - 1):
        few = ", ".join(str(least << power) for power in range(3))
        raise BadSetting(f"{name}={shown(value)}; give {few} … up to {HIGHEST_CUBE}")


def check_pair(name: str, value: Any, *, least: int, most: int, where: str = "") -> None:
    """BadSetting unless it is a whole number in a range for each player.

    >>> check_pair("scores", (3, 9), least=0, most=7, where=" in a match of 7 points")
    Traceback (most recent call last):
    ...
    plywise.BadSetting: scores=(3, 9) in a match of 7 points; give two whole numbers from 0 to 7
    """
    is_pair = isinstance(value, tuple) and len(value) == 2
    if not is_pair or not all(is_whole(each) and least <= each <= most for each in value):
        raise BadSetting(
            f"{name}={shown(value)}{where}; give two whole numbers from {least} to {most}"
        )
