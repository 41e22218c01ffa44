"""The folder of a run: when a run begins, goes on, or is refused; and how it is read."""

import gc
import json
import pickle
import shutil
from pathlib import Path

import pytest

import small_runs
from plywise.errors import BadSetting, DamagedFile, UnknownName
from plywise.runs.directory import RunDirectory
from plywise.runs.run import Run, load
from plywise.runs.trainer import learn, resume


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("finished")
    small_runs.play(small_runs.small(games=10, gate_every=5, gate_games=2), folder)
    return folder


def test_a_finished_run_has_all_its_files(finished: Path) -> None:
    assert sorted(path.name for path in finished.iterdir()) == [
        "checkpoints",
        "config.toml",
        "environment.json",
        "games.pgn",
        "games.txt",
        "gates.jsonl",
        "lock",
        "metrics.jsonl",
        "weights-every-1.bin",
    ]


def test_nothing_in_a_run_is_a_pickle_or_names_a_place(finished: Path) -> None:
    for path in finished.rglob("*"):
        if path.is_file() and path.name != "lock":
            data = path.read_bytes()
            assert str(finished.parent).encode() not in data
            assert str(Path.home()).encode() not in data
            with pytest.raises((pickle.UnpicklingError, KeyError, ValueError, EOFError)):
                pickle.loads(data)


def test_a_run_from_disk_is_the_run_that_was_learnt(finished: Path) -> None:
    run = load(finished)
    assert run.is_complete
    assert len(run.history) == 10
    assert run.history.weights.shape == run.history.rates.shape == (10, 5)
    assert list(run.weights.values()) == run.history.weights[-1].tolist()
    assert run.history.game.tolist() == list(range(1, 11))
    assert run.history.version.tolist() == [0, 0, 0, 0, 1, 2, 3, 4, 5, 6]
    assert (run.history.seconds > 0).all()
    assert [gate.game for gate in run.gates] == [5, 10]
    assert repr(run) == f"plywise.load({str(finished)!r})"
    assert "knight" in run._repr_html_()


def test_normalised_is_the_mean_of_the_last_half_over_the_mean_of_the_unit(finished: Path) -> None:
    run = load(finished)
    mean = run.history.weights[5:].mean(axis=0)
    assert list(run.normalised("pawn").values()) == pytest.approx((mean / mean[0]).tolist())
    assert run.normalised() == run.normalised("pawn")
    assert run.normalised("rook")["rook"] == 1.0
    last = run.history.weights[-2:].mean(axis=0)
    assert list(run.normalised(last=0.2).values()) == pytest.approx((last / last[0]).tolist())
    assert run.spread().keys() == run.weights.keys()
    with pytest.raises(UnknownName, match="did you mean 'queen'"):
        run.normalised("quen")
    with pytest.raises(BadSetting, match="last=0"):
        run.normalised(last=0)


def test_the_prediction_quality_is_at_hand(finished: Path) -> None:
    distances, qualities, pairs, psi = load(finished).prediction_quality()
    assert len(distances) == len(qualities) == len(pairs) > 0
    assert psi == load(finished).history.prediction_decay[-1]


def test_the_games_are_pgn_that_python_chess_reads(finished: Path) -> None:
    pgn = pytest.importorskip("chess.pgn", reason="needs the package chess")
    run = load(finished)
    with (finished / "games.pgn").open() as file:
        for game in run.games():
            read = pgn.read_game(file)
            assert not read.errors
            assert [move.uci() for move in read.mainline_moves()] == list(game.moves)
            assert read.headers["Result"] == {1.0: "1-0", 0.5: "1/2-1/2", 0.0: "0-1"}[game.outcome]
        assert pgn.read_game(file) is None


def test_a_directory_with_a_run_needs_resume(finished: Path) -> None:
    with pytest.raises(BadSetting, match="already has a run; go on with it by --resume"):
        small_runs.play(small_runs.small(games=10), finished)


def test_other_settings_are_refused_and_named(finished: Path) -> None:
    other = small_runs.small(games=10, gate_every=5, gate_games=2, lag=2, seed=9)
    before = small_runs.traces(finished)
    with pytest.raises(BadSetting, match=r"(?s)lag = 4, not 2.*seed = 3, not 9"):
        small_runs.play(other, finished, resume=True)
    assert small_runs.traces(finished) == before


