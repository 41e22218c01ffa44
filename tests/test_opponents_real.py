"""Matches with other people's engines as they come from Debian."""

import pytest

from conftest import require_engine
from plywise.errors import BadSetting
from plywise.play.match import match
from plywise.play.opponents import KNOWN, opponent

pytestmark = pytest.mark.engine

STANDARD = "chess/standard"
HERE = {"stockfish": "stockfish:elo=1400,nodes=1000", "gnuchess": "gnuchess:depth=1",
        "hoichess": "hoichess:depth=1"}  # fmt: skip
"""The engines that every test run has."""
OTHERS = ["toga2", "glaurung", "ethereal-chess", "fairy-stockfish", "phalanx", "sjeng", "fairymax"]


def there(name: str) -> str:
    """How the engine is to play; the test skips where it is missing."""
    if name in HERE:
        require_engine(name)
    elif KNOWN[name].path() is None:
        pytest.skip(f"needs the engine {name!r} (Debian: {KNOWN[name].install})")
    return HERE.get(name, f"{name}:depth=1")


def test_every_known_engine_is_tried_here() -> None:
    assert {*HERE, *OTHERS} == {name for name, known in KNOWN.items() if known.plays("chess")}


@pytest.mark.parametrize("name", [*HERE, *OTHERS])
def test_whole_games_are_played_with_an_engine(name: str) -> None:
    openings = ["e2e4 e7e5", "d2d4"]  # one with each side to move
    result = match(STANDARD, there(name), games=4, depth=2, openings=openings, workers=2)
    assert result.games == 4
    assert result.failures == (0, 0)
    assert result.settings["b"]["search"]["version"]  # type: ignore[index]


@pytest.mark.parametrize("name", [name for name in [*HERE, *OTHERS] if name != "fairymax"])
def test_an_engine_takes_positions(name: str) -> None:
    openings = ["4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", "4k3/8/8/8/8/8/8/Q3K3 b - - 0 1"]
    result = match(there(name), STANDARD, games=4, depth=1, openings=openings, max_plies=20)
    assert result.failures == (0, 0)


def test_fairymax_does_not_take_positions() -> None:
    there("fairymax")
    with pytest.raises(BadSetting, match="fairymax:depth=1 does not take positions"):
        match("fairymax:depth=1", STANDARD, openings=["4k3/8/8/8/8/8/8/Q3K3 w - - 0 1"], games=2)


def test_two_engines_play_each_other_by_different_protocols() -> None:
    result = match(there("gnuchess"), there("hoichess"), games=4, ballot=6, seed=3)
    assert result.games == 4
    assert result.failures == (0, 0)


def test_stockfish_says_itself_how_weak_it_can_be() -> None:
    require_engine("stockfish")
    with pytest.raises(BadSetting, match=r"stockfish:elo=\d+ is not what it allows: UCI_Elo"):
        match(STANDARD, "stockfish:elo=100,nodes=1000", games=2)
    there("gnuchess")
    with pytest.raises(BadSetting, match="gnuchess cannot be set to an Elo"):
        match(STANDARD, "gnuchess:elo=1500,depth=1", games=2)


def test_a_deeper_engine_is_stronger() -> None:
    there("gnuchess")
    result = match("gnuchess:depth=4", "gnuchess:depth=1", games=10, seed=1)
    assert result.score is not None
    assert result.score > 0.7


def test_greeting_an_engine_tells_its_version() -> None:
    there("gnuchess")
    known, announced = opponent("gnuchess:depth=1").greeted()
    assert "GNU Chess" in known.version
    assert announced.takes_positions


def test_doctor_tells_what_an_engine_calls_itself() -> None:
    from plywise.cli.doctor import greeting

    there("gnuchess")
    assert greeting("gnuchess").startswith("GNU Chess")
