"""The screens of the live page without a browser: what they say, and what their streams send."""

import json
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import plywise as pw
from html_tags import Tags
from page_questions import Asker, answering
from plywise.page.house import Gone, House, Limits
from plywise.play.pair_folder import PairFolder
from plywise.play.rating import rate
from plywise.runs.trainer import Trainer
from small_runs import small

KILLED = 60.0


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two runs that differ by their seeds, one with boards, a match, a rating, an experiment."""
    above = tmp_path_factory.mktemp("screens")
    for seed in (1, 2):
        settings = small(games=8, seed=seed, gate_every=4, gate_games=4)
        Trainer(settings, above / f"seed-{seed}").run()
    Trainer(small(games=4, features="ranks-rings"), above / "deep" / "squares").run()
    with PairFolder(above / "match", "match") as kept:
        pw.match(
            "chess/standard", "random", games=6, depth=1, seed=1, sprt=(0, 400), pgn=kept.pgn,
            on_pair=kept.note,
        )  # fmt: skip
    with PairFolder(above / "rate", "rate") as kept:
        rate(
            "chess/standard", games=4, opponents=["own"], seed=1, max_plies=20, on_pair=kept.note,
            search=pw.AlphaBeta(depth=1), workers=1,
        )  # fmt: skip
    result = Path(__file__).parents[1] / "docs" / "results" / "walk-paper"
    results = Path(__file__).parents[1] / "docs" / "results"
    known = result if result.is_dir() else next(p.parent for p in results.glob("*/result.json"))
    shutil.copytree(known, above / "experiment")
    return above


@pytest.fixture(scope="module")
def page(folder: Path) -> Iterator[Asker]:
    with answering(folder) as asker:
        yield asker


@pytest.mark.parametrize(
    "path",
    [
        "/", "/?q=depth%3E0&sort=-games", "/about", "/runs/seed-1", "/runs/deep~squares",
        "/runs/seed-1/weights/queen", "/compare?runs=seed-1&runs=seed-2",
        "/compare?runs=seed-1,seed-2&weight=rook", "/matches/match", "/rates/rate",
        "/experiments/experiment",
    ],
)  # fmt: skip
def test_a_screen_is_sound_html_without_inline_style_or_script(page: Asker, path: str) -> None:
    found = page.page(path)
    assert found.status == 200, found.text
    assert Tags(found.text).open == []
    assert ' style="' not in found.text
    assert " onclick" not in found.text
    assert "http://" not in found.text.replace("http://www.w3.org", "")
    assert found.text.count("<h1") == 1
    assert "aria-current=page" in found.text or path.startswith(("/matches", "/rates"))


def test_the_list_filters_sorts_and_names_what_lies_below(page: Asker) -> None:
    whole = page.page("/").text
    for name in ("seed-1", "seed-2", "deep/squares", "/matches/match", "/rates/rate"):
        assert name in whole
    one = page.page("/?q=game:chess+seed=2").text
    assert 'data-key="seed-2"' in one
    assert 'data-key="seed-1"' not in one
    down = page.page("/?sort=-games").text
    assert down.index('data-key="seed-1"') < down.index('data-key="deep~squares"')
    assert 'aria-sort="descending"' in down
    assert page.page("/?q=nothing-like-it").text.count("data-key") == 0


def test_the_page_of_a_run_says_in_words_what_its_charts_draw(page: Asker, folder: Path) -> None:
    text = page.page("/runs/seed-1").text
    run = pw.load(folder / "seed-1")
    for name, value in (run.normalised() if run.mean()["pawn"] > 0 else {}).items():
        assert name in text
        assert f"{value:.2f}" in text
    assert "8</dd>" in text or "8 <small>of 8</small>" in text
    assert "plywise learn chess --games 8 --depth 1" in text
    assert text.count("v start") >= 1
    assert "search.depth" in text


def test_series_and_files_can_be_kept(page: Asker, folder: Path) -> None:
    run = pw.load(folder / "seed-1")
    found = page.ask("/runs/seed-1/series?most=3&first=2&last=7").json()
    assert len(found["game"]) <= 3
    assert page.ask("/runs/seed-1/series?most=0").status == 400
    assert page.ask("/runs/seed-1/series?what=games").json()["have"] == 8
    csv = page.ask("/runs/seed-1/weights.csv")
    assert "attachment" in csv.headers["content-disposition"]
    rows = [line.split(",") for line in csv.text.splitlines()]
    assert rows[0] == ["game", *run.names]
    assert [list(map(float, row[1:])) for row in rows[1:]] == run.history.weights[:].tolist()
    assert page.ask("/runs/seed-1/games.pgn").text.count("[Event ") == 8
    boards = page.ask("/runs/deep~squares/boards?game=2").json()["html"]
    assert boards.count("<svg") == 5
    assert page.ask("/matches/match/games.pgn").text.count("[Event ") == 6


def test_why_says_what_each_move_did(page: Asker, folder: Path) -> None:
    found = page.ask("/runs/seed-1/why/5?weight=queen").json()
    told = pw.why(folder / "seed-1", 5)
    assert sum(m["shares"]["queen"] for m in found["moves"]) == pytest.approx(
        float(told.change[4]), abs=1e-12
    )
    assert page.ask("/runs/seed-1/why/99?weight=queen").status == 400
    missing = page.page("/runs/seed-1/weights/quean")
    assert missing.status == 404
    assert "did you mean" in missing.text or "queen" in missing.text


def test_runs_side_by_side_have_a_mean_over_seeds_and_their_differences(page: Asker) -> None:
    text = page.page("/compare?runs=seed-1&runs=seed-2&weight=rook").text
    assert "mean of 2" in text
    assert ">seed<" in text
    assert "search.depth" not in text
    assert page.page("/compare").status == 400
    mixed = page.page("/compare?runs=seed-1&runs=deep~squares")
    assert mixed.status == 200
    assert ">features<" in mixed.text


def test_a_match_shows_score_interval_and_test(page: Asker, folder: Path) -> None:
    text = page.page("/matches/match").text
    told = json.loads((folder / "match" / "match.json").read_text())
    assert (told["is_over"], told["kind"]) == (True, "match")
    assert f"{told['wins']} {told['draws']} {told['losses']}" in text
    assert "LLR" in text
    with page.stream("/matches/match/stream") as events:
        first = next(events)["data"]
    assert first["points"]["games"][-1] == told["games"]
    assert first["points"]["llr"][-1] == pytest.approx(told["llr"])
    assert "own" in page.page("/rates/rate").text


def grow(target: Path, whole: Path, games: int) -> None:
    """Let a copy of a run have so many games."""
    from test_page_reader import cut

    cut(target, whole, games)


def test_a_stream_has_no_hole_and_no_double(folder: Path, tmp_path: Path) -> None:
    whole = folder / "seed-1"
    shutil.copytree(whole, tmp_path / "run")
    grow(tmp_path / "run", whole, 3)
    with answering(tmp_path) as page:
        state = page.ask("/runs/run/series").json()
        have, seen = state["have"], []
        grow(tmp_path / "run", whole, 5)  # between the first series and the first event
        with page.stream(f"/runs/run/stream?have={have}") as events:
            for event in events:
                data = event["data"]
                seen += data.get("game", [])
                if data.get("have") == 5:
                    assert event["id"] == "5"
                    break
        grow(tmp_path / "run", whole, 8)
        # A browser that comes again says by Last-Event-ID what it has, and that counts.
        with page.stream(f"/runs/run/stream?have={have}", Last_Event_ID="5") as events:
            for event in events:
                seen += event["data"].get("game", [])
                if event["data"].get("have") == 8:
                    break
    assert seen == [4, 5, 6, 7, 8]


def test_a_stream_says_when_a_run_was_cut_back(folder: Path, tmp_path: Path) -> None:
    whole = folder / "seed-1"
    shutil.copytree(whole, tmp_path / "run")
    with answering(tmp_path) as page, page.stream("/runs/run/stream?have=8&beginning=1") as events:
        next(events)
        grow(tmp_path / "run", whole, 4)
        told = next(event["data"] for event in events if "again" in event["data"])
    assert told["have"] == 4


def test_a_run_that_is_deleted_or_damaged_while_it_is_watched_is_told(
    folder: Path, tmp_path: Path
) -> None:
    for name in ("gone", "hurt"):
        shutil.copytree(folder / "seed-1", tmp_path / name)
    with answering(tmp_path) as page:
        with page.stream("/runs/hurt/stream?have=8") as events:
            next(events)
            (tmp_path / "hurt" / "metrics.jsonl").write_text('{"game": "x"}\n')
            trouble = next(event for event in events if event.get("event") == "trouble")
            assert "metrics.jsonl, line 1" in trouble["data"]["error"]
        assert "metrics.jsonl, line 1" in page.page("/runs/hurt").text
        with page.stream("/runs/gone/stream?have=8") as events:
            next(events)
            shutil.rmtree(tmp_path / "gone")
            last = next(event for event in events if event.get("event") == "gone")
            assert "not there any more" in last["data"]["gone"]
        assert page.page("/runs/gone").status == 404
        assert page.page("/").status == 200  # the server goes on


def test_the_list_follows_a_run_that_learns(tmp_path: Path) -> None:
    with answering(tmp_path) as page, page.stream("/stream") as events:
        assert next(events)["data"]["rows"] == []
        process = subprocess.Popen(
            [sys.executable, "-m", "plywise", "learn", "chess", "--depth", "1", "--games", "100000",
             "--gate-every", "0", "--out", str(tmp_path / "live")],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        try:
            counts: list[int] = []
            for event in events:
                for _, html in event["data"]["rows"]:
                    if "state learning" in html:
                        counts.append(int(html.split('value="', 2)[2].split('"')[0]))
                if len(set(counts)) >= 3:
                    break
            assert counts == sorted(counts)
        finally:
            process.kill()
            process.wait()


def test_work_is_stopped_when_who_asked_goes_away(tmp_path: Path) -> None:
    """The job's Stop is set as soon as the connection is closed."""
    import asyncio

    house = House(folders=(tmp_path,), limits=Limits(seconds=30))
    stopped = threading.Event()

    class Request:
        async def receive(self) -> dict[str, Any]:
            await asyncio.sleep(0.05)
            return {"type": "http.disconnect"}

    def job(stop: Any) -> None:
        for _ in range(2000):
            if stop.is_set:
                stopped.set()
                return
            time.sleep(0.005)

    with pytest.raises(Gone):
        asyncio.run(house.work(Request(), job))  # type: ignore[arg-type]
    assert stopped.is_set()
    house.close()


