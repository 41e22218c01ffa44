"""Matches: two players, openings in pairs with colours swapped, and what the result is worth."""

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

from plywise import _kernel
from plywise.checks import callback, is_real, shown
from plywise.distributed import Workers, workers_for
from plywise.errors import BadSetting
from plywise.games.ballot import Opening, usual_ballot
from plywise.games.ballot import ballot as drawn
from plywise.games.game import game as rules_of
from plywise.play.book import Given, Order, book
from plywise.play.brain.brain import Brain
from plywise.play.brain.storing import brain_of
from plywise.play.match_folder import MatchFolder
from plywise.play.match_plan import Adjudication, MatchPlan, Rules, Standing, play_pair
from plywise.play.match_result import MatchResult, game_text
from plywise.play.match_settings import (
    clocks_for,
    refuse_bad_settings,
    refuse_files_beside,
    refuse_resuming_nothing,
    refuse_without_book,
    refuse_without_clock,
    searches_for,
    test_for,
)
from plywise.play.opponents.opponent import PATIENCE
from plywise.play.opponents.seat import no_positions
from plywise.play.pgn import PgnFile, pgn_game
from plywise.play.player import Entrant, Player, game_of, player
from plywise.play.records import Writer, writer
from plywise.play.statistics import Sprt
from plywise.play.time_control import TimeControl
from plywise.searching.selective import Selective
from plywise.searching.settings import AlphaBeta, Searching

MOST_PATIENCE = 86_400  # a day


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
    openings: Given | None = None,
    book_plies: int | None = None,
    order: Order | None = None,
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
    tc: str | TimeControl | Sequence[str | TimeControl] | None = None,
    margin: int = 0,
    out: str | Path | None = None,
    resume: bool = False,
    on_pair: Callable[[MatchResult], None] | None = None,
) -> MatchResult:
    """A match of A against B: every opening is played twice, with colours swapped.

    `a` and `b` are weights (a name, a file, a run, `Weights`, an evaluation), which know their
    `game`, weights that are drawn for each game (`random_weights`), a `Player`, "random", or
    somebody else's engine ("stockfish:elo=1600,nodes=10000"), which has lost a game when it fails
    or does not answer for `patience` seconds. Both search alike, to `depth` (4 unless told
    otherwise), or with so many `nodes` or milliseconds (`movetime`) a move, or as `search` says:
    one search, or one for each. Openings are `ballot` random plies (4, or fewer in short games),
    or come from a file (see `read_openings`; also a `.bin` of Polyglot's) or a list (a FEN, an EPD
    or UCI moves each), cut to `book_plies`, in their `order` ("sequential" or "random", by the
    seed) and then from the first again (see `book`). Up to `noise` units of weight 1 are added to
    root values. A game of `max_plies` is adjudicated; where neither is given, as is usual in the
    game.
    A's `brain` (a `Brain`, its file, or the run it lies in) is used and not changed.
    With `sprt=(elo0, elo1)` the match ends as soon as the test has decided, after `games` at most.

    With `tc` both play on a clock (`TimeControl`): "10+0.1" are 10 seconds and a tenth more for
    every move, and a pair of them is A's and B's. Who overruns it by more than `margin`
    milliseconds has lost. Searches then end by the clock and by limits that they name themselves,
    games are played one at a time unless `workers` says otherwise, since they would take each
    other's time, and no two matches are the same.

    The result does not depend on the number of `workers`: pairs count in their order. Whole pairs
    are added to the file `pgn` as they end, or to `record` in the form that its suffix says (for
    shogi also .csa, .kif and .kifu), and `on_pair` sees the result so far after each; so a Ctrl-C
    loses nothing but the games that were still running.

    In the folder `out` the match can be looked at while it is played (`plywise serve`), and gone on
    with: with `resume` the pairs that stand there count, and the rest is played. What comes of it
    is the same as without a break. Other settings than those of the folder are refused.

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
    refuse_resuming_nothing(resume, out)
    clocks = clocks_for(tc, margin)
    searches = searches_for(
        search, depth=depth, nodes=nodes, movetime=movetime, game=game, clock=clocks.times[0]
    )
    how = {"pairs": games // 2, "seed": seed, "game": game}
    begun_from = _openings(openings, ballot, plies=book_plies, order=order, **how)
    one, two = (
        greeted(
            _adapted(player(who, search=using, game=game, clock=clock), noise, rules),
            begun_from,
            patience,
        )
        for who, using, clock in zip((a, b), searches, clocks.times, strict=True)
    )
    refuse_without_clock(clocks, one, two)
    if brain is not None:
        one = one.with_brain(brain_of(brain))
    plan = MatchPlan(
        a=one, b=two, game=game, games=games, rules=rules, adjudication=adjudication,
        max_plies=max_plies, seed=seed, ballot=ballot if openings is None else 0,
        openings=begun_from, sprt=test_for(sprt), clocks=clocks,
    )  # fmt: skip
    # Threads take turns at Python: more than one would only wait for each other.
    workers = 1 if workers is None and _kernel.rules(game) is not None else workers
    with ExitStack() as stack:
        folder = None
        if out is not None:
            refuse_files_beside(resume, pgn=pgn, record=record)
            folder = stack.enter_context(MatchFolder(out, plan, resume=resume))
        files: list[Writer] = [] if pgn is None else [(PgnFile(pgn), pgn_game)]
        files += [] if record is None else [writer(record, game)]
        for file, _ in files:
            stack.enter_context(file)
        crew = stack.enter_context(workers_for(clocks.workers(workers)))
        return _play(plan, crew, folder, files, on_pair)


def _play(
    plan: MatchPlan,
    crew: Workers,
    folder: MatchFolder | None,
    files: Sequence[Writer],
    on_pair: Callable[[MatchResult], None] | None,
) -> MatchResult:
    """Play the plan's pairs until they are done or the test has decided."""
    standing = Standing(plan)
    if folder is not None:
        for pair in folder.known:
            standing.add(pair)
        folder.write(standing.result, is_over=False)
        if on_pair is not None and folder.known:
            on_pair(standing.result)
    if standing.is_over:
        return standing.result
    names = plan.a.name, plan.b.name
    for pair in crew.ordered(play_pair, plan.pairs(standing.pairs)):
        standing.add(pair)
        if folder is not None:
            folder.keep(pair, standing.result)
        for file, text_of in files:
            file.add(game_text(game, *names, plan.settings, text_of=text_of) for game in pair)
        if on_pair is not None:
            on_pair(standing.result)
        if standing.is_over:
            break  # pairs that ran beside this one do not count: they depend on the workers
    return standing.result


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
    given: Given | None, ballot: int, *, plies: int | None, order: Order | None, **how: Any
) -> list[Opening]:
    """Those of the book, or one of random moves for each pair."""
    if given is not None:
        return book(given, plies=plies, order=order or "sequential", **how)
    refuse_without_book(book_plies=plies, order=order)
    return drawn(how.pop("pairs"), plies=ballot, **how)
