"""Suites of test positions: how many of them a search solves, and how soon."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from plywise import _kernel
from plywise._kernel import (
    Evaluation,
    GrownSearch,
    Position,
    Searcher,
    Stop,
    expectimax,
)
from plywise.checks import callback, kind, whole
from plywise.distributed import Workers, workers_for
from plywise.distributed.belongings import with_programs
from plywise.evaluation.weights import usual
from plywise.games.ballot import U64, Opening
from plywise.games.game import game as rules_of
from plywise.play.epd import legal_move
from plywise.play.foreign_game import missing_programs, programs
from plywise.play.in_python import Found
from plywise.play.match import greeted
from plywise.play.match_settings import searches_for
from plywise.play.opponents.failure import (
    DECLARED,
    RESIGNED,
    EngineDeclared,
    EngineFailed,
    EngineResigned,
)
from plywise.play.opponents.opponent import PATIENCE, Opponent
from plywise.play.opponents.session import Iterated, Listener
from plywise.play.player import Entrant, Player, game_of, player
from plywise.play.problems import Problem, Problems, parse_problems, read_problems
from plywise.play.suite_result import Solution, SuiteResult
from plywise.searching.in_games import GameSearch
from plywise.searching.result import Progress
from plywise.searching.search import reporter
from plywise.searching.settings import Searching


def suite(
    positions: str | Path | Sequence[str],
    who: "Entrant | None" = None,
    *,
    game: str | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    movetime: int | None = None,
    search: Searching | None = None,
    seed: int = 0,
    workers: int | Workers | None = None,
    patience: float = PATIENCE,
    on_position: Callable[[SuiteResult], None] | None = None,
) -> SuiteResult:
    """What a player makes of test positions: those of an EPD file, or of a list of lines.

    A position is solved by a move of its `bm`, or by none of its `am`; where moves have points
    (`c0 "f5=10, Be5+=2"`, or `c8` and `c9`), those are added up too. Lines that cannot be used are
    left out and named in `troubles`; BadInput where none is left.

    `who` is whatever plays matches: weights in any form, by default the game's usual ones, or
    somebody else's engine ("stockfish:nodes=10000"). It searches to `depth` (4 unless told
    otherwise), with so many `nodes` or milliseconds (`movetime`) a position, or as `search` says.
    Every position is searched afresh with the same `seed`, so that the moves depend neither on the
    number of `workers` nor on the other positions (with a time limit, on the machine).
    `on_position` sees the result so far after each.

    >>> found = suite(['6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#; id "mate.1";'], "chess/standard")
    >>> found.solved, found.positions, found.rows[0].found_at.depth
    (1, 1, 1)
    """
    game = _game(who) if game is None else rules_of(game).name
    callback("on_position", on_position)
    whole("seed", seed, most=U64 - 1)
    read = _read(positions, game)
    using, _ = searches_for(search, depth=depth, nodes=nodes, movetime=movetime, game=game)
    entrant = usual(game) if who is None else who
    openings = [Opening(start=problem.position) for problem in read.problems]
    one = greeted(player(entrant, search=using, game=game), openings, patience)
    settings = {
        "game": game, "file": read.source, "positions": _digest(read.problems), "seed": seed,
        "version": _kernel.version, "player": one.as_dict(),
    }  # fmt: skip
    rows: list[Solution] = []

    def result() -> SuiteResult:
        return SuiteResult(
            name=one.name, rows=tuple(rows), troubles=read.troubles, settings=settings
        )

    # Threads take turns at Python: more than one would only wait for each other.
    workers = 1 if workers is None and _kernel.rules(game) is not None else workers
    with workers_for(workers) as crew:
        jobs = (Asked.of(one, problem, seed) for problem in read.problems)
        for row in crew.ordered(solve, jobs):
            rows.append(row)
            if on_position is not None:
                on_position(result())
    return result()


def _game(who: "Entrant | None") -> str:
    return game_of() if who is None else game_of(who)


def _read(positions: str | Path | Sequence[str], game: str) -> Problems:
    if isinstance(positions, str | Path):
        return read_problems(positions, game=game)
    hint = "give an EPD file, or a list of its lines"
    kind("positions", positions, Iterable, hint)
    lines = list(positions)
    for line in lines:
        kind("positions", line, str, hint)
    return parse_problems(lines, game=game, source="positions")


@dataclass(frozen=True, kw_only=True)
class Asked:
    """One position for one player: all that a worker needs."""

    problem: Problem
    evaluation: Evaluation
    search: GameSearch
    opponent: Opponent | None
    """The engine that is asked, where it is not us."""
    seed: int

    @staticmethod
    def of(who: Player, problem: Problem, seed: int) -> "Asked":
        """A position for a player."""
        who = who.in_game(seed=seed, number=0)
        return Asked(
            problem=problem, evaluation=who.evaluation, search=who.settings, opponent=who.opponent,
            seed=seed,
        )  # fmt: skip


@with_programs(
    lambda asked: programs([(asked.opponent, None)]),
    lambda asked: missing_programs([(asked.opponent, None)]),
)
def solve(asked: Asked, stop: Stop) -> Solution:
    """What a search makes of one position: one piece of work for a worker."""
    position = Position.parse(asked.evaluation.game, asked.problem.position)
    told: list[Iterated] = []
    if asked.opponent is not None:
        return _engine_s(asked, asked.opponent, position, told, stop)
    found = _searched(asked, position, told.append, stop)
    end = Iterated(found.depth, found.nodes, found.seconds, found.move or "")
    return Solution(
        problem=asked.problem, move=found.move, depth=end.depth, nodes=end.nodes,
        seconds=end.seconds, found_at=since(asked.problem, told, end),
    )  # fmt: skip


def since(problem: Problem, told: Sequence[Iterated], end: Iterated) -> Iterated | None:
    """The first of those iterations after which nothing but a right move was preferred.

    That may be the end itself, where the last iteration was not finished.
    """
    if not told or not problem.is_solved(end.move):
        return None
    wrong = [n for n, one in enumerate(told) if not problem.is_solved(one.move)]
    return [*told, end][wrong[-1] + 1 if wrong else 0]


def _searched(asked: Asked, position: Position, on_iteration: Listener, stop: Stop) -> Found:
    """What our search finds."""
    using, evaluation, seed = asked.search, asked.evaluation, asked.seed
    if isinstance(using, GrownSearch):
        return using.search(position, evaluation, seed=seed, stop=stop)
    options = using.as_dict()
    if options["expectimax"] and not options["random_play"]:
        return expectimax(position, evaluation, using, seed, stop=stop)

    def hear(one: Progress) -> None:
        on_iteration(Iterated(one.depth, one.nodes, one.seconds, one.line[0] if one.line else ""))

    return Searcher(position.game).search(
        position, evaluation, using, seed=seed, report=reporter(hear), stop=stop
    )


def _engine_s(
    asked: Asked, engine: Opponent, position: Position, told: list[Iterated], stop: Stop
) -> Solution:
    """What somebody else's engine finds; one that fails has not solved the position."""

    def hear(one: Iterated) -> None:
        told.append(one._replace(move=legal_move(position, one.move) or one.move))

    try:
        with engine.seat(stop) as seat:
            move = seat.move(position, asked.problem.position, (), hear)
            seconds = seat.seconds
            seat.leave(0.5)
    except (EngineFailed, EngineResigned, EngineDeclared) as how:
        return Solution(problem=asked.problem, move=None, failure=_failure(how))
    depth, nodes = (told[-1].depth, told[-1].nodes) if told else (0, 0)
    at = since(asked.problem, told, Iterated(depth, nodes, seconds, move))
    return Solution(
        problem=asked.problem, move=move, depth=depth, nodes=nodes, seconds=seconds, found_at=at
    )


def _failure(how: EngineFailed | EngineResigned | EngineDeclared) -> str:
    if isinstance(how, EngineFailed):
        return how.reason
    return DECLARED if isinstance(how, EngineDeclared) else RESIGNED


def _digest(problems: Sequence[Problem]) -> str:
    """A fingerprint of the positions, by which two results can be told to be of the same."""
    text = "\n".join(problem.line for problem in problems)
    return f"{len(problems)}, sha256 {sha256(text.encode()).hexdigest()[:16]}"
