"""A search by its name on the command line: `alpha-beta:null_move=2`, `playing`, `random`."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, Any

import typer

from plywise.search_names import PLATFORM, PROFILES, SELECTIVE, WRITTEN

if TYPE_CHECKING:
    from plywise.searching import Searching, Selective

KINDS = (*PLATFORM, *WRITTEN, *PROFILES)
"""Searches that play in matches and learn, as people may write them."""


def _quoted(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


Using = Annotated[
    str,
    typer.Option(
        "--using",
        metavar="SEARCH",
        help=f"`alpha-beta`, `mtdf`, a profile ({_quoted(PROFILES)}), each with options after a "
        "colon (`alpha-beta:null_move=2,quiescence=no`), `expectimax` for games of dice or points "
        "(`expectimax:depth=3`), or `random` moves; a selective search: "
        f"{_quoted(SELECTIVE)} (`bayesian:gulp=0.1`).",
        autocompletion=lambda incomplete: [
            k for k in (*KINDS, *SELECTIVE) if k.startswith(incomplete)
        ],
    ),
]


def search_named(text: str, **limits: int | None) -> "Searching":
    """The search that `text` names, with limits from options of their own.

    Where nodes or time are the limit and no depth is given, it is as deep as they allow.

    >>> search_named("alpha-beta:null_move=2", depth=3)
    AlphaBeta(depth=3, null_move=2)
    >>> search_named("thesis:nodes=5000")
    AlphaBeta(depth=125, nodes=5000, history_draws=False)
    >>> search_named("random")
    RandomPlay()
    >>> search_named("expectimax:steepness=0.5", depth=3)
    Expectimax(depth=3, steepness=0.5)
    """
    from plywise._kernel import MAX_DEPTH
    from plywise.naming import unknown
    from plywise.searching import AlphaBeta, Expectimax, profile, searching
    from plywise.searching.written import written_options

    kind, _, rest = text.partition(":")
    if kind not in KINDS:
        raise unknown("search", kind, KINDS)
    kind = WRITTEN.get(kind, kind)
    if kind == "random":
        return searching({"kind": kind})
    settings: dict[str, Any] = {key: value for key, value in limits.items() if value is not None}
    settings |= written_options(rest, Expectimax if kind == Expectimax.kind else AlphaBeta)
    if "depth" not in settings and any(settings.get(name) for name in ("nodes", "movetime")):
        settings["depth"] = MAX_DEPTH
    if kind in PROFILES:
        return profile(kind, **settings)
    return searching({"kind": kind, **settings})


def any_search_named(text: str, **limits: int | None) -> "Searching | Selective":
    """The same, with the selective searches too; these know no depth.

    >>> any_search_named("uct:c=1", nodes=300)
    UCT(nodes=300, c=1)
    >>> any_search_named("bayesian", depth=3)
    Traceback (most recent call last):
    ...
    plywise.BadSetting: bayesian looks as deep as it likes; give nodes or movetime, not depth 3
    """
    from plywise.errors import BadSetting
    from plywise.naming import unknown

    kind, _, rest = text.partition(":")
    if kind not in SELECTIVE:
        if kind not in KINDS:
            raise unknown("search", kind, (*KINDS, *SELECTIVE))
        return search_named(text, **limits)
    from plywise.searching.selective import selective_written

    if (depth := limits.pop("depth", None)) is not None:
        raise BadSetting(
            f"{kind} looks as deep as it likes; give nodes or movetime, not depth {depth}"
        )
    return selective_written(kind, rest, **limits)
