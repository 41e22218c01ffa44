"""Ratings in points: a ladder that was measured, games that give the same for any workers."""

import json
import os
import signal
import subprocess
import sys
import time
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import plywise as pw
from conftest import require_engine
from mock_opponents import FOLDER, left_behind, pids
from plywise.cli.app import app
from plywise.errors import BadSetting, UnknownName
from plywise.games.declared import all_facts
from plywise.games.points_ladder import PointsRung
from plywise.play.match import match
from plywise.play.opponents.opponent import PATIENCE
from plywise.play.points import Points
from plywise.play.points_rating import rate_points
from plywise.play.points_result import MetRung, PointsRating, ladder_fit
from plywise.play.points_rungs import points_ladder, points_pool, rung_player, weights_digest
from plywise.play.rating import MOST_FAILURES, rate

PUBEVAL = "backgammon/pubeval"
LADDER = points_ladder("backgammon")
OURS = ["random", "pubeval", "standard", "standard-2ply"]
"""The rungs that need no program of others."""
QUICK = ["random", "pubeval", "standard"]
SEED = 1
"""Of the first match of the ladder's own."""


# ---- the ladder ------------------------------------------------------------------------------


def test_each_two_of_the_ladder_have_met_once() -> None:
    names = [rung.name for rung in LADDER.rungs]
    assert len(set(names)) == len(names)
    assert LADDER.zero in names
    met = [frozenset((m.a, m.b)) for m in LADDER.matches]
    assert sorted(map(sorted, met)) == sorted(sorted(two) for two in combinations(names, 2))
    assert all(m.games >= 1000 and 0 < m.error < 0.15 for m in LADDER.matches)
    assert "benchmarks/points_ladder.py" in LADDER.source


def test_the_ladder_goes_up() -> None:
    fit = ladder_fit(LADDER)
    strengths = [fit.strengths[rung.name] for rung in LADDER.rungs]
    assert strengths == sorted(strengths)
    assert all(fit.error(rung.name) < 0.1 for rung in LADDER.rungs if fit.strengths[rung.name] > -1)


def test_the_page_tells_the_strengths_of_the_ladder() -> None:
    page = (Path(__file__).parents[1] / "docs" / "backgammon-play.md").read_text(encoding="utf-8")
    fit = ladder_fit(LADDER)
    for rung in LADDER.rungs:
        strength = f"{fit.strengths[rung.name]:+.2f} ± {fit.error(rung.name):.2f}"
        assert f"| {rung.name} | {'0' if rung.name == LADDER.zero else strength} |" in page
    assert f"{sum(m.games for m in LADDER.matches):,} games" in page
    assert f"{fit.misfit:.2f}·d²".lstrip("0") in page


@pytest.mark.parametrize("rung", LADDER.rungs, ids=lambda rung: rung.name)
def test_the_ladder_was_measured_with_the_weights_that_are_shipped(rung: PointsRung) -> None:
    message = "other weights: run benchmarks/points_ladder.py and put its lines into the ladder"
    assert weights_digest(rung, "backgammon") == rung.digest, message


def test_a_match_of_the_ladder_can_be_played_again() -> None:
    names = [{m.a, m.b} for m in LADDER.matches]
    number = names.index({"pubeval", "random"})
    known = LADDER.matches[number]
    a, b = (rung_player(LADDER.rung(name), "backgammon", patience=PATIENCE) for name in known[:2])
    again = match(a, b, game="backgammon", games=known.games, seed=SEED + number, workers=1)
    assert again.points is not None
    assert again.points.mean == pytest.approx(known.points, abs=1e-4)
    assert again.points.error == pytest.approx(known.error, abs=1e-4)


def test_games_without_points_have_no_such_ladder() -> None:
    having = {name for name, facts in all_facts().items() if facts.points_ladder}
    assert having == {"backgammon"}
    assert [name for name, facts in all_facts().items() if facts.has_elo_ladder] == ["chess"]
    with pytest.raises(BadSetting, match="dice-race has no ladder in points a game"):
        points_ladder("dice-race")


