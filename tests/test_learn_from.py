"""Games from files are learnt from: searched again, or joined with what an engine has kept."""

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import plywise as pw
from handed_runs import handed
from plywise.errors import BadInput, BadSetting
from plywise.learning.judge import Leaf
from plywise.play.pgn import pgn_game
from plywise.play.pgn_reading import move_meant, read_game, read_games, split
from plywise.runs.from_games import identity_of, learn_games
from plywise.runs.handed_games import read_handed
from plywise.runs.leaves import StoredLeaves
from plywise.runs.one_by_one import OneByOne
from uci_process import engine

FOOL = ["f2f3", "e7e5", "g2g4", "d8h4"]
OPEN = ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5c6", "d7c6"]


def write(path: Path, *games: str) -> Path:
    path.write_text("\n".join(games))
    return path


def plywise(*words: object) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "plywise", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, timeout=300)


# Reading


def test_comments_variations_and_annotations_are_passed_over() -> None:
    text = "1. e4! {best [by] test} e5 (1... c5 (1... e6) 2. Nf3) 2. Nf3 $1 Nc6?! ; and so on\n1-0"
    game = read_game({"White": "a", "Black": "b", "WhiteElo": "1650"}, text, game="chess")
    assert game.moves == ("e2e4", "e7e5", "g1f3", "b8c6")
    assert game.end.reason == "resignation"
    assert game.ratings == (1650.0, None)


@pytest.mark.parametrize(
    ("fen", "word", "move"),
    [
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "0-0-0", "e1c1"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "O-O+", "e1g1"),
        ("8/P6k/8/8/8/8/8/K7 w - - 0 1", "a8=Q", "a7a8q"),
        ("8/P6k/8/8/8/8/8/K7 w - - 0 1", "a8N", "a7a8n"),
        ("7k/8/8/3pP3/8/8/8/K7 w - d6 0 1", "exd6e.p.", "e5d6"),
        ("7k/8/8/8/8/8/8/KN3N2 w - - 0 1", "Nfd2", "f1d2"),
        ("7k/8/8/8/8/8/8/KN6 w - - 0 1", "Nb1d2", "b1d2"),
    ],
)
def test_moves_are_read_as_people_write_them(fen: str, word: str, move: str) -> None:
    assert move_meant(pw.game("chess").position(fen).kernel, word) == move


def test_every_game_that_we_write_is_read_back() -> None:
    for number in range(3):
        played = pw.match("chess/standard", "random", games=2, depth=1, seed=number)
        for record in played.records:
            text = pgn_game(record.moves, outcome=record.outcome, reason=record.reason)
            ((tags, moves),) = split(text)
            read = read_game(tags, moves, game="chess")
            assert read.moves == record.moves
            assert read.end.outcome == record.outcome


