"""When to double and to take: formulas against what is known exactly, and against gnubg."""

import csv
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from statistics import fmean

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from deeper import deeper
from plywise.errors import BadSetting
from plywise.play.backgammon.board import Board
from plywise.play.backgammon.chances import Chances
from plywise.play.backgammon.cube import (
    CubeDecision,
    Owner,
    cash_point,
    money_decision,
    money_equity,
    take_point,
    usual_efficiency,
)
from plywise.play.backgammon.equity_table import LONGEST, match_equity
from plywise.play.backgammon.match_cube import (
    Score,
    match_chance,
    match_decision,
    match_take_point,
    normalised,
)

MANY = deeper(200, 5000)
OWNERS: tuple[Owner, ...] = ("centred", "own", "other")
FRACTIONS = st.floats(0, 1)


@st.composite
def any_chances(draw: st.DrawFn) -> Chances:
    win = draw(FRACTIONS)
    gammon, lost_gammon = draw(FRACTIONS) * win, draw(FRACTIONS) * (1 - win)
    return Chances(
        win=win,
        win_gammon=gammon,
        win_backgammon=draw(FRACTIONS) * gammon,
        lose_gammon=lost_gammon,
        lose_backgammon=draw(FRACTIONS) * lost_gammon,
    )


def at(win: float, **others: float) -> Chances:
    return Chances(win=win, **others)


# ---- chances ---------------------------------------------------------------------------------


@settings(max_examples=MANY, deadline=None)
@given(any_chances())
def test_one_players_chances_are_the_others_turned_round(chances: Chances) -> None:
    other = chances.inverted()
    assert other.equity == pytest.approx(-chances.equity, abs=1e-9)
    mean = chances.win * chances.win_size - (1 - chances.win) * chances.loss_size
    assert mean == pytest.approx(chances.equity, abs=1e-5)
    assume(1e-5 < chances.win < 1 - 1e-5)
    assert (other.win_size, other.loss_size) == pytest.approx(
        (chances.loss_size, chances.win_size), rel=1e-6
    )


@pytest.mark.parametrize(
    "wrong",
    [
        {"win": 1.5},
        {"win": -0.1},
        {"win": "half"},
        {"win": float("nan")},
        {"win": 0.5, "win_gammon": 0.6},
        {"win": 0.5, "lose_gammon": 0.6},
        {"win": 0.5, "win_gammon": 0.1, "win_backgammon": 0.2},
        {"win": 0.5, "lose_gammon": 0.1, "lose_backgammon": 0.2},
    ],
)
def test_chances_that_contradict_each_other_are_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(BadSetting, match=list(wrong)[-1]):
        Chances(**wrong)


# ---- money -----------------------------------------------------------------------------------


def test_a_quarter_is_enough_to_take_a_dead_cube_and_a_fifth_to_take_a_live_one() -> None:
    assert take_point(at(0.5), efficiency=0) == 0.25
    assert take_point(at(0.5), efficiency=1) == pytest.approx(0.2)
    assert cash_point(at(0.5), efficiency=0) == 0.75
    assert cash_point(at(0.5), efficiency=1) == pytest.approx(0.8)


@settings(max_examples=MANY, deadline=None)
@given(any_chances(), FRACTIONS)
def test_the_take_point_is_janowskis(chances: Chances, x: float) -> None:
    assume(1e-5 < chances.win < 1 - 1e-5)
    won, lost = chances.win_size, chances.loss_size
    assert take_point(chances, efficiency=x) == (lost - 0.5) / (won + lost + x / 2)
    cash = 1 - take_point(chances.inverted(), efficiency=x)
    assert cash_point(chances, efficiency=x) == pytest.approx(cash)
    live = (lost + 1) / (won + lost + 0.5)
    assert cash_point(chances, efficiency=1) == pytest.approx(live)


