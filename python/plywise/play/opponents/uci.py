"""Engines that speak UCI."""

import re
from collections.abc import Mapping, Sequence

from plywise.play.opponents.process import EngineProcess
from plywise.play.opponents.session import Announced, Option, Orders, Session

OPTION = re.compile(
    r"option name (?P<name>.+?) type (?P<kind>\w+)"
    r"(?:.*? min (?P<least>-?\d+))?(?:.*? max (?P<most>-?\d+))?"
)


class UciSession(Session):
    """A game with an engine that speaks UCI."""

    def __init__(self, process: EngineProcess, orders: Orders, wishes: Mapping[str, str]) -> None:
        super().__init__(process, orders)
        self._wishes = wishes
        self._announced = Announced()
        self._place = "startpos"

    def greet(self) -> Announced:
        """Its name and options."""
        name = ""
        options: dict[str, Option] = {}

        def hear(line: str) -> bool | None:
            nonlocal name
            if line.startswith("id name "):
                name = line.removeprefix("id name ").strip()[:80]
            elif option := option_of(line):
                options[option.name] = option
            return line == "uciok" or None

        self.say("uci")
        self.process.answer(hear, within=self.orders.patience, what="'uciok'")
        self._announced = Announced(name=name, options=options)
        return self._announced

    def begin(self, start: str | None) -> None:
        """Set its options, those it has of our wishes and all orders."""
        known = self._announced.options
        wishes = {name: value for name, value in self._wishes.items() if name in known}
        for name, value in {**wishes, **self.orders.options}.items():
            self.say(f"setoption name {name} value {value}")
        self._place = "startpos" if start is None else f"fen {start}"
        self.say("ucinewgame")
        self._until_ready()

    def move(self, moves: Sequence[str]) -> str:
        """Its best move; empty if it names none."""
        played = f" moves {' '.join(moves)}" if moves else ""
        self.say(f"position {self._place}{played}")
        self._until_ready()  # what it still had to say about earlier moves is behind us then
        limits = " ".join(f"{name} {limit}" for name, limit in self.orders.limits.items())
        self.say(f"go {limits}")
        return self.process.answer(best_move, within=self.orders.seconds, what="move")

    def _until_ready(self) -> None:
        self.say("isready")
        self.process.answer(
            lambda line: line == "readyok" or None, within=self.orders.patience, what="'readyok'"
        )


def best_move(line: str) -> str | None:
    """The move that a line names; None for other lines.

    >>> best_move("bestmove e2e4 ponder e7e5"), best_move("bestmove"), best_move("info depth 1")
    ('e2e4', '', None)
    """
    word, _, rest = line.partition(" ")
    return rest.split(" ")[0] if word == "bestmove" else None


def option_of(line: str) -> Option | None:
    """The option that a line announces; None for other lines.

    >>> option_of("option name UCI_Elo type spin default 1350 min 1350 max 2850")
    Option(name='UCI_Elo', kind='spin', least=1350, most=2850, choices=())
    >>> option_of("option name Style type combo default Solid var Solid var Wild").choices
    ('Solid', 'Wild')
    """
    found = OPTION.match(line)
    if found is None:
        return None
    least, most = (None if text is None else int(text) for text in found.group("least", "most"))
    choices = tuple(part.strip() for part in line.split(" var ")[1:])
    return Option(name=found["name"], kind=found["kind"], least=least, most=most, choices=choices)
