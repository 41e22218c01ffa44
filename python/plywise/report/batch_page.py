"""The page about a run in batches."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING

from plywise import _kernel
from plywise.evaluation.gammon_shape import OUTPUTS
from plywise.learning.tables import flat
from plywise.play.backgammon.reference_set import reference_set
from plywise.report import parts
from plywise.report.batch_plots import against
from plywise.report.gammon_openings import Opening, mean_equity
from plywise.report.gammon_units import A_SIDE, Unit
from plywise.report.picture import Picture

if TYPE_CHECKING:
    from plywise.learning.lines import Gate
    from plywise.runs.batches.config import BatchConfig
    from plywise.runs.batches.run import BatchRun

ALWAYS = ("features", "evaluation", "games", "seed")
"""Options of `plywise learn` that are always said."""
UNUSUAL = {
    "depth": "plies",
    "rule": "rule",
    "trace-decay": "trace_decay",
    "batch": "batch",
    "max-plies": "max_plies",
    "gate-every": "gate_every",
}
"""Options that are said when they differ from what the command does by itself."""
CHECKERS = 2 * A_SIDE
"""Inputs that say where the checkers are."""
WITHOUT_OPTION = ("candidates", "margin", "update", "average_from", "gate_games")
"""Settings that only a file or a call can give."""


def page(
    run: BatchRun,
    pictures: Mapping[str, Picture],
    *,
    units: Sequence[Unit],
    openings: list[Opening],
    doubles: list[Opening],
) -> str:
    """The whole page as text."""
    config = run.config
    title = f"{config.game.capitalize()}, learnt by playing"
    body = "\n".join(
        [
            f"<h1>{escape(title)}</h1>",
            f'<p class="lead">{escape(_lead(run))}</p>',
            headline(run),
            parts.section("Does it play better?", pictures, ("pubeval",), wide=True),
            parts.section("How it learnt", pictures, ("start", "error", "outcomes", "step")),
            parts.section("Inside the network", pictures, ("hidden-units",), wide=True),
            _units_table(units),
            "<h2>How it opens</h2>",
            _openings_table(openings),
            _openings_note(openings),
            "<h3>Doubles</h3>",
            _openings_table(doubles),
            '<p class="note">No game begins with one, but the second player may roll it.</p>',
            "<h2>Settings</h2>",
            parts.settings_list(_settings(config)),
            "<h2>Run it again</h2>",
            f"<pre>{escape(command(config))}</pre>",
            f'<p class="note">{_again(run)}</p>',
        ]
    )
    return parts.whole(title, body, _kernel.version)


def _lead(run: BatchRun) -> str:
    config = run.config
    plies = "a ply" if config.plies == 1 else "two plies"
    further = len(run.features.names) - CHECKERS
    seen = f" and {further} further features" if further else ""
    return (
        f"{config.shape.hidden} hidden units that see the checkers{seen}, by self-play {plies} deep"
        f" · seed {config.seed}"
    )


def headline(run: BatchRun) -> str:
    """Games, time and speed, and what the last matches were worth."""
    games, seconds = len(run.history), run.history.seconds
    items = [
        parts.figure("games", f"{games:,}"),
        parts.figure("time", parts.duration(seconds)),
        parts.figure("games a second", f"{games / max(seconds, 1e-9):,.0f}"),
    ]
    rows = [f'<dl class="headline">{"".join(items)}</dl>']
    last = [found[-1] for who in ("pubeval", "start") if (found := against(run.gates, who))]
    if last:
        told = "".join([*map(_points, last), *_equity_error(last[-1])])
        rows.append(f'<dl class="headline">{told}</dl>')
    else:
        rows.append('<p class="note">No matches were played on the way.</p>')
    return "\n".join(rows)


def _points(gate: Gate) -> str:
    assert gate.points is not None, "against() leaves others out"
    mean, low, high = gate.points
    whom = "its start" if gate.kind == "start" else gate.against
    small = f"{low:+.3f} to {high:+.3f}, {gate.games:,} games"
    return parts.figure(f"points a game against {whom}", f"{mean:+.3f}", small)


def _equity_error(gate: Gate) -> list[str]:
    if gate.equity_error is None:
        return []
    small = f"points, mean over {len(reference_set())} positions"
    return [parts.figure("equity error", f"{gate.equity_error:.3f}", small)]


def _units_table(units: Sequence[Unit]) -> str:
    if not units:
        return ""
    has_extras = any(unit.extras for unit in units)
    header = ["unit", "influence", *(name.replace("-", " ") for name in OUTPUTS)]
    header += ["further inputs"] if has_extras else []
    rows = [
        [
            str(unit.number), f"± {unit.influence:.3f}",
            *(f"{weight:+.2f}" for weight in unit.outputs),
            *([escape(_extras_text(unit))] if has_extras else []),
        ]
        for unit in units
    ]  # fmt: skip
    further = (
        " Further inputs: the three by which the unit moves most, and which way."
        if has_extras
        else ""
    )
    note = f"The units' weights in the five outputs, signs as in the boards.{further}"
    return (
        "<details><summary>The numbers</summary>"
        f'{parts.table(header, rows)}<p class="note">{note}</p></details>'
    )


def _extras_text(unit: Unit) -> str:
    return ", ".join(
        f"{name.replace('-', ' ')} {'+' if move > 0 else '−'}" for name, move in unit.extras
    )


def _openings_table(found: Sequence[Opening]) -> str:
    header = ["roll", "a ply deep", "equity", "two plies deep", "equity"]
    rows = []
    for opening in found:
        one, two = opening.choices
        play = escape(two.play) if opening.agrees else f"<strong>{escape(two.play)}</strong>"
        rows.append(
            [opening.roll, escape(one.play), f"{one.equity:+.3f}", play, f"{two.equity:+.3f}"]
        )
    return parts.table(header, rows)


def _openings_note(found: list[Opening]) -> str:
    same = sum(opening.agrees for opening in found)
    return (
        f'<p class="note">First choices. Both depths agree on {same} of {len(found)} rolls; in '
        f"bold where they do not. The first player may expect {mean_equity(found, 1):+.3f} points "
        f"by one ply and {mean_equity(found, 2):+.3f} by two.</p>"
    )


def command(config: BatchConfig) -> str:
    """The command line that repeats a run, as far as the options of `plywise learn` reach.

    >>> from plywise.runs.batches.config import BatchConfig
    >>> command(BatchConfig(games=800, batch=1, seed=3))
    'plywise learn backgammon --features expert --evaluation gammon:hidden=80 --games 800 --seed 3
    --batch 1 --step-size annealed:start=0.1,end=0.003,games=800'
    """
    usual = _usual(config)
    words = ["plywise", "learn", config.game]
    for name in ALWAYS:
        words += [f"--{name}", str(getattr(config, name))]
    for option, name in UNUSUAL.items():
        if getattr(config, name) != getattr(usual, name):
            words += [f"--{option}", str(getattr(config, name))]
    inner = ",".join(f"{key}={value}" for key, value in config.step_size.items() if key != "name")
    words += ["--step-size", f"{config.step_size['name']}{':' if inner else ''}{inner}"]
    if config.start:
        words += ["--start", "START"]
    return shlex.join(words)


def _settings(config: BatchConfig) -> dict[str, object]:
    begun = config.start[:12] or "drawn from the seed"
    return flat({**config.as_dict(), "start": begun})


def _usual(config: BatchConfig) -> BatchConfig:
    """The settings of a run that only says what is always said."""
    return type(config)(games=config.games)


def _again(run: BatchRun) -> str:
    place = escape(str(run.directory))
    told = (
        "The same settings give the same weights, to the last bit, on any number of workers. With "
        f"every setting, also those without an option: <code>--config {place}/config.toml</code>"
    )
    usual = _usual(run.config)
    other = [name for name in WITHOUT_OPTION if getattr(run.config, name) != getattr(usual, name)]
    if other:
        told += f" (this run needs it for {escape(', '.join(other))})"
    if run.config.start:
        told += f"; START is the weights that it began with, in <code>{place}/start.json</code>"
    return f"{told}."
