"""Games of shogi as CSA, the text that computer shogi programs exchange (version 2.2).

http://www2.computer-shogi.org/protocol/record_v22.html describes it.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest

from plywise._kernel import Position
from plywise.errors import BadInput
from plywise.play.opponents import failure as failures
from plywise.play.recorded import SHOGI, Reading, Recorded
from plywise.play.shogi_men import ShogiBoard, digits, from_usi, inverted, plain, square

MEN = {
    "P": "FU", "L": "KY", "N": "KE", "S": "GI", "G": "KI", "B": "KA", "R": "HI", "K": "OU",
    "+P": "TO", "+L": "NY", "+N": "NK", "+S": "NG", "+B": "UM", "+R": "RY",
}  # fmt: skip
"""What CSA calls the men."""
BY_NAME = inverted(MEN)
ENDS = {
    "checkmate": "%TORYO",  # %TSUMI would be the word, but few readers know who has won then
    "resignation": "%TORYO",
    "declaration": "%KACHI",
    "repetition": "%SENNICHITE",
    "adjudicated draw": "%HIKIWAKE",
}
"""What CSA calls the ends of games; those that somebody lost by a fault are made below."""
UNDECIDED = "%CHUDAN"
MOVE = re.compile(r"[+-]([0-9]{2})([0-9]{2})([A-Z]{2})")
PLACED = re.compile(r"([0-9]{2})([A-Z]{2})")
HINT = "moves are written like '+7776FU', drops like '+0055KA'"


def csa_game(
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
    """One game as CSA; the arguments are those of `plywise.play.pgn.pgn_game`.

    >>> print(csa_game(["7g7f", "3c3d", "8h2b+"], players=("Ann", "Bob")), end="")
    V2.2
    N+Ann
    N-Bob
    PI
    +
    +7776FU
    -3334FU
    +8822UM
    """
    position = Position.start(game) if start is None else Position.parse(game, start)
    ordinary = position == Position.start(game)
    first, second = (_line_text(name) for name in players or ("?", "?"))
    lines = [
        "V2.2",
        f"N+{first}",
        f"N-{second}",
        *(f"${name.upper()}:{_line_text(value)}" for name, value in (headers or {}).items()),
        *(["PI"] if ordinary else _diagram(ShogiBoard.of(str(position)))),
        _sign(position),
    ]
    for move, time in zip_longest(moves, times[: len(moves)]):
        lines.append(_sign(position) + csa_move(ShogiBoard.of(str(position)), move))
        lines += [] if time is None else [f"T{int(time[0])}"]
        position = position.after(move)
    if reason is not None:
        lines += [f"'{_line_text(reason)}", _end(reason, outcome)]
    return "\n".join([*lines, ""])


def _sign(position: Position) -> str:
    return "+" if position.turn == "first" else "-"


def csa_move(board: ShogiBoard, move: str) -> str:
    """A move as CSA writes it, without its sign: with the man as he is after it.

    >>> csa_move(ShogiBoard.start(), "7g7f")
    '7776FU'
    """
    origin, target, promotes = from_usi(move)
    if origin.endswith("*"):
        return f"00{digits(target)}{MEN[origin[0]]}"
    man = plain(board.men[origin])
    return f"{digits(origin)}{digits(target)}{MEN['+' + man if promotes else man]}"


def _diagram(board: ShogiBoard) -> Iterator[str]:
    for rank in "123456789":
        row = (board.men.get(square(file, rank), "") for file in "987654321")
        yield f"P{rank}" + "".join(
            f"{_side(man)}{MEN[plain(man)]}" if man else " * " for man in row
        )
    for man, count in board.hands.items():
        yield f"P{_side(man)}" + count * f"00{MEN[plain(man)]}"


def _side(man: str) -> str:
    return "+" if man.isupper() else "-"


def _end(reason: str, outcome: float | None) -> str:
    if reason == "perpetual check":  # who checked has lost by what he did before
        return "%-ILLEGAL_ACTION" if outcome else "%+ILLEGAL_ACTION"
    if failure := failures.termination(reason):
        illegal, late, _ = failures.TERMINATIONS
        return {illegal: "%ILLEGAL_MOVE", late: "%TIME_UP"}.get(failure, "%ERROR")
    return ENDS.get(reason, UNDECIDED)


def _line_text(value: object) -> str:
    return "".join(c if c.isprintable() else " " for c in str(value))


# ---- reading ---------------------------------------------------------------------------------


def read_csa(text: str, source: str = "CSA") -> list[Recorded]:
    r"""The games in a text, each move checked; `source` names it in errors.

    >>> read_csa("PI\n+\n+7776FU\n-3334FU\n%TORYO")[0].moves
    ('7g7f', '3c3d')
    >>> read_csa("PI\n+\n+7775FU")
    Traceback (most recent call last):
    ...
    plywise.IllegalMove: CSA, line 3: '+7775FU': "7g7e" is not legal in ...
    """
    games, game = [], _CsaGame(source)
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip() == "/":
            games.append(game)
            game = _CsaGame(source)
        elif not line.startswith("'"):
            for statement in line.split(",") if line[:1] in "+-%T" else [line]:
                game.hear(number, statement.strip())
    read = [game.done() for game in (*games, game) if game.is_begun]
    if not read:
        raise BadInput(f"{source}: no game in CSA form; {HINT}")
    return read


class _CsaGame:
    """One game, statement by statement."""

    def __init__(self, source: str) -> None:
        self._reading = Reading(source)
        self._board: ShogiBoard | None = ShogiBoard()
        """The board as far as it was set up; None once the turn is told."""
        self._names = {"+": "?", "-": "?"}
        self._end = ""

    @property
    def is_begun(self) -> bool:
        return self._board is None

    def hear(self, number: int, said: str) -> None:
        reading = self._reading
        reading.line, reading.text = number, said
        if said in ("+", "-"):
            self._begin(said)
        elif said.startswith("%"):
            self._end = said
        elif said[:2] in ("N+", "N-"):
            self._names[said[1]] = said[2:]
        elif said.startswith("P"):
            self._set_up(said)
        elif said[:1] in ("+", "-"):
            self._play(said)
        elif said[:1] not in ("", "V", "$", "T", "C"):
            raise reading.wrong(f"{said!r} is nothing that CSA knows; {HINT}")

    def done(self) -> Recorded:
        return self._reading.game((self._names["+"], self._names["-"]), self._end)

    def _begin(self, side: str) -> None:
        if self._board is None:
            raise self._reading.wrong("whose turn it is was told before")
        board, self._board = self._board, None
        board.turn = "b" if side == "+" else "w"
        self._reading.begin(board.sfen())

    def _set_up(self, said: str) -> None:
        if self._board is None:
            raise self._reading.wrong(f"{said!r} comes after the game has begun")
        if said.startswith("PI"):
            self._board = ShogiBoard.start()
            for place, _ in PLACED.findall(said[2:]):
                self._board.men.pop(square(*place), None)
        elif said[1:2] in ("+", "-"):
            self._place(self._board, said)
        elif said[1:2] in tuple("123456789"):
            self._row(self._board, said)
        else:
            raise self._reading.wrong(f"{said!r} sets up nothing; 'PI' is the ordinary start")

    def _place(self, board: ShogiBoard, said: str) -> None:
        """Single men: `P+59OU`, in hand `P+00FU`; `P-00AL` gives all that are left."""
        for place, name in PLACED.findall(said[2:]):
            if name == "AL":
                self._give_rest(board, said[1])
                continue
            man = self._man(said[1], name)
            if place == "00":
                board.hands[man] = board.hands.get(man, 0) + 1
            elif "0" in place:
                raise self._reading.wrong(f"{place!r} is no square; they are 11 to 99")
            else:
                board.men[square(*place)] = man

    @staticmethod
    def _give_rest(board: ShogiBoard, side: str) -> None:
        for man, count in SET.items():
            there = [plain(other)[-1] for other in board.men.values()].count(man)
            held = board.hands.get(man, 0) + board.hands.get(man.lower(), 0)
            own = man if side == "+" else man.lower()
            board.hands[own] = board.hands.get(own, 0) + max(0, count - there - held)

    def _row(self, board: ShogiBoard, said: str) -> None:
        row = said[2:].ljust(27)
        for file, cell in zip("987654321", re.findall("...", row), strict=False):
            if cell.strip() not in ("", "*"):
                board.men[square(file, said[1])] = self._man(cell[0], cell[1:])

    def _man(self, side: str, name: str) -> str:
        if name not in BY_NAME or side not in "+-":
            known = " ".join(BY_NAME)
            raise self._reading.wrong(f"{side + name!r} is no man of shogi; they are {known}")
        return BY_NAME[name] if side == "+" else BY_NAME[name].lower()

    def _play(self, said: str) -> None:
        if self._board is not None:
            raise self._reading.wrong(
                f"{said!r} comes before a line '+' or '-' that says who begins"
            )
        found = MOVE.fullmatch(said)
        if found is None or "0" in found[2]:
            raise self._reading.wrong(f"{said!r} is no move; {HINT}")
        board = ShogiBoard.of(str(self._reading.position))
        if (said[0] == "+") != (board.turn == "b"):
            raise self._reading.wrong(f"{said!r} is a move of the side whose turn it is not")
        man = plain(self._man(said[0], found[3]))
        if found[1] == "00":
            self._reading.play(f"{man}*{square(*found[2])}")
            return
        origin = square(*found[1]) if "0" not in found[1] else ""
        stood = plain(board.men.get(origin, ""))
        if man not in (stood, f"+{stood}"):
            raise self._reading.wrong(f"{said!r}: no {found[3]} comes from {found[1]} there")
        self._reading.play(origin + square(*found[2]) + ("+" if man != stood else ""))


SET = {"P": 18, "L": 4, "N": 4, "S": 4, "G": 4, "B": 2, "R": 2}
"""How many men a set has, without the kings."""
