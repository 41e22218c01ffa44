"""Ratings agree with an independent fit, tell how sure they are, and survive what happens."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from scipy import optimize, stats

from mock_opponents import executable, left_behind, pids
from plywise.errors import BadSetting, UnknownName
from plywise.play.elo_fit import fit_one
from plywise.play.interval import student_95
from plywise.play.ladder import ANCHOR, ANCHOR_ELO, LADDER, Rung
from plywise.play.opponents import opponent
from plywise.play.pgn import pgn_game, write_pgn
from plywise.play.pgn_pairs import read_pairs
from plywise.play.pool_fit import PRIOR, fit_pool
from plywise.play.rating import MOST_FAILURES, Met, Rating, choose, pool, rate
from plywise.play.statistics import Tally
from plywise.searching.settings import AlphaBeta, RandomPlay

K = 400 / np.log(10)


def simulated(
    difference: float, pairs: int = 1, draws: float = 0.3, *, rng: np.random.Generator
) -> Tally:
    """A match of that Elo difference, in which up to that share of the games is drawn."""
    p = 1 / (1 + 10 ** (-difference / 400))
    drawn = min(draws, 2 * min(p, 1 - p) * 0.9)  # no more than leaves the score what it must be
    law = [1 - p - drawn / 2, drawn, p - drawn / 2]
    games = rng.choice([0.0, 0.5, 1.0], size=(pairs, 2), p=law)
    return Tally.of_pairs([(float(one), float(two)) for one, two in games])


def table(seed: int) -> list[tuple[float, Tally]]:
    """One player's games against a few others."""
    rng = np.random.default_rng(seed)
    true = rng.uniform(1000, 2200)
    others = true + rng.uniform(-300, 300, size=rng.integers(1, 6))
    draws = rng.uniform(0, 0.6)
    return [
        (float(other), simulated(true - other, int(rng.integers(1, 30)), draws, rng=rng))
        for other in others
    ]


def minus_log_likelihood(elo: float, results: list[tuple[float, Tally]]) -> float:
    """A draw as half a win and half a loss."""
    total = 0.0
    for other, tally in results:
        points = tally.wins + tally.draws / 2
        total += points * np.logaddexp(0, -(elo - other) / K)
        total += (tally.games - points) * np.logaddexp(0, (elo - other) / K)
    return total


def test_the_rating_is_where_the_likelihood_is_greatest() -> None:
    compared = 0
    for seed in range(210):
        results = table(seed)
        elo = fit_one(results).elo
        if elo is None:
            continue  # all games won, or all lost
        best = optimize.minimize_scalar(
            minus_log_likelihood, args=(results,), bounds=(-2000, 5000), method="bounded",
            options={"xatol": 1e-6},
        )  # fmt: skip
        assert elo == pytest.approx(best.x, abs=0.05), f"table {seed}"
        compared += 1
    assert compared >= 200


@pytest.mark.parametrize("pairs", [5, 20, 100])
@pytest.mark.parametrize("draws", [0.0, 0.5])
def test_the_interval_holds_the_truth_nineteen_times_in_twenty(pairs: int, draws: float) -> None:
    rng = np.random.default_rng(7)
    held, tried = 0, 0
    for _ in range(600):
        results = [
            (1500.0 + d, simulated(-d, pairs, draws, rng=rng)) for d in (-150.0, 0.0, 150.0)
        ]  # the truth is 1500
        fit = fit_one(results)
        low, high = fit.interval
        if low is not None and high is not None:
            tried += 1
            held += low <= 1500 <= high
    assert tried > 590
    assert 0.93 <= held / tried <= 0.985


@pytest.mark.parametrize("ahead", [400.0, 700.0])
def test_the_interval_holds_when_all_opponents_are_far_weaker(ahead: float) -> None:
    rng = np.random.default_rng(8)
    held = 0
    for _ in range(600):
        results = [
            (1500.0 - ahead + d, simulated(ahead - d, 7, 0.3, rng=rng))
            for d in (-100.0, 0.0, 100.0)
        ]
        low, high = fit_one(results).interval
        held += (low is None or low <= 1500) and (high is None or high >= 1500)
    assert held / 600 >= 0.93


