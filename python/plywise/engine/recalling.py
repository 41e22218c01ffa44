"""The engine's brain: the move that it knows, and what it knows of the plies ahead."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from plywise import _kernel
from plywise.engine.plan import ThinkingPlan, is_alpha_beta
from plywise.play.brain.recalling import Recalling
from plywise.play.brain.storing import read_brain

if TYPE_CHECKING:
    from plywise.engine.info import Language


STALE: Final = (
    "--brain and --learn: what the brain has stored gets stale as the weights change (search it "
    "again: plywise brain FILE --weights RUN --clean); what it plays or knows teaches nothing"
)
"""What is told where both are asked for."""


def recalling_of(path: str, game: str) -> Recalling | None:
    """The brain of a file or a run, ready for games; None for an empty path.

    >>> recalling_of("", "chess") is None
    True
    """
    if not path:
        return None
    recalling = Recalling(read_brain(path))
    recalling.refuse_other(game)
    return recalling


def complaint(recalling: Recalling | None, evaluation: _kernel.Evaluation) -> str:
    """What a GUI is told of a brain that other weights have judged; empty if all is well."""
    if recalling is None or recalling.is_judged_by(evaluation):
        return ""
    return (
        "the values of the brain are those of other weights; search it again with these: "
        "plywise brain FILE --weights WEIGHTS --clean"
    )


def with_brain(
    plan: ThinkingPlan, recalling: Recalling | None, evaluation: _kernel.Evaluation
) -> ThinkingPlan:
    """The plan with what the brain knows in it, where alpha-beta searches.

    A move is played at once where one is asked for: an analysis, a search of some moves alone or
    for a mate wants to see more than one that is known.
    """
    if recalling is None or not is_alpha_beta(plan.searching):
        return plan
    wants_a_move = plan.waits_for != "stop" and plan.mate is None and not plan.only
    known = recalling.entry(plan.position) if wants_a_move and plan.lines == 1 else None
    planted = recalling.planted(plan.position, evaluation.unit)
    return replace(plan, known=known, planted=planted)


def told(plan: ThinkingPlan, language: Language) -> list[str]:
    """The lines before the answer where the brain gives it."""
    assert plan.known is not None, "asked where the brain knows the move"
    from plywise.play.brain.entry import as_value

    entry = plan.known
    score = language.score(as_value(entry.low, language.unit))
    move = language.moves(plan.position, [entry.move])[0]
    return [
        f"info string from the brain: searched {entry.depth} plies deep before",
        f"info depth {max(1, entry.depth)} score {score} nodes 0 time 0 pv {move}",
    ]
