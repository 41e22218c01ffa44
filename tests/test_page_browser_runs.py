"""The live page in a real browser: runs that grow while one looks, charts, links, keys.

Its policy is on, as always; a word on the console or a question to another host fails a test. With
`PLYWISE_PICTURES=DIR` the screens are also kept as pictures, for the documents; `PLYWISE_RUNS=DIR`
may have runs to be shown there (seed-1, seed-2, seed-3 and squares), which are learnt otherwise.
"""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import plywise as pw
from page_browser import Tab, browser, served
from plywise.play.pair_folder import PairFolder
from plywise.runs.trainer import Trainer
from small_runs import small
from test_page_reader import cut

pytestmark = pytest.mark.browser
PICTURES = os.environ.get("PLYWISE_PICTURES", "")
SHOWN = os.environ.get("PLYWISE_RUNS", "")
PATIENCE = 30_000
WIDTHS = {"wide": 1280, "phone": 360}


@pytest.fixture(scope="module")
def started() -> Iterator[Any]:
    from playwright.sync_api import expect

    with browser() as found:
        expect.set_options(timeout=PATIENCE)  # other tests run beside it
        yield found


def tab_at(started: Any, address: str, **look: Any) -> Tab:
    """A tab that waits as long as it takes on a busy machine."""
    tab = Tab(started, address, **look)
    tab.page.set_default_timeout(PATIENCE)
    return tab


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Runs, a match and an experiment; with pictures asked for, runs as long as people's."""
    above = tmp_path_factory.mktemp("browser") / "runs"
    if SHOWN:
        shutil.copytree(SHOWN, above)
    elif PICTURES:
        for seed in (1, 2, 3):
            pw.learn(
                "chess", search={"depth": 2}, games=1000, seed=seed, out=above / f"seed-{seed}"
            )
        pw.learn("chess", features="half-board", search={"depth": 1}, games=400, gate_every=0,
                 seed=3, out=above / "squares")  # fmt: skip
    else:
        for seed in (1, 2, 3):
            settings = small(games=60, seed=seed, gate_every=20, gate_games=4)
            Trainer(settings, above / f"seed-{seed}").run()
        moving = small(games=6, features="half-board", step_size="fixed:.1")
        Trainer(moving, above / "squares").run()
    with PairFolder(above / "match", "match") as kept:
        pw.match("chess/standard", "chess/ones", games=40 if PICTURES else 6, depth=1,
                 sprt=(0, 100), on_pair=kept.note)  # fmt: skip
    results = Path(__file__).parents[1] / "docs" / "results"
    shutil.copytree(results / "chess-values-paper", above / "values")
    return above


@pytest.fixture(scope="module")
def address(folder: Path) -> Iterator[str]:
    with served(folder) as found:
        yield found


SCREENS = {
    "runs": "/",
    "run": "/runs/seed-1",
    "squares": "/runs/squares",
    "weight": "/runs/seed-1/weights/queen",
    "compare": "/compare?runs=seed-1&runs=seed-2&runs=seed-3",
    "match": "/matches/match",
    "experiment": "/experiments/values",
    "about": "/about",
}


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_every_screen_is_quiet_and_fits(started: Any, address: str, width: str, dark: bool) -> None:
    from playwright.sync_api import expect

    tab = tab_at(started, address, dark=dark, width=WIDTHS[width])
    for name, path in SCREENS.items():
        page = tab.open(path)
        expect(page.locator("h1")).to_be_visible()
        if page.locator("#live").count():
            expect(page.locator("#live")).to_have_attribute("data-state", "live")
        canvas = page.locator(".chart canvas:visible")
        if canvas.count():
            expect(canvas.first).to_be_visible()
            until(page, lambda page=page: painted(page), f"{name} is painted")
        tab.quiet()
        back = page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert (back == "rgb(20, 23, 26)") == dark
        if dark == (width == "phone"):
            tab.picture(PICTURES, f"page-{name}-{width}")
            shrink(f"page-{name}-{width}.png")
    tab.close()


def shrink(name: str) -> None:
    """Give a picture a palette: a page of few colours needs no more, and a third of the bytes."""
    if PICTURES:
        from PIL import Image

        path = Path(PICTURES) / name
        with Image.open(path) as whole:
            few = whole.convert("RGB").quantize(200, dither=Image.Dither.NONE)
        few.save(path, optimize=True)


def until(page: Any, is_so: Any, what: str) -> None:
    """Wait until something is so; the policy forbids playwright's own way to wait."""
    for _ in range(PATIENCE // 100):
        if is_so():
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"not yet: {what}")


