"""The experiment on brains at a tiny size: it counts what it says, and again the same."""

from pathlib import Path

import pytest

from plywise.experiments import brain, experiment
from plywise.experiments.kit.plan import ExperimentPlan, Size
from plywise.experiments.kit.result import Result


def run(work: Path, workers: int = 1) -> Result:
    plan = ExperimentPlan(
        experiment=experiment("brain"), size_name="quick", size=Size(seeds=1, games=8), work=work,
        workers=workers,
    )  # fmt: skip
    return plan.experiment.run(plan)


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Result:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(brain, "MANY", 2)
        patch.setattr(brain, "ROUND", 4)
        return run(tmp_path_factory.mktemp("work"))


def rows(found: Result) -> list[dict[str, str]]:
    head, *lines = found.data["games.csv"].splitlines()
    return [dict(zip(head.split(","), line.split(","), strict=True)) for line in lines]


def test_every_game_of_both_series_is_told(found: Result) -> None:
    told = rows(found)
    assert [row["arm"] for row in told] == [arm for arm in brain.ARMS for _ in range(8)]
    assert [row["opponent"] for row in told[:8]] == [*"00110011"]
    assert len(found.tables[0].rows) == 2
    assert [picture.name for picture in found.pictures] == ["again"]


def test_without_a_brain_the_second_round_is_the_first_again(found: Result) -> None:
    plain = rows(found)[:8]
    same = ("opponent", "is_first", "result", "plies")
    assert [[r[f] for f in same] for r in plain[:4]] == [[r[f] for f in same] for r in plain[4:]]
    assert not any(float(row["from_brain"]) or float(row["kept"]) for row in plain)
    lost = sum(row["result"] == "0" for row in plain[:4])
    assert sum(float(row["again"]) for row in plain[4:]) == lost


def test_only_what_was_lost_is_played_otherwise(found: Result) -> None:
    plain, others = rows(found)[:8], rows(found)[16:]
    assert [r["plies"] for r in others[:4]] == [r["plies"] for r in plain[:4]]
    pairs = zip(plain[4:], others[4:], strict=True)
    seen = {(a["result"] == "0", a["plies"] == b["plies"]) for a, b in pairs}
    assert (False, False) not in seen  # what was not lost is the same game
    assert (True, False) in seen  # of what was lost some are others; a lot may change nothing


def test_the_same_seed_gives_the_same_games_whatever_the_workers(
    found: Result, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(brain, "MANY", 2)
    monkeypatch.setattr(brain, "ROUND", 4)
    again = run(tmp_path, workers=2)
    assert again.data == found.data
    assert again.rows == found.rows


def test_opponents_of_other_seeds_are_others() -> None:
    one, two = ([str(who.search) for who in brain.opponents(seed)] for seed in (1, 2))
    assert one == [str(who.search) for who in brain.opponents(1)]
    assert one != two
