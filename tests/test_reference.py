"""The kernel's search against the plain-Python one: the same value, and a leaf that has it."""

import pytest

from plywise import _kernel
from plywise.searching.reference import ReferenceFound, alpha_beta

STANDARD = [1.0, 3.0, 3.0, 5.0, 9.0]
UNEVEN = [0.57, 1.56, 1.93, 2.84, 6.57]
"""No two exchanges are worth the same: the principal leaf is nearly always unique."""
MATE_IN_ONE = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"


def material(weights: list[float]) -> _kernel.Evaluation:
    return _kernel.Evaluation("chess", "material", weights)


def random_positions(seed: int, count: int) -> list[_kernel.Position]:
    """Positions of `count` random games, after 4 to 103 plies or where the game ended before."""
    found = []
    for number in range(count):
        first, *draws = _kernel.random_u64(seed, number, 104)
        position = _kernel.Position.start("chess")
        for draw in draws[: 4 + first % 100]:
            if position.outcome is not None:
                break
            position = position.after(position.moves[draw % len(position.moves)])
        found.append(position)
    return found


def static_value(
    found: ReferenceFound | _kernel.SearchResult, root: _kernel.Position, evaluation
) -> int:
    """The leaf's static value in the view of the side to move at the root."""
    value = evaluation.value(found.leaf)
    return value if found.leaf.turn == root.turn else -value


def compare(positions, evaluation, depth, *, history_draws=False, **settings):
    limits = {name: settings[name] for name in settings if name.startswith("quiescence")}
    options = _kernel.Settings(depth=depth, history_draws=history_draws, **settings)
    for position in positions:
        reference = alpha_beta(position, evaluation, depth, history_draws=history_draws, **limits)
        found = _kernel.search(position, evaluation, options, seed=1)
        where = f"{position} at depth {depth}"
        assert found.value == reference.value, where
        for search in (found, reference):
            assert position.after_all(list(search.line)) == search.leaf, where
            if search.kind == "leaf":
                assert static_value(search, position, evaluation) == reference.value, where


@pytest.mark.parametrize("weights", [STANDARD, UNEVEN], ids=["standard", "uneven"])
@pytest.mark.parametrize(("depth", "count"), [(0, 300), (1, 300), (2, 150)])
def test_the_kernel_finds_the_reference_value_and_a_leaf_of_it(weights, depth, count):
    compare(random_positions(depth + 1, count), material(weights), depth)


@pytest.mark.parametrize(("depth", "count"), [(1, 200), (2, 100)])
def test_so_it_does_without_quiescence(depth, count):
    compare(random_positions(10 + depth, count), material(UNEVEN), depth, quiescence=False)


@pytest.mark.parametrize("plies", [1, 2, 3])
def test_so_it_does_with_a_short_quiescence(plies):
    compare(random_positions(15 + plies, 60), material(UNEVEN), 1, quiescence_plies=plies)


@pytest.mark.parametrize(("depth", "count"), [(1, 200), (2, 100)])
def test_so_it_does_with_draws_by_history(depth, count):
    # Without a table: its values forget by which moves a position was reached.
    positions = random_positions(20 + depth, count)
    compare(positions, material(UNEVEN), depth, history_draws=True, table_entries=0)


def test_so_it_does_where_games_end():
    ends = [
        MATE_IN_ONE,
        "6k1/5ppp/8/8/8/8/8/R3K3 b - - 0 1",
        "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1",  # mated
        "7k/5Q2/8/8/8/8/8/4K3 b - - 0 1",  # in stalemate
        "7k/8/5K2/6Q1/8/8/8/8 w - - 0 1",  # mate and stalemate in one
        "8/8/8/4k3/8/8/2p5/K7 w - - 0 1",  # the last pawn may fall: a draw by material
        "8/1P6/8/4k3/8/8/8/K7 w - - 98 120",
    ]
    positions = [_kernel.Position.parse("chess", text) for text in ends]
    for depth in (0, 1, 2):
        compare(positions, material(STANDARD), depth)
        compare(positions, material(STANDARD), depth, history_draws=True, table_entries=0)


def test_a_mate_is_worth_the_more_the_sooner_it_comes():
    position = _kernel.Position.parse("chess", MATE_IN_ONE)
    found = alpha_beta(position, material(STANDARD), 2)
    assert found.value == _kernel.MATE - 1
    assert (found.line, found.kind) == (("a1a8",), "result")


def test_the_weaker_side_takes_a_repetition_where_history_counts():
    start = _kernel.Position.parse("chess", "6nk/8/8/8/8/8/8/1Q4NK w - - 0 1")
    back_and_forth = ["g1f3", "g8f6", "f3g1", "f6g8"]
    position = start.after_all(back_and_forth + back_and_forth[:3])
    with_history = alpha_beta(position, material(STANDARD), 1)
    assert (with_history.value, with_history.line) == (0, ("f6g8",))
    assert with_history.kind == "result"
    assert alpha_beta(position, material(STANDARD), 1, history_draws=False).value == -9000


def test_every_value_is_the_minimax_value():
    evaluation = material(UNEVEN)
    for position in random_positions(30, 60):
        for depth, plies in ((0, 3), (1, 2), (2, 1)):
            found = alpha_beta(
                position, evaluation, depth, quiescence_plies=plies, history_draws=False
            )
            assert found.value == _kernel.minimax(position, evaluation, depth, plies), str(position)
