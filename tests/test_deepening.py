"""A run whose search goes deeper in its course."""

import pytest
from typer.testing import CliRunner

import plywise as pw
from plywise.cli.app import app
from plywise.errors import BadSetting
from plywise.learning.config import LearnConfig
from plywise.learning.gate import GateKeeper


def _nodes(run: pw.Run) -> list[int]:
    return run.history.nodes.tolist()


def test_the_games_after_the_number_are_played_by_a_deeper_search(tmp_path):
    settings = {"games": 12, "seed": 3, "max_plies": 40, "gate_every": 0}
    run = pw.learn("chess", search={"depth": 1}, deepen=[6], out=tmp_path / "a", **settings)
    shallow = pw.learn("chess", search={"depth": 1}, out=tmp_path / "b", **settings)
    nodes, without = _nodes(run), _nodes(shallow)
    assert nodes[:6] == without[:6]
    assert sum(nodes[6:]) > 3 * sum(without[6:])


def test_it_goes_on_to_the_bit_and_whoever_works(tmp_path):
    settings = {"search": {"depth": 1}, "deepen": (4,), "seed": 3, "max_plies": 30, "gate_every": 0}
    whole = pw.learn("chess", games=8, out=tmp_path / "whole", workers=1, **settings)
    pw.learn("chess", games=5, out=tmp_path / "parts", workers=2, **settings)
    parts = pw.learn("chess", games=8, out=tmp_path / "parts", workers=2, resume=True, **settings)
    assert parts.weights == whole.weights
    assert _nodes(parts) == _nodes(whole)


def test_gates_are_played_a_ply_deeper_than_the_last_games(tmp_path):
    config = LearnConfig(features="tapered", search={"depth": 1}, deepen=(10, 20))
    assert GateKeeper(config).depth == 4


def test_a_depth_that_stays_is_no_setting_of_a_run():
    assert "deepen" not in LearnConfig().as_dict()
    config = LearnConfig(deepen=(5,))
    assert LearnConfig.from_toml(config.to_toml()) == config
    assert config.fingerprint() != LearnConfig().fingerprint()


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"deepen": (5, 5)}, r"\[5, 5\]"),
        ({"deepen": (0,)}, r"\[0\]"),
        ({"deepen": (5,), "search": "random"}, "has no depth"),
        ({"deepen": (5,), "search": {"depth": pw._kernel.MAX_DEPTH}}, "depth"),
        ({"deepen": (5,), "opponents": ["chess/standard"]}, "against opponents"),
    ],
)
def test_what_cannot_deepen_is_refused(settings, words):
    with pytest.raises(BadSetting, match=words):
        LearnConfig(**settings)


def test_the_command_line_reads_numbers_of_games(tmp_path):
    words = ["learn", "chess", "--games", "3", "--deepen", "1,x", "--out", str(tmp_path / "run")]
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 2
    assert "'x'" in done.stderr
