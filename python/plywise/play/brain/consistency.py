"""The two-ply consistency check: entries that contradict each other are marked.

Of an entry A with its move m, B is the position after m, C one after m and a reply. The numbers of
the checks are those of KnightCap's source; positions must stand later in a game than A to count.
"""

from dataclasses import replace

from plywise.play.brain.brain import Brain
from plywise.play.brain.entry import LEAST_DEPTH, TIGHT, Entry, is_mate

SHALLOW = 5
"""An entry that was searched so deep or less is searched again."""
LATEST = 200
"""Entries of a later ply are dropped."""


def clean(brain: Brain) -> int:
    """Check everything, mark what contradicts, drop what is no entry; how many are marked after it.

    1. Each entry alone: illegal moves and very late plies go, mates need no search, and what is
       open or shallow is marked.
    2. Those that are not marked, early ones first: checks 0, 2a and 2b. A bad discovery so travels
       two plies towards the start at each cleaning.

    >>> clean(Brain())
    0
    """
    for entry in list(brain):
        _check_alone(brain, entry)
    for key in brain.in_order():
        if not brain_entry(brain, key).is_marked:
            _check_better_moves(brain, key)
        if not brain_entry(brain, key).is_marked:
            _check_successor(brain, key)
            _check_replies(brain, key)
    return len(brain.marked)


def brain_entry(brain: Brain, key: int) -> Entry:
    """The entry of a key that is known to have one."""
    entry = brain.of_key(key)
    assert entry is not None, "asked for keys of the brain alone"
    return entry


def _check_alone(brain: Brain, entry: Entry) -> None:
    position = brain.position(entry)
    if entry.ply > LATEST or entry.move not in position.moves:
        brain.remove(entry)
    elif entry.is_mate:
        brain.put(replace(entry, aim=0, is_blunder=False, is_settled=True))
    elif not entry.is_tight or entry.depth <= SHALLOW:
        brain.mark(position.key)


def _check_better_moves(brain: Brain, key: int) -> None:
    """Check 0: any move to a position that is known to be better than the entry says."""
    entry = brain_entry(brain, key)
    for reached in brain.reached(entry).values():
        other = _later(brain, reached, entry)
        if other is not None and entry.high < -other.high:
            _mark_together(brain, key, reached)


def _check_successor(brain: Brain, key: int) -> None:
    """Check 2a: the position after the move is better for the opponent than the entry says."""
    entry = brain_entry(brain, key)
    reached = brain.reached(entry)[entry.move]
    other = _later(brain, reached, entry)
    if other is None or entry.low <= -other.high:
        return
    brain.put(replace(entry, low=-other.high))
    if entry.high + other.high > TIGHT:
        _mark_together(brain, key, reached)


def _check_replies(brain: Brain, key: int) -> None:
    """Check 2b: a reply leads to a position that is worse than the entry says."""
    for reached in brain.answered(brain_entry(brain, key)).values():
        entry = brain_entry(brain, key)
        other = _later(brain, reached, entry)
        if other is None:
            continue
        if not (other.is_tight or is_mate(other.low)):
            brain.mark(reached)
        elif entry.low - other.low > TIGHT:
            brain.put(replace(entry, low=other.low))
            between = brain.reached(entry)[entry.move]
            also = [between] if brain.of_key(between) is not None else []
            _mark_together(brain, key, reached, *also)


def _later(brain: Brain, key: int, entry: Entry) -> Entry | None:
    """The entry of a key, if it is not marked and stands later in a game."""
    other = brain.of_key(key)
    return other if other is not None and not other.is_marked and other.ply > entry.ply else None


def _mark_together(brain: Brain, *keys: int) -> None:
    """Mark entries that contradict each other, all to the depth of the deepest.

    The word of the later one then reaches as deep as the search of the earlier one looks.
    """
    aim = max(LEAST_DEPTH, *(brain_entry(brain, key).depth for key in keys))
    for key in keys:
        brain.mark(key, aim=aim)
