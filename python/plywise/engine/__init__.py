"""The engine that a chess or shogi program talks to: clocks, pondering, several lines.

Nothing heavy is imported here or below: a GUI waits for the first answer. What that does not need
is loaded by its first use, as `engine.board`, or by `load_the_rest` when the answer is out.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from plywise.engine import board, chores, info, mating, plan, recalling, thinking
    from plywise.play import words

__all__ = [
    "board", "chores", "info", "load_the_rest", "mating", "plan", "recalling", "thinking", "words",
]  # fmt: skip

_LATER: Final = {
    "board": "plywise.engine.board",
    "chores": "plywise.engine.chores",
    "info": "plywise.engine.info",
    "mating": "plywise.engine.mating",
    "plan": "plywise.engine.plan",
    "recalling": "plywise.engine.recalling",
    "thinking": "plywise.engine.thinking",
    "words": "plywise.play.words",
}


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module 'plywise.engine' has no attribute {name!r}")
    found = globals()[name] = import_module(_LATER[name])
    return found


def load_the_rest() -> None:
    """Load what comes after the first answer, so that no clock pays for it."""
    for module in _LATER.values():
        import_module(module)
