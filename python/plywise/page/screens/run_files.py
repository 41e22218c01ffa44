"""What can be kept of a run: its games, its weights, its report."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response, StreamingResponse
from starlette.routing import Route

from plywise.page import answers
from plywise.page.house import House
from plywise.page.screens.run_live import run_at
from plywise.page.watching import Watched
from plywise.regular import WEIGHTS, read_regular
from plywise.runs.batches.run import BatchRun

REPORT_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"
"""A report has its style in itself. It may be a stranger's: no script of it runs."""
_drawing = Lock()  # matplotlib draws one picture at a time


def routes(house: House) -> list[Route]:
    """Files."""

    async def pgn(request: Request) -> Response:
        run = run_at(house, request)
        texts = run.single.pgn_texts()
        return _file(
            (f"{text}\n" for text in texts), f"{run.path.name}.pgn", "application/x-chess-pgn"
        )

    async def csv(request: Request) -> Response:
        run = run_at(house, request)
        await house.read(run.history)  # what is wrong with it is said before anything is sent
        return _file(_csv(run), f"{run.path.name}.csv", "text/csv")

    async def report(request: Request) -> Response:
        run = run_at(house, request)
        written = run.path / "report" / "report.html"
        if written.is_file() and written.resolve().is_relative_to(run.path.resolve()):
            text = await house.read(lambda: read_regular(written, at_most=WEIGHTS))
        else:
            text = await house.work(request, lambda stop: _report(run))
        return HTMLResponse(text, headers={"Content-Security-Policy": REPORT_POLICY})

    return [
        Route("/runs/{run}/games.pgn", pgn),
        Route("/runs/{run}/weights.csv", csv),
        Route("/runs/{run}/report", report),
    ]


def _report(run: Watched) -> bytes:
    """The report, drawn now; nothing of it is kept."""
    with _drawing, TemporaryDirectory(prefix="plywise-page-") as folder:
        found = run.run
        if isinstance(found, BatchRun):
            from plywise.report.batches import write as write_batches

            return write_batches(found, folder).read_bytes()
        from plywise.report import write

        run.history()
        return Path(write(found, folder)[0]).read_bytes()


def _file(text: Iterator[str], name: str, kind: str) -> Response:
    told = answers.download("", name, kind).headers["content-disposition"]
    return StreamingResponse(text, media_type=kind, headers={"Content-Disposition": told})


def _csv(run: Watched) -> Iterator[str]:
    """The weights after every game that is kept."""
    history = run.history()
    yield ",".join(["game", *(_cell(name) for name in history.names)]) + "\n"
    game = 0
    for block in history.weights.blocks():
        lines = []
        for row in block.tolist():
            game += history.every
            lines.append(",".join([str(game), *map(repr, row)]))
        yield "\n".join(lines) + "\n"


def _cell(text: str) -> str:
    return '"' + text.replace('"', '""') + '"' if set(text) & set(',"\n') else text
