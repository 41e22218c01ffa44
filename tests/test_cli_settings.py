"""Options take their words and defaults from the settings that they set."""

import inspect
import re

import pytest
import typer
from typer.main import get_command
from typer.testing import CliRunner

import plywise as pw
from plywise.cli.app import app
from plywise.cli.from_settings import setting_at
from plywise.cli.rating_ladders import ELO, POINTS
from plywise.learning.config import LearnConfig
from plywise.play.points_rating import rate_points
from plywise.play.rating import rate
from plywise.sentences import sentences
from plywise.valuing import measure

COMMANDS = get_command(app).commands  # type: ignore[attr-defined]


def options(command: str) -> dict[str, typer.core.TyperOption]:
    """The options of a command as it reads them."""
    made = COMMANDS[command]
    return {option.name: option for option in made.get_params(typer.Context(made))}


@pytest.mark.parametrize(
    ("option", "setting"),
    [("games", "games"), ("seed", "seed"), ("lag", "lag"), ("batch", "batch"), ("rules", "rules"),
     ("gate_every", "gate_every")],
)  # fmt: skip
def test_learn_tells_the_settings_of_a_run(option: str, setting: str) -> None:
    told, field = options("learn")[option], LearnConfig.model_fields[setting]
    assert told.show_default == str(field.default)
    assert told.help == sentences(LearnConfig)[setting]
    assert told.default is None, "a resumed run keeps what it has"


@pytest.mark.parametrize("name", ["games", "noise", "rules", "seed", "patience"])
def test_match_has_the_defaults_of_the_function(name: str) -> None:
    assert options("match")[name].default == inspect.signature(pw.match).parameters[name].default


@pytest.mark.parametrize(
    ("command", "function", "names"),
    [
        ("arena", pw.arena, {"nodes": "nodes", "pairs": "pairs", "seed": "seed"}),
        ("rate", rate, {"seed": "seed"}),
        ("rate", rate_points, {"seed": "seed"}),
        ("values", measure.values, {"seeds": "seeds", "match_games": "match_games"}),
        ("check", pw.check, {"games": "games", "seed": "seed"}),
        ("search", pw.search, {"seed": "seed"}),
    ],
)
def test_commands_have_the_defaults_of_what_they_call(
    command: str, function: object, names: dict[str, str]
) -> None:
    usual = inspect.signature(function).parameters  # type: ignore[arg-type]
    for option, parameter in names.items():
        assert options(command)[option].default == usual[parameter].default, option


def test_rate_shows_the_defaults_of_both_ladders() -> None:
    games = [inspect.signature(play).parameters["games"].default for play in (rate, rate_points)]
    told = options("rate")
    assert told["games"].show_default == "{}; for points, {}".format(*games)
    assert [ladder.games for ladder in (ELO, POINTS)] == games
    plies = inspect.signature(rate).parameters["plies"].default
    assert (told["ballot"].show_default, told["ballot"].default) == (str(plies), None)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_is_explained(command: str) -> None:
    for name, option in options(command).items():
        text = getattr(option, "help", "") or ""
        assert re.match(r"[\w`λ]", text), (name, text)
        assert ":LearnConfig" not in text


def test_a_default_that_is_not_given_reaches_the_function() -> None:
    done = CliRunner().invoke(app, ["arena", "win-loss-tree", "uct", "best-first", "--nodes", "50",
                                    "--pairs", "1", "--json"])  # fmt: skip
    assert done.exit_code == 0, done.output
    assert '"seed": 0' in done.stdout


def test_a_setting_that_is_not_there_is_our_own_fault() -> None:
    with pytest.raises(KeyError):
        setting_at("plywise.learning.config:LearnConfig.lagg")
