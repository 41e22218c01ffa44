"""`/about`: what this page runs on, and whose drawings it shows."""

import platform
from html import escape
from importlib.util import find_spec

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from plywise import _kernel
from plywise.distributed import cores
from plywise.extras import EXTRAS, how_to_install
from plywise.page import answers
from plywise.page.house import House
from plywise.page.shell import document

DRAWINGS = (("Pieces, boards and charts", "plywise's own drawings", "GPL, version 3 or later"),)
"""What is drawn, by whom, and under which licence."""


def routes(house: House) -> list[Route]:
    """The screen."""

    async def about(request: Request) -> Response:
        return answers.page(document(title="About", body=_body(house), here="/about"))

    return [Route("/about", about)]


def _body(house: House) -> str:
    facts = {
        "plywise": f"{_kernel.version} ({'release' if _kernel.is_release else 'debug'} kernel)",
        "Python": f"{platform.python_version()} on {platform.platform()}",
        "cores": str(cores()),
        "served": ", ".join(map(str, house.folders)),
        "may run": ", ".join(map(str, house.trusted)) or "no Python file but plywise's own",
        "searches": f"at most {house.limits.nodes:,} nodes and {house.limits.seconds:g} s each",
    }
    rows = "".join(
        f"<div><dt>{escape(name)}</dt><dd>{escape(value)}</dd></div>"
        for name, value in facts.items()
    )
    packages = "".join(
        f"<div><dt>{escape(name)}</dt><dd>{_package(name)}</dd></div>" for name in EXTRAS
    )
    drawn = "".join(
        f"<tr><th scope=row>{escape(what)}</th><td>{escape(who)}</td><td>{escape(by)}</td></tr>"
        for what, who, by in DRAWINGS
    )
    return (
        "<h1>About this page</h1>\n"
        '<p class="lead">It runs on this machine, reads files of runs, and sends nothing anywhere. '
        "<code>plywise doctor</code> also says which other engines answer.</p>\n"
        f'<dl class="settings">{rows}</dl>\n'
        f'<h2>Packages</h2>\n<dl class="settings">{packages}</dl>\n'
        "<h2>Drawings and licences</h2>\n"
        f'<div class="scroll"><table><thead><tr><th scope=col>what</th><th scope=col>by</th>'
        f"<th scope=col>licence</th></tr></thead><tbody>{drawn}</tbody></table></div>\n"
        '<p class="note">plywise is free software under the GNU General Public License, version 3 '
        "or later. It comes without any warranty.</p>"
    )


def _package(name: str) -> str:
    there = find_spec(name) is not None
    return "there" if there else escape(f"missing; {how_to_install(name)}")
