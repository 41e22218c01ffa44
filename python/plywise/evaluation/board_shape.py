"""The shape of a network over the men of a chessboard, beside the weights of a feature set."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, ClassVar

from plywise.checks import is_whole, shown
from plywise.errors import BadSetting
from plywise.evaluation.features import JOINT
from plywise.evaluation.network_shape import uniform
from plywise.evaluation.shape import Shape
from plywise.games.boards import layout_of
from plywise.naming import refuse_unknown

if TYPE_CHECKING:
    from plywise.evaluation.features import FeatureSet
    from plywise.evaluation.protocol import Evaluation

MOST_HIDDEN = 512
ROLES = ("pawn", "knight", "bishop", "rook", "queen", "king")
SIDES = ("own", "other")
"""Whose men they are, to the side that looks."""
TO_MOVE, BIAS, PHASES = "to-move", "bias", ("middle", "end")
INPUTS = len(SIDES) * len(ROLES) * 64 + 1
"""Men on their squares as a side sees them, playing up the board, and whether it has the move."""
CALM = 16.0
"""What a unit's sum is divided by. Step sizes move all weights alike: those of the inputs, of which
thirty at once make a sum, should feel less of a step than what a pawn or a unit is worth."""
REACH, FIRST_BIAS, FIRST_WORTH = 2.0, 8.0, 0.1
"""Where weights start: inputs and worths within these of 0, and biases there, so that units hear
between 0 and 1 at the start of a game, where none is deaf."""


@dataclass(frozen=True)
class BoardShape(Shape):
    """Hidden units over 12 kinds of men on 64 squares and the move, shared by both sides' views.

    With s = (bias + Σ w) / 16 over what a side sees a unit says a = min(max(s, 0), 1)². To the
    value of the features, Σ w·count, they add Σ u·(a_White − a_Black): a unit's worth u lies
    between that of the middle game and that of the end by the men that are left, as the weights of
    tapered sets do.

    >>> str(BoardShape(hidden=64))
    'board:hidden=64'
    """

    hidden: int = 32
    """Hidden units; the search takes as long for 33 as for 64."""

    kind: ClassVar[str] = "board"
    begins_with_features: ClassVar[bool] = True

    def __post_init__(self) -> None:
        if not is_whole(self.hidden) or not 1 <= self.hidden <= MOST_HIDDEN:
            raise BadSetting(
                f"hidden={shown(self.hidden)} of a board network; it has 1 to {MOST_HIDDEN} hidden "
                "units, as board:32"
            )

    @classmethod
    def parse(cls, settings: str) -> BoardShape:
        """The shape that a text says; a number alone is that of the hidden units.

        >>> BoardShape.parse("32") == BoardShape.parse("hidden=32") == BoardShape()
        True
        """
        name, equals, value = settings.strip().partition("=")
        if not equals:
            name, value = "hidden", name or str(cls.hidden)
        refuse_unknown("setting of a board network", [name.strip()], ["hidden"])
        try:
            return cls(hidden=int(value))
        except ValueError as error:
            if isinstance(error, BadSetting):
                raise
            raise BadSetting(f"'board:{settings}'; give a number of units, as board:32") from None

    def __str__(self) -> str:
        return f"{self.kind}:hidden={self.hidden}"

    def names(self, features: FeatureSet) -> tuple[str, ...]:
        """The features, then of each input a weight for each unit, the biases, and the worths.

        >>> from plywise.evaluation.features import FeatureSet
        >>> names = BoardShape(hidden=1).names(FeatureSet.named("chess", "material"))
        >>> len(names), names[4:7], names[-4:]
        (777, ('queen', 'own-pawn-a1.h1', 'own-pawn-b1.h1'), ('to-move.h1', ..., 'end.h1'))
        """
        self._refuse_other_board(features)
        return _names(features.names, self.hidden)

    def starts(self, features: FeatureSet, seed: int) -> tuple[float, ...]:
        """The features where they start, and of the units small numbers drawn from the seed."""
        self._refuse_other_board(features)
        drawn = iter(uniform(seed, self._units(INPUTS + len(PHASES))))
        inputs = [REACH * next(drawn) for _ in range(self._units(INPUTS))]
        worths = [FIRST_WORTH * draw for draw in drawn]
        return (*features.starts, *inputs, *[FIRST_BIAS] * self.hidden, *worths)

    def as_linear(self, features: FeatureSet, weights: Sequence[float]) -> tuple[float, ...]:
        """The weights of the features alone: what units add depends on all the men."""
        return tuple(weights[: len(features)])

    def evaluation(self, features: FeatureSet, weights: Sequence[float], scale: int) -> Evaluation:
        """A `pw.BoardNetwork`."""
        from plywise.evaluation.board_network import BoardNetwork

        return BoardNetwork.of_shape(features, self, weights, scale=scale)

    def lacks(self, features: FeatureSet) -> str:
        """Why: the men are not those of chess, or features are written in Python."""
        layout = layout_of(features.game)
        if layout is None or {kind for kind, _ in layout.men.values()} != set(ROLES):
            return f"a board network knows the men of a chessboard, and {features.game} has others"
        if JOINT in features.name:
            return (
                f"a board network beside {features.name!r}: features in Python have no place in it"
            )
        return ""

    def _refuse_other_board(self, features: FeatureSet) -> None:
        if why := self.lacks(features):
            native, joint, _ = features.name.partition(JOINT)
            other = "network:8, which is over the counts of any feature set"
            raise BadSetting(f"{why}; take {repr(native) if joint else other}")

    def _units(self, rows: int) -> int:
        """The weights of so many rows, one for each unit."""
        return rows * self.hidden


@cache
def _names(features: tuple[str, ...], hidden: int) -> tuple[str, ...]:
    men = [
        f"{side}-{role}-{file}{rank}"
        for side in SIDES for role in ROLES for rank in range(1, 9) for file in "abcdefgh"
    ]  # fmt: skip
    rows = (*men, TO_MOVE, BIAS, *PHASES)
    return (*features, *(f"{row}.h{unit}" for row in rows for unit in range(1, hidden + 1)))
