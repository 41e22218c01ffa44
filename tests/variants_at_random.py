"""Variants drawn at random from the keys that texts may have: what two programs are compared on."""

from __future__ import annotations

import itertools
from random import Random

_PIECES = {
    "knight": "n", "bishop": "b", "rook": "r", "queen": "q", "fers": "f", "alfil": "a",
    "fersAlfil": "e", "silver": "s", "bers": "d", "archbishop": "j", "chancellor": "c",
    "amazon": "z", "knibis": "i", "biskni": "o", "kniroo": "u", "rookni": "v", "lance": "l",
    "shogiKnight": "h", "gold": "g", "dragonHorse": "m", "cannon": "t", "horse": "w",
    "elephant": "x", "wazir": "y",
}  # fmt: skip
_ATOMS = ("W", "F", "D", "N", "A", "H", "C", "L", "Z", "J", "G", "K")
_RIDERS = ("R2", "R3", "B2", "B4", "W2", "F3", "K2", "Q3", "NN", "N2", "WW", "FF")
_LAME = ("nN", "nA", "nZ", "nD")
_HOPPERS = ("pR", "pB", "pQ", "gR", "gB", "gQ")
_STRAIGHT = ("f", "b", "v", "s", "l", "r", "fs", "fb", "bs")
_OBLIQUE = (
    "f",
    "b",
    "v",
    "s",
    "l",
    "r",
    "fh",
    "bh",
    "lh",
    "rh",
    "fs",
    "bs",
    "fr",
    "bl",
    "rf",
    "lb",
)


def made_up(seed: int) -> str:
    """A text with one variant, `[random-SEED]`, that both programs should play alike.

    >>> made_up(3).splitlines()[0]
    '[random-3]'
    """
    chance = Random(seed)
    lines = [f"[random-{seed}]"]
    files, ranks = chance.randint(5, 12), chance.randint(6, 10)
    lines += [f"maxFile = {files}", f"maxRank = {ranks}"]
    letters = _pieces(chance, lines)
    has_pawn = chance.random() < 0.85
    if has_pawn:
        lines.append("pawn = p")
    _pawns(chance, lines, letters, ranks, has_pawn=has_pawn)
    drops = chance.random() < 0.35
    _drops(chance, lines, letters, ranks, drops=drops, has_pawn=has_pawn)
    castling = chance.random() < 0.4 and files >= 7
    rights = _castling(chance, lines, files) if castling else _none(lines)
    _goals(chance, lines, ranks)
    board = _board(chance, letters, (files, ranks), has_pawn=has_pawn, castling=castling)
    lines.append(f"startFen = {board}{'[]' if drops else ''} w {rights} - 0 1")
    return "\n".join(lines) + "\n"


def _pieces(chance: Random, lines: list[str]) -> list[str]:
    named = chance.sample(sorted(_PIECES), chance.randint(2, 6))
    letters = [_PIECES[name] for name in named]
    lines += [f"{name} = {_PIECES[name]}" for name in named]
    free = [letter for letter in "abcdefghijlmnoqrstuvwxyz" if letter not in letters]
    for number in range(1, chance.randint(1, 4)):
        letter = free.pop(chance.randrange(len(free)))
        lines.append(f"customPiece{number} = {letter}:{_moves(chance)}")
        letters.append(letter)
    lines.append(chance.choice(["king = k", "king = k", "king = k", "king = k:N", "king = k:KD"]))
    return letters


def _moves(chance: Random) -> str:
    """One to three parts, of which one rides and each leap is one alone: Fairy-Stockfish keeps one
    way for a step, the last."""
    ride = chance.choice([_rider, _hopper, _slider])
    leaps = chance.choice([[_leaper, _leaper], [_short, _lame]])
    parts = chance.sample([ride, *leaps], chance.randint(1, 3))
    texts = [chance.choice(["", "", "", "m", "c"]) + part(chance) for part in parts]
    # Two equal letters in a row would be one atom that rides.
    together = "".join(texts)
    doubled = any(a == b and a.isupper() for a, b in itertools.pairwise(together))
    return together if not doubled or "NN" in texts or len(texts) == 1 else texts[0]


def _rider(chance: Random) -> str:
    return chance.choice(_RIDERS)


def _hopper(chance: Random) -> str:
    return chance.choice(_HOPPERS)


def _lame(chance: Random) -> str:
    return chance.choice(_LAME)


def _slider(chance: Random) -> str:
    return _directed(chance, chance.choice("RBQ"))


def _leaper(chance: Random) -> str:
    return _directed(chance, chance.choice(_ATOMS))


def _short(chance: Random) -> str:
    return _directed(chance, chance.choice("WFHCGK"))


def _directed(chance: Random, atom: str) -> str:
    ways = _STRAIGHT if atom in "WDHR" else ("f", "b", "fh") if atom in "KQ" else _OBLIQUE
    return (chance.choice(ways) if chance.random() < 0.5 else "") + atom


