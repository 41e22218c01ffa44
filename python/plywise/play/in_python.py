"""One whole game move by move in plain Python, to be read.

The kernel plays whole games in one call, without Python in between; a test holds the two together,
record by record. Games with somebody else's engine go the same way, in `play.foreign_game`.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from plywise._kernel import (
    Chosen,
    Evaluation,
    ExpectimaxResult,
    GameJob,
    GrownSearch,
    Planted,
    Position,
    SearchResult,
    Settings,
    Stop,
    expectimax,
    facts,
    move_seed,
    quiet_line,
    search,
)
from plywise.games.declared import facts_of
from plywise.games.dice import throw
from plywise.games.points import even, plain_win
from plywise.play.record import GameRecord, PredictionKind
from plywise.searching.in_games import GameSearch

_SLOW = "fifty moves"
_BY_HISTORY = (_SLOW, "repetition", "perpetual check")
"""The ends that depend on what went before."""


Found: TypeAlias = SearchResult | ExpectimaxResult | Chosen
"""What a search found."""


@dataclass(frozen=True, kw_only=True)
class Prediction:
    """What one search said, first player's view."""

    ply: int
    mover: int
    kind: PredictionKind
    value: float
    result: float
    outputs: Sequence[float]
    gradients: Sequence[Sequence[tuple[int, float]]]
    quiet: Sequence[float]
    """The values where quiescence ends of the position, and of those behind it on the line, if the
    job asks for them."""
    nodes: int
    """What that took."""
    predicted_reply: str | None


def play_game_in_python(job: GameJob) -> GameRecord:
    """Play the game that `job` describes, move by move, and record it as the kernel does.

    1. Opening moves are given; after them the side to move searches, seeded by run, game and ply.
       Dice are thrown by the game, of seed and ply alone.
    2. Each search leaves a prediction: the evaluation at its leaf, or a result by the rules.
    3. The game ends by the rules, or by adjudication at the ply limit.

    >>> from plywise._kernel import play_game
    >>> from plywise.play.player import player
    >>> from plywise.searching import AlphaBeta
    >>> weak = player("chess/ones", search=AlphaBeta(depth=1))
    >>> job = GameJob(game="chess", first=weak.evaluation, second=weak.evaluation,
    ...               first_search=weak.settings, second_search=weak.settings, seed=1, number=0)
    >>> play_game_in_python(job) == GameRecord.from_kernel(play_game(job))
    True
    """
    position = starting_position(job)
    start = str(position)
    moves: list[str] = []
    predictions: list[Prediction] = []
    nodes = 0
    before_roll = position
    while (end := ending(job, position, len(moves))) is None:
        ply = len(moves)
        if ply < len(job.opening):
            move = job.opening[ply]
        elif position.turn == "chance":
            move = throw(position, seed=job.seed, number=dice_of(job), ply=ply)
        else:
            found = searched(job, position, ply)
            nodes += found.nodes
            if learns(job, position):
                predictions.append(prediction(job, position, ply, found, before_roll))
                nodes += predictions[-1].nodes
            move = move_of(found)
        moves.append(move)
        following = position.after(move)
        before_roll = position if position.turn == "chance" else following
        position = following
    outcome, reason = end
    return record_of(job, start, moves, outcome, reason, nodes, predictions)


def starting_position(job: GameJob) -> Position:
    """Where the game of a job begins, before its opening moves."""
    return Position.start(job.game) if job.start is None else Position.parse(job.game, job.start)


def learns(job: GameJob, position: Position) -> bool:
    """Whether the searches of the side to move are recorded."""
    return job.learn_at != "none" and job.learner in ("both", position.turn)


def is_watched(job: GameJob, watching: GameJob, position: Position) -> bool:
    """Whether it is the turn of who does not learn, in a game that is being watched."""
    return learns(watching, position) and not learns(job, position)


def dice_of(job: GameJob) -> int:
    """The game whose dice a job has: its own number's, unless another one's are given."""
    return job.number if job.dice is None else job.dice


def side(job: GameJob, position: Position) -> tuple[Evaluation, GameSearch]:
    """Evaluation and search of the side to move."""
    if position.turn == "second":
        return job.second, job.second_search
    return job.first, job.first_search


