"""Games of shogi read from KIF: handicaps and diagrams, moves, and how the game ended."""

import re
from collections.abc import Sequence

from plywise.errors import BadInput
from plywise.play.kif import COUNTS, FILES, MEN, NO_HANDICAP, ON_BOARD, RANKS
from plywise.play.recorded import Reading, Recorded
from plywise.play.shogi_men import ShogiBoard, digits, inverted, plain, square

HANDICAPS = {
    NO_HANDICAP: "",
    "香落ち": "1a",
    "右香落ち": "9a",
    "角落ち": "2b",
    "飛車落ち": "8b",
    "飛香落ち": "8b 1a",
    "二枚落ち": "8b 2b",
    "三枚落ち": "8b 2b 1a",
    "四枚落ち": "8b 2b 1a 9a",
    "五枚落ち": "8b 2b 1a 9a 8a",
    "左五枚落ち": "8b 2b 1a 9a 2a",
    "六枚落ち": "8b 2b 1a 9a 8a 2a",
    "八枚落ち": "8b 2b 1a 9a 8a 2a 7a 3a",
    "十枚落ち": "8b 2b 1a 9a 8a 2a 7a 3a 6a 4a",
}
"""Which of his men Gote, who begins then, plays without."""
BY_NAME = {**inverted(MEN), **inverted(ON_BOARD), "王": "K", "竜": "+R"}
ENDS = (
    *("投了", "詰み", "中断", "持将棋", "千日手", "切れ負け", "反則勝ち", "反則負け"),
    *("入玉勝ち", "入玉宣言", "不戦敗", "不詰", "封じ手"),
)
NUMBERED = re.compile(r"\s*[0-9]+\s+(?P<said>\S.*?)\s*(?:\(\s*[0-9]+:.*)?\+?")
MOVE = re.compile(
    rf"(?:(?P<file>[{FILES}1-9])(?P<rank>[{RANKS}{FILES}1-9])|同)\s*"
    rf"(?P<man>{'|'.join(sorted(BY_NAME, key=len, reverse=True))})"
    r"(?P<how>打|成|不成|)\s*(?:\((?P<origin>[0-9]{2})\))?"
)
DIGITS = tuple("0123456789")
HINT = "moves are written like '1 ７六歩(77)', drops like '5 ５五角打'"


def read_kif(text: str, source: str = "KIF") -> Recorded:
    r"""The game in a text, each move checked; `source` names it in errors. Variations are left out.

    >>> read_kif("手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n3 ２二角成(88)\n4 同　銀(31)").moves
    ('7g7f', '3c3d', '8h2b+', '3a2b')
    >>> read_kif("1 ７五歩(77)")
    Traceback (most recent call last):
    ...
    plywise.IllegalMove: KIF, line 1: '７五歩(77)': "7g7e" is not legal in ...
    """
    game = _KifGame(source)
    for number, line in enumerate(text.splitlines(), start=1):
        if line.startswith(("変化", "まで")) or game.end:
            break  # nothing but variations comes after that
        if line.strip() and line[0] not in "*#&":
            game.hear(number, line)
    return game.done()


