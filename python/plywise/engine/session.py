"""The conversation with a GUI: one method a command, and the state between them.

What cannot be obeyed is answered by an `info string` with the value and a hint, and changes
nothing; only of `position … moves …` the moves up to the first illegal one are played, as strong
engines do it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import plywise
from plywise import _kernel, engine
from plywise.engine.options import Options, Value
from plywise.engine.players import evaluation_of
from plywise.engine.streams import Output
from plywise.engine.worker import Worker
from plywise.errors import BadInput, KernelBug
from plywise.games.dialect import QUIT, dialect_of
from plywise.naming import unknown
from plywise.play.clock import Lateness
from plywise.search_names import SELECTIVE

if TYPE_CHECKING:
    from plywise.engine.info import Language
    from plywise.engine.keeping import LeafKeeper
    from plywise.engine.plan import EngineSearch, ThinkingPlan
    from plywise.engine.thinking import Thinking
    from plywise.play.brain.recalling import Recalling
    from plywise.play.in_python import Found
    from plywise.play.words import Go

BENCH_DEPTH: Final = 8
MOST_TROUBLES: Final = 3
"""Complaints about one line; a flood helps nobody."""
LAST_WORD: Final = 60
"""Seconds that a search may go on after the end of the input."""
HOME: Final = ("d", "eval", "bench", "help")
"""Words of our own, for people at a terminal."""
OTHERS: Final = ("uci", "usi", "xboard")
"""The first words of protocols; one of them is ours."""


class Session:
    """The state of an engine, and what each line from the GUI does to it."""

    def __init__(
        self,
        weights: str,
        evaluation: Callable[[], _kernel.Evaluation],
        output: Output,
        options: Options | None = None,
        *,
        game: str = "chess",
        keeper: LeafKeeper | None = None,
        may_recall: bool = True,
    ) -> None:
        self._game = game
        self._keeper = keeper
        self._may_recall = may_recall
        """Whether a GUI may give it a brain: to one that learns, only where both are asked for."""
        self._moves: list[str] = []
        """Of the last `position`, and where they began."""
        self._start = _kernel.Position.start(game)
        self._dialect = dialect_of(game)
        self._output = output
        self._options = options or Options(weights, game=game)
        self._load = evaluation
        self._loaded: _kernel.Evaluation | None = None
        self._position = _kernel.Position.start(self._game)
        self._searcher = _kernel.Searcher(self._game)
        self._worker = Worker()
        self._has_table = False
        self._lateness = Lateness()
        self._last: tuple[Thinking, int, int] | None = None
        """The last search on a clock, with the clock and increment that it began with."""
        self._debugs = False
        self._brain: Recalling | None = None
        self._is_refused = False
        """Whether the last position could not be set up."""
        self._commands: dict[str, Callable[[list[str]], None]] = {
            word: getattr(self, f"_do_{what}")
            for word, what in {**self._dialect.commands, **{word: word for word in HOME}}.items()
        }

    def obey(self, line: str) -> bool:
        """Do what a line says; False when it says `quit`."""
        given = self._known_part(line.split())
        if given[:1] == [QUIT]:
            return False
        if given:
            try:
                self._commands[given[0]](given[1:])
            except BadInput as error:
                self._output.tell(error)
            except MemoryError as error:
                self._output.tell(f"not enough memory: {error}")
            except KernelBug as error:
                self._output.tell(f"this is a bug of plywise's own, please report it: {error}")
        return True

    def finish(self) -> None:
        """Let a search that has a limit of its own come to its end: nobody will say anything more.

        It may take `LAST_WORD`, and ends at once where nobody reads its answer: the GUI has died.
        """
        if not self._worker.let_end(LAST_WORD, lambda: self._output.is_read):
            self._output.tell(f"the input ended {LAST_WORD} s ago: the search is stopped")

    def close(self) -> None:
        """End what is running; its answer is out when this comes back."""
        self._worker.close()
        if self._keeper is not None:
            self._keeper.close()

    def load(self) -> _kernel.Evaluation:
        """The evaluation, read when it is first needed: a run directory takes a moment.

        What a search needs comes along, so that the first `go` does not wait for it.
        """
        if self._loaded is None:
            self._loaded = self._load()
            engine.load_the_rest()
            self._searching()
            self._remember(self._options.text("Brain"))
        return self._loaded

    @property
    def position(self) -> _kernel.Position:
        """Where the next search begins."""
        return self._position

    @property
    def options(self) -> Options:
        """What the GUI has set."""
        return self._options

    @property
    def is_thinking(self) -> bool:
        """Whether an answer is still to come."""
        return self._worker.is_busy

    def _known_part(self, given: list[str]) -> list[str]:
        """The words from the first command on; what stands before it is told and left out."""
        if not given or given[0] in self._commands or given[0] == QUIT:
            return given
        protocol = (*self._dialect.commands, QUIT)
        at = next((i for i, word in enumerate(given) if word in protocol), len(given))
        if given[0] in OTHERS:
            name = self._dialect.name
            self._output.tell(f"{given[0]!r}: this engine speaks {name}; see docs/engine.md")
        else:
            self._output.tell(unknown("command", " ".join(given[:at])[:60], (*protocol, *HOME)))
        return given[at:]

    # ---- the protocol ------------------------------------------------------------------------

    def _do_greet(self, _: Sequence[str]) -> None:
        self._output.say(
            f"id name plywise {plywise.__version__}",
            "id author the plywise authors",
            *(option.announcement() for option in self._options.all),
            self._dialect.ok,
        )

    def _do_debug(self, given: Sequence[str]) -> None:
        if list(given) not in (["on"], ["off"]):
            raise BadInput(f"debug {' '.join(given)!r} is neither 'debug on' nor 'debug off'")
        self._debugs = given[0] == "on"

    def _do_isready(self, _: Sequence[str]) -> None:
        self.load()
        try:
            if not self._has_table and not self._worker.is_busy:
                self._make_table({})
        finally:
            self._output.say("readyok")

    def _do_nothing(self, _: Sequence[str]) -> None:
        """What `register` needs: free software asks nobody to register."""

    def _do_new_game(self, _: Sequence[str]) -> None:
        self._forget()
        if self._keeper is not None:
            self._keeper.new_game()
            self._loaded = self._keeper.evaluation
        self._last = None  # the lateness itself stays: it is the machine's, not the game's

    def _forget(self) -> None:
        self._worker.finish(wait=True)
        self._searcher.clear()
        self._has_table = False

    def _make_table(self, changes: dict[str, Value]) -> None:
        """Get the memory now: a large table takes a second that no clock should pay for.

        It is a search of two lone kings, which touches nothing that a game could meet, and shows
        whether the kernel takes the options at all; `changes` are some that are not yet set.
        """
        profile = str(changes.get("Profile", self._options.text("Profile")))
        search = str(changes.get("Search", self._options.text("Search")))
        megabytes = int(changes.get("Hash", self._options.number("Hash")))
        searching = engine.plan.searching_for(profile, search)
        if engine.plan.is_alpha_beta(searching):
            trial = replace(searching, depth=0, table_entries=engine.plan.entries(megabytes))
            settings = trial.settings(self.load().scale)
            self._searcher.search(self._bare_position(), self.load(), settings)
        else:
            from plywise.searching.in_games import in_game

            in_game(searching, self.load())  # what it measures of the game is known from here on
        self._has_table = True

    def _bare_position(self) -> _kernel.Position:
        try:
            return self._parsed(self._dialect.lone_kings)
        except BadInput:  # a game that is not played by two kings
            return _kernel.Position.start(self._game)

    def _do_setoption(self, given: Sequence[str]) -> None:
        name, value = self._options.read(*engine.words.read_setoption(given))
        if name == "Clear Hash":
            self._forget()
            return
        self._try(name, value)
        self._options.set(name, value)

    def _try(self, name: str, value: Value) -> None:
        """BadInput or MemoryError for a value that is of the right kind and yet impossible.

        What the table holds was found with other settings and weights, so it is forgotten.
        """
        if name == "Hash":
            refuse_too_much(int(value))
        if name in ("Hash", "Profile", "Search"):
            self._forget()
            self._make_table({name: value})
        elif name == "Weights":
            if self._keeper is not None:
                raise BadInput("the weights are those of the run that learns (--learn)")
            self._loaded = evaluation_of(str(value), game=self._game)
            self._forget()
        elif name == "Brain":
            if value and not self._may_recall:
                raise BadInput(
                    "a brain is stale as soon as the evaluation learns, so both go together only "
                    "where both are asked for: plywise engine --learn DIR --brain FILE"
                )
            self._remember(str(value))
            self._forget()

    def _remember(self, path: str) -> None:
        """Take the brain of a file; BadInput for what is none, and the old one stays."""
        self._brain = engine.recalling.recalling_of(path, self._game)
        if why := engine.recalling.complaint(self._brain, self.load()):
            self._output.tell(why)

    def _do_position(self, given: Sequence[str]) -> None:
        self._is_refused = True
        text, moves = engine.words.read_position(given, self._dialect)
        start = _kernel.Position.start(self._game) if text is None else self._parsed(text)
        self._position = self._start = start
        self._moves = []
        try:
            self._position = start.after_all(moves)
        except BadInput:
            for move in moves:
                self._position = self._position.after(move)  # until one raises
                self._moves.append(move)
        self._moves = moves
        self._is_refused = False

    def _do_go(self, given: Sequence[str]) -> None:
        began = time.monotonic()
        go, troubles = engine.words.read_go(given, self._dialect)
        if go.perft is not None:
            if go.perft > _kernel.MAX_DEPTH:
                raise BadInput(f"perft {go.perft}: at most {_kernel.MAX_DEPTH} plies are counted")
            self._tell(troubles)
            self._worker.begin(engine.chores.Perft(self._position, go.perft, self._output))
            return
        if go.mating_time is not None and self._is_refused:
            self._output.say("checkmate notimplemented")  # a problem without our king, say
            return
        self._watch_clock(go)
        planned, left_out = engine.plan.plan(go, self._position, self._options, self._lateness.mean)
        evaluation = self.load()  # and the brain
        if go.mating_time is None:
            planned = engine.recalling.with_brain(planned, self._brain, evaluation)
        self._tell([*troubles, *left_out])
        if self._debugs:
            self._output.tell(f"{planned.searching!r}, {planned.allowance}")
        thinking = self._thinker(planned, go)(
            planned,
            searcher=self._searcher,
            evaluation=evaluation,
            language=self._language(),
            output=self._output,
            began=began,
        )
        if self._keeper is not None and not go.is_endless:
            thinking.on_found = self._keeping(str(self._start), tuple(self._moves))
        self._worker.begin(thinking)
        on_clock = go.clock(self._position.turn)
        self._last = (thinking, *on_clock) if on_clock and not go.ponder else None

    def _keeping(
        self, start: str, moves: Sequence[str]
    ) -> Callable[[_kernel.Position, Found | None], None]:
        """Who keeps what a search of this game finds."""

        def keep(position: _kernel.Position, found: Found | None) -> None:
            assert self._keeper is not None
            try:
                self._keeper.note(start, moves, position, found)
            except (OSError, BadInput) as error:  # it is searched again when the result is known
                self._output.tell(f"what was searched could not be kept: {error}")

        return keep

    @staticmethod
    def _thinker(planned: ThinkingPlan, go: Go) -> type[Thinking]:
        """What answers: a search for a mate, one that grows a tree, or one that deepens."""
        if go.mating_time is not None:
            return engine.mating.Mating
        if planned.searching.kind not in SELECTIVE:
            return engine.thinking.Thinking
        from plywise.engine.growing import Growing

        return Growing

    def _watch_clock(self, go: Go) -> None:
        """See by this `go` what the move before it has cost."""
        on_clock = go.clock(self._position.turn)
        if self._last is not None and on_clock is not None and self._last[0].has_answered:
            thinking, clock, increment = self._last
            if go.byoyomi:  # a clock that has run down shows nothing
                self._lateness.observe(thinking.overrun)
                return
            self._lateness.after_move(clock, increment, thinking.used)
            self._lateness.before_move(on_clock[0])

    def _tell(self, troubles: Sequence[str]) -> None:
        for trouble in troubles[:MOST_TROUBLES]:
            self._output.tell(trouble)
        if len(troubles) > MOST_TROUBLES:
            self._output.tell(f"and {len(troubles) - MOST_TROUBLES} more troubles of that kind")

    def _do_stop(self, _: Sequence[str]) -> None:
        self._worker.finish(wait=False)

    def _do_ponderhit(self, _: Sequence[str]) -> None:
        if not self._worker.ponderhit():
            self._output.tell("ponderhit ignored: nothing is being searched")

    def _do_game_over(self, _: Sequence[str]) -> None:
        self._worker.finish(wait=False)
        self._last = None

    # ---- for people --------------------------------------------------------------------------

    def _do_d(self, _: Sequence[str]) -> None:
        self._output.say(*engine.board.drawing(self._position))

    def _do_eval(self, _: Sequence[str]) -> None:
        self._output.say(*engine.board.account(self._position, self.load(), self._language()))

    def _do_bench(self, given: Sequence[str]) -> None:
        depth = engine.words.whole(given[0]) if given else BENCH_DEPTH
        if depth is None or not 0 <= depth <= _kernel.MAX_DEPTH:
            raise BadInput(f"bench {given[0]!r}: a depth is a number from 0 to {_kernel.MAX_DEPTH}")
        searching = self._searching()
        if not engine.plan.is_alpha_beta(searching):
            raise BadInput(f"bench is of alpha-beta, and the search is {searching.kind}")
        self._worker.begin(engine.chores.Bench(self.load(), searching, depth, self._output))

    def _do_help(self, _: Sequence[str]) -> None:
        protocol = ", ".join((*self._dialect.commands, QUIT))
        self._output.tell(
            f"commands of {self._dialect.name}: {protocol}; of plywise: {', '.join(HOME)}"
        )

    def _language(self) -> Language:
        chess960 = self._options.is_on("UCI_Chess960")
        return engine.info.Language(unit=self.load().unit, chess960=chess960, dialect=self._dialect)

    def _searching(self) -> EngineSearch:
        profile, changes = self._options.text("Profile"), self._options.text("Search")
        return engine.plan.searching_for(profile, changes)

    def _parsed(self, text: str) -> _kernel.Position:
        return _kernel.Position.parse(self._game, text)


def refuse_too_much(megabytes: int) -> None:
    """BadInput for a table that is larger than the machine.

    >>> refuse_too_much(16)
    """
    import os

    is_known = "SC_PHYS_PAGES" in getattr(os, "sysconf_names", {})
    pages = os.sysconf("SC_PHYS_PAGES") if is_known else 0
    there = pages * os.sysconf("SC_PAGE_SIZE") // 2**20 if pages else megabytes
    if megabytes > there:
        raise BadInput(f"Hash {megabytes}: the machine has {there} MB in all; it stays as it was")
