"""Engines that speak UCI, or USI, which came from it."""

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

from plywise.games.dialect import UCI, USI
from plywise.play.opponents.failure import EngineDeclared, EngineFailed, EngineResigned, shown
from plywise.play.opponents.process import EngineProcess
from plywise.play.opponents.session import (
    LONGEST_NAME,
    MOST_DIGITS,
    Announced,
    Iterated,
    Listener,
    Option,
    Orders,
    Session,
    told_name,
)
from plywise.play.time_control import TimeControl, Turn

MOST_OPTIONS = 10_000
HOUR = 3_600_000
"""Milliseconds, for an engine that is limited by one of its options alone."""
OPTION = re.compile(
    r"option name (?P<name>.+?) type (?P<kind>\w+)"
    r"(?:.*? min (?P<least>-?\d+))?(?:.*? max (?P<most>-?\d+))?"
)


class UciSession(Session):
    """A game with an engine that speaks UCI."""

    dialect = UCI
    tells_no_gain = True
    """Whether increments of 0 are told."""

    def __init__(self, process: EngineProcess, orders: Orders, wishes: Mapping[str, str]) -> None:
        super().__init__(process, orders)
        self._wishes = wishes
        self._announced = Announced()
        self._place = "startpos"
        self._is_set = False

    def greet(self) -> Announced:
        """Its name and options."""
        name = ""
        options: dict[str, Option] = {}

        def hear(line: str) -> bool | None:
            nonlocal name
            if line.startswith("id name "):
                name = told_name(line.removeprefix("id name "))
            elif option := option_of(line):
                options[option.name] = option
                if len(options) > MOST_OPTIONS:
                    raise EngineFailed(f"flood: more than {MOST_OPTIONS} options")
            return line == self.dialect.ok or None

        self.say(self.dialect.hello)
        self.process.answer(hear, within=self.orders.patience, what=repr(self.dialect.ok))
        self._announced = Announced(name=name, options=options)
        return self._announced

    @property
    def may_play_again(self) -> bool:
        """By `ucinewgame`, and `readyok` after it."""
        return True

    def begin(self, start: str | None, control: TimeControl | None = None) -> None:
        """Set its options before its first game, those it has of our wishes and all orders."""
        if not self._is_set:
            known = self._announced.options
            wishes = {name: value for name, value in self._wishes.items() if name in known}
            for name, value in {**wishes, **self.orders.options}.items():
                self.say(f"setoption name {name} value {value}")
            self._is_set = True
        self._place = "startpos" if start is None else f"{self.dialect.setup} {start}"
        self.new_game()

    def new_game(self) -> None:
        """Tell it that a game begins, and wait until it is ready."""
        self.say(self.dialect.new_game)
        self.until_ready()

    def move(
        self,
        moves: Sequence[str],
        on_iteration: Listener | None = None,
        turn: Turn | None = None,
    ) -> str:
        """Its best move; empty if it names none."""
        played = f" moves {' '.join(moves)}" if moves else ""
        position, go = f"position {self._place}{played}", f"go {self.limits(turn)}"
        # What it still had to say about earlier moves comes before `readyok`.
        if turn is None:  # all at once: it is one way to the engine and back instead of two
            self.tell_to_think(position, "isready", go)
            self._hear_ready()
        else:
            self.say(position, "isready")
            self._hear_ready()
            self.tell_to_think(go)
        return self.its_move(best_move if on_iteration is None else _listening(on_iteration), turn)

    def limits(self, turn: Turn | None) -> str:
        """By what its search is to end, and the clocks if there are any."""
        limits = {**self.orders.limits, **({} if turn is None else self.clocks(turn))}
        return " ".join(f"{name} {limit}" for name, limit in limits.items())

    def clocks(self, turn: Turn) -> dict[str, int]:
        """The clocks by the words of the protocol."""
        words = {limit.field: word for word, limit in self.dialect.limits.items()}
        first, second = turn.times
        first_gain, second_gain = turn.increments
        known: dict[str, int | None] = {"first_time": first, "second_time": second}
        if first_gain or second_gain or self.tells_no_gain:
            known |= {"first_increment": first_gain, "second_increment": second_gain}
        known["moves_to_go"] = turn.moves_to_go
        return {words[name]: n for name, n in known.items() if n is not None and name in words}

    def until_ready(self) -> None:
        """Wait until it has done all that it was told."""
        self.say("isready")
        self._hear_ready()

    def _hear_ready(self) -> None:
        self.process.answer(
            lambda line: line == "readyok" or None, within=self.orders.patience, what="'readyok'"
        )


