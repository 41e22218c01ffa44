"""TD(λ) in backgammon by self-play: what λ, step size, width, features and batches are worth.

TD-Gammon was one run of one setting. Here the settings are crossed in pairs around what plywise
does by itself, and what each learnt plays pubeval, Tesauro's own yardstick.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import numpy as np

from plywise.distributed import threads
from plywise.experiments.gammon import learnt, measured, points
from plywise.experiments.gammon_grid import BASES, CROSSED, STEPS, Crossed, Found, Setting
from plywise.experiments.kit import cells
from plywise.experiments.kit.plan import Experiment, ExperimentPlan, Size
from plywise.experiments.kit.result import NOT_RUN, Cell, Result, Row, Table, text
from plywise.experiments.kit.seeds import mean
from plywise.experiments.kit.writer import csv
from plywise.report.picture import Picture
from plywise.report.theme import Theme

if TYPE_CHECKING:
    from plywise._kernel import Stop
    from plywise.runs.batches.run import BatchRun

MATCH_SEED = 20_000_000
"""Seeds of the matches begin here: dice that no choice of a setting has seen."""


def run(plan: ExperimentPlan) -> Result:
    """Learn with every setting and seed, and play what was learnt against pubeval."""
    base = BASES[plan.size_name]
    settings = list(dict.fromkeys(one for cross in CROSSED for one in cross.settings(base)))
    found, taken = _measured(plan, settings)
    kind = "over seeds" if plan.size.seeds > 1 else "of the match (one seed)"
    return plan.result(
        rows=[_row(setting, found[setting]) for setting in settings],
        error=f"standard error {kind}, points a game against pubeval, a ply deep",
        settings={
            "base": asdict(base),
            "steps": {step: dict(some) for step, some in STEPS.items()},
            "match": {"games": plan.size.match_games, "seed": MATCH_SEED},
        },
        seconds=taken,
        notes=_notes(plan, base),
        tables=(*(_table(cross, base, found) for cross in CROSSED), _by_seed(plan, found)),
        pictures=tuple(_picture(cross, base, found) for cross in CROSSED),
        data={"settings.csv": _csv(found)},
    )


def _learnt(
    plan: ExperimentPlan, settings: Sequence[Setting], limit: float | None
) -> dict[tuple[Setting, int], BatchRun]:
    """The runs that came to their end."""

    def work(asked: tuple[Setting, int], stop: Stop) -> BatchRun | None:
        setting, seed = asked
        plan.say(f"{setting.label}, seed {seed}")
        learning = setting.learning(games=plan.size.games, seed=seed)
        return learnt(plan, "run", stop, until=limit, **learning)

    asked = [(setting, seed) for seed in plan.seeds for setting in settings]
    with threads(plan.workers) as crew:
        runs = zip(asked, crew.ordered(work, asked), strict=True)
        return {one: run for one, run in runs if run is not None and run.is_complete}


def _measured(
    plan: ExperimentPlan, settings: Sequence[Setting]
) -> tuple[dict[Setting, Found], float]:
    """What each setting came to, and the time of all."""
    limit = cells.deadline(plan)
    runs = _learnt(plan, settings, limit)

    def work(asked: tuple[Setting, int], hand: cells.Hand) -> cells.Value:
        del hand  # a match is short
        begun = time.thread_time()
        match = measured(
            points((runs[asked].as_weights(), None), games=plan.size.match_games,
                   seed=MATCH_SEED + asked[1], stream=0, plies=1)
        )  # fmt: skip
        seconds = time.thread_time() - begun + runs[asked].history.seconds
        return {"points": match.mean, "error": match.error, "seconds": seconds}

    games = plan.size.match_games
    jobs = [
        cells.CellJob(key=f"{run.directory.name}, {games} games", asked=one)
        for one, run in runs.items()
    ]
    kept = cells.computed(plan, plan.experiment.name, jobs, work, until=limit, quiet=True)
    played = {job.asked: kept[job.key] for job in jobs if job.key in kept}
    found = {setting: _found(setting, played, runs) for setting in settings}
    return found, cells.seconds(kept, plan.workers)


def _found(
    setting: Setting,
    played: Mapping[tuple[Setting, int], cells.Value],
    runs: Mapping[tuple[Setting, int], BatchRun],
) -> Found:
    there = {one: cell for one, cell in played.items() if one[0] == setting}
    return Found(
        seeds=[seed for _, seed in there],
        points=[cell["points"] for cell in there.values()],
        errors=[cell["error"] for cell in there.values()],
        seconds=[runs[one].history.seconds for one in there],
    )


# ---- telling ---------------------------------------------------------------------------------


def _row(setting: Setting, found: Found) -> Row:
    return Row(label=setting.label, measured=mean(found.points), error=found.error, digits=3)


def _notes(plan: ExperimentPlan, base: Setting) -> tuple[str, ...]:
    return (
        f"What is not said is as in the base: {base.label}.",
        f"What is measured is the mean of the weights over the second half of {plan.size.games:,} "
        f"games, a ply deep, in {plan.size.match_games:,} games with dice of its own for each seed "
        "and the same for all settings. Weights move after games, backwards through each; all "
        "games of a batch are played by the same weights.",
        "Seconds are those of learning on one core each, with other runs beside it.",
        "Nothing was published as figures: TD-Gammon's first network, 40 hidden units and the "
        "checkers alone, was about as good as Neurogammon.",
    )


def _table(cross: Crossed, base: Setting, found: Mapping[Setting, Found]) -> Table:
    names = {"decay": "λ {:g}", "features": "{}"}
    heads = [names[cross.across].format(column) for column in cross.columns]
    header = [cross.down, *heads, *(f"{head}, s" for head in heads)]
    rows = []
    for row in cross.rows:
        here = [found[cross.at(base, row, column)] for column in cross.columns]
        told = [signed(mean(one.points), one.error) for one in here]
        told += [text(mean(one.seconds), digits=1) for one in here]
        rows.append((str(row), *told))
    return Table(
        title=cross.title, header=tuple(header), rows=tuple(rows),
        note="Points a game against pubeval ± standard error; then seconds of learning.",
    )  # fmt: skip


def signed(value: Cell, error: float | None) -> str:
    """A figure with its sign, since 0 is as good as pubeval.

    >>> signed(0.4312, 0.0123), signed("not run", None)
    ('+0.431 ± 0.012', 'not run')
    """
    return f"{'+' * (isinstance(value, float) and value >= 0)}{text(value, error, 3)}"


def _by_seed(plan: ExperimentPlan, found: Mapping[Setting, Found]) -> Table:
    rows = []
    for setting, one in found.items():
        told = dict(zip(one.seeds, (f"{value:+.3f}" for value in one.points), strict=True))
        rows.append((setting.label, *(told.get(seed, NOT_RUN) for seed in plan.seeds)))
    header = ("", *(f"seed {seed}" for seed in plan.seeds))
    return Table(title="All seeds", header=header, rows=tuple(rows))


def _picture(cross: Crossed, base: Setting, found: Mapping[Setting, Found]) -> Picture:
    def draw(grid: Any, theme: Theme) -> None:
        axes = grid[0][0]
        axes.axvline(0, color=theme.quiet, lw=0.8, ls=(0, (1, 3)))
        for n, column in enumerate(cross.columns):
            cells_of = [found[cross.at(base, row, column)] for row in cross.rows]
            there = [(y, one) for y, one in enumerate(cells_of) if one.points]
            label = f"λ {column:g}" if cross.across == "decay" else str(column)
            axes.errorbar(
                [float(np.mean(one.points)) for _, one in there],
                [y + (n - 0.5) * 0.24 for y, _ in there],
                xerr=[one.error or 0.0 for _, one in there],
                fmt="os"[n % 2], ms=5, color=theme.line(3 + n), lw=1.2, label=label,
            )  # fmt: skip
        axes.set_yticks(range(len(cross.rows)), [_name(cross, row) for row in cross.rows])
        axes.set_ylim(len(cross.rows) - 0.4, -0.6)
        axes.set_xlabel("points a game against pubeval")
        axes.xaxis.set_major_formatter("{x:+g}")
        axes.legend(frameon=False, ncols=2, loc="lower left", bbox_to_anchor=(0, 1.0))

    told = "; ".join(
        f"{one.label}: {signed(mean(found[one].points), found[one].error)}"
        for one in cross.settings(base)
    )
    return Picture(
        name=cross.title.lower().replace(" ", "-").replace("λ", "lambda"),
        title=cross.title,
        alt=f"Points a game against pubeval. {told}.",
        caption="Dotted: as good as pubeval. Bars: standard errors.",
        draw=draw,
        height=1.5 + 0.42 * len(cross.rows),
    )


def _name(cross: Crossed, row: Any) -> str:
    return {"hidden": f"{row} hidden", "batch": f"batches of {row}"}.get(cross.down, str(row))


def _csv(found: Mapping[Setting, Found]) -> str:
    rows = [
        [*asdict(setting).values(), *figures]
        for setting, one in found.items()
        for figures in zip(one.seeds, one.points, one.errors, one.seconds, strict=True)
    ]
    header = [*asdict(next(iter(found))), "seed", "points_a_game", "error_of_match", "seconds"]
    return csv(header, rows)


EXPERIMENT = Experiment(
    name="backgammon-td",
    title="TD(λ) in backgammon by self-play, setting by setting",
    source="Thesis 2.3 (TD-Gammon, described there); the grid is our own",
    sizes={
        "quick": Size(seeds=1, games=3_000, match_games=2_000),
        "paper": Size(seeds=3, games=100_000, match_games=20_000),
    },
    run=run,
)
