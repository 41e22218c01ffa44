"""Ranks, rings and squares: what they are typically worth, random ones, and the experiments."""

import json

import numpy as np
import pytest

import plywise as pw
from plywise.errors import BadSetting
from plywise.evaluation.features import FeatureSet
from plywise.evaluation.typical import (
    in_typical_units,
    occurrences,
    shares,
    typical,
    without_places,
)
from plywise.evaluation.weights import resolve
from plywise.experiments import experiment
from plywise.experiments.kit.plan import ExperimentPlan, Size
from plywise.experiments.kit.writer import write
from plywise.experiments.pawn_ranks_rings import composite
from plywise.experiments.piece_squares import thesis_squares
from plywise.experiments.places import Learnt
from plywise.experiments.published_places import COMPOSITE, FREQUENCIES, TYPICAL
from plywise.experiments.square_tables import SAYINGS, correlation, published_queen
from plywise.play.player import player
from plywise.play.random_weights import Drawn, random_in_range, random_places

RINGS = FeatureSet.named("chess", "ranks-rings")
HALF = FeatureSet.named("chess", "half-board")
TINY = Size(seeds=2, games=6, match_games=4, depths=(1,))


def published_counts():
    """Table 7.4 as counts: pieces have none, places their per cent."""
    return np.array([0.0] * 5 + [share for piece in FREQUENCIES.values() for share in piece])


def test_places_are_counted_for_both_players_as_each_sees_the_board():
    named = dict(zip(HALF.names, occurrences(HALF, [["e2e4", "e7e5"]]), strict=True))
    # In three positions: both e-pawns at home, one of them, none.
    assert (named["pawn_d2"], named["pawn_d4"]) == (3 * 4 - 3, 3)
    assert (named["queen_d1"], named["queen_d8"], named["pawn_a2"]) == (6, 0, 12)
    assert named["pawn"] == 0


def test_promoted_and_captured_pieces_are_counted_for_what_they_are():
    moves = ["a2a4", "b7b5", "a4b5", "h7h5", "b5b6", "h5h4", "b6b7", "h4h3", "b7a8q"]
    end = occurrences(RINGS, [moves]) - occurrences(RINGS, [moves[:-1]])
    named = dict(zip(RINGS.names, end, strict=True))
    # Two queens at home and one on a8; of four rooks one is gone.
    assert (named["queen_ring1"], named["rook_ring1"]) == (3, 3)


def test_shares_sum_to_one_for_every_kind_also_where_it_was_never_seen():
    for counts in (published_counts(), np.zeros(27)):
        parts = shares(RINGS, counts)
        for table in RINGS.tables:
            assert parts[table.features].sum() == pytest.approx(1.0)


def test_typical_values_are_those_of_the_thesis_from_its_own_tables():
    # Tables 7.1 and 7.4 give figure 7.4, but for the rounding of what was printed.
    units = in_typical_units(resolve("chess/thesis-ranks-rings"), published_counts())
    found = typical(units, published_counts())
    assert list(found.values()) == pytest.approx(TYPICAL, abs=0.1)


def test_piece_and_place_together_are_those_of_table_7_2():
    found = composite(resolve("chess/thesis-ranks-rings"))
    for piece, values in COMPOSITE.items():
        assert found[piece] == pytest.approx(values, rel=0.02)


def test_without_places_a_piece_keeps_what_it_is_typically_worth():
    weights, counts = resolve("chess/thesis-ranks-rings"), published_counts()
    zero = without_places(weights, counts)
    assert set(zero.values[5:]) == {0.0}
    assert typical(zero, counts) == pytest.approx(typical(weights, counts))


def test_a_pawn_worth_nothing_cannot_be_the_unit():
    weights = without_places(resolve("chess/thesis-ranks-rings"), published_counts())
    broken = type(weights)(**{**vars(weights), "values": (-0.5, *weights.values[1:])})
    with pytest.raises(BadSetting, match=r"pawn is typically worth -0\.5"):
        in_typical_units(broken, published_counts())


