"""Feature sets with places: as many weights as the thesis has, counted alike by an own count."""

import chess
import pytest

import plywise as pw
from plywise.evaluation.weights import resolve

GAME = pw.game("chess")
POSITIONS = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r2q1rk1/pp2bppp/2n1bn2/3p4/3N4/2N1B3/PPP1BPPP/R2Q1RK1 w - - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 0 1",
    "3k4/P7/8/8/1q6/8/7p/3K4 w - - 0 1",
]
SETS = {"ranks-rings": 27, "half-board": 157, "full-board": 309}


def place(name: str, kind: str, square: int) -> str:
    """The place of a white piece by the words of the thesis, written without the kernel."""
    file, rank = chess.square_file(square), chess.square_rank(square)
    if name == "full-board":
        return chess.square_name(square)
    if name == "half-board":
        return chess.square_name(chess.square(min(file, 7 - file), rank))
    return f"rank{rank + 1}" if kind == "pawn" else f"ring{1 + min(file, rank, 7 - file, 7 - rank)}"


def counted(name: str, fen: str) -> dict[str, int]:
    """Features and counts of a position that are not zero."""
    counts: dict[str, int] = {}
    for square, piece in chess.Board(fen).piece_map().items():
        if piece.piece_type == chess.KING:
            continue
        kind, sign = chess.piece_name(piece.piece_type), 1 if piece.color else -1
        seen = square if piece.color else chess.square_mirror(square)
        for feature in (kind, f"{kind}_{place(name, kind, seen)}"):
            counts[feature] = counts.get(feature, 0) + sign
    return {feature: count for feature, count in counts.items() if count}


@pytest.mark.parametrize("name", SETS)
@pytest.mark.parametrize("fen", POSITIONS)
def test_counts_are_those_of_a_count_by_hand(name: str, fen: str) -> None:
    features = GAME.features(name)
    evaluation = pw.Linear(features, weights=features.starts)
    gradient = dict(zip(features.names, evaluation.gradient(GAME.position(fen)), strict=True))
    assert {feature: count for feature, count in gradient.items() if count} == counted(name, fen)


@pytest.mark.parametrize("name", SETS)
def test_pieces_start_at_one_and_squares_at_nothing(name: str) -> None:
    features = GAME.features(name)
    assert len(features) == SETS[name]
    assert features.starts == (1.0,) * 5 + (0.0,) * (SETS[name] - 5)
    assert features.unit == "pawn"
    assert all(feature.isidentifier() for feature in features.names)
    assert len(set(features.names)) == len(set(features.meanings)) == len(features)


@pytest.mark.parametrize("name", SETS)
def test_every_place_is_drawn_on_a_board(name: str) -> None:
    features = GAME.features(name)
    assert [table.name for table in features.tables] == list(features.names[:5])
    for table in features.tables:
        assert table.width == 8
        for row, cells in enumerate(table.rows):
            for file, cell in enumerate(cells):
                square = chess.square(file, 7 - row)
                if cell is None:
                    assert (table.name, row in (0, 7)) == ("pawn", True)
                else:
                    expected = f"{table.name}_{place(name, table.name, square)}"
                    assert features.names[cell] == expected
    drawn = {cell for table in features.tables for cell in table.cells if cell is not None}
    assert drawn == set(range(5, len(features)))


def test_the_published_sets_say_what_the_thesis_says() -> None:
    central, half = resolve("chess/central").as_dict(), resolve("chess/thesis-half-board").as_dict()
    assert [central[f"pawn_rank{rank}"] for rank in range(2, 8)] == [0, 0.033, 0.1, 0.233, 0.5, 1]
    assert [central[f"knight_ring{ring}"] for ring in range(1, 5)] == [0, 0.067, 0.133, 0.2]
    # Section 7.4: a7 has the pawns' largest bonus, d4 that of the double steps, d5 and d6 the
    # knights'; rooks belong on the seventh rank.
    assert max(half, key=lambda name: half[name] if "pawn_" in name else 0) == "pawn_a7"
    assert half["pawn_d4"] == 0.53
    assert (half["knight_d5"], half["knight_d6"], half["knight_a8"]) == (1.45, 1.44, 0.0)
    assert (half["rook_b7"], half["queen_c6"], half["bishop_c1"]) == (1.13, 1.15, 0.0)


def test_sets_of_different_features_meet_in_a_match() -> None:
    result = pw.match("chess/central", "chess/thesis", games=20, depth=1, noise=0.1, seed=1)
    assert result.games == 20
    assert result.score is not None
    assert result.score > 0.5
