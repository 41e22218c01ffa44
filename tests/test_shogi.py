"""The rules of shogi: counts that everybody knows, and each rule in a sentence."""

import os

import pytest

import plywise as pw
from plywise import _kernel

DEEP = bool(os.environ.get("PLYWISE_DEEP"))
SHOGI = pw.game("shogi")
DECLARED = pw.game("shogi-declaration")

# Counts that YaneuraOu, cshogi and others agree on: the start, the position with the most moves,
# one with pieces all over the board, one in which a pawn drop would be mate.
KNOWN = [
    (
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
        (1, 30, 900, 25_470, 719_731, 19_861_490),
    ),
    ("R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1", (1, 593, 105_677)),
    (
        "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
        (1, 207, 28_684, 4_809_015),
    ),
    ("7lk/9/8S/9/9/9/9/7L1/8K b P 1", (1, 85, 639)),
]


def moves(text: str) -> list[str]:
    return SHOGI.position(text).moves


@pytest.mark.parametrize(("text", "counts"), KNOWN)
def test_known_counts(text: str, counts: tuple[int, ...]) -> None:
    position = _kernel.Position.parse("shogi", text)
    assert tuple(position.perft(depth) for depth in range(len(counts))) == counts


@pytest.mark.skipif(not DEEP, reason="548 million nodes: PLYWISE_DEEP=1")
def test_six_plies_from_the_start() -> None:
    assert _kernel.Position.start("shogi").perft(6) == 547_581_517


def test_the_game_says_what_is_usual_in_it() -> None:
    facts = SHOGI.facts
    assert facts.players == ("Sente", "Gote")
    assert (facts.max_plies, facts.quiescence_plies) == (600, 8)
    assert SHOGI.feature_sets == ["material", "hand", "piece-squares", "king-proximity"]
    assert SHOGI.start().count("pawn", "first") == 9


def test_pieces_in_hand_are_counted_with_the_plain_ones() -> None:
    position = SHOGI.position("4k4/9/4+P4/9/9/9/4P4/9/4K4 b 3P2p 1")
    assert position.count("pawn", "first") == 4
    assert position.count("pawn", "second") == 2
    assert position.count("tokin", "first") == 1


def test_a_pawn_drop_may_not_give_mate_but_may_give_check() -> None:
    assert "P*1b" not in moves("7lk/9/8S/9/9/9/9/7L1/8K b P 1")
    assert "P*1b" in moves("8k/9/8S/9/9/9/9/9/8K b P 1")
    # A pawn that moves there may mate.
    position = SHOGI.position("7lk/9/8P/8S/9/9/9/7L1/8K b - 1")
    assert "1c1b" in position.moves


def test_no_second_pawn_may_be_dropped_on_a_file() -> None:
    dropped = [move for move in moves("4k4/9/9/9/9/9/4P4/9/4K4 b P 1") if move.startswith("P*")]
    assert len(dropped) == 8 * 8
    assert not [move for move in dropped if move.startswith("P*5")]
    assert "P*5e" in moves("4k4/9/9/9/9/9/4+P4/9/4K4 b P 1"), "a tokin is no pawn"


def test_promotion_is_free_on_the_way_in_within_and_out() -> None:
    for move in ("5d5c", "5d5c+"):
        assert move in moves("k8/9/9/4S4/9/9/9/9/4K4 b - 1")
    for move in ("5c6d", "5c6d+", "5c5b", "5c5b+"):
        assert move in moves("k8/9/4S4/9/9/9/9/9/4K4 b - 1")
    assert not [move for move in moves("k8/9/4G4/9/9/9/9/9/4K4 b - 1") if move.endswith("+")]


def test_a_piece_that_could_not_go_on_must_promote_and_is_not_dropped() -> None:
    legal = moves("8k/4P4/9/3N5/9/9/9/9/L3K4 b LNP 1")
    for plain in ("5b5a", "6d7b", "9i9a"):
        assert plain + "+" in legal
        assert plain not in legal
    assert {"9i9b", "9i9b+"} <= set(legal)
    assert not [move for move in legal if "*" in move and move.endswith("a")]
    assert not [move for move in legal if move.startswith("N*") and move.endswith("b")]


def test_who_cannot_move_has_lost_in_check_or_not() -> None:
    mated = SHOGI.position("4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1")
    assert (mated.outcome, mated.outcome_reason) == (1.0, "checkmate")
    stuck = SHOGI.position("8k/7R1/8S/9/9/9/9/4K4/9 w - 1")
    assert (stuck.is_check, stuck.moves) == (False, [])
    assert (stuck.outcome, stuck.outcome_reason) == (1.0, "checkmate")


