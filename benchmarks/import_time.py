"""How long `import plywise` takes, in new interpreters: the median of 20.

python benchmarks/import_time.py
"""

import argparse
import statistics
import subprocess
import sys

import tables

CHILD = """
import sys, time
begun = time.perf_counter()
import plywise
print(time.perf_counter() - begun, len(sys.modules))
"""


def one_import(env: dict[str, str]) -> tuple[float, int]:
    """Seconds of one import, and the modules that are loaded after it."""
    child = [sys.executable, "-c", CHILD]
    done = subprocess.run(child, env=env, capture_output=True, text=True, timeout=60, check=True)
    seconds, modules = done.stdout.split()
    return float(seconds), int(modules)


def main() -> None:
    """Measure and print."""
    tables.refuse_debug_build()
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--times", type=int, default=20, help="interpreters (%(default)s)")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    given = parser.parse_args()
    with tables.compiled() as env:
        one_import(env)  # the first has to compile and to read from the disk
        imports = [one_import(env) for _ in range(given.times)]
    seconds = sorted(s for s, _ in imports)
    median = statistics.median(seconds)
    cells = [f"{1000 * s:.0f} ms" for s in (median, seconds[0], seconds[-1])]
    head = ["", "median", "best", "worst", "modules loaded"]
    text = tables.table(head, [["import plywise", *cells, str(imports[0][1])]])
    result = {"median": median, "best": seconds[0], "worst": seconds[-1], "times": given.times}
    tables.show(f"Import time, {given.times} interpreters", text, result, as_json=given.json)


if __name__ == "__main__":
    main()
