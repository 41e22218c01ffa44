"""Weight sets, and the published ones by name; `weights_file` has those on the disk."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import TYPE_CHECKING, Any

from plywise.checks import shown
from plywise.errors import BadSetting
from plywise.evaluation.features import FeatureSet, first_set
from plywise.evaluation.kinds import shape
from plywise.evaluation.shape import LINEAR
from plywise.games.declared import all_facts, facts_of
from plywise.naming import MOST_LISTED, listed, unknown

if TYPE_CHECKING:
    from pathlib import Path

    from plywise import _kernel
    from plywise.evaluation.protocol import Evaluation
    from plywise.evaluation.shape import Shape
    from plywise.games.facts import PublishedSet
    from plywise.runs.run import Run

LARGEST_SCALE = 1_000_000


@dataclass(frozen=True, kw_only=True)
class Weights:
    """A weight for each feature of a set, or those of a network, with where they came from.

    >>> standard = resolve("chess/standard")
    >>> standard.normalised()
    {'pawn': 1.0, 'knight': 3.0, 'bishop': 3.0, 'rook': 5.0, 'queen': 9.0}
    """

    game: str
    features: str
    values: tuple[float, ...]
    scale: int = 1000
    """The integer value of a weight of 1 in the search."""
    label: str = ""
    """How tables and game records call it."""
    made_by: Mapping[str, Any] = field(default_factory=dict)
    """The settings that made it."""
    evaluation: str = LINEAR
    """What the weights belong to: `linear`, or the shape of a network as `network:hidden=8`."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "evaluation", str(shape(self.evaluation)))
        if not isinstance(self.values, Sequence) or isinstance(self.values, str | bytes):
            raise BadSetting(
                f"values={shown(self.values)}; give a number for each of {listed(self.names)}"
            )
        if len(self.values) != len(self.names):
            raise BadSetting(
                f"{len(self.values)} weights given, but {over(self.evaluation)}{self.features!r} "
                f"of {self.game} has {len(self.names)}: {listed(self.names)}"
            )
        bad = [v for v in self.values if not _is_finite(v)]
        if bad:
            raise BadSetting(f"weights must be finite numbers, got {shown(bad[0])}")
        if type(self.scale) is not int or not 1 <= self.scale <= LARGEST_SCALE:
            raise BadSetting(f"scale {shown(self.scale)} is not a number from 1 to {LARGEST_SCALE}")

    @property
    def feature_set(self) -> FeatureSet:
        """What the weights belong to; of features written in Python the names alone."""
        return FeatureSet.named(self.game, self.features)

    @property
    def shape(self) -> Shape:
        """What kind of evaluation they are weights of, with its settings."""
        return shape(self.evaluation)

    @property
    def names(self) -> tuple[str, ...]:
        """What the weights belong to, in the order of the values: features, or parts of a shape."""
        return self.shape.names(self.feature_set)

    def kernel(self, features: FeatureSet | None = None) -> _kernel.Evaluation:
        """The kernel's evaluation with them; features in Python are given with their functions."""
        return self.shape.kernel(features or self.feature_set, self.values, self.scale)

    def as_evaluation(self, features: FeatureSet | None = None) -> Evaluation:
        """The evaluation with them: a `pw.Linear`, a `pw.Network`.

        >>> import plywise as pw
        >>> resolve("chess/standard").as_evaluation().value(pw.game("chess").start())
        0
        """
        return self.shape.evaluation(features or self.feature_set, self.values, self.scale)

    def as_linear(self) -> Weights:
        """The set by what one more of each feature is worth where all else is even.

        A linear set is that already.
        """
        if self.evaluation == LINEAR:
            return self
        values = self.shape.as_linear(self.feature_set, self.values)
        return replace(self, values=values, evaluation=LINEAR)

    def as_dict(self) -> dict[str, float]:
        """The weights by name."""
        return dict(zip(self.names, self.values, strict=True))

    def normalised(self, unit: str | None = None) -> dict[str, float]:
        """The weights divided by that of the unit, by default the set's own (in chess the pawn)."""
        weights = self.as_dict()
        size = unit_size(weights, self.feature_set.unit if unit is None else unit)
        return {name: value / size for name, value in weights.items()}

    def save(self, path: str | Path) -> Path:
        """Writes the set to a file, whole or not at all.

        >>> from pathlib import Path
        >>> from tempfile import TemporaryDirectory
        >>> with TemporaryDirectory() as folder:
        ...     Weights.load(resolve("chess/ones").save(Path(folder) / "ones.json")).values
        (1.0, 1.0, 1.0, 1.0, 1.0)
        """
        from plywise.evaluation.weights_file import write

        return write(self, path)

    @staticmethod
    def load(path: str | Path, *, trust: bool = False) -> Weights:
        """Reads a file that `save` wrote; a damaged one is refused.

        So is one that belongs to a game or to features in a Python file, unless that is loaded
        already or you `trust` the file: reading weights runs no code.
        """
        from plywise.evaluation.weights_file import read

        return read(path, trust=trust)


