"""What every game must keep: all of ours do, and each broken one is told which rule it breaks."""

import importlib
import json
import random
from itertools import cycle
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

import plywise as pw
from deeper import deeper
from plywise.cli.app import app
from plywise.conformance import rule_names
from plywise.conformance.judging import JUDGING
from plywise.conformance.place import Memory, Place, Rule, name_of
from plywise.conformance.rules import POSITIONS, SPOILING, equal_keys_mean_equal_positions

BROKEN = Path(__file__).parent / "broken_games"
NAMES = sorted(path.stem for path in BROKEN.glob("*.py") if path.stem != "sound_nim")


@pytest.fixture(autouse=True)
def _broken_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """The broken games import the sound one that they are made of."""
    monkeypatch.syspath_prepend(str(BROKEN))


@pytest.mark.parametrize("game", pw.game_names())
def test_every_game_of_plywise_conforms(game: str) -> None:
    assert pw.check(game, games=deeper(8, 200), seed=deeper(2, 3)) == []


def test_the_sound_game_that_the_broken_ones_are_made_of_conforms() -> None:
    assert pw.check(f"{BROKEN / 'sound_nim.py'}:Nim") == []


@pytest.mark.parametrize("name", NAMES)
def test_a_broken_game_is_told_which_rule_it_breaks(name: str) -> None:
    breaks = importlib.import_module(name).BREAKS
    assert breaks in rule_names()
    found = pw.check(f"{BROKEN / name}.py:Broken")
    assert [finding.rule for finding in found] == [breaks], "\n".join(map(str, found))
    [finding] = found
    assert str(finding).startswith(f"{breaks}: ")
    if breaks != "games end":
        assert finding.position is not None
        assert "position(" in finding.told


def test_there_are_ten_broken_games_and_more() -> None:
    assert len(NAMES) >= 10


# What no game in Python can break, since the kernel answers: here a position or an evaluation lies.
CHESS = pw.game("chess")
MATERIAL = pw.Linear(CHESS.features("material"), "chess/standard")
START = CHESS.start()
E4 = START.after("e2e4")


class Liar:
    """A position or an evaluation that answers some questions wrongly."""

    def __init__(self, truth: Any, **lies: Any) -> None:
        self.truth, self.lies = truth, lies

    def __getattr__(self, name: str) -> Any:
        return self.lies[name] if name in self.lies else getattr(self.truth, name)

    def __str__(self) -> str:
        return str(self.truth)

    def __reduce__(self) -> tuple[Any, ...]:
        return CHESS.position, (str(self).replace("KQkq", "KQ"),)


LIARS: dict[str, dict[str, Any]] = {
    "turns alternate": {"next": Liar(E4, turn="first")},
    "the same question has the same answer": {
        "position": Liar(START, after=lambda _: random.random())
    },
    "text goes both ways": {"position": Liar(START, key=0)},
    "moves differ from each other": {"position": Liar(START, moves=["e2e4", "e2e4"])},
    "only legal moves are accepted": {"position": Liar(START, after=lambda move: move)},
    "a position without moves is over": {"position": Liar(START, moves=[])},
    "outcomes lie between 0 and 1": {"position": Liar(START, outcome=1.5)},
    "noisy moves are legal": {"position": Liar(START, noisy_moves=["e2e5"])},
    "equal keys mean equal positions": {"position": Liar(START, key=E4.key)},
    "positions pickle": {"position": Liar(START)},
    "values are weighted counts": {"evaluation": Liar(MATERIAL, value=lambda _, root=None: 9000)},
    "the gradient is that of the value": {
        "evaluation": Liar(MATERIAL, gradient=lambda _: np.ones(5)),
    },
    "the search finds the value of plain minimax": {
        "evaluation": Liar(MATERIAL, value=lambda _, root=None: 9000),
    },
}


def place(position: Any = START, next: Any = E4, evaluation: Any = MATERIAL) -> Place:
    memory = Memory(evaluations=[evaluation], rules=None, mirror=None)
    found = Place(CHESS, position, "e2e4", next, random.Random(1), memory)
    other = Place(CHESS, E4, None, None, random.Random(1), memory)
    list(equal_keys_mean_equal_positions(other))  # is remembered
    return found


@pytest.mark.parametrize("rule", [*SPOILING[1:], *POSITIONS, *JUDGING], ids=name_of)
def test_a_rule_is_silent_about_the_truth_and_finds_a_lie(rule: Rule) -> None:
    assert list(rule(place())) == []
    lie = LIARS.get(name_of(rule))
    if lie is not None:
        assert list(rule(place(**lie))) != []


