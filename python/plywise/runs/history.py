"""A run over its games, as arrays."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plywise.checks import is_real, shown, whole
from plywise.errors import BadSetting
from plywise.runs import snapshots
from plywise.runs.columns import Columns, read_columns, read_old
from plywise.runs.pyramid import Level, Pyramid, plain
from plywise.runs.rows import Array, Rows, rows_of
from plywise.runs.snapshots import SnapshotFile

__all__ = ["Array", "Band", "Buckets", "History", "read_history"]

MOST = 1024
"""Buckets that pictures are drawn from, where nobody says how many."""


@dataclass(frozen=True)
class Band:
    """A row a bucket and a column a weight."""

    mean: Array
    """Over the games of the bucket."""
    low: Array
    """The least of them."""
    high: Array
    """The greatest."""


@dataclass(frozen=True, kw_only=True)
class Buckets:
    """Neighbouring games taken together: a history as pictures need it, however long."""

    game: NDArray[np.int64]
    """The last game of each bucket."""
    count: NDArray[np.int64]
    """Snapshots in it."""
    weights: Band
    """Of the weights after its games."""
    rates: Band
    """Of the step sizes."""

    def __len__(self) -> int:
        return len(self.game)


@dataclass(frozen=True, kw_only=True, eq=False)
class History:
    """One entry a game in every array; `weights` and `rates` have a column for each of `names`.

    Of a run with many weights and very many games `weights` and `rates` have a row for every K-th
    game only, `every` being K and `kept` the numbers of those games; `Run.weights_at` gives the
    others. They lie on the disk and are read when they are asked for.
    """

    names: tuple[str, ...]
    """Of the columns."""
    game: NDArray[np.int64]
    """Number of the game, from 1."""
    every: int = 1
    """Games from one row of `weights` and `rates` to the next."""
    weights: Rows
    """After the game."""
    rates: Rows
    """Step sizes after the game."""
    trace_decay: Array
    """λ that the game was learnt with."""
    prediction_decay: Array
    """ψ fitted over the games so far."""
    plies: NDArray[np.int64]
    """Length of the game."""
    outcome: Array
    """First player's score: 1, ½ or 0."""
    nodes: NDArray[np.int64]
    """Nodes searched."""
    seconds: Array
    """Time to play the game."""
    version: NDArray[np.int64]
    """The game after whose learning the weights were that played it."""
    reason: tuple[str, ...]
    """What ended the game."""
    pyramid: Pyramid | None = field(default=None, repr=False)
    """Where buckets come from; None for a run that is all in memory."""

    def __len__(self) -> int:
        return len(self.game)

    def __repr__(self) -> str:
        return f"<history of {len(self)} games: {', '.join(self.names)}>"

    @property
    def kept(self) -> NDArray[np.int64]:
        """The games whose weights and rates are there, one for each row of these."""
        return self.every * np.arange(1, len(self.weights) + 1)

    def tail(self, last: float) -> slice:
        """The games of the last share of the run, at least one.

        `last` is a share of the games, 0 < last ≤ 1, as .5 for the last half.
        """
        return _last_of(len(self), last)

    def kept_tail(self, last: float) -> slice:
        """The rows of `weights` and `rates` that belong to the last share of the run."""
        return _last_of(len(self.weights), last)

    def buckets(self, most: int = MOST, *, first: int = 1, last: int | None = None) -> Buckets:
        """The weights and rates after the games first, …, last in at most so many buckets.

        The first bucket may begin earlier, by less than its width; the numbers are those of the
        games that are kept. Memory and time do not grow with the run once it was looked at.

        >>> import plywise as pw
        >>> run = pw.learn("chess", search={"depth": 1}, games=6, gate_every=0, max_plies=20)
        >>> run.history.buckets(3).game.tolist()
        [2, 4, 6]
        """
        for name, given in (("most", most), ("first", first)):
            whole(name, given, least=1)
        until = len(self) if last is None else whole("last", last, least=first)
        begin = (first - 1) // self.every
        end = min(-(-until // self.every), len(self.weights))
        level, start = self._level(min(begin, end), end, most)
        ends = np.minimum(start + np.cumsum(level.counts), len(self.weights))
        weights, rates = (
            Band(*(level.stats[:, n, columns] for n in range(3)))
            for columns in (slice(len(self.names)), slice(len(self.names), None))
        )
        return Buckets(game=self.every * ends, count=level.counts, weights=weights, rates=rates)

    def to_csv(self, path: str | Path | None = None) -> str | Path:
        """All of it as CSV, a row a game: the text, or with a `path` the file that was written.

        >>> import plywise as pw
        >>> run = pw.learn("chess", search={"depth": 1}, games=2, gate_every=0, max_plies=20)
        >>> run.history.to_csv().splitlines()[0][:35]
        'game,outcome,reason,plies,nodes,sec'
        """
        from plywise.runs.tables import as_csv

        return as_csv(self, path)

    def to_pandas(self) -> Any:
        """The same as a DataFrame, where pandas is installed."""
        from plywise.runs.tables import as_pandas

        return as_pandas(self)

    def _level(self, begin: int, end: int, most: int) -> tuple[Level, int]:
        if self.pyramid is not None:
            return self.pyramid.buckets(begin, end, most)
        both = np.concatenate([self.weights[begin:end], self.rates[begin:end]], axis=1)
        return plain(both).merged(max(1, -(-(end - begin) // most))), begin


def _last_of(count: int, last: float) -> slice:
    if not is_real(last) or not 0.0 < last <= 1.0:
        raise BadSetting(
            f"last={shown(last)}; it is a share of the run's games, as .5 for its half"
        )
    if count == 0:
        raise BadSetting("the run has no games yet, so there is nothing to take the mean of")
    return slice(count - max(1, round(count * last)), count)


def read_history(path: Path, names: Sequence[str]) -> History:
    """The history in a metrics.jsonl and the snapshots beside it; also while the run goes on."""
    file = snapshots.newest(path.parent, names) if path.parent.is_dir() else None
    return _old_history(path, names) if file is None else _history(path, file)


def _history(path: Path, file: SnapshotFile) -> History:
    return history_of(path, read_columns(path, games_cache(path)), file)


def games_cache(path: Path) -> Path:
    """Where the columns of a long run's metrics.jsonl are kept."""
    return path.with_name("history-games.cache")


def history_of(path: Path, columns: Columns, file: SnapshotFile) -> History:
    """The history whose metrics.jsonl was read already, with the snapshots beside it."""
    # The snapshots are written first, so each line has its own; they may have grown since. After a
    # power cut lines may be there whose snapshots are not: the history ends where both are known.
    file = SnapshotFile.open(file.path, file.names)
    games = min(len(columns), file.last_game + file.every - 1)
    file = replace(file, count=games // file.every)
    return History(
        names=file.names,
        every=file.every,
        weights=_rows(file, "weights"),
        rates=_rows(file, "rates"),
        pyramid=Pyramid(file, path.with_name("history-weights.cache")),
        **columns.arrays(games),
    )


def _rows(file: SnapshotFile, name: str) -> Rows:
    def read(first: int, end: int) -> Any:
        return file.read(first, end)[name]

    return Rows(read, (file.count, len(file.names)), file.block)


def _old_history(path: Path, names: Sequence[str]) -> History:
    columns, rows = read_old(path, names)
    weights, rates = (rows_of(rows.table(name)) for name in ("weights", "rates"))
    arrays = columns.arrays(len(columns))
    return History(names=tuple(names), every=rows.every, weights=weights, rates=rates, **arrays)