@settings(max_examples=MANY, deadline=None)
@given(any_chances(), FRACTIONS)
def test_who_is_doubled_takes_above_the_take_point_and_passes_below(
    chances: Chances, x: float
) -> None:
    assume(0.001 < chances.win < 0.999)
    point = take_point(chances, efficiency=x)
    assume(abs(chances.win - point) > 1e-6)
    doubler = money_decision(chances.inverted(), efficiency=x)
    assert doubler.should_take == (chances.win > point)


@settings(max_examples=MANY, deadline=None)
@given(any_chances(), FRACTIONS)
def test_a_cube_is_worth_most_to_whoever_owns_it(chances: Chances, x: float) -> None:
    own, middle, other = (money_equity(chances, owner, efficiency=x) for owner in
                          ("own", "centred", "other"))  # fmt: skip
    assert own >= middle - 1e-9
    assert middle >= other - 1e-9
    turned = money_equity(chances.inverted(), "other", efficiency=x)
    assert turned == pytest.approx(-own, abs=1e-6)
    assert money_equity(chances, "centred", efficiency=0) == pytest.approx(chances.equity)


def test_a_live_cube_lies_on_janowskis_lines() -> None:
    chances = at(0.5, win_gammon=0.125, lose_gammon=0.125)  # W = L = 1.25: points 0.25 and 0.75
    assert take_point(chances, efficiency=1) == 0.25
    assert cash_point(chances, efficiency=1) == 0.75
    wins = {"win_gammon": 0.25 * 0.25, "lose_gammon": 0.25 * 0.75}
    assert money_equity(at(0.25, **wins), "centred", efficiency=1) == pytest.approx(-1)
    assert money_equity(at(0.25, **wins), "other", efficiency=1) == pytest.approx(-1)
    assert money_equity(at(0.25, **wins), "own", efficiency=1) == pytest.approx(-0.5)
    assert money_equity(chances, "centred", efficiency=1) == pytest.approx(0)
    assert money_equity(chances, "own", efficiency=1) == pytest.approx(0.25)
    assert money_equity(chances, "other", efficiency=1) == pytest.approx(-0.25)
    assert money_equity(chances, "own", efficiency=0.5) == pytest.approx(0.125)


@pytest.mark.parametrize(
    ("chances", "words"),
    [
        (at(0.5), "No double, take"),
        (at(0.72), "Double, take"),
        (at(0.85), "Double, pass"),
        (at(0.85, win_gammon=0.6), "Too good, pass"),
        (at(0.74, win_gammon=0.3, lose_gammon=0.02), "Double, pass"),
        (at(0.2), "No double, take"),
    ],
)
def test_a_decision_is_said_as_players_say_it(chances: Chances, words: str) -> None:
    decision = money_decision(chances)
    assert (decision.words, str(decision)) == (words, words)
    assert decision.double_pass == 1.0


def test_who_owns_the_cube_redoubles_later_than_he_would_double() -> None:
    assert money_decision(at(0.7)).words == "Double, take"
    assert money_decision(at(0.7), owner="own").words == "No redouble, take"
    assert money_decision(at(0.77), owner="own").words == "Redouble, take"
    assert money_decision(at(0.77), owner="other").words == "No cube"
    assert not money_decision(at(0.9), owner="other").should_double


def test_by_jacobys_rule_nobody_is_too_good_with_the_cube_in_the_middle() -> None:
    gammonish = at(0.85, win_gammon=0.6)
    assert money_decision(gammonish).too_good
    assert money_decision(gammonish, jacoby=True).words == "Double, pass"
    assert money_equity(gammonish, "centred", efficiency=1, jacoby=True) == 1
    assert money_equity(gammonish, "centred", efficiency=0, jacoby=True) == pytest.approx(0.7)
    assert money_equity(gammonish.inverted(), "centred", efficiency=1, jacoby=True) == -1
    for owner in ("own", "other"):
        assert money_equity(gammonish, owner, jacoby=True) == money_equity(gammonish, owner)


