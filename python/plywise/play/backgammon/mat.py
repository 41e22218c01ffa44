"""Matches of backgammon as .mat, the text of Jellyfish that nearly every program reads.

Nobody wrote down how it goes: what is written here is what GNU Backgammon 1.07 writes, but for the
spaces at the ends of lines. `plywise.play.backgammon.mat_reading` reads it, and its dialects.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from plywise.checks import kind, shown, whole
from plywise.errors import BadInput
from plywise.play.backgammon.numbers import Player, check_pair, check_player
from plywise.play.backgammon.steps import numbered
from plywise.play.backgammon.turns import Action, Order, Turn

WORDS: dict[Action, str] = {
    "double": "Doubles", "beaver": "Beavers", "raccoon": "Raccoons", "take": "Takes",
    "drop": "Drops",
}  # fmt: skip
"""What .mat calls them."""
NOT_PLAYED = "????"
"""In the place of a play: somebody resigned after the roll."""
MOST_POINTS = 99_999
"""Of a match, a score or a game."""
LONGEST_NAME = 400
NAME = re.compile(r"(?!\s)[^:]*[^:\s]")
RATING = re.compile(r"(?:\s*,\s*[0-9]+(?:\.[0-9]*)?)+$")
"""What GridGammon writes behind a name: it is not part of it."""
TAG = re.compile(r'\[\s*(?P<name>[^"\[\]]*[^"\[\]\s])\s*"(?P<value>.*)"\s*\]')


@dataclass(frozen=True, kw_only=True)
class MatGame:
    """One game of a match."""

    number: int = 1
    players: tuple[str, str]
    """The first column's and the second's."""
    scores: tuple[int, int] = (0, 0)
    """Before the game."""
    turns: tuple[Turn, ...] = ()
    winner: Player | None = None
    """None if the record does not tell: the game was broken off."""
    points: int = 0
    """What the game was worth, the cube included; 0 without a winner."""

    def __post_init__(self) -> None:
        whole("number", self.number, least=1, most=MOST_POINTS)
        check_pair("scores", self.scores, least=0, most=MOST_POINTS)
        kind("players", self.players, tuple, "give two names")
        kind("turns", self.turns, tuple, "give a tuple of turns")
        if len(self.players) != 2:
            raise BadInput(f"players={shown(self.players)}; give two names")
        for name in self.players:
            _check_name(name)
        if self.players[0].startswith((";", "#")):
            raise BadInput(f"{self.players[0]!r} cannot be the first name; it would be a comment")
        for turn in self.turns:
            kind("turn", turn, Turn, "give a Turn")
        if self.winner is not None:
            check_player("winner", self.winner)
        whole("points", self.points, least=0 if self.winner is None else 1, most=MOST_POINTS)
        if self.winner is None and self.points:
            raise BadInput(f"points={self.points} without a winner; say who won them")
        order = Order(self.turns)
        if order.winner is not None and (self.winner, self.points) != (order.winner, order.cube):
            raise BadInput(
                f"winner={self.winner}, points={self.points}; a double was dropped, by which "
                f"player {order.winner} won {order.cube}"
            )


@dataclass(frozen=True, kw_only=True)
class MatMatch:
    """A match, or a session for money.

    >>> turn = Turn(player=1, dice=(3, 1), play="8/5 6/5")
    >>> game = MatGame(players=("Ann", "Bob"), turns=(turn,), winner=1, points=1)
    >>> print(mat_text(MatMatch(length=3, games=(game,), headers=(("Site", "Kyoto"),))), end="")
    ; [Site "Kyoto"]
    <BLANKLINE>
     3 point match
    <BLANKLINE>
     Game 1
     Ann : 0                        Bob : 0
      1)                             31: 8/5 6/5
                                      Wins 1 point
    <BLANKLINE>
    """

    length: int
    """Points that win it; 0 is for money."""
    games: tuple[MatGame, ...]
    headers: tuple[tuple[str, str], ...] = ()
    """Tags and their values, as ("Site", "Kyoto"); a comment's tag is empty."""

    def __post_init__(self) -> None:
        whole("length", self.length, most=MOST_POINTS)
        kind("games", self.games, tuple, "give a tuple of games")
        kind("headers", self.headers, tuple, "give a tuple of pairs, a tag and its value each")
        if not self.games:
            raise BadInput("games=(); a match has a game at least")
        for game in self.games:
            kind("game", game, MatGame, "give a MatGame")
        for game in self.games[:-1]:
            if game.winner is None:
                raise BadInput(f"game {game.number} has no winner; only the last one may have none")
        for header in self.headers:
            _check_header(header)


def mat_text(match: MatMatch) -> str:
    """A match as .mat; `read_mat` reads it again as the same match."""
    headers = [_header(*header) for header in match.headers]
    lines = [*headers, *([""] if headers else []), f" {match.length} point match", ""]
    for game in match.games:
        names = [f"{name} : {score}" for name, score in zip(game.players, game.scores, strict=True)]
        lines += [f" Game {game.number}", f" {names[0]:<30} {names[1]}"]
        lines += [line.rstrip() for line in _game_lines(game)]
        lines.append("")
    return "\n".join([*lines, ""])


def _game_lines(game: MatGame) -> Iterator[str]:
    rows: list[list[str]] = []
    last: Player = 1
    for turn in game.turns:
        if not rows or turn.player == 0 or last == 1:
            rows.append(["", ""])
        rows[-1][turn.player] = _statement(turn)
        last = turn.player
    result = f" Wins {game.points} point{'' if game.points == 1 else 's'}"
    if game.winner == 1 and rows and rows[-1] == [f" {WORDS['drop']}", ""]:
        rows[-1][1], result = result, ""  # there is room beside it
    for number, (left, right) in enumerate(rows, start=1):
        yield f"{number:3}) {left:<27} {right}"
    if game.winner is not None and result:
        yield (" " * 33 if game.winner else " " * 5) + result


def _statement(turn: Turn) -> str:
    if turn.action is not None:
        value = "" if turn.cube is None else f" => {turn.cube}"
        return f" {WORDS[turn.action]}{value}"
    first, second = turn.dice or (0, 0)
    return f"{first}{second}: {NOT_PLAYED if turn.play is None else numbered(turn.play)}"


def _header(name: str, value: str) -> str:
    return f'; [{name} "{value}"]' if name else f"; {value}"


def _check_name(name: object) -> None:
    is_name = isinstance(name, str) and NAME.fullmatch(name) and name.isprintable()
    if not is_name or len(str(name)) > LONGEST_NAME or RATING.search(str(name)):
        raise BadInput(
            f"{shown(name)} cannot be a player's name in .mat; give up to {LONGEST_NAME} printable "
            "characters without ':', and with nothing like ',1800' at their end"
        )


def _check_header(header: Any) -> None:
    is_pair = isinstance(header, tuple) and len(header) == 2
    if is_pair and all(isinstance(text, str) and text.isprintable() for text in header):
        name, value = header
        found = TAG.fullmatch(_header(name, value)[2:])
        if found is None and not name and value and value == value.strip():
            return
        if found is not None and (found["name"], found["value"]) == header:
            return
    raise BadInput(
        f"header {shown(header)} cannot be written; give a tag without quotes or brackets and a "
        "line of text, or '' and a comment"
    )
