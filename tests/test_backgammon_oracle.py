"""Backgammon beside gnubg's own code, by the package gnubg-nn: plays and pubeval's choices."""

from collections.abc import Iterator

import pytest

import plywise as pw
from backgammon_positions import BACKGAMMON, decisions, random_game
from deeper import deeper
from plywise import _kernel
from plywise.evaluation.pubeval import Pubeval

gnubg_nn = pytest.importorskip(
    "gnubg_nn", reason="needs gnubg-nn, of which there are no wheels for this Python or machine"
)

PARTS = 2
"""The plays are cut into parts, so that several processes may share the work."""
PLAYS = deeper(3_000, 100_000)


def rolled(part: int) -> Iterator[_kernel.Position]:
    """Positions of random games in which a player has rolled."""
    number = part
    while True:
        yield from (p for p in random_game(number, seed=31) if p.turn != "chance" and p.moves)
        number += PARTS


def by_gnubg(text: str) -> set[str]:
    """The position IDs, seen by the other player, that gnubg's plays of a roll lead to."""
    name, _, dice = text.split()
    board = gnubg_nn.board_from_position_id(name)
    boards = map(gnubg_nn.board_from_position_key, gnubg_nn.moves(board, *map(int, dice)))
    # It leaves a board in the view of the player who moved, whose row is its second.
    return {gnubg_nn.position_id([list(moved), list(other)]) for other, moved in boards}


@pytest.mark.parametrize("part", range(PARTS))
def test_gnubg_agrees_on_the_plays_of_random_games(part: int) -> None:
    for _, position in zip(range(PLAYS // PARTS), rolled(part), strict=False):
        text = str(position).replace("opening", "first")
        plays = position.moves
        ours = [str(position.after(play)).split()[0] for play in plays]
        assert len(set(ours)) == len(ours), text
        if plays == ["pass"]:
            assert by_gnubg(text) <= set(ours), text
        else:
            assert set(ours) == by_gnubg(text), text


def test_pubeval_chooses_as_gnubg_s_does() -> None:
    pubeval = Pubeval(BACKGAMMON.features("raw"))
    chosen = equal = 0
    for kernel in decisions(deeper(400, 10_000), every=7, seed=32):
        position = BACKGAMMON.position(str(kernel).replace("opening", "first"))
        if len(position.moves) == 1:
            continue
        name, _, dice = str(position).split()
        board = gnubg_nn.board_from_position_id(name)
        steps = gnubg_nn.pub_best_move(board, *map(int, dice))
        theirs = position.after(" ".join(f"{a + 1}/{b + 1}" for a, b in pairs(steps)))
        found = pw.search(position, pubeval, pw.Expectimax(depth=1))
        chosen += 1
        # Two plays may be worth the same to the last digit.
        worth = {position.after(root.move).key: root.value for root in found.roots}
        equal += worth[theirs.key] == found.value
    assert chosen > deeper(300, 7_500)
    assert equal == chosen


def pairs(steps: list[int]) -> Iterator[tuple[int, int]]:
    """From and to of each step."""
    return zip(steps[::2], steps[1::2], strict=True)
