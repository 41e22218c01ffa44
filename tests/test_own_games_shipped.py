"""Tic-tac-toe and Connect Four: right as games, and better for having learnt."""

import random
from functools import cache
from itertools import product

import pytest

import plywise as pw
from plywise import _kernel
from plywise.games import connect_four as four
from plywise.games.tic_tac_toe import TicTacToe

tic_tac_toe, rules = pw.game("tic-tac-toe"), TicTacToe()
connect_four = pw.game(four.ConnectFour)


# Tic-tac-toe


@cache
def solved(board: str) -> float:
    """The first player's score when both sides play perfectly."""
    outcome = rules.outcome(board)
    if outcome is not None:
        return outcome
    best = max if rules.turn(board) == "first" else min
    return best(solved(rules.after(board, move)) for move in rules.moves(board))


def perfect(board: str) -> list[str]:
    """All moves that keep what a perfect player has."""
    return [m for m in rules.moves(board) if solved(rules.after(board, m)) == solved(board)]


def best(evaluation: pw.Linear, board: str) -> list[str]:
    """All moves that a search to depth 1 may choose: they are worth the same to it."""
    position = tic_tac_toe.position(board)
    worth = {
        move: -_kernel.minimax(position.after(move).kernel, evaluation.kernel, 0, 0)
        for move in position.moves
    }
    return [move for move, value in worth.items() if value == max(worth.values())]


def lost_games(evaluation: pw.Linear, side: str) -> int:
    """In how many ways a search to depth 1 loses to a perfect player, over all lines of both."""
    seen: set[str] = set()
    ahead, lost = [rules.start()], 0
    while ahead:
        board = ahead.pop()
        if board in seen:
            continue
        seen.add(board)
        outcome = rules.outcome(board)
        if outcome is not None:
            lost += outcome == (0.0 if side == "first" else 1.0)
            continue
        moves = best(evaluation, board) if rules.turn(board) == side else perfect(board)
        ahead += [rules.after(board, move) for move in moves]
    return lost


def test_tic_tac_toe_has_the_known_number_of_games() -> None:
    # 255,168 games in all, of which 1,440 end at the fifth ply: of 9·8·7·6·5 lines that go on to
    # the sixth there are 4 fewer each.
    counts = [tic_tac_toe.start().kernel.perft(depth) for depth in range(7)]
    assert counts == [1, 9, 72, 504, 3024, 15120, (15120 - 1440) * 4]
    assert solved(rules.start()) == 0.5


@pytest.mark.parametrize("side", ["first", "second"])
def test_before_learning_tic_tac_toe_loses_to_a_perfect_player(side: str) -> None:
    start = pw.Linear(tic_tac_toe.features("own"), [0, 0, 0, 0])
    assert lost_games(start, side) > 100


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_learnt_tic_tac_toe_never_loses_to_a_perfect_player(seed: int) -> None:
    run = pw.learn("tic-tac-toe", search=pw.AlphaBeta(depth=1), games=200, gate_every=0, seed=seed)
    evaluation = pw.Linear(tic_tac_toe.features("own"), run)
    assert lost_games(evaluation, "first") == lost_games(evaluation, "second") == 0


def test_the_search_chooses_among_the_moves_that_are_worth_most() -> None:
    evaluation = pw.Linear(tic_tac_toe.features("own"), [1, 0.5, 0.1, 0.05])
    for board in ("---------", "x--------", "x---o---x", "xo-------"):
        chosen = {
            pw.search(tic_tac_toe.position(board), evaluation, pw.AlphaBeta(depth=1), seed=s).move
            for s in range(100)
        }
        assert chosen == set(best(evaluation, board))


@pytest.mark.parametrize("text", ["x--------x", "xx-------", "o--------", "x-------z", ""])
def test_boards_that_cannot_arise_are_refused(text: str) -> None:
    with pytest.raises(pw.BadPosition, match="is not a position of tic-tac-toe: "):
        tic_tac_toe.position(text)


# Connect Four


def boards(count: int, seed: int = 1) -> list[four.State]:
    """Positions of games at random."""
    chance, game, found = random.Random(seed), four.ConnectFour(), []
    while len(found) < count:
        state = game.start()
        while game.outcome(state) is None:
            state = game.after(state, chance.choice(game.moves(state)))
            found.append(state)
    return found[:count]


def lines_of_four() -> list[list[int]]:
    """The bits of all 69 lines, found by walking over the board."""
    found = []
    for column, row, (across, up) in product(range(7), range(6), [(1, 0), (0, 1), (1, 1), (1, -1)]):
        squares = [(column + i * across, row + i * up) for i in range(4)]
        if all(0 <= c < 7 and 0 <= r < 6 for c, r in squares):
            found.append([1 << 7 * c + r for c, r in squares])
    return found


def test_connect_four_has_the_known_number_of_positions() -> None:
    # The positions after so many plies: https://oeis.org/A212693.
    game, states, counts = four.ConnectFour(), {(0, 0)}, []
    for _ in range(7):
        counts.append(len(states))
        going_on = [state for state in states if game.outcome(state) is None]
        states = {game.after(state, move) for state in going_on for move in game.moves(state)}
    assert counts == [1, 7, 49, 238, 1120, 4263, 16422]


def test_wins_and_lines_are_those_that_a_walk_over_the_board_finds() -> None:
    lines = lines_of_four()
    assert len(lines) == 69
    for own, other in [(a, b) for a, b in boards(300)] + [(b, a) for a, b in boards(300)]:
        discs = [sum(bool(own & bit) for bit in line) for line in lines]
        is_open = [not any(other & bit for bit in line) for line in lines]
        assert four.has_four(own) == (4 in discs)
        held = [n for n, free in zip(discs, is_open, strict=True) if free]
        assert four.lines(own, other) == (held.count(2), held.count(3))
        winning = {
            bit
            for line, n, free in zip(lines, discs, is_open, strict=True)
            for bit in line
            if n == 3 and free and not own & bit
        }
        assert four.winning_squares(own, other) == sum(winning)


def test_boards_of_connect_four_are_text_both_ways() -> None:
    game = four.ConnectFour()
    assert all(game.parse(game.text(state)) == state for state in boards(100))
    position = connect_four.start().after("4", "4", "3")
    assert str(position) == "......./......./......./......./...o.../..xx..."


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("......./......./......./......./...o...", "six rows of seven"),
        ("......./......./......./......./...x.../.......", "hangs in the air"),
        ("......./......./......./......./......./ooo....", "X moves first"),
    ],
)
def test_boards_of_connect_four_that_cannot_arise_are_refused(text: str, message: str) -> None:
    with pytest.raises(pw.BadPosition, match=message):
        connect_four.position(text)


def test_learnt_connect_four_beats_its_start_and_a_count_of_threes() -> None:
    run = pw.learn(four.ConnectFour, search=pw.AlphaBeta(depth=2), games=300, gate_every=0, seed=1)
    names = connect_four.features("own").names
    start, threes = ({name: float(name == "threes") * s for name in names} for s in (0, 1))
    for opponent, least in ((start, 0.85), (threes, 0.6)):
        other = pw.Linear(connect_four.features("own"), opponent)
        score = pw.match(run, other, games=100, depth=2, seed=1).score
        assert score is not None
        assert score > least
