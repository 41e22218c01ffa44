"""Matches: fair pairs, the same result on any number of workers, and games that can be read."""

import io
import json
import os
import signal
import threading

import numpy as np
import pytest

from plywise._kernel import Position
from plywise.distributed import processes
from plywise.errors import BadInput, BadSetting, UnknownName
from plywise.evaluation.linear import Linear
from plywise.evaluation.weights import resolve
from plywise.games.ballot import Opening
from plywise.games.game import game
from plywise.play.match import match
from plywise.play.player import Player, player
from plywise.play.statistics import Sprt
from plywise.searching.settings import AlphaBeta, RandomPlay

STANDARD, ONES = "chess/standard", "chess/ones"
QUICK = {"depth": 1, "games": 12, "seed": 3, "workers": 2}


def moves_of(result):
    return [record.moves for record in result.records]


# Pairs


def test_each_opening_is_played_twice_with_colours_swapped():
    result = match(STANDARD, "random", **QUICK)
    assert len(result.records) == 12
    for one, two in zip(result.records[::2], result.records[1::2], strict=True):
        assert one.moves[:4] == two.moves[:4]
        assert one.opening_plies == two.opening_plies == 4
    openings = {tuple(record.moves[:4]) for record in result.records}
    assert len(openings) == 6


def test_wins_are_counted_for_a_whatever_its_colour():
    result = match(STANDARD, "random", **QUICK)
    firsts = [record.outcome for record in result.records[::2]]
    seconds = [1 - record.outcome for record in result.records[1::2]]
    assert result.wins == sum(score == 1 for score in firsts + seconds)
    assert result.score == pytest.approx(sum(firsts + seconds) / 12)
    assert sum(result.pairs) == 6
    turned = match("random", STANDARD, **QUICK)
    assert result.score > 0.8 > 0.2 > turned.score


def test_a_match_against_itself_is_about_even():
    result = match(STANDARD, STANDARD, games=60, depth=1, seed=1)
    low, high = result.score_interval
    assert low - 0.1 < 0.5 < high + 0.1


# The same result again


@pytest.mark.parametrize("sprt", [None, (0, 200)])
def test_the_result_does_not_depend_on_the_number_of_workers(tmp_path, sprt):
    results, files = [], []
    for workers in (1, 2, 5):
        path = tmp_path / f"{workers}.pgn"
        results.append(
            match(STANDARD, ONES, games=40, depth=1, seed=5, sprt=sprt, workers=workers, pgn=path)
        )
        files.append(path.read_bytes())
    assert len({str(result) for result in results}) == 1
    assert len(set(files)) == 1
    assert moves_of(results[0]) == moves_of(results[1]) == moves_of(results[2])


def test_processes_play_the_same_games_as_threads():
    one = match(STANDARD, ONES, games=6, depth=1, seed=5, workers=1)
    two = match(STANDARD, ONES, games=6, depth=1, seed=5, workers=processes(2))
    assert moves_of(one) == moves_of(two)


def test_another_seed_plays_other_games():
    assert moves_of(match(STANDARD, ONES, **QUICK)) != moves_of(
        match(STANDARD, ONES, **QUICK | {"seed": 4})
    )


def test_a_sequential_test_ends_the_match_as_soon_as_it_has_decided():
    test = Sprt(elo0=0, elo1=100)
    result = match(STANDARD, "random", games=400, depth=1, sprt=test, seed=2)
    assert result.games < 400
    assert result.decision == "elo1"
    assert result.llr >= test.bounds[1]
    assert "elo1 accepted" in str(result)
    worse = match("random", STANDARD, games=400, depth=1, sprt=(0, 100), seed=2)
    assert worse.decision == "elo0"


def test_without_a_test_there_is_no_ratio():
    result = match(STANDARD, "random", **QUICK)
    assert (result.llr, result.decision) == (None, None)


# Rules, adjudication, variety


def test_at_the_ply_limit_the_side_ahead_wins_or_the_game_is_drawn():
    material = Opening(start="4k3/8/8/8/8/8/8/Q3K3 w - - 0 1")
    settings = {"openings": [material], "games": 2, "depth": 1, "max_plies": 3}
    agreed = match(STANDARD, STANDARD, **settings)
    assert [record.reason for record in agreed.records] == ["adjudicated win"] * 2
    assert [record.outcome for record in agreed.records] == [1.0, 1.0]
    assert agreed.pairs == (0, 0, 1, 0, 0)
    drawn = match(STANDARD, STANDARD, **settings, adjudication="draw")
    assert [record.reason for record in drawn.records] == ["adjudicated draw"] * 2


