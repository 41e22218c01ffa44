"""A stand-in for Lichess on 127.0.0.1: as much of its bot API as a client needs, and its troubles.

Streams are ndjson in chunks with empty lines as keep-alives; moves are checked by the rules. The
opponent of each game plays by the moves of its script, or the first legal ones, and ends the game
as the script says. What goes wrong is in the script too: streams that drop, refusals.
"""

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from plywise._kernel import Position

BOT = "plybot"
KEEP_ALIVE = 0.1


@dataclass(kw_only=True)
class Script:
    """How one game goes."""

    identity: str
    own: str = "white"
    """The bot's colour."""
    plies: int = 6
    """After so many the opponent ends the game."""
    status: str = "resign"
    winner: str | None = "own"
    """"own", "other" or nobody."""
    rating: int = 1500
    drop_at: tuple[int, ...] = ()
    """Plies after which the stream is dropped, once each."""
    refuse_at: tuple[int, ...] = ()
    """Plies at which a move is answered by 429, once each."""
    refuse_stream: int = 0
    """So many times its stream is answered by 429."""
    pause_at: int | None = None
    """The ply at which the opponent waits for `go_on`."""
    lie: str = ""
    """A text that is sent in place of the moves, at the first state."""


@dataclass
class Played:
    """One game as the server knows it."""

    script: Script
    moves: list[str] = field(default_factory=list)
    status: str = "started"
    winner: str | None = None
    reached: threading.Event = field(default_factory=threading.Event)
    go_on: threading.Event = field(default_factory=threading.Event)
    dropped: set[int] = field(default_factory=set)
    refused: set[int] = field(default_factory=set)

    @property
    def position(self) -> Position:
        return Position.start("chess").after_all(self.moves)

    @property
    def is_own_turn(self) -> bool:
        return (self.position.turn == "first") == (self.script.own == "white")

    @property
    def is_over(self) -> bool:
        return self.status not in ("created", "started")

    @property
    def outcome(self) -> float | None:
        if self.status in ("aborted", "noStart"):
            return None
        return {"white": 1.0, "black": 0.0}.get(self.winner or "", 0.5)

    def state(self) -> dict[str, Any]:
        told = {
            "type": "gameState", "moves": " ".join(self.moves), "status": self.status,
            "wtime": 60_000, "btime": 60_000, "winc": 1000, "binc": 1000,
        }  # fmt: skip
        if self.script.lie and len(self.moves) == 0:
            told["moves"] = self.script.lie
        return told if self.winner is None else {**told, "winner": self.winner}

    def full(self) -> dict[str, Any]:
        own = {"id": BOT, "name": "PlyBot", "title": "BOT", "rating": 1600}
        other = {"id": "fritz", "name": "Fritz", "rating": self.script.rating}
        white, black = (own, other) if self.script.own == "white" else (other, own)
        return {
            "type": "gameFull", "id": self.script.identity, "rated": True, "speed": "blitz",
            "variant": {"key": "standard"}, "clock": {"initial": 60_000, "increment": 1000},
            "createdAt": 1, "initialFen": "startpos", "white": white, "black": black,
            "state": self.state(),
        }  # fmt: skip


