"""A match or a rating on the disk while it is played: a line a pair, for whoever looks on.

- `match.json` or `rate.json`: players, settings and how it stands, written now and then
- `pairs.jsonl`: a line for every pair of games, as it ends
- `games.pgn`: the games
- `records.jsonl`: the games of a match as plywise records them, a line a pair, from which it can go
  on (see `match_folder`)
"""

import json
import time
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from plywise.errors import BadSetting
from plywise.files import as_path, naming, sweep, write_atomically
from plywise.games.points import other_s, result_of
from plywise.play.match_result import MatchResult
from plywise.play.pgn import AppendedFile
from plywise.play.record import GameRecord
from plywise.textual import plain

SECONDS: Final = 1.0
"""From one writing of how it stands to the next."""
KEPT: Final = {"match": "match.json", "rate": "rate.json"}
PAIRS: Final = "pairs.jsonl"


class PairFolder:
    r"""The folder of a match or a rating; use it as a context manager, and `note` every pair.

    >>> import tempfile
    >>> from plywise.play.match import match
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with PairFolder(Path(folder) / "m", "match") as kept:
    ...         _ = match("chess/ones", "random", games=4, depth=1, on_pair=kept.note)
    ...     (Path(folder) / "m" / "pairs.jsonl").read_text().count("\n")
    2
    """

    def __init__(self, path: str | Path, kind: str, *, resume: bool = False) -> None:
        self.path = as_path(path)
        self.kind = kind
        self.standing = self.path / KEPT[kind]
        """Where it says how it stands."""
        if self.standing.exists() and not resume:
            raise BadSetting(
                f"{self.path} already has a {kind}; go on with it by --resume, or choose another "
                "folder"
            )
        self._written = float("-inf")
        self._pairs: AppendedFile | None = None
        self._last: Any = None

    @property
    def pgn(self) -> Path:
        """Where its games go."""
        return self.path / "games.pgn"

    def __enter__(self) -> Self:
        with naming(self.path):
            self.path.mkdir(parents=True, exist_ok=True)
            sweep(self.path)
        self._pairs = AppendedFile(self.path / PAIRS)
        try:
            self._pairs.lock()
            self._pairs.whole_lines()  # whatever was cut off is taken away
        except BaseException:
            self._pairs.close()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:  # fmt: skip
        assert self._pairs is not None
        self._pairs.close()
        if self._last is not None:
            self.write(self._last, is_over=kind is None)

    def note(self, so_far: Any) -> None:
        """Write down a pair that has ended: the last one of a result so far."""
        assert self._pairs is not None, "opened as a context manager"
        is_match = isinstance(so_far, MatchResult)
        line = pair_line(*so_far.records[-2:]) if is_match else rating_line(so_far)
        self._pairs.append(json_line(line))
        self._last = so_far
        if time.monotonic() - self._written > SECONDS:
            self.write(so_far, is_over=False)

    def write(self, so_far: Any, *, is_over: bool) -> None:
        """Write down how it stands."""
        told = {"kind": self.kind, "is_over": is_over, **so_far.as_dict()}
        text = json.dumps(plain(told), indent=1, ensure_ascii=False, allow_nan=False)
        write_atomically(self.standing, text.encode() + b"\n")
        self._last = so_far
        self._written = time.monotonic()


def json_line(line: Any) -> bytes:
    """A line of JSON."""
    return json.dumps(plain(line), ensure_ascii=False).encode() + b"\n"


def pair_line(one: GameRecord, two: GameRecord) -> dict[str, Any]:
    """A pair of a match, in A's view."""
    outcomes = one.outcomes
    told: dict[str, Any] = {
        "pair": one.number // 2 + 1,
        "scores": [result_of(one.outcome, outcomes), 1 - result_of(two.outcome, outcomes)],
        "reasons": [one.reason, two.reason],
        "plies": [len(one.moves), len(two.moves)],
        "opening": " ".join(one.moves[: one.opening_plies]),
    }
    if one.has_points:
        told["points"] = [one.outcome, other_s(two.outcome, outcomes)]
    return told


def rating_line(rating: Any) -> dict[str, Any]:
    """How a rating stands after a pair."""
    told = rating.as_dict()
    names = ("games", "failures", "elo", "elo_interval", "strength", "error")
    return {name: told[name] for name in names if name in told}
