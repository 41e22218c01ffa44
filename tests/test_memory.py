"""Memory does not grow: a long run takes no more than one that has just warmed up."""

import subprocess
import sys
from pathlib import Path

from deeper import deeper

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
