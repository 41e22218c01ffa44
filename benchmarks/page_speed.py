"""The live page: its weight, when it is there, long runs, how late it is, and what it costs.

    python benchmarks/page_speed.py
    python benchmarks/page_speed.py --only weight --only crowd --seconds 5

Runs are made up, without a game played (as in `history.py`). The server is one as users start it,
its processor time and memory are the system's figures of its process. Where a browser is needed,
it is Debian's chromium by playwright. Beside each figure stands the budget that it should keep on
two idle cores; the load that was met is told, since times on the wall mean little under load.
"""

import argparse
import gzip
import json
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any

import history
import numpy as np
import tables

from plywise.learning.config import LearnConfig
from plywise.runs.directory import Logs, RunDirectory
from plywise.runs.lock import Lock
from plywise.runs.run import load

TICKS = os.sysconf("SC_CLK_TCK")
TABS = 8
ROUNDS = 6
"""Pairs of runs, one of them watched, whose times are compared."""
PACE = 120.0
"""Games a second of the run that is watched."""
OBSERVE = """() => {
  window.seen = {};
  const told = document.querySelector('#weights .told');
  new MutationObserver(() => {
    const game = told.textContent.match(/^game ([\\d,]+)/)?.[1].replaceAll(',', '');
    if (game && !(game in seen)) seen[game] = Date.now();
  }).observe(told, {childList: true, characterData: true, subtree: true});
}"""
PAINTED = """() => {
  const of = (name) => performance.getEntriesByName(name)[0]?.startTime ?? null;
  return {paint: of('first-contentful-paint'), chart: of('chart'),
          requests: 1 + performance.getEntriesByType('resource').length};
}"""


class Server:
    """A server in a process of its own, and questions to it."""

    def __init__(self, folder: Path) -> None:
        words = ("serve", str(folder), "--port", "0", "--no-open", "--json")
        self.process = subprocess.Popen(
            [sys.executable, "-m", "plywise", *words],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        )  # fmt: skip
        assert self.process.stdout is not None
        self.port = json.loads(self.process.stdout.readline())["port"]

    @property
    def address(self) -> str:
        """How its pages begin."""
        return f"http://127.0.0.1:{self.port}"

    def ask(self, path: str, body: Any = None) -> tuple[bytes, float]:
        """An answer, and the seconds that it took."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=120)
        begun = time.perf_counter()
        headers = {
            "Accept-Encoding": "gzip",
            "Origin": self.address,
            "Content-Type": "application/json",
        }
        data = None if body is None else json.dumps(body)
        connection.request("GET" if body is None else "POST", path, data, headers)
        answer = connection.getresponse()
        found = answer.read()
        seconds = time.perf_counter() - begun
        connection.close()
        if answer.status != 200:
            raise RuntimeError(f"{path}: {answer.status} {found[:200]!r}")
        return found, seconds

    def worked(self) -> float:
        """Seconds of processor time so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def megabytes(self, what: str = "VmHWM") -> float:
        """The most memory that it had, or what it has now (VmRSS)."""
        lines = Path(f"/proc/{self.process.pid}/status").read_text().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith(what)) / 1024

    def close(self) -> None:
        """End it."""
        self.process.kill()
        self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()


@contextmanager
def server(folder: Path) -> Iterator[Server]:
    """A server over a folder."""
    found = Server(folder)
    try:
        yield found
    finally:
        found.close()


