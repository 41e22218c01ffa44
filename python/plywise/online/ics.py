"""A player on an internet chess server (FICS and its like), over a plain connection.

The server's board counts: a position that does not come of the last move is asked for move by move,
and where even that does not fit, the game goes on from what the server shows. A connection that
broke is made again after a pause, and an adjourned game taken up when its opponent is there.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Final

from plywise import _kernel
from plywise.errors import BadInput
from plywise.games.declared import facts_of
from plywise.online import ics_words as words
from plywise.online.adjourned import Sheet, Sheets
from plywise.online.house import House, OnlineGame
from plywise.online.ics_limits import (
    formula_of,
    refusal_of_begun,
    refuse_idle_seek,
    seek_within,
)
from plywise.online.secret import hidden, secret_from
from plywise.play.pgn_reading import move_meant

PASSWORD: Final = "ICS_PASSWORD"  # noqa: S105 (the name of the variable, not what is in it)
HOST, PORT = "freechess.org", 5000
LAST_PORT: Final = 65_535
PAUSE: Final = 20.0
SEEK_AGAIN: Final = 120.0
"""Seconds after which seeks are posted again."""
PATIENCE: Final = 60.0
"""Seconds for a server to say something while logging in."""
END_OF_LISTS: Final = "plywise-end-of-lists"
"""No command of any server: its refusal tells that the answers before it are over."""
LONGEST: Final = 1 << 16
"""Bytes of a line."""
SETTINGS: Final = (
    "set style 12", "set interface plywise", "set autoflag 1", "set bell 0", "set shout 0",
    "set cshout 0", "set seek 0", "set gin 0", "set pin 0", "set open 1",
)  # fmt: skip


@dataclass(frozen=True)
class Login:
    """Who we are."""

    name: str
    password: str = ""

    def __repr__(self) -> str:
        return f"Login({self.name!r})"  # a password is shown to nobody


def login_for(user: str, guest: bool) -> Login:
    """The account of a command; BadInput if it is not said, or its password missing or broken."""
    if guest:
        return Login(user or "guest")
    if not user:
        raise BadInput("who are we? Give --user NAME, or --guest")
    password = secret_from(PASSWORD, least=" ")
    if not password:
        raise BadInput(f"no password for {user!r}: put it into the environment variable {PASSWORD}")
    return Login(user, password)


def address(text: str) -> tuple[str, int]:
    """Host and port.

    >>> address(""), address("localhost:5001"), address("localhost")
    (('freechess.org', 5000), ('localhost', 5001), ('localhost', 5000))
    """
    host, colon, port = (text or HOST).partition(":")
    if not host.strip() or (colon and not port.isdecimal()):
        raise BadInput(f"{text!r} is no server; 'freechess.org:5000' is one")
    if colon and not 1 <= int(port) <= LAST_PORT:
        raise BadInput(f"{text!r}: ports are from 1 to {LAST_PORT}; FICS has {PORT}")
    return host, int(port) if colon else PORT


class LoginFailed(BadInput):
    """The server does not let us in."""


class Ics:
    """The client."""

    def __init__(
        self,
        house: House,
        login: Login,
        *,
        address: tuple[str, int] = (HOST, PORT),
        challenge: tuple[str, ...] = (),
        clock: tuple[int, int] = (180, 0),
        rated: bool = True,
        seeks: tuple[str, ...] = (),
        formula: str = "",
        pause: float = PAUSE,
    ) -> None:
        if facts_of(house.game).pgn != "":  # variants have a name there
            raise BadInput(
                f"the client for ICS plays ordinary chess, and these weights {house.game}"
            )
        self.house = house
        self._login, self._address = login, address
        house.hide(login.password)
        self._rivals, self._clock, self._rated = challenge, clock, rated
        self._formula = formula_of(house.policy, formula)
        for seek in seeks:
            refuse_idle_seek(seek, house.policy)
        self._seeks = tuple(seek_within(seek, house.policy, self._formula) for seek in seeks)
        self._pause = pause
        folder = None if house.run is None else house.run.directory.path
        self.sheets = Sheets(folder, address[0])
        self.name = ""
        self._asked = 0
        self._most = 0

    def play(self, games: int) -> None:
        """Play until so many games have ended, or today's are over."""
        self._most = games
        asyncio.run(self._play())

    @property
    def is_done(self) -> bool:
        """Whether enough games are played."""
        return self.house.played >= self._most or self.house.is_tired()

    async def _play(self) -> None:
        while not self.is_done:
            try:
                reader, writer = await asyncio.open_connection(*self._address, limit=LONGEST)
            except OSError as error:
                self.house.tell(f"no connection to {self._address[0]}: {error.strerror or error}")
                await asyncio.sleep(self._pause)
                continue
            visit = Visit(self, reader, writer)
            try:
                await visit.stay()
            except (TimeoutError, OSError, EOFError) as error:
                self.house.tell(f"the connection broke: {type(error).__name__} {error}".strip())
            finally:
                visit.leave()
            if not self.is_done:
                await asyncio.sleep(self._pause)
        if self.house.is_tired():
            self.house.tell(f"today's {self.house.policy.a_day} games are played")

    def next_offer(self) -> list[str]:
        """What to say to get a game: seeks, or a challenge to the next one in turn."""
        said = [f"seek {seek}" for seek in self._seeks]
        if self._rivals:
            rival = self._rivals[self._asked % len(self._rivals)]
            self._asked += 1
            kind = "rated" if self._rated else "unrated"
            minutes, increment = self._clock[0] // 60, self._clock[1]
            said.append(f"match {rival} {minutes} {increment} {kind}")
        return said

    @property
    def host(self) -> str:
        """The server's name."""
        return self._address[0]

    @property
    def login(self) -> Login:
        """Who we are."""
        return self._login

    @property
    def formula(self) -> str:
        """The server's own filter, with the limits of the policy in it."""
        return self._formula

    @property
    def pause(self) -> float:
        """Seconds to wait before a server is bothered again."""
        return self._pause

    def has_asked(self, name: str) -> bool:
        """Whether we challenge somebody."""
        return name.lower() in map(str.lower, self._rivals)