def test_rungs_are_chosen_by_their_names_and_stand_in_order() -> None:
    assert [r.name for r in points_pool(LADDER, ["standard", "random"])] == ["random", "standard"]
    with pytest.raises(UnknownName, match="unknown rung of the ladder 'pubevall'; did you mean"):
        points_pool(LADDER, ["pubevall"])


def test_an_engine_that_is_not_installed_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("plywise.play.opponents.engine.GAMES_FOLDER", str(tmp_path))
    assert [rung.name for rung in points_pool(LADDER)] == OURS
    with pytest.raises(pw.BadInput, match="gnubg"):
        rate_points(PUBEVAL, games=2, opponents=["gnubg"])


# ---- a rating --------------------------------------------------------------------------------


def rating_of(*points: tuple[str, list[tuple[float, float]]]) -> PointsRating:
    outcomes = (-3.0, -2.0, -1.0, 1.0, 2.0, 3.0)
    met = (
        MetRung(rung=LADDER.rung(name), points=Points.of_pairs(pairs, outcomes))
        for name, pairs in points
    )
    return PointsRating(name="it", ladder=LADDER, met=tuple(met), settings={})


EVEN = [(1.0, -1.0), (2.0, -2.0), (1.0, 1.0), (-1.0, -1.0)] * 100


def test_who_draws_with_a_rung_is_as_strong() -> None:
    for name in ("pubeval", "standard", "gnubg"):
        rating = rating_of((name, EVEN))
        own = rating.fit.strengths[name]
        assert rating.strength == pytest.approx(own)
        assert rating.compared[0].residual == pytest.approx(0)
        assert rating.error is not None
        assert rating.error >= (rating.games_error or 9.0)


def test_residuals_are_what_the_strengths_do_not_explain() -> None:
    rating = rating_of(("pubeval", EVEN), ("standard", EVEN))
    low, high = rating.compared
    assert low.expected == pytest.approx((rating.strength or 0.0) - low.strength)
    assert low.residual == pytest.approx(-low.expected)
    assert low.residual < -0.2
    assert high.residual > 0.2
    assert rating.error is not None
    assert rating.error > 3 * (rating.games_error or 9.0), "they contradict each other"
    parts = [rating.games_error, rating.ladder_error, rating.misfit_error]
    assert np.linalg.norm(parts) == pytest.approx(rating.error)


def test_a_far_away_rung_hardly_moves_a_rating() -> None:
    """Everybody beats random play by about as much, which would make all of one strength."""
    near = [("pubeval", EVEN), ("standard", [(2.0, -3.0), (-1.0, 0.0)] * 200)]
    alone = rating_of(*near)
    together = rating_of(("random", [(3.0, 2.0), (1.0, 3.0)] * 200), *near)
    assert alone.strength is not None
    assert together.strength == pytest.approx(alone.strength, abs=0.05)
    assert abs(together.compared[0].residual) > 0.3


def test_without_games_nothing_is_known() -> None:
    rating = rating_of(("pubeval", []))
    assert (rating.strength, rating.error, rating.compared, str(rating)) == (
        None,
        None,
        [],
        "unknown",
    )
    assert json.loads(json.dumps(rating.as_dict()))["strength"] is None


def test_simulated_players_are_found() -> None:
    """Their strength is .3, and strengths add up: the interval holds it 19 times in 20 or more."""
    rng = np.random.default_rng(4)
    fit = rating_of(("pubeval", [])).fit
    held = []
    for _ in range(60):
        met = []
        for name in ("gnubg:noise=0.05", "pubeval", "standard", "gnubg"):
            win = 0.5 + (0.3 - fit.strengths[name]) / 4  # by two points or -2
            games = rng.choice([2.0, -2.0], size=(100, 2), p=[win, 1 - win])
            met.append((name, [(float(one), float(two)) for one, two in games]))
        rating = rating_of(*met)
        assert rating.strength is not None
        assert rating.error is not None
        held.append(abs(rating.strength - 0.3) <= rating.error)
    assert np.mean(held) >= 0.9


# ---- games -----------------------------------------------------------------------------------


