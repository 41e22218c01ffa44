"""Builds the documents as a site of plain files: `make site`, then open site/index.html.

The pages are written to be read as they are. What the site's generator wants otherwise is changed
in a copy: README is its start page, notebooks become pages, links lead to pages of the site, and
files of the source that a page names come along as text. Lines stay where they are, so that a
warning names the line of the page itself. A warning is an error, and then the old site stays.

    python tools/make_site.py [FOLDER]
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

from notebook_pages import page_of

ROOT = Path(__file__).resolve().parents[1]
SETTINGS = "zensical.toml"
OUTSIDE = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
}
"""Pages that do not lie in docs, and what the site calls them."""
SOURCE = "source"
"""Where the site has files that are no documents."""
LEFT_OUT = shutil.ignore_patterns("__pycache__", ".ipynb_checkpoints", ".gitignore")
PARTS = re.compile(
    r"^(?P<indent> *)```(?P<kind>[^`\n]*)\n.*?^(?P=indent)```$"
    r"|(?P<ticks>`+)(?:(?!\n\n).)+?(?<!`)(?P=ticks)(?!`)"
    r"|\[(?P<label>[^\]]*)\]\((?P<link>[^)\s]+)\)",
    re.MULTILINE | re.DOTALL,
)
"""Blocks of code, code within a line, and links; only the last are links."""


def main() -> None:
    """Build the site into the folder that is named, or into site/."""
    parser = argparse.ArgumentParser(description="Build the documents as a site of plain files.")
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "site")
    if find_spec("zensical") is None:
        sys.exit("the site's generator is missing: pip install --group site")
    folder = parser.parse_args().folder.resolve()
    refuse_foreign(folder)
    build(folder)
    print(f"{folder / 'index.html'}: {sum(1 for _ in folder.rglob('*.html'))} pages")


def build(folder: Path) -> None:
    """Build the site into a folder, which is replaced as a whole."""
    with tempfile.TemporaryDirectory() as made:
        work = Path(made)
        shutil.copy(ROOT / SETTINGS, work / SETTINGS)
        stage(work / "pages")
        words = [sys.executable, "-m", "zensical", "build", "--strict", "--clean"]
        done = subprocess.run(words, cwd=work, capture_output=True, text=True)
        told = re.sub(r"\x1b\[[0-9;]*m", "", done.stdout + done.stderr)
        # The last lines of a build that was broken off are a traceback of the generator's own.
        if done.returncode or "Warning" in told:
            sys.exit(
                f"{told.partition('Traceback')[0]}the site was not built: see the warnings above"
            )
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(work / "site", folder)


def refuse_foreign(folder: Path) -> None:
    """End if the folder holds something else than a site: it would be deleted."""
    if folder.exists() and any(folder.iterdir()) and not (folder / "search.json").exists():
        sys.exit(f"{folder} is there and holds no site; name another folder")


def stage(pages: Path) -> None:
    """Copy all pages into a folder, as the generator wants them."""
    shutil.copytree(ROOT / "docs", pages, ignore=LEFT_OUT)
    for name, called in OUTSIDE.items():
        shutil.copy(ROOT / name, pages / called)
    for notebook in pages.rglob("*.ipynb"):
        page_of(notebook)
    origins = {pages / called: ROOT / name for name, called in OUTSIDE.items()}
    for page in sorted(pages.rglob("*.md")):
        origin = origins.get(page, ROOT / "docs" / page.relative_to(pages))
        text = page.read_text(encoding="utf-8")
        page.write_text(rewritten(text, origin, page, pages), encoding="utf-8")


def rewritten(text: str, origin: Path, page: Path, pages: Path) -> str:
    """The text of a page with the links and the blocks that the generator wants."""

    def change(part: re.Match[str]) -> str:
        if part["kind"] is not None:
            _, _, rest = part[0].partition("\n")
            return f"{part['indent']}```{fence(part['kind'])}\n{rest}"
        if part["ticks"]:
            return part[0].replace(r"\|", "|")
        if part["link"] is None or re.match(r"[a-z]+:|#", part["link"]):
            return part[0]
        link, hash_sign, anchor = part["link"].partition("#")
        path = Path(os.path.normpath(origin.parent / link))
        if not path.exists() and not path.is_relative_to(ROOT / "docs"):  # else the generator tells
            sys.exit(f"{origin.relative_to(ROOT)}: the link {link} leads nowhere")
        place = placed(path, pages)
        if place is None:
            return part["label"] if "`" in part["label"] else f"`{part['label']}`"
        return f"[{part['label']}]({os.path.relpath(place, page.parent)}{hash_sign}{anchor})"

    return PARTS.sub(change, text)


def fence(kind: str) -> str:
    """How a block begins: a file's name becomes its title, words for the tests are left out.

    >>> fence("python nim.py"), fence("sh notest"), fence("text")
    ('python title="nim.py"', 'sh', 'text')
    """
    language, _, rest = kind.partition(" ")
    return f'{language} title="{rest}"' if "." in rest else language


def placed(path: Path, pages: Path) -> Path | None:
    """Where the site has a file or a folder; one of the source is copied. None: it has it not."""
    inside = path.relative_to(ROOT)
    if path.is_dir():
        return placed(path / "README.md", pages) if (path / "README.md").exists() else None
    if str(inside) in OUTSIDE:
        return pages / OUTSIDE[str(inside)]
    if inside.parts[0] == "docs":
        place = pages / path.relative_to(ROOT / "docs")
        return place.with_suffix(".md") if place.suffix == ".ipynb" else place
    place = pages / SOURCE / f"{inside}.txt"
    place.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(path, place)
    return place


if __name__ == "__main__":
    main()
