"""Backgammon's rules and values, beside the data of others and beside plain definitions."""

import csv
import math
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import plywise as pw
from backgammon_positions import BACKGAMMON, START, board, decisions, random_game, rolls
from plywise import _kernel
from plywise.evaluation.gammon import Gammon
from plywise.evaluation.pubeval import Pubeval
from plywise.searching.reference import expectimax
from position_ids import position_id, rows_of
from test_cli import plywise, refusal

RAW = BACKGAMMON.features("raw")
EVALUATIONS = {"pubeval": Pubeval(RAW), "gammon": Gammon(RAW, hidden=16, seed=1)}
NETWORK = EVALUATIONS["gammon"]
IDS = {
    "position_ids": 113, "wildbg_contact_500": 500, "wildbg_race_500": 500,
    "movegen_counts": 3_000, "bearoff_two_sided_1000": 1_000, "judged_moves": 2 * 8_481,
}  # fmt: skip
"""How many position IDs each file has."""


def table(path: Path) -> list[dict[str, str]]:
    with path.open() as file:
        return list(csv.DictReader(file))


# ---- the data of others ----------------------------------------------------------------------


@pytest.mark.shared
def test_the_plays_of_3000_rolls_lead_to_as_many_positions_as_gnubg_finds(
    shared_data: Path,
) -> None:
    rows = table(shared_data / "backgammon" / "movegen_counts.csv")
    assert len(rows) == 3_000
    for row in rows:
        text = f"{row['position_id']} second {row['die1']}{row['die2']}"
        position = _kernel.Position.parse("backgammon", text)
        plays = position.moves
        found = {str(position.after(play)) for play in plays}
        assert len(found) == len(plays), text
        # gnubg counts no position where nothing can move, and we one play of nothing.
        count = int(row["distinct_resulting_positions"])
        assert len(found) == max(count, 1), text
        assert (plays == ["pass"]) == (count == 0), text


@pytest.mark.shared
@pytest.mark.parametrize("name", IDS)
def test_position_ids_of_others_are_read_and_written_as_they_are(
    shared_data: Path, name: str
) -> None:
    columns = ("position_id", "gnubg_position_id", "after_position_id")
    rows = table(shared_data / "backgammon" / f"{name}.csv")
    ids = [row[column] for row in rows for column in columns if row.get(column)]
    assert len(ids) == IDS[name]
    for text in ids:
        assert str(BACKGAMMON.position(text)) == f"{text} first"
        assert str(BACKGAMMON.position(f"{text} second")) == f"{text} second"
        assert position_id(*rows_of(text)) == text


@pytest.mark.shared
def test_position_ids_mean_the_boards_that_others_say(shared_data: Path) -> None:
    for row in table(shared_data / "backgammon" / "position_ids.csv"):
        told = (row["on_roll_points1_24_bar"], row["opponent_points1_24_bar"])
        rows = tuple(tuple(map(int, side.split())) for side in told)
        assert rows_of(row["gnubg_position_id"]) == rows
        position = BACKGAMMON.position(row["gnubg_position_id"])
        counts = tuple(position.count("checker", side) for side in ("first", "second"))
        assert counts == tuple(map(sum, rows))


@pytest.mark.shared
def test_opening_plays_are_written_as_gnubg_does(shared_data: Path) -> None:
    """Where two ways begin on one point, gnubg has the longer one first: `13/3 13/8(2)`."""
    rows = table(shared_data / "backgammon" / "opening_moves_gnubg_2ply.csv")
    assert len(rows) == 63
    for row in rows:
        position = BACKGAMMON.position(f"{START} first {row['die1']}{row['die2']}")
        ours = [position.notation(play) for play in position.moves]
        assert row["move"] in ours, row
        assert position.notation(same_play(position, row["move"])) == row["move"]


def same_play(position: pw.Position, text: str) -> str:
    """The legal play that leads where the text does."""
    wanted = position.after(text)
    return next(play for play in position.moves if position.after(play) == wanted)


# ---- the rules -------------------------------------------------------------------------------


def test_the_first_rolls_have_as_many_plays_as_is_known() -> None:
    start = BACKGAMMON.position(f"{START} first")
    assert start.kernel.perft(2) == 447
    rolls_of_21 = start.chances
    assert len(rolls_of_21) == 21
    assert math.fsum(chance for _, chance in rolls_of_21) == pytest.approx(1.0, abs=1e-15)
    after = {p for roll, _ in rolls_of_21 for p in map(str, plays_of(start.after(roll)))}
    assert len(after) == 406
    assert BACKGAMMON.start().chances == [(roll, 1 / 15) for roll in BACKGAMMON.start().moves]


