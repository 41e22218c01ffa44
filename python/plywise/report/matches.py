"""The picture of match results: wins, draws and losses as one bar, the score with its interval."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from plywise.report.picture import Picture
from plywise.report.theme import Theme

NAME = "match"


@dataclass(frozen=True, kw_only=True)
class Score:
    """A finished match, from the first side's view."""

    label: str
    """Against whom."""
    wins: int
    draws: int
    losses: int
    score: float
    """Wins and half the draws, as a share of the games."""
    low: float
    high: float
    """The 95 % interval of the score."""
    text: str = ""
    """The result in one line, with Elo."""

    @property
    def games(self) -> int:
        """How many were played."""
        return self.wins + self.draws + self.losses


def bars(scores: Sequence[Score], name: str = NAME) -> Picture:
    """One bar a match: won, drawn, lost; above it the score and its interval."""

    def draw(grid: Any, theme: Theme) -> None:
        axes = grid[0][0]
        for row, score in enumerate(scores):
            _bar(axes, -row, score, theme)
        axes.set_ylim(-len(scores) + 0.75, 0.65)
        axes.set_xlim(0, 100)
        axes.axvline(50, color=theme.ink, lw=0.8, ls=(0, (1, 2)), zorder=3)
        for side in ("left", "bottom"):
            axes.spines[side].set_visible(False)
        axes.set_yticks([])
        axes.set_xticks([0, 50, 100], ["0 %", "50 %", "100 %"])
        axes.tick_params(length=0)

    told = "; ".join(
        f"against {s.label}: {s.wins} won, {s.draws} drawn, {s.losses} lost, "
        f"{100 * s.score:.1f} % ({100 * s.low:.1f} to {100 * s.high:.1f})"
        for s in scores
    )
    return Picture(
        name=name,
        title="Match",
        alt=f"Bar of match results, {told}.",
        caption="Won, drawn and lost games. The mark is the score, the line its 95 % interval.",
        draw=draw,
        height=0.35 + 0.95 * len(scores),
    )


def _bar(axes: Any, y: float, score: Score, theme: Theme) -> None:
    left = 0.0
    parts = ((score.wins, 2, "won"), (score.draws, 0, "drawn"), (score.losses, 4, "lost"))
    for count, series, word in parts:
        width = 100 * count / max(score.games, 1)
        alpha = 0.75 if series else 0.35
        axes.barh(y, width, left=left, height=0.38, color=theme.line(series), alpha=alpha, lw=0)
        if width > 11:
            label = f"{count} {word}"
            axes.text(left + width / 2, y, label, ha="center", va="center", color=theme.ink)
        left += width
    middle, half = 50 * (score.low + score.high), 50 * (score.high - score.low)
    axes.errorbar([middle], [y + 0.29], xerr=[half], color=theme.ink, lw=1.2, capsize=2.5)
    axes.plot([100 * score.score], [y + 0.29], "D", ms=4.5, color=theme.ink)
    heading = f"v {score.label}: {100 * score.score:.1f} %"
    axes.text(0, y + 0.5, heading, ha="left", va="center", color=theme.ink, fontsize=9.5)
