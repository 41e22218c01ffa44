"""What selective searches ask about positions: an evaluation as values, with spikes around them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from plywise import _kernel
from plywise.games.declared import facts_of
from plywise.games.facts import ANY_FEATURES
from plywise.games.points import even, outcomes_of

if TYPE_CHECKING:
    from plywise.evaluation.protocol import Evaluation
    from plywise.selective.generator import Generator

Spikes: TypeAlias = "str | Path | Generator | float"
"""A spike generator, its file, or the mass of the hand-made one's extremes."""
Judging: TypeAlias = "Evaluation | _kernel.Evaluation"
"""An evaluation: one of Python, or the kernel's own."""

LINEAR, POINTS = "linear", "points"
HAND_MADE_MASS = 0.1
"""The mass of the extremes, in games that do not say how near their end is."""


def evaluator(
    evaluation: Judging, spikes: Spikes | None = None, steepness: float | None = None
) -> _kernel.Evaluator:
    """An evaluation and a spike generator, together; by default the hand-made one.

    >>> import plywise as pw
    >>> chess = pw.game("chess")
    >>> view = evaluator(pw.Linear(chess.features("material"), weights="chess/standard"))
    >>> view.value(chess.start().kernel), len(view.spikes(chess.start().kernel))
    (0.0, 5)
    """
    judged = Judged.of(evaluation)
    generator, features = kernel_generator(spikes, judged.game)
    kernel = evaluation if isinstance(evaluation, _kernel.Evaluation) else evaluation.kernel
    return _kernel.Evaluator(kernel, generator, features=features, **judged.squash(steepness))


class Judged(NamedTuple):
    """What of an evaluation says how its values become chances: all but the weights."""

    game: str
    features: str
    is_linear: bool
    counts_points: bool = False

    @classmethod
    def of(cls, evaluation: Judging) -> Judged:
        """That of an evaluation, the kernel's own or one of Python."""
        if isinstance(evaluation, _kernel.Evaluation):
            is_linear = evaluation.shape == LINEAR
            return cls(
                evaluation.game, evaluation.features, is_linear, evaluation.objective == POINTS
            )
        features, is_linear = evaluation.features, evaluation.kind == LINEAR
        return cls(features.game, features.name, is_linear, evaluation.kernel.objective == POINTS)

    @property
    def plain_win(self) -> float | None:
        """What winning is worth where evaluations are values already; None where they are not.

        >>> Judged("win-loss-tree", "chance", True).plain_win
        0.5
        """
        if self.counts_points:  # from an even game on
            outcomes = outcomes_of(self.game)
            return max(outcomes) - even(outcomes)
        wins = facts_of(self.game).plain_win if self.is_linear else {}
        return wins.get(self.features, wins.get(ANY_FEATURES))

    def win(self, steepness: float | None) -> float:
        """What winning is worth: ½ where values are chances minus ½."""
        return self.squash(steepness)["win"] or 0.5

    def squash(self, steepness: float | None) -> dict[str, float | None]:
        """How values become chances, in the kernel's words; as is usual where nobody says."""
        win = self.plain_win if steepness is None else None
        if steepness is None and win is None:
            # A network's value is a chance's log-odds in every game.
            steepness = facts_of(self.game).steepness if self.is_linear else 1.0
        return {"steepness": steepness, "win": win}


def win_of(evaluation: Judging, steepness: float | None = None) -> float:
    """What winning is worth to an evaluator: ½ where values are chances minus ½."""
    return Judged.of(evaluation).win(steepness)


def kernel_generator(spikes: Spikes | None, game: str) -> tuple[_kernel.SpikeGenerator, str | None]:
    """A generator as the kernel wants it, and the feature set that it asks for, if any."""
    if spikes is None or isinstance(spikes, int | float):
        mass = HAND_MADE_MASS if spikes is None else float(spikes)
        return _kernel.SpikeGenerator.hand_made(mass), None
    from plywise.selective.generator import resolve
    from plywise.selective.in_kernel import in_kernel

    made = resolve(spikes, game=game)
    return in_kernel(made), None if made.kind == "hand-made" else made.features
