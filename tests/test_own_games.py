"""Games written in Python: searched and learnt by the same code as the kernel's own."""

import os
import pickle
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any, ClassVar

import pytest

import own_games
import plywise as pw
from own_games import SOURCE, Nim, Skirmish, learnt
from plywise import _kernel
from plywise.distributed import Workers, processes, threads
from plywise.play.in_python import play_game_in_python
from plywise.play.record import GameRecord
from plywise.searching.reference import alpha_beta

nim, skirmish = pw.game(Nim()), pw.game(Skirmish())
connect_four = pw.game("plywise.games.connect_four:ConnectFour")
GAMES = [nim, skirmish, pw.game("tic-tac-toe"), connect_four]


def evaluation(game: pw.Game) -> pw.Linear:
    features = game.features("own")
    return pw.Linear(features, [0.7 - 0.3 * i for i in range(len(features))])


def positions(game: pw.Game) -> list[pw.Position]:
    """Some positions of a game, by moves that nobody has chosen."""
    position, found = game.start(), []
    for ply in range(8):
        if position.outcome is not None:
            break
        found.append(position)
        position = position.after(position.moves[ply * 5 % len(position.moves)])
    return found


# Positions


def test_a_game_written_in_python_has_positions_like_any_other() -> None:
    start = nim.start()
    assert start.state == (1, 3, 5, 0)
    assert (start.turn, start.after("2-5").turn) == ("first", "second")
    assert start.moves[:2] == ["0-1", "1-1"]
    assert nim.position(str(start.after("1-3"))) == start.after("1-3")
    over = start.after("0-1", "1-3", "2-5")
    assert (over.outcome, over.outcome_reason, over.moves) == (1.0, "won", [])


def test_its_facts_are_what_the_class_says() -> None:
    facts = skirmish.facts
    assert (
        facts.summary
        == "Men in a row take each other by steps to the side; who has none left has lost."
    )
    assert (facts.players, facts.max_plies) == (("Upper", "Lower"), 60)
    assert (facts.feature_sets, facts.adjudication) == (["own"], "agree")


def test_a_move_that_is_not_legal_is_refused() -> None:
    with pytest.raises(pw.IllegalMove, match=r'"0-2" is not legal in \(1, 3, 5, 0\) \(9 legal'):
        nim.start().after("0-2")


def test_positions_of_the_kernels_games_have_no_state() -> None:
    with pytest.raises(AttributeError, match="positions of chess have no state"):
        _ = pw.game("chess").start().state


@pytest.mark.parametrize("text", ["(1, 3", "5", "f()", "()"])
def test_a_text_that_is_no_position_is_refused(text: str) -> None:
    with pytest.raises(pw.BadPosition, match="is not a position of own_games:Nim"):
        nim.position(text)


def test_positions_can_be_sent_to_other_processes() -> None:
    position = nim.start().after("2-2", "1-1")
    assert pickle.loads(pickle.dumps(position)) == position


def test_a_position_that_comes_back_is_a_draw() -> None:
    to_and_fro = ["1-2", "9-8", "2-1", "8-9"]
    position = skirmish.start().after(*to_and_fro)
    assert position.outcome is None
    assert position.after(*to_and_fro).outcome_reason == "repetition"


def test_the_kernel_knows_no_kinds_of_pieces_in_it() -> None:
    with pytest.raises(pw.BadInput, match='no piece kind "man"'):
        nim.start().count("man", "first")


STATES = """
from plywise import _kernel
import plywise as pw
class Any(pw.Rules):
    given = None
    def start(self): return self.given
    def turn(self, state): return "first"
    def moves(self, state): return ["a"]
    def after(self, state, move): return state
    def outcome(self, state): return None
numbers = [0, -1, 2**62, 2**80, 2**80 + 1, None, 0.5]
texts = ["", "a", "ab", b"a", "a" * 9]
tuples = [(), (0,), (0, 0), ((),), ("a", "b"), ("ab",)]
sets = [frozenset(), frozenset("abc"), (frozenset({1}),)]
for i, state in enumerate([*numbers, *texts, *tuples, *sets]):
    Any.given = state
    name = f"any{i}:Any"
    _kernel.register(name, Any())
    print(_kernel.Position.start(name).key)
"""


