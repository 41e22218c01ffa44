"""Server-sent events: one stream a tab, numbered, and ended when the server ends."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from plywise.page.answers import json_bytes, told
from plywise.page.house import Gone, House

HEARTBEAT = 15.0
"""Seconds of silence after which a comment is sent, so that a browser that left is noticed."""


def event(data: Any, *, name: str = "", number: int | None = None) -> bytes:
    r"""An event; its number comes back as Last-Event-ID when a browser connects again.

    >>> event({"games": 3}, number=3)
    b'id: 3\ndata: {"games":3}\n\n'
    """
    head = (f"id: {number}\n" if number is not None else "") + (f"event: {name}\n" if name else "")
    return head.encode() + b"data: " + json_bytes(data) + b"\n\n"


def stream(house: House, request: Request, source: AsyncIterator[bytes]) -> Response:
    """An answer that sends the events of a source as they come."""
    if house.streams >= house.limits.streams:
        return told(request, f"{house.streams} streams are open already; close other tabs", 503)
    return StreamingResponse(_sent(house, source), media_type="text/event-stream")


async def _sent(house: House, source: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    house.streams += 1
    closing = asyncio.ensure_future(house.closing.wait())
    following: asyncio.Future[bytes] | None = None
    try:
        yield b"retry: 1000\n\n"
        while not house.closing.is_set():
            following = following or asyncio.ensure_future(anext(source))
            either: set[asyncio.Future[Any]] = {following, closing}
            await asyncio.wait(either, timeout=HEARTBEAT, return_when=asyncio.FIRST_COMPLETED)
            if not following.done():
                yield b": still here\n\n"
                continue
            try:
                yield following.result()
            except (StopAsyncIteration, Gone):
                return
            except asyncio.CancelledError:
                if house.closing.is_set():  # what it waited for was given up
                    return
                raise
            following = None
    finally:
        house.streams -= 1
        closing.cancel()
        if following is not None:
            following.cancel()


def last_event(request: Request) -> int:
    """What the asker has already: by `have=N`, or by the last event that it got."""
    for text in (request.headers.get("last-event-id", ""), request.query_params.get("have", "")):
        if text.isdigit() and len(text) < 16:
            return int(text)
    return 0
