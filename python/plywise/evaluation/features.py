"""Feature sets: what an evaluation counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from plywise import _kernel
from plywise.errors import BadSetting
from plywise.evaluation.python_features import Feature
from plywise.naming import unknown

JOINT = "+"
"""Between the parts of a name: `material+bishop_pair` is a native set and a Python feature."""


@dataclass(frozen=True, slots=True)
class FeatureSet:
    """Features of a game that belong together, declared once in the kernel.

    Features written in Python may follow them (`pw.feature`). The name tells both, so that files
    and reports know all features; evaluating takes the functions too.

    >>> FeatureSet.named("chess", "material").unit
    'pawn'
    """

    game: str
    name: str
    names: tuple[str, ...]
    """The features, in the order of their weights."""
    meanings: tuple[str, ...]
    """What each of them counts, in a sentence."""
    functions: tuple[Feature, ...] = ()
    """The last features, where they are written in Python."""

    @staticmethod
    def named(game: str, name: str) -> FeatureSet:
        """The set of that name; of Python features it knows the names alone.

        >>> FeatureSet.named("chess", "materiel")
        Traceback (most recent call last):
        ...
        plywise.UnknownName: unknown feature set of chess 'materiel'; did you mean 'material'? ...
        >>> FeatureSet.named("chess", "material+bishop_pair").names[-2:]
        ('queen', 'bishop_pair')
        """
        if game not in _kernel.games():
            raise unknown("game", game, _kernel.games())
        native, *python = name.split(JOINT)
        if native not in _kernel.feature_sets(game):
            raise unknown(f"feature set of {game}", native, _kernel.feature_sets(game))
        names = (*_kernel.feature_names(game, native), *python)
        _refuse_bad_names(python, names)
        meanings = [*_kernel.feature_meanings(game, native), *("written in Python" for _ in python)]
        return FeatureSet(game, name, names, tuple(meanings))

    def with_python(self, *features: Feature) -> FeatureSet:
        """The set with more features, made by `pw.feature`, behind those that it has."""
        for feature in features:
            if not isinstance(feature, Feature):
                raise BadSetting(
                    f"{feature!r} is not a feature; write @pw.feature({self.game}) above a function"
                )
            if feature.game != self.game:
                raise BadSetting(f"{feature.name} is a feature of {feature.game}, not {self.game}")
        name = JOINT.join([self.name, *(feature.name for feature in features)])
        joined = FeatureSet.named(self.game, name)
        return replace(
            joined,
            meanings=(*self.meanings, *(feature.meaning for feature in features)),
            functions=(*self.functions, *features),
        )

    def require_functions(self) -> None:
        """BadSetting if Python features are known by their names alone."""
        native, *python = self.name.split(JOINT)
        if len(python) == len(self.functions):
            return
        missing = ", ".join(python)
        raise BadSetting(
            f"{missing}: written in Python, so the functions are needed too; give "
            f"pw.game({self.game!r}).features({native!r}, {missing}) to pw.Linear, to pw.learn "
            "(also with resume=True) or to pw.load; the command line cannot be given any"
        )

    def evaluation(self, weights: Sequence[float], scale: int) -> _kernel.Evaluation:
        """The kernel's evaluation with these weights."""
        self.require_functions()
        native = self.name.partition(JOINT)[0]
        return _kernel.Evaluation(self.game, native, weights, scale, self.functions)

    @property
    def unit(self) -> str:
        """The feature whose weight others are compared with: the first one."""
        return self.names[0]

    def __len__(self) -> int:
        return len(self.names)


def _refuse_bad_names(python: Sequence[str], names: Sequence[str]) -> None:
    for name in python:
        if not name.isidentifier():
            raise BadSetting(f"{name!r} is not the name of a function, so of no Python feature")
        if names.count(name) > 1:
            raise BadSetting(f"two features are called {name!r}; give one another name")
