"""An experiment's results on disk: result.json, table.md, pictures and the raw figures."""

import json
from collections.abc import Iterable, Sequence
from pathlib import Path

from plywise.experiments.kit.result import Result, markdown
from plywise.files import write_atomically
from plywise.textual import plain


def write(result: Result, folder: Path) -> list[Path]:
    """Write a result into its folder; what an earlier run left there is replaced."""
    folder.mkdir(parents=True, exist_ok=True)
    texts = {
        "result.json": json.dumps(plain(result.as_dict()), indent=1, ensure_ascii=False) + "\n",
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
