"""The command line: what each command prints, and how it refuses what it cannot use."""

import json
import os
import re
import signal
import subprocess
import sys
import time
import warnings
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from plywise import _kernel
from plywise.cli import complete
from plywise.cli.app import app
from plywise.evaluation.weights import resolve

COMMANDS = [
    *("learn", "match", "search", "perft", "show"),
    *("report", "reproduce", "bench", "games", "doctor"),
    *("engine", "rate", "values"),
]
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
MATE_IN_ONE = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"
SHORT_RUN = ["learn", "chess", "--depth", "1", "--games", "6", "--seed", "3", "--gate-every", "0"]


def plywise(*words: str | Path, code: int = 0) -> Any:
    """The result of a command, which must end with the exit code."""
    result = CliRunner().invoke(app, [str(word) for word in words], prog_name="plywise")
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == code, result.output
    return result


def as_json(*words: str | Path) -> dict[str, Any]:
    """The object in the last line of a command's stdout."""
    found: dict[str, Any] = json.loads(plywise(*words, "--json").stdout.splitlines()[-1])
    return found


def refusal(*words: str | Path, code: int = 2) -> str:
    """What a command says when it refuses; nothing of it goes to stdout."""
    result = plywise(*words, code=code)
    assert result.stdout == ""
    assert "Traceback" not in result.stderr
    text: str = result.stderr
    return text


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A short run, learnt once."""
    path = tmp_path_factory.mktemp("runs") / "short"
    plywise(*SHORT_RUN, "--out", path)
    return path


# ---- help, version, completion ---------------------------------------------------------------


def test_help_lists_every_command() -> None:
    told = plywise("--help").stdout
    assert all(re.search(rf"\b{name}\b", told) for name in COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_teaches_by_examples(name: str) -> None:
    told = plywise(name, "--help").stdout
    assert "Examples" in told
    assert f"plywise {name}" in told


@pytest.mark.parametrize("name", COMMANDS)
def test_the_examples_of_a_command_use_options_that_exist(name: str) -> None:
    command = get_command(app).commands[name]  # type: ignore[attr-defined]
    options = {o for p in command.params for o in [*p.opts, *p.secondary_opts]}
    assert set(re.findall(r"--[a-z][a-z0-9-]*", command.epilog)) <= options


def test_the_version_is_the_kernels() -> None:
    assert plywise("--version").stdout == f"plywise {_kernel.version}\n"


def test_the_module_is_the_command() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "plywise", "perft", "chess", "2"], capture_output=True, text=True
    )
    assert (done.returncode, done.stdout) == (0, "400\n")


def test_the_command_line_starts_without_heavy_libraries() -> None:
    code = "import sys; from plywise.cli.app import app; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"numpy", "matplotlib", "pydantic", "rich", "chess", "sklearn"} & set(
        done.stdout.split()
    )


def test_tab_completes_games_weights_and_experiments() -> None:
    assert complete.games("ch") == ["chess"]
    assert complete.feature_sets("mat") == ["material"]
    assert "chess/standard" in complete.weights("chess/s")
    assert "walk" in complete.experiments("wa")


def test_tab_completes_runs_and_weight_files(
    run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plywise("show", run, "--save", tmp_path / "mine.json")
    monkeypatch.chdir(tmp_path)
    assert complete.weights("mi") == ["mine.json"]
    assert complete.runs(str(run)[:-2]) == [str(run)]
    assert complete.runs("no/such/folder/x") == []


def test_the_shell_gets_completions() -> None:
    environment = os.environ | {
        "_PLYWISE_COMPLETE": "complete_bash",
        "COMP_WORDS": "plywise show chess/sta",
        "COMP_CWORD": "2",
    }
    code = "from plywise.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True
    )
    assert done.stdout.split() == ["chess/standard"]


# ---- perft and search ------------------------------------------------------------------------


@pytest.mark.parametrize(("depth", "nodes"), [(0, 1), (1, 20), (2, 400), (3, 8902)])
def test_perft_counts_the_known_numbers(depth: int, nodes: int) -> None:
    assert plywise("perft", "chess", str(depth)).stdout == f"{nodes}\n"


def test_perft_divides_by_first_moves() -> None:
    found = as_json("perft", "chess", "2", "--position", KIWIPETE, "--divide")
    assert found["nodes"] == 2039  # Kiwipete, known to everyone who writes a move generator
    assert len(found["divide"]) == 48
    assert sum(found["divide"].values()) == 2039
    assert found["seconds"] >= 0


def test_search_finds_the_mate() -> None:
    found = as_json("search", "chess", MATE_IN_ONE, "--depth", "2")
    assert {"value", "line", "leaf", "nodes", "seconds"} <= found.keys()
    assert found["line"] == ["a1a8"]
    assert found["kind"] == "result"


@pytest.mark.parametrize(
    ("position", "words"),
    [
        (MATE_IN_ONE, "value the side to move wins in 1 move"),
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "value the side to move has lost"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "value a draw by the rules"),
    ],
)
def test_search_says_results_by_the_rules_in_words(position: str, words: str) -> None:
    assert plywise("search", "chess", position, "--depth", "2").stdout.splitlines()[0] == words


def test_search_shows_the_move_of_random_play_too() -> None:
    told = plywise("search", "chess", "--using", "random").stdout
    assert re.search(r"^move  [a-h][1-8][a-h][1-8]$", told, re.MULTILINE)


def test_search_value_is_the_evaluation_of_its_leaf() -> None:
    import plywise as pw

    found = as_json("search", "chess", KIWIPETE, "--depth", "3")
    chess = pw.game("chess")
    leaf = chess.position(found["leaf"])
    evaluation = pw.Linear(chess.features("material"), weights="chess/standard")
    sign = 1 if leaf.turn == "first" else -1
    assert found["value"] == sign * evaluation.kernel.value(leaf.kernel)


def test_search_takes_its_options_by_name() -> None:
    told = plywise("search", "chess", "--depth", "2", "--using", "alpha-beta:null_move=2,probes=1")
    assert told.stdout.startswith("value +0.000")


# ---- learn -----------------------------------------------------------------------------------


def test_learn_says_what_it_learnt(tmp_path: Path) -> None:
    found = as_json(*SHORT_RUN, "--out", tmp_path / "run")
    assert {"run", "games", "seconds", "weights", "normalised", "trace_decay"} <= found.keys()
    assert found["games"] == 6
    assert Path(found["run"]) == tmp_path / "run"
    assert list(found["weights"]) == ["pawn", "knight", "bishop", "rook", "queen"]


def test_learn_shows_its_values_beside_the_published_ones(tmp_path: Path) -> None:
    told = plywise(*SHORT_RUN, "--depth", "4", "--games", "2", "--out", tmp_path / "run").stdout
    assert re.search(r"^knight .*\b2\.72\b.*\b3\.00\b", told, re.MULTILINE)  # thesis, textbook


def test_learn_takes_a_fresh_directory_when_none_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    first, second = (as_json(*SHORT_RUN)["run"] for _ in range(2))
    assert first != second
    assert Path(first).parent == Path("runs")


def test_learn_never_writes_over_a_run(run: Path) -> None:
    assert "--resume" in refusal(*SHORT_RUN, "--out", run)


def test_learn_goes_on_with_a_run(tmp_path: Path) -> None:
    whole = as_json(*SHORT_RUN, "--games", "8", "--out", tmp_path / "whole")
    as_json(*SHORT_RUN, "--games", "5", "--out", tmp_path / "parts")
    parts = as_json("learn", "chess", "--games", "8", "--out", tmp_path / "parts", "--resume")
    assert parts["games"] == 8
    assert parts["weights"] == whole["weights"]


def test_learn_says_when_the_time_was_up_before_the_last_game(tmp_path: Path) -> None:
    out = tmp_path / "cut"
    words = [*SHORT_RUN, "--games", "100000", "--minutes", "0.005", "--out", out]
    told = plywise(*words).stderr
    assert (
        f"stopped before game 100,000 by --minutes; go on with: plywise learn chess --out {out}"
        in told
    )


def test_learn_runs_without_adjudication(tmp_path: Path) -> None:
    plywise(*SHORT_RUN, "--out", tmp_path / "run", "--adjudicate", "none", "--max-plies", "20")
    games = (tmp_path / "run" / "games.txt").read_text().splitlines()
    assert {line.split("\t")[2] for line in games} == {"unfinished"}
    assert "'agree', 'draw' or 'none'" in refusal(*SHORT_RUN, "--adjudicate", "win")


def test_learn_verifies_and_reports(tmp_path: Path) -> None:
    found = as_json(*SHORT_RUN, "--out", tmp_path / "run", "--verify", "4", "--report")
    assert found["match"]["games"] == 4
    assert found["match"]["b"] == "chess/standard"
    assert Path(found["report"]).suffix == ".html"
    assert Path(found["report"]).exists()


def test_learn_reads_its_settings_from_a_file(run: Path, tmp_path: Path) -> None:
    again = ["learn", "chess", "--config", run / "config.toml", "--out", tmp_path / "again"]
    assert as_json(*again)["weights"] == as_json("show", run, "--last")["weights"]


def test_learn_saves_what_it_has_when_interrupted(tmp_path: Path) -> None:
    words = [*SHORT_RUN, "--games", "100000", "--out", str(tmp_path / "run")]
    process = subprocess.Popen(
        [sys.executable, "-m", "plywise", *words], stderr=subprocess.PIPE, text=True
    )
    metrics = tmp_path / "run" / "metrics.jsonl"
    while process.poll() is None and not (metrics.exists() and metrics.stat().st_size):
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    told = process.communicate(timeout=60)[1]
    assert process.returncode == 130
    assert "--resume" in told
    assert as_json("show", tmp_path / "run", "--last")["weights"]["pawn"] != 1


# ---- match, show, report, reproduce, bench, games, doctor ------------------------------------


def test_match_gives_all_figures(tmp_path: Path) -> None:
    games = tmp_path / "games.pgn"
    words = ["match", "chess", "chess/standard", "chess/ones", "--games", "6", "--depth", "1"]
    found = as_json(*words, "--pgn", games, "--seed", "5")
    keys = {"games", "wins", "draws", "losses", "score", "elo", "elo_error", "los", "llr"}
    assert keys <= found.keys()
    assert found["wins"] + found["draws"] + found["losses"] == found["games"] == 6
    assert games.read_text().count("[Result ") == 6


def test_match_does_not_depend_on_the_workers() -> None:
    words = ["match", "chess", "chess/standard", "chess/ones", "--games", "8", "--depth", "1"]
    one, two = (as_json(*words, "--workers", n) for n in "12")
    assert one == two


def test_match_stops_when_the_test_has_decided() -> None:
    words = ["match", "chess", "chess/standard", "random", "--games", "400", "--depth", "1"]
    found = as_json(*words, "--sprt", "0,200")
    assert found["games"] < 400
    assert found["llr"] > 0


def test_show_normalises_to_the_pawn() -> None:
    found = as_json("show", "chess/thesis")
    assert found["normalised"]["pawn"] == 1
    assert found["normalised"]["knight"] == pytest.approx(2.72)


def test_show_divides_by_no_pawn_that_is_below_nothing(tmp_path: Path) -> None:
    file = resolve([-1.0, 3.0, 3.0, 5.0, 9.0]).save(tmp_path / "odd.json")
    assert as_json("show", file)["normalised"] is None
    told = plywise("show", file).stdout
    assert "cannot be the unit" in told
    assert "–" not in told


def test_learn_does_not_promise_a_unit_to_a_game_that_turns_values_round(tmp_path: Path) -> None:
    words = [*SHORT_RUN, "--start", "antichess/stockfish", "--out", tmp_path / "run"]
    told = plywise(*("antichess" if word == "chess" else word for word in words)).stdout
    assert "the mean pawn is not above 0: nothing can be measured in it" in " ".join(told.split())
    heading, *rows = told.splitlines()[1:6]
    assert "learnt, raw" in heading
    assert all(re.match(r"\w+ +-?\d+\.\d\d +\d+\.\d\d ", row) for row in rows), told


def test_show_saves_weights_that_read_back(run: Path, tmp_path: Path) -> None:
    mean = as_json("show", run, "--save", tmp_path / "mean.json")
    assert as_json("show", tmp_path / "mean.json")["weights"] == mean["weights"]
    assert as_json("show", run, "--last")["weights"] != mean["weights"]


def test_show_writes_the_games_of_a_run(run: Path, tmp_path: Path) -> None:
    plywise("show", run, "--pgn", tmp_path / "games.pgn")
    assert (tmp_path / "games.pgn").read_text().count("[Result ") == 6
    assert "chess/standard" in refusal("show", "chess/standard", "--pgn", tmp_path / "x.pgn")


def test_a_picture_of_another_kind_is_refused(run: Path, tmp_path: Path) -> None:
    told = plywise("report", run, "--out", tmp_path, "--hero", tmp_path / "x.gif", code=2).stderr
    assert "x.gif" in told
    assert ".png or an .svg" in told


def test_report_names_the_files_it_wrote(run: Path, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    files = as_json("report", run, "--out", tmp_path / "report")["files"]
    assert all(Path(file).exists() for file in files)
    assert any(file.endswith(".html") for file in files)


def test_reproduce_lists_the_experiments() -> None:
    names = plywise("reproduce", "--list", "--names").stdout.split()
    published = {"walk", "chess-values", "chess-depths", "chess-match", "no-search", "steepness"}
    assert published | {"coherence-chess"} <= set(names)


def test_bench_has_one_signature() -> None:
    words = ["bench", "--depth", "2", "--no-games"]
    one, two = as_json(*words), as_json(*words)
    assert one["signature"] == two["signature"] == one["nodes"]
    assert one["nodes_per_second"] > 0
    alone = plywise("bench", "--depth", "2", "--signature").stdout
    assert alone == f"chess {one['signature']}\n"


def test_bench_refuses_a_debug_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_kernel, "is_release", False)
    assert "debug" in refusal("bench", code=1)


def test_games_lists_what_there_is() -> None:
    (chess,) = [game for game in as_json("games")["games"] if game["name"] == "chess"]
    assert chess["feature_sets"]["material"] == ["pawn", "knight", "bishop", "rook", "queen"]
    assert chess["weights"]["chess/standard"]["weights"]["queen"] == 9
    assert "chess/standard" in plywise("games").stdout


def test_games_counts_weights_where_names_would_be_too_many() -> None:
    told = plywise("games", "chess").stdout
    assert re.search(
        r"full-board +309  pawn knight bishop rook queen, 304 places on 5 boards", told
    )
    assert "othello" not in told
    assert "did you mean 'chess'" in refusal("games", "ches")


def test_doctor_says_what_is_missing_and_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda *_, **__: None)
    told = plywise("doctor").stdout
    assert _kernel.version in told
    assert "apt-get install stockfish" in told
    assert as_json("doctor")["engines"]["stockfish"] is None


# ---- bad input -------------------------------------------------------------------------------


def test_an_illegal_position_is_shown_again() -> None:
    fen = "rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    assert fen in refusal("search", "chess", fen)
    assert fen in refusal("perft", "chess", "1", "--position", fen)


@pytest.mark.parametrize("command", [["search"], ["perft", "--"], ["learn"], ["match"]])
def test_an_unknown_game_is_guessed_at(command: list[str]) -> None:
    rest = {"perft": ["1"], "match": ["chess/ones", "chess/ones"]}.get(command[0], [])
    told = refusal(command[0], "ches", *rest)
    assert "'ches'" in told
    assert "did you mean 'chess'" in told


def test_an_unknown_feature_set_is_guessed_at(tmp_path: Path) -> None:
    told = refusal("learn", "chess", "--features", "materiel", "--out", tmp_path / "run")
    assert "'materiel'" in told
    assert "did you mean 'material'" in told
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(
    "words",
    [
        ["show", "chess/standrad"],
        ["match", "chess", "chess/standrad", "chess/ones"],
        ["search", "chess", "--weights", "chess/standrad"],
        ["learn", "chess", "--start", "chess/standrad"],
    ],
    ids=lambda words: words[0],
)
def test_an_unknown_weight_set_is_guessed_at(words: list[str]) -> None:
    told = refusal(*words)
    assert "'chess/standrad'" in told
    assert "did you mean 'chess/standard'" in told


@pytest.mark.parametrize(
    ("words", "value"),
    [
        (["perft", "chess", "-1"], "-1"),
        (["perft", "chess", "two"], "'two'"),
        (["search", "chess", "--depth", "-2"], "-2"),
        (["learn", "chess", "--depth", "-3"], "-3"),
        (["learn", "chess", "--games", "0"], "0"),
        (["learn", "chess", "--minutes", "nan"], "'nan'"),
        (["match", "chess", "chess/ones", "chess/ones", "--depth", "-4"], "-4"),
        (["match", "chess", "chess/ones", "chess/ones", "--games", "7"], "7"),
        (["match", "chess", "chess/ones", "chess/ones", "--sprt", "5"], "'5'"),
        (["match", "chess", "chess/ones", "chess/ones", "--adjudicate", "no"], "'no'"),
        (["bench", "--depth", "-5"], "-5"),
    ],
    ids=" ".join,
)
def test_a_bad_number_is_shown_again(words: list[str], value: str) -> None:
    assert value in refusal(*words)


@pytest.mark.parametrize(
    ("words", "value", "guess"),
    [
        (["learn", "chess", "--rule", "tdlaef"], "'tdlaef'", "tdleaf"),
        (["learn", "chess", "--step-size", "coherense"], "'coherense'", "coherence"),
        (["learn", "chess", "--trace-decay", "2"], "2", ""),
        (["learn", "chess", "--trace-decay", "some"], "'some'", "auto"),
        (["search", "chess", "--using", "alphabeta"], "'alphabeta'", "alpha-beta"),
        (["search", "chess", "--using", "alpha-beta:probe=2"], "'probe'", "probes"),
        (["search", "chess", "--using", "alpha-beta:probes=x"], "'x'", "number"),
        (["reproduce", "wakl"], "'wakl'", "walk"),
        (["reproduce", "walk", "--size", "quikc"], "'quikc'", "quick"),
        (["lern"], "'lern'", "learn"),
        (["learn", "chess", "--dpeth", "2"], "--dpeth", "--depth"),
    ],
    ids=lambda part: " ".join(part) if isinstance(part, list) else None,
)
def test_a_mistyped_name_is_guessed_at(words: list[str], value: str, guess: str) -> None:
    told = refusal(*words)
    assert value in told
    assert guess in told


def test_a_damaged_configuration_is_refused_with_every_error(run: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.toml"
    text = (run / "config.toml").read_text()
    text = re.sub(r"^games = .*$", "games = -7", text, flags=re.MULTILINE)
    bad.write_text(re.sub(r"^lag = .*$", 'lag = "four"', text, flags=re.MULTILINE))
    told = refusal("learn", "chess", "--config", bad, "--out", tmp_path / "run")
    assert "-7" in told
    assert "four" in told


def test_a_configuration_that_is_no_toml_is_refused(run: Path, tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_text("games = = 3")
    assert "bad.toml" in refusal("learn", "chess", "--config", tmp_path / "bad.toml")
    assert "none.toml" in refusal("learn", "chess", "--config", tmp_path / "none.toml")


def test_a_run_without_a_sound_checkpoint_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "run"
    plywise(*SHORT_RUN, "--out", path)
    for file in (path / "checkpoints").iterdir():
        file.write_bytes(file.read_bytes()[:100])
    told = refusal("learn", "chess", "--games", "9", "--out", path, "--resume")
    assert "checkpoint" in told


def test_a_damaged_weights_file_is_refused(run: Path, tmp_path: Path) -> None:
    path = tmp_path / "weights.json"
    plywise("show", run, "--save", path)
    path.write_text(path.read_text()[:-20])
    assert "weights.json" in refusal("show", path)


def test_a_weights_file_edited_by_hand_is_shown_with_a_note(run: Path, tmp_path: Path) -> None:
    path = tmp_path / "weights.json"
    plywise("show", run, "--save", path)
    body = json.loads(path.read_text())
    path.write_text(json.dumps(body | {"values": [1, 3, 3, 5, 9]}))
    with warnings.catch_warnings(action="always"):
        shown = plywise("show", path)
    assert "weights.json was changed since plywise wrote it" in shown.stderr
    assert "queen    9.000" in shown.stdout


def test_weights_that_are_nowhere_may_have_been_a_file_or_a_run() -> None:
    told = refusal("show", "runs/nowhere")
    assert "unknown weights file, run directory or weight set 'runs/nowhere' (known: " in told


def test_what_is_no_run_is_refused(tmp_path: Path) -> None:
    assert str(tmp_path) in refusal("report", tmp_path)
    assert "nowhere" in refusal("report", "nowhere")
    assert "nowhere" in refusal("learn", "chess", "--out", "nowhere", "--resume")


def test_a_disk_that_cannot_be_written_is_a_failure_not_bad_input(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    told = refusal(*SHORT_RUN, "--out", tmp_path / "file" / "run", code=1)
    assert "file" in told


def test_a_full_disk_is_a_failure_with_a_message(tmp_path: Path) -> None:
    words = "match chess chess/ones chess/ones --games 20 --depth 0 --pgn games.pgn"
    line = f"ulimit -f 4; exec {sys.executable} -m plywise {words}"  # files of 4 KB at most
    done = subprocess.run(["bash", "-c", line], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 1
    assert "File too large" in done.stderr
    assert "Traceback" not in done.stderr


def test_colours_are_left_out_on_request(run: Path) -> None:
    environment = os.environ | {"NO_COLOR": "1", "FORCE_COLOR": "1", "COLUMNS": "100"}
    for words in (["learn", "--help"], ["show", str(run)], ["learn", "--dpeth"]):
        done = subprocess.run(
            [sys.executable, "-m", "plywise", *words], env=environment, capture_output=True
        )
        assert not re.search(rb"\x1b\[[0-9;]*(3[0-9]|9[0-9])m", done.stdout + done.stderr)