def test_on_the_last_roll_one_doubles_above_a_half_and_takes_with_a_quarter() -> None:
    def last_roll(rolls: int) -> CubeDecision:
        return money_decision(at(rolls / 36), efficiency=0)

    assert last_roll(17).words == "No double, take"
    assert last_roll(18).words == "No double, take"  # it is all the same
    assert last_roll(19).words == "Double, take"  # checkers on points 5 and 2
    assert last_roll(26).words == "Double, take"
    assert last_roll(28).words == "Double, pass"
    sixth_point = last_roll(27)  # one checker on point 6
    assert sixth_point.double_take == sixth_point.double_pass == 1.0
    assert sixth_point.no_double == 0.5


def test_cubes_are_less_live_in_short_races() -> None:
    def race(own: int, other: int) -> Board:
        far, near = divmod(own, 10), divmod(other, 10)
        return Board(_pile(*far), _pile(*near))

    def _pile(tens: int, ones: int) -> tuple[int, ...]:
        return tuple(tens if point == 10 else (1 if point == ones else 0) for point in range(1, 26))

    assert usual_efficiency(Board.start()) == 0.68
    assert usual_efficiency(race(100, 100)) == pytest.approx(0.675)
    assert usual_efficiency(race(80, 100)) == pytest.approx(0.55 + 0.00125 * 90)
    assert usual_efficiency(race(10, 21)) == 0.6
    assert usual_efficiency(race(150, 150)) == 0.7


# ---- gnubg for money ---------------------------------------------------------------------------

GAMMONISH = Chances(win=0.538478, win_gammon=0.247247, win_backgammon=0.032715,
                    lose_gammon=0.025095)  # fmt: skip
"""gnubg 1.07.001 at 0-ply of bDdEADPm2x0AAA."""
BEHIND = Chances(win=0.451429, win_gammon=0.140643, win_backgammon=0.004158, lose_gammon=0.166089,
                 lose_backgammon=0.011942)  # fmt: skip
"""The same of bBuBYCOMzwNFIA."""
EVEN = Chances(win=0.546807, win_gammon=0.159155, win_backgammon=0.006568, lose_gammon=0.159064,
               lose_backgammon=0.00416)  # fmt: skip
"""The same of l90BDCCctw0BQA."""
NEAR = 2e-5
"""The probabilities above have six digits."""


@pytest.mark.parametrize(
    ("chances", "centred", "owned", "double_take"),
    [
        (GAMMONISH, 0.424482, 0.514907, 0.349814),
        (BEHIND, -0.181942, 0.023114, -0.633772),
        (EVEN, 0.139119, 0.282028, -0.115944),
    ],
)
def test_values_for_money_are_those_of_gnubg(
    chances: Chances, centred: float, owned: float, double_take: float
) -> None:
    # gnubg 1.07.001, `gnubg.cfevaluate` at 0-ply, without Jacoby's rule.
    decision = money_decision(chances)
    assert decision.no_double == pytest.approx(centred, abs=NEAR)
    assert decision.double_take == pytest.approx(double_take, abs=NEAR)
    assert money_decision(chances, owner="own").no_double == pytest.approx(owned, abs=NEAR)


@pytest.mark.shared
def test_values_of_bearing_off_are_near_the_exact_ones(shared_data: Path) -> None:
    # gnubg's two-sided table: exact with a cube, by dynamic programming.
    with (shared_data / "backgammon" / "bearoff_two_sided_1000.csv").open(encoding="ascii") as file:
        rows = list(csv.DictReader(file))
    columns: list[tuple[Owner, str]] = [
        ("own", "owned"),
        ("centred", "centred"),
        ("other", "opponent"),
    ]
    errors: dict[str, list[float]] = {column: [] for _, column in columns}
    right_takes = 0
    for row in rows:
        x = usual_efficiency(Board.from_id(row["position_id"]))
        chances = at((1 + float(row["gnubg_cubeless"])) / 2)
        for owner, column in columns:
            decision = money_decision(chances, efficiency=x, owner=owner)
            best = min(decision.double_take, 1.0) if decision.is_available else -3.0
            value = max(decision.no_double, best)
            errors[column].append(abs(value - float(row[f"gnubg_cube_{column}"])))
        exact = 2 * float(row["gnubg_cube_opponent"])
        right_takes += decision.should_take == (exact < 1)
    assert all(fmean(each) < 0.08 for each in errors.values())
    assert right_takes > 0.97 * len(rows)