@pytest.mark.parametrize(
    ("tags", "text", "message"),
    [
        ({"Variant": "Atomic"}, "1. e4 1-0", "a game of Atomic, not of chess"),
        ({}, "1. e4 e4 1-0", "move 2, 'e4', is not legal in"),
        ({}, "1. e4 *", "result is unknown"),
        ({"Result": "1-0"}, "1. e4 0-1", "Result tag says '1-0'"),
        ({"FEN": "8/8 w"}, "1. e4 1-0", "8/8 w"),
    ],
)
def test_a_game_that_cannot_be_used_says_why(tags: dict[str, str], text: str, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        read_game(tags, text, game="chess")


def test_sound_games_are_used_and_the_others_named(tmp_path: Path) -> None:
    sound = pgn_game(FOOL, outcome=0.0, reason="checkmate")
    broken = sound.replace("f3 e5", "f3 e6 2. e5")
    file = write(tmp_path / "games.pgn", sound, broken, "1. e4 *\n", sound)
    found = read_games(file)
    assert [game.number for game in found.games] == [1, 4]
    assert "2 of 4 games left out" in found.told()[0]
    assert "game 2 (? – ?)" in found.told()[1]
    with pytest.raises(BadInput, match="no game of chess that can be used: game 1"):
        read_games(write(tmp_path / "broken.pgn", broken))
    with pytest.raises(BadInput, match="is it a PGN file"):
        read_games(write(tmp_path / "empty.pgn", ""))
    with pytest.raises(BadInput, match="not for shogi"):
        read_games(file, game="shogi")


# Learning


def test_both_sides_of_a_game_or_one_are_learnt(tmp_path: Path) -> None:
    text = pgn_game(FOOL, outcome=0.0, reason="checkmate", players=("Fool", "Wise"))
    games = read_games(write(tmp_path / "games.pgn", text)).games
    plies = {}
    rule = {"name": "tdleaf", "trace_decay": 0.7}
    for side in ("both", "first", "second", "wise", "nobody", "either"):
        with OneByOne(handed(rule=rule), tmp_path / side) as run:
            learn_games(run, games, side=side)
        plies[side] = [game.record.ply_numbers.tolist() for game in read_handed(tmp_path / side)]
    assert plies == {
        "both": [[0, 1, 2, 3]],
        "first": [[0, 2]],
        "second": [[1, 3]],
        "wise": [[1, 3]],
        "nobody": [],
        "either": [[0, 2], [1, 3]],
    }


def test_the_blunder_filter_works_on_either_side(tmp_path: Path) -> None:
    # Black is a knight up already, and White gives the queen away, which Black had not expected.
    blunder = ["e2e4", "e7e5", "d1h5", "b8c6", "h5h7", "h8h7", "a2a3", "a7a6"]
    start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR w KQkq - 0 1"
    text = pgn_game(blunder, outcome=0.0, reason="resignation", start=start)
    games = read_games(write(tmp_path / "games.pgn", text)).games
    weights = {}
    for name, blunders in (("off", None), ("gains", "gains")):
        rule = {"name": "tdleaf", "trace_decay": 0.7, "learner": "own"}
        config = handed(rule=rule if blunders is None else {**rule, "blunders": blunders})
        with OneByOne(config, tmp_path / name) as run:
            learnt = learn_games(run, games, side="either")
            weights[name] = run.weights
        assert learnt.games == 1
        assert run.config.rule.blunders == blunders
    assert not np.array_equal(weights["off"], weights["gains"])
    with OneByOne(config, tmp_path / "gains") as run, pytest.raises(BadSetting, match="either"):
        learn_games(run, games, side="both")


def test_a_file_given_twice_is_learnt_once(tmp_path: Path) -> None:
    file = write(tmp_path / "games.pgn", pgn_game(OPEN, outcome=1.0, reason="resignation"))
    out = tmp_path / "run"
    first = plywise("learn", "chess", "--depth", "1", "--from", file, "--out", out, "--json")
    again = plywise("learn", "chess", "--from", file, "--out", out, "--json")
    assert first.returncode == again.returncode == 0, first.stderr + again.stderr
    one, two = json.loads(first.stdout), json.loads(again.stdout)
    assert (one["learnt"], one["known"], two["learnt"], two["known"]) == (1, 0, 0, 1)
    assert one["weights"] == two["weights"]
    assert one["new_searches"] == len(OPEN)
    assert two["new_searches"] == 0


def test_mistakes_are_told_with_exit_code_2(tmp_path: Path) -> None:
    file = write(tmp_path / "games.pgn", pgn_game(OPEN, outcome=1.0, reason="resignation"))
    out = tmp_path / "run"
    for words, message in (
        (("learn", "chess", "--from", tmp_path / "none.pgn"), "cannot be read"),
        (("learn", "atomic", "--from", file, "--out", out), "a game of chess, not of atomic"),
        (("learn", "chess", "--side", "both"), "give a PGN file"),
        (("learn", "chess", "--from", file, "--lag", "4", "--out", out), "lag cannot be given"),
    ):
        done = plywise(*words)
        assert done.returncode == 2
        assert message in done.stderr
    assert not out.exists()


def test_a_player_who_is_in_no_game_is_refused_and_leaves_no_run(tmp_path: Path) -> None:
    text = pgn_game(OPEN, outcome=1.0, reason="resignation", players=("Fool", "Wise"))
    file, out = write(tmp_path / "games.pgn", text), tmp_path / "run"
    words = ("learn", "chess", "--depth", "1", "--from", file, "--out", out)
    done = plywise(*words, "--side", "nobody")
    assert done.returncode == 2
    assert "no game was played by 'nobody'; there played Fool, Wise" in done.stderr
    assert not out.exists()
    assert plywise(*words, "--side", "WISE").returncode == 0
    assert len(list(read_handed(out))) == 1
    assert plywise(*words, "--side", "nobody").returncode == 2
    assert len(list(read_handed(out))) == 1  # what was learnt before stays


def test_what_cannot_be_learnt_leaves_no_run(tmp_path: Path) -> None:
    text = pgn_game(OPEN, outcome=1.0, reason="resignation")
    file, out = write(tmp_path / "games.pgn", text), tmp_path / "run"
    done = plywise(
        "learn", "chess", "--depth", "1", "--from", file, "--out", out,
        "--rule", "tdleaf:blunders=gains,learner=own", "--side", "both",
    )  # fmt: skip
    assert done.returncode == 2
    assert "--side either" in done.stderr
    assert not out.exists()


def test_of_several_files_the_usable_games_are_learnt(tmp_path: Path) -> None:
    good = write(tmp_path / "good.pgn", pgn_game(OPEN, outcome=1.0, reason="resignation"))
    atomic = write(tmp_path / "atomic.pgn", '[White "a"]\n[Variant "Atomic"]\n\n1. e4 1-0\n')
    empty = write(tmp_path / "empty.pgn", "hello")
    out = tmp_path / "run"
    words = ("learn", "chess", "--depth", "1", "--out", out, "--json")
    done = plywise(*words, "--from", good, "--from", atomic, "--from", empty)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert (told["learnt"], told["left_out"]) == (1, 2)
    assert "atomic.pgn: 1 of 1 games left out" in done.stderr
    assert "a game of Atomic, not of chess" in done.stderr
    assert "empty.pgn" in done.stderr
    none = plywise("learn", "chess", "--from", atomic, "--from", empty, "--out", tmp_path / "none")
    assert none.returncode == 2
    assert "atomic.pgn" in none.stderr
    assert "empty.pgn" in none.stderr
    assert not (tmp_path / "none").exists()


def test_what_was_learnt_from_files_is_verified_and_reported(tmp_path: Path) -> None:
    file = write(tmp_path / "games.pgn", pgn_game(OPEN, outcome=1.0, reason="resignation"))
    out = tmp_path / "run"
    done = plywise(
        "learn", "chess", "--depth", "1", "--from", file, "--out", out, "--verify", "2",
        "--report", "--json",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["match"]["games"] == 2
    assert Path(told["report"]).is_file()


# Leaves that an engine has kept


def play_uci(run: Path, moves: list[str]) -> None:
    """Have an engine search the places of the first player, as if it had played these moves."""
    with engine("chess/standard", "--learn", str(run)) as program:
        program.answer("uci", "uciok")
        program.answer("ucinewgame\nisready", "readyok")
        for ply in range(0, len(moves), 2):
            program.send(f"position startpos moves {' '.join(moves[:ply])}")
            program.best_move("go depth 2")
        program.send("quit")


def test_what_a_uci_engine_saw_is_joined_with_the_result(tmp_path: Path) -> None:
    run = tmp_path / "run"
    play_uci(run, OPEN)
    kept = StoredLeaves(run)
    assert len(kept) == len(OPEN) // 2
    text = pgn_game(OPEN, outcome=1.0, reason="resignation", players=("plywise", "Fritz"))
    file = write(tmp_path / "games.pgn", text)
    done = plywise("learn", "chess", "--from", file, "--side", "plywise", "--out", run, "--json")
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert (told["learnt"], told["stored_leaves"], told["new_searches"]) == (1, 4, 0)
    record = next(read_handed(run)).record
    assert record.players == ("self", "Fritz")
    assert record.weights_version == 0
    assert not list((run / "leaves").iterdir())


def test_leaves_of_other_weights_or_moves_are_searched_again(tmp_path: Path) -> None:
    run = tmp_path / "run"
    play_uci(run, OPEN)
    (file,) = (run / "leaves").iterdir()
    lines = file.read_text().splitlines()
    entry = json.loads(lines[0])
    lines[0] = json.dumps({**entry, "weights": "0" * 32})
    lines[1] = lines[1][:40]
    file.write_text("\n".join(lines) + "\n")
    other = [*OPEN[:4], "f1b5", "h7h6", "b5c6", "d7c6"]
    games = [
        read_game({"White": "plywise"}, f"{' '.join(moves)} 1-0", game="chess")
        for moves in (other,)
    ]
    with OneByOne.at(run) as opened:
        learnt = learn_games(opened, games, side="plywise")
        # The first was of other weights, the second is damaged, the fourth is elsewhere.
        assert (learnt.stored_leaves, learnt.new_searches) == (1, 3)


def test_a_leaf_is_read_back_to_the_bit(tmp_path: Path) -> None:
    run = tmp_path / "run"
    play_uci(run, OPEN)
    (file,) = (run / "leaves").iterdir()
    for line in file.read_text().splitlines():
        entry = json.loads(line)
        entry.pop("place")
        leaf = Leaf.from_dict(entry)
        assert json.loads(json.dumps(leaf.as_dict())) == entry
        assert replace(leaf) == leaf or leaf.told.result != leaf.told.result


def test_the_servers_own_name_of_a_game_is_its_identity() -> None:
    one = read_game({"Site": "https://lichess.org/AbCd1234"}, "1. e4 1-0", game="chess")
    assert identity_of(one) == "lichess:AbCd1234"
    other = read_game({"Site": "?", "Round": "1"}, "1. e4 1-0", game="chess")
    again = read_game({"Site": "?", "Round": "2"}, "1. e4 1-0", game="chess")
    assert identity_of(other) != identity_of(again)