def plays_of(position: pw.Position) -> Iterator[pw.Position]:
    return (position.after(play) for play in position.moves)


LAST = {1: 1}
"""One checker, on its one-point: any roll bears it off."""
ENDS = [
    ({1: 14}, 1, "single game"),
    ({24: 14}, 1, "single game"),
    ({7: 15}, 2, "gammon"),
    ({18: 1, 7: 14}, 2, "gammon"),
    ({25: 1, 7: 14}, 3, "backgammon"),
    ({19: 1, 7: 14}, 3, "backgammon"),
    ({23: 2, 7: 13}, 3, "backgammon"),
]
"""What the loser has left, points, and the reason; point 24 is the winner's one-point."""


@pytest.mark.parametrize(("loser", "points", "reason"), ENDS)
@pytest.mark.parametrize("winner", ["first", "second"])
def test_a_game_is_worth_what_the_loser_has_left(
    loser: dict[int, int], points: int, reason: str, winner: str
) -> None:
    own = LAST if 24 not in loser else {2: 1}
    position = BACKGAMMON.position(f"{board(own, loser)} {winner} 65")
    (play,) = position.moves
    over = position.after(play)
    assert over.outcome == (points if winner == "first" else -points)
    assert (over.outcome_reason, over.moves) == (reason, [])


def test_random_games_end_in_all_ways_and_never_without_a_result() -> None:
    ends = Counter(list(random_game(number))[-1].outcome for number in range(300))
    assert sum(ends.values()) == 300
    assert set(ends) == {-3.0, -2.0, -1.0, 1.0, 2.0, 3.0}


def test_a_play_may_be_told_in_any_order_with_or_without_stars() -> None:
    position = BACKGAMMON.position(f"{START} first 31")
    after = {str(position.after(text)) for text in ("8/5,6/5", "6/5 8/5", "6/5, 8/5")}
    assert len(after) == 1
    assert position.after("24/21/20") == position.after("24/20") == position.after("24/23 23/20")


# ---- whose view ------------------------------------------------------------------------------


@cache
def both_rollers(count: int) -> list[tuple[pw.Position, pw.Position]]:
    """The same boards, once with each player about to roll."""
    ids = [str(position).split()[0] for position in rolls(count, every=37)]
    return [
        (BACKGAMMON.position(f"{text} first"), BACKGAMMON.position(f"{text} second"))
        for text in ids
    ]


@pytest.mark.parametrize("name", EVALUATIONS)
def test_static_values_of_both_rollers_are_opposites(name: str) -> None:
    evaluation = EVALUATIONS[name]
    for one, two in both_rollers(200):
        first, second = (evaluation.kernel.real_value(p.kernel) for p in (one, two))
        assert first == -second
        assert evaluation.value(one) == evaluation.value(two)


@pytest.mark.parametrize(("depth", "count"), [(1, 40), (2, 3)])
@pytest.mark.parametrize("name", EVALUATIONS)
def test_searched_values_of_both_rollers_are_opposites(name: str, depth: int, count: int) -> None:
    """What a search tells is the roller's own: equal for both, with the same play to each roll."""
    evaluation, using = EVALUATIONS[name], pw.Expectimax(depth=depth, random_ties=False)
    for one, two in both_rollers(count):
        assert pw.search(one, evaluation, using).value == pw.search(two, evaluation, using).value
        for dice in ("31", "66"):
            found = [
                pw.search(BACKGAMMON.position(f"{p} {dice}"), evaluation, using) for p in (one, two)
            ]
            assert (found[0].value, found[0].move) == (found[1].value, found[1].move)


# ---- the search beside plain definitions -----------------------------------------------------


def in_roller_s_view(position: pw.Position, points: float) -> float:
    return points if position.roller == "first" else -points


def static(position: pw.Position) -> float:
    """The points of the first player, by the rules or by the network."""
    if position.outcome is not None:
        return position.outcome
    return NETWORK.kernel.real_value(position.kernel)


