"""How near to the optimum, how fast and how strong weights are that were fitted to games.

    python benchmarks/fitting.py                     # all of it
    python benchmarks/fitting.py --parts size        # size, optimum, match, strangers

optimum: 100,000 positions of plywise's own games; scikit-learn minimises the same loss.
match: the weights so found against those that TDLeaf learnt from the same games.
size: a million made-up rows of a thousand features, on one core.
strangers: positions labelled by Stockfish at 1,000 nodes each, against material alone.

Times are of the processor, so that a busy machine does not count.
"""

import argparse
import resource
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np

import plywise as pw
from plywise.evaluation.features import FeatureSet
from plywise.evaluation.matrix import Matrix
from plywise.evaluation.weights import Weights, resolve
from plywise.tuning.fit import fit_files
from plywise.tuning.gathering import Gathered, Gathering
from plywise.tuning.minimising import Labelled, minimum
from plywise.tuning.path import Best, follow_path
from plywise.tuning.rows import Rows
from plywise.tuning.settings import FitSettings
from plywise.tuning.sources import examples

STRENGTH = 1e-5
SETS = ("half-board", "knightcap")


def gathered(run: Path, features: FeatureSet, positions: int) -> Gathered:
    """The first positions of a run's games, ready to be fitted."""
    gathering = Gathering(features, resolve("chess/standard").kernel(), FitSettings())

    def first() -> Iterator[object]:
        for number, each in enumerate(examples(run, "chess", 0)):
            if number >= positions:
                return
            yield each

    gathering.take(first(), lambda count: None)  # type: ignore[arg-type]
    return gathering.done()


def optimum(run: Path, name: str, positions: int) -> Weights:
    """Compare loss and time with scikit-learn's; the weights whose strength suits unseen games."""
    from scipy.sparse import vstack
    from sklearn.linear_model import LogisticRegression

    features = pw.game("chess").features(name)
    begun = time.process_time()
    data = gathered(run, features, positions)
    read = time.process_time()
    fitted = data.labelled.part(data.fitted)
    zero = np.zeros(len(features))
    found = minimum(fitted, STRENGTH, start=zero, towards=zero)
    done = time.process_time()
    parts = [part for _, part in fitted.rows.parts()]
    matrix = Matrix.joined(parts, len(features)).scipy()[fitted.times > 0]
    targets = fitted.targets[fitted.times > 0]
    theirs = LogisticRegression(
        C=1.0 / (STRENGTH * len(targets)), fit_intercept=False, tol=1e-9, max_iter=5000,
        solver="newton-cholesky" if len(features) < 1000 else "newton-cg",
    ).fit(
        vstack([matrix, matrix]),
        np.concatenate([np.ones(len(targets)), np.zeros(len(targets))]),
        sample_weight=np.concatenate([targets, 1.0 - targets]),
    ).coef_[0]  # fmt: skip
    other = time.process_time()
    lowest = fitted.look(theirs).loss + STRENGTH / 2 * float(theirs @ theirs)
    print(
        f"{name}: {data.account.used:,} of {data.account.positions:,} positions, "
        f"{len(features):,} features; read, quiesced and counted {read - begun:.1f} s, "
        f"fitted {done - read:.1f} s, scikit-learn {other - done:.1f} s; "
        f"loss {found.value / lowest - 1.0:+.1e} relative to scikit-learn's {lowest:.9f}"
    )
    begun = time.process_time()
    best = Best(zero)
    follow_path(data, best, towards=zero, strength=None)
    assert best.chosen is not None
    print(
        f"  strengths tried until unseen games got worse: {time.process_time() - begun:.1f} s, "
        f"{best.chosen.at:g} chosen, loss of unseen games {best.chosen.judged_loss:.5f}"
    )
    return Weights(
        game="chess", features=name, values=tuple(best.weights.tolist()), label=f"fitted {name}"
    )


def learnt(folder: Path, name: str, games: int, depth: int) -> Path:
    """A run by TDLeaf, whose games are fitted too."""
    out = folder / name
    search = pw.AlphaBeta(depth=depth)
    pw.learn("chess", features=name, search=search, games=games, gate_every=0, seed=1, out=out)
    return out


