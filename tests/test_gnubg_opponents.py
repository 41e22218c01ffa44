"""GNU Backgammon as an opponent: bad ones lose their games, the real one plays them through."""

import tempfile
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

import plywise as pw
from backgammon_positions import BACKGAMMON, decisions
from conftest import require_engine
from mock_opponents import left_behind, mock, pids
from plywise._kernel import GameJob, play_game
from plywise.cli.app import app
from plywise.evaluation.gammon import Gammon
from plywise.games.ballot import Opening
from plywise.play.foreign_game import play_foreign_game
from plywise.play.match import match
from plywise.play.match_result import MatchResult
from plywise.play.opponents import opponent
from plywise.play.opponents.running import RunningEngine
from plywise.play.player import player
from plywise.play.record import GameRecord

PUBEVAL = "backgammon/pubeval"
PLY = pw.Expectimax(depth=1)
BAD = {
    "moves_illegally_as_gnubg": "illegal move '13/off'",
    "takes_as_gnubg": "illegal move 'take'",
    "names_no_play_as_gnubg": "illegal move ''",
    "refuses_a_board_as_gnubg": "refused a position: 'Error: badly formed board'",
    "crashes_as_gnubg": "ended (signal 11)",
    "closes_its_socket_as_gnubg": "closed its output",
    "ends_before_its_socket_as_gnubg": "ended (exit code 3)",
    "floods_as_gnubg": "flood: a line of more than 64 kB",
}
"""What is wrong with an engine, and the reason that the record of its game gives."""
LATE = {
    "hangs_as_gnubg": "too late: no move within 3 s",
    "opens_no_socket_as_gnubg": "too late: opened no socket within 3 s",
    "says_no_version_as_gnubg": "too late: no version within 3 s",
}


def job(**changes: object) -> GameJob:
    ours = player(PUBEVAL, search=PLY, game="backgammon")
    settings: dict[str, object] = {
        "game": "backgammon", "first": ours.evaluation, "second": ours.evaluation,
        "first_search": ours.settings, "second_search": ours.settings,
        "seed": 1, "number": 0, "max_plies": 2_000, "learn_at": "none",
    }  # fmt: skip
    return GameJob(**settings | changes)  # type: ignore[arg-type]


def game_against(name: str, *, patience: float = 60.0, **changes: object) -> GameRecord:
    """A game of ours against a mock engine, which plays second."""
    return play_foreign_game(job(**changes), (None, mock(name, patience=patience)))


@pytest.mark.parametrize("name", BAD)
def test_an_engine_that_fails_has_lost_a_point(noted: Path, name: str) -> None:
    record = game_against(name)
    assert (record.outcome, record.reason) == (1.0, f"engine failed: {BAD[name]}")
    assert pids(noted)
    assert not left_behind(noted)


@pytest.mark.parametrize("name", LATE)
def test_an_engine_that_does_not_answer_has_lost_a_point(noted: Path, name: str) -> None:
    record = game_against(name, patience=3.0)
    assert (record.outcome, record.reason) == (1.0, f"engine failed: {LATE[name]}")
    assert not left_behind(noted)


def test_as_the_first_player_it_has_lost_as_much(noted: Path) -> None:
    record = play_foreign_game(job(), (mock("takes_as_gnubg"), None))
    assert (record.outcome, len(record.moves)) == (-1.0, 1)


def test_failures_are_told_on_the_right_side(noted: Path) -> None:
    result = match(PUBEVAL, mock("crashes_as_gnubg"), games=4, search=PLY, seed=1)
    assert (result.wins, result.failures) == (4, (0, 4))
    assert result.points is not None
    assert result.points.mean == 1.0
    assert match(mock("takes_as_gnubg"), PUBEVAL, games=2, search=PLY, seed=1).failures == (2, 0)
    assert not left_behind(noted)


def rolls_of(record: GameRecord) -> tuple[str, ...]:
    """The rolls of a game: every other one of its moves."""
    return record.moves[::2]


def have_the_same_dice(result: MatchResult) -> bool:
    games = [rolls_of(record) for record in result.records]
    pairs = zip(games[::2], games[1::2], strict=True)
    return all(a == b for one, two in pairs for a, b in zip(one, two, strict=False))


def test_both_games_of_a_pair_have_the_same_dice_and_one_process_serves_them(noted: Path) -> None:
    good = mock("plays_well_as_gnubg")
    result = match(PUBEVAL, good, games=6, search=PLY, seed=1, workers=1)
    assert result.failures == (0, 0)
    assert have_the_same_dice(result)
    assert len({rolls_of(record)[:6] for record in result.records}) == 3
    assert result.points is not None
    assert result.points.mean is not None
    assert result.points.mean > 1.0  # it plays anything
    assert len(pids(noted)) == 2  # one to see whether it speaks, and one for all games
    assert not left_behind(noted)


