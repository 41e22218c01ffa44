"""Points: declared by the game, and through records, matches, gates, files and reports."""

import json

import pytest

import plywise as pw
from dice_games import evaluations
from plywise.games.dice_race import DiceRace
from plywise.learning.lines import Gate, PlayedGame
from plywise.play.interval import Trials
from plywise.play.pgn import pgn_game
from plywise.play.points import Points
from plywise.play.record import GameRecord

OUTCOMES = (-2.0, -1.0, 1.0, 2.0)
BETTER = evaluations([-0.5, 0.5, 0.5, 0.0])[0]


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """A run of the race by dice."""
    out = tmp_path_factory.mktemp("runs") / "race"
    return pw.learn("dice-race", games=300, seed=1, gate_every=150, gate_games=20, out=out)


def test_facts_tell_outcomes_and_dice():
    for game in ("dice-race", DiceRace):
        facts = pw.game(game).facts
        assert (tuple(facts.outcomes), facts.has_chance) == (OUTCOMES, True)
    chess = pw.game("chess").facts
    assert (chess.outcomes, chess.has_chance) == ([0.0, 0.5, 1.0], False)


@pytest.mark.parametrize(
    "given", [(1.0,), (2.0, 1.0), (1.0, 1.0), ("a", "b"), 3, (0.0, float("inf"))]
)
def test_outcomes_that_cannot_be_are_refused(given):
    class Bad(DiceRace):
        outcomes = given

    with pytest.raises(pw.BadSetting, match=r"Bad\.outcomes is"):
        pw.game(Bad)


def test_an_outcome_that_is_not_declared_is_refused_with_the_position():
    class Generous(DiceRace):
        def outcome(self, state):
            points = super().outcome(state)
            return None if points is None else 3 * points

    game = pw.game(Generous)
    with pytest.raises(pw.BadInput, match=r"gives -6.0 for .*\[-2.0, -1.0, 1.0, 2.0\]"):
        _ = game.position("((6, 6), (0, 0), 'first', 0)").outcome
    assert [finding.rule for finding in pw.check(Generous, games=2)] != []


def _record(**more):
    values = {"number": 1, "start": "66 66 first", "moves": ("d1",), "opening_plies": 0,
        "outcome": 2.0, "outcomes": OUTCOMES, "reason": "double win", "predicted_replies": (),
        "indptr": [0]}  # fmt: skip
    empty = ("values", "kinds", "results", "movers", "ply_numbers", "indices", "data")
    values |= {name: [] for name in empty}
    return GameRecord(**(values | more))


def test_a_record_knows_what_its_game_declares():
    assert _record().shares(2.0) == 1.0
    assert _record().shares(0.0) == 0.5
    assert GameRecord.from_dict(_record().as_dict()) == _record()
    assert "outcomes" not in _record(outcome=1.0, outcomes=(0.0, 0.5, 1.0)).as_dict()
    assert _record(outcome=0.0).has_points  # even, by adjudication
    for outcome, outcomes in ((3.0, OUTCOMES), (2.0, (0.0, 0.5, 1.0)), (0.25, (0.0, 0.5, 1.0))):
        with pytest.raises(pw.BadInput, match="an outcome that cannot be"):
            _record(outcome=outcome, outcomes=outcomes)


def test_points_a_game_have_the_interval_of_pairs():
    pairs = [(2.0, 1.0), (1.0, -1.0), (-2.0, 1.0), (2.0, 2.0), (1.0, 1.0)]
    points = Points.of_pairs(pairs, OUTCOMES)
    assert points.games == 10
    assert points.mean == pytest.approx(0.8)
    shares = [((one + two) / 2 + 2) / 4 for one, two in pairs]
    low, high = Trials(scores=shares, counts=[1] * 5).interval
    assert points.interval == pytest.approx((4 * low - 2, 4 * high - 2))
    assert Points(outcomes=OUTCOMES).mean is None


def test_a_match_tells_points_beside_wins_and_losses():
    result = pw.match(BETTER, "random", game="dice-race", games=200, seed=2)
    points = [
        record.outcome if record.number % 2 == 0 else -record.outcome for record in result.records
    ]
    assert result.points.mean == pytest.approx(sum(points) / 200)
    assert result.wins == sum(p > 0 for p in points)
    assert result.draws == 0
    low, high = result.points.interval
    assert 0 < low < result.points.mean < high
    assert "points a game" in str(result)
    told = json.loads(json.dumps(result.as_dict()))
    assert told["points"] == result.points.mean
    assert told["points_interval"] == [low, high]


