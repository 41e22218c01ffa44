"""Rollouts: what a position is worth by playing it out many times."""

from dataclasses import dataclass
from typing import Any

from plywise import checks
from plywise.checks import shown
from plywise.errors import BadSetting
from plywise.evaluation.gammon import Gammon, Outlook
from plywise.games.position import Position
from plywise.play.backgammon.asked import Asked, Dice
from plywise.play.backgammon.board import Board
from plywise.play.backgammon.hint import (
    CANDIDATES,
    MARGIN,
    as_asked,
    chances_dict,
    check_looking,
    check_networks,
    hint,
)
from plywise.play.backgammon.numbers import check_dice

GAMES = 1296
"""36 × 36: each pair of first rolls comes once."""
MOST_SEED = 2**64 - 1
PLAYS = 3
"""Plays of a roll that are rolled out."""


@dataclass(frozen=True, kw_only=True)
class Estimate:
    """A mean over games with its standard errors."""

    outlook: Outlook
    errors: Outlook
    """The standard errors of the chances."""
    equity: float
    error: float
    """The standard error of the equity; since first rolls are dealt evenly, the true one is a
    little smaller."""


@dataclass(frozen=True, kw_only=True)
class RolledOut:
    """What a position is worth by rollout, in the view of whoever asked."""

    reduced: Estimate
    """With the luck of the dice taken away: the better estimate. Its chances may lie a little
    outside of 0 to 1."""
    plain: Estimate
    """As the games ended."""
    games: int
    """How many were played: 0 where the rules or the tables know the position."""
    cut: int
    """Games that were cut for their length, though nobody asked for it."""
    position: str
    """The ID of the position from which games went on."""
    play: str | None = None
    """What was played before, where a roll was given."""

    @property
    def outlook(self) -> Outlook:
        """The chances, luck taken away."""
        return self.reduced.outlook

    @property
    def equity(self) -> float:
        """Points expected, luck taken away."""
        return self.reduced.equity

    @property
    def error(self) -> float:
        """The standard error of the equity."""
        return self.reduced.error

    @property
    def reduction(self) -> float | None:
        """By what factor taking luck away has made the error smaller; None where there is none."""
        return self.plain.error / self.reduced.error if self.reduced.error else None

    def as_dict(self) -> dict[str, Any]:
        """The rollout for programs."""
        plain = self.plain
        return {
            "play": self.play, "position": self.position, "equity": self.equity,
            "error": self.error, **chances_dict(self.outlook),
            "errors": self.reduced.errors._asdict(), "plain_equity": plain.equity,
            "plain_error": plain.error, "games": self.games, "cut": self.cut,
        }  # fmt: skip


def rollout(
    position: "Position | Board | Asked | str",
    evaluation: Gammon,
    *,
    dice: Dice | None = None,
    play: str | None = None,
    games: int = GAMES,
    plies: int = 1,
    truncate: int | None = None,
    seed: int = 0,
    workers: int = 1,
    tables: bool = True,
    candidates: int = CANDIDATES,
    margin: float = MARGIN,
) -> RolledOut:
    """A position played out by its own networks, which choose by so many `plies` on both sides.

    Games end by the rules, where the bear-off tables know how they go on (unless `tables` is
    False), or after `truncate` plies with what the networks say. The first two rolls are dealt
    evenly, and the luck of each roll is taken from the result: the chances after its best play
    minus their mean over all rolls, by the networks. The same seed gives the same dice, so that
    plays compare well, and the same result for any number of workers.

    With a roll it is the given play, or the best by a ply, that is rolled out: the view is its
    player's.

    >>> import plywise as pw
    >>> networks = Gammon(pw.game("backgammon").features("raw"), hidden=16, seed=1)
    >>> found = rollout("4HPwATDgc/ABMA", networks, games=36, truncate=1)
    >>> found.games, found.error < 1e-6 < found.plain.error
    (36, True)
    """
    asked = as_asked(position).rolled(dice)
    check_networks(evaluation)
    check_looking(plies, candidates, margin)
    checks.whole("games", games, least=1)
    checks.whole("seed", seed, most=MOST_SEED)
    checks.whole("workers", workers, least=1)
    checks.kind("tables", tables, bool, "give True or False")
    if truncate is not None:
        checks.whole("truncate", truncate, least=1)
    played = None if asked.dice is None else _played(asked, evaluation, play)
    if play is not None and played is None:
        raise BadSetting(f"play={shown(play)} without a roll; give dice=(3, 1) too")
    found = evaluation.networks.rollout(
        asked.board.position_id if played is None else played[1],
        games=games, seed=seed, plies=plies, candidates=candidates, margin=margin,
        truncate=truncate, at_table=tables, workers=workers,
    )  # fmt: skip
    is_turned = played is not None
    return RolledOut(
        reduced=_estimate(found, "", is_turned=is_turned),
        plain=_estimate(found, "plain_", is_turned=is_turned),
        games=found["games"],
        cut=found["cut"],
        position=asked.board.position_id if played is None else played[1],
        play=None if played is None else played[0],
    )


def rollout_best(
    position: "Position | Board | Asked | str",
    evaluation: Gammon,
    *,
    dice: Dice | None = None,
    plays: int = PLAYS,
    **settings: Any,
) -> list[RolledOut]:
    """The best few plays of a roll by two plies, each rolled out, the best by that first.

    >>> import plywise as pw
    >>> networks = Gammon(pw.game("backgammon").features("raw"), hidden=16, seed=1)
    >>> found = rollout_best("start", networks, dice=(3, 1), plays=2, games=36, truncate=1)
    >>> len(found), found[0].equity >= found[1].equity
    (2, True)
    """
    checks.whole("plays", plays, least=1)
    asked = as_asked(position).rolled(dice)
    hints = hint(asked, evaluation, candidates=max(plays, CANDIDATES))[:plays]
    found = [rollout(asked, evaluation, play=one.play, **settings) for one in hints]
    return sorted(found, key=lambda one: -one.equity)


def _played(asked: Asked, evaluation: Gammon, play: str | None) -> tuple[str, str]:
    """A play, the best if none is said, and the ID of the position after it."""
    from plywise.play.backgammon.legal import position_after

    assert asked.dice is not None
    check_dice(asked.dice)
    if play is None:
        best = hint(asked, evaluation, plies=1)[0]
        return best.play, best.position
    return play, position_after(asked.board, asked.dice, play).position_id


def _estimate(found: dict[str, Any], prefix: str, *, is_turned: bool) -> Estimate:
    """What the kernel found; in the view of who played, where the other was about to roll."""
    chances, errors = found[f"{prefix}chances"], found[f"{prefix}chance_errors"]
    equity = found[f"{prefix}equity"]
    if is_turned:
        chances = [1.0 - chances[0], *chances[3:], *chances[1:3]]
        errors = [errors[0], *errors[3:], *errors[1:3]]
        equity = -equity
    return Estimate(
        outlook=Outlook(*chances),
        errors=Outlook(*errors),
        equity=equity,
        error=found[f"{prefix}error"],
    )