def keys(hash_seed: str) -> list[str]:
    env = {**os.environ, "PYTHONHASHSEED": hash_seed}
    command = [sys.executable, "-c", STATES]
    return subprocess.run(
        command, env=env, capture_output=True, text=True, check=True
    ).stdout.split()


def test_keys_are_the_same_in_every_process_and_tell_states_apart() -> None:
    one, two = keys("1"), keys("2")
    assert one == two
    assert len(set(one)) == len(one) == 21


# Search


@pytest.mark.parametrize("depth", [1, 2, 3])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_search_finds_the_minimax_value_at_its_leaf(game: pw.Game, depth: int) -> None:
    judge = evaluation(game)
    for position in positions(game):
        found = pw.search(position, judge, pw.AlphaBeta(depth=depth, history_draws=False), seed=1)
        assert found.value == _kernel.minimax(position.kernel, judge.kernel, depth, 64)
        if found.kind == "leaf":
            same_view = 1 if found.leaf.turn == position.turn else -1
            assert found.value == same_view * judge.value(found.leaf)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_search_equals_the_one_in_plain_python(game: pw.Game) -> None:
    judge = evaluation(game)
    for position in positions(game)[:4]:
        found = pw.search(position, judge, pw.AlphaBeta(depth=3))
        assert found.value == alpha_beta(position, judge, 3).value


def test_quiescence_looks_at_the_moves_that_the_author_calls_noisy() -> None:
    position = skirmish.position("AA.Aa..... first")
    assert position.noisy_moves == ["3-4"]
    found = pw.search(position, evaluation(skirmish), pw.AlphaBeta(depth=0))
    assert (found.line, found.kind) == (("3-4",), "result")  # the last man of the other side


def test_several_threads_search_one_position() -> None:
    position, judge = connect_four.start(), evaluation(connect_four)
    one = pw.search(position, judge, pw.AlphaBeta(depth=4))
    two = pw.search(position, judge, pw.AlphaBeta(depth=4, threads=3))
    assert one.value == two.value


class Counted(Nim):
    """Nim that counts how often it is asked."""

    asked: ClassVar[Counter[tuple[str, Any]]] = Counter()

    def moves(self, state: tuple[int, ...]) -> list[str]:
        self.asked["moves", state] += 1
        return super().moves(state)

    def outcome(self, state: tuple[int, ...]) -> float | None:
        self.asked["outcome", state] += 1
        return super().outcome(state)


def test_the_authors_code_is_asked_once_about_a_position() -> None:
    start, judge = pw.game(Counted()).start(), evaluation(pw.game(Counted()))
    pw.search(start, judge, pw.AlphaBeta(depth=3))
    Counted.asked.clear()
    pw.search(start, judge, pw.AlphaBeta(depth=3))
    assert Counted.asked.total() == 0
    pw.search(pw.game(Counted()).position("(1, 3, 2, 0)"), judge, pw.AlphaBeta(depth=1))
    assert Counted.asked["moves", (1, 3, 2, 0)] == Counted.asked["outcome", (1, 3, 2, 0)] == 1


def test_positions_and_evaluations_of_two_games_are_not_confused() -> None:
    with pytest.raises(pw.BadSetting, match=r"own_games:Skirmish .* of own_games:Nim"):
        evaluation(nim).value(skirmish.start())
    with pytest.raises(pw.BadSetting, match=r"own_games:Skirmish .* of own_games:Nim"):
        pw.search(skirmish.start(), evaluation(nim))


