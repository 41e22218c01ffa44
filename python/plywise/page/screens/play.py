"""`/play`: every game, against every set of weights; the address shows the same again."""

from __future__ import annotations

import secrets
from html import escape
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from plywise import _kernel
from plywise.errors import BadInput
from plywise.games.python_games import game_name
from plywise.page import answers, asked, forms, records, table
from plywise.page.games import (
    Chosen,
    all_games,
    chosen_game,
    done,
    judges,
    weights_named,
)
from plywise.page.games import weights_title as titled
from plywise.page.house import House
from plywise.page.shell import document
from plywise.play.keeping import formats
from plywise.play.levels import levels, usual_level, usual_weights

Json = dict[str, Any]
SIDES = ("first", "second", "both", "none")
"""Whom the person plays: one side, both, or nobody, who watches."""
CLOCKS = (
    ("", "no clock"),
    ("180", "3 min"),
    ("300", "5 min"),
    ("600", "10 min"),
    ("1800", "30 min"),
)
MOST_LINKS = 60
"""Moves that are links before modules make the board live."""


def routes(house: House) -> list[Route]:
    """The screen, what its board asks, and its records."""

    async def play(request: Request) -> Response:
        return answers.page(await _page(house, request))

    async def do(request: Request) -> Response:
        return answers.as_json(await _done(house, request))

    async def record(request: Request) -> Response:
        return await _record(house, request)

    return [
        Route("/play", play),
        Route("/play/do", do, methods=["POST"]),
        Route("/play/record", record),
    ]


def _settings(house: House, of: Any) -> tuple[Chosen, Json]:
    """The game and the settings of an address or a question."""
    game = chosen_game(house, asked.text(of, "game", "chess"))
    game_name(game.name)  # so that its facts are known
    weights = asked.text(of, "weights", usual_weights(game.name))
    side = asked.text(of, "side", "first")
    if side not in SIDES:
        raise BadInput(f"side={side[:40]!r}; give one of {', '.join(SIDES)}")
    return game, {
        "game": game.written,
        "weights": weights,
        "level": _level(game, weights, asked.text(of, "level")),
        "side": side,
        "clock": asked.text(of, "clock"),
        "position": asked.text(of, "position", longest=table.LONGEST),
    }


def _level(game: Chosen, weights: str, level: str) -> str:
    """The level that is asked for; ratings are those of the weights that they were measured by."""
    is_unmeasured = level.startswith("elo:") and not any(
        each.startswith("elo:") for each, _ in levels(game.name, weights)
    )
    return usual_level(game.name, weights) if is_unmeasured or not level else level


async def _page(house: House, request: Request) -> str:
    of = request.query_params
    game, settings = _settings(house, of)
    weights_named(house, game, settings["weights"])  # told here, not at the first move
    settings["seed"] = asked.number(of, "seed", secrets.randbelow(1_000_000), asked.MOST_SEED)
    at = asked.table({**dict(of), "seed": settings["seed"]}, game.name)
    told = await done(house, request, game, table.shown, at)
    state = {
        "settings": settings,
        "title": game.title,
        "rival": titled(settings["weights"]) or "plywise",
        "formats": formats(game.name),
        "readonly": house.read_only,
        **told,
    }
    return document(
        title=f"Play {game.title}", body=_body(house, game, settings, told), here="/play",
        modules=("play",), styles=("board", "play"), state=state, wide=True,
    )  # fmt: skip


