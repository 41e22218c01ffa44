"""Test positions: which moves solve them, which must not be played, and what others are worth.

A line of EPD each. `bm` has the best moves and `am` those to avoid; points stand as in the
Strategic Test Suite, in `c0 "f5=10, Be5+=2"`, or in `c8 "10 2"` for the moves of `c9` or `c7`.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from plywise._kernel import Position, facts
from plywise.errors import BadInput
from plywise.files import as_path
from plywise.play.epd import legal_move, moves_of, read_epd
from plywise.play.pgn_pairs import decoded
from plywise.regular import GAMES, read_regular

WORTH: Final = re.compile(r"\s*(\S+?)\s*=\s*(\d{1,6})\s*")
NUMBERED: Final = re.compile(r"(.*?)[\s._#-]*(?:\bNo)?[\s._#-]*\d+[a-z]?\s*")
"""A name with its number at the end; or, below, in it."""
COUNTED: Final = re.compile(r"(.+?)\s+\d+[a-z]?\b.*")
MOST_NAMED: Final = 5
"""So many of the lines that could not be used are named."""


@dataclass(frozen=True, kw_only=True)
class Problem:
    """A position with what is known of its moves."""

    name: str
    """The EPD's own id, such as "WAC.001"; "" without one."""
    position: str
    """Its text."""
    game: str = "chess"
    best: tuple[str, ...] = ()
    """The moves that solve it, as in UCI."""
    avoid: tuple[str, ...] = ()
    """Those that do not, where all others do."""
    points: Mapping[str, int] = field(default_factory=dict)
    """What moves are worth."""
    line: str = field(default="", repr=False)
    """The line that it was read from."""
    place: int = 0
    """The number of that line in its file; 0 where there is none."""

    @property
    def label(self) -> str:
        """What tables call it."""
        return self.name or f"line {self.place}"

    @property
    def group(self) -> str:
        """Its name without the number in it.

        >>> Problem(name="STS(v1.0) Undermine.001", position="").group
        'STS(v1.0) Undermine'
        >>> [Problem(name=n, position="").group for n in ("L.K. Test No.7", "E_E_T 001 - B vs B")]
        ['L.K. Test', 'E_E_T']
        """
        found = NUMBERED.fullmatch(self.name) or COUNTED.fullmatch(self.name)
        return self.name if found is None else found[1]

    @property
    def most(self) -> int | None:
        """The points of its best move; None where moves have none."""
        return max(self.points.values(), default=None)

    @property
    def solving(self) -> tuple[str, ...]:
        """The moves that are looked for: the best, or else those with most points."""
        most = self.most
        return self.best or tuple(move for move, worth in self.points.items() if worth == most)

    def is_solved(self, move: str | None) -> bool:
        """Whether a move is one of those that are looked for, and none of those to avoid.

        >>> problem("6k1/5ppp/8/8/8/8/8/R5K1 w - - am Ra8#;").is_solved("a1a7")
        True
        """
        wanted = self.solving
        return move is not None and move not in self.avoid and (not wanted or move in wanted)


def problem(line: str, *, game: str = "chess", place: int = 0) -> Problem:
    """The problem that a line describes; BadInput where there is none, or a move is illegal.

    >>> problem('6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#; id "back rank";').best
    ('a1a8',)
    >>> problem('6k1/5ppp/8/8/8/8/8/R5K1 w - - c0 "Ra8#=10, Ra7=3";').points
    {'a1a8': 10, 'a1a7': 3}
    >>> problem("6k1/5ppp/8/8/8/8/8/R5K1 w - -")
    Traceback (most recent call last):
    ...
    plywise.BadInput: no best move (bm), none to avoid (am) and no points in '6k1/5ppp/...'; write
    e.g. 'bm Nf3;'
    """
    epd = read_epd(line, game)
    position = Position.parse(game, epd.text)
    best, avoid = (moves_of(position, epd.operations.get(word, "")) for word in ("bm", "am"))
    points = _points(position, epd.operations)
    if not best and not avoid and not points:
        raise BadInput(
            "no best move (bm), none to avoid (am) and no points in "
            f"{line.strip()[:80]!r}; write e.g. 'bm Nf3;'"
        )
    if both := [move for move in best if move in avoid]:
        raise BadInput(f"{both[0]} is both best (bm) and to be avoided (am) in {position}")
    return Problem(
        name=epd.name, position=epd.text, game=game, best=best, avoid=avoid, points=points,
        line=line.strip(), place=place,
    )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Problems:
    """The problems of a file that can be used, and why the others cannot."""

    source: str
    """What the file is called."""
    problems: tuple[Problem, ...]
    troubles: tuple[str, ...]
    """A sentence for each line that is left out."""

    def all_sound(self) -> tuple[Problem, ...]:
        """The problems; BadInput if a line was left out."""
        if self.troubles:
            raise BadInput(f"{self.source}, {self.troubles[0]}")
        return self.problems


