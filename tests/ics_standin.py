"""A stand-in for an internet chess server on 127.0.0.1: login, style 12, one scripted opponent.

The opponent, Fritz, challenges whoever is logged in, game after game, and plays the first legal
moves; each game ends as its script says. A player who goes away in the midst of a game finds it
adjourned, or lost, when he is back.
"""

import socket
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

from plywise._kernel import Position

OTHER = "Fritz"
REST = 0.05
"""Seconds between a challenge that was declined and the next."""
RESULTS = {1.0: "1-0", 0.5: "1/2-1/2", 0.0: "0-1"}


@dataclass(kw_only=True)
class Script:
    """How one game goes."""

    own: str = "white"
    opponent: str = OTHER
    kind: str = "blitz"
    refuses: int = 0
    """So many of our moves are called illegal, though they are not."""
    by_seek: bool = False
    """Whether the opponent answers a seek; otherwise he challenges."""
    is_stubborn: bool = False
    """Whether he does not agree to an abort."""
    plies: int = 6
    """After so many the opponent ends the game."""
    end: str = "resigns"
    """What the opponent does: resigns, "beats" us, "flag" (ours falls), "draw", "abort", "mates" (a
    lie)."""
    rating: int = 1500
    clock: int = 180
    """Seconds that both always have."""
    increment: int = 2
    adjourn_at: int | None = None
    """The ply at which the game is adjourned; it is resumed later."""
    hang_up_at: int | None = None
    """The ply at which the connection is cut."""
    pause_at: int | None = None
    """The ply at which the opponent waits until the player has gone."""
    lost_if_gone: bool = False
    """Whether who goes away loses; otherwise the game is adjourned."""
    garble_at: int | None = None
    """The ply at which a board is sent that is none, before the right one."""
    chat: tuple[str, ...] = ()
    """What everybody says before each of our moves, in the forms that a server has for it."""
    hide_at: int | None = None
    """The ply of a board without its last move, so that all moves must be asked for."""


@dataclass
class Played:
    """One game."""

    number: int
    script: Script
    player: str
    moves: list[str] = field(default_factory=list)
    result: str = ""
    how: str = ""
    end_code: str = ""
    is_adjourned: bool = False
    happened: set[str] = field(default_factory=set)
    reached: threading.Event = field(default_factory=threading.Event)

    @property
    def names(self) -> tuple[str, str]:
        pair = (self.player, self.script.opponent)
        return pair if self.script.own == "white" else pair[::-1]

    @property
    def position(self) -> Position:
        return Position.start("chess").after_all(self.moves)

    @property
    def is_own_turn(self) -> bool:
        return (self.position.turn == "first") == (self.script.own == "white")

    @property
    def is_counted(self) -> bool:
        return self.result in ("1-0", "0-1", "1/2-1/2")

    def once(self, what: str) -> bool:
        if what in self.happened:
            return False
        self.happened.add(what)
        return True

    def board(self, *, hides: bool = False) -> str:
        """The `<12>` line, for the player."""
        placement, side, rights, _, fifty, number = str(self.position).split()
        ranks = [
            "".join("-" * int(c) if c.isdigit() else c for c in r) for r in placement.split("/")
        ]
        castling = " ".join(str(int(c in rights)) for c in "KQkq")
        last, pretty = "none", "none"
        if self.moves and not hides:
            before = Position.start("chess").after_all(self.moves[:-1])
            pretty = before.notation(self.moves[-1])
            last = verbose(before, self.moves[-1])
        flip = int(self.script.own == "black")
        white, black = self.names
        return (
            f"<12> {' '.join(ranks)} {side.upper()} -1 {castling} {fifty} {self.number} {white} "
            f"{black} {1 if self.is_own_turn else -1} 3 {self.script.increment} 39 39 "
            f"{self.script.clock} {self.script.clock} {number} {last} (0:00) "
            f"{pretty} {flip}"
        )


def verbose(before: Position, move: str) -> str:
    """A move as style 12 writes it."""
    pretty = before.notation(move)
    if pretty.startswith("O-O"):
        return pretty.rstrip("+#").lower()
    piece = pretty[0] if pretty[0] in "KQRBN" else "P"
    promotion = f"={move[4].upper()}" if len(move) == 5 else ""
    return f"{piece}/{move[:2]}-{move[2:4]}{promotion}"


