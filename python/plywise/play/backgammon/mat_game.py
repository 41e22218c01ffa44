"""One game of a .mat file: players, turns in two columns, and the result."""

import re
from collections.abc import Callable, Iterator

from plywise.checks import shown
from plywise.errors import BadInput
from plywise.play.backgammon.mat import RATING, MatGame
from plywise.play.backgammon.numbers import Player
from plywise.play.backgammon.steps import read_play
from plywise.play.backgammon.turns import Order, Turn

Check = Callable[[], Callable[[Turn], Turn | None]]
"""Called at each game's start; what it returns then hears the turns, and may put others there."""

PLAYERS = re.compile(r"\s*([^:]*[^:\s])\s*:\s*([0-9]{1,5})\s+([^:]*[^:\s])\s*:\s*([0-9]{1,5})\s*")
NUMBERED = re.compile(r"\s*([0-9]{1,5})\)")
STATEMENT = re.compile(
    r"(?<![\w/*])(?:(?P<dice>[0-9]{2})\s?:"
    r"|(?P<word>(?:re)?double|beaver|raccoon|take|accept|drop|pass|reject|win|resign)(?:e?s)?\b)",
    re.IGNORECASE,
)
RAISED = re.compile(r"(?:(?:=>|to)?\s*([0-9]{1,5}))?", re.IGNORECASE)
WON = re.compile(r"([0-9]{1,5})\s*p(?:oin)?ts?\b(?:\s+and\s+the\s+match)?\W*", re.IGNORECASE)
NO_MOVE = ("", "cannot move", "can't move", "no move", "no moves", "dances")
SECOND = 17
"""Where a statement that is alone on its line belongs to the second player."""
HINT = (
    "a turn is written as '31: 8/5 6/5', 'Doubles => 2', 'Takes', 'Drops' or 'Wins 1 point', and "
    "what the second player does stands in the second column"
)


class GameReading:
    """One game of a .mat file, line by line; errors do not know their place yet."""

    def __init__(self, number: int, check: Check | None) -> None:
        self.number = number
        self.move = 0
        """The number of the line of turns that is being read."""
        self.players: tuple[str, str] | None = None
        self.scores = (0, 0)
        self._turns: list[Turn] = []
        self._order = Order()
        self._judge = None if check is None else check()
        self._winner: Player | None = None
        self._points = 0

    def hear_players(self, line: str) -> None:
        """The line below `Game 1`."""
        found = PLAYERS.fullmatch(line)
        if found is None:
            raise BadInput(f"{line.strip()!r} does not name the players, as 'Ann : 0    Bob : 2'")
        self.players = (RATING.sub("", found[1]) or "?", RATING.sub("", found[3]) or "?")
        self.scores = (int(found[2]), int(found[4]))

    def hear(self, line: str) -> None:
        """A line of turns, or the result."""
        if number := NUMBERED.match(line):
            if int(number[1]) != self.move + 1:
                raise BadInput(f"move {number[1]} comes next; move {self.move + 1} is missing")
            self.move += 1
        for player, statement, rest in _statements(line, number.end() if number else 0):
            self._hear_statement(player, statement, rest)

    def _hear_statement(self, player: Player, said: re.Match[str], rest: str) -> None:
        if said["word"] and said["word"].lower() == "win":
            self._hear_result(player, said[0], rest)
        elif said["word"] and said["word"].lower() == "resign":
            pass  # the result tells what was resigned
        elif self._winner is not None:
            raise BadInput(f"{said[0]!r} comes after the game was won")
        else:
            self._hear_turn(self._turn(player, said, rest))

    def _hear_turn(self, turn: Turn) -> None:
        self._order.hear(turn)
        judged = None if self._judge is None else self._judge(turn)
        self._turns.append(judged or turn)

    def _turn(self, player: Player, said: re.Match[str], rest: str) -> Turn:
        if said["dice"]:
            return Turn(player=player, dice=_dice(said["dice"]), play=_play(rest))
        word = said["word"].lower()
        if word in ("double", "redouble", "beaver", "raccoon"):
            value = RAISED.fullmatch(rest)
            if value is None:
                raise BadInput(f"{_joined(said[0], rest)!r} is no double, as 'Doubles => 2'")
            cube = int(value[1]) if value[1] else self._order.next_cube()
            return Turn(player=player, action=self._order.next_action(), cube=cube)
        if rest:
            raise BadInput(f"{_joined(said[0], rest)!r} is nothing that .mat knows; {HINT}")
        return Turn(player=player, action="take" if word in ("take", "accept") else "drop")

    def _hear_result(self, player: Player, word: str, rest: str) -> None:
        found = WON.fullmatch(rest)
        if found is None:
            raise BadInput(f"{_joined(word, rest)!r} is no result, as 'Wins 2 points'")
        if self._winner is not None:
            raise BadInput(f"{_joined(word, rest)!r} comes after the game was won")
        self._winner, self._points = player, int(found[1])
        if self._order.winner is not None:  # who dropped has lost, whichever column tells it
            self._winner = self._order.winner
            if self._points != self._order.cube:
                raise BadInput(
                    f"{_joined(word, rest)!r} after a drop by which {self._order.cube} were won"
                )

    def end_before(self, following: "GameReading") -> None:
        """Find the result in the score before the next game, where it is not told here."""
        self._end_by_drop()
        if self._winner is not None:
            return
        gains = [
            after - before for before, after in zip(self.scores, following.scores, strict=True)
        ]
        if sorted(gains)[0] != 0 or sorted(gains)[1] <= 0:
            raise BadInput(
                "the game ends without a result, and the next score does not tell it; a line as "
                "'Wins 1 point' is missing"
            )
        self._winner, self._points = (0 if gains[0] else 1), max(gains)

    def _end_by_drop(self) -> None:
        if self._winner is None and self._order.winner is not None:
            self._winner, self._points = self._order.winner, self._order.cube

    def done(self) -> MatGame:
        """What was read."""
        if self.players is None:
            raise BadInput("the text ends before the players are named")
        self._end_by_drop()
        return MatGame(
            number=self.number,
            players=self.players,
            scores=self.scores,
            turns=tuple(self._turns),
            winner=self._winner,
            points=self._points,
        )


def _statements(line: str, start: int) -> Iterator[tuple[Player, re.Match[str], str]]:
    """Who said what: each statement's first words, and what follows them."""
    found = list(STATEMENT.finditer(line, start))
    before = line[start : found[0].start() if found else None].strip()
    if before or len(found) > 2:
        raise BadInput(f"{shown(line.strip())} is nothing that .mat knows; {HINT}")
    is_second = len(found) == 1 and found[0].start() >= SECOND
    for place, said in enumerate(found):
        end = found[place + 1].start() if place + 1 < len(found) else None
        yield 1 if place or is_second else 0, said, line[said.end() : end].strip()


def _dice(text: str) -> tuple[int, int]:
    larger, smaller = sorted(map(int, text), reverse=True)
    if larger > 6 or smaller < 1:
        raise BadInput(f"there are no dice {text!r}; they show 1 to 6")
    return larger, smaller


def _play(text: str) -> str | None:
    if text.lower().rstrip(".") in NO_MOVE:
        return ""
    return None if set(text) == {"?"} else read_play(text)


def _joined(word: str, rest: str) -> str:
    return f"{word} {rest}".strip()
