"""The append-only files of a run while it is worked on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from plywise.files import Log, Mark

if TYPE_CHECKING:
    from plywise.runs.checkpoint import State
    from plywise.runs.folder import RunFolder
    from plywise.runs.snapshots import SnapshotLog


class OpenLogs:
    """The append-only files of a run, open for writing where its state says.

    What lies behind is cut off and will be written again.
    """

    def __init__(self, folder: RunFolder[Any], state: State | None) -> None:
        marks = {} if state is None else folder.marks(state)
        self._logs: dict[str, Log] = {}
        try:
            for name, path in folder.logs.items():
                self._logs[name] = Log(path, marks.get(name, Mark()))
        except BaseException:
            self.close()
            raise
        self.metrics, self.gates = self._logs["metrics"], self._logs["gates"]

    def marks(self) -> dict[str, dict[str, int]]:
        """How far each has come, for the checkpoint."""
        return {name: asdict(log.mark) for name, log in self._logs.items()}

    def sync(self) -> None:
        """Wait until all is on the disk: a checkpoint may only speak of what is there."""
        for log in self._all():
            log.sync()

    def close(self) -> None:
        """Let go of the files."""
        for log in self._all():
            log.close()

    def _all(self) -> Iterator[Log | SnapshotLog]:
        yield from self._logs.values()