def size() -> None:
    """A million rows of a thousand features, forty of them not 0."""
    chance, columns, each = np.random.default_rng(1), 1000, 40
    rows, targets = Rows(columns=columns), []
    true = 0.2 * chance.normal(size=columns)
    for _ in range(125):
        picked = np.sort(np.argsort(chance.random((8000, 64)), 1)[:, :each] * 15, 1)
        indices = (picked + chance.integers(0, 15, (8000, each))).astype(np.int32)
        data = chance.integers(-2, 3, (8000, each)).astype(np.float64)
        starts = np.arange(8001, dtype=np.int64) * each
        rows.add(Matrix(starts, indices.ravel(), data.ravel(), columns))
        odds = (true[indices] * data).sum(1)
        targets.append((chance.random(8000) < 1 / (1 + np.exp(-odds))).astype(np.float64))
    labelled = Labelled(rows=rows, targets=np.concatenate(targets), times=np.ones(len(rows)))
    zero = np.zeros(columns)
    begun = time.process_time()
    found = minimum(labelled, 1e-6, start=zero, towards=zero)
    seconds = time.process_time() - begun
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"{len(rows):,} × {columns}: {seconds:.1f} s, {found.looks} looks, {memory:.0f} MB at most"
    )


def labelled_by_stockfish(run: Path, count: int, path: Path, nodes: int = 1000) -> None:
    """Positions of a run's games with what Stockfish says of them."""
    positions = [
        each.position
        for each in examples(run, "chess", 0)
        if hasattr(each, "position") and not each.position.is_check
    ]
    step = max(1, len(positions) // count)
    engine = subprocess.Popen(
        ["stockfish"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    )
    assert engine.stdin is not None
    assert engine.stdout is not None
    with engine, path.open("w") as file:
        for position in positions[::step][:count]:
            engine.stdin.write(f"position fen {position}\ngo nodes {nodes}\n")
            score = 0
            while not (line := engine.stdout.readline()).startswith("bestmove"):
                words = line.split()
                if "score" in words:
                    kind, value = words[words.index("score") + 1 :][:2]
                    score = int(value) if kind == "cp" else 3000 * (1 if int(value) > 0 else -1)
            file.write(f"{position} | {score if position.turn == 'first' else -score} |\n")
        engine.stdin.write("quit\n")


def told(name: str, result: pw.MatchResult) -> None:
    """Print a match."""
    low, high = result.score_interval or (0.0, 1.0)
    print(
        f"{name}: {result}; score {result.score:.1%}, 95 % interval {low:.1%} to {high:.1%}, "
        f"{result.games} games",
        flush=True,
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="how good and how fast weights are fitted")
    parser.add_argument("--parts", default="size,optimum,match,strangers")
    parser.add_argument("--positions", type=int, default=100_000)
    parser.add_argument("--games", type=int, default=1500, help="of TDLeaf")
    parser.add_argument("--depth", type=int, default=1, help="of TDLeaf")
    parser.add_argument("--match-games", type=int, default=1000)
    parser.add_argument("--nodes", type=int, default=500, help="a move in that match")
    parser.add_argument("--labelled", type=int, default=20_000)
    options = parser.parse_args()
    parts = options.parts.split(",")
    if "size" in parts:
        size()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        for name in SETS if {"optimum", "match", "strangers"} & set(parts) else ():
            run = learnt(folder, name, options.games, options.depth)
            if {"optimum", "match"} & set(parts):
                weights = optimum(run, name, options.positions)
            if "match" in parts:
                limits = {"games": options.match_games, "nodes": options.nodes, "seed": 1}
                result = pw.match(weights, pw.load(run), **limits)  # type: ignore[arg-type]
                told(f"{name}, fitted against TDLeaf's", result)
            if "strangers" in parts and name == SETS[0]:
                file = folder / "labelled.txt"
                labelled_by_stockfish(run, options.labelled, file)
                found = fit_files(
                    "chess", [file], features="rich", settings=FitSettings(target="score")
                )
                result = pw.match(found, "chess/standard", games=200, nodes=2000, seed=1)
                told(f"rich, from {found.account.used:,} positions of Stockfish", result)


if __name__ == "__main__":
    main()