def test_the_fourth_occurrence_of_a_position_is_a_draw() -> None:
    position = SHOGI.start()
    cycle = ["2h3h", "8b7b", "3h2h", "7b8b"]
    for occurrences in (2, 3):
        position = position.after(*cycle)
        assert position.outcome is None, occurrences
    position = position.after(*cycle)
    assert (position.outcome, position.outcome_reason) == (0.5, "repetition")


def test_other_hands_make_another_position() -> None:
    one, other = ("4k4/9/9/9/9/9/9/9/4K4 b P 1", "4k4/9/9/9/9/9/9/9/4K4 b p 1")
    assert SHOGI.position(one).key != SHOGI.position(other).key


@pytest.mark.parametrize(
    ("text", "cycle", "outcome"),
    [
        # A rook that checks and checks, for each side; the king steps to and fro.
        ("k8/9/9/9/9/9/9/9/1R6K b - 1", ["8i9i", "9a8a", "9i8i", "8a9a"], 0.0),
        ("k6r1/9/9/9/9/9/9/9/8K w - 1", ["2a1a", "1i2i", "1a2a", "2i1i"], 1.0),
    ],
)
def test_perpetual_check_has_lost(text: str, cycle: list[str], outcome: float) -> None:
    position = SHOGI.position(text).after(*cycle, *cycle)
    assert position.outcome is None
    position = position.after(*cycle)
    assert (position.outcome, position.outcome_reason) == (outcome, "perpetual check")


def test_a_repetition_with_one_quiet_move_is_no_perpetual_check() -> None:
    position = SHOGI.position("k8/9/9/9/9/9/9/9/1R6K b - 1")
    cycle = ["8i9i", "9a8a", "9i8i", "8a9a"]
    pause = ["8i8h", "9a9b", "8h8i", "9b9a"]
    position = position.after(*cycle, *pause, *cycle)
    assert (position.outcome, position.outcome_reason) == (0.5, "repetition")


# Rooks and bishops count 5, the rest 1: 20 + 8, on twelve squares of the enemy camp.
CAMP = "4K4/+R+R+B+BGGGG1/SSSS5/9/9/9/9/9/4k4 b - 1"


def test_an_entered_king_with_28_points_has_won_by_declaration() -> None:
    position = DECLARED.position(CAMP)
    assert (position.outcome, position.outcome_reason) == (1.0, "declaration")
    assert SHOGI.position(CAMP).outcome is None, "an option, not the rule of `shogi`"


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("4K4/+R+R+B+BGGGG1/SSS6/9/9/9/9/9/4k4 b - 1", id="27 points"),
        pytest.param("9/+R+R+B+BGGGG1/SSSS5/4K4/9/9/9/9/4k4 b - 1", id="king outside"),
        pytest.param("4K4/+R+R+B+BGGGG1/9/SSSS5/9/9/9/9/4k4 b - 1", id="four pieces outside"),
        pytest.param("4K4/+R+R+B+BGGGGS/9/9/9/9/9/9/4k4 b 3S9P 1", id="nine pieces"),
        pytest.param("4K4/+R+R+B+BGGGG1/SSSS5/9/9/9/9/9/4k4 w - 1", id="not to move"),
        pytest.param("4Kg3/+R+R+B+BGGG2/SSSSP4/9/9/9/9/9/4k4 b - 1", id="in check"),
    ],
)
def test_a_declaration_needs_king_company_points_and_a_quiet_turn(text: str) -> None:
    assert DECLARED.position(text).outcome is None


def test_what_lacks_for_a_declaration_can_be_had() -> None:
    ten = DECLARED.position("4K4/+R+R+B+BGGGGS/S8/9/9/9/9/9/4k4 b 2S9P 1")
    unchecked = DECLARED.position("4K4/+R+R+B+BGGG2/SSSSP4/9/9/9/9/9/4k3g b - 1")
    assert (ten.outcome, unchecked.outcome) == (1.0, 1.0)


def test_gote_needs_27_points_and_what_is_in_hand_counts() -> None:
    camp = "4K4/9/9/9/9/9/{}/1gggg+b+b+r+r/4k4 w {} 1"
    assert DECLARED.position(camp.format("6sss", "-")).outcome == 0.0
    assert DECLARED.position(camp.format("7ss", "s")).outcome == 0.0
    assert DECLARED.position(camp.format("7ss", "-")).outcome is None