def searched(
    job: GameJob,
    position: Position,
    ply: int,
    stop: Stop | None = None,
    planted: Planted | None = None,
) -> Found:
    """What the search of the side to move finds; `stop` ends it by KeyboardInterrupt.

    What a brain has `planted` is for alpha-beta alone.
    """
    evaluation, settings = side(job, position)
    seed = move_seed(job.seed, job.number, ply)
    if isinstance(settings, GrownSearch):
        return settings.search(position, evaluation, seed=seed, stop=stop)
    options = settings.as_dict()
    if options["expectimax"] and not options["random_play"]:
        predicts = learns(job, position)  # with the gradients of all leaves: most of the time, here
        return expectimax(position, evaluation, settings, seed, predict=predicts, stop=stop)
    return search(position, evaluation, settings, seed, stop, planted=planted)


def move_of(found: Found) -> str:
    """The move that it chose."""
    assert found.move is not None, "a search of a position that has not ended always finds a move"
    return found.move


def ending(job: GameJob, position: Position, ply: int) -> tuple[float, str] | None:
    """Score and reason when the game is over, None while it goes on."""
    end = _by_rules(job, position)
    return end if end is not None or ply < job.max_plies else _adjudication(job, position)


def _by_rules(job: GameJob, position: Position) -> tuple[float, str] | None:
    """The end by the rules of the job; the bare ones know nothing of what went before."""
    outcome, reason = position.outcome, position.outcome_reason
    passed_over = _BY_HISTORY if job.rules == "bare" else () if job.fifty_moves else (_SLOW,)
    if outcome is not None and reason is not None and reason not in passed_over:
        return outcome, reason
    if job.rules == "bare" and _is_two_knights(position):
        return 0.5, "insufficient material"
    return None


def _is_two_knights(position: Position) -> bool:
    """Whether one side has two knights, the other nothing (thesis, appendix E.4)."""
    if not facts_of(position.game).two_knights_draw:
        return False
    kinds = ("pawn", "knight", "bishop", "rook", "queen")
    men = sorted([position.count(kind, side) for kind in kinds] for side in ("first", "second"))
    return men == [[0, 0, 0, 0, 0], [0, 2, 0, 0, 0]]


def _adjudication(job: GameJob, position: Position) -> tuple[float, str]:
    """A win if the judges see the same side ahead, otherwise a draw (thesis, chapter 5)."""
    seen = {_sign(_view(position) * judge.value(position)) for judge in _judges(job)}
    leader = seen.pop() if len(seen) == 1 else 0
    outcomes = facts(job.game).outcomes
    if leader == 0:
        return even(outcomes), "adjudicated draw"
    return plain_win(outcomes, first=leader > 0), "adjudicated win"


def _judges(job: GameJob) -> Sequence[Evaluation]:
    """Who has to agree at the last ply; without anybody it is a draw."""
    if job.adjudication == "judge":
        return () if job.judge is None else (job.judge,)
    return (job.first, job.second) if job.adjudication == "agree" else ()


def prediction(
    job: GameJob,
    position: Position,
    ply: int,
    found: Found,
    before_roll: Position | None = None,
) -> Prediction:
    """What the search predicts, at its principal leaf or as the mean over its leaves.

    For TD-Directed it is the position itself, before its dice were thrown. All are judged as the
    search did: by the stage and the side at its root.
    """
    evaluation, _ = side(job, position)
    by_rules = _is_result(found) and job.learn_at != "position"
    forced = len(found.roots if isinstance(found, Chosen) else found.root_values) == 1
    if job.learn_at != "position" and isinstance(found, ExpectimaxResult):
        assert found.prediction is not None, "asked for above"
        judged = found.prediction
    else:
        at = before_roll or position
        if job.learn_at != "position" and not isinstance(found, ExpectimaxResult):
            at = position.after_all(found.line) if isinstance(found, Chosen) else found.leaf
        judged = evaluation.judged(at, position)
    value, outputs, gradients = judged
    result = _result(position, found) if by_rules else math.nan
    if by_rules:  # there is no gradient to follow, and nothing but the result to predict
        gradients = [[] for _ in gradients]
        if outputs and not isinstance(found, ExpectimaxResult):
            outputs = evaluation.targets(result, facts(job.game).outcomes)
    if job.learn_at == "nodes":
        assert isinstance(found, SearchResult), "refused by the kernel's own games"
        gradients = [found.taught]
    quiet: list[float] = []
    quiet_nodes = 0
    if "quiet" in job.learn_at:
        quiet, own, quiet_nodes = _at_rest(job, position, found.line)
        gradients = own if job.learn_at == "quiet" else [*gradients, *own]
    return Prediction(
        ply=ply,
        mover=1 if position.turn == "second" else 0,
        kind=PredictionKind.RESULT
        if by_rules
        else PredictionKind.FORCED
        if forced
        else PredictionKind.LEAF,
        value=value,
        result=result,
        outputs=outputs,
        gradients=gradients,
        quiet=quiet,
        nodes=quiet_nodes,
        predicted_reply=found.line[1] if len(found.line) > 1 else None,
    )


