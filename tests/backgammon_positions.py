"""Positions of backgammon for tests: those of random games, and boards given by their points."""

from collections.abc import Iterator, Mapping

import plywise as pw
from plywise import _kernel
from position_ids import PLACES, position_id

BACKGAMMON = pw.game("backgammon")
START = "4HPwATDgc/ABMA"


def random_game(number: int, *, seed: int = 20) -> Iterator[_kernel.Position]:
    """All positions of a game in which dice and plays are drawn by lot, the last one included."""
    position = _kernel.Position.start("backgammon")
    draws = iter(_kernel.random_u64(seed, number, 4_000))
    yield position
    while moves := position.moves:
        position = position.after(moves[next(draws) % len(moves)])
        yield position


def decisions(count: int, *, seed: int = 20, every: int = 1) -> list[_kernel.Position]:
    """So many positions of random games in which a player has rolled, every so-manieth of them."""
    found: list[_kernel.Position] = []
    number = 0
    while len(found) < every * count:
        found += [p for p in random_game(number, seed=seed) if p.turn != "chance" and p.moves]
        number += 1
    return found[: every * count : every]


def rolls(count: int, *, seed: int = 20, every: int = 1) -> list[_kernel.Position]:
    """So many positions of random games in which dice are due, every so-manieth of them."""
    found: list[_kernel.Position] = []
    number = 0
    while len(found) < every * count:
        games = random_game(number, seed=seed)
        found += [p for p in games if p.turn == "chance" and p.moves and "opening" not in str(p)]
        number += 1
    return found[: every * count : every]


def board(own: Mapping[int, int], other: Mapping[int, int]) -> str:
    """The position ID of the checkers on each side's points, the bar being 25; others are off."""
    rows = ([side.get(place, 0) for place in range(1, PLACES + 1)] for side in (own, other))
    return position_id(*rows)
