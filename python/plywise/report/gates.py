"""The gate matches of a run as a picture, and in words where they say that it got worse."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from plywise.report.labels import at_line_ends
from plywise.report.picture import Picture
from plywise.report.theme import Theme
from plywise.report.traces import Gate, Trace

LINES = {"start": (3, "o-"), "earlier": (4, "s:"), "published": (0, "D--")}
"""Colour and form of the line of each kind of opponent."""


def gates(traces: Sequence[Trace]) -> Picture:
    """Is it learning? Scores on the way, with 95 % intervals, a line for each kind of opponent."""
    last = max(gate.game for trace in traces for gate in trace.gates)
    kinds = [kind for kind in LINES if any(_of(trace, kind) for trace in traces)]

    def draw(grid: Any, theme: Theme) -> None:
        axes = grid[0][0]
        axes.axhline(50, color=theme.quiet, lw=0.8, ls=(0, (1, 3)))
        for n, trace in enumerate(traces):
            for kind in kinds:
                # The run's place beside the others is the same for all kinds: bars side by side.
                _line(axes, _of(trace, kind), 0.006 * last * n, kind, theme)
        axes.set_ylim(min(40.0, *axes.get_ylim()[:1]), 102)
        axes.set_xlabel("games learnt")
        axes.set_xlim(0, last * 1.03)
        axes.xaxis.set_major_formatter("{x:,.0f}")
        axes.yaxis.set_major_formatter("{x:.0f} %")
        axes.locator_params(axis="x", nbins=6)
        if kinds == ["start"]:
            at_line_ends(axes, [50.0], ["as good as\nits start"], [theme.quiet])
            return
        ends = [100 * _final(traces, kind) for kind in kinds]
        texts = [_name(traces, kind) for kind in kinds]
        colours = [theme.word(LINES[kind][0]) for kind in kinds]
        at_line_ends(axes, [50.0, *ends], ["as good", *texts], [theme.quiet, *colours])

    told = "; ".join(
        f"against {_name(traces, kind)}, the last: {100 * _final(traces, kind):.0f} %"
        for kind in kinds
    )
    return Picture(
        name="gates",
        title="Is it learning?",
        alt=f"Score of the weights so far {told}.",
        caption=f"Short matches of the weights so far against {_opponents(traces, kinds)}; bars: "
        f"95 % intervals{'; a line a run' if len(traces) > 1 else ''}.",
        draw=draw,
        height=3.0,
    )


def warning(traces: Sequence[Trace]) -> str:
    """A sentence for each kind of opponent against which a run got worse; empty if none did."""
    several = len(traces) > 1
    told = []
    for trace in traces:
        for kind in LINES:
            found = _of(trace, kind)
            if found and found[-1].worse:
                gate = found[-1]
                which = f"Seed {trace.seed}" if several else "The run"
                told.append(
                    f"{which} got worse: {100 * gate.score:.0f} % against {_whom(gate)} after game "
                    f"{gate.game:,}."
                )
    return " ".join(told)


def _line(axes: Any, found: Sequence[Gate], aside: float, kind: str, theme: Theme) -> None:
    if not found:
        return
    colour, form = LINES[kind]
    x = [gate.game + aside for gate in found]
    y = [100 * gate.score for gate in found]
    low = [100 * (gate.score - gate.low) for gate in found]
    high = [100 * (gate.high - gate.score) for gate in found]
    shape = {"lw": 1.3, "elinewidth": 1, "ms": 4.5, "fmt": form}
    axes.errorbar(x, y, [low, high], color=theme.line(colour), **shape)


def _of(trace: Trace, kind: str) -> list[Gate]:
    return [gate for gate in trace.gates if gate.kind == kind]


def _final(traces: Sequence[Trace], kind: str) -> float:
    return float(np.mean([found[-1].score for trace in traces if (found := _of(trace, kind))]))


def _name(traces: Sequence[Trace], kind: str) -> str:
    if kind == "published":
        return next(gate.against for trace in traces for gate in _of(trace, kind))
    return {"start": "its start", "earlier": "itself, earlier"}[kind]


def _whom(gate: Gate) -> str:
    own = {"start": "its start", "earlier": f"itself at {gate.against}"}
    return own.get(gate.kind, gate.against)


def _opponents(traces: Sequence[Trace], kinds: Sequence[str]) -> str:
    said = {"start": "those of the start", "earlier": "those of about half as many games"}
    return ", ".join(said.get(kind) or _name(traces, kind) for kind in kinds)
