"""Who plays the games of a command: threads, processes where those would take turns, or others."""

from typing import TYPE_CHECKING

from plywise.cli import output

if TYPE_CHECKING:
    from plywise.distributed import Elsewhere, Workers
    from plywise.evaluation.features import FeatureSet


def crew(
    game: str,
    workers: int | None,
    features: "FeatureSet | None" = None,
    *,
    on: str | None = None,
) -> "int | Workers | None":
    """The workers for a game: threads, or processes where it or its features are in Python.

    With `on` they are those of that place, at most so many.

    >>> crew("chess", 2)
    2
    >>> crew("tic-tac-toe", 2), crew("tic-tac-toe", 1)
    (processes(2), 1)
    >>> crew("tic-tac-toe", None)  # one thread: small games are over before a process has started
    """
    if on is not None:
        return elsewhere(on, workers)
    from plywise import _kernel
    from plywise.distributed import processes
    from plywise.games.python_games import game_name

    has_functions = features is not None and bool(features.functions)
    is_python = has_functions or _kernel.rules(game_name(game)) is not None
    return processes(workers) if is_python and workers not in (None, 1) else workers


def elsewhere(on: str, workers: int | None) -> "Elsewhere":
    """The workers at a place, told to the user; one that cannot be used is a BadSetting."""
    from plywise.distributed import on as workers_on

    found = workers_on(on, workers)
    machines = len(found.machines)
    output.talk(
        f"on {on}: {found.count} hand{'s' * (found.count > 1)} on {machines} "
        f"machine{'s' * (machines > 1)}"
    )
    return found
