"""The readable game loop plays and records what the kernel's does, whatever a job says.

What is tried comes from the job itself: each of its fields, each word that a field may hold, each
game, each setting of a search. A new one that nothing is said about here fails by itself.
"""

from collections.abc import Iterator
from dataclasses import fields
from inspect import signature
from itertools import combinations, product
from typing import Any

import numpy as np
import pytest

import plywise as pw
from own_games import Nim, Skirmish
from plywise._kernel import Evaluation, GameJob, Settings, play_game
from plywise.games.points import needs_expectimax
from plywise.play.foreign_game import play_foreign_game
from plywise.play.in_python import play_game_in_python
from plywise.play.record import GameRecord, PredictionKind

GAMES = [*pw.game_names(), *(pw.game(rules()).name for rules in (Nim, Skirmish))]
FIELDS = list(signature(GameJob).parameters)
WORDS: dict[str, list[Any]] = {
    **{field: list(words) for field, words in GameJob.CHOICES.items()},
    "fifty_moves": [True, False],
}
"""The fields that hold one of a few values, with all of them."""

LOCKED = "4k3/8/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/4K3 w - - 94 90"
"""Nothing can happen here but repetition and the fifty-move rule."""
STARTS: dict[str, tuple[str, ...]] = {
    "chess": (
        LOCKED,
        "7k/8/8/8/8/8/R7/K7 w - - 97 80",
        "k7/8/8/3q4/8/2N5/8/KN6 b - - 0 1",  # the knights may soon be alone
        "k7/8/8/8/8/8/8/KNN5 w - - 0 1",
        "k7/p1p5/P1P5/8/8/5p1p/5P1P/6NK w - - 0 1",
    ),
    "king-of-the-hill": ("k7/8/8/8/8/8/8/KNN5 w - - 96 1", LOCKED),
    "shogi": ("4k4/9/9/9/9/9/9/1N3G1N1/4K4 b - 1",),
}
"""Where games begin besides the usual start: near the ends that some rules have and others not."""
CIRCLES: dict[str, tuple[tuple[str | None, list[str]], ...]] = {
    "chess": ((None, ["g1f3", "g8f6", "f3g1", "f6g8"] * 2),),
    "shogi": (
        (None, ["2h3h", "8b7b", "3h2h", "7b8b"] * 3),
        ("k8/9/9/9/9/9/9/9/K7R b - 1", ["1i1a", *["9a9b", "1a1b", "9b9a", "1b1a"] * 3]),
    ),
    "own_games:Skirmish": ((None, ["1-2", "9-8", "2-1", "8-9"] * 2),),
}
"""Starts and openings in which a position comes back so often that the game ends, by full rules."""


SEARCHES = (
    [Settings(depth=1), Settings(depth=2), Settings(random_play=True)],
    [Settings(depth=1), Settings(depth=0), Settings(depth=2, noise=100)],
)
"""How the first and the second player search."""
DICE_SEARCHES = (
    [Settings(expectimax=True, depth=1), Settings(expectimax=True, depth=2, steepness=0.5)],
    [Settings(expectimax=True, depth=2, random_ties=False), Settings(random_play=True)],
)
"""The same where dice are thrown or points are counted."""


def evaluation(game: str, step: float) -> Evaluation:
    """Weights that no two features share, and other ones for every `step`."""
    one = pw.game(game)
    features = one.features(one.feature_sets[0])
    weights = [0.7 + step * ((7 * i) % 5) for i in range(len(features))]
    return pw.Linear(features, weights).kernel


def trials(game: str) -> dict[str, list[Any]]:
    """What to try in each field of a job; the first is what it holds while others are tried."""
    opening = pw.game(game).start().moves[:1]
    first, second = DICE_SEARCHES if needs_expectimax(game) else SEARCHES
    return {
        "game": [game],
        "first": [evaluation(game, 0.3), evaluation(game, -0.4)],
        "second": [evaluation(game, -0.4), evaluation(game, 0.3)],
        "first_search": first,
        "second_search": second,
        "seed": [1, 2, 3],
        "number": [0, 1, 2],
        "start": [None, *STARTS.get(game, ())],
        "opening": [[], opening],
        "max_plies": [40, 0, 1, 9, 300],
        "judge": [evaluation(game, 0.2), evaluation(game, -1.0)],
        "dice": [None, 0, 7],
        **WORDS,
    }


