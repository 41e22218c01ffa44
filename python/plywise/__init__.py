"""plywise teaches game-tree search how to evaluate.

The public names are imported when they are first used: `import plywise` itself loads nothing, not
even what stands in the standard library. So the command line is at its first line in no time, from
where on a Ctrl-C ends it as it should.
"""

TYPE_CHECKING = False  # as typing has it; checkers know it by its name

_HOMES = {
    "plywise.errors": (
        "BadInput BadPosition BadSetting DamagedFile IllegalMove KernelBug NewerVersion RunLocked "
        "UnknownName UntrustedCode WeightsDiverged"
    ),
    "plywise.evaluation.board_network": "BoardNetwork",
    "plywise.evaluation.features": "FeatureSet",
    "plywise.evaluation.gammon": "Gammon Outlook",
    "plywise.evaluation.linear": "Linear",
    "plywise.evaluation.network": "Network",
    "plywise.evaluation.protocol": "Evaluation",
    "plywise.evaluation.python_features": "feature",
    "plywise.evaluation.squash": "Logistic Tanh",
    "plywise.evaluation.weights": "Weights",
    "plywise.conformance.checking": "Finding check",
    "plywise.games.facts": "GameFacts",
    "plywise.games.game": "Game game game_names",
    "plywise.games.position": "Position",
    "plywise.games.rules": "Rules",
    "plywise.games.sketch": "Sketch",
    "plywise.learning.prediction_decay": "PredictionDecay",
    "plywise.learning.credits": "Credits",
    "plywise.learning.rules": "LearningRule RootStrap TDDirected TDLeaf TDLeafRootStrap TreeStrap",
    "plywise.learning.step_size": "AdaGrad Adam Annealed Decay DeltaBarDelta Fixed "
    "LeastSquares RMSprop StepSize TemporalCoherence",
    "plywise.runs.trainer": "Trainer learn",
    "plywise.play.arena": "arena",
    "plywise.play.backgammon.analysis": "Analysis analyse",
    "plywise.play.backgammon.hint": "Hint hint",
    "plywise.play.backgammon.rollout": "RolledOut rollout",
    "plywise.play.match": "match",
    "plywise.play.match_result": "MatchResult",
    "plywise.play.suite": "suite",
    "plywise.play.suite_result": "SuiteResult",
    "plywise.runs.batches.config": "BatchConfig",
    "plywise.runs.batches.learning": "learn_batches",
    "plywise.runs.batches.run": "BatchRun load_batches",
    "plywise.runs.run": "Run load",
    "plywise.runs.why": "Why moved_most why",
    "plywise.searching.expectimax": "Expectimax",
    "plywise.searching.result": "SearchResult",
    "plywise.searching.search": "search",
    "plywise.searching.selective": (
        "BStar Bayesian BestFirst ConspiracyNumbers ProbCut ProbabilityBStar RandomisedBestFirst "
        "UCT"
    ),
    "plywise.searching.profiles": "profile",
    "plywise.searching.settings": "AlphaBeta MTDf RandomPlay",
    "plywise.tuning.fit": "Fitted fit",
    "plywise.tuning.refine": "Refined refine",
    "plywise.tuning.settings": "FitSettings",
    "plywise.valuing.measure": "values",
    "plywise.valuing.result": "Values",
}
_OLD_NAMES = {"TD": "TDDirected", "Found": "SearchResult", "Chosen": "SearchResult"}
"""What public names were called before: the next version will not know it."""
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names.split()}

