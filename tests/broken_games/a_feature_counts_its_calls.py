"""A feature that depends on something else than the position."""

from sound_nim import Nim

import plywise as pw


class Broken(Nim):
    pass


asked = [0]


@pw.feature(Broken)
def calls(position: pw.Position, side: str) -> int:
    """How often it was asked."""
    asked[0] += side == "first"
    return asked[0] * (side == "first")


BREAKS = "the same question has the same answer"
