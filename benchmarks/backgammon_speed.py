"""Backgammon: plays and random games a second, learning, and the time of a two-ply move.

    python benchmarks/backgammon_speed.py
    python benchmarks/backgammon_speed.py --scale 0.1 --rounds 1

Plays are those of two turns from the start, every roll and play: 202,782, checked. Random games
are played by the kernel alone, by Python asking the kernel for every play, and by OpenSpiel from
Python where it is installed (PyPI: open_spiel); of these the seconds are of processor time, and
the best round counts. Learning is measured by the clock on the wall, after games that are not
counted: networks that know nothing play longer ones. Moves of two plies, five candidates within
0.15 points, are those of games that the networks so learnt play against themselves: once in games
of the kernel, and once by `pw.search`, which also tells where the best lines end and what is to be
learnt from them.
"""

import argparse
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass

import tables

import plywise as pw
from plywise import _kernel
from plywise.evaluation.gammon import Gammon
from plywise.evaluation.weights import resolve
from plywise.runs.batches.config import BatchConfig

START = "4HPwATDgc/ABMA first"
PERFT = 202_782
"""Plays of the second turn: all rolls, all plays, all rolls, all plays."""
FEATURES = ("raw", "expert")
TWO_PLY = pw.Expectimax(depth=2, candidates=5, margin=0.15)
RANDOM = _kernel.Settings(random_play=True)


@dataclass(frozen=True, kw_only=True)
class Speed:
    """What was measured."""

    name: str
    count: int = 0
    seconds: float = 0.0
    trouble: str = ""

    @property
    def a_second(self) -> float:
        """So many in a second."""
        return self.count / self.seconds if self.seconds else 0.0


def best(
    name: str, work: Callable[[], int], rounds: int, clock: Callable[[], float] = time.process_time
) -> Speed:
    """The best round of some work, which tells how much it was."""
    found = Speed(name=name)
    for _ in range(rounds):
        begun = clock()
        count = work()
        speed = Speed(name=name, count=count, seconds=clock() - begun)
        found = max(found, speed, key=lambda one: one.a_second)
    return found


def plays(scale: float) -> int:
    """All plays of two turns, some times over."""
    times = max(1, round(20 * scale))
    for _ in range(times):
        counted = _kernel.Position.parse("backgammon", START).perft(4)
        assert counted == PERFT, f"perft(4) is {counted}, not {PERFT}"
    return times * PERFT


def games_of_the_kernel(games: int) -> int:
    """Random games, each in one call and without Python in between."""
    judge = resolve("backgammon/pubeval").kernel()
    jobs = [
        _kernel.GameJob(
            game="backgammon", first=judge, second=judge, first_search=RANDOM,
            second_search=RANDOM, seed=1, number=number, learn_at="none",
        )
        for number in range(games)
    ]  # fmt: skip
    return len(_kernel.play_games(jobs, _kernel.Stop()))


def games_from_python(games: int) -> int:
    """Random games in which Python asks for every roll and play."""
    for number in range(games):
        draws = iter(_kernel.random_u64(1, number, 10_000))
        position = _kernel.Position.start("backgammon")
        while moves := position.moves:
            position = position.after(moves[next(draws) % len(moves)])
    return games


def games_of_openspiel(games: int) -> int:
    """The same by OpenSpiel, whose rules are C++ asked from Python."""
    import pyspiel  # type: ignore[import-not-found]

    game = pyspiel.load_game("backgammon")
    for number in range(games):
        draws = iter(_kernel.random_u64(1, number, 10_000))
        state = game.new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[next(draws) % len(actions)])
    return games


def random_games(scale: float, rounds: int) -> Iterator[Speed]:
    """By the kernel, from Python, and OpenSpiel's."""
    many, few = max(10, round(4_000 * scale)), max(5, round(200 * scale))
    yield best("random games, kernel", lambda: games_of_the_kernel(many), rounds)
    yield best("random games from Python", lambda: games_from_python(few), rounds)
    name = "random games from Python, OpenSpiel"
    try:
        import pyspiel  # noqa: F401
    except ImportError:
        yield Speed(name=name, trouble="open_spiel is not installed (PyPI: open_spiel)")
    else:
        yield best(name, lambda: games_of_openspiel(few), rounds)


