"""Where a lower layer asks a higher one: all such doors are here, each with its reason.

Layers import to the left alone (games, evaluation, selective, searching, play, learning, runs,
report): `make lint` holds it. A few conveniences of the public interface need the other direction,
such as weights that are given as a run's folder. They ask by a name of this table, and the module
behind it is imported when the question comes.
"""

from collections.abc import Callable
from importlib import import_module
from typing import Any, Final

HOOKS: Final = {
    # pw.game("chess").features("material"): a game knows the names of its sets, not what they are.
    "feature_set": "plywise.evaluation.features:FeatureSet.named",
    # Weights may be given as the folder of the run that learnt them.
    "run": "plywise.runs.run:any_run",
    # run.plot() is where people look for it.
    "run_figure": "plywise.report.plots:run_figure",
    # Other machines are sent the files of games and features in Python, and load them there.
    "code_files": "plywise.games.loading:code_files",
    "adopt_code": "plywise.games.loading:adopt",
}


def hook(name: str) -> Callable[..., Any]:
    """What answers a question that a lower layer may ask.

    >>> hook("feature_set")("chess", "material").unit
    'pawn'
    """
    module, _, attributes = HOOKS[name].partition(":")
    found: Any = import_module(module)
    for attribute in attributes.split("."):
        found = getattr(found, attribute)
    return found  # type: ignore[no-any-return]  # the table has functions only
