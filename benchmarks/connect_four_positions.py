"""Makes the solved positions that Connect Four is measured by, the same to the bit.

    python benchmarks/connect_four_positions.py > FILE
    python benchmarks/connect_four_positions.py --positions 5

FILE is `python/plywise/play/connect_four/known_positions.csv`.

A position is 8 to 24 random plies from the start, as many as chance will have it; those that end
the game, and those whose moves are all worth the same, are passed over. All moves are solved to
their end. 1,000 of them take about twelve minutes of processor time; a longer list begins with a
shorter one.
"""

import argparse
from itertools import islice

from tables import refuse_debug_build

from plywise.play.connect_four.known_positions import HEADER, drawn


def head(positions: int, seed: int) -> str:
    """What the file says of itself."""
    return (
        "# Positions of Connect Four after 8 to 24 random plies, drawn one after the other from\n"
        f"# seed {seed}, {positions} of them, whose moves differ in win, draw and loss; and for "
        "each\n# column what a disc in it is worth to who drops it with perfect play: + - 0, x if "
        "full.\n"
    )


def main() -> None:
    """Draw, solve and write."""
    parser = argparse.ArgumentParser(description="solved positions of Connect Four")
    parser.add_argument("--positions", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=2026)
    options = parser.parse_args()
    refuse_debug_build()
    print(head(options.positions, options.seed) + HEADER)
    for one in islice(drawn(options.seed), options.positions):
        print(one.line(), flush=True)


if __name__ == "__main__":
    main()
