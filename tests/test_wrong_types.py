"""Whatever is given to the public functions, the answer is a result or `BadInput` with a hint."""

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

import plywise as pw
from plywise.checks import LONGEST, numbers, shown
from plywise.cli.app import app
from plywise.evaluation.weights import resolve
from plywise.learning.spike_training import Training, train
from plywise.play.rating import rate
from plywise.report import hero, write
from plywise.report.reading import scores
from plywise.runs.trainer import resume
from plywise.selective.generator import load as load_generator
from plywise.selective.generator import save as save_generator

CHESS = pw.game("chess")
START = CHESS.start()
MATERIAL = CHESS.features("material")
LINEAR = pw.Linear(MATERIAL, "chess/standard")
QUICK = pw.AlphaBeta(depth=0)
DOUBT = train("chess", training=Training(kind="constant", depth=0, positions=20)).generator

WRONG: dict[str, Any] = {
    "None": None,
    "no text": "",
    "text": "e2e4 or so",
    "bytes": b"chess",
    "true": True,
    "zero": 0,
    "negative": -1,
    "real": 1.5,
    "huge": 10**400,
    "beyond 64 bits": 2**64,
    "nan": math.nan,
    "infinite": math.inf,
    "complex": 1j,
    "empty list": [],
    "list": [1, "two"],
    "huge numbers": [10**400] * 5,
    "tuple": (1, 2),
    "mapping": {"depth": "deep"},
    "numbered mapping": {1: 2},
    "set": {1},
    "object": object(),
    "class": int,
    "function": len,
    "position": START,
    "evaluation": LINEAR,
    "array": np.ones((2, 2)),
    "path with NUL": "a\0b",
}


OURS = object()
"""Stands for a file or a run that the call makes for itself."""


def bishop_pair(position: pw.Position, side: str) -> float:
    return 0.0


def run() -> pw.Run:
    """A run that goes with its object."""
    return pw.learn("chess", search=QUICK, games=2, gate_every=0, max_plies=6, workers=1)


def finished() -> Path:
    """A run that stays on the disk."""
    out = Path("finished")
    pw.learn(
        "chess", search=QUICK, games=2, gate_every=0, max_plies=6, workers=1, out=out,
        resume=True,
    )  # fmt: skip
    return out


def settings_of(step_size: Any) -> dict[str, Any]:
    return {name: value for name, value in step_size.settings().items() if name != "name"}


def method(owner: Callable[[], Any], name: str) -> Callable[[], Callable[..., Any]]:
    return lambda: getattr(owner(), name)


def of(function: Callable[..., Any]) -> Callable[[], Callable[..., Any]]:
    return lambda: function


GAME = [[0.2, 0.0], [0.2, 0.1], [0.1, 0.2]]
TEACHING = {
    "weights": [1.0, 1.0], "predictions": [0.5, 0.6, 0.7], "gradients": GAME, "outcome": 1.0,
    "step_size": pw.Fixed(0.1),
}  # fmt: skip
LEARNING: dict[str, Any] = {
    "game": "chess", "features": "material", "rule": "tdleaf", "step_size": "fixed",
    "search": QUICK, "games": 2, "seed": 1, "out": None, "workers": 1, "lag": 1, "batch": 1,
    "start": None, "minutes": None, "resume": False, "on_game": None, "gate_every": 0,
    "gate_games": 2, "gate_depth": 0, "ballot": 0, "rules": "fide", "adjudication": "agree",
    "max_plies": 4, "scale": 1000,
}  # fmt: skip
PLAYING: dict[str, Any] = {
    "a": "chess/standard", "b": "random", "game": "chess", "games": 2, "depth": 0, "nodes": None,
    "movetime": None, "search": None, "ballot": 0, "openings": None, "noise": 0.0,
    "rules": "fide", "adjudication": "agree", "max_plies": 4, "sprt": None, "seed": 0,
    "workers": 1, "pgn": None, "record": None, "patience": 1.0, "tc": None, "margin": 0,
    "out": None, "resume": False, "book_plies": None, "order": None, "on_pair": None,
}  # fmt: skip
ENDED = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"
"""A position that no search need look at, however deep it is told to be."""

