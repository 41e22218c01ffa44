"""Several runs side by side: one weight over their games, and what their settings differ in."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plywise.errors import BadSetting
from plywise.learning.tables import flat
from plywise.page import series
from plywise.page.watching import Watched
from plywise.report.parts import setting
from plywise.runs.run import Run

Array = NDArray[np.float64]
POINTS = 300
MOST_RUNS = 32
ASIDE = ("seed", "minutes", "games")
"""Settings in which runs of one kind may differ."""


@dataclass(frozen=True)
class Compared:
    """Runs that are compared, all of one game, and the weights that they share."""

    runs: tuple[Watched, ...]
    names: tuple[str, ...]

    def groups(self) -> list[list[Watched]]:
        """The runs of each kind: those that differ by their seeds alone."""
        kinds: dict[str, list[Watched]] = {}
        for run in self.runs:
            table = flat(run.single.config.as_dict())
            key = repr(sorted((k, v) for k, v in table.items() if k not in ASIDE))
            kinds.setdefault(key, []).append(run)
        return list(kinds.values())


def compared(runs: list[Watched]) -> Compared:
    """The runs, if they can be compared; BadSetting otherwise."""
    if not runs:
        raise BadSetting("no runs to compare; tick some on the list of runs")
    if len(runs) > MOST_RUNS:
        raise BadSetting(f"{len(runs)} runs; at most {MOST_RUNS} can be told apart")
    first, *others = (run.single for run in runs)
    if other := next((run for run in others if run.config.game != first.config.game), None):
        raise BadSetting(
            f"a run of {first.config.game} and one of {other.config.game} have no weight in common"
        )
    shared = [_shown(first), *(set(_shown(run)) for run in others)]
    names = tuple(name for name in shared[0] if all(name in these for these in shared[1:]))
    if not names:
        raise BadSetting("these runs have no weight in common that has a line of its own")
    return Compared(tuple(runs), names)


def _shown(run: Run) -> list[str]:
    return [run.names[n] for n in series.shown_columns(run)]


def lines(found: Compared, weight: str) -> dict[str, Any]:
    """A line for each run, in its own units, and where several are of a kind their mean."""
    told: list[dict[str, Any]] = []
    for number, group in enumerate(found.groups()):
        each = [_line(run, weight) for run in group]
        told += [
            {"name": run.place.title, "group": number, "url": run.place.url, **line}
            for run, line in zip(group, each, strict=True)
        ]
        if len(group) > 1 and all(line["game"] for line in each):
            told.append({"name": _kind(group), "group": number, **_mean(each)})
    return {"weight": weight, "lines": told}


def _line(run: Watched, weight: str) -> dict[str, Any]:
    history = run.history()
    place = [run.single.names[n] for n in series.shown_columns(run.single)].index(weight)
    if not len(history.weights):
        return {"game": [], "values": [], "size": None}
    found = history.buckets(POINTS)
    values = series.shown(run.single, found.weights.mean)[:, [place]]
    size = series.unit_size(run, history)
    in_units = values / size if size else values
    return {"game": found.game.tolist(), "values": series.lines_of(in_units)[0], "size": size}


def _mean(each: list[dict[str, Any]]) -> dict[str, Any]:
    """The mean over runs, and the band of a standard deviation, at common games."""
    last = min(line["game"][-1] for line in each)
    games = np.unique(np.linspace(1, last, min(POINTS, last)).round())
    table = np.stack(
        [np.interp(games, line["game"], np.array(line["values"], dtype=float)) for line in each]
    )
    middle, spread = table.mean(axis=0), table.std(axis=0, ddof=1)
    columns = np.stack([middle, middle - spread, middle + spread], axis=1)
    mean, low, high = series.lines_of(columns)
    return {"game": games.astype(int).tolist(), "values": mean, "low": low, "high": high}


def _kind(group: list[Watched]) -> str:
    return f"mean of {len(group)}: {group[0].place.title} …"


def differing(found: Compared) -> tuple[list[str], list[list[str]]]:
    """The settings in which runs differ: a header, and a row for each."""
    tables = [flat(run.single.config.as_dict()) for run in found.runs]
    names = dict.fromkeys(name for table in tables for name in table)
    rows = [
        [name, *(setting(table.get(name, "–")) for table in tables)]
        for name in names
        if len({repr(table.get(name)) for table in tables}) > 1
    ]
    return ["setting", *(run.place.title for run in found.runs)], rows


def final(found: Compared) -> tuple[list[str], list[list[str]]]:
    """Values in units, of each run and of each kind with its error over seeds."""
    header, columns = ["weight"], []
    for group in found.groups():
        values = [dict(run.line().values) for run in group]
        for run, of in zip(group, values, strict=True):
            header.append(run.place.title)
            columns.append([_cell(of.get(name)) for name in found.names])
        if len(group) > 1:
            header.append(f"mean of {len(group)}")
            columns.append([_mean_cell([of.get(name) for of in values]) for name in found.names])
    return header, [
        [name, *(column[n] for column in columns)] for n, name in enumerate(found.names)
    ]


def _cell(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"


def _mean_cell(values: list[float | None]) -> str:
    known = [value for value in values if value is not None]
    if len(known) < 2:
        return "–"
    error = float(np.std(known, ddof=1)) / len(known) ** 0.5
    return f"{np.mean(known):.2f} ± {error:.2f}"
