"""Any search as one side of a whole game has it: what the kernel plays games by."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

from plywise import _kernel
from plywise.errors import BadSetting
from plywise.games.points import needs_expectimax
from plywise.searching.selective import Selective
from plywise.searching.settings import AlphaBeta, Searching
from plywise.selective.evaluator import Judged, Judging, evaluator, kernel_generator

GameSearch: TypeAlias = _kernel.Settings | _kernel.GrownSearch
"""A search as the jobs of games hold it."""


def in_game(using: Searching, evaluation: _kernel.Evaluation) -> GameSearch:
    """The search for games in which this evaluation judges.

    >>> import plywise as pw
    >>> evaluation = pw.Linear(pw.game("chess").features("material"), "chess/standard").kernel
    >>> in_game(pw.AlphaBeta(depth=2), evaluation).as_dict()["depth"]
    2
    >>> tree = in_game(pw.UCT(nodes=100), evaluation)
    >>> tree.search(pw.game("chess").start().kernel, evaluation).nodes
    100
    """
    if not isinstance(using, Selective):
        return using.settings(evaluation.scale)
    return grown(_measured(using, evaluation), Judged.of(evaluation))


def measured(using: Searching, evaluation: Judging) -> Searching:
    """The same search with all that it must be told of a game, or read from files, in it.

    So prepared it is the same whatever evaluations it later searches by, in whatever process.
    """
    return _measured(using, evaluation) if isinstance(using, Selective) else using


def _measured(using: Selective, evaluation: Judging) -> Selective:
    game = Judged.of(evaluation).game
    refuse_dice(using, game)
    if isinstance(using.spikes, str | Path):
        from plywise.selective.generator import resolve

        using = replace(using, spikes=resolve(using.spikes, game=game))
    return using.measured(evaluator(evaluation, using.spikes, using.steepness), evaluation)


def grown(using: Selective, judged: Judged) -> _kernel.GrownSearch:
    """A selective search in the kernel's words; a worker in another process makes it again."""
    generator, features = kernel_generator(using.spikes, judged.game)
    return _kernel.GrownSearch(
        using.plain(),
        generator,
        features=features,
        nodes=using.nodes or 0,
        milliseconds=using.movetime or 0,
        megabytes=using.megabytes or 0,
        recipe=(grown, (using, judged)),
        **judged.squash(using.steepness),
    )


def refuse_dice(using: Searching, game: str) -> None:
    """BadSetting for a search that knows but win, draw and loss, in a game of dice or points.

    >>> refuse_dice(AlphaBeta(), "dice-race")
    Traceback (most recent call last):
    ...
    plywise.BadSetting: dice-race has dice or counts points, which alpha-beta cannot search; use ...
    """
    if isinstance(using, AlphaBeta | Selective) and needs_expectimax(game):
        kind = "alpha-beta" if isinstance(using, AlphaBeta) else using.kind
        raise BadSetting(
            f"{game} has dice or counts points, which {kind} cannot search; use expectimax, as "
            "pw.Expectimax(depth=2)"
        )
