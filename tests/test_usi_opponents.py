"""Other people's engines in shogi: bad ones lose their games, real ones play them through."""

import sys
from collections import Counter
from pathlib import Path

import pytest
from typer.testing import CliRunner

from conftest import require_engine
from mock_opponents import executable, left_behind, mock, pids
from plywise._kernel import GameJob
from plywise.cli.app import app
from plywise.errors import BadSetting
from plywise.games.ballot import Opening
from plywise.play.foreign_game import play_foreign_game
from plywise.play.match import match
from plywise.play.opponents import KNOWN, opponent
from plywise.play.player import player
from plywise.play.record import GameRecord
from plywise.searching.settings import AlphaBeta

YSS = "shogi/yss"
ENTERED = "4K4/PPPPPPPPP/+P8/9/9/9/9/4k4/9 w 2R2BG2S2N2L 1"
BAD = {
    "moves_illegally_in_usi": "illegal move '3c3e'",
    "plays_chess_in_usi": "illegal move 'e7e5'",
    "names_no_move_in_usi": "illegal move ''",
    "declares_in_usi": "illegal move 'win'",
    "crashes_in_usi": "ended (signal 11)",
    "floods_in_usi": "flood: more than 8 MB before its move",
}
"""What is wrong with an engine, and the reason that the record of its game gives."""
LATE = {
    "hangs_in_usi": "too late: no move within 3 s",
    "is_never_ready_in_usi": "too late: no 'readyok' within 3 s",
}


def job(**changes: object) -> GameJob:
    ours = player(YSS, search=AlphaBeta(depth=1), game="shogi")
    settings: dict[str, object] = {
        "game": "shogi", "first": ours.evaluation, "second": ours.evaluation,
        "first_search": ours.settings, "second_search": ours.settings,
        "seed": 1, "number": 0, "opening": ["7g7f"], "max_plies": 40, "learn_at": "none",
    }  # fmt: skip
    return GameJob(**settings | changes)  # type: ignore[arg-type]


def game_against(name: str, *, patience: float = 60.0, **changes: object) -> GameRecord:
    """A game of ours against a mock engine, which plays second."""
    return play_foreign_game(job(**changes), (None, mock(name, patience=patience)))


@pytest.mark.parametrize("name", BAD)
def test_an_engine_that_fails_has_lost_its_game(noted: Path, name: str) -> None:
    record = game_against(name)
    assert (record.outcome, record.reason) == (1.0, f"engine failed: {BAD[name]}")
    assert pids(noted)
    assert not left_behind(noted)


@pytest.mark.parametrize("name", LATE)
def test_an_engine_that_does_not_answer_has_lost_its_game(noted: Path, name: str) -> None:
    record = game_against(name, patience=3.0)
    assert (record.outcome, record.reason) == (1.0, f"engine failed: {LATE[name]}")
    assert not left_behind(noted)


def test_an_engine_that_speaks_uci_alone_does_not_play_shogi(noted: Path) -> None:
    with pytest.raises(BadSetting, match="does not speak usi: too late: no 'usiok' within 1 s"):
        mock("plays_well", patience=1.0, protocol="usi").greeted()
    assert not left_behind(noted)


def test_a_game_goes_on_to_its_end(noted: Path) -> None:
    record = game_against("plays_well_in_usi", max_plies=30)
    assert not record.reason.startswith("engine failed")
    assert record.moves[0] == "7g7f"
    assert not left_behind(noted)


@pytest.mark.parametrize("turn", ["b", "w"])
def test_a_game_may_begin_anywhere(noted: Path, turn: str) -> None:
    start = f"4k4/9/9/9/9/9/9/9/4K4 {turn} RBrb 1"
    record = game_against("plays_well_in_usi", start=start, opening=[], max_plies=12)
    assert not record.reason.startswith("engine failed")
    assert record.start == start


def test_an_engine_may_resign(noted: Path) -> None:
    record = game_against("resigns_in_usi")
    assert (record.outcome, record.reason) == (1.0, "resignation")


def test_an_engine_may_declare_its_win_where_it_has_won(noted: Path) -> None:
    """Also where the game that we play does not end by itself then."""
    entered = job(start=ENTERED, opening=["5h5g"])
    record = play_foreign_game(entered, (mock("declares_in_usi"), None))
    assert (record.outcome, record.reason) == (1.0, "declaration")


def test_a_match_goes_on_with_a_fresh_process(noted: Path) -> None:
    result = match(YSS, mock("crashes_in_usi"), games=4, depth=1, seed=1, workers=2)
    assert (result.wins, result.failures) == (4, (0, 4))
    assert len(pids(noted)) == 5  # one to see whether it speaks, and one a game
    assert not left_behind(noted)


def test_an_engine_can_be_given_by_its_path(noted: Path, tmp_path: Path) -> None:
    path = executable("plays_well_in_usi", tmp_path)
    words = f"match shogi {YSS} usi:{path}:depth=1 --games 2 --max-plies 10 --depth 1"
    told = CliRunner().invoke(app, words.split())
    assert told.exit_code == 0
    assert "plays_well_in_usi:depth=1" in told.output
    assert not left_behind(noted)