# Names


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game in a file of its own, in the present directory."""
    path = tmp_path / "subtract.py"
    path.write_text(SOURCE)
    monkeypatch.chdir(tmp_path)
    return path


def test_a_file_has_games_by_path_and_class(file: Path) -> None:
    game = pw.game("subtract.py:Subtract")
    assert game.name == f"{file}:Subtract"
    assert game.start().state == (20, "first")
    assert pw.game(str(file)) == game  # there is only one
    assert repr(game.start()).startswith(f"pw.game('{file}:Subtract')")
    assert game.features("own").names == ("moving", "fours")


def test_a_path_means_the_same_from_another_directory(file: Path) -> None:
    name = pw.game("subtract.py:Subtract").name
    os.chdir("/")
    assert pw.game(name).start().state == (20, "first")
    with pytest.raises(pw.BadInput, match=r"no file 'subtract.py'; paths are .* to '/'"):
        pw.game("subtract.py:Subtract")


def test_rules_made_with_arguments_have_a_name_where_they_stand_at_the_top(file: Path) -> None:
    large = pw.game("subtract.py:large")
    assert large.start().state == (30, "first")
    kind = type(_kernel.rules(large.name))
    assert pw.game(_kernel.rules(large.name)) == large
    with pytest.raises(pw.BadSetting, match="made with arguments, and nobody else could make it"):
        pw.game(kind(7))
    assert pw.game(kind(20)).name == f"{file}:Subtract"


def test_modules_have_games_too(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [*sys.path])
    file.rename(file.with_name("subtract_module.py"))
    assert pw.game("subtract_module:Subtract").name == "subtract_module:Subtract"
    assert pw.game("own_games:Nim") == pw.game(Nim) == pw.game(Nim()) == nim


def test_what_comes_with_plywise_has_a_short_name() -> None:
    assert pw.game("plywise.games.tic_tac_toe:TicTacToe").name == "tic-tac-toe"
    assert "tic-tac-toe" in pw.game_names()


def test_a_class_that_nobody_else_can_find_stays_in_its_process() -> None:
    class Hidden(Nim):
        pass

    @pw.feature(Hidden)
    def nothing(position: pw.Position, side: str) -> int:
        return 0

    assert pw.game(Hidden()).name.startswith("__main__:")
    assert run(None, Hidden(), games=2).config.game == pw.game(Hidden).name
    with pytest.raises(pw.BadSetting, match="nothing cannot be sent to another process"):
        run(None, Hidden(), features="nothing", workers=processes(1))


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("nothing.py:Nim", "no file 'nothing.py'"),
        ("nothing:Nim", "no module 'nothing'; write path/to/mygame.py:Nim"),
        ("own_games:Nin", "unknown game in own_games 'Nin'; did you mean 'Nim'"),
        ("own_games:SOURCE", "no rules of a game: derive a class of pw.Rules"),
        ("plywise.games.rules:Rules", "lacks these rules: after, moves"),
        ("..:Nim", "no module '..'"),
        (":Nim", "unknown game ':Nim'"),
        ("nim", "unknown game 'nim' "),
        (7, "7 is no game"),
    ],
)
def test_a_name_that_leads_nowhere_is_refused(name: Any, message: str) -> None:
    with pytest.raises(pw.BadInput, match=message):
        pw.game(name)


def test_what_goes_wrong_in_a_file_is_told_with_its_place(file: Path) -> None:
    file.write_text("1 / 0")
    with pytest.raises(ZeroDivisionError) as error:
        pw.game("subtract.py:Subtract")
    assert error.value.__notes__ == [f"while loading the file {file}"]


def test_a_module_that_misses_another_says_so(file: Path) -> None:
    file.write_text("import nowhere_to_be_found")
    with pytest.raises(ModuleNotFoundError, match="nowhere_to_be_found"):
        pw.game("subtract.py:Subtract")


# Features


def test_features_of_a_class_are_one_set() -> None:
    features = nim.features("own")
    assert (features.names, features.starts) == (("balanced", "heaps"), (0.0, 0.5))
    assert features.meanings[1] == "Heaps that are left, for the side to move."
    assert own_games.balanced.game == "own_games:Nim"


def test_some_features_are_a_set_too() -> None:
    assert nim.features("heaps").names == ("heaps",)
    assert nim.features("heaps+balanced").starts == (0.5, 0.0)
    judge = pw.Linear(nim.features("heaps"), [2.0])
    assert judge.value(nim.start()) == 6000
    assert judge.kernel.features == "heaps"
    with pytest.raises(pw.UnknownName, match="unknown feature of own_games:Nim 'heap'; did you"):
        nim.features("heap")
    with pytest.raises(pw.BadSetting, match="two features are called 'heaps'"):
        nim.features("heaps+heaps")


def test_a_derived_class_has_the_features_of_the_first(file: Path) -> None:
    assert pw.game(Counted()).features("own").names == ("balanced", "heaps")


def test_more_features_can_be_added_behind() -> None:
    @pw.feature(nim)
    def always(position: pw.Position, side: str) -> int:
        return 3 if side == "first" else 1

    features = nim.features("own", always)
    assert (features.name, features.names[-1]) == ("own+always", "always")
    assert pw.Linear(features, [0, 0, 1]).value(nim.start()) == 2000
    assert own_games.Nim().features == (own_games.balanced, own_games.heaps)


def test_a_game_without_features_says_what_is_missing() -> None:
    class Bare(pw.Rules):
        start = turn = moves = after = outcome = lambda self, *_: "first"  # type: ignore[assignment]

    with pytest.raises(pw.BadSetting, match="has no features; write @pw"):
        pw.game(Bare()).features("own")


# Games and learning


def job(game: pw.Game, number: int, **more: Any) -> _kernel.GameJob:
    judge, settings = evaluation(game).kernel, pw.AlphaBeta(depth=2).settings(1000)
    return _kernel.GameJob(
        game=game.name, first=judge, second=judge, first_search=settings, second_search=settings,
        seed=3, number=number, max_plies=game.facts.max_plies, **more,
    )  # fmt: skip


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_loop_in_python_and_the_kernels_give_the_same_record(game: pw.Game) -> None:
    for number in range(4):
        one = job(game, number, opening=game.start().moves[:1])
        assert play_game_in_python(one) == GameRecord.from_kernel(_kernel.play_game(one))


def run(out: Path | None, game: Any = "own_games:Skirmish", **more: Any) -> pw.Run:
    given = {"search": pw.AlphaBeta(depth=1), "games": 8, "gate_every": 4, "gate_games": 2}
    return pw.learn(game, out=out, **{**given, **more})


@pytest.mark.parametrize("workers", [threads(2), processes(2)], ids=repr)
def test_the_number_of_workers_changes_nothing(workers: Workers) -> None:
    assert learnt(run(None)) == learnt(run(None, workers=workers))


def test_a_game_in_a_file_is_played_by_processes(file: Path) -> None:
    alone = run(None, "subtract.py:Subtract")
    assert learnt(alone) == learnt(run(None, "subtract.py:Subtract", workers=processes(2)))


def test_a_run_goes_on_in_another_process_and_directory(file: Path) -> None:
    whole = run(None, "subtract.py:Subtract")
    run(file.parent / "runs" / "a", "subtract.py:Subtract", games=3)
    (file.parent / "elsewhere").mkdir()
    resumed = [sys.executable, "-m", "plywise", "learn", str(file), "--out", "../runs/a"]
    subprocess.run(
        [*resumed, "--games", "8", "--resume"], cwd=file.parent / "elsewhere", check=True
    )
    assert learnt(pw.load(file.parent / "runs" / "a")) == learnt(whole)


def test_a_run_goes_on_when_its_file_has_moved(file: Path) -> None:
    whole = run(None, "subtract.py:Subtract")
    run(Path("a"), "subtract.py:Subtract", games=3)
    (file.parent / "new").mkdir()
    moved = file.rename(file.parent / "new" / "subtract.py")
    config = Path("a/config.toml")
    config.write_text(config.read_text().replace(str(file), str(moved)))
    assert learnt(run(Path("a"), str(moved), resume=True)) == learnt(whole)


def test_features_that_changed_places_are_not_mistaken_for_the_old_ones(file: Path) -> None:
    run(Path("a"), "subtract.py:Subtract", games=3)
    file.write_text(SOURCE.replace("def moving", "def waiting"))
    again = [sys.executable, "-m", "plywise", "learn", str(file), "--out", "a", "--resume"]
    done = subprocess.run(again, capture_output=True, text=True)
    assert done.returncode == 2
    assert "made with other settings" in done.stderr


def test_what_was_learnt_can_play(file: Path) -> None:
    made = run(Path("a"), "subtract.py:Subtract", games=30)
    result = pw.match(made, "random", games=20, depth=1, seed=1)
    assert result.score is not None
    assert result.score > 0.6
    saved = made.as_weights().save("weights.json")
    assert pw.Weights.load(saved).values == made.as_weights().values
    assert pw.match(saved, made, games=2, depth=1).games == 2


def plywise(*arguments: str) -> str:
    command = [sys.executable, "-m", "plywise", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def test_the_command_line_takes_files(file: Path) -> None:
    learn = ["learn", "subtract.py:Subtract", "--depth", "1", "--games", "8", "--workers", "2"]
    assert "fours" in plywise(*learn, "--gate-every", "0", "--verify", "2", "--report")
    assert Path("runs/subtract-own-depth-1-seed-1/report").is_dir()
    made = "runs/subtract-own-depth-1-seed-1"
    assert plywise("perft", "subtract.py", "4").strip() == "81"
    found = plywise("search", "subtract.py", "(20, 'first')", "--depth=4", "--weights", made)
    assert "'first')" in found.split("leaf")[1]
    assert "fours" in plywise("show", made, "--trust")
    assert "v random" in plywise("match", "subtract.py", made, "random", "--games=4", "--depth=1")
    assert "tic-tac-toe" in plywise("games")


PAIRS = """
import plywise as pw


