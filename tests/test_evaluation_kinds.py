"""An evaluation is what answers the protocol: a kind of one's own is one file."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import pytest

import plywise as pw
from plywise.evaluation import kinds
from plywise.evaluation.network_shape import NetworkShape
from plywise.evaluation.shape import Shape
from plywise.play.arena import judge
from plywise.selective.evaluator import evaluator

chess = pw.game("chess")
material = chess.features("material")


class Doubled:
    """An evaluation of somebody's own, derived from nothing: twice what another one says."""

    kind = "doubled"
    outputs = ("value",)

    def __init__(self, inner: pw.Evaluation) -> None:
        self.inner = inner
        self.features, self.names, self.scale = inner.features, inner.names, inner.scale
        self.kernel = inner.with_weights(2.0 * inner.weights).kernel

    @property
    def weights(self):
        return self.inner.weights

    def value(self, position, root=None):
        return self.kernel.value(position.kernel, root and root.kernel)

    def predictions(self, position, root=None):
        return np.array(self.kernel.predictions(position.kernel, root and root.kernel))

    def gradient(self, position, root=None, *, output=None):
        return 2.0 * self.inner.gradient(position, root, output=output)

    def as_weights(self, *, last=False):
        return self.inner.with_weights(2.0 * self.inner.weights).as_weights()

    def with_weights(self, weights):
        return Doubled(self.inner.with_weights(weights))


@dataclass(frozen=True)
class Pair(Shape):
    """A kind of one's own: two hidden units that start as each other's mirror."""

    kind: ClassVar[str] = "pair"
    inner: ClassVar[NetworkShape] = NetworkShape(hidden=2)

    @classmethod
    def parse(cls, settings: str) -> "Pair":
        return cls()

    def __str__(self) -> str:
        return self.kind

    def names(self, features):
        return self.inner.names(features)

    def starts(self, features, seed):
        unit = [*features.starts, 0.0]
        return (*unit, *(-w / 2 for w in unit), 0.5, -0.5)

    def as_linear(self, features, weights):
        return self.inner.as_linear(features, weights)

    def kernel(self, features, weights: Sequence[float], scale: int):
        return self.inner.kernel(features, weights, scale)

    def evaluation(self, features, weights, scale):
        return self.inner.evaluation(features, weights, scale)


@pytest.fixture
def pair(monkeypatch):
    monkeypatch.setitem(kinds.KINDS, "pair", Pair)


def test_both_kinds_answer_the_protocol() -> None:
    for evaluation in (pw.Linear(material, "chess/standard"), pw.Network(material)):
        assert isinstance(evaluation, pw.Evaluation)
    assert not isinstance(material, pw.Evaluation)
    assert not isinstance(pw.Weights, pw.Evaluation)


def test_an_evaluation_of_ones_own_searches_plays_and_judges() -> None:
    own = Doubled(pw.Linear(material, "chess/standard"))
    assert isinstance(own, pw.Evaluation)
    position = chess.position("6k1/pp6/8/8/8/8/P7/R5K1 w - - 0 1")
    assert pw.search(position, own, pw.AlphaBeta(depth=1)).value == 2 * 4000
    assert judge("chess", own) is own
    assert evaluator(own).value(position.kernel) > 0.4
    found = pw.match(own, "chess/standard", games=4, depth=1, seed=1)
    assert found.settings["a"]["name"] == "doubled"
    assert found.settings["a"]["weights"]["queen"] == 18.0
    assert pw.arena("chess", "alpha-beta", "uct", nodes=50, pairs=1, weights=own).games == 2


def test_a_kind_of_ones_own_is_saved_played_and_learnt(pair, tmp_path) -> None:
    run = pw.learn("chess", evaluation="pair", search={"depth": 1}, games=4, gate_every=0)
    assert run.config.start == Pair().starts(material, 1)
    assert run.weights != dict(zip(run.names, run.config.start, strict=True))
    file = run.as_weights().save(tmp_path / "pair.json")
    assert pw.Weights.load(file).evaluation == "pair"
    assert pw.match(file, "chess/ones", games=2, depth=1).games == 2


def test_a_kind_that_nobody_named_is_unknown() -> None:
    with pytest.raises(pw.BadSetting, match="unknown kind of evaluation 'pair'"):
        pw.learn("chess", evaluation="pair", games=1)
