"""Learning with places: what the experiments on larger weight sets share (thesis, chapter 7)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from plywise.evaluation.features import FeatureSet
from plywise.evaluation.typical import Array, in_typical_units, occurrences, shares, typical
from plywise.evaluation.weights import Weights, resolve
from plywise.experiments.kit.matches import Side, match_of, row
from plywise.experiments.kit.plan import ExperimentPlan
from plywise.experiments.kit.result import Row, Table, text
from plywise.experiments.kit.seeds import Values, mean, spread
from plywise.experiments.kit.study import RunKind
from plywise.experiments.kit.writer import csv
from plywise.experiments.published import PIECES
from plywise.learning.step_size import TemporalCoherence
from plywise.learning.td import TDLeaf
from plywise.report.matches import Score
from plywise.report.traces import Trace, thin
from plywise.runs.run import load
from plywise.searching import AlphaBeta

SETTINGS = {
    "rule": TDLeaf(trace_decay=0.7),
    "step_size": TemporalCoherence(c=0.5, prior=0.5),
    "ballot": 6,
}
"""A prior, since a square that is rarely met would otherwise leap at its first game. With many
weights hardly two moves are equal, so random moves must open the games."""
SHARES = {"quick": 0.5, "paper": 0.2}
"""The end of a run over which weights are averaged: a fifth in the thesis, more of short runs."""
SAMPLE = 300
"""Games of a run, evenly over its length, in which places are counted."""
THESIS = "thesis's "
"""Before the label of a match that the thesis's own values play."""
NOISE = 0.1
"""In pawns: what a match adds to the values of root moves, at random (thesis 7.4.2)."""


def kind(features: str, depth: int) -> RunKind:
    """Runs that learn these features from nothing."""
    settings = {"features": features, "search": AlphaBeta(depth=depth), **SETTINGS}
    return RunKind(label=f"{features}, depth {depth}", settings=settings)


@dataclass(frozen=True, kw_only=True)
class Learnt:
    """What the runs of a kind learnt, with where the pieces stood in their games."""

    runs: tuple[Weights, ...]
    """Of each seed, a typical pawn being 1."""
    raw: tuple[Weights, ...]
    """Of each seed, as learnt."""
    counts: Array
    """How often a piece stood on each place, over all seeds."""
    notes: tuple[str, ...] = ()
    """What was left out, and why."""

    @property
    def features(self) -> FeatureSet:
        """What was learnt."""
        return self.runs[0].feature_set

    @property
    def weights(self) -> Weights:
        """The mean over the seeds, a typical pawn being 1."""
        mean = np.mean([run.values for run in self.runs], axis=0)
        return replace(self.runs[0], values=tuple(mean.tolist()), label="learnt")

    @property
    def shares(self) -> Array:
        """How often a kind stands on each of its places, as a share."""
        return shares(self.features, self.counts)

    @property
    def typical(self) -> list[list[float]]:
        """Of each seed, what the pieces are typically worth."""
        return [list(typical(run, self.counts).values()) for run in self.runs]


def learnt(traces: Sequence[Trace], share: float) -> Learnt | None:
    """What the runs learnt over the last `share` of their games; None if there are no runs.

    A run in which a pawn is not worth anything has no values in pawns, and is left out.
    """
    if not traces:
        return None
    features = FeatureSet.named("chess", str(traces[0].settings["features"]))
    counts = np.sum([_counted(features, one) for one in traces], axis=0)
    ends = [replace(load(one.place).as_weights(), values=tuple(one.tail(share))) for one in traces]
    raw = tuple(one for one in ends if typical(one, counts)[features.unit] > 0)
    notes = [
        f"{features.name}, {_run(one)}: a typical {features.unit} is not above 0, left out"
        for one in ends
        if one not in raw
    ]
    units = tuple(in_typical_units(one, counts) for one in raw)
    return Learnt(runs=units, raw=raw, counts=counts, notes=tuple(notes)) if units else None


def _counted(features: FeatureSet, one: Trace) -> Array:
    """Where the pieces stood in a sample of a run's games."""
    sample = set((thin(one.games, SAMPLE) + 1).tolist())
    games = load(one.place).games()
    return occurrences(features, (game.moves for game in games if game.number in sample))


def fought(
    plan: ExperimentPlan, label: str, a: Side, b: Side, *, games: int | None = None
) -> Score:
    """A match at the depth of the experiment, made various by noise and not by openings."""
    depth = plan.size.depths[-1]
    return match_of(plan, label, a, b, games=games, depth=depth, noise=NOISE, ballot=0)


def beside(scores: Mapping[str, Score], published: Mapping[str, float]) -> dict[str, float | None]:
    """The published score of every match, then of those that only we played.

    The thesis's own values have the scores of its learnt ones beside them.
    """
    more = {label: published.get(label.removeprefix(THESIS)) for label in scores}
    return {**published, **more}


def match_rows(scores: Mapping[str, Score], published: Mapping[str, float]) -> list[Row]:
    """All matches, in per cent."""
    known = beside(scores, published)
    return [row(f"{label}, %", scores.get(label), value) for label, value in known.items()]


def typical_table(found: Sequence[tuple[str, Learnt]]) -> Table:
    """What pieces are typically worth in each run."""
    rows = [
        (f"{label}, {_run(one)}", *(text(value) for value in values))
        for label, some in found
        for one, values in zip(some.runs, some.typical, strict=True)
    ]
    note = "Weight of the piece and the mean of its places by how often it stands there; pawn = 1."
    return Table(title="Typical values of each run", header=("", *PIECES), rows=tuple(rows),
                 note=note)  # fmt: skip


def theirs(name: str, ours: Learnt) -> Weights:
    """A published set in the units of a match: a pawn is typically worth 1 where ours stand."""
    return in_typical_units(resolve(name), ours.counts)


def _run(weights: Weights) -> str:
    return f"seed {weights.made_by['seed']}"


def over_seeds(values: Values) -> str:
    """Mean and standard deviation as text."""
    return text(mean(values), spread(values))


def weights_csv(kinds: Mapping[str, Sequence[Trace]], most: int = 60) -> str:
    """The raw weights of all runs, at up to `most` games each, a line a weight."""
    rows = [
        [f'"{label}"', one.seed, int(game) + 1, name, float(weight)]
        for label, traces in kinds.items()
        for one in traces
        for game in thin(one.games, most)
        for name, weight in zip(one.names, one.weights[game], strict=True)
    ]
    return csv(["kind", "seed", "game", "weight", "value"], rows)
