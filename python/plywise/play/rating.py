"""Ratings: one player against a ladder of known ones, those nearest to what it seems worth."""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TypeAlias

from plywise import _kernel
from plywise.checks import callback, kind, real, shown, whole
from plywise.distributed import Workers, workers_for
from plywise.errors import BadSetting
from plywise.games.ballot import Opening, ballot
from plywise.games.points import result_of
from plywise.naming import unknown
from plywise.play.elo_fit import Fit, fit_one, information, posterior
from plywise.play.ladder import LADDER, SOURCE, Rung
from plywise.play.match import greeted
from plywise.play.match_plan import MatchPlan, play_pair
from plywise.play.match_result import game_text
from plywise.play.match_settings import (
    MOST_GAMES,
    MOST_PLIES,
    clocks_for,
    refuse_without_clock,
)
from plywise.play.opponents.failure import is_failure
from plywise.play.opponents.opponent import PATIENCE
from plywise.play.opponents.spec import opponent
from plywise.play.own_pool import OWN_POOL, OWN_SOURCE
from plywise.play.pgn import PgnFile, tag_text
from plywise.play.pgn_pairs import read_pairs
from plywise.play.player import Entrant, Player, player
from plywise.play.record import GameRecord
from plywise.play.statistics import Tally, score_of
from plywise.play.time_control import Clocks, TimeControl, time_control
from plywise.searching.settings import SEARCHES, Searching

BEFOREHAND = 400.0
"""Before the first game, ratings are thought to lie so far (one standard deviation) around the
ladder's middle. That only chooses the opponents; the rating itself is the games' alone."""
MOST_FAILURES = 3
"""An opponent that failed in so many pairs is not asked again."""


