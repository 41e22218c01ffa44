"""What the page of a run asks for while it is open: series, and a stream of what is new."""

import asyncio
import time
from collections.abc import AsyncIterator
from functools import partial
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from plywise.errors import BadInput
from plywise.page import answers, parts, run_parts, series
from plywise.page.house import House
from plywise.page.places import Missing
from plywise.page.series import MOST_POINTS, whole_number
from plywise.page.streams import event, last_event, stream
from plywise.page.watching import Watched, watched
from plywise.runs.batches.run import BatchRun

EVERY = 0.25
"""Seconds from one look to the next."""
LOOKS = 4
"""Looks until the parts of the page are made anew, where something has changed."""
MOST_ROWS = 2000
"""Rows in one event; beyond that the page asks for the series again."""
FIRST_POINTS = 250
"""Of each line, in the page itself."""
MOST_GAMES = 1 << 53


def run_at(house: House, request: Request) -> Watched:
    """The run that an address names."""
    return watched(house, house.places.at("run", request.path_params["run"]))


def routes(house: House) -> list[Route]:
    """The stream, and series at any width."""

    async def live(request: Request) -> Response:
        beginning = whole_number(request.query_params.get("beginning"), 0, least=0, most=1 << 30)
        run = run_at(house, request)
        return stream(house, request, _events(house, run, last_event(request), beginning))

    async def asked(request: Request) -> Response:
        run, query = run_at(house, request), request.query_params
        most = whole_number(query.get("most"), FIRST_POINTS, least=1, most=MOST_POINTS)
        first = whole_number(query.get("first"), 1, least=1, most=MOST_GAMES)
        last = whole_number(query.get("last"), 0, least=0, most=MOST_GAMES) or None
        of = series.game_series if query.get("what") == "games" else series.weights_series
        return answers.as_json(await house.read(lambda: of(run, most=most, first=first, last=last)))

    return [Route("/runs/{run}/stream", live), Route("/runs/{run}/series", asked)]


async def _events(house: House, run: Watched, have: int, beginning: int) -> AsyncIterator[bytes]:
    """Rows since game number `have`, and the parts of the page that changed.

    All tabs look at the same moments, so what one of them finds is there for the others.
    """
    told: dict[str, str] = {}
    while True:
        try:
            moment = int(time.monotonic() / EVERY)
            made = await house.read(partial(_news, run, have, beginning, told, moment))
        except Missing as error:
            yield event({"gone": str(error)}, name="gone")
            return
        except (BadInput, OSError) as error:  # damaged just now, or being replaced
            yield event({"error": str(error)}, name="trouble")
            await asyncio.sleep(4 * EVERY)
            continue
        if made:
            have, beginning = made.get("have", have), made.get("beginning", beginning)
            yield event(made, number=have)
        # A run that stands still is looked at once a second.
        pace = EVERY if made or run.is_learning else LOOKS * EVERY
        await asyncio.sleep(pace - time.monotonic() % pace)


def _news(
    run: Watched, have: int, beginning: int, told: dict[str, str], moment: int
) -> dict[str, Any]:
    """What there is to say. `told` is what was said of the parts of the page before."""
    found = dict(run.once("rows", moment, (have, beginning), lambda: _rows(run, have, beginning)))
    second = moment // LOOKS
    if told.get("second") == str(second):
        return found
    parts_now = run.once("parts", second, "all", lambda: _parts(run))
    changed = {name: html for name, html in parts_now.items() if told.get(name) != html}
    told.update(changed, second=str(second))
    if changed:
        found |= {"parts": changed, "gates": gate_points(run)}
    return found


def _rows(run: Watched, have: int, beginning: int) -> dict[str, Any]:
    """The games that came after number `have`; or that all must be asked for again."""
    if isinstance(run.run, BatchRun):
        run.run.refresh()
        lines = len(run.run.history.lines)
        return {"have": lines, "batches": batches(run.run)} if lines != have else {}
    games = len(run.history())
    if games < have or (beginning and beginning != run.beginning):
        return {"again": True, "have": games, "beginning": run.beginning}
    if games == have:
        return {}
    rows = series.rows_since(run, have, MOST_ROWS) or {"again": True, "have": games}
    return {**rows, "beginning": run.beginning}


def _parts(run: Watched) -> dict[str, str]:
    """The parts of the page, made anew where something in the folder has changed."""
    now = (run.marks(), run.line())
    before, made = run.made
    if now != before:
        made = run_parts.live_parts(run)
        run.made = (now, made)
    return made


def gate_points(run: Watched) -> list[dict[str, Any]]:
    """The gate matches as a chart draws them."""
    return [
        {
            "game": gate.game, "against": parts.whom(gate), "kind": gate.kind,
            "score": gate.score, "low": gate.low, "high": gate.high,
        }
        for gate in run.gates()
    ]  # fmt: skip


def batches(run: BatchRun) -> dict[str, Any]:
    """What a run in batches wrote down, as charts draw it."""
    history = run.history
    counts = [line.outcomes for line in history.lines]
    total = [max(sum(each), 1e-9) for each in counts]
    return {
        "game": [line.game for line in history.lines],
        "error": [line.error for line in history.lines],
        "step": [line.step for line in history.lines],
        "length": [line.plies / max(line.games, 1) for line in history.lines],
        "speed": [line.games / max(line.seconds, 1e-9) for line in history.lines],
        "gammons": [
            (each[0] + each[1] + each[-1] + each[-2]) / all_
            for each, all_ in zip(counts, total, strict=True)
        ],
        "won": [
            sum(each[len(each) // 2 :]) / all_ for each, all_ in zip(counts, total, strict=True)
        ],
    }
