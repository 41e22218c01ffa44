"""What weights belong to, in words, and what can be done where that is another evaluation."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from plywise.evaluation.kinds import shape
from plywise.evaluation.shape import LINEAR

if TYPE_CHECKING:
    from plywise.evaluation.weights import Weights


def kind_in_words(evaluation: str) -> str:
    """What a kind of evaluation is called behind "a".

    >>> kind_in_words("linear"), kind_in_words("board:hidden=4")
    ('linear evaluation', 'board:hidden=4')
    """
    return "linear evaluation" if evaluation == LINEAR else evaluation


def way_out(found: Weights, given: object, *, game: str, evaluation: str) -> str:
    """What to do with linear weights that were given to a network; `given` is what named them.

    >>> from plywise.evaluation.weights import resolve
    >>> pesto = resolve("chess/pesto")
    >>> way_out(pesto, "chess/pesto", game="chess", evaluation="board:4")
    '; plywise refine chess/pesto --evaluation board:4 sets such a network beside them'
    >>> way_out(pesto, "chess/pesto", game="chess", evaluation="linear")
    ''
    """
    if found.game != game or found.evaluation != LINEAR or evaluation == LINEAR:
        return ""
    if not shape(evaluation).begins_with_features:
        return "; such a network begins from numbers that the seed draws: give it no weights"
    name = given if isinstance(given, str | Path) else "WEIGHTS"
    return f"; plywise refine {name} --evaluation {evaluation} sets such a network beside them"
