"""The boards of the page asked over HTTP: what they answer, refuse, stream and stop."""

import json
import re
import time
from pathlib import Path
from urllib.parse import urlencode

import pytest

import plywise as pw
from page_questions import answering
from plywise.page.house import Limits

SLOW = """
import plywise as pw
import time

class Slow(pw.Rules):
    "Says little, and thinks forever about its second move."
    def start(self):
        return (5, "first")
    def turn(self, state):
        return state[1]
    def moves(self, state):
        while state[0] == 4:
            time.sleep(0.05)
        return ["<b>", "other"]
    def after(self, state, move):
        return (state[0] - 1, "second" if state[1] == "first" else "first")
    def outcome(self, state):
        return None if state[0] else 1.0
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    runs = tmp_path_factory.mktemp("runs")
    words = {"search": {"depth": 1}, "games": 2, "gate_every": 0, "seed": 1}
    pw.learn("othello", out=runs / "discs", **words)
    return runs


@pytest.fixture(scope="module")
def asker(folder):
    with answering(folder) as found:
        yield found


def post(asker, path, **question):
    origin = f"http://127.0.0.1:{asker.house.port}"
    body = json.dumps(question).encode()
    return asker.ask(path, method="POST", body=body, Origin=origin, Content_Type="application/json")


def test_a_move_is_made_and_answered(asker):
    words = {"game": "othello", "weights": "run:discs", "level": "nodes:50", "seed": 4}
    made = post(asker, "/play/do", **words, do="move", text="d3")
    assert made.status == 200
    assert made.json()["moves"] == ["d3"]
    answer = post(asker, "/play/do", **words, moves=["d3"], do="answer").json()
    assert answer["moves"][:1] == ["d3"]
    assert answer["moves"][1] in pw.game("othello").start().after("d3").moves
    assert answer["played"][1]["by"] == "second"


@pytest.mark.parametrize(
    ("question", "status", "says"),
    [
        ({"do": "move", "text": "Ke5"}, 400, "'Ke5' is not legal"),
        ({"do": "dance"}, 400, "do='dance'"),
        ({"do": "move", "text": 7}, 400, "text is no text"),
        ({"do": "show", "moves": ["e2e5"]}, 400, "e2e5"),
        ({"do": "answer", "level": "elo:x"}, 400, "level='elo:x'"),
        ({"do": "answer", "weights": "/etc/passwd"}, 400, "unknown weight set"),
        ({"do": "answer", "weights": "run:../../x"}, 404, "no run"),
        ({"do": "show", "side": "north"}, 400, "side='north'"),
        ({"do": "show", "game": "evil.py:Evil"}, 403, "--trust"),
        ({"do": "show", "position": "nonsense"}, 400, "nonsense"),
        ({"do": "roll", "game": "chess"}, 400, "no dice are due"),
    ],
)
def test_a_question_that_makes_no_sense_is_answered_in_words(asker, question, status, says):
    answer = post(asker, "/play/do", **question)
    assert answer.status == status
    assert says in answer.json()["error"]


def test_what_is_no_json_is_refused(asker):
    origin = f"http://127.0.0.1:{asker.house.port}"
    for body in (b"[1]", b"{", b"\xff", b"[" * 30_000):
        words = {"Origin": origin, "Content_Type": "application/json"}
        assert asker.ask("/play/do", method="POST", body=body, **words).status == 400


def test_the_page_is_readable_before_its_module_runs(asker):
    text = asker.page("/play?game=chess&seed=1").text
    assert "rnbqkbnr/pppppppp" in text
    links = re.findall(r'href="(/play\?[^"]*moves=e2e4)"', text)
    assert len(links) == 1
    after = asker.page(links[0].replace("&amp;", "&")).text
    assert "White played e4. Black to move." in after


def test_a_page_that_only_shows_plays_and_searches_nothing(folder):
    with answering(folder, read_only=True) as asker:
        assert asker.page("/play").status == 200
        assert post(asker, "/play/do", do="answer").status == 403
        assert asker.ask("/analyse/search?game=chess").status == 400
        assert asker.page("/runs/discs/games/1").status == 200


def test_a_search_is_streamed_iteration_by_iteration(asker):
    words = urlencode({"game": "chess", "moves": "e2e4", "using": "alpha-beta", "nodes": 3000})
    with asker.stream(f"/analyse/search?{words}") as events:
        news = [event["data"] for event in events]
    depths = [each["iteration"]["depth"] for each in news if "iteration" in each]
    assert depths == sorted(depths)
    assert depths[-1] >= 2
    assert news[-1]["found"]["best"][0]["moves"]


def test_a_search_that_nobody_listens_to_any_more_is_stopped(folder):
    with answering(folder, limits=Limits(nodes=10**9, seconds=60.0)) as asker:
        words = urlencode({"game": "chess", "using": "alpha-beta", "nodes": 10**9})
        with asker.stream(f"/analyse/search?{words}") as events:
            next(events)
        until = time.monotonic() + 20
        while asker.house._waiting and time.monotonic() < until:
            time.sleep(0.05)
        assert asker.house._waiting == 0


def test_a_search_that_takes_too_long_is_stopped_and_says_so(folder):
    with answering(folder, limits=Limits(seconds=0.3)) as asker:
        words = urlencode({"game": "chess", "using": "alpha-beta", "nodes": 2_000_000})
        with asker.stream(f"/analyse/search?{words}") as events:
            last = [event["data"] for event in events][-1]
        assert "took longer than 0.3 s" in last["error"]
        assert post(asker, "/play/do", do="move", text="e4").status == 200  # the server goes on


def test_somebodys_code_that_never_answers_is_ended_and_the_server_goes_on(folder, tmp_path):
    file = (tmp_path / "slow.py").resolve()
    file.write_text(SLOW)
    with answering(folder, trusted=(file,), limits=Limits(seconds=3.0)) as asker:
        page = asker.page("/play?game=slow.py:Slow&seed=1")
        assert page.status == 200
        assert "&lt;b&gt;" in page.text  # a move's name is no HTML
        words = {"game": "slow.py:Slow", "do": "move", "text": "other"}
        answer = post(asker, "/play/do", **words)
        assert answer.status == 400
        assert "no answer after 3 s" in answer.json()["error"]
        assert post(asker, "/play/do", do="move", text="e4").status == 200
        assert asker.page("/play?game=slow.py:Slow&seed=1").status == 200


def test_a_record_is_a_file_to_keep(asker):
    words = urlencode({"game": "othello", "moves": "d3", "seed": 1, "format": "pgn"})
    answer = asker.ask(f"/play/record?{words}")
    assert "attachment" in answer.headers["content-disposition"]
    assert "1. d3 *" in answer.text
    assert asker.ask("/play/record?format=exe").status == 400


def test_a_game_is_told_from_the_cache_when_it_is_asked_again(asker, folder):
    once = asker.ask("/runs/discs/games/2/data").json()
    assert once == asker.ask("/runs/discs/games/2/data").json()
    assert len(asker.house.cache("games")) == 1
    assert len(once["moves"]) == len(pw.load(Path(folder) / "discs").game(2).moves)
    listed = asker.page("/runs/discs/games?from=2").text
    assert "/runs/discs/games/2" in listed
    assert asker.page("/runs/discs/games?from=7").status == 404


OWN = """
import plywise as pw

