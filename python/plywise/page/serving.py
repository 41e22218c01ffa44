"""A port, and the server at it."""

import asyncio
import errno
import secrets
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass
from types import FrameType
from typing import Any

from plywise.errors import BadInput, BadSetting
from plywise.extras import require
from plywise.page.house import House
from plywise.runs.derived import without_keeping

PORT = 8420
TRIES = 64
"""Ports that are tried one after the other."""
HIGHEST = 65_535
SELDOM, OFTEN = 5.0, 0.25
"""Seconds between two looks whether to end: where signals wake the server, and where not."""


@dataclass(frozen=True)
class Bound:
    """A house with a port of its own."""

    house: House
    socket: socket.socket

    @property
    def address(self) -> str:
        """What to type into a browser, with the token where there is one."""
        token = "" if self.house.token is None else f"/?token={self.house.token}"
        return f"{self.house.origin}{token or '/'}"

    def at(self, path: str) -> str:
        """The address of a page."""
        token = "" if self.house.token is None else f"?token={self.house.token}"
        return f"{self.house.origin}{path}{token}"


def bind(house: House, *, with_token: bool = False) -> Bound:
    """Take the house's port, or the next one that is free.

    BadSetting for an address that others reach, unless visitors must bring a token.
    """
    require("starlette", "the page")
    require("uvicorn", "the page")
    if house.is_open and not with_token:
        raise BadSetting(
            f"host={house.host!r} can be reached from other machines, and there is no TLS; "
            "give --token too, or better, leave it out and use: "
            f"ssh -L {house.port}:127.0.0.1:{house.port} this-machine"
        )
    if not 0 <= house.port <= HIGHEST:
        raise BadSetting(f"port={house.port}; ports go from 0 (any that is free) to {HIGHEST}")
    bound = _free(house.host, house.port)
    house.port = bound.getsockname()[1]
    if with_token:
        house.token = secrets.token_urlsafe(16)  # 128 bits
    return Bound(house, bound)


def _free(host: str, port: int) -> socket.socket:
    """A listening socket at the first port from there on that nobody has."""
    bare = host.strip("[]")
    family = socket.AF_INET6 if ":" in bare else socket.AF_INET
    last = min(port + TRIES - 1, HIGHEST)
    for each in range(port, last + 1):
        sock = socket.socket(family, socket.SOCK_STREAM)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            sock.bind((bare, each))
            sock.listen(128)
        except OSError as error:
            sock.close()
            if error.errno not in (errno.EADDRINUSE, errno.EACCES):
                raise BadInput(f"cannot listen at {host!r}: {error.strerror or error}") from None
            continue
        return sock
    raise BadInput(f"the ports {port} to {last} are all taken; give another --port")


def serve(bound: Bound, *, has_signals: bool = True) -> None:
    """Answer until Ctrl-C; that ends it at once, though streams are open.

    Without `has_signals` it listens to none: whoever started it ends it.
    """
    house = bound.house
    try:
        with without_keeping() if house.read_only else nullcontext():
            server_of(bound, has_signals=has_signals).run(sockets=[bound.socket])
    finally:
        house.close()
        bound.socket.close()


def wakes_by_signals(end: Callable[[int, FrameType | None], None]) -> bool:
    """Whether the loop hears of Ctrl-C by itself; elsewhere than on Unix it has to look."""
    loop = asyncio.get_running_loop()
    try:
        for sig in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(sig, end, sig, None)
    except (NotImplementedError, RuntimeError):
        return False
    return True


def server_of(bound: Bound, *, has_signals: bool) -> Any:
    """What answers at a port; its `handle_exit` ends it."""
    import uvicorn

    from plywise.page.app import make_app

    class Server(uvicorn.Server):
        def handle_exit(self, sig: int, frame: FrameType | None) -> None:
            bound.house.close()
            self.force_exit = True
            super().handle_exit(sig, frame)

        async def main_loop(self) -> None:
            """Sleep until the end: to look ten times a second costs more than all the rest."""
            await self.on_tick(0)
            wakes = has_signals and wakes_by_signals(self.handle_exit)
            while not self.should_exit:
                with suppress(TimeoutError):
                    async with asyncio.timeout(SELDOM if wakes else OFTEN):
                        await bound.house.closing.wait()

        @contextmanager
        def capture_signals(self) -> Iterator[None]:
            with super().capture_signals() if has_signals else nullcontext():
                yield

    settings: dict[str, Any] = {
        "log_level": "error", "access_log": False, "lifespan": "off", "server_header": False,
        "date_header": False, "ws": "none", "timeout_keep_alive": 30, "http": "h11",
        "loop": "asyncio", "proxy_headers": False,
    }  # fmt: skip
    return Server(uvicorn.Config(make_app(bound.house), **settings))