class Visit:
    """One connection, from the login to its end."""

    def __init__(
        self, client: Ics, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        self.client, self.house = client, client.house
        self._reader, self._writer = reader, writer
        self._game: OnlineGame | None = None
        self._sheet: Sheet | None = None
        self._number = -1
        self._board: words.Board | None = None
        self._thinking: asyncio.Task[None] | None = None
        self._list: list[str] | None = None
        self._created: words.Created | None = None
        """What was said of the game that began last."""
        self._refused: int | None = None
        """The number of a game that is not to be played, until it is over."""
        self._leaving: asyncio.Task[None] | None = None
        self._studying: asyncio.Task[None] | None = None
        self._sent: tuple[int, str] = -1, ""
        """The ply and the text of the last move that we sent."""
        self._doubted = -1
        """The ply at which the server did not take our move, and was asked for the game."""
        self._is_taken_anew = False
        """Whether its moves are still to come."""
        self._stored: set[str] = set()
        self._past: dict[tuple[str, str], words.Past] = {}
        self._ended: list[tuple[Sheet, words.Past]] = []
        """Games that ended while we were away, whose moves we ask for."""
        self._is_listing = False
        """Whether the lists of games that were adjourned, or have ended, are still to come."""

    # ---- coming and going ----------------------------------------------------------------------

    async def stay(self) -> None:
        """Log in, and do what the server's lines ask for until enough is played."""
        async with asyncio.timeout(PATIENCE):
            self.client.name = await self._log_in()
        self.house.tell(f"on {self.client.host} as {self.client.name}")
        self._say(*SETTINGS)
        if self.client.formula:
            self._say(f"set formula {self.client.formula}")
        self._say(*(f"+noplay {name}" for name in sorted(self.house.policy.no_play)))
        if any(True for _ in self.client.sheets):
            self._is_listing = True
            self._say("stored", "history", END_OF_LISTS)
        else:
            self._look_for_games()
        while not self.client.is_done:
            line = await self._line()
            if line is None:
                self._look_for_games()
            else:
                self._heard(line)
        self._say("quit")

    def leave(self) -> None:
        """Close the connection; a game that goes on may be taken up again."""
        self.house.disturb()
        for task in (self._thinking, self._leaving, self._studying):
            if task is not None:
                task.cancel()
        if self._game is not None:
            self._game.hurry()
            self._game.leave()
        self._writer.close()

    async def _log_in(self) -> str:
        login = self.client.login
        await self._until(b"login:")
        self._say(login.name)
        said = b""
        while True:
            heard = await self._until(b"password:", b":\n", b"****", b"ogin:")
            said += heard
            if heard.endswith(b"password:"):
                self._say(login.password)
            elif heard.endswith(b":\n") and b"ress return" in heard:
                self._say("")
            elif heard.endswith(b"ogin:"):
                told = " ".join(hidden(said.decode("utf-8", "replace"), login.password).split())
                raise LoginFailed(f"the server does not let {login.name!r} in: {told[-200:]}")
            elif heard.endswith(b"****") and b"Starting" in heard:
                found = words.SESSION.search(heard.decode("utf-8", "replace"))
                return found[1] if found else login.name

    async def _until(self, *ends: bytes) -> bytes:
        """What the server says up to one of these, whose lines need not end."""
        heard = b""
        while not heard.endswith(ends):
            one = await self._reader.read(1)
            if not one:
                raise EOFError("while logging in")
            heard += b"" if one == b"\r" else one
            if len(heard) > LONGEST:
                raise EOFError("it talks too much while logging in")
        return heard

    async def _line(self) -> str | None:
        """The next line, without prompts; None after a while of silence."""
        try:
            async with asyncio.timeout(SEEK_AGAIN):
                data = await self._reader.readline()
        except TimeoutError:
            return None
        except ValueError:
            raise EOFError(f"a line of more than {LONGEST} bytes") from None
        if not data:
            raise EOFError("the server has hung up")
        return words.PROMPT.sub("", data.decode("utf-8", "replace").strip("\r\n")).rstrip()

    def _say(self, *lines: str) -> None:
        for line in lines:
            clean = "".join(c for c in line if c.isprintable())
            self._writer.write(clean.encode() + b"\n")

    # ---- what is heard -------------------------------------------------------------------------

    def _heard(self, line: str) -> None:
        if line.startswith("<12>"):
            self._heard_board(line)
        elif (ended := words.ended_game(line)) is not None:
            self._heard_end(ended)
        elif (created := words.created_game(line)) is not None:
            self._created = created
        elif offer := words.offer_of(line, self.client.name, self.house.game):
            refusal = self.house.policy.refusal(offer, self.house.log.opponents())
            is_free = self._is_idle and not self.client.is_done
            self._say(f"{'accept' if is_free and refusal is None else 'decline'} {offer.opponent}")
            if refusal is not None:
                self.house.tell(f"challenge of {offer.opponent} declined: {refusal.text}")
        elif arrived := words.ARRIVED.fullmatch(line):
            if self._is_idle:
                self._say(f"resume {arrived[1]}")
        elif (refused := words.REFUSED.fullmatch(line)) is not None:
            self._heard_refusal(line, is_illegal=refused[1] is not None)
        else:
            self._heard_list(line)

    def _heard_refusal(self, line: str, *, is_illegal: bool) -> None:
        """The server does not take our move: the game is taken from it anew, once.

        Whom it refuses again has another game on his board; he gets out of it, before his time is
        up, and learns nothing from it.
        """
        game, (ply, move) = self._game, self._sent
        if game is None or ply != len(game.moves):
            return  # of a move that is no more
        told = f"{game.identity}: the server does not take {move!r} in {game.position}: {line}"
        self.house.tell(told)
        if self._doubted != ply:
            self._doubted, self._is_taken_anew, self._list = ply, True, []
            self._say("refresh", f"moves {self._number}")
        elif is_illegal:
            self._say("abort", "resign", "quit")
            self._game = None
            game.end("*", "a move that the server does not take")
            self.client.sheets.end(game.names)
            raise BadInput(f"{told}; the game was given up and is not learnt")

    def _heard_list(self, line: str) -> None:
        """A line of a list that was asked for: moves, adjourned games, results of before."""
        if self._list is not None and (moves := words.listed_moves(line)) is not None:
            self._list += moves
        elif self._list is not None and words.LIST_END.match(line):
            self._take_list()
        elif self._is_listing and (stored := words.STORED.match(line)):
            self._stored.add(stored[1].lower())
        elif self._is_listing and (past := words.past_game(line)) is not None:
            self._past[past.opponent.lower(), past.colour] = past  # the last one counts
        elif self._is_listing and line.startswith(END_OF_LISTS):
            self._after_lists()

    def _after_lists(self) -> None:
        """What became of the games that were going on when the connection broke."""
        self._is_listing = False
        for sheet in self.client.sheets:
            is_first = sheet.names[0].lower() == self.client.name.lower()
            opponent = sheet.names[1 if is_first else 0]
            past = self._past.get((opponent.lower(), "W" if is_first else "B"))
            if opponent.lower() in self._stored:
                self._say(f"resume {opponent}")
            elif past is not None:
                self._ended.append((sheet, past))
        self._ask_for_ended()

    def _ask_for_ended(self) -> None:
        """Ask for the moves of the next game that ended without us; after the last, play on."""
        if self._ended and self._list is None:
            self._list = []
            self._say(f"smoves {self.client.name} {self._ended[0][1].number}")
        else:
            self._look_for_games()

    def _take_ended(self, told: list[str]) -> None:
        """Learn from a game that ended without us."""
        sheet, past = self._ended.pop(0)
        game = self._seat(sheet, "first" if past.colour == "W" else "second")
        moves, _ = _understood(self._first(game), told)
        if moves[: len(sheet.moves)] == sheet.moves:
            game.follow(moves)
            game.end(past.result, past.how)
        else:  # of another game of these two: what ours came to is not known
            self.house.tell(f"{sheet.identity}: its result is not to be found; it is not counted")
            game.end("*", "no result")
        self.client.sheets.end(sheet.names)
        self._ask_for_ended()

    def _look_for_games(self) -> None:
        if not self._is_idle or self.client.is_done:
            return
        if self.house.may_study:
            if self._studying is None or self._studying.done():
                self._studying = asyncio.ensure_future(self._study())
        else:
            self._say(*self.client.next_offer())

    async def _study(self) -> None:
        """Search what the brain has marked before the next seek; a challenge is taken meanwhile."""
        await asyncio.to_thread(self.house.study)
        if self._is_idle and not self.client.is_done:
            self._say(*self.client.next_offer())

    @property
    def _is_idle(self) -> bool:
        """Whether there is no game."""
        return self._game is None and self._refused is None

    # ---- a game --------------------------------------------------------------------------------

    def _heard_board(self, line: str) -> None:
        try:
            board = words.read_board(line)
        except BadInput as error:
            self.house.tell(f"{error}; the server is asked again")
            self._say("refresh")
            return
        if not board.is_played or self.client.name.lower() not in map(str.lower, board.names):
            return
        if board.game == self._refused:
            return
        if self._game is None or board.game != self._number:
            if why := self._refusal(board):
                self._refuse(board, why)
                return
            self._sit_down(board)
        self._board = board
        if self._is_taken_anew:
            return  # what is played next is known when all moves are
        if self._fits(board):
            self._think()
        elif self._list is None:
            self._list = []
            self._say(f"moves {board.game}")

    def _created_of(self, board: words.Board) -> words.Created | None:
        """What was said when the game of a board began."""
        created = self._created
        return created if created is not None and created.names == board.names else None

    def _refusal(self, board: words.Board) -> str:
        """Why the game of a board is not to be played; empty if it is.

        A game that was adjourned was looked at when it began.
        """
        created, house, own = self._created_of(board), self.house, self.client.name
        sheet = self.client.sheets.of(board.names)
        if sheet is not None and sheet.moves and board.plies:
            return ""
        told = created or words.Created(
            names=board.names,
            ratings=(None, None),
            rated=True,
            kind=words.VARIANTS[0],
            seconds=60.0 * board.minutes,
            increment=board.increment / 1000,
        )
        offer = told.offer(own, house.game)
        return refusal_of_begun(
            house.policy,
            offer,
            is_told=created is not None,
            is_asked=self.client.has_asked(offer.opponent),
            before=house.log.opponents(),
        )

    def _refuse(self, board: words.Board, why: str) -> None:
        """Get out of a game that is not to be played: by an abort, or else we resign it."""
        self._refused = board.game
        self.house.tell(f"game {board.game} ({' vs. '.join(board.names)}) is not played: {why}")
        self._leaving = asyncio.ensure_future(self._abort(board.game))

    async def _abort(self, number: int) -> None:
        self._say("abort")
        await asyncio.sleep(self.client.pause)
        if self._refused == number:
            self._say("resign")

    def _sit_down(self, board: words.Board) -> None:
        """Begin a game, or go on with one that was adjourned."""
        client = self.client
        sheet = client.sheets.of(board.names)
        created = self._created_of(board)
        ratings = (None, None) if created is None else created.ratings
        if sheet is None or (board.last == "" and board.plies == 0 and sheet.moves):
            sheet = client.sheets.begin(board.names, ratings)
        is_first = board.names[0].lower() == client.name.lower()
        self._number, self._doubted, self._is_taken_anew = board.game, -1, False
        self._sheet = sheet
        self._game = self._seat(sheet, "first" if is_first else "second")

    def _seat(self, sheet: Sheet, side: str) -> OnlineGame:
        return self.house.sit_down(
            identity=sheet.identity,
            names=sheet.names,
            side=side,
            ratings=sheet.ratings,
            start=sheet.start,
            moves=list(sheet.moves),
        )

    def _fits(self, board: words.Board) -> bool:
        """Whether the board is ours, or comes of it by the last move, which is made then."""
        game = self._game
        assert game is not None
        if _placement(game.position) == board.placement and len(game.moves) % 2 == board.plies % 2:
            return True
        if board.last in game.position.moves:
            following = game.position.after(board.last)
            if _placement(following) == board.placement:
                self._follow([*game.moves, board.last])
                return True
        return False

    def _follow(self, moves: list[str]) -> None:
        assert self._game is not None
        assert self._sheet is not None
        self._game.follow(moves)
        self._sheet.moves = list(moves)
        self.client.sheets.write()

    def _take_list(self) -> None:
        """The moves of the game as the server has them; or its board, where they do not fit."""
        told, self._list = self._list or [], None
        self._is_taken_anew = False
        game, board = self._game, self._board
        if self._ended:
            self._take_ended(told)
            return
        if game is None or board is None or self._sheet is None:
            return
        moves, position = _understood(self._first(game), told)
        if _placement(position) == board.placement:
            self._follow(moves)
        else:
            self.house.tell(f"{game.identity}: the moves do not lead to the board: it counts")
            self._adopt(board)
        self._think()

    def _first(self, game: OnlineGame) -> _kernel.Position:
        return _kernel.Position.parse(self.house.game, game.start)

    def _adopt(self, board: words.Board) -> None:
        """Go on from the server's board, without what went before."""
        assert self._sheet is not None
        assert self._game is not None
        try:
            _kernel.Position.parse(self.house.game, board.fen)
        except BadInput as error:
            self.house.tell(f"{self._game.identity}: {error}; the server is asked again")
            self._say("refresh")
            return
        self._sheet.start, self._sheet.moves = board.fen, []
        self.client.sheets.write()
        self._game.leave()
        self._game = self._seat(self._sheet, self._game.side)

    def _think(self) -> None:
        game, board = self._game, self._board
        if game is None or board is None or not game.is_ours or board.relation != 1:
            return
        if self._thinking is None or self._thinking.done():
            self._thinking = asyncio.ensure_future(self._answer(game, board))

    async def _answer(self, game: OnlineGame, board: words.Board) -> None:
        """Find our move and send it, if the game still waits for it."""
        ply = len(game.moves)
        move = await asyncio.to_thread(game.choose, board.clocks, board.increment)
        if game is not self._game or game.is_over or len(game.moves) != ply:
            self._thinking = None
            self._think()  # another game may have waited for us meanwhile
            return
        # The server's next board makes it on ours.
        self._say("resign" if move is None else words.spoken(move))
        self._sent = ply, move or ""

    def _heard_end(self, ended: words.Ended) -> None:
        """A game is over: one of ours is learnt, and an adjourned one kept."""
        game = self._game
        if ended.game == self._refused:
            self.house.tell(f"game {ended.game}: {ended.how}; it is not learnt")
            self._refused = None
            self._look_for_games()
            return
        if game is None or ended.names != game.names or ended.game != self._number:
            return
        game.hurry()
        self._game = None
        if "adjourn" in ended.how.lower():
            game.leave()
            self.house.tell(f"{game.identity}: {ended.how}")
        else:
            game.end(ended.result, ended.how)
            self.client.sheets.end(game.names)
        self._look_for_games()


def _understood(position: _kernel.Position, told: list[str]) -> tuple[list[str], _kernel.Position]:
    """The moves that a list means, up to the first that is not legal, and where they lead."""
    moves: list[str] = []
    for word in told:
        move = move_meant(position, word)
        if move is None:
            break
        moves.append(move)
        position = position.after(move)
    return moves, position


def _placement(position: _kernel.Position) -> str:
    return str(position).split()[0]
