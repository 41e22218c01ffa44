"""Notebooks as pages: their text, their code, and what the code printed and drew.

Outputs are those that are in the file: `tests/test_notebooks.py` runs it and holds them to be true.
"""

import base64
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

PICTURES = {"image/svg+xml": "svg", "image/png": "png"}


def page_of(notebook: Path) -> Path:
    """Write the page of a notebook beside it, and its pictures."""
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    parts = [part for number, cell in enumerate(cells) for part in _parts(notebook, number, cell)]
    # The heading comes first, then where to get the whole.
    whole = f'<a href="{notebook.name}" download>download it</a>'
    parts.insert(1, f"*A notebook: {whole} and run it with Jupyter.*")
    page = notebook.with_suffix(".md")
    page.write_text("\n\n".join(parts) + "\n", encoding="utf-8")
    return page


def _parts(notebook: Path, number: int, cell: dict[str, Any]) -> Iterator[str]:
    source = "".join(cell["source"])
    if cell["cell_type"] == "markdown":
        yield source
        return
    yield f"```python\n{source}\n```"
    for output in cell["outputs"]:
        data = output.get("data", {"text/plain": output.get("text", "")})
        ending = next((kind for kind in PICTURES if kind in data), None)
        if ending is None:
            printed = "".join(data["text/plain"]).rstrip()
            yield f"```text\n{printed}\n```"
            continue
        picture = notebook.with_name(f"{notebook.stem}-{number}.{PICTURES[ending]}")
        drawn = "".join(data[ending])
        if ending == "image/png":
            picture.write_bytes(base64.b64decode(drawn))
        else:
            picture.write_text(drawn, encoding="utf-8")
        yield f"![{cell['metadata']['alt']}]({picture.name})"