def test_a_game_in_python_is_killed_when_it_does_not_answer(tmp_path: Path) -> None:
    from plywise.page.apart import Apart, TooSlow

    apart = Apart(())
    with pytest.raises(TooSlow, match="no answer after"):
        apart.call(time.sleep, (KILLED,), 0.5)
    assert apart.call(divmod, (7, 2), KILLED) == (3, 1)  # another one is started
    with pytest.raises(pw.BadInput, match="ZeroDivisionError"):
        apart.call(divmod, (7, 0), KILLED)
    apart.close()


def test_ctrl_c_ends_a_server_with_open_streams_at_once(folder: Path) -> None:
    import signal

    words = ("serve", str(folder), "--port", "0", "--no-open", "--json")
    process = subprocess.Popen(
        [sys.executable, "-m", "plywise", *words],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stdout is not None
    told = json.loads(process.stdout.readline())
    asker = Asker(House(folders=(folder,), port=told["port"]))
    with asker.stream("/stream") as one, asker.stream("/runs/seed-1/stream") as two:
        next(one)
        next(two)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=10)
    assert process.returncode == 130
    assert "Traceback" not in err


def test_learn_watch_says_where_the_page_is_and_ends_with_the_run(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "plywise", "learn", "chess", "--depth", "1", "--games", "100000",
         "--gate-every", "0", "--watch", "--out", "run"],
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, cwd=tmp_path,
    )  # fmt: skip
    import signal

    assert process.stderr is not None
    told = next(line for line in process.stderr if line.startswith("page: "))
    address = told.removeprefix("page: ").strip()
    assert address.endswith("/runs/run")
    port = int(address.split(":")[2].split("/")[0])
    asker = Asker(House(folders=(tmp_path,), port=port))
    for _ in range(100):
        if asker.page("/runs/run").status == 200:
            break
        time.sleep(0.1)
    assert "run" in asker.page("/runs/run").text
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "plywise watch run" in err
    with pytest.raises(ConnectionError):
        asker.page("/")
