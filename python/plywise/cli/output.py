"""Where words go: data to stdout, talk to stderr, and with `--json` one object as the last line."""

import json
import os
import sys
from collections.abc import Iterable, Mapping
from typing import Any

import typer

from plywise.textual import plain


def data(line: str = "") -> None:
    """Write a line that a program may read."""
    typer.echo(line)


def talk(line: str = "") -> None:
    """Write a line for the person at the terminal."""
    typer.echo(line, err=True)


def lines(told: Iterable[str]) -> None:
    """Write several lines of data."""
    for line in told:
        data(line)


def silence(told: Iterable[str]) -> None:
    """Write nothing: with `--json` the object at the end says it all."""


def result(fields: Mapping[str, Any], told: Iterable[str], *, as_json: bool) -> None:
    """Write what a command found: one JSON object, or lines for people."""
    if as_json:
        data(json.dumps(plain(fields), ensure_ascii=False, allow_nan=False))
    else:
        lines(told)


def is_terminal() -> bool:
    """Whether a person watches stderr, so that something there may move.

    `TERM=dumb` (an editor's shell) counts as a file. Colours are rich's affair: it obeys NO_COLOR.
    """
    return sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
