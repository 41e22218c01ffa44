"""Positions of backgammon as other programs write them: IDs of gnubg and XGIDs, both ways."""

import csv
import random
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from deeper import deeper
from fuzzed_streams import accident
from plywise.errors import BadInput, BadPosition, BadSetting
from plywise.play.backgammon.board import CHECKERS, PLACES, POINTS, Board
from plywise.play.backgammon.match_id import GAME_STATES, MatchState
from plywise.play.backgammon.xgid import START, read_xgid, xgid

START_ID = "4HPwATDgc/ABMA"
MANY = deeper(200, 5000)
NONE = (0,) * PLACES


def side(**points: int) -> tuple[int, ...]:
    """A side's checkers: `side(p6=5, bar=1)`."""
    return tuple(points.get(name, 0) for name in (*(f"p{point}" for point in range(1, 25)), "bar"))


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """Any position: each checker is put somewhere, unless the other side is there."""
    sides: tuple[list[int], list[int]] = ([0] * PLACES, [0] * PLACES)
    for is_own in (True, False):
        own, others = sides if is_own else sides[::-1]
        for place in draw(st.lists(st.integers(0, POINTS), max_size=CHECKERS)):
            if place == POINTS or not others[POINTS - 1 - place]:
                own[place] += 1
    assume(any(sides[0]) or any(sides[1]))
    return Board(tuple(sides[0]), tuple(sides[1]))


@st.composite
def states(draw: st.DrawFn) -> MatchState:
    length = draw(st.integers(0, 64))
    score = st.integers(0, length or 500)
    scores = (draw(score), draw(score))
    on_roll, is_doubled = draw(st.sampled_from((0, 1))), draw(st.booleans())
    rolls = st.tuples(st.integers(1, 6), st.integers(1, 6)).map(lambda two: (max(two), min(two)))
    return MatchState(
        length=length,
        scores=scores,
        crawford=bool(length) and length - 1 in scores and draw(st.booleans()),
        cube=1 << draw(st.integers(0, 15)),
        owner=draw(st.sampled_from((None, 0, 1))),
        on_roll=on_roll,
        turn=1 - on_roll if is_doubled else on_roll,
        dice=None if is_doubled else draw(st.none() | rolls),
        doubled=is_doubled,
        resigned=draw(st.integers(0, 3)),
        state=draw(st.sampled_from(GAME_STATES)),
        jacoby=draw(st.booleans()),
    )


# ---- positions -------------------------------------------------------------------------------


def test_the_start_has_the_id_that_every_player_of_gnubg_knows() -> None:
    assert Board.start().position_id == START_ID
    assert Board.from_id(START_ID) == Board.start() == Board.start().swapped()
    assert (Board.start().pips, Board.start().off) == (167, 0)


@settings(max_examples=MANY, deadline=None)
@given(boards())
def test_a_position_comes_back_from_its_id(board: Board) -> None:
    assert Board.from_id(board.position_id) == board
    assert board.swapped().swapped() == board
    assert board.swapped().pips == board.other_pips
    assert board.swapped().other_off == board.off == CHECKERS - sum(board.own)


def test_the_player_who_is_not_on_roll_comes_first_in_an_id() -> None:
    board = Board(side(p1=1), side(p2=1))
    assert board.position_id == "AgAABAAAAAAAAA"  # ones at bits 1 and 26
    assert board.swapped().position_id == "AQAACAAAAAAAAA"
    assert (board.pips, board.other_pips, board.off, board.other_off) == (1, 2, 14, 14)


def test_checkers_on_the_bar_have_25_pips_to_go() -> None:
    assert Board(side(bar=2, p3=1), side(p6=5)).pips == 53


def test_sides_that_have_passed_each_other_race() -> None:
    assert Board(side(p10=1), side(p14=1)).is_race
    assert not Board(side(p12=1), side(p14=1)).is_race
    assert not Board(side(p10=1), side(bar=1)).is_race