def over(evaluation: str) -> str:
    """What stands before the features in a message, where the weights are not theirs.

    >>> over("linear"), over("network:hidden=8")
    ('', 'network:hidden=8 over ')
    """
    return "" if evaluation == LINEAR else f"{evaluation} over "


def unit_size(weights: Mapping[str, float], unit: str) -> float:
    """The weight that others are divided by.

    >>> unit_size({"pawn": 0.5, "queen": -4.0}, "queen")
    Traceback (most recent call last):
    ...
    plywise.BadSetting: queen is worth -4, and only a positive weight can be the unit; ...
    """
    if not isinstance(unit, str) or unit not in weights:
        raise unknown("unit", unit, weights)
    if not weights[unit] > 0.0:
        raise BadSetting(
            f"{unit} is worth {weights[unit]:.4g}, and only a positive weight can be the unit; "
            "take another unit, or see the raw weights"
        )
    return weights[unit]


def _is_finite(value: object) -> bool:
    try:
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        return is_number and math.isfinite(value)  # type: ignore[arg-type]
    except OverflowError:  # an integer beyond every float
        return False


def weight_sets() -> dict[str, str]:
    """The built-in sets and where each comes from.

    >>> weight_sets()["chess/standard"]
    'the textbook, 1:3:3:5:9'
    """
    return {
        f"{game}/{name}": found.source
        for game, facts in all_facts().items()
        for name, found in facts.published.items()
    }


def built_in(name: str) -> Weights:
    """The built-in set of that name.

    >>> built_in("chess/thesis").values[-1]
    11.49
    """
    found = published_set(name)
    assert found is not None, name
    if found.file:
        return _shipped(found.file, name)
    return Weights(
        game=name.rpartition("/")[0],
        features=found.features,
        values=found.read() if found.read else found.values,
        label=name,
        made_by={"source": found.source},
        evaluation=found.evaluation,
    )


@cache
def _shipped(file: str, name: str) -> Weights:
    """A set that comes in a file of its own."""
    from pathlib import Path

    folder = Path(__file__).resolve().parent.parent / "weights"
    return replace(Weights.load(folder / file), label=name)


def published_set(name: str) -> PublishedSet | None:
    """The set that a game declares by this name, as `chess/standard`; None if there is none."""
    game, slash, short = name.rpartition("/")
    return facts_of(game).published.get(short) if slash else None


