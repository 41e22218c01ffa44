"""Parts of forms that screens share: lists to choose from."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape


def options(choices: Iterable[tuple[str, str]], chosen: str) -> str:
    """The options of a list.

    >>> options([("a", "A & B")], "a")
    '<option value="a" selected>A &amp; B</option>'
    """
    return "".join(
        f'<option value="{escape(value)}"{" selected" if value == chosen else ""}>'
        f"{escape(label)}</option>"
        for value, label in choices
    )


def select(name: str, label: str, choices: Iterable[tuple[str, str]], chosen: str) -> str:
    """A list to choose from, with its label."""
    return (
        f'<label>{escape(label)} <select name="{escape(name)}">{options(choices, chosen)}'
        "</select></label>"
    )
