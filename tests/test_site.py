"""The documents as a site: built without a warning, whole, and fetching nothing from elsewhere."""

import json
import re
import subprocess
import sys
import tarfile
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest

from conftest import require_compiler, require_site
from page_browser import Tab, browser

pytestmark = pytest.mark.xdist_group("site")  # it is built once
ROOT = Path(__file__).resolve().parents[1]
NAVIGATION = tomllib.loads((ROOT / "zensical.toml").read_text())["project"]["nav"]
COUNTED = (
    "h1",
    "h2",
    "h3",
    "h4",
    "li",
    "ol",
    "ul",
    "table",
    "tr",
    "td",
    "pre",
    "blockquote",
    "img",
    "em",
    "strong",
)
"""Elements of which the site must have as many as any other viewer of Markdown."""


class Page(HTMLParser):
    """What a page has: elements, ids, where it leads, what it fetches, and its text."""

    def __init__(self, file: Path, *, whole: bool = True) -> None:
        super().__init__()
        self.file = file
        self.ids: set[str] = set()
        self.leads_to: list[str] = []
        self.fetches: list[str] = []
        self.elements: Counter[str] = Counter()
        self.words: list[str] = []
        self._inside, self._skipped = not whole, 0

    @classmethod
    def of(cls, html: str, file: Path, *, whole: bool = True) -> "Page":
        page = cls(file, whole=whole)
        page.feed(html)
        return page

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = dict(attributes)
        self.ids |= {str(given[key]) for key in ("id", "name") if key in given}
        if tag == "a" and given.get("href"):
            self.leads_to.append(str(given["href"]))
        elif given.get("src"):
            self.fetches.append(str(given["src"]))
        elif tag == "link" and given.get("rel") != "canonical":
            self.fetches.append(str(given.get("href")))
        self._inside |= tag == "article"
        kinds = str(given.get("class")).split()
        self._skipped += tag in ("a", "span") and ("headerlink" in kinds or "filename" in kinds)
        if self._inside:
            self.elements[tag] += 1

    def handle_endtag(self, tag: str) -> None:
        self._inside &= tag != "article"
        self._skipped = max(0, self._skipped - (tag in ("a", "span")))

    def handle_data(self, data: str) -> None:
        if self._inside and not self._skipped:
            self.words.append(data)

    @cached_property
    def text(self) -> str:
        return re.sub(r"\s+", "", "".join(self.words))


