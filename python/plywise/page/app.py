"""The screens put together, behind the guard."""

import gzip
from functools import cache
from hashlib import sha256
from importlib.resources import files
from types import ModuleType

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp

from plywise.page import answers
from plywise.page.guard import Guard
from plywise.page.house import House
from plywise.page.screens import (
    about,
    analyse,
    compare,
    experiments,
    games,
    pairs,
    play,
    run,
    run_files,
    run_live,
    runs,
    weight,
)

SCREENS: tuple[ModuleType, ...] = (
    runs, run, run_live, run_files, weight, games, compare, play, analyse, pairs, experiments,
    about,
)  # fmt: skip
"""A file each, with `routes(house)`."""
KINDS = {"js": "text/javascript", "svg": "image/svg+xml"}


def make_app(house: House) -> ASGIApp:
    """The whole page over a house."""
    routes = [route for screen in SCREENS for route in screen.routes(house)]
    handlers = {**answers.HANDLERS, 404: _no_page, 405: _no_page}
    app = Starlette(routes=[*routes, Route("/static/{name}", static)], exception_handlers=handlers)
    return Guard(app, house)


async def _no_page(request: Request, error: Exception) -> Response:
    return answers.told(request, f"there is no page at {request.url.path[:200]!r}", 404)


async def static(request: Request) -> Response:
    """A file of the package: a module or drawings."""
    name = request.path_params["name"]
    stem, _, suffix = name.rpartition(".")
    file = files("plywise.page").joinpath("static", name)
    if suffix not in KINDS or not stem.replace("_", "").isalnum() or not file.is_file():
        return answers.told(request, f"there is no file {name[:80]!r}", 404)
    text, packed, tag = _packed(name)
    headers = {"Cache-Control": "no-cache", "ETag": tag, "Vary": "Accept-Encoding"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
        text = packed
    return Response(text, media_type=KINDS[suffix], headers=headers)


@cache
def _packed(name: str) -> tuple[bytes, bytes, str]:
    """A file, the same packed, and what tells it from its other versions."""
    text = files("plywise.page").joinpath("static", name).read_bytes()
    return text, gzip.compress(text), f'"{sha256(text).hexdigest()[:16]}"'
