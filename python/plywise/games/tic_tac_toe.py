"""Tic-tac-toe: the smallest whole game, to copy."""

import plywise as pw

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
MARKS = {"first": "x", "second": "o"}
EMPTY = "-"


class TicTacToe(pw.Rules):
    """Three in a line on nine squares, named 0 to 8 from the top left."""

    name = "tic-tac-toe"
    players = ("X", "O")
    max_plies = 9
    repeats = False

    def start(self) -> str:
        """An empty board: a state is the nine squares, and nothing else is needed."""
        return EMPTY * 9

    def turn(self, state: str) -> str:
        """X moves first, and then one after the other."""
        return "second" if state.count("x") > state.count("o") else "first"

    def moves(self, state: str) -> list[str]:
        """The empty squares."""
        return [str(square) for square, mark in enumerate(state) if mark == EMPTY]

    def after(self, state: str, move: str) -> str:
        """The board with one more mark on it."""
        square = int(move)
        return state[:square] + MARKS[self.turn(state)] + state[square + 1 :]

    def outcome(self, state: str) -> float | None:
        """Three in a line win; a full board is a draw."""
        lines = {state[a] + state[b] + state[c] for a, b, c in LINES}
        if "xxx" in lines or "ooo" in lines:
            return float("xxx" in lines)
        return None if EMPTY in state else 0.5

    def sketch(self, state: str) -> pw.Sketch:
        """Nine places; a move is called like the place that it takes."""
        cells = tuple(tuple(str(3 * row + column) for column in range(3)) for row in range(3))
        marks = {"x": ("cross", "first"), "o": ("ring", "second")}
        pieces = {str(at): marks[mark] for at, mark in enumerate(state) if mark != EMPTY}
        return pw.Sketch(cells=cells, pieces=pieces)

    def parse(self, text: str) -> str:
        """Any text of nine squares in which the players have taken turns."""
        if len(text) != 9 or set(text) - {*MARKS.values(), EMPTY}:
            raise ValueError("a board is nine of x, o and -, as in 'x---o----'")
        if text.count("x") - text.count("o") not in (0, 1):
            raise ValueError("X moves first, so there are as many x as o, or one more")
        return text


def lines_with(board: str, mark: str, count: int) -> int:
    """How many lines hold so many of a mark, and are empty otherwise."""
    wanted = sorted(mark * count + EMPTY * (3 - count))
    return sum(sorted((board[a], board[b], board[c])) == wanted for a, b, c in LINES)


@pw.feature(TicTacToe)
def winning(position: pw.Position, side: str) -> bool:
    """The side to move has a line to fill."""
    return position.turn == side and lines_with(position.state, MARKS[side], 2) > 0


@pw.feature(TicTacToe)
def forking(position: pw.Position, side: str) -> bool:
    """The side to move can make two such lines at once, with a move that it is free to make."""
    if position.turn != side:
        return False
    board, own, other = position.state, MARKS[side], "o" if side == "first" else "x"

    def is_fork(square: int) -> bool:
        after = board[:square] + own + board[square + 1 :]
        return lines_with(after, own, 2) > 1 and not lines_with(after, other, 2)

    return any(mark == EMPTY and is_fork(square) for square, mark in enumerate(board))


@pw.feature(TicTacToe)
def twos(position: pw.Position, side: str) -> int:
    """Lines with two marks of one's own and an empty square."""
    return lines_with(position.state, MARKS[side], 2)


@pw.feature(TicTacToe)
def ones(position: pw.Position, side: str) -> int:
    """Lines with one mark of one's own and two empty squares."""
    return lines_with(position.state, MARKS[side], 1)
