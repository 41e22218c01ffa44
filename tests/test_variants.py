"""The variants of chess: known counts, python-chess as a live oracle, endings, bad texts."""

import random
from collections.abc import Iterator
from pathlib import Path

import chess
import chess.variant
import pytest
from typer.testing import CliRunner

import plywise as pw
from deeper import deeper
from plywise import _kernel
from plywise.cli.app import app
from plywise.errors import BadInput, BadPosition, IllegalMove
from plywise.evaluation.weights import resolve
from plywise.searching.reference import alpha_beta

BOARDS: dict[str, type[chess.Board]] = {
    "crazyhouse": chess.variant.CrazyhouseBoard,
    "atomic": chess.variant.AtomicBoard,
    "antichess": chess.variant.AntichessBoard,
    "horde": chess.variant.HordeBoard,
    "three-check": chess.variant.ThreeCheckBoard,
    "king-of-the-hill": chess.variant.KingOfTheHillBoard,
    "racing-kings": chess.variant.RacingKingsBoard,
}
BY_HISTORY = ("repetition", "fifty moves")
everywhere = pytest.mark.parametrize("game", BOARDS)

# Counts that the move generators of variants are tried with: they come with shakmaty and
# python-chess, where those of atomic go back to ProgramFOX.
KNOWN = [
    ("crazyhouse", "2k5/8/8/8/8/8/8/4K3[QRBNPqrbnp] w - - 0 1", (301, 75_353)),
    ("crazyhouse", "2k5/8/8/8/8/8/8/4K3[Qn] w - - 0 1", (67, 3_083, 88_634, 932_554)),
    (
        "crazyhouse",
        "r1bqk2r/pppp1ppp/2n1p3/4P3/1b1Pn3/2NB1N2/PPP2PPP/R1BQK2R[] b KQkq - 0 1",
        (42, 1_347, 58_057),
    ),
    ("crazyhouse", "4k3/1Q~6/8/8/4b3/8/Kpp5/8[] b - - 0 1", (20, 360, 5_445, 132_758)),
    ("atomic", chess.STARTING_FEN, (20, 400, 8_902, 197_326)),
    (
        "atomic",
        "rn2kb1r/1pp1p2p/p2q1pp1/3P4/2P3b1/4PN2/PP3PPP/R2QKB1R b KQkq - 0 1",
        (40, 1_238, 45_237),
    ),
    (
        "atomic",
        "rn1qkb1r/p5pp/2p5/3p4/N3P3/5P2/PPP4P/R1BQK3 w Qkq - 0 1",
        (28, 833, 23_353, 714_499),
    ),
    (
        "antichess",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
        (20, 400, 8_067, 153_299),
    ),
    ("antichess", "8/1p6/8/8/8/8/P7/8 w - - 0 1", (2, 4, 4, 3, 1, 0)),
    ("antichess", "8/2p5/8/8/8/8/P7/8 w - - 0 1", (2, 4, 4, 4, 4, 4, 4, 4, 12, 36, 312, 2_557)),
    (
        "horde",
        "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1",
        (8, 128, 1_274, 23_310),
    ),
    ("horde", "4k3/pp4q1/3P2p1/8/P3PP2/PPP2r2/PPP5/PPPP4 b - - 0 1", (30, 241, 6_633, 56_539)),
    ("horde", "k7/5p2/4p2P/3p2P1/2p2P2/1p2P2P/p2P2P1/2P2P2 w - - 0 1", (13, 172, 2_205, 33_781)),
    (
        "three-check",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 1+1 0 1",
        (48, 2_039, 97_848),
    ),
    ("three-check", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 1+1 0 1", (26, 562, 13_410)),
    ("racing-kings", "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1", (21, 421, 11_264, 296_242)),
    ("racing-kings", "4brn1/2K2k2/8/8/8/8/8/8 w - - 0 1", (6, 33, 178, 3_151, 12_981)),
]


@pytest.mark.parametrize(("game", "text", "counts"), KNOWN)
def test_known_counts(game: str, text: str, counts: tuple[int, ...]) -> None:
    position = _kernel.Position.parse(game, text)
    assert tuple(position.perft(depth + 1) for depth in range(len(counts))) == counts


def perft(board: chess.Board, depth: int) -> int:
    """Leaves counted by python-chess."""
    if board.is_variant_end():
        return 0
    if depth == 1:
        return board.legal_moves.count()
    total = 0
    for move in list(board.legal_moves):
        board.push(move)
        total += perft(board, depth - 1)
        board.pop()
    return total


def test_counts_of_king_of_the_hill_are_those_of_python_chess() -> None:
    for fen in (
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/8/2k2p2/8/8/1P2K3/8/8 w - - 0 1",
    ):
        position = _kernel.Position.parse("king-of-the-hill", fen)
        assert position.perft(3) == perft(chess.variant.KingOfTheHillBoard(fen), 3)


def random_game(game: str, seed: int) -> Iterator[tuple[pw.Position, chess.Board]]:
    """A random game, played by both programs."""
    chance = random.Random(f"{game} {seed}")
    position, board = pw.game(game).start(), BOARDS[game]()
    for _ in range(chance.choice((40, 150, 300))):
        yield position, board
        if not position.moves:
            return
        # Captures come more often than by chance: they are what the variants change.
        pool = position.noisy_moves if chance.random() < 0.4 else position.moves
        move = chance.choice(pool or position.moves)
        position, board = position.after(move), board.copy(stack=False)
        board.push_uci(move)
    yield position, board


def outcome(board: chess.Board) -> float | None:
    """White's score by the rules alone, without repetition and without counting moves."""
    still = board.copy(stack=False)
    still.halfmove_clock = 0
    ended = still.outcome()
    if ended is None:
        return None
    return {True: 1.0, False: 0.0, None: 0.5}[ended.winner]


@everywhere
@pytest.mark.parametrize("seed", range(deeper(15, 600)))
def test_random_games_are_those_of_python_chess(game: str, seed: int) -> None:
    for position, board in random_game(game, seed):
        legal = set() if board.is_variant_end() else {move.uci() for move in board.legal_moves}
        assert set(position.moves) == legal, str(position)
        if position.outcome_reason not in BY_HISTORY:
            assert position.outcome == outcome(board), str(position)
        assert position.is_check == board.is_check(), str(position)
        assert _kernel.Position.parse(game, board.fen()).key == position.key
        assert comparable(game, BOARDS[game](str(position))) == comparable(game, board)


def comparable(game: str, board: chess.Board) -> str:
    """The FEN; but crazyhouse has no rule that counts moves, and drops of pawns count or do not."""
    if game == "crazyhouse":
        board = board.copy(stack=False)
        board.halfmove_clock = 0
    return board.fen()


@everywhere
def test_moves_are_written_as_python_chess_writes_them(game: str) -> None:
    for seed in range(deeper(3, 60)):
        for position, board in random_game(game, seed):
            for move in position.moves[:4]:
                assert position.notation(move) == board.san(chess.Move.from_uci(move))


@everywhere
def test_text_goes_both_ways_and_tells_positions_apart(game: str) -> None:
    keys: dict[str, int] = {}
    for seed in range(deeper(5, 100)):
        for position, _ in random_game(game, seed):
            again = pw.game(game).position(str(position))
            assert (str(again), again.key, again.moves) == (
                str(position),
                position.key,
                position.moves,
            )
            keys[" ".join(str(position).split()[:-2])] = position.key
    assert len(set(keys.values())) == len(keys)


@everywhere
def test_every_feature_set_learns(game: str) -> None:
    for name in pw.game(game).feature_sets:
        run = pw.learn(game=game, features=name, search=pw.AlphaBeta(depth=1), games=6, workers=1)
        assert len(run.history) == 6
        assert list(run.weights.values()) != list(pw.game(game).features(name).starts)


@everywhere
def test_the_commands_learn_and_show_every_variant(game: str, tmp_path: Path) -> None:
    run = str(tmp_path / "run")
    for command in (
        ["learn", game, "--depth", "1", "--games", "6", "--out", run, "--report"],
        ["show", run],
        ["match", game, run, "random", "--games", "2", "--depth", "1"],
    ):
        told = CliRunner().invoke(app, command)
        assert told.exit_code == 0, told.output


ENDINGS = [
    # The captured piece stands beside the king.
    ("atomic", "4kb2/8/8/8/8/8/8/4KR2 w - - 0 1", ["f1f8"], (1.0, "explosion")),
    ("antichess", "8/8/8/8/8/1p6/P7/8 b - - 0 1", ["b3a2"], (1.0, "no pieces left")),
    ("antichess", "8/8/8/p7/P7/8/8/8 w - - 0 1", [], (1.0, "stalemate")),
    ("horde", "4k3/8/8/8/8/8/3r4/3P4 b - - 0 1", ["d2d1"], (0.0, "all pieces taken")),
    ("horde", "k7/1P6/P7/8/8/8/8/8 b - - 0 1", ["a8b8", "a6a7", "b8b7", "a7a8q", "b7a8"],
     (0.0, "all pieces taken")),
    ("horde", "8/8/8/8/8/k7/p1P5/P7 w - - 0 1", ["c2c3", "a3b3", "c3c4", "b3c4"],
     (0.5, "stalemate")),
    ("three-check", "4k3/8/8/8/8/8/8/R3K3 w - - 1+3 0 1", ["a1a8"], (1.0, "three checks")),
    ("king-of-the-hill", "4k3/8/8/8/8/4K3/8/8 w - - 0 1", ["e3e4"], (1.0, "king of the hill")),
    ("king-of-the-hill", "8/8/4k3/8/8/8/8/4K3 b - - 0 1", ["e6d5"], (0.0, "king of the hill")),
    ("racing-kings", "8/1K4k1/8/8/8/8/8/8 w - - 0 1", ["b7b8", "g7g8"], (0.5, "both kings home")),
    ("racing-kings", "8/1K6/6k1/8/8/8/8/8 w - - 0 1", ["b7b8"], (1.0, "race won")),
    ("racing-kings", "8/6k1/1K6/8/8/8/8/8 b - - 0 1", ["g7g8"], (0.0, "race won")),
    ("crazyhouse", "6k1/5ppp/8/8/8/8/8/4K2R[R] w - - 0 1", ["R@e8"], (1.0, "checkmate")),
    ("crazyhouse", "6k1/5ppp/8/8/8/8/8/4K2R[Rn] w - - 0 1", ["R@e8"], None),
]  # fmt: skip


@pytest.mark.parametrize(("game", "start", "moves", "ending"), ENDINGS)
def test_games_end_in_the_words_of_their_rules(
    game: str, start: str, moves: list[str], ending: tuple[float, str] | None
) -> None:
    position = pw.game(game).position(start).after(*moves)
    told = None if position.outcome is None else (position.outcome, position.outcome_reason)
    assert told == ending


def material(game: str, **weights: float) -> pw.Linear:
    """An evaluation in which what is not named is worth nothing."""
    features = pw.game(game).features("material")
    return pw.Linear(features, {name: weights.get(name, 0.0) for name in features.names})


FIVE = {"pawn": 1.0, "knight": 3.0, "bishop": 3.2, "rook": 5.1, "queen": 9.3}


@everywhere
def test_the_search_equals_plain_minimax(game: str) -> None:
    features = pw.game(game).features("material")
    evaluation = pw.Linear(features, [0.7 + 1.3 * i for i in range(len(features))])
    compared = 0
    for seed in range(deeper(4, 80)):
        for number, (position, _) in enumerate(random_game(game, seed)):
            if number % 17 or len(position.moves) > 60:
                continue
            limits = {"quiescence_plies": 2, "history_draws": False}
            found = pw.search(position, evaluation, pw.AlphaBeta(depth=2, **limits))
            plain = alpha_beta(position, evaluation, 2, **limits)
            assert found.value == plain.value, str(position)
            compared += 1
    assert compared > 5


def test_quiescence_sees_a_king_blown_up() -> None:
    # The queen takes a pawn beside the king: in material a bad bargain, by the rules a win.
    position = pw.game("atomic").position("4k3/3p4/8/8/3Q4/8/8/4K3 w - - 0 1")
    found = pw.search(position, material("atomic", **FIVE), pw.AlphaBeta(depth=0))
    assert (found.move, found.kind) == ("d4d7", "result")
    assert found.value == _kernel.MATE - 1


def test_nobody_stands_pat_where_captures_are_forced() -> None:
    # White must take the pawn, and then loses nothing more: in antichess that is the trouble.
    position = pw.game("antichess").position("8/8/8/8/7p/6P1/8/r7 w - - 0 1")
    assert position.moves == position.noisy_moves == ["g3h4"]
    evaluation = material("antichess", pawn=-1.0, rook=-2.0)
    found = pw.search(position, evaluation, pw.AlphaBeta(depth=0))
    assert evaluation.value(position) == 2000
    assert found.value == 1000


def test_a_piece_in_hand_counts_like_one_on_the_board() -> None:
    evaluation = material("crazyhouse", **FIVE)
    start = pw.game("crazyhouse").position("4k3/8/8/3q4/8/8/8/3RK3[P] w - - 0 1")
    assert evaluation.value(start) == 1000 + 5100 - 9300
    assert evaluation.value(start.after("d1d5")) == -(1000 + 5100 + 9300)
    assert evaluation.value(start.after("P@e4")) == -evaluation.value(start)
    assert start.count("pawn", "first") == 1


def test_a_promoted_piece_falls_back_to_a_pawn() -> None:
    position = pw.game("crazyhouse").position("4k3/8/8/3q~4/8/8/8/3RK3[] w - - 0 1")
    after = position.after("d1d5")
    assert (after.count("queen", "first"), after.count("pawn", "first")) == (0, 1)
    plain = pw.game("crazyhouse").position("4k3/8/8/3q4/8/8/8/3RK3[] w - - 0 1")
    assert plain.key != position.key


def test_values_in_hand_are_weights_of_their_own() -> None:
    features = pw.game("crazyhouse").features("hand")
    weights = dict.fromkeys(features.names, 0.0) | {"knight": 3.0, "knight_in_hand": 4.0}
    evaluation = pw.Linear(features, weights)
    position = pw.game("crazyhouse").position("4k3/8/8/8/8/8/8/4K1N1[Nn] w - - 0 1")
    assert evaluation.value(position) == 3000
    assert evaluation.value(position.after("N@e5")) == -2000


def test_the_sides_of_horde_may_have_values_of_their_own() -> None:
    def counts(name: str) -> dict[str, float]:
        features = pw.game("horde").features(name)
        gradient = pw.Linear(features, features.starts).gradient(pw.game("horde").start())
        return {name: count for name, count in zip(features.names, gradient, strict=True) if count}

    army = {"knight": -2.0, "bishop": -2.0, "rook": -2.0, "queen": -1.0, "horde": 1.0}
    assert counts("material") == {"pawn": 28.0, **army}
    assert counts("sides") == {"horde_pawn": 36.0, "pawn": -8.0, **army}


def test_what_the_variants_count_beside_pieces() -> None:
    def count(game: str, name: str, text: str) -> float:
        features = pw.game(game).features("material")
        evaluation = pw.Linear(features, features.starts)
        counts = evaluation.gradient(pw.game(game).position(text))
        return float(counts[features.names.index(name)])

    assert count("three-check", "checks", "4k3/8/8/8/8/8/8/4K3 w - - 1+3 0 1") == 2
    assert count("racing-kings", "race", "8/8/1K6/8/8/6k1/8/8 w - - 0 1") == 3
    assert count("king-of-the-hill", "hill", "4k3/8/8/8/8/4K3/8/8 w - - 0 1") == 2


def test_published_values_are_those_of_their_sources() -> None:
    # ddugovic/Stockfish at 0bff2157: PawnValueMgHouse = 174, QueenValueMgHouse = 936, and so on.
    assert resolve("crazyhouse/stockfish").values == (1.0, 2.557, 2.948, 4.017, 5.379)
    assert resolve("atomic/stockfish").values == (1.0, 1.44, 1.849, 2.883, 5.735)
    assert resolve("antichess/stockfish").as_dict()["rook"] == -4.08


@pytest.mark.parametrize(
    ("game", "text", "why"),
    [
        ("crazyhouse", "nonsense", "[Qn]"),
        ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[k] w - - 0 1", "too many kings"),
        ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[QQQ] w - - 0 1", "too much material"),
        ("atomic", "8/8/8/8/8/8/8/4K3 w - - 0 1", "missing king"),
        ("antichess", "8/8/8/8/8/8/8/8 w - - 0 1", "empty board"),
        ("antichess", chess.STARTING_FEN, "castling"),
        ("horde", "8/8/8/8/8/8/8/P7 w - - 0 1", "missing king"),
        ("three-check", "4k3/8/8/8/8/8/8/4K3 w - - 9+9 0 1", "3+3"),
        ("three-check", "4k3/8/8/8/8/8/8/4K3 w - - 0+0 0 1", "variant"),
        ("racing-kings", "8/8/8/8/8/8/k6p/K7 w - - 0 1", "variant"),
        ("racing-kings", "8/8/8/8/8/1k6/8/K3r3 w - - 0 1", "check"),
    ],
)
def test_a_bad_position_is_refused_with_the_reason(game: str, text: str, why: str) -> None:
    with pytest.raises(BadPosition) as caught:
        pw.game(game).position(text)
    assert text in str(caught.value)
    assert why in str(caught.value)


def test_a_bad_drop_is_refused_with_a_hint() -> None:
    position = pw.game("crazyhouse").position("4k3/8/8/8/8/8/8/4K3[P] w - - 0 1")
    for move in ("P@e8", "N@e4", "P@e1", "@e4", "e4"):
        with pytest.raises(IllegalMove, match="N@f3"):
            position.after(move)


@everywhere
def test_no_damaged_text_crashes_the_kernel(game: str) -> None:
    chance = random.Random(game)
    texts = [str(position) for position, _ in random_game(game, 1)]
    features = pw.game(game).features("material")
    evaluation = features.evaluation(features.starts, 1000)
    settings = _kernel.Settings(depth=1, nodes=2_000, table_entries=1024)
    read = 0
    for _ in range(deeper(400, 40_000)):
        text = list(chance.choice(texts))
        for _ in range(chance.choice((1, 2, 5))):
            text[chance.randrange(len(text))] = chance.choice("pnbrqkPNBRQK12345678/[]~+-w b0")
        try:
            position = _kernel.Position.parse(game, "".join(text))
        except BadInput:
            continue
        read += 1
        assert str(_kernel.Position.parse(game, str(position))) == str(position)
        found = _kernel.search(position, evaluation, settings)
        if position.outcome is None:
            assert found.move in position.moves
        if not position.moves:
            assert found.move is None
    assert read > 10