@dataclass(frozen=True, kw_only=True)
class Met:
    """What was played against one opponent, in our view."""

    rung: Rung
    tally: Tally = field(default_factory=lambda: Tally.of_pairs([]))
    failures: int = 0
    """Pairs that did not count, because the opponent failed in one of their games."""

    def as_dict(self) -> dict[str, object]:
        """The same as JSON knows it."""
        tally = self.tally
        return {
            "name": self.rung.name, "elo": self.rung.elo, "elo_error": self.rung.error,
            "games": tally.games, "wins": tally.wins, "draws": tally.draws,
            "losses": tally.losses, "score": tally.score, "failures": self.failures,
        }  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Rating:
    """A rating on the ladder's scale, and the games that it comes from.

    Two errors stand apart. `elo_error` is what more games would make smaller, with the opponents'
    ratings taken as exact; `ladder_error` is what those ratings themselves may be off by, at worst:
    as if all of them erred to the same side.
    """

    name: str
    """Who was rated."""
    met: tuple[Met, ...]
    """Everybody in the pool, from the weakest to the strongest."""
    settings: Mapping[str, object] = field(repr=False)
    """Everything that the games depended on, but for chance in other people's engines."""

    @property
    def fit(self) -> Fit:
        """The likeliest rating and its interval."""
        return fit_one(self._results())

    @property
    def elo(self) -> float | None:
        """The rating; None while every game was won, or every one lost."""
        return self.fit.elo

    @property
    def elo_error(self) -> float | None:
        """Half the 95 % interval, given the opponents' ratings."""
        return self.fit.error

    @property
    def ladder_error(self) -> float | None:
        """How far the opponents' own errors may move the rating: their mean by what each told."""
        elo = self.elo
        if elo is None:
            return None
        told = [(m.rung, information(elo, [(m.rung.elo, m.tally)])) for m in self.met]
        return sum(rung.error * told_by for rung, told_by in told) / sum(t for _, t in told)

    @property
    def games(self) -> int:
        """Games that count."""
        return sum(m.tally.games for m in self.met)

    @property
    def failures(self) -> int:
        """Pairs that do not count, because the opponent failed."""
        return sum(m.failures for m in self.met)

    def guess(self) -> float:
        """What it seems worth so far, for the choice of opponents; finite from the beginning."""
        rungs = sorted(m.rung.elo for m in self.met)
        return posterior(self._results(), centre=rungs[len(rungs) // 2], width=BEFOREHAND)

    def _results(self) -> list[tuple[float, Tally]]:
        return [(m.rung.elo, m.tally) for m in self.met]

    def __str__(self) -> str:
        ladder = self.ladder_error
        apart = "" if ladder is None else f" (the ladder itself ± {ladder:.0f})"
        return f"Elo {self.fit}{apart} after {self.games} games"

    def as_dict(self) -> dict[str, object]:
        """The rating as JSON knows it."""
        return {
            "name": self.name, "elo": self.elo, "elo_error": self.elo_error,
            "elo_interval": self.fit.interval, "ladder_error": self.ladder_error,
            "games": self.games, "failures": self.failures,
            "opponents": [m.as_dict() for m in self.met if m.tally.games or m.failures],
            "settings": dict(self.settings),
        }  # fmt: skip


def rate(
    who: Entrant,
    *,
    games: int = 400,
    error: float | None = None,
    opponents: Sequence[str] | None = None,
    search: Searching | None = None,
    plies: int = 4,
    max_plies: int = 400,
    seed: int = 0,
    workers: int | Workers | None = None,
    pgn: str | Path | None = None,
    resume: bool = False,
    patience: float = PATIENCE,
    tc: str | TimeControl | None = None,
    margin: int = 0,
    on_pair: Callable[[Rating], None] | None = None,
) -> Rating:
    """The Elo rating of a player, from `games` against the ladder's engines that are installed.

    Every pair of games (one opening of `plies` random moves, colours swapped) is played against
    the opponent that promises to tell most: near to the rating so far, and not met often yet. With
    `error`, the games end as soon as the 95 % interval is no wider to either side. `opponents` are
    names from the ladder, or of engines (all their rungs), "own" for the graded players of plywise
    itself, or with a rating of your own ("toga2:depth=3@1900"). Our side keeps its table from move
    to move, as `plywise engine` does. With `tc` it plays on a clock, and opponents as ever: they
    are known by their limits (see `match` for `tc` and `margin`).

    Games are added to the file `pgn` as pairs end, and `on_pair` sees the rating so far. With
    `resume`, the pairs that stand in that file already count too, as far as the same player met
    these opponents in them.
    """
    if type(games) is not int or not 2 <= games <= MOST_GAMES or games % 2:
        raise BadSetting(f"games must be even, from 2 to {MOST_GAMES}, not {shown(games)}")
    if error is not None:
        real("error", error, above=0.0, hint="half the width of the 95 % interval, in Elo")
    whole("max_plies", max_plies, least=1, most=MOST_PLIES)
    kind("resume", resume, bool, "give True or False")
    callback("on_pair", on_pair)
    if search is not None:
        kind("search", search, SEARCHES, "give one as pw.AlphaBeta(depth=4)")
    rungs = pool(opponents)
    openings = ballot(games // 2, plies=plies, seed=seed)
    clocks = replace(clocks_for(None if tc is None else time_control(tc), margin), second=None)
    ours = greeted(player(who, search=search, clock=clocks.times[0]), openings, patience)
    refuse_without_clock(clocks, ours)
    plans = {
        rung.name: _plan(ours, greeted(player(rung.name), openings, patience), openings,
                         seed=seed, ballot=plies, max_plies=max_plies, clocks=clocks)
        for rung in rungs
    }  # fmt: skip
    settings = {
        "games": games, "error": error, "seed": seed, "ballot": plies, "max_plies": max_plies,
        "version": _kernel.version, "ladder": _sources(rungs), "player": ours.as_dict(),
        **clocks.as_dict(),
    }  # fmt: skip
    rating = Rating(name=ours.name, met=tuple(Met(rung=r) for r in rungs), settings=settings)
    if resume:
        rating = resumed(rating, pgn, {rung: plan.b.name for rung, plan in plans.items()})
    with ExitStack() as stack:
        file = None if pgn is None else stack.enter_context(PgnFile(pgn))
        crew = stack.enter_context(workers_for(clocks.workers(workers)))
        for rating, rung, pair in _played(crew, plans, rating, games // 2):  # noqa: B020
            if file is not None:
                b = plans[rung].b.name
                file.add(game_text(g, ours.name, b, plans[rung].settings, "rate") for g in pair)
            if on_pair is not None:
                on_pair(rating)
            if error is not None and (rating.elo_error or float("inf")) <= error:
                break
    return rating


def pool(names: Sequence[str] | None = None) -> list[Rung]:
    """The opponents of those names, or all of the ladder that are installed.

    >>> [rung.elo for rung in pool(["toga2:depth=3@1900", "toga2:depth=1@1500"])]
    [1500.0, 1900.0]
    """
    if names is None or (isinstance(names, Sequence) and not len(names)):
        here = [rung for rung in LADDER if opponent(rung.name).engine.path() is not None]
        if not here:
            raise BadSetting("no engine of the ladder is installed; see: plywise doctor")
        return here
    known = {rung.name: rung for rung in (*LADDER, *OWN_POOL)}
    chosen: dict[str, Rung] = {}
    hint = "give a list of opponents, as ['gnuchess:depth=2']"
    kind("opponents", names, Iterable, hint)
    for name in names:
        kind("opponents", name, str, hint)
        text, at, elo = name.rpartition("@")
        if name == "own":
            chosen |= {rung.name: rung for rung in OWN_POOL}
        elif name in known:
            chosen[name] = known[name]
        elif at:
            chosen[opponent(text).name] = Rung(name=text, elo=_elo(name, elo), error=0.0)
        elif rungs := [rung for rung in LADDER if name in (rung.name, rung.name.split(":")[0])]:
            chosen |= {rung.name: rung for rung in rungs}
        else:
            raise unknown("rung of the ladder", name, known)
    return sorted(chosen.values(), key=lambda rung: rung.elo)


def _sources(rungs: Sequence[Rung]) -> str:
    """Where the ratings of opponents come from, but for those that the user gave.

    >>> _sources(OWN_POOL[:2]) == OWN_SOURCE, _sources([*LADDER, *OWN_POOL]).count(";")
    (True, 1)
    """
    known = ((LADDER, SOURCE), (OWN_POOL, OWN_SOURCE))
    return "; ".join(source for all_of, source in known if any(r in all_of for r in rungs))


def _elo(name: str, text: str) -> float:
    try:
        elo = float(text)
    except ValueError:
        elo = math.nan
    if not math.isfinite(elo):
        raise BadSetting(f"{text!r} in {name!r} is not a rating; write ENGINE@ELO")
    return elo


def _plan(
    ours: Player, theirs: Player, openings: Sequence[Opening], *, seed: int, ballot: int,
    max_plies: int, clocks: Clocks,
) -> MatchPlan:  # fmt: skip
    """A match against one opponent, of which as many pairs are played as turn out to be useful.

    At the ply limit the game is drawn: a rating should come from what happened on the board.
    """
    return MatchPlan(
        a=ours, b=theirs, openings=openings, game="chess", games=2 * len(openings), rules="fide",
        adjudication="draw", max_plies=max_plies, seed=seed, ballot=ballot, sprt=None,
        clocks=clocks,
    )  # fmt: skip


Played: TypeAlias = tuple[Rating, str, tuple[GameRecord, GameRecord]]
"""The rating after a pair of games, the opponent's name, and the games."""


def _played(
    crew: Workers, plans: Mapping[str, MatchPlan], rating: Rating, pairs: int
) -> Iterator[Played]:
    """Pairs as they end, one running for each worker, each chosen by all that is known then."""
    work = partial(play_pair, remembers=True)
    running: dict[Future[tuple[GameRecord, GameRecord]], str] = {}
    begun = rating.games // 2 + rating.failures  # the openings go on where they stopped
    while begun < pairs or running:
        while begun < pairs and len(running) < crew.count:
            name = choose(rating, list(running.values()))
            if name is None:
                begun = pairs  # nobody is left to play against
                break
            running[crew.submit(work, plans[name].pair(begun))] = name
            begun += 1
        done, _ = wait(running, return_when=FIRST_COMPLETED)
        for future in done:
            name, pair = running.pop(future), future.result()
            one, two = pair
            scores = one.outcome, 1 - two.outcome
            rating = _with(rating, name, scores, failed=opponent_failed(one, two))
            yield rating, name, pair


def choose(rating: Rating, running: Sequence[str] = ()) -> str | None:
    """The opponent of the next pair: where a game tells most, shared out among the near ones.

    A game against somebody who is beaten with chance p tells p (1 - p); divided by one more than
    the pairs played and running, so that no single rating is leaned on. None if all have failed.
    """
    guess = rating.guess()

    def use(m: Met) -> float:
        p = score_of(guess - m.rung.elo)
        return p * (1 - p) / (1 + m.tally.games / 2 + list(running).count(m.rung.name))

    sound = [m for m in rating.met if m.failures < MOST_FAILURES]
    return max(sound, key=use).rung.name if sound else None


def resumed(rating: Rating, pgn: str | Path | None, players: Mapping[str, str]) -> Rating:
    """The rating with the pairs of an earlier run; `players` are the names of the rungs' players.

    Names are compared as PGN has them.
    """
    if pgn is None:
        raise BadSetting("to resume, give the PGN file of the games that were played (pgn)")
    rungs = {tag_text(name): rung for rung, name in players.items()}
    if alike := [rung for rung in players if rung not in rungs.values()]:
        raise BadSetting(
            f"the name of {alike[0]!r} is another's in PGN too; rename the program or leave one out"
        )
    for pair in read_pairs(pgn):
        if pair.game is None and pair.a == tag_text(rating.name) and pair.b in rungs:
            rating = _with(rating, rungs[pair.b], pair.scores, failed=pair.failed[1])
    return rating


def _with(rating: Rating, name: str, scores: tuple[float, float], *, failed: bool) -> Rating:
    """The rating after one pair more. If the opponent failed in it, it does not count.

    A crash says nothing about strength; but our own failures are our own losses.
    """

    def after(m: Met) -> Met:
        if m.rung.name != name:
            return m
        if failed:
            return replace(m, failures=m.failures + 1)
        return replace(m, tally=m.tally.with_pair(*scores))

    return replace(rating, met=tuple(map(after, rating.met)))


def opponent_failed(one: GameRecord, two: GameRecord) -> bool:
    """Whether the opponent, who was second and then first, lost one of the games by failing."""
    return any(
        is_failure(record.reason) and result_of(record.outcome, record.outcomes) == won
        for record, won in ((one, 1.0), (two, 0.0))
    )
