"""Every game is played in a browser, by every way its moves have."""

import random
import re
from pathlib import Path
from urllib.parse import quote, urlencode

import pytest

pytest.importorskip("playwright", reason="needs playwright, to steer a browser")
from playwright.sync_api import expect

import plywise as pw
from page_browser import Tab, browser, served
from plywise.games.dice import throw
from plywise.page.boards import scene

pytestmark = pytest.mark.browser
SEED = 7
WAYS = ("click", "drag", "keys", "words")

OWN = """
import plywise as pw

class Heaps(pw.Rules):
    "Take one or two; who takes the last wins."
    repeats = False
    def start(self):
        return (9, "first")
    def turn(self, state):
        return state[1]
    def moves(self, state):
        return [f"take-{n}" for n in (1, 2) if n <= state[0]]
    def after(self, state, move):
        return (state[0] - int(move[-1]), "second" if state[1] == "first" else "first")
    def outcome(self, state):
        return None if state[0] else float(state[1] == "second")

class Lane(Heaps):
    "The same, drawn: a counter goes down a lane."
    def sketch(self, state):
        at = state[0]
        steps = {f"take-{n}": (str(at), str(at - n)) for n in (1, 2) if n <= at}
        return pw.Sketch(cells=([str(n) for n in range(9, -1, -1)],), moves=steps,
                         pieces={str(at): ("tower", "first")}, note=f"{at} to go")

@pw.feature(Heaps)
def left(position, side):
    return position.state[0] % 3 != 0 and position.turn == side
"""


@pytest.fixture(scope="module")
def chromium():
    with browser() as started:
        yield started


@pytest.fixture(scope="module")
def own_file(tmp_path_factory):
    file = tmp_path_factory.mktemp("own") / "lane.py"
    file.write_text(OWN)
    return file


@pytest.fixture(scope="module")
def address(tmp_path_factory, own_file):
    with served(tmp_path_factory.mktemp("runs"), "--trust", own_file) as found:
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


def url(game, moves=(), **more):
    words = {"game": game, "side": "both", "seed": SEED, **more}
    return f"/play?{urlencode({**words, 'moves': ' '.join(moves)})}"


def place(page, name):
    return page.locator(f'#board [data-place="{name}"]')


def wait_for(page, moves):
    """Until the board shows these moves; then the address has them too."""
    expect(page.locator("#board")).to_have_attribute("data-moves", " ".join(moves))
    written = urlencode({"moves": " ".join(moves)}, safe="*")
    expect(page).to_have_url(re.compile(re.escape(written) + "$"))


def go(page, way, start, end):
    """From a place to a place, or onto one."""
    if way == "drag" and start:
        place(page, start).drag_to(place(page, end))
    elif way == "keys":
        for name in filter(None, (start, end)):
            walk_to(page, name)
            page.keyboard.press("Enter")
    else:
        for name in filter(None, (start, end)):
            place(page, name).click()


def walk_to(page, name):
    """To a place by arrow keys, from wherever the focus is on the board."""
    if name.startswith("hand"):
        place(page, name).focus()
        return
    if page.evaluate("!document.activeElement.closest('.places')"):
        page.locator('#board .places [tabindex="0"]').focus()
    target = place(page, name).bounding_box()
    for _ in range(40):
        here = page.locator("#board .places :focus")
        if here.get_attribute("data-place") == name:
            return
        box = here.bounding_box()
        across = target["x"] + target["width"] / 2 - box["x"] - box["width"] / 2
        down = target["y"] + target["height"] / 2 - box["y"] - box["height"] / 2
        if abs(across) > 3:
            page.keyboard.press("ArrowRight" if across > 0 else "ArrowLeft")
        else:
            page.keyboard.press("ArrowDown" if down > 0 else "ArrowUp")
    raise AssertionError(f"arrow keys do not lead to {name}")


def make(page, position, move, way):
    """Make a legal move of the position in one of the ways."""
    found = next(m for m in scene(position)["moves"] if m["move"] == move)
    if way == "words":
        page.fill("#typed input", found["text"])
        page.keyboard.press("Enter")
    elif scene(position)["steps"]:
        make_checkers(page, position, move, way)
    elif "to" not in found:
        button = page.locator(f'#board .choices [data-move="{move}"]')
        if way == "keys":
            button.focus()
            page.keyboard.press("Enter")
        else:
            button.click()
    else:
        hand = f"hand {found['drop']}" if "drop" in found else None
        go(page, way, found.get("from", hand), found["to"])
        if "becomes" in found:
            page.locator(f'dialog [data-move="{move}"]').click()


