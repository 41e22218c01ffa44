"""The engine as a GUI meets it: scripted dialogues with the real process."""

import json
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from plywise import _kernel, searching
from plywise.engine.options import PROFILES, Options
from plywise.evaluation.weights import resolve
from plywise.games.declared import facts_of
from uci_process import COMMAND, PATIENCE, engine

ROOT = Path(__file__).resolve().parents[1]
HEAVY = {"typer", "click", "rich", "numpy", "pydantic", "matplotlib", "chess", "sklearn"}
MATE_IN_ONE = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"
MATE_IN_TWO = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"
CASTLING = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
ONE_REPLY = "7k/8/8/8/8/8/1r6/K7 w - - 0 1"


# ---- hello and goodbye -----------------------------------------------------------------------


def test_the_engine_introduces_itself_and_its_options() -> None:
    with engine() as e:
        told = e.answer("uci", "uciok")
    assert told[0] == f"id name plywise {_kernel.version}"
    options = [line for line in told if line.startswith("option name ")]
    assert options == [option.announcement() for option in Options("chess/standard").all]
    for name in ("Threads", "Hash", "Clear Hash", "MultiPV", "Move Overhead", "Ponder", "Weights"):
        assert any(line.startswith(f"option name {name} type ") for line in options)


def test_the_engine_process_loads_nothing_heavy() -> None:
    with engine(python=("-X", "importtime")) as e:
        e.send("uci", "isready", "position startpos moves e2e4", "d", "eval")
        e.answer("go depth 3", "bestmove")
        e.send("nonsense", "setoption name Hush value 1", "quit")
        assert e.end() == 0
    loaded = {line.rpartition("|")[2].strip().partition(".")[0] for line in e.talk.splitlines()}
    assert "plywise" in loaded
    assert not HEAVY & loaded


@pytest.mark.parametrize("words", [("quit",), ("uci", "quit"), ("go infinite", "quit")])
def test_quit_ends_the_engine(words: tuple[str, ...]) -> None:
    with engine() as e:
        e.send(*words)
        assert e.end(close=False) == 0


def test_the_end_of_the_input_is_quit() -> None:
    with engine() as e:
        e.send("position startpos", b"go infinite")  # no end of line either
        assert e.end() == 0
    assert e.seen[-1].startswith("bestmove")


