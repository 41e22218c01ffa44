"""Values for Fairy-Stockfish: a fragment of its variant file, with its own keys.

A section derives a variant from one that the engine has and overrides its piece values. The keys
are known to versions since April 2021; older ones read the file and leave them out.
"""

from typing import Final

from plywise.errors import BadSetting
from plywise.evaluation.features import in_stage
from plywise.games.declared import all_facts, facts_of
from plywise.games.facts import FairyPieces
from plywise.valuing.result import Values

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
    theirs = facts_of(found.game).fairy
    if theirs is None:
        known = sorted(name for name, facts in all_facts().items() if facts.fairy is not None)
        raise BadSetting(
            f"Fairy-Stockfish has no {found.game} to derive from; a variants.ini can be made for "
            f"{', '.join(known)}"
        )
    parent = theirs.variant
    values = (f"{key} = {_values(found, theirs, column)}" for key, column in PHASES.items())
    head = [
        f"# Piece values of {found.game}, learnt by plywise.",
        "# Fairy-Stockfish knows these keys since April 2021; older versions leave them out.",
        "# setoption name VariantPath value THIS-FILE",
        f"# setoption name UCI_Variant value plywise-{parent}",
        f"[plywise-{parent}:{parent}]",
    ]
    return "\n".join([*head, *values, ""])


def _values(found: Values, theirs: FairyPieces, column: int) -> str:
    """All letters with their values, together as large as the engine's own.

    So what the engine adds to them, a safe king or a free file, keeps its proportion. Where a set
    has stages or phases, its first is the engine's middle game, its last the end.
    """
    known = theirs.sizes
    blocks = found.feature_set.blocks
    begin = in_stage(blocks[0] if column == PHASES["pieceValueMg"] else blocks[-1], "")
    own = {name.removeprefix(begin): name for name in found.rows if name.startswith(begin)}
    raw = {name: found.raw[own[name]] for name in own if name in known}
    engine = sum(float(known[name][column]) for name in raw)
    gauge = engine / (sum(map(abs, raw.values())) or 1.0) / theirs.reduced
    return " ".join(f"{known[name][0]}:{_whole(gauge * value)}" for name, value in raw.items())


def _whole(value: float) -> int:
    """The nearest whole number but 0, which would mean: as the engine has it."""
    return round(value) or (-1 if value < 0.0 else 1)
