"""A worker keeps its engines from game to game, where that cannot be seen in the games."""

import os
import signal
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from conftest import require_engine
from mock_opponents import left_behind, mock, pids
from plywise.distributed import Workers, processes, threads
from plywise.errors import BadSetting
from plywise.play.match import match
from plywise.play.match_result import MatchResult
from plywise.play.opponents import KNOWN, opponent
from plywise.play.opponents.engine import Engine
from plywise.play.opponents.kept import MOST_IDLE, KeptEngines
from plywise.play.opponents.opponent import Opponent
from plywise.play.opponents.running import RunningEngine

STANDARD = "chess/standard"


def short_match(who: Opponent, workers: int | Workers = 2, games: int = 8) -> MatchResult:
    return match(
        STANDARD if who.game == "chess" else "shogi/yss", who, games=games, depth=1, seed=1,
        max_plies=16, workers=workers,
    )  # fmt: skip


@pytest.mark.parametrize("name", ["plays_well", "plays_well_in_xboard", "plays_well_in_usi"])
def test_a_process_serves_many_games_and_they_are_the_same(noted: Path, name: str) -> None:
    result = short_match(mock(name))
    assert len(pids(noted)) <= 3  # one to see whether it speaks, and one a worker
    afresh = short_match(replace(mock(name), is_fresh=True))
    assert len(pids(noted)) <= 3 + 1 + 8
    assert [record.moves for record in result.records] == [r.moves for r in afresh.records]
    assert result.failures == (0, 0)
    assert not left_behind(noted)


def test_a_fresh_process_a_game_can_be_asked_for(noted: Path) -> None:
    short_match(replace(mock("plays_well"), is_fresh=True))
    assert len(pids(noted)) == 1 + 8


@pytest.mark.parametrize("workers", [threads(2), processes(2)], ids=repr)
def test_engines_end_with_the_crew_that_kept_them(noted: Path, workers: Workers) -> None:
    short_match(mock("plays_well"), workers)
    assert 2 <= len(pids(noted)) <= 3
    assert not left_behind(noted)


def test_a_crew_that_goes_on_keeps_its_engines_from_match_to_match(noted: Path) -> None:
    with threads(1) as one:
        short_match(mock("plays_well"), one)
        short_match(mock("plays_well"), one)
        assert len(pids(noted)) == 2 + 1  # each match sees whether it speaks
        short_match(mock("plays_well", depth=2), one)
        assert len(pids(noted)) == 3 + 2  # who is to play otherwise is somebody else
    assert not left_behind(noted)


def test_two_of_the_same_are_two_processes(noted: Path) -> None:
    both = mock("plays_well")
    match(both, both, games=4, seed=1, workers=1, max_plies=16, adjudication="draw")
    assert len(pids(noted)) == 2 + 2
    assert not left_behind(noted)


def test_an_engine_without_a_ping_is_started_for_every_game(noted: Path) -> None:
    result = short_match(mock("announces_nothing"), games=2)
    assert result.failures == (0, 0)
    assert len(pids(noted)) == 1 + 2


def test_an_engine_that_is_known_to_remember_is_started_for_every_game(noted: Path) -> None:
    learning = mock("learns_from_games")
    told = replace(learning, engine=replace(learning.engine, forgets=False))
    games = [record.moves for record in short_match(told).records]
    assert len(pids(noted)) == 1 + 8
    assert games == [
        record.moves for record in short_match(replace(learning, is_fresh=True)).records
    ]


def test_an_engine_that_goes_between_two_games_has_lost_neither(noted: Path) -> None:
    result = short_match(mock("goes_between_games"), workers=1)
    assert result.failures == (0, 0)
    assert len(pids(noted)) == 1 + 8
    assert not left_behind(noted)


# What is kept


@pytest.fixture
def kept() -> Iterator[KeptEngines]:
    engines = KeptEngines()
    yield engines
    engines.close()


def started(who: Opponent) -> RunningEngine:
    engine = RunningEngine(who)
    engine.session.greet()
    engine.session.begin(None)
    return engine


def test_an_engine_that_died_while_it_waited_is_not_taken(noted: Path, kept: KeptEngines) -> None:
    well = mock("plays_well")
    dead, alive = started(well), started(well)
    kept.keep(dead)
    kept.keep(alive)
    os.killpg(dead.process.pid, signal.SIGKILL)
    while dead.process.is_there:
        time.sleep(0.01)
    assert kept.take(well) is alive
    assert kept.take(well) is None
    alive.close()
    assert not left_behind(noted)


def test_few_wait_and_the_one_that_waits_longest_goes(noted: Path, kept: KeptEngines) -> None:
    deep = [mock("plays_well", depth=depth) for depth in range(1, MOST_IDLE + 2)]
    for who in deep:
        kept.keep(started(who))
    assert kept.take(deep[0]) is None
    last = kept.take(deep[-1])
    assert last is not None
    last.close()


def test_who_comes_back_after_the_end_goes_too(noted: Path, kept: KeptEngines) -> None:
    engine = started(mock("plays_well"))
    kept.close()
    kept.keep(engine)
    assert kept.take(engine.opponent) is None
    assert not left_behind(noted)


# As users write it


@pytest.mark.parametrize("text", ["stockfish:nodes=10,fresh=yes", "phalanx:depth=2,fresh=yes"])
def test_fresh_can_be_written(text: str) -> None:
    assert opponent(text).is_fresh
    assert opponent(text).name == text
    assert opponent(text).as_dict()["fresh"] is True
    assert not opponent(text.replace("yes", "no")).is_fresh


def test_fresh_is_yes_or_no() -> None:
    with pytest.raises(BadSetting, match=r"fresh=maybe in .* is neither 'yes' nor 'no'"):
        opponent("stockfish:nodes=10,fresh=maybe")


# The engines themselves

AT_DEPTH = [name for name, engine in KNOWN.items() if engine.forgets and engine.plays("chess")]


@pytest.mark.engine
@pytest.mark.parametrize("name", AT_DEPTH)
def test_a_known_engine_forgets_its_last_game(name: str) -> None:
    engine: Engine = KNOWN[name]
    if name == "stockfish":
        require_engine(name)
    elif engine.path() is None:
        pytest.skip(f"needs the engine {name!r} (Debian: {engine.install})")
    games = [
        [record.moves for record in match(
            STANDARD, f"{name}:depth=3{fresh}", games=6, depth=2, seed=5, workers=1, max_plies=80
        ).records]
        for fresh in ("", ",fresh=yes")
    ]  # fmt: skip
    assert games[0] == games[1]
