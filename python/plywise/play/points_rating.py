"""Ratings in points a game: one player against a ladder of known ones, all equally often."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TypeAlias

from plywise import _kernel
from plywise.checks import callback, kind, real
from plywise.distributed import Workers, workers_for
from plywise.errors import BadSetting
from plywise.games.ballot import Opening, ballot, usual_ballot
from plywise.games.game import game as rules_of
from plywise.games.points import is_declared, other_s, outcomes_of
from plywise.play.match import greeted
from plywise.play.match_plan import MatchPlan, Pair, play_pair
from plywise.play.match_result import game_text
from plywise.play.match_settings import refuse_bad_settings
from plywise.play.opponents.opponent import PATIENCE
from plywise.play.pgn import PgnFile, tag_text
from plywise.play.pgn_pairs import read_pairs
from plywise.play.player import Entrant, Player, game_of, player
from plywise.play.points import Points
from plywise.play.points_result import MetRung, PointsRating
from plywise.play.points_rungs import points_ladder, points_pool, rung_player
from plywise.play.rating import opponent_failed
from plywise.play.record import GameRecord
from plywise.searching.settings import SEARCHES, Searching


def rate_points(
    who: Entrant,
    *,
    game: str | None = None,
    games: int = 2800,
    error: float | None = None,
    opponents: Sequence[str] | None = None,
    search: Searching | None = None,
    seed: int = 0,
    workers: int | Workers | None = None,
    pgn: str | Path | None = None,
    resume: bool = False,
    patience: float = PATIENCE,
    on_pair: Callable[[PointsRating], None] | None = None,
) -> PointsRating:
    """The strength of a player in points a game, from `games` against the rungs of a ladder.

    The game is that of the weights, unless it is told. Pairs of games (the same dice, sides
    exchanged) are played against the rungs by turns: those that `opponents` names, or all that are
    installed. With `error`, they end as soon as the strength is so certain (95 %), once all were
    met equally often. Weights search as `search` says, or as is usual in the game.

    The result does not depend on the number of `workers`. Games are added to the file `pgn` as
    pairs end, and `on_pair` sees the rating so far. With `resume`, the pairs that stand in that
    file already count too, as far as the same player met these rungs in them.

    >>> rating = rate_points("backgammon/pubeval", games=8, opponents=["random", "pubeval"], seed=1)
    >>> rating.games, [met.points.games for met in rating.met]
    (8, [4, 4])
    """
    game = game_of(who) if game is None else rules_of(game).name
    ladder = points_ladder(game)
    facts = rules_of(game).facts
    refuse_bad_settings(
        games=games, max_plies=facts.max_plies, noise=0.0, seed=seed, rules="fide",
        adjudication=facts.adjudication,
    )  # fmt: skip
    if error is not None:
        real("error", error, above=0.0, hint="half the width of the 95 % interval, in points")
    kind("resume", resume, bool, "give True or False")
    callback("on_pair", on_pair)
    if search is not None:
        kind("search", search, SEARCHES, "give one as pw.Expectimax(depth=2)")
    rungs = points_pool(ladder, opponents)
    ours = greeted(player(who, search=search, game=game), [], patience)
    openings = ballot(games // 2, plies=usual_ballot(game), seed=seed, game=game)
    plans = [
        _plan(ours, rung_player(rung, game, patience=patience), openings, game=game, seed=seed)
        for rung in rungs
    ]
    settings = {
        "game": game, "games": games, "error": error, "seed": seed, "version": _kernel.version,
        "opponents": [rung.name for rung in rungs], "ladder": ladder.source,
        "player": ours.as_dict(),
    }  # fmt: skip
    met = tuple(MetRung(rung=rung, points=Points(outcomes=outcomes_of(game))) for rung in rungs)
    rating = PointsRating(name=ours.name, ladder=ladder, met=met, settings=settings)
    begun = 0
    if resume:
        rating, begun = resumed(rating, pgn, game)
    with ExitStack() as stack:
        file = None if pgn is None else stack.enter_context(PgnFile(pgn))
        crew = stack.enter_context(workers_for(workers))
        for rating, plan, pair in _played(crew, plans, rating, begun, games // 2):  # noqa: B020
            if file is not None:
                file.add(game_text(g, ours.name, plan.b.name, plan.settings, "rate") for g in pair)
            if on_pair is not None:
                on_pair(rating)
            if error is not None and rating.is_even and (rating.error or float("inf")) <= error:
                break
    return rating


Played: TypeAlias = tuple[PointsRating, MatchPlan, tuple[GameRecord, GameRecord]]
"""The rating after a pair of games, the match that it belongs to, and the games."""


def _plan(
    ours: Player, theirs: Player, openings: Sequence[Opening], *, game: str, seed: int
) -> MatchPlan:
    """A match against one rung, of whose pairs those are played that fall to it."""
    facts = rules_of(game).facts
    return MatchPlan(
        a=ours, b=theirs, openings=openings, game=game, games=2 * len(openings), rules="fide",
        adjudication=facts.adjudication, max_plies=facts.max_plies, seed=seed,
        ballot=usual_ballot(game), sprt=None,
    )  # fmt: skip


def _played(
    crew: Workers, plans: Sequence[MatchPlan], rating: PointsRating, begun: int, pairs: int
) -> Iterator[Played]:
    """The pairs that are left, in their order: each has dice of its own, and the next rung.

    A rung that failed too often is passed over. How many of its pairs are under way by then depends
    on the workers; they are dropped.
    """

    def turn(number: int) -> int:
        return number % len(plans)

    def jobs() -> Iterator[Pair]:
        for number in range(begun, pairs):
            if rating.met[turn(number)].is_sound:
                yield plans[turn(number)].pair(number)

    for pair in crew.ordered(play_pair, jobs()):
        one, two = pair
        place = turn(one.number // 2)
        if rating.met[place].is_sound:
            points = one.outcome, other_s(two.outcome, two.outcomes)
            rating = rating.with_pair(place, points, failed=opponent_failed(one, two))
            yield rating, plans[place], pair


def resumed(rating: PointsRating, pgn: str | Path | None, game: str) -> tuple[PointsRating, int]:
    """The rating with the pairs of an earlier run, and the number of the first that is left."""
    if pgn is None:
        raise BadSetting("to resume, give the PGN file of the games that were played (pgn)")
    places = {tag_text(met.rung.name): place for place, met in enumerate(rating.met)}
    outcomes = outcomes_of(game)
    begun = 0
    for pair in read_pairs(pgn):
        known = pair.game == game and pair.a == tag_text(rating.name) and pair.b in places
        if not known or pair.outcomes is None:
            continue
        one, two = pair.outcomes
        if is_declared(one, outcomes) and is_declared(two, outcomes):
            points = one, other_s(two, outcomes)
            rating = rating.with_pair(places[pair.b], points, failed=pair.failed[1])
            begun = max(begun + 1, pair.number or 0)
    return rating, begun
