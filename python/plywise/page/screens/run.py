"""`/runs/R`: one run, as it learns."""

from html import escape
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from plywise.errors import BadInput, UntrustedCode
from plywise.page import answers, parts, run_parts, series
from plywise.page.house import House
from plywise.page.places import Missing
from plywise.page.screens.run_live import (
    FIRST_POINTS,
    MOST_GAMES,
    batches,
    gate_points,
    run_at,
)
from plywise.page.series import whole_number
from plywise.page.shell import document
from plywise.page.watching import Watched
from plywise.regular import SETTINGS, read_regular
from plywise.runs.batches.run import BatchRun


def routes(house: House) -> list[Route]:
    """The screen, and the boards of a moment."""

    async def page(request: Request) -> Response:
        run = run_at(house, request)
        try:
            body, state = await house.read(lambda: _page(run))
        except Missing:
            raise
        except (BadInput, OSError) as error:
            return answers.page(_wrong(run, error))
        title = run.place.title
        return answers.page(
            document(title=title, body=body, state=state, modules=("run",), here="/", wide=True)
        )

    async def boards(request: Request) -> Response:
        run = run_at(house, request)
        game = whole_number(request.query_params.get("game"), MOST_GAMES, least=0, most=MOST_GAMES)
        return answers.as_json({"html": await house.read(lambda: run_parts.places(run, game))})

    return [Route("/runs/{run}", page), Route("/runs/{run}/boards", boards)]


def _page(run: Watched) -> tuple[str, dict[str, Any]]:
    found = run.run
    state: dict[str, Any] = {"url": run.place.url, "gates": gate_points(run)}
    if isinstance(found, BatchRun):
        found.refresh()
        state |= {"kind": "batches", "have": len(found.history.lines), "batches": batches(found)}
        charts, boards = _batch_charts(), ""
    else:
        state |= {
            "kind": "games",
            **series.frame(run),
            "series": series.weights_series(run, most=FIRST_POINTS),
            "games": series.game_series(run, most=FIRST_POINTS),
        }
        charts, boards = _charts(), _boards(run)
    return _body(run, charts, boards), state


def _body(run: Watched, charts: str, boards: str) -> str:
    found = run_parts.live_parts(run)
    line = run.line()
    url = escape(run.place.url)
    what = ", ".join(filter(None, (line.game, line.features)))
    depth = "" if line.depth is None else f", depth {line.depth}"
    is_single = not isinstance(run.run, BatchRun)
    more = (
        f'<a class="button" href="{url}/games">Games</a>'
        f'<a class="button" href="{url}/games.pgn">PGN</a>'
        f'<a class="button" href="{url}/weights.csv">CSV</a>'
        if is_single
        else ""
    )
    return (
        f"{parts.crumbs(('/', 'Runs'))}"
        f'<div class="titled"><h1>{escape(run.place.title)}</h1>'
        f'<div class="tools"><a class="button" href="{escape(run_parts.play_url(run))}">'
        f"Play against it</a>{more}"
        f'<a class="button" href="{url}/report">Report</a></div></div>\n'
        f'<p class="lead">{escape(what)}{depth}, seed {line.seed} <span id="state-word" '
        f'class="note">{found["state-word"]}</span><span id="live" class="note"></span></p>\n'
        f'<div class="fronts"><div id="standing">{found["standing"]}</div>\n'
        f'<div id="values">{found["values"]}</div></div>\n'
        f"{charts.replace('<!--values-->', found['all-values'])}\n{boards}"
        f'<h2>Gates</h2><div id="gate-chart" class="chart small"></div>'
        f'<div id="gates">{found["gates"]}</div>\n'
        f"<h2>Settings</h2>{parts.settings(run_parts.settings_rows(run))}\n"
        f"<h2>Make it again</h2><pre>{escape(run_parts.command(run))}</pre>"
        '<p class="note">The same settings give the same weights, to the last bit, on any number '
        "of workers. Every setting: "
        f"<code>--config {escape(str(run.path))}/config.toml</code></p>\n"
        f'<h2>Sessions</h2><div id="sessions">{found["sessions"]}</div>'
    )


def _charts() -> str:
    small = "".join(
        f'<section><h3>{title}</h3><div id="{name}" class="chart small"></div></section>'
        for name, title in (
            ("rates", "Step sizes"), ("decay", "λ and ψ"), ("length", "Plies a game"),
            ("outcomes", "Outcomes"), ("speed", "Games a second"),
        )
    )  # fmt: skip
    return (
        '<h2 class="sr">Weights</h2><div id="weights" class="chart"></div>'
        '<div id="all-values"><!--values--></div>'
        f'<h2>How it learns</h2><div class="charts">{small}</div>'
    )


def _batch_charts() -> str:
    names = (
        ("error", "Error of prediction"), ("step", "Step size"), ("length", "Turns a game"),
        ("outcomes", "Gammons, and won by the first"), ("speed", "Games a second"),
    )  # fmt: skip
    small = "".join(
        f'<section><h3>{title}</h3><div id="{name}" class="chart small"></div></section>'
        for name, title in names
    )
    return f'<h2>How it learns</h2><div class="charts">{small}</div>'


def _boards(run: Watched) -> str:
    games = len(run.history())
    drawn = run_parts.places(run, games)
    if not drawn:
        return ""
    return (
        '<h2 id="places-heading">The places</h2><div class="tools"><label class="grow">after game '
        f'<input id="moment" class="grow" type="range" min="0" max="{games}" value="{games}" '
        'aria-describedby="places-heading"></label>'
        f'<output id="moment-told" for="moment">{games:,}</output></div>'
        f'<div id="places" class="boards">{drawn}</div>'
        '<p class="note">As the first player sees the board. Orange: above the mean of the board, '
        "blue: below it; each board has its own scale.</p>"
    )


def _wrong(run: Watched, error: Exception) -> str:
    """A run that cannot be shown whole: what is wrong, and its settings as text."""
    line = run.line()
    try:
        text = read_regular(run.path / "config.toml", at_most=SETTINGS).decode("utf-8", "replace")
    except (OSError, BadInput) as unread:
        text = str(unread)
    hint = (
        "<p>To look at it whole, start the page again with <code>--trust FILE</code> naming that "
        "Python file, if you trust what is in it.</p>"
        if isinstance(error, UntrustedCode)
        else ""
    )
    body = (
        f"{parts.crumbs(('/', 'Runs'))}<h1>{escape(run.place.title)}</h1>"
        f'<p class="lead">{parts.state_word(line.state)} {line.games:,} games</p>'
        f'<p role="alert">{escape(str(error))}</p>{hint}'
        f"<h2>Settings</h2><pre>{escape(text[:20_000])}</pre>"
    )
    return document(title=run.place.title, body=body, here="/")
