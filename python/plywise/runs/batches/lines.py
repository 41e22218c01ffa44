"""What a run in batches writes down as it goes: a line for many games."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plywise.errors import DamagedFile
from plywise.learning.lines import json_object, whole_lines


@dataclass(frozen=True, kw_only=True)
class BatchMetrics:
    """A line of metrics.jsonl: the games since the line before."""

    game: int
    """The last of these games."""
    games: int
    """How many they are."""
    plies: int
    """Turns that were played in them."""
    evaluations: int
    """Positions that the networks judged."""
    outcomes: tuple[float, ...]
    """How many games ended with −3, −2, −1, 1, 2 and 3 points for the first player; those that
    came to the table of bear-offs, where they stop, in parts by its chances."""
    unfinished: int
    """Games that were cut at their longest."""
    error: float
    """Root of the mean squared difference of successive predictions, over all five."""
    step: float
    """The step size at the end; 0 where each weight has its own."""
    seconds: float
    """Time that they took; the only entry that differs when the run is repeated."""

    def line(self) -> str:
        """The line, without its end."""
        return json.dumps(asdict(self), separators=(",", ":"), allow_nan=False)

    @classmethod
    def parse(cls, line: str) -> BatchMetrics:
        """What `line` wrote."""
        told: dict[str, Any] = json_object(line)
        told["outcomes"] = tuple(told["outcomes"])
        return cls(**{field.name: told[field.name] for field in fields(cls)})


@dataclass(frozen=True)
class BatchHistory:
    """The lines of a run in batches, as arrays over them."""

    lines: Sequence[BatchMetrics]
    """One for many games."""

    def __len__(self) -> int:
        """Games that were learnt from."""
        return self.lines[-1].game if self.lines else 0

    def column(self, name: str) -> NDArray[np.float64]:
        """An entry of all lines, as an array.

        >>> BatchHistory([]).column("error").tolist()
        []
        """
        return np.array([getattr(line, name) for line in self.lines], dtype=np.float64)

    @property
    def seconds(self) -> float:
        """Time that all games took."""
        return float(self.column("seconds").sum())


def read_batches(path: Path) -> BatchHistory:
    """The lines in a metrics.jsonl; also while the run goes on."""
    found: list[BatchMetrics] = []
    try:
        for line in whole_lines(path):
            found.append(BatchMetrics.parse(line))  # noqa: PERF401 - the count names the place
    except (ValueError, KeyError, TypeError) as error:
        why = f"{type(error).__name__}: {error}"
        raise DamagedFile(
            f"{path}, line {len(found) + 1}: {why}; --resume restores what the checkpoint covers"
        ) from None
    return BatchHistory(found)
