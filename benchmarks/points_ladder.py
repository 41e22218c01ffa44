"""Plays a ladder's opponents against each other, and fits their strengths in points a game.

    python benchmarks/points_ladder.py
    python benchmarks/points_ladder.py --games 100 --kernel-games 100

Each two of them play a match in pairs of games with the same dice, sides exchanged. Games of the
kernel's own are many times faster than those with other people's engines, so there are more of
them. The lines at the end are what `python/plywise/games/declared/_backgammon_ladder.py` holds: it
took eight minutes of one core, and needs gnubg.
"""

import argparse
from dataclasses import asdict, replace
from itertools import combinations

import tables

from plywise.games.points_ladder import PointsLadder, RungMatch
from plywise.play.match import match
from plywise.play.opponents.opponent import PATIENCE
from plywise.play.player import Player
from plywise.play.points_result import ladder_fit
from plywise.play.points_rungs import points_ladder, rung_player, weights_digest
from plywise.play.strength_fit import StrengthFit


def played(ladder: PointsLadder, given: argparse.Namespace) -> list[RungMatch]:
    """A match of each two; each has dice of its own."""
    players = [rung_player(rung, given.game, patience=PATIENCE) for rung in ladder.rungs]
    found = []
    for number, (b, a) in enumerate(combinations(players, 2)):
        found.append(one_match(a, b, given, seed=given.seed + number))
        if not given.json:
            print(f"        RungMatch{tuple(found[-1])},", flush=True)
    return found


def one_match(a: Player, b: Player, given: argparse.Namespace, *, seed: int) -> RungMatch:
    """What two came to."""
    games = given.games if a.opponent or b.opponent else given.kernel_games
    result = match(a, b, game=given.game, games=games, seed=seed, workers=given.workers)
    if any(result.failures):
        raise SystemExit(f"{a.name} v {b.name}: engines failed in {result.failures} games")
    points = result.points
    assert points is not None
    assert points.mean is not None
    assert points.error is not None
    return RungMatch(a.name, b.name, games, round(points.mean, 4), round(points.error, 4))


def rows(fit: StrengthFit) -> tuple[list[list[str]], list[list[str]]]:
    """The strengths, and the matches beside them, as cells."""
    strengths = [
        [name, f"{strength:+.3f}", f"± {fit.error(name):.3f}"]
        for name, strength in sorted(fit.strengths.items(), key=lambda item: item[1])
    ]
    residuals = [
        [f"{m.a} v {m.b}", f"{m.points:+.3f}", f"± {m.error:.3f}", f"{fit.expected(m):+.3f}",
         f"{m.points - fit.expected(m):+.3f}"]
        for m in fit.matches
    ]  # fmt: skip
    return strengths, residuals


def main() -> None:
    """Play, fit and print."""
    parser = argparse.ArgumentParser(description="Measure a ladder in points anew.")
    parser.add_argument("--game", default="backgammon", help="whose ladder (%(default)s)")
    parser.add_argument("--games", type=int, default=1000, help="with an engine (%(default)s)")
    parser.add_argument("--kernel-games", type=int, default=4000, help="others (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of the first match (%(default)s)")
    parser.add_argument("--workers", type=int, default=None)
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    given = parser.parse_args()
    tables.refuse_debug_build()
    ladder = points_ladder(given.game)
    matches = played(ladder, given)
    fit = ladder_fit(replace(ladder, matches=tuple(matches)))
    strengths, residuals = rows(fit)
    text = "\n\n".join(
        [
            tables.table(["rung", "strength", "95 %"], strengths),
            tables.table(["match", "points", "95 %", "expected", "residual"], residuals),
            "\n".join(f"{r.name}: {weights_digest(r, given.game)}" for r in ladder.rungs),
        ]
    )
    fields = {"game": given.game, "seed": given.seed, "misfit": fit.misfit,
              "matches": [m._asdict() for m in matches], "fit": asdict(fit)}  # fmt: skip
    title = f"{given.game}'s ladder, misfit {fit.misfit:.3f} at a difference of a point"
    tables.show(title, text, fields, as_json=given.json)


if __name__ == "__main__":
    main()
