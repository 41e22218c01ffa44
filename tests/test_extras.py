"""What an optional package is needed for is refused before the work; what was learnt is told."""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from documents import blocks
from plywise.errors import BadInput

ROOT = Path(__file__).resolve().parents[1]
LEARN = ("learn", "chess", "--depth", "1", "--games", "6", "--seed", "3", "--gate-every", "0")
PATIENCE = 120.0


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of a reader who has installed plywise without any extra."""
    folder = tmp_path_factory.mktemp("bare")
    missing = ("matplotlib", "sklearn", "chess", "cshogi")
    code = "import sys\n" + "".join(f"sys.modules[{name!r}] = None\n" for name in missing)
    (folder / "sitecustomize.py").write_text(code)
    paths = [str(folder), os.environ.get("PYTHONPATH", "")]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))}


def plywise(
    *words: str | Path, cwd: Path, env: dict[str, str] | None = None
) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "plywise", *map(str, words)]
    return subprocess.run(
        command, capture_output=True, text=True, check=False, timeout=PATIENCE, cwd=cwd, env=env
    )


def last_object(done: "subprocess.CompletedProcess[str]") -> dict[str, Any]:
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


@pytest.mark.parametrize(
    ("words", "extra"),
    [
        ((*LEARN, "--out", "run", "--report"), "report"),
        (("search", "chess", "--using", "uct", "--nodes", "50", "--picture", "uct.png"), "report"),
        (("reproduce", "walk", "--seeds", "1", "--out", "out"), "report"),
        (
            ("spikes", "chess", "--positions", "40", "--depth", "1", "--out", "spikes.json"),
            "spikes",
        ),
    ],
    ids=["learn --report", "search --picture", "reproduce", "spikes"],
)
def test_a_missing_package_is_told_before_the_work(
    words: tuple[str, ...], extra: str, bare: dict[str, str], tmp_path: Path
) -> None:
    done = plywise(*words, "--json", cwd=tmp_path, env=bare)
    assert (done.returncode, done.stdout) == (2, ""), done.stderr
    assert f"pip install 'plywise[{extra}]'" in done.stderr
    assert "Traceback" not in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_every_experiment_on_networks_says_which_package_it_needs() -> None:
    from plywise.experiments import experiment, names

    for name in names():
        module = sys.modules[experiment(name).run.__module__]
        used = {getattr(thing, "__module__", "") for thing in vars(module).values()}
        teaches = {f"plywise.experiments.{kind}_networks" for kind in ("tree", "knpk")}
        teaches.add("plywise.selective.fixed_locations")
        assert bool(used & teaches) == ("sklearn" in experiment(name).needs), name


def test_reports_and_pictures_of_a_run_are_refused(bare: dict[str, str], tmp_path: Path) -> None:
    done = plywise(*LEARN, "--out", "run", "--json", cwd=tmp_path, env=bare)
    assert done.returncode == 0, done.stderr
    for words in (("report", "run"), ("report", "run", "--hero", "hero.png")):
        done = plywise(*words, cwd=tmp_path, env=bare)
        assert done.returncode == 2
        assert "plywise[report]" in done.stderr
    plot = "import plywise as pw\npw.load('run').plot('weights.png')"
    asked = subprocess.run(
        [sys.executable, "-c", plot], capture_output=True, text=True, cwd=tmp_path, env=bare,
        check=False, timeout=PATIENCE,
    )  # fmt: skip
    assert "BadInput" in asked.stderr
    assert "plywise[report]" in asked.stderr


def test_a_report_that_fails_does_not_cost_what_was_learnt(tmp_path: Path) -> None:
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "report").write_text("in the way")
    done = plywise(*LEARN, "--out", "run", "--report", "--json", cwd=tmp_path)
    assert done.returncode == 1, done.stderr
    assert "File exists" in done.stderr
    found = last_object(done)
    assert found["games"] == 6
    assert (
        found["weights"]
        == last_object(plywise("show", "run", "--last", "--json", cwd=tmp_path))["weights"]
    )


def test_a_match_that_is_broken_off_does_not_cost_what_was_learnt(tmp_path: Path) -> None:
    words = [*LEARN, "--out", "run", "--verify", "100000", "--json"]
    process = subprocess.Popen(
        [sys.executable, "-m", "plywise", *words],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=tmp_path,
    )  # fmt: skip
    assert process.stderr is not None
    for line in process.stderr:
        if line.startswith("verification"):
            process.send_signal(signal.SIGINT)
            break
    out, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert json.loads(out.splitlines()[-1])["games"] == 6


SMALL_DISK = """
import resource, sys
limit = int(sys.argv.pop(1))
resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
from plywise.cli import main
main()
"""


def test_a_disk_too_full_for_the_pgn_does_not_cost_what_was_learnt(tmp_path: Path) -> None:
    learn = (*LEARN, "--games", "60")
    assert plywise(*learn, "--out", "whole", cwd=tmp_path).returncode == 0
    sizes = {path.name: path.stat().st_size for path in (tmp_path / "whole").rglob("*")}
    largest = max(sizes, key=lambda name: sizes[name])
    assert largest == "games.pgn"
    done = subprocess.run(
        [sys.executable, "-c", SMALL_DISK, str(sizes[largest] - 1), *learn, "--out", "run",
         "--json"],
        capture_output=True, text=True, check=False, timeout=PATIENCE, cwd=tmp_path,
    )  # fmt: skip
    assert done.returncode == 1
    assert "games.pgn" in done.stderr
    assert last_object(done)["games"] == 60


@pytest.mark.parametrize("page", ["README.md", "docs/tutorial.md"])
def test_a_page_names_the_extra_before_the_first_picture(page: str) -> None:
    """A reader who has the bare package can follow every step, or is told what it needs."""
    text = (ROOT / page).read_text(encoding="utf-8")
    drawing = re.compile(r"plywise report|--report|\.plot\(|--picture|--hero")
    first = min(
        text.index(block.code) + found.start()
        for block in blocks(ROOT / page)
        if block.kind in ("python", "sh") and (found := drawing.search(block.code))
    )
    assert "plywise[report]" in text[:first]


def test_a_spike_network_is_refused_in_python_too(monkeypatch: pytest.MonkeyPatch) -> None:
    from plywise.learning.spike_training import Training, train

    monkeypatch.setitem(sys.modules, "sklearn", None)
    with pytest.raises(BadInput, match=r"plywise\[spikes\]"):
        train("chess", training=Training(kind="network", depth=1, positions=40))
