"""What stands before every screen: who may ask, from where, what, and how much.

A page on this machine can be asked by any other page that the user has open, so the names that it
answers to (Host), where a question comes from (Origin) and its form (JSON) are checked.
"""

import hmac
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qsl, urlencode

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from plywise.page.house import LOOPBACK, House
from plywise.page.shell import style_sources

POLICY = (
    f"default-src 'none'; script-src 'self'; style-src {style_sources()}; img-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}
ASKING = ("GET", "HEAD")
EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 - named to know them, not to bind them
YEAR = 365 * 24 * 3600


class TooLong(Exception):
    """A question has more bytes than are read."""


class Guard:
    """Refuses what may not be asked, and puts the headers on every answer."""

    def __init__(self, app: ASGIApp, house: House) -> None:
        self.app = app
        self.house = house

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a question, or refuse it."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self.app(scope, receive, send)
            return
        sender = _with_headers(send)
        refused = self.refusal(scope)
        if refused is not None:
            await refused(scope, receive, sender)
            return
        try:
            await self.app(scope, _limited(receive, self.house.limits.body), sender)
        except TooLong:
            await _too_long(self.house)(scope, receive, sender)

    def refusal(self, scope: Scope) -> Response | None:
        """What to say to a question that may not be asked; None to one that may."""
        headers, method = Headers(scope=scope), str(scope["method"])
        host = headers.get("host", "")
        if not self.knows(host):
            return _no(421, f"{host[:80]!r} is no name of this page; it is at {self.house.origin}")
        if method not in (*ASKING, "POST"):
            return _no(405, f"{method} is not understood here")
        is_asked_elsewhere = headers.get("sec-fetch-site") == "cross-site"
        if is_asked_elsewhere and headers.get("sec-fetch-mode") != "navigate":
            return _no(403, "this page answers to its own pages alone")
        if method == "POST" and (refused := self._of_post(headers, host)):
            return refused
        return self._of_token(scope, headers)

    def knows(self, host: str) -> bool:
        """Whether a Host is a name of this page: this machine's, with the port."""
        if self.house.is_open and self.house.host in EVERYWHERE:
            return bool(host)  # all addresses of the machine; there is a token
        own = (self.house.host,) if self.house.is_open else ()
        return host.lower() in {f"{name}:{self.house.port}" for name in (*LOOPBACK, *own)}

    def _of_post(self, headers: Headers, host: str) -> Response | None:
        if headers.get("origin", "").lower() != f"http://{host.lower()}":
            return _no(403, "the question comes from another page")
        if headers.get("content-type", "").partition(";")[0].strip() != "application/json":
            return _no(415, "questions are written in JSON")
        length = headers.get("content-length", "0")
        if not length.isdigit() or int(length) > self.house.limits.body:
            return _too_long(self.house)
        if self.house.read_only:
            return _no(403, "this page only shows (--read-only)")
        return None

    def _of_token(self, scope: Scope, headers: Headers) -> Response | None:
        token = self.house.token
        if token is None:
            return None
        query = parse_qsl(str(scope.get("query_string", b""), "latin-1"), keep_blank_values=True)
        for given in (value for name, value in query if name == "token"):
            if scope["method"] == "GET" and same(given, token):
                rest = urlencode([(name, value) for name, value in query if name != "token"])
                return self._welcome(Request(scope).url.path, rest, token)
        if same(_cookie(headers, self._cookie_name), token):
            return None
        return _no(401, "this page wants the token that its address had when it was started")

    def _welcome(self, path: str, query: str, token: str) -> Response:
        """The same page without the token in its address; the browser keeps it as a cookie."""
        # Of a path that begins with two slashes a browser would make another host.
        where = "/" + path.lstrip("/") + (f"?{query}" if query else "")
        answer = RedirectResponse(where, status_code=303)
        answer.set_cookie(
            self._cookie_name, token, max_age=YEAR, httponly=True, samesite="strict", path="/"
        )
        return answer

    @property
    def _cookie_name(self) -> str:
        return f"plywise-{self.house.port}"  # cookies know no ports


def same(given: str, token: str) -> bool:
    """Whether two texts are equal, in a time that does not tell where they differ.

    >>> same("a", "a"), same("", "a")
    (True, False)
    """
    return hmac.compare_digest(given.encode("utf-8", "replace"), token.encode())


def _cookie(headers: Headers, name: str) -> str:
    try:
        morsel = SimpleCookie(headers.get("cookie", "")).get(name)
    except CookieError:
        return ""
    return "" if morsel is None else morsel.value


def _no(status: int, why: str) -> Response:
    return PlainTextResponse(f"{why}\n", status_code=status)


def _too_long(house: House) -> Response:
    return _no(413, f"a question has at most {house.limits.body} bytes")


def _limited(receive: Receive, most: int) -> Receive:
    """Receive so many bytes at most; TooLong beyond, whatever the length was said to be."""
    got = 0

    async def limited() -> Message:
        nonlocal got
        message = await receive()
        got += len(message.get("body", b""))
        if got > most:
            raise TooLong
        return message

    return limited


def _with_headers(send: Send) -> Send:
    """Send with the headers that every answer has; an answer's own word on caching stays."""

    async def sender(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return sender
