"""What the page of a run says in words and tables; the charts draw the same."""

from html import escape
from typing import Any
from urllib.parse import quote, urlencode

from plywise.errors import BadInput
from plywise.evaluation.boards import boards, centred
from plywise.evaluation.weights import in_units, published_for
from plywise.games.boards import layout_of
from plywise.learning.lines import Gate
from plywise.learning.tables import flat
from plywise.page import parts
from plywise.page.watching import Line, Watched
from plywise.report import batch_page
from plywise.report.page import command_line
from plywise.report.parts import duration, setting
from plywise.report.reading import usual_settings_of
from plywise.runs.batches.run import BatchRun
from plywise.runs.run import Run
from plywise.textual import number
from plywise.valuing.worth import worth

MOST_FIGURES = 13
MOST_GATES = 30


def live_parts(watched: Watched) -> dict[str, str]:
    """What changes while a run learns, as HTML by the id of the place where it stands."""
    line = watched.line()
    return {
        "state-word": state(line),
        "standing": standing(watched, line),
        **values(watched),
        "gates": gates(watched.gates()),
        "sessions": sessions(watched),
    }


def standing(watched: Watched, line: Line) -> str:
    """How far the run has come, and how fast."""
    told = [
        figure for figure in (
            parts.figure("games", f"{line.games:,}", f"of {line.target:,}"),
            parts.figure("games a second", parts.speed(line.speed)) if line.speed else "",
            parts.figure("left", parts.left(line.left)) if line.left is not None else "",
            _gate_figure(line.gate),
            _decay(watched),
        ) if figure
    ]  # fmt: skip
    why = f'<p role="alert" class="bad">{escape(line.why)}</p>' if line.why else ""
    return f'{why}<dl class="headline">{"".join(told)}</dl>'


def state(line: Line) -> str:
    """How the run stands, with a bar."""
    return f"{parts.state_word(line.state)} {parts.bar(line.games, line.target)}"


def _gate_figure(gate: Gate | None) -> str:
    if gate is None:
        return ""
    if gate.points is not None:
        value, low, high = gate.points
        return parts.figure(
            f"points {parts.whom(gate)}", f"{value:+.2f}", f"{low:+.2f} to {high:+.2f}"
        )
    interval = f"{100 * gate.low:.0f} to {100 * gate.high:.0f}"
    return parts.figure(f"score {parts.whom(gate)}", f"{100 * gate.score:.0f} %", interval)


def _decay(watched: Watched) -> str:
    run = watched.run
    if not isinstance(run, Run) or not len(watched.history()):
        return ""
    return parts.figure("λ", f"{watched.history().trace_decay[-1]:.3f}")


def values(watched: Watched) -> dict[str, str]:
    """The learnt values, in units, each a link to why it moved; and beside what was published."""
    run = watched.run
    if not isinstance(run, Run):
        return {"values": "", "all-values": ""}
    read = watched.at_most_every(1.0, "worth", lambda: _worth(watched))
    if read is None:
        return {"values": "", "all-values": '<p class="note">No game yet.</p>'}
    config: Any = run.config
    own = read.values or read.weights
    rows = [name for name in read.features.rows if name in own]
    published = in_units(
        published_for(config.game, config.features, getattr(config.search, "depth", None)),
        config.unit,
    )
    is_linear = set(run.names) >= set(rows)
    links = {name: weight_url(watched, name) if is_linear else "" for name in rows}
    unit = f"{read.features.unit} = 1" if read.size else "raw weights: the unit is not above 0"
    how = f"{unit}; mean of the last half of the games{f'; {read.how}' if read.how else ''}"
    if len(rows) <= MOST_FIGURES:
        shown = "".join(
            parts.figure(name, number(own[name]), line=_colour(run, name), url=links[name])
            for name in rows
        )
        head = f'<dl class="headline">{shown}</dl>'
    else:
        head = ""
    cells = [
        [
            f'<span class="key k{_colour(run, name) % 8}"></span>'
            + (
                f'<a href="{escape(links[name])}">{escape(name)}</a>'
                if links[name]
                else escape(name)
            ),
            number(own[name]),
            *(number(of.get(name)) for of in published.values()),
            number(read.weights[name], 4),
        ]
        for name in rows
    ]
    body = parts.table(["", "learnt", *published, "raw"], cells, "learnt values")
    beside = ", beside published ones" if published else ""
    is_open = " open" if len(rows) > MOST_FIGURES else ""
    told = (
        f'<p class="note">{escape(how)}</p><details{is_open}><summary>All values{beside}</summary>'
        f"{body}</details>"
    )
    return {"values": head, "all-values": told}


