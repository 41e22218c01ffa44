"""The legal move that somebody means who types it: as people write it, or as engines do."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches
from functools import cache

from plywise.errors import IllegalMove
from plywise.games.boards import layout_of
from plywise.games.declared import facts_of
from plywise.games.grid import grid_of
from plywise.games.move_places import Made, cell_pattern, places_of_moves
from plywise.games.position import Position
from plywise.play.pgn_reading import move_meant

MOST_NEAR = 5
"""Moves that are named where a word is none."""
NEAR = 0.6
"""How alike two texts must be, from 0 to 1, to be taken for each other."""
PAWN = "P"
"""The man that a move without a letter is made by."""
LONGEST = 40
"""So much of what was typed stands in a message."""
LONGEST_MOVE = 200
"""What is longer is no move of any game, and nothing is near to it."""


def move_of(position: Position, word: str, last: str = "") -> str:
    """The legal move that a word means; IllegalMove, with what is near to it, for any other word.

    `last` is the move before, which a record of shogi need not repeat the square of.

    >>> from plywise.games.game import game
    >>> move_of(game("chess").start(), "Nf3"), move_of(game("shogi").start(), "７六歩")
    ('g1f3', '7g7f')
    >>> move_of(game("chess").position("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1"), "Nd2")
    Traceback (most recent call last):
    ...
    plywise.IllegalMove: 'Nd2' can be Nbd2 or Nfd2; write which
    """
    found = moves_meant(position, word, last)
    if len(found) == 1:
        return found[0]
    said = repr(word.strip()[:LONGEST])
    if found:
        which = _either(position.notation(move) for move in found)
        raise IllegalMove(f"{said} can be {which}; write which")
    near = _either(near_moves(position, word))
    if near:
        raise IllegalMove(f"{said} is not legal here; did you mean {near}?")
    texts = [position.notation(move) for move in _legal(position)]
    some = ", ".join(texts[:8]) + (" …" if len(texts) > 8 else "")
    why = facts_of(position.game).refusals.get(word.strip()) if texts else None
    raise IllegalMove(
        f"{said} is not legal here{f': {why}' if why else ''}; legal: "
        f"{some or 'none, the game is over'}"
    )


def moves_meant(position: Position, word: str, last: str = "") -> list[str]:
    """All legal moves that a word can mean: none, one, or several where it says too little.

    >>> from plywise.games.game import game
    >>> start = game("chess").start()
    >>> [moves_meant(start, word) for word in ("e4", "E2-E4", "nf3", "#1", "e5")]
    [['e2e4'], ['e2e4'], ['g1f3'], ['a2a3'], []]
    >>> moves_meant(game("chess").position("8/4P1k1/8/8/8/8/8/K7 w - - 0 1"), "e8")
    ['e7e8b', 'e7e8n', 'e7e8q', 'e7e8r']
    """
    word, legal = word.strip(), _legal(position)
    if not word or not legal or len(word) > LONGEST_MOVE:
        return []
    for read in (_as_written, _by_number, _as_in_pgn, _by_places, _as_in_shogi):
        if found := list(dict.fromkeys(read(position, word, last, legal))):
            return found if len(found) == 1 else sorted(found)
    return []


def near_moves(position: Position, word: str) -> list[str]:
    """Legal moves, as people write them, that somebody may have meant by a word that is none.

    >>> from plywise.games.game import game
    >>> near_moves(game("chess").start(), "e2e5"), near_moves(game("chess").start(), "Ng3")
    (['e3', 'e4'], ['Na3', 'Nc3', 'Nf3', 'Nh3', 'g3'])
    """
    legal, word = _legal(position), word.strip()
    if len(word) > LONGEST_MOVE:
        return []
    from_there, there = _by_named_places(position, word, legal)
    found = from_there or [*_alike(position, word, legal), *there]
    texts = [position.notation(move) for move in found]
    return sorted(dict.fromkeys(texts[:MOST_NEAR]))


def _legal(position: Position) -> list[str]:
    return [] if position.outcome is not None else position.moves


def _either(texts: Iterable[str]) -> str:
    """`a`, `a or b`, `a, b or c`."""
    *others, last = [*texts] or [""]
    return f"{', '.join(others)} or {last}" if others else last


# ---- the ways to write a move, the surest first ------------------------------------------------


def _as_written(position: Position, word: str, last: str, legal: list[str]) -> list[str]:
    """As the kernel writes it, or as the game's notation does; in capitals or without."""
    del last
    texts = (word, word.replace(" ", ","))
    if found := [text for text in texts if text in legal]:
        return found[:1]
    by_text = {position.notation(move): move for move in legal}
    if found := [by_text[text] for text in texts if text in by_text]:
        return found[:1]
    return [move for move in legal if move.lower() == word.lower()]