class Writer:
    """Writes a made-up run as it goes, so many games a second, and notes when."""

    def __init__(self, folder: Path, pace: float) -> None:
        self.pace = pace
        self.config = LearnConfig(features="material", games=1_000_000)
        directory = RunDirectory(folder)
        directory.make()
        directory.write_settings(self.config)
        self.logs = Logs(directory, self.config.names, None)
        self._lock = Lock(folder)
        self._lock.__enter__()
        self.written: dict[int, float] = {}
        self._chance = np.random.default_rng(1)
        self._weights = np.array(self.config.start_vector)
        self._turn = threading.Lock()
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._write, daemon=True)

    def add(self, games: int) -> None:
        """Write some games at once."""
        for _ in range(games):
            self._add()

    def _add(self) -> None:
        with self._turn:
            game = len(self.written) + 1
            change = self._chance.normal(0, 0.01, len(self._weights))
            self._weights = self._weights + change
            metrics = history._metrics(game, self._weights, np.full(len(self._weights), 0.1))
            self.logs.write(metrics, history._played(game))
            self.written[game] = time.time()

    def _write(self) -> None:
        begun, due = time.perf_counter(), 0
        while not self._over.wait(1 / self.pace):
            now = int((time.perf_counter() - begun) * self.pace)
            self.add(now - due)
            due = now

    def __enter__(self) -> "Writer":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()
        self.logs.close()
        self._lock.__exit__()


@contextmanager
def tabs(at: Server, path: str, count: int) -> Iterator[list[int]]:
    """So many open streams that read what comes; the bytes that each got."""
    got = [0] * count
    connections = []

    def read(place: int) -> None:
        connection = HTTPConnection("127.0.0.1", at.port, timeout=60)
        connections.append(connection)
        connection.request("GET", path)
        answer = connection.getresponse()
        with suppress(OSError, ValueError, AttributeError, HTTPException):
            while data := answer.read1(65536):
                got[place] += len(data)

    threads = [threading.Thread(target=read, args=(n,), daemon=True) for n in range(count)]
    for thread in threads:
        thread.start()
    try:
        yield got
    finally:
        for connection in connections:
            if connection.sock is not None:
                with suppress(OSError):
                    connection.sock.shutdown(2)
        for thread in threads:
            thread.join(5)


Row = tuple[str, str, str]


def weight(folder: Path) -> list[Row]:
    """Bytes and files of the page of a run, without its data."""
    with server(folder) as at:
        return _weight(at)


def _weight(at: Server) -> list[Row]:
    html, _ = at.ask("/runs/short")
    text = html.decode()
    data = text.partition('id="state">')[2].partition("</script>")[0]
    size, files, waiting = len(html) - len(data), 1, ["start.js", "keys.js", "run.js", "icon.svg"]
    known = set(waiting)
    while waiting:
        found, _ = at.ask(f"/static/{waiting.pop()}")
        size, files = size + len(found), files + 1
        source = gzip.decompress(found) if found[:2] == b"\x1f\x8b" else found
        for name in {part.partition('"')[0] for part in source.decode().split('from "./')[1:]}:
            if name not in known:
                known.add(name)
                waiting.append(name)
    return [
        ("page of a run, without its data", f"{size / 1000:.0f} kB, {files} files", "60 kB"),
        ("its data, 1,000 games × 5 weights", f"{len(data) / 1000:.0f} kB", ""),
    ]


def opening(folder: Path, name: str, budget: tuple[str, str, str]) -> list[Row]:
    """Seconds to open a long run, at first and then with its cache, by servers newly started."""
    rows = []
    for what, limit in (("first", budget[0]), ("again", budget[1])):
        with server(folder) as at:
            at.ask("/about")
            worked = at.worked()
            _, seconds = at.ask(f"/runs/{name}")
            spent = f"{seconds:.2f} s, {at.worked() - worked:.2f} of processor"
            rows.append((f"opening {name}, {what}", spent, limit))
            _, seconds = at.ask(f"/runs/{name}")
            peak = at.megabytes()
        rows.append(("  and once more there; memory of it all", f"{seconds:.2f} s, {peak:.0f} MB",
                     budget[2]))  # fmt: skip
    return rows


