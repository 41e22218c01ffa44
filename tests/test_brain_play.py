"""A brain in use: games, series of games, matches, the engine, the command line."""

import json
import pickle
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from plywise import _kernel
from plywise._kernel import GameJob, Planted, Position
from plywise.cli.app import app
from plywise.errors import BadSetting
from plywise.play.brain import Brain, Entry, read_brain, save_brain
from plywise.play.brain.brain import judge_of
from plywise.play.brain.recalling import Notes, Recalling
from plywise.play.brain.series import BrainGame, brain_games
from plywise.play.foreign_game import play_foreign_game
from plywise.play.match import match
from plywise.play.player import player
from plywise.runs.lock import Lock
from plywise.searching import profile
from plywise.searching.selective import UCT
from uci_process import engine

START = Position.start("chess")
WEAK = player("chess/plywise", search=profile("playing", nodes=300))
STRONG = player("chess/plywise", search=profile("playing", nodes=1500))


def entry(position: Position, move: str, value: float, ply: int, depth: int = 12) -> Entry:
    return Entry(position=str(position), move=move, low=value, high=value, depth=depth, ply=ply)


def job(**more: Any) -> GameJob:
    given: dict[str, Any] = {
        "game": "chess", "first": WEAK.evaluation, "second": STRONG.evaluation,
        "first_search": WEAK.settings, "second_search": STRONG.settings, "seed": 1, "number": 0,
        "max_plies": 12, "learn_at": "leaf",
    }  # fmt: skip
    return GameJob(**{**given, **more})


# ---- in games -------------------------------------------------------------------------------


def test_a_move_that_is_known_is_played_at_once() -> None:
    brain = Brain([entry(START, "a2a4", 0.1, 0)])
    notes = Notes()
    record = play_foreign_game(job(), (Recalling(brain), None), notes=notes)
    assert record.moves[0] == "a2a4"
    assert notes.moves[0].from_brain
    assert not any(move.from_brain for move in notes.moves[1:])
    # What the brain played was not searched, so nothing is predicted there.
    assert 0 not in record.ply_numbers


def test_a_move_that_is_not_known_well_enough_is_searched() -> None:
    wide = Entry(position=str(START), move="a2a4", low=0.0, high=0.1, depth=12, ply=0)
    assert Recalling(Brain([wide])).entry(START) is None


def test_a_known_move_is_not_played_into_a_repetition() -> None:
    there = START.after_all(["g1f3", "g8f6", "f3g1"])
    brain = Brain([entry(there, "f6g8", 0.1, 3)])
    assert Recalling(brain).entry(there) is None


def test_a_known_loss_two_plies_ahead_is_avoided() -> None:
    plain = play_foreign_game(job(), (Recalling(Brain()), None))
    lost = START.after_all(plain.moves[:2])
    brain = Brain([entry(lost, plain.moves[2], -9.0, 2)])
    record = play_foreign_game(job(), (Recalling(brain), None))
    assert record.moves[:2] != plain.moves[:2]


def test_without_entries_the_game_is_the_kernel_s_own() -> None:
    record = play_foreign_game(job(), (Recalling(Brain()), None))
    assert record.moves == tuple(_kernel.play_game(job()).moves)


def test_a_line_that_ends_in_a_known_position_predicts_nothing() -> None:
    good = START.after("h2h4")
    brain = Brain([entry(good, "a7a6", -9.0, 1)])
    record = play_foreign_game(job(max_plies=1), (Recalling(brain), None))
    assert record.moves == ("h2h4",)
    assert len(record.values) == 0


def test_what_is_planted_is_within_twenty_plies_and_pickles() -> None:
    line = ["g1f3", "g8f6", "b1c3", "b8c6"]
    positions = [START.after_all(line[:n]) for n in range(5)]
    far = Position.parse("chess", str(positions[4]).replace(" 3", " 40"))
    brain = Brain([*(entry(p, p.moves[0], 0.1, n) for n, p in enumerate(positions[:4])),
                   entry(far, far.moves[0], 0.1, 78)])  # fmt: skip
    planted = Recalling(brain).planted(START, 1000)
    assert len(planted) == 3  # neither the start itself nor what is far away
    assert len(pickle.loads(pickle.dumps(planted))) == 3
    with pytest.raises(BadSetting, match="at least 5 and at most 4"):
        Planted([(1, 5, 4, 7, 0)])


# ---- series and matches ---------------------------------------------------------------------


def repeats(games: list[BrainGame]) -> int:
    lost: list[tuple[str, ...]] = []
    found = 0
    for game in games:
        found += any(game.repeats(line) for line in lost)
        if game.result == 0:
            lost.append(game.lost_line)
    return found


def test_a_lost_line_is_not_played_again_and_the_same_seed_gives_the_same_games(
    tmp_path: Path,
) -> None:
    plain = list(brain_games(WEAK, [STRONG], games=8, learns=False))
    assert all(one.record.moves == two.record.moves for one, two in pairwise(plain[::2]))
    brain = Brain()
    path = tmp_path / "brain.jsonl"
    learnt = list(brain_games(WEAK, [STRONG], games=8, brain=brain, save_to=path))
    assert repeats(plain) >= 5
    assert repeats(learnt) <= repeats(plain) // 3
    assert list(read_brain(path)) == list(brain)
    assert brain.games == 8
    again = list(brain_games(WEAK, [STRONG], games=8, brain=Brain()))
    assert [g.record.moves for g in again] == [g.record.moves for g in learnt]