class Standin:
    """The server's state; every change wakes up who waits in a stream."""

    def __init__(self, scripts: list[Script], token: str = "secret-token") -> None:
        self.token = token
        self.scripts = scripts
        self.games: dict[str, Played] = {}
        self.changed = threading.Condition(threading.RLock())
        self.declined: list[tuple[str, str]] = []
        self.created: list[dict[str, Any]] = []
        self.requests: list[str] = []
        self.extra: list[dict[str, Any]] = []
        """Challenges that should be declined, each offered once."""
        self.create_answer: tuple[int, dict[str, Any]] = (200, {})
        self.accept_answers: dict[str, tuple[int, dict[str, Any]]] = {}
        """Refusals of challenges that are accepted."""
        self.refuse_events = 0
        """So many times the stream of events is answered by 429."""
        self.declines = False
        """Whether those who are challenged decline."""
        self.said: list[dict[str, Any]] = []
        """Other events, each told once."""
        self.refusal = {"error": "No such token"}
        """The answer to another token."""
        self.is_closed = False
        self.later: set[str] = set()
        """Those who were asked to come later, and do."""

    # ---- what a client does --------------------------------------------------------------------

    def events(self) -> Iterator[dict[str, Any] | None]:
        """Games that go on first, then challenges, one after the other; None is a keep-alive."""
        told: set[str] = set()
        while not self.is_closed:
            with self.changed:
                new = self._new_events(told)
                if not new:
                    self.changed.wait(KEEP_ALIVE)
            yield from new or [None]

    def _new_events(self, told: set[str]) -> list[dict[str, Any]]:
        new: list[dict[str, Any]] = []
        for identity, game in self.games.items():
            if not game.is_over and identity not in told:
                told.add(identity)
                new.append({"type": "gameStart", "game": {"gameId": identity, "id": identity}})
        if new or any(not game.is_over for game in self.games.values()):
            return new
        if self.said:
            return [self.said.pop(0)]
        if self.extra:
            return [{"type": "challenge", "challenge": self.extra.pop(0)}]
        offered = next((s for s in self.scripts if s.identity not in self.games), None)
        if offered is not None and offered.identity in self.later:
            self.later.discard(offered.identity)
            told.discard(f"?{offered.identity}")
        if offered is not None and f"?{offered.identity}" not in told:
            told.add(f"?{offered.identity}")
            new.append({"type": "challenge", "challenge": challenge(offered.identity)})
        return new

    def is_refused(self, identity: str) -> bool:
        """Whether a stream of a game is answered by 429 this time."""
        script = self.games[identity].script if identity in self.games else Script(identity="")
        script.refuse_stream -= 1
        return script.refuse_stream >= 0

    def answer_to(self, identity: str) -> tuple[int, dict[str, Any]]:
        """What a client hears that accepts a challenge."""
        if identity in self.accept_answers:
            self.scripts = [script for script in self.scripts if script.identity != identity]
            return self.accept_answers[identity]
        is_new = self.accept(identity)
        return 200 if is_new else 404, {"ok": is_new}

    def accept(self, identity: str) -> bool:
        script = next((s for s in self.scripts if s.identity == identity), None)
        if script is None or identity in self.games:
            return False
        self.games[identity] = Played(script)
        threading.Thread(target=self._oppose, args=(self.games[identity],), daemon=True).start()
        return True

    def decline(self, identity: str, reason: str) -> tuple[int, dict[str, Any]]:
        if reason == "later":
            self.later.add(identity)
        else:
            self.declined.append((identity, reason))
        return 200, {"ok": True}

    def _oppose(self, game: Played) -> None:
        """The opponent: moves when it is its turn, and ends the game by its script."""
        script = game.script
        while True:
            with self.changed:
                while game.is_own_turn and not game.is_over and len(game.moves) < script.plies:
                    self.changed.wait()
                if game.is_over:
                    return
                ply = len(game.moves)
            if script.pause_at is not None and ply >= script.pause_at:
                game.reached.set()
                game.go_on.wait()
            with self.changed:
                if ply >= script.plies:
                    self.end(game, script.status, script.winner)
                    return
                self.play(game, game.position.moves[0])

    def play(self, game: Played, move: str) -> None:
        game.moves.append(move)
        outcome = game.position.outcome
        if outcome is not None:
            game.status = "mate" if outcome != 0.5 else "draw"
            game.winner = {1.0: "white", 0.0: "black"}.get(outcome)
        self.changed.notify_all()

    def end(self, game: Played, status: str, winner: str | None) -> None:
        other = "black" if game.script.own == "white" else "white"
        game.status = status
        game.winner = {"own": game.script.own, "other": other}.get(winner or "")
        self.changed.notify_all()

    def stream(self, game: Played) -> Iterator[dict[str, Any] | None]:
        """A game's stream; it ends with the game, or drops where the script says."""
        yield game.full()
        seen = len(game.moves), game.status
        while not self.is_closed:
            if (ply := len(game.moves)) in game.script.drop_at and ply not in game.dropped:
                game.dropped.add(ply)
                return
            if game.is_over and seen == (len(game.moves), game.status):
                return
            with self.changed:
                if seen == (len(game.moves), game.status):
                    self.changed.wait(KEEP_ALIVE)
                now = len(game.moves), game.status
                state = game.state()
            if now == seen:
                yield None
            else:
                seen = now
                yield state

    def move(self, game: Played, move: str) -> tuple[int, dict[str, Any]]:
        ply = len(game.moves)
        if ply in game.script.refuse_at and ply not in game.refused:
            game.refused.add(ply)
            told = {"error": "Too many requests", "ratelimit": {"key": "bot.move", "seconds": 0.05}}
            return 429, told
        if game.is_over or not game.is_own_turn:
            return 400, {"error": "Not your turn, or game already over"}
        if move not in game.position.moves:
            return 400, {"error": f"Piece on {move[:2]} cannot move to {move[2:4]}"}
        self.play(game, move)
        return 200, {"ok": True}


