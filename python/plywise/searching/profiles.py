"""Sets of search options that belong together, by name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from plywise.naming import refuse_unknown, unknown
from plywise.searching.settings import AlphaBeta, MTDf

PROFILES: Mapping[str, Mapping[str, Any]] = {
    # Thesis 4.1: the engine of all its experiments.
    "thesis": {"history_draws": False},
    # KnightCap's search (Baxter et al. 1998, section 3). What hangs on its evaluation, no null move
    # with few safe squares, is asked of the evaluation; one that knows nothing of them is not.
    "knightcap": {
        "mtd": True, "mtd_resolution": 0.07, "table_entries": 2**19, "twin": True,
        "deeper_entries": True, "ettc": True, "killers": True, "refutation": True,
        "knightcap_extensions": True, "null_move": 3, "null_again": 2, "razoring": 0.9,
        "quiescence_evasions": True, "random_ties": False,
    },
    # Today's standard set, for play.
    "playing": {
        "table_entries": 2**20, "deeper_entries": True, "partial_iterations": True,
        "killers": True, "refutation": True, "see": True, "pvs": True, "aspiration": 0.5,
        "check_extension": "evasions", "quiescence_evasions": True,
        "null_move": 2, "null_scaled": True, "late_move_reductions": True, "futility": True,
        "random_ties": False,
    },
}  # fmt: skip
"""What each profile sets; everything else has its default."""


def profile(name: str, **changes: Any) -> AlphaBeta:
    """The settings of that name, with changes.

    >>> profile("thesis", depth=6)
    AlphaBeta(depth=6, history_draws=False)
    >>> profile("playing", nodes=50_000).pvs
    True
    """
    if not isinstance(name, str) or name not in PROFILES:
        raise unknown("search profile", name, PROFILES)
    options = {**PROFILES[name], **changes}
    refuse_unknown("option of the search", options, (field.name for field in fields(AlphaBeta)))
    return MTDf(**options) if options.get("mtd") else AlphaBeta(**options)
