"""The weights that the engine plays with."""

from __future__ import annotations

import os

from plywise import _kernel
from plywise.errors import BadInput

RUN_SETTINGS = "config.toml"
"""The file by which a run directory is known."""


def evaluation_of(
    weights: str, *, last: bool = False, game: str | None = None
) -> _kernel.Evaluation:
    """The evaluation of a built-in set, a weights file or a run directory, for `game` if given.

    >>> evaluation_of("chess/standard").names
    ['pawn', 'knight', 'bishop', 'rook', 'queen']
    """
    from plywise.evaluation.weights import resolve

    try:
        found = resolve(weights, last=last)
    except OSError as error:  # a GUI gives it as an option: no reason to end
        raise BadInput(f"the weights {weights!r} cannot be read: {error.strerror}") from None
    if game not in (None, found.game):
        raise BadInput(f"{weights!r} are weights for {found.game}; this engine plays {game}")
    return found.kernel()


def is_slow_to_load(weights: str) -> bool:
    """Whether they are a run directory or a built-in set in a file: a GUI should not wait for them.

    >>> is_slow_to_load("chess/plywise"), is_slow_to_load("chess/standard")
    (True, False)
    """
    # Not by pathlib: it is half a dozen modules, and the GUI is waiting already.
    is_run = os.path.isfile(os.path.join(weights, RUN_SETTINGS))  # noqa: PTH113, PTH118
    return is_run or _shipped_file(weights)


def game_before_loading(weights: str) -> str | None:
    """The game of such weights without reading more of them; None where that cannot be told.

    >>> game_before_loading("shogi/plywise")
    'shogi'
    """
    return weights.rpartition("/")[0] if _shipped_file(weights) else _game_of_run(weights)


def _shipped_file(weights: str) -> bool:
    from plywise.evaluation.weights import published_set

    found = published_set(weights)
    return found is not None and bool(found.file)


def _game_of_run(directory: str) -> str | None:
    import tomllib
    from pathlib import Path

    from plywise.regular import SETTINGS, read_regular

    try:
        text = read_regular(Path(directory) / RUN_SETTINGS, at_most=SETTINGS)
        return str(tomllib.loads(text.decode()).get("game", "chess"))
    except (OSError, ValueError):
        return None
