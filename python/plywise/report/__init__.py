"""Reports: pictures of what runs learnt, and one page that shows them."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from plywise.report.picture import Picture, refuse_bad_place, refuse_without_matplotlib

if TYPE_CHECKING:
    from plywise.play.match_result import MatchResult
    from plywise.runs.run import Run

__all__ = ["Picture", "hero", "write"]

PAGE = "report.html"


def write(
    runs: "Run | str | Path | Sequence[Run | str | Path]",
    out: str | Path,
    match: "MatchResult | Sequence[MatchResult] | Mapping[str, MatchResult] | None" = None,
) -> list[Path]:
    """Write the page and its pictures about one run, or several with other seeds, into a folder.

    What comes back is the files, the page first. The page holds its pictures itself and fetches
    nothing: it can be moved and sent alone. `match` may be one result, several, or several by name.
    """
    from plywise.files import as_path, write_atomically
    from plywise.report import board_units, matches, page, plots, reading

    folder = as_path(out)
    refuse_without_matplotlib()
    loaded = reading.as_runs(runs)
    traces = [reading.as_shown(run) for run in loaded]
    references = reading.references(traces[0])
    scores = reading.scores(match)
    pictures = plots.all_pictures(traces, references)
    if units := board_units.picture(loaded[0].as_weights()):
        pictures[units.name] = units
    if scores:
        pictures[matches.NAME] = matches.bars(scores)
    text = page.page(traces, pictures, references=references, scores=scores)
    folder.mkdir(parents=True, exist_ok=True)
    write_atomically(folder / PAGE, text.encode())
    drawn = [picture.save(folder / f"{picture.name}.png") for picture in pictures.values()]
    return [folder / PAGE, *drawn]


def hero(runs: "Run | str | Path | Sequence[Run | str | Path]", path: str | Path) -> Path:
    """Write the wide picture of weights being learnt that opens the README (SVG or PNG).

    Its colours read on a light and on a dark page alike, and its background is transparent.
    """
    from plywise.files import as_path
    from plywise.report import heroes, reading

    where = as_path(path)
    refuse_bad_place(where)
    traces = [reading.as_shown(run) for run in reading.as_runs(runs)]
    return heroes.write(traces, reading.references(traces[0]), where)
