"""Hints: the plays of a roll, the best first, in Python and on the command line."""

from pathlib import Path

import pytest

import plywise as pw
from plywise.errors import BadInput, BadSetting
from plywise.play.backgammon.board import Board
from plywise.play.backgammon.drawing import drawn
from plywise.play.backgammon.hint import hint, outlook_before_roll
from small_gammon import drawn_networks, learnt_networks
from test_cli import as_json, plywise, refusal

START = "4HPwATDgc/ABMA"
XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"
ROLLS = [(a, b) for a in range(1, 7) for b in range(1, a + 1)]
CHANCES = ("win", "gammon", "backgammon", "lose", "lose_gammon", "lose_backgammon")


@pytest.fixture(scope="module")
def weights(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("weights") / "small.json"
    return drawn_networks().as_weights().save(path)


# ---- what is said ----------------------------------------------------------------------------


def test_hints_are_all_legal_plays_the_best_first() -> None:
    hints = hint(START, drawn_networks(), dice=(3, 1), plies=1)
    legal = pw.game("backgammon").position(f"{START} first 31").moves
    assert {each.play.replace(" ", ",") for each in hints} == set(legal)
    assert [each.rank for each in hints] == list(range(1, 17))
    equities = [each.equity for each in hints]
    assert equities == sorted(equities, reverse=True)
    assert all(each.difference == each.equity - equities[0] for each in hints)


def test_by_a_ply_a_play_is_worth_what_the_other_player_expects_after_it() -> None:
    networks = learnt_networks()
    rolled = pw.game("backgammon").position(f"{START} first 31")
    for each in hint(rolled, networks, plies=1):
        after = rolled.after(each.play.replace(" ", ","))
        assert str(after) == f"{each.position} second"
        assert each.equity == pytest.approx(-networks.outlook(after).equity, abs=1e-5)
        assert each.outlook.equity == pytest.approx(each.equity, abs=1e-6)


def test_by_two_plies_it_is_the_mean_over_the_best_replies() -> None:
    networks = learnt_networks()
    best = hint(START, networks, dice=(6, 4), plies=2)[0]
    assert best.plies == 2
    mean = sum(
        (1 if roll[0] == roll[1] else 2)
        / 36
        * hint(best.position, networks, dice=roll, plies=1)[0].equity
        for roll in ROLLS
    )
    assert best.equity == pytest.approx(-mean, abs=1e-5)
    before = outlook_before_roll(Board.from_id(best.position), networks, plies=2)
    assert best.equity == pytest.approx(-before.equity, abs=1e-5)


def test_plays_that_the_filter_leaves_out_follow_by_a_ply() -> None:
    hints = hint(START, drawn_networks(), dice=(3, 1), candidates=2)
    assert [each.plies for each in hints] == [2, 2] + 14 * [1]
    assert len({each.play for each in hints}) == 16


def test_a_position_is_the_same_whoever_wrote_it() -> None:
    networks = drawn_networks()
    wanted = hint(Board.start(), networks, dice=(3, 1))
    assert hint(XGID, networks) == wanted
    assert hint(f"{START}:MIEFAAAAAAAA", networks) == wanted
    assert hint(f"{START} second 13", networks) == wanted
    assert hint("start", networks, dice=(1, 3)) == wanted


def test_who_cannot_move_has_one_hint() -> None:
    closed = Board((0,) * 24 + (1,), (0, 3, 3, 3, 3, 3) + (0,) * 19)
    shut = Board((0,) * 24 + (1,), (2, 2, 2, 2, 2, 2) + (0,) * 19)
    assert len(hint(closed, drawn_networks(), dice=(5, 4))) == 1
    assert [each.play for each in hint(shut, drawn_networks(), dice=(6, 6))] == ["no move"]


# ---- what is refused -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("position", "settings", "words"),
    [
        ("start", {}, "no roll"),
        (XGID, {"dice": (6, 6)}, "31 are thrown"),
        ("start", {"dice": (7, 1)}, "from 1 to 6"),
        ("start", {"dice": "31"}, "from 1 to 6"),
        ("start", {"dice": (1, 2, 3)}, "from 1 to 6"),
        ("start", {"dice": (3, 1), "plies": 0}, "plies=0"),
        ("start", {"dice": (3, 1), "plies": 9}, "plies=9"),
        ("start", {"dice": (3, 1), "candidates": 0}, "candidates=0"),
        ("start", {"dice": (3, 1), "margin": -1}, "margin=-1"),
        (5, {"dice": (3, 1)}, "5 is no position"),
        (f"cAngADAAKAAE:{START}", {"dice": (3, 1)}, "the position ID comes first"),
    ],
)
def test_a_question_without_an_answer_is_refused(
    position: str, settings: dict[str, object], words: str
) -> None:
    with pytest.raises(BadInput, match=words):
        hint(position, drawn_networks(), **settings)  # type: ignore[arg-type]


