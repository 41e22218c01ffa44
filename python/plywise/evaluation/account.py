"""Why a position is worth what it is: what each feature adds, in groups, the largest first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from plywise.evaluation.features import FeatureSet
from plywise.textual import aligned

if TYPE_CHECKING:
    from collections.abc import Sequence

    from plywise import _kernel

MATERIAL = "material"
"""The group of the pieces' own values."""
MOST_TERMS = 24
"""Terms that are listed one by one; of more, groups are told with the largest of each."""
MOST_SHOWN = 3
"""Terms that are shown of a group."""


@dataclass(frozen=True, slots=True)
class Term:
    """A feature that counts in a position."""

    name: str
    count: float
    weight: float
    share: float
    """weight × count, in the first player's view."""

    def cells(self, indent: str = "") -> list[str]:
        """A row of a table."""
        count = f"{self.count:.4g}"
        return [indent + self.name, count, f"{self.weight:.3f}", f"{self.share:+.3f}"]


@dataclass(frozen=True, slots=True)
class Group:
    """Terms that belong together: the squares of one table, or the values of pieces."""

    name: str
    terms: tuple[Term, ...]
    """The largest share first."""

    @property
    def share(self) -> float:
        """What the group adds."""
        return sum(term.share for term in self.terms)


def terms(position: _kernel.Position, evaluation: _kernel.Evaluation) -> list[Term]:
    """What counts in a position, in the order of the weights.

    >>> from plywise import _kernel
    >>> rook_up = _kernel.Position.parse("chess", "4k3/8/8/8/8/8/p7/4RK2 b - - 0 1")
    >>> material = _kernel.Evaluation("chess", "material", [1, 3, 3, 5, 9])
    >>> [(term.name, term.share) for term in terms(rook_up, material)]
    [('pawn', -1.0), ('rook', 5.0)]
    """
    weights = dict(zip(evaluation.names, evaluation.weights, strict=True))
    return [
        Term(name, count, weights[name], share)
        for name, count, share in evaluation.shares(position)
        if count
    ]


def grouped(found: Sequence[Term], features: FeatureSet) -> list[Group]:
    """The terms in groups, what matters most first.

    >>> features = FeatureSet.named("chess", "half-board")
    >>> found = [Term("pawn", 1, 1.0, 1.0), Term("pawn_a2", 1, 0.1, 0.1)]
    >>> [group.name for group in grouped(found, features)]
    ['material', 'pawn']
    """
    kinds = {
        features.names[cell]: table.kind
        for table in features.tables
        for cell in table.cells
        if cell is not None
    }
    pieces = set(features.pieces)
    groups: dict[str, list[Term]] = {}
    for term in found:
        own = term.name.rpartition(".")[2]
        name = MATERIAL if term.name in pieces else kinds.get(term.name, own)
        groups.setdefault(name, []).append(term)
    made = [
        Group(name, tuple(sorted(of, key=lambda term: -abs(term.share))))
        for name, of in groups.items()
    ]
    return sorted(made, key=lambda group: -max(abs(term.share) for term in group.terms))


def lines(position: _kernel.Position, evaluation: _kernel.Evaluation) -> list[str]:
    r"""What counts in a position as a table, in the first player's view, with the sum below.

    >>> from plywise import _kernel
    >>> rook_up = _kernel.Position.parse("chess", "4k3/8/8/8/8/8/p7/4RK2 b - - 0 1")
    >>> material = _kernel.Evaluation("chess", "material", [1, 3, 3, 5, 9])
    >>> print("\n".join(lines(rook_up, material)))
    feature  count  weight   share
    pawn        -1   1.000  -1.000
    rook         1   5.000  +5.000
    total                   +4.000
    """
    found = terms(position, evaluation)
    rows = [term.cells() for term in found]
    if len(found) > MOST_TERMS:
        features = FeatureSet.named(evaluation.game, evaluation.features)
        rows = [row for group in grouped(found, features) for row in _rows(group)]
    total = sum(term.share for term in found)
    rows.append(["total", "", "", f"{total:+.3f}"])
    return aligned(["feature", "count", "weight", "share"], rows)


def _rows(group: Group) -> list[list[str]]:
    """A group with its largest terms; one of a single term is that."""
    if len(group.terms) == 1:
        return [group.terms[0].cells()]
    head = [f"{group.name} ({len(group.terms)})", "", "", f"{group.share:+.3f}"]
    shown = [term for term in group.terms[:MOST_SHOWN] if term.share]
    return [head, *(term.cells("  ") for term in shown)]


def as_json(position: _kernel.Position, evaluation: _kernel.Evaluation) -> list[dict[str, Any]]:
    """All terms by their groups, for programs."""
    features = FeatureSet.named(evaluation.game, evaluation.features)
    return [
        {
            "group": group.name,
            "name": t.name,
            "count": t.count,
            "weight": t.weight,
            "share": t.share,
        }
        for group in grouped(terms(position, evaluation), features)
        for t in group.terms
    ]
