"""King, knight and h-pawn against king: rules beside python-chess, the database beside the Syzygy
tables and the counts of another solver."""

import csv
import random
from collections.abc import Iterator
from pathlib import Path

import chess
import chess.syzygy
import numpy as np
import pytest

import plywise as pw
from deeper import deeper
from plywise import _kernel
from plywise.games import knpk

GAME = pw.game("knpk")
SIDES: tuple[knpk.Side, knpk.Side] = ("first", "second")


def random_positions(count: int, seed: int, *, taken: float = 0.1) -> Iterator[pw.Position]:
    """Legal positions of either side, drawn by lot; so many of them without the knight."""
    chance = random.Random(seed)
    while count:
        places = [chance.randrange(64), chance.randrange(64), chance.randrange(64)]
        if chance.random() < taken:
            places[2] = 64
        row = np.array([*places, chance.randrange(6)], dtype=np.uint8)
        try:
            yield knpk.position_at(row, chance.choice(SIDES))
        except pw.BadPosition:
            continue
        count -= 1


def test_moves_and_notation_are_those_of_python_chess() -> None:
    for position in random_positions(deeper(4000, 100_000), seed=1):
        board = chess.Board(str(position))
        expected = {move.uci(): board.san(move) for move in board.legal_moves}
        assert {move: position.notation(move) for move in position.moves} == expected
        assert position.is_check == board.is_check()


def test_positions_and_moves_keep_their_fen() -> None:
    for position in random_positions(500, seed=2):
        assert GAME.position(str(position)) == position
        for move in position.moves:
            board = chess.Board(str(position))
            board.push_uci(move)
            after = position.after(move)
            assert str(after).split()[:2] == board.fen().split()[:2]
            assert GAME.position(str(after)) == after


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("8/8/8/8/8/8/7P/K5N1 w - - 0 1", "0 black kings"),
        ("8/8/4k3/8/8/8/6P1/K5N1 w - - 0 1", "pawn stands on g2"),
        ("8/8/4k3/8/8/8/7P/K4B2 w - - 0 1", "more than king, knight and pawn"),
        (chess.STARTING_FEN, "write White's king, knight and pawn on the h-file"),
    ],
)
def test_what_is_not_of_this_ending_is_refused(text: str, why: str) -> None:
    with pytest.raises(pw.BadPosition, match=why):
        GAME.position(text)


def test_going_in_circles_is_black_s_success() -> None:
    position = GAME.start()
    for _ in range(2):
        position = position.after("a1b1", "g6f7", "b1a1", "f7g6")
    assert (position.outcome, position.outcome_reason) == (0.0, "repetition")


def test_the_counts_are_those_of_the_known_wins() -> None:
    white, black = knpk.counts("first"), knpk.counts("second")
    assert (white.legal, white.won, max(white.by_plies)) == (1_154_508, 1_098_974, 43)
    assert (black.legal, black.won, max(black.by_plies)) == (1_279_536, 1_048_939, knpk.LONGEST)
    assert black.by_plies[0] == 3  # three mates
    assert all(plies % 2 == 1 for plies in white.by_plies)
    assert all(plies % 2 == 0 for plies in black.by_plies)


@pytest.mark.shared
@pytest.mark.parametrize("side", SIDES)
def test_the_counts_are_those_of_another_solver(shared_data: Path, side: knpk.Side) -> None:
    counted = knpk.counts(side, knight_taken_ends=True)
    folder, letter = shared_data / "chess" / "endgame", "w" if side == "first" else "b"

    def rows(name: str) -> list[dict[str, str]]:
        with (folder / name).open(encoding="ascii", newline="") as file:
            wanted = {"metric": "DTC", "file": "h", "stm": letter}
            return [row for row in csv.DictReader(file) if row | wanted == row]

    [stats] = rows("knpk_stats.csv")
    published = {int(row["plies"]): int(row["count"]) for row in rows("knpk_hist.csv")}
    assert counted.by_plies == published
    assert counted.legal == int(stats["legal"])
    assert counted.won == int(stats["won"])
    assert max(counted.by_plies) == int(stats["max_plies"])


@pytest.mark.shared
def test_the_longest_wins_are_those_of_another_solver(shared_data: Path) -> None:
    with (shared_data / "chess" / "endgame" / "knpk_longest.csv").open(encoding="ascii") as file:
        rows = [row for row in csv.DictReader(file) if row["metric"] == "DTC"]
    square = chess.parse_square
    for side, letter in zip(SIDES, "wb", strict=True):
        listed = [row for row in rows if row["stm"] == letter and row["wp"].startswith("h")]
        assert listed
        for row in listed:
            men = [square(row[man]) for man in ("wk", "bk", "wn")]
            places = np.array([*men, int(row["wp"][1]) - 2], dtype=np.uint8)
            assert knpk.distance(knpk.position_at(places, side)) == int(row["plies"])


