"""Plays the ladder's opponents against each other and fits their ratings jointly.

    python benchmarks/ladder.py --rounds 10 --pgn ladder.pgn
    python benchmarks/ladder.py --rounds 0 --pgn ladder.pgn      # fit what was played before
    python benchmarks/ladder.py --own --rounds 12 --pgn own.pgn  # plywise's own players

In every round, each two opponents whose ratings seem to lie within `--near` of each other play one
opening twice, colours swapped. Games that stand in the file already count, so a run can be broken
off and gone on with. The table at the end is what `python/plywise/play/ladder.py` holds; with
`--own`, which needs no other engine, what `python/plywise/play/own_pool.py` does.
"""

import argparse
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import tables

from plywise.distributed import workers_for
from plywise.games.ballot import ballot
from plywise.play.ladder import ANCHOR, ANCHOR_ELO, LADDER
from plywise.play.match import greeted
from plywise.play.match_plan import MatchPlan, play_pair
from plywise.play.match_result import game_text
from plywise.play.opponents import is_opponent, opponent
from plywise.play.opponents.failure import is_failure
from plywise.play.own_pool import OWN_ANCHOR, OWN_ANCHOR_ELO, OWN_POOL
from plywise.play.pgn import PgnFile
from plywise.play.pgn_pairs import read_pairs
from plywise.play.player import Player, player
from plywise.play.pool_fit import PoolFit, fit_pool
from plywise.play.statistics import Tally

OPENINGS = 2000

Matches = dict[tuple[str, str], Tally]


def read(path: Path) -> Matches:
    """The pairs of games that stand in a file; those in which an engine failed do not count."""
    matches: Matches = {}
    for pair in read_pairs(path):
        if not any(pair.failed):
            add(matches, pair.a, pair.b, pair.scores)
    return matches


def add(matches: Matches, a: str, b: str, scores: tuple[float, float]) -> None:
    """Count a pair of games, in A's view."""
    matches[a, b] = matches.get((a, b), Tally.of_pairs([])).with_pair(*scores)


def fitted(matches: Matches, *, own: bool) -> PoolFit | None:
    """The ratings so far, if the anchor has played."""
    anchor, elo = (OWN_ANCHOR, OWN_ANCHOR_ELO) if own else (ANCHOR, ANCHOR_ELO)
    if not any(anchor in pair for pair in matches):
        return None
    return fit_pool(matches, anchor=anchor, elo=elo)


def near(players: dict[str, Player], fit: PoolFit | None, reach: float) -> Iterator[MatchPlan]:
    """The matches of a round: each two who seem to be near each other."""
    known = {rung.name: rung.elo for rung in LADDER}
    elo = {**known, **(fit.ratings if fit else {})}
    order = sorted(players, key=lambda name: elo.get(name, ANCHOR_ELO))
    openings = ballot(OPENINGS, plies=4, seed=1)
    for (i, a), (j, b) in combinations(enumerate(order), 2):
        # Neighbours play whatever lies between them: a pool in two parts has no common scale.
        if j - i <= 2 or abs(elo.get(a, ANCHOR_ELO) - elo.get(b, ANCHOR_ELO)) <= reach:
            yield MatchPlan(
                a=players[a], b=players[b], openings=openings, game="chess", games=2,
                rules="fide", adjudication="draw", max_plies=400, seed=1, ballot=4, sprt=None,
            )  # fmt: skip


def play(args: argparse.Namespace, matches: Matches) -> None:
    """Play the rounds; the games go to the file as they end."""
    names = args.opponents or [rung.name for rung in (OWN_POOL if args.own else LADDER)]
    here = [n for n in names if not is_opponent(n) or opponent(n).engine.path() is not None]
    players = {name: greeted(player(name), [], args.patience) for name in here}
    number = sum(sum(tally.pairs or ()) for tally in matches.values())
    with PgnFile(args.pgn) as file, workers_for(args.workers) as crew:
        for turn in range(args.rounds):
            plans = list(near(players, fitted(matches, own=args.own), args.near))
            jobs = [plan.pair(number + k) for k, plan in enumerate(plans)]
            number += len(plans)
            for plan, pair in zip(plans, crew.ordered(play_pair, jobs), strict=True):
                file.add(
                    game_text(game, plan.a.name, plan.b.name, plan.settings, "ladder")
                    for game in pair
                )
                one, two = pair
                if not (is_failure(one.reason) or is_failure(two.reason)):
                    add(matches, plan.a.name, plan.b.name, (one.outcome, 1 - two.outcome))
            print(f"round {turn + 1}: {2 * number} games in all", flush=True)


def main() -> None:
    """Play, fit and print."""
    parser = argparse.ArgumentParser(description="Refit the ladder.")
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--pgn", type=Path, default=Path("ladder.pgn"))
    parser.add_argument("--near", type=float, default=250.0, help="Elo between two who play")
    parser.add_argument("--workers", type=int, default=None)
    parser.add_argument("--patience", type=float, default=30.0)
    parser.add_argument("--own", action="store_true", help="plywise's own players, no engines")
    parser.add_argument("opponents", nargs="*", help="instead of the ladder's own")
    args = parser.parse_args()
    tables.refuse_debug_build()
    matches = read(args.pgn)
    if args.rounds:
        play(args, matches)
    fit = fitted(matches, own=args.own)
    if fit is None:
        raise SystemExit(f"no games with the anchor {OWN_ANCHOR if args.own else ANCHOR}")
    met = {
        name: sum(t.games for pair, t in matches.items() if name in pair) for name in fit.ratings
    }
    for name, elo in sorted(fit.ratings.items(), key=lambda item: item[1]):
        print(f'    ("{name}", {elo:.0f}, {fit.errors[name]:.0f}),  # {met[name]} games')


if __name__ == "__main__":
    main()
