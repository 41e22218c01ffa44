"""Variants that a text describes: `my.ini:courier` is the section `[courier]` of my.ini.

Such a text is data and runs no code, so that a run's settings may name it. What is read first in a
process counts there: whoever edits a text starts anew.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from plywise import _kernel
from plywise.errors import BadInput
from plywise.games.facts import GameFacts
from plywise.naming import unknown

SUFFIX: Final = ".ini"
_MOST: Final = 1 << 20
"""No text of variants is longer, in bytes."""
_FILES: Final = "abcdefghijkl"
_SIGNS: Final = {
    "king": "♔♚", "commoner": "♔♚", "queen": "♕♛", "rook": "♖♜", "bishop": "♗♝", "knight": "♘♞",
    "pawn": "♙♟",
}  # fmt: skip


def is_described(game: str) -> bool:
    """Whether a name is that of a variant in a text.

    >>> is_described("my.ini:courier"), is_described("chess")
    (True, False)
    """
    return game.endswith(SUFFIX) or f"{SUFFIX}:" in game


def described(name: str) -> str:
    """The full name of a variant, which is known from then on; `my.ini` has to have one alone.

    >>> described("nowhere.ini:mine")
    Traceback (most recent call last):
    ...
    plywise.BadInput: no file 'nowhere.ini'; ...
    """
    where, what = _parts(name)
    if what and _kernel.description(full := f"{Path(where).resolve()}:{what}") is not None:
        return full
    text = text_of(where)
    variants = _kernel.variants_in(where, text)
    if not what and len(variants) == 1:
        what = variants[0]
    if what not in variants:
        raise unknown(f"variant in {where}", what, variants)
    full = f"{Path(where).resolve()}:{what}"
    if _kernel.description(full) is None:
        _kernel.describe(full, where, text, what)
    return full


def recall(game: str, text: str, file: str) -> None:
    """Make a variant known by a text that was kept, unless this process knows it already."""
    if _kernel.description(game) is None:
        _kernel.describe(game, file, text, _parts(game)[1])


def text_of(where: str) -> str:
    """The text of a file with variants."""
    path = Path(where)
    if not path.is_file():
        raise BadInput(f"no file {where!r}; paths are relative to {str(Path.cwd())!r}")
    data = path.read_bytes()[: _MOST + 1]
    if len(data) > _MOST:
        raise BadInput(f"{where} is longer than {_MOST} bytes; is it a text with variants?")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInput(
            f"{where} is no text in UTF-8 ({error}); is it a text with variants?"
        ) from None


def has_changed(game: str, kept: str) -> str | None:
    """What is wrong with the file of a variant, if it is not as it was kept."""
    where, _ = _parts(game)
    if not Path(where).is_file():
        return f"{where} is gone"
    return None if text_of(where) == kept else f"{where} has changed"


def facts(game: str) -> GameFacts:
    """What is usual in a variant of a text: UCI, and a board."""
    from plywise.games.boards import Layout, both_sides

    layout = _kernel.variant_layout(game)
    if layout is None:
        return GameFacts()
    letters, files, ranks = layout
    kinds = dict(letters)
    signs = {kind: _SIGNS.get(kind, _letters(letter)) for letter, kind in letters}
    board = Layout(
        columns=_FILES[:files],
        rows=tuple(str(rank) for rank in range(ranks, 0, -1)),
        men=both_sides(kinds),
        grounds=("#f0d9b5", "#b58863"),
        signs=signs,
        inks=("#ffffff", "#000000"),
        hands="brackets" if "[" in str(_kernel.Position.start(game)) else "",
    )
    return GameFacts(layout=board, protocols=("uci",), variant=_parts(game)[1])


def _letters(letter: str) -> str:
    """Two signs, one a side; a promoted man is drawn as its letter alone."""
    return letter[-1].upper() + letter[-1]


def _parts(name: str) -> tuple[str, str]:
    """File and section of `my.ini:courier`."""
    where, colon, what = name.rpartition(":")
    return (where, what) if colon and where.endswith(SUFFIX) else (name, "")
