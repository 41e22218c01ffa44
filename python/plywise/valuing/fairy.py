"""Values for Fairy-Stockfish: a fragment of its variant file, with its own keys.

A section derives a variant from one that the engine has and overrides its piece values. The keys
are known to versions since April 2021; older ones read the file and leave them out.
"""

from typing import Final, TypeAlias

from plywise.errors import BadSetting
from plywise.valuing.result import Values

Sizes: TypeAlias = dict[str, tuple[str, int, int]]

VARIANTS: Final = {
    "antichess": "antichess",
    "atomic": "atomic",
    "chess": "chess",
    "crazyhouse": "crazyhouse",
    "horde": "horde",
    "king-of-the-hill": "kingofthehill",
    "racing-kings": "racingkings",
    "shogi": "shogi",
    "three-check": "3check",
}
"""How the engine calls the games."""
CHESS: Final[Sizes] = {
    "pawn": ("p", 126, 208),
    "knight": ("n", 781, 854),
    "bishop": ("b", 825, 915),
    "rook": ("r", 1276, 1380),
    "queen": ("q", 2538, 2682),
    "king": ("k", 700, 900),
}
"""The engine's letter for a piece, and what it counts there in the middle game and in the end."""
SHOGI: Final[Sizes] = {
    "pawn": ("p", 90, 100),
    "lance": ("l", 400, 240),
    "knight": ("n", 420, 290),
    "silver": ("s", 660, 640),
    "gold": ("g", 720, 700),
    "bishop": ("b", 825, 915),
    "rook": ("r", 1276, 1380),
    "horse": ("h", 1550, 1550),
    "dragon": ("d", 1800, 1900),
}
"""The same for shogi; the engine's other promoted pieces are golds."""
PHASES: Final = {"pieceValueMg": 1, "pieceValueEg": 2}


def variants_ini(found: Values) -> str:
    """A section of a variant file.

    >>> found = Values(game="chess", features="material", depth=2, seeds=(1,), games=(500,),
    ...                runs=((0.5, 1.5, 1.5, 2.5, 5.0),))
    >>> print(*variants_ini(found).splitlines()[-3:], sep=chr(10))
    [plywise-chess:chess]
    pieceValueMg = p:252 n:756 b:756 r:1260 q:2521
    pieceValueEg = p:274 n:824 b:824 r:1372 q:2745
    """
    parent = VARIANTS.get(found.game)
    if parent is None:
        raise BadSetting(
            f"Fairy-Stockfish has no {found.game} to derive from; a variants.ini can be made for "
            f"{', '.join(sorted(VARIANTS))}"
        )
    values = (f"{key} = {_values(found, column)}" for key, column in PHASES.items())
    head = [
        f"# Piece values of {found.game}, learnt by plywise.",
        "# Fairy-Stockfish knows these keys since April 2021; older versions leave them out.",
        "# setoption name VariantPath value THIS-FILE",
        f"# setoption name UCI_Variant value plywise-{parent}",
        f"[plywise-{parent}:{parent}]",
    ]
    return "\n".join([*head, *values, ""])


def _values(found: Values, column: int) -> str:
    """All letters with their values, together as large as the engine's own.

    So what the engine adds to them, a safe king or a free file, keeps its proportion.
    """
    known = SHOGI if found.game == "shogi" else CHESS
    raw = {name: found.raw[name] for name in found.rows if name in known}
    engine = sum(float(known[name][column]) for name in raw)
    gauge = engine / (sum(map(abs, raw.values())) or 1.0)
    if found.game == "antichess":
        gauge /= 8  # as the engine does there, where material is next to nothing
    return " ".join(f"{known[name][0]}:{_whole(gauge * value)}" for name, value in raw.items())


def _whole(value: float) -> int:
    """The nearest whole number but 0, which would mean: as the engine has it."""
    return round(value) or (-1 if value < 0.0 else 1)
