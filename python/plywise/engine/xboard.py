"""The conversation with xboard and its kin: the chess engine communication protocol, version 2.

http://home.hccnet.nl/h.g.muller/engine-intf.html describes it. The engine keeps the board here, and
is told how the game ended: so it can learn from it (`--learn`). It does not ponder.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from threading import Lock
from typing import TYPE_CHECKING, Any, Final

import plywise
from plywise import _kernel, engine
from plywise.engine import xboard_words as words
from plywise.engine.session import Session, refuse_too_much
from plywise.engine.streams import clean
from plywise.errors import BadInput, KernelBug
from plywise.games.declared import facts_of
from plywise.games.dialect import QUIT
from plywise.naming import unknown
from plywise.search_names import SELECTIVE

if TYPE_CHECKING:
    from plywise.engine.xboard_thinking import Spoken
    from plywise.play.in_python import Found
    from plywise.runs.in_play import GameInPlay
    from plywise.runs.one_by_one import OneByOne

EVEN_ENOUGH: Final = 0
"""Hundredths of a pawn: who offers a draw gets it where we see no more than that for us, once
`EARLY` plies are over."""
EARLY: Final = 60
PASSED_OVER: Final = (
    "xboard", "accepted", "rejected", "random", "hard", "easy", "computer", "bk", "edit",
    "nps", "egtpath", "pause", "resume", "ics", ".", "exit", "white", "black", "hint", "hashtable",
)  # fmt: skip
"""Words that need no answer, or get none from us."""


class Xboard(Session):
    """The state of the engine under xboard, and what each of its lines does."""

    def __init__(self, *given: Any, run: OneByOne | None = None, **more: Any) -> None:
        super().__init__(*given, **more)
        self._output.remark = "#"
        self._run = run
        self._in_play: GameInPlay | None = None
        self._thinking: Spoken | None = None
        self._turn_lock = Lock()
        self._pings: list[str] = []
        self._posts = False
        self._level = words.Level()
        self._name = ""
        self._ratings: tuple[float | None, float | None] = (None, None)
        self._value: int | None = None
        self._set_up(_kernel.Position.start(self._game))
        self._words: dict[str, Callable[[str], None]] = {
            "protover": self._protover, "new": self._new, "variant": self._variant,
            "setboard": self._setboard, "force": self._force, "go": self._go,
            "playother": self._playother, "usermove": self._usermove, "?": self._move_now,
            "level": lambda text: self._set_level("level", text),
            "st": lambda text: self._set_level("st", text),
            "sd": lambda text: self._set_level("sd", text),
            "time": lambda text: self._set_clock(0, text),
            "otim": lambda text: self._set_clock(1, text),
            "post": lambda _: self._post(True), "nopost": lambda _: self._post(False),
            "ping": self._ping, "undo": lambda _: self._undo(1), "remove": lambda _: self._undo(2),
            "result": self._result, "draw": self._draw, "name": self._set_name,
            "rating": self._rating, "memory": self._memory, "cores": self._cores,
            "option": self._option, "d": lambda _: self._do_d([]),
            "eval": lambda _: self._do_eval([]),
        }  # fmt: skip

    def _set_up(self, start: _kernel.Position) -> None:
        """Begin a game at a position; we wait until we are told to play."""
        self._start = start
        self._moves: list[str] = []
        self._places = [start]
        self._position = start
        self._own: str | None = None
        self._own_plies: list[int] = []
        self._clocks: list[int | None] = [None, None]
        self._is_over = False
        self._began = time.monotonic()
        self._identity = f"xboard:{secrets.token_hex(8)}"
        self._value = None
        if self._in_play is not None:
            self._in_play.close()
            self._in_play = None

    def obey(self, line: str) -> bool:
        """Do what a line says; False when it says `quit`."""
        word, _, text = line.strip().partition(" ")
        if word == QUIT:
            return False
        try:
            self._obey(word, text.strip())
        except BadInput as error:
            self._output.say(f"Error ({clean(str(error))}): {clean(line)}")
        except MemoryError as error:
            self._output.tell(f"not enough memory: {error}")
        except KernelBug as error:
            self._output.tell(f"this is a bug of plywise's own, please report it: {error}")
        return True

    def _obey(self, word: str, text: str) -> None:
        if word in self._words:
            self._words[word](text)
        elif word and word not in PASSED_OVER:
            if self._legal(word) is not None:  # who was denied `usermove` sends the move alone
                self._usermove(word)
            else:
                self._output.say(f"Error (unknown command): {clean(word)}")

    def close(self) -> None:
        """End what is running; a game that is not over may be taken up by its record later."""
        self._halt()
        super().close()
        if self._in_play is not None:
            self._in_play.close()
        if self._run is not None:
            self._run.__exit__()

    def load(self) -> _kernel.Evaluation:
        """The evaluation: that of the run, while a game of it is played."""
        if self._loaded is None and self._run is not None:  # the run has no other evaluation
            self._loaded = self.in_play().evaluation
            engine.load_the_rest()
            self._searching()
            self._remember(self._options.text("Brain"))
        return super().load()

    # ---- greeting and settings -----------------------------------------------------------------

    def _protover(self, _: str) -> None:
        variant = facts_of(self._game).variant or words.NORMAL
        self._output.say(
            "feature ping=1 setboard=1 playother=1 san=0 usermove=1 time=1 draw=1 sigint=0",
            "feature sigterm=0 reuse=1 analyze=0 colors=0 ics=1 name=1 pause=0 nps=0 debug=1",
            f'feature memory=1 smp=1 variants="{variant}"',
            f'feature myname="plywise {plywise.__version__}"',
            *self._option_features(),
        )
        self.load()
        self._output.say("feature done=1")

    def _option_features(self) -> list[str]:
        return [
            words.option_feature(option, self._options.value(name))
            for name, option in self._options.by_name.items()
            if name not in words.LEFT_OUT and not name.startswith("UCI_")
        ]

    def _option(self, text: str) -> None:
        name, _, given = text.partition("=")
        self._halt()
        known = {words.spoken(option).lower(): option for option in self._options.all}
        option = known.get(name.strip().replace(" ", "").lower())
        if option is None:
            raise unknown("option", name.strip(), [words.spoken(each) for each in known.values()])
        own, read = self._options.read(option.name, words.option_value(option, given))
        self._try(own, read)
        self._options.set(own, read)

    def _memory(self, text: str) -> None:
        self._halt()
        own, megabytes = self._options.read("Hash", text)
        refuse_too_much(int(megabytes))
        self._try(own, megabytes)
        self._options.set(own, megabytes)

    def _cores(self, text: str) -> None:
        self._options.set(*self._options.read("Threads", text))

    def _variant(self, text: str) -> None:
        if text != (facts_of(self._game).variant or words.NORMAL):
            raise BadInput(f"variant {text!r}: these weights play {self._game}")

    def _post(self, posts: bool) -> None:
        self._posts = posts

    def _set_name(self, text: str) -> None:
        self._name = clean(text)

    def _rating(self, text: str) -> None:
        self._ratings = words.read_ratings(text)

    def _set_level(self, word: str, text: str) -> None:
        self._level = self._level.told(word, text)

    def _set_clock(self, which: int, text: str) -> None:
        self._clocks[which] = words.milliseconds(text)

    def _ping(self, text: str) -> None:
        with self._turn_lock:
            if self._thinking is not None:
                self._pings.append(text)  # answered after the move
                return
        self._output.say(f"pong {text}")

    # ---- the board -----------------------------------------------------------------------------

    def _new(self, _: str) -> None:
        self._halt()
        self._level = words.Level(
            moves=self._level.moves, minutes=self._level.minutes, increment=self._level.increment
        )
        self._name, self._ratings = "", (None, None)
        self._set_up(_kernel.Position.start(self._game))
        self._own = "second"
        self._begin_game()

    def _begin_game(self) -> None:
        """What the last game has taught is played with, and what its searches saw forgotten."""
        self.load()  # and the brain
        self._do_new_game([])
        if self._run is not None:
            self._loaded = self.in_play().evaluation

    def _setboard(self, text: str) -> None:
        self._halt()
        try:
            start = self._parsed(text)
        except BadInput as error:
            self._output.say(f"tellusererror Illegal position: {clean(str(error))}")
            return
        self.load()  # and the brain
        own, level = self._own, self._level
        self._set_up(start)
        self._own, self._level = own, level
        if self._run is not None:
            self._loaded = self.in_play().evaluation

    def _force(self, _: str) -> None:
        self._halt()
        self._own = None

    def _playother(self, _: str) -> None:
        self._halt()
        self._own = "second" if self._position.turn == "first" else "first"

    def _go(self, _: str) -> None:
        self._halt()
        self._own = self._position.turn
        self._think()

    def _usermove(self, text: str) -> None:
        if self._thinking is not None:
            raise BadInput("it is our move")
        move = self._legal(text)
        if move is None:
            self._output.say(f"Illegal move: {clean(text)}")
            return
        self._output.say(*self._play(move))
        if self._own == self._position.turn:
            self._think()

    def _legal(self, text: str) -> str | None:
        from plywise.play.pgn_reading import move_meant

        return move_meant(self._position, text) if 2 <= len(text) <= 10 else None

    def _play(self, move: str) -> list[str]:
        """Make a move on the board; what there is to claim if the game is over."""
        self._moves.append(move)
        self._position = self._position.after(move)
        self._places.append(self._position)
        outcome = self._position.outcome
        if outcome is None or self._own is None:
            return []
        result = {1.0: "1-0", 0.5: "1/2-1/2", 0.0: "0-1"}[outcome]
        return [f"{result} {{{self._position.outcome_reason}}}"]

    def _undo(self, plies: int) -> None:
        self._halt()
        if len(self._moves) < plies:
            raise BadInput(f"there are {len(self._moves)} moves to take back")
        del self._moves[-plies:]
        del self._places[-plies:]
        self._position = self._places[-1]
        self._own_plies = [ply for ply in self._own_plies if ply < len(self._moves)]
        self._is_over = False

    # ---- thinking ------------------------------------------------------------------------------

    def _think(self) -> None:
        """Search the position on the board; the move is made when it is found."""
        if self._position.outcome is not None:
            return
        own, other = self._clocks
        made = len([ply for ply in self._own_plies if ply < len(self._moves)])
        go = self._level.go(self._position.turn, (own, other), made)
        self._watch_clock(go)
        planned, _ = engine.plan.plan(go, self._position, self._options, self._lateness.mean)
        evaluation = self.load()  # and the brain
        planned = engine.recalling.with_brain(planned, self._brain, evaluation)
        from plywise.engine.xboard_thinking import Spoken, SpokenGrowing

        kind = SpokenGrowing if planned.searching.kind in SELECTIVE else Spoken
        thinking = kind(
            planned,
            searcher=self._searcher,
            evaluation=evaluation,
            language=self._language(),
            output=self._output,
            began=time.monotonic(),
        )
        thinking.posts, thinking.on_move = self._posts, self._moved
        with self._turn_lock:
            self._thinking = thinking
        self._worker.begin(thinking)
        clock = go.clock(self._position.turn)
        self._last = (thinking, *clock) if clock is not None else None

    def _moved(self, thinking: Spoken) -> None:
        """In the thinking thread: its move is made, unless it was called off before."""
        with self._turn_lock:
            is_called_off = self._thinking is not thinking
        if is_called_off:
            return
        told: list[str] = []
        if thinking.line:
            move, before, moves = thinking.line[0], self._position, list(self._moves)
            told.append(f"move {self._language().moves(before, [move])[0]}")
            self._value = thinking.value
            self._own_plies.append(len(moves))
            told += self._play(move)
            if thinking.found is not None or thinking.is_known:
                self._keep(before, moves, thinking.found)
        with self._turn_lock:
            self._thinking, pings, self._pings = None, self._pings, []
        # Only now: whoever hears the move may answer it at once.
        self._output.say(*told, *(f"pong {text}" for text in pings))

    def _keep(self, position: _kernel.Position, moves: list[str], found: Found | None) -> None:
        if self._run is None:
            return
        try:
            self.in_play().note(str(self._start), moves, position, found)
        except (OSError, BadInput) as error:  # it is searched again when the game is over
            self._output.tell(f"what was searched could not be kept: {error}")

    def _halt(self) -> None:
        """Call the search off, if there is one."""
        with self._turn_lock:
            self._thinking, pings, self._pings = None, self._pings, []
        self._worker.finish(wait=True)
        if pings:
            self._output.say(*(f"pong {text}" for text in pings))

    def _move_now(self, _: str) -> None:
        self._worker.finish(wait=False)

    def _draw(self, _: str) -> None:
        value = self._value
        if value is None or len(self._moves) < EARLY:
            return
        if self._language().centipawns(value) <= EVEN_ENOUGH:
            self._output.say("offer draw")

    # ---- learning ------------------------------------------------------------------------------

    @property
    def start(self) -> _kernel.Position:
        """Where the game began."""
        return self._start

    @property
    def moves(self) -> list[str]:
        """The moves since then."""
        return self._moves

    @property
    def own_sides(self) -> set[str]:
        """The sides that we played in this game, as far as we or the run remember.

        A program may set a game up anew in the midst of it, by `new` and all its moves.
        """
        kept = self.in_play().plies_kept(str(self._start), self._moves)
        return {self._places[ply].turn for ply in (*self._own_plies, *kept)}

    @property
    def opponent(self) -> str:
        """Its name, if it was told."""
        return self._name

    @property
    def ratings(self) -> tuple[float | None, float | None]:
        """Ours and the opponent's, where they were told."""
        return self._ratings

    @property
    def began(self) -> float:
        """When the game began, by the monotonic clock."""
        return self._began

    def tell(self, text: str) -> None:
        """Say something that is meant for people."""
        self._output.tell(text)

    def in_play(self) -> GameInPlay:
        """The game as the run keeps it while it is played."""
        from plywise.runs.in_play import GameInPlay

        assert self._run is not None
        if self._in_play is None:
            self._in_play = GameInPlay(self._run, self._identity)
        return self._in_play

    def _result(self, text: str) -> None:
        self._halt()
        self._last = None
        result, how = words.read_result(text)
        if self._is_over:
            raise BadInput("the game was over already")
        self._is_over = True
        self._own = None
        if self._run is not None:
            from plywise.engine.xboard_learning import learn_result

            learn_result(self, result, how)
