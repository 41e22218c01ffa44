"""What charts draw of a run: at most so many points of each line, whatever the run's length."""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plywise.errors import BadSetting
from plywise.evaluation.boards import mean_parts
from plywise.evaluation.weights import in_units, published_for
from plywise.games.points import even, outcomes_of
from plywise.page.watching import Watched
from plywise.runs.history import History
from plywise.runs.pyramid import plain
from plywise.runs.run import Run

Array = NDArray[np.float64]
MOST_LINES = 48
"""Beyond so many lines nobody sees anything: bands of quantiles, or boards."""
MOST_POINTS = 2048
QUANTILES = (0.0, 0.1, 0.25, 0.5, 0.75, 0.9, 1.0)
LENGTH = 2
"""The column of lengths in `game_table`."""


def shown_columns(run: Run) -> list[int]:
    """The weights that have a line of their own."""
    names = run.names
    if len(names) <= MOST_LINES:
        return list(range(len(names)))
    if not run.config.shape.begins_with_features:
        return []
    rows = set(run.features.rows[:MOST_LINES])
    return [n for n, name in enumerate(names) if name in rows]


def shown(run: Run, table: Array) -> Array:
    """Those columns of a table of weights, pieces at the mean value of their places."""
    columns = shown_columns(run)
    chosen = np.array(table[:, columns])
    if run.features.has_boards and run.config.shape.begins_with_features:
        place = {name: n for n, name in enumerate(run.names)}
        for piece, shares in mean_parts(run.features).items():
            if place[piece] in columns:
                places = [place[name] for name in shares]
                mean = table[:, places] @ np.array(list(shares.values()))
                chosen[:, columns.index(place[piece])] += mean
    return chosen


def has_typical_values(run: Run) -> bool:
    """Whether lines are means over places: then least and greatest of a bucket are not known."""
    return run.features.has_boards and run.config.shape.begins_with_features


def frame(watched: Watched) -> dict[str, Any]:
    """What stays the same while a run is looked at, for its charts."""
    run = watched.single
    config: Any = run.config
    columns = shown_columns(run)
    published = published_for(config.game, config.features, getattr(config.search, "depth", None))
    return {
        "names": [run.names[n] for n in columns],
        "columns": columns,
        "all": len(run.names),
        "unit": config.unit if config.shape.begins_with_features else "",
        "published": in_units(published, config.unit) if published else {},
        "players": list(_players(run)),
    }


def _players(run: Run) -> tuple[str, str]:
    from plywise import _kernel

    first, second = _kernel.facts(run.config.game).players
    return first, second


def unit_size(watched: Watched, history: History) -> float | None:
    """The unit's mean over the last half, which curves are divided by; None where it is no unit.

    Not the last one: the curves would jump with it.
    """
    run = watched.single
    columns = shown_columns(run)
    unit = run.config.unit
    if unit not in run.names or run.names.index(unit) not in columns or not len(history.weights):
        return None
    place = columns.index(run.names.index(unit))
    found: float | None = watched.at_most_every(
        1.0, "unit", lambda: _unit_mean(run, history, place)
    )
    return found


def _unit_mean(run: Run, history: History, place: int) -> float | None:
    tail = history.kept_tail(0.5)
    mean = shown(run, history.weights.mean(axis=0, rows=tail)[None, :])
    size = float(mean[0, place])
    return size if size > 0.0 else None


def weights_series(
    watched: Watched, *, most: int, first: int = 1, last: int | None = None
) -> dict[str, Any]:
    """Weights and step sizes of the lines that are shown; with quantiles of all where more are."""
    history = watched.history()
    run = watched.single
    columns = shown_columns(run)
    first = min(first, max(len(history), 1))
    found = history.buckets(most, first=first, last=max(last, first) if last else None)
    told: dict[str, Any] = {
        "have": len(history),
        "beginning": watched.beginning,
        "every": history.every,
        "size": unit_size(watched, history),
        "game": found.game.tolist(),
        "mean": lines_of(shown(run, found.weights.mean)),
        "rates": lines_of(found.rates.mean[:, columns]),
    }
    if not has_typical_values(run):
        told["low"] = lines_of(found.weights.low[:, columns])
        told["high"] = lines_of(found.weights.high[:, columns])
    if len(columns) < len(run.names) and len(found):
        spread = np.quantile(found.weights.mean, QUANTILES, axis=1).T
        told["quantiles"] = lines_of(spread)
    return told