def test_sets_without_places_of_chess_pieces_are_refused():
    with pytest.raises(BadSetting, match="'material' of chess has no places"):
        occurrences(FeatureSet.named("chess", "material"), [])


def drawn() -> Drawn:
    return random_places(resolve("chess/thesis-half-board"), np.ones(157))


def test_random_squares_are_drawn_anew_for_each_game_and_the_same_again_for_the_same():
    one = drawn()
    first, again, second = (one.for_game(seed=3, number=n) for n in (0, 0, 1))
    assert first == again
    assert first.values[:5] == second.values[:5]
    assert all(a != b for a, b in zip(first.values[5:], second.values[5:], strict=True))
    assert one.for_game(seed=4, number=0) != first


def test_random_squares_lie_around_zero_and_within_the_bounds():
    one = drawn()
    lots = np.array([one.for_game(seed=1, number=n).values for n in range(400)])
    low, high = np.array(one.low.values), np.array(one.high.values)
    assert np.all((lots >= low) & (lots <= high))
    # Even in their range: the mean is near the middle, the deviation a range's share of 1/√12.
    width = (high - low)[5:]
    assert np.abs(lots[:, 5:].mean(axis=0) / width).max() < 0.1
    assert lots[:, 5:].std(axis=0) / width == pytest.approx(np.full(152, 12**-0.5), rel=0.15)


def test_random_squares_are_as_wide_as_the_learnt_ones_of_their_kind():
    weights = resolve("chess/thesis-half-board")
    table = next(table for table in HALF.tables if table.name == "knight")
    learnt = np.array(weights.values)[table.features]
    within = random_places(weights, np.ones(157)).high.values[table.features[0]]
    assert within == pytest.approx(learnt.std())
    whole = random_in_range(weights, np.ones(157)).high.values[table.features[0]]
    assert whole == pytest.approx((1.45 - 0.0) / 2)


def test_bounds_of_two_kinds_are_refused():
    with pytest.raises(BadSetting, match="'material' of chess and 'half-board' of chess"):
        Drawn(low=resolve("chess/ones"), high=resolve("chess/thesis-half-board"))


def test_a_match_with_random_squares_is_repeated_to_the_move_by_any_workers():
    one, two = (
        pw.match(drawn(), "chess/central", games=4, depth=1, noise=0.1, ballot=0, seed=5, workers=n)
        for n in (1, 2)
    )
    assert [game.moves for game in one.records] == [game.moves for game in two.records]
    assert one.a == "random"
    assert one.settings["a"]["drawn"]["high"]["knight_a1"] > 0
    json.dumps(dict(one.settings))


def test_a_player_has_the_weights_of_its_game():
    whole = player(drawn())
    weights = [whole.in_game(seed=7, number=n).evaluation.weights for n in (0, 1)]
    assert weights[0] == list(drawn().for_game(seed=7, number=0).values)
    assert weights[0] != weights[1]
    steady = player("chess/standard")
    assert steady.in_game(seed=7, number=0) is steady


def test_random_and_zero_squares_can_be_named_for_any_weights(tmp_path):
    run = pw.learn("chess", features="half-board", games=4, search={"depth": 1},
                   out=tmp_path / "run")  # fmt: skip
    zero = player(f"zero-squares:{run.directory}")
    assert set(zero.evaluation.weights[5:]) == {0.0}
    counts = occurrences(HALF, [game.moves for game in run.games()])
    expected = without_places(run.as_weights(), counts).values
    assert zero.evaluation.weights == pytest.approx(expected)
    assert player(f"random-squares:{run.directory}").drawn is not None
    found = pw.match("random-squares:chess/central", "chess/central", games=2, depth=1)
    assert found.a == "random-squares:chess/central"


def test_a_set_without_squares_has_no_random_ones():
    with pytest.raises(BadSetting, match="has no places"):
        player("random-squares:chess/standard")


def run(name, tmp_path, size=TINY):
    found = experiment(name)
    plan = ExperimentPlan(
        experiment=found, size_name="quick", size=size, work=tmp_path / "work", workers=2
    )
    return found.run(plan)


