"""A run may learn against opponents: weights or engines, in turns or near to its own rating."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

import plywise as pw
from conftest import require_engine
from mock_opponents import executable, left_behind, pids
from plywise import _kernel
from plywise.cli.app import app
from plywise.distributed import processes
from plywise.errors import BadInput, BadSetting
from plywise.evaluation.weights import resolve
from plywise.learning.config import LearnConfig
from plywise.learning.learner import Learner
from plywise.learning.opponents import Opponents, opponents_for
from plywise.learning.self_play import SelfPlay, play
from plywise.learning.standing import WINDOW, Standing, rating_of
from plywise.play.opponents.engine import Engine
from plywise.play.record import GameRecord
from plywise.runs.trainer import Trainer, resume
from small_runs import small

STANDARD = "chess/standard"


def learnt(config: LearnConfig, **more: Any) -> pw.Run:
    return Trainer(config, **more).run()


# Settings


def test_self_play_is_written_as_it_was() -> None:
    assert "opponents" not in small().as_dict()
    assert small(opponents="self") == small()
    assert small(opponents="self").fingerprint() == small().fingerprint()
    assert small(opponents=STANDARD).fingerprint() != small().fingerprint()


@pytest.mark.parametrize(
    "given",
    [
        STANDARD,
        [STANDARD, "stockfish:elo=1400,nodes=1000", "random@800"],
        {"players": ["chess/standard@1500", "chess/ones@1200"], "choice": "near", "rating": 1300},
    ],
)
def test_opponents_are_read_back_as_they_are_written(given: Any) -> None:
    config = small(opponents=given)
    again = LearnConfig.from_toml(config.to_toml())
    assert again == config
    assert again.fingerprint() == config.fingerprint()


def test_a_run_keeps_the_numbers_of_its_opponents(tmp_path: Path) -> None:
    file = tmp_path / "own.json"
    resolve(STANDARD).save(file)
    config = small(opponents=str(file))
    file.unlink()
    again = LearnConfig.from_toml(config.to_toml())
    assert again.opponents is not None
    assert again.opponents.players[0].weights is not None
    assert again.opponents.players[0].weights.values == (1, 3, 3, 5, 9)


@pytest.mark.parametrize(
    ("settings", "kind", "message"),
    [
        ({"opponents": "chess/standart"}, BadSetting, "did you mean 'chess/standard'"),
        ({"opponents": "stokfish:nodes=10"}, BadSetting, "did you mean 'stockfish'"),
        ({"opponents": []}, BadSetting, "no opponent is given"),
        ({"opponents": [STANDARD, "self"]}, BadSetting, "one opponent among others"),
        ({"opponents": "shogi/yss"}, BadSetting, "weights for shogi, not for chess"),
        (
            {"opponents": {"players": [STANDARD], "choice": "near"}},
            BadSetting,
            "'chess/standard' has none; write 'chess/standard@1500'",
        ),
        ({"opponents": {"players": [STANDARD], "choice": "nearest"}}, BadSetting, "did you mean"),
        ({"opponents": {"players": [{"nam": "random"}]}}, BadSetting, "did you mean 'name'"),
        (
            {"opponents": STANDARD, "rule": {"learner": "first"}},
            BadSetting,
            "by turns; leave it out, or say 'own'",
        ),
        ({"rule": {"learner": "own"}}, BadSetting, "'own' needs opponents"),
    ],
)
def test_what_cannot_be_is_refused(
    settings: dict[str, Any], kind: type[Exception], message: str
) -> None:
    with pytest.raises(kind, match=message):
        small(**settings)


@pytest.mark.parametrize(
    ("game", "who", "message"),
    [
        ("othello", "stockfish:nodes=10", "plays chess, not othello"),
        ("chess", "gnuchess:nodes=10", "cannot be limited by nodes=10"),
    ],
)
def test_an_engine_that_cannot_play_is_refused_before_the_first_game(
    tmp_path: Path, game: str, who: str, message: str
) -> None:
    out = tmp_path / "run"
    with pytest.raises(BadSetting, match=message):
        pw.learn(game, opponents=who, search={"depth": 1}, games=2, out=out)
    assert not list(out.glob("*.txt"))


def test_an_engine_is_asked_whether_it_can_before_the_first_game(
    noted: Path, tmp_path: Path
) -> None:
    path = executable("crashes_at_start", tmp_path)
    out = tmp_path / "run"
    with pytest.raises(BadSetting, match=r"does not speak uci: ended \(exit code 3\)"):
        learnt(small(opponents=f"uci:{path}:depth=1"), directory=out)
    assert not (out / "config.toml").exists()


# Games


def test_the_run_plays_first_and_second_by_turns() -> None:
    config = small(opponents=STANDARD, games=6)
    run = learnt(config)
    games = list(run.games())
    assert [game.players for game in games] == [("self", STANDARD), (STANDARD, "self")] * 3


def test_against_itself_frozen_it_learns_what_its_own_side_saw() -> None:
    """Game 1 of self-play is played with the start on both sides, as against that weight set."""
    alone, opposed = small(games=1), small(games=1, opponents="chess/ones")
    record = play(SelfPlay(alone).job(1, alone.start_vector), _kernel.Stop()).record
    rule = alone.rule.resolved(alone.feature_names)
    own = rule.for_game(_with_players(record, ("self", "chess/ones")))
    sequence = own.sequence(record, alone.start_vector)
    wanted = alone.new_step_size()
    wanted.prepare(len(alone.start_vector))
    change = wanted.change(own.recommended(sequence, 1.0))
    learner = Learner(opposed)
    learner.learn(play(SelfPlay(opposed).job(1, opposed.start_vector), _kernel.Stop()))
    np.testing.assert_array_equal(learner.weights, np.array(alone.start_vector) + change)
    assert np.any(change != 0.0)


def _with_players(record: Any, players: tuple[str, str]) -> Any:
    from dataclasses import replace

    return replace(record, players=players)


POOL = {
    "players": ["chess/standard@1500", "chess/ones@1300", "random@900"], "choice": "near",
    "rating": 1000.0,
}  # fmt: skip


@pytest.mark.parametrize("opponents", [STANDARD, POOL], ids=["one", "pool"])
def test_the_workers_do_not_matter(opponents: Any) -> None:
    runs = [
        learnt(small(opponents=opponents, games=16), workers=workers)
        for workers in (1, 2, processes(2))
    ]
    assert runs[0].weights == runs[1].weights == runs[2].weights
    assert len({tuple(game.players for game in run.games()) for run in runs}) == 1
    assert runs[0].weights != learnt(small(games=16)).weights


def test_a_run_with_opponents_goes_on_where_it_stopped(tmp_path: Path) -> None:
    config = small(opponents=POOL, games=20)
    whole = learnt(config)
    pieces = Trainer(config, tmp_path / "run")
    pieces.run(games=7)
    again = resume(tmp_path / "run")
    assert again.weights == whole.weights
    assert [game.line() for game in again.games()] == [game.line() for game in whole.games()]


def test_the_blunder_filter_works_against_an_opponent() -> None:
    plain = {"name": "tdleaf", "trace_decay": 0.7}
    kept, filtered = (
        learnt(small(opponents=STANDARD, games=8, rule=rule)).weights
        for rule in (plain, {**plain, "blunders": "gains", "learner": "own"})
    )
    assert kept != filtered


def test_games_name_the_opponent_in_pgn(tmp_path: Path) -> None:
    run = learnt(small(opponents=STANDARD, games=2), directory=tmp_path / "run")
    text = run.pgn().read_text()
    assert '[Event "plywise learning, seed 3"]' in text
    assert '[White "weights after game 0"]\n[Black "chess/standard"]' in text
    assert '[White "chess/standard"]\n[Black "weights after game 0"]' in text


# Engines


def test_a_run_learns_against_an_engine(noted: Path, tmp_path: Path) -> None:
    path = executable("plays_well", tmp_path)
    config = small(opponents=f"uci:{path}:depth=1", games=8)
    runs = [learnt(config, workers=workers) for workers in (1, 2, processes(2))]
    assert runs[0].weights == runs[1].weights == runs[2].weights
    assert runs[0].weights != dict(zip(config.names, config.start_vector, strict=True))
    assert len(pids(noted)) <= 3 + 1 + 2 + 2  # greeted three times, and one a worker
    assert {name for game in runs[0].games() for name in game.players} == {
        "self", "plays_well:depth=1"
    }  # fmt: skip
    assert not left_behind(noted)


def test_an_engine_that_always_fails_stops_the_run_and_loses_nothing(
    noted: Path, tmp_path: Path
) -> None:
    path = executable("moves_illegally", tmp_path)
    out = tmp_path / "run"
    with pytest.raises(BadSetting, match="illegal move 'e2e5', in 3 games in a row"):
        learnt(small(opponents=f"uci:{path}:depth=1", games=8), directory=out, workers=1)
    run = pw.load(out)
    assert len(list(run.games())) == 3
    assert {game.reason for game in run.games()} == {"engine failed: illegal move 'e2e5'"}
    assert not left_behind(noted)


def test_a_file_alone_starts_no_program(noted: Path, tmp_path: Path) -> None:
    path = executable("plays_well", tmp_path)
    who = f"uci:{path}:depth=1"
    out = tmp_path / "run"
    Trainer(small(opponents=who, games=8), out).run(games=2)
    started = len(pids(noted))
    # Another process, which has not been told of the program.
    script = (
        "import sys, plywise\n"
        "from plywise.runs.trainer import resume\n"
        "resume(sys.argv[1], trust=sys.argv[2] == 'trust')\n"
    )
    command = [sys.executable, "-c", script, str(out)]
    refused = subprocess.run([*command, "no"], capture_output=True, text=True, check=False)
    assert "UntrustedCode" in refused.stderr
    assert who in refused.stderr
    assert len(pids(noted)) == started
    assert len(list(pw.load(out).games())) == 2  # to be looked at it needs no trust
    subprocess.run([*command, "trust"], check=True)
    assert len(list(pw.load(out).games())) == 8
    assert not left_behind(noted)


def test_a_known_engine_with_its_limits_alone_needs_no_trust() -> None:
    known = opponents_for(["stockfish:elo=1400,nodes=10", "stockfish:nodes=10,SyzygyPath=/x"])
    assert known is not None
    assert [player.is_any_program for player in known.players] == [False, True]


@pytest.mark.engine
def test_a_run_learns_against_stockfish() -> None:
    require_engine("stockfish")
    config = small(opponents="stockfish:elo=1400,nodes=100", games=4)
    run = learnt(config)
    assert run.config.opponents is not None
    assert run.config.opponents.players[0].rating == 1400.0
    assert len(list(run.games())) == 4


# Ratings


def game(number: int, outcome: float, ratings: tuple[float, float], reason: str = "x") -> Any:
    nothing = np.zeros(0)
    return GameRecord(
        number=number, start="", moves=("e2e4",), opening_plies=0, outcome=outcome, reason=reason,
        players=("self", "them") if number % 2 else ("them", "self"), ratings=ratings,
        values=nothing, kinds=nothing, results=nothing, movers=nothing, ply_numbers=nothing,
        indptr=[0], indices=nothing, data=nothing, predicted_replies=(),
    )  # fmt: skip


def standing(lag: int = 1) -> Standing:
    return Standing(opponents=opponents_for(["chess/ones@1400", "random@1600"]), lag=lag)


def test_a_win_raises_the_rating_and_a_loss_lowers_it_on_either_side() -> None:
    ours = standing()
    assert ours.before(0) == 1500.0
    ours.note(game(1, 1.0, (1500.0, 1500.0)))
    assert ours.before(0) == pytest.approx(1516.0)
    ours.note(game(2, 1.0, (1516.0, 1516.0)))
    assert ours.before(0) == pytest.approx(1500.0, abs=1.0)


def test_a_failure_says_nothing_of_the_strength() -> None:
    ours = standing()
    ours.note(game(1, 1.0, (1500.0, 1500.0), reason="engine failed: ended (exit code 3)"))
    assert ours.before(0) == 1500.0
    ours.check()
    for _ in range(2):
        ours.note(game(1, 1.0, (1500.0, 1500.0), reason="engine failed: ended (exit code 3)"))
    with pytest.raises(BadSetting, match=r"ended \(exit code 3\), in 3 games in a row"):
        ours.check()


def test_the_state_of_a_standing_survives_json() -> None:
    ours, again = standing(lag=3), standing(lag=3)
    for number in range(1, 5):
        ours.note(game(number, 1.0, (1500.0, 1500.0)))
    again.restore(json.loads(json.dumps(ours.state())))
    assert [again.before(age) for age in range(3)] == [ours.before(age) for age in range(3)]


def test_who_is_near_is_met_more_often() -> None:
    near = opponents_for(POOL)
    assert isinstance(near, Opponents)
    met = [near.chosen(number, seed=1, rating=1320.0) for number in range(1, 401)]
    assert met.count(1) > met.count(0) > met.count(2)
    assert met.count(1) > 180
    assert near.chosen(1, seed=1, rating=-1e6) == 2  # however far away all are


# The command line


def test_opponents_are_given_on_the_command_line(tmp_path: Path) -> None:
    from typer.testing import CliRunner

    from plywise.cli.app import app

    out = tmp_path / "run"
    base = ["learn", "chess", "--depth", "1", "--games", "4", "--max-plies", "30"]
    done = CliRunner().invoke(
        app, [*base, "--opponents", STANDARD, "--opponents", "random", "--out", str(out)]
    )
    assert done.exit_code == 0, done.output
    assert [game.players[1] for game in pw.load(out).games()][::2] == [STANDARD, "random"]
    more = CliRunner().invoke(
        app, ["learn", "chess", "--out", str(out), "--games", "6", "--resume"]
    )
    assert more.exit_code == 0, more.output
    assert len(list(pw.load(out).games())) == 6
    for wrong, message in (
        (["--opponents", "chess/standart"], "did you mean 'chess/standard'"),
        (["--near"], "--near chooses among opponents"),
        (["--opponents", STANDARD, "--near"], "write 'chess/standard@1500'"),
    ):
        refused = CliRunner().invoke(app, [*base, *wrong])
        assert refused.exit_code == 2
        assert message in refused.output + refused.stderr


# Pools


def rated_pool() -> Opponents:
    found = opponents_for("own")
    assert isinstance(found, Opponents)
    return found


def test_the_own_pool_is_graded_and_needs_no_engine() -> None:
    ours = rated_pool()
    assert ours.choice == "graded"
    assert all(player.search is not None and player.weights is not None for player in ours.players)
    assert not any(player.is_any_program for player in ours.players)
    by_nodes = [p.rating for p in ours.players if "noise" not in p.name]
    assert by_nodes == sorted(by_nodes)  # more nodes, more Elo
    assert len(by_nodes) == 8


def test_the_nearest_player_is_met_with_a_spread_of_120_elo() -> None:
    ours = rated_pool()
    ratings = [player.rating for player in ours.players]
    met = [ratings[ours.chosen(n, seed=1, rating=1300.0)] for n in range(1, 2001)]
    # The nearest of a coarse grid: its own steps add to the spread.
    assert np.mean(met) == pytest.approx(1300, abs=15)
    assert np.std(met) == pytest.approx(120, abs=25)
    assert ours.chosen(1, seed=1, rating=-1e6) == ratings.index(min(ratings))


def test_the_own_pool_is_read_back_as_it_is_written() -> None:
    config = small(opponents="own")
    again = LearnConfig.from_toml(config.to_toml())
    assert again == config
    assert again.opponents is not None
    assert again.opponents.players[0].search == rated_pool().players[0].search


def test_the_workers_do_not_matter_against_the_own_pool() -> None:
    config = small(opponents={"players": "own", "rating": 1100.0}, games=8)
    runs = [learnt(config, workers=workers) for workers in (1, 2, processes(2))]
    assert runs[0].weights == runs[1].weights == runs[2].weights
    lines = [[game.line() for game in run.games()] for run in runs]
    assert lines[0] == lines[1] == lines[2]
    assert all("@playing:nodes=" in line for line in lines[0])


def test_weights_of_a_smaller_set_begin_a_wider_one() -> None:
    config = small(features="stages", start="chess/knightcap-start")
    by_name = dict(zip(config.names, config.start, strict=True))
    queens = {name: value for name, value in by_name.items() if name.endswith(".queen")}
    assert len(queens) == len(config.feature_set.stages)
    assert set(queens.values()) == {12.0}
    assert sum(value != 0.0 for value in config.start) == 5 * len(queens)
    with pytest.raises(BadSetting, match="are for 'half-board' of chess, not for 'material'"):
        small(features="material", start="chess/thesis-half-board")


def test_a_pool_leaves_out_who_is_held_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Engine, "path", lambda self: "/somewhere")
    names = {
        word: {player.name.partition(":")[0] for player in found.players}
        for word, found in (
            ("pool", opponents_for("pool")),
            ("ladder", opponents_for("ladder")),
            ("without", opponents_for({"players": "pool", "held_out": ["phalanx", "gnuchess"]})),
        )
        if found is not None
    }
    assert names["pool"] == {"fairymax", "gnuchess", "hoichess", "phalanx"}
    assert names["ladder"] == {*names["pool"], "stockfish"}
    assert names["without"] == {"fairymax", "hoichess", "stockfish"}
    assert small(opponents="pool").as_dict()["opponents"]["held_out"] == ["stockfish"]
    with pytest.raises(BadInput, match="did you mean 'phalanx'"):
        opponents_for({"players": "pool", "held_out": ["phalanks"]})
    with pytest.raises(BadSetting, match="nobody is left"):
        opponents_for({"players": "own", "held_out": [p.name for p in rated_pool().players]})


def test_a_pool_without_engines_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Engine, "path", lambda self: None)
    with pytest.raises(BadSetting, match=r"apt-get install fairymax hoichess .*'own'"):
        opponents_for("pool")
    with pytest.raises(BadSetting, match="no graded pool plays othello"):
        opponents_for("own", game="othello")


def test_the_rating_of_a_graded_run_is_the_likeliest_of_its_last_games() -> None:
    ours = Standing(opponents=rated_pool(), lag=1)
    for number in range(1, 201):
        # Even against 1400 for a hundred games, then against 1700 for another.
        elo = 1400.0 if number <= 100 else 1700.0
        ours.note(game(number, float(number % 4 < 2), (elo, elo)))
    rating = ours.before(0)
    assert rating == pytest.approx(1700, abs=15)  # the first hundred are out of sight
    fit = rating_of(ours.met)
    assert fit.games == WINDOW == 60
    assert fit.elo == pytest.approx(1700, abs=1)
    assert fit.error == pytest.approx(92, abs=8)  # ± 13 % of a game's score, over 60 games


def test_a_run_tells_its_rating_and_whom_it_met(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    from typer.testing import CliRunner

    from plywise.cli.app import app
    from plywise.report import write as write_report

    words = ["learn", "chess", "--depth", "1", "--games", "12", "--max-plies", "80", "--json"]
    done = CliRunner().invoke(app, [*words, "--opponents", "own", "--out", str(tmp_path / "run")])
    assert done.exit_code == 0, done.output
    told = json.loads(done.stdout)
    assert [point["game"] for point in told["ratings"]] == list(range(1, 13))
    assert sum(met["games"] for met in told["opponents"]) == 12
    run = pw.load(tmp_path / "run")
    points = sum(g.outcome if g.players[0] == "self" else 1 - g.outcome for g in run.games())
    assert sum(met["score"] * met["games"] for met in told["opponents"]) == pytest.approx(points)
    assert "over the last" in done.stderr
    (page, *_) = write_report(run, tmp_path / "report")
    assert "Rating over the games" in page.read_text()
    assert (tmp_path / "report" / "ratings.png").is_file()
    refused = CliRunner().invoke(app, [*words, "--hold-out", "phalanx"])
    assert refused.exit_code == 2
    assert "name them with --opponents" in refused.output + refused.stderr


KILLABLE = """
import sys
from pathlib import Path
from plywise.learning.config import LearnConfig
from plywise.runs.trainer import Trainer
from small_runs import small
where, who = sys.argv[1:3]
config = small(opponents={"players": [f"{who}@1200", "chess/standard@1500"], "choice": "graded"},
               games=60, batch=4, ballot=2, max_plies=60)