def build(folder: Path, root: Path = ROOT) -> "subprocess.CompletedProcess[str]":
    words = [sys.executable, str(root / "tools" / "make_site.py"), str(folder)]
    return subprocess.run(words, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built once."""
    require_site("zensical")
    folder = tmp_path_factory.mktemp("site") / "site"
    done = build(folder)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "arning" not in done.stdout + done.stderr
    return folder


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[Path, Page]:
    """Every page of the site, read."""
    return {file: Page.of(file.read_text(), file) for file in site.rglob("*.html")}


def named(navigation: Any) -> Iterator[str]:
    """The pages that a navigation names."""
    if isinstance(navigation, str):
        yield navigation
        return
    for part in navigation.values() if isinstance(navigation, dict) else navigation:
        yield from named(part)


def documents() -> Iterator[Path]:
    """Every page that a reader may look for; tables of results are listed on a page of theirs."""
    docs = ROOT / "docs"
    yield from (page for page in docs.rglob("*.md") if page.name != "table.md")
    yield from (docs / "notebooks").glob("*.ipynb")


def in_site(page: Path) -> str:
    return page.relative_to(ROOT / "docs").with_suffix(".html").as_posix()


def test_the_navigation_has_every_document_once() -> None:
    listed = Counter(named(NAVIGATION))
    wanted = {page.relative_to(ROOT / "docs").with_suffix(".md").as_posix() for page in documents()}
    wanted |= {"index.md", "contributing.md", "changelog.md"}
    assert wanted - set(listed) == set(), "name these pages under nav in zensical.toml"
    assert set(listed) - wanted == set(), "zensical.toml names pages that there are not"
    assert [name for name, times in listed.items() if times > 1] == []


def test_every_table_of_results_is_listed() -> None:
    results = ROOT / "docs" / "results"
    text = (results / "README.md").read_text()
    tables = [table.relative_to(results).as_posix() for table in results.glob("*/table.md")]
    assert [table for table in tables if f"({table})" not in text] == []


def test_every_document_is_a_page(site: Path) -> None:
    names = {in_site(page).replace("README.html", "index.html") for page in documents()}
    assert [name for name in {*names, "index.html"} if not (site / name).exists()] == []


def test_a_page_of_a_notebook_hands_out_the_notebook(pages: dict[Path, Page], site: Path) -> None:
    for notebook in (ROOT / "docs" / "notebooks").glob("*.ipynb"):
        assert notebook.name in pages[site / in_site(notebook)].leads_to
        assert (site / "notebooks" / notebook.name).read_bytes() == notebook.read_bytes()


def test_links_and_pictures_lead_somewhere(site: Path, pages: dict[Path, Page]) -> None:
    lost = []
    for file, page in pages.items():
        if file.name == "404.html":  # its links are those of the place that was not found
            continue
        for link in (*page.leads_to, *page.fetches):
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (file.parent / unquote(parts.path)).resolve() if parts.path else file
            target = target / "index.html" if target.is_dir() else target
            has_anchor = target not in pages or unquote(parts.fragment) in {"", *pages[target].ids}
            if not (target.exists() and target.is_relative_to(site) and has_anchor):
                lost.append(f"{file.relative_to(site)}: {link}")
    assert lost == []


def test_nothing_is_fetched_from_elsewhere(site: Path, pages: dict[Path, Page]) -> None:
    fetched = [link for page in pages.values() for link in page.fetches]
    assert len(fetched) > 100
    assert [link for link in fetched if re.match(r"(\w+:)?//", link)] == []
    styles = [file.read_text() for file in site.rglob("*.css")]
    assert not [
        style for style in styles if re.search(r"url\(\s*[\"']?(https?:)?//|@import", style)
    ]


def test_the_search_index_has_every_page(site: Path) -> None:
    items = json.loads((site / "search.json").read_text())["items"]
    found = {item["location"].partition("#")[0] for item in items}
    names = {in_site(page).replace("README.html", "index.html") for page in documents()}
    assert {name.removesuffix("index.html") for name in names} <= {
        f.removesuffix("index.html") for f in found
    }
    assert any("prediction decay" in item["title"] for item in items)


@pytest.mark.parametrize(
    "page", sorted((ROOT / "docs").rglob("*.md")), ids=lambda page: str(page.relative_to(ROOT))
)
def test_a_page_reads_as_it_does_elsewhere(page: Path, pages: dict[Path, Page], site: Path) -> None:
    """CommonMark with tables, which is what GitHub and others show, has the same parts and words.

    Where they differ, a list wants an empty line before it, or what is inside it four spaces.
    """
    from markdown_it import MarkdownIt  # comes with rich

    html = MarkdownIt("commonmark").enable("table").render(page.read_text())
    elsewhere = Page.of(html, page, whole=False)
    here = pages[site / in_site(page).replace("README.html", "index.html")]
    differ = {tag: (elsewhere.elements[tag], here.elements[tag]) for tag in COUNTED}
    assert {tag: pair for tag, pair in differ.items() if pair[0] != pair[1]} == {}
    assert here.text == elsewhere.text


def small(tmp_path: Path, text: str) -> Path:
    """A tree with a page of its own, to be built."""
    for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md"):
        (tmp_path / name).write_text(f"# {name}\n")
    for folder in ("docs/site", "docs/notebooks", "tools", "python"):
        (tmp_path / folder).mkdir(parents=True)
    for file in (ROOT / "tools").glob("*.py"):
        (tmp_path / "tools" / file.name).write_text(file.read_text())
    settings = re.sub(
        r"^nav = \[.*?^\]$", "", (ROOT / "zensical.toml").read_text(), flags=re.M | re.S
    )
    (tmp_path / "zensical.toml").write_text(settings)
    for name in ("plywise.css", "iframe-worker.js"):
        (tmp_path / "docs/site" / name).write_text("")
    (tmp_path / "python" / "game.py").write_text("moves = []\n")
    (tmp_path / "docs" / "page.md").write_text(text)
    return tmp_path


def test_a_warning_is_an_error_and_leaves_the_old_site(tmp_path: Path) -> None:
    require_site("zensical")
    tree = small(
        tmp_path,
        "# Page\n\n[the file](../python/game.py), [home](../README.md), [all](../python)\n",
    )
    done = build(tree / "out", tree)
    assert done.returncode == 0, done.stderr
    html = (tree / "out/page.html").read_text()
    assert 'href="source/python/game.py.txt"' in html
    assert 'href="index.html"' in html
    assert "<code>all</code>" in html
    assert (tree / "out/source/python/game.py.txt").read_text() == "moves = []\n"
    (tree / "docs" / "page.md").write_text("# Page\n\n[no page](other.md), [no place](#nowhere)\n")
    refused = build(tree / "out", tree)
    assert refused.returncode == 1
    assert "page.md:3" in refused.stderr
    assert "Traceback" not in refused.stderr
    (tree / "docs" / "page.md").write_text("# Page\n\n[gone](../python/gone.py)\n")
    refused = build(tree / "out", tree)
    assert (refused.returncode, refused.stderr) == (
        1,
        "docs/page.md: the link ../python/gone.py leads nowhere\n",
    )
    assert (tree / "out/page.html").read_text() == html


def test_a_folder_that_is_no_site_is_not_replaced(tmp_path: Path) -> None:
    require_site("zensical")
    (tmp_path / "letters.txt").write_text("dear")
    done = build(tmp_path)
    assert (done.returncode, (tmp_path / "letters.txt").read_text()) == (1, "dear")
    assert "holds no site" in done.stderr


def test_the_source_distribution_has_the_site(tmp_path: Path, pages: dict[Path, Page]) -> None:
    require_site("maturin")
    require_compiler("cargo")
    words = [sys.executable, "-m", "maturin", "sdist", "--out", str(tmp_path)]
    subprocess.run(words, cwd=ROOT, capture_output=True, check=True)
    (packed,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(packed) as archive:
        archive.extractall(tmp_path, filter="data")
    tree = tmp_path / packed.name.removesuffix(".tar.gz")
    done = build(tmp_path / "built", tree)
    assert done.returncode == 0, done.stdout + done.stderr
    assert len([*(tmp_path / "built").rglob("*.html")]) == len(pages)


@pytest.mark.browser
def test_the_site_is_searched_from_the_disk(site: Path) -> None:
    """Opened as a file, without a server: the search answers, and nothing is asked of a network."""
    with browser() as started:
        tab = Tab(started, site.as_uri(), dark=True, width=360, height=800)
        tab.open("/learn/coherence.html")
        page = tab.page
        assert page.evaluate("[...document.images].every(i => i.complete && i.naturalWidth > 0)")
        page.keyboard.press("/")
        box = page.get_by_placeholder("Search")
        box.press_sequentially("principal leaf")
        found = page.locator("a[href*='tdleaf.html?h=']").first
        found.wait_for()
        assert box.input_value() == "principal leaf"
        tab.quiet()
        found.click()
        page.wait_for_url("**/learn/tdleaf.html*")
        assert [told for told in tab.complaints if told.startswith("asked elsewhere")] == []
