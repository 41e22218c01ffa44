"""An experiment's results on disk: result.json, table.md, pictures and the raw figures."""

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from plywise.experiments.kit.result import Result, markdown
from plywise.files import write_atomically
from plywise.textual import plain


def write(result: Result, folder: Path) -> list[Path]:
    """Write a result into its folder; what an earlier run left there is replaced."""
    folder.mkdir(parents=True, exist_ok=True)
    texts = {
        "result.json": lined(plain(result.as_dict())),
        "table.md": markdown(result),
        **result.data,
    }
    written = [_written(folder / name, text) for name, text in texts.items()]
    drawn = [picture.save(folder / f"{picture.name}.png") for picture in result.pictures]
    return written + drawn


def _written(path: Path, text: str) -> Path:
    write_atomically(path, text.encode())
    return path


def csv(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    r"""Rows as comma-separated text.

    >>> csv(["game", "queen"], [[1, 1.23456]])
    'game,queen\n1,1.2346\n'
    """
    lines = [",".join(_cell(cell) for cell in row) for row in [header, *rows]]
    return "\n".join(lines) + "\n"


def _cell(cell: object) -> str:
    return f"{cell:.4f}" if isinstance(cell, float) else str(cell)


def lined(table: Mapping[str, Any]) -> str:
    """A table as JSON, an entry a line, and of a list of rows a row a line.

    >>> print(lined({"name": "walk", "rows": [{"label": "λ"}, {"label": "ψ"}]}), end="")
    {
     "name": "walk",
     "rows": [
      {"label": "λ"},
      {"label": "ψ"}
     ]
    }
    """
    entries = (f" {_text(key)}: {_rows(value)}" for key, value in table.items())
    return "{\n" + ",\n".join(entries) + "\n}\n"


def _rows(value: Any) -> str:
    if not isinstance(value, list) or not all(isinstance(row, dict) for row in value):
        return _text(value)
    return "[\n" + ",\n".join(f"  {_text(row)}" for row in value) + "\n ]" if value else "[]"


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