class UsiSession(UciSession):
    """A game with an engine that speaks USI."""

    dialect = USI
    tells_no_gain = False

    def new_game(self) -> None:
        """In USI an engine gets ready before the game begins."""
        self.until_ready()
        self.say(self.dialect.new_game)

    def game_over(self, score: float) -> None:
        """After it an engine waits for `isready` and the next game."""
        self.say(f"gameover {'win' if score == 1.0 else 'lose' if score == 0.0 else 'draw'}")

    def move(
        self,
        moves: Sequence[str],
        on_iteration: Listener | None = None,
        turn: Turn | None = None,
    ) -> str:
        """Its best move; one that gives up or declares its win raises that."""
        said = super().move(moves, on_iteration, turn)
        if said == "resign":
            raise EngineResigned
        if said == "win":
            raise EngineDeclared
        return said

    def limits(self, turn: Turn | None) -> str:
        """USI has no time for a move but the byoyomi; every `go` needs one of its words."""
        if turn is not None:
            # Without increments the old words, which all engines know.
            return super().limits(turn) + ("" if any(turn.increments) else " byoyomi 0")
        named = {name: n for name, n in self.orders.limits.items() if name != "movetime"}
        words = [f"{name} {limit}" for name, limit in named.items()]
        if "movetime" in self.orders.limits or not words:
            words.append(f"btime 0 wtime 0 byoyomi {self.orders.limits.get('movetime', HOUR)}")
        return " ".join(words)


def best_move(line: str) -> str | None:
    """The move that a line names; None for other lines.

    >>> best_move("bestmove e2e4 ponder e7e5"), best_move("bestmove"), best_move("info depth 1")
    ('e2e4', '', None)
    """
    if not line.startswith("bestmove"):  # most lines are not: they tell how the search goes
        return None
    word, _, rest = line.partition(" ")
    return rest.split(" ")[0] if word == "bestmove" else None


def _listening(on_iteration: Listener) -> Callable[[str], str | None]:
    """`best_move`, and on the way to it whoever listens is told what else is said."""

    def wanted(line: str) -> str | None:
        if (told := iterated(line)) is not None:
            on_iteration(told)
        return best_move(line)

    return wanted


def iterated(line: str) -> Iterated | None:
    """What an `info` line tells of the best line so far; None for others, and for mere bounds.

    >>> iterated("info depth 7 multipv 1 score cp 30 nodes 900 nps 10 time 25 pv e2e4 e7e5")
    Iterated(depth=7, nodes=900, seconds=0.025, move='e2e4')
    >>> iterated("info depth 8 currmove e2e4 currmovenumber 1") is None
    True
    """
    if not line.startswith("info ") or " pv " not in line:
        return None
    told, _, moves = line.partition(" pv ")
    words = told.split()
    if "lowerbound" in words or "upperbound" in words:
        return None
    said = dict(pairwise(words))
    numbers = [said.get(name, "0") for name in ("depth", "nodes", "time")]
    if said.get("multipv", "1") != "1" or not all(n.isdecimal() for n in numbers) or not moves:
        return None
    if max(map(len, numbers)) > MOST_DIGITS:
        return None
    depth, nodes, milliseconds = map(int, numbers)
    return Iterated(depth, nodes, milliseconds / 1000, moves.split()[0])


def option_of(line: str) -> Option | None:
    """The option that a line announces; None for other lines, and for one that nobody could type.

    >>> option_of("option name UCI_Elo type spin default 1350 min 1350 max 2850")
    Option(name='UCI_Elo', kind='spin', least=1350, most=2850, choices=())
    >>> option_of("option name Style type combo default Solid var Solid var Wild").choices
    ('Solid', 'Wild')
    """
    found = OPTION.match(line)
    if found is None or len(found["name"]) > LONGEST_NAME or not line.isprintable():
        return None
    least, most = (_bound(text, line) for text in found.group("least", "most"))
    choices = tuple(part.strip() for part in line.split(" var ")[1:])
    return Option(name=found["name"], kind=found["kind"], least=least, most=most, choices=choices)


def _bound(text: str | None, line: str) -> int | None:
    """The end of an option's range that stands in a line."""
    if text is None:
        return None
    if len(text) > MOST_DIGITS:
        raise EngineFailed(f"announces a number of {len(text)} digits: {shown(line)}")
    return int(text)
