"""The entering king of shogi: a win by declaration, which no move on the board shows."""

from __future__ import annotations

from typing import Final

from plywise import _kernel

DECLARATION_GAME: Final = "shogi-declaration"
"""Shogi in which the kernel knows the rule."""
POINTS_27: Final = "CSARule27"
RULES: Final = (POINTS_27, "NoEnteringKing")
"""What the option EnteringKingRule can be: the rule of 27 points, or none."""


def may_declare(position: _kernel.Position) -> bool:
    """Whether the side to move has won by declaring, by the rule of 27 points.

    >>> entered = "4K4/PPPPPPPPP/+P8/9/9/9/9/4k4/9 b 2R2BG2S2N2L 1"
    >>> may_declare(_kernel.Position.parse("shogi", entered))
    True
    >>> may_declare(_kernel.Position.start("shogi"))
    False
    """
    declared = _kernel.Position.parse(DECLARATION_GAME, str(position))
    return declared.outcome_reason == "declaration"
