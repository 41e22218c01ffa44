"""A game between a person, who types, and an opponent: any game, asked and told in words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from plywise import _kernel
from plywise.errors import BadInput, IllegalMove
from plywise.games.declared import facts_of
from plywise.games.dice import throw
from plywise.games.game import game as rules_of
from plywise.games.move_places import moved_over
from plywise.games.points import even, outcomes_of, plain_win
from plywise.games.told import player, won
from plywise.play.keeping import Keeper, Kept, text_of
from plywise.play.kif import kif_move
from plywise.play.meant import move_of
from plywise.play.opponents.failure import OUT_OF_TIME, RESIGNED
from plywise.play.pgn import move_number
from plywise.play.shogi_men import ShogiBoard
from plywise.play.sitting.actions import ACTIONS
from plywise.play.sitting.chess_clock import SIDES, ChessClock, TimeUp
from plywise.play.sitting.drawing import Look, drawn
from plywise.play.sitting.words import ways, word_of

if TYPE_CHECKING:
    from plywise.games.position import Position
    from plywise.play.sitting.opponent import Opponent

LEFT = "left unfinished"
ADJUDICATED = "adjudicated draw"


@dataclass(frozen=True, kw_only=True)
class Ended:
    """How a game ended."""

    reason: str
    """By the rules, or resignation, time forfeit, adjudicated draw, left unfinished."""
    outcome: float | None = None
    """The first player's score, or points; None if the game was left."""


