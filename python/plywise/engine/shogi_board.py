"""A position of shogi for people."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from plywise import _kernel

_MAN = re.compile(r"\+?[a-zA-Z]|\d")


def drawing(position: _kernel.Position) -> list[str]:
    r"""The board and both hands, with SFEN, key and the number of legal moves.

    >>> mate_in_one = "l2gk2nl/6g2/p3pp1pp/2p6/9/9/PP1PPPPPP/1B5R1/LNSGKGSNL b R2Sbn3p 31"
    >>> print("\n".join(drawing(_kernel.Position.parse("shogi", mate_in_one))))
    <BLANKLINE>
    Gote holds: bn3p
    <BLANKLINE>
       9  8  7  6  5  4  3  2  1
       l  .  .  g  k  .  .  n  l  a
       .  .  .  .  .  .  g  .  .  b
       p  .  .  .  p  p  .  p  p  c
       .  .  p  .  .  .  .  .  .  d
       .  .  .  .  .  .  .  .  .  e
       .  .  .  .  .  .  .  .  .  f
       P  P  .  P  P  P  P  P  P  g
       .  B  .  .  .  .  .  R  .  h
       L  N  S  G  K  G  S  N  L  i
    <BLANKLINE>
    Sente holds: R2S
    <BLANKLINE>
    Sfen: l2gk2nl/6g2/p3pp1pp/2p6/9/9/PP1PPPPPP/1B5R1/LNSGKGSNL b R2Sbn3p 31
    Key: ...
    Check: no
    Legal moves: ...
    """
    board, _, hands, _ = str(position).split()
    ended = position.outcome_reason
    return [
        "",
        f"Gote holds: {_held(hands, str.islower)}",
        "",
        " ".join([" ", *(f"{file:>2}" for file in range(9, 0, -1))]),
        *(
            " ".join([" ", *(f"{man:>2}" for man in _men(row)), f" {rank}"])
            for row, rank in zip(board.split("/"), "abcdefghi", strict=True)
        ),
        "",
        f"Sente holds: {_held(hands, str.isupper)}",
        "",
        f"Sfen: {position}",
        f"Key: {position.key:016X}",
        f"Check: {'yes' if position.is_check else 'no'}",
        f"Legal moves: {len(position.moves)}",
        *([f"The game is over: {ended}"] if ended else []),
    ]


def _men(row: str) -> Iterator[str]:
    for man in _MAN.findall(row):
        yield from ["."] * int(man) if man.isdigit() else [man]


def _held(hands: str, is_own: Callable[[str], bool]) -> str:
    held = [text for text in re.findall(r"\d*[a-zA-Z]", hands) if is_own(text[-1])]
    return "".join(held) or "nothing"
