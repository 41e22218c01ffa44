"""A search by its name on the command line: `alpha-beta:null_move=2`, `playing`, `random`."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated

import typer

from plywise.search_names import PLATFORM, PROFILES, SELECTIVE, WRITTEN

if TYPE_CHECKING:
    from plywise.searching import Searching

NAMES = (*PLATFORM, *WRITTEN, *PROFILES, *SELECTIVE)
"""All searches, as people may write them."""


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
        autocompletion=lambda incomplete: [k for k in NAMES if k.startswith(incomplete)],
    ),
]


def searched_by(search: "Searching") -> str:
    """A search in a word or two, where a line has room for no more.

    >>> [searched_by(search_named(text)) for text in ("thesis", "random", "uct:nodes=300")]
    ['depth 4', 'random', 'uct 300']
    >>> searched_by(search_named("playing:nodes=1000"))
    '1000 nodes'
    """
    from plywise._kernel import MAX_DEPTH

    depth, nodes = getattr(search, "depth", None), getattr(search, "nodes", None)
    if depth == MAX_DEPTH and nodes is not None:
        return f"{nodes} nodes"
    if depth is not None:
        return f"depth {depth}"
    return search.kind if nodes is None else f"{search.kind} {nodes}"


def search_named(text: str, **limits: int | None) -> "Searching":
    """The search that `text` names, with limits from options of their own.

    >>> search_named("alpha-beta:null_move=2", depth=3)
    AlphaBeta(depth=3, null_move=2)
    """
    from plywise.searching.written import search_written

    return search_written(text, **limits)
