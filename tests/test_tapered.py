"""Tapered sets against the same sums made from a board of python-chess."""

import random

import pytest

import plywise as pw
from plywise.games.declared import _pesto

chess = pytest.importorskip("chess")

GAME = pw.game("chess")
NAMES = GAME.features("tapered").names
KINDS = ("pawn", "knight", "bishop", "rook", "queen")
FULL = 24
PRESENCE = {chess.KNIGHT: 1, chess.BISHOP: 1, chess.ROOK: 2, chess.QUEEN: 4}


def _tables(texts: tuple[str, ...]) -> list[list[int]]:
    return [[int(number) for number in text.split()] for text in texts]


MIDDLE, END = _tables(_pesto._MIDDLE), _tables(_pesto._END)


def _by_hand(board: "chess.Board") -> float:
    """PeSTO's evaluation in White's view, in pawns."""
    sums, men = [0, 0], 0
    for square, piece in board.piece_map().items():
        kind = piece.piece_type - 1
        seen = square ^ 56 if piece.color == chess.WHITE else square
        sign = 1 if piece.color == chess.WHITE else -1
        for phase, (values, tables) in enumerate(
            [(_pesto.VALUES["middle"], MIDDLE), (_pesto.VALUES["end"], END)]
        ):
            own = values[kind] if kind < 5 else 0
            sums[phase] += sign * (own + tables[kind][seen])
        men += PRESENCE.get(piece.piece_type, 0)
    share = min(men, FULL) / FULL
    return (sums[0] * share + sums[1] * (1 - share)) / 100


def _boards(count: int) -> list["chess.Board"]:
    chance, found = random.Random(7), []
    while len(found) < count:
        board = chess.Board()
        for _ in range(chance.randrange(160)):
            if board.is_game_over():
                break
            board.push(chance.choice(list(board.legal_moves)))
        found.append(board)
    return found


def test_pesto_is_what_its_tables_say() -> None:
    evaluation = pw.Linear(GAME.features("tapered"), _pesto.weights())
    for board in _boards(300):
        (told,) = evaluation.predictions(GAME.position(board.fen(en_passant="fen")))
        assert told == pytest.approx(_by_hand(board), abs=1e-9), board.fen()


def test_a_weight_counts_by_the_phase_of_the_position() -> None:
    evaluation = pw.Linear(GAME.features("tapered"), _pesto.weights())
    for board in _boards(60):
        position = GAME.position(board.fen(en_passant="fen"))
        counts = evaluation.gradient(position)
        men = sum(PRESENCE.get(piece.piece_type, 0) for piece in board.piece_map().values())
        share = min(men, FULL) / FULL
        for kind, name in enumerate(KINDS, start=1):
            balance = len(board.pieces(kind, True)) - len(board.pieces(kind, False))
            assert counts[NAMES.index(f"middle.{name}")] == pytest.approx(balance * share)
            assert counts[NAMES.index(f"end.{name}")] == pytest.approx(balance * (1 - share))


def test_the_terms_of_rich_are_those_that_python_chess_finds() -> None:
    from rich_terms import terms

    features = GAME.features("rich")
    evaluation = pw.Linear(features, [0.0] * len(features))
    half = len(features) // 2
    for board in _boards(150):
        told = evaluation.gradient(GAME.position(board.fen(en_passant="fen")))
        both = told[:half] + told[half:]  # the shares of the phases sum to 1
        found = {
            name.removeprefix("middle."): round(float(count))
            for name, count in zip(features.names[:half], both, strict=True)
            if abs(count) > 1e-9
        }
        squares = {name.removeprefix("middle.") for name in NAMES[: len(NAMES) // 2]}
        ours = {name: count for name, count in found.items() if name not in squares}
        assert ours == terms(board), board.fen()
