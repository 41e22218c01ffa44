"""The papers' experiments: one file each, with its settings on top and what was published."""

import time
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

from plywise.distributed import Workers
from plywise.errors import BadSetting
from plywise.experiments.kit.plan import Experiment, ExperimentPlan, Size, changed
from plywise.experiments.kit.result import Result, Row, Table, lines
from plywise.extras import require
from plywise.naming import unknown

__all__ = [
    "Experiment", "ExperimentPlan", "Result", "Row", "Size", "Table",
    "experiment", "lines", "names", "reproduce",
]  # fmt: skip

RESULTS = Path("docs/results")
WORK = Path("runs/reproduce")


@cache
def _found() -> dict[str, Experiment]:
    """Every experiment declared in this folder: a module with an EXPERIMENT is one."""
    modules = [import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__)]
    declared = [module.EXPERIMENT for module in modules if hasattr(module, "EXPERIMENT")]
    return {experiment.name: experiment for experiment in declared}


def names() -> list[str]:
    """The names of all experiments.

    >>> "walk" in names()
    True
    """
    return sorted(_found())


def experiment(name: str) -> Experiment:
    """The experiment of that name.

    >>> experiment("wlak")
    Traceback (most recent call last):
    plywise.UnknownName: unknown experiment 'wlak'; did you mean 'walk'? ...
    """
    if name not in _found():
        raise unknown("experiment", name, _found())
    return _found()[name]


def reproduce(
    name: str,
    *,
    size: str = "quick",
    seeds: int | None = None,
    games: int | None = None,
    match_games: int | None = None,
    minutes: float | None = None,
    seed: int | None = None,
    workers: int | Workers | None = None,
    positions: str | Path | None = None,
    out: str | Path | None = RESULTS,
    work: str | Path = WORK,
    say: Callable[[str], None] | None = None,
) -> Result:
    """Run a published experiment, write what it found under `out`, and return it.

    `size` is "quick" (minutes on two cores) or "paper" (as published; a cell of a table that would
    take over an hour is "not run"). `seeds`, `games` and `match_games` change it, `seed` is the
    first seed unless the experiment's own will do, and `minutes` cuts the games so that the whole
    fits into that time; the result says how many there were. The learning runs are kept under
    `work`, so that a broken-off reproduction goes on where it was (with the same code; other code
    begins anew). `positions` is the EPD file of an experiment on positions that are not ours to
    ship. `workers` are threads, or other machines (`pw.distributed.on`), to which learning runs,
    matches and most cells are sent. With `out=None` nothing is written.
    """
    from plywise.distributed.local import cores
    from plywise.experiments.kit.fingerprint import digest
    from plywise.experiments.kit.writer import write

    found = experiment(name)
    for package in (*found.needs, *(() if out is None else ("matplotlib",))):
        require(package, f"{name!r}")  # before the work, not after it
    if minutes is not None and not minutes > 0:
        raise BadSetting(f"minutes = {minutes}; it must be above 0")
    if positions is not None and not found.takes_positions:
        takers = [one for one in names() if experiment(one).takes_positions]
        raise BadSetting(f"{name} brings its own positions; a file is for: {', '.join(takers)}")
    hands, crew = (None, workers) if isinstance(workers, Workers) else (workers, None)
    plan = ExperimentPlan(
        experiment=found,
        size_name=size,
        size=changed(found.size(size), seeds=seeds, games=games, match_games=match_games),
        seed=found.first_seed if seed is None else seed,
        workers=crew.count if crew is not None else hands or cores(),
        crew=crew,
        work=Path(work) / digest(),
        minutes=minutes,
        positions=None if positions is None else Path(positions),
        say=say or (lambda line: None),
    )
    begun = time.monotonic()
    with crew or nullcontext():
        result = found.run(plan)
    # Runs that lay ready cost no time now, but they did once: the larger figure is the honest one.
    seconds = max(time.monotonic() - begun, result.seconds)
    result = replace(result, seconds=seconds)
    if out is not None:
        write(result, Path(out) / f"{name}-{size}")
    return result
