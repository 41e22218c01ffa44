"""One HTML page about one or several runs: it fetches nothing and can be sent to a friend."""

import shlex
from collections.abc import Mapping, Sequence
from html import escape

import numpy as np

from plywise.evaluation.boards import Board
from plywise.games.points import WIN_DRAW_LOSS, even
from plywise.report.boards import final_boards
from plywise.report.gates import warning
from plywise.report.matches import Score
from plywise.report.parts import (
    duration,
    figure,
    figures,
    section,
    setting,
    settings_list,
    table,
    whole,
)
from plywise.report.picture import Picture
from plywise.report.traces import Array, Trace

ALWAYS = {"depth": "search.depth", "trace-decay": "rule.trace_decay", "seed": "seed"}
"""Options of `plywise learn` that are always said, and the settings that they set."""
UNUSUAL = {
    "features": "features",
    "evaluation": "evaluation",
    "rule": "rule.name",
    "lag": "lag",
    "batch": "batch",
    "rules": "rules",
    "adjudicate": "adjudication",
    "max-plies": "max_plies",
    "ballot": "ballot",
    "gate-every": "gate_every",
    "gate-depth": "gate_depth",
}
"""Options that are said when they differ from what the command does by itself."""


def page(
    traces: Sequence[Trace],
    pictures: Mapping[str, Picture],
    *,
    references: Mapping[str, Array],
    scores: Sequence[Score] = (),
) -> str:
    """The whole page as text."""
    title = _title(traces)
    body = "\n".join(
        [
            f"<h1>{escape(title)}</h1>",
            f'<p class="lead">{escape(_lead(traces))}</p>',
            _warning(traces),
            _headline(traces, scores),
            figures(pictures, "weights", wide=True),
            "<h2>Learnt values</h2>",
            _values_table(traces, references),
            section("The places", pictures, ("boards", "boards-on-the-way"), wide=True),
            _numbers(traces),
            section("Inside the network", pictures, ("board-units",), wide=True),
            section("Does it play better?", pictures, ("match", "ratings", "gates"), wide=True),
            section("How it learnt", pictures, ("step-sizes", "trace-decay")),
            section("Its predictions", pictures, ("prediction-quality",), wide=True),
            "<h2>The games</h2>",
            _games_table(traces),
            "<h2>Settings</h2>",
            settings_list(_settings(traces)),
            "<h2>Run it again</h2>",
            f"<pre>{escape(commands(traces))}</pre>",
            '<p class="note">The same settings give the same weights, to the last bit, on any '
            "number of workers. With every setting, also those without an option: "
            f"<code>--config {escape(traces[0].place)}/config.toml</code></p>",
        ]
    )
    return whole(title, body, traces[0].version)


def _title(traces: Sequence[Trace]) -> str:
    game = str(traces[0].settings.get("game", "game")).capitalize()
    return f"{game}: {len(traces[0].names)} values, learnt by playing"


def _lead(traces: Sequence[Trace]) -> str:
    games = sum(trace.games for trace in traces)
    runs = "" if len(traces) == 1 else f" in {len(traces)} runs"
    depth = traces[0].settings.get("search.depth")
    at_depth = f" at depth {depth}" if depth is not None else ""
    seeds = ", ".join(str(trace.seed) for trace in traces)
    played = duration(sum(trace.seconds for trace in traces))
    return (
        f"{games:,} games of self-play{runs}{at_depth}, {played} of play"
        f" · seed{'s' if len(traces) > 1 else ''} {seeds}"
    )


def _warning(traces: Sequence[Trace]) -> str:
    told = warning(traces)
    return f'<p class="note" role="alert"><strong>{escape(told)}</strong></p>' if told else ""


def _headline(traces: Sequence[Trace], scores: Sequence[Score]) -> str:
    """The figures a reader came for: the values, and the score."""
    values = np.mean([trace.values() for trace in traces], axis=0)
    names, shown = traces[0].names, traces[0].rows
    items = [figure(names[n], f"{values[n]:.2f}", line=n) for n in shown]
    # A board's worth of weights is no headline; the boards below have them.
    rows = [f'<dl class="headline values">{"".join(items)}</dl>'] if len(shown) <= 13 else []
    if scores:
        told = [
            figure(f"against {s.label}", f"{100 * s.score:.1f} %", _interval(s)) for s in scores
        ]
        rows.append(f'<dl class="headline">{"".join(told)}</dl>')
    return "\n".join(rows)


def _interval(score: Score) -> str:
    return f"{100 * score.low:.1f} to {100 * score.high:.1f}, {score.games:,} games"


