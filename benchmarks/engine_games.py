"""How a set of weights plays chess: its openings counted, and some of its games, with its numbers.

Plays games from the start position against itself, a seed each, and others whole against another
set; writes them as docs/engine-games.md.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path
from statistics import mean

import plywise as pw
from plywise.evaluation.protocol import Evaluation
from plywise.evaluation.weights import resolve
from plywise.games.ballot import ballot
from plywise.searching.search import search
from plywise.searching.settings import AlphaBeta
from plywise.searching.written import search_written

OPENING = 24
"""Plies that count as the opening."""
MINORS = {"w": {"b1": "N", "g1": "N", "c1": "B", "f1": "B"},
          "b": {"b8": "n", "g8": "n", "c8": "b", "f8": "b"}}  # fmt: skip
CASTLED = {"e1g1", "e1c1", "e8g8", "e8c8"}
MOST_PLIES = 160


def main() -> None:
    """Play, count and write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("weights", nargs="?", default="chess/plywise")
    parser.add_argument("--against", default="chess/pesto", help="whom the whole games are against")
    parser.add_argument("--beside", default="chess/standard", help="whose openings are counted too")
    parser.add_argument("--nodes", type=int, default=20_000)
    parser.add_argument("--games", type=int, default=100, help="openings to count")
    parser.add_argument("--whole", type=int, default=2, help="games to show")
    parser.add_argument("--out", type=Path, default=Path("docs/engine-games.md"))
    asked = parser.parse_args()
    using = search_written(f"playing:nodes={asked.nodes},evaluation_noise=0.1")
    assert isinstance(using, AlphaBeta)
    own, other = (resolve(name).as_evaluation() for name in (asked.weights, asked.against))
    beside = resolve(asked.beside).as_evaluation()
    lines = [
        "# Games of the engine",
        "",
        f"`{asked.weights}`, one thread, {asked.nodes:,} nodes a move, the profile `playing` with "
        "`evaluation_noise=0.1`, no book. Made by",
        f"`python benchmarks/engine_games.py {asked.weights} --nodes {asked.nodes} "
        f"--games {asked.games}`; seeds from 1 on.",
        "",
        "## Its openings",
        "",
        *openings({asked.weights: own, asked.beside: beside}, using, asked.games),
    ]
    for number in range(asked.whole):
        white = number % 2 == 0
        names = (asked.weights, asked.against) if white else (asked.against, asked.weights)
        sides = (own, other) if white else (other, own)
        lines += ["", f"## {names[0]} against {names[1]}", "", *told(sides, using, number + 1)]
    asked.out.write_text("\n".join(lines) + "\n", encoding="utf-8")


def played(
    sides: tuple[Evaluation, Evaluation], using: AlphaBeta, seed: int, plies: int, *begun: str
) -> Iterator[tuple[pw.Position, str, str, int]]:
    """Position, move, value in pawns for White, depth: ply by ply, after moves that are given."""
    position = pw.game("chess").start().after(*begun)
    for ply in range(len(begun), plies):
        evaluation = sides[ply % 2]
        found = search(position, evaluation, using, seed=1000 * seed + ply)
        if found.move is None:
            return
        value = (found.value if ply % 2 == 0 else -found.value) / evaluation.kernel.unit
        shown = "mate" if found.kind == "result" and value else f"{value:+.1f}"
        yield position, found.move, shown, found.depth
        position = position.after(found.move)


def openings(sets: dict[str, Evaluation], using: AlphaBeta, games: int) -> list[str]:
    """How each set opens: its own first moves, and what it does after two random plies."""
    lines, rows = [], []
    for name, evaluation in sets.items():
        both = (evaluation, evaluation)
        own = [position.notation(move) for position, move, *_ in played(both, using, 1, OPENING)]
        moves = [f"{n + 1}. {' '.join(own[2 * n : 2 * n + 2])}" for n in range(OPENING // 2)]
        lines += [f"Against itself `{name}` plays {' '.join(moves)}.", ""]
        castled, developed, queens = [], [], []
        for seed, opening in enumerate(ballot(games, plies=2, seed=1), start=1):
            game = list(played(both, using, seed, OPENING, *opening.moves))
            last = game[-1][0].after(game[-1][1])
            castled.append(sum(move in CASTLED for _, move, *_ in game) / 2)
            developed.append(_developed(str(last)) / 2)
            queens.append(sum(move[:2] in ("d1", "d8") for _, move, *_ in game[:10]) / 2)
        rows.append(
            f"| `{name}` | {100 * mean(castled):.0f} % | {mean(developed):.1f} | "
            f"{mean(queens):.2f} |"
        )
    return [
        *lines,
        f"Over {games} games against itself, in each of which the first move of either side is "
        "drawn at random: how often a side",
        f"castles within {OPENING // 2} moves, how many of its four knights and bishops have left "
        "home by then or are gone, and how many moves",
        "of the first six its queen makes from home.",
        "",
        "| set | castled | developed | early queen |",
        "|---|---:|---:|---:|",
        *rows,
    ]


def _developed(fen: str) -> int:
    """Knights and bishops that are not where they started; those that were taken too."""
    squares = {}
    for rank, row in zip("87654321", fen.split()[0].split("/"), strict=True):
        wide = "".join(" " * int(c) if c.isdigit() else c for c in row)
        squares |= {f"{file}{rank}": man for file, man in zip("abcdefgh", wide, strict=True)}
    return sum(squares[at] != man for side in MINORS.values() for at, man in side.items())


def told(sides: tuple[Evaluation, Evaluation], using: AlphaBeta, seed: int) -> list[str]:
    """A whole game, a line for every four moves, with what each side thought at its end."""
    lines, words, thought = [], [], ["", ""]
    position, outcome = None, None
    for ply, (position, move, value, depth) in enumerate(played(sides, using, seed, MOST_PLIES)):
        if ply % 2 == 0:
            words.append(f"{ply // 2 + 1}.")
        words.append(position.notation(move))
        thought[ply % 2] = f"{value}, depth {depth}"
        position = position.after(move)
        outcome = position.outcome
        if ply % 8 == 7 or outcome is not None:
            lines.append(f"| {' '.join(words)} | {thought[0]} | {thought[1]} |")
            words = []
    if words:
        lines.append(f"| {' '.join(words)} | {thought[0]} | {thought[1]} |")
    ended = {1.0: "White won.", 0.5: "Drawn.", 0.0: "Black won.", None: "Not played to its end."}
    return [
        "What each side thought of its last move in a row is in its own pawns, as White sees it.",
        "", "| moves | White | Black |", "|---|---:|---:|", *lines, "", ended[outcome],
    ]  # fmt: skip


if __name__ == "__main__":
    main()