@pytest.mark.parametrize(
    ("own", "others", "says"),
    [
        (side(p6=16), NONE, "16 checkers"),
        (side(p6=1), side(p19=1), "point 6 is held by both"),
        (NONE, NONE, "all checkers of both sides are off"),
        (side(p6=1)[:-1], NONE, "give 25 whole numbers"),
        ((*NONE[:-1], -1), side(p1=1), "give 25 whole numbers"),
        ((*NONE[:-1], 0.5), side(p1=1), "give 25 whole numbers"),
        ("25 of them, as you see it", NONE, "give 25 whole numbers"),
    ],
)
def test_a_position_that_cannot_be_is_refused(own: object, others: object, says: str) -> None:
    with pytest.raises(BadPosition, match=says):
        Board(own, others)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "it has 0 characters"),
        (START_ID[:-1], "it has 13 characters"),
        (f"{START_ID}A", "it has 15 characters"),
        ("4HPwATDgc/ABM=", "it has the character '='"),
        ("4HPwATDgc/ABMé", "it has the character 'é'"),
        (" 4HPwATDgc/ABM", "it has the character ' '"),
        ("4HPwATDgc/ABMB", "its last character 'B'"),
        ("//////////////", "its last character '/'"),
        ("/////////////w", "other has 80 checkers"),
        ("AAAAAAAAAAAAAA", "all checkers of both sides are off"),
        ("AAAAAAAAAAAAgA", "it tells more than 25 places"),
        (None, "it is no text"),
    ],
)
def test_an_id_that_is_none_is_refused_with_a_hint(text: str, says: str) -> None:
    with pytest.raises(BadPosition, match=says):
        Board.from_id(text)


@pytest.mark.shared
@pytest.mark.parametrize("name", ["movegen_counts", "bearoff_two_sided_1000", "wildbg_race_500"])
def test_given_ids_come_back(shared_data: Path, name: str) -> None:
    with (shared_data / "backgammon" / f"{name}.csv").open(encoding="ascii") as file:
        ids = [row["position_id"] for row in csv.DictReader(file)]
    assert len(ids) >= 500
    assert [Board.from_id(text).position_id for text in ids] == ids


# ---- matches ---------------------------------------------------------------------------------


@settings(max_examples=MANY, deadline=None)
@given(states())
def test_a_match_comes_back_from_its_id(state: MatchState) -> None:
    assert MatchState.from_id(state.match_id) == state
    assert state.swapped().swapped() == state
    assert state.swapped().away == state.away


def test_the_manuals_example_says_what_the_manual_says() -> None:
    # gnubg manual, "A technical description of the match ID": 9 points, 2-4, player 0 has the cube
    # at 2, player 1 has rolled 52.
    state = MatchState.from_id("QYkqASAAIAAA")
    assert (state.length, state.scores, state.cube, state.owner) == (9, (2, 4), 2, 0)
    assert (state.on_roll, state.turn, state.dice, state.state) == (1, 1, (5, 2), "playing")
    assert not state.crawford
    assert not state.doubled


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "it has 0 characters"),
        ("QYkqASAAIAA", "it has 11 characters"),
        ("QYkqASAAIAA!", "it has the character '!'"),
        ("QYkqASAAIAAI", "bits are set that say nothing"),
        ("YYkqASAAIAAA", "the cube belongs to 2"),
        ("QY8qASAAIAAA", "the game's state is 7"),
        ("QYknASAAIAAA", r"dice=\(7, 1\)"),
        ("QYkiASAAIAAA", r"dice=\(5, 0\)"),
        ("cAngAPAAKAAE", "scores="),
        ("8AngADAAKAAE", "crawford=True at 3-5"),
        ("8AkAAAAAAAAE", "crawford=True at 0-0 for money"),
    ],
)
def test_a_match_id_that_is_none_is_refused_with_a_reason(text: str, says: str) -> None:
    with pytest.raises(BadInput, match=says):
        MatchState.from_id(text)