def test_the_same_seed_gives_the_same_for_any_number_of_workers(tmp_path: Path) -> None:
    found = [
        rate_points("backgammon/standard", games=60, opponents=OURS, seed=3, workers=workers,
                    pgn=tmp_path / f"{workers}.pgn")
        for workers in (1, 3)
    ]  # fmt: skip
    assert found[0] == found[1]
    assert found[0].as_dict() == found[1].as_dict()
    assert (tmp_path / "1.pgn").read_bytes() == (tmp_path / "3.pgn").read_bytes()
    other = rate_points("backgammon/standard", games=60, opponents=OURS, seed=4, workers=1)
    assert other.met != found[0].met


@pytest.mark.parametrize(("who", "strength"), [(PUBEVAL, 0.0), ("backgammon/standard", 0.55)])
def test_rungs_are_found_where_they_stand(who: str, strength: float) -> None:
    rating = rate_points(who, games=1200, opponents=QUICK, seed=11)
    assert [m.points.games for m in rating.met] == [400, 400, 400]
    assert rating.strength is not None
    assert rating.error is not None
    assert rating.error < 0.2
    assert abs(rating.strength - strength) < rating.error


def test_networks_that_know_nothing_are_far_below() -> None:
    networks = pw.Gammon(pw.game("backgammon").features("raw"), hidden=16, seed=1)
    rating = rate_points(networks, games=60, opponents=QUICK)
    assert rating.strength is not None
    assert rating.strength < -1.5


def test_pairs_have_dice_of_their_own_and_both_games_of_a_pair_the_same(tmp_path: Path) -> None:
    pgn = tmp_path / "games.pgn"
    rate_points(PUBEVAL, games=8, opponents=["random", "pubeval"], pgn=pgn)
    texts = [t for t in pgn.read_text().split("[Event ") if t]
    rolls = [" ".join(t.split("\n\n")[1].split()[1:2]) for t in texts]
    assert rolls[::2] == rolls[1::2]
    assert len(set(rolls)) > 1
    assert [t.split('[First "')[1].split('"')[0] for t in texts[:4]] == [
        PUBEVAL, "random", PUBEVAL, "pubeval",
    ]  # fmt: skip


def test_games_end_when_the_strength_is_certain_enough() -> None:
    seen: list[PointsRating] = []
    rating = rate_points(
        PUBEVAL, games=4000, opponents=["random", "pubeval"], error=0.4, on_pair=seen.append
    )
    assert rating.games < 400
    assert (rating.error or 9.0) <= 0.4
    assert rating.is_even
    assert [r.games for r in seen] == list(range(2, rating.games + 2, 2))


def test_a_rating_goes_on_from_its_games(tmp_path: Path) -> None:
    pgn = tmp_path / "games.pgn"
    whole = rate_points(PUBEVAL, games=20, opponents=QUICK, seed=2, pgn=tmp_path / "whole.pgn")
    rate_points(PUBEVAL, games=8, opponents=QUICK, seed=2, pgn=pgn)
    rate_points("backgammon/standard", games=4, opponents=QUICK, seed=2, pgn=pgn)  # do not count
    match("chess/ones", "chess/standard", games=2, depth=1, max_plies=10, pgn=pgn)
    resumed = rate_points(PUBEVAL, games=20, opponents=QUICK, seed=2, pgn=pgn, resume=True)
    assert resumed.met == whole.met
    assert pgn.read_text().count("[Event ") == 20 + 4 + 2
    again = rate_points(PUBEVAL, games=20, opponents=QUICK, seed=2, pgn=pgn, resume=True)
    assert again.met == whole.met
    with pytest.raises(BadSetting, match="to resume, give the PGN file"):
        rate_points(PUBEVAL, games=20, resume=True)


def test_a_file_that_was_cut_off_is_gone_on_with(tmp_path: Path) -> None:
    pgn = tmp_path / "games.pgn"
    whole = rate_points(PUBEVAL, games=12, opponents=QUICK, seed=2, pgn=pgn)
    pgn.write_bytes(pgn.read_bytes()[:-30])
    with pytest.warns(
        UserWarning, match=r"left out, as not of a whole pair: game 11 \(round 6.1\)"
    ):
        resumed = rate_points(PUBEVAL, games=12, opponents=QUICK, seed=2, pgn=pgn, resume=True)
    assert resumed.met == whole.met


