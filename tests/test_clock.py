"""The engine's clock: no share of it can lose the game on time, and easy moves are quick."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plywise.play.clock import Allowance, Lateness, Pace, for_byoyomi, for_clock, for_move

OVERHEAD = 30
clocks = st.integers(-1000, 10**8)
increments = st.integers(0, 10**6)
moves_to_go = st.none() | st.integers(1, 200)
overheads = st.integers(0, 5000)


@given(clocks, increments, moves_to_go, overheads)
def test_a_search_ends_before_the_flag_falls(
    clock: int, increment: int, moves: int | None, overhead: int
) -> None:
    allowed = for_clock(clock, increment, moves, overhead=overhead)
    assert allowed.soft >= 1
    assert 1 <= allowed.hard <= max(1, clock - 2 * overhead)


@given(clocks, increments, moves_to_go, overheads)
def test_a_new_iteration_begins_only_where_it_may_be_used(
    clock: int, increment: int, moves: int | None, overhead: int
) -> None:
    allowed = for_clock(clock, increment, moves, overhead=overhead)
    assert allowed.soft <= allowed.hard


@given(clocks, increments, moves_to_go)
def test_more_on_the_clock_never_means_less_time_for_the_move(
    clock: int, increment: int, moves: int | None
) -> None:
    less, more = (for_clock(c, increment, moves, overhead=OVERHEAD) for c in (clock, clock + 500))
    assert less.soft <= more.soft
    assert less.hard <= more.hard


@pytest.mark.parametrize(
    ("clock", "increment", "moves"),
    [(1000, 10, None), (100, 100, None), (60_000, 600, 40), (300_000, 0, 1)],
)
def test_a_clock_lasts_for_a_long_game_though_every_move_takes_all_it_may(
    clock: int, increment: int, moves: int | None
) -> None:
    lost_on_the_way, full = 5, clock
    for ply in range(400):
        to_go = None if moves is None else moves - ply % moves
        allowed = for_clock(clock, increment, to_go, overhead=OVERHEAD)
        clock -= allowed.hard + lost_on_the_way
        assert clock >= 0, ply
        clock += increment + (full if to_go == 1 else 0)


def test_without_an_increment_a_clock_lasts_for_two_hundred_moves() -> None:
    clock = 60_000
    for _ in range(200):
        allowed = for_clock(clock, overhead=OVERHEAD)
        clock -= min(2 * allowed.soft, allowed.hard) + 1
    assert clock > 0


def test_a_stall_of_a_fifth_of_a_second_does_not_lose_a_short_game() -> None:
    clock = 1000
    for _ in range(300):
        clock -= for_clock(clock, 10, overhead=OVERHEAD).hard + 2
        assert clock > 200
        clock += 10


@pytest.mark.parametrize("late", [0, 5, 9, 11, 12])
def test_a_machine_that_is_late_with_every_move_does_not_lose_a_long_game(late: int) -> None:
    clock, watch = 1000, Lateness()
    for _ in range(150):
        watch.before_move(clock)
        hard = for_clock(clock, 10, overhead=OVERHEAD, lateness=watch.mean).hard
        watch.after_move(clock, 10, hard)
        clock -= hard + late
        assert clock > 0
        clock += 10
    assert abs(watch.mean - late) < 1


def test_another_clock_is_no_lateness() -> None:
    watch = Lateness()
    watch.after_move(clock=3_600_000, increment=0, used=5)
    watch.before_move(clock=1000)
    assert watch.mean <= Lateness.WEIGHT * Lateness.MOST
    watch.after_move(clock=1000, increment=0, used=5)
    before = watch.mean
    watch.before_move(clock=3_600_000)
    assert watch.mean == before


@given(clocks, increments, moves_to_go, overheads, st.floats(0, 1000))
def test_lateness_never_makes_a_search_longer(
    clock: int, increment: int, moves: int | None, overhead: int, late: float
) -> None:
    punctual = for_clock(clock, increment, moves, overhead=overhead)
    delayed = for_clock(clock, increment, moves, overhead=overhead, lateness=late)
    assert delayed.soft <= punctual.soft
    assert delayed.hard <= punctual.hard


def test_the_last_move_before_the_control_may_use_most_of_the_clock() -> None:
    assert for_clock(60_000, moves_to_go=1, overhead=OVERHEAD).hard > 55_000


def test_the_increment_is_used_where_the_clock_is_low() -> None:
    assert for_clock(10_000, 5_000, overhead=OVERHEAD).soft > 2_000


@given(clocks, st.integers(1, 10**6), overheads)
def test_a_move_by_byoyomi_ends_before_the_flag_falls(
    clock: int, byoyomi: int, overhead: int
) -> None:
    allowed, _ = for_byoyomi(clock, byoyomi, overhead=overhead)
    assert 1 <= allowed.soft <= allowed.hard
    held_back = min(max(2 * overhead, byoyomi // 10, min(200, 3 * byoyomi // 10)), byoyomi // 2)
    assert allowed.hard <= max(1, max(0, clock) + byoyomi - held_back)


@given(st.integers(0, 10**7), st.integers(1000, 60_000))
def test_a_clock_with_byoyomi_lasts_whatever_the_moves_take(clock: int, byoyomi: int) -> None:
    for _ in range(100):
        allowed, _ = for_byoyomi(clock, byoyomi, overhead=OVERHEAD)
        assert allowed.hard + 2 * OVERHEAD <= clock + byoyomi
        clock = max(0, clock - allowed.hard)


@given(clocks, st.integers(1, 10**6), overheads, st.floats(0, 1000))
def test_a_late_machine_gets_less_of_a_byoyomi(
    clock: int, byoyomi: int, overhead: int, late: float
) -> None:
    punctual, _ = for_byoyomi(clock, byoyomi, overhead=overhead)
    delayed, _ = for_byoyomi(clock, byoyomi, overhead=overhead, lateness=late)
    assert delayed.hard <= punctual.hard
    assert for_byoyomi(0, 1000, overhead=30, lateness=100)[0].hard == 640


def test_byoyomi_is_used_up_and_not_saved() -> None:
    allowed, is_paced = for_byoyomi(0, 10_000, overhead=OVERHEAD)
    assert allowed == Allowance(9000, 9000)
    assert not is_paced
    assert for_byoyomi(3_000, 10_000, overhead=OVERHEAD) == (Allowance(12_000, 12_000), False)
    assert for_byoyomi(600_000, 10_000, overhead=OVERHEAD)[1]


@pytest.mark.parametrize(("movetime", "time"), [(1000, 970), (100, 80), (1, 1), (0, 1), (-5, 1)])
def test_a_fixed_time_is_used_up_but_for_the_overhead(movetime: int, time: int) -> None:
    assert for_move(movetime, OVERHEAD) == Allowance(time, time)


def test_a_move_that_stays_the_best_takes_less_and_less() -> None:
    pace = Pace()
    factors = [pace.factor("e2e4", 10) for _ in range(12)]
    assert factors == sorted(factors, reverse=True)
    assert factors[-1] == Pace.EASIEST


def test_a_new_best_move_or_a_falling_value_takes_more() -> None:
    pace = Pace()
    for _ in range(8):
        easy = pace.factor("e2e4", 10)
    falling = pace.factor("e2e4", -50)
    assert easy < falling
    assert easy < pace.factor("d2d4", -50)
    assert pace.factor("c2c4", 300) == Pace.CHANGED  # a rise alarms nobody
