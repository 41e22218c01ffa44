"""What both clients share: the player, the run that learns, the log, and a game at a server."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from plywise import _kernel
from plywise.engine import plan
from plywise.engine.options import Options
from plywise.engine.recalling import STALE, complaint, with_brain
from plywise.errors import BadInput, BadSetting, WeightsDiverged
from plywise.evaluation.weights import Weights, resolve
from plywise.learning.judge import Judge
from plywise.learning.lines import json_object, whole_lines
from plywise.online.memory import Memory
from plywise.online.policy import Policy
from plywise.online.secret import hidden
from plywise.play.brain.after_game import OwnMove
from plywise.play.brain.entry import Entry
from plywise.play.brain.recalling import Notes, Recalling
from plywise.play.endings import end_of
from plywise.play.pgn import AppendedFile, PgnFile, pgn_game
from plywise.play.words import Go
from plywise.runs.in_play import GameInPlay
from plywise.runs.joining import FinishedGame
from plywise.runs.one_by_one import OneByOne

if TYPE_CHECKING:
    from plywise.searching.settings import AlphaBeta

HOPELESS: Final = 3
"""So many searches in a row must see a game as lost before it is given up."""
USUAL: Final = "chess/plywise"


@dataclass(kw_only=True)
class GameLog:
    """A line of JSON a finished game: when, who, ratings, result, and whether it was learnt."""

    path: Path | None
    pgn: Path | None = None
    """Where the games go as PGN too."""
    entries: list[dict[str, Any]] = field(default_factory=list)

    def __post_init__(self) -> None:
        if self.path is not None:
            for line in whole_lines(self.path):
                try:
                    self.entries.append(json_object(line))
                except ValueError:
                    continue  # it decides nothing but today's count

    def add(self, entry: dict[str, Any], text: str) -> None:
        """Write a game down."""
        self.entries.append(entry)
        if self.path is not None:
            with AppendedFile(self.path) as file:
                gap = b"" if file.ends_with(b"\n") else b"\n"
                file.append(gap + json.dumps(entry).encode() + b"\n")
        if self.pgn is not None:
            with PgnFile(self.pgn) as games:
                games.add([text])

    def knows(self, identity: str) -> bool:
        """Whether a game is written down."""
        return any(entry.get("identity") == identity for entry in self.entries)

    def today(self) -> int:
        """How many games ended today, by the world's time."""
        now = time.strftime("%Y-%m-%d", time.gmtime())
        return sum(str(entry.get("ended", "")).startswith(now) for entry in self.entries)

    def opponents(self) -> tuple[str, ...]:
        """Those of the games, in their order."""
        return tuple(str(entry.get("opponent", "")) for entry in self.entries)


class House:
    """Who plays, by which rules, and what becomes of the games."""

    def __init__(
        self,
        *,
        weights: str | None = None,
        run: OneByOne | None = None,
        policy: Policy | None = None,
        log: GameLog | None = None,
        using: str = "",
        nodes: int | None = None,
        resign: float | None = None,
        memory: Memory | None = None,
        tell: Callable[[str], object] = lambda text: None,
    ) -> None:
        self.run = run
        known: Weights | None = None if run is not None else resolve(weights or USUAL)
        self.game = known.game if known is not None else run.config.game if run else "chess"
        self._evaluation = None if known is None else known.kernel()
        self.policy = policy or Policy(game=self.game)
        if self.policy.game != self.game:
            raise BadSetting(f"the weights play {self.game}, not {self.policy.game}")
        self.log = log or GameLog(path=None)
        self.nodes = nodes
        self.resign = resign
        self._tell = tell
        self._secrets: list[str] = []
        self.played = 0
        self.learnt = 0
        self.options = Options(weights or USUAL, game=self.game, search=using)
        if not plan.is_alpha_beta(plan.searching_for(self.options.text("Profile"), using)):
            raise BadSetting(f"{using!r}: the clients play by alpha-beta alone")
        self.memory = memory
        if memory is not None:
            memory.open(self.evaluation_now)
            recalled = memory.recalling()
            if why := complaint(recalled, self.evaluation_now) if len(memory.brain) else "":
                self.tell(why)
            if run is not None:
                self.tell(STALE)

    def hide(self, secret: str) -> None:
        """Take a token or password out of all that is told from here on."""
        self._secrets.append(secret)

    def tell(self, text: str) -> None:
        """Say something to who started us."""
        for secret in self._secrets:
            text = hidden(text, secret)
        self._tell(text)

    def is_tired(self) -> bool:
        """Whether today's games are played."""
        return self.log.today() >= self.policy.a_day

    def evaluation(self, game: GameInPlay | None) -> _kernel.Evaluation:
        """What a game is judged by."""
        found = self._evaluation if game is None else game.evaluation
        assert found is not None, "without a run there are weights"
        return found

    @property
    def evaluation_now(self) -> _kernel.Evaluation:
        """What positions are judged by between games."""
        if self.run is None:
            return self.evaluation(None)
        run = self.run
        return Judge(
            config=run.config, features=run.features, weights=run.weights, version=run.games
        ).evaluation

    @property
    def searching(self) -> AlphaBeta:
        """How positions are searched between games."""
        found = plan.searching_for(self.options.text("Profile"), self.options.text("Search"))
        assert plan.is_alpha_beta(found), "others are refused"
        return replace(found, nodes=self.nodes)

    @property
    def may_study(self) -> bool:
        """Whether the brain has positions that are to be searched again."""
        return self.memory is not None and self.memory.is_due

    def study(self, is_wanted: Callable[[], bool] = lambda: True) -> None:
        """Search what the brain has marked, until that is done, unwanted, or a game begins."""
        if self.memory is None:
            return
        try:
            told = self.memory.study(self.evaluation_now, self.searching, is_wanted)
        except (OSError, BadInput) as error:
            self.memory.is_due = False
            told = f"the brain is not searched again: {error}"
        if told:
            self.tell(told)

    def disturb(self) -> None:
        """End what is being searched between games."""
        if self.memory is not None:
            self.memory.disturb()

    def sit_down(self, **known: Any) -> OnlineGame:
        """Begin a game, or take one up again, under its identity."""
        return OnlineGame(house=self, **known)


