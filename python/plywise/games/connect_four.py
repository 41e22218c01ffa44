"""Connect Four: a whole game to copy, with features that take some thought.

`pw.game("connect-four")` is the kernel's, which knows the same positions and moves, and more
features; this one is asked for by its class, or as `plywise.games.connect_four:ConnectFour`.

A board is an integer for each player. The columns stand side by side, seven bits each, the lowest
square first; the seventh bit is always empty, so that no line runs on into the next column.

    5 12 19 26 33 40 47
    4 11 18 25 32 39 46
    3 10 17 24 31 38 45
    2  9 16 23 30 37 44
    1  8 15 22 29 36 43
    0  7 14 21 28 35 42
"""

from functools import lru_cache

import plywise as pw

State = tuple[int, int]
"""The squares of the first and of the second player."""

COLUMNS, ROWS = 7, 6
UP, RIGHT, DOWN_RIGHT, UP_RIGHT = 1, 7, 6, 8
STEPS = (UP, RIGHT, DOWN_RIGHT, UP_RIGHT)
COLUMN = (1 << ROWS) - 1
BOARD = sum(COLUMN << 7 * column for column in range(COLUMNS))
TOP = {str(column + 1): 1 << 7 * column + ROWS - 1 for column in range(COLUMNS)}
FOOT = {move: top >> ROWS - 1 for move, top in TOP.items()}
ODD_ROWS = sum(0b010101 << 7 * column for column in range(COLUMNS))
"""The first, third and fifth row from below."""
MIDDLE = COLUMN << 7 * 3


class ConnectFour(pw.Rules):
    """Drop discs into seven columns, 1 to 7; four in a line win."""

    name = "connect-four"
    players = ("X", "O")
    max_plies = COLUMNS * ROWS
    repeats = False

    def start(self) -> State:
        """An empty board."""
        return (0, 0)

    def turn(self, state: State) -> str:
        """X moves first, and then one after the other."""
        return "second" if state[0].bit_count() > state[1].bit_count() else "first"

    def moves(self, state: State) -> list[str]:
        """The columns that are not full."""
        taken = state[0] | state[1]
        return [move for move, top in TOP.items() if not taken & top]

    def after(self, state: State, move: str) -> State:
        """The disc falls: adding the lowest square of a column carries to its first empty one."""
        first, second = state
        taken = first | second
        disc = (taken + FOOT[move]) & ~taken
        if first.bit_count() > second.bit_count():
            return (first, second | disc)
        return (first | disc, second)

    def outcome(self, state: State) -> float | None:
        """Four in a line win; a full board is a draw."""
        first, second = state
        second_moved = first.bit_count() == second.bit_count()
        if has_four(second if second_moved else first):
            return float(not second_moved)
        return None if first | second != BOARD else 0.5

    def text(self, state: State) -> str:
        """The rows from the top, as in `......./......./......./......./...o.../...x...`."""
        first, second = state

        def square(column: int, row: int) -> str:
            bit = 1 << 7 * column + row
            return "x" if first & bit else "o" if second & bit else "."

        rows = reversed(range(ROWS))
        return "/".join("".join(square(column, row) for column in range(COLUMNS)) for row in rows)

    def parse(self, text: str) -> State:
        """The board of such a text, if it can arise."""
        rows = text.split("/")
        if len(rows) != ROWS or any(len(row) != COLUMNS or set(row) - set("xo.") for row in rows):
            raise ValueError("a board is six rows of seven x, o or . with / between them")
        squares = {
            (mark, 7 * column + ROWS - 1 - row)
            for row, marks in enumerate(rows)
            for column, mark in enumerate(marks)
        }
        first, second = (sum(1 << bit for mark, bit in squares if mark == who) for who in "xo")
        if (taken := first | second) & ~(taken << 1 | sum(FOOT.values())):
            raise ValueError("a disc hangs in the air")
        if first.bit_count() - second.bit_count() not in (0, 1):
            raise ValueError("X moves first, so there are as many x as o, or one more")
        return first, second


def has_four(discs: int) -> bool:
    """Whether four discs stand in a line."""
    for step in STEPS:
        pairs = discs & discs >> step
        if pairs & pairs >> 2 * step:
            return True
    return False


def both(position: pw.Position, side: str) -> State:
    """The discs of one side, and of the other."""
    first, second = position.state
    return (first, second) if side == "first" else (second, first)


@lru_cache(maxsize=1 << 16)
def lines(own: int, other: int) -> tuple[int, int]:
    """How many lines of four hold two, and three, of one's own discs and are empty otherwise.

    All lines of a direction at once: each bit of `a`, `b`, `c` and `d` stands for the first,
    second, third and fourth square of one of them.
    """
    free = BOARD & ~other
    twos = threes = 0
    for step in STEPS:
        open_lines = free & free >> step & free >> 2 * step & free >> 3 * step
        a, b, c, d = own, own >> step, own >> 2 * step, own >> 3 * step
        one_of_ab, one_of_cd, both_ab, both_cd = a ^ b, c ^ d, a & b, c & d
        three = both_ab & one_of_cd | both_cd & one_of_ab
        two = one_of_ab & one_of_cd | (both_ab ^ both_cd) & ~(one_of_ab | one_of_cd)
        threes += (three & open_lines).bit_count()
        twos += (two & open_lines).bit_count()
    return twos, threes


@lru_cache(maxsize=1 << 16)
def winning_squares(own: int, other: int) -> int:
    """The empty squares on which a disc would make four."""
    found = own << 1 & own << 2 & own << 3
    for step in (RIGHT, DOWN_RIGHT, UP_RIGHT):
        below, above = own << step & own << 2 * step, own >> step & own >> 2 * step
        found |= below & (own << 3 * step | own >> step) | above & (own >> 3 * step | own << step)
    return found & BOARD & ~(own | other)


@pw.feature(ConnectFour)
def lasting_threats(position: pw.Position, side: str) -> int:
    """Winning squares on the rows that fall to this side when the other columns fill up.

    With an even number of squares left elsewhere, the first player gets to move into odd rows.
    """
    rows = ODD_ROWS if side == "first" else ~ODD_ROWS
    return (winning_squares(*both(position, side)) & rows).bit_count()


@pw.feature(ConnectFour)
def threes(position: pw.Position, side: str) -> int:
    """Lines with three discs and the fourth square empty."""
    return lines(*both(position, side))[1]


@pw.feature(ConnectFour)
def twos(position: pw.Position, side: str) -> int:
    """Lines with two discs and two empty squares."""
    return lines(*both(position, side))[0]


@pw.feature(ConnectFour)
def middle(position: pw.Position, side: str) -> int:
    """Discs in the middle column, through which most lines run."""
    return (both(position, side)[0] & MIDDLE).bit_count()