print("begin", flush=True)
Trainer(config, where, resume=True, workers=2, checkpoint_seconds=0.0).run()
"""


def test_a_killed_run_plays_the_game_that_was_cut_off_again(noted: Path, tmp_path: Path) -> None:
    who = f"uci:{executable('plays_well', tmp_path)}:depth=1"
    script = tmp_path / "killable.py"
    script.write_text(KILLABLE)
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(Path(__file__).parent), *sys.path])}
    out, whole = tmp_path / "run", tmp_path / "whole"
    subprocess.run([sys.executable, str(script), str(whole), who], env=env, check=True)
    kills = 0
    for games in (5, 17, 30):
        with subprocess.Popen(
            [sys.executable, str(script), str(out), who], env=env, stdout=subprocess.DEVNULL
        ) as process:
            while process.poll() is None and _games_in(out) < games:
                time.sleep(0.005)
            process.kill()  # as kill -9 does: nothing is tidied up
            kills += process.wait() == -signal.SIGKILL
    assert kills == 3
    subprocess.run([sys.executable, str(script), str(out), who], env=env, check=True)
    again, undisturbed = pw.load(out), pw.load(whole)
    assert [game.line() for game in again.games()] == [g.line() for g in undisturbed.games()]
    assert again.weights == undisturbed.weights
    assert len({game.players for game in again.games()}) == 4  # both were met, on both sides


def _games_in(out: Path) -> int:
    file = out / "games.txt"
    return file.read_bytes().count(b"\n") if file.exists() else 0


# Who is held out


def test_who_cannot_be_held_out_of_the_own_pool_is_told_with_its_own_players() -> None:
    for name in ("foo", "stockfish", "chess/standard@playing"):
        with pytest.raises(BadInput, match="rung or engine to hold out") as refused:
            opponents_for({"players": "own", "held_out": [name]})
        assert "chess/standard@playing:nodes=1000" in str(refused.value)
        assert "gnuchess" not in str(refused.value)
    of_both = opponents_for(["own"])
    assert of_both is not None
    left = opponents_for({"players": "own", "held_out": ["chess/standard@playing:nodes=1000"]})
    assert left is not None
    assert len(left.players) == len(of_both.players) - 1


# What is told of engines that fail


def test_each_game_that_an_engine_loses_by_failing_is_told_and_counted(
    noted: Path, tmp_path: Path
) -> None:
    del noted
    engine = f"uci:{executable('crashes_now_and_then', tmp_path)}:depth=1"
    out = tmp_path / "run"
    told = CliRunner().invoke(
        app,
        [
            "learn", "chess", "--depth", "1", "--opponents", engine, "--games", "12", "--seed", "3",
            "--max-plies", "40", "--gate-every", "0", "--out", str(out), "--json",
        ],
    )  # fmt: skip
    assert told.exit_code == 0, told.output
    failed = [game for game in pw.load(out).games() if game.reason.startswith("engine failed")]
    assert 0 < len(failed) < 12
    for one in failed:
        assert f"game {one.number}: crashes_now_and_then:depth=1: {one.reason}" in told.stderr
    count = f"{len(failed)} of 12 games were lost by failing: crashes_now_and_then:depth=1 "
    assert count + str(len(failed)) in told.stderr
    assert json.loads(told.stdout)["failures"] == len(failed)
