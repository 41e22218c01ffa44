"""What the hidden units of backgammon's contact network look at, drawn on the board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from plywise.evaluation.gammon_shape import OUTPUTS, GammonShape
from plywise.games.dice import throw
from plywise.games.game import game
from plywise.report.picture import Picture
from plywise.report.theme import Theme
from plywise.report.traces import Array
from plywise.searching.expectimax import Expectimax
from plywise.searching.search import search

if TYPE_CHECKING:
    from plywise.evaluation.gammon import Gammon
    from plywise.games.position import Position

POINTS, A_POINT, A_SIDE = 24, 4, 98
"""Of the board; inputs of a point; inputs of a side: its points, the bar, and what is off."""
BAR, OFF = 0, 25
"""The places of a side that are no points, as numbers beside them."""
UNITS = 6
"""Hidden units that a page shows."""
SAMPLE = 300
"""Positions over which their influence is measured."""
TURNS = 40
"""Turns of a game that count among them: networks that know nothing play for hundreds."""
SEED = 0x756E_6974  # "unit": whose dice no game of a run has
ABOVE, BELOW, STEPS = 4, 3, 8
"""The series of colours for good and bad, orange and blue, and the steps of shade of either."""
GAP = 0.7
"""The width of the bar, where a point's is 1."""
TALL, REACH = 4.8, 2.15
"""The height of a board and of its points."""


@dataclass(frozen=True, kw_only=True)
class Unit:
    """A hidden unit of the contact network; signs are such that + is good for who is to roll."""

    number: int
    """Counted from 1, as in the names of the weights."""
    influence: float
    """The standard deviation, over positions, of what it adds to the equity."""
    own: Array
    """Sums of the four weights of each point, for the checkers of the player about to roll, between
    those of the bar and of what is off: by their own numbers of the points."""
    other: Array
    """The same for the other side's checkers, by the other's numbers."""
    outputs: Array
    """Its weights in the five outputs."""
    extras: tuple[tuple[str, float], ...]
    """Further inputs, the most telling first: how far each moves the unit as it scatters."""


def units(evaluation: Gammon, *, most: int = UNITS, sample: int = SAMPLE) -> list[Unit]:
    """The hidden units that move the equity most, over positions from the networks' own games."""
    gradients = np.array(list(_gradients(evaluation, sample)))
    if not len(gradients):
        return []
    hidden, inputs = _sizes(evaluation)
    ends = np.cumsum([inputs, 1, len(OUTPUTS)]) * hidden
    weights = np.array(evaluation.weights)
    first = weights[: ends[0]].reshape(inputs, hidden)
    last = weights[ends[1] : ends[2]].reshape(len(OUTPUTS), hidden)
    moved = gradients[:, ends[1] : ends[2]].reshape(-1, len(OUTPUTS), hidden)
    # ∂equity/∂w = (∂equity/∂output) · unit, so that w · ∂equity/∂w is what the unit adds.
    added = np.einsum("nkh,kh->nh", moved, last)
    slopes = gradients[:, ends[0] : ends[1]]
    signs = np.where(slopes.mean(axis=0) < 0.0, -1.0, 1.0)
    spread = _spreads(gradients[:, : ends[0]].reshape(-1, inputs, hidden), slopes)
    influence = added.std(axis=0)
    chosen = np.argsort(-influence, kind="stable")[:most]
    names = evaluation.features.names
    return [
        Unit(
            number=int(unit) + 1,
            influence=float(influence[unit]),
            own=_places(signs[unit] * first[:A_SIDE, unit]),
            other=_places(signs[unit] * first[A_SIDE : 2 * A_SIDE, unit]),
            outputs=signs[unit] * last[:, unit],
            extras=_extras(names, signs[unit] * first[:, unit] * spread),
        )
        for unit in chosen
    ]


def _sizes(evaluation: Gammon) -> tuple[int, int]:
    """Hidden units of the contact network, and its inputs."""
    assert isinstance(evaluation.shape, GammonShape)
    return evaluation.shape.hidden, len(evaluation.features.names)


def _gradients(evaluation: Gammon, sample: int) -> Iterator[Array]:
    """The slopes of the equity, in the view of the roller, at positions with contact."""
    hidden, inputs = _sizes(evaluation)
    contact = (inputs + 1 + len(OUTPUTS)) * hidden + len(OUTPUTS)
    found = number = 0
    while found < sample and number < sample:
        for position in _game(evaluation, number):
            turn = -1.0 if position.roller == "second" else 1.0
            gradient = np.array(evaluation.gradient(position))[:contact]
            if gradient.any() and found < sample:
                found += 1
                yield turn * gradient
        number += 1


def _game(evaluation: Gammon, number: int) -> Iterator[Position]:
    """The positions of a game, a ply deep, before each roll but the first."""
    using = Expectimax(depth=1, random_ties=False)
    position = game(evaluation.features.game).start()
    for ply in range(TURNS):
        rolled = position.after(throw(position.kernel, seed=SEED, number=number, ply=ply))
        move = search(rolled, evaluation, using).move
        assert move is not None
        position = rolled.after(move)
        if position.outcome is not None:
            return
        yield position


