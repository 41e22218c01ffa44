"""The grid of settings that `backgammon-td` learns with: what is crossed with what."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from plywise.experiments.kit.seeds import standard_error

DECAYS = (0.0, 0.7)
HIDDEN = (16, 32, 80, 160)
FEATURES = ("raw", "expert")
BATCHES = (1, 8, 32)
STEPS: Mapping[str, Mapping[float, str]] = {
    "annealed": {0.0: "annealed:start=.3,end=.005", 0.7: "annealed:start=.1,end=.003"},
    "adam": dict.fromkeys(DECAYS, "adam:start=.002,end=.0002"),
    "coherence c .5": dict.fromkeys(DECAYS, "coherence:c=.5"),
    "coherence c 2": dict.fromkeys(DECAYS, "coherence:c=2"),
}
"""Of each λ: TD(0) takes and needs larger steps. Coherence has sums of its own for every weight,
kept in Python over the kernel's sums of whole games."""


@dataclass(frozen=True, kw_only=True)
class Setting:
    """One place of the grid."""

    decay: float = 0.7
    step: str = "annealed"
    hidden: int = 80
    features: str = "expert"
    batch: int = 8

    @property
    def label(self) -> str:
        """In a line."""
        return (
            f"λ {self.decay:g}, {self.step}, {self.hidden} hidden, {self.features}, "
            f"batches of {self.batch}"
        )

    def learning(self, *, games: int, seed: int) -> dict[str, Any]:
        """The settings of a learning run."""
        return {
            "trace_decay": self.decay,
            "step_size": STEPS[self.step][self.decay],
            "evaluation": f"gammon:hidden={self.hidden}",
            "features": self.features,
            "batch": self.batch,
            "games": games,
            "gate_every": 0,
            "seed": seed,
        }


BASES = {"quick": Setting(hidden=16, features="raw"), "paper": Setting()}
"""What the others differ from, by the size."""


@dataclass(frozen=True, kw_only=True)
class Crossed:
    """Two settings that are varied together, the others as in the base."""

    title: str
    down: str
    across: str
    rows: Sequence[Any]
    columns: Sequence[Any]

    def at(self, base: Setting, row: Any, column: Any) -> Setting:
        """The setting of a cell."""
        return replace(base, **{self.down: row, self.across: column})

    def settings(self, base: Setting) -> Iterator[Setting]:
        """Those of all cells."""
        for row in self.rows:
            for column in self.columns:
                yield self.at(base, row, column)


CROSSED = (
    Crossed(title="Step size by λ", down="step", across="decay", rows=tuple(STEPS), columns=DECAYS),
    Crossed(title="Hidden units by features", down="hidden", across="features", rows=HIDDEN,
            columns=FEATURES),
    Crossed(title="Games of a batch by λ", down="batch", across="decay", rows=BATCHES,
            columns=DECAYS),
)  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Found:
    """What a setting came to, a figure a seed."""

    seeds: Sequence[int]
    """Those whose runs came to their end."""
    points: Sequence[float]
    """A game, against pubeval."""
    errors: Sequence[float]
    """Standard errors of the matches."""
    seconds: Sequence[float]
    """Of learning."""

    @property
    def error(self) -> float | None:
        """Over seeds; of one seed alone, that of its match."""
        return (
            standard_error(self.points) if len(self.points) > 1 else next(iter(self.errors), None)
        )
