"""A brain beside a run that learns: where both are asked for; what it knows teaches nothing."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from brain_games import after, entry
from plywise.cli.app import app
from plywise.play.brain import Brain, save_brain
from plywise.play.pgn import pgn_game
from plywise.play.pgn_reading import read_games
from plywise.runs.from_games import learn_games
from plywise.runs.handed_games import read_handed
from plywise.runs.leaves import StoredLeaves
from plywise.runs.one_by_one import OneByOne
from uci_process import Engine

OURS = ("e2e4", "a7a6", "g1f3", "h7h5", "f1c4")
"""A game in which Black's first move is known, and what its second one leads to."""


@pytest.fixture
def brain(tmp_path: Path) -> Path:
    known = [
        entry(after(*OURS[:1]), OURS[1], 0.1, 1),
        entry(after(*OURS[:4]), "a2a3", -9.0, 4),
    ]
    return save_brain(Brain(known), tmp_path / "brain.jsonl")


def begun(run: Path, *words: str | Path) -> Engine:
    return Engine("chess/standard", "--learn", str(run), *map(str, words))


def ended(program: Engine) -> None:
    assert program.end() == 0
    assert "gets stale as the weights change" in program.talk


def test_what_a_brain_plays_or_knows_teaches_nothing_under_xboard(
    tmp_path: Path, brain: Path
) -> None:
    run = tmp_path / "run"
    program = begun(run, "--brain", brain)
    program.answer("xboard\nprotover 2", "feature done=1")
    program.send("new", "sd 2")
    said = [program.answer(f"usermove {move}", "move")[-1].split()[1] for move in OURS[::2]]
    assert tuple(said[:2]) == OURS[1::2]
    kept = [path.read_text().splitlines() for path in (run / "leaves").iterdir()]
    assert [len(json.loads(line)) for line in kept[0]][:2] == [1, 1]  # places alone
    program.answer("result 0-1 {White resigns}", "# learnt game 1")
    ended(program)
    (game,) = read_handed(run)
    assert game.record.moves[:4] == OURS[:4]
    assert game.record.ply_numbers.tolist() == [5]
    assert not list((run / "leaves").iterdir())


def test_a_game_that_the_brain_played_alone_teaches_nothing(tmp_path: Path, brain: Path) -> None:
    run = tmp_path / "run"
    program = begun(run, "--brain", brain)
    program.answer("xboard\nprotover 2", "feature done=1")
    program.answer("new\nsd 2\nusermove e2e4", "move a7a6")
    program.answer("result 1-0 {Black resigns}", "# not learnt: no search of the learner's")
    ended(program)


def test_what_a_brain_played_by_uci_is_not_searched_again(tmp_path: Path, brain: Path) -> None:
    run = tmp_path / "run"
    program = begun(run, "--brain", brain)
    program.answer("uci", "uciok")
    program.answer("ucinewgame\nisready", "readyok")
    said = []
    for ply in (1, 3, 5):
        program.send(f"position startpos moves {' '.join(OURS[:ply])}")
        said.append(program.best_move("go depth 2"))
    program.send("quit")
    ended(program)
    assert tuple(said[:2]) == OURS[1::2]
    assert len(StoredLeaves(run)) == 1
    text = pgn_game([*OURS, said[2]], outcome=0.0, reason="resignation", players=("x", "plywise"))
    (tmp_path / "games.pgn").write_text(text)
    with OneByOne.at(run) as opened:
        games = read_games(tmp_path / "games.pgn").games
        learnt = learn_games(opened, games, side="plywise")
        assert (learnt.games, learnt.stored_leaves, learnt.new_searches) == (1, 1, 0)
    (game,) = read_handed(run)
    assert game.record.ply_numbers.tolist() == [5]
    assert not list((run / "leaves").iterdir())


def test_a_gui_gives_a_brain_only_to_who_was_begun_with_one(tmp_path: Path, brain: Path) -> None:
    run = tmp_path / "run"
    program = begun(run)
    program.answer("uci", "uciok")
    told = program.answer(f"setoption name Brain value {brain}\nisready", "readyok")
    assert any("only where both are asked for" in line for line in told)
    program.send("setoption name Brain value <empty>")
    program.send("position startpos moves e2e4")
    program.answer("go depth 1", "bestmove")
    assert program.end() == 0
    program = begun(run)
    program.answer("xboard\nprotover 2", "feature done=1")
    program.answer(f"option Brain={brain}", "Error (a brain is stale as soon as")
    assert program.end() == 0
    program = begun(run, "--brain", brain)
    program.answer("uci", "uciok")
    program.answer(f"setoption name Brain value {brain}\nisready", "readyok")
    program.send("position startpos moves e2e4")
    assert program.best_move("go depth 1") == "a7a6"
    ended(program)
    assert len(StoredLeaves(run)) == 1


def test_a_run_that_plays_its_own_games_takes_no_brain(tmp_path: Path, brain: Path) -> None:
    words = ["learn", "chess", "--opponents", "own", "--brain", str(brain)]
    done = CliRunner().invoke(app, [*words, "--out", str(tmp_path / "run")], prog_name="plywise")
    assert done.exit_code == 2
    assert "a run learns without one" in done.output
    assert not (tmp_path / "run").exists()


def test_a_brain_that_is_none_is_refused_at_the_start(tmp_path: Path) -> None:
    program = begun(tmp_path / "run", "--brain", "nowhere.jsonl")
    program.send("uci")
    assert program.end() == 2
    assert "there is no brain" in program.talk