def painted(folder: Path, chromium: str, rounds: int = 5) -> list[Row]:
    """When a browser has painted the page of a run, and drawn its chart."""
    from playwright.sync_api import sync_playwright

    found: list[dict[str, Any]] = []
    with server(folder) as at, sync_playwright() as playwright:
        at.ask("/runs/short")
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for _ in range(rounds + 1):
            page = browser.new_context().new_page()
            page.goto(f"{at.address}/runs/short")
            told: dict[str, Any] = {}
            for _ in range(100):
                told = page.evaluate(PAINTED)
                if told["chart"] is not None and told["paint"] is not None:
                    break
                page.wait_for_timeout(50)
            found.append(told)
            page.context.close()
        browser.close()
    middle = {name: statistics.median(t[name] for t in found[1:]) for name in found[0]}
    return [
        ("requests of the page of a run", f"{middle['requests']:.0f}", "8"),
        ("first paint, 1,000 games", f"{middle['paint']:.0f} ms", "150 ms"),
        ("usable: its chart is drawn", f"{middle['chart']:.0f} ms", "400 ms"),
    ]


def lateness(folder: Path, chromium: str, seconds: float) -> list[Row]:
    """From a game on the disk to the chart in a browser."""
    from playwright.sync_api import sync_playwright

    with Writer(folder / "late", 20.0) as writer, server(folder) as at:
        writer.add(50)
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            page = browser.new_page()
            page.goto(f"{at.address}/runs/late")
            page.wait_for_timeout(1000)
            page.evaluate(OBSERVE)
            page.wait_for_timeout(1000 * seconds)
            seen = page.evaluate("() => seen")
            browser.close()
    shown = sorted((int(game), at / 1000) for game, at in seen.items())
    late = [  # a game is on the screen when it, or a later one, is drawn
        next(at for last, at in shown if last >= game) - written
        for game, written in writer.written.items()
        if shown and shown[0][0] < game <= shown[-1][0]
    ]
    if not late:
        return [("game to screen", "nothing was seen", "500 ms")]
    worst = max(late)
    middle = f"{1000 * statistics.median(late):.0f} ms, at worst {1000 * worst:.0f}"
    return [("game to screen, 20 games a second", middle, "500 ms")]


def crowd(folder: Path, seconds: float) -> list[Row]:
    """What a server costs whose run is watched by several tabs."""
    with Writer(folder / "busy", PACE) as writer, server(folder) as at:
        writer.add(500)
        at.ask("/runs/busy")
        with tabs(at, "/runs/busy/stream?have=500", TABS) as got:
            time.sleep(2.0)
            begun, worked, had = time.perf_counter(), at.worked(), sum(got)
            games = len(writer.written)
            time.sleep(seconds)
            took = time.perf_counter() - begun
            share = 100 * (at.worked() - worked) / took
            bytes_each = (sum(got) - had) / took / TABS
            pace = (len(writer.written) - games) / took
        memory = at.megabytes("VmRSS")
    return [
        (f"server, {pace:.0f} games a second, {TABS} tabs",
         f"{share:.1f} % of a core, {bytes_each / 1000:.1f} kB/s a tab, {memory:.0f} MB", "3 %"),
    ]  # fmt: skip


def learning(folder: Path, games: int) -> list[Row]:
    """Processor time of learning with and without a server that eight tabs ask, by turns."""

    def learn(name: str) -> float:
        words = ("learn", "chess", "--depth", "2", "--games", str(games), "--gate-every", "0",
                 "--workers", "1", "--out", str(folder / name))  # fmt: skip
        before = os.times()
        subprocess.run([sys.executable, "-m", "plywise", *words], check=True, capture_output=True)
        after = os.times()
        spent = after.children_user - before.children_user
        return spent + after.children_system - before.children_system

    learn("first")  # compiled and cached from here on
    slower = []
    for place in range(ROUNDS):
        alone = learn(f"alone-{place}")
        with server(folder) as at:
            RunDirectory(folder / f"watched-{place}").make()
            with tabs(at, "/stream", TABS):
                slower.append(100 * (learn(f"watched-{place}") / alone - 1))
            at.process.poll()
    error = statistics.stdev(slower) / ROUNDS**0.5
    return [
        (f"processor time of {games} games learnt, watched by {TABS} tabs",
         f"{statistics.mean(slower):+.1f} ± {error:.1f} %", "below 1 %"),
    ]  # fmt: skip


