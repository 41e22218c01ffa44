"""Weights fitted to what another engine says of positions play better than material alone."""

import subprocess
from pathlib import Path

import pytest

import plywise as pw
from conftest import require_engine
from deeper import deeper
from plywise import _kernel
from plywise.tuning.fit import fit_files
from plywise.tuning.settings import FitSettings
from plywise.tuning.sources import Example, examples
from small_runs import play, small

POSITIONS = deeper(1500, 20_000)
GAMES = deeper(20, 200)
LEAST = 0.9 if GAMES > 20 else 0.7
"""The score to reach; few games tell little more than that it is clearly better."""
NODES = 1000
MATE = 3000
START = ".65:1.9:2:3:5.4"
"""Material in log-odds: what few positions cannot say is left as it is there."""


def scores(engine: str, positions: list[_kernel.Position]) -> list[int]:
    """What Stockfish says of each, in hundredths of a pawn, in White's view."""
    process = subprocess.Popen(
        [engine], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    )
    assert process.stdin is not None
    assert process.stdout is not None
    found = []
    with process:
        for position in positions:
            process.stdin.write(f"position fen {position}\ngo nodes {NODES}\n")
            score = 0
            while not (line := process.stdout.readline()).startswith("bestmove"):
                words = line.split()
                if "score" in words:
                    kind, value = words[words.index("score") + 1 :][:2]
                    score = int(value) if kind == "cp" else (MATE if int(value) > 0 else -MATE)
            found.append(score if position.turn == "first" else -score)
        process.stdin.write("quit\n")
    return found


@pytest.mark.engine
def test_positions_labelled_by_stockfish_beat_material(tmp_path: Path) -> None:
    engine = require_engine("stockfish")
    run = play(small(games=POSITIONS // 25, ballot=6, max_plies=120), tmp_path / "run")
    seen = [each for each in examples(run.directory, "chess", 0) if isinstance(each, Example)]
    open_ = [each.position for each in seen if not each.position.is_check]
    chosen = open_[:: max(1, len(open_) // POSITIONS)][:POSITIONS]
    lines = [f"{p} | {s} |" for p, s in zip(chosen, scores(engine, chosen), strict=True)]
    file = tmp_path / "labelled.txt"
    file.write_text("\n".join(lines))
    found = fit_files(
        "chess", [file], features="rich", start=START, settings=FitSettings(target="score")
    )
    result = pw.match(found, "chess/standard", games=GAMES, nodes=2000, seed=1)
    assert result.score is not None
    assert result.score >= LEAST, result
