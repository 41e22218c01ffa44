"""Matches of an experiment: played once, then remembered beside the learning runs."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from hashlib import sha256
from typing import Any

from plywise.experiments.plan import Plan
from plywise.experiments.result import Row
from plywise.report.matches import Score
from plywise.runs.files import write_atomically

STANDARD = "chess/standard"
SEED = 7


def played(plan: Plan, label: str, values: Sequence[float] | str, depth: int) -> Score:
    """The score of learnt (or named) values against 1:3:3:5:9, both at that depth."""
    first = values if isinstance(values, str) else [round(value, 4) for value in values]
    settings: dict[str, Any] = {
        "a": first, "b": STANDARD, "depth": depth, "games": plan.size.match_games, "seed": SEED,
    }  # fmt: skip
    key = sha256(json.dumps(settings).encode()).hexdigest()[:16]
    file = plan.work / "matches" / f"{key}.json"
    if file.exists():
        return Score(**{**json.loads(file.read_text())["score"], "label": label})
    score = _play(plan, label, settings)
    file.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps({"settings": settings, "score": asdict(score)}, indent=1) + "\n"
    write_atomically(file, text.encode())
    return score


def _play(plan: Plan, label: str, settings: dict[str, Any]) -> Score:
    from plywise.play.match import match
    from plywise.report.reading import scores

    plan.say(f"{plan.experiment.name}: match {label}, {settings['games']} games")
    first, second = settings.pop("a"), settings.pop("b")
    result = match(first, second, workers=plan.workers, **settings)
    settings |= {"a": first, "b": second}
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
