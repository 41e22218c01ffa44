"""`/runs/R/games` and `/runs/R/games/n`: the games of a run, and one of them told again."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from plywise.engine.players import game_before_loading
from plywise.errors import BadInput
from plywise.page import answers, asked
from plywise.page.games import Chosen, chosen_game, done
from plywise.page.games_told import told_again
from plywise.page.house import House
from plywise.page.places import Missing, Place
from plywise.page.shell import document
from plywise.runs.run import Run, is_in_batches, load

Json = dict[str, Any]
A_PAGE = 100
"""Games of the list on one page."""
KEPT = 12
"""Games that are remembered once they were told again."""


def routes(house: House) -> list[Route]:
    """The list, a game, and what its module asks for."""

    async def games(request: Request) -> Response:
        place = house.places.at("run", request.path_params["run"])
        first = asked.number(request.query_params, "from", 0, 10**9)
        return answers.page(await house.read(lambda: _list(place, first)))

    async def game(request: Request) -> Response:
        place, told = await _told(house, request)
        return answers.page(_page(place, told, request.query_params))

    async def data(request: Request) -> Response:
        _, told = await _told(house, request)
        return answers.as_json(told)

    return [
        Route("/runs/{run}/games", games),
        Route("/runs/{run}/games/{number:int}", game),
        Route("/runs/{run}/games/{number:int}/data", data),
    ]


async def _told(house: House, request: Request) -> tuple[Place, Json]:
    """A game told again; the last ones are remembered."""
    place = house.places.at("run", request.path_params["run"])
    number = request.path_params["number"]
    _refuse_batches(place)
    kept = house.cache("games")
    stamp = (place.path / "config.toml").stat().st_mtime_ns
    key = (place.name, number, stamp)
    if key not in kept:
        words = (str(place.path), number)
        told = await done(house, request, _game(house, place.path), told_again, *words)
        while len(kept) >= KEPT:
            kept.pop(next(iter(kept)))
        kept[key] = told
    found: Json = kept[key]
    return place, found


def _game(house: House, path: Path) -> Chosen:
    """The game of a run; UntrustedCode if it is a Python file that nobody trusted."""
    return chosen_game(house, game_before_loading(str(path)) or "chess")


def _refuse_batches(place: Place) -> None:
    if is_in_batches(place.path):
        raise BadInput(f"{place.title} learns in batches, whose games are not kept")


def _list(place: Place, first: int) -> str:
    """The games from one number on, a row each."""
    _refuse_batches(place)
    run = load(place.path)
    count = len(run.history)
    if first > count:
        raise Missing(f"there is no game {first} in {place.title}; it has {count}")
    start = max(1, first or 1)
    numbers = range(start, min(count, start + A_PAGE - 1) + 1)
    rows = "".join(_row(place, run, number) for number in numbers)
    body = (
        f'<p class="crumbs"><a href="/">Runs</a> · <a href="{place.url}">{escape(place.title)}</a>'
        f"</p>\n<h1>Games of {escape(place.title)}</h1>\n"
        f'<p class="lead">{count:,} games so far. Each is told again from its own seed and '
        "weights when it is opened.</p>\n"
        f"{_pages(place, start, count)}"
        '<div class="scroll"><table><thead><tr><th scope="col">game</th><th scope="col">result'
        '</th><th scope="col">plies</th><th scope="col" class="text">end</th>'
        f"</tr></thead><tbody>{rows}</tbody></table></div>"
    )
    return document(title=f"Games of {place.title}", body=body, here="/")


def _row(place: Place, run: Run, number: int) -> str:
    game = run.game(number)
    result = game.line().split("\t")[1]
    return (
        f'<tr><th scope="row"><a href="{place.url}/games/{number}">{number}</a></th>'
        f'<td>{escape(result)}</td><td>{len(game.moves)}</td><td class="text">'
        f"{escape(game.reason)}</td></tr>"
    )


def _pages(place: Place, start: int, count: int) -> str:
    """Links to the games before and behind these, and a field for a number."""
    links = []
    if start > 1:
        links.append(f'<a class="button" href="?from={max(1, start - A_PAGE)}">before</a>')
    if start + A_PAGE <= count:
        links.append(f'<a class="button" href="?from={start + A_PAGE}">behind</a>')
    return (
        f'<form class="tools" action="{place.url}/games" method="get">{"".join(links)}'
        '<label>from game <input name="from" inputmode="numeric" size="6" '
        f'value="{start}"></label><button>Show</button></form>'
    )


def _page(place: Place, told: Json, of: Any) -> str:
    weight = asked.text(of, "weight")
    if weight not in told["names"]:
        weight = _most(told)
    sides, players = told["sides"], told["players"]
    number = told["number"]
    body = (
        f'<p class="crumbs"><a href="/">Runs</a> · <a href="{place.url}">{escape(place.title)}</a>'
        f' · <a href="{place.url}/games?from={max(1, number - 20)}">games</a></p>\n'
        f"<h1>Game {number}</h1>\n"
        f'<p class="lead">{escape(sides[0])} {escape(players[0])} · {escape(sides[1])} '
        f"{escape(players[1])} · {told['outcome']:g} for {escape(sides[0])}, "
        f"{escape(told['reason'])} · played with the weights after game {told['version']} · "
        f"{escape(told['rule'])}</p>\n"
        '<div class="retold">\n<section class="stage" aria-label="Board"><div id="board"></div>'
        '<div class="tools" id="walk"></div><p id="said" role="status" aria-live="polite"></p>'
        '</section>\n<section class="leafside" aria-label="Where the search ended">'
        '<div id="leaf"></div><p id="line" class="note"></p></section>\n'
        '<section class="beside" aria-label="Moves"><figure><div id="curve"></div><figcaption>'
        f"Predictions: the expected score of {escape(sides[0])}</figcaption></figure>"
        f'<div class="scroll tall"><table id="moves">{_table(told, weight)}</table></div></section>'
        '\n</div>\n<div class="pair"><section><h2>At the leaf</h2><div id="terms"></div></section>'
        '<section><h2>What it moved</h2><div id="shares"></div></section></div>'
    )
    state = {
        "data": f"{place.url}/games/{number}/data", "weight": weight, "run": place.url,
        "ply": asked.number(of, "ply", 0, 10**6), "play": f"run:{place.name}",
    }  # fmt: skip
    return document(
        title=f"Game {number} of {place.title}", body=body, modules=("game",),
        styles=("board", "play", "game"), state=state, wide=True, here="/",
    )  # fmt: skip


def _most(told: Json) -> str:
    """The weight that the game moved most."""
    changes = [abs(change) for change in told["change"]]
    return str(told["names"][changes.index(max(changes))]) if changes else ""


def _table(told: Json, weight: str) -> str:
    """The moves in words, for those who read: prediction, difference, and a weight's share."""
    place = told["names"].index(weight) if weight else 0
    head = (
        '<thead><tr><th scope="col">move</th><th scope="col">prediction</th>'
        f'<th scope="col">difference</th><th scope="col">{escape(weight)}</th></tr></thead>'
    )
    rows = []
    for ply, move in enumerate(told["moves"]):
        found = told["searches"].get(ply, {})
        cells = [_number(found.get("prediction"), ".4f"), _number(found.get("difference"), "+.4f")]
        cells.append(_small(found["shares"][place]) if found else "")
        dots = "." if move["by"] == "first" else "…"
        label = f"{ply // 2 + 1}{dots} {move['text']}"
        told_cells = "".join(f"<td>{cell}</td>" for cell in cells)
        rows.append(
            f'<tr data-ply="{ply + 1}"><th scope="row"><a href="?ply={ply + 1}&amp;weight='
            f'{quote(weight)}">{escape(label)}</a></th>{told_cells}</tr>'
        )
    change = told["change"][place] if told["change"] else 0.0
    rest = told["earlier"][place] if told["earlier"] else 0.0
    if rest:
        rows.append(
            f'<tr><th scope="row">earlier games</th><td></td><td></td><td>{_small(rest)}</td>'
        )
    foot = f'<tr><th scope="row">change</th><td></td><td></td><td>{_small(change)}</td></tr>'
    return f"{head}<tbody>{''.join(rows)}{foot}</tbody>"


def _small(share: float) -> str:
    """A share of a change, however small.

    >>> _small(0.25), _small(-2e-9), _small(0.0)
    ('+0.25000', '-2.0e-09', '+0.00000')
    """
    return f"{share:+.1e}" if share and abs(share) < 1e-5 else f"{share:+.5f}"


def _number(value: Any, form: str) -> str:
    if value is None:
        return ""
    values = value if isinstance(value, list) else [value]
    return " ".join(format(one, form) for one in values)