AT_REST = ("quiet", "leaf+quiet", "nodes")
"""Places to learn at that alpha-beta alone has."""


def fitting(settings: dict[str, Any]) -> dict[str, Any]:
    """The same with searches that have the places where it is to be learnt."""
    place = settings["learn_at"]
    if place not in AT_REST:
        return settings
    asked: dict[str, Any] = {"teaches": 1, "steepness": 0.5} if place == "nodes" else {}

    def fitted(search: Settings) -> Settings:
        told = search.as_dict()
        return search if told["teaches"] else Settings(**told | {"random_play": False} | asked)

    sides = ("first_search", "second_search")
    return settings | {side: fitted(settings[side]) for side in sides}


def one_at_a_time(game: str) -> Iterator[dict[str, Any]]:
    """The settings of jobs that try every value of every field."""
    tried = trials(game)
    base = {field: tried[field][0] for field in FIELDS}
    yield base
    yield base | {"judge": None}
    for field in FIELDS:
        yield from (base | {field: value} for value in tried[field][1:])


def all_words(game: str, seed: int) -> Iterator[dict[str, Any]]:
    """The settings of jobs that try all words together, from each start."""
    tried = trials(game)
    base = {field: tried[field][0] for field in FIELDS} | {"seed": seed, "max_plies": 24}
    begun = [*((start, []) for start in tried["start"]), *CIRCLES.get(game, ())]
    for (start, opening), *words in product(begun, *WORDS.values()):
        given = {"start": start, "opening": opening}
        yield base | given | dict(zip(WORDS, words, strict=True))


def differences(ours: GameRecord, kernels: GameRecord) -> list[str]:
    """The fields in which two records are not the same to the bit."""
    pairs = ((f.name, getattr(ours, f.name), getattr(kernels, f.name)) for f in fields(GameRecord))
    differing = [name for name, a, b in pairs if not _is_equal(a, b)]
    assert differing or ours == kernels
    return differing


def _is_equal(a: Any, b: Any) -> bool:
    if isinstance(a, np.ndarray):
        return a.dtype == b.dtype and a.tobytes() == b.tobytes()
    return bool(a == b)


def compare(settings: dict[str, Any]) -> None:
    job = GameJob(**fitting(settings))
    if job.learn_at in AT_REST and needs_expectimax(job.game):
        with pytest.raises(pw.BadSetting):
            play_game(job)
        return
    found = differences(play_game_in_python(job), GameRecord.from_kernel(play_game(job)))
    assert found == [], {field: getattr(job, field) for field in FIELDS}


def test_every_field_of_a_job_is_tried() -> None:
    attributes = {name for name in dir(GameJob) if not name.startswith("_") and name.islower()}
    attributes.remove("replace")
    assert set(FIELDS) == attributes == set(trials("chess"))
    assert {field for field in FIELDS if len(trials("chess")[field]) == 1} == {"game"}


@pytest.mark.parametrize("game", GAMES)
def test_python_and_kernel_play_the_same_game_whatever_a_field_says(game: str) -> None:
    for settings in one_at_a_time(game):
        compare(settings)


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("game", [*STARTS, "othello", "connect-four", "own_games:Skirmish"])
def test_so_they_do_by_all_rules_and_adjudications_together(game: str, seed: int) -> None:
    for settings in all_words(game, seed):
        compare(settings)


@pytest.mark.parametrize("field", WORDS)
def test_each_word_of_a_field_makes_a_game_of_its_own(field: str) -> None:
    # So the games above would show a loop that takes one word for another.
    played: dict[Any, list[GameRecord]] = {word: [] for word in WORDS[field]}
    for settings in all_words("chess", 1):
        record = GameRecord.from_kernel(play_game(GameJob(**fitting(settings))))
        played[settings[field]].append(record)
    for one, other in combinations(played.values(), 2):
        assert any(differences(a, b) for a, b in zip(one, other, strict=True))


