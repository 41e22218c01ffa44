"""Pieces of screens, as HTML: figures, tables, boards."""

from collections.abc import Sequence
from html import escape

from plywise.evaluation.boards import Board
from plywise.games.boards import Layout
from plywise.learning.lines import Gate
from plywise.report.parts import duration
from plywise.textual import number

STATES = {
    "learning": "learning", "done": "done", "stopped": "stopped", "diverged": "diverged",
    "damaged": "damaged", "untrusted": "not trusted",
}  # fmt: skip
SQUARE = 10
"""Units of a place of a board in its drawing."""
MARGIN = 7


def figure(term: str, value: str, small: str = "", line: int | None = None, url: str = "") -> str:
    """A number that a reader came for, under its name; with a spot of a line's colour."""
    spot = "" if line is None else f'<span class="key k{line % 8}"></span>'
    named = f'<a href="{escape(url)}">{escape(term)}</a>' if url else escape(term)
    more = f" <small>{escape(small)}</small>" if small else ""
    return f"<div><dt>{spot}{named}</dt><dd>{escape(value)}{more}</dd></div>"


def state_word(state: str) -> str:
    """How a run stands, as a word with a spot of its colour."""
    return f'<span class="state {escape(state)}">{escape(STATES.get(state, state))}</span>'


def bar(games: int, target: int) -> str:
    """How far a run has come.

    >>> bar(500, 1000)
    '<progress max="1000" value="500" aria-label="500 of 1000 games"></progress>'
    """
    most = max(target, 1)
    return (
        f'<progress max="{most}" value="{min(games, most)}" '
        f'aria-label="{games} of {target} games"></progress>'
    )


def left(seconds: float | None) -> str:
    """A time that is left, in a few letters.

    >>> left(None), left(40.0), left(3000.0)
    ('', '40 s', '50 min')
    """
    if seconds is None:
        return ""
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else duration(seconds)


def speed(value: float | None) -> str:
    """Games a second.

    >>> speed(118.4), speed(0.123), speed(None)
    ('118', '0.12', '')
    """
    if value is None:
        return ""
    return f"{value:.0f}" if value >= 10 else f"{value:.2g}"


def gate_told(gate: Gate | None) -> str:
    """A gate match in a cell: score, interval, and against whom."""
    if gate is None:
        return ""
    if gate.points is not None:
        value, low, high = gate.points
        return f"{value:+.2f} <small>{low:+.2f} to {high:+.2f} points, {escape(whom(gate))}</small>"
    return (
        f"{100 * gate.score:.0f} % <small>{100 * gate.low:.0f}–{100 * gate.high:.0f}, "
        f"{escape(whom(gate))}</small>"
    )


def whom(gate: Gate) -> str:
    """Against whom a gate was played, in few words."""
    names = {"start": "v start", "earlier": f"v {gate.against}"}
    return names.get(gate.kind, f"v {gate.against}")


def table(header: Sequence[str], rows: Sequence[Sequence[str]], caption: str = "") -> str:
    """A table; the header and the caption are text, the cells are HTML."""
    head = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in header)
    body = "".join(
        f'<tr><th scope="row">{row[0]}</th>{"".join(f"<td>{cell}</td>" for cell in row[1:])}</tr>'
        for row in rows
    )
    told = f'<caption class="sr">{escape(caption)}</caption>' if caption else ""
    return (
        f'<div class="scroll"><table>{told}<thead><tr>{head}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>"
    )


def settings(rows: Sequence[tuple[str, str]]) -> str:
    """Names and what they are set to."""
    items = "".join(
        f"<div><dt>{escape(name)}</dt><dd>{escape(value)}</dd></div>" for name, value in rows
    )
    return f'<dl class="settings">{items}</dl>'


def crumbs(*links: tuple[str, str]) -> str:
    """Where one is: addresses and names from above."""
    told = " / ".join(f'<a href="{escape(url)}">{escape(name)}</a>' for url, name in links)
    return f'<p class="crumbs" aria-label="Where this is">{told}</p>'


def board(one: Board, layout: Layout | None) -> str:
    """A board whose places are coloured by how far they lie from its mean, with its numbers."""
    height, width = len(one.rows), len(one.rows[0])
    named = layout is not None and (height, width) == (len(layout.rows), len(layout.columns))
    cells = "".join(
        _place(one, value, column, row, _name(layout, row, column) if named else "")
        for row, values in enumerate(one.rows)
        for column, value in enumerate(values)
        if value is not None
    )
    names = _names(layout) if named and layout is not None else ""
    box = f"-{MARGIN} 0 {SQUARE * width + MARGIN} {SQUARE * height + MARGIN}"
    title = f"{one.name}: {one.low:.2f} to {one.high:.2f}"
    return (
        f'<figure class="places"><figcaption><strong>{escape(one.name)}</strong> '
        f"{number(one.low)} to {number(one.high)}</figcaption>"
        f'<svg viewBox="{box}" role="img" aria-label="{escape(title)}">'
        f'<rect class="frame" width="{SQUARE * width}" height="{SQUARE * height}"/>'
        f"{cells}{names}</svg></figure>"
    )


def _place(one: Board, value: float, column: int, row: int, name: str) -> str:
    shade = one.shade(value)
    told = f"<title>{escape(f'{name} {value:.3f}'.strip())}</title>"
    return (
        f'<rect class="{"up" if shade > 0 else "down"}" x="{SQUARE * column}" y="{SQUARE * row}" '
        f'width="{SQUARE}" height="{SQUARE}" fill-opacity="{abs(shade):.2f}">{told}</rect>'
    )


def _name(layout: Layout | None, row: int, column: int) -> str:
    return "" if layout is None else f"{layout.columns[column]}{layout.rows[row]}"


def _names(layout: Layout) -> str:
    below = SQUARE * len(layout.rows) + MARGIN - 1.5
    columns = "".join(
        f'<text x="{SQUARE * (n + 0.5)}" y="{below}">{escape(name)}</text>'
        for n, name in enumerate(layout.columns)
    )
    rows = "".join(
        f'<text x="-{MARGIN / 2}" y="{SQUARE * (n + 0.5) + 1.7}">{escape(name)}</text>'
        for n, name in enumerate(layout.rows)
    )
    return columns + rows
