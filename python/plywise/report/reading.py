"""From runs and match results, as the rest of plywise knows them, to what the pictures show."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from plywise import _kernel
from plywise.checks import kind
from plywise.errors import BadSetting, DamagedFile
from plywise.evaluation.features import first_set
from plywise.evaluation.weights import label_of
from plywise.games.points import outcomes_of
from plywise.learning.tables import flat
from plywise.report.matches import Score
from plywise.report.traces import Array, Gate, Quality, Thinned, Trace
from plywise.runs.ratings import rating_curve
from plywise.valuing.worth import worth

if TYPE_CHECKING:
    from plywise.learning.config import LearnConfig
    from plywise.play.match_result import MatchResult
    from plywise.runs.history import Buckets
    from plywise.runs.run import Run

MOST_NUMBERS = 2_000_000
"""Weights times games up to which a report looks at every game; beyond it takes some together."""
MOST_ROWS = 1024
"""So many points of time a report has then,"""
LEAST_ROWS = 30
"""or fewer where weights are very many."""


def as_runs(what: "Run | str | Path | Sequence[Run | str | Path]") -> "list[Run]":
    """The runs that a run, a run directory or a list of them means; all of one kind."""
    from plywise.runs.run import Run, load

    several = [what] if isinstance(what, str | Path) or not isinstance(what, Sequence) else what
    runs = [load(run) if isinstance(run, str | Path) else run for run in several]
    if not runs:
        raise BadSetting("no runs to report on; name at least one run directory")
    for run in runs:
        kind("run", run, Run, "give runs, or their directories")
        if len(run.history) == 0:
            raise BadSetting(f"the run in {run.directory} has no games yet: nothing to draw")
        if others := _differences(runs[0], run):
            raise BadSetting(
                f"{run.directory} is a run of another kind than {runs[0].directory} "
                f"({'; '.join(others)}); one report shows runs that differ by their seeds"
            )
    return runs


def _differences(one: "Run", other: "Run") -> list[str]:
    """The settings that make two runs different kinds: a mean over both would mean nothing."""
    return [
        told
        for told in one.config.differences(other.config)
        if not told.startswith(("seed ", "gate_"))
    ]


def refuse_other_than_linear(config: "LearnConfig") -> None:
    """BadSetting for runs that learn no weights of features: there is no picture of others."""
    if not config.shape.begins_with_features:
        raise BadSetting(
            f"a report draws the weights of features, and this run learns a {config.evaluation}; "
            "`plywise show` tells what its features are worth"
        )


def trace(run: "Run") -> Trace:
    """The traces of a run. A learnt steepness is no weight of the evaluation and is left out."""
    return _trace(run, is_long=run.history.every > 1)


def _trace(run: "Run", *, is_long: bool) -> Trace:
    history, config = run.history, run.config
    refuse_other_than_linear(config)
    names = config.feature_names
    gates = [
        Gate(
            game=g.game, score=g.score, low=g.low, high=g.high, games=g.games, kind=g.kind,
            against=g.against, worse=g.worse,
        )
        for g in run.gates
    ]  # fmt: skip
    most = max(LEAST_ROWS, min(MOST_ROWS, MOST_NUMBERS // len(run.names)))
    together = history.buckets(most) if is_long else None
    weights = history.weights[:] if together is None else together.weights.mean
    rates = history.rates[:] if together is None else together.rates.mean
    return Trace(
        names=names,
        features=run.features,
        unit=config.unit,
        weights=weights[:, : len(names)],
        rates=rates[:, : len(names)],
        thinned=None if together is None else _thinned(run, together),
        trace_decay=history.trace_decay,
        start=np.array(config.start[: len(names)], dtype=np.float64),
        steepness=weights[:, -1] if config.rule.learn_steepness else None,
        seed=config.seed,
        gates=tuple(gates),
        ratings=tuple(rating_curve(run)),
        quality=_quality(run),
        plies=history.plies.astype(np.float64),
        outcomes=history.outcome,
        declared=outcomes_of(config.game),
        nodes=history.nodes.astype(np.float64),
        seconds=float(history.seconds.sum()),
        players=_kernel.facts(config.game).players,
        settings=flat(config.as_dict()),
        usual=usual_settings_of(config),
        version=_kernel.version,
        place=str(run.directory),
    )


def as_shown(run: "Run") -> Trace:
    """The traces as people read them: pieces at their typical values, where places count too."""
    raw = _trace(run, is_long=run.history.every > 1 or _numbers(run) > MOST_NUMBERS)
    read = worth(run.as_weights().as_linear(), run)
    if not read.how:
        return raw
    # Centring is linear, so its effect on a unit of each weight says all about it.
    moved = np.array([list(read.moved(name).values()) for name in raw.names])
    shown = replace(raw, weights=raw.weights @ moved, start=raw.start @ moved, how=read.how)
    if raw.thinned is None:
        return shown
    return replace(shown, thinned=_moved(run, raw.thinned, shown, moved))


def _numbers(run: "Run") -> int:
    rows, columns = run.history.weights.shape
    return rows * columns


def _thinned(run: "Run", together: "Buckets") -> Thinned:
    """What the rows of the pyramid stand for."""
    count = len(run.config.feature_names)
    return Thinned(
        games=len(run.history),
        after=together.game.astype(np.float64),
        low=together.weights.low[:, :count],
        high=together.weights.high[:, :count],
        tail=np.array(list(run.mean().values()))[:count],
    )


def _moved(run: "Run", thinned: Thinned, shown: Trace, moved: Array) -> Thinned:
    """The same of weights that were moved, for those that tables and lines show."""
    history, rows = run.history, shown.rows
    few = moved[:, rows]
    series = np.vstack([block[:, : len(moved)] @ few for block in history.weights.blocks()])
    ends = (thinned.after / history.every).astype(np.intp)
    starts = np.append(0, ends[:-1])
    low, high = shown.weights.copy(), shown.weights.copy()
    low[:, rows] = np.minimum.reduceat(series, starts, axis=0)
    high[:, rows] = np.maximum.reduceat(series, starts, axis=0)
    tail = None if thinned.tail is None else thinned.tail @ moved
    return replace(thinned, low=low, high=high, tail=tail)


def _quality(run: "Run") -> Quality | None:
    """Prediction quality by distance, as the run's last checkpoint has it."""
    from plywise.learning.prediction_decay import PredictionDecay
    from plywise.runs.directory import RunDirectory

    try:
        state: Any = RunDirectory(run.directory).state(run.config)
    except DamagedFile:  # the games can still be shown; `learn --resume` says what is wrong
        return None
    if state is None:
        return None
    decay = PredictionDecay()
    decay.restore(state["learner"]["prediction_decay"])
    distance, quality, pairs = decay.qualities()
    if len(distance) < 2:
        return None
    return Quality(
        distance=distance.astype(np.float64),
        quality=quality,
        pairs=pairs.astype(np.float64),
        decay=decay.fit(),
    )


