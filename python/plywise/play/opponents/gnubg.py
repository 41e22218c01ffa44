"""GNU Backgammon, which is shown boards over a socket and answers with plays.

Its commands come by the pipe, as people type them; the last one, `external`, makes it open a socket
at a place that we name, in a folder that nobody else can enter. There it takes boards as FIBS
writes them (http://www.fibs.com/fibs_interface.html#board_state) and remembers nothing in between.
No cube is turned: it judges single games in which gammons and backgammons count.
"""

import tempfile
from collections.abc import Mapping, Sequence
from typing import Final

from plywise._kernel import IllegalMove, Position
from plywise.play.backgammon.board import Board
from plywise.play.opponents.failure import EngineFailed, shown
from plywise.play.opponents.process import EngineProcess
from plywise.play.opponents.session import Announced, Listener, Option, Orders, Session, told_name
from plywise.play.time_control import TimeControl, Turn

NAME: Final = "GNU Backgammon"
NO_PLAY: Final = "pass"
OPTIONS: Final[Mapping[str, Option]] = {
    "plies": Option(name="plies", kind="spin", least=0, most=7),
    "noise": Option(name="noise", kind="real", least=0, most=1),
}
"""How far it looks, 0 being all plays of the roll; and by how much it errs, in points."""
USUAL: Final[Mapping[str, str]] = {"plies": "0", "noise": "0"}
EVALUATION: Final = "set evaluation chequerplay evaluation"
ALWAYS: Final = (
    "set threads 1",
    "set jacoby off",  # otherwise gammons do not count before a double, which there is never
    f"{EVALUATION} cubeful off",
    f"{EVALUATION} deterministic on",  # its noise is the same in the same position
)
UNLIMITED: Final = 9999
"""As FIBS calls a match that never ends, in which points are played for."""


class GnubgSession(Session):
    """Games with GNU Backgammon."""

    def __init__(self, process: EngineProcess, orders: Orders, game: str) -> None:
        super().__init__(process, orders)
        self._game = game
        self._position = Position.start(game)
        self._told = 0
        """How many moves led to the position, dice included."""

    def greet(self) -> Announced:
        """Set it up, connect, and ask its version; its options are known beforehand."""
        given = {
            name: value
            for name, value in self.orders.options.items()
            if name in OPTIONS and OPTIONS[name].accepts(value)  # others are refused by and by
        }
        settings = [f"{EVALUATION} {name} {value}" for name, value in {**USUAL, **given}.items()]
        with tempfile.TemporaryDirectory(prefix="plywise-") as folder:
            place = f"{folder}/gnubg"
            self.say(*ALWAYS, *settings, f"external {place}")
            self.process.connect(place, within=self.orders.patience)
        self.say("version")
        version = self.process.answer(version_of, within=self.orders.patience, what="version")
        return Announced(name=told_name(f"{NAME} {version}"), options=OPTIONS)

    @property
    def may_play_again(self) -> bool:
        """It sees one board at a time and knows nothing of games."""
        return True

    def begin(self, start: str | None, control: TimeControl | None = None) -> None:
        """Remember where the game begins."""
        game = self._game
        self._position = Position.start(game) if start is None else Position.parse(game, start)
        self._told = 0

    def move(
        self,
        moves: Sequence[str],
        on_iteration: Listener | None = None,
        turn: Turn | None = None,
    ) -> str:
        """Its play of the roll that was thrown last."""
        self._position = position = self._position.after_all(list(moves[self._told :]))
        self._told = len(moves)
        if position.moves == [NO_PLAY]:  # it would answer with an empty line
            return NO_PLAY
        self.tell_to_think(fibs_board(str(position)))
        said = self.its_move(play_of, turn)
        return meant(position, said)


def version_of(line: str) -> str | None:
    """Its version, from the last of the lines that it answers with.

    >>> version_of("Software: 1.07.001"), version_of("Interface: 2")
    ('1.07.001', None)
    """
    return line.removeprefix("Software:").strip() if line.startswith("Software:") else None


def play_of(line: str) -> str:
    """What it answers to a board; it may also complain.

    >>> play_of("8/5 6/5")
    '8/5 6/5'
    """
    if line.startswith("Error"):
        raise EngineFailed(f"refused a position: {shown(line)}")
    return line


def meant(position: Position, said: str) -> str:
    """The play as we write it, since it names every step; what is no play stays as it is.

    >>> meant(Position.parse("backgammon", "4HPwATDgc/ABMA first 65"), "24/18 18/13")
    '24/13'
    >>> meant(Position.parse("backgammon", "4HPwATDgc/ABMA first 65"), "take")
    'take'
    """
    try:
        wanted = position.after(said)
    except IllegalMove:
        return said
    return next(play for play in position.moves if position.after(play) == wanted)


def fibs_board(text: str) -> str:
    """The position, in which dice are thrown, as FIBS tells it to the player who has them.

    >>> fibs_board("4HPwATDgc/ABMA first 31")[:72]
    'board:plywise:other:9999:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5'
    """
    name, _, dice = text.split()
    board = Board.from_id(name)
    own, other = board.own, board.other
    points = [0] * 26  # the other's bar, our points 1 to 24, our bar
    for place, (ours, theirs) in enumerate(zip(own, other, strict=True), start=1):
        points[place] += ours
        points[25 - place] -= theirs
    fields = [
        "plywise", "other", UNLIMITED, 0, 0, *points,
        1, *dice, 0, 0,  # our turn and roll, none of the other
        1, 1, 1, 0,  # the cube, which both may turn: if none may, it was, and is to be taken
        1, -1, 0, 25,  # our checkers are positive and go down, home to 0 from the bar 25
        15 - sum(own), 15 - sum(other), own[24], other[24], 0, 0, 0, 0,
    ]  # fmt: skip
    return "board:" + ":".join(map(str, fields))
