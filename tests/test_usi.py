"""The engine as a shogi program meets it: scripted dialogues with the real process."""

import re
import subprocess
from pathlib import Path

import pytest

from plywise import _kernel
from plywise.engine.options import Options
from plywise.evaluation.weights import resolve
from test_uci import HEAVY
from uci_process import COMMAND, Engine, engine

WEIGHTS = "shogi/yss"
START = _kernel.Position.start("shogi")
MATE_IN_ONE = "4k4/9/4P4/9/9/9/9/9/4K4 b G 1"
MATED = "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 2"
ENTERED = "4K4/PPPPPPPPP/+P8/9/9/9/9/4k4/9 b 2R2BG2S2N2L 1"


# ---- hello and goodbye -----------------------------------------------------------------------


def test_the_engine_introduces_itself_and_its_options() -> None:
    with engine(WEIGHTS) as e:
        told = e.answer("usi", "usiok")
    assert told[0] == f"id name plywise {_kernel.version}"
    options = [line for line in told if line.startswith("option name ")]
    assert options == [option.announcement() for option in Options(WEIGHTS, game="shogi").all]
    for name, kind in {
        "USI_Hash": "spin", "USI_Ponder": "check", "Threads": "spin", "MultiPV": "spin",
        "Weights": "filename", "EnteringKingRule": "combo",
    }.items():  # fmt: skip
        assert any(line.startswith(f"option name {name} type {kind} ") for line in options)
    assert not [line for line in options if "UCI" in line]


def test_the_engine_process_loads_nothing_heavy() -> None:
    with engine(WEIGHTS, python=("-X", "importtime")) as e:
        e.send("usi", "isready", "usinewgame", "position startpos moves 7g7f", "d", "eval")
        e.answer("go depth 3", "bestmove")
        e.answer("go mate 100", "checkmate")
        e.send("nonsense", "quit")
        assert e.end() == 0
    loaded = {line.rpartition("|")[2].strip().partition(".")[0] for line in e.talk.splitlines()}
    assert "plywise" in loaded
    assert not (HEAVY | {"cshogi"}) & loaded


def test_a_chess_program_is_told_politely() -> None:
    done = subprocess.run([*COMMAND, WEIGHTS], input="uci\n", capture_output=True, text=True)
    said = "these weights play shogi, and that by USI; you speak UCI"
    assert done.returncode == 2
    assert (done.stdout, done.stderr) == (f"info string {said}\n", f"plywise: {said}\n")


