"""Games in Python that go wrong: the author's exception with its position, and nothing lost."""

import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

import plywise as pw
from own_games import SOURCE, Nim, learnt
from plywise.distributed import Workers, processes, threads

START = "pw.game('test_own_games_broken:{0}').position('(1, 3, 5, 0)')"


class MovesAreNoList(Nim):
    def moves(self, state: Any) -> Any:
        return "123"


class MovesAreNumbers(Nim):
    def moves(self, state: Any) -> Any:
        return [1, 2]


class MovesHaveSpaces(Nim):
    def moves(self, state: Any) -> Any:
        return ["take one"]


class MovesAreTheSame(Nim):
    def moves(self, state: Any) -> Any:
        return [*super().moves(state), "1-3"]


class NoMovesAndNoOutcome(Nim):
    def moves(self, state: Any) -> Any:
        return []


class OutcomeIsTwo(Nim):
    def outcome(self, state: Any) -> Any:
        return 2


class OutcomeIsAWord(Nim):
    def outcome(self, state: Any) -> Any:
        return "first"


class OutcomeIsNoNumber(Nim):
    def outcome(self, state: Any) -> Any:
        return float("nan")


class TurnIsWhite(Nim):
    def turn(self, state: Any) -> Any:
        return "white"


class TextIsANumber(Nim):
    def text(self, state: Any) -> Any:
        return 7


class StateCanChange(Nim):
    def start(self) -> Any:
        return [1, 3, 5, 0]


class KeyIsAnObject(Nim):
    def key(self, state: Any) -> Any:
        return object


WRONG = {
    MovesAreNoList: ["MovesAreNoList.moves gives '123' for", START, "moves are a list of texts"],
    MovesAreNumbers: ["MovesAreNumbers.moves gives [1, 2] for", START, "are a list of texts"],
    MovesHaveSpaces: ["MovesHaveSpaces.moves gives ['take one'] for", START, "no spaces"],
    MovesAreTheSame: ["MovesAreTheSame.moves gives '1-3' for", START, "two moves have this text"],
    NoMovesAndNoOutcome: ["NoMovesAndNoOutcome.moves gives [] for", START, "the outcome there is"],
    OutcomeIsTwo: ["OutcomeIsTwo.outcome gives 2 for", START, "score: 1, 0.5 or 0"],
    OutcomeIsAWord: ["OutcomeIsAWord.outcome gives 'first' for", START, "score: 1, 0.5 or 0"],
    OutcomeIsNoNumber: ["OutcomeIsNoNumber.outcome gives nan for", START, "score: 1, 0.5 or 0"],
    TurnIsWhite: ["TurnIsWhite.turn gives 'white' for", START, "'first' or 'second'"],
    TextIsANumber: ["TextIsANumber.text gives 7 for (1, 3, 5, 0)", "it must be a text"],
    StateCanChange: ["StateCanChange.start gives [1, 3, 5, 0], which can change"],
    KeyIsAnObject: ["KeyIsAnObject.key gives <class 'object'> for", START, "a key is a number"],
}


def run(game: Any, out: Path | None = None, **more: Any) -> pw.Run:
    given = {"search": pw.AlphaBeta(depth=1), "games": 6, "gate_every": 0, "seed": 2}
    return pw.learn(game, out=out, **{**given, **more})


@pytest.mark.parametrize("game", WRONG, ids=lambda game: game.__name__)
def test_an_answer_that_no_rule_may_give_is_told_with_rule_value_and_position(
    game: type[pw.Rules], tmp_path: Path
) -> None:
    with pytest.raises(pw.BadInput) as error:
        run(game, tmp_path / "run")
    for part in WRONG[game]:
        assert part.format(game.__name__) in str(error.value)


class SameTurnAgain(Nim):
    def turn(self, state: Any) -> str:
        return "first"


def test_turns_must_alternate() -> None:
    after = pw.game(SameTurnAgain).start().after("2-5")
    with pytest.raises(pw.BadInput, match=r"SameTurnAgain.turn gives 'first' for .*\(1, 3, 0, 1\)"):
        _ = after.moves
    with pytest.raises(pw.BadInput, match="a player who cannot move has one move, such as 'pass'"):
        run(SameTurnAgain)


class Strange(Exception):
    """An exception that no other process can make anew."""

    def __init__(self, one: str, two: str) -> None:
        super().__init__(f"{one} {two}")


class Raising(Nim):
    def after(self, state: Any, move: str) -> Any:
        if state[:3] == (1, 3, 4) and move == "2-2":
            raise ZeroDivisionError("the author's own mistake")
        return super().after(state, move)


class RaisingStrangely(Nim):
    def outcome(self, state: Any) -> Any:
        if state[:3] == (1, 1, 0):
            raise Strange("a strange", "mistake")
        return super().outcome(state)


NOTE = (
    "in Raising.after with the move '2-2' of "
    "pw.game('test_own_games_broken:Raising').position('(1, 3, 4, 1)')"
)


@pytest.mark.parametrize("workers", [threads(1), processes(2)], ids=repr)
def test_an_exception_comes_back_as_itself_with_its_position(workers: Workers) -> None:
    with pytest.raises(ZeroDivisionError, match="the author's own mistake") as error:
        run(Raising, workers=workers, games=40)
    assert NOTE in error.value.__notes__


def test_an_exception_that_cannot_travel_is_told_in_full() -> None:
    with pytest.raises(RuntimeError, match=r"Strange: a strange mistake(.|\n)*in RaisingStrangely"):
        run(RaisingStrangely, workers=processes(1), games=40)