@pytest.mark.shared
def test_sampled_positions_are_won_as_another_solver_says(shared_data: Path) -> None:
    with (shared_data / "chess" / "endgame" / "knpk_sample.csv").open(encoding="ascii") as file:
        rows = list(csv.DictReader(file))
    seen = 0
    for row in rows:
        board = chess.Board(row["epd"] + " 0 1")
        if not board.pieces(chess.PAWN, chess.WHITE) & chess.BB_FILE_H:
            continue
        seen += 1
        found, published = knpk.distance(GAME.position(board.fen())), int(row["dtc_plies"])
        assert (found is None) == (published < 0)
        # There the loss of the knight is the end; here the game goes on, so no sooner.
        assert found is None or found >= published
    assert seen > 200


@pytest.mark.shared
def test_who_wins_is_what_the_syzygy_tables_say(shared_data: Path) -> None:
    tables = str(shared_data / "chess" / "endgame" / "syzygy_3_4")
    with chess.syzygy.open_tablebase(tables) as tablebase:
        for position in random_positions(deeper(5000, 100_000), seed=3):
            result = tablebase.probe_wdl(chess.Board(str(position)))
            white = result if position.turn == "first" else -result
            assert (knpk.distance(position) is not None) == (white == 2), str(position)


@pytest.mark.shared
def test_a_promotion_has_the_result_of_the_syzygy_tables(shared_data: Path) -> None:
    tables = str(shared_data / "chess" / "endgame" / "syzygy_3_4")
    chance, tried = random.Random(4), 0
    with chess.syzygy.open_tablebase(tables) as tablebase:
        while tried < deeper(2000, 50_000):
            places = np.array([*(chance.randrange(64) for _ in range(3)), 5], dtype=np.uint8)
            try:
                position = knpk.position_at(places, "first")
            except pw.BadPosition:
                continue
            for move in (move for move in position.moves if len(move) == 5):
                promoted = position.after(move)
                result = tablebase.probe_wdl(chess.Board(str(promoted)))
                assert promoted.outcome == float(result == -2), str(promoted)
                tried += 1


@pytest.mark.parametrize("seed", range(5))
def test_best_play_of_both_sides_takes_as_long_as_the_distance_says(seed: int) -> None:
    position, plies = GAME.start(), 0
    while position.outcome is None:
        assert knpk.distance(position) == 43 - plies
        move = knpk.best_move(position, seed=seed)
        assert move is not None
        position, plies = position.after(move), plies + 1
    assert (position.outcome, plies) == (1.0, 43)
    assert knpk.best_move(position, seed=seed) is None


def test_the_database_is_asked_about_no_other_game() -> None:
    with pytest.raises(pw.BadInput, match="a position of chess"):
        knpk.distance(pw.game("chess").start())
    with pytest.raises(pw.BadInput, match='side "white"'):
        _kernel.knpk_counts("white")


@pytest.mark.parametrize("side", SIDES)
def test_examples_are_true_and_evenly_spread(side: knpk.Side) -> None:
    drawn = knpk.examples(side, most=30, seed=2)
    assert len(np.unique(drawn.places, axis=0)) == len(drawn)
    won = drawn.distances[drawn.distances >= 0]
    assert 2 * len(won) == len(drawn)
    by_plies = knpk.counts(side).by_plies
    for plies in set(won.tolist()):
        assert (won == plies).sum() == min(30, by_plies[plies])
    for row, plies in zip(drawn.places[::7], drawn.distances[::7], strict=True):
        position = knpk.position_at(row, side)
        assert position.outcome is None
        assert knpk.distance(position) == (None if plies < 0 else plies)


def test_inputs_are_the_counts_of_the_feature_set() -> None:
    features = GAME.features("placement")
    evaluation = pw.Linear(features, [0.0] * knpk.INPUTS)
    assert features.names[0] == "white_king_a1"
    assert features.names[-1] == "pawn_h7"
    for side in SIDES:
        drawn = knpk.examples(side, most=3, seed=3)
        inputs = knpk.inputs_of(drawn.places)
        for row, places in zip(inputs, drawn.places, strict=True):
            assert (evaluation.gradient(knpk.position_at(places, side)) == row).all()


def test_positions_between_two_distances_have_them() -> None:
    found = knpk.positions_between("first", 39, 43)
    by_plies = knpk.counts("first").by_plies
    assert len(found) == by_plies[39] + by_plies[41] + by_plies[43]
    assert {knpk.distance(knpk.position_at(row, "first")) for row in found[::50]} <= {39, 41, 43}
