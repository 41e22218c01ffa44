"""Where the game is over every search says the result by the rules, and no move."""

import random
from collections.abc import Iterator

import pytest

import plywise as pw
from plywise import _kernel
from plywise.evaluation.weights import usual
from plywise.searching.reference import alpha_beta
from plywise.searching.reference.bayesian import bayesian
from plywise.searching.selective import SELECTIVE, Selective
from plywise.selective.evaluator import evaluator, win_of

LOST, DRAWN, WON = -1, 0, 1
ENDS = {
    "checkmate": ("chess", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", LOST),
    "checkmate of White": ("chess", "8/8/8/8/8/6k1/6q1/7K w - - 0 1", LOST),
    "stalemate": ("chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", DRAWN),
    "bare kings": ("chess", "7k/8/8/8/8/8/8/K7 w - - 0 1", DRAWN),
    "fifty moves": ("chess", "6k1/8/8/8/8/8/8/K6R w - - 100 80", DRAWN),
    "no men left": ("antichess", "8/8/8/8/8/8/8/k7 w - - 0 1", WON),
    "stuck in antichess": ("antichess", "8/8/8/8/8/p7/P7/8 w - - 0 1", WON),
    "a king blown up": ("atomic", "8/8/8/8/8/8/8/K7 b - - 0 1", LOST),
    "a king on the hill": ("king-of-the-hill", "k7/8/8/3K4/8/8/8/8 b - - 0 1", LOST),
    "three checks": ("three-check", "k7/8/8/8/8/8/8/K7 b - - 0+3 0 1", LOST),
    "the horde taken": ("horde", "k7/8/8/8/8/8/8/8 w - - 0 1", LOST),
    "the race won": ("racing-kings", "K7/8/8/8/8/8/7k/8 w - - 0 1", WON),
    "mate by a gold": ("shogi", "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1", LOST),
}
"""Ends as each game has them, and what the side to move has got."""
GAMES = (
    "chess", "antichess", "king-of-the-hill", "shogi", "othello", "knpk", "tic-tac-toe",
    "connect-four", "random-tree", "feature-tree", "win-loss-tree",
)  # fmt: skip
MOST_PLIES = {"shogi": 600, "chess": 600}
ALPHA_BETAS: dict[str, pw.AlphaBeta | pw.RandomPlay] = {
    "alpha-beta": pw.AlphaBeta(depth=3),
    "depth 0": pw.AlphaBeta(depth=0),
    "no quiescence": pw.AlphaBeta(depth=2, quiescence=False),
    "mtd": pw.MTDf(depth=2),
    "knightcap": pw.searching.profile("knightcap", depth=2),
    "playing": pw.searching.profile("playing", depth=2),
    "random": pw.RandomPlay(),
}
SELECTIVES: dict[str, Selective] = {
    **{name: kind(nodes=500) for name, kind in SELECTIVE.items() if name != "probcut"},
    "probcut": pw.ProbCut(nodes=500, pairs=()),
    "bayesian on a graph": pw.Bayesian(nodes=500, graph=True),
    "uct by roll-outs": pw.UCT(nodes=500, roll_out=20),
}


def judge(game: str) -> pw.Linear:
    weights = usual(game)
    rules = pw.game(game)
    return pw.Linear(rules.features(weights.features), weights.values, scale=weights.scale)


def result(position: pw.Position) -> float:
    """What the side to move has got, from −1 to 1."""
    assert position.outcome is not None
    view = 1 if position.turn == "first" else -1
    return view * (2 * position.outcome - 1)


def played_to_the_end(game: str) -> Iterator[pw.Position]:
    """Ends of random games, one for each result that was met."""
    chance = random.Random(7)
    met = set()
    for _ in range(40):
        position, plies = pw.game(game).start(), 0
        while position.outcome is None and plies < MOST_PLIES.get(game, 300):
            position, plies = position.after(chance.choice(position.moves)), plies + 1
        if position.outcome is not None and result(position) not in met:
            met.add(result(position))
            yield position


def assert_all_say(position: pw.Position, got: float) -> None:
    """Every search finds what the side to move has got."""
    evaluation = judge(position.game)
    for name, using in ALPHA_BETAS.items():
        found = pw.search(position, evaluation, using)
        assert found.value == ((got > 0) - (got < 0)) * _kernel.MATE, (name, position)
        assert (found.move, found.line, found.kind) == (None, (), "result"), (name, position)
    for name, selective in SELECTIVES.items():
        chosen = pw.search(position, evaluation, selective)
        assert chosen.value == got * chosen.win, (name, position)
        assert (chosen.move, chosen.line, chosen.nodes) == (None, (), 0), (name, position)
        assert (chosen.tree.ended, chosen.roots, chosen.tree.gain) == ("settled", (), None), (
            name,
            position,
        )
    for depth in (0, 2):
        plain = alpha_beta(position, evaluation, depth)
        assert plain.value == ((got > 0) - (got < 0)) * _kernel.MATE, position
    win, view = win_of(evaluation), evaluator(evaluation)
    leaf = bayesian(position, lambda p: view.spikes(p.kernel), win=win, nodes=500)
    assert (leaf.expectation, leaf.children) == (got * win, []), position


@pytest.mark.parametrize("name", ENDS)
def test_every_search_says_how_a_game_has_ended(name: str) -> None:
    game, text, got = ENDS[name]
    position = pw.game(game).position(text)
    assert result(position) == got
    assert_all_say(position, got)


@pytest.mark.parametrize("game", GAMES)
def test_so_they_do_at_the_ends_of_random_games(game: str) -> None:
    ends = list(played_to_the_end(game))
    assert ends
    for position in ends:
        assert_all_say(position, result(position))


def test_both_sides_see_a_full_board_of_othello() -> None:
    results = {result(position) for position in played_to_the_end("othello")}
    assert {-1.0, 1.0} <= results


CIRCLE = ["g1f3", "g8f6", "f3g1", "f6g8"]
"""Knights out and back."""


def test_a_position_that_has_come_back_too_often_is_drawn_for_all() -> None:
    up = pw.game("chess").position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1")
    position = up.after(*CIRCLE, *CIRCLE)
    assert position.outcome_reason == "repetition"
    assert_all_say(position, DRAWN)
    forgetful = pw.AlphaBeta(depth=1, history_draws=False)
    assert pw.search(position, judge("chess"), forgetful).value == -9000


def test_who_gave_check_all_the_time_has_lost_for_all() -> None:
    start = pw.game("shogi").position("4k4/9/9/9/9/9/9/9/R3K4 b - 1")
    position = start.after("9i9a", "5a5b", "9a9b", "5b5a")
    for move in ["9b9a", "5a5b", "9a9b", "5b5a"] * 3:
        if position.outcome is None:
            position = position.after(move)
    assert position.outcome_reason == "perpetual check"
    assert_all_say(position, result(position))


def test_the_deep_value_of_a_game_that_is_over_is_its_result() -> None:
    game, text, _ = ENDS["checkmate"]
    view = evaluator(judge(game))
    assert view.deep_value(pw.game(game).position(text).kernel, 3) == -0.5