def test_the_compared_games_show_every_kind_of_prediction_and_every_ending() -> None:
    tried = [*all_words("chess", 1), *all_words("shogi", 1), *one_at_a_time("chess")]
    records = [play_game(GameJob(**fitting(settings))) for settings in tried]
    kinds = {int(kind) for record in records for kind in record.kinds}
    assert kinds == {PredictionKind.LEAF, PredictionKind.RESULT, PredictionKind.FORCED}
    assert {record.reason for record in records} >= {
        "checkmate", "repetition", "perpetual check", "fifty moves", "insufficient material",
        "adjudicated win", "adjudicated draw",
    }  # fmt: skip


@pytest.mark.parametrize("game", STARTS)
def test_the_loop_for_other_peoples_engines_ends_games_as_the_kernel_does(game: str) -> None:
    for settings in all_words(game, 1):
        job = GameJob(**settings | {"learn_at": "none"})
        ours = play_foreign_game(job, (None, None))
        assert differences(ours, GameRecord.from_kernel(play_game(job))) == []


# Searches

UNREPEATABLE = {"threads", "milliseconds"}
"""By these a search depends on the machine: no two games need be the same."""
OTHER: dict[str, list[dict[str, Any]]] = {
    "check_extension": [{"check_extension": "evasions"}, {"check_extension": "checks"}],
    "depth": [{"depth": depth} for depth in (0, 1, 3)],
    "nodes": [{"depth": 9, "nodes": 500}],
    "partial_iterations": [{"depth": 9, "nodes": 500, "partial_iterations": True}],
    "quiescence_plies": [{"quiescence_plies": 2}],
    "leaf_noise": [{"leaf_noise": 50, "table_entries": 0}],
    "evaluation_noise": [{"evaluation_noise": 50}],
    "table_entries": [{"table_entries": 0}, {"table_entries": 1024}],
    "probes": [{"probes": 1}],
    "aspiration": [{"aspiration": 100}],
    "mtd_resolution": [{"mtd": True, "mtd_resolution": 50}],
    "singular_extension": [{"singular_extension": 1}],
    "null_move": [{"null_move": 2}],
    "null_again": [{"null_move": 2, "null_again": 1}],
    "null_scaled": [{"null_move": 2, "null_scaled": True}],
    "razoring": [{"razoring": 300}],
    "noise": [{"noise": 100}],
    "steepness": [{"expectimax": True, "steepness": 0.5}],
    "candidates": [{"expectimax": True, "candidates": 2}],
    "candidate_margin": [{"expectimax": True, "candidate_margin": 0.1}],
    "teaches": [{"teaches": 1}, {"teaches": 2}],
    "teaches_quiet": [{"teaches": 1, "teaches_quiet": False}],
    "teaches_line": [{"teaches_line": 2}, {"teaches_line": 12}],
    "scale": [{"teaches": 1, "scale": 500}],
}
"""Other values of the settings that are not switches, and what they need beside them."""


def other_searches(name: str) -> list[dict[str, Any]]:
    default = Settings().as_dict()[name]
    return OTHER.get(name) or [{name: {True: False, False: True}[default]}]


@pytest.mark.parametrize("name", sorted(Settings().as_dict().keys() - UNREPEATABLE))
def test_so_they_do_whatever_a_setting_of_the_search_says(name: str) -> None:
    tried = trials("chess")
    base = {field: tried[field][0] for field in FIELDS} | {"max_plies": 16}
    for number, changes in product(range(2), other_searches(name)):
        search = Settings(**{"depth": 2} | changes)
        learns = {"learn_at": "nodes", "learner": "first"} if "teaches" in changes else {}
        if "teaches_line" in changes:
            learns = {"learn_at": "leaf+quiet", "learner": "first"}
        compare(base | learns | {"number": number, "first_search": search})