def painted(page: Any) -> bool:
    """Whether the first chart has a line in a colour: axes and words are grey."""
    found: bool = page.evaluate(
        """() => {
          const canvas = document.querySelector('.chart canvas');
          const data = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
          for (let i = 0; i < data.length; i += 4) {
            const rgb = data.subarray(i, i + 3);
            if (data[i + 3] > 200 && Math.max(...rgb) - Math.min(...rgb) > 60) return true;
          }
          return false;
        }"""
    )
    return found


def test_numbers_grow_while_a_run_learns_and_the_server_is_stopped_and_started(
    started: Any, tmp_path: Path
) -> None:
    from playwright.sync_api import expect

    runs = tmp_path / "runs"
    learning = subprocess.Popen(
        [sys.executable, "-m", "plywise", "learn", "chess", "--depth", "1", "--games", "1000000",
         "--gate-every", "0", "--workers", "1", "--out", str(runs / "live")],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        with served(runs.parent) as first:
            port = first.rsplit(":", 1)[1]
            tab = tab_at(started, first)
            page = tab.open("/")
            link = page.locator("table.runs th a", has_text="runs/live")
            expect(link).to_be_visible(timeout=PATIENCE)
            expect(page.locator(".state.learning")).to_be_visible(timeout=PATIENCE)
            link.click()
            games = page.locator("#standing dd").first
            expect(games).to_contain_text(re.compile("[1-9]"), timeout=PATIENCE)
            before = count(games)
            expect(page.locator("#live")).to_have_attribute("data-state", "live", timeout=PATIENCE)
            grows(games, before)
            tab.quiet()
            seen = have(page)
        expect(page.locator("#live")).to_have_attribute("data-state", "lost", timeout=PATIENCE)
        with served(runs.parent, "--port", port):
            expect(page.locator("#live")).to_have_attribute("data-state", "live", timeout=PATIENCE)
            grows(games, count(games))
            assert have(page) > seen
        other = [text for text in tab.complaints if "ERR_CONNECTION" not in text
                 and "ERR_INCOMPLETE" not in text]  # fmt: skip
        assert other == []  # but for the browser's own word that nobody answered
        tab.close()
    finally:
        learning.send_signal(signal.SIGINT)
        learning.wait(30)


def count(games: Any) -> int:
    return int(games.inner_text().split()[0].replace(",", ""))


def grows(games: Any, before: int) -> None:
    """Wait until more games are told than before."""
    until(games.page, lambda: count(games) > before, f"more than {before} games")


def have(page: Any) -> int:
    """The last game that the chart of the weights has read out."""
    page.locator("#weights canvas").focus()
    page.keyboard.press("End")
    page.wait_for_timeout(100)
    found = re.match(r"game ([\d,]+)", page.locator("#weights .told").text_content())
    return int(found[1].replace(",", "")) if found else 0


def test_a_resumed_run_that_was_cut_back_is_drawn_again(
    started: Any, folder: Path, tmp_path: Path
) -> None:
    whole = folder / "seed-1"
    shutil.copytree(whole, tmp_path / "runs" / "run")
    with served(tmp_path / "runs") as address:
        tab = tab_at(started, address)
        page = tab.open("/runs/run")
        games = len(pw.load(whole).history)
        until(page, lambda: have(page) == games, "all games")
        cut(tmp_path / "runs" / "run", whole, 30)
        until(page, lambda: have(page) == 30, "30 games")
        cut(tmp_path / "runs" / "run", whole, 41)
        until(page, lambda: have(page) == 41, "41 games")
        tab.quiet()
        tab.close()


def test_a_chart_is_read_by_keys_and_its_view_is_in_the_address(started: Any, address: str) -> None:
    from playwright.sync_api import expect

    tab = tab_at(started, address)
    page = tab.open("/runs/seed-1")
    chart = page.locator("#weights")
    told = chart.locator(".told")
    chart.locator("canvas").focus()
    page.keyboard.press("Home")
    expect(told).to_contain_text(re.compile(r"game [1-4]: pawn"))
    begun = told.inner_text()
    page.keyboard.press("ArrowRight")
    expect(told).not_to_contain_text(begun)
    page.keyboard.press("u")
    page.keyboard.press("o")
    expect(chart.get_by_role("button", name="raw weights")).to_have_attribute(
        "aria-pressed", "true"
    )
    chart.get_by_role("button", name="knight").click()
    expect(told).not_to_contain_text("knight")
    assert "raw=1" in page.url
    assert "log=1" in page.url
    assert "hide=knight" in page.url
    box = chart.locator("canvas").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 200, box["y"] + 100)
    page.mouse.down()
    page.mouse.move(box["x"] + 500, box["y"] + 120, steps=5)
    page.mouse.up()
    expect(page).to_have_url(re.compile(r"first=\d+&last=\d+"))
    expect(chart.get_by_role("button", name="whole run")).to_be_visible()
    again = tab_at(started, address)
    same = again.open(page.url.removeprefix(address))
    expect(same.locator("#weights").get_by_role("button", name="log")).to_have_attribute(
        "aria-pressed", "true"
    )
    expect(same.locator("#weights").get_by_role("button", name="whole run")).to_be_visible()
    for one in (tab, again):
        one.quiet()
        one.close()