def test_fewer_games_than_were_played_are_refused(finished: Path) -> None:
    before = RunDirectory(finished).config.read_bytes()
    with pytest.raises(BadSetting, match=r"games=4, but .* has played 10 already"):
        resume(finished, games=4)
    assert RunDirectory(finished).config.read_bytes() == before
    assert resume(finished).config.games == 10


def test_settings_changed_by_hand_are_noticed(finished: Path, tmp_path: Path) -> None:
    small_runs.play(small_runs.small(games=4), tmp_path)
    config = RunDirectory(tmp_path).config
    config.write_text(config.read_text().replace("seed = 3", "seed = 4"))
    with pytest.raises(DamagedFile, match=r"other settings than those in .*config\.toml"):
        resume(tmp_path, games=8)


def test_a_damaged_config_is_refused(tmp_path: Path) -> None:
    small_runs.play(small_runs.small(games=2), tmp_path)
    RunDirectory(tmp_path).config.write_bytes(b"\x00\x01")
    with pytest.raises(DamagedFile, match=r"config\.toml is damaged"):
        resume(tmp_path)
    with pytest.raises(DamagedFile, match=r"config\.toml is damaged"):
        load(tmp_path)


def test_resume_where_nothing_is_begins(tmp_path: Path) -> None:
    run = small_runs.play(small_runs.small(games=3), tmp_path / "new", resume=True)
    assert len(run.history) == 3
    with pytest.raises(BadSetting, match="no run in"):
        resume(tmp_path)


def test_a_path_without_a_run_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadSetting, match="no run directory at"):
        load(tmp_path / "nowhere")
    with pytest.raises(BadSetting, match="no run in"):
        load(tmp_path)


def test_a_run_that_goes_on_can_be_read(tmp_path: Path) -> None:
    small_runs.play(small_runs.small(games=3), tmp_path)
    metrics = RunDirectory(tmp_path).metrics
    with metrics.open("a") as file:
        file.write('{"game":4,"wei')
    assert len(load(tmp_path).history) == 3


def test_a_damaged_line_is_named(tmp_path: Path) -> None:
    small_runs.play(small_runs.small(games=3), tmp_path)
    metrics = RunDirectory(tmp_path).metrics
    lines = metrics.read_text().splitlines(keepends=True)
    metrics.write_text(lines[0] + lines[1][:30] + "\n" + lines[2])
    with pytest.raises(DamagedFile, match=r"metrics\.jsonl, line 2"):
        _ = load(tmp_path).history


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("metrics", b"[1]"),
        ("metrics", b'{"game": 1}'),
        ("metrics", b"\xff"),
        ("games", b"1\t1-0\tcheckmate"),
        ("games", b"1\twon\tcheckmate\t0\te2e4"),
        ("games", b"\xff"),
        ("gates", b"3"),
        ("gates", b"{}"),
        ("gates", b"\xff"),
        ("gates", b"{"),
    ],
)
def test_nonsense_in_any_log_is_named(
    finished: Path, tmp_path: Path, name: str, line: bytes
) -> None:
    folder = Path(shutil.copytree(finished, tmp_path / "run"))
    path = RunDirectory(folder).logs[name]
    path.write_bytes(line + b"\n")
    run = load(folder)
    read = {"metrics": lambda: run.history, "games": lambda: list(run.games())}
    with pytest.raises(DamagedFile, match=path.name):
        read.get(name, lambda: run.gates)()


def test_a_run_before_its_first_game_has_its_start(tmp_path: Path) -> None:
    RunDirectory(tmp_path).write_settings(small_runs.small(start="chess/standard"))
    run = Run(tmp_path)
    assert list(run.weights.values()) == [1.0, 3.0, 3.0, 5.0, 9.0]
    assert run.trace_decay == 1.0
    assert "queen" in run._repr_html_()
    with pytest.raises(BadSetting, match="no games yet"):
        run.normalised()


def test_every_session_leaves_its_versions(tmp_path: Path) -> None:
    small_runs.play(small_runs.small(games=2), tmp_path)
    resume(tmp_path, games=4, workers=2)
    sessions = json.loads((tmp_path / "environment.json").read_text())["sessions"]
    assert [session["game"] for session in sessions] == [0, 2]
    assert sessions[1]["workers"] == "threads(2)"
    assert sessions == load(tmp_path).sessions


def test_without_a_directory_the_run_lives_as_long_as_its_object() -> None:
    run = learn(search={"depth": 1}, games=2, max_plies=20, gate_every=0)
    folder = run.directory
    assert len(list(run.games())) == 2
    del run
    gc.collect()
    assert not folder.exists()