def make_checkers(page, position, move, way):
    """A roll, checker by checker, and the confirmation."""
    nodes = scene(position)["steps"]["nodes"]

    def path(at):
        if nodes[at]["move"] == move:
            return []
        for start, end, _, there in nodes[at]["steps"]:
            if (rest := path(there)) is not None:
                return [(start, end), *rest]
        return None

    def named(number):
        side = position.turn
        if number in (0, 25):
            return f"{'off' if number == 0 else 'bar'} {side}"
        return str(number if side == "first" else 25 - number)

    for start, end in path(0):
        go(page, way, named(start), named(end))
    page.locator("[data-confirm]").click()


def playable(game, own_file):
    return pw.game(f"{own_file}:{game}" if game in ("Heaps", "Lane") else game)


@pytest.mark.parametrize("game", [*pw.game_names(), "Heaps", "Lane"])
def test_four_moves_are_made_by_click_drag_keys_and_words(tab, game, own_file):
    name = f"{own_file.name}:{game}" if game in ("Heaps", "Lane") else game
    chance = random.Random(game)
    position, moves = playable(game, own_file).start(), []
    page = tab.open(url(name))
    for way in WAYS:
        if position.turn == "chance":
            roll = throw(position.kernel, seed=SEED, number=0, ply=len(moves))
            page.click("#roll")
            position, moves = position.after(roll), [*moves, roll]
            wait_for(page, moves)
        move = chance.choice(position.moves)
        make(page, position, move, way)
        position, moves = position.after(move), [*moves, move]
        wait_for(page, moves)
        expect(page.locator("#said")).to_contain_text("played")
    told = page.locator("#moves").inner_text()
    assert told.strip()


def test_a_pawn_promotes_to_what_is_chosen_in_the_dialog(tab):
    page = tab.open(url("chess", position="8/P6k/8/8/8/8/8/K7 w - - 0 1"))
    place(page, "a7").click()
    place(page, "a8").click()
    choices = page.locator("dialog button")
    expect(choices).to_have_count(4)
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    place(page, "a7").drag_to(place(page, "a8"))
    page.locator("dialog").get_by_label("knight", exact=False).click()
    wait_for(page, ["a7a8n"])


def test_a_shogi_piece_promotes_or_not(tab):
    page = tab.open(url("shogi", ["7g7f", "3c3d"]))
    place(page, "8h").click()
    place(page, "2b").click()
    expect(page.locator("dialog button")).to_have_count(2)
    page.locator('dialog [data-move="8h2b+"]').click()
    wait_for(page, ["7g7f", "3c3d", "8h2b+"])


@pytest.mark.parametrize("way", ["click", "drag", "keys"])
def test_a_man_is_dropped_from_the_hand(tab, way):
    moves = ["7g7f", "3c3d", "8h2b+", "3a2b"]
    page = tab.open(url("shogi", moves))
    go(page, way, "hand B", "5e")
    wait_for(page, [*moves, "B*5e"])


def test_a_pass_is_a_button(tab):
    start = "XXXXXX--OXXXXXXXXOXXXOXXXXOXXXXXXXOOXOXXXOXOXXOXXOOXXOOXXOXXXXXX X"
    assert pw.game("othello").position(start).moves == ["pass"]
    page = tab.open(url("othello", position=start))
    page.locator('[data-move="pass"]').click()
    wait_for(page, ["pass"])


def test_checkers_are_taken_back_before_they_are_confirmed(tab):
    page = tab.open(url("backgammon"))
    page.click("#roll")
    roll = throw(pw.game("backgammon").start().kernel, seed=SEED, number=0, ply=0)
    wait_for(page, [roll])
    expect(page.locator("[data-confirm]")).to_have_count(0)
    position = pw.game("backgammon").start().after(roll)
    start, end, *_ = scene(position)["steps"]["nodes"][0]["steps"][0]
    go(page, "click", str(start), str(end))
    page.locator("[data-undo]").click()
    expect(place(page, str(start))).to_have_attribute("aria-label", re.compile("2 checkers|5|3"))
    wait_for(page, [roll])