def test_points_that_no_game_ends_with_do_not_count(tmp_path: Path) -> None:
    pgn = tmp_path / "games.pgn"
    rate_points(PUBEVAL, games=4, opponents=["pubeval"], seed=2, pgn=pgn)
    text = pgn.read_text()
    first = text.split('[Points "')[1].split('"')[0]
    pgn.write_text(text.replace(f'[Points "{first}"]', '[Points "+70"]', 1))
    resumed = rate_points(PUBEVAL, games=4, opponents=["pubeval"], seed=2, pgn=pgn, resume=True)
    assert resumed.games == 2


# ---- engines ---------------------------------------------------------------------------------


def as_gnubg(name: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have a mock engine stand where gnubg is looked for."""
    path = folder / "gnubg"
    path.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{FOLDER / name}.py"\n')
    path.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")


@pytest.mark.parametrize("workers", [1, 3])
def test_an_opponent_that_fails_does_not_count_and_is_left_alone_at_last(
    noted: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, workers: int
) -> None:
    as_gnubg("crashes_as_gnubg", tmp_path, monkeypatch)
    rating = rate_points(PUBEVAL, games=24, opponents=["pubeval", "gnubg"], workers=workers)
    ours, theirs = rating.met
    assert (theirs.points.games, theirs.failures) == (0, MOST_FAILURES)
    assert (ours.points.games, ours.failures) == (12, 0)
    assert rating.failures == MOST_FAILURES
    assert [one.met.rung.name for one in rating.compared] == ["pubeval"]
    assert pids(noted)
    assert not left_behind(noted)


def test_an_engine_that_fails_is_our_loss_where_it_is_rated(
    noted: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    as_gnubg("crashes_as_gnubg", tmp_path, monkeypatch)
    rating = rate_points("gnubg", game="backgammon", games=4, opponents=["pubeval"])
    assert rating.met[0].points.mean == -1.0
    assert not left_behind(noted)


@pytest.mark.engine
def test_gnubg_is_on_the_ladder() -> None:
    require_engine("gnubg")
    rating = rate_points("backgammon/standard", games=56, seed=1)
    assert [m.rung.name for m in rating.met] == [rung.name for rung in LADDER.rungs]
    assert [m.points.games for m in rating.met] == [8] * 7
    assert rating.failures == 0
    assert rating.strength is not None
    assert rating.strength > -0.5
    again = rate_points("backgammon/standard", games=56, seed=1, workers=1)
    assert again == rating


# ---- what cannot be --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"games": 0}, "games must be even"),
        ({"games": 3}, "games must be even"),
        ({"games": 2.0}, "games must be a whole number"),
        ({"seed": -1}, "seed must lie in"),
        ({"error": 0}, r"error=0; give a number above 0"),
        ({"error": "small"}, "error='small'"),
        ({"opponents": 7}, "opponents=7; give a list of rungs"),
        ({"opponents": [7]}, "opponents=7; give a list of rungs"),
        ({"search": "deep"}, "search='deep'"),
        ({"search": pw.AlphaBeta(depth=2)}, "has dice, which alpha-beta cannot search"),
        ({"resume": "yes"}, "resume='yes'"),
        ({"on_pair": 3}, "on_pair=3"),
        ({"game": "chess"}, "chess has no ladder in points a game"),
        ({"workers": 0}, "0 workers"),
    ],
)
def test_bad_settings_are_refused(settings: dict[str, object], message: str) -> None:
    with pytest.raises(pw.BadInput, match=message):
        rate_points(PUBEVAL, **{"games": 2, "opponents": ["pubeval"], **settings})  # type: ignore[arg-type]


def test_weights_of_another_game_are_refused_on_both_ladders() -> None:
    with pytest.raises(BadSetting, match="weights for chess, not for backgammon"):
        rate_points("chess/standard", game="backgammon", games=2)
    with pytest.raises(BadSetting, match="weights for backgammon, not for chess"):
        rate(PUBEVAL, games=2)


# ---- the command line ------------------------------------------------------------------------


def told(*words: str) -> tuple[int, str, str]:
    done = CliRunner().invoke(app, ["rate", *words])
    return done.exit_code, done.stdout, " ".join(done.output.split())


def test_the_command_tells_points_residuals_and_that_strengths_do_not_add_up() -> None:
    rungs = [word for name in QUICK for word in ("--opponents", name)]
    code, out, _ = told("backgammon", "backgammon/standard", "--games", "60", "--seed", "3", *rungs)
    lines = out.splitlines()
    assert code == 0, out
    assert lines[0].split() == ["opponent", "strength", "games", "points", "a", "game", "expected",
                                "residual"]  # fmt: skip
    assert [line.split()[0] for line in lines[1:4]] == QUICK
    assert "points a game above pubeval after 60 games" in lines[4]
    assert lines[5].endswith("strengths do not quite add up")
    assert told(PUBEVAL, "--games", "6", *rungs)[0] == 0  # weights know their game


def test_the_command_gives_json(tmp_path: Path) -> None:
    networks = pw.Gammon(pw.game("backgammon").features("raw"), hidden=16, seed=1)
    networks.as_weights().save(tmp_path / "small.json")
    code, out, _ = told(
        "backgammon", str(tmp_path / "small.json"), "--games", "4", "--plies", "2",
        "--opponents", "pubeval", "--json",
    )  # fmt: skip
    assert code == 0
    found = json.loads(out.splitlines()[-1])
    assert {"strength", "error", "games_error", "ladder_error", "misfit_error", "misfit", "zero",
            "games", "failures", "opponents"} <= found.keys()  # fmt: skip
    (row,) = found["opponents"]
    assert row["points"] - row["expected"] == pytest.approx(row["residual"])
    assert found["settings"]["player"]["search"]["candidates"] == 5


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("backgammon chess/standard --games 2", "weights for chess, not for backgammon"),
        (f"chess {PUBEVAL} --games 2", "weights for backgammon, not for chess"),
        ("backgammon", "'backgammon' is a game; say who is to be rated"),
        ("shogi shogi/yss", "shogi has no ladder to rate 'shogi/yss' on"),
        ("shogi/yss", "shogi has no ladder"),
        (f"backgammon {PUBEVAL} random", "give a game and who is to be rated in it"),
        ("backgamon backgammon/pubeval", "did you mean 'backgammon'"),
        (f"backgammon {PUBEVAL} --opponents pubevall", "did you mean 'pubeval'"),
        (f"backgammon {PUBEVAL} --games 0", "0 is below 2"),
        (f"backgammon {PUBEVAL} --games 3", "games must be even"),
        (f"backgammon {PUBEVAL} --plies 0", "0 is below 1"),
        (f"backgammon {PUBEVAL} --plies 2 --using expectimax", "leave out --plies 2"),
        (f"backgammon {PUBEVAL} --ballot 2", "dice bring variety enough"),
        (f"backgammon {PUBEVAL} --using alpha-beta --opponents random", "alpha-beta cannot search"),
        (f"backgammon {PUBEVAL} --resume", "to resume, give the PGN file"),
        (f"backgammon {PUBEVAL} --error 0", "error=0.0; give a number above 0"),
        ("chess chess/standard --plies 2", "--plies 2 is for points"),
        ("backgammon gnuchess:depth=1", "plays chess, not backgammon"),
        ("backgammon no-such-file.json", "no-such-file.json"),
    ],
)
def test_bad_words_are_refused(words: str, message: str) -> None:
    code, _, output = told(*words.split())
    assert (code, message in output) == (2, True), output


def test_ctrl_c_tells_the_rating_so_far(tmp_path: Path) -> None:
    pgn = tmp_path / "games.pgn"
    command = [
        sys.executable, "-m", "plywise", "rate", "backgammon", PUBEVAL, "--games", "1000000",
        "--opponents", "pubeval", "--opponents", "random", "--pgn", str(pgn), "--json",
    ]  # fmt: skip
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as run:
        for _ in range(1200):
            if pgn.exists() and pgn.read_text().count("[Event ") >= 4:
                break
            time.sleep(0.1)
        run.send_signal(signal.SIGINT)
        out, err = run.communicate(timeout=120)
    assert run.returncode == 130, err
    found = json.loads(out.splitlines()[-1])
    assert found["games"] == pgn.read_text().count("[Event ")
    assert found["strength"] is not None