def test_a_brain_that_does_not_learn_stays_as_it_was() -> None:
    brain = Brain([entry(START, "a2a4", 0.1, 0)])
    before = brain.digest()
    games = list(brain_games(WEAK, [STRONG], games=2, brain=brain, learns=False))
    assert games[0].record.moves[0] == "a2a4"
    assert (brain.digest(), brain.games) == (before, 0)


def test_a_match_uses_the_brain_of_the_first_player_alone(tmp_path: Path) -> None:
    path = save_brain(Brain([entry(START, "a2a4", 0.1, 0)]), tmp_path / "brain.jsonl")
    found = match(WEAK, WEAK, games=2, ballot=0, max_plies=4, brain=path)
    assert [record.moves[0] == "a2a4" for record in found.records] == [True, False]
    assert found.a == f"{found.b} with a brain"
    told = found.settings["a"], found.settings["b"]
    assert ["brain" in player for player in told] == [True, False]  # type: ignore[operator]


def test_a_brain_is_for_alpha_beta_and_for_its_own_game() -> None:
    with pytest.raises(BadSetting, match="uct"):
        player("chess/standard", search=UCT(nodes=10)).with_brain(Brain())
    with pytest.raises(BadSetting, match="othello"):
        WEAK.with_brain(Brain(game="othello"))


# ---- the engine -----------------------------------------------------------------------------


def test_the_engine_plays_what_its_brain_knows(tmp_path: Path) -> None:
    judge = judge_of(player("chess/standard").evaluation)
    brain = Brain([entry(START, "a2a4", 0.25, 0)], judge=judge)
    path = save_brain(brain, tmp_path / "brain.jsonl")
    with engine("chess/standard", "--brain", str(path)) as e:
        told = e.answer("go nodes 1000", "bestmove")
        assert told[-1] == "bestmove a2a4"
        assert any("score cp 25" in line for line in told)
        # An analysis wants to see more.
        e.send("go infinite")
        e.until("info depth 3")
        e.send("stop").until("bestmove")
        e.send("setoption name Brain value <empty>")
        assert e.best_move("go nodes 1000") != "a2a4"


def test_the_engine_says_what_is_wrong_with_a_brain(tmp_path: Path) -> None:
    path = save_brain(Brain(judge="another"), tmp_path / "brain.jsonl")
    with engine("chess/standard") as e:
        e.send(f"setoption name Brain value {path}").until("info string the values of the brain")
        e.send("setoption name Brain value nowhere.jsonl").until("info string 'nowhere.jsonl'")
        assert e.best_move("go nodes 100")
    with engine("chess/standard", "--brain", "nowhere.jsonl") as e:
        assert e.end() == 2
        assert "there is no brain" in e.talk


# ---- the command line -----------------------------------------------------------------------


def plywise(*words: str | Path, code: int = 0) -> Any:
    result = CliRunner().invoke(app, ["brain", *map(str, words)], prog_name="plywise")
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == code, result.output
    return result


def test_the_command_learns_shows_and_exports(tmp_path: Path) -> None:
    path = tmp_path / "brain.jsonl"
    words = ["--weights", "chess/standard", "--using", "playing:nodes=200"]
    plywise(path, *words, "--against", "chess/plywise@playing:nodes=1000", "--games", "2")
    told = json.loads(plywise(path, "--json", "--export", tmp_path / "b.bin").stdout)
    assert told["games"] == 2
    assert told["positions"] == len(read_brain(path)) > 0
    assert told["exported"] * 16 == (tmp_path / "b.bin").stat().st_size
    assert told["lines"][0]["depth"] >= 7
    assert str(told["lines"][0]["position"]) in plywise(path).stdout


def test_the_command_refuses_what_it_cannot_use(tmp_path: Path) -> None:
    nowhere = tmp_path / "nowhere.jsonl"
    assert "there is no brain" in plywise(nowhere, code=2).output
    there = save_brain(Brain(), tmp_path / "there.jsonl")
    assert "--weights" in plywise(there, "--clean", code=2).output
    assert "--import" in plywise(there, "--player", "me", code=2).output
    dat = tmp_path / "old.dat"
    dat.write_bytes(b"")
    assert "not merged" in plywise(there, "--import", dat, code=2).output
    assert "0 bytes" in plywise(nowhere, "--import", dat, code=2).output
    assert not nowhere.exists()
    pgn = tmp_path / "bad.pgn"
    pgn.write_text('[Variant "Atomic"]\n[Result "1-0"]\n\n1. e4 1-0\n')
    words = ["--import", pgn, "--weights", "chess/standard"]
    assert "Atomic" in plywise(nowhere, *words, code=2).output
    assert not nowhere.exists()
    with Lock(tmp_path, ".there.jsonl.lock"):
        assert "another trainer" in plywise(there, *words, code=2).output