class Standin:
    """The server's state."""

    def __init__(self, scripts: list[Script], password: str = "open sesame") -> None:
        self.scripts = scripts
        self.password = password
        self.games: list[Played] = []
        self.lock = threading.RLock()
        self.heard: list[str] = []
        self.offers = ["Challenge: {0} (2900) {1} (1600) rated blitz 3 2.",
                       "Challenge: {0} (1500) {1} (1600) rated crazyhouse 3 2."]  # fmt: skip
        """Offers that should be declined, each made once."""
        self.visits: list[Visitor] = []
        self.is_closed = False
        self.echoes = False
        """Whether it shows a password that is wrong."""

    @property
    def counted(self) -> list[Played]:
        return [game for game in self.games if game.is_counted]


class Visitor(socketserver.StreamRequestHandler):
    """One connection."""

    standin: Standin

    def handle(self) -> None:
        self.game: Played | None = None
        self.name = ""
        self.standin.visits.append(self)
        try:
            if self.log_in():
                self.tell(f"**** Starting FICS session as {self.name} ****")
                self.say_hello()
                for data in self.rfile:
                    line = data.decode("utf-8", "replace").strip("\r\n")
                    self.standin.heard.append(line)
                    with self.standin.lock:
                        self.obey(line)
        except OSError:
            pass
        finally:
            with self.standin.lock:
                self.went_away()

    def log_in(self) -> bool:
        self.write("\n\rwelcome to a server that is none\n\r\n\rlogin: ")
        name = self.rfile.readline().decode().strip()
        if name.lower() == "guest":
            self.name = "GuestPLYW"
            self.write(f'\n\rPress return to enter the server as "{self.name}":\n\r')
            self.rfile.readline()
            return True
        self.write("\n\rpassword: ")
        given = self.rfile.readline().decode().strip()
        if given != self.standin.password:
            if self.standin.echoes:
                self.write(f"\n\r{given} is wrong")
            self.write("\n\r**** Invalid password! ****\n\r\n\rlogin: ")
            return False
        self.name = name
        return True

    def write(self, text: str) -> None:
        self.wfile.write(text.encode())

    def tell(self, text: str) -> None:
        lines = text.replace("\n", "\n\r")
        self.write(f"\n\r{lines}\n\rfics% ")

    # ---- commands ------------------------------------------------------------------------------

    def say_hello(self) -> None:
        """Nothing is offered before style 12 is set: boards are not readable till then."""
        self.has_style = False

    def obey(self, line: str) -> None:
        word, _, rest = line.strip().lstrip("$").partition(" ")
        known = {
            "set": lambda: self.settle(rest), "iset": lambda: self.tell("Done."),
            "style": lambda: self.settle(f"style {rest}"),
            "accept": self.accept, "decline": self.declined, "moves": self.tell_moves,
            "refresh": self.show, "stored": self.tell_stored, "history": self.tell_history,
            "seek": self.sought, "abort": self.aborted,
            "quit": lambda: self.tell("Bye."), "resign": self.resigned,
            "smoves": lambda: self.tell_past_moves(int(rest.split()[1])),
        }  # fmt: skip
        if word in known:
            known[word]()
        elif word in ("resume", "match") and self.adjourned():
            self.resume()
        else:
            self.obey_other(word, line)

    def settle(self, rest: str) -> None:
        self.tell("Done.")
        if rest.startswith("style 12") and not self.has_style:
            self.has_style = True
            self.offer()

    def declined(self) -> None:
        self.tell("You decline.")
        threading.Timer(REST, self.offer_again).start()  # who is not ready gets a moment

    def offer_again(self) -> None:
        with self.standin.lock, suppress(OSError, ValueError):
            self.offer()

    def resigned(self) -> None:
        is_black = self.game is not None and self.game.script.own == "black"
        self.end(1.0 if is_black else 0.0, self.name, "resigns", "Res")

    def sought(self) -> None:
        """A seek is answered at once, where the script has it so."""
        games = self.standin.scripts[len(self.standin.games) :]
        if self.game is None and games and games[0].by_seek:
            self.accept()
        else:
            self.tell("Your seek has been posted with index 1.")

    def aborted(self) -> None:
        if self.game is None:
            self.tell("You are not playing a game.")
        elif len(self.game.moves) > 1 or self.game.script.is_stubborn:
            self.tell("Abort request sent.")
        else:
            self.end(None, "", "Game aborted on move 1", "")

    def obey_other(self, word: str, line: str) -> None:
        game = self.game
        move = word.replace("=", "") if len(word) == 6 else word[:4]
        if game is not None and game.is_own_turn and move in game.position.moves:
            if game.script.refuses:
                game.script.refuses -= 1
                self.tell(f"Illegal move ({word}).")
                return
            self.play(move)
            self.go_on()
        elif word:
            self.tell(f"{line}: Command not found.")

    def offer(self) -> None:
        standin = self.standin
        if self.game is not None or standin.is_closed:
            return
        if standin.offers:
            self.tell(standin.offers.pop(0).format(OTHER, self.name))
            return
        if self.adjourned():
            self.tell(f"Notification: {OTHER}, who has an adjourned game with you, has arrived.")
            return
        if len(standin.games) < len(standin.scripts):
            script = standin.scripts[len(standin.games)]
            if script.by_seek:
                return
            self.tell(
                f"Challenge: {OTHER} ({script.rating}) {self.name} (1600) rated blitz 3 2.\n"
                'You can "accept" or "decline", or propose different parameters.'
            )

    def accept(self) -> None:
        standin = self.standin
        if self.game is not None or len(standin.games) >= len(standin.scripts):
            self.tell("There are no offers to accept.")
            return
        script = standin.scripts[len(standin.games)]
        self.game = Played(len(standin.games) + 1, script, self.name)
        standin.games.append(self.game)
        white, black = self.game.names
        ratings = {self.name: 1600, script.opponent: script.rating}
        self.tell(
            f"Creating: {white} ({ratings[white]}) {black} ({ratings[black]}) "
            f"rated {script.kind} 3 2\n"
            f"{{Game {self.game.number} ({white} vs. {black}) Creating rated blitz match.}}"
        )
        self.show()
        self.go_on()

    def show(self, **more: bool) -> None:
        if self.game is not None:
            for line in self.game.script.chat:
                self.tell(line)
            self.tell(self.game.board(**more))

    def play(self, move: str) -> None:
        game = self.game
        assert game is not None
        game.moves.append(move)
        ply, script = len(game.moves), game.script
        if script.garble_at == ply and game.once("garble"):
            self.tell("<12> rnbqkbnr pppppppp ---- nonsense")
        self.show(hides=script.hide_at == ply)

    def go_on(self) -> None:
        """The opponent's turn, and what the script has for it."""
        game = self.game
        assert game is not None
        script, ply = game.script, len(game.moves)
        white, black = game.names
        if script.hang_up_at is not None and ply >= script.hang_up_at and game.once("hang up"):
            self.request.shutdown(socket.SHUT_RDWR)
            raise ConnectionError
        if script.pause_at is not None and ply >= script.pause_at and game.once("pause"):
            game.reached.set()
            return  # until he has gone
        if script.adjourn_at is not None and ply >= script.adjourn_at and game.once("adjourn"):
            game.is_adjourned = True
            self.game = None
            self.tell(
                f"{{Game {game.number} ({white} vs. {black}) Game adjourned by mutual agreement}} *"
            )
            self.offer()
            return
        if game.position.outcome is not None:
            loser = black if game.position.outcome == 1.0 else white
            self.end(game.position.outcome, loser, "checkmated", "Mat")
        elif ply >= script.plies:
            self.end_by_script(game)
        elif not game.is_own_turn:
            self.play(game.position.moves[0])
            self.go_on()

    def end_by_script(self, game: Played) -> None:
        own_wins = 1.0 if game.script.own == "white" else 0.0
        match game.script.end:
            case "resigns":
                self.end(own_wins, game.script.opponent, "resigns", "Res")
            case "beats":
                self.end(1.0 - own_wins, self.name, "resigns", "Res")
            case "flag":
                self.end(1.0 - own_wins, self.name, "forfeits on time", "Fla")
            case "draw":
                self.end(0.5, "", "Game drawn by mutual agreement", "Agr")
            case "mates":
                self.end(own_wins, game.script.opponent, "checkmated", "Mat")
            case "abort":
                self.end(None, "", "Game aborted by mutual agreement", "")

    def end(self, outcome: float | None, who: str, how: str, code: str) -> None:
        game = self.game
        if game is None:
            return
        game.result, game.how = RESULTS.get(outcome, "*"), how  # type: ignore[arg-type]
        game.end_code = code
        self.game = None
        white, black = game.names
        said = f"{who} {how}".strip()
        self.tell(f"{{Game {game.number} ({white} vs. {black}) {said}}} {game.result}")
        self.offer()

    def adjourned(self) -> Played | None:
        return next((game for game in self.standin.games if game.is_adjourned), None)

    def resume(self) -> None:
        game = self.adjourned()
        assert game is not None
        game.is_adjourned = False
        self.game = game
        white, black = game.names
        ratings = {self.name: 1600, OTHER: game.script.rating}
        self.tell(
            f"Creating: {white} ({ratings[white]}) {black} ({ratings[black]}) rated blitz 3 2\n"
            f"{{Game {game.number} ({white} vs. {black}) Continuing rated blitz match.}}"
        )
        self.show()
        if not game.is_own_turn:
            self.go_on()

    def went_away(self) -> None:
        game = self.game
        if game is None:
            return
        self.game = None
        if game.script.lost_if_gone:
            lost = 0.0 if game.script.own == "white" else 1.0
            game.result, game.how, game.end_code = RESULTS[lost], "forfeits by disconnection", "Dis"
        else:
            game.is_adjourned = True

    # ---- lists ---------------------------------------------------------------------------------

    def tell_moves(self) -> None:
        if self.game is None:
            self.tell("You are neither playing, observing nor examining a game.")
        else:
            self.tell(move_list(self.game, "      {Still in progress} *"))

    def tell_past_moves(self, number: int) -> None:
        game = self.standin.games[number - 1]
        self.tell(move_list(game, f"      {{{game.how}}} {game.result}"))

    def tell_stored(self) -> None:
        game = self.adjourned()
        if game is None:
            self.tell(f"{self.name} has no adjourned games.")
            return
        colour = game.script.own[0].upper()
        self.tell(
            f"Stored games for {self.name}:\n    C Opponent     On Type     Str  M    ECO Date\n"
            f" 1: {colour} {OTHER:12}  Y [ br  3   2] 39-39 W3   A00 Tue Nov 17, 10:00 PST 2026"
        )

    def tell_history(self) -> None:
        rows = []
        for game in self.standin.counted[-10:]:
            own = game.script.own
            sign = (
                "="
                if game.result == "1/2-1/2"
                else "+"
                if (game.result == "1-0") == (own == "white")
                else "-"
            )
            rows.append(
                f"{game.number:2}: {sign} 1600 {own[0].upper()} 1500 {OTHER:12}  [ br  3   2] A00 "
                f"{game.end_code} Tue Nov 17, 10:00 PST 2026"
            )
        self.tell("\n".join([f"History for {self.name}:", "                  Opponent", *rows]))


def move_list(game: Played, end: str) -> str:
    """All moves of a game, as `moves` and `smoves` tell them."""
    said, position = [], Position.start("chess")
    for move in game.moves:
        said.append(position.notation(move))
        position = position.after(move)
    rows = [
        f"{n // 2 + 1:3}.  " + "     ".join(f"{word:7} (0:01)" for word in said[n : n + 2])
        for n in range(0, len(said), 2)
    ]
    white, black = game.names
    head = f"Movelist for game {game.number}:\n\n{white} (1600) vs. {black} (1500) --- now\n"
    table = f"Move  {white:18} {black:18}\n----  ----------------   ----------------"
    return "\n".join([head, table, *rows, end])


@contextmanager
def serving(standin: Standin) -> Iterator[int]:
    """The stand-in at work; its port."""

    class Server(socketserver.ThreadingTCPServer):
        allow_reuse_address = True
        daemon_threads = True
        block_on_close = False

    handler = type("Bound", (Visitor,), {"standin": standin})
    server = Server(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield server.server_address[1]
    finally:
        standin.is_closed = True
        server.shutdown()
        for visit in standin.visits:
            try:
                visit.request.shutdown(socket.SHUT_RDWR)
            except OSError:
                continue
        server.server_close()
        thread.join()
