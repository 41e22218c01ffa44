"""Runs notebooks, so that what they show is what they compute.

What they printed and drew is written into them.

    python tests/notebooks.py docs/notebooks/*.ipynb
"""

import json
import sys
import tempfile
from pathlib import Path
from typing import Any

Cell = dict[str, Any]
PICTURES = ("image/svg+xml", "image/png")


def executed(notebook: Path, folder: Path) -> list[Cell]:
    """The cells of a notebook after it was run in a folder by a kernel of its own."""
    import nbformat
    from nbclient import NotebookClient

    read = nbformat.read(notebook, as_version=4)
    NotebookClient(read, timeout=300, resources={"metadata": {"path": str(folder)}}).execute()
    cells: list[Cell] = read.cells
    return cells


def printed(cell: Cell) -> str:
    """What the code of a cell printed and gave."""
    kept = (output for output in cell.get("outputs", []) if not pictures([output]))
    return "".join(_text(output) for output in kept)


def pictures(outputs: list[Cell]) -> list[str]:
    """The kinds of the pictures among outputs."""
    return [kind for kind in PICTURES for output in outputs if kind in output.get("data", {})]


def _text(output: Cell) -> str:
    text = output["text"] if output["output_type"] == "stream" else output["data"]["text/plain"]
    return text if isinstance(text, str) else "".join(text)


def _output(output: Cell) -> Cell:
    """An output as it is kept: text or a picture, and nothing about the hour or the machine."""
    if kinds := pictures([output]):
        drawn = output["data"][kinds[0]].splitlines(keepends=True)
        return {"output_type": "display_data", "metadata": {}, "data": {kinds[0]: drawn}}
    lines = _text(output).splitlines(keepends=True)
    return {"output_type": "stream", "name": "stdout", "text": lines}


def main() -> None:
    """Run the notebooks named on the command line, and keep what they printed and drew."""
    for path in map(Path, sys.argv[1:]):
        document = json.loads(path.read_text(encoding="utf-8"))
        with tempfile.TemporaryDirectory() as folder:
            run = executed(path, Path(folder))
        for cell, done in zip(document["cells"], run, strict=True):
            if cell["cell_type"] == "code":
                cell["execution_count"] = None
                cell["outputs"] = [_output(output) for output in done["outputs"]]
        path.write_text(json.dumps(document, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        print(f"{path.name}: {len(run)} cells run")


if __name__ == "__main__":
    main()
