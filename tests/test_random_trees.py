"""Random game trees: games like others, the same whoever looks, and with values that are known."""

import pickle
import random

import pytest

import plywise as pw
from plywise.games.random_trees import chance, even_starts, nearness, solve
from plywise.searching.reference import alpha_beta

TREES = {
    "random-tree": "seed 9 branching 4 spread 1 depth 5 range 50 noise 20",
    "feature-tree": "seed 9 depth 5 uncertain 80 drift 90",
    "win-loss-tree": "seed 9 branching 4 spread 2 threshold 2 rise 6 clock 0 quality 20",
}
NAMES = sorted(TREES)


def played(position: pw.Position, chance: random.Random) -> pw.Position:
    """A random game from here, to its end."""
    while position.outcome is None:
        position = position.after(chance.choice(position.moves))
    return position


def below(position: pw.Position) -> float:
    """The first player's score by plain recursion, in Python."""
    if position.outcome is not None:
        return position.outcome
    scores = [below(position.after(move)) for move in position.moves]
    return max(scores) if position.turn == "first" else min(scores)


@pytest.mark.parametrize("name", NAMES)
def test_a_tree_keeps_the_rules_of_all_games(name: str) -> None:
    assert pw.check(name, games=3) == []


def test_exchanging_the_players_turns_a_win_loss_tree_round() -> None:
    def mirror(text: str) -> str:
        words = text.split()
        said = dict(zip(words[::2], words[1::2], strict=True))
        said["quality"] = str(-int(said.get("quality", "-83")))
        said["turn"] = str(3 - int(said.get("turn", "1")))
        said["winner"] = {"0": "0", "1": "2", "2": "1"}[said.get("winner", "0")]
        return " ".join(f"{word} {number}" for word, number in said.items())

    features = pw.game("win-loss-tree").features("features")
    evaluation = pw.Linear(features, [0.3, 0.5, -0.2])
    place = random.Random(3)
    for _ in range(50):
        text = f"seed {place.randrange(100)} clock {place.randrange(40)} quality 77"
        one = pw.game("win-loss-tree").position(text)
        other = pw.game("win-loss-tree").position(mirror(text))
        assert (one.turn, other.turn) == ("first", "second")
        assert evaluation.value(one) == evaluation.value(other)
        assert chance(one) == 1 - chance(other)


@pytest.mark.parametrize("name", NAMES)
def test_text_and_hash_go_with_the_position(name: str) -> None:
    drawn = random.Random(name)
    game = pw.game(name)
    seen: dict[int, pw.Position] = {}
    for _ in range(20):
        position = game.position(TREES[name])
        while position.outcome is None:
            position = position.after(drawn.choice(position.moves))
            again = game.position(str(position))
            assert again == position == pickle.loads(pickle.dumps(position))
            assert (again.key, hash(again)) == (position.key, hash(position))
            assert seen.setdefault(position.key, position) == position


@pytest.mark.parametrize("name", NAMES)
def test_a_tree_does_not_know_in_which_order_it_is_visited(name: str) -> None:
    root = pw.game(name).position(TREES[name])
    moves = root.moves
    later = {move: str(root.after(move)) for move in reversed(moves)}
    played(root, random.Random(1))
    assert {move: str(root.after(move)) for move in moves} == later
    path = f"{TREES[name]} : {moves[-1]} 1"
    assert pw.game(name).position(path) == root.after(moves[-1], "1")


@pytest.mark.parametrize("name", NAMES)
def test_other_seeds_are_other_trees(name: str) -> None:
    said = TREES[name].replace("seed 9 ", "")
    ends = {
        str(played(pw.game(name).position(f"seed {seed} {said}"), random.Random(1)))
        for seed in range(20)
    }
    assert len(ends) == 20


@pytest.mark.parametrize("name", NAMES)
def test_results_of_small_trees_are_those_of_plain_recursion(name: str) -> None:
    said = TREES[name].replace("seed 9 ", "")
    scores = []
    for seed in range(12):
        root = pw.game(name).position(f"seed {seed} {said}")
        solved = solve(root)
        assert solved.score == below(root)
        assert solved.move is not None
        assert below(root.after(solved.move)) == solved.score
        scores.append(solved.score)
    assert len(set(scores)) > 1


@pytest.mark.parametrize("name", NAMES)
def test_the_search_in_the_kernel_equals_the_one_in_python(name: str) -> None:
    features = pw.game(name).features(pw.game(name).feature_sets[0])
    evaluation = pw.Linear(features, [1.0])
    for seed in range(5):
        root = pw.game(name).position(f"seed {seed} branching 5 spread 2")
        found = pw.search(root, evaluation, pw.AlphaBeta(depth=3))
        assert found.value == alpha_beta(root, evaluation, 3).value


def test_the_chance_is_the_weight_1_of_its_feature() -> None:
    features = pw.game("win-loss-tree").features("chance")
    assert features.starts == (1.0,)
    optimal = pw.Linear(features, [1.0], scale=1_000_000)
    for start in even_starts(20, seed=4):
        assert optimal.value(start) == round(1e6 * (chance(start) - 0.5))
        reply = start.after("1")
        assert optimal.value(reply) == round(1e6 * (0.5 - chance(reply)))


def test_chances_are_shares_of_trees_that_are_won() -> None:
    said = "branching 3 threshold 2 rise 6 clock 0 quality -60 wildness 3"
    tree = pw.game("win-loss-tree")
    told = chance(tree.position(said))
    won = [solve(tree.position(f"seed {seed} {said}")).score for seed in range(2000)]
    assert 0.2 < told < 0.8
    assert abs(sum(won) / 2000 - told) < 4 * (told * (1 - told) / 2000) ** 0.5


def test_the_end_of_a_game_has_come() -> None:
    over = pw.game("win-loss-tree").position("clock 40 winner 2")
    assert (over.outcome, chance(over), nearness(over), over.moves) == (0.0, 0.0, 1.0, [])
    assert solve(over).move is None


@pytest.mark.parametrize(
    ("name", "text", "why"),
    [
        ("random-tree", "branchin 3", 'word 1 is "branchin", which is none of seed, branching,'),
        ("random-tree", "depth 900", "depth 900 is not between 1 and 200"),
        ("feature-tree", "features 1,2,3", "3 features instead of 20"),
        ("win-loss-tree", "branching 60 spread 9", "gives 51 to 69 children"),
        ("win-loss-tree", "seed 7 : 3 99", '"99" is not legal'),
        ("win-loss-tree", "noise", "the last word, has no number"),
    ],
)
def test_a_wrong_text_is_refused_with_value_place_and_hint(name: str, text: str, why: str) -> None:
    with pytest.raises(pw.BadPosition) as error:
        pw.game(name).position(text)
    assert why in str(error.value)
    assert "e.g. 'seed 7" in str(error.value)


def test_what_only_some_trees_have_is_refused_elsewhere() -> None:
    with pytest.raises(pw.BadInput, match="a position of chess was given"):
        solve(pw.game("chess").start())
    with pytest.raises(pw.BadInput, match="random-tree"):
        chance(pw.game("random-tree").start())
    with pytest.raises(pw.BadSetting, match="larger tolerance"):
        even_starts(1, tolerance=0.0)
    with pytest.raises(pw.BadSetting, match="-1 starts"):
        even_starts(-1)
