"""Ctrl-C between two games, never inside an update."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, Self


class CtrlC:
    """Holds Ctrl-C back except inside `allowed()`, so that a saved state is never half a step.

    Python raises KeyboardInterrupt between any two instructions; one that falls between the change
    of the weights and the line about it would save a run that never was. In other threads than the
    main one there are no signals, and nothing is to do.
    """

    def __init__(self) -> None:
        self._pressed = False
        self._allowed = False
        self._before: Any = None
        self._is_main = threading.current_thread() is threading.main_thread()

    def __enter__(self) -> Self:
        if self._is_main:
            self._before = signal.signal(signal.SIGINT, self._press)
        return self

    def __exit__(self, *_: object) -> None:
        if self._is_main:
            signal.signal(signal.SIGINT, self._before)

    @contextmanager
    def allowed(self) -> Iterator[None]:
        """Where KeyboardInterrupt may come: at once if it was pressed before."""
        self._allowed = True
        try:
            if self._pressed:
                raise KeyboardInterrupt
            yield
        finally:
            self._allowed = False

    def _press(self, signum: int, frame: FrameType | None) -> None:
        self._pressed = True
        if self._allowed:
            raise KeyboardInterrupt
