"""A bot on Lichess: challenges, one game after the other, and the run that learns from them.

It speaks by berserk. Streams break and requests are refused: a stream is opened again and tells all
there is to know, and who is told to wait (429) waits. What was seen in a game is on the disk, so a
client that was killed takes its game up again, or learns from one that has ended meanwhile.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from importlib import import_module
from typing import Any, Final
from urllib.parse import urlsplit

from plywise.errors import BadInput
from plywise.extras import require
from plywise.online import lichess_words as words
from plywise.online.house import House, OnlineGame
from plywise.online.secret import hidden, secret_from
from plywise.runs.leaves import FOLDER, SUFFIX

TOKEN: Final = "LICHESS_TOKEN"  # noqa: S105 (the name of the variable, not what is in it)
URL: Final = "https://lichess.org"
PAUSE: Final = 60.0
"""Seconds: so long Lichess wants to be left alone after a 429."""
SILENCE: Final = 30.0
"""Seconds without a word, not even a keep-alive, after which a stream is dead."""
TRIES: Final = 8
"""Of a request, or of a stream that breaks at once, before it is given up."""
IDLE: Final = 10.0
"""Seconds without an event, after which somebody is challenged."""
DAY: Final = 86_400.0
"""Seconds."""
LEAST: Final = 0.001
"""Seconds: a wait that is one."""
BETWEEN_BOTS: Final = "bot.vsBot.day"
"""The limit that ends a day."""


class Refused(Exception):
    """The server does not want a request, and will not want it later."""


def token_from_environment() -> str:
    """The token; BadInput if there is none, or one that is none."""
    token = secret_from(TOKEN)
    if not token:
        raise BadInput(
            f"no token: put one with the permission bot:play into the environment variable {TOKEN} "
            "(https://lichess.org/account/oauth/token)"
        )
    return token


def refuse_no_url(url: str) -> None:
    """BadInput for what is no address of a server.

    >>> refuse_no_url("http://127.0.0.1:8080")
    >>> refuse_no_url("nonsense")
    Traceback (most recent call last):
    ...
    plywise.BadInput: 'nonsense' is no URL of a server; 'https://lichess.org' is one
    """
    try:
        parts = urlsplit(url)
        is_one = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:  # a port that is none
        is_one = False
    if not is_one:
        raise BadInput(f"{url!r} is no URL of a server; {URL!r} is one")


class Lichess:
    """The client."""

    def __init__(
        self,
        house: House,
        token: str,
        *,
        url: str = URL,
        challenge: tuple[str, ...] = (),
        clock: tuple[int, int] = (180, 2),
        rated: bool = True,
        pause: float = PAUSE,
        now: Callable[[], float] = time.time,
    ) -> None:
        require("berserk", "playing on Lichess")
        refuse_no_url(url)
        berserk: Any = import_module("berserk")
        self._errors = (berserk.exceptions.ApiError, berserk.exceptions.ResponseError)
        self.house = house
        self._token = token
        house.hide(token)
        self._make: Callable[[], Any] = lambda: _client(berserk, token, url)
        self._client = self._make()
        self._rivals = challenge
        self._clock, self._rated = clock, rated
        self._pause = pause
        self._now = now
        """What time it is, in seconds since 1970: days end by it."""
        self._bots_again = 0.0
        """The time from which on bots may be challenged."""
        self._events: queue.Queue[Mapping[str, Any]] = queue.Queue()
        self._is_over = threading.Event()
        self._is_busy = False
        self._quiet_until = 0.0
        self._asked = 0
        self.name = ""

    def play(self, games: int) -> None:
        """Play until so many games have ended, or today's are over."""
        account = self._ask(self._client.account.get, what="the account")
        self.name = str(account.get("id", "")).lower()
        if account.get("title") != "BOT":
            raise BadInput(
                f"the account {self.name!r} is no bot; Lichess wants engines to play as bots "
                "(POST /api/bot/account/upgrade, before its first game)"
            )
        self.house.tell(f"on Lichess as {self.name}")
        self._recover()
        listener = threading.Thread(target=self._listen, name="lichess-events", daemon=True)
        listener.start()
        try:
            while self.house.played < games:
                if self.house.is_tired():
                    self.house.tell(f"today's {self.house.policy.a_day} games are played")
                    break
                self._next_event()
        finally:
            self._is_over.set()

    # ---- events --------------------------------------------------------------------------------

    def _listen(self) -> None:
        """In its own thread: hand the events on, and open their stream again when it breaks."""
        client = self._make()
        while not self._is_over.is_set():
            wait = min(1.0, self._pause)
            try:
                for event in client.bots.stream_incoming_events():
                    if self._is_over.is_set():
                        return
                    self._take_event(client, event)
            except Exception as error:
                # The server closed the stream, or worse: whatever it is, it is tried again.
                if getattr(error, "status_code", None) in (401, 403):
                    self._events.put({"type": "refused", "why": self._told(error)})
                    return
                wait = max(wait, self._wait_of(error))
                self.house.tell(f"events: {self._told(error)}; listening again in {wait:g} s")
            self._is_over.wait(wait)

    def _take_event(self, client: Any, event: Mapping[str, Any]) -> None:
        if event.get("type") == "challenge" and self._is_busy:
            identity = str(event.get("challenge", {}).get("id", ""))
            try:
                client.bots.decline_challenge(identity, reason="later")
            except self._errors as error:
                self.house.tell(f"challenge {identity}: {self._told(error)}")
            return
        self._events.put(event)
        if event.get("type") in ("challenge", "gameStart"):
            self.house.disturb()

    def _next_event(self) -> None:
        if self.house.may_study and self._events.empty():
            self.house.study(self._events.empty)
        try:
            event = self._events.get(timeout=min(IDLE, self._pause))
        except queue.Empty:
            self._challenge()
            return
        kind = event.get("type")
        if kind == "refused":
            raise BadInput(f"Lichess refuses the token: {event['why']}")
        if kind == "challenge":
            self._answer(event.get("challenge", {}))
        elif kind == "gameStart":
            found = event.get("game", {})
            self._play_game(str(found.get("gameId") or found.get("id") or ""))
        elif kind == "challengeDeclined":
            self._declined(event.get("challenge", {}))

    def _answer(self, challenge: Mapping[str, Any]) -> None:
        """Accept a challenge or decline it, by the policy."""
        house, identity = self.house, str(challenge.get("id", ""))
        if str(challenge.get("challenger", {}).get("id", "")).lower() == self.name:
            return  # our own
        try:
            offer = words.offer_of(challenge, house.game)
        except BadInput as error:
            house.tell(f"challenge {identity} ignored: {error}")
            return
        refusal = house.policy.refusal(offer, house.log.opponents())
        try:
            if refusal is None:
                self._ask(partial(self._client.bots.accept_challenge, identity), what="accept")
                house.tell(f"challenge of {offer.opponent} accepted")
            else:
                decline = partial(self._client.bots.decline_challenge, identity, reason=refusal.key)
                self._ask(decline, what="decline")
                house.tell(f"challenge of {offer.opponent} declined: {refusal.text}")
        except Refused as error:  # it was taken back
            house.tell(f"challenge of {offer.opponent}: {error}")

    def _declined(self, challenge: Mapping[str, Any]) -> None:
        """Somebody does not want to play: the next one is asked, after the pause."""
        rival = (challenge.get("destUser") or {}).get("name") or "the challenge"
        why = challenge.get("declineReason") or "no reason given"
        self.house.tell(f"{rival} declined: {why}")

    def _challenge(self) -> None:
        """Challenge the next of those whom we may challenge; after that a pause is kept."""
        if not self._rivals or time.monotonic() < self._quiet_until:
            return
        if self._now() < self._bots_again:
            return
        self._quiet_until = time.monotonic() + self._pause
        rival = self._rivals[self._asked % len(self._rivals)]
        self._asked += 1
        limit, increment = self._clock
        try:
            self._client.challenges.create(
                rival,
                rated=self._rated,
                clock_limit=limit,
                clock_increment=increment,
                variant=words.variant_key(self.house.game),
            )
            self.house.tell(f"{rival} challenged")
        except self._errors as error:
            self._wait_of(error)
            self.house.tell(f"challenge to {rival}: {self._told(error)}")

    # ---- a game --------------------------------------------------------------------------------

    def _play_game(self, identity: str) -> None:
        """Play a game to its end, however often its stream breaks."""
        known = f"lichess:{identity}"
        run = self.house.run
        if not identity or self.house.log.knows(known) or (run and run.knows(known)):
            return
        self._is_busy = True
        try:
            self._follow(identity)
        except BadInput as error:
            self.house.tell(f"{known} is left: {error}")
        finally:
            self._is_busy = False

    def _follow(self, identity: str) -> None:
        game: OnlineGame | None = None
        clock = _Clock()
        failures = 0
        while failures < TRIES:
            wait = 0.0
            try:
                for line in self._client.bots.stream_game_state(identity):
                    failures = 0
                    game = self._heard(identity, game, line, clock)
                    if game is not None and game.is_over:
                        return
            except Exception as error:
                if getattr(error, "status_code", None) == 404:
                    raise BadInput("Lichess knows no such game") from None
                if isinstance(error, BadInput):
                    raise
                wait = self._wait_of(error)
                after = f" in {wait:g} s" if wait else ""
                self.house.tell(
                    f"lichess:{identity}: {self._told(error)}; the stream is opened again{after}"
                )
            failures += not wait  # who is told to wait is not cut off
            time.sleep(wait or min(1.0, self._pause) * failures)
        if game is not None:
            game.leave()
        raise BadInput(f"its stream broke {TRIES} times in a row; it is taken up at the next start")

    def _heard(
        self, identity: str, game: OnlineGame | None, line: Mapping[str, Any], clock: _Clock
    ) -> OnlineGame | None:
        """Do what a line of a game's stream asks for."""
        kind = line.get("type")
        state: Any = line
        if kind == "gameFull":
            game = game or self._seated(identity, line)
            state = line.get("state", {})
            clock.increment = words.milliseconds((line.get("clock") or {}).get("increment"))
        elif kind != "gameState":
            return game  # talk, or that the opponent has gone
        if game is None:
            return None
        moves = state.get("moves", "")
        if not isinstance(moves, str):
            raise BadInput(f"moves that are none: {str(moves)[:60]!r}")
        game.follow(moves.split())
        clock.read(state)
        result = words.result_of(state)
        if result is not None:
            game.end(*result)
        elif game.is_ours:
            self._move(identity, game, clock)
        return game

    def _seated(self, identity: str, full: Mapping[str, Any]) -> OnlineGame:
        """Our place at the board of a game."""
        try:
            sides = full["white"], full["black"]
            ids = [str(side.get("id", "")).lower() for side in sides]
            names = tuple(str(side.get("name") or side.get("id") or "?") for side in sides)
            ratings = tuple(side.get("rating") for side in sides)
            variant, fen = full["variant"]["key"], full.get("initialFen", "startpos")
        except (KeyError, TypeError, AttributeError) as error:
            raise BadInput(f"the server tells too little of it: {error}") from None
        if variant not in (words.variant_key(self.house.game), "fromPosition"):
            raise BadInput(f"it is a game of {variant}, not of {self.house.game}")
        if self.name not in ids:
            raise BadInput(f"{' and '.join(ids)} play it, and not {self.name}")
        return self.house.sit_down(
            identity=f"lichess:{identity}",
            names=names,
            side="first" if ids[0] == self.name else "second",
            ratings=tuple(None if r is None else float(r) for r in ratings),
            start="" if fen == "startpos" else str(fen),
        )

    def _move(self, identity: str, game: OnlineGame, clock: _Clock) -> None:
        move = game.choose(clock.times, clock.increment)
        bots = self._client.bots
        try:
            if move is None:
                self._ask(partial(bots.resign_game, identity), what="to resign")
            else:
                self._ask(partial(bots.make_move, identity, move), what=f"the move {move}")
        except Refused as error:  # the game went on, or is over: the stream tells
            self.house.tell(f"lichess:{identity}: {error}")

    # ---- requests ------------------------------------------------------------------------------

    def _ask(self, request: Callable[[], Any], *, what: str) -> Any:
        """The answer to a request, after as many tries as it takes; Refused or BadInput if none.

        Who is told to wait (429) waits, however often: the server is there, and a game goes on.
        """
        why, tries = "", 0
        while tries < TRIES:
            try:
                return request()
            except self._errors as error:
                why = self._told(error)
                status = getattr(error, "status_code", None)
                if status in (401, 403):
                    raise BadInput(f"Lichess refuses the token: {why}") from None
                if status is not None and 400 <= status < 500 and status != 429:
                    raise Refused(f"{what} was refused: {why}") from None
                wait = self._wait_of(error)
                if wait and _key(error) == BETWEEN_BOTS:
                    raise Refused(f"{what} was refused: {why}") from None
                tries += not wait
                wait = wait or min(1.0, self._pause)
                self.house.tell(f"{what}: {why}; again in {wait:g} s")
                time.sleep(wait)
        raise BadInput(f"{what}: {TRIES} tries, and no answer of Lichess: {why}")

    def _wait_of(self, error: Any) -> float:
        """How long to wait after a 429, in seconds, a pause at least; 0 after anything else."""
        if getattr(error, "status_code", None) != 429:
            return 0.0
        asked = _limit(error).get("seconds")
        wait = max(float(asked) if isinstance(asked, int | float) else 0.0, self._pause, LEAST)
        if _key(error) == BETWEEN_BOTS:
            self._bots_again = next_day(self._now())
            self.house.tell("the day's games between bots are played: nobody is challenged today")
            wait = max(self._pause, LEAST)
        self._quiet_until = max(self._quiet_until, time.monotonic() + wait)
        return wait

    def _told(self, error: BaseException) -> str:
        """An error in a line; if a request is in it, it is there without the token."""
        text = " ".join(hidden(str(error), self._token).split())
        return f"{type(error).__name__}: {text[:160]}"

    # ---- after a crash -------------------------------------------------------------------------

    def _recover(self) -> None:
        """Take up the games whose searches are kept: those that go on, and those that ended."""
        for identity in self._unfinished():
            self.house.tell(f"lichess:{identity} is taken up again")
            self._play_game(identity)

    def _unfinished(self) -> Iterator[str]:
        run = self.house.run
        if run is None:
            return
        for path in sorted((run.directory.path / FOLDER).glob(f"lichess-*{SUFFIX}")):
            identity = path.stem.removeprefix("lichess-")
            if run.knows(f"lichess:{identity}"):
                path.unlink()  # it was learnt just before the crash
            else:
                yield identity


def next_day(now: float) -> float:
    """When the next day begins, by the world's time; both in seconds since 1970.

    >>> next_day(86_400.0 + 5)
    172800.0
    """
    return (now // DAY + 1) * DAY


class _Clock:
    """Both clocks and the increment, in milliseconds."""

    def __init__(self) -> None:
        self.times = (0, 0)
        self.increment = 0

    def read(self, state: Mapping[str, Any]) -> None:
        """Take the clocks of a state."""
        self.times = words.milliseconds(state.get("wtime")), words.milliseconds(state.get("btime"))


def _client(berserk: Any, token: str, url: str) -> Any:
    """A client of berserk's whose requests do not wait for ever."""
    session = berserk.TokenSession(token)
    session.request = partial(session.request, timeout=(SILENCE, SILENCE))
    return berserk.Client(session, base_url=url)


def _limit(error: Any) -> Mapping[str, Any]:
    """What a refusal says of the limit that was reached, if that can be read."""
    cause = getattr(error, "cause", None)
    told = cause.get("ratelimit") if isinstance(cause, Mapping) else None
    return told if isinstance(told, Mapping) else {}


def _key(error: Any) -> object:
    """The name of that limit."""
    return _limit(error).get("key")
