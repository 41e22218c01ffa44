"""How well networks play backgammon: matches, equity lost a move, errors of equities, openings.

    python benchmarks/backgammon_judge.py WEIGHTS
    python benchmarks/backgammon_judge.py runs/gammon --games 2000 --pairs 100

Matches are of pairs of games with the same dice, sides exchanged, and a ply deep on both sides;
pubeval is Tesauro's, gnubg is its own evaluation at 0 plies by the package gnubg-nn, which judges
the positions after our plays (no socket is needed). The data are those of others, in
../shared/data/backgammon: judged_moves.csv (plays of 478 rolls judged by gnubg at two plies),
rollouts_5000.jsonl, wildbg_contact_500.csv, wildbg_race_500.csv and opening_moves_gnubg_2ply.csv.
Standard errors are over pairs of games, decisions or positions; none of them is of learning. What
is not here (data, package) is left out and said so.
"""

import argparse
import csv
import json
import math
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import tables

import plywise as pw
from plywise import _kernel
from plywise.evaluation.weights import Weights, resolve
from plywise.games.dice import throw
from plywise.play.backgammon.board import Board
from plywise.runs.batches.config import BatchConfig

BACKGAMMON = pw.game("backgammon")
DATA = Path(__file__).resolve().parents[2] / "shared" / "data" / "backgammon"
ONE_PLY = pw.Expectimax(depth=1, random_ties=False)
TWO_PLY = pw.Expectimax(depth=2, candidates=5, margin=0.15, random_ties=False)
LONGEST = 4_000
"""Plies; a game that long is nobody's."""


@dataclass(frozen=True, kw_only=True)
class Figure:
    """One line of the table."""

    name: str
    value: float = math.nan
    error: float | None = None
    """Standard error, where there is one."""
    count: int = 0
    what: str = ""
    """What is counted."""
    trouble: str = ""


def mean(name: str, values: Sequence[float], what: str) -> Figure:
    """The mean with its standard error."""
    seen = np.asarray(values, dtype=float)
    error = float(seen.std(ddof=1) / math.sqrt(len(seen))) if len(seen) > 1 else None
    return Figure(name=name, value=float(seen.mean()), error=error, count=len(seen), what=what)


# ---- matches ---------------------------------------------------------------------------------


def against_pubeval(weights: Weights, games: int, seed: int, workers: int) -> Figure:
    """Points a game over pairs, by the kernel."""
    settings = BatchConfig(features=weights.features, evaluation=weights.evaluation).shape.settings
    players = (np.array(weights.values, dtype=np.float32), None)
    played = _kernel.gammon_match(
        weights.features, settings, players, pairs=games // 2, seed=seed, workers=workers
    )
    return mean("points a game v pubeval", [(one + two) / 2 for one, two in played], "pairs")


def gnubg() -> Any:
    """The package gnubg-nn, or None."""
    try:
        import gnubg_nn  # type: ignore[import-not-found]
    except ImportError:
        return None
    return gnubg_nn


def against_gnubg(evaluation: pw.Evaluation, pairs: int, seed: int) -> Figure:
    """Points a game against gnubg's evaluation of every play, a ply deep on both sides."""
    name = "points a game v gnubg 0-ply"
    nets = gnubg()
    if nets is None:
        return Figure(name=name, trouble="gnubg-nn is not installed (PyPI: gnubg-nn)")
    settings = ONE_PLY.settings(evaluation.scale)

    def ours(position: _kernel.Position) -> str:
        found = _kernel.expectimax(position, evaluation.kernel, settings).move
        assert found is not None
        return found

    def theirs(position: _kernel.Position) -> str:
        return min(position.moves, key=lambda play: worth(nets, position.after(play)))

    points = [
        (one_game(ours, theirs, seed, pair) - one_game(theirs, ours, seed, pair)) / 2
        for pair in range(pairs)
    ]
    return mean(name, points, "pairs")


def worth(nets: Any, after: _kernel.Position) -> float:
    """Points that gnubg sees for the player about to roll; the least where the other has won."""
    if after.outcome is not None:
        return -abs(after.outcome)
    board = nets.board_from_position_id(str(after).split()[0])
    win, gammon, backgammon, lost_gammon, lost_backgammon = nets.probabilities(board, 0)
    return float(2 * win - 1 + gammon + backgammon - lost_gammon - lost_backgammon)


Chooser = Callable[[_kernel.Position], str]


def one_game(first: Chooser, second: Chooser, seed: int, dice: int) -> float:
    """The first player's points; the dice are those of the pair."""
    position = _kernel.Position.start("backgammon")
    for ply in range(LONGEST):
        if position.outcome is not None:
            return position.outcome
        if position.turn == "chance":
            move = throw(position, seed=seed, number=dice, ply=ply)
        else:
            move = (first if position.turn == "first" else second)(position)
        position = position.after(move)
    return 0.0


# ---- the data of others ----------------------------------------------------------------------


def table(path: Path) -> list[dict[str, str]]:
    """The lines of a file."""
    with path.open() as file:
        return list(csv.DictReader(file))


def after_id(position: pw.Position, play: str) -> str:
    """The position ID behind a play, as the other player sees it."""
    return str(position.after(play)).split()[0]


