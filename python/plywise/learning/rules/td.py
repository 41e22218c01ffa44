"""TDLeaf(λ) and TD-Directed(λ): they differ in where they look; the formula, TD(λ), is one.

Sources: Smith 1999 (thesis) 3.1, 3.5, 7.6, 8.2; Baxter et al. 1998, section 2, and 2000, sections
2–4.
"""

from dataclasses import dataclass
from typing import ClassVar

from plywise.learning.rules.base import LearningRule, Needs


@dataclass(frozen=True, kw_only=True, repr=False)
class TDDirected(LearningRule):
    """TD-Directed(λ): the game's own positions, whatever search chose them.

    Source: Baxter et al. 2000, 4.1. TD(λ) as TD-Gammon had it is this rule with a look of one ply
    (eq. 6 there), a search with `depth=1, quiescence=False`: the papers tell the two apart by
    nothing else.

    >>> TDDirected(trace_decay=0.7)
    TDDirected(trace_decay=0.7)
    """

    name: ClassVar[str] = "td-directed"
    needs: ClassVar[Needs] = "position"


@dataclass(frozen=True, kw_only=True, repr=False)
class TDLeaf(LearningRule):
    """TDLeaf(λ): the searches' principal leaves (thesis 3.5.2, eq. 3.7; Baxter et al. 2000 eq. 11).

    >>> TDLeaf(trace_decay="auto", frozen=("pawn",))
    TDLeaf(trace_decay='auto', frozen=('pawn',))
    """

    name: ClassVar[str] = "tdleaf"
    needs: ClassVar[Needs] = "leaf"