def _pawns(
    chance: Random, lines: list[str], letters: list[str], ranks: int, *, has_pawn: bool
) -> None:
    depth = chance.choice([1, 1, 2, 3])
    white = " ".join(f"*{rank}" for rank in range(ranks - depth + 1, ranks + 1))
    black = " ".join(f"*{rank}" for rank in range(1, depth + 1))
    lines += [f"promotionRegionWhite = {white}", f"promotionRegionBlack = {black}"]
    kinds = "".join(chance.sample(letters, chance.randint(1, min(3, len(letters)))))
    lines.append(f"promotionPieceTypes = {kinds}")
    if has_pawn and chance.random() < 0.6:
        lines += ["doubleStepRegionWhite = *2", f"doubleStepRegionBlack = *{ranks - 1}"]
    else:
        lines.append("doubleStep = false")
    if chance.random() < 0.3:
        lines.append(f"promotionLimit = {kinds[0]}:{chance.randint(1, 3)}")
    if chance.random() < 0.3:
        lines.append("mandatoryPawnPromotion = false")
    if chance.random() < 0.4:
        plain, better = chance.sample(letters, 2)
        lines.append(f"promotedPieceType = {plain}:{better}")
        lines += _some(chance, 0.3, "mandatoryPiecePromotion = true")
        lines += _some(chance, 0.3, "piecePromotionOnCapture = true")
    lines += _some(chance, 0.3, "immobilityIllegal = true")


def _drops(
    chance: Random,
    lines: list[str],
    letters: list[str],
    ranks: int,
    *,
    drops: bool,
    has_pawn: bool,
) -> None:
    if not drops:
        return
    lines += ["pieceDrops = true", "capturesToHand = true"]
    for flag in ("dropLoop", "firstRankPawnDrops", "promotionZonePawnDrops"):
        lines += _some(chance, 0.3, f"{flag} = true")
    lines += _some(chance, 0.2, "dropChecks = false")
    if chance.random() < 0.3:
        half = ranks // 2
        white = " ".join(f"*{rank}" for rank in range(1, half + 1))
        lines.append(f"whiteDropRegion = {white}")
    if chance.random() < 0.3:
        kind = "p" if has_pawn else chance.choice(letters)
        lines += [f"dropNoDoubled = {kind}", f"dropNoDoubledCount = {chance.randint(1, 2)}"]


def _castling(chance: Random, lines: list[str], files: int) -> str:
    if not any(line.startswith("rook =") for line in lines):
        lines.append("castlingRookPieces = *")
        return _none(lines)
    king = files // 2
    right = chance.randint(king + 1, files - 2)
    left = chance.randint(1, king - 1)
    lines += [
        f"castlingKingsideFile = {'abcdefghijkl'[right]}",
        f"castlingQueensideFile = {'abcdefghijkl'[left]}",
    ]
    return "KQkq"


def _none(lines: list[str]) -> str:
    lines.append("castling = false")
    return "-"


def _goals(chance: Random, lines: list[str], ranks: int) -> None:
    lines += _some(chance, 0.2, "stalemateValue = loss")
    lines += _some(chance, 0.1, "mustCapture = true")
    lines += _some(chance, 0.1, "checking = false")
    lines += _some(chance, 0.1, "pass = true")
    lines += _some(chance, 0.1, "flyingGeneral = true")
    lines += _some(chance, 0.1, "makpongRule = true")
    if chance.random() < 0.2:
        lines += ["flagPiece = k", f"flagRegionWhite = *{ranks}", "flagRegionBlack = *1"]
        lines += _some(chance, 0.4, "flagMove = true")
    if chance.random() < 0.15:
        lines += ["extinctionValue = loss", "extinctionPieceTypes = *", "extinctionPieceCount = 3"]
    lines += _some(chance, 0.2, "nMoveRule = 20")


def _board(
    chance: Random, letters: list[str], size: tuple[int, int], *, has_pawn: bool, castling: bool
) -> str:
    files, ranks = size
    row = [chance.choice(letters) for _ in range(files)]
    row[files // 2] = "k"
    if castling and "r" in letters:
        row = [("1" if piece == "r" else piece) for piece in row]
        row[0] = row[-1] = "r"
    back = "".join(row)
    second = ("p" if has_pawn else "1") * files
    middle = "/".join([str(files)] * (ranks - 4))
    rows = [_packed(back), _packed(second), middle, _packed(second.upper()), _packed(back.upper())]
    return "/".join(rows)


def _packed(row: str) -> str:
    """A row with its empty squares counted together."""
    packed, empty = "", 0
    for piece in [*row, ""]:
        if piece == "1":
            empty += 1
            continue
        packed += (str(empty) if empty else "") + piece
        empty = 0
    return packed


def _some(chance: Random, likelihood: float, line: str) -> list[str]:
    return [line] if chance.random() < likelihood else []
