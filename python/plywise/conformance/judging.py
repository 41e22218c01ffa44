"""What must be true of features and searches in any game. Each function is a rule."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from plywise.conformance.dice import expectimax_finds_the_value_of_plain_recursion
from plywise.conformance.place import Place, Rule
from plywise.evaluation.protocol import Evaluation
from plywise.games.points import needs_expectimax, other_s
from plywise.searching.reference import alpha_beta
from plywise.searching.search import search
from plywise.searching.settings import AlphaBeta

MOST_WEIGHTS = 6
"""Weights of a set that are moved to see what the value does."""
MOST_LEAVES = 1500
"""Leaves that the plain search in Python may have."""
DEEPEST = 3
QUIESCENCE = 2
"""Plies of quiescence: enough to show it, and few enough for weights that mean nothing."""


def values_are_weighted_counts(at: Place) -> Iterator[str]:
    """What a search adds up is what learning is told: a weight times a count, for each feature."""
    sign = 1 if at.position.roller == "first" else -1  # where dice are due, the roller's view
    for evaluation in at.memory.evaluations:
        counts = evaluation.gradient(at.position)
        value = evaluation.value(at.position)
        exact = sign * evaluation.scale * float(evaluation.weights @ counts)
        if abs(value - exact) > 1 + 0.5 * float(abs(counts).sum()):
            name = evaluation.features.name
            yield f"the value of {at} is {value}, but the counts of {name} give {exact:.0f}"


def the_gradient_is_that_of_the_value(at: Place) -> Iterator[str]:
    """A count says by how much the value changes with its weight."""
    for evaluation in at.memory.evaluations:
        told = evaluation.gradient(at.position)
        names = evaluation.names
        for i in at.chance.sample(range(len(names)), min(MOST_WEIGHTS, len(names))):
            seen = _slope(evaluation, i, at)
            if abs(seen - told[i]) > 1e-6 * max(1.0, abs(seen)):
                yield f"{names[i]} is counted {told[i]:g} in {at}, but the value follows {seen:g}"


def _slope(evaluation: Evaluation, i: int, at: Place) -> float:
    """The change of the value with one weight, by a finite difference."""
    weights = evaluation.weights
    step = [0.5 if j == i else 0.0 for j in range(len(weights))]
    up, down = (evaluation.with_weights(w) for w in (weights + step, weights - step))
    kernel = at.position.kernel
    return up.kernel.real_value(kernel) - down.kernel.real_value(kernel)


def the_search_finds_the_value_of_plain_minimax(at: Place) -> Iterator[str]:
    """The kernel's search and the one in Python agree."""
    if needs_expectimax(at.game.name):
        return
    root = at.again
    depth, leaves = 0, 1
    while depth < DEEPEST and leaves * len(root.moves) <= MOST_LEAVES:
        depth, leaves = depth + 1, leaves * max(2, len(root.moves))
    limits = {"quiescence_plies": QUIESCENCE, "history_draws": False}
    for evaluation in at.memory.evaluations:
        found = search(root, evaluation, AlphaBeta(depth=depth, **limits))  # type: ignore[arg-type]
        plain = alpha_beta(root, evaluation, depth, **limits)  # type: ignore[arg-type]
        if found.value != plain.value:
            yield (
                f"{depth} plies from {at} are worth {found.value} ({' '.join(found.line)}) by the "
                f"search, and {plain.value} ({' '.join(plain.line)}) by plain minimax"
            )


def the_same_search_finds_the_same(at: Place) -> Iterator[str]:
    """Searches have no hidden chance."""
    if needs_expectimax(at.game.name):
        return
    for evaluation in at.memory.evaluations:
        using = AlphaBeta(depth=2, nodes=2000)
        first, second = (search(at.again, evaluation, using, seed=1) for _ in range(2))
        if (first.value, first.line) != (second.value, second.line):
            yield (
                f"a search of {at} finds {first.value} by {' '.join(first.line)}, and then "
                f"{second.value} by {' '.join(second.line)}"
            )


def exchanging_the_players_turns_everything_round(at: Place) -> Iterator[str]:
    """The same position with the players exchanged is worth the same to the side to move."""
    if at.memory.mirror is None:
        return
    other = at.game.position(at.memory.mirror(str(at.position)))
    if other.roller == at.position.roller or len(other.moves) != len(at.position.moves):
        yield f"{at} and, the players exchanged, {other!r} differ in the turn or in their moves"
    if not at.position.moves and at.position.outcome != _other(
        other.outcome, at.game.facts.outcomes
    ):
        yield f"{at} ends {at.position.outcome}, and {other!r} {other.outcome}"
    for evaluation in at.memory.evaluations:
        told, turned = evaluation.gradient(at.position), evaluation.gradient(other)
        for name, one, two in zip(evaluation.names, told, turned, strict=True):
            if one != -two:
                yield f"{name} is counted {one:g} in {at} and {two:g} in {other!r}"


def _other(outcome: float | None, outcomes: Sequence[float]) -> float | None:
    return None if outcome is None else other_s(outcome, outcomes)


JUDGING: tuple[Rule, ...] = (
    values_are_weighted_counts,
    the_gradient_is_that_of_the_value,
    the_search_finds_the_value_of_plain_minimax,
    expectimax_finds_the_value_of_plain_recursion,
    the_same_search_finds_the_same,
    exchanging_the_players_turns_everything_round,
)
"""The rules that are held against a few positions of each game: they take time."""
