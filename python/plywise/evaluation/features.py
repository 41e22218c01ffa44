"""Feature sets: what an evaluation counts."""

from __future__ import annotations

from dataclasses import dataclass

from plywise import _kernel
from plywise.naming import unknown


@dataclass(frozen=True, slots=True)
class FeatureSet:
    """Features of a game that belong together, declared once in the kernel.

    >>> FeatureSet.named("chess", "material").unit
    'pawn'
    """

    game: str
    name: str
    names: tuple[str, ...]
    """The features, in the order of their weights."""
    meanings: tuple[str, ...]
    """What each of them counts, in a sentence."""

    @staticmethod
    def named(game: str, name: str) -> FeatureSet:
        """The set of that name.

        >>> FeatureSet.named("chess", "materiel")
        Traceback (most recent call last):
        ...
        plywise.UnknownName: unknown feature set of chess 'materiel'; did you mean 'material'? ...
        """
        if game not in _kernel.games():
            raise unknown("game", game, _kernel.games())
        if name not in _kernel.feature_sets(game):
            raise unknown(f"feature set of {game}", name, _kernel.feature_sets(game))
        names = tuple(_kernel.feature_names(game, name))
        return FeatureSet(game, name, names, tuple(_kernel.feature_meanings(game, name)))

    @property
    def unit(self) -> str:
        """The feature whose weight others are compared with: the first one."""
        return self.names[0]

    def __len__(self) -> int:
        return len(self.names)
