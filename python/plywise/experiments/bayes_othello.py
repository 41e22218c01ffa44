"""Past the paper: Bayesian search in Othello, all of it learnt here (van der Spoel 2007, 5.2.5).

The evaluation is learnt by self-play, and spikes are trained on how that evaluation changes by a
deeper search of positions from its own games. Alpha-beta judges by the same evaluation.
"""

import time
from collections.abc import Mapping
from typing import Any

from plywise.evaluation.protocol import Evaluation
from plywise.evaluation.weights import Weights
from plywise.experiments.kit import cells
from plywise.experiments.kit.plan import Experiment, ExperimentPlan, Size
from plywise.experiments.kit.result import Result, Row, Table
from plywise.experiments.kit.study import RunKind, study
from plywise.games.ballot import Opening
from plywise.games.starts import starts
from plywise.learning.spike_training import GeneratorKind, Trained, Training, train
from plywise.learning.usual import steady
from plywise.play import arena
from plywise.play.match import match
from plywise.play.player import Player
from plywise.play.statistics import Tally
from plywise.searching.search import search
from plywise.searching.selective import Bayesian
from plywise.searching.settings import AlphaBeta
from plywise.selective.generator import Generator

GAME, FEATURES = "othello", "mobility"
LEARNING = RunKind(
    label="othello-mobility",
    settings={"game": GAME, "features": FEATURES, **steady(GAME), "search": AlphaBeta(depth=3)},
)
SHARE = 0.5
"""The end of the learning run over which weights are averaged."""
STEEPNESS = 1.0
"""Of the logistic by which the evaluation was learnt."""
KINDS: tuple[GeneratorKind, ...] = ("constant", "tree", "network")
SPIKES, DEPTH, POSITIONS = 5, 4, 4_000
GULPS = (0.25, 0.02, 0.005)
TIMED = 0.02
"""The gulp with which equal time is measured."""
BUDGETS = {"quick": (500,), "paper": (500, 2_000, 8_000)}
"""Nodes of a move."""
SPEED_POSITIONS = 20
Asked = tuple[str, float, int, int, int]
"""Kind of spikes, gulp, nodes of Bayesian search, nodes of alpha-beta, pairs."""


def run(plan: ExperimentPlan) -> Result:
    """Learn, train, and play at equal nodes and at equal time."""
    found = study(plan, [LEARNING])
    trace = found.traces[LEARNING.label][0]
    values = tuple(float(value) for value in trace.tail(SHARE))
    weights = Weights(game=GAME, features=FEATURES, values=values)
    made: dict[str, Trained] = {
        kind: train(GAME, weights, _training(kind, plan.seed)) for kind in KINDS
    }
    evaluation = arena.judge(GAME, weights)
    ratios = {
        nodes: _ratio(evaluation, made["tree"].generator, nodes)
        for nodes in BUDGETS[plan.size_name]
    }
    asked = _asked(plan, ratios)

    def play(one: Asked, hand: cells.Hand) -> dict[str, Any]:
        del hand  # searches here are short
        generator = made[one[0]].generator
        return {"scores": _pairs(plan.seed, evaluation, generator, one)}

    jobs = [cells.CellJob(key=f"{values} {one}", asked=one) for one in asked]
    kept = cells.computed(plan, "bayes-othello", jobs, play)
    tallies = {job.asked: Tally.of_pairs(kept[job.key]["scores"]) for job in jobs}
    errors: dict[str, tuple[float, float, float]]
    errors = {kind: (one.errors.score, one.errors.distance, one.errors.height)
              for kind, one in made.items()}  # fmt: skip
    return plan.result(
        rows=[_row(one, tally, ratios) for one, tally in tallies.items()],
        error=f"half the 95 % interval over {plan.size.match_games // 2} pairs of games",
        settings={
            "weights": dict(zip(trace.names, values, strict=True)),
            "spikes": {"number": SPIKES, "depth": DEPTH, "positions": POSITIONS},
        },
        seconds=found.seconds,
        notes=(
            "Each start (a random opening) is played twice with sides changed. Equal time: alpha-"
            "beta gets more nodes, in the ratio of the processor time that a node took both "
            f"searches on {SPEED_POSITIONS} positions in the same run; that ratio is measured, so "
            "these rows are not the same to the bit.",
        ),
        tables=(_errors(errors),),
    )


