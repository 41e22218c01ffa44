"""Openings from a file or a list; none is fair, so a match plays each twice, colours swapped."""

from collections.abc import Iterable
from pathlib import Path

from plywise.checks import kind
from plywise.errors import BadInput, BadPosition, BadSetting
from plywise.games.ballot import Opening
from plywise.games.declared import facts_of
from plywise.games.dialect import USI
from plywise.play.epd import read_epd
from plywise.play.words import read_position
from plywise.regular import GAMES, read_regular, read_text

RECORDS = (".kif", ".kifu", ".csa")
"""Suffixes of files that hold whole games of shogi."""
RECORDED_PLIES = 24
"""So much of a game that was read from a record is its opening."""


def read_openings(
    path: str | Path, *, game: str = "chess", plies: int | None = None
) -> list[Opening]:
    """The openings in a file, one a line: a FEN, an EPD, or moves from the start as in UCI.

    Of games in PGN (by the suffix) the first plies are openings, whatever their results: 24, or so
    many as `plies` says.
    In shogi a line is an SFEN, moves as in USI, or what stands after USI's `position` (`startpos
    moves 7g7f …`), with the SFEN that it leads to before it or not; and the first plies of games
    in KIF and CSA (by the suffix) are openings too.
    Empty lines and lines that begin with `#` are skipped; a bad line is refused with its number.
    """
    path = Path(path)
    if not path.is_file():
        raise BadSetting(
            f"no opening file {str(path)!r}; give one with a FEN, an EPD or UCI moves a line"
        )
    most = RECORDED_PLIES if plies is None else plies
    if path.suffix.lower() == ".pgn":
        return parse_openings(_of_pgn(path, game, most), game=game, source=str(path))
    if path.suffix.lower() in RECORDS:
        return parse_openings(_recorded(path, game, most), game=game, source=str(path))
    try:
        text = read_text(path)
    except UnicodeDecodeError as error:
        raise BadInput(f"{path}: not a text file ({error.reason} at byte {error.start})") from None
    return parse_openings(text.split("\n"), game=game, source=str(path))


def parse_openings(
    lines: Iterable[str | Opening], *, game: str = "chess", source: str = "openings"
) -> list[Opening]:
    """The openings that the lines describe, each checked; `source` names them in errors.

    >>> parse_openings(["# two of them", "e2e4 c7c5", "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1"])
    [Opening(start=None, moves=('e2e4', 'c7c5')),
     Opening(start='8/8/8/4k3/8/8/4P3/4K3 w - - 0 1', moves=())]
    >>> parse_openings(["e2e4", "e2e5"])  # doctest: +IGNORE_EXCEPTION_DETAIL
    Traceback (most recent call last):
    IllegalMove: openings, line 2: 'e2e5' is not legal in ...
    """
    hint = "give a file, or a FEN, an EPD or UCI moves each"
    kind(source, lines, Iterable, hint)
    lines = list(lines)
    for line in lines:
        kind(source, line, (str, Opening), hint)
    openings = [
        _checked(line, game, f"{source}, line {number}")
        for number, line in enumerate(lines, start=1)
        if isinstance(line, Opening) or (line.strip() and not line.lstrip().startswith("#"))
    ]
    if not openings:
        raise BadSetting(f"{source}: no openings; give one FEN, EPD or list of UCI moves a line")
    return openings


def _checked(line: str | Opening, game: str, place: str) -> Opening:
    """The opening of one line, which must lead to a position where the game goes on."""
    try:
        opening = line if isinstance(line, Opening) else _parse_line(line, game)
        position = opening.position(game)
    except BadInput as error:
        raise type(error)(f"{place}: {error}") from None
    if position.outcome is not None:
        raise BadPosition(
            f"{place}: the game is over there ({position.outcome_reason}): {position}"
        )
    return opening


def _recorded(path: Path, game: str, most: int) -> list[Opening]:
    """The first plies of the games in a file of records."""
    if path.suffix.lower() not in facts_of(game).records:
        raise BadSetting(f"{str(path)!r}: KIF and CSA are for shogi, not for {game}")
    from plywise.play.records import read_records

    return [Opening(start=read.start, moves=read.moves[:most]) for read in read_records(path)]


def _of_pgn(path: Path, game: str, most: int) -> list[Opening]:
    """The first plies of the games in a PGN file; one that cannot be read is refused by number."""
    from plywise._kernel import Position
    from plywise.play.pgn_pairs import decoded
    from plywise.play.pgn_reading import played, refuse_other_variant, split, tokens

    if facts_of(game).pgn is None:
        raise BadSetting(f"{str(path)!r}: PGN is for chess and its variants, not for {game}")
    found = []
    for number, (tags, text) in enumerate(split(decoded(read_regular(path, at_most=GAMES))), 1):
        try:
            refuse_other_variant(tags, game)
            start = tags.get("FEN")
            first = Position.start(game) if start is None else Position.parse(game, start)
            moves, _ = played(first, tokens(text)[0][:most])
        except BadInput as error:
            raise type(error)(f"{path}, game {number}: {error}") from None
        found.append(Opening(start=start, moves=tuple(moves)))
    return found


def _parse_line(line: str, game: str) -> Opening:
    """An opening from a line; positions are told from moves by their slashes."""
    fields = line.split()
    facts = facts_of(game)
    if "usi" in facts.protocols:
        return _parse_usi(line.rpartition("\t")[2].split())
    if "/" not in fields[0]:
        return Opening(moves=tuple(fields))
    if not facts.has_epd:
        return Opening(start=" ".join(fields))
    return Opening(start=read_epd(line, game).text)


def _parse_usi(words: list[str]) -> Opening:
    """An opening of shogi; the text of a position may stand there bare.

    >>> _parse_usi("startpos moves 7g7f 3c3d".split())
    Opening(start=None, moves=('7g7f', '3c3d'))
    >>> _parse_usi("4k4/9/4P4/9/9/9/9/9/4K4 b G 1".split()).start
    '4k4/9/4P4/9/9/9/9/9/4K4 b G 1'
    """
    if words[:1] == ["position"]:
        words = words[1:]
    if words and words[0] not in ("startpos", "sfen"):
        words = ["sfen", *words] if "/" in words[0] else ["startpos", "moves", *words]
    start, moves = read_position(words, USI)
    return Opening(start=start, moves=tuple(moves))
