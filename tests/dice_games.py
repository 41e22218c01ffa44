"""Positions of the race by dice, as the kernel and as Python write them, and plain expectimax."""

import math
import random
from typing import Any

import plywise as pw
from plywise.games.dice_race import DIE, DiceRace

RULES = DiceRace()
LOW, HIGH = -2.0, 2.0
Leaves = list[tuple[float, Any]]


def text_of(state: Any) -> str:
    """The position as the kernel writes it."""
    (a, b), (c, d), roller, die = state
    return f"{a}{b} {c}{d} {roller}" + (f" {die}" if die else "")


def states(count: int, seed: int) -> list[Any]:
    """States that random play comes to, ended ones too."""
    draw, found = random.Random(seed), []
    while len(found) < count:
        state = RULES.start()
        found.append(state)
        while RULES.outcome(state) is None:
            rolls = [roll for roll, _ in DIE]
            moves = rolls if RULES.turn(state) == "chance" else RULES.moves(state)
            state = RULES.after(state, draw.choice(moves))
            found.append(state)
    return draw.sample(found, count)


def counts(state: Any) -> list[int]:
    """Steps, home, roll and apart: the first player's minus the second's."""
    (a, b), (c, d), roller, _ = state
    return [
        a + b - c - d,
        (b == 0) - (d == 0),
        1 if roller == "first" else -1,
        (a - b) - (c - d),
    ]


def plain(state: Any, weights: list[float], depth: int, steepness: float) -> tuple[float, Leaves]:
    """Expectimax by its definition: the first player's points, and the leaves they come from."""
    if (outcome := RULES.outcome(state)) is not None:
        return outcome, [(1.0, state)]
    if depth == 0:
        value = sum(w * c for w, c in zip(weights, counts(state), strict=True))
        share = 1.0 / (1.0 + math.exp(-steepness * value))
        points = LOW + (HIGH - LOW) * share if steepness else value
        return points, [(1.0, state)]
    if RULES.turn(state) == "chance":
        mean, leaves = 0.0, []
        for roll, chance in DIE:
            points, below = plain(RULES.after(state, roll), weights, depth, steepness)
            mean += chance * points
            leaves += [(chance * p, leaf) for p, leaf in below]
        return mean, leaves
    below = [
        plain(RULES.after(state, move), weights, depth - 1, steepness)
        for move in RULES.moves(state)
    ]
    best = max if state[2] == "first" else min
    return best(below, key=lambda found: found[0])


def evaluations(weights: list[float]) -> tuple[pw.Linear, pw.Linear]:
    """The kernel's evaluation, and the same of the game in Python."""
    return (
        pw.Linear(pw.game("dice-race").features("race"), weights),
        pw.Linear(pw.game(DiceRace).features("own"), weights),
    )
