"""An experiment's results on disk: result.json, table.md, pictures and the raw figures."""

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from plywise.experiments.result import Result, markdown


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
    path.write_text(text, encoding="utf-8")
    return path


def plain(value: Any) -> Any:
    """The same in JSON's own types; what JSON cannot say (infinity: "never") becomes None.

    >>> plain({"settled": float("inf"), "seeds": (1, 2)})
    {'settled': None, 'seeds': [1, 2]}
    """
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if hasattr(value, "tolist"):
        return plain(value.tolist())
    if isinstance(value, float) and not abs(value) < float("inf"):
        return None
    return value


def csv(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    r"""Rows as comma-separated text.

    >>> csv(["game", "queen"], [[1, 1.23456]])
    'game,queen\n1,1.2346\n'
    """
    lines = [",".join(_cell(cell) for cell in row) for row in [header, *rows]]
    return "\n".join(lines) + "\n"


def _cell(cell: object) -> str:
    return f"{cell:.4f}" if isinstance(cell, float) else str(cell)
