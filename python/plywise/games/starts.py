"""Positions from which both sides of a comparison are played."""

from plywise._kernel import random_u64
from plywise.errors import BadSetting
from plywise.games.ballot import ballot, usual_ballot
from plywise.games.declared import facts_of
from plywise.games.game import game as rules_of
from plywise.games.position import Position


def starts(game: str, count: int, *, seed: int, like: str | None = None) -> list[Position]:
    """So many positions from which both sides are played, drawn by the seed.

    >>> [str(start) for start in starts("random-tree", 1, seed=2, like="branching 3 depth 5")]
    ['seed 897769412746646801 branching 3 depth 5']
    """
    rules = rules_of(game)
    kind = facts_of(rules.name).starts
    if kind == "even":
        from plywise.games.random_trees import even_starts

        model = None if like is None else rules.position(like)
        return even_starts(count, seed=seed, like=model)
    if kind == "seed":
        words = "" if like is None else f" {like}"
        if "seed" in words.split():
            raise BadSetting(f"like {like!r} names a seed; every pair has a tree of its own")
        return [
            rules.position(f"seed {number >> 1}{words}") for number in random_u64(seed, 0, count)
        ]
    if like is not None:
        raise BadSetting(
            f"like {like!r} is for random trees; {rules.name} begins as it always does"
        )
    plies = usual_ballot(rules.name)
    return [
        Position(opening.position(rules.name))
        for opening in ballot(count, plies=plies, seed=seed, game=rules.name)
    ]
