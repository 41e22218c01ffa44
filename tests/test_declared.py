"""What is usual in a game is declared with it, and nowhere else."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import plywise as pw
from plywise import _kernel
from plywise.errors import BadSetting
from plywise.evaluation.kinds import shape
from plywise.evaluation.weights import published_for, resolve, usual
from plywise.games import declared
from plywise.games.ballot import usual_ballot
from plywise.games.declared import all_facts, facts_of
from plywise.games.facts import ANY_FEATURES, PublishedSet
from plywise.learning.config import LearnConfig
from plywise.learning.usual import usual_depth
from plywise.play.opponents import KNOWN

PACKAGE = Path(pw.__file__).parent
GAMES = pw.game_names()
FACTS = all_facts()
MAY_NAME_GAMES = {
    "evaluation/gammon_shape.py": "a backgammon is a result there, as a gammon is",
    "extras.py": "`chess` is the package python-chess there",
    "games/python_games.py": "the games in Python that are shipped: their registration",
}
"""Modules that may hold a table of games, each with the reason; experiments are about one game."""


# ---- no tables elsewhere ---------------------------------------------------------------------


def tables(source: str) -> Iterator[int]:
    """The lines in which a game's name, or that of a set of its weights, decides something."""
    tree = ast.parse(source)
    constants = {
        target.id
        for node in tree.body
        if isinstance(node, ast.Assign | ast.AnnAssign) and _is_game(node.value)
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if isinstance(target, ast.Name)
    }

    def names_a_game(node: ast.AST | None) -> bool:
        return _is_game(node) or (isinstance(node, ast.Name) and node.id in constants)

    for node in ast.walk(tree):
        match node:
            case ast.Dict(keys=parts):
                found = any(map(names_a_game, parts))
            case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.Set(elts=parts):
                found = any(map(names_a_game, parts))
            case ast.Compare(left=left, comparators=others):
                found = any(map(names_a_game, [left, *others]))
            case ast.Subscript(slice=index):
                found = names_a_game(index)
            case ast.MatchValue(value=value):
                found = names_a_game(value)
            case ast.Call(func=ast.Attribute(attr="get"), args=[first, *_]):
                found = names_a_game(first)
            case _:
                found = False
        if found:
            yield node.lineno  # type: ignore[attr-defined]


def _is_game(node: ast.AST | None) -> bool:
    if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
        return False
    return node.value.partition("/")[0] in GAMES


@pytest.mark.parametrize(
    "source",
    [
        'DEPTHS = {"atomic": 3}',
        'if game == "chess": pass',
        'if game in ("shogi", "othello"): pass',
        'CROWDED = ["horde"]',
        'if label == "chess/standard": pass',
        'GAME = "shogi"\nif game != GAME: pass',
        'depth = table["atomic"]',
        'depth = table.get("atomic")',
        'match game:\n    case "horde": pass',
    ],
)
def test_a_table_of_games_is_seen(source: str) -> None:
    assert list(tables(source))


def test_a_default_or_an_example_is_no_table() -> None:
    assert not list(tables('def play(game="chess"):\n    "As in `chess`."\n    return f("chess")'))


@pytest.mark.parametrize(
    "path",
    [
        path
        for path in sorted(PACKAGE.rglob("*.py"))
        if not {"experiments", "declared"} & set(path.relative_to(PACKAGE).parts)
    ],
    ids=lambda path: str(path.relative_to(PACKAGE)),
)
def test_no_module_decides_by_the_name_of_a_game(path: Path) -> None:
    name = path.relative_to(PACKAGE).as_posix()
    lines = list(tables(path.read_text(encoding="utf-8")))
    assert bool(lines) == (name in MAY_NAME_GAMES), (
        f"{name}, lines {lines}: declare it in games/declared (CONTRIBUTING.md says how)"
    )


# ---- the declarations ------------------------------------------------------------------------


def test_each_file_declares_a_game_of_the_kernel_and_each_such_game_has_one() -> None:
    files = Path(declared.__file__).parent.glob("[!_]*.py")
    assert {path.stem.replace("_", "-") for path in files} == set(_kernel.games())


def test_a_game_that_nobody_declared_has_facts_that_fit_any() -> None:
    assert facts_of("../chess") == facts_of("_chessboard") == pw.GameFacts()
    assert pw.GameFacts().protocols == ()
    assert pw.GameFacts().engines == ()


@pytest.mark.parametrize("game", GAMES)
def test_published_weights_are_for_features_of_the_game(game: str) -> None:
    facts = FACTS[game]
    for name, found in facts.published.items():
        features = pw.game(game).features(found.features)
        weights = resolve(f"{game}/{name}")  # some lie in files of their own
        assert (weights.features, weights.evaluation) == (found.features, found.evaluation)
        assert len(weights.values) == len(shape(found.evaluation).names(features)), name
    assert set(facts.compared.values()) <= facts.published.keys()


@pytest.mark.parametrize("game", GAMES)
def test_declared_names_are_known_ones(game: str) -> None:
    facts = FACTS[game]
    assert set(facts.engines) <= KNOWN.keys()
    assert facts.plain_win.keys() <= {ANY_FEATURES, *pw.game(game).feature_sets}
    assert all(suffix.startswith(".") for suffix in facts.records)


@pytest.mark.parametrize("engine", KNOWN)
def test_every_known_engine_plays_a_game_by_its_protocol(engine: str) -> None:
    known = KNOWN[engine]
    assert known.all_games
    assert all(known.protocol_for(game) in FACTS[game].protocols for game in known.all_games)


# ---- games in Python -------------------------------------------------------------------------


class Race(pw.Rules):
    """Add one or two to your own number; five wins."""

    facts = pw.GameFacts(
        depth=5,
        ballot=2,
        trace_decay=0.5,
        step_size="fixed:.02",
        published={
            "standard": PublishedSet(features="own", values=(2.0,), source="its author"),
        },
        compared={"author": "standard"},
    )

    def start(self) -> tuple[int, int, str]:
        return (0, 0, "first")

    def turn(self, state: tuple[int, int, str]) -> str:
        return state[2]

    def moves(self, state: tuple[int, int, str]) -> list[str]:
        return ["1", "2"]

    def after(self, state: tuple[int, int, str], move: str) -> tuple[int, int, str]:
        first, second, turn = state
        if turn == "first":
            return (first + int(move), second, "second")
        return (first, second + int(move), "first")

    def outcome(self, state: tuple[int, int, str]) -> float | None:
        return 1.0 if state[0] >= 5 else 0.0 if state[1] >= 5 else None


@pw.feature(Race)
def number(position: pw.Position, side: str) -> float:
    """How far a side has come."""
    return float(position.state[side == "second"])


def test_a_game_in_python_declares_what_is_usual_on_its_class() -> None:
    name = pw.game(Race()).name
    assert facts_of(name) is Race.facts
    assert usual_depth(name) == 5
    assert usual_ballot(name) == 2
    config = LearnConfig(game=name)
    assert config.rule.trace_decay == 0.5
    assert config.step_size["name"] == "fixed"
    assert config.ballot == 2


def test_weights_that_a_game_in_python_declares_are_its_standard() -> None:
    name = pw.game(Race()).name
    assert usual(name).values == (2.0,)
    assert [found.values for found in published_for(name, "own").values()] == [(2.0,)]


def test_facts_of_another_kind_are_refused() -> None:
    class Odd(Race):
        facts = "depth 3"  # type: ignore[assignment]

    with pytest.raises(BadSetting, match=r"Odd\.facts is .*GameFacts\(depth=2"):
        pw.game(Odd())