def game_series(
    watched: Watched, *, most: int, first: int = 1, last: int | None = None
) -> dict[str, Any]:
    """λ and ψ, lengths, outcomes and speed over the games."""
    history = watched.history()
    begin, end = first - 1, min(last or len(history), len(history))
    table = game_table(watched, history, begin, end)
    level = plain(table).merged(max(1, -(-(end - begin) // most)))
    ends = begin + np.minimum(np.cumsum(level.counts), max(end - begin, 0))
    stats = level.stats if len(level.counts) else np.empty((0, 3, table.shape[1]))
    return {
        "have": len(history),
        "beginning": watched.beginning,
        "game": ends.tolist(),
        "mean": lines_of(stats[:, 0]),
        "low": _of_lengths(stats[:, 1]),
        "high": _of_lengths(stats[:, 2]),
    }


def _of_lengths(table: Array) -> list[list[float | None] | None]:
    """A band of the games' lengths alone: of the others it would say nothing."""
    found: list[list[float | None] | None] = [None] * table.shape[1]
    found[LENGTH] = lines_of(table[:, [LENGTH]])[0]
    return found


def game_table(watched: Watched, history: History, begin: int, end: int) -> Array:
    """λ, ψ, plies, won, drawn and lost by the first player, games a second; a row a game."""
    part = slice(begin, max(begin, end))
    draw = even(outcomes_of(watched.run.config.game))
    outcome = history.outcome[part]
    seconds = np.maximum(history.seconds[part], 1e-9)
    return np.stack(
        [
            history.trace_decay[part],
            history.prediction_decay[part],
            history.plies[part].astype(np.float64),
            (outcome > draw).astype(np.float64),
            (outcome == draw).astype(np.float64),
            (outcome < draw).astype(np.float64),
            watched.workers / seconds,
        ],
        axis=1,
    )


def rows_since(watched: Watched, have: int, most: int) -> dict[str, Any] | None:
    """What came after game number `have`, a row a game; None if it is too much for rows."""
    history = watched.history()
    games = len(history)
    if have > games or games - have > most:
        return None
    run = watched.single
    columns = shown_columns(run)
    begin, end = have // history.every, games // history.every
    weights = shown(run, history.weights[begin:end])
    rates = history.rates[begin:end][:, columns]
    kept = history.every * np.arange(begin + 1, end + 1)
    return {
        "have": games,
        "from": have,
        "kept": kept.tolist(),
        "weights": lines_of(weights),
        "rates": lines_of(rates),
        "game": list(range(have + 1, games + 1)),
        "games": lines_of(game_table(watched, history, have, games)),
        "size": unit_size(watched, history),
    }


def lines_of(table: Array) -> list[list[float | None]]:
    """The columns of a table, a list each, to six digits of their greatest number.

    >>> lines_of(np.array([[1.23456789, 1000.0], [float("nan"), 2.0]]))
    [[1.23457, None], [1000.0, 2.0]]
    """
    return [_rounded(column) for column in np.asarray(table).T]


def _rounded(column: Array) -> list[float | None]:
    finite = np.abs(column[np.isfinite(column)])
    largest = float(finite.max()) if finite.size else 0.0
    digits = 5 - math.floor(math.log10(largest)) if largest > 0.0 else 0
    rounded = np.round(column, max(0, min(digits, 15)))
    return [value if math.isfinite(value) else None for value in rounded.tolist()]


def whole_number(text: str | None, usual: int, *, least: int, most: int) -> int:
    """A number out of an address; BadSetting for what is none."""
    if text is None or text == "":
        return usual
    if not text.isdecimal() or len(text) > 15 or not least <= int(text) <= most:
        raise BadSetting(f"{text[:40]!r} is no whole number from {least} to {most}")
    return int(text)