@pytest.mark.parametrize("seed", range(30))
def test_a_rating_by_one_opponent_is_the_matchs_elo(seed: int) -> None:
    rng = np.random.default_rng(seed)
    true = float(rng.uniform(-600, 600))
    one, two = (simulated(true, int(rng.integers(1, 30)), rng=rng) for _ in range(2))
    whole = _plus(one, two)
    fit = fit_one([(1500.0, whole)])
    ends = [None if end is None else 1500 + end for end in whole.elo_interval or ()]
    assert fit.interval == pytest.approx(ends)
    assert fit.elo == (None if whole.elo is None else pytest.approx(1500 + whole.elo))
    if not whole.trials().are_alike:
        parts = fit_one([(1500.0, one), (1500.0, two)])  # as if they were two opponents
        assert parts.interval == pytest.approx(ends)


def test_draws_make_a_rating_more_certain_and_pairs_that_agree_less() -> None:
    drawn = Tally.of_pairs([(0.5, 0.5), (0.5, 0.5), (1, 0), (0.5, 1), (0, 0.5)] * 10)
    shared = Tally.of_pairs([(1, 1), (0, 0)] * 25)
    plain = Tally.of_pairs([(1, 1), (0, 0), (1, 0), (0, 1)] * 12)
    errors = [fit_one([(1500.0, tally)]).error or 0.0 for tally in (drawn, plain, shared)]
    assert errors == sorted(errors)
    assert errors[0] * 1.5 < errors[1] < errors[2]


def test_the_error_is_never_that_of_pairs_which_happen_to_be_alike() -> None:
    alike = Tally.of_pairs([(1, 0)] * 8)
    error = fit_one([(1500.0, alike)]).error
    assert error is not None
    assert error > 60


@pytest.mark.parametrize("sign", [1, -1])
def test_a_player_that_won_or_lost_every_game_has_a_bound_only(sign: int) -> None:
    perfect = Tally.of_pairs([(1, 1) if sign > 0 else (0, 0)] * 5)
    fit = fit_one([(1500.0, perfect)])
    assert (fit.elo, fit.error) == (None, None)
    bound = fit.interval[0 if sign > 0 else 1]
    assert bound is not None
    p = 1 / (1 + 10 ** (-sign * (bound - 1500) / 400))
    assert p**5 == pytest.approx(0.025, rel=1e-6)  # five trials: the games of a pair are one
    assert str(fit) == f"{'above' if sign > 0 else 'below'} {bound:.0f}"


def test_without_games_nothing_is_known() -> None:
    fit = fit_one([(1500.0, Tally.of_pairs([]))])
    assert (fit.elo, fit.interval, str(fit)) == (None, (None, None), "unknown")


@pytest.mark.parametrize("freedom", [3, 5, 10, 30, 200])
def test_students_law_is_near_enough(freedom: int) -> None:
    assert student_95(freedom) == pytest.approx(stats.t.ppf(0.975, freedom), rel=0.01)


# A pool


def pool_table(seed: int) -> tuple[dict[str, float], dict[tuple[str, str], Tally]]:
    rng = np.random.default_rng(seed)
    true = {f"p{number}": 1200 + 100 * number + rng.uniform(-40, 40) for number in range(7)}
    names = list(true)
    matches = {
        (a, b): simulated(true[a] - true[b], int(rng.integers(5, 40)), 0.3, rng=rng)
        for i, a in enumerate(names)
        for b in names[i + 1 : i + 4]
    }
    return true, matches


@pytest.mark.parametrize("seed", range(20))
def test_a_pool_is_fitted_as_by_an_independent_optimiser(seed: int) -> None:
    true, matches = pool_table(seed)
    fit = fit_pool(matches, anchor="p3", elo=true["p3"])
    free = [name for name in true if name != "p3"]

    def minus(at: np.ndarray) -> float:
        elo = dict(zip(free, at, strict=True)) | {"p3": 0.0}
        games = (minus_log_likelihood(elo[a], [(elo[b], t)]) for (a, b), t in matches.items())
        return sum(games) + float(at @ at) / 2 / PRIOR**2

    best = optimize.minimize(minus, np.zeros(len(free)), method="BFGS", options={"gtol": 1e-8})
    for name, elo in zip(free, best.x, strict=True):
        assert fit.ratings[name] == pytest.approx(true["p3"] + elo, abs=0.5)