def test_what_is_shown_can_be_kept_as_picture_and_table(started: Any, address: str) -> None:
    tab = tab_at(started, address)
    page = tab.open("/runs/seed-1?raw=1")
    until(page, lambda: painted(page), "the chart is painted")
    begins = {"PNG": b"\x89PNG", "SVG": b"<svg xmlns", "CSV": b"game,pawn,knight"}
    for kind, begin in begins.items():
        with page.expect_download() as info:
            page.locator("#weights").get_by_role("button", name=kind).click()
        data = Path(info.value.path()).read_bytes()
        assert data.startswith(begin)
        assert info.value.suggested_filename.endswith(kind.lower())
    assert data.decode().count("\n") > 20
    tab.quiet()
    tab.close()


def test_runs_are_filtered_ticked_and_compared_by_keys_alone(started: Any, address: str) -> None:
    from playwright.sync_api import expect

    tab = tab_at(started, address)
    page = tab.open("/")
    expect(page.locator("#rows tr")).to_have_count(4)
    page.keyboard.press("/")
    page.keyboard.type("seed<3")
    expect(page.locator("#rows tr")).to_have_count(2)
    assert "q=seed" in page.url
    page.keyboard.press("Tab")
    page.locator("h1").click()
    for _ in range(2):
        page.keyboard.press("j")
        page.keyboard.press("x")
    expect(page.locator("#compare")).to_have_text("Compare 2 runs")
    page.keyboard.press("c")
    expect(page.locator("h1")).to_have_text("2 runs side by side")
    expect(page.locator("#final")).to_contain_text("mean of 2")
    expect(page.locator("#live")).to_have_attribute("data-state", "live", timeout=PATIENCE)
    page.locator("#choose select").select_option("rook")
    expect(page).to_have_url(re.compile("weight=rook"))
    tab.live()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("Keys")
    page.keyboard.press("Escape")
    tab.quiet()
    tab.close()


def test_why_is_asked_with_a_button(started: Any, address: str) -> None:
    from playwright.sync_api import expect

    tab = tab_at(started, address)
    page = tab.open("/runs/seed-1/weights/queen")
    page.locator("button.why").first.click()
    expect(page.locator("#because")).to_contain_text("all moves", timeout=PATIENCE)
    tab.quiet()
    tab.close()


def test_boards_follow_the_slider(started: Any, address: str) -> None:
    from playwright.sync_api import expect

    tab = tab_at(started, address)
    page = tab.open("/runs/squares")
    boards = page.locator("#places svg")
    expect(boards).to_have_count(5)
    before = page.locator("#places").inner_html()
    page.locator("#moment").focus()
    page.keyboard.press("Home")
    expect(page.locator("#moment-told")).to_have_text("0")
    until(page, lambda: page.locator("#places").inner_html() != before, "other boards")
    tab.quiet()
    tab.close()


def test_a_hidden_tab_has_no_stream(started: Any, address: str) -> None:
    from playwright.sync_api import expect

    tab = tab_at(started, address)
    asked: list[str] = []
    tab.page.on("request", lambda r: asked.append(r.url) if "/stream?" in r.url else None)
    page = tab.open("/")
    expect(page.locator("#live")).to_have_attribute("data-state", "live", timeout=PATIENCE)
    hide = "Object.defineProperty(document, 'hidden', {value: %s, configurable: true});"
    tell = "document.dispatchEvent(new Event('visibilitychange'))"
    page.evaluate(hide % "true" + tell)
    assert page.locator("#live").get_attribute("data-state") == "hidden"
    page.evaluate(hide % "false" + tell)
    expect(page.locator("#live")).to_have_attribute("data-state", "live", timeout=PATIENCE)
    assert len(asked) == 2
    tab.quiet()
    tab.close()


def test_without_scripts_the_pages_say_the_same(started: Any, address: str, folder: Path) -> None:
    context = started.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{address}/?q=seed<3")
    assert page.locator("#rows tr").count() == 2
    page.goto(f"{address}/runs/seed-1")
    run = pw.load(folder / "seed-1")
    assert f"{len(run.history):,}" in page.locator("#standing").inner_text()
    page.goto(f"{address}/matches/match")
    told = json.loads((folder / "match" / "match.json").read_text())
    assert f"{told['wins']} {told['draws']}" in page.locator("#standing").inner_text()
    context.close()
