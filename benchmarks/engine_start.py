"""How long `plywise engine` takes from its start to `uciok`: the median of 20 processes.

python benchmarks/engine_start.py
"""

import argparse
import statistics
import subprocess
import sys
import time
from pathlib import Path

import tables


def command(weights: str) -> list[str]:
    """The command that a GUI starts: the installed script, or the module where there is none."""
    script = Path(sys.executable).with_name("plywise")
    start = [str(script)] if script.exists() else [sys.executable, "-m", "plywise"]
    return [*start, "engine", weights]


def one_start(words: list[str], env: dict[str, str]) -> float:
    """Seconds from the start of a process to its `uciok`."""
    begun = time.perf_counter()
    with subprocess.Popen(words, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b"uci\n")
        process.stdin.flush()
        for line in process.stdout:
            if line == b"uciok\n":
                break
        else:
            sys.exit(f"{' '.join(words)} ended without uciok")
        seconds = time.perf_counter() - begun
        process.communicate(b"quit\n", timeout=60)
    return seconds


def main() -> None:
    """Measure and print."""
    tables.refuse_debug_build()
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--times", type=int, default=20, help="processes (%(default)s)")
    parser.add_argument("--weights", default="chess/standard", help="(%(default)s)")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    given = parser.parse_args()
    words = command(given.weights)
    with tables.compiled() as env:
        one_start(words, env)  # the first has to compile and to read from the disk
        seconds = sorted(one_start(words, env) for _ in range(given.times))
    median = statistics.median(seconds)
    cells = [f"{1000 * s:.0f} ms" for s in (median, seconds[0], seconds[-1])]
    text = tables.table(["", "median", "best", "worst"], [["start to uciok", *cells]])
    result = {"median": median, "best": seconds[0], "worst": seconds[-1], "times": given.times}
    tables.show(f"Engine start, {given.times} processes", text, result, as_json=given.json)


if __name__ == "__main__":
    main()