def scores(
    match: "MatchResult | Sequence[MatchResult] | Mapping[str, MatchResult] | None",
) -> list[Score]:
    """Match results as the pictures show them; a mapping gives each opponent a name of its own."""
    from plywise.play.match_result import MatchResult

    if match is None:
        return []
    if isinstance(match, Mapping):
        named = [(str(name), result) for name, result in match.items()]
    else:
        several = match if isinstance(match, Sequence) else [match]
        named = [(getattr(result, "b", ""), result) for result in several]
    for _, result in named:
        kind("match", result, MatchResult, "give what pw.match returned")
    return [_score(name, result) for name, result in named]


def _score(label: str, result: "MatchResult") -> Score:
    interval = result.score_interval
    if result.score is None or interval is None:
        raise BadSetting(f"the match against {label} has no games: nothing to draw")
    return Score(
        label=label_of(label),
        wins=result.wins,
        draws=result.draws,
        losses=result.losses,
        score=result.score,
        low=interval[0],
        high=interval[1],
        text=str(result),
    )


def references(one: Trace) -> dict[str, Array]:
    """The values to compare with: the papers' for this game, features and depth; the textbook's."""
    from plywise.evaluation.weights import in_units, published_for

    game, features = str(one.settings.get("game")), str(one.settings.get("features"))
    published = published_for(game, features, one.settings.get("search.depth"))
    values = in_units(published, one.unit)
    return {label: np.array([of[n] for n in one.names]) for label, of in values.items()}


def usual_settings_of(config: "LearnConfig") -> dict[str, Any]:
    """The settings of a run that is told nothing but its game and its features."""
    like = type(config)(game=config.game, features=config.features)
    return flat(like.as_dict()) | {"features": first_set(config.game)}