@pytest.mark.shared
def test_on_the_last_roll_the_dead_cube_is_exact(shared_data: Path) -> None:
    with (shared_data / "backgammon" / "bearoff_two_sided_1000.csv").open(encoding="ascii") as file:
        rows = [row for row in csv.DictReader(file) if row["opponent_1_to_6"] in CERTAIN]
    assert len(rows) == 5
    for row in rows:  # the other player is off after any roll
        decision = money_decision(at((1 + float(row["gnubg_cubeless"])) / 2), efficiency=0)
        best = max(decision.no_double, min(decision.double_take, 1.0))
        assert best == pytest.approx(float(row["gnubg_cube_centred"]), abs=1e-6)
        opponents = float(row["gnubg_cube_opponent"])
        assert decision.double_take == pytest.approx(2 * opponents, abs=1e-6)


CERTAIN = ("1 0 0 0 0 0", "0 1 0 0 0 0", "0 0 1 0 0 0", "2 0 0 0 0 0")


# ---- the match equity table --------------------------------------------------------------------


def test_the_table_is_fair_and_grows_with_the_lead() -> None:
    points = range(1, LONGEST + 1)
    for own in points:
        assert match_equity(own, own) == 0.5
        for other in points:
            chance = match_equity(own, other)
            assert chance + match_equity(other, own) == pytest.approx(1, abs=1e-9)
            if own > 1:
                assert match_equity(own - 1, other) > chance


def test_known_scores_have_their_known_worth() -> None:
    # Kazaross XG2, as gnubg shows it.
    assert match_equity(1, 2) == 0.67736
    assert match_equity(2, 3) == 0.59947
    assert match_equity(3, 2) == 0.40053
    assert match_equity(25, 1) == pytest.approx(0.00095)
    assert match_equity(5, 1, post_crawford=True) == 0.19012
    assert match_equity(1, 2, post_crawford=True) == pytest.approx(1 - 0.48803)
    assert match_equity(1, 1, post_crawford=True) == 0.5
    assert match_equity(4, 3, post_crawford=True) == match_equity(4, 3)
    assert (match_equity(0, 3), match_equity(-3, 3), match_equity(3, 0)) == (1.0, 1.0, 0.0)


@pytest.mark.parametrize("wrong", [(26, 1), (1, 26), (0, 0), (1.5, 1), ("one", 1)])
def test_a_score_that_the_table_does_not_know_is_refused(wrong: tuple[int, int]) -> None:
    with pytest.raises(BadSetting, match=r"own=|other="):
        match_equity(*wrong)


def test_the_table_is_shipped_with_its_notice() -> None:
    text = files("plywise.play.backgammon").joinpath("kazaross_xg2.csv").read_text("ascii")
    assert "Copyright (C) 2011 Neil Kazaross" in text
    assert "provided the copyright\n# notice and this notice are preserved" in text


# ---- matches ---------------------------------------------------------------------------------


@pytest.mark.parametrize("win", [0.1, 0.5, 0.9])
@pytest.mark.parametrize("x", [0.0, 0.68, 1.0])
def test_at_double_match_point_the_cube_is_worth_nothing(win: float, x: float) -> None:
    score, chances = Score(away=(1, 1)), at(win, win_gammon=win / 2)
    for owner in OWNERS:
        for cube in (1, 2):
            found = match_chance(chances, score, cube=cube, owner=owner, efficiency=x)
            assert found == pytest.approx(win)
    assert match_decision(chances, score, efficiency=x).words == "No double, take"


