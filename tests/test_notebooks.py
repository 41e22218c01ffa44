"""What the notebooks of docs show is what they compute."""

import json
import re
from pathlib import Path

import pytest

from conftest import require_site
from notebooks import executed, pictures, printed

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
LARGEST = 150_000
"""Bytes of a notebook with its pictures."""


@pytest.mark.filterwarnings("default")  # Jupyter has warnings of its own
@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_gives_what_it_shows(notebook: Path, tmp_path: Path) -> None:
    require_site("nbclient", "ipykernel")
    kept = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    for cell, run in zip(kept, executed(notebook, tmp_path), strict=True):
        if cell["cell_type"] == "code":
            assert printed(run).splitlines() == printed(cell).splitlines()
            assert pictures(run["outputs"]) == pictures(cell["outputs"])


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_small_and_says_nothing_of_a_machine(notebook: Path) -> None:
    text = notebook.read_text(encoding="utf-8")
    assert len(text.encode()) < LARGEST
    assert not re.search(r"/(home|root|tmp|Users)/", text)


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_picture_of_a_notebook_says_what_it_shows(notebook: Path) -> None:
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    drawing = [cell for cell in cells if pictures(cell.get("outputs", []))]
    assert drawing
    assert all(cell["metadata"]["alt"] for cell in drawing)


def test_there_are_notebooks() -> None:
    assert len(NOTEBOOKS) >= 2
