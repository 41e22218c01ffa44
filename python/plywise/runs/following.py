"""A run that goes on, read from where the last look ended: for who looks several times a second.

Its metrics.jsonl mostly grows. A resumed run's file is cut back to its checkpoint first, and a copy
may be put in its place: then it is shorter, or another file, or other bytes stand where the last
look ended, and all is read again.
"""

from pathlib import Path

from plywise.runs import derived, snapshots
from plywise.runs.columns import Columns, read_on
from plywise.runs.history import History, games_cache, history_of, read_history
from plywise.runs.snapshots import SnapshotFile


class Following:
    """The history of a run's folder, brought up to date when it is asked for.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     len(Following(Path(folder), ("pawn",)).history())
    0
    """

    def __init__(self, folder: Path, names: tuple[str, ...]) -> None:
        self.path = folder / "metrics.jsonl"
        self.names = names
        self.beginning = 0
        """How often it was read from its beginning: who has seen fewer must begin again too."""
        self._columns = Columns()
        self._seen: tuple[int, int] | None = None
        self._sum = 0
        self._history: History | None = None

    def history(self) -> History:
        """The history as it is now; the same object as before where nothing has changed."""
        now = self._now()
        if self._history is not None and now == self._seen:
            return self._history
        file = snapshots.newest(self.path.parent, self.names) if now is not None else None
        if file is None:  # no game yet, or a run of before, whose lines have its weights
            self.beginning += self._has_changed(now)
            self._history = read_history(self.path, self.names)
            self._columns, self._seen = Columns(), now
            return self._history
        self._history = self._read(file, now)
        return self._history

    def _read(self, file: SnapshotFile, now: tuple[int, int] | None) -> History:
        if not self._columns.offset or self._has_changed(now):
            self._columns = Columns.kept(games_cache(self.path), self.path)
            self.beginning += 1
        read_on(self.path, self._columns, games_cache(self.path))
        self._seen = now
        self._sum = derived.tail_sum(self.path, self._columns.offset)
        return history_of(self.path, self._columns, file)

    def _now(self) -> tuple[int, int] | None:
        """Which file it is, and how long."""
        try:
            found = self.path.stat()
        except FileNotFoundError:
            return None
        return found.st_ino, found.st_size

    def _has_changed(self, now: tuple[int, int] | None) -> bool:
        """Whether something else stands where the last look ended."""
        if now is None or self._seen is None:
            return now != self._seen
        offset = self._columns.offset
        if now[0] != self._seen[0] or now[1] < max(offset, 1):
            return True
        return offset > 0 and derived.tail_sum(self.path, offset) != self._sum
