"""`/experiments/E`: what was measured beside what was published."""

import asyncio
import json
from collections.abc import AsyncIterator
from functools import partial
from html import escape
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from plywise.errors import BadInput, DamagedFile
from plywise.experiments.kit.result import Row
from plywise.page import answers, parts
from plywise.page.house import House
from plywise.page.places import Missing, Place
from plywise.page.shell import document
from plywise.page.streams import event, stream
from plywise.regular import WEIGHTS, read_regular
from plywise.report.parts import duration

EVERY = 1.0


def routes(house: House) -> list[Route]:
    """The screen, its stream, and its pictures."""

    def at(request: Request) -> Place:
        return house.places.at("experiment", request.path_params["name"])

    async def page(request: Request) -> Response:
        place = at(request)
        found = await house.read(lambda: read(place))
        title = str(found.get("title", place.title))
        body = (
            f"{parts.crumbs(('/', 'Runs'))}<h1>{escape(title)}</h1>"
            f'<p class="lead">{escape(place.title)}<span id="live" class="note"></span></p>'
            f'<div id="found">{told(place, found)}</div>'
        )
        state = {"url": place.url}
        return answers.page(
            document(title=title, body=body, state=state, modules=("experiment",), here="/")
        )

    async def live(request: Request) -> Response:
        return stream(house, request, _events(house, at(request)))

    async def picture(request: Request) -> Response:
        place, name = at(request), request.path_params["file"]
        path = place.path / name
        if name not in _pictures(place) or path.is_symlink():
            raise Missing(f"no picture {name[:80]!r} here")
        data = await house.read(lambda: read_regular(path, at_most=WEIGHTS))
        return Response(data, media_type="image/png")

    return [
        Route("/experiments/{name}", page),
        Route("/experiments/{name}/stream", live),
        Route("/experiments/{name}/{file}", picture),
    ]


async def _events(house: House, place: Place) -> AsyncIterator[bytes]:
    before = ""
    while True:
        try:
            now = await house.read(partial(_html, place))
        except (BadInput, OSError) as error:
            yield event({"error": str(error)}, name="trouble")
            await asyncio.sleep(4 * EVERY)
            continue
        if now != before:
            before = now
            yield event({"parts": {"found": now}})
        await asyncio.sleep(EVERY)


def _html(place: Place) -> str:
    return told(place, read(place))


def read(place: Place) -> dict[str, Any]:
    """What the result says."""
    try:
        found = json.loads(read_regular(place.path / "result.json", at_most=WEIGHTS))
    except FileNotFoundError:
        raise Missing(f"{place.title!r} is not there any more") from None
    except ValueError as error:
        raise DamagedFile(f"{place.title}/result.json: {error}") from None
    if not isinstance(found, dict):
        raise DamagedFile(f"{place.title}/result.json is no result of an experiment")
    return found


def told(place: Place, found: dict[str, Any]) -> str:
    """The tables, pictures and notes of a result."""
    try:
        rows = [[escape(cell) for cell in Row(**row).texts] for row in found.get("rows", ())]
        tables = "".join(_table(table) for table in found.get("tables", ()))
    except (TypeError, ValueError, KeyError, AttributeError) as error:
        raise DamagedFile(f"{place.title}/result.json: {error}") from None
    notes = "".join(f"<li>{escape(str(note))}</li>" for note in found.get("notes", ()))
    pictures = "".join(
        f'<figure><img src="{escape(place.url)}/{escape(name)}" alt="{escape(Path(name).stem)}">'
        "</figure>"
        for name in _pictures(place)
    )
    took = duration(float(found.get("seconds", 0)))
    extent = f"{len(found.get('seeds', ()))} × {found.get('games', 0):,}"
    return (
        f'<p class="note">{escape(str(found.get("source", "")))}, size '
        f"{escape(str(found.get('size', '')))}: {extent}, {took}"
        f"</p>{parts.table(['', 'published', 'measured'], rows, 'published and measured')}"
        f'<p class="note">± {escape(str(found.get("error", "")))}</p>'
        f"{f'<ul>{notes}</ul>' if notes else ''}{tables}{pictures}"
        f"<h2>Make it again</h2><pre>{escape(str(found.get('command', '')))}</pre>"
    )


def _table(table: dict[str, Any]) -> str:
    rows = [[escape(str(cell)) for cell in row] for row in table["rows"]]
    note = f'<p class="note">{escape(str(table["note"]))}</p>' if table.get("note") else ""
    head = f"<h2>{escape(str(table['title']))}</h2>"
    return head + parts.table([str(cell) for cell in table["header"]], rows) + note


def _pictures(place: Place) -> list[str]:
    """The pictures that lie beside the result."""
    return sorted(path.name for path in place.path.glob("*.png") if path.is_file())
