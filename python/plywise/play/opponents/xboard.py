"""Engines that speak xboard's protocol (CECP), those without `setboard` too.

http://home.hccnet.nl/h.g.muller/engine-intf.html describes it. An engine is told the limits and the
moves so far in `force` mode, then `go`; from there on each move of the other side makes it think.
"""

import re
import time
from collections.abc import Sequence

from plywise.play.opponents.engine import Engine
from plywise.play.opponents.failure import LATE, EngineFailed, EngineResigned, shown
from plywise.play.opponents.process import EngineProcess
from plywise.play.opponents.session import Announced, Listener, Orders, Session, told_name
from plywise.play.time_control import TimeControl, Turn

FEATURE = re.compile(r'\b(\w+)=("[^"]*"|\S+)')
MOST_FEATURES = 10_000
HEARING = 3.0
"""Seconds for an unknown engine to announce itself; if not, it speaks the protocol's version 1."""
HOUR = 360_000  # hundredths of a second: the depth is the limit, never the clock
MOVE = re.compile(r"(?:move|My move is\s*:)\s+(\S+)")  # sjeng also talks of "Move ordering"
RESULT = re.compile(r"(1-0|0-1)\s*(\{.*)?$")


class XboardSession(Session):
    """A game with an engine that speaks xboard's protocol."""

    def __init__(self, process: EngineProcess, orders: Orders, engine: Engine) -> None:
        super().__init__(process, orders)
        self._engine = engine
        self._features: dict[str, str] = {}
        self._told: int | None = None
        """How many moves it knows once it plays; None before."""
        self._first_to_move = True
        self._pings = 0

    def greet(self) -> Announced:
        """Its name, and whether it takes positions."""
        self.say("xboard", "protover 2")
        begun = time.monotonic()
        while self._features.get("done") != "1":
            # An engine that needs longer says done=0 at once.
            will_come = self._engine.says_done or self._features.get("done") == "0"
            patience = self.orders.patience if will_come else HEARING
            if not self._hear_features(begun, patience):
                if will_come:
                    raise EngineFailed(f"{LATE}: no 'feature done=1' within {patience:g} s")
                break
        for name in self._features.keys() - {"done"}:
            self.say(f"{'rejected' if name == 'san' else 'accepted'} {name}")
        return Announced(
            name=told_name(self._features.get("myname", "")),
            takes_positions=self._features.get("setboard") == "1",
        )

    def _hear_features(self, begun: float, patience: float) -> bool:
        """Take in the next features; False if none came in time, counted from the greeting."""
        left = begun + patience - time.monotonic()
        if left <= 0:  # it may have talked all the time
            return False
        try:
            self._features |= self.process.answer(features_of, within=left, what="features")
        except EngineFailed:
            if time.monotonic() < begun + patience:
                raise
            return False
        if len(self._features) > MOST_FEATURES:
            raise EngineFailed(f"flood: more than {MOST_FEATURES} features")
        return True

    @property
    def may_play_again(self) -> bool:
        """By `new`, unless it says no; and only if its answer to `ping` ends the game before."""
        return self._features.get("ping") == "1" and self._features.get("reuse") != "0"

    def begin(self, start: str | None, control: TimeControl | None = None) -> None:
        """Set the limits; the position comes as such, or it is the start."""
        level = "level 0 60 0" if control is None else level_of(control)
        self.say("new", *self._engine.first, "easy", "nopost", "force", level)
        if "depth" in self.orders.limits:
            self.say(f"{self._engine.depth_word} {self.orders.limits['depth']}")
        if start is not None:
            self.say(f"setboard {start}")
        self._first_to_move = start is None or start.split()[1] == "w"
        self._told = None
        self._until_ready()

    def move(
        self,
        moves: Sequence[str],
        on_iteration: Listener | None = None,
        turn: Turn | None = None,
    ) -> str:
        """Its move; an engine that gives up raises EngineResigned."""
        new = moves[self._told or 0 :]
        usermove = "usermove " if self._features.get("usermove") == "1" else ""
        lines = [f"{usermove}{move}" for move in new]
        if self._features.get("time") != "0":
            own, other = (HOUR, HOUR) if turn is None else (turn.own // 10, turn.other // 10)
            lines[-1:-1] = [f"time {own}", f"otim {other}"]
        if self._told is None:
            lines.append("go")
        self.tell_to_think(*lines)
        self._told = len(moves) + 1  # its own included
        is_first = (len(moves) % 2 == 0) == self._first_to_move
        against = "0-1" if is_first else "1-0"
        return self.its_move(lambda line: move_of(line, against), turn)

    def _until_ready(self) -> None:
        """Wait until it has understood all of that, if it can say so."""
        if self._features.get("ping") != "1":
            return
        self._pings += 1
        self.say(f"ping {self._pings}")
        pong = f"pong {self._pings}"
        self.process.answer(
            lambda line: pong in line or None, within=self.orders.patience, what=f"{pong!r}"
        )


def level_of(control: TimeControl) -> str:
    """The command that sets a clock, in minutes and seconds; the increment is in seconds.

    Less than a second is told as one: before every move the engine hears what it really has.

    >>> from plywise.play.time_control import time_control
    >>> level_of(time_control("40/1:30+0.5")), level_of(time_control("600"))
    ('level 40 1:30 0.5', 'level 0 10 0')
    """
    minutes, seconds = divmod(max(1, control.time // 1000), 60)
    base = f"{minutes}:{seconds:02}" if seconds else f"{minutes}"
    return f"level {control.moves or 0} {base} {control.increment / 1000:g}"


def features_of(line: str) -> dict[str, str] | None:
    """What a line announces; None for other lines.

    >>> features_of('feature ping=1 myname="Any 1.0"')
    {'ping': '1', 'myname': 'Any 1.0'}
    """
    if not line.startswith("feature "):
        return None
    return {name: value.strip('"') for name, value in FEATURE.findall(line)}


def move_of(line: str, against: str) -> str | None:
    """The move that a line names; None for other lines. `against` is the result of its defeat.

    >>> move_of("move e2e4", "0-1"), move_of("Move ordering : 81%", "0-1")
    ('e2e4', None)
    """
    if found := MOVE.match(line):
        return found[1]
    result = RESULT.match(line)
    if line in ("resign", "tellics resign") or (result and result[1] == against):
        raise EngineResigned
    if line.lower().startswith("illegal move"):
        raise EngineFailed(f"refused a legal move: {shown(line)}")
    return "" if line == "move" else None
