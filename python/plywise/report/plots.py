"""The pictures of a learning run: each function takes traces and gives a `Picture`."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from plywise.files import as_path
from plywise.report.bars import all_rows
from plywise.report.boards import all_boards
from plywise.report.gates import gates
from plywise.report.labels import at_line_ends, beside
from plywise.report.picture import Picture, refuse_bad_place, refuse_without_matplotlib
from plywise.report.ratings import is_told, ratings
from plywise.report.theme import Theme
from plywise.report.traces import Array, Quality, Thinned, Trace, around, common_length, thin

if TYPE_CHECKING:
    from plywise.runs.run import Run

Bands = tuple[Array, Array, Array, Array]

WINDOW = 20
"""Games in the running mean that is drawn over a single run's own, restless trace."""
MOST_LINES = 13
"""More weights than this are no longer read as lines: the largest are drawn."""


def all_pictures(
    traces: Sequence[Trace], references: Mapping[str, Array] | None = None
) -> dict[str, Picture]:
    """Every picture that the runs give cause for, by name."""
    drawn = [weights(traces, references), *all_boards(traces), *all_rows(traces)]
    drawn += [step_sizes(traces), trace_decay(traces)]
    if all(trace.gates for trace in traces):
        drawn.append(gates(traces))
    if all(is_told(trace.ratings) for trace in traces):
        drawn.append(ratings(traces))
    quality = traces[0].quality
    if quality is not None:
        drawn.append(prediction_quality(quality))
    return {picture.name: picture for picture in drawn}


def run_figure(run: "Run", path: str | Path | None = None) -> Any:
    """Weights, step sizes and λ of a run, one above the other: a figure, or the file written."""
    from plywise.report import reading

    if path is None:
        refuse_without_matplotlib()
    else:
        path = as_path(path)
        refuse_bad_place(path)
    one = reading.as_shown(run)
    parts = [weights([one], reading.references(one)), step_sizes([one]), trace_decay([one])]

    def draw(grid: Any, theme: Theme) -> None:
        for row, part in zip(grid, parts, strict=True):
            row[0].set_title(part.title)
            part.draw([row], theme)

    told = " ".join(part.alt for part in parts)
    whole = Picture(name="run", title="Run", alt=told, draw=draw, height=9.0, rows=3)
    return whole.figure() if path is None else whole.save(path)