def _at_rest(
    job: GameJob, root: Position, line: Sequence[str]
) -> tuple[list[float], list[list[tuple[int, float]]], int]:
    """Value and gradient where quiescence ends of the root, and of those behind it that learn too.

    With them the nodes that it takes. Where the line is short, or the game over, nothing is left to
    learn.
    """
    evaluation, settings = side(job, root)
    assert isinstance(settings, Settings), "refused by the kernel's own games"
    many = settings.as_dict()["teaches_line"]
    values: list[float] = []
    gradients: list[list[tuple[int, float]]] = []
    nodes = 0
    for ply in range(min(many, len(line) + 1)):
        position = root.after_all(line[:ply])
        if not position.moves or position.quick_ending is not None:
            break
        quiet, more = quiet_line(position, evaluation, settings)
        value, _, own = evaluation.judged(position.after_all(quiet), root)
        values, gradients, nodes = [*values, value], [*gradients, *own], nodes + more
    missing = many - len(values)
    return [*values, *[0.0] * missing], [*gradients, *[[]] * missing], nodes


def _is_result(found: Found) -> bool:
    """Whether the game is over by the rules at the end of its line."""
    return found.score is not None if isinstance(found, Chosen) else found.kind == "result"


def is_planted(found: Found) -> bool:
    """Whether its value is what a brain knew of the last position of its line."""
    return isinstance(found, SearchResult) and found.kind == "planted"


def _view(position: Position) -> int:
    """Turns a value for the side to move into the first player's view."""
    return -1 if position.roller == "second" else 1


def _result(position: Position, found: Found) -> float:
    """The first player's score by the rules that a search saw; the mean, where dice decide."""
    if isinstance(found, ExpectimaxResult | Chosen):
        return math.nan if found.score is None else found.score
    return (_sign(_view(position) * found.value) + 1) / 2


def _sign(value: int) -> int:
    """1, 0 or −1: who is ahead by a value in the first player's view."""
    return (value > 0) - (value < 0)


def record_of(
    job: GameJob,
    start: str,
    moves: list[str],
    outcome: float,
    reason: str,
    nodes: int,
    predictions: Sequence[Prediction],
) -> GameRecord:
    """Predictions as arrays, the gradients row after row (CSR)."""
    if job.learn_at == "none":
        predictions = ()
    learner = job.second if job.learner == "second" else job.first
    named = learner.objective == "points" and job.learn_at != "none"
    outcomes = facts(job.game).outcomes
    gradients = [gradient for p in predictions for gradient in p.gradients]
    entries = [entry for gradient in gradients for entry in gradient]
    return GameRecord(
        number=job.number, start=start, moves=tuple(moves),
        opening_plies=min(len(job.opening), len(moves)),
        outcome=outcome, outcomes=tuple(outcomes), reason=reason, nodes=nodes,
        outputs=tuple(learner.outputs) if named else (),
        targets=tuple(learner.targets(outcome, outcomes)) if named else (),
        predictions=np.array([p.outputs for p in predictions], np.float64),
        values=np.array([p.value for p in predictions], np.float64),
        quiet=np.array([value for p in predictions for value in p.quiet], np.float64),
        kinds=np.array([p.kind for p in predictions], np.uint8),
        results=np.array([p.result for p in predictions], np.float64),
        movers=np.array([p.mover for p in predictions], np.uint8),
        ply_numbers=np.array([p.ply for p in predictions], np.int32),
        indptr=np.cumsum([0, *map(len, gradients)], dtype=np.int64),
        indices=np.array([index for index, _ in entries], np.int32),
        data=np.array([slope for _, slope in entries], np.float64),
        predicted_replies=tuple(p.predicted_reply for p in predictions),
    )  # fmt: skip
