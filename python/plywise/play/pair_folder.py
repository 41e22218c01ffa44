"""A match or a rating on the disk while it is played: a line a pair, for whoever looks on.

- `match.json` or `rate.json`: players, settings and how it stands, written now and then
- `pairs.jsonl`: a line for every pair of games, as it ends
- `games.pgn`: the games
"""

import json
import time
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from plywise.errors import BadSetting
from plywise.files import as_path, naming, write_atomically
from plywise.games.points import other_s, result_of
from plywise.play.match_result import MatchResult
from plywise.play.pgn import AppendedFile
from plywise.textual import plain

SECONDS = 1.0
"""From one writing of how it stands to the next."""
KEPT = {"match": "match.json", "rate": "rate.json"}


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
        self._standing = self.path / KEPT[kind]
        if self._standing.exists() and not resume:
            hint = "go on with it by --resume, or " if kind == "rate" else ""
            raise BadSetting(f"{self.path} already has a {kind}; {hint}choose another folder")
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
        self._pairs = AppendedFile(self.path / "pairs.jsonl")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:  # fmt: skip
        assert self._pairs is not None
        self._pairs.close()
        if self._last is not None:
            self._write(self._last, is_over=kind is None)

    def note(self, so_far: Any) -> None:
        """Write down a pair that has ended: the last one of a result so far."""
        assert self._pairs is not None, "opened as a context manager"
        line = pair_line(so_far) if isinstance(so_far, MatchResult) else rating_line(so_far)
        self._pairs.append(json.dumps(plain(line), ensure_ascii=False).encode() + b"\n")
        self._last = so_far
        if time.monotonic() - self._written > SECONDS:
            self._write(so_far, is_over=False)

    def _write(self, so_far: Any, *, is_over: bool) -> None:
        told = {"kind": self.kind, "is_over": is_over, **so_far.as_dict()}
        text = json.dumps(plain(told), indent=1, ensure_ascii=False, allow_nan=False)
        write_atomically(self._standing, text.encode() + b"\n")
        self._written = time.monotonic()


def pair_line(result: MatchResult) -> dict[str, Any]:
    """The last pair of a match, in A's view."""
    one, two = result.records[-2:]
    outcomes = one.outcomes
    told: dict[str, Any] = {
        "pair": result.games // 2,
        "scores": [result_of(one.outcome, outcomes), 1 - result_of(two.outcome, outcomes)],
        "reasons": [one.reason, two.reason],
        "plies": [len(one.moves), len(two.moves)],
        "opening": " ".join(one.moves[: one.opening_plies]),
    }
    if result.points is not None:
        told["points"] = [one.outcome, other_s(two.outcome, outcomes)]
    return told


def rating_line(rating: Any) -> dict[str, Any]:
    """How a rating stands after a pair."""
    told = rating.as_dict()
    names = ("games", "failures", "elo", "elo_interval", "strength", "error")
    return {name: told[name] for name in names if name in told}