def test_a_game_that_no_program_plays_is_refused() -> None:
    done = subprocess.run([*COMMAND, "othello/ones"], input="usi\n", capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert "othello" in done.stderr


def test_without_a_greeting_the_weights_say_which_protocol_it_is() -> None:
    with engine(WEIGHTS) as e:
        assert e.best_move("go depth 2") in START.moves


def test_chess_weights_are_refused_in_a_game_of_shogi() -> None:
    with engine(WEIGHTS) as e:
        e.send("setoption name Weights value chess/standard")
        told = e.until("info string")[-1]
        assert "'chess/standard' are weights for chess; this engine plays shogi" in told
        assert e.best_move("go depth 2") in START.moves


@pytest.mark.parametrize("game", ["shogi", "shogi-declaration"])
def test_a_weights_file_says_its_game(tmp_path: Path, game: str) -> None:
    from dataclasses import replace

    replace(resolve(WEIGHTS), game=game).save(tmp_path / "mine.json")
    with engine(str(tmp_path / "mine.json")) as e:
        e.answer("usi", "usiok")
        assert e.best_move("go nodes 500") in START.moves


def test_a_run_directory_says_its_game_before_it_is_read(tmp_path: Path) -> None:
    run = str(tmp_path / "run")
    learn = ["learn", "shogi", "--depth", "1", "--games", "4", "--gate-every", "0", "--out", run]
    subprocess.run([*COMMAND[:-1], *learn], check=True, capture_output=True)
    with engine(run) as e:
        e.answer("usi", "usiok")
        assert e.best_move("go depth 1") in START.moves


# ---- a game ----------------------------------------------------------------------------------


def test_every_go_gets_exactly_one_move() -> None:
    with engine(WEIGHTS) as e:
        e.send("usi", "isready", "usinewgame").until("readyok")
        for limits in (
            *("depth 3", "nodes 5000", "movetime 20", "btime 0 wtime 0 byoyomi 50"),
            *("btime 1000 wtime 1000 binc 10 winc 10", "byoyomi 20", "btime 100 wtime 100"),
            *("btime 500 wtime 500 byoyomi 100", "btime -5 wtime 0 byoyomi 0", "depth ten"),
        ):
            e.answer(f"go {limits}", "bestmove")
        e.send("go infinite", "go infinite", "stop", "stop").until("bestmove")
        e.until("bestmove")
        assert e.is_quiet()
    assert sum(line.startswith("bestmove") for line in e.seen) == 12


def test_moves_and_positions_are_those_of_usi() -> None:
    with engine(WEIGHTS) as e:
        e.send("position startpos moves 7g7f 3c3d 8h2b+ 3a2b B*5e")
        assert _sfen(e) == ("lnsgkg1nl/1r5s1/pppppp1pp/6p2/4B4/2P6/PP1PPPPPP/7R1/LNSGKGSNL w b 6")
        e.send(f"position sfen {MATE_IN_ONE} moves G*5b")
        assert _sfen(e) == MATED
        e.send(f"position sfen {MATE_IN_ONE} moves G*5b 5a5b")
        assert "'5a5b' is not legal" in e.until("info string")[-1].replace('"', "'")
        assert _sfen(e) == MATED


def test_a_bad_position_changes_nothing() -> None:
    with engine(WEIGHTS) as e:
        e.send("position startpos moves 7g7f")
        before = _sfen(e)
        for bad, said in {
            "sfen 9/9/9/9/9/9/9/9/9 b - 1": "has no king",
            "sfen 4k4/9/9/9/9/9/9/9 b - 1": "8 ranks instead of 9",
            "sfen": "needs 'startpos' or 'sfen' and a SFEN",
            "": "needs 'startpos' or 'sfen' and a SFEN",
            "fen 8/8/8/8/8/8/8/8 w - - 0 1": "needs 'startpos' or 'sfen' and a SFEN",
        }.items():
            assert said in e.send(f"position {bad}").until("info string")[-1]
            assert _sfen(e) == before


def _sfen(e: Engine) -> str:
    told = e.answer("d", "Legal moves:")
    return next(line for line in told if line.startswith("Sfen: "))[6:]


def test_black_is_the_one_who_begins() -> None:
    with engine(WEIGHTS) as e:
        e.send("debug on")
        for moves, go in (("", "btime 600000 wtime 100"), ("moves 7g7f", "btime 9 wtime 600000")):
            e.send(f"position startpos {moves}", f"go {go}", "stop").until("bestmove")
    hard = [int(found) for line in e.seen for found in re.findall(r"Allowance.*hard=(\d+)", line)]
    assert len(hard) == 2
    assert min(hard) > 10_000


def test_the_engine_resigns_when_it_is_mated() -> None:
    with engine(WEIGHTS) as e:
        told = e.send(f"position sfen {MATED}").answer("go byoyomi 100", "bestmove")
    assert told == ["info depth 0 score mate -", "bestmove resign"]


def test_an_entered_king_declares_the_win() -> None:
    with engine(WEIGHTS) as e:
        e.send(f"position sfen {ENTERED}")
        assert e.answer("go byoyomi 100", "bestmove") == ["bestmove win"]
        e.send("setoption name EnteringKingRule value NoEnteringKing")
        assert e.best_move("go depth 1") in _kernel.Position.parse("shogi", ENTERED).moves


def test_mates_are_announced_in_plies() -> None:
    with engine(WEIGHTS) as e:
        told = e.send(f"position sfen {MATE_IN_ONE}").answer("go depth 3", "bestmove")
    assert "score mate 1 " in told[-2]
    assert told[-1] == "bestmove G*5b"


def test_pondering_waits_for_the_hit_and_then_moves() -> None:
    with engine(WEIGHTS) as e:
        e.send("position startpos moves 7g7f 3c3d")
        e.send("go ponder btime 0 wtime 0 byoyomi 100").until("info depth 2")
        assert e.is_quiet()
        e.answer("ponderhit", "bestmove")
        assert e.is_quiet()


def test_gameover_ends_a_search() -> None:
    with engine(WEIGHTS) as e:
        e.send("go ponder btime 0 wtime 0 byoyomi 100").until("info depth 2")
        e.send("gameover lose").until("bestmove")
        e.send("usinewgame")
        assert e.is_quiet()


def test_the_last_line_is_about_the_move_that_is_played() -> None:
    with engine(WEIGHTS) as e:
        for number in range(20):
            told = e.send("usinewgame").answer(f"go nodes {200 + 100 * number}", "bestmove")
            assert re.findall(r" pv (\S+)", told[-2]) == [told[-1].split()[1]]


def test_several_lines_come_in_order() -> None:
    with engine(WEIGHTS) as e:
        e.send("setoption name MultiPV value 3", "setoption name USI_Hash value 4")
        told = e.answer("go depth 3", "bestmove")
    last = [line for line in told if line.startswith("info depth 3 ")][-3:]
    assert [re.findall(r"multipv (\d)", line) for line in last] == [["1"], ["2"], ["3"]]
    firsts = [re.findall(r" pv (\S+)", line)[0] for line in last]
    assert len(set(firsts)) == 3
    assert told[-1].split()[1] == firsts[0]


def test_options_have_the_names_of_usi() -> None:
    with engine(WEIGHTS) as e:
        e.send("setoption name USI_Ponder value true", "setoption name ClearHash")
        e.send("setoption name MoveOverhead value 5", "setoption name Weights value shogi/gnu")
        assert e.is_quiet()
        assert not [line for line in e.seen if "info string" in line]
        e.send("setoption name Hash value 16").until("info string unknown option 'Hash'")
        e.send("setoption name USI_Hash value 99999999").until("info string USI_Hash '99999999'")


# ---- go mate ---------------------------------------------------------------------------------


def test_a_forced_mate_is_told_move_by_move() -> None:
    with engine(WEIGHTS) as e:
        e.send(f"position sfen {MATE_IN_ONE}")
        assert e.answer("go mate infinite", "checkmate")[-1] == "checkmate G*5b"
        assert e.answer("go mate 5000", "checkmate")[-1] == "checkmate G*5b"


@pytest.mark.shared
def test_known_problems_are_solved(shared_data: Path) -> None:
    lines = (shared_data / "shogi" / "tsume_mates.csv").read_text().splitlines()[1:]
    problems = [line.split(",") for line in lines]
    short = [(sfen, int(plies)) for sfen, plies, *_ in problems if plies == "3"][:5]
    assert short
    with engine(WEIGHTS) as e:
        for sfen, plies in short:
            found = e.send(f"position sfen {sfen}").answer("go mate infinite", "checkmate")[-1]
            line = found.split()[1:]
            end = _kernel.Position.parse("shogi", sfen).after_all(line)
            assert end.outcome_reason == "checkmate", sfen
            assert len(line) >= plies


def test_where_no_move_gives_check_there_is_no_mate() -> None:
    with engine(WEIGHTS) as e:
        assert e.send("position startpos").answer("go mate 10", "checkmate")[-1].endswith("nomate")


def test_a_mate_that_is_not_found_in_time_is_said_so() -> None:
    with engine(WEIGHTS) as e:
        e.send("position sfen 4k4/9/4p4/9/9/9/9/4R4/4K4 b - 1")
        assert e.answer("go mate 50", "checkmate")[-1] == "checkmate timeout"
        e.send("go mate infinite", "stop").until("checkmate timeout")


def test_a_problem_that_cannot_be_set_up_is_not_answered_for_another() -> None:
    """Problems often have one king only, which our rules do not know."""
    with engine(WEIGHTS) as e:
        e.send("position sfen 4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1").until("info string")
        assert e.answer("go mate 100", "checkmate") == ["checkmate notimplemented"]


# ---- for people ------------------------------------------------------------------------------


def test_the_evaluation_is_explained() -> None:
    with engine(WEIGHTS) as e:
        told = e.send(f"position sfen {MATE_IN_ONE}").answer("eval", "Value")
        assert [line.split()[0] for line in told] == ["feature", "pawn", "gold", "total", "Value"]
        assert "Sente holds: G" in e.answer("d", "Legal moves:")


def test_bench_counts_the_same_nodes_every_time() -> None:
    with engine(WEIGHTS) as e:
        counts = [e.answer("bench 2", "Nodes/second")[-2] for _ in range(2)]
    assert counts[0].startswith("Nodes searched")
    assert counts[0] == counts[1]


def test_perft_counts() -> None:
    with engine(WEIGHTS) as e:
        assert e.answer("go perft 3", "Nodes searched")[-1] == "Nodes searched: 25470"