def test_the_errors_of_a_pool_hold_the_truth() -> None:
    held = []
    for seed in range(100):
        true, matches = pool_table(1000 + seed)
        fit = fit_pool(matches, anchor="p3", elo=true["p3"])
        held += [abs(fit.ratings[n] - true[n]) <= fit.errors[n] for n in true if n != "p3"]
    assert 0.92 <= np.mean(held) <= 0.985


def test_an_anchor_must_have_played() -> None:
    with pytest.raises(BadSetting, match="the anchor 'x' played nobody"):
        fit_pool({("a", "b"): Tally.of_pairs([(1, 0)])}, anchor="x", elo=0)


# The ladder, and who is chosen from it


def test_the_ladder_goes_up_and_holds_its_anchor() -> None:
    ratings = [rung.elo for rung in LADDER]
    assert ratings == sorted(ratings)
    assert {rung.elo for rung in LADDER if rung.name == ANCHOR} == {ANCHOR_ELO}
    assert [opponent(rung.name).name for rung in LADDER] == [rung.name for rung in LADDER]
    assert len({rung.name for rung in LADDER}) == len(LADDER)


def rating_of(*met: tuple[float, Tally]) -> Rating:
    rungs = (Met(rung=Rung(name=f"{elo:g}", elo=elo, error=50.0), tally=t) for elo, t in met)
    return Rating(name="it", met=tuple(rungs), settings={})


NONE = Tally.of_pairs([])


def test_opponents_near_the_rating_are_chosen_and_shared_out() -> None:
    won = Tally.of_pairs([(1, 1)] * 4)
    even = Tally.of_pairs([(1, 0)] * 4)
    rating = rating_of((1000.0, won), (1400.0, even), (1450.0, NONE), (2400.0, NONE))
    assert 1300 < rating.guess() < 1500
    assert choose(rating) == "1450"
    assert choose(rating, ["1450"] * 9) == "1400"


def test_the_first_guess_is_the_middle_of_the_ladder() -> None:
    rating = rating_of((1000.0, NONE), (1500.0, NONE), (2000.0, NONE))
    assert rating.guess() == pytest.approx(1500)
    assert choose(rating) == "1500"
    assert (rating.elo, rating.elo_error, rating.ladder_error) == (None, None, None)


def test_simulated_players_are_found_by_climbing_the_ladder() -> None:
    """The whole loop but for the engines: choose, play by the law, fit; the truth is 1730."""
    rng = np.random.default_rng(3)
    inside, met = 0, []
    for _ in range(20):
        rating = rating_of(*((rung.elo, NONE) for rung in {r.elo: r for r in LADDER}.values()))
        for _ in range(100):
            name = choose(rating)
            rating = Rating(
                name="it", settings={},
                met=tuple(
                    Met(rung=m.rung, tally=_plus(m.tally, simulated(1730 - m.rung.elo, rng=rng)))
                    if m.rung.name == name
                    else m
                    for m in rating.met
                ),
            )  # fmt: skip
        assert rating.elo is not None
        assert rating.elo_error is not None
        inside += abs(rating.elo - 1730) <= rating.elo_error
        met += [m.tally.games for m in rating.met if abs(m.rung.elo - 1730) > 600]
    assert inside >= 17
    assert np.mean(met) < 5  # hardly a game against those who would tell nothing


def _plus(one: Tally, two: Tally) -> Tally:
    assert one.pairs is not None
    assert two.pairs is not None
    pairs = tuple(a + b for a, b in zip(one.pairs, two.pairs, strict=True))
    return Tally(
        wins=one.wins + two.wins, draws=one.draws + two.draws, losses=one.losses + two.losses,
        pairs=pairs,  # type: ignore[arg-type]
    )  # fmt: skip