def _training(kind: GeneratorKind, seed: int) -> Training:
    return Training(
        kind=kind, depth=DEPTH, positions=POSITIONS, spikes=SPIKES, steepness=STEEPNESS, seed=seed
    )


def _asked(plan: ExperimentPlan, ratios: Mapping[int, float]) -> list[Asked]:
    pairs, budgets = plan.size.match_games // 2, BUDGETS[plan.size_name]
    equal_nodes = [
        (kind, gulp, nodes, nodes, pairs)
        for nodes in budgets
        for kind, gulp in [("tree", gulp) for gulp in GULPS]
        + [(kind, TIMED) for kind in KINDS if kind != "tree"]
    ]
    equal_time = [
        ("tree", TIMED, nodes, round(nodes * ratio), pairs) for nodes, ratio in ratios.items()
    ]
    return equal_nodes + equal_time


def _bayesian(generator: Generator, gulp: float, nodes: int) -> Bayesian:
    return Bayesian(nodes=nodes, gulp=gulp, spikes=generator, steepness=STEEPNESS)


def _alpha_beta(nodes: int) -> AlphaBeta:
    fighter = arena.fighter("alpha-beta", nodes)
    assert isinstance(fighter, AlphaBeta)
    return fighter


def _pairs(
    seed: int, evaluation: Evaluation, generator: Generator, one: Asked
) -> list[tuple[float, float]]:
    _, gulp, nodes, others, pairs = one
    ours, theirs = _bayesian(generator, gulp, nodes), _alpha_beta(others)
    sides = [Player(name=by.kind, evaluation=evaluation.kernel, search=by) for by in (ours, theirs)]
    begun_from = [Opening(start=str(start)) for start in starts(GAME, pairs, seed=seed)]
    played = match(*sides, game=GAME, games=2 * pairs, openings=begun_from, seed=seed, workers=1)
    outcomes = [record.outcome for record in played.records]
    return [(one, 1.0 - two) for one, two in zip(outcomes[::2], outcomes[1::2], strict=True)]


def _ratio(evaluation: Evaluation, generator: Generator, nodes: int) -> float:
    """The processor time of a Bayesian node by that of an alpha-beta node."""
    places = starts(GAME, SPEED_POSITIONS, seed=1)

    def cost(using: Bayesian | AlphaBeta) -> float:
        begun, made = time.process_time(), 0
        for start in places:
            made += search(start, evaluation, using).nodes
        return (time.process_time() - begun) / made

    return cost(_bayesian(generator, TIMED, nodes)) / cost(_alpha_beta(nodes))


def _row(one: Asked, tally: Tally, ratios: Mapping[int, float]) -> Row:
    kind, gulp, nodes, others, _ = one
    equal = "nodes" if nodes == others else f"time ({ratios[nodes]:.1f} × as many for alpha-beta)"
    low, high = tally.score_interval or (0.0, 1.0)
    return Row(
        label=f"{nodes:,} nodes, {kind} spikes, gulp {gulp:g}, equal {equal}, %",
        measured=100 * (tally.score or 0.0),
        error=50 * (high - low),
        digits=1,
    )


def _errors(errors: Mapping[str, tuple[float, float, float]]) -> Table:
    return Table(
        title="The spikes on positions that they were not made from",
        header=("", "score", "distance error", "height error"),
        rows=tuple((kind, *(f"{value:.4g}" for value in found)) for kind, found in errors.items()),
        note="Less is better.",
    )


EXPERIMENT = Experiment(
    name="bayes-othello",
    title="Bayesian search against alpha-beta in Othello, evaluation and spikes learnt",
    source="van der Spoel 2007, 5.2.5 (proposed there, not done)",
    sizes={
        "quick": Size(seeds=1, games=1_500, match_games=40),
        "paper": Size(seeds=1, games=1_500, match_games=600),
    },
    run=run,
)