def challenge(identity: str, **more: Any) -> dict[str, Any]:
    """A challenge that should be accepted, unless `more` says otherwise."""
    return {
        "id": identity, "status": "created", "rated": True, "variant": {"key": "standard"},
        "challenger": {"id": "fritz", "name": "Fritz", "rating": 1500},
        "timeControl": {"type": "clock", "limit": 60, "increment": 1}, **more,
    }  # fmt: skip


def declined(name: str) -> dict[str, Any]:
    """The event of a challenge of ours that `name` does not want."""
    told = challenge("own00001", destUser={"id": name, "name": name})
    return {"type": "challengeDeclined", "challenge": {**told, "declineReason": "Not now."}}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    standin: Standin

    def do_GET(self) -> None:
        self._serve("GET")

    def do_POST(self) -> None:
        self._serve("POST")

    def _serve(self, method: str) -> None:
        length = int(self.headers.get("Content-Length") or 0)
        body = self.rfile.read(length) if length else b""
        standin, path = self.standin, self.path.partition("?")[0]
        standin.requests.append(f"{method} {path}")
        if self.headers.get("Authorization") != f"Bearer {standin.token}":
            self._answer(401, standin.refusal)
            return
        parts = path.strip("/").split("/")
        if method == "GET":
            self._get(standin, parts)
        else:
            self._post(standin, parts, json.loads(body or b"{}"))

    def _get(self, standin: Standin, parts: list[str]) -> None:
        match parts:
            case ["api", "account"]:
                self._answer(200, {"id": BOT, "username": "PlyBot", "title": "BOT"})
            case ["api", "stream", "event"] if standin.refuse_events:
                standin.refuse_events -= 1
                self._answer(429, {"error": "Too many requests"})
            case ["api", "bot", "game", "stream", identity] if standin.is_refused(identity):
                self._answer(429, {"error": "Too many requests"})
            case ["api", "stream", "event"]:
                self._stream(standin.events())
            case ["api", "bot", "game", "stream", identity] if identity in standin.games:
                self._stream(standin.stream(standin.games[identity]))
            case _:
                self._answer(404, {"error": "Not found"})

    def _post(self, standin: Standin, parts: list[str], body: dict[str, Any]) -> None:
        with standin.changed:
            match parts:
                case ["api", "challenge", identity, "accept"]:
                    answer = standin.answer_to(identity)
                case ["api", "challenge", identity, "decline"]:
                    answer = standin.decline(identity, body.get("reason", ""))
                case ["api", "bot", "game", identity, "move", move]:
                    answer = standin.move(standin.games[identity], move)
                case ["api", "bot", "game", identity, "resign"]:
                    standin.end(standin.games[identity], "resign", "other")
                    answer = 200, {"ok": True}
                case ["api", "challenge", name]:
                    standin.created.append({"name": name, **body})
                    answer = standin.create_answer
                    if standin.declines:
                        standin.said.append(declined(name))
                case _:
                    answer = 404, {"error": "Not found"}
            standin.changed.notify_all()
        self._answer(*answer)

    def _answer(self, status: int, told: dict[str, Any]) -> None:
        data = json.dumps(told).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def _stream(self, lines: Iterator[dict[str, Any] | None]) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "application/x-ndjson")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        self.close_connection = True
        try:
            for line in lines:
                data = b"\n" if line is None else json.dumps(line).encode() + b"\n"
                self.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))
                self.wfile.flush()
            self.wfile.write(b"0\r\n\r\n")
        except OSError:
            pass  # the client is gone

    def log_message(self, format: str, *args: object) -> None:
        pass


@contextmanager
def serving(standin: Standin) -> Iterator[str]:
    """The stand-in at work; its URL."""
    handler = type("Bound", (Handler,), {"standin": standin})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    server.block_on_close = False
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        standin.is_closed = True
        with standin.changed:
            standin.changed.notify_all()
        server.shutdown()
        server.server_close()
        thread.join()
        time.sleep(KEEP_ALIVE)
