"""What a stranger may have written is data: no file that it names is run, nothing is waited for."""

import json
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

import plywise as pw
from plywise.evaluation import weights_file
from plywise.games import loading
from plywise.learning.config import LearnConfig
from plywise.play.openings import read_openings
from plywise.play.pgn_pairs import read_pairs
from plywise.play.problems import read_problems
from plywise.runs.batches.folder import HEADING
from plywise.runs.trainer import resume
from plywise.selective import generator
from plywise.selective.generator_kinds import Constant

EVIL = """
from pathlib import Path
Path({marker!r}).write_text("it ran")
import plywise as pw
from plywise.games.tic_tac_toe import TicTacToe
class Evil(TicTacToe):
    name = "evil"
@pw.feature(Evil)
def trap(position, side):
    return 1
@pw.feature("chess")
def pair(position, side):
    return position.count("bishop", side) >= 2
class Slow(pw.Fixed):
    pass
"""


REFUSED = r"are not read|only regular files are read"


class Folder:
    """A game, features, weights and runs that a stranger sent."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.marker = path / "marker"
        self.code = path / "evil.py"
        self.code.write_text(EVIL.format(marker=str(self.marker)))
        self.game, self.features = f"{self.code}:Evil", f"material+{self.code}:pair"
        self.weights = self._weights("evil.json", self.game, "trap", ["trap"])
        names = ["pawn", "knight", "bishop", "rook", "queen", "pair"]
        self.chess = self._weights("chess.json", "chess", self.features, names)
        self.run = self._run("run", game=self.game, features="trap", start=[0.0])
        self.chess_run = self._run(
            "chess-run", game="chess", features=self.features, start=[1.0] * 6
        )
        self.batches = path / "batches"
        self.batches.mkdir()
        steps = f"games = 32\n[step_size]\nname = '{self.code}:Slow'\n"
        (self.batches / "config.toml").write_bytes(HEADING + steps.encode())

    def _weights(self, name: str, game: str, features: str, names: list[str]) -> Path:
        body = {
            "format": weights_file.FORMAT, "game": game, "features": features,
            "values": [1.0] * len(names), "scale": 1000, "label": "evil", "made_by": {},
            "names": names,
        }  # fmt: skip
        (self.path / name).write_text(json.dumps({"sha256": weights_file.checksum(body), **body}))
        return self.path / name

    def _run(self, name: str, *, game: str, features: str, start: list[float]) -> Path:
        made = self.path / name
        (made / "checkpoints").mkdir(parents=True)
        text = f"game = {game!r}\nfeatures = {features!r}\nstart = {start}\ngames = 3\n"
        (made / "config.toml").write_text(text + "[search]\nkind = 'alpha-beta'\ndepth = 1\n")
        return made

    @property
    def has_run(self) -> bool:
        return self.marker.exists()

    def plywise(self, *words: str | Path, said: str = "") -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "plywise", *map(str, words)]
        return subprocess.run(
            command, cwd=self.path, input=said, capture_output=True, text=True, timeout=120
        )


@pytest.fixture
def sent(tmp_path: Path) -> Folder:
    return Folder(tmp_path)


COMMANDS = {
    "show, weights": ["show", "evil.json"],
    "show, features": ["show", "chess.json"],
    "show, run": ["show", "run"],
    "show, run with features": ["show", "chess-run"],
    "show --save": ["show", "evil.json", "--save", "mine.json"],
    "show, run in batches": ["show", "batches"],
    "report": ["report", "run"],
    "report, run in batches": ["report", "batches"],
    "engine": ["engine", "chess.json"],
    "engine, run": ["engine", "chess-run"],
    "match": ["match", "chess", "chess.json", "chess/standard", "--games", "2", "--depth", "1"],
    "match, run": ["match", "chess", "chess-run", "chess/standard", "--games", "2"],
    "match, other game": ["match", "tic-tac-toe", "evil.json", "random", "--games", "2"],
    "search": ["search", "chess", "--weights", "chess.json", "--depth", "1"],
    "arena": ["arena", "chess", "uct", "alpha-beta", "--weights", "chess.json", "--pairs", "1"],
    "rate": ["rate", "chess.json", "--games", "2"],
    "spikes": ["spikes", "chess", "--weights", "chess.json", "--out", "spikes.json"],
    "learn --resume": ["learn", "chess", "--resume", "--out", "chess-run"],
    "learn --config": ["learn", "chess", "--config", "run/config.toml", "--out", "new"],
    "learn --resume, batches": ["learn", "backgammon", "--resume", "--out", "batches"],
    "learn --config, batches": ["learn", "backgammon", "--config", "batches/config.toml"],
    "learn --start": ["learn", "chess", "--start", "chess.json", "--games", "2", "--out", "new"],
}  # fmt: skip


@pytest.mark.parametrize("words", COMMANDS.values(), ids=COMMANDS)
def test_no_command_runs_what_a_file_names(sent: Folder, words: list[str]) -> None:
    done = sent.plywise(*words)
    assert not sent.has_run
    assert done.returncode == 2, done.stderr
    assert "evil.py" in done.stderr
    assert "--trust" in done.stderr
    assert "Traceback" not in done.stderr


def test_the_engine_refuses_weights_that_name_code_and_plays_on(sent: Folder) -> None:
    for weights in (sent.chess, sent.chess_run):
        said = f"uci\nsetoption name Weights value {weights}\nisready\ngo depth 1\n"
        done = sent.plywise("engine", "chess/standard", said=said)
        assert not sent.has_run
        assert "info string" in done.stdout
        assert "evil.py" in done.stdout
        assert "readyok" in done.stdout
        assert "bestmove" in done.stdout


@pytest.mark.parametrize("words", [["show", "evil.json"], ["show", "run"], ["show", "chess.json"]])
def test_who_trusts_a_file_says_so(sent: Folder, words: list[str]) -> None:
    done = sent.plywise(*words, "--trust")
    assert done.returncode == 0, done.stderr
    assert sent.has_run


def test_an_engine_that_trusts_takes_weights_later_too(sent: Folder) -> None:
    said = f"uci\nsetoption name Weights value {sent.chess}\nisready\nquit\n"
    done = sent.plywise("engine", "chess/standard", "--trust", said=said)
    assert "evil.py" not in done.stdout
    assert sent.has_run


def test_code_that_the_command_names_is_run(sent: Folder) -> None:
    game = ["match", "evil.py:Evil", "evil.json", "run", "--games", "2", "--depth", "1"]
    resumed = ["learn", "evil.py:Evil", "--resume", "--out", "run"]
    counted = [
        "learn",
        "chess",
        "--features",
        "material+evil.py:pair",
        "--resume",
        "--out",
        "chess-run",
    ]
    for words in (game, resumed, counted):
        done = sent.plywise(*words)
        assert done.returncode == 0, done.stderr


def test_no_call_runs_what_a_file_names(sent: Folder) -> None:
    for call in (
        lambda: pw.load(sent.run),
        lambda: pw.load(sent.chess_run),
        lambda: pw.Weights.load(sent.weights),
        lambda: pw.Weights.load(sent.chess),
        lambda: pw.match(str(sent.chess), "chess/standard", games=2),
        lambda: pw.match(str(sent.run), "random", games=2),
        lambda: pw.load_batches(sent.batches),
        lambda: pw.learn_batches(out=sent.batches, resume=True),
        lambda: resume(sent.run),
        lambda: pw.Linear(pw.game("chess").features("material"), weights=str(sent.chess)),
    ):
        with pytest.raises(pw.UntrustedCode, match=r"evil\.py"):
            call()
        assert not sent.has_run


def test_a_call_may_trust_a_file(sent: Folder) -> None:
    assert pw.load(sent.run, trust=True).names == ("trap",)
    assert sent.has_run


def test_a_call_may_trust_a_run_in_batches(sent: Folder) -> None:
    assert pw.load_batches(sent.batches, trust=True).config.step_size["step"] > 0
    assert sent.has_run


def test_a_game_that_the_program_has_loaded_is_known_to_files(sent: Folder) -> None:
    pw.game(sent.game)
    assert pw.Weights.load(sent.weights).names == ("trap",)
    assert pw.load(sent.run).names == ("trap",)


@pytest.mark.parametrize("name", ["antigravity:X", "this:X", "plywise.__main__:X", "no.such:X"])
def test_no_module_is_imported_because_a_file_names_it(
    sent: Folder, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = name.partition(":")[0]
    monkeypatch.delitem(sys.modules, module, raising=False)
    path = list(sys.path)
    with pytest.raises(pw.BadInput, match="names code"):
        pw.Weights.load(sent._weights("module.json", name, "own", ["x"]))
    assert module not in sys.modules
    assert sys.path == path


def test_games_that_come_with_plywise_need_no_trust(sent: Folder) -> None:
    start = pw.game("tic-tac-toe").features("own")
    values = [1.0] * len(start)
    saved = pw.Weights(game="tic-tac-toe", features="own", values=tuple(values)).save(
        sent.path / "ttt.json"
    )
    script = f"import plywise as pw; print(pw.Weights.load({str(saved)!r}).game)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.stdout.strip() == "tic-tac-toe", done.stderr


def test_a_spike_generator_names_no_code_either(sent: Folder) -> None:
    doubt = Constant(
        game="chess", features="material", relative=True, spread=((0.0, 1.0),), spikes=1
    )
    saved = json.loads(generator.save(doubt, sent.path / "spikes.json").read_text())
    del saved["sha256"]
    for change in ({"game": sent.game}, {"features": sent.features}):
        (sent.path / "spikes.json").write_text(json.dumps(saved | change))
        with pytest.raises(pw.BadInput):
            pw.search(
                pw.game("chess").start(),
                pw.Linear(pw.game("chess").features("material"), weights="chess/standard"),
                pw.Bayesian(nodes=10, spikes=str(sent.path / "spikes.json")),
            )
        assert not sent.has_run


def test_trust_ends_with_the_command(sent: Folder) -> None:
    with loading.trusting():
        pass
    with pytest.raises(pw.UntrustedCode):
        pw.Weights.load(sent.weights)


def special_files(folder: Path) -> list[Path]:
    os.mkfifo(folder / "pipe")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(folder / "socket"))
    with (folder / "huge").open("wb") as file:
        file.truncate(1 << 32)  # sparse: it takes no room
    return [folder / "pipe", folder / "socket", folder / "huge", Path("/dev/zero")]


def test_what_is_no_regular_file_or_huge_is_refused_at_once(tmp_path: Path, sent: Folder) -> None:
    for path in special_files(tmp_path):
        with pytest.raises(pw.BadInput, match=REFUSED):
            pw.Weights.load(path)
        readers = generator.load, read_openings, read_pairs, read_problems, LearnConfig.load
        for read in readers:
            with pytest.raises(pw.BadInput):
                list(read(path))
        said = f"uci\nsetoption name Weights value {path}\nisready\nquit\n"
        done = sent.plywise("engine", "chess/standard", said=said)
        assert "readyok" in done.stdout
        assert "info string" in done.stdout
        assert sent.plywise("show", path).returncode == 2


def look_at_all_of(run: Path) -> None:
    found = pw.load(run)
    _ = found.history, found.prediction_quality(), list(found.games())


def test_a_run_with_pipes_in_it_is_refused_at_once(tmp_path: Path) -> None:
    pw.learn("tic-tac-toe", games=2, search=pw.AlphaBeta(depth=1), out=tmp_path / "run")
    for name in ("metrics.jsonl", "checkpoints/latest.json", "games.txt"):
        file = tmp_path / "run" / name
        kept = file.read_bytes()
        file.unlink()
        os.mkfifo(file)
        with pytest.raises(pw.BadInput, match="named pipe"):
            look_at_all_of(tmp_path / "run")
        file.unlink()
        file.write_bytes(kept)
