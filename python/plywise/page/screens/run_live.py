"""What the page of a run asks for while it is open: series, and a stream of what is new."""

import asyncio
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
MOST_ROWS = 2000
"""Rows in one event; beyond that the page asks for the series again."""
FIRST_POINTS = 400
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
    """Rows since game number `have`, and the parts of the page that changed."""
    told: dict[str, str] = {}
    tick = 0
    while True:
        try:
            made = await house.read(partial(_news, run, have, beginning, told, tick))
        except Missing as error:
            yield event({"gone": str(error)}, name="gone")
            return
        except (BadInput, OSError) as error:  # damaged just now, or being replaced
            yield event({"error": str(error)}, name="trouble")
            await asyncio.sleep(4 * EVERY)
            continue
        if made is not None:
            have, beginning = made.get("have", have), made.get("beginning", beginning)
            yield event(made, number=have)
        tick += 1
        await asyncio.sleep(EVERY)


def _news(
    run: Watched, have: int, beginning: int, told: dict[str, str], tick: int
) -> dict[str, Any] | None:
    """What there is to say; None for nothing. `told` is what was said of the parts before."""
    found: dict[str, Any] = {}
    if isinstance(run.run, BatchRun):
        run.run.refresh()
        lines = len(run.run.history.lines)
        if lines != have:
            found = {"have": lines, "batches": batches(run.run)}
    else:
        games = len(run.history())
        is_other = bool(beginning) and beginning != run.beginning
        if is_other or games < have:
            found = {"again": True, "have": games, "beginning": run.beginning}
        elif games > have:
            rows = series.rows_since(run, have, MOST_ROWS)
            rows = rows or {"again": True, "have": games}
            found = {**rows, "beginning": run.beginning}
    if tick % 4 == 0:  # once a second
        changed = {
            name: html for name, html in run_parts.live_parts(run).items() if told.get(name) != html
        }
        if changed:
            told.update(changed)
            found["parts"] = changed
            found["gates"] = gate_points(run)
    return found or None


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
