"""Makes the positions by which learning backgammon tells its equity error, the same to the bit.

    python benchmarks/backgammon_reference.py > python/plywise/play/backgammon/reference_set.csv
    python benchmarks/backgammon_reference.py --positions 5
    python benchmarks/backgammon_reference.py --check     # the shipped ones beside gnubg's opinion

`backgammon/standard` plays itself a ply deep. Of each game one position is taken, any of those
after its first play that the bear-off tables do not know with the same chance, and played to the
end many times by the same networks, with the luck of the dice taken away (`pw.rollout`).
"""

import argparse
import sys
import time
from collections.abc import Iterator

import numpy as np
from backgammon_judge import gnubg

import plywise as pw
from plywise import _kernel
from plywise.evaluation.gammon import Gammon, Outlook
from plywise.evaluation.weights import resolve
from plywise.play.backgammon import reference_set
from plywise.play.backgammon.board import Board
from plywise.play.backgammon.reference_set import KnownPosition
from plywise.runs.batches.reference import dice
from plywise.runs.batches.trainer import digest

NETWORKS = "backgammon/standard"
SEED = 2026
POSITIONS = 400
GAMES = 360
"""Of each position; first rolls are dealt evenly where 36 divides them."""
CHOICE_STREAM = 1 << 40
"""Game numbers never come near it: which position is taken does not depend on dice."""
HOME = 6


def met(networks: _kernel.GammonNetworks, number: int) -> list[str]:
    """The positions of a game after its first play, up to where tables know what they are worth."""
    found: list[str] = []
    position = Board.start().position_id
    for roll in dice(SEED, number):
        larger_first = (max(roll), min(roll))
        position = networks.plays(position, larger_first, 1, 1, 0.0)[0][-1]
        if is_known(Board.from_id(position)):
            break
        found.append(position)
    return found


def is_known(board: Board) -> bool:
    """Whether the game is over, or both sides are home and past each other."""
    is_over = not any(board.own) or not any(board.other)
    return is_over or (board.is_race and not any(board.own[HOME:] + board.other[HOME:]))


def chosen(networks: _kernel.GammonNetworks, count: int) -> Iterator[str]:
    """A position of each game; of one that is taken already, the next in its game."""
    taken: set[str] = set()
    for number in range(count):
        positions = met(networks, number)
        drawn = _kernel.random_u64(SEED, CHOICE_STREAM + number, 1)[0]
        first = len(positions) * drawn >> 64
        position = next(one for one in positions[first:] if one not in taken)
        taken.add(position)
        yield position


def rolled_out(evaluation: Gammon, count: int, workers: int) -> Iterator[KnownPosition]:
    """The lines of the file; every position has dice of its own."""
    for number, position in enumerate(chosen(evaluation.networks, count)):
        found = pw.rollout(
            position, evaluation, games=GAMES, seed=SEED + number, workers=workers
        ).reduced
        yield KnownPosition(position=position, outlook=found.outlook, error=found.error)


def written(known: list[KnownPosition], made_of: str) -> str:
    """The file: what it is, and a line a position."""
    races = sum(Board.from_id(one.position).is_race for one in known)
    error = np.mean([one.error for one in known])
    head = [
        f"# {len(known)} positions of backgammon before a roll, one of each of as many games that",
        f"# {NETWORKS} played against itself a ply deep; {races} are races, and none is one that",
        "# the bear-off tables know. The chances of the player about to roll are by rollout of the",
        f"# same networks a ply deep, {GAMES} games each to their end, luck taken away; `error` is",
        f"# the standard error of their equity, in the mean {error:.5f} points.",
        f"# Made by benchmarks/backgammon_reference.py, seed {SEED}, of the weights with SHA-256",
        f"# {made_of}.",
    ]
    rows = [one.line() for one in known]
    return "\n".join([*head, reference_set.COLUMNS, *rows, ""])


def beside_gnubg() -> str:
    """How far gnubg's opinions lie from the shipped equities."""
    nets = gnubg()
    if nets is None:
        sys.exit("gnubg-nn is not installed (PyPI: gnubg-nn)")
    known = reference_set.reference_set()
    told = []
    for plies in (0, 2):
        said = [
            Outlook(*nets.probabilities(nets.board_from_position_id(one.position), plies)).equity
            for one in known
        ]
        apart = np.array(said) - [one.outlook.equity for one in known]
        size = np.abs(apart)
        told.append(
            f"gnubg at {plies} plies: mean |difference| {size.mean():.4f} ± "
            f"{size.std(ddof=1) / np.sqrt(len(size)):.4f}, mean {apart.mean():+.4f}, "
            f"largest {size.max():.3f}"
        )
    return "\n".join(told)


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--positions", type=int, default=POSITIONS, help="how many (%(default)s)")
    parser.add_argument("--workers", type=int, default=1, help="threads (%(default)s)")
    parser.add_argument("--check", action="store_true", help="hold the shipped ones against gnubg")
    return parser.parse_args()


def main() -> None:
    """Print the file, or judge it."""
    given = arguments()
    if given.check:
        print(beside_gnubg())
        return
    weights = resolve(NETWORKS)
    evaluation = weights.as_evaluation()
    assert isinstance(evaluation, Gammon)
    begun = time.process_time()
    known = list(rolled_out(evaluation, given.positions, given.workers))
    sys.stdout.write(written(known, digest(weights)))
    print(f"{time.process_time() - begun:.0f} s of processor time", file=sys.stderr)


if __name__ == "__main__":
    main()