def left_out(source: str, used: int, troubles: Sequence[str]) -> list[str]:
    """What to say of lines that could not be used.

    >>> left_out("few.epd", 9, ["line 3: no best move"])
    ['few.epd: 1 of 10 lines left out', '  line 3: no best move']
    """
    if not troubles:
        return []
    more = len(troubles) - MOST_NAMED
    rest = [f"and {more} more"] if more > 0 else []
    return [
        f"{source}: {len(troubles)} of {used + len(troubles)} lines left out",
        *(f"  {trouble}" for trouble in [*troubles[:MOST_NAMED], *rest]),
    ]


def read_problems(path: str | Path, *, game: str = "chess") -> Problems:
    """The problems of a file; a bad line is named and left out, BadInput if nothing is left.

    Empty lines and lines that begin with `#` are skipped.
    """
    where = as_path(path)
    try:
        text = decoded(read_regular(where, at_most=GAMES))
    except OSError as error:
        raise BadInput(f"{str(where)!r} cannot be read: {error.strerror}") from None
    return parse_problems(text.split("\n"), game=game, source=str(where))


def parse_problems(
    lines: Iterable[str], *, game: str = "chess", source: str = "problems"
) -> Problems:
    """The problems that lines describe; `source` names them in errors."""
    if facts(game).has_chance:
        raise BadInput(f"{source}: test positions are for games without dice, not for {game}")
    problems: list[Problem] = []
    troubles: list[str] = []
    for place, line in enumerate(lines, start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            problems.append(problem(line, game=game, place=place))
        except BadInput as error:
            troubles.append(f"line {place}: {error}")
    if not problems:
        why = troubles[0] if troubles else "it is empty"
        others = f", and {len(troubles) - 1} more lines" if len(troubles) > 1 else ""
        raise BadInput(f"{source}: no position with a solution that can be used: {why}{others}")
    return Problems(source=source, problems=tuple(problems), troubles=tuple(troubles))


def _points(position: Position, operations: Mapping[str, str]) -> dict[str, int]:
    """What moves are worth, by the first of the forms that a line has; empty without any."""
    forms: tuple[Callable[[], list[tuple[str, str]]], ...] = (
        lambda: _columns(operations.get("c9", ""), operations.get("c8", "")),
        lambda: _columns(operations.get("c7", ""), operations.get("c8", "")),
        lambda: _equations(operations.get("c0", "")),
    )
    for form in forms:
        told = form()
        # A comment may look like points (`c0 "depth=4"`), but none of its words is a legal move.
        if any(legal_move(position, word) for word, _ in told):
            return {moves_of(position, word)[0]: int(worth) for word, worth in told}
    return {}


def _columns(moves: str, points: str) -> list[tuple[str, str]]:
    """`f4f5 d4e5` and `10 2`; nothing where they do not fit each other."""
    words, numbers = moves.split(), points.split()
    is_sound = len(words) == len(numbers) and all(n.isdecimal() and len(n) < 7 for n in numbers)
    return list(zip(words, numbers, strict=True)) if is_sound else []


def _equations(text: str) -> list[tuple[str, str]]:
    """`f5=10, Be5+=2`; nothing where it is another comment.

    >>> _equations("f5=10, e8=Q=2"), _equations("Ann-Bob, Riga 1913")
    ([('f5', '10'), ('e8=Q', '2')], [])
    """
    found = [WORTH.fullmatch(part) for part in text.split(",")]
    return [(each[1], each[2]) for each in found if each] if all(found) else []
