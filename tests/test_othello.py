"""Othello: counts that everybody knows, the rules once more in Python, and other people's data."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

import plywise as pw
from deeper import deeper
from plywise import _kernel
from plywise.evaluation.weights import start_of
from plywise.games.othello import solve
from plywise.searching.reference import alpha_beta

OTHELLO = pw.game("othello")
START = str(OTHELLO.start())
COUNTS = (1, 4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216, 3_005_288, 24_571_284, 212_258_800)
GAMES = deeper(20, 400)
SETS = OTHELLO.feature_sets


def random_game(number: int) -> Iterator[pw.Position]:
    """The positions of a game of random moves."""
    chance = random.Random(number)
    position = OTHELLO.start()
    yield position
    while position.moves:
        position = position.after(chance.choice(position.moves))
        yield position


def random_positions(count: int, seed: int) -> list[pw.Position]:
    """Each from another random game."""
    chance = random.Random(seed)
    return [chance.choice(list(random_game(chance.randrange(10**9)))) for _ in range(count)]


@pytest.mark.parametrize("depth", range(deeper(11, 12)))
def test_known_counts(depth: int) -> None:
    assert OTHELLO.start().kernel.perft(depth) == COUNTS[depth]


@pytest.mark.shared
def test_the_published_counts_are_counted_by_the_same_custom(shared_data: Path) -> None:
    lines = (shared_data / "othello" / "perft.txt").read_text(encoding="ascii").splitlines()
    published = dict(map(int, line.split()) for line in lines if not line.startswith("#"))
    assert published == published | dict(enumerate(COUNTS[1:], start=1))


def test_a_game_that_ended_counts_as_a_leaf_and_a_pass_as_a_ply() -> None:
    over = OTHELLO.position("XX-O" + 60 * "-" + " X")
    assert over.outcome == 1.0
    assert over.kernel.perft(3) == 1
    passes = OTHELLO.position("XO" + 62 * "-" + " O")
    assert passes.kernel.divide(2) == [("pass", 1)]


# The rules once more, one step at a time.
LINES = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]


def turned(board: str, side: str, square: int) -> list[int]:
    """The squares whose discs a disc of this side turns over."""
    if board[square] != "-":
        return []
    found = []
    for right, below in LINES:
        x, y, line = square % 8 + right, square // 8 + below, []
        while 0 <= x < 8 and 0 <= y < 8 and board[y * 8 + x] not in ("-", side):
            line.append(y * 8 + x)
            x, y = x + right, y + below
        if 0 <= x < 8 and 0 <= y < 8 and board[y * 8 + x] == side:
            found += line
    return found


def name(square: int) -> str:
    return "abcdefgh"[square % 8] + str(square // 8 + 1)


def after(text: str) -> dict[str, str]:
    """Every legal move, and the text of the position to which it leads."""
    board, side = text.split()
    other = "O" if side == "X" else "X"
    found = {}
    for square in range(64):
        if line := turned(board, side, square):
            placed = "".join(side if i in (square, *line) else c for i, c in enumerate(board))
            found[name(square)] = f"{placed} {other}"
    if not found and any(turned(board, other, square) for square in range(64)):
        found["pass"] = f"{board} {other}"
    return found


@pytest.mark.parametrize("number", range(GAMES))
def test_the_rules_are_those_of_walking_along_the_lines(number: int) -> None:
    for position in random_game(number):
        moves = {move: str(position.after(move)) for move in position.moves}
        assert moves == after(str(position))
        black, white = (str(position).split()[0].count(disc) for disc in "XO")
        assert (black, white) == (position.count("disc", "first"), position.count("disc", "second"))
        if not moves:
            assert position.outcome == (1.0 if black > white else 0.5 if black == white else 0.0)
            assert position.outcome_reason == ("equal discs" if black == white else "more discs")


def test_some_random_games_have_passes_and_both_sides_win_some() -> None:
    ends = [list(random_game(number)) for number in range(60)]
    assert any("pass" in position.moves for game in ends for position in game)
    assert {game[-1].outcome for game in ends} >= {0.0, 1.0}


def test_text_goes_both_ways() -> None:
    for position in random_positions(100, seed=4):
        again = OTHELLO.position(str(position))
        assert (again, again.moves, again.key) == (position, position.moves, position.key)
    assert OTHELLO.position(START + ";") == OTHELLO.start()
    assert OTHELLO.start().after("D3") == OTHELLO.start().after("d3")


def test_different_positions_have_different_keys() -> None:
    seen = {str(p): p.key for number in range(GAMES) for p in random_game(number)}
    assert len(set(seen.values())) == len(seen)
    passes = OTHELLO.position("XO" + 62 * "-" + " O")
    assert passes.key != passes.after("pass").key


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "0 squares instead of 64"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "43 squares"),
        (START[:64], "no side to move"),
        (START[:64] + " W", 'the side to move is "W"'),
        (START + " 1", '"1" after the side to move'),
        (START.replace("O", "0"), "'0' on d4"),
    ],
)
def test_malformed_text_is_refused_with_the_reason(text: str, why: str) -> None:
    with pytest.raises(pw.BadPosition) as caught:
        OTHELLO.position(text)
    assert why in str(caught.value)
    assert START in str(caught.value), "the message shows how it should look"


def test_damaged_text_is_understood_or_refused() -> None:
    chance = random.Random(9)
    understood = 0
    for number in range(deeper(5_000, 500_000)):
        letters = list(START)
        for _ in range(1 + number % 3):
            place = chance.randrange(len(letters))
            letters[place : place + chance.randrange(3)] = chance.choices("XO-xo. ;\0é\n", k=1)
        try:
            position = OTHELLO.position("".join(letters))
        except pw.BadPosition:
            continue
        understood += 1
        assert OTHELLO.position(str(position)) == position
        assert all(position.after(move).turn != position.turn for move in position.moves)
    assert understood > 100


@pytest.mark.shared
def test_every_opening_of_the_xot_list_leads_to_its_board(shared_data: Path) -> None:
    lines = (shared_data / "othello" / "xot_small_2000.txt").read_text(encoding="ascii")
    for line in lines.splitlines():
        moves, board = line.split("\t")
        played = [moves[i : i + 2] for i in range(0, len(moves), 2)]
        assert str(OTHELLO.start().after(*played)) == board


# The eight ways to turn and mirror a board, as the places from which its squares come.
def symmetries() -> list[list[int]]:
    turns = []
    for flip in (False, True):
        board = [[8 * y + x for x in range(8)] for y in range(8)]
        board = [row[::-1] for row in board] if flip else board
        for _ in range(4):
            board = [list(row) for row in zip(*board[::-1], strict=True)]
            turns.append([square for row in board for square in row])
    return turns


@pytest.mark.parametrize("features", ["disc-classes", "mobility"])
def test_a_turned_or_mirrored_board_has_the_same_counts(features: str) -> None:
    evaluation = pw.Linear(OTHELLO.features(features), uneven(features))
    for position in random_positions(40, seed=5):
        board, side = str(position).split()
        for places in symmetries():
            other = OTHELLO.position("".join(board[i] for i in places) + " " + side)
            assert list(evaluation.gradient(other)) == list(evaluation.gradient(position))
            assert evaluation.value(other) == evaluation.value(position)


@pytest.mark.parametrize("features", SETS)
def test_discs_of_the_other_colour_count_the_other_way(features: str) -> None:
    evaluation = pw.Linear(OTHELLO.features(features), uneven(features))
    for position in random_positions(40, seed=6):
        swapped = OTHELLO.position(str(position).translate(str.maketrans("XO", "OX")))
        assert list(evaluation.gradient(swapped)) == list(-evaluation.gradient(position))
        assert evaluation.value(swapped) == evaluation.value(position)


@pytest.mark.parametrize("features", SETS)
def test_the_search_finds_the_value_of_plain_minimax(features: str) -> None:
    evaluation = pw.Linear(OTHELLO.features(features), uneven(features))
    for position in random_positions(30, seed=7):
        for depth in (0, 1, 2, 3):
            found = pw.search(position, evaluation, pw.AlphaBeta(depth=depth))
            assert found.value == _kernel.minimax(position.kernel, evaluation.kernel, depth, 0)
            if depth < 3:
                assert found.value == alpha_beta(position, evaluation, depth).value


def uneven(features: str) -> list[float]:
    """Weights of which no two are alike."""
    chance = random.Random(features)
    return [chance.uniform(-1, 1) for _ in OTHELLO.features(features).names]


def test_the_tables_show_each_square_where_it_lies() -> None:
    squares, classes = (OTHELLO.features(name) for name in ("disc-squares", "disc-classes"))
    [by_square], [by_class] = squares.tables, classes.tables
    assert by_square.width == by_class.width == 8
    assert [squares.names[i] for i in by_square.cells if i is not None] == list(
        map(name, range(64))
    )
    corners = [i for i, cell in enumerate(by_class.cells) if cell == 0]
    assert list(map(name, corners)) == ["a1", "h1", "a8", "h8"]


# Endgames: the FFO positions, with which every solver is tried.
FFO_40 = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X"


def problems(path: Path) -> list[tuple[pw.Position, dict[str, int]]]:
    """The positions of an OBF file and the published result of each move."""
    found = []
    for line in filter(None, path.read_text(encoding="ascii").splitlines()):
        text, *scores = (part.strip() for part in line.strip(" ;").split(";"))
        by_move = dict(score.lower().split(":") for score in scores)
        found.append((OTHELLO.position(text), {m: int(discs) for m, discs in by_move.items()}))
    return found


@pytest.mark.shared
@pytest.mark.parametrize("number", range(1, 20))
def test_every_move_of_ffo_1_to_19_has_its_published_result(shared_data: Path, number: int) -> None:
    position, results = problems(shared_data / "othello" / "ffo_1-19.obf")[number - 1]
    assert {move: -solve(position.after(move)).discs for move in results} == results
    solved = solve(position)
    assert solved.discs == max(results.values())
    assert solved.move is not None
    assert results[solved.move] == solved.discs


def test_ffo_40_is_won_by_38_discs() -> None:
    solved = solve(OTHELLO.position(FFO_40))
    assert (solved.discs, solved.move) == (38, "a2")


@pytest.mark.shared
@pytest.mark.skipif(not deeper(0, 1), reason="up to half a minute each: PLYWISE_DEEP=1")
@pytest.mark.parametrize("number", range(40, 45))
def test_ffo_40_to_44_have_their_published_results(shared_data: Path, number: int) -> None:
    position, results = problems(shared_data / "othello" / "ffo_40-59.obf")[number - 40]
    solved = solve(position)
    assert solved.discs == max(results.values())
    assert solved.move is not None
    assert results[solved.move] == solved.discs


def plain_result(position: pw.Position) -> int:
    """The exact result in plain Python."""
    if position.moves:
        return max(-plain_result(position.after(move)) for move in position.moves)
    own, other = (position.count("disc", side) for side in ("first", "second"))
    ahead = (own - other) * (1 if position.turn == "first" else -1)
    empty = 64 - own - other
    return ahead + (empty if ahead > 0 else -empty if ahead < 0 else 0)


def test_endings_are_solved_as_by_plain_minimax() -> None:
    for number in range(GAMES):
        for position in list(random_game(number))[-6:]:
            solved = solve(position)
            assert solved.discs == plain_result(position), str(position)
            if solved.move is not None:
                assert -plain_result(position.after(solved.move)) == solved.discs
            else:
                assert not position.moves


def test_turned_and_mirrored_endings_have_one_result() -> None:
    position = list(random_game(11))[-12]
    board, side = str(position).split()
    turns = ["".join(board[i] for i in places) + " " + side for places in symmetries()]
    assert len({solve(OTHELLO.position(text)).discs for text in turns}) == 1


def test_a_side_that_must_pass_is_solved_too() -> None:
    passes = OTHELLO.position("XO" + 62 * "-" + " O")
    solved = solve(passes)
    assert (solved.move, solved.discs) == ("pass", -64)


def test_the_solver_refuses_another_game() -> None:
    with pytest.raises(pw.BadInput, match="a position of chess was given"):
        solve(pw.game("chess").start())


def test_self_play_learns_that_corners_are_good_and_the_squares_before_them_bad() -> None:
    run = pw.learn("othello", search={"depth": 2}, games=2000, ballot=8, gate_every=0)
    weights = run.weights
    assert weights["corner"] > 2 * max(w for name, w in weights.items() if name != "corner")
    assert weights["x-square"] < 0
    assert weights["c2"] < 0
    assert pw.match(run, start_of("othello"), games=200, depth=2).score > 0.8