def _spreads(inputs: Array, slopes: Array) -> Array:
    """How far each input scatters: of x · slope the slope is taken out, at the steepest unit."""
    steepest = np.abs(slopes).argmax(axis=1)
    rows = np.arange(len(slopes))
    values = inputs[rows, :, steepest] / np.where(slopes == 0.0, 1.0, slopes)[rows, steepest, None]
    return np.asarray(values.std(axis=0), dtype=np.float64)


def _places(weights: Array) -> Array:
    """The bar, the 24 points and what is off."""
    points = weights[: POINTS * A_POINT].reshape(POINTS, A_POINT).sum(axis=1)
    bar, off = weights[POINTS * A_POINT : A_SIDE]
    return np.array([bar, *points, off])


def _extras(names: Sequence[str], moves: Array, most: int = 3) -> tuple[tuple[str, float], ...]:
    beyond = range(2 * A_SIDE, len(names))
    chosen = sorted(beyond, key=lambda n: -abs(moves[n]))[:most]
    return tuple((names[n], float(moves[n])) for n in chosen)


def picture(found: Sequence[Unit]) -> Picture:
    """Two boards a unit: where it likes the roller's checkers, and where the other's."""

    def draw(grid: Any, theme: Theme) -> None:
        for row, unit in zip(grid, found, strict=True):
            scale = max(float(np.abs(unit.own).max()), float(np.abs(unit.other).max()), 1e-9)
            for axes, values, is_own in zip(
                row, (unit.own, unit.other), (True, False), strict=True
            ):
                _board(axes, values / scale, theme, is_own=is_own)
            row[0].set_title(f"unit {unit.number}, ± {unit.influence:.3f}", fontsize=8.5)
        first = f"{grid[0][0].get_title(loc='left')}: the roller's"
        for axes, title in zip(grid[0], (first, "the other's"), strict=True):
            axes.set_title(title, fontsize=8.5)

    told = "; ".join(f"unit {unit.number}: {_told(unit)}" for unit in found)
    return Picture(
        name="hidden-units",
        title="What hidden units look at",
        alt=f"Boards of the {len(found)} most influential hidden units. {told}.",
        caption="The most influential units of the contact network, and ± what each adds to the "
        "equity over positions of its own games (standard deviation, points). Left the checkers of "
        "the player about to roll, right the other's, both on the roller's board: home at the "
        "lower right, beside the points the bar and what is off. Orange: checkers there speak for "
        "the roller, blue: against; sums of the four weights of a point, each unit on its own "
        "scale.",
        draw=draw,
        height=1.62 * len(found) + 0.1,
        rows=len(found),
        columns=2,
    )


def _told(unit: Unit) -> str:
    own, other = int(np.argmax(unit.own[1:OFF])) + 1, int(np.argmax(unit.other[1:OFF])) + 1
    return f"likes the roller's checkers best on {own}, the other's on {POINTS + 1 - other}"


def _board(axes: Any, values: Array, theme: Theme, *, is_own: bool) -> None:
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path

    shapes = {place: Path(_corners(place, is_own=is_own), closed=True) for place in range(OFF + 1)}
    shaded: dict[int, list[Any]] = {}
    for place, shape in shapes.items():
        if step := round(STEPS * float(values[place])):
            shaded.setdefault(step, []).append(shape)
    for step, some in sorted(shaded.items()):
        colour = theme.line(ABOVE if step > 0 else BELOW)
        shape = Path.make_compound_path(*some)
        axes.add_patch(PathPatch(shape, facecolor=colour, alpha=abs(step) / STEPS, lw=0))
    outline = Path.make_compound_path(*shapes.values())
    axes.add_patch(PathPatch(outline, facecolor="none", edgecolor=theme.quiet, lw=0.4, alpha=0.7))
    for point in (1, 6, 7, 12, 13, 18, 19, 24):
        x, is_low = _column(point) + 0.5, point <= POINTS // 2
        y = -0.15 if is_low else TALL + 0.15
        axes.text(x, y, str(point), fontsize=6, ha="center", va="top" if is_low else "bottom",
                  color=theme.quiet)  # fmt: skip
    axes.set_xlim(-0.1, POINTS / 2 + 2 * GAP + 0.2)
    axes.set_ylim(-0.7, TALL + 0.7)
    axes.set_aspect("equal")
    axes.set_axis_off()


def _corners(place: int, *, is_own: bool) -> list[tuple[float, float]]:
    """The outline of a place on the roller's board, closed; the other's point 1 is our 24."""
    if place in (BAR, OFF):
        x = POINTS / 4 if place == BAR else POINTS / 2 + GAP + 0.1
        low = 0.0 if is_own else TALL - REACH
        right, high = x + GAP, low + REACH
        x += 0.1
        return [(x, low), (right, low), (right, high), (x, high), (x, low)]
    point = place if is_own else POINTS + 1 - place
    x = _column(point)
    base, tip = (0.0, REACH) if point <= POINTS // 2 else (TALL, TALL - REACH)
    return [(x, base), (x + 1, base), (x + 0.5, tip), (x, base)]


def _column(point: int) -> float:
    """Where a point begins, from the left: 1 to 12 lie below from the right, 13 to 24 above.

    >>> _column(1), _column(12), _column(13), _column(24) == _column(1)
    (11.7, 0.0, 0.0, True)
    """
    half = POINTS // 2
    column = half - point if point <= half else point - half - 1
    return column + (GAP if column >= half // 2 else 0.0)
