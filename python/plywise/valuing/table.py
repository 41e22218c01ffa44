"""Values as text: a row a piece with its error and a bar, and what they do and do not say."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from plywise.games.python_games import portable
from plywise.play.interval import told
from plywise.textual import aligned, number
from plywise.valuing.result import CLEAR

if TYPE_CHECKING:
    from plywise.play.match_result import MatchResult
    from plywise.valuing.result import Values

BAR = 30
"""Characters of the longest bar."""
EIGHTHS = " ▏▎▍▌▋▊▉█"


def table(found: "Values") -> list[str]:
    r"""The lines of the table.

    >>> from plywise.valuing.result import Values
    >>> found = Values(game="chess", features="material", depth=2, seeds=(1, 2), games=(500, 500),
    ...                runs=((0.5, 1.4, 1.5, 2.4, 4.9), (0.6, 1.6, 1.7, 2.8, 5.7)))
    >>> print(*table(found)[:4], sep="\n")
    chess, material: mean of 2 seeds of 500 games at depth 2, ± standard error, pawn = 1
            value     ±
    pawn     1.00  0.00  ███▏
    knight   2.73  0.07  ████████▌
    """
    values, errors = found.values, found.errors
    names = found.rows
    rows = [
        [name, number(values[name]), number(None if errors is None else errors[name])]
        for name in names
    ]
    bars = ["", *_bars([values[name] for name in names])]
    lines = [
        f"{line}  {bar}".rstrip()
        for line, bar in zip(aligned(["", "value", "±"], rows), bars, strict=True)
    ]
    return [_heading(found), *lines, *remarks(found)]


def remarks(found: "Values") -> Iterator[str]:
    """What should be said beside the numbers."""
    yield from found.notes
    if not found.is_normalised:
        size, error = found.raw[found.unit], (found.raw_errors or {}).get(found.unit)
        shown = f"{size:.3f}" + ("" if error is None else f" ± {error:.3f}")
        if error is not None and size < -CLEAR * error:
            yield f"the {found.unit} ({shown}) is a burden and cannot be the unit: as learnt"
        else:
            yield (
                f"the {found.unit} ({shown}) is not clearly above 0 and cannot be the unit: "
                "as learnt"
            )
    if found.errors is None:
        yield "one seed tells nothing about errors: take more"
    if found.alike:
        groups = "; ".join(", ".join(group) for group in found.alike)
        yield f"neighbours that the errors do not tell apart: {groups}"
    if found.typical is not None:
        yield "typical values: by where pieces stood in the games"
    for name, match in found.matches.items():
        yield verdict(name, match)


def verdict(name: str, match: "MatchResult") -> str:
    """A match of the values in a line."""
    score, interval = match.score, match.score_interval
    if score is None or interval is None:
        return f"against {name}: no games"
    low, high = interval
    share = told(100 * score, (100 * low, 100 * high), ".1f")
    return f"against {name}: {share} % of {match.games} games, {match}"


def _heading(found: "Values") -> str:
    fewest, most = min(found.games), max(found.games)
    games = f"{most:,}" if fewest == most else f"{fewest:,} to {most:,}"
    depth = "" if found.depth is None else f" at depth {found.depth}"
    seeds = f"mean of {len(found.seeds)} seeds of" if len(found.seeds) > 1 else "one seed of"
    error = ", ± standard error" if found.errors is not None else ""
    unit = f", {found.unit} = 1" if found.is_normalised else ", as learnt"
    return f"{portable(found.game)}, {found.features}: {seeds} {games} games{depth}{error}{unit}"


def _bars(values: list[float]) -> list[str]:
    """A bar for each value; what is not above 0 has none, for its sign must be read."""
    longest = max([*values, 0.0]) or 1.0
    return [_bar(max(0.0, value) / longest * BAR) for value in values]


def _bar(length: float) -> str:
    """A bar of so many characters.

    >>> _bar(2.5), _bar(0.0)
    ('██▌', '')
    """
    whole, rest = divmod(round(8 * length), 8)
    return "█" * whole + EIGHTHS[rest].strip()
