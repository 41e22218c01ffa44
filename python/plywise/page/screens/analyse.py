"""`/analyse`: a board with variations, and one or two searches of where it stands."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from html import escape
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from plywise.errors import BadInput
from plywise.games.python_games import game_name
from plywise.page import analysing, answers, asked, forms
from plywise.page.games import (
    Chosen,
    all_games,
    chosen_game,
    done,
    judges,
    weights_named,
)
from plywise.page.house import Gone, House
from plywise.page.shell import document
from plywise.page.streams import event, stream
from plywise.page.table import LONGEST
from plywise.play.levels import usual_weights

Json = dict[str, Any]
NODES = (1_000, 10_000, 100_000, 1_000_000)
LINES = (1, 3, 5)
LONGEST_SEARCH = 120


def routes(house: House) -> list[Route]:
    """The screen, what its board asks, and its searches."""

    async def analyse(request: Request) -> Response:
        return answers.page(await _page(house, request))

    async def do(request: Request) -> Response:
        of = await asked.body(request)
        return answers.as_json(await _shown(house, request, of, asked.text(of, "text")))

    async def search(request: Request) -> Response:
        if house.read_only:
            raise BadInput("this page only shows: nothing is searched here")
        words = _search_words(house, request.query_params)
        return stream(house, request, _events(house, request, *words))

    return [
        Route("/analyse", analyse),
        Route("/analyse/do", do, methods=["POST"]),
        Route("/analyse/search", search),
    ]


def _settings(house: House, of: Any) -> tuple[Chosen, Json]:
    game = chosen_game(house, asked.text(of, "game", "chess"))
    game_name(game.name)  # so that its facts are known
    names = analysing.searches(game.name)
    weights = asked.text(of, "weights", usual_weights(game.name))
    return game, {
        "game": game.written,
        "position": asked.text(of, "position", longest=LONGEST),
        "weights": weights,
        "using": asked.text(of, "using", names[0], LONGEST_SEARCH),
        "nodes": asked.number(of, "nodes", NODES[1], house.limits.nodes),
        "lines": asked.number(of, "lines", LINES[1], analysing.MOST_LINES),
        "weights2": asked.text(of, "weights2", weights),
        "using2": asked.text(of, "using2", "", LONGEST_SEARCH),
    }


async def _shown(house: House, request: Request, of: Any, text: str = "") -> Json:
    game, settings = _settings(house, of)
    weights = weights_named(house, game, settings["weights"])
    at = asked.table(of, game.name, free_dice=True)
    return await done(house, request, game, analysing.shown, at, weights, text)


async def _page(house: House, request: Request) -> str:
    of = request.query_params
    game, settings = _settings(house, of)
    told = await _shown(house, request, of)
    state = {"settings": settings, "readonly": house.read_only, **told}
    return document(
        title=f"Analyse {game.title}", body=_body(house, game, settings, told), here="/analyse",
        modules=("analyse",), styles=("board", "play", "analyse"), state=state, wide=True,
    )  # fmt: skip


def _body(house: House, game: Chosen, settings: Json, told: Json) -> str:
    scene = told["scene"]
    games = [(each.written, each.title) for each in all_games(house)]
    return (
        f'<h1 class="sr">Analyse {escape(game.title)}</h1>\n<div class="analysis">\n'
        '<section class="stage" aria-label="Board"><div class="withbar">'
        '<div id="bar" role="img" aria-label="evaluation"></div>'
        f'<div id="board"><pre>{escape(scene["text"])}</pre></div></div>'
        '<div class="tools" id="walk"></div>'
        f'<p id="said" role="status" aria-live="polite">{escape(scene["said"])}</p>'
        '<form id="setup" class="tools"><label class="grow">Position '
        f'<input name="position" value="{escape(scene["text"])}" spellcheck="false" '
        'autocomplete="off"></label><button>Set up</button></form>'
        f'<form id="choose" class="tools" action="/analyse" method="get">'
        f"{forms.select('game', 'Game', games, settings['game'])}<button>Open</button>"
        '<label class="grow">Move <input name="move" id="move" autocomplete="off" '
        'spellcheck="false" size="8"></label></form><p id="error" role="alert"></p></section>\n'
        f'<section class="beside" aria-label="Searches">{_panels(house, game, settings)}'
        '<h2>Line</h2><div id="line" class="variations"></div></section>\n</div>\n'
        f'<section><h2>What counts here</h2><div id="terms">{_terms(told["terms"])}</div>'
        "</section>"
    )


def _panels(house: House, game: Chosen, settings: Json) -> str:
    """The form of a search, and of a second one beside it."""
    names = [(name, name) for name in analysing.searches(game.name)]
    known = [(judge.written, judge.title) for judge in judges(house, game)]
    counts = [(str(n), f"{n:,} nodes") for n in NODES]
    if str(settings["nodes"]) not in dict(counts):
        counts.insert(0, (str(settings["nodes"]), f"{settings['nodes']:,} nodes"))
    best = [(str(n), f"{n} line{'s' if n > 1 else ''}") for n in LINES]
    shared = forms.select("nodes", "up to", counts, str(settings["nodes"])) + forms.select(
        "lines", "best", best, str(settings["lines"])
    )
    return (
        f'<form id="searching"><div class="tools">{shared}<button class="main" id="go">Search'
        '</button><label><input type="checkbox" id="always"> at every move</label></div>'
        f"<div class=panels>{_panel('', names, known, settings)}"
        f"{_panel('2', [('', 'no second search'), *names], known, settings)}</div></form>"
    )


def _panel(number: str, names: Any, known: Any, settings: Json) -> str:
    using = forms.select(f"using{number}", "Search", names, settings[f"using{number}"])
    weights = forms.select(f"weights{number}", "by", known, settings[f"weights{number}"])
    return (
        f'<fieldset class="panel" data-panel="{number}"><div class="tools">{using}{weights}</div>'
        f'<div class="found" id="found{number}"></div></fieldset>'
    )


def _terms(terms: Json) -> str:
    """The terms as a table, before the module draws them."""
    if not terms["rows"]:
        return '<p class="note">This evaluation is no sum of features, or nothing counts here.</p>'
    rows = "".join(
        f'<tr><th scope="row">{escape(row["name"])}</th><td>{row["count"]:.4g}</td>'
        f"<td>{row['weight']:.3f}</td><td>{row['share']:+.3f}</td></tr>"
        for row in terms["rows"][:60]
    )
    return (
        '<div class="scroll tall"><table><thead><tr><th scope="col">feature</th><th scope="col">'
        'count</th><th scope="col">weight</th><th scope="col">share</th></tr></thead><tbody>'
        f'{rows}<tr><th scope="row">total</th><td></td><td></td><td>{terms["value"]:+.3f}</td>'
        "</tr></tbody></table></div>"
    )


def _search_words(house: House, of: Any) -> tuple[Chosen, tuple[Any, ...]]:
    """What a search is asked for, checked before its stream begins."""
    game, settings = _settings(house, of)
    weights = weights_named(house, game, settings["weights"])
    at = asked.table(of, game.name, free_dice=True)
    words = (at, weights, settings["using"], settings["nodes"], settings["lines"])
    return game, words


async def _events(
    house: House, request: Request, game: Chosen, words: tuple[Any, ...]
) -> AsyncIterator[bytes]:
    """The events of a search: each iteration or step as it comes, and what was found."""
    loop, queue = asyncio.get_running_loop(), asyncio.Queue[Json | None]()

    def tell(news: Json) -> None:
        loop.call_soon_threadsafe(queue.put_nowait, news)

    async def search() -> None:
        more = () if game.is_apart else (tell,)
        try:
            found = await done(house, request, game, analysing.analysed, *words, *more)
            queue.put_nowait({"found": found})
        except Gone:
            pass
        except BadInput as error:
            queue.put_nowait({"error": str(error)})
        finally:
            queue.put_nowait(None)

    task = asyncio.create_task(search())
    try:
        while (news := await queue.get()) is not None:
            yield event(news)
    finally:
        task.cancel()