def test_nobody_doubles_in_crawfords_game() -> None:
    for away in ((1, 4), (4, 1)):
        decision = match_decision(at(0.7), Score(away=away, crawford=True))
        assert decision.words == "No cube"
        assert not decision.should_double
        score = Score(away=away, crawford=True)
        cubeless = 0.7 * score.after(1) + 0.3 * score.after(-1)
        assert decision.no_double == pytest.approx(cubeless)


def test_after_crawfords_game_who_is_behind_doubles_at_once() -> None:
    score = Score(away=(2, 1))
    for win in (0.1, 0.3, 0.49):
        assert match_decision(at(win), score).words == "Double, take"
    assert match_decision(at(0.51), score).words == "Double, pass"  # a point makes it even
    assert match_take_point(at(0.5), score.swapped()) == pytest.approx(0.5)
    assert match_decision(at(0.7), Score(away=(1, 2))).words == "No double, take"


def test_at_two_away_two_away_the_take_point_is_that_of_crawfords_score() -> None:
    even = Score(away=(2, 2))
    for x in (0.0, 0.68, 1.0):  # the cube is dead once it is turned
        point = match_take_point(at(0.5), even, efficiency=x)
        assert point == pytest.approx(match_equity(2, 1))
    assert match_decision(at(0.55), even).words == "Double, take"
    assert match_decision(at(0.68), even).words == "Double, pass"
    # Gammons of the doubler are worth nothing with the cube at 2, his opponent's neither.
    assert match_take_point(at(0.5, lose_gammon=0.3), even) == pytest.approx(match_equity(2, 1))


def test_the_dead_take_point_is_risk_over_risk_and_gain() -> None:
    score = Score(away=(5, 5))  # with the cube at 2: lose 2, win 2, or pass and lose 1
    passed, lost, won = score.after(-1), score.after(-2), score.after(2)
    dead = match_take_point(at(0.5), score, efficiency=0)
    assert dead == pytest.approx((passed - lost) / (won - lost))
    assert match_take_point(at(0.5), score, efficiency=1) < dead


def test_who_has_nothing_to_lose_turns_the_cube_at_once() -> None:
    leader = Score(away=(2, 4))  # doubled to 2 the trailer redoubles to 4, for the match
    for x in (0.0, 0.68, 1.0):
        value = match_chance(at(0.7), leader, cube=2, owner="other", efficiency=x)
        assert value == pytest.approx(0.7)
    assert match_take_point(at(0.5), leader.swapped()) == pytest.approx(match_equity(4, 1))
    assert match_decision(at(0.7), leader).words == "No double, take"


def test_far_from_the_end_a_match_is_like_money() -> None:
    score = Score(away=(25, 25))
    for chances in (GAMMONISH, BEHIND, EVEN):
        money, match = money_decision(chances), match_decision(chances, score)
        assert match.words == money.words
        assert normalised(match.no_double, score) == pytest.approx(money.no_double, abs=0.03)
        assert normalised(match.double_take, score) == pytest.approx(money.double_take, abs=0.05)


@settings(max_examples=MANY, deadline=None)
@given(
    any_chances(),
    st.tuples(st.integers(1, 25), st.integers(1, 25)),
    st.sampled_from((1, 2, 4)),
    FRACTIONS,
)
def test_chances_in_a_match_are_chances_and_add_up(
    chances: Chances, away: tuple[int, int], cube: int, x: float
) -> None:
    score, other_score = Score(away=away), Score(away=away[::-1])
    for owner in OWNERS:
        found = match_chance(chances, score, cube=cube, owner=owner, efficiency=x)
        assert -1e-9 <= found <= 1 + 1e-9
    middle = match_chance(chances, score, cube=cube, efficiency=x)
    turned = match_chance(chances.inverted(), other_score, cube=cube, efficiency=x)
    assert turned == pytest.approx(1 - middle, abs=1e-5)