@pytest.mark.parametrize(
    "wrong",
    [
        {"length": -1},
        {"length": 2.5},
        {"scores": (6, 0), "length": 5},
        {"scores": (1,)},
        {"cube": 3},
        {"cube": 0},
        {"owner": 2},
        {"owner": "Ann"},
        {"on_roll": None},
        {"dice": (3, 6)},
        {"dice": (7, 1)},
        {"dice": 61},
        {"doubled": True},
        {"resigned": 4},
        {"state": "paused"},
        {"jacoby": 1},
        {"crawford": True},
        {"cube_limit": 1000},
    ],
)
def test_a_match_that_cannot_be_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(BadSetting, match=next(iter(wrong))):
        MatchState(**wrong)  # type: ignore[arg-type]


# ---- XGID ------------------------------------------------------------------------------------


@settings(max_examples=MANY, deadline=None)
@given(boards(), states(), st.booleans(), st.integers(0, 15))
def test_what_an_xgid_can_tell_comes_back(
    board: Board, state: MatchState, beavers: bool, limit: int
) -> None:
    told = replace(
        state,
        state="playing",
        resigned=0,
        jacoby=state.jacoby and not state.length,  # a match knows neither
        beavers=beavers and not state.length,
        cube_limit=1 << limit,
    )
    assert read_xgid(xgid(board, told)) == (board, told)


def test_a_position_without_a_match_is_one_for_money() -> None:
    assert xgid(Board.start()) == START
    assert read_xgid(START) == (Board.start(), MatchState())
    assert read_xgid(f"  {START.removeprefix('XGID=')}\n") == (Board.start(), MatchState())


def test_the_board_is_seen_by_whoever_is_on_roll() -> None:
    text = "XGID=-b--C-C-B---dE---d-d--a-B-:1:1:{}:00:5:3:0:7:10"
    below, state = read_xgid(text.format(1))
    top, other_state = read_xgid(text.format(-1))
    assert top == below.swapped()
    assert (state.on_roll, other_state.on_roll) == (1, 0)
    assert state.scores == other_state.scores == (3, 5)
    assert state.owner == other_state.owner == 1
    assert (state.away, other_state.away) == ((2, 4), (4, 2))


def test_a_double_is_answered_by_the_other_player() -> None:
    _, state = read_xgid("XGID=-b----E-C---eE---c-e----B-:0:0:1:D:5:3:0:7:10")
    assert (state.doubled, state.on_roll, state.turn, state.cube) == (True, 1, 0, 1)


def test_the_smaller_die_may_come_first() -> None:
    assert read_xgid(START.replace(":00:", ":36:"))[1].dice == (6, 3)


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ("", "it has 1 fields"),
        (START + ":0", "it has 11 fields"),
        ("-b----E-C---eE---c-e----B:0:0:1:00:0:0:0:0:10", "has 25 letters"),
        ("-b----E-C---eE---c-e----P-:0:0:1:00:0:0:0:0:10", "'P' is no number of checkers"),
        ("-b----E-C---eE---c-e----é-:0:0:1:00:0:0:0:0:10", "'é' is no number of checkers"),
        ("A-----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10", "the other side's bar"),
        ("-b----E-C---eE---c-e----Bb:0:0:1:00:0:0:0:0:10", "the other side's bar"),
        ("-b----E-C---eE---c-e----C-:0:0:1:00:0:0:0:0:10", "own has 16 checkers"),
        ("--------------------------:0:0:1:00:0:0:0:0:10", "all checkers of both sides are off"),
        (START.replace(":0:0:1:", ":16:0:1:"), "cube '16'"),
        (START.replace(":0:0:1:", ":0:2:1:"), "owner '2'"),
        (START.replace(":0:0:1:", ":0:0:0:"), "turn 0; write 1"),
        (START.replace(":0:0:1:", ":x:0:1:"), "cube 'x'"),
        (START.replace(":00:", ":07:"), "dice '07'"),
        (START.replace(":00:", ":B:"), "beaver"),
        (START.replace("0:0:10", "4:0:10"), "rules '4'"),
        (START.replace("0:0:10", "2:7:10"), "rules '2'"),
        (START.replace(":0:0:0:0:10", ":9:0:0:7:10"), "scores="),
        (START.replace("0:0:10", "1:7:10"), "crawford=True"),
    ],
)
def test_an_xgid_that_is_none_is_refused_with_a_reason(fields: str, says: str) -> None:
    with pytest.raises(BadInput, match=says):
        read_xgid(fields)