def _values_table(traces: Sequence[Trace], references: Mapping[str, Array]) -> str:
    runs = np.stack([trace.values() for trace in traces])
    raw = np.stack([trace.tail() for trace in traces])
    names, several = traces[0].names, len(traces) > 1
    spread = runs.std(axis=0, ddof=1) if several else np.zeros(len(names))
    header = ["", "learnt", *references, "as learnt"]
    rows = []
    for n in traces[0].rows:
        plus_minus = f" <small>± {spread[n]:.2f}</small>" if several else ""
        others = [f"{values[n]:.2f}" for values in references.values()]
        key = f'<span class="key" style="--line: var(--line-{n % 8})"></span>{escape(names[n])}'
        rows.append(
            [key, f"{runs[:, n].mean():.2f}{plus_minus}", *others, f"{raw[:, n].mean():.3f}"]
        )
    note = (
        f"{traces[0].units}; mean over the last half of the games"
        + (f"; {traces[0].how}" if traces[0].how else "")
        + (f"; ± standard deviation over {len(traces)} seeds" if several else "")
        + ". “As learnt” is on the scale of the predictions: 1/(1 + e^−v) is the expected score."
    )
    return table(header, rows) + f'<p class="note">{note}</p>'


def _numbers(traces: Sequence[Trace]) -> str:
    """The numbers of the boards, for those who ask."""
    if traces[0].features is None or not traces[0].features.tables:
        return ""
    tables = "".join(
        f"<h3>{escape(board.name)}</h3>{_board(board)}" for board in final_boards(traces)
    )
    return f"<details><summary>The numbers</summary>{tables}</details>"


def _board(board: Board) -> str:
    def cell(value: float | None) -> str:
        return f"<td>{'' if value is None else f'{value:.2f}'}</td>"

    rows = "".join(f"<tr>{''.join(map(cell, row))}</tr>" for row in board.rows)
    return f'<div class="scroll"><table class="board"><tbody>{rows}</tbody></table></div>'


def _games_table(traces: Sequence[Trace]) -> str:
    first, _ = traces[0].players
    draw, points = even(traces[0].declared), traces[0].declared != WIN_DRAW_LOSS
    header = ["seed", "games", "drawn", f"{first} won", "mean plies", "nodes/move", "time"]
    header += [f"{first}'s points a game"] if points else []
    rows = []
    for trace in traces:
        plies = float(trace.plies.sum()) if len(trace.plies) else 0.0
        nodes = float(trace.nodes.sum()) / plies if plies and len(trace.nodes) else 0.0
        rows.append(
            [
                str(trace.seed),
                f"{trace.games:,}",
                _share(trace.outcomes == draw),
                _share(trace.outcomes > draw),
                f"{plies / max(trace.games, 1):.0f}",
                f"{nodes:,.0f}",
                duration(trace.seconds),
                *([f"{trace.outcomes.mean():+.2f}"] if points and trace.games else []),
            ]
        )
    return table(header, rows)


def _share(hits: np.typing.NDArray[np.bool_]) -> str:
    return f"{100 * hits.mean():.0f} %" if hits.size else "–"


def _settings(traces: Sequence[Trace]) -> dict[str, object]:
    return {**traces[0].settings, "seed": ", ".join(str(trace.seed) for trace in traces)}


def commands(traces: Sequence[Trace]) -> str:
    """The command lines that repeat the runs, one a run."""
    return "\n".join(_command(trace) for trace in traces)


def _command(trace: Trace) -> str:
    return command_line(trace.settings, trace.usual, trace.games)


def command_line(settings: Mapping[str, object], usual: Mapping[str, object], games: int) -> str:
    """The command line that repeats a run, as far as the options of `plywise learn` reach.

    The `settings` are those of the run as `reading.flat` gives them, and `usual` those of a run
    that is told nothing but its game and its features.
    """
    words = ["plywise", "learn", str(settings.get("game", "chess")), "--games", str(games)]
    for option, key in ALWAYS.items():
        if key in settings:
            words += [f"--{option}", setting(settings[key])]
    for option, key in UNUSUAL.items():
        if key in settings and settings[key] != usual.get(key):
            words += [f"--{option}", setting(settings[key])]
    return shlex.join([*words, "--step-size", _step_size(settings)])


def _step_size(settings: Mapping[str, object]) -> str:
    """A step size as the command line takes it.

    >>> _step_size({"step_size.name": "coherence", "step_size.c": 0.2, "step_size.prior": 0.0})
    'coherence:c=0.2,prior=0.0'
    """
    start = "step_size."
    inner = [
        f"{key.removeprefix(start)}={value}"
        for key, value in settings.items()
        if key.startswith(start) and key != "step_size.name"
    ]
    return f"{settings['step_size.name']}{':' if inner else ''}{','.join(inner)}"
