"""Games of a run told again, and analyses, in a browser."""

import os
import re
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest

pytest.importorskip("playwright", reason="needs playwright, to steer a browser")
from playwright.sync_api import expect

import plywise as pw
from page_browser import Tab, browser, served

pytestmark = pytest.mark.browser
PICTURES = os.environ.get("PLYWISE_PICTURES", "")


@pytest.fixture(scope="module")
def chromium():
    with browser() as started:
        yield started


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Runs of a game with a board and of one with hands; and one that names somebody's code."""
    runs = tmp_path_factory.mktemp("runs")
    for game, features in (("chess", "centre"), ("shogi", "material")):
        words = {"search": {"depth": 1}, "games": 3, "gate_every": 0, "seed": 2}
        pw.learn(game, features=features, out=runs / game, **words)
    evil = runs / "evil"
    evil.mkdir()
    code = tmp_path_factory.mktemp("code") / "evil.py"
    code.write_text(f"open({str(code.with_suffix('.ran'))!r}, 'w')\n")
    text = (runs / "chess" / "config.toml").read_text()
    (evil / "config.toml").write_text(re.sub('game = "chess"', f'game = "{code}:Evil"', text))
    yield runs
    assert not code.with_suffix(".ran").exists()  # looking at it has run nothing


@pytest.fixture(scope="module")
def address(folder):
    with served(folder) as found:
        yield found


@pytest.fixture(scope="module")
def only_tab(chromium, address):
    made = Tab(chromium, address)  # one for all tests: a new one costs more than most of them
    yield made
    made.close()


@pytest.fixture
def tab(only_tab):
    only_tab.complaints.clear()
    yield only_tab
    only_tab.quiet()


def expect_ply(page, ply):
    """Until the address has it; a browser tells of a new one a moment later."""
    expect(page).to_have_url(re.compile(rf"[?&]ply={ply}(&|$)"))


def test_a_game_is_walked_through_by_keys_and_shows_what_moved(tab, folder):
    run = pw.load(folder / "chess")
    why = pw.why(run, 3)
    page = tab.open("/runs/chess/games/3")
    expect(page.locator("#board .man")).to_have_count(32)
    for _ in range(why.moves[0].ply + 1):
        page.keyboard.press("ArrowRight")
    first = why.moves[0]
    expect(page.locator("#moves tr[aria-current]")).to_contain_text(f"{first.prediction:.4f}")
    expect_ply(page, first.ply + 1)
    expect(page.locator("#leaf .man").first).to_be_visible()
    expect(page.locator("#line")).to_contain_text(f"Leaf of {first.notation}")
    page.keyboard.press("l")
    expect(page.locator("#leaf")).to_be_hidden()
    page.keyboard.press("l")
    page.keyboard.press("End")
    expect_ply(page, len(run.game(3).moves))
    expect(page.locator("#terms")).to_contain_text(re.compile("value|rules"))
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Home")
    expect_ply(page, 0)
    page.keyboard.press("f")
    upper = page.locator('#board [data-place="e1"]').bounding_box()
    lower = page.locator('#board [data-place="e8"]').bounding_box()
    assert upper["y"] < lower["y"]
    page.keyboard.press(" ")
    expect(page.locator("#moves tr[aria-current]")).to_contain_text("1. ")
    page.keyboard.press(" ")


def test_an_address_shows_the_same_ply_and_weight_again_and_leads_to_an_analysis(tab):
    page = tab.open("/runs/chess/games/2?ply=9&weight=queen")
    expect(page.locator("#moves tr[aria-current]")).to_have_attribute("data-ply", "9")
    expect(page.locator("#moves thead")).to_contain_text("queen")
    page.click("#searchon")
    page.wait_for_url("**/analyse?**")
    tab.live()
    query = parse_qs(urlsplit(page.url).query)
    assert len(query["moves"][0].split()) == 9
    assert query["weights"] == ["run:chess"]
    page.click("#go")
    expect(page.locator("#found")).to_have_attribute("data-done", "true")


def test_the_games_of_a_run_are_listed_and_opened(tab):
    page = tab.open("/runs/chess/games")
    expect(page.locator("tbody tr")).to_have_count(3)
    page.get_by_role("link", name="2", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Game 2")


def test_hands_are_shown_in_a_game_of_shogi_on_a_telephone(chromium, address):
    tab = Tab(chromium, address, dark=True, width=360, height=740)
    page = tab.open("/runs/shogi/games/1?ply=20")
    expect(page.locator("#board .hand")).to_have_count(2)
    tab.quiet()
    tab.close()


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("/runs/evil/games", "evil.py"),
        ("/runs/evil/games/1", "--trust"),
        ("/runs/chess/games/99", "3 games"),
        ("/runs/nothing/games/1", "no run"),
        ("/analyse?weights=run:evil", "evil.py|weights"),
        ("/analyse?position=nonsense", "nonsense"),
        ("/analyse?game=chess&moves=e2e5", "e2e5"),
    ],
)
def test_what_cannot_be_shown_is_said(tab, path, says):
    page = tab.open(path)
    expect(page.get_by_role("alert")).to_contain_text(re.compile(says))
    tab.complaints.clear()  # a browser tells of every 400