@pytest.mark.parametrize("ask", ["moves", "outcome", "turn", "key"])
def test_every_question_to_a_position_is_answered_by_an_exception_too(ask: str) -> None:
    class Failing(Nim):
        pass

    def fail(*_: Any) -> Any:
        raise LookupError(ask)

    setattr(Failing, ask, fail)
    with pytest.raises(LookupError, match=ask) as error:
        getattr(pw.game(Failing()).start(), ask)
    assert f"in Failing.{ask} of pw.game(" in error.value.__notes__[0]


def test_an_exception_in_text_shows_the_state() -> None:
    class Unwritten(Nim):
        def text(self, state: Any) -> str:
            raise LookupError

        def moves(self, state: Any) -> list[str]:
            raise KeyError("lost")

    with pytest.raises(LookupError) as error:
        str(pw.game(Unwritten()).start())
    assert error.value.__notes__ == ["in Unwritten.text of the state (1, 3, 5, 0)"]
    with pytest.raises(KeyError) as other:
        _ = pw.game(Unwritten()).start().moves
    assert other.value.__notes__ == ["in Unwritten.moves of the state (1, 3, 5, 0)"]


# Nothing is lost

BROKEN = SOURCE.replace(
    "    def outcome(self, state):\n",
    "    def outcome(self, state):\n        if state[0] == 11:\n            {0}\n",
)


def learn(file: Path, *more: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "plywise", "learn", "subtract.py", "--out", "run", *more]
    flow = ["--depth=1", "--games=12", "--gate-every=0"]
    return subprocess.Popen([*command, *flow], cwd=file.parent, stderr=subprocess.PIPE, text=True)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "subtract.py"


@pytest.mark.parametrize("workers", ["1", "2"])
@pytest.mark.parametrize(
    ("mistake", "code", "told"),
    [
        ("raise ZeroDivisionError('boom')", 1, "in Subtract.outcome of pw.game("),
        ("return 7", 2, "plywise: Subtract.outcome gives 7 for pw.game("),
    ],
)
def test_a_run_goes_on_when_the_mistake_is_mended(
    file: Path, mistake: str, code: int, told: str, workers: str
) -> None:
    file.write_text(SOURCE)
    whole = run(str(file), games=12, seed=1)
    file.write_text(BROKEN.format(mistake))
    failed = learn(file, "--workers", workers)
    _, said = failed.communicate()
    assert failed.returncode == code
    assert told in said
    assert ".position(" in said
    played = len(pw.load(file.parent / "run").history)
    assert played < 12
    file.write_text(SOURCE)
    resumed = learn(file, "--resume", "--workers", workers)
    resumed.communicate()
    assert resumed.returncode == 0
    assert learnt(pw.load(file.parent / "run")) == learnt(whole)


@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_ends_a_rule_that_never_comes_back(file: Path, workers: str) -> None:
    file.write_text(BROKEN.format("open('stuck', 'w').close()\n            while True: pass"))
    stuck = learn(file, "--workers", workers)
    while not file.with_name("stuck").exists():
        assert stuck.poll() is None
        time.sleep(0.05)
    stuck.send_signal(signal.SIGINT)
    _, said = stuck.communicate()
    assert stuck.returncode == 130
    assert "saved; go on with" in said


class Endless(pw.Rules):
    """A game that goes on for ever."""

    max_plies = 30

    def start(self) -> int:
        return 0

    def turn(self, state: int) -> str:
        return "second" if state % 2 else "first"

    def moves(self, state: int) -> list[str]:
        return ["on", "further"]

    def after(self, state: int, move: str) -> int:
        return state + 1

    def outcome(self, state: int) -> None:
        return None


@pw.feature(Endless)
def far(position: pw.Position, side: str) -> int:
    """For the side that has waited long enough."""
    return position.state % 3 if side == "first" else 1


class InCircles(Endless):
    """A game that goes in circles."""

    def after(self, state: int, move: str) -> int:
        return (state + 1) % 4


def test_a_game_without_end_is_adjudicated_and_one_in_circles_is_a_draw() -> None:
    endless, circles = run(Endless), run(InCircles)
    assert {game.reason for game in endless.games()} == {"adjudicated draw"}
    assert {len(game.moves) for game in endless.games()} == {30}
    assert {game.reason for game in circles.games()} == {"repetition"}


def test_ctrl_c_in_a_rule_is_ctrl_c() -> None:
    class Interrupted(Nim):
        def moves(self, state: Any) -> list[str]:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt) as error:
        pw.search(
            pw.game(Interrupted()).start(),
            pw.Linear(pw.game(Interrupted()).features("own"), [1, 1]),
        )
    assert not hasattr(error.value, "__notes__")


def test_a_game_that_searches_in_its_own_features_gets_its_answer() -> None:
    inner = pw.Linear(pw.game(Nim()).features("balanced"), [1.0])

    @pw.feature(pw.game(Nim()))
    def foresight(position: pw.Position, side: str) -> float:
        if position.turn != side:
            return 0.0
        return pw.search(position, inner, pw.AlphaBeta(depth=1)).value / 1000

    judge = pw.Linear(pw.game(Nim()).features("own", foresight), [0.0, 0.0, 1.0])
    found = pw.search(pw.game(Nim()).start(), judge, pw.AlphaBeta(depth=1))
    assert found.move is not None


def test_two_threads_ask_the_same_position() -> None:
    position = pw.game(Nim()).position("(1, 2, 3, 0)")
    seen: list[list[str]] = []
    asking = [threading.Thread(target=lambda: seen.append(position.moves)) for _ in range(8)]
    for thread in asking:
        thread.start()
    for thread in asking:
        thread.join()
    assert seen == [position.moves] * 8
