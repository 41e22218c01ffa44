"""The blunder filter: do not learn to expect an opponent's mistakes (KnightCap).

A difference d_t between two of the learner's own searches has the opponent's reply in it. Where the
learner had not expected that reply (it was not the second move of its principal variation), the
change may be the opponent's blunder and no fault of the evaluation. The two papers differ in what
they then leave out; both forms are here, each with and without regard to the ratings.
"""

from collections.abc import Sequence as Ordered
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from plywise.naming import unknown

__all__ = [
    "BLUNDER_FILTERS",
    "BlunderFilter",
    "is_weaker",
    "reply_was_predicted",
    "without_blunders",
]

BlunderFilter = Literal["gains", "gains-if-weaker", "both", "both-if-weaker", "source"]
"""Which differences are set to 0 when the reply was not predicted.

"gains": those in the learner's favour; losses stay, as its own mistakes (Baxter et al. 2000, 4.1).
"gains-if-weaker": the same, only when the opponent is rated lower (Baxter et al. 2000, note 3).
"both": whatever their sign (Baxter et al. 1998, figure 3).
"both-if-weaker": the same, only when the opponent is rated lower (Baxter et al. 1998, section 2).
"source": as KnightCap 3.6 itself has it: gains, where another reply was expected (a search that
expected none tells nothing) and the opponent is rated lower or not at all.
"""

BLUNDER_FILTERS: tuple[BlunderFilter, ...] = get_args(BlunderFilter)


def without_blunders(
    differences: NDArray[np.float64],
    predicted: NDArray[np.bool_],
    form: BlunderFilter,
    *,
    learner: Literal["first", "second"] = "first",
    opponent_is_weaker: bool = False,
    gains: NDArray[np.float64] | None = None,
) -> NDArray[np.float64]:
    """The differences (first player's view) with suspected blunders of the opponent set to 0.

    The last one, from the last search to the outcome, is treated like any other. Where a timestep
    has several predictions, all of its differences go together; `gains` say who gained by it.

    >>> d, predicted = np.array([0.3, -0.2, 0.1]), np.array([False, False, True])
    >>> without_blunders(d, predicted, "gains").tolist()
    [0.0, -0.2, 0.1]
    >>> without_blunders(d, predicted, "gains", learner="second").tolist()
    [0.3, 0.0, 0.1]
    >>> without_blunders(d, predicted, "both").tolist()
    [0.0, 0.0, 0.1]
    >>> without_blunders(d, predicted, "both-if-weaker", opponent_is_weaker=False).tolist()
    [0.3, -0.2, 0.1]
    """
    if form not in BLUNDER_FILTERS:
        raise unknown("blunder filter", form, BLUNDER_FILTERS)
    if form not in ("gains", "both") and not opponent_is_weaker:
        return differences.copy()
    suspect = ~predicted
    if not form.startswith("both"):
        # A gain of the second player is a fall in the first player's prediction.
        gained = differences if gains is None else gains
        suspect &= gained > 0.0 if learner == "first" else gained < 0.0
    return np.where(suspect if differences.ndim == 1 else suspect[:, None], 0.0, differences)


def reply_was_predicted(
    predicted_replies: Ordered[str | None],
    played_replies: Ordered[str | None],
    *,
    none_was: bool = False,
) -> NDArray[np.bool_]:
    """For each search, whether the reply that came was the one expected.

    Where the game ended with the learner's own move there was no reply, so no blunder either. A
    search that expected none (its line ended before) did not predict it, unless `none_was` says so.

    >>> reply_was_predicted(["e7e5", "b8c6", None], ["e7e5", "g8f6", None]).tolist()
    [True, False, True]
    """
    free = (None,) if none_was else ()
    pairs = zip(predicted_replies, played_replies, strict=True)
    return np.array(
        [played in (None, expected) or expected in free for expected, played in pairs],
        dtype=np.bool_,
    )


def is_weaker(
    ratings: tuple[float | None, float | None],
    learner: Literal["first", "second"],
    *,
    unknown_is: bool = False,
) -> bool:
    """Whether the learner's opponent is rated below it; an unknown rating is not, unless told so.

    >>> is_weaker((1650, 1500), "first"), is_weaker((1650, None), "first")
    (True, False)
    """
    own, other = ratings if learner == "first" else ratings[::-1]
    return unknown_is if own is None or other is None else other < own