def test_a_game_that_is_over_has_no_hints() -> None:
    over = Board((0,) * 25, (1,) + (0,) * 24)
    with pytest.raises(BadInput, match="over"):
        hint(over.position_id, drawn_networks(), dice=(3, 1))


def test_other_evaluations_tell_no_chances() -> None:
    pubeval = pw.Weights(game="backgammon", features="raw", values=(), evaluation="pubeval")
    with pytest.raises(BadSetting, match="networks"):
        hint("start", pubeval.as_evaluation(), dice=(3, 1))  # type: ignore[arg-type]


# ---- the command -----------------------------------------------------------------------------


def test_the_command_tells_hints_and_the_board(weights: Path) -> None:
    told = plywise("search", "backgammon", START, "--dice", "31", "--weights", weights).stdout
    assert "X to play 31" in told
    assert "equity    diff    win  gammon    bg   lose  gammon    bg  plies" in told
    assert "and 6 more" in told


def test_the_command_tells_programs_all(weights: Path) -> None:
    words = ("search", "backgammon", XGID, "--plies", "1", "--weights", weights)
    found = as_json(*words)
    assert (found["position"], found["xgid"], found["dice"]) == (START, XGID, [3, 1])
    first = found["hints"][0]
    assert set(first) == {"rank", "play", "equity", "difference", "plies", "position", *CHANCES}
    assert (found["move"], found["equity"]) == (first["play"], first["equity"])
    assert first["win"] + first["lose"] == pytest.approx(1.0)
    assert len(found["hints"]) == 16


def test_before_a_roll_the_command_tells_chances_and_the_cube(weights: Path) -> None:
    words = ("search", "backgammon", "start", "--weights", weights)
    assert "cube: " in plywise(*words).stdout
    found = as_json(*words)
    assert found["dice"] is None
    assert set(CHANCES) <= set(found)
    assert found["cube"]["available"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((START, "--dice", "71"), "'71' is no roll"),
        ((START, "--dice", "3"), "'3' is no roll"),
        ((START[:-1], "--dice", "31"), "13 characters"),
        (("4HPwATDgc/ABM_", "--dice", "31"), "'_'"),
        (("//////////////", "--dice", "31"), "position"),
        (("XGID=-b----E", "--dice", "31"), "XGID"),
        ((f"{START}:cAng", "--dice", "31"), "match ID"),
        ((f"{START} first 31 62",), "no position"),
        ((START, "--dice", "31", "--plies", "0"), "below 1"),
        ((START, "--dice", "31", "--plies", "7"), "plies=7"),
        (("4HPwATDgc/ABMA second 31", "--dice", "62"), "31 are thrown"),
    ],
)
def test_the_command_refuses_with_the_value_and_a_hint(
    words: tuple[str, ...], said: str, weights: Path
) -> None:
    assert said in refusal("search", "backgammon", *words, "--weights", weights)


def test_dice_are_for_games_that_have_hints() -> None:
    assert "--dice" in refusal("search", "chess", "start", "--dice", "31")


# ---- the board -------------------------------------------------------------------------------


def test_a_board_shows_high_points_the_bar_and_what_is_off() -> None:
    own = (0,) * 5 + (8,) + (0,) * 18 + (2,)
    other = (7,) + (0,) * 23 + (6,)
    lines = drawn(Board(own, other), on_roll="O")
    assert "X  pips 98, off 5" in "\n".join(lines)
    assert "O* pips 157, off 2" in "\n".join(lines)
    assert any("8" in line for line in lines[9:14])
    assert lines[2][23:26] == " X "
    assert lines[13][23:26] == " O "
    assert lines[9][23:26] == " 6 "
    assert all(line.isascii() and len(line) < 80 for line in lines)
