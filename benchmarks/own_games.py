"""What a game written in Python costs, and what can be learnt in one all the same.

    python benchmarks/own_games.py
    python benchmarks/own_games.py --depth 4 --games 2 --rounds 1
    python benchmarks/own_games.py --learn --seeds 5

The first form plays whole games with fixed weights, one thread: Connect Four and tic-tac-toe, which
are written in Python, beside Othello and chess of the kernel, in turn in every round; it counts
nodes and games a second of processor time, the best round each. With `--learn` Connect Four learns
at depth 2 from every seed and plays its start and a hand-made count of three in a line; and
tic-tac-toe, learnt at depth 1, meets every line of a perfect player.
"""

import argparse
import time
from functools import cache

from tables import refuse_debug_build, show, table

import plywise as pw
from plywise import _kernel
from plywise.games.connect_four import ConnectFour
from plywise.games.tic_tac_toe import TicTacToe

IN_PYTHON = pw.game(ConnectFour).name
CONNECT_FOUR = {"lasting_threats": 1.1, "threes": 0.05, "twos": 0.1, "middle": 0.1}
PLAYED = {
    IN_PYTHON: ("own", tuple(CONNECT_FOUR.values())),
    "tic-tac-toe": ("own", (1.0, 0.5, 0.1, 0.05)),
    "othello": ("", ()),
    "chess": ("material", (1.0, 3.0, 3.0, 5.0, 9.0)),
}
"""The games that are played, with features and weights; by default those of the start."""


def evaluation(name: str) -> pw.Linear:
    """What a game is played with."""
    features, weights = PLAYED[name]
    chosen = pw.game(name).features(features or pw.game(name).feature_sets[0])
    return pw.Linear(chosen, weights or chosen.starts)


def played(name: str, depth: int, numbers: range) -> tuple[float, int]:
    """Seconds of processor time and nodes of the games with these numbers."""
    judge, settings = evaluation(name).kernel, pw.AlphaBeta(depth=depth).settings(1000)
    jobs = [
        _kernel.GameJob(
            game=name, first=judge, second=judge, first_search=settings, second_search=settings,
            seed=1, number=number, max_plies=min(80, pw.game(name).facts.max_plies),
            learn_at="none",
        )
        for number in numbers
    ]  # fmt: skip
    begun = time.process_time()
    records = _kernel.play_games(jobs)
    return time.process_time() - begun, sum(record.nodes for record in records)


def speeds(depth: int, games: int, rounds: int) -> dict[str, dict[str, float]]:
    """Nodes and games a second: the best round of each, every round with new games."""
    found: dict[str, dict[str, float]] = {}
    for number in range(rounds):
        for name in PLAYED:
            seconds, nodes = played(name, depth, range(number * games, (number + 1) * games))
            speed = {"nodes_per_second": nodes / seconds, "games_per_second": games / seconds}
            found[name] = max(found.get(name, speed), speed, key=lambda s: s["nodes_per_second"])
    return found


def connect_four(seed: int, games: int, match: int) -> dict[str, object]:
    """What is learnt from a seed, and its scores against the start and the count of threes."""
    using = pw.AlphaBeta(depth=2)
    run = pw.learn(IN_PYTHON, search=using, games=games, seed=seed, gate_every=0)
    features = pw.game(IN_PYTHON).features("own")
    scores = {}
    for label, worth in {"start": 0.0, "three in a line": 1.0}.items():
        weights = [worth if name == "threes" else 0.0 for name in features.names]
        opponent = pw.Linear(features, weights)
        scores[label] = pw.match(run, opponent, games=match, depth=2, seed=seed).score
    return {"seed": seed, "weights": run.mean(), "scores": scores}


def lost(evaluation: pw.Linear, side: str) -> int:
    """In how many final boards a search to depth 1 has lost to a perfect player, over all lines."""
    game, rules = pw.game("tic-tac-toe"), TicTacToe()

    @cache
    def solved(board: str) -> float:
        if (outcome := rules.outcome(board)) is not None:
            return outcome
        best = max if rules.turn(board) == "first" else min
        return best(solved(rules.after(board, move)) for move in rules.moves(board))

    def replies(board: str) -> list[str]:
        moves = rules.moves(board)
        if rules.turn(board) != side:
            return [m for m in moves if solved(rules.after(board, m)) == solved(board)]
        after = {m: game.position(rules.after(board, m)).kernel for m in moves}
        worth = {m: -_kernel.minimax(p, evaluation.kernel, 0, 0) for m, p in after.items()}
        return [m for m in moves if worth[m] == max(worth.values())]

    seen, ahead, count = set(), [rules.start()], 0
    while ahead:
        if (board := ahead.pop()) in seen:
            continue
        seen.add(board)
        if (outcome := rules.outcome(board)) is not None:
            count += outcome == (0.0 if side == "first" else 1.0)
            continue
        ahead += [rules.after(board, move) for move in replies(board)]
    return count


def tic_tac_toe(seed: int, games: int) -> dict[str, object]:
    """Lost boards after so many games from a seed, as first and as second player."""
    run = pw.learn(
        "tic-tac-toe", search=pw.AlphaBeta(depth=1), games=games, seed=seed, gate_every=0
    )
    judge = pw.Linear(pw.game("tic-tac-toe").features("own"), run)
    return {"seed": seed, "weights": run.mean(), "lost": [lost(judge, s) for s in SIDES]}


SIDES = ("first", "second")


def learning(seeds: int, games: int, match: int, as_json: bool) -> None:
    """Print what is learnt from the seeds."""
    fours = [connect_four(seed, games, match) for seed in range(1, seeds + 1)]
    small = [tic_tac_toe(seed, 200) for seed in range(1, seeds + 1)]
    nothing = pw.Linear(pw.game("tic-tac-toe").features("own"), [0.0] * 4)
    before = [lost(nothing, side) for side in SIDES]
    rows = [
        [f"seed {one['seed']}", *(f"{score:.1%}" for score in one["scores"].values()),
         *(str(n) for n in two["lost"])]
        for one, two in zip(fours, small, strict=True)
    ]  # fmt: skip
    rows.append(["before learning", "50 %", "", *map(str, before)])
    head = ["", "v start", "v three in a line", "tic-tac-toe lost first", "second"]
    title = f"Connect Four: {games} games at depth 2, matches of {match}; tic-tac-toe: 200 games"
    fields = {"connect_four": fours, "tic_tac_toe": small, "before": before}
    show(title, table(head, rows), fields, as_json=as_json)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="games in Python beside the kernel's")
    parser.add_argument("--depth", type=int, default=2)
    parser.add_argument("--games", type=int, help="games a round (20), or to learn from (1000)")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--learn", action="store_true", help="what is learnt instead of speed")
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--match", type=int, default=400, help="games of a match")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    refuse_debug_build()
    if options.learn:
        learning(options.seeds, options.games or 1000, options.match, options.json)
        return
    found = speeds(options.depth, options.games or 20, options.rounds)
    rows = [
        [name, f"{s['nodes_per_second'] / 1000:,.0f} k", f"{s['games_per_second']:,.0f}"]
        for name, s in found.items()
    ]
    title = f"Whole games at depth {options.depth}, one thread"
    show(title, table(["", "nodes/s", "games/s"], rows), {"speeds": found}, as_json=options.json)


if __name__ == "__main__":
    main()
