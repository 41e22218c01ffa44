"""Results read back from PGN: pairs of games, one opening with colours swapped.

A file may have been cut off by a crash and added to afterwards, or been through other programs:
what is not one of two whole games is left out with a warning, and never an error.
"""

import re
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from plywise._kernel import facts
from plywise.errors import BadInput
from plywise.naming import listed
from plywise.play.opponents.failure import TERMINATIONS
from plywise.regular import GAMES, read_regular

TAG = re.compile(r'\[(\w+) "(.*)"\]')
COMMENT = re.compile(r"\{[^}]*\}")
ROUND = re.compile(r"(\d+)\.([12])")
BLANK = re.compile(r"\n\s*\n")
SCORES = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}


@dataclass(frozen=True, kw_only=True)
class ReadPair:
    """What stands in a file about one pair of games."""

    a: str
    """Who had the first move in the first game, as a tag writes it (see `pgn.tag_text`)."""
    b: str
    """Who had it in the second."""
    scores: tuple[float, float]
    """A's in the first and in the second game."""
    failed: tuple[bool, bool]
    """Whether A, or B, lost one of them by failing."""
    game: str | None = None
    """The game, where it is not one of PGN's own."""
    number: int | None = None
    """Its number in the match, from 1 on, if the rounds tell it."""
    outcomes: tuple[float, float] | None = None
    """The first player's points in both games, where points are counted."""


Tags = dict[str, str]


def read_pairs(path: str | Path) -> Iterator[ReadPair]:
    """The pairs of a file that `match`, `rate` or the ladder wrote; none if there is no file.

    Games that are not two of a pair, or not whole, are left out, and a warning tells which.
    """
    path = Path(path)
    text = decoded(read_regular(path, at_most=GAMES)) if path.exists() else ""
    games = list(_games(text))
    left_out: list[str] = []
    number = 0
    while number < len(games):
        pair = _pair(games[number : number + 2])
        if pair is None:
            left_out.append(f"game {number + 1} (round {games[number].get('Round', '?')})")
            number += 1
        else:
            yield pair
            number += 2
    if left_out or (text.strip() and not games):
        which = listed(left_out) or "everything: there is no game in it"
        warnings.warn(f"{path}: left out, as not of a whole pair: {which}", stacklevel=2)


def decoded(data: bytes) -> str:
    """The text, line by line in UTF-8 or else in Latin-1, which knows every byte."""
    lines = data.removeprefix(b"\xef\xbb\xbf").replace(b"\r\n", b"\n").split(b"\n")
    return "\n".join(map(_decoded_line, lines))


def _decoded_line(line: bytes) -> str:
    try:
        return line.decode()
    except UnicodeDecodeError:
        return line.decode("latin-1")


def _games(text: str) -> Iterator[Tags]:
    """The tags of each game that was begun, with its result if it is whole.

    Tags and moves are paragraphs, by whose blank lines what was cut off stays apart from the rest.
    """
    paragraphs = [part.strip("\n") for part in BLANK.split(text)]
    for tags, moves in zip(paragraphs, [*paragraphs[1:], ""], strict=True):
        if not tags.startswith("[Event "):
            continue
        matches = (TAG.fullmatch(line.strip()) for line in tags.split("\n"))
        found = {tag[1]: tag[2] for tag in matches if tag}
        if _end(moves) != found.get("Result"):
            found.pop("Result", None)
        yield found


def _end(moves: str) -> str | None:
    """The result after the moves, outside of comments; None for moves that were cut off.

    >>> _end("1. e4 e5 {so be it} 1-0"), _end("1. e4 {an answer of 1-0"), _end("1. e4 1/2-1")
    ('1-0', None, None)
    """
    words = COMMENT.sub(" ", moves).split()
    return words[-1] if words and words[-1] in SCORES and "{" not in "".join(words) else None


def _pair(games: Sequence[Tags]) -> ReadPair | None:
    """The two games as a pair; None if they are not one."""
    if len(games) < 2 or not all("Result" in game for game in games):
        return None
    one, two = games
    players = _players(one)
    if players is None or players[::-1] != _players(two) or not _one_round(one, two):
        return None
    scores = SCORES[one["Result"]], 1 - SCORES[two["Result"]]
    failures = [game.get("Termination") in TERMINATIONS for game in (one, two)]
    lost = [
        any(failed and score == lost for failed, score in zip(failures, scores, strict=True))
        for lost in (0.0, 1.0)
    ]
    number = ROUND.fullmatch(one.get("Round", ""))
    return ReadPair(
        a=players[0], b=players[1], scores=scores, failed=(lost[0], lost[1]), game=one.get("Game"),
        number=int(number[1]) if number else None, outcomes=_outcomes(one, two),
    )  # fmt: skip


def _players(game: Tags) -> tuple[str, str] | None:
    """Who played first, and who second; None if a tag is missing, or nobody knows the game."""
    try:
        first, second = facts(game["Game"]).players if "Game" in game else ("White", "Black")
        return game[first], game[second]
    except (BadInput, KeyError):
        return None


def _outcomes(one: Tags, two: Tags) -> tuple[float, float] | None:
    """The points that two games tell.

    >>> _outcomes({"Points": "+2"}, {"Points": "-1"}), _outcomes({"Points": "many"}, {})
    ((2.0, -1.0), None)
    """
    try:
        return float(one["Points"]), float(two["Points"])
    except (KeyError, ValueError):
        return None


def _one_round(one: Tags, two: Tags) -> bool:
    """Whether two games can be of one pair: 7.1 and 7.2, if they have such numbers at all."""
    rounds = [ROUND.fullmatch(game.get("Round", "")) for game in (one, two)]
    if rounds == [None, None]:
        return True
    first, second = (found.groups() if found else ("", "") for found in rounds)
    return first[0] == second[0] and (first[1], second[1]) == ("1", "2")
