"""A board of backgammon in plain letters."""

from collections.abc import Sequence

from plywise.play.backgammon.board import BAR, POINTS, Board

HEIGHT = 5
"""Checkers that a point shows; of more the number."""
OWN, OTHER = "X", "O"
"""Whose checkers are whose: the viewer's home is at the lower right."""
EMPTY = (".", ":")
"""Where points begin, light and dark."""
BORDER = "  +-------------------+---+-------------------+"


def drawn(board: Board, *, on_roll: str = OWN, beside: Sequence[str] = ()) -> list[str]:
    """The board as its viewer sees it, who plays X and bears off below; `on_roll` is X or O.

    The lines of `beside` stand to the right of it.

    >>> for line in drawn(Board.start(), beside=["X to roll"]):
    ...     print(line)
        13 14 15 16 17 18  bar  19 20 21 22 23 24
      +-------------------+---+-------------------+
      |  X  .  :  .  O  . |   |  O  .  :  .  :  X |  X to roll
      |  X           O    |   |  O              X |
      |  X           O    |   |  O                |
      |  X                |   |  O                |
      |  X                |   |  O                |
      |                   |   |                   |  O  pips 167
      |                   |   |                   |  X* pips 167
      |  O                |   |  X                |
      |  O                |   |  X                |
      |  O           X    |   |  X                |
      |  O           X    |   |  X              O |
      |  O  :  .  :  X  : |   |  X  :  .  :  .  O |
      +-------------------+---+-------------------+
        12 11 10  9  8  7  bar   6  5  4  3  2  1
    """
    upper = [_stack(board, point) for point in range(13, POINTS + 1)]
    lower = [_stack(board, point) for point in range(12, 0, -1)]
    bars = _bar(board.other[BAR], OTHER), _bar(board.own[BAR], OWN)
    top = [_row(upper, bars[1], row) for row in range(HEIGHT)]
    bottom = [_row(lower, bars[0], row) for row in reversed(range(HEIGHT))]
    told = [
        _side(OTHER, board.other_pips, board.other_off, on_roll),
        _side(OWN, board.pips, board.off, on_roll),
    ]
    empty = f"  |{'':19}|   |{'':19}|"
    middle = [f"{empty}  {side}" for side in told]
    rows = [*top, *middle, *bottom]
    for place, word in zip(_free(rows), beside, strict=False):
        rows[place] = f"{rows[place]}  {word}".rstrip()
    return [_numbers(range(13, POINTS + 1)), BORDER, *rows, BORDER, _numbers(range(12, 0, -1))]


def _stack(board: Board, point: int) -> list[str]:
    """What a point shows, from the edge to the middle."""
    own, other = board.own[point - 1], board.other[POINTS - point]
    count, sign = (own, OWN) if own else (other, OTHER)
    shown = [sign] * min(count, HEIGHT) + [" "] * (HEIGHT - count)
    if not count:
        shown[0] = EMPTY[point % 2]
    if count > HEIGHT:
        shown[-1] = str(count)
    return shown


def _bar(count: int, sign: str) -> list[str]:
    shown = [sign] * min(count, HEIGHT) + [" "] * (HEIGHT - count)
    if count > HEIGHT:
        shown[-1] = str(count)
    return shown


def _row(stacks: Sequence[Sequence[str]], bar: Sequence[str], row: int) -> str:
    cells = [f"{stack[row]:>3}" for stack in stacks]
    return f"  |{''.join(cells[:6])} |{bar[row]:^3}|{''.join(cells[6:])} |"


def _side(sign: str, pips: int, off: int, on_roll: str) -> str:
    mark = "*" if sign == on_roll else " "
    return f"{sign}{mark} pips {pips}" + (f", off {off}" if off else "")


def _free(rows: Sequence[str]) -> list[int]:
    """The rows that have nothing beside them, from above."""
    return [place for place, row in enumerate(rows) if row.endswith("|")]


def _numbers(points: Sequence[int]) -> str:
    cells = [f"{point:>3}" for point in points]
    return f"   {''.join(cells[:6])}  bar {''.join(cells[6:])}"
