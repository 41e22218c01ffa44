"""What all benchmarks share: plain tables, what was measured where, and no debug builds."""

import json
import os
import platform
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from tempfile import TemporaryDirectory
from typing import Any

from plywise import _kernel


def refuse_debug_build() -> None:
    """A debug build is many times slower: a figure from it would only mislead."""
    if not _kernel.is_release:
        sys.exit("this kernel is a debug build; measure with: make develop")


@contextmanager
def compiled() -> Iterator[dict[str, str]]:
    """An environment whose interpreters find their modules compiled from the second start on.

    So has it who installed the package. Where PYTHONDONTWRITEBYTECODE is set, or a clone has never
    been used, every start would compile all that it loads, and take half as long again.
    """
    own = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    with TemporaryDirectory() as folder:
        yield {**own, "PYTHONPYCACHEPREFIX": folder}


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """The rows under their head, numbers to the right.

    >>> print(table(["who", "nodes/s"], [["plywise", "3.10 M"], ["hoichess", "1.98 M"]]))
    who       nodes/s
    plywise    3.10 M
    hoichess   1.98 M
    """
    widths = [max(len(row[i]) for row in (head, *rows)) for i in range(len(head))]
    lines = []
    for first, *others in (head, *rows):
        numbers = [cell.rjust(width) for cell, width in zip(others, widths[1:], strict=True)]
        lines.append("  ".join([first.ljust(widths[0]), *numbers]))
    return "\n".join(lines)


def circumstances() -> dict[str, Any]:
    """What a figure should not be quoted without."""
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else float("nan")
    return {
        "plywise": _kernel.version,
        "python": platform.python_version(),
        "machine": f"{platform.system()} {platform.machine()}, {os.cpu_count()} processors",
        "load": round(load, 2),
    }


def show(title: str, text: str, fields: dict[str, Any], *, as_json: bool) -> None:
    """Print the result for people, or one JSON object."""
    around = circumstances()
    if as_json:
        print(json.dumps({**fields, "circumstances": around}))
        return
    print(f"{title}\n\n{text}\n")
    print(", ".join(f"{name} {value}" for name, value in around.items()))
    if around["load"] > 0.5:
        print("Something else was running: measure again on an idle machine before quoting.")