@dataclass(kw_only=True)
class Sitting:
    """A game at a terminal: what is asked and told goes through two functions.

    >>> import plywise as pw
    >>> from plywise.play.judging import evaluation_of
    >>> from plywise.play.sitting.opponent import Opponent
    >>> rival = Opponent(evaluation=evaluation_of("tic-tac-toe", ""), name="it",
    ...                  searching=pw.AlphaBeta(depth=2))
    >>> said, told = iter(["4", "moves", "resign"]), []
    >>> sitting = Sitting(start=pw.game("tic-tac-toe").start(), opponent=rival,
    ...                   ask=lambda question: next(said), tell=told.append)
    >>> sitting.play()
    Ended(reason='resignation', outcome=0.0)
    """

    start: Position
    """Where the game begins."""
    opponent: Opponent
    """Who answers."""
    ask: Callable[[str], str]
    """Shows a question and gives the answer; EOFError where nobody answers any more, TimeUp where
    the clock has run down meanwhile."""
    tell: Callable[[str], object]
    """Shows a line."""
    persons: frozenset[str] = frozenset({"first"})
    """The sides that are asked: `first`, `second` or both."""
    weights: str = ""
    """By what the opponent judges, where these have ratings."""
    seed: int = 0
    """Where rolls come from, and the opponent's choices between equal moves."""
    clock: ChessClock | None = None
    """What both sides' time is taken by."""
    keeper: Keeper | None = None
    """The file that holds the game as far as it has come."""
    max_plies: int | None = None
    """A game that is longer is a draw."""
    look: Look = field(default_factory=Look)
    """How boards are drawn."""
    moves: list[str] = field(default_factory=list)
    """What was played; those that are given open the game, in any writing."""
    flipped: bool = field(init=False)
    """Whether the second player's side is below."""
    _line: list[Position] = field(init=False)
    _ended: Ended | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        self._line = [self.start]
        given, self.moves = self.moves, []
        for word in given:
            self._make(move_of(self.position, word, self._last))
        self.sit(self.persons)

    @property
    def game(self) -> str:
        """What is played."""
        return self.start.game

    @property
    def position(self) -> Position:
        """Where the game stands."""
        return self._line[-1]

    @property
    def move_seed(self) -> int:
        """The seed of a search at this move."""
        return _kernel.move_seed(self.seed, 0, len(self.moves))

    def play(self) -> Ended:
        """Plays the game; it is left where nobody answers any more."""
        self._write()  # where nothing can be kept, that is told before the first move
        try:
            while (ended := self._over()) is None:
                self._turn()
        except EOFError:
            ended = Ended(reason=LEFT)
        return self.end(ended)

    def end(self, ended: Ended) -> Ended:
        """Tell and keep how the game ended; also for who breaks `play` off."""
        if self.clock is not None:
            self.clock.halt()
        self._ended = ended
        if ended.outcome is None:
            self.tell("the game is left unfinished")
        else:
            self.show()
            self.tell(self._how(ended, ended.outcome))
        self._write()
        return ended

    def _how(self, ended: Ended, outcome: float) -> str:
        """How the game ended, in a line."""
        loser = player(self.game, self.position.roller)
        if ended.reason == RESIGNED:
            return f"{loser} resigns, {won(self.game, outcome, '')}"
        if ended.reason == OUT_OF_TIME:
            return f"{loser}'s time is up, {won(self.game, outcome, '')}"
        return won(self.game, outcome, ended.reason)

    # ---- turns ---------------------------------------------------------------------------------

    def _over(self) -> Ended | None:
        if (ended := self._ended or self._by_rules()) is not None:
            return ended
        if self.max_plies is not None and len(self.moves) >= self.max_plies:
            return Ended(reason=ADJUDICATED, outcome=even(outcomes_of(self.game)))
        return None

    def _by_rules(self) -> Ended | None:
        if self.position.outcome is None:
            return None
        return Ended(reason=self.position.outcome_reason or "", outcome=self.position.outcome)

    def _turn(self) -> None:
        """One move, or one roll."""
        side = self.position.roller
        if self.position.turn == "chance":
            self._roll(side)
            return
        if self.clock is not None:
            self.clock.run(side)
        try:
            if side in self.persons:
                self._your_turn(side)
            else:
                self._my_turn(side)
        except TimeUp:
            self.lose(OUT_OF_TIME)

    def _roll(self, side: str) -> None:
        roll = throw(self.position.kernel, seed=self.seed, number=0, ply=len(self.moves))
        self.tell(f"{'you' if side in self.persons else 'I'} roll {self.position.notation(roll)}")
        self._make(roll)

    def _my_turn(self, side: str) -> None:
        clock = None
        if self.clock is not None:
            clock = (self.clock.left(side), self.clock.increment)
        move = self.opponent.reply(self.position, seed=self.move_seed, clock=clock)
        self._refuse_late()
        self.tell(f"I play {self.written(move)}")
        self._moved(move)

    def _your_turn(self, side: str) -> None:
        """Ask until something has changed."""
        self.show()
        while True:
            said = self.ask(self._question(side)).strip()
            self._refuse_late()
            try:
                if self._obeyed(said):
                    return
            except IllegalMove as error:
                check = "you are in check; " if self.position.is_check else ""
                self.tell(f"{check}{error}")
            except BadInput as error:
                self.tell(str(error))

    def _refuse_late(self) -> None:
        if self.clock is not None and self.clock.running == 0:
            raise TimeUp

    def _question(self, side: str) -> str:
        whose = "your move" if len(self.persons) == 1 else f"{player(self.game, side)}'s move"
        time = f"[{self.clock.told()}] " if self.clock is not None else ""
        return f"{time}{whose}: "

    def _obeyed(self, said: str) -> bool:
        """Do what was said; whether the game goes on from elsewhere now."""
        if not said:
            self.tell(f"write a move, as {ways(self.position)}, or `help`")
            return False
        word, rest = word_of(said)
        if word and said not in self.position.moves:
            return bool(ACTIONS[word].do(self, rest))
        move = move_of(self.position, said, self._last)
        if said not in (move, self.position.notation(move)):
            self.tell(f"you play {self.written(move)}")
        self._moved(move)
        return True

    # ---- what moves and words do ---------------------------------------------------------------

    def _moved(self, move: str) -> None:
        """Make the move of whose turn it is."""
        if self.clock is not None:
            self.clock.press()
        self._make(move)
        self.keep()

    def _make(self, move: str) -> None:
        self._line.append(self.position.after(move))
        self.moves.append(move)

    @property
    def _last(self) -> str:
        return self.moves[-1] if self.moves else ""

    def take_back(self) -> bool:
        """Go back to the last decision of a person; whether there was one."""
        own = [ply for ply, before in enumerate(self._line[:-1]) if before.turn in self.persons]
        if not own:
            self.tell("there is no move of yours to take back")
            return False
        del self.moves[own[-1] :], self._line[own[-1] + 1 :]
        self.tell("your last move is taken back")
        self.keep()
        return True

    def sit(self, persons: frozenset[str]) -> None:
        """Say which sides are asked from now on."""
        self.persons = persons
        self.flipped = persons == {"second"}

    def lose(self, reason: str) -> None:
        """End the game: whose turn it is has lost."""
        first = self.position.roller == "second"
        outcome = plain_win(outcomes_of(self.game), first=first)
        self._ended = Ended(reason=reason, outcome=outcome)

    def leave(self) -> None:
        """End the game without a result."""
        self._ended = Ended(reason=LEFT)

    # ---- what is shown and kept ----------------------------------------------------------------

    def written(self, move: str) -> str:
        """A move as people write it, with its number; in shogi as they write it in Japan too."""
        if ".kif" in facts_of(self.game).records:
            kif = kif_move(ShogiBoard.of(str(self.position)), move, self._last[2:4])
            return f"{move} {kif}" if self.look.signs else move
        made = sum(before.turn != "chance" for before in self._line[:-1])
        number = move_number(self.start.kernel) + (made + (self.start.turn == "second")) // 2
        return self.position.kernel.movetext([move], number)

    def show(self) -> None:
        """Draw the board."""
        last = moved_over(self._line[-2], self.moves[-1]) if self.moves else []
        names = {side: f"{player(self.game, side)}: {self._name(side)}" for side in SIDES}
        self.tell("")
        for line in drawn(
            self.position, look=self.look, flipped=self.flipped, last=last, names=names
        ):
            self.tell(line)

    def _name(self, side: str) -> str:
        return "you" if side in self.persons else self.opponent.title

    def keep(self) -> None:
        """Write the game as it stands to its file, if it has one; a full disk ends no game."""
        try:
            self._write()
        except OSError as error:
            self.tell(f"the game could not be written: {error.strerror}: {error.filename}")

    def _write(self) -> None:
        if self.keeper is not None:
            self.keeper.keep(self.record(self.keeper.form))

    def record(self, form: str) -> str:
        """The game as far as it has come, in one of the forms of `plywise.play.keeping`."""
        ended = self._ended or self._by_rules() or Ended(reason="")
        is_usual = self.start == rules_of(self.game).start()
        headers: dict[str, object] = {"Seed": self.seed}
        if self.clock is not None:
            headers["TimeControl"] = self.clock
        kept = Kept(
            game=self.game,
            start=None if is_usual else str(self.start),
            moves=tuple(self.moves),
            players=(self._name("first"), self._name("second")),
            outcome=ended.outcome,
            reason=ended.reason or None,
            headers=headers,
        )
        return text_of(kept, form)