@pytest.mark.parametrize("learn_at", ["none", "leaf", "position"])
@pytest.mark.parametrize("dice", [None, 7])
def test_without_an_engine_it_is_the_game_of_the_kernel(learn_at: str, dice: int | None) -> None:
    network = Gammon(BACKGAMMON.features("raw"), hidden=16, seed=2).kernel
    given = job(first=network, second=network, learn_at=learn_at, dice=dice, max_plies=60)
    record = play_foreign_game(given, (None, None))
    assert record == GameRecord.from_kernel(play_game(given))
    assert len(record.moves) == 60


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("plies", "9", r"plies=9 is not what it allows: plies \(0 to 7\)"),
        ("plies", "-1", r"plies \(0 to 7\)"),
        ("plies", "1\n!ls", r"plies \(0 to 7\)"),
        ("noise", "abc", r"noise \(0 to 1\)"),
        ("noise", "1.5", r"noise \(0 to 1\)"),
        ("noise", ".", r"noise \(0 to 1\)"),
        ("luck", "1", "unknown option of plays_well_as_gnubg 'luck'"),
    ],
)
def test_a_wrong_option_is_refused(noted: Path, name: str, value: str, message: str) -> None:
    engine = replace(mock("plays_well_as_gnubg"), options={name: value})
    with pytest.raises(pw.BadInput, match=message):
        match(PUBEVAL, engine, games=2, search=PLY)
    assert not left_behind(noted)


def test_a_folder_that_no_socket_can_lie_in_is_told(
    noted: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    far = tmp_path / ("x" * 100)
    far.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(far))
    with pytest.raises(pw.BadInput, match="does not speak gnubg: cannot be reached at"):
        match(PUBEVAL, mock("plays_well_as_gnubg"), games=2, search=PLY)
    assert not left_behind(noted)


@pytest.mark.parametrize(
    ("game", "engine", "message"),
    [
        ("backgammon", "gnuchess:depth=1", "gnuchess:depth=1 plays chess, not backgammon"),
        ("chess", "gnubg", "gnubg plays backgammon, not chess"),
        ("backgammon", "gnubg:depth=2", "cannot be limited by depth=2; write 'gnubg:plies=1'"),
    ],
)
def test_who_does_not_play_the_game_is_refused(game: str, engine: str, message: str) -> None:
    told = CliRunner().invoke(app, ["match", game, "random", engine, "--games", "2"])
    assert told.exit_code == 2
    assert message in " ".join(told.output.split())


def test_an_opponent_reads_back_as_it_is_written() -> None:
    for text in ("gnubg", "gnubg:plies=1,noise=0.05", "gnubg:plies=0,fresh=yes"):
        assert opponent(text).name == text


# ---- the real one ----------------------------------------------------------------------------


@pytest.mark.engine
def test_whole_games_are_played_without_an_illegal_play() -> None:
    """Our rules and its own agree on every play of both sides."""
    require_engine("gnubg")
    result = match("random", "gnubg", game="backgammon", games=20, search=PLY, seed=1)
    assert result.failures == (0, 0)
    assert have_the_same_dice(result)
    assert result.points is not None
    assert result.points.mean is not None
    assert result.points.mean < -1.5
    assert "GNU Backgammon" in str(result.settings["b"])


@pytest.mark.engine
def test_the_command_line_plays_it() -> None:
    require_engine("gnubg")
    words = f"match backgammon {PUBEVAL} gnubg --games 4 --seed 1 --using expectimax:depth=1"
    told = CliRunner().invoke(app, words.split())
    assert told.exit_code == 0, told.output
    assert "points a game" in told.output
    again = CliRunner().invoke(app, words.split())
    assert again.output.splitlines()[-1] == told.output.splitlines()[-1]


@pytest.mark.engine
def test_noise_makes_it_weaker() -> None:
    """By about 1.75 points a game."""
    require_engine("gnubg")
    result = match("gnubg", "gnubg:noise=0.1", game="backgammon", games=40, seed=3)
    assert result.points is not None
    assert result.points.interval is not None
    assert result.points.interval[0] > 0.5


@pytest.mark.engine
def test_it_takes_positions_and_looks_farther_if_it_is_told_to() -> None:
    require_engine("gnubg")
    openings = [Opening(start=f"4HPwATDgc/ABMA {roller}") for roller in ("first", "second")]
    result = match(
        "gnubg:plies=1", "gnubg", game="backgammon", games=4, openings=openings, seed=1,
        max_plies=12,
    )  # fmt: skip
    assert result.failures == (0, 0)
    assert {record.start for record in result.records} == {opening.start for opening in openings}


@pytest.mark.engine
def test_over_the_socket_it_plays_as_its_own_evaluations_say() -> None:
    """Neither cube nor Jacoby rule nor match: the most points, gammons included."""
    require_engine("gnubg")
    gnubg_nn = pytest.importorskip("gnubg_nn", reason="needs gnubg-nn, the evaluations alone")

    def equity(after: pw.Position) -> float:
        """What a position is worth to the player who has just moved."""
        if after.outcome is not None:
            return abs(after.outcome)
        board = gnubg_nn.board_from_position_id(str(after).split()[0])
        win, gammon, backgammon, lost_gammon, lost_backgammon = gnubg_nn.probabilities(board, 0)
        return 1 - 2 * win - gammon - backgammon + lost_gammon + lost_backgammon

    engine = RunningEngine(replace(opponent("gnubg"), game="backgammon"))
    with closing(engine):
        engine.session.greet()
        for kernel in decisions(200, every=13, seed=8):
            position = BACKGAMMON.position(str(kernel).replace("opening", "first"))
            engine.session.begin(str(position))
            chosen = equity(position.after(engine.session.move([])))
            best = max(equity(position.after(play)) for play in position.moves)
            assert chosen == pytest.approx(best, abs=1e-4), position


@pytest.mark.engine
def test_doctor_tells_what_it_calls_itself() -> None:
    from plywise.cli.doctor import greeting

    require_engine("gnubg")
    assert greeting("gnubg").startswith("GNU Backgammon 1.")