def test_our_own_engine_is_an_opponent_like_any_other() -> None:
    command = f"usi:{sys.executable} -m plywise engine {YSS}:nodes=300"
    result = match(YSS, command, games=2, nodes=300, max_plies=60, seed=2)
    assert result.failures == (0, 0)


@pytest.mark.parametrize(
    ("game", "engine", "message"),
    [
        ("shogi", "gnuchess:depth=1", "gnuchess:depth=1 plays chess, not shogi"),
        ("chess", "gpsshogi:depth=4", "gpsshogi:depth=4 plays shogi, shogi-declaration, not chess"),
        ("shogi", "uci:true:depth=1", "not shogi"),
        ("shogi", "gpsshogi:nodes=100", "gpsshogi cannot be limited by nodes=100"),
        ("shogi", "gnushogi:elo=1500", "unknown option of gnushogi 'elo'"),
        ("othello", "fairy-stockfish:depth=1", "not othello"),
    ],
)
def test_who_does_not_play_the_game_is_refused(game: str, engine: str, message: str) -> None:
    weights = {"shogi": YSS, "chess": "chess/standard"}.get(game, "random")
    told = CliRunner().invoke(app, ["match", game, weights, engine, "--games", "2"])
    assert told.exit_code == 2
    assert message in told.output


# ---- the real ones ---------------------------------------------------------------------------

BISHOPS_OFF = "lnsgkg1nl/1r5s1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL b Bb 5"
BARE_KINGS = "4k4/9/9/9/9/9/9/9/4K4 w RBrb 1"


def there(spec: str) -> str:
    """An engine that is installed; the test skips, or fails, where it is not."""
    engine = KNOWN[spec.partition(":")[0]]
    require_engine(engine.command[0])
    return spec


@pytest.mark.engine
@pytest.mark.parametrize("spec", ["fairy-stockfish:nodes=200", "gnushogi:depth=1"])
def test_whole_games_are_played_without_an_illegal_move(spec: str) -> None:
    """Our rules and theirs agree on every move of both sides."""
    result = match(YSS, there(spec), games=10, depth=1, seed=3, ballot=6)
    assert result.failures == (0, 0)
    assert Counter(record.reason for record in result.records)["checkmate"] > 0
    assert result.settings["b"]["search"]["version"]  # type: ignore[index]


@pytest.mark.engine
def test_fairy_stockfish_takes_positions() -> None:
    spec, starts = there("fairy-stockfish:movetime=20"), [BISHOPS_OFF, BARE_KINGS]
    openings = [Opening(start=start) for start in starts]
    result = match(spec, YSS, games=4, depth=1, openings=openings, max_plies=20)
    assert result.failures == (0, 0)
    assert {record.start for record in result.records} == {*starts}


@pytest.mark.engine
def test_gpsshogi_plays_without_an_illegal_move() -> None:
    """It reads its tables for seconds before every game, so these are few."""
    spec, openings = there("gpsshogi:depth=4"), [Opening(start=BISHOPS_OFF)]
    result = match(spec, YSS, games=2, depth=1, openings=openings, max_plies=20)
    assert result.failures == (0, 0)
    assert min(record.plies for record in result.records) == 20


@pytest.mark.engine
def test_gnushogi_does_not_take_positions() -> None:
    openings = [Opening(start=BARE_KINGS)]
    with pytest.raises(BadSetting, match="gnushogi:depth=1 does not take positions"):
        match(there("gnushogi:depth=1"), YSS, games=2, depth=1, openings=openings)


@pytest.mark.engine
def test_gpsshogi_says_itself_how_deep_it_must_look() -> None:
    with pytest.raises(BadSetting, match=r"depth=2 is not what it allows: LimitDepth \(4 to 10\)"):
        match(YSS, there("gpsshogi:depth=2"), games=2)


@pytest.mark.engine
def test_two_engines_play_each_other_by_different_protocols() -> None:
    result = match(
        there("fairy-stockfish:nodes=100"), there("gnushogi:depth=1"), game="shogi", games=4,
        openings=["7g7f 3c3d", "2g2f"], seed=1,
    )  # fmt: skip
    assert result.failures == (0, 0)
    assert {record.moves[0] for record in result.records} == {"7g7f", "2g2f"}


@pytest.mark.engine
@pytest.mark.parametrize("name", ["fairy-stockfish", "gpsshogi", "gnushogi"])
def test_doctor_tells_what_an_engine_calls_itself(name: str) -> None:
    from plywise.cli.doctor import greeting

    there(name)
    assert name.split("-")[0] in greeting(name).lower().replace(" ", "")


def test_an_opponent_reads_back_as_it_is_written() -> None:
    for text in ("gpsshogi:depth=4", "gnushogi:depth=2", "fairy-stockfish:nodes=100"):
        assert opponent(text).name == text
