"""The work by which a tuned build is measured (`make tuned`): what people let plywise do most.

The compiler counts what happens here and lays the kernel out for it. It is neither a test nor a
benchmark: nothing is asserted, and a count is good whatever the machine is doing meanwhile.
"""

from typing import Any

import plywise as pw


def main() -> None:
    """Learn a little of several games, and play a little as the engine does."""
    for depth, games in ((4, 15), (2, 150)):
        learn("chess", depth=depth, games=games)
    learn("chess", depth=2, games=60, features="rich")
    learn("chess", depth=2, games=20, features="knightcap")
    learn("shogi", depth=2, games=15)
    learn("othello", depth=2, games=60)
    playing = pw.profile("playing", nodes=2_000)
    pw.match("chess/plywise", "chess/standard", games=6, search=playing, workers=1)


def learn(game: str, *, depth: int, games: int, **more: Any) -> None:
    """One learning run, without its gates."""
    search = {"depth": depth}
    pw.learn(game, search=search, games=games, seed=1, gate_every=0, workers=1, **more)


if __name__ == "__main__":
    main()
