"""What selective searches ask about positions: an evaluation as values, with spikes around them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from plywise import _kernel
from plywise.games.declared import facts_of
from plywise.games.facts import ANY_FEATURES

if TYPE_CHECKING:
    from plywise.evaluation.protocol import Evaluation
    from plywise.selective.generator import Generator

Spikes: TypeAlias = "str | Path | Generator | float"
"""A spike generator, its file, or the mass of the hand-made one's extremes."""

HAND_MADE_MASS = 0.1
"""The mass of the extremes, in games that do not say how near their end is."""


def evaluator(
    evaluation: Evaluation, spikes: Spikes | None = None, steepness: float | None = None
) -> _kernel.Evaluator:
    """An evaluation and a spike generator, together; by default the hand-made one.

    >>> import plywise as pw
    >>> chess = pw.game("chess")
    >>> view = evaluator(pw.Linear(chess.features("material"), weights="chess/standard"))
    >>> view.value(chess.start().kernel), len(view.spikes(chess.start().kernel))
    (0.0, 5)
    """
    generator, features = kernel_generator(spikes, evaluation.features.game)
    win = plain_win(evaluation) if steepness is None else None
    if steepness is None and win is None:
        # A network's value is a chance's log-odds in every game.
        of_game = facts_of(evaluation.features.game).steepness
        steepness = of_game if evaluation.kind == "linear" else 1.0
    return _kernel.Evaluator(
        evaluation.kernel, generator, features=features, steepness=steepness, win=win
    )


def win_of(evaluation: Evaluation, steepness: float | None = None) -> float:
    """What winning is worth to an evaluator: ½ where values are chances minus ½."""
    win = plain_win(evaluation) if steepness is None else None
    return 0.5 if win is None else win


def plain_win(evaluation: Evaluation) -> float | None:
    """What winning is worth where evaluations are values already; None where they are not.

    >>> import plywise as pw
    >>> plain_win(pw.Linear(pw.game("win-loss-tree").features("chance"), [1.0]))
    0.5
    """
    features = evaluation.features
    if evaluation.kind != "linear":
        return None
    wins = facts_of(features.game).plain_win
    return wins.get(features.name, wins.get(ANY_FEATURES))


def kernel_generator(spikes: Spikes | None, game: str) -> tuple[_kernel.SpikeGenerator, str | None]:
    """A generator as the kernel wants it, and the feature set that it asks for, if any."""
    if spikes is None or isinstance(spikes, int | float):
        mass = HAND_MADE_MASS if spikes is None else float(spikes)
        return _kernel.SpikeGenerator.hand_made(mass), None
    from plywise.selective.generator import resolve
    from plywise.selective.in_kernel import in_kernel

    made = resolve(spikes, game=game)
    return in_kernel(made), None if made.kind == "hand-made" else made.features