def quiet(folder: Path, seconds: float) -> list[Row]:
    """What a server costs that nobody asks, and one whose run stands still before a tab."""
    with server(folder) as at:
        at.ask("/")
        at.ask("/runs/short")
        time.sleep(1.0)
        worked, begun = at.worked(), time.perf_counter()
        time.sleep(seconds)
        share = 100 * (at.worked() - worked) / (time.perf_counter() - begun)
        memory = at.megabytes("VmRSS")
        with tabs(at, "/runs/short/stream?have=1000", 1):
            time.sleep(1.0)
            worked, begun = at.worked(), time.perf_counter()
            time.sleep(seconds)
            open_share = 100 * (at.worked() - worked) / (time.perf_counter() - begun)
    return [
        ("idle", f"{share:.2f} % of a core, {memory:.0f} MB", "0.1 %, 110 MB"),
        ("a tab at a run that stands still", f"{open_share:.2f} % of a core", ""),
    ]


def answers(folder: Path, rounds: int = 20) -> list[Row]:
    """A move on a board, beside the search that answers it."""
    with server(folder) as at:
        move = {"game": "chess", "moves": "", "do": "move", "text": "e2e4"}
        at.ask("/play/do", move)
        took = [at.ask("/play/do", move)[1] for _ in range(rounds)]
    return [("answer to a move beside the search", f"{1000 * statistics.median(took):.0f} ms",
             "50 ms")]  # fmt: skip


def all_rows(given: argparse.Namespace, folder: Path) -> Iterator[Row]:
    """Every line that is asked for, as it is measured."""
    history.make(folder / "short", "material", 1000)
    load(folder / "short").history  # noqa: B018 - as a run that was looked at before
    parts = {
        "weight": lambda: weight(folder),
        "paint": lambda: painted(folder, given.browser),
        "late": lambda: lateness(folder, given.browser, given.seconds),
        "moves": lambda: answers(folder),
        "crowd": lambda: crowd(folder, given.seconds),
        "idle": lambda: quiet(folder, given.seconds),
        "learning": lambda: learning(folder, given.learn),
        "long": lambda: long_runs(folder / "long", given.games),
    }
    for name, measured in parts.items():
        if name in (given.only or parts):
            yield from measured()


def long_runs(folder: Path, games: int) -> list[Row]:
    """Opening runs of so many games, with few and with many weights."""
    rows = []
    for name, features, budget in (
        (f"{games}-5", "material", ("1.5 s", "0.2 s", "")),
        (f"{games}-309", "full-board", ("20 s", "0.5 s", "150 MB")),
    ):
        history.make(folder / name, features, games)
        rows += opening(folder, name, budget)
    return rows


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=100_000, help="of the long runs")
    parser.add_argument("--seconds", type=float, default=20.0, help="of each look at the cost")
    parser.add_argument(
        "--learn", type=int, default=400, help="games of the learning that is timed"
    )
    parser.add_argument("--browser", default="/usr/bin/chromium", help="its path")
    names = ["weight", "paint", "late", "moves", "crowd", "idle", "learning", "long"]
    parser.add_argument("--only", action="append", choices=names, help="repeatable (all)")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    given = parser.parse_args()
    tables.refuse_debug_build()
    found = []
    with tempfile.TemporaryDirectory(prefix="plywise-bench-") as place:
        for row in all_rows(given, Path(place)):
            found.append(row)
            if not given.json:
                print(f"{row[0]:60} {row[1]:>44}   {row[2]}", flush=True)
    load_now = os.getloadavg()[0]
    if given.json:
        print(json.dumps({"rows": found, "load": load_now}))
    else:
        print(f"load of the machine at the end: {load_now:.1f}")


if __name__ == "__main__":
    main()
