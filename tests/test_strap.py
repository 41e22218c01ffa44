"""RootStrap and TreeStrap: their numbers by hand, and what the kernel records for them."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import plywise as pw
from plywise import _kernel
from plywise.evaluation.network_shape import NetworkShape
from plywise.learning.config import LearnConfig
from plywise.learning.fitting import refuse_unfit_outputs
from plywise.learning.rules import RootStrap, TDLeafRootStrap, TreeStrap
from plywise.learning.self_play import SelfPlay
from plywise.play.in_python import play_game_in_python
from plywise.play.record import GameRecord

RULES = ["rootstrap", "tdleaf+rootstrap", "treestrap"]


def _config(rule: str | dict[str, Any], **more: Any) -> LearnConfig:
    settings: dict[str, Any] = {"features": "material", "games": 4, "max_plies": 40}
    return LearnConfig(**{**settings, "rule": rule, "search": {"depth": 2}, **more})


def _job(rule: str | dict[str, Any], **more: Any) -> _kernel.GameJob:
    config = _config(rule, **more)
    job = SelfPlay(config).job(1, [1.0, 3.1, 3.2, 5.0, 9.3])
    assert isinstance(job, _kernel.GameJob)
    return job


@pytest.mark.parametrize("rule", RULES)
def test_the_readable_game_records_the_same(rule: str) -> None:
    job = _job(rule, max_plies=100)
    told = GameRecord.from_kernel(_kernel.play_game(job))
    assert play_game_in_python(job) == told
    assert GameRecord.from_dict(told.as_dict()) == told
    assert len(told.values) > 20
    assert len(told.data) > 20


def _predicted(values: Any) -> Any:
    return 1.0 / (1.0 + np.exp(-np.asarray(values)))


def test_rootstrap_moves_quiet_leaves_towards_their_searches() -> None:
    job = _job("rootstrap")
    record = GameRecord.from_kernel(_kernel.play_game(job))
    weights = np.array([1.0, 3.1, 3.2, 5.0, 9.3])
    by_hand = np.zeros(5)
    position = pw.game("chess").start().kernel
    for ply, move in enumerate(record.moves):
        row = record.ply_numbers.tolist().index(ply)
        line, _ = _kernel.quiet_line(position, job.first, job.first_search)
        counts = np.zeros(5)
        for index, count in job.first.judged(position.after_all(line), position)[2][0]:
            counts[index] = count
        said = record.results[row]
        if np.isnan(said):
            said = _predicted(record.values[row])
        quiet = _predicted(counts @ weights)
        by_hand += (said - quiet) * quiet * (1 - quiet) * counts
        position = position.after(move)
    rule = RootStrap()
    told = rule.sums(rule.sequence(record, weights), 0.0).net
    assert told == pytest.approx(by_hand, abs=1e-12)
    assert np.abs(by_hand).max() > 1e-3


def test_lambda_returns_end_in_the_outcome() -> None:
    record = GameRecord.from_kernel(_kernel.play_game(_job("rootstrap", max_plies=200)))
    rule = RootStrap(trace_decay=1.0)
    sequence = rule.sequence(record, np.ones(5))
    errors = rule.credits(sequence, 1.0).differences
    assert errors == pytest.approx(record.outcome - sequence.predictions[:-1])


def test_the_sum_is_the_sum_of_both() -> None:
    weights = np.array([1.0, 3.1, 3.2, 5.0, 9.3])
    both = GameRecord.from_kernel(_kernel.play_game(_job("tdleaf+rootstrap")))
    quiet = GameRecord.from_kernel(_kernel.play_game(_job("rootstrap")))
    leaf = GameRecord.from_kernel(_kernel.play_game(_job("tdleaf")))
    assert both.moves == quiet.moves == leaf.moves

    def net(rule: Any, record: GameRecord) -> Any:
        return rule.sums(rule.sequence(record, weights), 0.7).net

    halves = net(pw.TDLeaf(trace_decay=0.7), leaf)
    strap = RootStrap()
    halves = halves + 0.5 * strap.sums(strap.sequence(quiet, weights), 0.0).net
    told = net(TDLeafRootStrap(trace_decay=0.7, share=0.5), both)
    assert told == pytest.approx(halves, abs=1e-12)


def test_positions_along_the_line_learn_what_its_search_said() -> None:
    weights = np.array([1.0, 3.1, 3.2, 5.0, 9.3])
    job = _job({"name": "tdleaf+rootstrap", "line": 3})
    record = GameRecord.from_kernel(_kernel.play_game(job))
    assert play_game_in_python(job) == record
    assert (record.rows_each, record.quiet_each) == (4, 3)
    by_hand = np.zeros(5)
    position = pw.game("chess").start().kernel
    for ply, move in enumerate(record.moves):
        found = _kernel.search(
            position, job.first, job.first_search, seed=_kernel.move_seed(job.seed, job.number, ply)
        )
        said = record.results[ply]
        if np.isnan(said):
            said = _predicted(record.values[ply])
        for plies in range(3):
            if plies > len(found.line):
                break
            behind = position.after_all(found.line[:plies])
            if not behind.moves:
                break
            line, _ = _kernel.quiet_line(behind, job.first, job.first_search)
            counts = np.zeros(5)
            for index, count in job.first.judged(behind.after_all(line), position)[2][0]:
                counts[index] = count
            quiet = _predicted(counts @ weights)
            by_hand += (said - quiet) * quiet * (1 - quiet) * counts
        position = position.after(move)
    rule = TDLeafRootStrap(trace_decay=0.7, line=3)
    alone = pw.TDLeaf(trace_decay=0.7)
    leaf = GameRecord.from_kernel(_kernel.play_game(_job("tdleaf")))
    by_hand += alone.sums(alone.sequence(leaf, weights), 0.7).net
    told = rule.sums(rule.sequence(record, weights), 0.7).net
    assert told == pytest.approx(by_hand, abs=1e-12)


def test_a_rule_of_before_is_written_as_before() -> None:
    assert "line" not in TDLeafRootStrap().as_dict()
    assert TDLeafRootStrap(line=2).as_dict()["line"] == 2


def test_treestrap_takes_the_mean_over_the_nodes_of_a_small_tree() -> None:
    # Depth 1, no quiescence, no table: the root is the only node, and it teaches itself.
    chess = pw.game("chess")
    position = chess.position("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1").kernel
    evaluation = pw.Linear(chess.features("material"), [1.0, 3.0, 3.0, 5.0, 9.0]).kernel
    options = {"depth": 1, "quiescence": False, "table_entries": 0, "steepness": 0.5}
    found = _kernel.search(position, evaluation, _kernel.Settings(teaches=1, **options))
    assert found.taught == [], "material is even: no weight has a part in it"
    ahead = chess.position("4k3/8/8/3p4/4P3/8/8/R3K3 w - - 0 1").kernel
    found = _kernel.search(ahead, evaluation, _kernel.Settings(teaches=1, **options))
    before, after = _predicted(0.5 * 5.0), _predicted(0.5 * 6.0)
    slope = 0.5 * before * (1 - before)
    assert dict(found.taught) == pytest.approx({3: (after - before) * slope})
    silent = _kernel.search(ahead, evaluation, _kernel.Settings(teaches=2, **options))
    assert silent.taught == []


def _taught(fen: str, **settings: Any) -> dict[int, float]:
    chess = pw.game("chess")
    evaluation = pw.Linear(chess.features("material"), [1.0, 3.0, 3.0, 5.0, 9.0]).kernel
    position = chess.position(fen).kernel
    return dict(_kernel.search(position, evaluation, _kernel.Settings(**settings)).taught)


MATE_IN_ONE = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"
TACTICS = "r3kb1r/p1qpppp1/b1p4n/1p6/1nPPPP2/N1Q5/P4KPP/R4BNR w kq - 1 12"


def test_bounds_teach_on_one_side_alone() -> None:
    pruned = _taught(TACTICS, depth=3, teaches=1)
    exact = _taught(TACTICS, depth=3, teaches=1, teaches_bounds=False)
    assert pruned.keys() == exact.keys() == {0, 1, 2}
    assert exact != pruned
    chess = pw.game("chess")
    evaluation = pw.Linear(chess.features("material"), [1.0, 3.0, 3.0, 5.0, 9.0]).kernel
    position = chess.position(TACTICS).kernel
    lines = [
        _kernel.search(position, evaluation, _kernel.Settings(depth=3, **more)).line
        for more in ({}, {"teaches": 1})
    ]
    assert lines[0] == lines[1]
    # At depth 1 the root is the only node, and its value is exact.
    one = [_taught(TACTICS, depth=1, teaches=1, teaches_bounds=bounds) for bounds in (True, False)]
    assert one[0] == one[1]


@pytest.mark.parametrize("least", [1, 2])
def test_a_mate_that_ends_the_search_teaches_the_root(least: int) -> None:
    found = [_taught(MATE_IN_ONE, depth=depth, teaches=least) for depth in range(least, 5)]
    assert found[0]
    assert all(taught == found[0] for taught in found), "no deeper iteration was searched"


def test_the_last_whole_iteration_teaches_where_a_limit_ends_the_search() -> None:
    chess = pw.game("chess")
    evaluation = pw.Linear(chess.features("material"), [1.0, 3.0, 3.0, 5.0, 9.0]).kernel
    position = chess.position(TACTICS).kernel
    common = {"teaches": 1, "random_ties": False}
    limited = _kernel.search(
        position, evaluation, _kernel.Settings(depth=20, nodes=60_000, **common)
    )
    assert 1 < limited.depth < 20
    whole = _kernel.search(position, evaluation, _kernel.Settings(depth=limited.depth, **common))
    assert limited.taught == whole.taught != []


def test_what_is_searched_again_to_draw_among_equals_teaches_nothing() -> None:
    rooks = "r3k3/8/8/8/8/8/8/R3K2R w - - 0 1"  # many moves are worth the same
    for fen in (rooks, TACTICS):
        drawn = _taught(fen, depth=3, teaches=1, random_ties=True)
        assert drawn == _taught(fen, depth=3, teaches=1, random_ties=False)


@pytest.mark.parametrize("rule", RULES)
def test_it_learns(rule: str, tmp_path: Any) -> None:
    run = pw.learn(
        "chess",
        games=60,
        seed=3,
        out=tmp_path / "run",
        workers=1,
        gate_every=0,
        rule=rule,
        search={"depth": 2},
        step_size="coherence:c=.5,prior=.5",
        max_plies=120,
        ballot=4,
    )
    learnt = run.as_weights().as_dict()
    assert learnt["queen"] > learnt["pawn"]


@pytest.mark.parametrize(
    ("rule", "told"),
    [
        ({"name": "treestrap", "depth": 0}, "depth 0"),
        ({"name": "treestrap", "trace_decay": 0.5}, "looks at no games"),
        ({"name": "rootstrap", "learn_steepness": True}, "learn_steepness"),
        ({"name": "tdleaf+rootstrap", "share": -1.0}, "share -1.0"),
        ({"name": "tdleaf+rootstrap", "line": 0}, "line 0"),
        ({"name": "tdleaf+rootstrap", "line": 65}, "line 65"),
    ],
)
def test_settings_that_mean_nothing_are_refused(rule: dict[str, Any], told: str) -> None:
    with pytest.raises(pw.BadSetting, match=told):
        _config(rule)


def test_a_search_too_shallow_to_teach_is_refused() -> None:
    with pytest.raises(pw.BadSetting, match="2 plies deep, and the search looks 1 ahead"):
        _config("treestrap", search={"depth": 1})


def test_only_alpha_beta_has_nodes(tmp_path: Any) -> None:
    with pytest.raises(pw.BadSetting, match="alpha-beta"):
        pw.learn("chess", games=1, out=tmp_path / "run", rule="treestrap", search=pw.UCT(nodes=50))
    assert TreeStrap().search_settings()["teaches"] == 2


def test_what_a_rule_always_refuses_is_not_among_the_settings_that_it_has() -> None:
    with pytest.raises(pw.BadInput, match="setting of rootstrap 'blundrs'") as error:
        _config({"name": "rootstrap", "blundrs": "gains"})
    assert "trace_decay" in str(error.value)
    assert "blunders" not in str(error.value)
    assert "learn_steepness" not in str(error.value)
    with pytest.raises(pw.BadSetting, match=r"blunders='gains': rootstrap learns from"):
        RootStrap(blunders="gains")


def test_a_class_is_called_by_its_name_at_the_head_of_a_message() -> None:
    with pytest.raises(pw.BadSetting, match=r": TreeStrap\(.*\) learns from nodes 2 plies deep"):
        _config("treestrap", search={"depth": 1})


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("search", [pw.UCT(nodes=50), pw.RandomPlay()])
def test_a_search_without_such_places_is_refused_with_the_rule(rule: str, search: Any) -> None:
    with pytest.raises(
        pw.BadSetting, match=f"the rule {rule.replace('+', '.')} learns .*"
    ) as error:
        _config(rule, search=search)
    assert f"searches by {search.kind}" in str(error.value)


def test_a_rule_and_a_search_that_do_not_fit_leave_nothing_behind(tmp_path: Path) -> None:
    with pytest.raises(pw.BadSetting, match=r"rootstrap.* expectimax"):
        pw.learn("dice-race", rule="rootstrap", games=2, out=tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_outputs_that_count_points_are_not_learnt_by_straps() -> None:
    outputs = "hidden=2,outputs=win/gammon,points=2/1,events=>=1/>=2"
    with pytest.raises(pw.BadSetting, match=r"evaluation = 'network.* rule.name = 'rootstrap'"):
        refuse_unfit_outputs(NetworkShape.parse(outputs), RootStrap())


def test_treestrap_of_the_root_alone_is_rootstrap() -> None:
    weights = []
    for rule in ("rootstrap", {"name": "treestrap", "depth": 2}):
        run = pw.learn(
            "chess", features="tapered", rule=rule, step_size="fixed:.2", games=1, lag=1, seed=1,
            search=pw.AlphaBeta(depth=2), ballot=4, max_plies=120, gate_every=0,
        )  # fmt: skip
        weights.append(np.array(run.history.weights[-1]))
    assert weights[0] == pytest.approx(weights[1], abs=1e-12)
    assert np.any(weights[0] != np.array(run.config.start))


def test_a_search_that_ends_where_quiescence_does_found_no_error() -> None:
    # Weights that whole numbers cannot tell: what rounding loses is no error of the evaluation.
    chess = pw.game("chess")
    evaluation = pw.Linear(chess.features("material"), [1.00037, 3.00041, 3.3, 5.1, 9.7]).kernel
    quiet = chess.position("4k3/pp6/8/8/8/8/PPP5/4K3 w - - 0 1").kernel
    for depth in (1, 2, 3):
        assert (
            _kernel.search(quiet, evaluation, _kernel.Settings(depth=depth, teaches=1)).taught == []
        )
