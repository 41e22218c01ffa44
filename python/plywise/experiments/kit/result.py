"""What an experiment found: rows of published beside measured, further tables, pictures, data."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from plywise.report.picture import Picture
from plywise.textual import aligned

Cell = float | str | None
"""A figure, or the paper's words where it gives no figure, or nothing."""
NOT_RUN = "not run"
HEADER = ("", "published", "measured")
APART = "apart"


@dataclass(frozen=True, kw_only=True)
class Row:
    """One published figure beside ours."""

    label: str
    published: Cell = None
    measured: Cell = None
    error: float | None = None
    """Of `measured`; what kind of error it is, the result says once for all rows."""
    published_error: float | None = None
    published_runs: int | None = None
    """How many runs the published mean is of, where both means can be compared: then `error` is
    the standard error of ours, and `published_error` the deviation of the published runs."""
    digits: int = 2

    @property
    def texts(self) -> tuple[str, str, str]:
        """Label, published and measured as they stand in a table.

        >>> Row(label="queen", published=11.49, published_error=.74, measured=10.9, error=1.4).texts
        ('queen', '11.49 ± 0.74', '10.90 ± 1.40')
        """
        return (
            self.label,
            text(self.published, self.published_error, self.digits),
            text(self.measured, self.error, self.digits),
        )

    @property
    def apart(self) -> float | None:
        """Measured less published, in standard errors of the difference of the two means.

        >>> round(Row(label="rook", published=4.97, published_error=.27, published_runs=5,
        ...           measured=5.74, error=.29).apart, 1)
        2.5
        """
        if self.published_runs is None or isinstance(self.measured, str | None):
            return None
        if isinstance(self.published, str | None) or self.error is None:
            return None
        theirs = (self.published_error or 0.0) / math.sqrt(self.published_runs)
        return (self.measured - self.published) / math.hypot(theirs, self.error)


@dataclass(frozen=True, kw_only=True)
class Table:
    """A further table of an experiment."""

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""


@dataclass(frozen=True, kw_only=True)
class Result:
    """All that one reproduction found, ready to be printed and kept."""

    name: str
    size: str
    title: str
    source: str
    """Chapter, table and figure of the paper."""
    rows: tuple[Row, ...]
    error: str
    """What the errors are: "standard deviation over 5 seeds"."""
    settings: Mapping[str, Any]
    seeds: tuple[int, ...]
    games: int
    """In each learning run."""
    units: str = "games"
    """What `games` counts: the random walk has walks."""
    command: str
    seconds: float = 0.0
    """Of work; runs that lay complete in the work folder count with the time they took."""
    version: str = ""
    notes: tuple[str, ...] = ()
    tables: tuple[Table, ...] = ()
    pictures: tuple[Picture, ...] = ()
    data: Mapping[str, str] = field(default_factory=dict)
    """File name -> text of the files with the raw figures."""

    def as_dict(self) -> dict[str, Any]:
        """The result in JSON's own types; pictures and data by the names of their files."""
        plain = {
            "name": self.name,
            "size": self.size,
            "seconds": round(self.seconds, 1),
            "rows": [asdict(row) for row in self.rows],
        }
        return plain | {
            "error": self.error,
            "title": self.title,
            "source": self.source,
            "seeds": list(self.seeds),
            "games": self.games,
            "settings": dict(self.settings),
            "tables": [asdict(table) for table in self.tables],
            "notes": list(self.notes),
            "command": self.command,
            "version": self.version,
            "files": [f"{picture.name}.png" for picture in self.pictures] + sorted(self.data),
        }


def text(value: Cell, error: float | None = None, digits: int = 2) -> str:
    """A cell as it is printed.

    >>> text(2.718, .1), text("fails to learn"), text(None), text(float("inf"))
    ('2.72 ± 0.10', 'fails to learn', '–', 'never')
    """
    if value is None:
        return "–"
    if isinstance(value, str):
        return value
    if not math.isfinite(value):
        return "never"
    plus_minus = "" if error is None or not math.isfinite(error) else f" ± {error:.{digits}f}"
    return f"{value:.{digits}f}{plus_minus}"


def lines(result: Result) -> list[str]:
    """The result for a terminal."""
    told = [f"{result.title} ({result.source}), size {result.size}: {_extent(result)}"]
    told += aligned(*_compared(result.rows))
    told += [f"± {result.error}"]
    for table in result.tables:
        told += ["", table.title, *aligned(table.header, table.rows)]
        told += [table.note] if table.note else []
    return told + [""] * bool(result.notes) + list(result.notes)


def markdown(result: Result) -> str:
    """The result as a Markdown page, with its pictures and all that is needed to run it again."""
    parts = [f"# {result.title}", f"{result.source}. {_extent(result)}, {result.seconds:,.0f} s."]
    parts += [_markdown(*_compared(result.rows)), f"± {result.error}."]
    parts += ["\n".join(f"- {note}" for note in result.notes)]
    for table in result.tables:
        parts += [f"## {table.title}", _markdown(table.header, table.rows), table.note]
    for picture in result.pictures:
        parts += [f"## {picture.title}", f"![{picture.alt}]({picture.name}.png)", picture.caption]
    parts += ["## Made by", f"```\n{result.command}\n```", _made_by(result)]
    return "\n\n".join(part for part in parts if part) + "\n"


def _compared(rows: Sequence[Row]) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """Header and rows of published beside measured; where means are compared, how far apart."""
    if all(row.apart is None for row in rows):
        return HEADER, [row.texts for row in rows]
    told = ["" if row.apart is None else f"{row.apart:+.1f}" for row in rows]
    return (*HEADER, APART), [(*row.texts, far) for row, far in zip(rows, told, strict=True)]


def _made_by(result: Result) -> str:
    # Raw figures are long and a seed makes them again: not every copy of a result has them.
    raw = f"; the command also writes {', '.join(sorted(result.data))}" if result.data else ""
    made = f"plywise {result.version}; {seeds(result.seeds)}"
    return f"{made}. Settings: [result.json](result.json){raw}."


def seeds(used: Sequence[int]) -> str:
    """Seeds in words; they follow each other.

    >>> seeds(range(10)), seeds([7])
    ('seeds 0 to 9', 'seed 7')
    """
    return f"seed {used[0]}" if len(used) == 1 else f"seeds {used[0]} to {used[-1]}"


def _extent(result: Result) -> str:
    return f"{len(result.seeds)} × {result.games:,} {result.units}, {seeds(result.seeds)}"


def _markdown(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    rule = ["---", *["---:"] * (len(header) - 1)]
    return "\n".join("| " + " | ".join(row) + " |" for row in [header, rule, *rows])