def learning(features: str, scale: float, rounds: int) -> Iterator[Speed | Gammon]:
    """Learning games a second with one worker and with two, then what was learnt."""
    games = max(64, round(8_000 * scale))
    config = BatchConfig(games=100_000, features=features, seed=1)
    learner = config.learner(None)
    learner.run(games, 2)  # not counted
    for workers in (1, 2):
        name = f"learning games, {features}, {workers} worker{'s' * (workers > 1)}"
        work = partial_run(learner, games, workers)
        yield best(name, work, rounds, time.perf_counter)
    shape = config.shape
    yield Gammon.of_shape(config.feature_set, shape, [float(w) for w in learner.weights])


def partial_run(learner: _kernel.GammonLearner, games: int, workers: int) -> Callable[[], int]:
    """Work of so many games, which go on from where the learner stands."""

    def work() -> int:
        before = learner.games
        learner.run(games, workers)
        return learner.games - before

    return work


def job(networks: Gammon, using: pw.Expectimax, number: int) -> _kernel.GameJob:
    """A game of the networks against themselves."""
    search = using.settings(networks.scale)
    return _kernel.GameJob(
        game="backgammon", first=networks.kernel, second=networks.kernel, first_search=search,
        second_search=search, seed=1, number=number, learn_at="none",
    )  # fmt: skip


def decisions(networks: Gammon, count: int) -> list[pw.Position]:
    """Positions of one-ply games of the networks against themselves in which dice are thrown."""
    found: list[pw.Position] = []
    number = 0
    while len(found) < count:
        position = pw.game("backgammon").start()
        for move in _kernel.play_game(job(networks, pw.Expectimax(depth=1), number)).moves:
            if position.turn != "chance" and len(position.moves) > 1:
                found.append(position)
            position = position.after(move)
        number += 1
    return found[:count]


def two_plies(features: str, networks: Gammon, scale: float, rounds: int) -> Iterator[Speed]:
    """Moves of two plies."""
    games = max(1, round(40 * scale))
    positions = decisions(networks, max(10, round(500 * scale)))

    def in_games() -> int:
        jobs = [job(networks, TWO_PLY, number) for number in range(games)]
        played = _kernel.play_games(jobs, _kernel.Stop())
        return sum(len(game.moves) // 2 for game in played)  # the others are rolls

    def by_search() -> int:
        for position in positions:
            pw.search(position, networks, TWO_PLY)
        return len(positions)

    yield best(f"two-ply moves in games, {features}", in_games, rounds)
    yield best(f"two-ply moves by pw.search, {features}", by_search, rounds)


def measured(scale: float, rounds: int) -> Iterator[Speed]:
    """All of it."""
    yield best("plays generated, perft 4", lambda: plays(scale), rounds)
    yield from random_games(scale, rounds)
    for features in FEATURES:
        for found in learning(features, scale, rounds):
            if isinstance(found, Speed):
                yield found
            else:
                yield from two_plies(features, found, scale, rounds)


def row(speed: Speed) -> list[str]:
    """A line of the table."""
    if speed.trouble:
        return [f"{speed.name}: {speed.trouble}", "", "", "", ""]
    each = 1000 * speed.seconds / speed.count
    return [
        speed.name, f"{speed.count:,}", f"{speed.seconds:.2f}", f"{speed.a_second:,.0f}",
        f"{each:.3f}" if each >= 0.001 else "",
    ]  # fmt: skip


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--scale", type=float, default=1.0, help="so many times the work")
    parser.add_argument("--rounds", type=int, default=3, help="the best counts (%(default)s)")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    return parser.parse_args()


def main() -> None:
    """Measure and print."""
    tables.refuse_debug_build()
    given = arguments()
    speeds = list(measured(given.scale, given.rounds))
    text = tables.table(["what", "count", "seconds", "a second", "ms each"], list(map(row, speeds)))
    fields = {"speeds": [{**asdict(speed), "a_second": speed.a_second} for speed in speeds]}
    title = f"Backgammon, networks of 80 hidden units, best of {given.rounds}"
    tables.show(title, text, fields, as_json=given.json)


if __name__ == "__main__":
    main()
