"""Expectimax in plain Python, to be read: every definition is one branch."""

from __future__ import annotations

from plywise.evaluation.protocol import Evaluation
from plywise.evaluation.squash import Logistic
from plywise.games.points import even, outcomes_of
from plywise.games.position import Position


def expectimax(
    position: Position,
    evaluation: Evaluation,
    depth: int,
    *,
    steepness: float = 1.0,
    root: Position | None = None,
) -> float:
    """The first player's expected points, so many decisions deep.

    The `root` of the search fixes stage and side for all positions below it.

    >>> import plywise as pw
    >>> race = pw.game("dice-race")
    >>> evaluation = pw.Linear(race.features("race"), [-0.5, 0.5, 0.5, 0.0])
    >>> position = race.position("31 10 first 2")
    >>> plain = expectimax(position, evaluation, 2)
    >>> plain == pw.search(position, evaluation, pw.Expectimax(depth=2)).value
    True
    """
    if position.outcome is not None:
        return position.outcome
    root = root or position
    if depth == 0:
        return points_of(position, evaluation, steepness, root)
    if position.turn == "chance":
        mean = 0.0
        for roll, probability in position.chances:
            rolled = position.after(roll)
            # Where dice are due again, a decision is left out: it costs its ply all the same.
            below = depth - (rolled.turn == "chance")
            mean += probability * expectimax(
                rolled, evaluation, below, steepness=steepness, root=root
            )
        return mean
    best = max if position.turn == "first" else min
    return best(
        expectimax(position.after(move), evaluation, depth - 1, steepness=steepness, root=root)
        for move in position.moves
    )


def points_of(
    position: Position,
    evaluation: Evaluation,
    steepness: float = 1.0,
    root: Position | None = None,
) -> float:
    """What the static value is worth to the first player, in points.

    >>> import plywise as pw
    >>> race = pw.game("dice-race")
    >>> level = pw.Linear(race.features("race"), [0.0, 0.0, 0.0, 0.0])
    >>> points_of(race.start(), level)
    0.0
    """
    outcomes = outcomes_of(position.game)
    value = evaluation.kernel.real_value(position.kernel, (root or position).kernel)
    if steepness == 0.0:
        return even(outcomes) + value
    share = float(Logistic(steepness=steepness).predict([value])[0])
    return min(outcomes) + (max(outcomes) - min(outcomes)) * share