def best_reply(position: pw.Position) -> float:
    """The mean over all rolls of the best play to each, a ply deep; the first player's points."""
    if position.outcome is not None:
        return position.outcome
    mean, best = 0.0, max if position.roller == "first" else min
    for roll, chance in position.chances:
        mean += chance * best(map(static, plays_of(position.after(roll))))
    return mean


def plain(position: pw.Position, candidates: int, margin: float) -> float:
    """What the best candidate brings the player two plies deep; a ply decides who is one."""
    sign = 1 if position.roller == "first" else -1
    shallow = sorted(((sign * static(after), after) for after in plays_of(position)), key=first_of)
    best = shallow[-1][0]
    kept = [after for value, after in shallow[-candidates:] if value >= best - margin]
    return max(sign * best_reply(after) for after in kept)


def first_of(pair: tuple[float, object]) -> float:
    return pair[0]


@pytest.mark.parametrize(("candidates", "margin"), [(3, 0.02), (2, 1.0)])
def test_candidates_are_the_best_plays_of_a_ply(candidates: int, margin: float) -> None:
    using = pw.Expectimax(depth=2, candidates=candidates, margin=margin, random_ties=False)
    for kernel in decisions(100, every=41, seed=candidates):
        position = BACKGAMMON.position(str(kernel))
        found = pw.search(position, NETWORK, using)
        assert found.value == pytest.approx(plain(position, candidates, margin), abs=2e-6)
        deep = best_reply(position.after(found.move))
        assert found.value == pytest.approx(in_roller_s_view(position, deep), abs=2e-6)


@pytest.mark.parametrize(("depth", "count"), [(1, 50), (2, 3)])
def test_expectimax_is_equal_to_its_definition(depth: int, count: int) -> None:
    for kernel in decisions(count, every=53, seed=5):
        position = BACKGAMMON.position(str(kernel))
        found = pw.search(position, NETWORK, pw.Expectimax(depth=depth))
        plainly = expectimax(position, NETWORK, depth, steepness=0.0)
        assert found.value == pytest.approx(in_roller_s_view(position, plainly), abs=2e-6)


# ---- what is refused -------------------------------------------------------------------------

SIXTEEN = board({6: 8, 8: 8}, {6: 5})
BOTH = board({6: 5, 8: 10}, {19: 2, 1: 3})
BAD = {
    f"{SIXTEEN} first": "16 checkers",
    f"{BOTH} first": "both",
    "4HPwATDgc first": "14 letters",
    f"{START}AA": "14 letters",
    "4HPwATDgc/AB!A": "'!'",
    f"{START} first 71": '"71"',
    f"{START} third": '"third"',
    f"{START} opening 33": "double",
}
"""Texts that are no positions, and what is said to be wrong."""


@pytest.mark.parametrize("text", BAD)
def test_what_is_no_position_is_refused_with_its_text(text: str) -> None:
    with pytest.raises(pw.BadPosition) as told:
        BACKGAMMON.position(text)
    assert isinstance(told.value, pw.BadInput)
    assert text in str(told.value)
    assert BAD[text] in str(told.value)
    by = ("--weights", "backgammon/pubeval", "--using", "expectimax:depth=1")
    said = refusal("search", "backgammon", text, *by)
    assert text in " ".join(said.split())


@pytest.mark.parametrize("play", ["8/5", "24/22", "13/off", "8/5 6/4", "bar/22", "pass", "x", ""])
def test_an_illegal_play_is_refused_with_its_text(play: str) -> None:
    position = BACKGAMMON.position(f"{START} first 31")
    with pytest.raises(pw.IllegalMove, match="is not legal in 4HPwATDgc/ABMA first 31") as told:
        position.after(play)
    assert isinstance(told.value, pw.BadInput)
    assert f'"{play}"' in str(told.value)


def test_an_illegal_roll_is_refused() -> None:
    with pytest.raises(pw.IllegalMove, match='"71" is not legal'):
        BACKGAMMON.position(f"{START} first").after("71")
    with pytest.raises(pw.IllegalMove, match='"33" is not legal'):
        BACKGAMMON.start().after("33")


def test_the_command_line_counts_and_searches() -> None:
    counted = plywise("perft", "backgammon", "2", "--position", f"{START} first").stdout
    assert counted == "447\n"
    words = ("search", "backgammon", f"{START} first 31", "--using", "expectimax:depth=1")
    assert "8/5" in plywise(*words, "--weights", "backgammon/pubeval").stdout
