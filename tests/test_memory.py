"""Memory does not grow: a long run takes no more than one that has just warmed up."""

import subprocess
import sys
import tracemalloc
from pathlib import Path

import pytest

import made_up
from deeper import deeper
from plywise.cli.last_half import MOST_BLOCKS, LastHalf
from plywise.runs import pyramid, snapshots
from plywise.runs.history import read_history

GAMES = deeper(6_000, 600_000)
"""About half an hour, or about twenty seconds."""
ALLOWED = 1.02

SOAK = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
import small_runs

def resident():
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096

games, seen = int(sys.argv[3]), []
def watch(progress):
    if progress.game % (games // 30) == 0:
        seen.append(resident())

config = small_runs.small(games=games, gate_every=50, gate_games=4, ballot=2, batch=2)
small_runs.Trainer(config, sys.argv[2], workers=2).run(on_game=watch)
print(*seen)
"""


def test_a_long_run_takes_no_more_memory_than_a_short_one(tmp_path: Path) -> None:
    here = str(Path(__file__).parent)
    done = subprocess.run(
        [sys.executable, "-c", SOAK, here, str(tmp_path), str(GAMES)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    seen = [int(size) for size in done.stdout.split()]
    warm, late = seen[: len(seen) // 3], seen[-len(seen) // 3 :]
    assert max(late) <= ALLOWED * max(warm), [f"{size / 2**20:.1f} MB" for size in seen]


COUNTED = """
import gc, sys, tracemalloc
from plywise.cli import live
from plywise.cli.app import app

seen, played = {}, live.Watch.played
def count(self, progress):
    played(self, progress)
    del progress
    game = self.progress.game
    if game in (WARM, LAST):
        gc.collect()
        seen[game] = tracemalloc.get_traced_memory()[0]

WARM, LAST = int(sys.argv[1]), int(sys.argv[2])
live.Watch.played = count
tracemalloc.start()
app(sys.argv[3:], standalone_mode=False)
print((seen[LAST] - seen[WARM]) / (LAST - WARM))
"""
WARM, LAST = 200, 800
PER_GAME = 60.0
"""Bytes; the least that a dict of five weights takes is 300."""


def test_learning_holds_nothing_for_each_game(tmp_path: Path) -> None:
    """By the bytes that are allocated, after games that all have the same few moves."""
    words = ["learn", "chess", "--depth", "0", "--max-plies", "6", "--games", str(LAST)]
    quick = ["--gate-every", "0", "--workers", "1", "--lag", "1", "--out", str(tmp_path / "run")]
    done = subprocess.run(
        [sys.executable, "-c", COUNTED, str(WARM), str(LAST), *words, *quick],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert float(done.stdout.splitlines()[-1]) < PER_GAME


def test_reading_a_history_does_not_take_all_its_weights_into_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """10 numbers a game here, of eight bytes each, beside 100 that stay where they are."""
    monkeypatch.setattr(snapshots, "BLOCK", 1 << 15)
    monkeypatch.setattr(pyramid, "FEW", 0)  # as a long run is read
    names = tuple(f"weight {n}" for n in range(50))
    peaks = []
    for games in (1_000, 3_000):
        folder = tmp_path / str(games)
        made_up.write(folder, names, games)
        tracemalloc.start()
        history = read_history(folder / "metrics.jsonl", names)
        assert len(history) == games
        history.weights.mean(axis=0, rows=history.kept_tail(0.5))
        history.buckets(100)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert (peaks[1] - peaks[0]) / 2_000 < 500.0, "the 100 alone have 800 bytes"


def test_the_mean_of_the_last_half_needs_no_memory_for_each_entry() -> None:
    seen, entries = LastHalf(), [[float(n), 1.0 / (n + 1)] for n in range(5_000)]
    for count, entry in enumerate(entries, start=1):
        seen.add(entry)
        if count in (1, 2, 3, 127, 128, 129, 130, 1_001, 5_000):
            half = entries[count // 2 : count]
            exact = [sum(column) / len(half) for column in zip(*half, strict=True)]
            near = 1e-12 if count <= 128 else 0.02
            assert seen.mean() == pytest.approx(exact, rel=near)
    assert len(seen) == 5_000
    assert len(seen._blocks) <= MOST_BLOCKS
