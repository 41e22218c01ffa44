"""A game as a file to keep: PGN, KIF, CSA, MAT or a plain text, by the suffix of the file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from plywise.errors import BadInput, BadSetting
from plywise.files import as_path, write_atomically
from plywise.games.declared import facts_of
from plywise.games.game import game as rules_of
from plywise.games.position import Position
from plywise.games.python_games import title
from plywise.games.told import player, won
from plywise.regular import MEGABYTE, read_regular

MAT = "mat"
TEXT = "txt"
FORMS = ("kif", "kifu", "csa", "pgn", MAT)
"""What other programs read, by the suffix; all else is a plain text."""
PARTED = {"pgn": "\n", "csa": "/\n"}
"""Forms whose files hold several games, and what stands between two of them."""
LARGEST = 16 * MEGABYTE
"""Bytes of a file that a game is added to: it is written anew with every move."""
ENCODINGS = {"kif": "cp932"}
"""What Japanese programs expect; all else is UTF-8."""


@dataclass(frozen=True, kw_only=True)
class Kept:
    """A game, finished or not, as records tell of it."""

    game: str
    start: str | None = None
    """Text of the first position; None is the game's own start."""
    moves: Sequence[str] = ()
    """As the kernel writes them, rolls too."""
    players: tuple[str, str] = ("?", "?")
    """Names of the first and of the second."""
    outcome: float | None = None
    """The first player's score, or points; None while the game goes on."""
    reason: str | None = None
    """Why it ended."""
    headers: Mapping[str, object] = field(default_factory=dict)
    """What else is to be kept; MAT has no room for it."""

    def positions(self) -> list[Position]:
        """The positions of the game, the first one included."""
        rules = rules_of(self.game)
        line = [rules.start() if self.start is None else rules.position(self.start)]
        for move in self.moves:
            line.append(line[-1].after(move))
        return line


def formats(game: str) -> list[str]:
    """The forms in which a game's records are read elsewhere.

    >>> formats("chess"), formats("shogi"), formats("backgammon")
    (['pgn'], ['kif', 'csa', 'pgn'], ['mat'])
    """
    facts = facts_of(game)
    if facts.has_points_board:
        return [MAT]
    return [form for form in ("kif", "csa", "pgn") if f".{form}" in facts.records]


def form_of(path: Path, game: str) -> str:
    """The form that a file's suffix says; BadSetting for one that is another game's.

    >>> form_of(Path("game.kif"), "shogi"), form_of(Path("game.log"), "chess")
    ('kif', 'txt')
    >>> form_of(Path("game.kif"), "chess")
    Traceback (most recent call last):
    ...
    plywise.BadSetting: 'game.kif': games of chess are not kept as kif; give one of .pgn, .txt
    """
    form = path.suffix.lower().removeprefix(".")
    if form not in FORMS:
        return TEXT
    known = [suffix for suffix in facts_of(game).records if suffix.removeprefix(".") in FORMS]
    if f".{form}" not in known:
        choice = ", ".join([*known, f".{TEXT}"])
        raise BadSetting(
            f"{str(path)!r}: games of {title(game)} are not kept as {form}; give one of {choice}"
        )
    return form


def text_of(kept: Kept, form: str) -> str:
    """A game in one of the forms.

    >>> print(text_of(Kept(game="othello", moves=("d3", "c3"), players=("Ann", "Bob")), "txt"))
    othello: Ann (Black), Bob (White)
    1. d3 c3
    not finished
    <BLANKLINE>
    """
    if form == MAT:
        return _mat(kept)
    if form == TEXT:
        return _plain(kept)
    words: dict[str, Any] = {
        "outcome": kept.outcome, "reason": kept.reason, "start": kept.start,
        "players": kept.players, "headers": kept.headers, "game": kept.game,
    }  # fmt: skip
    if form in ("kif", "kifu"):
        from plywise.play.kif import kif_game

        return kif_game(kept.moves, **words)
    if form == "csa":
        from plywise.play.csa import csa_game

        return csa_game(kept.moves, **words)
    from plywise.play.pgn import pgn_game

    return pgn_game(kept.moves, **words)


def _plain(kept: Kept) -> str:
    """A game in our own words: who, where from, the moves, and how it ended."""
    line = kept.positions()
    sides = (
        f"{name} ({player(kept.game, side)})"
        for name, side in zip(kept.players, ("first", "second"), strict=True)
    )
    ended = "not finished" if kept.outcome is None else won(kept.game, kept.outcome, "")
    why = f" ({kept.reason})" if kept.reason else ""
    return "\n".join(
        [
            f"{title(kept.game)}: {', '.join(sides)}",
            *(f"{name}: {value}" for name, value in kept.headers.items()),
            *([f"start: {kept.start}"] if kept.start is not None else []),
            *([line[0].kernel.movetext(list(kept.moves), 1)] if kept.moves else []),
            f"{ended}{why}",
            "",
        ]
    )


def _mat(kept: Kept) -> str:
    """A game of backgammon, turn by turn; each roll with its play."""
    from plywise.play.backgammon.dice import dice_of
    from plywise.play.backgammon.mat import MatGame, MatMatch, mat_text
    from plywise.play.backgammon.numbers import Player
    from plywise.play.backgammon.steps import read_play
    from plywise.play.backgammon.turns import Turn

    turns = []
    for position, move in zip(kept.positions(), kept.moves, strict=False):
        if position.turn == "chance":
            continue
        dice = dice_of(position)
        mover: Player = 0 if position.turn == "first" else 1
        play = "" if move == "pass" else read_play(move.replace(",", " "))
        turns.append(Turn(player=mover, dice=(dice[0], dice[1]), play=play))
    winner: Player | None = None if kept.outcome is None else (0 if kept.outcome > 0 else 1)
    points = int(abs(kept.outcome or 0))
    game = MatGame(players=kept.players, turns=tuple(turns), winner=winner, points=points)
    return mat_text(MatMatch(length=0, games=(game,)))


class Keeper:
    """A file that holds a game as far as it has come; it is whole at any moment.

    What stands there already is kept where the form has room for several games, and refused
    elsewhere: no game is written over.
    """

    def __init__(self, path: str | Path, game: str) -> None:
        self.path = as_path(path)
        self.form = form_of(self.path, game)
        self._encoding = ENCODINGS.get(self.form, "utf-8")
        self._before = self._there()

    def keep(self, text: str) -> None:
        """Write the game anew."""
        write_atomically(self.path, self._before + text.encode(self._encoding, "replace"))

    def _there(self) -> bytes:
        """What has to stay before the game."""
        try:
            there = read_regular(self.path, at_most=LARGEST)
        except FileNotFoundError:
            return b""
        except OSError as error:
            raise BadInput(f"{str(self.path)!r} cannot be read: {error.strerror}") from None
        if not there.strip():
            return b""
        if self.form not in PARTED:
            raise BadSetting(
                f"{str(self.path)!r} is there already, and a .{self.form} holds one game; give "
                "another name"
            )
        return there.rstrip(b"\n") + b"\n" + PARTED[self.form].encode()