def _by_number(position: Position, word: str, last: str, legal: list[str]) -> list[str]:
    """By its place in the list: `#3`; or `3` where moves are just texts, and none is a number."""
    del last
    is_marked = word.startswith("#")
    digits = word.removeprefix("#")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 6):
        return []
    if not is_marked:
        has_places = layout_of(position.game) is not None
        if has_places or any(move.isdigit() for move in legal):
            return []
    return legal[int(digits) - 1 : int(digits)] if int(digits) else []


def _as_in_pgn(position: Position, word: str, last: str, legal: list[str]) -> list[str]:
    """As PGN has it, also with more than it needs; lower case is tried where nothing else fits."""
    del last, legal
    for text in (word, word.upper() if set(word) <= set("oO0-") else word.capitalize()):
        if (found := move_meant(position.kernel, text)) is not None:
            return [found]
    return []


@cache
def _shape(columns: str, rows: tuple[str, ...]) -> re.Pattern[str]:
    """A man, where he comes from, where he goes, and what he becomes."""
    column, row = f"[{re.escape(columns)}]", "|".join(map(re.escape, rows))
    cell = cell_pattern(columns, rows)
    return re.compile(
        rf"(?P<man>\+?[A-Z])?(?P<origin>{cell}|{column}|{row})?[x:-]?(?P<drop>[@*'])?"
        rf"(?P<to>{cell})=?\(?(?P<promotion>\+|[A-Za-z])?\)?[+#!?]*"
    )


def _by_places(position: Position, word: str, last: str, legal: list[str]) -> list[str]:
    """By the letter of a man and the square that he goes to, as far as the word says it."""
    del last
    layout = layout_of(position.game)
    if layout is None:
        return []
    shape = _shape(layout.columns, tuple(layout.rows))
    said = shape.fullmatch(word) or shape.fullmatch(word[:1].upper() + word[1:])
    if said is None:
        return []
    grid = grid_of(position)
    assert grid is not None, "a layout makes one"
    letters = {place: man.letter.upper() for place, man in grid.men.items()}
    made = places_of_moves(position)
    fits = {move: way for move in legal if _fits(said, way := made(move), letters)}
    plain = [move for move, way in fits.items() if not way.get("promotion")]
    # Who does not say that a man is promoted, where he may choose, does not promote him.
    return plain if plain and not said["promotion"] else list(fits)


def _fits(said: re.Match[str], way: Made, letters: dict[str, str]) -> bool:
    """Whether a move is one of those that were said."""
    if way.get("to") != said["to"]:
        return False
    if said["drop"]:
        return str(way.get("drop", "")).upper() == (said["man"] or PAWN)
    origin = way.get("from")
    if origin is None or not all(sign in origin for sign in said["origin"] or ""):
        return False
    man = said["man"] or ("" if len(said["origin"] or "") > 1 else PAWN)
    promotion = (said["promotion"] or "").lower()
    is_promoted = not promotion or str(way.get("promotion", "")).lower() == promotion
    return man in ("", letters.get(origin)) and is_promoted


def _as_in_shogi(position: Position, word: str, last: str, legal: list[str]) -> list[str]:
    """As KIF or CSA have it: ７六歩, 76歩(77), 同銀, 7776FU."""
    if ".kif" not in facts_of(position.game).records:
        return []
    from plywise.play.csa import csa_move
    from plywise.play.kif_reading import moves_said
    from plywise.play.shogi_men import ShogiBoard

    board = ShogiBoard.of(str(position))
    by_csa = {csa_move(board, move): move for move in legal}
    if (bare := word.lstrip("+-").upper()) in by_csa:
        return [by_csa[bare]]
    return moves_said(word.lstrip("☗☖▲△▼▽"), legal, board, last[2:4])


# ---- what is near -------------------------------------------------------------------------------


def _alike(position: Position, word: str, legal: list[str]) -> list[str]:
    """The moves whose text is like the word, the likest first."""
    texts = {move.lower(): move for move in legal}
    texts |= {position.notation(move).lower(): move for move in legal}
    close = get_close_matches(word.lower(), list(texts), n=MOST_NEAR, cutoff=NEAR)
    return [texts[text] for text in close]


def _by_named_places(
    position: Position, word: str, legal: list[str]
) -> tuple[list[str], list[str]]:
    """The moves from the first of two places that a word names, and those to its last one."""
    layout = layout_of(position.game)
    named = re.findall(cell_pattern(layout.columns, layout.rows), word) if layout else []
    if not named:
        return [], []
    where = places_of_moves(position)
    made = {move: where(move) for move in legal}
    starts = named[:1] if len(named) > 1 else []
    return (
        [move for move, way in made.items() if way.get("from") in starts],
        [move for move, way in made.items() if way.get("to") == named[-1]],
    )
