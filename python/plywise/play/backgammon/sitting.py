"""A game of backgammon between a person, who types, and networks."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from plywise.errors import BadInput
from plywise.evaluation.gammon import Gammon
from plywise.play.backgammon.asked import Dice
from plywise.play.backgammon.board import Board
from plywise.play.backgammon.dice import Ask, Thrower
from plywise.play.backgammon.drawing import OTHER, OWN, drawn
from plywise.play.backgammon.hint import PLIES, Hint, hint
from plywise.play.backgammon.legal import NO_MOVE, legal_plays, points_won, position_after
from plywise.play.backgammon.mat import MatGame
from plywise.play.backgammon.numbers import Player
from plywise.play.backgammon.steps import read_play
from plywise.play.backgammon.turns import Turn

YOU: Player = 0
COMPUTER: Player = 1
NAMES = ("you", "plywise")
SIZES = ("", "a game", "a gammon", "a backgammon")
HELP = (
    "write a play as 8/5 6/5, 13/7*, bar/21 or 6/off; or one of: hint (what I would play), "
    "board, undo (your last play), resign [gammon|backgammon], quit"
)


@dataclass(frozen=True, kw_only=True)
class Ended:
    """How a game ended."""

    reason: Literal["played out", "resigned", "left"]
    winner: Player | None = None
    """0 is the person; None if the game was left."""
    points: int = 0


@dataclass(kw_only=True)
class _Decision:
    """Where the person may come back to."""

    board: Board
    number: int
    turns: int


@dataclass(kw_only=True)
class Sitting:
    """A game at the terminal: the person plays X, and asks and is told in words."""

    evaluation: Gammon
    dice: Thrower
    ask: Ask
    tell: Callable[[str], None]
    tell_hints: Callable[[list[Hint]], None]
    plies: int = PLIES
    turns: list[Turn] = field(default_factory=list)
    """What was played."""
    _board: Board = field(default_factory=Board.start)
    """As the player on roll sees it."""
    _on_roll: Player = YOU
    _number: int = 0
    """Of the roll that comes next."""
    _decisions: list[_Decision] = field(default_factory=list)
    _opening: Dice | None = None

    def play(self) -> Ended:
        """Plays the game; it is left where nobody answers any more."""
        try:
            yours, mine = self.dice.opening()
            self._on_roll = YOU if yours > mine else COMPUTER
            who = "you begin" if yours > mine else "I begin"
            self.tell(f"you throw {yours}, I throw {mine}: {who}")
            self._opening = (max(yours, mine), min(yours, mine))
            while True:
                ended = self._your_turn() if self._on_roll == YOU else self._my_turn()
                if ended is not None:
                    return ended
        except EOFError:
            return Ended(reason="left")

    def record(self, ended: Ended) -> MatGame:
        """The game as .mat keeps it."""
        return MatGame(
            players=NAMES, turns=tuple(self.turns), winner=ended.winner, points=ended.points
        )

    def _roll(self, who: str) -> Dice:
        if self._number == 0 and self._opening is not None:
            return self._opening
        return self.dice.roll(self._number, who)

    def _my_turn(self) -> Ended | None:
        dice = self._roll("my")
        best = hint(self._board, self.evaluation, dice=dice, plies=self.plies)[0]
        self.tell(f"I roll {dice[0]}{dice[1]} and play {best.play}")
        return self._go_on(dice, best.play)

    def _your_turn(self) -> Ended | None:
        self._show()
        dice = self._roll("your")
        self.tell(f"you roll {dice[0]}{dice[1]}")
        if legal_plays(self._board, dice) == [NO_MOVE]:
            self.tell("you cannot move")
            return self._go_on(dice, NO_MOVE)
        while True:
            said = self.ask("your play: ").strip()
            word, _, rest = said.lower().partition(" ")
            if word in ("quit", "exit"):
                return Ended(reason="left")
            if word == "resign":
                what = f"a {rest.strip() or 'game'}"
                if what in SIZES:
                    points = SIZES.index(what)
                    return Ended(reason="resigned", winner=COMPUTER, points=points)
                self.tell(f"{rest.strip()!r} cannot be resigned; a game, a gammon or a backgammon")
            elif word == "undo":
                if self._undo():
                    return None
            elif not self._is_answered(word, dice):
                try:
                    return self._play_yours(said, dice)
                except BadInput as error:
                    self.tell(str(error))

    def _is_answered(self, word: str, dice: Dice) -> bool:
        """Whether the word was a question, which changes nothing."""
        if word == "hint":
            self.tell_hints(hint(self._board, self.evaluation, dice=dice, plies=self.plies))
        elif word == "board":
            self._show()
        elif word in ("", "help", "?"):
            self.tell(HELP)
        else:
            return False
        return True

    def _play_yours(self, said: str, dice: Dice) -> Ended | None:
        position_after(self._board, dice, said)  # refused before anything is remembered
        decision = _Decision(board=self._board, number=self._number, turns=len(self.turns))
        self._decisions.append(decision)
        return self._go_on(dice, said)

    def _undo(self) -> bool:
        if not self._decisions:
            self.tell("there is no play of yours to take back")
            return False
        back = self._decisions.pop()
        self._board, self._number, self._on_roll = back.board, back.number, YOU
        del self.turns[back.turns :]
        self.tell("your last play is taken back")
        return True

    def _go_on(self, dice: Dice, play: str) -> Ended | None:
        """Plays, and gives the turn to the other; how the game ended, if it did."""
        mover = self._on_roll
        self._board = position_after(self._board, dice, play)
        kept = "" if play == NO_MOVE else read_play(play)
        self.turns.append(Turn(player=mover, dice=dice, play=kept))
        self._number += 1
        self._on_roll = COMPUTER if mover == YOU else YOU
        points = points_won(self._board)
        if not points:
            return None
        return Ended(reason="played out", winner=mover, points=points)

    def _show(self) -> None:
        seen = self._board if self._on_roll == YOU else self._board.swapped()
        on_roll = OWN if self._on_roll == YOU else OTHER
        beside = ["you are X", "", f"position ID {self._board.position_id}"]
        for line in ["", *drawn(seen, on_roll=on_roll, beside=beside)]:
            self.tell(line)


def ended_words(ended: Ended) -> str:
    """How a game ended, for the person who played it.

    >>> ended_words(Ended(reason="played out", winner=0, points=2))
    'you win a gammon: 2 points'
    """
    if ended.winner is None:
        return "the game is left unfinished"
    points = "1 point" if ended.points == 1 else f"{ended.points} points"
    won = f"{'you' if ended.winner == YOU else 'I'} win {SIZES[ended.points]}: {points}"
    return f"you resign, {won}" if ended.reason == "resigned" else won
