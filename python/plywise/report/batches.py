"""The report on a run in batches: one page, and its pictures beside it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from plywise.checks import kind
from plywise.errors import BadSetting
from plywise.evaluation.gammon import Gammon
from plywise.files import as_path, write_atomically
from plywise.report import PAGE, batch_page, batch_plots, gammon_openings, gammon_units
from plywise.report.picture import refuse_without_matplotlib

if TYPE_CHECKING:
    from plywise.runs.batches.run import BatchRun


def write(run: BatchRun, folder: str | Path) -> Path:
    """Write the page about a run into a folder, with its pictures beside it; the page comes back.

    The page holds its pictures itself and fetches nothing: it can be moved and sent alone.
    """
    from plywise.runs.batches.run import BatchRun

    refuse_without_matplotlib()
    kind("run", run, BatchRun, "give what pw.learn_batches returns")
    if not len(run.history):
        raise BadSetting(f"the run in {run.directory} has no games yet: nothing to draw")
    where = as_path(folder)
    evaluation = run.as_weights().as_evaluation()
    assert isinstance(evaluation, Gammon), "the settings allow no other networks"
    units = gammon_units.units(evaluation)
    pictures = batch_plots.all_pictures(run.history, run.gates)
    if units:
        shown = gammon_units.picture(units)
        pictures[shown.name] = shown
    text = batch_page.page(
        run,
        pictures,
        units=units,
        openings=gammon_openings.openings(evaluation),
        doubles=gammon_openings.doubles(evaluation),
    )
    where.mkdir(parents=True, exist_ok=True)
    write_atomically(where / PAGE, text.encode())
    for picture in pictures.values():
        picture.save(where / f"{picture.name}.png")
    return where / PAGE