def _worth(watched: Watched) -> Any:
    run = watched.single
    if not len(watched.history()):
        return None
    return worth(run.as_weights().as_linear())


def _colour(run: Run, name: str) -> int:
    """The number of a weight's colour: that of its line in the chart."""
    from plywise.page.series import shown_columns

    shown = [run.names[n] for n in shown_columns(run)]
    return shown.index(name) if name in shown else 0


def weight_url(watched: Watched, name: str) -> str:
    """The page that tells why a weight moved."""
    return f"{watched.place.url}/weights/{quote(name, safe='')}"


def gates(found: list[Gate]) -> str:
    """The gate matches, the last ones first."""
    if not found:
        return '<p class="note">No gate match yet.</p>'
    rows = [
        [
            f"{gate.game:,}",
            escape(parts.whom(gate)),
            f"+{gate.wins} ={gate.draws} −{gate.losses}",
            _score(gate),
            '<span class="bad">got worse</span>' if gate.worse else "",
        ]
        for gate in found[::-1][:MOST_GATES]
    ]
    more = len(found) - len(rows)
    note = f'<p class="note">and {more} before</p>' if more > 0 else ""
    return parts.table(["after game", "against", "result", "score, 95 %", ""], rows, "gates") + note


def _score(gate: Gate) -> str:
    if gate.points is not None:
        value, low, high = gate.points
        return f"{value:+.3f} <small>{low:+.3f} to {high:+.3f} points</small>"
    return f"{100 * gate.score:.1f} % <small>{100 * gate.low:.1f} to {100 * gate.high:.1f}</small>"


def sessions(watched: Watched) -> str:
    """When, with which version and on which machine it was learnt."""
    rows = [
        [
            escape(str(one.get("started", ""))),
            escape(str(one.get("game", ""))),
            escape(str(one.get("workers", ""))),
            escape(" ".join(str(one.get(key, "")) for key in ("plywise", "system", "machine"))),
        ]
        for one in watched.sessions()
    ]
    return (
        parts.table(["session", "from game", "workers", "plywise, on"], rows, "sessions")
        if rows
        else ""
    )


def places(watched: Watched, game: int) -> str:
    """The weights of places as boards, after a game, or after the last one kept before it."""
    run = watched.single
    history = watched.history()
    features = run.features
    if not features.tables or not run.config.shape.begins_with_features:
        return ""
    count = len(features.names)
    row = min(game // history.every, len(history.weights)) - 1
    weights = history.weights[row] if row >= 0 else run.config.start_vector
    own = dict(zip(features.names, list(weights)[:count], strict=True))
    if features.has_boards:
        own = centred(features, own)
    read = watched.at_most_every(1.0, "worth", lambda: _worth(watched))
    size = 1.0 if read is None or read.size is None else read.size
    layout = layout_of(features.game)
    drawn = boards(features, own, size)
    return "".join(parts.board(one, layout) for one in drawn if one.cells and len(one.rows) > 1)


def settings_rows(watched: Watched) -> list[tuple[str, str]]:
    """Every setting, as people write it."""
    table = flat(watched.run.config.as_dict())
    return [(name, setting(value)) for name, value in table.items() if value is not None]


def command(watched: Watched) -> str:
    """The command line that makes the run again."""
    run = watched.run
    if isinstance(run, BatchRun):
        return batch_page.command(run.config)
    try:
        usual = usual_settings_of(run.config)
    except BadInput:
        usual = {}
    return command_line(flat(run.config.as_dict()), usual, run.config.games)


def time_of_play(watched: Watched) -> str:
    """How long the games took, in words."""
    run = watched.run
    seconds = run.history.seconds if isinstance(run, BatchRun) else watched.history().seconds.sum()
    return duration(float(seconds))


def play_url(watched: Watched) -> str:
    """The page where one plays against what was learnt."""
    return "/play?" + urlencode(
        {"game": watched.run.config.game, "weights": f"run:{watched.place.name}"}
    )