@pytest.mark.parametrize("told", [{"resigned": 1}, {"state": "over"}])
def test_what_an_xgid_cannot_tell_is_not_left_out_in_silence(told: dict[str, object]) -> None:
    with pytest.raises(BadInput, match="XGID cannot tell"):
        xgid(Board.start(), MatchState(**told))  # type: ignore[arg-type]


# ---- what others made of the same positions ----------------------------------------------------


def pairs(shared_data: Path) -> list[dict[str, str]]:
    """Positions with what gnubg 1.07 made of their XGIDs."""
    with (shared_data / "backgammon" / "position_ids.csv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


@pytest.mark.shared
def test_ids_stand_for_the_points_that_gnubg_shows(shared_data: Path) -> None:
    rows = pairs(shared_data)
    assert len(rows) == 113
    for row in rows:
        board = Board.from_id(row["gnubg_position_id"])
        points = [row["on_roll_points1_24_bar"], row["opponent_points1_24_bar"]]
        assert [" ".join(map(str, each)) for each in (board.own, board.other)] == points
        assert board.position_id == row["gnubg_position_id"]
        assert MatchState.from_id(row["gnubg_match_id"]).match_id == row["gnubg_match_id"]


@pytest.mark.shared
def test_xgids_stand_for_what_gnubg_takes_them_for(shared_data: Path) -> None:
    differ = []
    rows = [row for row in pairs(shared_data) if row["xgid"]]
    assert len(rows) == 108
    for row in rows:
        board, state = read_xgid(row["xgid"])
        assert board.position_id == row["gnubg_position_id"]
        assert xgid(board, state) == row["xgid"]
        if state.match_id != row["gnubg_match_id"]:
            differ.append(row["xgid"])
            assert state.swapped().match_id == row["gnubg_match_id"]
        back = replace(MatchState.from_id(row["gnubg_match_id"]), cube_limit=state.cube_limit)
        assert back in (state, state.swapped())
    # gnubg asks whether the player on roll, who is on top here, is to be put below: it was.
    assert differ == ["XGID=-b----E-C---eE---c-e----B-:0:0:-1:00:0:0:0:0:8"]


# ---- garbage ---------------------------------------------------------------------------------

READERS: list[tuple[Callable[[str], object], str]] = [
    (Board.from_id, START_ID),
    (MatchState.from_id, "cAngADAAKAAE"),
    (read_xgid, "XGID=-b--C-C-B---dE---d-d--a-B-:1:1:-1:31:5:3:0:7:10"),
]


@pytest.mark.parametrize(("read", "sound"), READERS)
@settings(max_examples=MANY, deadline=None)
@given(text=st.text(max_size=60))
def test_any_text_is_read_or_refused(read: Callable[[str], object], sound: str, text: str) -> None:
    for damaged in (text, sound + text, text + sound):
        with suppress(BadInput):
            read(damaged)


@pytest.mark.parametrize(("read", "sound"), READERS)
def test_a_damaged_text_is_read_or_refused(read: Callable[[str], object], sound: str) -> None:
    chance = random.Random(1)
    refused = 0
    for _ in range(deeper(2000, 200_000)):
        try:
            read(accident(sound, chance))
        except BadInput:
            refused += 1
    assert refused > 100