def test_when_nobody_reads_any_more_the_engine_goes_in_silence() -> None:
    process = subprocess.Popen(
        [*COMMAND, "chess/standard"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    with process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(b"isready\n")
        process.stdin.flush()
        assert process.stdout.readline() == b"readyok\n"
        process.stdout.close()
        process.stdin.write(b"go infinite\n")  # its reports find nobody; stdin stays open
        process.stdin.flush()
        assert process.wait(PATIENCE) == 0
        assert process.stderr.read() == b""


def test_ctrl_c_ends_with_the_code_for_it() -> None:
    with engine() as e:
        e.send("go infinite").until("info")
        e.process.send_signal(signal.SIGINT)
        assert e.end(close=False) == 130
    assert e.talk == "plywise: interrupted\n"


def test_a_shogi_program_is_told_politely() -> None:
    with engine() as e:
        e.send("usi")
        assert e.end(close=False) == 2
    said = "these weights play chess, and that by UCI; you speak USI"
    assert (e.seen, e.talk) == ([f"info string {said}"], f"plywise: {said}\n")


# ---- at the start ----------------------------------------------------------------------------


def started(*words: str) -> "subprocess.CompletedProcess[str]":
    """An engine that should not get far."""
    return subprocess.run([*COMMAND, *words], input="uci\n", capture_output=True, text=True)


@pytest.mark.parametrize(
    ("weights", "said"),
    [
        ("chess/standart", "did you mean 'chess/standard'?"),
        ("no/such/file", "no/such/file"),
        ("pyproject.toml", "not a weights file"),
        ("", "no config.toml"),
    ],
)
def test_bad_weights_are_refused_at_once(weights: str, said: str) -> None:
    done = started(str(ROOT / weights) if weights == "pyproject.toml" else weights)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("plywise: ")
    assert said in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("words", [("chess/standard", "more"), ("--no-such-option", "x")])
def test_a_bad_command_line_is_refused_as_everywhere(words: tuple[str, ...]) -> None:
    done = started(*words)
    assert (done.returncode, done.stdout) == (2, "")
    assert "Try: plywise engine --help" in done.stderr


def test_the_engine_has_help() -> None:
    done = subprocess.run([*COMMAND, "--help"], capture_output=True, text=True)
    assert done.returncode == 0
    assert "WEIGHTS" in done.stdout


def test_a_weights_file_and_a_run_directory_can_play(tmp_path: Path) -> None:
    resolve("chess/thesis").save(tmp_path / "mine.json")
    plywise = [sys.executable, "-m", "plywise"]
    learn = ["learn", "chess", "--depth", "1", "--games", "4", "--gate-every", "0"]
    run = str(tmp_path / "run")
    subprocess.run([*plywise, *learn, "--out", run], check=True, capture_output=True)
    for words in [(str(tmp_path / "mine.json"),), (run,), (run, "--last")]:
        with engine(*words) as e:
            e.answer("uci", "uciok")
            assert e.best_move("go depth 2") in _kernel.Position.start("chess").moves


def test_a_damaged_run_directory_is_refused(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text("games = [")
    done = started(str(tmp_path))
    assert done.returncode == 2
    assert done.stdout.endswith("uciok\n")  # that much comes before the run is read
    assert "config.toml" in done.stderr
    done = subprocess.run([*COMMAND, str(tmp_path)], input="", capture_output=True, text=True)
    assert done.returncode == 2


# ---- searching -------------------------------------------------------------------------------


def test_every_go_gets_exactly_one_move() -> None:
    with engine() as e:
        e.answer("go depth 4", "bestmove")
        e.answer("go nodes 5000", "bestmove")
        e.answer("go movetime 20", "bestmove")
        e.answer("go wtime 1000 btime 1000 winc 10 binc 10", "bestmove")
        e.answer("go wtime 1000 btime 1000 movestogo 1", "bestmove")
        e.answer("go wtime -50 btime 1000", "bestmove")
        e.answer("go depth ten", "bestmove")
        e.send("go infinite", "go infinite", "stop", "stop").until("bestmove")
        e.until("bestmove")
        assert e.is_quiet()
    assert sum(line.startswith("bestmove") for line in e.seen) == 9


def test_the_engine_listens_while_it_searches() -> None:
    with engine() as e:
        e.send("go infinite").until("info depth")
        assert e.is_quiet()
        e.send("position startpos moves e2e4", "setoption name MultiPV value 2", "d").until("Legal")
        assert e.is_quiet()
        e.answer("stop", "bestmove")


def test_an_infinite_search_waits_for_stop_though_it_has_ended() -> None:
    with engine() as e:
        e.send("go infinite depth 1").until("info depth 1")
        assert e.is_quiet()
        assert e.is_quiet()
        e.answer("stop", "bestmove")


def test_a_bare_go_is_infinite() -> None:
    with engine() as e:
        e.send("go").until("info depth 3")
        assert e.is_quiet()
        e.answer("stop", "bestmove")


def test_pondering_waits_for_the_hit_and_then_moves() -> None:
    with engine() as e:
        e.send("position startpos moves e2e4 e7e5")
        e.send("go ponder wtime 100 btime 100 winc 5 binc 5").until("info depth 2")
        assert e.is_quiet()
        e.answer("ponderhit", "bestmove")
        assert e.is_quiet()


def test_pondering_on_the_wrong_move_is_stopped() -> None:
    with engine() as e:
        e.send("go ponder wtime 100 btime 100").until("info depth 2")
        e.answer("stop", "bestmove")
        e.send("ponderhit").until("info string ponderhit ignored")


def test_a_ponder_search_that_has_ended_waits_too() -> None:
    with engine() as e:
        e.send("go ponder depth 1").until("info depth 1")
        assert e.is_quiet()
        e.answer("ponderhit", "bestmove")


def test_a_mate_is_announced_in_moves() -> None:
    with engine() as e:
        told = e.send(f"position fen {MATE_IN_ONE}").answer("go depth 4", "bestmove")
        assert "score mate 1 " in told[-2]
        assert told[-1].split()[1] == "a1a8"
        told = e.send("position fen 7k/8/6K1/8/8/8/8/R7 b - - 0 1").answer("go depth 4", "bestmove")
        assert "score mate -1 " in told[-2]


def test_go_mate_ends_with_the_mate() -> None:
    with engine() as e:
        told = e.send(f"position fen {MATE_IN_TWO}").answer("go mate 2", "bestmove")
        assert "score mate 2 " in told[-2]
        assert told[-1].split()[1] == "a1a6"


@pytest.mark.parametrize(
    ("fen", "score"),
    [("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "mate 0"), ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "cp 0")],
)
def test_where_the_game_is_over_there_is_no_move(fen: str, score: str) -> None:
    with engine() as e:
        told = e.send(f"position fen {fen}").answer("go depth 3", "bestmove")
    assert told == [f"info depth 0 score {score}", "bestmove (none)"]


def test_a_drawn_position_can_be_played_on() -> None:
    shuffle = " ".join(["g1f3 g8f6 f3g1 f6g8"] * 3)
    with engine() as e:
        e.send(f"position startpos moves {shuffle}")
        assert e.best_move("go depth 3") in _kernel.Position.start("chess").moves
        e.send("position fen 6k1/8/8/8/8/8/8/K6R w - - 100 80")
        assert e.best_move("go depth 3") != "(none)"


def test_searchmoves_limits_the_root() -> None:
    with engine() as e:
        assert e.best_move("go depth 3 searchmoves a2a3 h2h4") in ("a2a3", "h2h4")
        assert e.best_move("go searchmoves a2a3 depth 2") == "a2a3"
        told = e.answer("go depth 2 searchmoves a2a5 h2h4", "bestmove")
        assert told[0].startswith("info string searchmoves: ")
        assert told[-1].split()[1] == "h2h4"


def test_several_lines_come_in_order() -> None:
    with engine() as e:
        e.send("setoption name MultiPV value 3")
        told = e.answer("go depth 4", "bestmove")
    last = [line for line in told if line.startswith("info depth 4 ")][-3:]
    assert [re.findall(r"multipv (\d)", line) for line in last] == [["1"], ["2"], ["3"]]
    firsts = [re.findall(r" pv (\S+)", line)[0] for line in last]
    assert len(set(firsts)) == 3
    assert told[-1].split()[1] == firsts[0]
    scores = [int(re.findall(r"score cp (-?\d+)", line)[0]) for line in last]
    assert scores == sorted(scores, reverse=True)


def test_more_lines_than_moves_are_as_many_as_there_are_moves() -> None:
    with engine() as e:
        e.send("setoption name MultiPV value 256", f"position fen {ONE_REPLY}")
        told = e.answer("go depth 2", "bestmove")
    assert not [line for line in told if "multipv 3" in line]


def test_the_same_nodes_find_the_same_move() -> None:
    with engine() as e:
        found = []
        for _ in range(3):
            e.send("ucinewgame", "position startpos moves d2d4")
            told = e.answer("go nodes 20000", "bestmove")
            found.append([re.sub(r"(nps|time) \d+", "", line) for line in told])
    assert found[0] == found[1] == found[2]


def test_two_threads_play_legal_moves() -> None:
    with engine() as e:
        e.send("setoption name Threads value 2", "setoption name Hash value 4")
        assert e.best_move("go movetime 100") in _kernel.Position.start("chess").moves


# ---- positions and options -------------------------------------------------------------------


def fen_now(e: object) -> str:
    told = e.answer("d", "Legal moves:")  # type: ignore[attr-defined]
    return next(line for line in told if line.startswith("Fen: "))[5:]


def test_moves_up_to_an_illegal_one_are_played() -> None:
    with engine() as e:
        e.send("position startpos moves e2e4 e7e5 e4e5 g8f6")
        assert "not legal" in e.until("info string")[-1]
        assert fen_now(e).startswith("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w")


def test_a_bad_position_changes_nothing() -> None:
    with engine() as e:
        e.send("position startpos moves e2e4")
        before = fen_now(e)
        for bad in ("fen 8/8/8/8/8/8/8/8 w - - 0 1", "fen", "", "fen moves e2e4", "somewhere"):
            e.send(f"position {bad}").until("info string")
            assert fen_now(e) == before


def test_castling_is_understood_in_both_writings_and_written_as_asked() -> None:
    with engine() as e:
        for castling in ("e1g1", "e1h1"):
            e.send(f"position fen {CASTLING} moves {castling}")
            assert fen_now(e).startswith("r3k2r/8/8/8/8/8/8/R4RK1 b kq")
        e.send(f"position fen {CASTLING}")
        assert e.best_move("go depth 1 searchmoves e1h1") == "e1g1"
        e.send("setoption name UCI_Chess960 value true")
        assert e.best_move("go depth 1 searchmoves e1g1") == "e1h1"
        line = e.send(f"position fen {CASTLING} moves e1h1").answer(
            "go depth 1 searchmoves e8c8", "bestmove"
        )
        assert line[-1].split()[1] == "e8a8"


def test_what_an_option_cannot_be_is_refused_and_forgotten() -> None:
    with engine() as e:
        for name, value in [
            ("Hash", "99999999"), ("Hash", "0"), ("Hash", "much"), ("Ponder", "perhaps"),
            ("Profile", "plaing"), ("Search", "null_moove=2"), ("Search", "depth=3"),
            ("Search", "null_move=99"), ("Weights", "chess/standart"), ("Weights", ""),
            ("Hush", "16"), ("Threads", "-1"), ("Search", "leaf_noise=1"), ("Search", "pvs=9"),
        ]:  # fmt: skip
            told = e.send(f"setoption name {name} value {value}").until("info string")[-1]
            assert name in told or value.partition("=")[0] in told, told
        e.send("setoption", "setoption name Hash").until("info string Hash needs")
        assert e.best_move("go depth 2") != "(none)"


def test_options_may_be_written_in_any_capitals() -> None:
    with engine() as e:
        e.send("setoption name move overhead value 5", "setoption name PROFILE value Thesis")
        assert e.is_quiet()
        assert not [line for line in e.seen if "info string" in line]


def test_other_weights_can_be_loaded() -> None:
    with engine() as e:
        queen_up = "position fen 4k3/8/8/8/8/8/8/3QK3 w - - 0 1"
        assert e.send(queen_up).answer("eval", "Value")[-1].endswith("cp 900")
        e.send("setoption name Weights value chess/thesis")
        assert e.answer("eval", "Value")[-1].endswith("cp 1149")


def test_profiles_and_single_settings_change_the_search() -> None:
    with engine() as e:

        def nodes() -> str:
            e.send("ucinewgame")
            return re.findall(r" nodes (\d+)", e.answer("go depth 5", "bestmove")[-2])[0]

        lucky = nodes()
        e.send("setoption name Search value <empty>")
        playing = nodes()
        assert playing != lucky
        e.send("setoption name Search value null_move=none")
        assert nodes() != playing
        e.send("setoption name Search value evaluation_noise=0.1")
        assert nodes() == lucky
        e.send("setoption name Search value <empty>")
        e.send("setoption name Profile value thesis")
        assert nodes() != playing


def test_a_limited_strength_is_offered_only_where_it_was_measured() -> None:
    rated = [(1000, 100), (1400, 1000), (1800, 10_000)]
    names = {option.name for option in Options("chess/standard", rated).all}
    assert {"UCI_LimitStrength", "UCI_Elo"} <= names
    options = Options("chess/standard", rated)
    options.set(*options.read("UCI_Elo", "1400"))
    assert options.node_limit is None
    options.set(*options.read("UCI_LimitStrength", "true"))
    assert options.node_limit == 1000
    unrated = {option.name for option in Options("chess/standard", ()).all}
    assert not {"UCI_LimitStrength", "UCI_Elo"} & unrated
    measured = facts_of("chess").rated
    assert list(measured) == sorted(measured)


# ---- for people ------------------------------------------------------------------------------


def test_perft_divides_by_first_moves() -> None:
    with engine() as e:
        told = e.answer("go perft 3", "Nodes searched")
    assert told[-1] == "Nodes searched: 8902"
    assert "e2e4: 600" in told
    assert len(told) == 22


def test_a_long_perft_can_be_stopped() -> None:
    with engine() as e:
        e.send("go perft 9")
        assert e.is_quiet()
        e.send("stop").until("info string perft was stopped")


def test_the_board_is_drawn() -> None:
    with engine() as e:
        told = e.send("position startpos moves e2e4 f7f5 d1h5").answer("d", "Legal moves")
    assert "  5  . . . . . p . Q" in told
    assert "Checkers: h5" in told
    assert told[-1] == "Legal moves: 1"


def test_an_evaluation_is_explained_by_its_features() -> None:
    with engine() as e:
        e.send("position fen 4k3/8/8/8/8/8/p7/4RK2 b - - 0 1")
        told = e.answer("eval", "Value")
    assert [line.split() for line in told] == [
        ["feature", "count", "weight", "share"],
        ["pawn", "-1", "1.000", "-1.000"],
        ["rook", "1", "5.000", "+5.000"],
        ["total", "+4.000"],
        ["Value", "for", "the", "side", "to", "move:", "cp", "-400"],
    ]


def test_bench_counts_the_same_nodes_every_time() -> None:
    with engine() as e:
        counts = [e.answer("bench 2", "Nodes/second")[-2] for _ in range(2)]
        e.send("bench deep").until("info string bench 'deep'")
        e.send("bench 60", "stop").until("info string bench was stopped")
    assert counts[0].startswith("Nodes searched")
    assert counts[0] == counts[1]


# ---- garbage ---------------------------------------------------------------------------------


def test_unknown_words_before_a_command_are_skipped() -> None:
    with engine() as e:
        e.send("joho debug on").until("info string unknown command 'joho'")
        assert e.answer("please isready", "readyok")
        e.send("xboard").until("info string 'xboard': this engine speaks UCI")


def test_garbage_is_survived() -> None:
    with engine() as e:
        e.send(b"\0\0\0\n", b"\xff\xfe\xfd uci\xff\n", b"\n\r\n  \n", b"position \0 moves \0\n")
        e.send(b"x" * 1_000_000 + b"\n", b"go " + b"depth " * 10_000 + b"\n")
        e.send(b"position startpos moves " + b"g1f3 g8f6 f3g1 f6g8 " * 50_000 + b"\n")
        e.send(b"setoption name " + b"\xf0\x9f\x99\x82" * 1000 + b" value \0\n", "stop")
        assert e.answer("isready", "readyok")
        e.send("stop", "isready").until("readyok")
        assert max(map(len, e.seen)) < 1000
        assert e.best_move("go depth 2") != "(none)"


def test_long_words_are_refused_without_much_thought() -> None:
    with engine() as e:
        for word in ("x" * 100_000, "a" + " " * 100_000 + "b", "ab " * 30_000, "," * 100_000):
            e.send(f"setoption name {word} value {word}", f"setoption name Search value {word}")
            e.send(f"go depth {word}", f"position fen {word}", f"position startpos moves {word}")
            e.send(f"go depth 1 searchmoves {word}", word, f"debug {word}", f"bench {word}")
            assert e.answer("isready", "readyok")
        assert max(map(len, e.seen)) < 1000


def test_the_profiles_offered_are_those_there_are() -> None:
    assert sorted(PROFILES) == sorted(searching.PROFILES)


def test_the_start_of_the_engine_can_be_measured() -> None:
    script = ROOT / "benchmarks" / "engine_start.py"
    command = [sys.executable, str(script), "--times", "2", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=True)
    assert json.loads(done.stdout)["times"] == 2


def test_the_page_on_the_engine_names_every_option() -> None:
    page = (ROOT / "docs" / "engine.md").read_text(encoding="utf-8")
    rated = Options("chess/standard", [(1000, 1), (2000, 2)])
    assert [o.name for o in rated.all if f"`{o.name}`" not in page] == []
