"""Matches: two players, openings in pairs with colours swapped, and what the result is worth."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Literal, TypeAlias

from plywise import _kernel
from plywise._kernel import GameJob, Stop
from plywise.checks import callback, is_real, shown
from plywise.distributed import Workers, workers_for
from plywise.distributed.belongings import with_programs
from plywise.errors import BadSetting
from plywise.games.ballot import Opening, usual_ballot
from plywise.games.ballot import ballot as drawn
from plywise.games.game import game as rules_of
from plywise.games.points import WIN_DRAW_LOSS, other_s, outcomes_of, result_of
from plywise.play.brain.brain import Brain
from plywise.play.brain.storing import brain_of
from plywise.play.foreign_game import Sides, missing_programs, play_foreign_game, programs
from plywise.play.match_settings import refuse_bad_settings, searches_for, test_for
from plywise.play.openings import parse_openings, read_openings
from plywise.play.opponents.failure import is_failure
from plywise.play.opponents.opponent import PATIENCE
from plywise.play.opponents.seat import no_positions
from plywise.play.pgn import PgnFile, pgn_game
from plywise.play.player import Entrant, Player, game_of, player
from plywise.play.points import Points
from plywise.play.record import GameRecord
from plywise.play.records import Writer, writer
from plywise.play.statistics import Decision, Sprt, Tally
from plywise.searching.selective import Selective
from plywise.searching.settings import AlphaBeta, Searching

Rules: TypeAlias = Literal["fide", "thesis"]
"""`thesis`: no fifty-move rule, and searches blind to repetition (the game still ends by it)."""
Adjudication: TypeAlias = Literal["agree", "draw"]
"""At the ply limit: a win if both evaluations agree who is ahead, or always a draw."""

FIGURES = (
    "games", "wins", "draws", "losses", "pairs", "score", "score_interval",
    "elo", "elo_error", "elo_interval", "los", "llr", "decision", "failures",
)  # fmt: skip
MOST_PATIENCE = 86_400  # a day


@dataclass(frozen=True, kw_only=True)
class MatchResult(Tally):
    """What a match came to, in A's view: a tally with its games and settings.

    A match has no other chance than its seed: with the same `settings` it gives the same games,
    unless somebody else's engine draws lots of its own.
    """

    a: str
    """A's name."""
    b: str
    """B's name."""
    settings: Mapping[str, object] = field(repr=False)
    """Everything that the games depended on."""
    sprt: Sprt | None = None
    """The sequential test, if there was one."""
    points: Points | None = None
    """Points a game, in a game that counts points; wins and losses count each once."""
    records: tuple[GameRecord, ...] = field(default=(), repr=False)
    """The games, in order: A is the first player in every other one, beginning with the first."""

    @property
    def llr(self) -> float | None:
        """The sequential test's log-likelihood ratio; None without a test."""
        return None if self.sprt is None else self.sprt.llr(self)

    @property
    def decision(self) -> Decision | None:
        """The hypothesis that the test accepted; None without a test, or while it is open."""
        return None if self.sprt is None or self.llr is None else self.sprt.decision(self.llr)

    @property
    def failures(self) -> tuple[int, int]:
        """How many games A and B lost because an engine failed (crashed, hung, moved illegally)."""
        lost = [  # A is first in even games
            (result_of(record.outcome, record.outcomes) == 0.0) == (record.number % 2 == 0)
            for record in self.records
            if is_failure(record.reason)
        ]
        return sum(lost), len(lost) - sum(lost)

    def __str__(self) -> str:
        text = super().__str__()
        if self.points is not None:
            text += f"  {self.points}"
        if any(self.failures):
            text += f"  engine failures {self.failures[0]} v {self.failures[1]}"
        if self.sprt is None:
            return text
        verdict = f"{self.decision} accepted" if self.decision else "open"
        return f"{text}  LLR {self.llr:+.2f} [{self.sprt.elo0:g}, {self.sprt.elo1:g}] {verdict}"

    def as_dict(self) -> dict[str, object]:
        """The result as JSON knows it, without the games."""
        figures = {name: getattr(self, name) for name in FIGURES}
        if self.points is not None:
            figures |= {"points": self.points.mean, "points_interval": self.points.interval}
        return {"a": self.a, "b": self.b, **figures, "settings": dict(self.settings)}

    def pgn(self) -> Iterator[str]:
        """The games as PGN, one text a game."""
        for record in self.records:
            yield game_text(record, self.a, self.b, self.settings)