class Take(pw.Rules):
    "Take one or two of seven; who takes the last wins."
    repeats = False
    def start(self):
        return (7, "first")
    def turn(self, state):
        return state[1]
    def moves(self, state):
        return [str(n) for n in (1, 2) if n <= state[0]]
    def after(self, state, move):
        return (state[0] - int(move), "second" if state[1] == "first" else "first")
    def outcome(self, state):
        return None if state[0] else float(state[1] == "second")
    def sketch(self, state):
        return pw.Sketch(cells=([str(n) for n in range(1, 8)],),
                         pieces={str(n): ("stone", "") for n in range(1, state[0] + 1)})

@pw.feature(Take)
def unbalanced(position, side):
    return position.turn == side and position.state[0] % 3 != 0
"""


def test_a_run_of_ones_own_game_is_told_and_played_only_if_its_file_is_trusted(tmp_path):
    file = (tmp_path / "take.py").resolve()
    file.write_text(OWN)
    words = {"search": {"depth": 1}, "games": 2, "gate_every": 0, "seed": 1}
    pw.learn(f"{file}:Take", out=tmp_path / "runs" / "own", **words)
    with answering(tmp_path / "runs") as asker:
        for path in ("/runs/own/games/1", "/play?game=take.py:Take"):
            assert asker.page(path).status == 403
    with answering(tmp_path / "runs", trusted=(file,)) as asker:
        told = asker.ask("/runs/own/games/1/data").json()
        assert told["first"]["board"]["cells"] == [list("1234567")]
        assert "unbalanced" in told["names"]
        settings = {"game": f"{file}:Take", "weights": "run:own", "level": "nodes:50"}
        answer = post(asker, "/play/do", **settings, do="answer").json()
        assert answer["moves"][0] in ("1", "2")
        found = urlencode({"game": "take.py:Take", "using": "alpha-beta", "nodes": 100})
        with asker.stream(f"/analyse/search?{found}") as events:
            assert [event["data"] for event in events][-1]["found"]["best"]