def test_it_answers_and_what_was_played_is_taken_back_and_played_again(tab):
    page = tab.open(url("chess", side="first", level="nodes:50"))
    go(page, "drag", "e2", "e4")
    expect(page.locator("#said")).to_contain_text("Black played")
    once = page.locator("#board").get_attribute("data-moves")
    page.click("#back")
    expect(page.locator("#moves li")).to_have_count(0)
    page.keyboard.press("h")
    expect(page.locator("#said")).to_contain_text("Hint")
    go(page, "click", "e2", "e4")
    wait_for(page, once.split())  # the same seed gives the same answer
    page.click("#resign")
    expect(page.locator("#said")).to_contain_text("White resigns, Black wins")


def test_an_address_shows_the_same_again_and_a_bad_one_says_why(tab):
    page = tab.open(url("chess", ["e2e4", "e7e5"]))
    expect(place(page, "e5")).to_have_attribute("aria-label", "e5, Black pawn")
    expect(page.locator("#moves li")).to_have_text(["e4e5"])
    for bad, says in (
        (url("chess", ["e2e5"]), "e2e5"),
        (url("backgammon", ["66"]), "dice of seed 7"),
        (url("ches"), "did you mean 'chess'"),
        (url("/etc/evil.py:Game"), "--trust"),
        (url("chess", weights="../../etc/passwd"), "unknown weight set"),
    ):
        page = tab.open(bad)
        expect(page.get_by_role("alert")).to_contain_text(says)
    tab.complaints.clear()  # a browser tells of every 400


def test_words_that_are_no_move_are_refused_with_what_is_legal(tab):
    page = tab.open(url("chess"))
    page.fill("#typed input", "Ke5")
    page.keyboard.press("Enter")
    expect(page.locator("#error")).to_contain_text("'Ke5' is not legal here; legal: a3, b3")
    page.fill("#typed input", "Nf3")
    page.keyboard.press("Enter")
    wait_for(page, ["g1f3"])
    tab.complaints.clear()


def test_it_plays_itself_and_pauses(tab):
    page = tab.open(url("connect-four", side="none", level="nodes:50"))
    expect(page.locator("#typed")).to_be_hidden()
    page.click("#pause")
    expect(page.locator("#moves li")).to_have_count(2)
    page.click("#pause")
    expect(page.locator("#pause")).to_have_text("Watch it play")


def test_the_evaluation_is_shown_when_asked_for(tab):
    page = tab.open(url("chess", side="first", level="nodes:50"))
    expect(page.locator("#worth")).to_be_hidden()
    page.check("#judge")
    expect(page.locator("#worth")).to_contain_text("for White")


def test_a_second_player_sees_the_board_from_his_side(tab):
    page = tab.open(url("chess", ["e2e4"], side="second", level="nodes:50"))
    upper, lower = place(page, "e2").bounding_box(), place(page, "e7").bounding_box()
    assert upper["y"] < lower["y"]
    page.keyboard.press("f")
    upper, lower = place(page, "e7").bounding_box(), place(page, "e2").bounding_box()
    assert upper["y"] < lower["y"]


@pytest.mark.parametrize("game", ["chess", "shogi", "backgammon", "crazyhouse", "random-tree"])
def test_a_telephone_shows_all_of_it_in_the_dark(chromium, address, game):
    tab = Tab(chromium, address, dark=True, width=360, height=740, touch=True)
    page = tab.open(
        url(game, side="first", level="depth:1" if game == "backgammon" else "nodes:50")
    )
    if game == "chess":
        place(page, "e2").tap()
        place(page, "e4").tap()
        expect(page.locator("#said")).to_contain_text("Black played")
    tab.quiet()
    tab.close()


@pytest.mark.parametrize(
    ("game", "form", "has"),
    [("chess", "pgn", "1. e4 *"), ("shogi", "kif", "手合割"), ("shogi", "csa", "V2.2")],
)
def test_a_game_is_kept_as_a_file(tab, game, form, has):
    move = {"chess": "e2e4", "shogi": "7g7f"}[game]
    page = tab.open(url(game, [move]))
    with page.expect_download() as download:
        page.get_by_role("link", name=form.upper(), exact=True).click()
    assert has in Path(download.value.path()).read_text(encoding="utf-8")


def test_a_chess_clock_runs_down(tab):
    page = tab.open(url("chess", side="both", clock="180"))
    go(page, "click", "e2", "e4")
    expect(page.locator('[data-clock="second"]')).to_have_text("2:59")


def test_a_name_with_a_tag_in_it_is_shown_and_never_run(tab):
    page = tab.open(f"/play?game={quote('<script>alert(1)</script>')}")
    expect(page.get_by_role("alert")).to_contain_text("<script>alert(1)</script>")
    tab.complaints.clear()
