"""Results read back from PGN: pairs of games, one opening with colours swapped."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from plywise.errors import BadInput
from plywise.play.opponents.failure import TERMINATIONS

TAG = re.compile(r'^\[(\w+) "(.*)"\]$', re.MULTILINE)
SCORES = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}


@dataclass(frozen=True, kw_only=True)
class ReadPair:
    """What stands in a file about one pair of games."""

    a: str
    """Who had the first move in the first game."""
    b: str
    """Who had it in the second."""
    scores: tuple[float, float]
    """A's in the first and in the second game."""
    failed: tuple[bool, bool]
    """Whether A, or B, lost one of them by failing."""


def read_pairs(path: str | Path) -> Iterator[ReadPair]:
    """The pairs of a file that `match`, `rate` or the ladder wrote; none if there is no file."""
    path = Path(path)
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    games = [dict(TAG.findall("[Event " + game)) for game in text.split("[Event ")[1:]]
    if len(games) % 2:
        raise BadInput(f"{path}: {len(games)} games, but they are played in pairs")
    for number, (one, two) in enumerate(zip(games[::2], games[1::2], strict=True), start=1):
        try:
            yield _pair(one, two)
        except (KeyError, ValueError) as error:
            raise BadInput(f"{path}, pair {number}: not two games with colours swapped") from error


def _pair(one: dict[str, str], two: dict[str, str]) -> ReadPair:
    a, b = one["White"], one["Black"]
    if (two["Black"], two["White"]) != (a, b):
        raise ValueError("other players")
    scores = SCORES[one["Result"]], 1 - SCORES[two["Result"]]
    failures = [game.get("Termination") in TERMINATIONS for game in (one, two)]
    lost = [
        any(failed and score == lost for failed, score in zip(failures, scores, strict=True))
        for lost in (0.0, 1.0)
    ]
    return ReadPair(a=a, b=b, scores=scores, failed=(lost[0], lost[1]))
