"""A game as it was read from a record, before anybody has looked at its moves."""

from dataclasses import dataclass

from plywise._kernel import Position
from plywise.errors import BadInput

SHOGI = "shogi"


@dataclass(frozen=True, kw_only=True)
class Recorded:
    """A game of shogi in somebody's record."""

    start: str | None = None
    """Where it began, as SFEN; None is the game's own start."""
    moves: tuple[str, ...] = ()
    """As in USI."""
    players: tuple[str, str] = ("?", "?")
    """Sente and Gote."""
    end: str = ""
    """The word by which the record says how it ended; empty if it does not."""

    def first(self) -> Position:
        """Where it began."""
        return Position.start(SHOGI) if self.start is None else Position.parse(SHOGI, self.start)


class Reading:
    """The moves of a record, one after the other, with the place in every error."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.line = 0
        """The number of the line that is being read."""
        self.text = ""
        self.moves: list[str] = []
        self._start: str | None = None
        self._position: Position | None = None

    def begin(self, start: str | None) -> None:
        """Take a position for the start."""
        try:
            self._position = Recorded(start=start).first()
        except BadInput as error:
            raise self.wrong(str(error), kind=type(error)) from None
        self._start = start

    @property
    def position(self) -> Position:
        """Where the game stands."""
        if self._position is None:
            self.begin(None)
        assert self._position is not None
        return self._position

    def play(self, move: str) -> None:
        """Play a move, which must be legal."""
        try:
            self._position = self.position.after(move)
        except BadInput as error:
            raise self.wrong(f"{self.text!r}: {error}", kind=type(error)) from None
        self.moves.append(move)

    def game(self, players: tuple[str, str], end: str) -> Recorded:
        """What was read."""
        ordinary = self._start is None or Position.parse(SHOGI, self._start) == Position.start(
            SHOGI
        )
        start = None if ordinary else self._start
        return Recorded(start=start, moves=tuple(self.moves), players=players, end=end)

    def wrong(self, what: str, *, kind: type[BadInput] = BadInput) -> BadInput:
        """The error for the line that is being read."""
        return kind(f"{self.source}, line {self.line}: {what}")
