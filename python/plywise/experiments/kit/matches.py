"""Matches of an experiment: played once, then remembered beside the learning runs."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from hashlib import sha256
from typing import Any, TypeAlias

from plywise.evaluation.weights import Weights
from plywise.experiments.kit.bars import Bar, stacked
from plywise.experiments.kit.plan import ExperimentPlan
from plywise.experiments.kit.result import Row, Table
from plywise.files import kept_notes, write_atomically
from plywise.play.random_weights import Drawn
from plywise.report.matches import Score
from plywise.report.picture import Picture

Side: TypeAlias = str | Sequence[float] | Weights | Drawn
"""Who plays: a built-in set by its name, material values, or weights of any features."""

STANDARD = "chess/standard"
SEED = 7
BALLOT = 4
"""Random plies that open each pair of games."""


def settings(plan: ExperimentPlan) -> dict[str, object]:
    """What all matches of an experiment have in common, for its result."""
    return {
        "games": plan.size.match_games, "seed": SEED, "ballot": BALLOT, "opponent": STANDARD,
    }  # fmt: skip


def played(plan: ExperimentPlan, label: str, values: Sequence[float] | str, depth: int) -> Score:
    """The score of learnt (or named) values against 1:3:3:5:9, both at that depth."""
    return match_of(plan, label, values, STANDARD, depth=depth, ballot=BALLOT)


def match_of(
    plan: ExperimentPlan, label: str, a: Side, b: Side, *, games: int | None = None, **how: Any
) -> Score:
    """The score of A against B, each as `match` takes it; `how` are other settings of `match`."""
    how = {"games": games or plan.size.match_games, "seed": SEED, **how}
    asked = {"a": _told(a), "b": _told(b), **how}
    if "search" in how:
        asked["search"] = how["search"].as_dict()
    key = sha256(json.dumps(asked).encode()).hexdigest()[:16]
    file = plan.work / "matches" / f"{key}.json"
    if file.exists():
        with kept_notes(file):
            return Score(**{**json.loads(file.read_bytes())["score"], "label": label})
    score = _play(plan, label, _rounded(a), _rounded(b), how)
    file.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps({"settings": asked, "score": asdict(score)}, indent=1) + "\n"
    write_atomically(file, text.encode())
    return score


def _play(plan: ExperimentPlan, label: str, a: Side, b: Side, how: dict[str, Any]) -> Score:
    from plywise.play.match import match
    from plywise.report.reading import scores

    plan.say(f"{plan.experiment.name}: match {label}, {how['games']} games")
    result = match(a, b, **how, workers=plan.crew or plan.workers)
    return scores({label: result})[0]


def _rounded(side: Side) -> Side:
    """Learnt values to four places: a match can be repeated from what a result prints."""
    if isinstance(side, str | Weights | Drawn):
        return side
    return [round(value, 4) for value in side]


def _told(side: Side) -> Any:
    """The side as JSON knows it."""
    side = _rounded(side)
    if isinstance(side, Weights):
        return {"game": side.game, "features": side.features, "weights": list(side.values)}
    return side.as_dict() if isinstance(side, Drawn) else side


def row(label: str, score: Score | None, published: float | None) -> Row:
    """A match as a row, in per cent; its error is half the 95 % interval."""
    if score is None:
        return Row(label=label, published=published, measured="not run", digits=1)
    return Row(
        label=label,
        published=published,
        measured=100 * score.score,
        error=50 * (score.high - score.low),
        digits=1,
    )


def games_table(scores: Sequence[Score]) -> Table:
    """Won, drawn and lost games of each match."""
    return Table(
        title="Games",
        header=("", "won", "drawn", "lost", "result"),
        rows=tuple((s.label, str(s.wins), str(s.draws), str(s.losses), s.text) for s in scores),
    )


def picture(scores: Mapping[str, Score], published: Mapping[str, float | None]) -> Picture:
    """Many scores as bars, with the published ones as marks; labels name both sides."""
    lying = [
        Bar(label=label, parts=[100 * one.score], published=published.get(label),
            told=f"{100 * one.score:.1f} ± {50 * (one.high - one.low):.1f}")
        for label, one in scores.items()
    ]  # fmt: skip
    return stacked("matches", "Scores of the matches", lying, names=["score of the first named"],
                   units="per cent", caption="± half the 95 % interval; ◇ published.")  # fmt: skip
