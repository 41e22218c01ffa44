"""What stands around every screen: one HTML document, with its navigation and its modules."""

import json
from base64 import b64encode
from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from html import escape
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from plywise import _kernel
from plywise.report.theme import DARK, LIGHT, Theme, roles

SCREENS = {"/": "Runs", "/play": "Play", "/analyse": "Analyse", "/about": "About"}
"""The navigation."""


def document(
    *,
    title: str,
    body: str,
    modules: Iterable[str] = (),
    styles: Iterable[str] = (),
    state: Any = None,
    here: str = "",
    wide: bool = False,
) -> str:
    """One HTML document. `body` is HTML; `title` is text.

    `modules` and `styles` are names of files in static/ without their suffix; `state` is what the
    modules begin with (`JSON.parse(document.getElementById("state").textContent)`); `here` is the
    address in the navigation that the page belongs to; `wide` lets it be wider than a text.

    >>> "<title>Runs · plywise</title>" in document(title="Runs", body="<h1>Runs</h1>")
    True
    """
    # In the page itself: a browser paints nothing before it has the styles, and another question
    # would cost it a third of the time until then.
    sheets = "".join(f"<style>{style(name)}</style>" for name in ("page", *styles))
    names = " ".join(("keys", *modules))  # start.js brings them, once the page is painted
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>{escape(title)} · plywise</title>\n"
        f'<link rel="icon" href="/static/icon.svg" type="image/svg+xml">\n{sheets}\n'
        f'</head>\n<body{" class=wide" if wide else ""} data-modules="{names}">\n'
        '<a class="skip" href="#main">To the content</a>\n'
        f'<header class="top"><a class="brand" href="/">plywise</a>{_navigation(here)}'
        '<button type="button" id="keys" class="plain" aria-label="Keys">?</button>'
        f'</header>\n<main id="main">\n{body}\n</main>\n'
        f"<footer>plywise {escape(_kernel.version)} · nothing on this page is fetched from "
        f"elsewhere</footer>\n{_state(state)}"
        '<script type="module" src="/static/start.js"></script></body>\n</html>\n'
    )


def _navigation(here: str) -> str:
    links = "".join(
        f'<a href="{url}"{" aria-current=page" if url == here else ""}>{name}</a>'
        for url, name in SCREENS.items()
    )
    return f'<nav aria-label="Screens">{links}</nav>'


def _state(state: Any) -> str:
    if state is None:
        return ""
    return f'<script type="application/json" id="state">{data_block(state)}</script>\n'


def data_block(state: Any) -> str:
    r"""JSON that can stand in a page: nothing in it ends the block or begins a tag.

    >>> data_block({"name": "</script>"})
    '{"name":"\\u003c/script\\u003e"}'
    """
    text = json.dumps(state, separators=(",", ":"), ensure_ascii=True, allow_nan=False)
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


@cache
def style(name: str) -> str:
    """A style sheet of static/, with the colours of the report in place of their names.

    >>> style("page").count("/*LIGHT*/")
    0
    """
    css = _static().joinpath(f"{name}.css").read_text(encoding="utf-8")
    return css.replace("/*LIGHT*/", _variables(LIGHT)).replace("/*DARK*/", _variables(DARK))


@cache
def style_sources() -> str:
    """The digests of all style sheets, as a policy names what may stand in a page.

    >>> style_sources().split()[0].startswith("'sha256-")
    True
    """
    names = sorted(
        file.name.removesuffix(".css") for file in _static().iterdir() if file.name.endswith(".css")
    )
    digests = (b64encode(sha256(style(name).encode()).digest()).decode() for name in names)
    return " ".join(f"'sha256-{digest}'" for digest in digests)


def _static() -> Traversable:
    return files("plywise.page").joinpath("static")


def _variables(theme: Theme) -> str:
    return " ".join(f"{name}: {colour};" for name, colour in roles(theme).items())
