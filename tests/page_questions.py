"""A page in this process, and questions to it as anybody may write them."""

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from plywise.page.house import House
from plywise.page.serving import bind, server_of


@dataclass
class Answer:
    """What came back."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()

    def json(self) -> Any:
        return json.loads(self.body)


class Asker:
    """Asks a page, with whatever headers."""

    def __init__(self, house: House) -> None:
        self.house = house

    def ask(
        self, path: str, *, method: str = "GET", body: bytes | None = None, **headers: str | None
    ) -> Answer:
        connection = HTTPConnection("127.0.0.1", self.house.port, timeout=20)
        given = {"Host": f"127.0.0.1:{self.house.port}"}
        given |= {name.replace("_", "-"): value for name, value in headers.items() if value}
        connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
        for name, value in given.items():
            connection.putheader(name, value)
        if body is not None:
            connection.putheader("Content-Length", str(len(body)))
        connection.endheaders(body)
        got = connection.getresponse()
        found = Answer(got.status, {k.lower(): v for k, v in got.getheaders()}, got.read())
        connection.close()
        return found

    def page(self, path: str) -> Answer:
        return self.ask(path, Accept="text/html")

    @contextmanager
    def stream(self, path: str, **headers: str) -> Iterator[Iterator[dict[str, Any]]]:
        """The events of a stream as they come: {"data": …, "id": …, "event": …}."""
        connection = HTTPConnection("127.0.0.1", self.house.port, timeout=20)
        connection.request(
            "GET", path, headers={k.replace("_", "-"): v for k, v in headers.items()}
        )
        answer = connection.getresponse()
        assert answer.status == 200, answer.read()
        try:
            yield _events(answer)
        finally:
            connection.close()
            answer.close()


def _events(answer: Any) -> Iterator[dict[str, Any]]:
    found: dict[str, Any] = {}
    while line := answer.readline():
        name, _, value = line.decode().rstrip("\n").partition(": ")
        if name == "data":
            found["data"] = json.loads(value)
        elif name in ("id", "event"):
            found[name] = value
        elif not name:
            if "data" in found:
                yield found
            found = {}


@contextmanager
def answering(*folders: Path, with_token: bool = False, **settings: Any) -> Iterator[Asker]:
    """A page over folders, at a port of its own."""
    house = House(folders=tuple(folders), port=0, **settings)
    bound = bind(house, with_token=with_token)
    server = server_of(bound, has_signals=False)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [bound.socket]}, daemon=True)
    thread.start()
    for _ in range(500):
        if server.started:
            break
        time.sleep(0.01)
    try:
        yield Asker(house)
    finally:
        server.handle_exit(2, None)
        thread.join(10)
        bound.socket.close()
        assert not thread.is_alive()
