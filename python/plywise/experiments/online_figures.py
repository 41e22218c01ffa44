"""Pictures of learning against others: ratings, parameters over the games, control of squares."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from plywise.experiments.online import Found, kept_traces
from plywise.report.boards import at_the_end
from plywise.report.labels import at_line_ends
from plywise.report.picture import Picture
from plywise.report.ratings import is_told, rating_picture
from plywise.report.theme import Theme
from plywise.report.traces import Trace

PARAMETERS = ("castled", "doubled_pawn")
"""Those that the papers draw: the bonus for castling, the penalty for a doubled pawn."""
CONTROL = "pos_base"
"""What control of a square is worth."""


def pictures(found: Found) -> tuple[Picture, ...]:
    """Figure 4; and of the first arm, where it has such weights, figures 5 and 8."""
    drawn: list[Picture] = []
    told = {
        label: [trace.ratings for trace in traces if is_told(trace.ratings)]
        for label, traces in kept_traces(found).items()
    }
    if curves := {label: runs for label, runs in told.items() if runs}:
        drawn.append(rating_picture(curves, more="Opponents near the run's own rating"))
    first: Sequence[Trace] = next(iter(found.study.traces.values()), ())
    if not first:
        return tuple(drawn)
    if places := _places(first[0]):
        drawn.append(_parameters(first, places))
    features = first[0].features
    if features is not None and any(table.name.endswith(CONTROL) for table in features.tables):
        drawn.append(at_the_end(first, only=CONTROL))
    return tuple(drawn)


def _places(trace: Trace) -> dict[str, list[tuple[str, int]]]:
    """For each parameter its name in every stage, and where that weight is."""
    found: dict[str, list[tuple[str, int]]] = {}
    for place, name in enumerate(trace.names):
        stage, _, bare = name.rpartition(".")
        if bare in PARAMETERS:
            found.setdefault(bare, []).append((stage or "all", place))
    return found


def _parameters(traces: Sequence[Trace], places: dict[str, list[tuple[str, int]]]) -> Picture:
    """A panel for each parameter, a line for each stage: the mean over the runs."""
    mean = np.mean([trace.weights[: min(len(t.weights) for t in traces)] for trace in traces], 0)

    def draw(grid: Any, theme: Theme) -> None:
        for axes, (name, stages) in zip(grid[0], places.items(), strict=True):
            axes.set_title(name)
            for n, (_, place) in enumerate(stages):
                axes.plot(1 + np.arange(len(mean)), mean[:, place], color=theme.line(n), lw=1.3)
            axes.set_xlabel("games")
            axes.set_xlim(0, len(mean))
            axes.locator_params(axis="x", nbins=4)
            ends = [float(mean[-1, place]) for _, place in stages]
            words = [theme.word(n) for n in range(len(stages))]
            at_line_ends(axes, ends, [stage for stage, _ in stages], words, points=9)

    told = "; ".join(
        f"{name} in {stage} ends at {mean[-1, place]:.3f}"
        for name, stages in places.items()
        for stage, place in stages
    )
    return Picture(
        name="parameters",
        title="Two parameters over the games",
        alt=f"Weights of castling and of doubled pawns in each stage, in pawns: {told}.",
        caption="In pawns, the mean over the runs; a doubled pawn's weight is the size of a "
        "penalty (Baxter et al. 2000, figure 5).",
        draw=draw,
        height=3.2,
        columns=len(places),
    )