def match(
    a: Entrant,
    b: Entrant,
    *,
    game: str | None = None,
    games: int = 400,
    depth: int | None = None,
    nodes: int | None = None,
    movetime: int | None = None,
    search: Searching | tuple[Searching, Searching] | None = None,
    ballot: int | None = None,
    openings: str | Path | Sequence[str | Opening] | None = None,
    noise: float = 0.0,
    rules: Rules = "fide",
    adjudication: Adjudication | None = None,
    max_plies: int | None = None,
    sprt: Sprt | Sequence[float] | None = None,
    seed: int = 0,
    workers: int | Workers | None = None,
    pgn: str | Path | None = None,
    record: str | Path | None = None,
    patience: float = PATIENCE,
    brain: Brain | str | Path | None = None,
    on_pair: Callable[[MatchResult], None] | None = None,
) -> MatchResult:
    """A match of A against B: every opening is played twice, with colours swapped.

    `a` and `b` are weights (a name, a file, a run, `Weights`, an evaluation), which know their
    `game`, weights that are drawn for each game (`random_weights`), a `Player`, "random", or
    somebody else's engine ("stockfish:elo=1600,nodes=10000"), which has lost a game when it fails
    or does not answer for `patience` seconds. Both search alike, to `depth` (4 unless told
    otherwise), or with so many `nodes` or milliseconds (`movetime`) a move, or as `search` says:
    one search, or one for each. Openings are `ballot` random plies (4, or fewer in short games),
    or come from a file (see `read_openings`) or a list (a FEN, an EPD or UCI moves each), in their
    order and then from the first again. Up to `noise` units of weight 1 are added to root values. A
    game of `max_plies` is adjudicated; where neither is given, as is usual in the game.
    A's `brain` (a `Brain`, its file, or the run it lies in) is used and not changed.
    With `sprt=(elo0, elo1)` the match ends as soon as the test has decided, after `games` at most.

    The result does not depend on the number of `workers`: pairs count in their order. Whole pairs
    are added to the file `pgn` as they end, or to `record` in the form that its suffix says (for
    shogi also .csa, .kif and .kifu), and `on_pair` sees the result so far after each; so a Ctrl-C
    loses nothing but the games that were still running.

    >>> result = match("chess/standard", "random", games=4, depth=1, seed=7)
    >>> result.games, sum(result.pairs)
    (4, 2)
    """
    game = game_of(a, b) if game is None else rules_of(game).name
    facts = rules_of(game).facts
    ballot = usual_ballot(game) if ballot is None else ballot
    adjudication = facts.adjudication if adjudication is None else adjudication
    max_plies = facts.max_plies if max_plies is None else max_plies
    refuse_bad_settings(
        games=games, max_plies=max_plies, noise=noise, seed=seed, rules=rules,
        adjudication=adjudication,
    )  # fmt: skip
    callback("on_pair", on_pair)
    searches = searches_for(search, depth=depth, nodes=nodes, movetime=movetime, game=game)
    begun_from = _openings(openings, games // 2, plies=ballot, seed=seed, game=game)
    one, two = (
        greeted(_adapted(player(who, search=using, game=game), noise, rules), begun_from, patience)
        for who, using in zip((a, b), searches, strict=True)
    )
    if brain is not None:
        one = one.with_brain(brain_of(brain))
    plan = MatchPlan(
        a=one, b=two, game=game, games=games, rules=rules, adjudication=adjudication,
        max_plies=max_plies, seed=seed, ballot=ballot if openings is None else 0,
        openings=begun_from, sprt=test_for(sprt),
    )  # fmt: skip
    # Threads take turns at Python: more than one would only wait for each other.
    workers = 1 if workers is None and _kernel.rules(game) is not None else workers
    with ExitStack() as stack:
        files: list[Writer] = [] if pgn is None else [(PgnFile(pgn), pgn_game)]
        files += [] if record is None else [writer(record, game)]
        for file, _ in files:
            stack.enter_context(file)
        crew = stack.enter_context(workers_for(workers))
        return _play(plan, crew, files, on_pair)


@dataclass(frozen=True, kw_only=True)
class MatchPlan:
    """A match, ready to be played: everything that its games depend on."""

    a: Player
    b: Player
    openings: Sequence[Opening]
    game: str
    games: int
    rules: Rules
    adjudication: Adjudication
    max_plies: int
    seed: int
    ballot: int
    sprt: Sprt | None

    def pairs(self) -> Iterator["Pair"]:
        """All pairs, in their order."""
        return map(self.pair, range(self.games // 2))

    def pair(self, number: int) -> "Pair":
        """The jobs of one pair: one opening, A first and then B."""
        opening = self.openings[number % len(self.openings)]
        return (
            self._task(2 * number, self.a, self.b, opening),
            self._task(2 * number + 1, self.b, self.a, opening),
        )

    def _task(self, number: int, first: Player, second: Player, opening: Opening) -> "Task":
        first, second = (who.in_game(seed=self.seed, number=number) for who in (first, second))
        job = GameJob(
            game=self.game, first=first.evaluation, second=second.evaluation,
            first_search=first.settings, second_search=second.settings,
            seed=self.seed, number=number, start=opening.start, opening=list(opening.moves),
            max_plies=self.max_plies, adjudication=self.adjudication,
            fifty_moves=self.rules == "fide", learn_at="none",
            dice=number // 2,  # both games of a pair have the same: luck is then shared
        )  # fmt: skip
        return job, (first.name, second.name), (first.seat, second.seat)

    def result(
        self, tally: Tally, records: Sequence[GameRecord], points: Points | None = None
    ) -> MatchResult:
        """The result so far."""
        return MatchResult(
            wins=tally.wins, draws=tally.draws, losses=tally.losses, pairs=tally.pairs,
            a=self.a.name, b=self.b.name, settings=self.settings, sprt=self.sprt, points=points,
            records=tuple(records),
        )  # fmt: skip

    @cached_property
    def settings(self) -> dict[str, object]:
        """Everything that the games depend on, as JSON knows it."""
        return {
            "game": self.game, "games": self.games, "seed": self.seed, "rules": self.rules,
            "adjudication": self.adjudication, "max_plies": self.max_plies, "ballot": self.ballot,
            "openings": _digest(self.openings), "version": _kernel.version,
            "a": self.a.as_dict(), "b": self.b.as_dict(),
            "sprt": None if self.sprt is None else [self.sprt.elo0, self.sprt.elo1],
        }  # fmt: skip


def _play(
    plan: MatchPlan,
    crew: Workers,
    files: Sequence[Writer],
    on_pair: Callable[[MatchResult], None] | None,
) -> MatchResult:
    """Play the plan's pairs until they are done or the test has decided."""
    tally = Tally.of_pairs([])
    outcomes = outcomes_of(plan.game)
    points = None if outcomes == WIN_DRAW_LOSS else Points(outcomes=outcomes)
    records: list[GameRecord] = []
    for pair in crew.ordered(play_pair, plan.pairs()):
        one, two = pair
        won = (result_of(one.outcome, outcomes), 1 - result_of(two.outcome, outcomes))
        tally = tally.with_pair(*won)
        if points is not None:
            points = points.with_pair(one.outcome, other_s(two.outcome, outcomes))
        records += pair
        names = plan.a.name, plan.b.name
        for file, text_of in files:
            file.add(game_text(game, *names, plan.settings, text_of=text_of) for game in pair)
        if on_pair is not None:
            on_pair(plan.result(tally, records, points))
        if plan.sprt is not None and plan.sprt.decision(plan.sprt.llr(tally)):
            break  # pairs that ran beside this one do not count: they depend on the workers
    return plan.result(tally, records, points)


Task: TypeAlias = tuple[GameJob, tuple[str, str], Sides]
"""A game to be played, its players' names, and which of them are other people's engines or have
brains."""
Pair: TypeAlias = tuple[Task, Task]


@with_programs(
    lambda pair: programs(sides for _, _, sides in pair),
    lambda pair: missing_programs(sides for _, _, sides in pair),
)
def play_pair(pair: Pair, stop: Stop, *, remembers: bool = False) -> tuple[GameRecord, GameRecord]:
    """The records of two games: one piece of work for a worker.

    Games of our own are played by the kernel, both in one call and without Python in between. In
    games with another engine, or a brain, our side keeps its table from move to move if it
    `remembers`.
    """
    jobs = [job for job, _, _ in pair]
    if any(any(sides) for _, _, sides in pair):
        one, two = (
            play_foreign_game(job, sides, stop, remembers=remembers) for job, _, sides in pair
        )
    else:
        one, two = map(GameRecord.from_kernel, _kernel.play_games(jobs, stop))
    return replace(one, players=pair[0][1]), replace(two, players=pair[1][1])


def greeted(who: Player, openings: Sequence[Opening], patience: float) -> Player:
    """The player, if it is an engine one that was found to start, to speak and to take orders."""
    if who.opponent is None:
        return who
    if not is_real(patience) or not 0 < patience <= MOST_PATIENCE:
        raise BadSetting(
            f"patience must lie between 0 and {MOST_PATIENCE} s, not {shown(patience)}"
        )
    engine, announced = replace(who.opponent, patience=patience).greeted()
    if not announced.takes_positions and any(opening.start for opening in openings):
        raise BadSetting(no_positions(who.name))
    return replace(who, name=engine.name, search=engine)


def game_text(
    record: GameRecord,
    a: str,
    b: str,
    settings: Mapping[str, object],
    event: str = "match",
    *,
    text_of: Callable[..., str] = pgn_game,
) -> str:
    """A game of the match of A against B as PGN, or as `text_of` writes it."""
    pair, turn = divmod(record.number, 2)
    headers = {
        "Event": f"plywise {event}: {a} v {b}",
        "Round": f"{pair + 1}.{turn + 1}",
        "PlywiseSeed": settings["seed"],
        "PlywiseVersion": settings["version"],
    }
    return text_of(
        record.moves,
        players=record.players,
        outcome=record.outcome,
        reason=record.reason,
        start=record.start,
        headers=headers,
        game=str(settings["game"]),
    )


def _adapted(who: Player, noise: float, rules: Rules) -> Player:
    """The player with the match's noise and rules in its search; random play knows neither."""
    if noise and isinstance(who.search, Selective):
        raise BadSetting(
            f"noise {noise:g} is added to alpha-beta's root values; {who.search.kind} has no such"
        )
    if not isinstance(who.search, AlphaBeta):
        return who
    search = replace(who.search, noise=noise) if noise else who.search
    if rules == "thesis":
        search = replace(search, history_draws=False)
    return replace(who, search=search)


def _openings(
    given: str | Path | Sequence[str | Opening] | None,
    pairs: int,
    *,
    plies: int,
    seed: int,
    game: str,
) -> list[Opening]:
    """One opening a pair, or those of the file or list."""
    if given is None:
        return drawn(pairs, plies=plies, seed=seed, game=game)
    if isinstance(given, str | Path):
        return read_openings(given, game=game)
    return parse_openings(given, game=game)


def _digest(openings: Sequence[Opening]) -> str:
    """A fingerprint of the openings, by which two matches can be told to have had the same."""
    text = "\n".join(f"{opening.start}: {' '.join(opening.moves)}" for opening in openings)
    return f"{len(openings)}, sha256 {sha256(text.encode()).hexdigest()[:16]}"
