"""`/compare?runs=`: one weight over several runs, and what their settings differ in."""

import asyncio
from collections.abc import AsyncIterator
from functools import partial
from html import escape
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from plywise.errors import BadInput
from plywise.naming import unknown
from plywise.page import answers, parts
from plywise.page.comparing import Compared, compared, differing, final, lines
from plywise.page.house import House
from plywise.page.shell import document
from plywise.page.streams import event, stream
from plywise.page.watching import watched

EVERY = 1.0


def routes(house: House) -> list[Route]:
    """The screen, and its stream."""

    def found(request: Request) -> tuple[Compared, str]:
        known = {place.name for place in house.places.all("run")}
        asked = request.query_params.getlist("runs")
        several = [[text] if text in known else text.split(",") for text in asked]
        names = dict.fromkeys(name for these in several for name in these if name)
        runs = compared([watched(house, house.places.at("run", name)) for name in names])
        usual = runs.names[-1]
        weight = request.query_params.get("weight") or usual
        if weight not in runs.names:
            raise unknown("weight", weight[:80], runs.names)
        return runs, weight

    async def page(request: Request) -> Response:
        runs, weight = await house.read(lambda: found(request))
        body = await house.read(lambda: _body(runs, weight))
        state = await house.read(lambda: lines(runs, weight))
        return answers.page(
            document(
                title="Compare", body=body, state=state, modules=("compare",), here="/", wide=True
            )
        )

    async def live(request: Request) -> Response:
        runs, weight = await house.read(lambda: found(request))
        return stream(house, request, _events(house, runs, weight))

    return [Route("/compare", page), Route("/compare/stream", live)]


async def _events(house: House, runs: Compared, weight: str) -> AsyncIterator[bytes]:
    before: Any = None
    while True:
        try:
            now = await house.read(partial(_news, runs, weight))
        except (BadInput, OSError) as error:
            yield event({"error": str(error)}, name="trouble")
            await asyncio.sleep(4 * EVERY)
            continue
        if now != before:
            before = now
            yield event(now)
        await asyncio.sleep(EVERY)


def _news(runs: Compared, weight: str) -> dict[str, Any]:
    return {**lines(runs, weight), "parts": {"final": _final(runs)}}


def _body(runs: Compared, weight: str) -> str:
    hidden = "".join(
        f'<input type="hidden" name="runs" value="{escape(run.place.name)}">' for run in runs.runs
    )
    choices = "".join(
        f"<option{' selected' if name == weight else ''}>{escape(name)}</option>"
        for name in runs.names
    )
    header, rows = differing(runs)
    differ = (
        parts.table(header, [[escape(cell) for cell in row] for row in rows], "settings")
        if rows
        else '<p class="note">They differ in nothing: the same run twice.</p>'
    )
    return (
        f"{parts.crumbs(('/', 'Runs'))}<h1>{len(runs.runs)} runs side by side</h1>"
        f'<form class="tools" method="get" action="/compare" id="choose">{hidden}<label>weight '
        f'<select name="weight">{choices}</select></label><button>Show</button>'
        '<span id="live" class="note"></span></form>'
        '<div id="lines" class="chart"></div>'
        '<p class="note">Each in its own units, divided by the mean of the unit over the last half '
        "of the games. Runs that differ by their seeds alone have a colour, and a mean with a band "
        "of a standard deviation.</p>"
        f'<h2>Final values</h2><div id="final">{_final(runs)}</div>'
        f"<h2>What their settings differ in</h2>{differ}"
    )


def _final(runs: Compared) -> str:
    header, rows = final(runs)
    told = parts.table(header, [[escape(cell) for cell in row] for row in rows], "final values")
    return told + '<p class="note">In units; ± standard error over seeds.</p>'
