"""Runs of any settings side by side: what they differ in, what they learnt, and a picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plywise.errors import BadInput, BadSetting
from plywise.evaluation.shape import LINEAR
from plywise.learning.tables import flat
from plywise.report.picture import Picture
from plywise.report.plots import bands
from plywise.report.reading import as_shown
from plywise.report.theme import Theme
from plywise.runs.run import Run, load
from plywise.textual import aligned, number
from plywise.valuing.worth import worth

MOST_RUNS = 8
"""As many as colours tell apart."""
MOST_WEIGHTS = 12
"""Panels of a picture."""
LONGEST = 40
"""Characters of a setting in the table."""
ABSENT = "–"
Array = NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class Side:
    """One of the runs."""

    name: str
    run: Run
    values: dict[str, float]
    """What it learnt, in the game's unit where it has one, else raw."""
    unit: float | None
    """The weight that is called 1."""

    @property
    def outline(self) -> dict[str, str]:
        """How it went, in a few figures."""
        history = self.run.history
        last = next((gate for gate in reversed(self.run.gates)), None)
        return {
            "games": f"{len(history):,}",
            "drawn": f"{float(np.mean(history.outcome == 0.5)):.0%}" if len(history) else ABSENT,
            "plies a game": number(float(history.plies.mean()), 1) if len(history) else ABSENT,
            "nodes": f"{int(history.nodes.sum()):,}",
            "seconds": number(float(history.seconds.sum()), 1),
            "trace decay, last": number(self.run.trace_decay, 3),
            "last gate": ABSENT if last is None else f"{last.score:.0%} v {last.against}",
        }

    @cached_property
    def course(self) -> tuple[Array, Array]:
        """Games, and all weights after them, as tables show them: in the unit of the end."""
        games, middle, _, _ = bands([as_shown(self.run)])
        return games, middle


