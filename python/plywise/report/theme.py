"""The colours of plywise's pictures, by role.

They are Okabe and Ito's, which the colour-blind can tell apart. A picture is drawn once, by role
("series 3", "ink"); whether a role ends as a hex colour in a file or as a CSS variable that follows
the reader's light or dark mode is decided at the end.
"""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Theme:
    """A colour for every role in a picture."""

    ink: str
    """Text and axis labels."""
    quiet: str
    """Axis lines, reference lines, second-rank text."""
    paper: str
    """What lies behind: gaps between bars, halos; "none" is transparent."""
    lines: tuple[str, ...]
    """A colour a series."""
    words: tuple[str, ...]
    """The same colours as text, dark (or light) enough to be read."""

    def line(self, index: int) -> str:
        """The colour of series `index`; beyond the palette it starts again."""
        return self.lines[index % len(self.lines)]

    def word(self, index: int) -> str:
        """The colour of a text that names series `index`."""
        return self.words[index % len(self.words)]


# Series 0 is neutral: in chess it is the pawn, the unit of all others.
LIGHT = Theme(
    ink="#1f2328",
    quiet="#757c85",
    paper="#ffffff",
    lines=("#5c636b", "#e69f00", "#009e73", "#0072b2", "#d55e00", "#cc79a7", "#56b4e9", "#a39a00"),
    words=("#4d545c", "#8f6200", "#00724f", "#00609a", "#ae4a00", "#a04f7c", "#23719f", "#6b6500"),
)
DARK = Theme(
    ink="#e6e8eb",
    quiet="#8f969f",
    paper="#14171a",
    lines=("#b4bac1", "#f0b02e", "#1fc796", "#4fa8e0", "#f4803a", "#dd94bb", "#8fd0f5", "#f0e442"),
    words=("#c5cad0", "#f3bd51", "#3ed3a6", "#74bbe8", "#f79a60", "#e5a8c8", "#8fd0f5", "#f0e442"),
)
# Middle tones that read on white and on black alike: for a picture in a README.
NEUTRAL = Theme(
    ink="#7d848c",
    quiet="#8a9099",
    paper="none",
    lines=("#868d95", "#d98f00", "#00a378", "#2585c7", "#e0640d", "#c873a2", "#4aa7dc", "#a39a00"),
    words=("#868d95", "#d08900", "#009c73", "#2585c7", "#e0640d", "#c873a2", "#4aa7dc", "#a39a00"),
)
# Stand-ins, one a role, for pictures inside a page: `Picture.svg` turns them into CSS variables.
PAGE = Theme(
    ink="#01f0a0",
    quiet="#01f0a1",
    paper="#01f0a2",
    lines=tuple(f"#01f1{n:02x}" for n in range(8)),
    words=tuple(f"#01f2{n:02x}" for n in range(8)),
)


def roles(theme: Theme) -> dict[str, str]:
    """CSS variable -> colour, for every role of a theme.

    >>> roles(LIGHT)["--line-3"]
    '#0072b2'
    """
    plain = {"--ink": theme.ink, "--quiet": theme.quiet, "--paper": theme.paper}
    lines = {f"--line-{n}": colour for n, colour in enumerate(theme.lines)}
    words = {f"--word-{n}": colour for n, colour in enumerate(theme.words)}
    return plain | lines | words