def analyse(**words):
    return f"/analyse?{urlencode(words)}"


def place(page, name):
    return page.locator(f'#board [data-place="{name}"]')


def expect_moves(page, *moves):
    expect(page.locator("#board")).to_have_attribute("data-moves", " ".join(moves))


def test_variations_are_made_on_the_board_and_walked_through(tab):
    page = tab.open(analyse(game="chess"))
    place(page, "e2").click()
    place(page, "e4").click()
    expect_moves(page, "e2e4")
    page.fill("#move", "c5")
    page.keyboard.press("Enter")
    expect_moves(page, "e2e4", "c7c5")
    page.locator("#move").blur()
    page.keyboard.press("ArrowLeft")
    expect_moves(page, "e2e4")
    place(page, "e7").drag_to(place(page, "e5"))
    expect_moves(page, "e2e4", "e7e5")
    expect(page.locator("#line .variation")).to_have_text("(e5 ) ")
    page.get_by_role("button", name="c5", exact=True).click()
    expect_moves(page, "e2e4", "c7c5")
    expect(page).to_have_url(re.compile(re.escape("moves=e2e4+c7c5") + "$"))


def test_a_search_is_streamed_and_shown_by_arrows_bar_and_table(tab):
    page = tab.open(analyse(game="chess", moves="e2e4 e7e5", nodes=10_000))
    page.click("#go")
    expect(page.locator("#found")).to_have_attribute("data-done", "true")
    assert page.locator("#found tbody tr").count() > 3
    expect(page.locator("#board .arrow")).to_have_count(3)
    expect(page.locator("#bar")).to_have_attribute("aria-label", re.compile("evaluation .*White"))
    expect(page.locator("#terms")).to_contain_text("total")
    page.locator("#found .lines button").first.click()
    expect(page.locator("#line button[aria-current]")).to_be_visible()


def test_two_searches_stand_side_by_side_and_a_tree_is_opened(tab):
    page = tab.open(analyse(game="othello", using="bayesian", nodes=1000, using2="uct"))
    page.click("#go")
    for panel in ("#found", "#found2"):
        expect(page.locator(panel)).to_have_attribute("data-done", "true")
    assert page.locator("#found .spike").count() > 4
    page.locator("#found details summary").first.click(position={"x": 2, "y": 8})
    expect(page.locator("#found details[open] .tree li").first).to_be_visible()
    whole = page.locator("#found .moment span").inner_text()
    slider = page.locator("#found input[type=range]")
    slider.focus()
    for _ in range(4):
        page.keyboard.press("ArrowLeft")
    expect(page.locator("#found .moment span")).not_to_have_text(whole)


def test_a_position_is_set_up_from_its_text(tab):
    page = tab.open(analyse(game="chess"))
    text = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"
    page.fill('#setup input[name="position"]', text)
    page.keyboard.press("Enter")
    expect(page.locator("#board .man")).to_have_count(6)
    page.click("#go")
    expect(page.locator("#found .verdict")).to_contain_text("White wins in 1")


def test_dice_are_chosen_in_an_analysis(tab):
    page = tab.open(analyse(game="backgammon"))
    page.locator('#board .choices [data-move="31"]').click()
    expect_moves(page, "31")
    page.click("#go")
    expect(page.locator("#found .verdict")).to_contain_text("8/5 6/5")


def test_a_search_is_stopped_when_the_board_moves_on(tab):
    page = tab.open(analyse(game="chess", nodes=1_000_000))
    page.click("#go")
    expect(page.locator("#go")).to_have_text("Stop")
    place(page, "d2").click()
    place(page, "d4").click()
    expect_moves(page, "d2d4")
    expect(page.locator("#go")).to_have_text("Search")


OPENING = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6"
SCREENS = {
    "play": f"/play?{urlencode({'game': 'chess', 'side': 'both', 'moves': OPENING})}",
    "play-shogi": "/play?game=shogi&side=both&moves=7g7f+3c3d+8h2b%2B+3a2b+B*5e",
    "play-backgammon": "/play?game=backgammon&side=both&seed=1&moves=53+8/3,6/3",
    "games": "/runs/chess/games",
    "game": "/runs/chess/games/3?ply=14",
    "analyse": analyse(game="chess", moves=OPENING, nodes=100_000, weights="chess/plywise"),
    "analyse-tree": analyse(game="othello", using="bayesian", nodes=3_000, using2="uct"),
}


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("width", [360, 1280])
def test_every_screen_fits_wide_and_narrow_in_light_and_dark(chromium, address, width, dark):
    tab = Tab(chromium, address, width=width, dark=dark)
    for name, path in SCREENS.items():
        page = tab.open(path)
        if name.startswith("analyse"):
            page.click("#go")
            expect(page.locator("#found")).to_have_attribute("data-done", "true")
        if name == "game":
            expect(page.locator("#leaf .picture")).to_be_visible()
        tab.quiet()
        tab.picture(PICTURES, f"page-{name}-{width}{'-dark' if dark else ''}")
    tab.close()