def test_evaluations_that_disagree_make_a_draw_at_the_limit():
    # Three knights against a queen: ahead by count, behind by value.
    odd = Opening(start="3qk3/8/8/8/8/8/8/1NN1K1N1 w - - 0 1")
    result = match(ONES, [1, 1, 1, 1, 9], openings=[odd], games=2, depth=0, max_plies=1)
    assert {record.reason for record in result.records} == {"adjudicated draw"}


def test_the_fifty_move_rule_is_not_among_the_rules_of_the_thesis():
    quiet = Opening(start="7k/8/8/8/8/8/R7/K7 w - - 99 80")
    settings = {"openings": [quiet], "games": 2, "search": RandomPlay(), "max_plies": 20, "seed": 1}
    fide = match("random", "random", **settings)
    assert {record.reason for record in fide.records} == {"fifty moves"}
    thesis = match("random", "random", **settings, rules="thesis")
    assert "fifty moves" not in {record.reason for record in thesis.records}
    assert all(record.plies > 1 for record in thesis.records)


def test_the_rules_of_the_thesis_blind_the_search_to_repetition():
    settings = {"games": 2, "depth": 1}
    for rules, sees in (("fide", True), ("thesis", False)):
        result = match(STANDARD, ONES, **settings, rules=rules)
        for side in ("a", "b"):
            assert result.settings[side]["search"]["history_draws"] is sees


def test_noise_reaches_both_searches():
    result = match(STANDARD, ONES, games=2, depth=1, noise=0.1)
    assert result.settings["a"]["search"]["noise"] == 0.1
    assert result.settings["b"]["search"]["noise"] == 0.1


def test_openings_come_from_a_file_in_their_order(tmp_path):
    path = tmp_path / "openings.txt"
    path.write_text("e2e4 e7e5\nd2d4 d7d5\n")
    result = match(STANDARD, ONES, openings=path, games=8, depth=1)
    first_moves = [record.moves[0] for record in result.records]
    assert first_moves == ["e2e4", "e2e4", "d2d4", "d2d4"] * 2


# Who can play


def test_anything_with_weights_can_play(tmp_path):
    weights = resolve(STANDARD)
    path = tmp_path / "set.json"
    weights.save(path)
    linear = Linear(game("chess").features("material"), weights=STANDARD)
    own = player(STANDARD, search=AlphaBeta(depth=1))
    numbers = [1, 3, 3, 5, 9]
    named = dict(zip(weights.names, numbers, strict=True))
    entrants = [STANDARD, path, str(path), weights, linear, numbers, np.array(numbers), named, own]
    games = [moves_of(match(entrant, ONES, depth=1, games=2, seed=8)) for entrant in entrants]
    assert all(other == games[0] for other in games)


def test_a_player_keeps_its_own_search():
    deep = Player(name="deep", evaluation=player(STANDARD).evaluation, search=AlphaBeta(depth=2))
    result = match(deep, "random", games=2, depth=1)
    assert result.settings["a"]["search"]["depth"] == 2
    assert result.a == "deep"


def test_random_play_can_be_asked_for_by_name_or_by_its_search():
    by_name = match("random", STANDARD, games=2, depth=1)
    by_search = match(RandomPlay(), STANDARD, games=2, depth=1)
    assert moves_of(by_name) == moves_of(by_search)
    assert by_name.a == "random"


def test_each_side_may_search_in_its_own_way():
    result = match(STANDARD, STANDARD, games=12, search=(AlphaBeta(depth=2), RandomPlay()), seed=1)
    assert result.score > 0.8


# Bad input


def test_every_bad_setting_is_named_at_once():
    with pytest.raises(BadSetting) as caught:
        match(
            STANDARD, ONES, games=7, max_plies=0, noise=-1, seed=-3, rules="mine", adjudication="?"
        )
    for value in ("7", "0", "-1", "-3", "'mine'", "'?'"):
        assert value in str(caught.value)


