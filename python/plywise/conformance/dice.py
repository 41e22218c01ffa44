"""What must be true of games with dice or points. Each function is a rule, named after it."""

from __future__ import annotations

import math
from collections.abc import Iterator

from plywise.conformance.place import Place, Rule
from plywise.games.dice import throw
from plywise.games.points import needs_expectimax, other_s
from plywise.searching.expectimax import Expectimax
from plywise.searching.reference.expectimax import expectimax
from plywise.searching.search import search

SEEDS = 3
PLAYERS = ("first", "second")
TOLERANCE = 1e-9
"""Sums of probabilities may miss 1 by roundings, and expectations each other."""
DEEP = 2


def chances_sum_to_1(at: Place) -> Iterator[str]:
    """Every roll has a probability above 0, and all together are certain."""
    chances = at.position.chances
    if at.position.turn != "chance" or at.position.outcome is not None:
        if chances:
            yield f"{at} has chances, but it is not the dice's turn"
        return
    sum_ = math.fsum(chance for _, chance in chances)
    if abs(sum_ - 1.0) > TOLERANCE or not all(chance > 0.0 for _, chance in chances):
        yield f"the probabilities of {chances} of {at} sum to {sum_!r}, not to 1"


def rolls_are_moves(at: Place) -> Iterator[str]:
    """Where dice are due, the rolls are the moves; and a player is about to roll."""
    if at.position.turn != "chance":
        return
    if [roll for roll, _ in at.position.chances] != at.position.moves:
        yield f"{at} has the rolls {at.position.chances}, but the moves {at.position.moves}"
    if at.position.roller not in PLAYERS:
        yield f"{at.position.roller!r} is about to roll in {at}; a roller is 'first' or 'second'"


def the_same_seed_throws_the_same_dice(at: Place) -> Iterator[str]:
    """Dice have no hidden chance, and come only from what the position lists."""
    if at.position.turn != "chance" or at.position.outcome is not None:
        return
    for seed in range(SEEDS):
        one, two = (throw(p.kernel, seed=seed, number=1, ply=4) for p in (at.position, at.again))
        if one != two or one not in at.position.moves:
            yield f"the dice of seed {seed} show {one!r} in {at}, and then {two!r}"


def expectimax_finds_the_value_of_plain_recursion(at: Place) -> Iterator[str]:
    """The kernel's expectimax and the one in Python agree."""
    if not needs_expectimax(at.game.name) or at.position.outcome is not None:
        return
    root, outcomes = at.again, at.game.facts.outcomes
    # Dice at the root make plain recursion 21 times as long, and are seen below a decision too.
    depth = DEEP if root.turn != "chance" else DEEP - 1
    for evaluation in at.memory.evaluations:
        found = search(root, evaluation, Expectimax(depth=depth), seed=1)
        again = search(root, evaluation, Expectimax(depth=depth), seed=1)
        plain = expectimax(root, evaluation, depth)
        seen = other_s(plain, outcomes) if root.roller == "second" else plain
        if abs(found.value - seen) > TOLERANCE or found.move != again.move:
            yield (
                f"{depth} plies from {at} are worth {found.value} ({found.move}) by expectimax, "
                f"and {seen} by plain recursion"
            )


DICE: tuple[Rule, ...] = (chances_sum_to_1, rolls_are_moves, the_same_seed_throws_the_same_dice)
"""The rules that are held against every position."""
