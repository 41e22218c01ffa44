"""Searching again what is marked, the latest of a game first, until all that is known agrees."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace

from plywise._kernel import Evaluation, Stop, search
from plywise.errors import BadSetting
from plywise.play.brain.brain import AHEAD, Brain, judge_of
from plywise.play.brain.consistency import clean
from plywise.play.brain.entry import Entry, as_pawns
from plywise.searching.settings import AlphaBeta

MOST_TRIES = 4
"""An entry that is marked again after so many searches stays marked until the next research."""


@dataclass(frozen=True, kw_only=True)
class Researched:
    """What a research came to."""

    searches: int = 0
    """Positions that were searched again, each as often as it was."""
    nodes: int = 0
    """What that took."""
    marked: int = 0
    """Positions that are still marked; 0 for a clean brain."""


def research(
    brain: Brain,
    evaluation: Evaluation,
    using: AlphaBeta,
    *,
    most: int = 1_000,
    stop: Stop | None = None,
    on_search: Callable[[Entry, int], None] | None = None,
) -> Researched:
    """Search again all that is marked, and what that marks, until the brain is clean.

    Blunders come first, then the rest, each time the latest ply; before each search the entries
    later than it are planted. It goes to the depth that the entry aims at, whatever other limits
    the search has, and the values are those of `evaluation`: a brain of other weights is searched
    again as a whole. After `most` searches the rest stays marked, for another time. `on_search`
    sees each new entry and how many are still marked.

    A search that is cut off (Ctrl-C) changes nothing: its entry stays marked.
    """
    adopt(brain, evaluation)
    tries: Counter[str] = Counter()
    searches = nodes = 0
    while searches < most:
        if not any(tries[entry.position] < MOST_TRIES for entry in brain.marked):
            clean(brain)
        entry = _next([e for e in brain.marked if tries[e.position] < MOST_TRIES])
        if entry is None:
            break
        tries[entry.position] += 1
        found = search_again(brain, entry, evaluation, using, stop=stop)
        brain.put(found)
        searches, nodes = searches + 1, nodes + found.nodes
        if on_search is not None:
            on_search(found, len(brain.marked))
    return Researched(searches=searches, nodes=nodes, marked=len(brain.marked))


def adopt(brain: Brain, evaluation: Evaluation) -> None:
    """Make a brain one of this evaluation: what others judged is marked."""
    if evaluation.game != brain.game:
        raise BadSetting(f"a brain of {brain.game} cannot be searched with {evaluation.game}")
    judge = judge_of(evaluation)
    if brain.judge != judge:
        brain.mark_all()
        brain.judge = judge


def search_again(
    brain: Brain,
    entry: Entry,
    evaluation: Evaluation,
    using: AlphaBeta,
    *,
    stop: Stop | None = None,
) -> Entry:
    """What a search to the depth that the entry aims at finds, with all later entries planted."""
    deep = replace(using, depth=entry.aim, nodes=None, movetime=None, noise=0.0, threads=1)
    planted = brain.planted(evaluation.unit).within(entry.ply + 1, entry.ply + AHEAD)
    found = search(
        brain.position(entry), evaluation, deep.settings(evaluation.scale), 0, stop, planted=planted
    )
    assert found.move is not None, "a position with a move is not over"
    value = as_pawns(found.value, evaluation.unit)
    known = replace(
        entry, move=found.move, low=value, high=value, depth=max(found.depth, 1),
        aim=0, is_blunder=False, nodes=found.nodes,
    )  # fmt: skip
    # A mate ends the iterations early, and is as deep as the entry aimed all the same.
    return replace(known, is_settled=True, depth=entry.aim) if known.is_mate else known


def _next(marked: list[Entry]) -> Entry | None:
    """Blunders first, then the others; of each the latest ply, so that its word is heard."""
    order = sorted(marked, key=lambda entry: (not entry.is_blunder, -entry.ply, entry.position))
    return order[0] if order else None
