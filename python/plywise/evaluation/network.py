"""Networks: one hidden layer over the counts of features."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from plywise import checks
from plywise.errors import BadSetting
from plywise.evaluation.features import FeatureSet
from plywise.evaluation.network_shape import CHANCE, NetworkShape
from plywise.evaluation.weighted import SCALE, Given, Weighted
from plywise.naming import listed


class Network(Weighted):
    """A small network over the counts of features, learnt by back-propagation in the kernel.

    Its outputs are chances P = σ(z), z = Σ v·a over the hidden units (`NetworkShape` has the
    equations). What a search maximises is the `objective`: `"chance"`, the log-odds z of the only
    output, or points for each output by its name, Σ points · (P − ½). In learning the objective
    stands where a linear evaluation's value does: squashed by the logistic function, log-odds are
    the prediction again.

    Without `weights` it starts from small numbers that `seed` draws. A network with one output is
    symmetric: exchanging the players turns its log-odds round, whatever the weights.

    >>> import plywise as pw
    >>> chess = pw.game("chess")
    >>> network = Network(chess.features("material"), hidden=4, seed=1)
    >>> rook_up = chess.position("6k1/8/8/8/8/8/8/R5K1 w - - 0 1")
    >>> rook_down = chess.position("r5k1/8/8/8/8/8/8/6K1 w - - 0 1")
    >>> network.value(rook_up) == -network.value(rook_down)
    True
    >>> network.outputs, len(network.weights), len(network.predictions(rook_up))
    (('chance',), 28, 1)
    """

    shape: NetworkShape

    def __init__(
        self,
        features: FeatureSet,
        hidden: int = 8,
        weights: Given | None = None,
        *,
        seed: int = 1,
        outputs: Sequence[str] = (CHANCE,),
        objective: str | Mapping[str, float] = CHANCE,
        events: Sequence[str] | None = None,
        symmetric: bool | None = None,
        scale: int = SCALE,
    ) -> None:
        checks.kind("features", features, FeatureSet, "give pw.game('chess').features('material')")
        names = (outputs,) if isinstance(outputs, str) else tuple(outputs)
        points = _points(names, objective)
        shape = NetworkShape(
            hidden=hidden,
            outputs=names,
            points=points,
            events=None if events is None else tuple(events),
            symmetric=symmetric,
        )
        checks.whole("seed", seed, most=2**64 - 1)
        given = shape.starts(features, seed) if weights is None else weights
        super().__init__(features, shape, given, scale)

    @property
    def objective(self) -> str:
        """What a search maximises, by its name: chance or points."""
        return self.kernel.objective


def _points(
    outputs: tuple[str, ...], objective: str | Mapping[str, float]
) -> tuple[float, ...] | None:
    if isinstance(objective, Mapping):
        if set(objective) != set(outputs):
            raise BadSetting(
                f"objective={checks.shown(dict(objective))}; give points for each of the outputs "
                f"{listed(outputs)}"
            )
        return tuple(objective[name] for name in outputs)
    if objective != CHANCE:
        raise BadSetting(
            f"objective={checks.shown(objective)}; give 'chance', or points for each output by "
            "its name, as {'win': 2, 'gammon': 1}"
        )
    return None