CASES: dict[str, tuple[Callable[[], Callable[..., Any]], dict[str, Any]]] = {
    "search": (
        of(pw.search),
        {"position": CHESS.position(ENDED), "evaluation": LINEAR, "using": QUICK, "seed": 0},
    ),
    "Linear": (of(pw.Linear), {"features": MATERIAL, "weights": [1.0] * 5, "scale": 1000}),
    "Linear.value": (method(lambda: LINEAR, "value"), {"position": START}),
    "Linear.gradient": (method(lambda: LINEAR, "gradient"), {"position": START}),
    "Weights": (
        of(pw.Weights),
        {"game": "chess", "features": "material", "values": (1.0,) * 5, "scale": 1000, "label": "",
         "made_by": {}},
    ),
    "Weights.load": (
        lambda: lambda path: pw.Weights.load(
            resolve("chess/ones").save("ones.json") if path is OURS else path
        ),
        {"path": OURS},
    ),
    "Weights.save": (method(lambda: resolve("chess/ones"), "save"), {"path": "weights.json"}),
    "Weights.normalised": (method(lambda: resolve("chess/ones"), "normalised"), {"unit": "pawn"}),
    "resolve": (
        of(resolve),
        {"what": "chess/standard", "game": "chess", "features": None, "last": False},
    ),
    "game": (of(pw.game), {"name": "chess"}),
    "Game.position": (method(lambda: CHESS, "position"), {"text": str(START)}),
    "Game.features": (method(lambda: CHESS, "features"), {"name": "material"}),
    "Position.after": (lambda: lambda move: START.after(move), {"move": "e2e4"}),
    "Position.notation": (method(lambda: START, "notation"), {"move": "e2e4"}),
    "Position.count": (method(lambda: START, "count"), {"kind": "pawn", "side": "first"}),
    "FeatureSet.named": (of(pw.FeatureSet.named), {"game": "chess", "name": "material"}),
    "check": (of(pw.check), {"game": "tic-tac-toe", "games": 1, "seed": 1, "mirror": None}),
    "feature": (lambda: lambda game, start: pw.feature(game, start=start)(bishop_pair),
                {"game": CHESS, "start": 0.0}),
    "AlphaBeta": (of(pw.AlphaBeta), pw.AlphaBeta().__dict__),
    "MTDf": (of(pw.MTDf), pw.MTDf().__dict__),
    "profile": (of(pw.profile), {"name": "playing", "depth": 3}),
    **{
        kind.__name__: (of(kind), kind().__dict__)
        for kind in (
            pw.Bayesian, pw.BestFirst, pw.UCT, pw.ProbCut, pw.BStar, pw.ProbabilityBStar,
            pw.RandomisedBestFirst, pw.ConspiracyNumbers,
        )
    },
    "Logistic": (of(pw.Logistic), {"steepness": 1.0}),
    "Tanh": (of(pw.Tanh), {"steepness": 1.0}),
    "Logistic.predict": (method(pw.Logistic, "predict"), {"values": [0.0]}),
    "Fixed": (of(pw.Fixed), {"step": 0.1}),
    "Decay": (of(pw.Decay), {"start": 0.05, "end": 0.002, "games": 2}),
    "DeltaBarDelta": (of(pw.DeltaBarDelta), settings_of(pw.DeltaBarDelta())),
    "TemporalCoherence": (of(pw.TemporalCoherence), settings_of(pw.TemporalCoherence())),
    "Fixed.change": (method(pw.Fixed, "change"), {"recommended": np.ones((1, 2)), "games": 1}),
    "PredictionDecay.observe": (
        method(pw.PredictionDecay, "observe"), {"predictions": [0.5, 0.6, 1.0]}
    ),
    **{
        kind.__name__: (
            of(kind),
            {"trace_decay": 0.7, "squash": pw.Logistic(), "results": "keep", "blunders": None,
             "learner": None, "frozen": (), "learn_steepness": False},
        )
        for kind in (pw.TDDirected, pw.TDLeaf)
    },
    "TDLeaf.update": (method(lambda: pw.TDLeaf(trace_decay=0.7), "update"), TEACHING),
    "learn": (of(pw.learn), LEARNING),
    "Trainer": (
        lambda: lambda **given: pw.Trainer(**given).run(),
        {"config": run().config, "directory": None, "resume": False, "workers": 1,
         "features": None, "checkpoint_seconds": 2.0},
    ),
    "Trainer.run": (
        method(lambda: pw.Trainer(run().config, workers=1), "run"), {"games": 1, "on_game": None}
    ),
    "resume": (
        lambda: lambda path, **given: resume(finished() if path is OURS else path, **given),
        {"path": OURS, "games": 3, "minutes": None, "workers": 1, "features": None,
         "on_game": None},
    ),
    "match": (of(pw.match), PLAYING),
    "suite": (
        of(pw.suite),
        {"positions": [f"{START} bm e4;"], "who": "random", "game": "chess", "depth": 0,
         "nodes": None, "movetime": None, "search": None, "seed": 0, "workers": 1,
         "patience": 1.0, "on_position": None},
    ),
    "arena": (
        of(pw.arena),
        {"game": "tic-tac-toe", "a": "uct", "b": "alpha-beta", "nodes": 10, "pairs": 1,
         "like": None, "weights": None, "seed": 0, "workers": 1, "on_pair": None},
    ),
    "values": (
        of(pw.values),
        {"game": "chess", "features": None, "seeds": 1, "games": 2, "depth": 0, "minutes": None,
         "seed": 1, "match_games": 0, "out": None, "workers": 1, "on_progress": None,
         "on_pair": None, "max_plies": 4},
    ),
    "load": (
        lambda: lambda path, features: pw.load(
            finished() if path is OURS else path, features=features
        ),
        {"path": OURS, "features": None},
    ),
    "Run.mean": (method(run, "mean"), {"last": 0.5}),
    "Run.normalised": (method(run, "normalised"), {"unit": "pawn", "last": 0.5}),
    "Run.spread": (method(run, "spread"), {"unit": "pawn", "last": 0.5}),
    "Run.as_weights": (method(run, "as_weights"), {"last": False}),
    "Run.pgn": (method(run, "pgn"), {"path": "games.pgn"}),
    "Run.plot": (method(run, "plot"), {"path": "run.png"}),
    "generator.save": (of(save_generator), {"generator": DOUBT, "path": "spikes.json"}),
    "generator.load": (
        lambda: lambda path: load_generator(
            save_generator(DOUBT, "doubt.json") if path is OURS else path
        ),
        {"path": OURS},
    ),
}  # fmt: skip