def test_the_ladders_own_error_is_the_mean_of_what_each_rung_told() -> None:
    rating = rating_of((1400.0, Tally.of_pairs([(1, 0)] * 5)), (1600.0, NONE))
    assert rating.ladder_error == pytest.approx(50)


def test_opponents_are_taken_by_name_by_engine_or_with_a_rating() -> None:
    assert [rung.name for rung in pool(["gnuchess:depth=2", "toga2:depth=1@1500"])] == [
        "toga2:depth=1",
        "gnuchess:depth=2",
    ]
    assert {rung.name.split(":")[0] for rung in pool(["phalanx"])} == {"phalanx"}
    with pytest.raises(UnknownName, match="did you mean 'gnuchess:depth=2'"):
        pool(["gnuches:depth=2"])
    with pytest.raises(BadSetting, match=r"'much' in .* is not a rating"):
        pool(["gnuchess:depth=2@much"])


# Games


def test_a_player_is_rated_by_games(noted: Path, tmp_path: Path) -> None:
    weak, other = (executable(name, tmp_path) for name in ("plays_well", "plays_well_in_xboard"))
    pgn = tmp_path / "games.pgn"
    seen: list[int] = []
    rating = rate(
        "chess/standard", search=RandomPlay(), games=8, workers=2, seed=1, pgn=pgn, max_plies=60,
        opponents=[f"uci:{weak}:depth=1@1000", f"xboard:{other}:depth=1@1100"],
        on_pair=lambda r: seen.append(r.games),
    )  # fmt: skip
    assert rating.games == 8
    assert seen == [2, 4, 6, 8]
    assert sum(m.tally.games for m in rating.met) == 8
    text = pgn.read_text()
    assert text.count("[Event ") == 8
    assert '[Event "plywise rate: chess/standard v plays_well' in text
    told = json.loads(json.dumps(rating.as_dict(), allow_nan=False, default=str))
    assert {"elo", "elo_error", "games", "opponents", "ladder_error"} <= told.keys()
    assert not left_behind(noted)


def test_an_opponent_that_fails_does_not_count_and_is_left_alone_at_last(
    noted: Path, tmp_path: Path
) -> None:
    good, bad = (executable(name, tmp_path) for name in ("plays_well", "crashes_in_the_game"))
    rating = rate(
        "chess/standard", search=AlphaBeta(depth=1), games=20, workers=1, seed=1, max_plies=20,
        opponents=[f"uci:{good}:depth=1@1000", f"uci:{bad}:depth=1@1000"],
    )  # fmt: skip
    by_name = {m.rung.name.rpartition("/")[2]: m for m in rating.met}
    assert by_name["crashes_in_the_game:depth=1"].failures == MOST_FAILURES
    assert by_name["crashes_in_the_game:depth=1"].tally.games == 0
    assert by_name["plays_well:depth=1"].failures == 0
    assert rating.games == 20 - 2 * MOST_FAILURES
    assert rating.failures == MOST_FAILURES


def test_nobody_left_to_play_against_ends_the_rating(noted: Path, tmp_path: Path) -> None:
    bad = executable("crashes_in_the_game", tmp_path)
    rating = rate(
        "chess/standard", search=AlphaBeta(depth=1), games=40, workers=2,
        opponents=[f"uci:{bad}:depth=1@1000"],
    )  # fmt: skip
    assert (rating.games, rating.elo) == (0, None)
    assert MOST_FAILURES <= rating.failures <= MOST_FAILURES + 1


def test_games_end_when_the_rating_is_certain_enough(noted: Path, tmp_path: Path) -> None:
    good = executable("plays_well", tmp_path)
    rating = rate(
        "chess/standard", search=RandomPlay(), games=60, workers=1, error=700.0, max_plies=30,
        opponents=[f"uci:{good}:depth=1@1000"],
    )  # fmt: skip
    assert rating.games < 60
    assert rating.elo_error is not None
    assert rating.elo_error <= 700