class _KifGame:
    """One game, line by line."""

    def __init__(self, source: str) -> None:
        self._reading = Reading(source)
        self._board: ShogiBoard | None = None
        """A start that is not the ordinary one, as far as it was set up."""
        self._rows = 0
        self._names = ["?", "?"]
        self._last = ""
        self._is_known = False
        """Whether anything in it looked like KIF."""
        self.end = ""

    def hear(self, number: int, line: str) -> None:
        self._reading.line, self._reading.text = number, line.strip()
        numbered = NUMBERED.fullmatch(line)
        if "：" in line:
            self._header(*line.split("：", 1))
        elif line.startswith("|"):
            self._row(line)
        elif line.strip() in ("後手番", "上手番"):
            self._other_board().turn = "w"
        elif numbered is not None:
            self._move(numbered["said"])
        elif line.lstrip()[:1] in DIGITS and self._is_known:
            raise self._reading.wrong(f"{line.strip()!r} is no move; {HINT}")

    def done(self) -> Recorded:
        if not self._is_known:
            raise BadInput(f"{self._reading.source}: no game in KIF form; {HINT}")
        if not self._reading.moves:
            self._begin()
        return self._reading.game((self._names[0], self._names[1]), self.end)

    def _header(self, key: str, value: str) -> None:
        key, value = key.strip(), value.strip()
        if key in ("先手", "下手"):
            self._names[0] = value
        elif key in ("後手", "上手"):
            self._names[1] = value
        elif key in ("先手の持駒", "下手の持駒"):
            self._hand(value, is_first=True)
        elif key in ("後手の持駒", "上手の持駒"):
            self._hand(value, is_first=False)
        elif key == "手合割":
            self._handicap(value)
        else:
            return
        self._is_known = True

    def _handicap(self, name: str) -> None:
        if name == "その他":  # a diagram says the rest
            return
        if name not in HANDICAPS:
            known = " ".join(HANDICAPS)
            raise self._reading.wrong(f"{name!r} is no handicap; they are {known}, その他")
        if HANDICAPS[name]:
            self._board = ShogiBoard.start()
            self._board.turn = "w"
            for place in HANDICAPS[name].split():
                del self._board.men[place]

    def _other_board(self) -> ShogiBoard:
        if self._board is None:
            self._board = ShogiBoard()
        return self._board

    def _hand(self, value: str, *, is_first: bool) -> None:
        board = self._other_board()
        for held in value.split() if value != "なし" else ():
            man, count = BY_NAME.get(held[0], "K"), held[1:]
            if len(man) > 1 or man == "K" or (count and count not in COUNTS):
                raise self._reading.wrong(f"{held!r} cannot be held; write it like '歩二'")
            board.hands[man if is_first else man.lower()] = COUNTS.index(count) if count else 1

    def _row(self, line: str) -> None:
        """A line of a diagram: a sign of the side and one of the man for each square."""
        cells = re.findall(r"([v ])(\S)", line[1:].partition("|")[0])
        self._rows += 1
        if len(cells) != 9 or self._rows > 9:
            raise self._reading.wrong(
                f"{line!r} is no row of a diagram: nine of them with 9 squares"
            )
        board = self._other_board()
        for file, (side, name) in zip("987654321", cells, strict=True):
            if name in "・．.":
                continue
            if name not in BY_NAME:
                raise self._reading.wrong(
                    f"{name!r} is no man of shogi; they are {' '.join(BY_NAME)}"
                )
            man = BY_NAME[name]
            board.men[square(file, str(self._rows))] = man.lower() if side == "v" else man

    def _begin(self) -> None:
        board = self._board
        is_empty = board is None or not (board.men or self._rows)  # hands alone say nothing
        self._reading.begin(None if board is None or is_empty else board.sfen())

    def _move(self, said: str) -> None:
        if not self._reading.moves:
            self._begin()
        self._is_known = True
        self._reading.text = said
        if said in ENDS:
            self.end = said
            return
        found = MOVE.fullmatch(said)
        if found is None or (found["file"] is None and not self._last):
            raise self._reading.wrong(f"{said!r} is no move; {HINT}")
        self._last = _target(found, self._last)
        man, origin = BY_NAME[found["man"]], found["origin"]
        if found["how"] == "打" or origin == "00":
            self._reading.play(f"{man}*{self._last}")
            return
        if origin is None or "0" in origin:
            raise self._reading.wrong(f"{said!r} does not say where the man comes from; {HINT}")
        stood = ShogiBoard.of(str(self._reading.position)).men.get(square(*origin), "")
        if plain(stood) != man:
            raise self._reading.wrong(f"{said!r}: no {found['man']} stands on {origin} there")
        self._reading.play(square(*origin) + self._last + ("+" if found["how"] == "成" else ""))


def _target(found: re.Match[str], last: str) -> str:
    """The square that a move goes to; `last` is that of the move before it."""
    if found["file"] is None:
        return last
    file, rank = (
        str(1 + signs.index(said)) if said in signs else said
        for said, signs in ((found["file"], FILES), (found["rank"], RANKS))
    )
    if rank in FILES:
        rank = str(1 + FILES.index(rank))
    return square(file, rank)


def moves_said(said: str, legal: Sequence[str], board: ShogiBoard, last: str = "") -> list[str]:
    """The legal moves that a person means who writes as KIF does, but need not say all.

    Where the man comes from may be left out, and 打 where no man on the board can go there.

    >>> moves_said("76歩", ["7g7f", "2g2f"], ShogiBoard.start())
    ['7g7f']
    """
    found = MOVE.fullmatch(said)
    if found is None or (found["file"] is None and not last):
        return []
    man, target, origin = BY_NAME[found["man"]], _target(found, last), found["origin"]
    drops = [move for move in legal if move == f"{man}*{target}"]
    if found["how"] == "打":
        return drops
    end = target + ("+" if found["how"] == "成" else "")
    steps = [
        move
        for move in legal
        if move[2:] == end
        and plain(board.men.get(move[:2], "")) == man
        and origin in (None, digits(move[:2]))
    ]
    return steps or (drops if not found["how"] and origin is None else [])