if TYPE_CHECKING:
    from typing import Any

    from plywise import distributed as distributed
    from plywise.conformance.checking import Finding, check
    from plywise.errors import (
        BadInput,
        BadPosition,
        BadSetting,
        DamagedFile,
        IllegalMove,
        KernelBug,
        NewerVersion,
        RunLocked,
        UnknownName,
        UntrustedCode,
        WeightsDiverged,
    )
    from plywise.evaluation.board_network import BoardNetwork
    from plywise.evaluation.features import FeatureSet
    from plywise.evaluation.gammon import Gammon, Outlook
    from plywise.evaluation.linear import Linear
    from plywise.evaluation.network import Network
    from plywise.evaluation.protocol import Evaluation
    from plywise.evaluation.python_features import feature
    from plywise.evaluation.squash import Logistic, Tanh
    from plywise.evaluation.weights import Weights
    from plywise.games.facts import GameFacts
    from plywise.games.game import Game, game, game_names
    from plywise.games.position import Position
    from plywise.games.rules import Rules
    from plywise.games.sketch import Sketch
    from plywise.learning.credits import Credits
    from plywise.learning.prediction_decay import PredictionDecay
    from plywise.learning.rules import (
        LearningRule,
        RootStrap,
        TDDirected,
        TDLeaf,
        TDLeafRootStrap,
        TreeStrap,
    )
    from plywise.learning.step_size import (
        AdaGrad,
        Adam,
        Annealed,
        Decay,
        DeltaBarDelta,
        Fixed,
        LeastSquares,
        RMSprop,
        StepSize,
        TemporalCoherence,
    )
    from plywise.play.arena import arena
    from plywise.play.backgammon.analysis import Analysis, analyse
    from plywise.play.backgammon.hint import Hint, hint
    from plywise.play.backgammon.rollout import RolledOut, rollout
    from plywise.play.match import match
    from plywise.play.match_result import MatchResult
    from plywise.play.suite import suite
    from plywise.play.suite_result import SuiteResult
    from plywise.runs.batches.config import BatchConfig
    from plywise.runs.batches.learning import learn_batches
    from plywise.runs.batches.run import BatchRun, load_batches
    from plywise.runs.run import Run, load
    from plywise.runs.trainer import Trainer, learn
    from plywise.runs.why import Why, moved_most, why
    from plywise.searching.expectimax import Expectimax
    from plywise.searching.profiles import profile
    from plywise.searching.result import SearchResult
    from plywise.searching.search import search
    from plywise.searching.selective import (
        UCT,
        Bayesian,
        BestFirst,
        BStar,
        ConspiracyNumbers,
        ProbabilityBStar,
        ProbCut,
        RandomisedBestFirst,
    )
    from plywise.searching.settings import AlphaBeta, MTDf, RandomPlay
    from plywise.tuning.fit import Fitted, fit
    from plywise.tuning.refine import Refined, refine
    from plywise.tuning.settings import FitSettings
    from plywise.valuing.measure import values
    from plywise.valuing.result import Values

    __version__: str

__all__ = [
    "UCT",
    "AdaGrad",
    "Adam",
    "AlphaBeta",
    "Analysis",
    "Annealed",
    "BStar",
    "BadInput",
    "BadPosition",
    "BadSetting",
    "BatchConfig",
    "BatchRun",
    "Bayesian",
    "BestFirst",
    "BoardNetwork",
    "ConspiracyNumbers",
    "Credits",
    "DamagedFile",
    "Decay",
    "DeltaBarDelta",
    "Evaluation",
    "Expectimax",
    "FeatureSet",
    "Finding",
    "FitSettings",
    "Fitted",
    "Fixed",
    "Game",
    "GameFacts",
    "Gammon",
    "Hint",
    "IllegalMove",
    "KernelBug",
    "LearningRule",
    "LeastSquares",
    "Linear",
    "Logistic",
    "MTDf",
    "MatchResult",
    "Network",
    "NewerVersion",
    "Outlook",
    "Position",
    "PredictionDecay",
    "ProbCut",
    "ProbabilityBStar",
    "RMSprop",
    "RandomPlay",
    "RandomisedBestFirst",
    "Refined",
    "RolledOut",
    "RootStrap",
    "Rules",
    "Run",
    "RunLocked",
    "SearchResult",
    "Sketch",
    "StepSize",
    "SuiteResult",
    "TDDirected",
    "TDLeaf",
    "TDLeafRootStrap",
    "Tanh",
    "TemporalCoherence",
    "Trainer",
    "TreeStrap",
    "UnknownName",
    "UntrustedCode",
    "Values",
    "Weights",
    "WeightsDiverged",
    "Why",
    "analyse",
    "arena",
    "check",
    "feature",
    "fit",
    "game",
    "game_names",
    "hint",
    "learn",
    "learn_batches",
    "load",
    "load_batches",
    "match",
    "moved_most",
    "profile",
    "refine",
    "rollout",
    "search",
    "suite",
    "values",
    "why",
]


def __getattr__(name: str) -> "Any":
    from importlib import import_module

    if name in _OLD_NAMES:
        return _renamed(name)
    if name in ("_kernel", "__version__"):
        kernel = import_module("plywise._kernel")
        found = kernel if name == "_kernel" else kernel.version
    elif name == "distributed":
        found = import_module("plywise.distributed")
    elif name in _HOME_OF:
        found = getattr(import_module(_HOME_OF[name]), name)
    else:
        raise AttributeError(f"module 'plywise' has no attribute {name!r}")
    globals()[name] = found
    return found


def _renamed(name: str) -> "Any":
    import warnings

    now = _OLD_NAMES[name]
    warnings.warn(
        f"pw.{name} is called pw.{now} now, and does the same; the next version will not know "
        "the old name",
        FutureWarning,
        stacklevel=3,
    )
    return __getattr__(now)


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
