"""Who plays the games of a command: threads, or processes where threads would only take turns."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from plywise.distributed import Workers
    from plywise.evaluation.features import FeatureSet


def crew(
    game: str, workers: int | None, features: "FeatureSet | None" = None
) -> "int | Workers | None":
    """The workers for a game: threads, or processes where it or its features are in Python.

    >>> crew("chess", 2)
    2
    >>> crew("tic-tac-toe", 2), crew("tic-tac-toe", 1)
    (processes(2), 1)
    >>> crew("tic-tac-toe", None)  # one thread: small games are over before a process has started
    """
    from plywise import _kernel
    from plywise.distributed import processes
    from plywise.games.python_games import game_name

    has_functions = features is not None and bool(features.functions)
    is_python = has_functions or _kernel.rules(game_name(game)) is not None
    return processes(workers) if is_python and workers not in (None, 1) else workers
