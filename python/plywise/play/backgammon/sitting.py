"""A game of backgammon between a person, who types, and networks."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from plywise.errors import BadInput
from plywise.evaluation.gammon import Gammon
from plywise.play.backgammon.asked import Dice
from plywise.play.backgammon.board import Board
from plywise.play.backgammon.dice import Ask, Thrower
from plywise.play.backgammon.drawing import OTHER, OWN, drawn
from plywise.play.backgammon.hint import PLIES, Hint, hint
from plywise.play.backgammon.legal import NO_MOVE, legal_plays, points_won, position_after
from plywise.play.backgammon.mat import MatGame, MatMatch, mat_text
from plywise.play.backgammon.numbers import Player
from plywise.play.backgammon.steps import read_play
from plywise.play.backgammon.turns import Turn
from plywise.play.keeping import Keeper
from plywise.play.sitting.chess_clock import SIDES, ChessClock, TimeUp

YOU: Player = 0
COMPUTER: Player = 1
NAMES = ("you", "plywise")
GAME = "backgammon"
SIZES = ("", "a game", "a gammon", "a backgammon")
WORDS = {
    "hint": "what I would play, with the chances after it",
    "eval": "what the position is worth: the best play alone",
    "moves": "list the legal plays",
    "board": "draw the board again",
    "undo": "take your last play back; the dice stay (also: back)",
    "clock": "the time that is left, yours first",
    "save": "write the game to a file: `save game.mat`",
    "resign": "give up a game; `resign gammon` or `resign backgammon` gives more",
    "quit": "leave the game unfinished (also: exit, Ctrl-D)",
    "help": "this list (also: ?)",
}
"""What can be said beside plays."""
ALSO = {"back": "undo", "exit": "quit", "?": "help", "": "help"}
"""Other words for the same."""
HELP = "write a play as 8/5 6/5, 13/7*, bar/21 or 6/off, by its number (#1), or a word:"


@dataclass(frozen=True, kw_only=True)
class Ended:
    """How a game ended."""

    reason: Literal["played out", "resigned", "time forfeit", "left"]
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
    clock: ChessClock | None = None
    """What both players' time is taken by."""
    keeper: Keeper | None = None
    """The file that holds the game as far as it has come."""
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
        self._write(Ended(reason="left"))  # where nothing can be kept, that is told before
        try:
            yours, mine = self.dice.opening()
            self._on_roll = YOU if yours > mine else COMPUTER
            who = "you begin" if yours > mine else "I begin"
            self.tell(f"you throw {yours}, I throw {mine}: {who}")
            self._opening = (max(yours, mine), min(yours, mine))
            while (ended := self._turn()) is None:
                self.keep()
        except EOFError:
            ended = Ended(reason="left")
        return self.end(ended)

    def end(self, ended: Ended) -> Ended:
        """Tell and keep how the game ended; also for who breaks `play` off."""
        if self.clock is not None:
            self.clock.halt()
        self.tell(ended_words(ended))
        self._write(ended)
        return ended

    def keep(self) -> None:
        """Write the game as it stands to its file, if it has one; a full disk ends no game."""
        try:
            self._write(Ended(reason="left"))
        except OSError as error:
            self.tell(f"the game could not be written: {error.strerror}: {error.filename}")

    def _write(self, ended: Ended) -> None:
        if self.keeper is not None:
            self.keeper.keep(self.text(ended, self.keeper.form))

    def record(self, ended: Ended) -> MatGame:
        """The game as .mat keeps it."""
        return MatGame(
            players=NAMES, turns=tuple(self.turns), winner=ended.winner, points=ended.points
        )

    def text(self, ended: Ended, form: str = "mat") -> str:
        """The game as a file holds it; what is no .mat has the same and a line on the end."""
        text = mat_text(MatMatch(length=0, games=(self.record(ended),)))
        return text if form == "mat" else f"{text}{ended_words(ended)}\n"

    def completions(self, typed: str) -> list[str]:
        """The words that a line can be completed to."""
        return [word for word in WORDS if word.startswith(typed)]

    def _turn(self) -> Ended | None:
        side = SIDES[self._on_roll]
        if self.clock is not None:
            self.clock.run(side)
        try:
            return self._your_turn() if self._on_roll == YOU else self._my_turn()
        except TimeUp:
            winner: Player = COMPUTER if side == SIDES[YOU] else YOU
            return Ended(reason="time forfeit", winner=winner, points=1)

    def _refuse_late(self) -> None:
        if self.clock is not None and self.clock.running == 0:
            raise TimeUp

    def _roll(self, who: str) -> Dice:
        if self._number == 0 and self._opening is not None:
            return self._opening
        return self.dice.roll(self._number, who)

    def _my_turn(self) -> Ended | None:
        dice = self._roll("my")
        best = hint(self._board, self.evaluation, dice=dice, plies=self.plies)[0]
        self._refuse_late()
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
            said = self.ask(self._question()).strip()
            self._refuse_late()
            word, _, rest = said.partition(" ")
            word = ALSO.get(word.lower(), word.lower())
            if word == "quit":
                return Ended(reason="left")
            if word == "resign":
                what = f"a {rest.strip().lower() or 'game'}"
                if what in SIZES:
                    points = SIZES.index(what)
                    return Ended(reason="resigned", winner=COMPUTER, points=points)
                self.tell(f"{rest.strip()!r} cannot be resigned; a game, a gammon or a backgammon")
            elif word == "undo":
                if self._undo():
                    return None
            else:
                try:
                    if not self._is_answered(word, rest.strip(), dice):
                        return self._play_yours(self._numbered(said, dice), dice)
                except BadInput as error:
                    self.tell(str(error))

    def _question(self) -> str:
        return f"{'' if self.clock is None else f'[{self.clock.told()}] '}your play: "

    def _is_answered(self, word: str, rest: str, dice: Dice) -> bool:
        """Whether the word was a question, which changes nothing."""
        if word in ("hint", "eval"):
            found = hint(self._board, self.evaluation, dice=dice, plies=self.plies)
            self.tell_hints(found if word == "hint" else found[:1])
        elif word == "moves":
            for number, play in enumerate(legal_plays(self._board, dice), start=1):
                self.tell(f"#{number} {play}")
        elif word == "board":
            self._show()
        elif word == "clock":
            self.tell("there is no clock" if self.clock is None else self.clock.told())
        elif word == "save":
            self._save(rest)
        elif word == "help":
            self.tell(HELP)
            for known, what in WORDS.items():
                self.tell(f"  {known:<6}  {what}")
        else:
            return False
        return True

    def _save(self, where: str) -> None:
        if not where:
            raise BadInput("write where to, as save game.mat")
        keeper = Keeper(Path(where).expanduser(), GAME)
        try:
            keeper.keep(self.text(Ended(reason="left"), keeper.form))
        except OSError as error:
            raise BadInput(f"{where!r} cannot be written: {error.strerror}") from None
        self.tell(f"the game is written to {keeper.path}")

    def _numbered(self, said: str, dice: Dice) -> str:
        """The play of a number in the list, as `#3`; any other word as it is."""
        number = said.removeprefix("#")
        if said == number or not (number.isascii() and number.isdigit() and len(number) < 6):
            return said
        plays = legal_plays(self._board, dice)
        if not 1 <= int(number) <= len(plays):
            raise BadInput(f"{said!r} is not in the list of {len(plays)} plays; `moves` shows it")
        return plays[int(number) - 1]

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
        if self.clock is not None:
            self.clock.press()
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
    if ended.reason == "time forfeit":
        return f"{'my' if ended.winner == YOU else 'your'} time is up, {won}"
    return f"you resign, {won}" if ended.reason == "resigned" else won
