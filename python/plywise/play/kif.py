"""Games of shogi as KIF, the text that Japanese programs and sites show to people."""

import re
from collections.abc import Iterator, Mapping, Sequence

from plywise._kernel import Position
from plywise.play.opponents import failure as failures
from plywise.play.recorded import SHOGI
from plywise.play.shogi_men import PLAIN, ShogiBoard, digits, from_usi, plain, square

MEN = {
    "P": "歩", "L": "香", "N": "桂", "S": "銀", "G": "金", "B": "角", "R": "飛", "K": "玉",
    "+P": "と", "+L": "成香", "+N": "成桂", "+S": "成銀", "+B": "馬", "+R": "龍",
}  # fmt: skip
"""What KIF calls the men in moves."""
ON_BOARD = {**MEN, "+L": "杏", "+N": "圭", "+S": "全"}
"""And in a diagram, where there is room for one sign."""
FILES = "１２３４５６７８９"
RANKS = "一二三四五六七八九"
COUNTS = ["", "", *"二三四五六七八九十", *(f"十{n}" for n in "一二三四五六七八")]
"""How many of a man are held, where it is more than one."""
NO_HANDICAP = "平手"
TAGS = {"Event": "棋戦"}
"""PGN's tags that have a name here."""
COLUMNS = "手数----指手---------消費時間--"
ENDS = {
    "checkmate": "詰み",
    "resignation": "投了",
    "declaration": "入玉勝ち",
    "repetition": "千日手",
    "adjudicated draw": "持将棋",
}
"""What KIF calls the ends of games; those that somebody lost by a fault are made below."""
UNDECIDED = "中断"
NOBODY = ("千日手", "持将棋", UNDECIDED)
"""The ends after which nobody is named as the winner."""


def kif_game(
    moves: Sequence[str],
    *,
    outcome: float | None = None,
    reason: str | None = None,
    start: str | None = None,
    players: tuple[str, str] | None = None,
    headers: Mapping[str, object] | None = None,
    game: str = SHOGI,
    times: Sequence[tuple[float, float] | None] = (),
) -> str:
    """One game as KIF; the arguments are those of `plywise.play.pgn.pgn_game`.

    >>> print(kif_game(["7g7f", "3c3d", "8h2b+", "3a2b"], outcome=0.0, reason="resignation",
    ...                players=("Ann", "Bob")), end="")
    手合割：平手
    先手：Ann
    後手：Bob
    手数----指手---------消費時間--
       1 ７六歩(77)
       2 ３四歩(33)
       3 ２二角成(88)
       4 同　銀(31)
    *resignation
       5 投了
    まで4手で後手の勝ち
    """
    position = Position.start(game) if start is None else Position.parse(game, start)
    ordinary = position == Position.start(game)
    first, second = (_line_text(name) for name in players or ("?", "?"))
    lines = [
        *(
            f"{TAGS.get(name, name)}：{_line_text(value)}"
            for name, value in (headers or {}).items()
        ),
        *([f"手合割：{NO_HANDICAP}"] if ordinary else _diagram(ShogiBoard.of(str(position)))),
        f"先手：{first}",
        f"後手：{second}",
        COLUMNS,
    ]
    last = ""
    spent = _spent(times)
    for number, move in enumerate(moves, start=1):
        written = kif_move(ShogiBoard.of(str(position)), move, last)
        lines.append(f"{number:4} {written}{next(spent, '')}")
        last = from_usi(move)[1]
        position = position.after(move)
    if reason is not None:
        lines += _end(reason, outcome, len(moves), position.turn)
    return "\n".join([*lines, ""])


def kif_move(board: ShogiBoard, move: str, last: str = "") -> str:
    """A move as KIF writes it; `last` is the square that the move before it went to.

    >>> kif_move(ShogiBoard.start(), "7g7f")
    '７六歩(77)'
    """
    origin, target, promotes = from_usi(move)
    file, rank = tuple(digits(target))
    place = "同　" if target == last else f"{FILES[int(file) - 1]}{RANKS[int(rank) - 1]}"
    if origin.endswith("*"):
        return f"{place}{MEN[origin[0]]}打"
    man = MEN[plain(board.men[origin])]
    return f"{place}{man}{'成' if promotes else ''}({digits(origin)})"


def _spent(times: Sequence[tuple[float, float] | None]) -> Iterator[str]:
    """What stands behind each move: the time that it took, and its player's so far.

    >>> list(_spent([None, (61.5, 9), (2, 9), (3, 5)]))
    ['', '   ( 1:01/00:01:01)', '   ( 0:02/00:00:02)', '   ( 0:03/00:01:04)']
    """
    sums = [0.0, 0.0]
    for ply, time in enumerate(times):
        if time is None:
            yield ""
            continue
        sums[ply % 2] += time[0]
        minutes, seconds = divmod(int(time[0]), 60)
        whole, rest = divmod(int(sums[ply % 2]), 60)
        yield f"   ({minutes:2}:{seconds:02}/{whole // 60:02}:{whole % 60:02}:{rest:02})"


def _diagram(board: ShogiBoard) -> Iterator[str]:
    yield f"後手の持駒：{_held(board, PLAIN.lower())}"
    yield "  ９ ８ ７ ６ ５ ４ ３ ２ １"
    yield "+---------------------------+"
    for rank in range(1, 10):
        row = (board.men.get(square(file, str(rank)), "") for file in "987654321")
        yield "|" + "".join(_cell(man) for man in row) + f"|{RANKS[rank - 1]}"
    yield "+---------------------------+"
    yield f"先手の持駒：{_held(board, PLAIN)}"
    if board.turn == "w":
        yield "後手番"


def _cell(man: str) -> str:
    return f"{'v' if man.islower() else ' '}{ON_BOARD[plain(man)]}" if man else " ・"


def _held(board: ShogiBoard, men: str) -> str:
    held = [MEN[plain(man)] + COUNTS[board.hands[man]] for man in men if board.hands.get(man)]
    return "　".join(held) or "なし"


def _end(reason: str, outcome: float | None, plies: int, turn: str) -> list[str]:
    """The comment with our reason, the last line of moves, and the sum."""
    word = _end_word(reason, outcome, turn)
    comment, last = f"*{_line_text(reason)}", f"{plies + 1:4} {word}"
    if word in NOBODY or outcome is None:
        return [comment, last, f"まで{plies}手で{word}"]
    winner = "先手" if outcome else "後手"
    won = word if word in ("入玉勝ち", "反則勝ち") else "勝ち"
    return [comment, last, f"まで{plies}手で{winner}の{won}"]


def _end_word(reason: str, outcome: float | None, turn: str) -> str:
    if reason == "perpetual check":
        has_won = (outcome == 1.0) == (turn == "first")
        return "反則勝ち" if has_won else "反則負け"
    if failure := failures.termination(reason):
        illegal, late, _ = failures.TERMINATIONS
        return {illegal: "反則負け", late: "切れ負け"}.get(failure, "投了")
    return ENDS.get(reason, UNDECIDED)


def _line_text(value: object) -> str:
    return re.sub(r"[^\S ]|[\x00-\x1f\x7f]", " ", str(value))