def move_error(evaluation: pw.Evaluation, data: Path, using: pw.Expectimax, plies: str) -> Figure:
    """Thousandths of a point that the chosen play loses to the best one, as gnubg judges both."""
    judged: dict[str, dict[str, float]] = defaultdict(dict)
    for row in table(data / "judged_moves.csv"):
        rolled = f"{row['position_id']} first {row['die1']}{row['die2']}"
        judged[rolled][row["after_position_id"]] = float(row["equity"])
    lost = []
    for text, equities in judged.items():
        position = BACKGAMMON.position(text)
        chosen = pw.search(position, evaluation, using).move
        lost.append(1000 * (max(equities.values()) - equities[after_id(position, str(chosen))]))
    return mean(f"move error, {plies}, milli-points", lost, "decisions")


def equity(evaluation: pw.Evaluation, name: str) -> float:
    """The points expected by the player about to roll, without a search."""
    position = BACKGAMMON.position(f"{name} first")
    if position.outcome is not None:
        return position.outcome
    return evaluation.kernel.real_value(position.kernel)


def rollouts(evaluation: pw.Evaluation, data: Path) -> Figure:
    """Errors beside rollouts; of these boards the view is that of the player who has just moved."""
    errors = []
    for line in (data / "rollouts_5000.jsonl").read_text().splitlines():
        told = json.loads(line)
        board = told["board"]  # the other's bar, then our points 1 to 24, then our bar
        moved = [max(board[place], 0) for place in range(1, 26)]
        roller = [max(-board[25 - place], 0) for place in range(1, 25)] + [board[0]]
        errors.append(
            abs(
                -equity(evaluation, Board(own=tuple(roller), other=tuple(moved)).position_id)
                - told["equity"]
            )
        )
    return mean("equity error, rollouts", errors, "positions")


def wildbg(evaluation: pw.Evaluation, data: Path, kind: str) -> Figure:
    """Errors beside gnubg's two plies."""
    errors = [
        abs(equity(evaluation, row["position_id"]) - float(row["equity_2ply"]))
        for row in table(data / f"wildbg_{kind}_500.csv")
    ]
    return mean(f"equity error, {kind}", errors, "positions")


def openings(evaluation: pw.Evaluation, data: Path) -> tuple[Figure, Figure]:
    """Opening plays at two plies that are gnubg's first choice, and what the others lose."""
    best: dict[str, list[tuple[str, float]]] = defaultdict(list)
    for row in table(data / "opening_moves_gnubg_2ply.csv"):
        best[row["die1"] + row["die2"]].append((row["move"], float(row["cubeless_equity"])))
    lost = []
    for dice, plays in best.items():
        position = BACKGAMMON.position(f"4HPwATDgc/ABMA first {dice}")
        chosen = after_id(position, str(pw.search(position, evaluation, TWO_PLY).move))
        known = {after_id(position, play): value for play, value in plays}
        # The file has the best three: whoever plays another one loses at least as much as the last.
        lost.append(plays[0][1] - known.get(chosen, plays[-1][1]))
    same = sum(loss == 0.0 for loss in lost)
    return (
        Figure(name="openings as gnubg's first choice", value=same, count=len(lost), what="rolls"),
        mean("opening error, at least, milli-points", [1000 * loss for loss in lost], "rolls"),
    )


def figures(weights: Weights, given: argparse.Namespace) -> Iterator[Figure]:
    """All of them."""
    evaluation = weights.as_evaluation()
    yield against_pubeval(weights, given.games, given.seed, given.workers)
    yield against_gnubg(evaluation, given.pairs, given.seed)
    data: Path = given.data
    if not data.is_dir():
        yield Figure(name="data of others", trouble=f"{data} is not there")
        return
    yield move_error(evaluation, data, ONE_PLY, "one ply")
    yield move_error(evaluation, data, TWO_PLY, "two plies")
    yield rollouts(evaluation, data)
    yield wildbg(evaluation, data, "contact")
    yield wildbg(evaluation, data, "race")
    yield from openings(evaluation, data)


def cells(figure: Figure) -> list[str]:
    """A line of the table."""
    if figure.trouble:
        return [f"{figure.name}: {figure.trouble}", "", "", ""]
    error = "" if figure.error is None else f"± {figure.error:.4f}"
    return [figure.name, f"{figure.value:+.4f}", error, f"{figure.count:,} {figure.what}"]


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("weights", help="networks: a file of weights, or a run")
    parser.add_argument("--games", type=int, default=20_000, help="v pubeval (%(default)s)")
    parser.add_argument("--pairs", type=int, default=1_000, help="v gnubg (%(default)s)")
    parser.add_argument("--seed", type=int, default=90_001, help="of the dice (%(default)s)")
    parser.add_argument("--workers", type=int, default=2, help="v pubeval (%(default)s)")
    parser.add_argument("--data", type=Path, default=DATA, help="the folder (%(default)s)")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    return parser.parse_args()


def main() -> None:
    """Judge and print."""
    tables.refuse_debug_build()
    given = arguments()
    try:
        found = list(figures(resolve(given.weights), given))
    except pw.BadInput as error:
        sys.exit(str(error))
    text = tables.table(["figure", "value", "error", "of"], list(map(cells, found)))
    fields = {"weights": given.weights, "seed": given.seed, "figures": list(map(asdict, found))}
    title = f"{given.weights}, dice of seed {given.seed}, standard errors"
    tables.show(title, text, fields, as_json=given.json)


if __name__ == "__main__":
    main()
