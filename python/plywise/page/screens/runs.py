"""`/`: all runs, as they learn; matches and experiments below."""

import asyncio
from collections.abc import AsyncIterator
from html import escape
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from plywise.page import answers, parts
from plywise.page.filtering import ordered, passes
from plywise.page.house import House
from plywise.page.places import Place
from plywise.page.shell import document
from plywise.page.streams import event, stream
from plywise.page.watching import Line, watched
from plywise.textual import number

EVERY = 1.0
"""Seconds from one look at all runs to the next."""
MOST_VALUES = 6
COLUMNS = {
    "name": "run", "state": "state", "game": "game", "games": "games", "speed": "games/s",
    "left": "left", "gate": "last gate", "": "values",
}  # fmt: skip


def routes(house: House) -> list[Route]:
    """The screen, and its stream."""

    async def runs(request: Request) -> Response:
        query, by = asked(request)
        lines = await house.read(lambda: all_lines(house))
        return answers.page(
            document(
                title="Runs", here="/", wide=True, modules=("runs",),
                body=_body(house, lines, query, by),
            )
        )  # fmt: skip

    async def live(request: Request) -> Response:
        return stream(house, request, _events(house, *asked(request)))

    return [Route("/", runs), Route("/stream", live)]


def asked(request: Request) -> tuple[str, str]:
    """The filter and the order that an address has."""
    return request.query_params.get("q", "")[:200], request.query_params.get("sort", "")[:20]


def all_lines(house: House) -> list[Line]:
    """All runs that are there, in a line each."""
    return [watched(house, place).line() for place in house.places.all("run")]


async def _events(house: House, query: str, by: str) -> AsyncIterator[bytes]:
    """What has changed, once a second: rows, the first time all of them."""
    before: dict[str, object] | None = None
    while True:
        lines = await house.read(lambda: all_lines(house))
        now: dict[str, object] = {
            "rows": [[line.place.name, row(line)] for line in _chosen(lines, query, by)],
            "told": told(lines, query),
            "below": below(house),
        }
        if now != before:
            before = now
            yield event(now)
        await asyncio.sleep(EVERY)


def _chosen(lines: list[Line], query: str, by: str) -> list[Line]:
    return ordered([line for line in lines if passes(line, query)], by)


def _body(house: House, lines: list[Line], query: str, by: str) -> str:
    rows = "".join(
        f'<tr data-key="{escape(line.place.name)}">{row(line)}</tr>'
        for line in _chosen(lines, query, by)
    )
    return (
        "<h1>Runs</h1>\n"
        '<form class="tools" id="filter" role="search" action="/" method="get">'
        f'<input class="grow" type="search" name="q" value="{escape(query)}" '
        'placeholder="Filter: game:chess depth&gt;2 learning" aria-label="Filter the runs" '
        'autocomplete="off" spellcheck="false">'
        f'<input type="hidden" name="sort" value="{escape(by)}">'
        "<button>Filter</button></form>\n"
        '<form id="chosen" action="/compare" method="get">\n'
        f'<p class="note" id="told" aria-live="polite">{told(lines, query)}</p>\n'
        f'<div class="scroll"><table class="runs"><thead><tr><th><span class="sr">compare</span>'
        f"</th>{_header(query, by)}</tr></thead>"
        f'<tbody id="rows">{rows}</tbody></table></div>\n'
        '<div class="tools"><button id="compare">Compare what is ticked</button>'
        '<span class="note" id="live"></span></div></form>\n'
        f'<div id="below">{below(house)}</div>'
    )


def told(lines: list[Line], query: str) -> str:
    """How many runs there are, and how many are learning."""
    if not lines:
        return (
            "There is no run here yet. Begin one with <code>plywise learn chess --depth 2 "
            "--games 300</code>; it will appear by itself."
        )
    some = sum(passes(line, query) for line in lines)
    learning = sum(line.state == "learning" for line in lines)
    shown = f"{some} of {len(lines)} runs" if query else f"{len(lines)} runs"
    return f"{shown if len(lines) > 1 or query else '1 run'}, {learning or 'none'} learning now"


def _header(query: str, by: str) -> str:
    cells = []
    for name, title in COLUMNS.items():
        if not name:
            cells.append(f'<th scope="col" class="text">{title}</th>')
            continue
        order = f"-{name}" if by == name else name
        sign = {name: " ↑", f"-{name}": " ↓"}.get(by, "")
        sorted_as = {name: "ascending", f"-{name}": "descending"}.get(by, "none")
        words = {"q": query, "sort": order} if query else {"sort": order}
        text = ' class="text"' if name in ("name", "state", "game") else ""
        cells.append(
            f'<th scope="col" aria-sort="{sorted_as}"{text}>'
            f'<a href="/?{escape(urlencode(words))}">{title}{sign}</a></th>'
        )
    return "".join(cells)


def row(line: Line) -> str:
    """The cells of a run."""
    name, title = escape(line.place.name), escape(line.place.title)
    tick = f'<input type="checkbox" name="runs" value="{name}" aria-label="compare {title}">'
    what = " · ".join(filter(None, (line.game, line.features, _searched(line))))
    why = f'<small class="why">{escape(line.why[:300])}</small>' if line.why else ""
    of = f" <small>of {line.target:,}</small>" if line.target else ""
    return (
        f'<td class="tick">{tick}</td>'
        f'<th scope="row" class="text name"><a href="{escape(line.place.url)}">{title}</a></th>'
        f'<td class="text">{parts.state_word(line.state)}{why}</td>'
        f'<td class="text what">{escape(what)}</td>'
        f'<td class="count">{line.games:,}{of} {parts.bar(line.games, line.target)}</td>'
        f'<td data-name="games/s">{parts.speed(line.speed)}</td>'
        f'<td data-name="left">{parts.left(line.left)}</td>'
        f'<td data-name="gate">{parts.gate_told(line.gate)}</td>'
        f'<td class="text values">{_values(line)}</td>'
    )


def _searched(line: Line) -> str:
    if line.search in ("", "alpha-beta", "alphabeta") and line.depth is not None:
        return f"depth {line.depth}"
    return line.search


def _values(line: Line) -> str:
    shown = [f"{escape(name)} <b>{number(value)}</b>" for name, value in line.values[:MOST_VALUES]]
    more = f" <small>and {len(line.values) - MOST_VALUES} more</small>"
    return ", ".join(shown) + (more if len(line.values) > MOST_VALUES else "")


def below(house: House) -> str:
    """Matches, ratings and experiments."""
    return (
        _list("Matches", house.places.all("match"))
        + _list("Ratings", house.places.all("rate"))
        + _list("Experiments", house.places.all("experiment"))
    )


def _list(heading: str, places: list[Place]) -> str:
    if not places:
        return ""
    items = "".join(
        f'<li><a href="{escape(place.url)}">{escape(place.title)}</a></li>' for place in places
    )
    return f'<h2>{heading}</h2><ul class="places">{items}</ul>'
