"""KnightCap's numbers as weights of `knightcap`: read when somebody asks for them.

The file holds the coefficients of KnightCap 3.6 as they are. Three things are not as in 3.6 here,
so that its numbers change places on the way:

- The groups that ask whether the enemy has a queen say so truly; in 3.6 the test is the wrong way
  round, and its `Q` numbers are those of kings without an enemy queen.
- Both edges of the board count alike for a king in the ending (3.6 forgot to turn Black's ranks):
  the numbers of an edge and of the opposite one are one, their mean.
- Every stage has piece values of its own; 3.6 took those of the opening in all stages.
"""

from collections.abc import Iterator
from itertools import chain
from pathlib import Path

STAGES = ("opening", "middle", "ending", "mating")
EACH = 1468
UNIT = 10_000
"""A pawn, in the numbers of the file."""
MEN = slice(1181, 1188)
"""Nothing, pawn, knight, bishop, rook, queen and king."""
EDGES = 53
"""Where the eight numbers of files and ranks begin that a king stands on."""
SWAPPED = (*((1205 + i, 1221 + i) for i in range(16)), (1237, 1238))
"""Numbers with and without an enemy queen."""
MATERIAL = (1.0, 4.0, 4.0, 6.0, 12.0)
FILE = "knightcap36.txt"


def material() -> tuple[float, ...]:
    """Material alone, with which the papers' runs began.

    >>> sum(map(bool, material())), len(material())
    (20, 5872)
    """
    block = [0.0] * EACH
    block[1182:1187] = MATERIAL
    return tuple(block * len(STAGES))


def hand() -> tuple[float, ...]:
    """What the authors had chosen by hand, the same in all stages.

    >>> hand()[1183]
    4.01
    """
    block = _read()["hand"]
    return _weights([block] * len(STAGES))


def learnt() -> tuple[float, ...]:
    """What 3.6 had learnt.

    >>> learnt()[1182:1187]
    (1.0052, 4.0012, 4.1375, 6.0163, 11.9983)
    """
    blocks = _read()
    return _weights([blocks[f"learnt.{stage}"] for stage in STAGES])


def _weights(blocks: list[list[int]]) -> tuple[float, ...]:
    """Weights of all stages from 3.6's numbers."""
    men = blocks[0][MEN]
    return tuple(chain.from_iterable(_block(block, men) for block in blocks))


def _block(block: list[int], men: list[int]) -> Iterator[float]:
    """The weights of a stage."""
    numbers = [float(number) for number in block]
    numbers[MEN] = map(float, men)
    for one, other in SWAPPED:
        numbers[one], numbers[other] = numbers[other], numbers[one]
    for edge in range(4):
        near, far = EDGES + edge, EDGES + 7 - edge
        numbers[near], numbers[far] = (numbers[near] + numbers[far]) / 2, 0.0
    return (number / UNIT for number in numbers)


def _read() -> dict[str, list[int]]:
    """The blocks of the file by their names."""
    folder = Path(__file__).resolve().parents[2] / "weights"
    blocks: dict[str, list[int]] = {}
    for line in (folder / FILE).read_text(encoding="ascii").splitlines():
        if line.startswith("["):
            block = blocks.setdefault(line.strip("[]"), [])
        elif not line.startswith("#"):
            block += chain.from_iterable(map(_run, line.split()))
    return blocks


def _run(word: str) -> list[int]:
    """The numbers of a word.

    >>> _run("7*3"), _run("-5")
    ([7, 7, 7], [-5])
    """
    number, _, times = word.partition("*")
    return [int(number)] * int(times or 1)