RACE = pw.game("dice-race")
ROLL = RACE.start()
STEPS, OTHERS = (
    pw.Linear(RACE.features("race"), weights) for weights in ([-1, 0, 0, 0], [1, 0, 0, 0])
)


class Flickering(Liar):
    """An evaluation that judges otherwise every third time."""

    kernels = cycle((STEPS.kernel, OTHERS.kernel, OTHERS.kernel))

    @property
    def kernel(self) -> Any:
        return next(self.kernels)


DICE_LIARS: dict[str, dict[str, Any]] = {
    "outcomes are declared": {"position": Liar(ROLL, outcome=5.0)},
    "chances sum to 1": {"position": Liar(ROLL, chances=[("d1", 0.5), ("d2", 0.25)])},
    "rolls are moves": {"position": Liar(ROLL, moves=["d1"])},
    "the same seed throws the same dice": {"position": Liar(ROLL, moves=["d9"])},
    "expectimax finds the value of plain recursion": {"evaluation": Flickering(STEPS)},
}


@pytest.mark.parametrize("rule", [*SPOILING[1:], *POSITIONS, *JUDGING], ids=name_of)
def test_a_rule_is_silent_about_true_dice_and_finds_false_ones(rule: Rule) -> None:
    def at(position: Any = ROLL, evaluation: Any = STEPS) -> Place:
        memory = Memory(evaluations=[evaluation], rules=None, mirror=None)
        return Place(RACE, position, "d1", ROLL.after("d1"), random.Random(1), memory)

    assert list(rule(at())) == []
    lie = DICE_LIARS.get(name_of(rule))
    if lie is not None:
        assert list(rule(at(**lie))) != []


def test_nearly_every_rule_was_told_a_lie() -> None:
    told = LIARS.keys() | DICE_LIARS.keys()
    untold = {name_of(rule) for rule in (*SPOILING[1:], *POSITIONS, *JUDGING)} - told
    assert untold == {
        "the same search finds the same",
        "exchanging the players turns everything round",
    }


def test_features_must_count_the_other_way_for_the_other_player() -> None:
    swapped = str.maketrans("XO", "OX")
    assert pw.check("othello", games=3, mirror=lambda text: text.translate(swapped)) == []
    [finding] = pw.check("othello", games=3, mirror=lambda text: text)
    assert finding.rule == "exchanging the players turns everything round"


def mirrored_fen(fen: str) -> str:
    """A chess position with the colours exchanged and the board turned upside down."""
    board, turn, castling, en_passant, *clocks = fen.split()
    rows = "/".join(reversed(board.swapcase().split("/")))
    rights = "".join(sorted(castling.swapcase()))
    target = en_passant.translate(str.maketrans("36", "63"))
    return " ".join([rows, "w" if turn == "b" else "b", rights, target, *clocks])


def test_so_must_those_of_chess() -> None:
    assert pw.check("chess", games=3, mirror=mirrored_fen) == []


def test_a_check_is_repeatable() -> None:
    game = f"{BROKEN / 'keys_forget_the_heaps.py'}:Broken"
    assert pw.check(game, seed=5) == pw.check(game, seed=5)


def test_a_check_needs_games() -> None:
    with pytest.raises(pw.BadSetting, match="games=0; give a whole number from 1"):
        pw.check("chess", games=0)


def test_the_command_names_the_broken_rule_and_fails() -> None:
    game = f"{BROKEN / 'text_forgets_the_turn.py'}:Broken"
    told = CliRunner().invoke(app, ["check", game, "--games", "5"])
    assert told.exit_code == 1
    assert told.stdout.startswith("text goes both ways: ")
    told = CliRunner().invoke(app, ["check", game, "--games", "5", "--json"])
    [finding] = json.loads(told.stdout)["findings"]
    assert finding["rule"] == "text goes both ways"
    sound = CliRunner().invoke(app, ["check", "tic-tac-toe", "--games", "3"])
    assert (sound.exit_code, sound.stdout) == (0, "")
    assert "tic-tac-toe keeps all rules" in sound.stderr


def test_the_command_refuses_a_game_that_does_not_exist() -> None:
    told = CliRunner().invoke(app, ["check", "tiddlywinks"])
    assert told.exit_code == 2