@dataclass(frozen=True, kw_only=True)
class Comparison:
    """Runs side by side."""

    sides: tuple[Side, ...]

    @property
    def differing(self) -> dict[str, list[str]]:
        """The settings in which they differ, one text a run."""
        tables = [_readable(side.run) for side in self.sides]
        keys = list(dict.fromkeys(key for table in tables for key in table))
        told = {key: [table.get(key, ABSENT) for table in tables] for key in keys}
        return {key: texts for key, texts in told.items() if len(set(texts)) > 1}

    @property
    def shared(self) -> list[str]:
        """The weights that all have, in the first one's order; those that tables show."""
        first, *others = self.sides
        return [
            name for name in first.run.features.rows if all(name in side.values for side in others)
        ]

    @property
    def weights(self) -> list[str]:
        """Every weight that a table shows of some of them."""
        rows = (name for side in self.sides for name in side.run.features.rows)
        return list(dict.fromkeys(rows))

    def lines(self) -> list[str]:
        """The table for people."""
        names = [side.name for side in self.sides]
        settings = [[key, *texts] for key, texts in self.differing.items()]
        outlines = [side.outline for side in self.sides]
        course = [[key, *(each[key] for each in outlines)] for key in outlines[0]]
        learnt = [
            [name, *(number(side.values.get(name)) for side in self.sides)] for name in self.weights
        ]
        units = [
            "raw" if side.unit is None else f"{side.run.config.unit} = 1" for side in self.sides
        ]
        return [
            *aligned(["settings that differ", *names], settings or [["none", *[""] * len(names)]]),
            "",
            *aligned(["how it went", *names], course),
            "",
            *aligned(["what was learnt", *names], [["in", *units], *learnt]),
        ]

    def as_dict(self) -> dict[str, Any]:
        """The same for programs."""
        return {
            "runs": [str(side.run.directory) for side in self.sides],
            "settings": {
                key: [flat(side.run.config.as_dict()).get(key) for side in self.sides]
                for key in self.differing
            },
            "course": [side.outline for side in self.sides],
            "values": [side.values for side in self.sides],
        }

    def picture(self) -> Picture:
        """A panel for each weight that all have, with a line a run."""
        if network := next((s for s in self.sides if s.run.config.evaluation != LINEAR), None):
            raise BadInput(
                f"{network.name} is a {network.run.config.evaluation}, whose weights have no lines "
                "beside others'; the table has what its features are worth"
            )
        names = self.shared[:MOST_WEIGHTS]
        if not names:
            raise BadInput("these runs have no weight in common, so there is nothing to draw")
        columns = min(3, len(names))
        rows = -(-len(names) // columns)
        ends = [
            ", ".join(f"{name} {side.values[name]:.2f}" for name in names) for side in self.sides
        ]
        told = "; ".join(f"{s.name}: {end}" for s, end in zip(self.sides, ends, strict=True))
        return Picture(
            name="compare",
            title="Weights, run by run",
            alt=f"Line charts of weights over the games, a line a run. At the end {told}.",
            caption="A panel a weight, in the unit of each run's end.",
            draw=lambda grid, theme: self._draw(grid, theme, names),
            height=0.6 + 2.1 * rows,
            rows=rows,
            columns=columns,
        )

    def _draw(self, grid: Any, theme: Theme, names: Sequence[str]) -> None:
        panels = list(np.asarray(grid).flat)
        for axes, name in zip(panels, names, strict=False):
            for colour, side in enumerate(self.sides, start=1):
                games, lines = side.course
                line = lines[:, side.run.names.index(name)]
                axes.plot(games, line, color=theme.line(colour), lw=1.5, label=side.name)
            axes.set_title(name)
        for axes in panels[len(names) :]:
            axes.set_visible(False)
        bottom = panels[max(0, len(names) - 3) : len(names)]
        for axes in bottom:
            axes.set_xlabel("games")
        figure = panels[0].figure
        handles, labels = panels[0].get_legend_handles_labels()
        figure.legend(
            handles, labels, loc="outside lower center", ncols=min(3, len(labels)), frameon=False
        )


def compare(runs: Sequence[Run | str | Path]) -> Comparison:
    """Runs side by side, whatever they differ in; BadSetting for less than two.

    >>> import plywise as pw
    >>> more = {"games": 4, "gate_every": 0, "max_plies": 20}
    >>> runs = [pw.learn("chess", search={"depth": depth}, **more) for depth in (0, 1)]
    >>> compare(runs).differing
    {'search.depth': ['0', '1']}
    """
    if not 2 <= len(runs) <= MOST_RUNS:
        raise BadSetting(f"{len(runs)} runs; give 2 to {MOST_RUNS} to see side by side")
    loaded = [run if isinstance(run, Run) else load(run) for run in runs]
    names = _names([run.directory for run in loaded])
    return Comparison(
        sides=tuple(_side(name, run) for name, run in zip(names, loaded, strict=True))
    )


def _side(name: str, run: Run) -> Side:
    read = worth(run.as_weights().as_linear(), run)
    return Side(name=name, run=run, values=read.values or read.weights, unit=read.size)


def _names(folders: Sequence[Path]) -> list[str]:
    """The last parts of paths, as many as tell them apart.

    >>> _names([Path("a/first"), Path("b/first")]), _names([Path("a/x"), Path("a/y")])
    (['a/first', 'b/first'], ['x', 'y'])
    """
    for parts in range(1, 8):
        names = ["/".join(folder.parts[-parts:]) for folder in folders]
        if len(set(names)) == len(names):
            return names
    return [f"{folder} ({number})" for number, folder in enumerate(folders, start=1)]


def _readable(run: Run) -> dict[str, str]:
    """The settings of a run as a table shows them; long ones are cut."""
    return {key: _cut(value) for key, value in flat(run.config.as_dict()).items()}


def _cut(value: Any) -> str:
    text = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
    if len(text) <= LONGEST:
        return text
    from hashlib import sha256

    # Two long texts that begin alike are told apart all the same.
    return f"{text[: LONGEST - 10]}… {sha256(text.encode()).hexdigest()[:6]}"
