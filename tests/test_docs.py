"""The documents are true: their code runs, their links lead on, no option is left out."""

import re
from dataclasses import fields
from pathlib import Path

import pytest
from typer.main import get_command

import plywise
from documents import blocks, made_here, run_page
from plywise.cli.app import app
from plywise.searching import PROFILES

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = ("docs", "docs/learn")
OWN = [page for folder in FOLDERS for page in sorted((ROOT / folder).glob("*.md"))]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *OWN]
WITH_CODE = [p for p in PAGES if any(block.kind in ("python", "sh") for block in blocks(p))]
KINDS = {
    "python", "sh", "sh notest", "text", "text told", "rust", "console", "json", "toml", "cff",
    "bibtex",
}  # fmt: skip
PICTURES = ROOT / "docs" / "images" / "learn"
"""Pictures that pages make themselves."""


def name_of(page: Path) -> str:
    return str(page.relative_to(ROOT))


@pytest.mark.parametrize("page", WITH_CODE, ids=name_of)
def test_the_code_of_a_page_runs(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    assert run_page(page, tmp_path) > 0
    assert [name for name in made_here(page) if not (tmp_path / name).is_file()] == []


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_block_says_what_it_is(page: Path) -> None:
    unknown = [
        f"{block.place}: {block.kind!r}"
        for block in blocks(page)
        if block.kind not in KINDS and not block.file
    ]
    assert not unknown, f"mark these blocks as one of {sorted(KINDS)}"


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_lead_to_files_that_exist(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    links = re.findall(r"\]\((?!https?:|#)([^)#\s]+)", text)
    assert [link for link in links if not (page.parent / link).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_what_is_made_can_be_made(page: Path) -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    shown = "".join(block.code for block in blocks(page) if block.kind.startswith("sh"))
    assert set(re.findall(r"^make (\w+)", shown, re.MULTILINE)) <= targets


def test_the_page_on_the_command_line_names_every_command_and_option() -> None:
    text = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    sections = dict(re.findall(r"^## (\w+)\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL))
    missing = [
        f"{name} {option}"
        for name, command in get_command(app).commands.items()  # type: ignore[attr-defined]
        for parameter in command.params
        for option in parameter.opts
        if option.startswith("--") and option != "--help" and option not in sections.get(name, "")
    ]
    assert missing == []


def test_the_page_on_the_api_names_every_public_name() -> None:
    text = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    assert [name for name in plywise.__all__ if not re.search(rf"\bpw\.{name}\b", text)] == []


def test_the_page_on_the_search_names_every_option_and_profile() -> None:
    text = (ROOT / "docs" / "search.md").read_text(encoding="utf-8")
    names = [*(field.name for field in fields(plywise.AlphaBeta)), *PROFILES]
    assert [name for name in names if f"`{name}`" not in text] == []


def test_every_picture_that_is_kept_is_made_by_one_page() -> None:
    made = [name for page in PAGES for name in made_here(page)]
    assert sorted(made) == sorted(path.name for path in PICTURES.iterdir())


def test_a_text_that_was_not_printed_is_refused(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("```sh\necho one; echo two  three\n```\n\n```text told\ntwo three\n```\n")
    assert run_page(page, tmp_path) == 2
    page.write_text(page.read_text().replace("\ntwo three", "\nthree"))
    with pytest.raises(AssertionError, match=r"page.md:6: 'three' was not printed"):
        run_page(page, tmp_path)


def test_papers_are_cited_by_author_and_year() -> None:
    """No reader has our scans by their numbers."""
    kinds = {".py", ".pyi", ".rs", ".md", ".toml", ".json", ".ipynb", ".js", ".css", ".sh", ".cff"}
    folders = ("python", "kernel", "docs", "tests", "benchmarks", "tools")
    files = [path for folder in folders for path in (ROOT / folder).rglob("*")]
    files = [path for path in files if path.suffix in kinds and path.is_file()]
    assert len(files) > 500
    numbered = re.compile(r"papers?/" + r"\d", re.IGNORECASE)
    citing = [path for path in files if numbered.search(path.read_text(encoding="utf-8"))]
    assert [str(path.relative_to(ROOT)) for path in citing] == []