@settings(max_examples=MANY, deadline=None)
@given(
    FRACTIONS,
    st.tuples(st.integers(1, 25), st.integers(1, 25)),
    st.sampled_from((1, 2, 4)),
    FRACTIONS,
)
def test_in_a_match_without_gammons_a_cube_is_worth_most_to_whoever_owns_it(
    win: float, away: tuple[int, int], cube: int, x: float
) -> None:
    own, middle, other = (
        match_chance(at(win), Score(away=away), cube=cube, owner=owner, efficiency=x)
        for owner in ("own", "centred", "other")
    )
    assert own >= middle - 1e-9
    assert middle >= other - 1e-9


@settings(max_examples=MANY, deadline=None)
@given(any_chances(), st.tuples(st.integers(1, 25), st.integers(1, 25)), FRACTIONS)
def test_in_a_match_too_one_takes_above_the_take_point(
    chances: Chances, away: tuple[int, int], x: float
) -> None:
    assume(0.001 < chances.win < 0.999)
    point = match_take_point(chances, Score(away=away), efficiency=x)
    assume(abs(chances.win - point) > 1e-6)
    doubler = match_decision(chances.inverted(), Score(away=away).swapped(), efficiency=x)
    assert doubler.should_take == (chances.win > point)


@pytest.mark.parametrize(
    ("chances", "away", "cube", "no_double", "double_take"),
    [
        # gnubg 1.07.001, `gnubg.cfevaluate` at 0-ply in a match of 7 points with Kazaross XG2;
        # the cube at 2 belongs to the player on roll.
        (GAMMONISH, (7, 7), 1, 0.411541, 0.315767),
        (GAMMONISH, (4, 2), 1, 0.741944, 0.928641),
        (GAMMONISH, (2, 1), 1, 0.910921, 1.153914),
        (GAMMONISH, (4, 4), 1, 0.451009, 0.22548),
        (GAMMONISH, (7, 7), 2, 0.461931, 0.118877),
        (GAMMONISH, (4, 4), 2, 0.565249, 0.228088),
        (BEHIND, (3, 6), 1, -0.341146, -1.236754),
        (BEHIND, (1, 2), 1, -0.857382, -1.194285),
        (BEHIND, (4, 2), 2, 0.606812, 0.805715),
        (EVEN, (7, 7), 1, 0.14377, -0.112914),
        (EVEN, (4, 2), 1, 0.44225, 0.557459),
        (EVEN, (4, 4), 2, 0.37667, 0.277458),
    ],
)
def test_values_in_a_match_are_those_of_gnubg(
    chances: Chances, away: tuple[int, int], cube: int, no_double: float, double_take: float
) -> None:
    score = Score(away=away)
    owner: Owner = "own" if cube > 1 else "centred"
    decision = match_decision(chances, score, cube=cube, owner=owner)
    assert normalised(decision.no_double, score, cube=cube) == pytest.approx(no_double, abs=1e-4)
    assert normalised(decision.double_take, score, cube=cube) == pytest.approx(
        double_take, abs=1e-4
    )


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: Score(away=(0, 3)),
        lambda: Score(away=(26, 3)),
        lambda: Score(away=(3, 4), crawford=True),
        lambda: Score(away=3),
        lambda: money_decision(0.5),
        lambda: money_decision(EVEN, efficiency=1.5),
        lambda: money_decision(EVEN, owner="Ann"),
        lambda: money_decision(EVEN, jacoby="yes"),
        lambda: match_decision(EVEN, (3, 3)),
        lambda: match_decision(EVEN, Score(away=(3, 3)), cube=3),
        lambda: match_take_point(EVEN, Score(away=(3, 3)), cube=0),
        lambda: usual_efficiency("start"),
    ],
)
def test_a_question_that_is_none_is_refused(wrong: Callable[[], object]) -> None:
    with pytest.raises(BadSetting):
        wrong()
