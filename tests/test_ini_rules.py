"""Variants of texts have the moves that Fairy-Stockfish gives them (pyffish)."""

from collections.abc import Callable
from random import Random

import pytest

from deeper import deeper
from plywise import _kernel
from variants_at_random import made_up

pyffish = pytest.importorskip("pyffish", reason="needs pyffish, of which there is no wheel here")

BUILT_IN = [name for name in _kernel.built_in_variants() if name in pyffish.variants()]
PLIES = deeper(12, 400)
MADE_UP = 200
NATIVE = {
    "chess": "chess",
    "crazyhouse": "crazyhouse",
    "atomic": "atomic",
    "antichess": "antichess",
    "horde": "horde",
    "3check": "three-check",
    "kingofthehill": "king-of-the-hill",
    "racingkings": "racing-kings",
}
"""Built-in variants, and the same games of the kernel's own."""


def described(text: str, name: str) -> _kernel.Position:
    """The start of a variant."""
    game = f"test:{name}"
    _kernel.describe(game, "a test", text, name)
    return _kernel.Position.start(game)


def derived(name: str) -> _kernel.Position:
    """The start of a built-in variant."""
    return described(f"[{name}:{name}]", name)


def refuse_differences(
    start: _kernel.Position, theirs: Callable[[list[str]], list[str]], plies: int, seed: int
) -> None:
    """Play at random; fail where the legal moves differ."""
    chance, position, played = Random(seed), start, list[str]()
    for _ in range(plies):
        expected = sorted(theirs(played))
        assert sorted(position.moves) == expected, f"{position} after {' '.join(played)}"
        if not expected or len(played) > 60:
            position, played = start, []
            continue
        played.append(chance.choice(expected))
        position = position.after(played[-1])


def test_at_least_seventy_built_in_variants_are_compared() -> None:
    assert len(BUILT_IN) >= 70
    assert sorted(set(_kernel.built_in_variants()) - set(BUILT_IN)) == []


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_built_in_variant_has_the_moves_of_the_oracle(name: str) -> None:
    start, fen = derived(name), pyffish.start_fen(name)
    refuse_differences(start, lambda moves: pyffish.legal_moves(name, fen, moves), PLIES, seed=1)


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_built_in_variant_has_the_oracles_count_two_plies_deep(name: str) -> None:
    fen = pyffish.start_fen(name)
    moves = pyffish.legal_moves(name, fen, [])
    leaves = sum(len(pyffish.legal_moves(name, fen, [move])) for move in moves)
    assert derived(name).perft(2) == leaves


@pytest.mark.parametrize("first", range(0, MADE_UP, 20))
def test_variants_made_up_at_random_have_the_moves_of_the_oracle(first: int) -> None:
    for seed in range(first, first + 20):
        text, name = made_up(seed), f"random-{seed}"
        start = described(text, name)
        pyffish.load_variant_config(text)
        fen = text.rpartition("startFen = ")[2].strip()
        refuse_differences(
            start,
            lambda moves, name=name, fen=fen: pyffish.legal_moves(name, fen, moves),  # type: ignore[misc]
            deeper(10, 100),
            seed,
        )


@pytest.mark.parametrize(("name", "native"), NATIVE.items())
def test_a_variant_is_the_kernels_own_game_of_the_same_rules(name: str, native: str) -> None:
    depth = deeper(3, 5)
    assert derived(name).perft(depth) == _kernel.Position.start(native).perft(depth)


def test_shogi_as_a_text_is_shogi() -> None:
    assert derived("shogi").perft(3) == _kernel.Position.start("shogi").perft(3)


@pytest.mark.parametrize(
    ("name", "fen", "outcome"),
    [
        ("3check", "4k3/8/8/8/8/8/8/4KR2 b - - 0+1 0 1", 1),
        ("kingofthehill", "4k3/8/8/8/4K3/8/8/8 b - - 0 1", 1),
        ("racingkings", "K7/8/8/8/8/8/8/k7 b - - 0 1", 1),
        ("antichess", "8/8/8/8/8/8/8/4R3 b - - 0 1", 0),
        ("atomic", "8/8/8/8/8/8/8/4K3 b - - 0 1", 1),
        ("breakthrough", "3P4/8/8/8/8/8/8/3p4 b - - 0 1", 1),
    ],
)
def test_goals_end_games_as_the_oracle_says(name: str, fen: str, outcome: int) -> None:
    derived(name)
    position = _kernel.Position.parse(f"test:{name}", fen)
    ended, for_black = pyffish.is_immediate_game_end(name, fen, [])
    assert ended
    assert position.outcome == outcome
    assert (for_black > 0) == (outcome == 0)
