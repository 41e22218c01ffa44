"""Expectimax, the search for games of dice and points: its settings."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass, fields
from typing import Any, ClassVar

from plywise import _kernel
from plywise.errors import BadSetting
from plywise.searching.ranges import ALPHA_BETA_RANGES, Range, complaints

RANGES = {
    "depth": Range(least=1, most=_kernel.MAX_DEPTH),
    "nodes": ALPHA_BETA_RANGES["nodes"],
    "movetime": ALPHA_BETA_RANGES["movetime"],
    "steepness": Range(most=1e6, whole=False, optional=True),
    "candidates": Range(least=1, most=1_000_000, optional=True),
    "margin": Range(most=1e6, whole=False, optional=True),
}
USUAL_STEEPNESS = 1.0
"""That of the logistic function by which weights are learnt unless told otherwise."""


@dataclass(frozen=True, kw_only=True)
class Expectimax:
    """The best move at a player's node, the mean over all rolls where dice are due.

    A ply of `depth` is a decision of a player; dice between decisions are averaged over and cost no
    depth (a roll after which dice are due again costs the decision that it leaves out). After the
    last decision the position is judged as it stands, before anybody rolls.
    Without dice it is plain minimax. Nothing is left out unless `candidates` or `margin` are given:
    then a decision is judged a ply deep first, and only its best moves by that are searched deeper.

    >>> Expectimax(depth=2, candidates=5, margin=0.15)
    Expectimax(depth=2, candidates=5, margin=0.15)
    >>> Expectimax(depth=3)
    Expectimax(depth=3)
    >>> Expectimax(depth=0)
    Traceback (most recent call last):
    ...
    plywise.BadSetting: depth 0 is not between 1 and 125
    """

    kind: ClassVar[str] = "expectimax"

    depth: int = 2
    """Decisions to look ahead."""
    nodes: int | None = None
    """Stop after so many nodes; the last whole depth counts."""
    movetime: int | None = None
    """Stop after so many milliseconds."""
    steepness: float | None = None
    """How values become expected points, lowest + (highest − lowest) / (1 + e^(−steepness·value));
    0 where values are points already, counted from an even game. By default as the weights were
    learnt: in learning that of the rule's squash, elsewhere 1."""
    candidates: int | None = None
    """Look at so many moves of a decision deeper than a ply; at all of them where it is not
    given."""
    margin: float | None = None
    """And only at those that a ply finds so many points below the best, or fewer."""
    random_ties: bool = True
    """Whether one of the equally good root moves is drawn by lot; otherwise the first is taken."""

    def __post_init__(self) -> None:
        if wrong := complaints(asdict(self), RANGES):
            raise BadSetting("; ".join(wrong))

    def settings(self, scale: int) -> _kernel.Settings:
        """The same for the kernel; values are real, so that no scale is needed."""
        del scale
        return _kernel.Settings(
            expectimax=True,
            depth=self.depth,
            nodes=self.nodes or 0,
            milliseconds=self.movetime or 0,
            steepness=USUAL_STEEPNESS if self.steepness is None else float(self.steepness),
            candidates=self.candidates or 0,
            candidate_margin=math.inf if self.margin is None else float(self.margin),
            random_ties=self.random_ties,
            table_entries=0,
        )

    def as_dict(self) -> dict[str, Any]:
        """The settings by name, as they are written to files; what is not given is left out.

        >>> Expectimax().as_dict()
        {'kind': 'expectimax', 'depth': 2, 'random_ties': True}
        """
        given = {key: value for key, value in asdict(self).items() if value is not None}
        return {"kind": self.kind, **given}

    def __repr__(self) -> str:
        blank = {field.name: field.default for field in fields(self)}
        changed = [f"{k}={v!r}" for k, v in asdict(self).items() if k == "depth" or v != blank[k]]
        return f"{type(self).__name__}({', '.join(changed)})"