def test_ranks_and_rings_stand_beside_the_published_ones(tmp_path):
    result = run("pawn-ranks-rings", tmp_path)
    rows = {row.label: row for row in result.rows}
    assert rows["learnt v Central, %"].published == 61.9
    assert rows["thesis's learnt v None, %"].published == 94.0
    assert (rows["queen, typical"].published, rows["pawn on rank 7"].published) == (9.56, 2.96)
    assert all(isinstance(row.measured, float) for row in result.rows)
    assert len(result.rows) == 5 + 4 + 21
    frequencies = next(table for table in result.tables if "7.4" in table.title)
    assert frequencies.rows[0][:2] == ("pawn rank2", "40.7")
    files = {file.name for file in write(result, tmp_path / "out")}
    assert {"ranks-rings.png", "weights.png", "matches.png", "weights.csv"} <= files
    assert result.settings["learning"]["features"] == "ranks-rings"
    assert result.settings["match"]["noise"] == 0.1


@pytest.fixture(scope="module")
def squares(tmp_path_factory):
    folder = tmp_path_factory.mktemp("squares")
    return run("piece-squares", folder), folder


def test_squares_play_the_six_matches_and_the_thesis_s_tables_play_them_too(squares):
    rows = {row.label: row for row in squares[0].rows}
    assert rows["Random v Zero, %"].published == rows["thesis's Random v Zero, %"].published == 71.0
    assert rows["learnt v LCentral, %"].published == 61.0
    assert (rows["queen, full-board"].published, rows["queen, full-board"].published_error) == (
        9.46, 0.50,
    )  # fmt: skip
    assert rows["queen: f7 over c7"].published == pytest.approx(0.60)
    assert set(SAYINGS) <= rows.keys()
    assert all(isinstance(row.measured, float) for row in squares[0].rows)


def test_the_thesis_s_squares_stand_on_pieces_of_its_average_values():
    counts = occurrences(HALF, [["e2e4", "e7e5", "g1f3", "b8c6"]])
    ours = Learnt(runs=(resolve("chess/thesis-half-board"),), raw=(), counts=counts)
    found = thesis_squares(ours)
    assert list(typical(found, counts).values()) == pytest.approx([1.0, 2.67, 3.07, 4.72, 9.39])
    assert found.as_dict()["knight_d6"] == 1.44


def test_squares_are_written_as_tables_boards_and_data(squares):
    result, folder = squares
    assert [table.title for table in result.tables[1:7]] == [
        "Pawn, half-board (table D.3)", "Knight, half-board (table D.3)",
        "Bishop, half-board (table D.3)", "Rook, half-board (table D.3)",
        "Queen, half-board (table D.3)", "Queen, full-board (table D.4)",
    ]  # fmt: skip
    files = {file.name for file in write(result, folder / "out")}
    assert {"half-board.png", "full-board.png", "matches.png", "squares.csv"} <= files
    lines = result.data["squares.csv"].splitlines()
    assert lines[0].startswith("set,piece,square,value")
    # Five pieces of three sets, and pawns never stand on the outer ranks.
    assert len(lines) == 1 + 3 * (4 * 64 + 48)


def test_squares_correlate_fully_with_themselves_whatever_their_size_and_offset():
    queen = np.array(list(published_queen().values()))
    often = np.arange(64.0)
    assert correlation(queen, 3 * queen + 1, often) == pytest.approx(1.0)
    assert correlation(queen, -queen, often) == pytest.approx(-1.0)
    # Where a piece never stands, its square is worth what it likes.
    other = np.where(often > 0, queen, 99.0)
    assert correlation(queen, other, often) == pytest.approx(1.0)


def test_what_was_not_learnt_is_not_run(tmp_path, monkeypatch):
    monkeypatch.setattr("plywise.experiments.kit.study.KIND_MINUTES", 0.0)
    for name in ("pawn-ranks-rings", "piece-squares"):
        found = experiment(name)
        plan = ExperimentPlan(experiment=found, size_name="paper", size=TINY, work=tmp_path)
        assert {row.measured for row in found.run(plan).rows} == {"not run"}
