"""`plywise suite`: how many test positions a search solves."""

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from plywise.cli import complete, options, output
from plywise.cli.crew import crew
from plywise.cli.from_settings import USUAL
from plywise.cli.match import Patience, entrant, game_of_entrant
from plywise.cli.searches import search_named
from plywise.cli.standing import standing

if TYPE_CHECKING:
    from plywise.play.suite_result import Score, Solution, SuiteResult

EXAMPLES = options.examples(
    "plywise suite wac.epd chess/standard --nodes 20000",
    "plywise suite sts.epd runs/first --using playing:nodes=50000 --workers 2",
    "plywise suite wac.epd stockfish:nodes=10000 --unsolved hard.epd",
    "plywise suite mates.epd shogi/yss --depth 5 --json",
)


def suite(
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE.epd",
            parser=options.path,
            help="A position a line, with its best moves (`bm`), moves to avoid (`am`) or points.",
        ),
    ],
    who: Annotated[
        str | None,
        typer.Argument(
            metavar="[WEIGHTS]",
            help="Weights (a file, a run directory or a built-in set), with a search of their own "
            "after an `@`; or another engine, as `stockfish:nodes=10000`.",
            autocompletion=complete.weights,
            show_default="the game's standard set",
        ),
    ] = None,
    game: Annotated[
        str | None,
        typer.Option(
            "--game",
            metavar="GAME",
            callback=lambda game: game if game is None else options.named_game(game),
            help="The game of the positions.",
            show_default="that of the weights, or chess",
            autocompletion=complete.games,
        ),
    ] = None,
    depth: options.DepthWithin = None,
    nodes: options.Nodes = None,
    movetime: options.MoveTime = None,
    using: Annotated[
        str | None,
        typer.Option(
            "--using",
            metavar="SEARCH",
            help="How it searches, as in `plywise search`: `playing`, `uct:nodes=5000`, …",
            show_default="alpha-beta",
        ),
    ] = None,
    unsolved: Annotated[
        Path | None, options.file("--unsolved", "Write the lines of unsolved positions there.")
    ] = None,
    patience: Patience = USUAL,
    seed: Annotated[int, options.seed("plywise.play.suite:suite.seed")] = USUAL,
    workers: options.Workers = None,
    last: options.Last = False,
    trust: options.Trust = False,
    as_json: options.Json = False,
) -> None:
    """Search test positions: how many are solved, and how soon.

    A position is solved by one of its best moves (`bm`), or by any move but those to avoid (`am`).
    Where moves have points, as in the Strategic Test Suite, they are added up too. The table says
    after what depth, nodes and time the search preferred a right move for good. Lines that cannot
    be used are named and left out. Ctrl-C prints the result so far.
    """
    import plywise as pw
    from plywise.files import regular

    rules = pw.game(game or ("chess" if who is None else game_of_entrant(who))).name
    if unsolved is not None:
        regular(unsolved)  # a bad place is told before the work
    limits = {"depth": depth, "nodes": nodes, "movetime": movetime}
    settings: dict[str, Any] = {
        "game": rules, "seed": seed, "patience": patience, "workers": crew(rules, workers),
        **(limits if using is None else {"search": search_named(using, **limits)}),
    }  # fmt: skip
    player = None if who is None else entrant(who, rules, last=last, **limits)
    found: SuiteResult | None = None
    try:
        with ExitStack() as stack:
            show = stack.enter_context(standing("suite", _lines_of(file), "positions"))

            def keep(so_far: "SuiteResult") -> None:
                nonlocal found
                found = so_far
                show(so_far)

            found = pw.suite(file, player, **settings, on_position=keep)
    finally:  # Ctrl-C too: what was searched is known
        if found is not None:
            _tell(found, file, unsolved, as_json=as_json)


def _lines_of(file: Path) -> int:
    """About how many positions a file has, for the bar; what is wrong with it is told later."""
    from plywise.errors import BadInput
    from plywise.regular import open_regular

    try:
        with open_regular(file) as lines:
            return sum(1 for line in lines if line.strip())
    except (OSError, BadInput):
        return 1


def _tell(found: "SuiteResult", file: Path, unsolved: Path | None, *, as_json: bool) -> None:
    from plywise.files import write_atomically
    from plywise.play.problems import left_out

    for line in left_out(str(file), found.positions, found.troubles):
        output.talk(line)
    try:
        if unsolved is not None:
            text = "".join(f"{line}\n" for line in found.unsolved())
            write_atomically(unsolved, text.encode())
    finally:  # a full disk too
        output.result(found.as_dict(), lines(found), as_json=as_json)


def lines(found: "SuiteResult") -> list[str]:
    """A result for people: a row a position, sums by groups, and the sum."""
    from plywise.textual import aligned

    has_points = found.points is not None
    header = ["position", "solved", "move", "wanted", "points", "depth", "nodes", "seconds"]
    rows = [_row(row) for row in found.rows]
    told = aligned(*_chosen(header, rows, left_out=() if has_points else ("points",)))
    if found.groups:
        header = ["group", "positions", "solved", "points", "possible", "%"]
        groups = [_group(group) for group in found.groups]
        hidden = () if has_points else ("points", "possible")
        told += ["", *aligned(*_chosen(header, groups, left_out=hidden))]
    return [*told, *([""] if found.groups else []), f"{found.name}: {found}"]


def _row(row: "Solution") -> list[str]:
    """A position; depth, nodes and time are those after which it was solved."""
    from plywise._kernel import Position
    from plywise.play.suite_result import wanted

    position = Position.parse(row.problem.game, row.problem.position)
    move = row.failure if row.move is None else position.notation(row.move)
    at = row.found_at
    when = ["–"] * 3 if at is None else [str(at.depth), str(at.nodes), f"{at.seconds:.3f}"]
    points = "–" if row.points is None else str(row.points)
    mark = "yes" if row.is_solved else "no"
    return [row.problem.label, mark, move, wanted(row.problem), points, *when]


def _group(group: "Score") -> list[str]:
    has_points = group.points is not None
    return [
        group.name, str(group.positions), str(group.solved), str(group.points or 0),
        str(group.possible or 0), group.points_share if has_points else group.solved_share,
    ]  # fmt: skip


def _chosen(
    header: list[str], rows: list[list[str]], *, left_out: tuple[str, ...]
) -> tuple[list[str], list[list[str]]]:
    """A table without some columns."""
    kept = [n for n, name in enumerate(header) if name not in left_out]
    return [header[n] for n in kept], [[row[n] for n in kept] for row in rows]