@dataclass(kw_only=True)
class OnlineGame:
    """One game at a server, from our side of the board."""

    house: House
    identity: str
    names: tuple[str, str]
    """Of the first and the second player."""
    side: str
    """Ours: "first" or "second"."""
    ratings: tuple[float | None, float | None] = (None, None)
    start: str = ""
    """Text of the first position; empty for the game's own."""
    moves: list[str] = field(default_factory=list)
    is_over: bool = False

    def __post_init__(self) -> None:
        run = self.house.run
        self.in_play = None if run is None else GameInPlay(run, self.identity)
        game = self.house.game
        first = (
            _kernel.Position.parse(game, self.start) if self.start else _kernel.Position.start(game)
        )
        self.start = str(first)
        self._first = first
        self.position = first.after_all(self.moves)
        self._searcher = _kernel.Searcher(game)
        self._remote: _kernel.Remote | None = None
        self._hopeless = 0
        self._began = time.monotonic()
        self._seen: dict[int, OwnMove] = {}
        """Our moves by their plies, with what was thought of them."""
        self._recalling: Recalling | None = None
        if self.house.memory is not None:
            self.house.memory.begin()

    @property
    def opponent(self) -> str:
        """Its name."""
        return self.names[1 if self.side == "first" else 0]

    @property
    def is_ours(self) -> bool:
        """Whether it is our move."""
        return not self.is_over and self.position.turn == self.side and bool(self.position.moves)

    def follow(self, moves: Sequence[str]) -> None:
        """Take all moves of the game so far; BadInput if they are not legal."""
        if list(moves[: len(self.moves)]) == self.moves:
            self.position = self.position.after_all(moves[len(self.moves) :])
        else:
            self.position = self._first.after_all(moves)
        self.moves = list(moves)

    def choose(self, clocks: tuple[int, int], increment: int = 0) -> str | None:
        """Our move with these clocks (the first player's and the second's, in milliseconds).

        None says that the game is given up. What the search saw is kept before the move is told.
        """
        go = Go(
            first_time=clocks[0],
            second_time=clocks[1],
            first_increment=increment,
            second_increment=increment,
            nodes=self.house.nodes,
        )
        planned, _ = plan.plan(go, self.position, self.house.options)
        evaluation = self.house.evaluation(self.in_play)
        if self.house.memory is not None:
            self._recalling = self._recalling or self.house.memory.recalling()
            planned = with_brain(planned, self._recalling, evaluation)
        if planned.known is not None:
            self._keep(None)
            self._see(planned.known, evaluation.unit)
            return planned.known.move
        assert plan.is_alpha_beta(planned.searching), "others are refused"
        self._remote = _kernel.Remote()
        if planned.allowance is not None:
            self._remote.allow(planned.allowance.soft, planned.allowance.hard)
        found = self._searcher.search(
            self.position,
            evaluation,
            planned.searching.settings(evaluation.scale),
            seed=len(self.moves),
            remote=self._remote,
            planted=planned.planted,
        )
        self._keep(found)
        self._see(found, evaluation.unit)
        if self._gives_up(found.value / evaluation.unit):
            return None
        return found.move or self.position.moves[0]

    def _see(self, found: Entry | _kernel.SearchResult, unit: int) -> None:
        """Note what was thought of the move that is made now."""
        notes = Notes()
        if not isinstance(found, _kernel.SearchResult):
            notes.add_known(self.position, found)
        elif found.move is not None:
            notes.add_search(self.position, found, unit)
        for move in notes.moves:
            self._seen[len(self.moves)] = move

    def _keep(self, found: _kernel.SearchResult | None) -> None:
        if self.in_play is None:
            return
        try:
            self.in_play.note(self.start, self.moves, self.position, found)
        except (OSError, BadInput) as error:  # it is searched again when the game is over
            self.house.tell(f"{self.identity}: what was searched could not be kept: {error}")

    def hurry(self) -> None:
        """End the search that is running in another thread."""
        if self._remote is not None:
            self._remote.finish()

    def _gives_up(self, pawns: float) -> bool:
        limit = self.house.resign
        self._hopeless = self._hopeless + 1 if limit is not None and pawns <= -limit else 0
        return self._hopeless >= HOPELESS

    def end(self, result: str, how: str) -> None:
        """The server says that it is over: learn from it, and write it down, once."""
        self.is_over = True
        house = self.house
        if house.memory is not None:
            house.memory.end()
        end = end_of(self.position, result, how)
        if end is None:
            house.tell(f"{self.identity}: {how or 'no result'}; it is not counted")
            if self.in_play is not None:
                self.in_play.drop()
            return
        if end.trouble:
            house.tell(f"{self.identity}: {end.trouble}")
        finished = FinishedGame(
            identity=self.identity,
            start=self.start,
            moves=tuple(self.moves),
            end=end,
            names=self.names,
            ratings=self.ratings,
        )
        learnt = "learnt"  # a Ctrl-C comes after that
        try:
            learnt = self._learn(finished)
        finally:
            if not house.log.knows(self.identity):
                house.played += 1
                house.log.add(self._entry(finished, learnt), self._pgn(finished))
        house.tell(f"{self.identity}: {result} against {self.opponent}, {end.reason}; {learnt}")
        self._remember(finished)

    def _remember(self, game: FinishedGame) -> None:
        """Keep in the brain what the game teaches; it is searched again later."""
        house = self.house
        if house.memory is None:
            return
        try:
            kept = house.memory.keep(
                game, self.side, self._seen, house.evaluation_now, house.searching
            )
        except (OSError, BadInput) as error:
            house.tell(f"{self.identity}: nothing is kept in the brain: {error}")
            return
        if kept:
            house.tell(f"{self.identity}: {kept} positions of it are kept in the brain")

    def _learn(self, finished: FinishedGame) -> str:
        """What a run has learnt from the game, in words."""
        if self.in_play is None:
            return "not learnt: there is no run"
        try:
            seconds = time.monotonic() - self._began
            taken = self.in_play.finish(finished, self.side, seconds=seconds)
        except (BadInput, WeightsDiverged) as error:
            return f"not learnt: {error}"
        if taken.metrics is None:
            return f"not learnt: {taken.why_not}"
        self.house.learnt += 1
        return f"learnt as game {taken.metrics.game}"

    def leave(self) -> None:
        """Let go of a game that goes on without us; it may be taken up again."""
        if self.in_play is not None:
            self.in_play.close()
        if self.house.memory is not None:
            self.house.memory.end()

    def _entry(self, game: FinishedGame, learnt: str) -> dict[str, Any]:
        own, other = game.ratings if self.side == "first" else game.ratings[::-1]
        return {
            "ended": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
            "identity": self.identity,
            "opponent": self.opponent,
            "side": self.side,
            "rating": own,
            "opponent_rating": other,
            "outcome": game.end.outcome,
            "reason": game.end.reason,
            "plies": len(game.moves),
            "learnt": learnt,
        }

    def _pgn(self, game: FinishedGame) -> str:
        elos = zip(("WhiteElo", "BlackElo"), game.ratings, strict=True)
        headers = {tag: int(elo) for tag, elo in elos if elo is not None}
        return pgn_game(
            game.moves,
            outcome=game.end.outcome,
            reason=game.end.reason,
            start=None
            if game.start == str(_kernel.Position.start(self.house.game))
            else game.start,
            players=game.names,
            headers={"PlywiseGame": self.identity, **headers},
            game=self.house.game,
        )