def weights(traces: Sequence[Trace], references: Mapping[str, Array] | None = None) -> Picture:
    """Learnt weights, game by game, the unit's being 1; a band shows the spread over seeds.

    `references` are value sets to compare with, drawn as marks at the right edge.
    """
    names = traces[0].names
    shown = _shown(traces)
    final = np.mean([trace.values() for trace in traces], axis=0)
    marks = dict(references or {})

    def draw(grid: Any, theme: Theme) -> None:
        axes = grid[0][0]
        x, middle, low, high = bands(traces)
        for n in shown:
            axes.fill_between(x, low[:, n], high[:, n], color=theme.line(n), alpha=0.18, lw=0)
            axes.plot(x, middle[:, n], color=theme.line(n), lw=1.7)
        axes.set_xlabel("games")
        _frame(axes, x[-1], low[:, shown], high[:, shown], marks)
        _reference_marks(axes, marks, shown, theme)
        ends = [float(final[n]) for n in shown]
        texts = [f"{names[n]} {final[n]:.2f}" for n in shown]
        offset = 7.0 + 12.0 * len(marks)
        at_line_ends(axes, ends, texts, [theme.word(n) for n in shown], offset=offset)

    told = ", ".join(f"{names[n]} {final[n]:.2f}" for n in shown)
    together = traces[0].thinned
    several = WINDOW if together is None else max(1, together.games // len(together.after))
    band = (
        f"line: mean of {several} games; shade: their lowest and highest"
        if len(traces) == 1
        else (f"line: mean of {len(traces)} runs; band: one standard deviation over seeds")
    )
    legend = "".join(f"; {sign} {name}" for sign, name in zip("◇–+", marks, strict=False))
    return Picture(
        name="weights",
        title="Weights, game by game",
        alt=f"Line chart of the learnt weights over {common_length(traces):,} games, "
        f"{traces[0].units}. Mean of the last half: {told}.",
        caption=f"{traces[0].units}. {band.capitalize()}{legend}.",
        draw=draw,
        height=4.3,
    )


def _shown(traces: Sequence[Trace]) -> list[int]:
    """The weights that are drawn as lines: the largest of those that no board shows."""
    final, rows = np.abs(traces[0].tail()), traces[0].rows
    largest = sorted(rows, key=lambda n: -float(final[n]))[:MOST_LINES]
    return sorted(largest)


def bands(traces: Sequence[Trace], *, raw: bool = False) -> Bands:
    """Games from 0, the start, on, and middle, low and high of every weight after them.

    `raw` is without normalising.
    Of several runs: mean and one standard deviation either way. Of one: mean, lowest and highest
    value of the games around; of a long one, those of the games that are drawn as one point.
    """
    if len(traces) == 1 and traces[0].thinned is not None:
        return _thinned_bands(traces[0], traces[0].thinned, 1.0 if raw else traces[0].scale())
    picked = thin(1 + common_length(traces))
    x = picked.astype(np.float64)
    shown = [np.vstack([one.start, one.weights]) / (1.0 if raw else one.scale()) for one in traces]
    if len(shown) == 1:
        low, high = _range_around(shown[0], WINDOW)
        return x, around(shown[0], WINDOW)[picked], low[picked], high[picked]
    rows = [np.append(0, 1 + one.row(picked[1:])) for one in traces]
    runs = np.stack([one[row] for one, row in zip(shown, rows, strict=True)])
    mean, spread = runs.mean(axis=0), runs.std(axis=0, ddof=1)
    return x, mean, mean - spread, mean + spread


def _thinned_bands(one: Trace, thinned: Thinned, scale: float) -> Bands:
    """Every row of a long run is the mean of some games, whose range is known."""
    picked = thin(1 + len(one.weights))
    x = np.append(0.0, thinned.after)[picked]
    columns = (one.weights, thinned.low, thinned.high)
    middle, low, high = (np.vstack([one.start, part])[picked] / scale for part in columns)
    return x, middle, low, high


def _range_around(raw: Array, window: int) -> tuple[Array, Array]:
    """Lowest and highest value of the games whose mean `around` gives."""
    half = window // 2
    # At the ends there are fewer games: repeating the outermost adds no new value.
    padded = np.pad(raw, ((half, half), (0, 0)), mode="edge")
    games = np.lib.stride_tricks.sliding_window_view(padded, 2 * half + 1, axis=0)
    return games.min(axis=-1), games.max(axis=-1)


def _frame(axes: Any, last: float, low: Array, high: Array, marks: Mapping[str, Array]) -> None:
    # The first games may be wild; they should not flatten the rest of the picture.
    top = float(np.quantile(high[len(high) // 10 :], 0.999)) * 1.06
    top = max(1.0, top, *(1.04 * float(values.max()) for values in marks.values()))
    bottom = min(0.0, float(np.quantile(low[len(low) // 10 :], 0.001)) * 1.06)
    axes.set_xlim(0, last)
    axes.set_ylim(bottom, top)
    axes.yaxis.get_major_locator().set_params(integer=True)
    axes.xaxis.set_major_formatter("{x:,.0f}")
    axes.locator_params(axis="x", nbins=6)


def _reference_marks(
    axes: Any, references: Mapping[str, Array], shown: Sequence[int], theme: Theme
) -> None:
    for place, values in enumerate(references.values()):
        shape = {"marker": "D_+"[place % 3], "ms": (4, 7, 6)[place % 3], "mfc": "none"}
        for n in shown:
            axes.plot(
                [1],
                [float(values[n])],
                transform=beside(axes, 9 + 12 * place),
                clip_on=False,
                color=theme.line(n),
                **shape,
            )


def step_sizes(traces: Sequence[Trace]) -> Picture:
    """Every weight's own step size, mean over the runs, on a logarithmic scale."""
    length = common_length(traces)
    picked = thin(length)
    rates = np.mean([trace.rates[trace.row(picked + 1)] for trace in traces], axis=0)
    names = traces[0].names
    is_one_line = bool(np.all(rates == rates[:, :1]))
    shown = [0] if is_one_line else _shown(traces)

    def draw(grid: Any, theme: Theme) -> None:
        axes = grid[0][0]
        x = (picked + 1).astype(np.float64)
        for n in shown:
            axes.plot(x, np.maximum(rates[:, n], 1e-6), color=theme.line(n), lw=1.5)
        axes.set_yscale("log")
        low, high = axes.get_ylim()
        if high / low < 10:  # at least one power of ten, so that the scale can be read
            axes.set_ylim(low / 3, high * 3)
        axes.yaxis.set_major_formatter(lambda value, _: f"{value:g}")
        axes.set_xlabel("games")
        axes.set_xlim(0, x[-1])
        axes.xaxis.set_major_formatter("{x:,.0f}")
        axes.locator_params(axis="x", nbins=5)
        texts = ["all weights"] if is_one_line else [names[n] for n in shown]
        ends = [max(float(rates[-1, n]), 1e-6) for n in shown]
        at_line_ends(axes, ends, texts, [theme.word(n) for n in shown])

    told = ", ".join(f"{names[n]} {rates[-1, n]:.3g}" for n in shown)
    return Picture(
        name="step-sizes",
        title="Step sizes",
        alt=f"Line chart of step sizes over {length:,} games; at the end: {told}.",
        caption="A weight whose changes cancel each other is given smaller steps. Log scale.",
        draw=draw,
        height=3.0,
    )


def trace_decay(traces: Sequence[Trace]) -> Picture:
    """λ after each game: fixed, or as prediction decay sets it."""
    length = common_length(traces)
    decays = np.stack([trace.trace_decay[:length] for trace in traces])
    final = float(decays[:, -1].mean())
    is_fixed = bool(np.all(decays == decays[0, 0]))

    def draw(grid: Any, theme: Theme) -> None:
        axes = grid[0][0]
        picked = thin(length)
        x = (picked + 1).astype(np.float64)
        for one in decays:
            axes.plot(x, one[picked], color=theme.line(3), lw=1.2, alpha=0.55)
        # The first λ is 1 by definition; what matters is the last decimals.
        low = float(np.quantile(decays[:, length // 20 :], 0.001))
        axes.set_ylim(low - 0.25 * (1.0 - low) - 1e-3, 1.0 + 0.02 * (1.0 - low))
        axes.set_xlabel("games")
        axes.set_xlim(0, x[-1])
        axes.xaxis.set_major_formatter("{x:,.0f}")
        axes.locator_params(axis="x", nbins=5)
        label = f"λ {final:.3g}" if is_fixed else f"λ = ψ {final:.4f}"
        at_line_ends(axes, [final], [label], [theme.word(3)])

    how = "fixed" if is_fixed else "prediction decay ψ, refitted after every game"
    return Picture(
        name="trace-decay",
        title="Trace decay λ",
        alt=f"Line chart of λ over {length:,} games ({how}); at the end {final:.4g}.",
        caption=f"How far back a surprise reaches: {how}.",
        draw=draw,
        height=3.0,
    )


def prediction_quality(quality: Quality) -> Picture:
    """Observed prediction quality by distance, and ψ^distance fitted to it (figure 8.1)."""
    share = np.cumsum(quality.pairs) / max(float(quality.pairs.sum()), 1.0)
    reach = int(np.searchsorted(share, 0.995)) + 1  # beyond lie a few very long games

    def draw(grid: Any, theme: Theme) -> None:
        axes = grid[0][0]
        d, q = quality.distance[:reach], quality.quality[:reach]
        picked = thin(len(d), 160)
        axes.plot(d[picked], q[picked], "o", ms=2.6, mew=0, color=theme.line(3), alpha=0.7)
        axes.plot(d, quality.decay**d, color=theme.line(4), lw=1.6)
        axes.axhline(0, color=theme.quiet, lw=0.7, ls=(0, (1, 3)))
        axes.set_xlabel("distance d between two predictions, plies")
        axes.set_xlim(0, float(d[-1]))
        axes.set_ylim(min(0.0, float(q.min())) - 0.04, 1.04)
        ends = [float(quality.decay ** d[-1]), float(q[-1])]
        at_line_ends(axes, ends, ["ψ^d", "observed"], [theme.word(4), theme.word(3)])

    return Picture(
        name="prediction-quality",
        title="How long a prediction stays good",
        alt="Scatter of mean prediction quality by distance in plies, with the fitted curve "
        f"{quality.decay:.4f} to the power of the distance.",
        caption=f"Quality 1: the later prediction agrees; 0: no better than a guess. "
        f"Fitted decay ψ = {quality.decay:.4f}.",
        draw=draw,
        height=3.0,
    )