def resolve(
    what: str | Path | Weights | Run | Evaluation | Iterable[float] | Mapping[str, float],
    *,
    game: str = "chess",
    features: str | None = None,
    last: bool = False,
) -> Weights:
    """The weights that a user means: a built-in name, a file, a run directory, or numbers.

    A file is one of ours, a JSON mapping or a CSV; a text may have the numbers itself, as
    `1:3:3:5:9` or `pawn=1,knight=3.2,…`, behind another game's name if need be (`shogi/…`).
    Numbers come in the order of the features or as a mapping from their names; they are weights of
    `features`, by default the game's first set, and the rest know their own.
    Of a run it is the mean over the last half of its games, or with `last` the raw weights after
    the last game.

    >>> resolve("chess/standart")
    Traceback (most recent call last):
    ...
    plywise.UnknownName: unknown weight set 'chess/standart'; did you mean 'chess/standard'? (...)
    >>> resolve([1, 3, 3, 5, 9]).label
    '1:3:3:5:9'
    """
    if isinstance(what, Weights):
        return what
    if isinstance(what, str) and published_set(what):
        return built_in(what)
    from pathlib import Path

    from plywise.evaluation.weights_file import weights_at

    if isinstance(what, str | Path):
        return weights_at(what, last=last, game=game, features=features)
    if hasattr(what, "as_weights"):
        return what.as_weights(last=last)
    counted = FeatureSet.named(game, features or first_set(game))
    values = tuple(numbers_of(what, counted.names))
    label = ":".join(f"{v:g}" for v in values) if len(values) <= MOST_LISTED else ""
    return Weights(game=game, features=counted.name, values=values, label=label)


def label_of(name: str) -> str:
    """What pictures call a built-in set; any other name as it is.

    >>> label_of("chess/standard"), label_of("shogi/yss")
    ('1:3:3:5:9', 'shogi/yss')
    """
    found = published_set(name)
    return found.label or name if found else name


def usual(game: str) -> Weights:
    """What a game is judged by where nobody says: its standard values, or where learning starts.

    >>> usual("chess").label
    'chess/standard'
    """
    standard = f"{game}/standard"
    return built_in(standard) if published_set(standard) else start_of(game)


def start_of(game: str, features: str | None = None) -> Weights:
    """The weights from which learning starts.

    >>> start_of("chess", "centre").values
    (1.0, 1.0, 1.0, 1.0, 1.0, 0.0)
    """
    counted = FeatureSet.named(game, features or first_set(game))
    return Weights(game=game, features=counted.name, values=counted.starts, label="start")


def published_for(game: str, features: str, depth: int | None = None) -> dict[str, Weights]:
    """Published values of these features to see learnt ones beside, by what to call them.

    They are what the thesis learnt at this depth and those that other people play with, best last.

    >>> list(published_for("chess", "material", depth=2))
    ['published, depth 2', 'textbook']
    """
    facts = facts_of(game)
    names = {f"published, depth {depth}": f"thesis-depth-{depth}", **facts.compared}
    found = {label: name for label, name in names.items() if name in facts.published}
    return {
        label: built_in(f"{game}/{name}")
        for label, name in found.items()
        if facts.published[name].features == features
    }


def in_units(sets: Mapping[str, Weights], unit: str) -> dict[str, dict[str, float]]:
    """The sets by their labels, in units; without those in which the unit is worth nothing.

    >>> list(in_units(published_for("antichess", "material"), "pawn"))
    []
    """
    return {
        label: weights.normalised(unit)
        for label, weights in sets.items()
        if weights.as_dict().get(unit, 0.0) > 0.0
    }


def numbers_of(what: object, names: Sequence[str]) -> list[float]:
    """Weights given as numbers, in the order of these names or by them."""
    if isinstance(what, Mapping):
        if wrong := sorted(set(names) ^ set(map(str, what))):
            raise BadSetting(
                f"weights and features differ in {listed(wrong)}; "
                f"give one for each of {listed(names)}"
            )
        what = [what[name] for name in names]
    if isinstance(what, Iterable) and not isinstance(what, str | bytes):
        try:
            return [float(v) for v in what]
        except (TypeError, ValueError, OverflowError):
            pass
    raise BadSetting(
        f"{shown(what)} are no weights; give a built-in name such as 'chess/standard', a file, "
        f"a run directory, or a number for each of {listed(names)}"
    )
