"""Solving the problems of WCSAC: which iteration of a search does, after how many c-nodes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import plywise as pw
from plywise import _kernel
from plywise.experiments import wcsac
from plywise.experiments.kit.cells import (
    CellJob,
    Hand,
    Value,
    computed,
    deadline,
    fingerprint,
    seconds,
)
from plywise.experiments.kit.plan import ExperimentPlan
from plywise.experiments.wcsac import Task
from plywise.searching import AlphaBeta

STANDARD = "chess/standard"
"""Material 1 3 3 5 9 and nothing else."""
DEEPEST = 60
"""No problem needs more; a search whose tree has ended would go on to the last ply."""
NODES_BY_C_NODES = 2
"""All nodes are at most so many times the c-nodes, or the search is broken off."""
ORDER_SEED = 563
"""Draws the order in which problems are taken: fewer of them are a fair sample then."""


@dataclass(frozen=True, kw_only=True)
class Solved:
    """What one search made of one problem."""

    task: Task
    depth: int | None
    """Of the iteration that solved it; None if none did."""
    c_nodes: int
    """Up to and with that iteration; the limit, if it was not solved."""
    generating: int
    """Those of them at which captures were generated."""
    singular: int
    """Those of the search for singular moves."""
    recapture: int
    """Those of the search for recaptures."""
    least_c_nodes: int
    """Up to the iteration that returned the move with the listed gain or more; else the limit."""
    gained_more: bool
    """Whether it was not solved because the value settled at the listed gain or above it."""


@dataclass(frozen=True, kw_only=True)
class Outcomes:
    """What all rule sets made of all problems."""

    by_rules: Mapping[str, Sequence[Solved]]
    """A list for each rule set, in the order of the tasks."""
    tasks: Sequence[Task]
    seconds: float

    @property
    def common(self) -> set[int]:
        """The numbers of the problems that every rule set solves."""
        return {task.target.number for task in self.tasks} - {
            number for rules in self.by_rules for number in self.unsolved(rules)
        }

    def unsolved(self, rules: str) -> list[int]:
        """The numbers of the problems that a rule set does not solve."""
        return [one.task.target.number for one in self.by_rules[rules] if one.depth is None]

    def commonly(self, rules: str) -> list[Solved]:
        """What a rule set made of the problems that all of them solve."""
        common = self.common
        return [one for one in self.by_rules[rules] if one.task.target.number in common]


@dataclass(frozen=True, kw_only=True)
class Asked:
    """One problem for one search."""

    task: Task
    search: AlphaBeta
    limit: int
    """In c-nodes."""


def outcomes(plan: ExperimentPlan, searches: Mapping[str, AlphaBeta], *, limit: int) -> Outcomes:
    """Solve as many problems as the plan has games, in a fixed random order, with every search.

    With a budget of minutes, as many as fit.
    """
    chosen = shuffled(wcsac.tasks(plan.positions))[: plan.size.games]
    jobs = {
        (task.target.number, rules): CellJob(
            key=f"{task.target.number}, {rules}, {limit}, {fingerprint(search.as_dict())}",
            asked=Asked(task=task, search=search, limit=limit),
        )
        for task in chosen
        for rules, search in searches.items()
    }
    cells = computed(plan, "extensions", list(jobs.values()), solve, until=deadline(plan))
    whole = [
        task
        for task in chosen
        if all(jobs[task.target.number, rules].key in cells for rules in searches)
    ]
    whole.sort(key=lambda task: task.target.number)
    by_rules = {
        rules: [_read(task, cells[jobs[task.target.number, rules].key], limit) for task in whole]
        for rules in searches
    }
    return Outcomes(by_rules=by_rules, tasks=whole, seconds=seconds(cells, plan.workers))


def shuffled(tasks: Sequence[Task]) -> list[Task]:
    """The tasks in a fixed random order, so that the first n are a fair sample of all."""
    lots = _kernel.random_u64(ORDER_SEED, 0, len(tasks))
    return [task for _, task in sorted(zip(lots, tasks, strict=True), key=lambda pair: pair[0])]


def solve(asked: Asked, hand: Hand) -> Value:
    """Search one problem until it is solved or the limit is reached."""
    task = asked.task
    judge = pw.Linear(pw.game("chess").features("material"), weights=STANDARD)
    position = _kernel.Position.parse("chess", task.position)
    material = judge.kernel.value(position)
    limited = replace(asked.search, nodes=NODES_BY_C_NODES * asked.limit)
    seen: list[tuple[str, int]] = []
    with hand.remote() as remote:

        def report(
            depth: int, selective: int, number: int, value: int, bound: str, nodes: int,
            milliseconds: int, full: int, line: list[str],
        ) -> None:  # fmt: skip
            seen.append((line[0] if line else "", value))
            solved = task.is_solved(*seen[-1], material, judge.scale)
            if solved or task.is_past(seen, material, judge.scale):
                remote.finish()

        found = _kernel.Searcher("chess").search(
            position, judge.kernel, limited.settings(judge.scale), remote=remote, report=report
        )
    return {
        "iterations": [
            {"depth": depth, "c_nodes": c_nodes, "generating": generating, "singular": singular,
             "recapture": recapture,
             "gain": (value - material) / judge.scale, "move": move,
             "solves": task.is_solved(move, value, material, judge.scale)}
            for depth, _, c_nodes, generating, singular, recapture, value, move in found.iterations
        ],
        "past": task.is_past(seen, material, judge.scale),
        "seconds": found.seconds,
    }  # fmt: skip


def _read(task: Task, value: Value, limit: int) -> Solved:
    """The outcome that a cell tells of; an iteration beyond the limit does not count."""
    within = [one for one in value["iterations"] if one["c_nodes"] <= limit]
    nothing: Value = {
        "depth": None, "c_nodes": limit, "generating": limit, "singular": 0, "recapture": 0
    }  # fmt: skip
    solved = next((one for one in within if one["solves"]), nothing)
    enough = next((one for one in within if _is_enough(task, one)), nothing)
    return Solved(
        task=task, depth=solved["depth"], c_nodes=solved["c_nodes"],
        generating=solved["generating"], singular=solved["singular"],
        recapture=solved["recapture"], least_c_nodes=enough["c_nodes"],
        gained_more=solved is nothing and value["past"],
    )  # fmt: skip


def _is_enough(task: Task, iteration: Value) -> bool:
    """Whether it returned the move with the listed gain or more; mate is more than any gain."""
    gain = task.target.gain
    enough = gain is not None and iteration["gain"] >= gain and iteration["move"] in task.moves
    return bool(iteration["solves"]) or enough
