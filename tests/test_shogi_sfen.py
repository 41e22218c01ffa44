"""SFEN in and out: what is wrong with a text is said, and no text crashes us."""

import os
import random

import pytest

from plywise import _kernel
from test_fuzz import ODD_LETTERS, mutated

INPUTS = 1_000_000 if os.environ.get("PLYWISE_DEEP") else 20_000
START = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"
SOUND = [
    START,
    "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1",
    "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
    "+N5snl/4+N1gp1/1b1p1pkP1/1s1l2pLp/4p+b3/P1P6/1P1PPPP1P/2+rSK2L1/2+r1S1GN1 w 2P2gp 84",
]
LETTERS = "plnsgbrkPLNSGBRK+/123456789 0-bw"


@pytest.mark.parametrize("text", SOUND)
def test_a_position_is_written_as_it_was_read(text: str) -> None:
    assert str(_kernel.Position.parse("shogi", text)) == text


def test_a_hand_may_be_written_in_any_order_and_the_number_left_out() -> None:
    position = _kernel.Position.parse("shogi", "4k4/9/9/9/9/9/9/9/4K4 w p2PRg1s")
    assert str(position) == "4k4/9/9/9/9/9/9/9/4K4 w R2Pgsp 1"


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("", "0 fields instead of 4"),
        ("nonsense", "1 fields instead of 4"),
        (f"{START} 1", "5 fields instead of 4"),
        ("4k4/9/9/9/9/9/9/4K4 b - 1", "8 ranks instead of 9"),
        ("4k3/9/9/9/9/9/9/9/4K4 b - 1", "rank '4k3' has 8 squares instead of 9"),
        ("4k5/9/9/9/9/9/9/9/4K4 b - 1", "rank '4k5' has more than 9 squares"),
        ("4k4/9/9/4X4/9/9/9/9/4K4 b - 1", "'X' is no piece"),
        ("4k4/9/9/4é4/9/9/9/9/4K4 b - 1", "'é' is no piece"),
        ("4k4/9/9/4+G4/9/9/9/9/4K4 b - 1", "'+G': no such piece promotes"),
        ("4k4/9/9/8+/9/9/9/9/4K4 b - 1", "rank '8+' ends in '+'"),
        ("4k4/9/9/9/9/9/9/9/4K4 x - 1", "the turn is 'x'"),
        ("4k4/9/9/9/9/9/9/9/4K4 b X 1", "'X' is no piece"),
        ("4k4/9/9/9/9/9/9/9/4K4 b 0P 1", "holds 0 of 'P'"),
        ("4k4/9/9/9/9/9/9/9/4K4 b 99999999999P 1", "holds 99999999999 of 'P'"),
        ("4k4/9/9/9/9/9/9/9/4K4 b P2 1", "ends in a number"),
        ("4k4/9/9/9/9/9/9/9/4K4 b K 1", "holds a king"),
        ("4k4/9/9/9/9/9/9/9/4K4 b - 0", "the move number is '0'"),
        ("4k4/9/9/9/9/9/9/9/4K4 b - one", "the move number is 'one'"),
        ("9/9/9/9/9/9/9/9/4K4 b - 1", "Gote has no king"),
        ("4k4/9/9/9/9/9/9/9/3KK4 b - 1", "Sente has 2 kings"),
        ("4k4/9/9/9/9/9/9/9/4K4 b 3R 1", "3 pieces of the kind rook, of which there are 2"),
        ("4k4/9/4P4/9/4P4/9/9/9/4K4 b - 1", "Sente has two pawns on file 5"),
        ("P3k4/9/9/9/9/9/9/9/4K4 b - 1", "the pawn of Sente on 9a could never move"),
        ("4k4/9/9/9/9/9/9/1n7/4K4 w - 1", "the knight of Gote on 8h could never move"),
        ("4k4/9/9/9/9/9/9/4R4/4K4 b - 1", "could take the king of Gote"),
    ],
)
def test_what_is_wrong_is_said_with_the_text(text: str, what: str) -> None:
    with pytest.raises(_kernel.BadPosition) as error:
        _kernel.Position.parse("shogi", text)
    message = str(error.value).replace('"', "'").replace("\\'", "'")
    assert what in message
    assert text.replace('"', "'") in message


def test_a_move_that_is_not_legal_is_named_with_its_position() -> None:
    start = _kernel.Position.start("shogi")
    for wrong in ("7g7e", "", "P*5e", "7g7f+", "e2e4", "７六歩"):
        with pytest.raises(_kernel.IllegalMove, match="as in USI") as error:
            start.after(wrong)
        assert START in str(error.value)


def understood(text: str) -> _kernel.Position | None:
    """The position of a text, or `None` where it is refused."""
    try:
        return _kernel.Position.parse("shogi", text)
    except _kernel.BadPosition:
        return None


@pytest.mark.parametrize("part", range(2))
def test_damaged_positions_are_refused_or_can_be_played(part: int) -> None:
    chance = random.Random(part)
    sound = 0
    for number in range(INPUTS // 2):
        letters = LETTERS if number % 8 else ODD_LETTERS
        position = understood(mutated(chance.choice(SOUND), letters, chance))
        if position is None:
            continue
        sound += 1
        assert _kernel.Position.parse("shogi", str(position)) == position
        for move in position.moves[::7]:
            assert position.after(move).key % 2 == position.after(move).is_check
    assert sound > INPUTS // 100