def test_other_games_say_nothing_of_points():
    result = pw.match("chess/standard", "random", games=2, depth=1, seed=1)
    assert result.points is None
    assert "points" not in str(result)
    assert "points" not in result.as_dict()
    assert "outcomes" not in result.records[0].as_dict()


def test_a_text_record_tells_the_points():
    text = pgn_game(["d1", "6/5"], outcome=-2.0, reason="double win", game="dice-race")
    assert '[Result "0-1"]' in text
    assert '[Points "-2"]' in text
    assert text.endswith("0-1\n")
    even = pgn_game(["d1"], outcome=0.0, reason="adjudicated draw", game="dice-race")
    assert '[Result "1/2-1/2"]' in even
    assert "Points" not in pgn_game(["e2e4"], outcome=1.0)


def test_a_line_of_games_txt_goes_both_ways():
    for outcome, told in ((2.0, "+2"), (-1.0, "-1"), (0.0, "+0"), (1.0, "+1")):
        game = PlayedGame(number=1, outcome=outcome, reason="win", moves=("d1",), has_points=True)
        assert f"\t{told}\t" in game.line()
        assert PlayedGame.parse(game.line()) == game
    chess = PlayedGame(number=1, outcome=1.0, reason="checkmate", moves=("e2e4",))
    assert PlayedGame.parse(chess.line()) == chess


def test_a_gate_without_points_is_written_as_ever():
    gate = Gate(game=1, games=2, wins=1, draws=0, losses=1, score=0.5, low=0.1, high=0.9, depth=1,
                seconds=0.1)  # fmt: skip
    assert "points" not in gate.line()
    assert Gate.parse(json.loads(gate.line())) == gate


def test_learning_the_race_wins_points_from_the_start(run):
    assert run.weights["steps"] < 0 < run.weights["roll"]
    assert all(abs(w) < 20 for w in run.weights.values())
    start = evaluations([0.0] * 4)[0]
    result = pw.match(run, start, game="dice-race", games=2000, depth=1, seed=5)
    assert result.points.interval[0] > 0
    assert set(run.history.outcome) <= {*OUTCOMES}
    gate = run.gates[-1]
    assert gate.points is not None
    assert gate.points[1] <= gate.points[0] <= gate.points[2]
    assert "points a game" in str(gate)


def test_the_same_seed_learns_the_same_weights(run):
    again = pw.learn("dice-race", games=300, seed=1, gate_every=0)
    assert again.weights == run.weights


def test_the_game_in_python_learns_the_same(run):
    own = pw.learn(DiceRace, games=40, seed=1, gate_every=0)
    kernel = pw.learn("dice-race", games=40, seed=1, gate_every=0)
    assert list(own.weights.values()) == pytest.approx(list(kernel.weights.values()), rel=1e-9)


def test_td_directed_learns_the_race_too():
    learnt = pw.learn("dice-race", games=200, seed=2, rule="td-directed", gate_every=0)
    assert learnt.weights["steps"] < 0


def test_a_run_s_files_tell_points(run):
    game = next(run.games())
    assert game.has_points
    assert game.outcome in OUTCOMES
    assert "[Points" in run.pgn().read_text()


def test_a_run_refuses_a_search_that_does_not_fit():
    with pytest.raises(pw.BadSetting, match="alpha-beta cannot search; use expectimax"):
        pw.learn("dice-race", games=2, search=pw.AlphaBeta(depth=1))
    with pytest.raises(pw.BadSetting, match=r"steepness 0\.5 of expectimax is not that"):
        pw.learn("dice-race", games=2, search=pw.Expectimax(steepness=0.5))
    with pytest.raises(pw.BadSetting, match="learn_steepness"):
        pw.learn("dice-race", games=2, rule=pw.TDLeaf(learn_steepness=True))
    tanh = pw.learn("dice-race", games=2, rule=pw.TDLeaf(squash=pw.Tanh()), gate_every=0)
    assert tanh.config.search.steepness == pytest.approx(0.51)


def test_a_report_counts_wins_by_points(run, tmp_path):
    pytest.importorskip("matplotlib")
    from plywise.report import write

    page = write(run, tmp_path)[0].read_text()
    assert "points a game" in page
