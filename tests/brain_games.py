"""A lost game and the entries of a brain, for tests to be made of."""

from dataclasses import replace

from plywise._kernel import Position
from plywise.play.brain import Entry
from plywise.play.brain.after_game import OwnMove

LOST = [0.3, 0.4, 0.2, 0.1, -0.3, -0.8, -2.0]
START = Position.start("chess")


def after(*moves: str) -> Position:
    return START.after_all(moves)


def entry(position: Position, move: str, value: float, ply: int, **more: object) -> Entry:
    known = Entry(position=str(position), move=move, low=value, high=value, depth=12, ply=ply)
    return replace(known, **more)  # type: ignore[arg-type]


def own_moves(scores: list[float], from_brain: int = 0) -> list[OwnMove]:
    """Moves of White with these scores, in a game of knights that come and go."""
    position, found = START, []
    shuffle = ["g1f3", "g8f6", "b1c3", "b8c6", "e2e3", "e7e6", "d2d3", "d7d6"]
    shuffle += ["a2a3", "a7a6", "h2h3", "h7h6", "f1e2", "f8e7"]
    for number, score in enumerate(scores):
        move = shuffle[2 * number]
        found.append(
            OwnMove(
                position=position,
                move=move,
                ply=2 * number,
                score=score,
                depth=5,
                from_brain=number < from_brain,
            )
        )
        position = position.after_all(shuffle[2 * number : 2 * number + 2])
    return found
