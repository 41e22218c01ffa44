"""Answers in the forms that screens give: pages, JSON, files to keep, and errors in words."""

import json
import math
from html import escape
from typing import Any
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from plywise.errors import BadInput, DamagedFile, UntrustedCode
from plywise.page.house import Busy, Gone
from plywise.page.places import Missing
from plywise.page.shell import document

STATUS: dict[type[Exception], int] = {
    Missing: 404, Busy: 503, UntrustedCode: 403, DamagedFile: 422, BadInput: 400,
    FileNotFoundError: 404, OSError: 500,
}  # fmt: skip
CLOSED_BY_CLIENT = 499


def page(html: str, status: int = 200) -> Response:
    """An HTML document."""
    return HTMLResponse(html, status_code=status)


def as_json(value: Any, status: int = 200) -> Response:
    """A value as JSON; what is no number (NaN, an infinity) becomes null."""
    return Response(json_bytes(value), status_code=status, media_type="application/json")


def json_bytes(value: Any) -> bytes:
    """A value as JSON, quickly where orjson is there.

    >>> json_bytes({"x": [1.5, float("nan")]})
    b'{"x":[1.5,null]}'
    """
    try:
        import orjson
    except ImportError:
        form: dict[str, Any] = {"separators": (",", ":"), "ensure_ascii": False}
        try:
            text = json.dumps(value, allow_nan=False, **form)
        except (ValueError, TypeError):  # seldom: something has to be made fit for JSON first
            text = json.dumps(_finite(value), **form)
        return text.encode("utf-8", "surrogatepass")
    return bytes(orjson.dumps(value, option=orjson.OPT_SERIALIZE_NUMPY | orjson.OPT_NON_STR_KEYS))


def _finite(value: Any) -> Any:
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {str(key): _finite(item) for key, item in value.items()}
    if hasattr(value, "tolist"):
        return _finite(value.tolist())
    return [_finite(item) for item in value] if isinstance(value, list | tuple) else value


def download(data: bytes | str, name: str, kind: str) -> Response:
    """A file to keep."""
    told = f"attachment; filename*=UTF-8''{quote(name, safe='')}"
    return Response(data, media_type=kind, headers={"Content-Disposition": told})


def wants_page(request: Request) -> bool:
    """Whether a person asks, and not a module."""
    return "text/html" in request.headers.get("accept", "")


async def failed(request: Request, error: Exception) -> Response:
    """What was wrong with a question, as the asker can read it."""
    status = next(code for kind, code in STATUS.items() if isinstance(error, kind))
    return told(request, str(error), status)


async def gone(request: Request, error: Exception) -> Response:
    """Nobody reads this."""
    return Response(status_code=CLOSED_BY_CLIENT)


def told(request: Request, why: str, status: int) -> Response:
    """A message, as a page or as JSON."""
    if not wants_page(request):
        return as_json({"error": why}, status)
    heading = "Not here" if status == 404 else "That did not work"
    body = f'<h1>{heading}</h1>\n<p role="alert">{escape(why)}</p>\n<p><a href="/">All runs</a></p>'
    return page(document(title=heading, body=body), status)


HANDLERS: dict[Any, Any] = {BadInput: failed, OSError: failed, Gone: gone}
