"""A picture: what it is called, what it says, and how it is drawn; to a file or into a page."""

import io
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from plywise.errors import BadSetting
from plywise.extras import require
from plywise.files import regular, write_atomically
from plywise.report.theme import LIGHT, PAGE, Theme, roles

# matplotlib is imported at the first picture and not before, so its types are not named here.
Figure = Any
Axes = Any

WIDE, NARROW = 7.2, 4.1
"""Inches: a text column on a screen, and a phone held upright."""
SANS = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Liberation Sans', sans-serif"
_DOTS_PER_INCH = 120
_COLOURS = 96
"""Of a PNG: more than any of our charts has, edges of lines and letters included."""
_STAMPS: dict[str, dict[str, str | None]] = {"png": {"Software": None}, "svg": {"Date": None}}
"""What matplotlib would write into a file about itself and the hour, by the file's ending."""


@dataclass(frozen=True, kw_only=True)
class Picture:
    """One picture, ready to be drawn at any size and in any theme."""

    name: str
    """Of the file, without its ending."""
    title: str
    """A heading of a few words."""
    alt: str
    """What a reader who cannot see the picture should know."""
    caption: str = ""
    """How to read it."""
    draw: Callable[[Any, Theme], None]
    """Draws on an array of axes, rows × columns."""
    height: float = 3.6
    """Inches, when wide."""
    rows: int = 1
    columns: int = 1

    def figure(self, theme: Theme = LIGHT, width: float = WIDE) -> Figure:
        """The drawn matplotlib figure, for a notebook."""
        with self._drawn(theme, width) as figure:
            return figure

    def save(self, path: Path, theme: Theme = LIGHT, width: float = WIDE) -> Path:
        """Write a PNG or an SVG, by the ending of `path`; the same picture gives the same bytes."""
        ending = refuse_bad_place(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        image = io.BytesIO()
        with self._drawn(theme, width) as figure:
            figure.savefig(image, format=ending, dpi=_DOTS_PER_INCH, facecolor=theme.paper,
                           metadata=_STAMPS[ending])  # fmt: skip
        drawn = image.getvalue()
        write_atomically(path, _in_few_colours(drawn) if ending == "png" else drawn)
        return path

    def svg(self, *, narrow: bool = False) -> str:
        """An `<svg>` element for a page, its colours CSS variables, its ids its own."""
        with self._drawn(PAGE, NARROW if narrow else WIDE) as figure:
            text = io.StringIO()
            figure.savefig(text, format="svg", metadata={"Date": None})
        return _for_page(text.getvalue(), f"{self.name}{'-narrow' if narrow else ''}", self.alt)

    @contextmanager
    def _drawn(self, theme: Theme, width: float) -> Iterator[Figure]:
        import matplotlib
        import matplotlib.figure

        with matplotlib.rc_context(_look(theme, fixed_text=theme is not PAGE)):
            # Not through pyplot: it keeps every figure, and its state belongs to the user.
            height = self.height * (0.8 if width == NARROW else 1.0)
            figure = matplotlib.figure.Figure(figsize=(width, height), layout="constrained")
            self.draw(figure.subplots(self.rows, self.columns, squeeze=False), theme)
            yield figure


def _in_few_colours(png: bytes) -> bytes:
    """The same PNG with a palette: a chart has few colours, and takes a third of the bytes so."""
    from PIL import Image  # comes with matplotlib

    full = Image.open(io.BytesIO(png)).convert("RGB")
    # By coverage, not by population: the few pixels of a thin label keep their colour. Then twice
    # the mean of what each stands for, so that pale bands keep theirs.
    few = full.quantize(_COLOURS, Image.Quantize.MAXCOVERAGE, kmeans=2, dither=Image.Dither.NONE)
    written = io.BytesIO()
    few.save(written, "PNG", optimize=True)
    return written.getvalue()


def refuse_bad_place(path: Path) -> str:
    """The ending of a picture's file; BadInput where none can be drawn or written.

    >>> refuse_bad_place(Path("uct.png"))
    'png'
    """
    ending = path.suffix.lower().removeprefix(".")
    if ending not in _STAMPS:
        raise BadSetting(f"a picture is a .png or an .svg file, not {str(path)!r}")
    regular(path)
    refuse_without_matplotlib()
    return ending


def refuse_without_matplotlib() -> None:
    """BadInput where no picture can be drawn."""
    require("matplotlib", "a picture")


def _look(theme: Theme, *, fixed_text: bool) -> Any:
    """The settings for matplotlib: a quiet frame, open to the top and the right."""
    return {
        "figure.facecolor": "none",
        "axes.facecolor": "none",
        "axes.edgecolor": theme.quiet,
        "axes.labelcolor": theme.ink,
        "axes.linewidth": 0.7,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.titlelocation": "left",
        "axes.titlesize": 10,
        "axes.titlecolor": theme.ink,
        "axes.labelsize": 9.5,
        "xtick.color": theme.quiet,
        "ytick.color": theme.quiet,
        "xtick.labelcolor": theme.ink,
        "ytick.labelcolor": theme.ink,
        "xtick.labelsize": 9,
        "ytick.labelsize": 9,
        "xtick.major.size": 3,
        "ytick.major.size": 3,
        "xtick.major.width": 0.7,
        "ytick.major.width": 0.7,
        "ytick.minor.size": 0,
        "text.color": theme.ink,
        "font.size": 9.5,
        "font.family": "sans-serif",
        # The first comes with matplotlib itself: pictures are the same on every machine.
        "font.sans-serif": ["DejaVu Sans"],
        "lines.solid_capstyle": "round",
        "lines.solid_joinstyle": "round",
        "svg.fonttype": "path" if fixed_text else "none",
        "svg.hashsalt": "plywise",
    }


def _for_page(svg: str, name: str, alt: str) -> str:
    svg = svg[svg.index("<svg") :].strip()
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    # Several pictures live in one document: their ids must differ.
    svg = re.sub(r'\bid="', f'id="{name}-', svg)
    svg = svg.replace("url(#", f"url(#{name}-").replace('xlink:href="#', f'xlink:href="#{name}-')
    for variable, mark in roles(PAGE).items():
        svg = svg.replace(mark, f"var({variable})")
    svg = re.sub(r"(font: [^;\"]*?[\d.]+px )[^;\"]+", rf"\1{SANS}", svg)
    head, rest = svg.split(">", 1)
    # It takes the width of its column; the viewBox keeps the proportions.
    head = re.sub(r' (?:width|height)="[^"]*"', "", head)
    return f'{head} role="img" aria-label="{escape(alt)}">{rest}'