@pw.feature("chess", start=0.25)
def bishop_pair(position, side):
    "1 when `side` has two bishops."
    return position.count("bishop", side) >= 2


@pw.feature("tic-tac-toe")
def corners(position, side):
    "Corners."
    return sum(position.state[i] == ("x" if side == "first" else "o") for i in (0, 2, 6, 8))
"""


def test_features_in_a_file_have_a_name_that_leads_to_them(file: Path) -> None:
    path = file.with_name("pairs.py")
    path.write_text(PAIRS)
    features = pw.game("chess").features("material+pairs.py:bishop_pair")
    assert features.name == f"material+{path}:bishop_pair"
    assert (features.title, features.names[-1]) == ("material+bishop_pair", "bishop_pair")
    assert (features.starts[-1], features.meanings[-1]) == (0.25, "1 when `side` has two bishops.")
    assert pickle.loads(pickle.dumps(features)) == features
    own = pw.game("tic-tac-toe").features("own+pairs.py:corners")
    assert own.names[-1] == "corners"
    with pytest.raises(pw.BadSetting, match="corners is a feature of tic-tac-toe, not chess"):
        pw.game("chess").features("material+pairs.py:corners")
    with pytest.raises(pw.BadSetting, match=r"pairs.py:pair is no feature"):
        pw.game("chess").features("material+pairs.py:pair")


def test_the_command_line_learns_with_features_in_a_file(file: Path) -> None:
    file.with_name("pairs.py").write_text(PAIRS)
    learn = ["learn", "chess", "--depth=1", "--games=3", "--gate-every=0", "--workers=2"]
    assert "bishop_pair" in plywise(*learn, "--features", "material+pairs.py:bishop_pair")
    made = "runs/chess-material+bishop_pair-depth-1-seed-1"
    resumed = [*learn[:2], "--out", made, "--games=4", "--resume"]
    assert "bishop_pair" in plywise(*resumed, "--features", "material+pairs.py:bishop_pair")
    assert "bishop_pair" in plywise(*resumed[:-2], "--games=5", "--resume", "--trust")
    assert "bishop_pair" in plywise("show", made, "--trust")
    assert "chess/standard" in plywise(
        "match", "chess", made, "chess/standard", "--games=2", "--depth=1", "--trust"
    )