ALLOWED = (pw.BadInput, pw.WeightsDiverged)
ARGUMENTS = [(name, argument) for name, (_, good) in CASES.items() for argument in good]


def refusal(
    call: Callable[..., Any], given: dict[str, Any], *, or_nothing_there: bool
) -> str | None:
    """What a call says against what it is given; None if it takes it."""
    try:
        call(**given)
    except ALLOWED as error:
        return str(error)
    except OSError:  # a good name, under which there is nothing
        if not or_nothing_there:
            raise
    return None


@pytest.mark.parametrize("name", CASES)
def test_the_right_kinds_are_taken(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    make, good = CASES[name]
    make()(**good)


@pytest.mark.parametrize(("name", "argument"), ARGUMENTS)
def test_a_wrong_kind_is_taken_or_refused_and_nothing_else(
    name: str, argument: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make, good = CASES[name]
    is_path = argument in ("path", "out", "directory", "pgn", "record", "what", "start", "a", "b")
    for number, (label, value) in enumerate(WRONG.items()):
        if argument.startswith("on_") and callable(value):
            continue  # what a user's function raises is the user's
        folder = tmp_path / str(number)
        folder.mkdir()
        monkeypatch.chdir(folder)
        told = refusal(make(), {**good, argument: value}, or_nothing_there=is_path)
        assert told is None or len(told) > 10, label


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (lambda: pw.search("e2e4", LINEAR), r"position='e2e4'; give .*pw.game\('chess'\)"),
        (lambda: pw.search(START, 7), r"evaluation=7; give pw.Linear"),
        (lambda: pw.search(START, LINEAR, {"depth": 3}), r"using=\{'depth': 3\}; give .*AlphaBeta"),
        (lambda: pw.search(START, LINEAR, "alpha-beta"), r"using='alpha-beta'; give"),
        (lambda: pw.search(START, LINEAR, seed="1"), r"seed='1'; give a whole number"),
        (lambda: pw.AlphaBeta(depth="4"), r"depth '4' is not between"),
        (lambda: pw.Linear(MATERIAL, weights=[10**400] * 5), r"1000.*… are no weights; give"),
        (lambda: pw.Linear("material", [1.0] * 5), r"features='material'; give .*features"),
        (lambda: pw.game(7), r"7 is no game; give a name"),
        (lambda: pw.load(7), r"7 names no file or folder; give a path"),
        (lambda: pw.learn(out=""), r"'' names no file or folder; give a path"),
        (lambda: pw.learn(games=2, workers="two"), r"'two' workers; give a number"),
        (lambda: pw.learn(games=2, on_game=7), r"on_game=7; give a function"),
        (lambda: pw.match("chess/ones", "random", noise="loud"), r"noise must lie .*'loud'"),
        (lambda: pw.match("chess/ones", "random", search="deep"), r"search='deep'; give a search"),
        (lambda: pw.arena("othello", {}, "uct"), r"\{\} is no search; give one as 'uct"),
        (lambda: pw.values("chess", seeds="four"), r"seeds must be at least 1.*'four'"),
        (lambda: pw.check("othello", games="many"), r"games='many'; give a whole number"),
        (lambda: pw.TDLeaf(trace_decay=[1]), r"trace_decay \[1\]; it must be between 0 and 1"),
        (lambda: pw.Fixed(10**400), r"step=1000.*….*it must be a number"),
        (lambda: rate("random", games="some"), r"games must be even.*'some'"),
        (lambda: rate("random", opponents=7), r"opponents=7; give a list"),
        (lambda: rate("random", max_plies="long"), r"max_plies='long'; give a whole number"),
        (lambda: rate("random", error="small"), r"error='small'; give a number above 0"),
        (lambda: write(7, "out"), r"run=7; give runs, or their directories"),
        (lambda: hero(np.ones(3), "a.png"), r"give runs, or their directories"),
        (lambda: scores(7), r"match=7; give what pw.match returned"),
    ],
)  # fmt: skip
def test_the_message_shows_the_value_and_what_to_give(call: Callable[[], Any], told: str) -> None:
    with pytest.raises(pw.BadInput, match=told):
        call()


