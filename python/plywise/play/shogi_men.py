"""The board of shogi as records see it: which man stands where, and what each record calls him."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Self

RANKS = "abcdefghi"
PLAIN = "RBGSNLP"
"""The men that can be held, in the order of an SFEN's hands."""
_START = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"


@dataclass
class ShogiBoard:
    """Men by their squares as in USI (`7g`), and hands; upper case is Sente, `+` is promoted.

    >>> board = ShogiBoard.of("4k4/9/4+P4/9/9/9/9/9/4K4 w 2Gb 7")
    >>> board.men["5c"], board.hands["G"], board.turn
    ('+P', 2, 'w')
    >>> board.sfen()
    '4k4/9/4+P4/9/9/9/9/9/4K4 w 2Gb 1'
    """

    men: dict[str, str] = field(default_factory=dict)
    hands: dict[str, int] = field(default_factory=dict)
    """How many of each man are held, by his letter."""
    turn: str = "b"

    @classmethod
    def start(cls) -> Self:
        """The board before the first move."""
        return cls.of(_START)

    @classmethod
    def of(cls, sfen: str) -> Self:
        """The board of an SFEN that the rules have read."""
        rows, turn, hands, *_ = sfen.split()
        men = {}
        for rank, row in zip(RANKS, rows.split("/"), strict=True):
            file = 9
            for man in re.findall(r"\+?[a-zA-Z]|\d", row):
                if man.isdigit():
                    file -= int(man)
                else:
                    men[f"{file}{rank}"] = man
                    file -= 1
        held = re.findall(r"(\d*)([a-zA-Z])", hands)
        return cls(men=men, hands={man: int(count or 1) for count, man in held}, turn=turn)

    def sfen(self) -> str:
        """The text that the rules read; they check it."""
        rows = []
        for rank in RANKS:
            row = "".join(self.men.get(f"{file}{rank}", " ") for file in range(9, 0, -1))
            rows.append(re.sub(" +", lambda gap: str(len(gap[0])), row))
        sides = (PLAIN, PLAIN.lower())
        held = [(man, self.hands.get(man, 0)) for men in sides for man in men]
        hands = "".join(f"{count if count > 1 else ''}{man}" for man, count in held if count)
        return f"{'/'.join(rows)} {self.turn} {hands or '-'} 1"


def plain(man: str) -> str:
    """A man without his side, as Sente has him.

    >>> plain("+p"), plain("K")
    ('+P', 'K')
    """
    return man.upper()


def inverted(names: Mapping[str, str]) -> dict[str, str]:
    """The men by what a record calls them."""
    return {name: man for man, name in names.items()}


def square(file: str, rank: str) -> str:
    """A square in USI, from the two digits that Japanese records write.

    >>> square("7", "6")
    '7f'
    """
    return f"{file}{RANKS[int(rank) - 1]}"


def digits(usi: str) -> str:
    """The two digits of a square.

    >>> digits("7f")
    '76'
    """
    return f"{usi[0]}{RANKS.index(usi[1]) + 1}"


def from_usi(move: str) -> tuple[str, str, bool]:
    """Where a move comes from (a man in hand as `P*`), where it goes, and whether it promotes.

    >>> from_usi("8h2b+"), from_usi("P*5e")
    (('8h', '2b', True), ('P*', '5e', False))
    """
    return move[:2], move[2:4], move.endswith("+")