def _body(house: House, game: Chosen, settings: Json, told: Json) -> str:
    scene = told["scene"]
    note = '<p class="note">This page only shows: nothing is played here.</p>'
    return (
        f'<h1 class="sr">Play {escape(game.title)}</h1>\n'
        '<div class="table">\n<section class="stage" aria-label="Board">\n'
        f'<div id="board">{_plain(settings, told)}</div>\n'
        f'<p id="said" role="status" aria-live="polite">{escape(scene["said"])}</p>\n</section>\n'
        '<section class="beside" aria-label="Game">\n<div id="players"></div>\n'
        f'{note if house.read_only else ""}<div class="tools" id="tools"></div>\n'
        '<form id="typed" class="tools"><label class="grow">Move '
        '<input name="move" autocomplete="off" autocapitalize="off" spellcheck="false" '
        'size="9"></label><button>Play</button></form>\n'
        '<p id="error" role="alert"></p>\n<div id="worth" hidden></div>\n'
        '<ol id="moves" aria-label="Moves"></ol>\n<p id="records" class="note"></p>\n'
        f"{_form(house, game, settings)}</section>\n</div>"
    )


def _plain(settings: Json, told: Json) -> str:
    """The position as text and the moves as links, before the module draws it."""
    scene = told["scene"]
    links = "".join(
        f'<li><a href="{escape(_url(settings, [*told["moves"], move["move"]]))}">'
        f"{escape(move['text'])}</a></li>"
        for move in scene["moves"][:MOST_LINKS]
    )
    return f'<pre>{escape(scene["text"])}</pre><ul class="links">{links}</ul>'


def _url(settings: Json, moves: list[str]) -> str:
    words = {name: value for name, value in settings.items() if value != ""}
    return f"/play?{urlencode({**words, 'moves': ' '.join(moves)})}"


def _form(house: House, game: Chosen, settings: Json) -> str:
    first, second = _kernel.facts(game.name).players
    sides = [
        ("first", first), ("second", second), ("both", "both sides"), ("none", "nobody: watch"),
    ]  # fmt: skip
    known = [(judge.written, judge.title) for judge in judges(house, game)]
    ways = levels(game.name, settings["weights"])
    if settings["level"] not in dict(ways):
        ways = [(settings["level"], settings["level"]), *ways]
    games = [(each.written, each.title) for each in all_games(house)]
    parts = (
        forms.select("game", "Game", games, settings["game"]),
        forms.select("weights", "Against", known, settings["weights"]),
        forms.select("level", "Level", ways, settings["level"]),
        forms.select("side", "You play", sides, settings["side"]),
        forms.select("clock", "Clock", CLOCKS, settings["clock"]),
    )
    return (
        '<form id="new" action="/play" method="get" class="newgame"><h2>New game</h2>'
        f'{"".join(parts)}<button class="main">Start</button></form>'
    )


async def _done(house: House, request: Request) -> Json:
    of = await asked.body(request)
    game, settings = _settings(house, of)
    at = asked.table(of, game.name)
    what = asked.text(of, "do")
    if what == "show":
        return await done(house, request, game, table.shown, at)
    if what == "move":
        return await done(house, request, game, table.moved, at, asked.text(of, "text"))
    if what == "roll":
        return await done(house, request, game, table.rolled, at)
    jobs = {"answer": table.answered, "hint": table.hinted}
    if what not in jobs:
        raise BadInput(f"do={what[:40]!r}; give one of show, move, roll, answer, hint")
    weights = weights_named(house, game, settings["weights"])
    words = (at, weights, settings["level"], house.limits.nodes)
    return await done(house, request, game, jobs[what], *words)


async def _record(house: House, request: Request) -> Response:
    of = request.query_params
    game, settings = _settings(house, of)
    form = asked.text(of, "format", formats(game.name)[0])
    players = _names(settings)
    words = (asked.table(of, game.name), form, players, asked.text(of, "resigned"))
    data = await done(house, request, game, records.recorded, *words)
    return answers.download(data, f"{game.title}.{form}", "text/plain; charset=utf-8")


def _names(settings: Json) -> tuple[str, str]:
    """Who plays, for a record."""
    rival = (titled(settings["weights"]) or "plywise").replace(":", " ")
    you = {"first": ("you", rival), "second": (rival, "you"), "both": ("you", "you too")}
    return you.get(settings["side"], (rival, f"{rival} too"))
