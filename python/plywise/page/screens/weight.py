"""`/runs/R/weights/W`: why a weight moved."""

from html import escape
from typing import Any
from urllib.parse import urlencode

import numpy as np
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from plywise.learning.step_size.coherence import TemporalCoherence
from plywise.naming import unknown
from plywise.page import answers, parts, series
from plywise.page.house import House
from plywise.page.places import Missing
from plywise.page.screens.run_live import FIRST_POINTS, MOST_GAMES, run_at
from plywise.page.series import whole_number
from plywise.page.shell import document
from plywise.page.watching import Watched
from plywise.runs.run import Run
from plywise.runs.waypoints import nearest_learner
from plywise.runs.why import moved_most, why
from plywise.textual import number

MOST = 12
"""Games that are listed."""


def routes(house: House) -> list[Route]:
    """The screen, and what each move of a game did to the weight."""

    def named(request: Request) -> tuple[Watched, str]:
        run = run_at(house, request)
        name = request.path_params.get("weight") or request.query_params.get("weight", "")
        if name not in run.single.names:
            raise Missing(str(unknown("weight", name[:80], run.single.names)))
        return run, name

    async def page(request: Request) -> Response:
        run, name = await house.read(lambda: named(request))
        body, state = await house.read(lambda: _page(run, name))
        title = f"{name} in {run.place.title}"
        return answers.page(
            document(title=title, body=body, state=state, modules=("weight",), here="/", wide=True)
        )

    async def because(request: Request) -> Response:
        run, name = await house.read(lambda: named(request))
        game = whole_number(request.path_params["game"], 1, least=1, most=MOST_GAMES)
        return answers.as_json(await house.work(request, lambda stop: _because(run, name, game)))

    return [
        Route("/runs/{run}/weights/{weight:path}", page),
        Route("/runs/{run}/why/{game}", because),
    ]


def _page(run: Watched, name: str) -> tuple[str, dict[str, Any]]:
    history = run.history()
    place = run.single.names.index(name)
    found = history.buckets(FIRST_POINTS) if len(history) else None
    size = series.unit_size(run, history)
    state: dict[str, Any] = {
        "url": run.place.url,
        "name": name,
        "unit": run.single.config.unit,
        "size": size,
        "game": [] if found is None else found.game.tolist(),
    }
    if found is not None:
        one = [place]
        state |= {
            "mean": series.lines_of(found.weights.mean[:, one])[0],
            "low": series.lines_of(found.weights.low[:, one])[0],
            "high": series.lines_of(found.weights.high[:, one])[0],
            "rates": series.lines_of(found.rates.mean[:, one])[0],
        }
    url = escape(run.place.url)
    body = (
        f"{parts.crumbs(('/', 'Runs'), (run.place.url, run.place.title))}"
        f"<h1>Why did {escape(name)} move?</h1>"
        f'<p class="lead">In the run <a href="{url}">{escape(run.place.title)}</a></p>'
        f'<dl class="headline">{_figures(run, place, size)}</dl>'
        '<div id="weight" class="chart"></div>'
        '<h3>Its step size</h3><div id="rate" class="chart small"></div>'
        f"<h2>The games that moved it most</h2>{_most(run, name)}"
        '<div id="because" aria-live="polite"></div>'
    )
    return body, state


def _figures(run: Watched, place: int, size: float | None) -> str:
    history, config = run.history(), run.single.config
    if not len(history.weights):
        return parts.figure("weight", number(config.start_vector[place], 4), "no game yet")
    weight, rate = float(history.weights[-1][place]), float(history.rates[-1][place])
    changes = np.diff(history.weights[:, place], prepend=config.start_vector[place])
    moved = int(np.count_nonzero(changes))
    told = [
        parts.figure("weight now", number(weight, 4)),
        parts.figure(f"in units of {config.unit}", number(weight / size)) if size else "",
        parts.figure("step size", f"{rate:.3g}"),
        parts.figure("moved in", f"{moved:,}", f"of {len(changes):,} games kept"),
        parts.figure("by all games", f"{float(changes.sum()):+.4f}"),
        *_coherence(run.single, place),
    ]
    return "".join(told)


def _coherence(run: Run, place: int) -> list[str]:
    """N and A of the weight, where its step size goes by them."""
    step = nearest_learner(run.directory / "checkpoints", run.config, len(run.history)).step_size
    if not isinstance(step, TemporalCoherence) or not len(step.net):
        return []
    net, absolute = float(step.net[place]), float(step.absolute[place])
    share = f"{abs(net) / absolute:.2f}" if absolute else "–"
    return [parts.figure("coherence |N| / A", share, f"N {net:.3g}, A {absolute:.3g}")]


def _most(run: Watched, name: str) -> str:
    found = moved_most(run.single, name, most=MOST)
    if not found:
        return '<p class="note">No game has moved it yet.</p>'
    rows = []
    for one in found:
        first = one.game - one.games + 1
        games = f"{one.game:,}" if one.games == 1 else f"{first:,}–{one.game:,}"
        link = f"{run.place.url}/games/{one.game}?{urlencode({'weight': name})}"
        rows.append(
            [
                f'<a href="{escape(link)}">{games}</a>',
                f"{one.change:+.5f}",
                f'<button type="button" class="why" data-game="{one.game}">why?</button>',
            ]
        )
    return parts.table(["game", "moved it by", ""], rows, "games that moved the weight most")


def _because(run: Watched, name: str, game: int) -> dict[str, Any]:
    """What each move of a game did to the weight."""
    run.history()
    found = why(run.single, game)
    return {"html": _told(run, found, name), **found.as_dict([name])}


def _told(run: Watched, found: Any, name: str) -> str:
    place = found.place(name)
    link = f"{run.place.url}/games/{found.game}?{urlencode({'weight': name})}"
    rows = [
        [
            f"{move.ply // 2 + 1}{'.' if move.mover == 0 else '…'} {escape(move.notation)}",
            _several(move.prediction, ".4f"),
            _several(move.difference, "+.4f"),
            f"{move.shares[place]:+.6f}",
        ]
        for move in sorted(found.moves, key=lambda move: -abs(move.shares[place]))[:MOST]
    ]
    if found.earlier[place]:
        rows.append(["earlier games", "", "", f"{found.earlier[place]:+.6f}"])
    rows.append(["<strong>all moves</strong>", "", "", f"{found.change[place]:+.6f}"])
    head = (
        f'<h2>Game {found.game:,}</h2><p class="note">{escape(found.players[0])} v '
        f"{escape(found.players[1])}, {found.outcome:g} for the first ({escape(found.reason)}); "
        f"λ {found.trace_decay:.3f}. The moves with the largest parts in the change; the parts of "
        f'all moves add up to it. <a href="{escape(link)}">The whole game</a></p>'
    )
    return head + parts.table(["move", "prediction", "difference", f"part in {name}"], rows)


def _several(value: Any, form: str) -> str:
    values = value if isinstance(value, list) else [value]
    return " ".join(format(one, form) for one in values)