@pytest.mark.parametrize(
    "words",
    [
        ("learn", "chess", "--games", "2", "--out"),
        ("learn", "chess", "--games", "2", "--config"),
        ("match", "chess", "chess/ones", "random", "--pgn"),
        ("match", "chess", "chess/ones", "random", "--record"),
        ("match", "chess", "chess/ones", "random", "--openings"),
        ("rate", "chess/ones", "--pgn"),
        ("report", "runs/first", "--out"),
        ("report", "runs/first", "--hero"),
        ("report",),
        ("reproduce", "walk", "--out"),
        ("reproduce", "extensions", "--positions"),
        ("search", "chess", "start", "--picture"),
        ("show", "chess/ones", "--save"),
        ("show", "chess/ones", "--pgn"),
        ("spikes", "chess", "--out"),
        ("values", "chess", "--out"),
    ],
    ids=" ".join,
)
def test_no_text_is_no_path_on_the_command_line(
    words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(app, [*words, ""], prog_name="plywise")
    assert done.exit_code == 2
    assert "'' names no file or folder" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_long_values_are_cut_short() -> None:
    assert len(shown([10**400] * 5)) <= LONGEST + 1
    assert shown(10**5000) == "<int>"


@pytest.mark.parametrize("values", [[1, None], ["1"], [[1], [1, 2]], 1j, [10**400], None])
def test_what_are_no_numbers_are_none(values: object) -> None:
    with pytest.raises(pw.BadInput, match="give numbers"):
        numbers("weights", values)


def test_large_and_mixed_numbers_are_numbers() -> None:
    assert numbers("weights", [1, 2**70, 0.5]).tolist() == [1.0, 2.0**70, 0.5]
    assert numbers("weights", 3).shape == ()
