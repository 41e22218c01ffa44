"""A position for people: `d` draws it, `eval` says what it is worth and why."""

from __future__ import annotations

from collections.abc import Iterator

from plywise import _kernel
from plywise.engine.info import Language
from plywise.games.dialect import USI, dialect_of
from plywise.textual import aligned

_RAYS = {
    "b": [(1, 1), (1, -1), (-1, 1), (-1, -1)],
    "r": [(1, 0), (-1, 0), (0, 1), (0, -1)],
}
_RAYS["q"] = _RAYS["b"] + _RAYS["r"]
_LEAPS = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)]

Square = tuple[int, int]
"""File and rank, from 0."""


def drawing(position: _kernel.Position) -> list[str]:
    r"""The board with FEN, key, checkers and the number of legal moves.

    >>> rook_up = _kernel.Position.parse("chess", "4k3/8/8/8/8/8/8/4RK2 b - - 0 1")
    >>> print("\n".join(drawing(rook_up)))
    <BLANKLINE>
      8  . . . . k . . .
      7  . . . . . . . .
      6  . . . . . . . .
      5  . . . . . . . .
      4  . . . . . . . .
      3  . . . . . . . .
      2  . . . . . . . .
      1  . . . . R K . .
    <BLANKLINE>
         a b c d e f g h
    <BLANKLINE>
    Fen: 4k3/8/8/8/8/8/8/4RK2 b - - 0 1
    Key: ...
    Checkers: e1
    Legal moves: 4
    """
    if dialect_of(position.game) is USI:
        from plywise.engine import shogi_board  # not before a GUI has its first answer

        return shogi_board.drawing(position)
    men = _men(str(position))
    rows = [
        f"  {rank + 1}  {' '.join(men.get((file, rank), '.') for file in range(8))}"
        for rank in reversed(range(8))
    ]
    ended = position.outcome_reason
    return [
        "",
        *rows,
        "",
        "     a b c d e f g h",
        "",
        f"Fen: {position}",
        f"Key: {position.key:016X}",
        f"Checkers: {' '.join(checkers(position))}".rstrip(),
        f"Legal moves: {len(position.moves)}",
        *([f"The game is over: {ended}"] if ended else []),
    ]


def checkers(position: _kernel.Position) -> list[str]:
    """The squares of the men that give check.

    >>> checkers(_kernel.Position.parse("chess", "4k3/3P4/5N2/8/8/8/8/K3R3 b - - 0 1"))
    ['d7', 'e1', 'f6']
    """
    if not position.is_check:
        return []
    text = str(position)
    men, own = _men(text), text.split()[1]
    king = next(square for square, man in men.items() if man == ("K" if own == "w" else "k"))
    found = {
        square
        for square, man in men.items()
        if man.isupper() != (own == "w") and king in set(_attacked(man, square, men))
    }
    return sorted(f"{'abcdefgh'[file]}{rank + 1}" for file, rank in found)


def _men(fen: str) -> dict[Square, str]:
    men = {}
    for row, text in enumerate(fen.split()[0].partition("[")[0].split("/")):
        file = 0
        for letter in text.replace("~", ""):  # a mark that a piece of crazyhouse was a pawn once
            if letter.isdigit():
                file += int(letter)
            else:
                men[file, 7 - row] = letter
                file += 1
    return men


def _attacked(man: str, square: Square, men: dict[Square, str]) -> Iterator[Square]:
    """The squares that a man attacks."""
    file, rank = square
    kind = man.lower()
    if kind == "p":
        ahead = rank + (1 if man.isupper() else -1)
        yield from ((file - 1, ahead), (file + 1, ahead))
    elif kind == "n":
        yield from ((file + x, rank + y) for x, y in _LEAPS)
    for x, y in _RAYS.get(kind, ()):
        for distance in range(1, 8):
            target = (file + distance * x, rank + distance * y)
            yield target
            if target in men:
                break


def account(
    position: _kernel.Position, evaluation: _kernel.Evaluation, language: Language
) -> list[str]:
    r"""What each feature adds to the evaluation, White's view, and the sum.

    Of many features it is their groups, with the largest terms of each.

    >>> rook_up = _kernel.Position.parse("chess", "4k3/8/8/8/8/8/p7/4RK2 b - - 0 1")
    >>> material = _kernel.Evaluation("chess", "material", [1, 3, 3, 5, 9])
    >>> print("\n".join(account(rook_up, material, Language(unit=1000))))
    feature  count  weight   share
    pawn        -1   1.000  -1.000
    rook         1   5.000  +5.000
    total                   +4.000
    Value for the side to move: cp -400
    """
    from plywise.evaluation.account import lines

    if evaluation.shape != "linear":
        predicted = zip(evaluation.outputs, evaluation.predictions(position), strict=True)
        rows = [[name, f"{chance:.3f}"] for name, chance in predicted]
        return [
            *aligned(["output", "prediction"], rows),
            f"Value for the side to move: {language.score(evaluation.value(position))}",
        ]
    return [
        *lines(position, evaluation),
        f"Value for the side to move: {language.score(evaluation.value(position))}",
    ]
