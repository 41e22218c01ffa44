"""What to play: the plays of a roll, the best first, as networks see them."""

from dataclasses import dataclass
from typing import Any

from plywise import checks
from plywise.checks import shown
from plywise.errors import BadInput, BadSetting
from plywise.evaluation.gammon import Gammon, Outlook
from plywise.games.position import Position
from plywise.play.backgammon.asked import Asked, Dice, read_asked
from plywise.play.backgammon.board import Board
from plywise.play.backgammon.numbers import check_dice

PLIES = 2
MOST_PLIES = 3
"""Three take seconds a move."""
CANDIDATES, MARGIN = 5, 0.15
"""How many plays are looked at by more than one ply, and how far behind the best by one."""


@dataclass(frozen=True, kw_only=True)
class Hint:
    """A play and what is expected after it, in the view of whoever plays it."""

    rank: int
    """1 is the best."""
    play: str
    """As `8/5 6/5`; `no move` where nothing can be moved."""
    equity: float
    """Points expected, without a cube."""
    difference: float
    """Points behind the best: 0 or less."""
    outlook: Outlook
    plies: int
    """How far it was looked at: plays that are clearly worse, by a ply alone."""
    position: str
    """The ID of the position after it, in which the other player is on roll."""

    def as_dict(self) -> dict[str, Any]:
        """The hint for programs."""
        return {
            "rank": self.rank, "play": self.play, "equity": self.equity,
            "difference": self.difference, **chances_dict(self.outlook), "plies": self.plies,
            "position": self.position,
        }  # fmt: skip


def hint(
    position: "Position | Board | Asked | str",
    evaluation: Gammon,
    *,
    dice: Dice | None = None,
    plies: int = PLIES,
    candidates: int = CANDIDATES,
    margin: float = MARGIN,
) -> list[Hint]:
    """All plays of a roll, the best first.

    A ply is all plays, each judged as it leaves the board; two are the mean over the other player's
    21 rolls of the best reply. The `candidates` best by a ply that are not worse than the best by
    more than `margin` are looked at further and come first; the rest follow.

    The position is one of the game, a `Board`, or a text: gnubg's ID, an XGID, `start`.

    >>> import plywise as pw
    >>> networks = Gammon(pw.game("backgammon").features("raw"), hidden=16, seed=1)
    >>> hints = hint("4HPwATDgc/ABMA", networks, dice=(3, 1), plies=1)
    >>> len(hints), hints[0].rank, hints[0].difference
    (16, 1, 0.0)
    """
    asked = as_asked(position).rolled(dice)
    if asked.dice is None:
        raise BadInput(
            f"no roll in {asked.board.position_id!r}, and hints are about plays; give dice=(3, 1)"
        )
    check_dice(asked.dice)
    check_networks(evaluation)
    check_looking(plies, candidates, margin)
    found = evaluation.networks.plays(
        asked.board.position_id, asked.dice, plies, candidates, margin
    )
    best = found[0][1]
    return [
        Hint(
            rank=rank,
            play=play,
            equity=equity,
            difference=min(0.0, equity - best),
            outlook=Outlook(*chances),
            plies=looked,
            position=after,
        )
        for rank, (play, equity, chances, looked, after) in enumerate(found, start=1)
    ]


def outlook_before_roll(
    board: Board,
    evaluation: Gammon,
    *,
    plies: int = PLIES,
    candidates: int = CANDIDATES,
    margin: float = MARGIN,
) -> Outlook:
    """What the player expects who is about to roll.

    By a ply that is what the networks say, by two the mean over his 21 rolls of his best play.

    >>> import plywise as pw
    >>> networks = Gammon(pw.game("backgammon").features("raw"), hidden=16, seed=1)
    >>> start = pw.game("backgammon").start()
    >>> outlook_before_roll(Board.start(), networks, plies=1) == networks.outlook(start)
    True
    """
    check_networks(evaluation)
    check_looking(plies, candidates, margin)
    asked = (board.position_id, plies - 1, candidates, margin)
    return Outlook(*evaluation.networks.chances(*asked))


def as_asked(position: "Position | Board | Asked | str") -> Asked:
    """What somebody asks about, in any form."""
    if isinstance(position, Asked):
        return position
    if isinstance(position, Board):
        return Asked(board=position)
    return read_asked(str(position) if isinstance(position, Position) else position)


def chances_dict(outlook: Outlook) -> dict[str, float]:
    """Six chances by name: of losing too, which is what is left of winning.

    >>> chances_dict(Outlook(0.75, 0.25, 0.0, 0.125, 0.0))["lose"]
    0.25
    """
    return {**outlook._asdict(), "lose": 1.0 - outlook.win}


def check_networks(evaluation: object) -> None:
    """BadSetting unless it is backgammon's networks, which alone know chances."""
    if not isinstance(evaluation, Gammon):
        raise BadSetting(
            f"evaluation={shown(evaluation)}; hints need networks that tell chances, as "
            "`plywise learn backgammon` makes them"
        )


def check_looking(plies: int, candidates: int, margin: float) -> None:
    """BadSetting for numbers with which nothing can be looked at."""
    checks.whole("plies", plies, least=1, most=MOST_PLIES)
    checks.whole("candidates", candidates, least=1)
    if not checks.is_real(margin) or not margin >= 0:
        raise BadSetting(f"margin={shown(margin)}; give points from 0, as {MARGIN}")