def test_limits_beside_a_search_are_refused():
    with pytest.raises(BadSetting, match="leave out depth, nodes"):
        match(STANDARD, ONES, search=AlphaBeta(), depth=3, nodes=5)


@pytest.mark.parametrize(
    "settings", [{"depth": -1}, {"nodes": -1}, {"movetime": -5}, {"workers": 0}]
)
def test_bad_limits_are_refused(settings):
    with pytest.raises(BadInput, match=r"-1|-5|0"):
        match(STANDARD, ONES, games=2, **settings)


@pytest.mark.parametrize("entrant", [None, 7, ["a"] * 5, [1.0], {"pawn": 1}, "x" * 5000])
def test_what_is_no_player_is_refused(entrant):
    with pytest.raises(BadInput):
        match(entrant, ONES, games=2, depth=1)


@pytest.mark.parametrize(
    "settings", [{"games": 4.0}, {"games": "4"}, {"seed": 0.5}, {"sprt": 5}, {"sprt": (0, 5, 9)}]
)
def test_numbers_of_the_wrong_kind_are_refused(settings):
    (name,) = settings
    with pytest.raises(BadSetting, match=name):
        match(STANDARD, ONES, **settings)


def test_an_unknown_weight_set_is_refused_with_a_hint():
    with pytest.raises(UnknownName, match="did you mean 'chess/standard'"):
        match("chess/standrad", ONES, games=2)


# What comes out


def test_the_result_is_safe_for_json_and_has_the_keys_of_the_command():
    result = match(STANDARD, "random", **QUICK, sprt=(0, 5))
    told = json.loads(json.dumps(result.as_dict(), allow_nan=False))
    keys = {"games", "wins", "draws", "losses", "score", "elo", "elo_error", "los", "llr"}
    assert keys <= told.keys()
    assert told["settings"]["seed"] == 3
    assert told["settings"]["a"]["weights"]["queen"] == 9
    assert str(result).startswith(f"+{result.wins} ={result.draws} -{result.losses}  Elo ")


def test_progress_is_told_after_every_pair():
    seen = []
    result = match(STANDARD, "random", **QUICK, on_pair=seen.append)
    assert [so_far.games for so_far in seen] == [2, 4, 6, 8, 10, 12]
    assert str(seen[-1]) == str(result)


def test_python_chess_reads_the_games(tmp_path):
    chess_pgn = pytest.importorskip("chess.pgn", reason="needs python-chess (pip install chess)")
    path = tmp_path / "games.pgn"
    start = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R b KQkq - 0 9"
    openings = ["e2e4", start]
    result = match(STANDARD, "random", openings=openings, games=8, depth=1, pgn=path, seed=9)
    stream = io.StringIO(path.read_text())
    for record in result.records:
        read = chess_pgn.read_game(stream)
        assert read.errors == []
        assert tuple(move.uci() for move in read.mainline_moves()) == record.moves
        assert read.headers["Result"] == {1: "1-0", 0.5: "1/2-1/2", 0: "0-1"}[record.outcome]
        assert read.headers["Round"] == f"{record.number // 2 + 1}.{record.number % 2 + 1}"
        assert read.headers["White"] == ("random" if record.number % 2 else STANDARD)
        assert read.headers["PlywiseSeed"] == "9"
        assert read.headers.get("FEN") == (start if record.number // 2 % 2 else None)
    assert chess_pgn.read_game(stream) is None
    assert "\n".join(result.pgn()) + "\n" == path.read_text()


# Interruption


def test_an_interrupted_match_leaves_whole_pairs_behind(tmp_path):
    path = tmp_path / "games.pgn"

    def interrupt(result):
        if result.games == 6:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        match(STANDARD, ONES, games=400, depth=1, workers=2, pgn=path, on_pair=interrupt)
    assert path.read_text().count("[Event ") == 6


def test_ctrl_c_ends_games_that_are_being_played():
    # Without the kernel's stop flag this would go on for hours.
    timer = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        match(STANDARD, ONES, games=400, depth=40, workers=2)
    timer.join()


# Records


def test_a_replayed_record_ends_where_it_says():
    for record in match(STANDARD, "random", **QUICK).records:
        end = Position.parse("chess", record.start).after_all(record.moves)
        if not record.reason.startswith("adjudicated"):
            assert (end.outcome, end.outcome_reason) == (record.outcome, record.reason)
