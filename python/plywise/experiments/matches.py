"""Matches of an experiment: played once, then remembered beside the learning runs."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from hashlib import sha256
from typing import Any

from plywise.experiments.plan import Plan
from plywise.experiments.result import Row
from plywise.report.matches import Score
from plywise.runs.files import write_atomically

STANDARD = "chess/standard"
SEED = 7
BALLOT = 4
"""Random plies that open each pair of games."""


def settings(plan: Plan) -> dict[str, object]:
    """What all matches of an experiment have in common, for its result."""
    return {
        "games": plan.size.match_games, "seed": SEED, "ballot": BALLOT, "opponent": STANDARD,
    }  # fmt: skip


def played(plan: Plan, label: str, values: Sequence[float] | str, depth: int) -> Score:
    """The score of learnt (or named) values against 1:3:3:5:9, both at that depth."""
    first = values if isinstance(values, str) else [round(value, 4) for value in values]
    asked: dict[str, Any] = {
        "a": first, "b": STANDARD, "depth": depth, "games": plan.size.match_games, "seed": SEED,
    }  # fmt: skip
    key = sha256(json.dumps(asked).encode()).hexdigest()[:16]
    file = plan.work / "matches" / f"{key}.json"
    if file.exists():
        return Score(**{**json.loads(file.read_text())["score"], "label": label})
    score = _play(plan, label, asked)
    file.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps({"settings": asked, "score": asdict(score)}, indent=1) + "\n"
    write_atomically(file, text.encode())
    return score


def _play(plan: Plan, label: str, asked: Mapping[str, Any]) -> Score:
    from plywise.play.match import match
    from plywise.report.reading import scores

    plan.say(f"{plan.experiment.name}: match {label}, {asked['games']} games")
    result = match(**asked, ballot=BALLOT, workers=plan.workers)
    return scores({label: result})[0]


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
