"""How a game may end: the five probabilities that programs of backgammon estimate."""

from dataclasses import dataclass, fields

from plywise.checks import is_real, shown
from plywise.errors import BadSetting

SLACK = 1e-6
"""By how much estimates may contradict each other: they are made in single precision."""


@dataclass(frozen=True, kw_only=True)
class Chances:
    """The probabilities of the player on roll, each with what is better included in it.

    >>> Chances(win=0.75, win_gammon=0.25, lose_gammon=0.125).equity
    0.625
    """

    win: float
    """To win at all."""
    win_gammon: float = 0.0
    """To win a gammon or a backgammon."""
    win_backgammon: float = 0.0
    lose_gammon: float = 0.0
    """To lose a gammon or a backgammon."""
    lose_backgammon: float = 0.0

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if not is_real(value) or not -SLACK <= value <= 1 + SLACK:
                raise BadSetting(f"{field.name}={shown(value)}; give a number from 0 to 1")
            object.__setattr__(self, field.name, min(1.0, max(0.0, float(value))))
        for name, most in (
            ("win_gammon", self.win),
            ("win_backgammon", self.win_gammon),
            ("lose_gammon", 1 - self.win),
            ("lose_backgammon", self.lose_gammon),
        ):
            value = getattr(self, name)
            if value > most + SLACK:
                raise BadSetting(
                    f"{name}={value:g} and only {most:g} to {_wider(name)}; each chance holds what "
                    "is better in it"
                )
            object.__setattr__(self, name, min(value, most))

    @property
    def equity(self) -> float:
        """Points a game, without a cube."""
        gained = self.win_gammon + self.win_backgammon
        return 2 * self.win - 1 + gained - self.lose_gammon - self.lose_backgammon

    @property
    def win_size(self) -> float:
        """W, the mean points of a game that is won; 1 where next to none is.

        >>> Chances(win=0.6, win_gammon=0.2, win_backgammon=0.1).win_size
        1.5
        """
        return 1 + (self.win_gammon + self.win_backgammon) / self.win if self.win > SLACK else 1.0

    @property
    def loss_size(self) -> float:
        """L, the mean points of a game that is lost; 1 where next to none is."""
        return self.inverted().win_size

    def inverted(self) -> "Chances":
        """The chances of the other player.

        >>> Chances(win=0.75, win_gammon=0.5).inverted()
        Chances(win=0.25, win_gammon=0.0, win_backgammon=0.0, lose_gammon=0.5, lose_backgammon=0.0)
        """
        return Chances(
            win=1 - self.win,
            win_gammon=self.lose_gammon,
            win_backgammon=self.lose_backgammon,
            lose_gammon=self.win_gammon,
            lose_backgammon=self.win_backgammon,
        )


def _wider(name: str) -> str:
    return {
        "win_gammon": "win", "win_backgammon": "win a gammon", "lose_gammon": "lose",
        "lose_backgammon": "lose a gammon",
    }[name]  # fmt: skip
