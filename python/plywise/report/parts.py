"""Pieces of a page: figures, tables, settings, and what stands around them."""

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from importlib.resources import files

from plywise.naming import MOST_LISTED
from plywise.report.picture import Picture
from plywise.report.theme import DARK, LIGHT, Theme, roles

PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>{title}</title>
<style>
{style}</style>
</head>
<body>
<main>
{body}
</main>
<footer>{footer}</footer>
</body>
</html>
"""


def whole(title: str, body: str, version: str) -> str:
    """A page that fetches nothing, with its head and its foot."""
    footer = f"Made by plywise {escape(version)} · nothing on this page is fetched"
    return PAGE.format(title=escape(title), style=_style(), body=body, footer=footer)


def _style() -> str:
    css = files("plywise.report").joinpath("page.css").read_text(encoding="utf-8")
    return css.replace("/*LIGHT*/", _variables(LIGHT)).replace("/*DARK*/", _variables(DARK))


def _variables(theme: Theme) -> str:
    return " ".join(f"{name}: {colour};" for name, colour in roles(theme).items())


def duration(seconds: float) -> str:
    """A time for people.

    >>> duration(42.2), duration(262), duration(7321)
    ('42 seconds', '4 min 22 s', '2 h 2 min')
    """
    if seconds < 60:
        return f"{seconds:.0f} seconds"
    minutes, rest = divmod(round(seconds), 60)
    if minutes < 60:
        return f"{minutes} min {rest} s"
    return f"{minutes // 60} h {minutes % 60} min"


def figure(term: str, number: str, small: str = "", line: int | None = None) -> str:
    """A number that a reader came for, under its name; with a spot of a line's colour."""
    key = (
        "" if line is None else f'<span class="key" style="--line: var(--line-{line % 8})"></span>'
    )
    more = f" <small>{escape(small)}</small>" if small else ""
    return f"<div><dt>{key}{escape(term)}</dt><dd>{escape(number)}{more}</dd></div>"


def section(
    heading: str, pictures: Mapping[str, Picture], names: Iterable[str], *, wide: bool = False
) -> str:
    """A heading over the pictures of these names, as far as there are some."""
    drawn = [figures(pictures, name, wide=wide, titled=True) for name in names if name in pictures]
    if not drawn:
        return ""
    inside = "\n".join(drawn)
    return f"<h2>{escape(heading)}</h2>\n" + (
        inside if wide else f'<div class="pair">{inside}</div>'
    )


def figures(pictures: Mapping[str, Picture], name: str, *, wide: bool, titled: bool = False) -> str:
    """A picture at two widths; the style sheet shows the one that fits the screen."""
    picture = pictures[name]
    both = f'<div class="wide">{picture.svg()}</div>' if wide else ""
    both += f'<div class="narrow">{picture.svg(narrow=True)}</div>'
    stop = "" if picture.title.endswith("?") else "."
    title = f"<strong>{escape(picture.title)}{stop}</strong> " if titled else ""
    return f"<figure>{both}<figcaption>{title}{escape(picture.caption)}</figcaption></figure>"


def settings_list(settings: Mapping[str, object]) -> str:
    """All settings, those that are not given left out."""
    items = "".join(
        f"<div><dt>{escape(str(key))}</dt><dd>{escape(setting(value))}</dd></div>"
        for key, value in settings.items()
        if value is not None
    )
    return f'<dl class="settings">{items}</dl>'


def setting(value: object) -> str:
    """A setting as a person or a command line writes it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {setting(item)}" for key, item in value.items())
    if isinstance(value, list | tuple) and len(value) > MOST_LISTED:
        return f"{len(value)} numbers"
    if isinstance(value, list | tuple):
        return ", ".join(setting(item) for item in value) or "none"
    return str(value)


def table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table; the header is text, the cells are HTML."""
    head = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in header)
    body = "".join(
        f'<tr><th scope="row">{row[0]}</th>{"".join(f"<td>{cell}</td>" for cell in row[1:])}</tr>'
        for row in rows
    )
    return (
        f'<div class="scroll"><table><thead><tr>{head}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>"
    )