def test_a_rating_goes_on_from_its_games(noted: Path, tmp_path: Path) -> None:
    good = executable("plays_well", tmp_path)
    pgn = tmp_path / "games.pgn"
    settings = {
        "search": AlphaBeta(depth=1), "workers": 1, "seed": 1, "max_plies": 30,
        "opponents": [f"uci:{good}:depth=1@1000"],
    }  # fmt: skip
    whole = rate("chess/standard", games=8, pgn=tmp_path / "whole.pgn", **settings)
    rate("chess/standard", games=4, pgn=pgn, **settings)
    rate("chess/ones", games=2, pgn=pgn, **settings)  # somebody else's games do not count
    resumed = rate("chess/standard", games=8, pgn=pgn, resume=True, **settings)
    assert resumed.met == whole.met
    assert pgn.read_text().count("[Event ") == 10
    again = rate("chess/standard", games=8, pgn=pgn, resume=True, **settings)
    assert again.met == whole.met
    with pytest.raises(BadSetting, match="to resume, give the PGN file"):
        rate("chess/standard", games=8, resume=True, **settings)


def test_games_that_are_no_pairs_do_not_count_and_are_told(tmp_path: Path) -> None:
    pgn = tmp_path / "games.pgn"
    pgn.write_text(pgn_game(["e2e4"], outcome=0.5))
    with pytest.warns(UserWarning, match=r"left out, as not of a whole pair: game 1 \(round \?\)"):
        assert list(read_pairs(pgn)) == []
    write_pgn(pgn, [pgn_game([], outcome=0.5, headers={"White": name}) for name in "ab"])
    with pytest.warns(UserWarning, match="game 1 .*, game 2 "):
        assert list(read_pairs(pgn)) == []


def test_pairs_read_from_a_file_tell_who_failed(tmp_path: Path) -> None:
    players = {"White": "a", "Black": "b"}, {"White": "b", "Black": "a"}
    reasons = "engine failed: illegal move 'e2e5'", "checkmate"
    for outcome, failed in ((0.0, (True, False)), (1.0, (False, True))):
        games = [
            pgn_game([], outcome=outcome, reason=reason, headers=names)
            for names, reason in zip(players, reasons, strict=True)
        ]
        (pair,) = read_pairs(write_pgn(tmp_path / "games.pgn", games))
        assert (pair.a, pair.b, pair.scores) == ("a", "b", (outcome, 1 - outcome))
        assert pair.failed == failed


@pytest.mark.parametrize("games", [0, 3, 2.0, -2])
def test_an_odd_number_of_games_is_refused(games: int) -> None:
    with pytest.raises(BadSetting, match="games must be even"):
        rate("chess/standard", games=games)


def test_ctrl_c_tells_the_rating_so_far(noted: Path, tmp_path: Path) -> None:
    slow = executable("is_slow", tmp_path)
    pgn = tmp_path / "games.pgn"
    command = [
        sys.executable, "-m", "plywise", "rate", "chess/standard", "--using", "random",
        "--games", "1000", "--workers", "2", "--opponents", f"uci:{slow}:depth=1@1000",
        "--pgn", str(pgn), "--json",
    ]  # fmt: skip
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as run:
        for _ in range(1200):
            if pgn.exists() and pgn.read_text().count("[Event ") >= 2:
                break
            time.sleep(0.1)
        run.send_signal(signal.SIGINT)
        out, err = run.communicate(timeout=120)
    assert run.returncode == 130, err
    told = json.loads(out.splitlines()[-1])
    assert told["games"] == pgn.read_text().count("[Event ")
    assert pids(noted)
    assert not left_behind(noted)


def test_a_full_disk_ends_the_rating_with_what_is_known(noted: Path, tmp_path: Path) -> None:
    good = executable("plays_well", tmp_path)
    pgn = tmp_path / "games.pgn"
    command = (
        f"ulimit -f 4; exec '{sys.executable}' -m plywise rate chess/standard --using random "
        f"--games 100 --workers 1 --opponents 'uci:{good}:depth=1@1000' --pgn '{pgn}' --json"
    )
    run = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert run.returncode == 1
    assert f"File too large: {str(pgn)!r}" in run.stderr
    games = pgn.read_text().count("[Event ")
    assert games > 0
    assert games % 2 == 0
    assert json.loads(run.stdout.splitlines()[-1])["games"] == games
    assert not left_behind(noted)
