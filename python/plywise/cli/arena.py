"""`plywise arena`: which of two searches plays better with the same number of nodes."""

from typing import Annotated

import typer

from plywise.cli import options, output
from plywise.cli.crew import crew
from plywise.cli.from_settings import USUAL
from plywise.cli.standing import standing
from plywise.search_names import SELECTIVE

EXAMPLES = options.examples(
    "plywise arena win-loss-tree bayesian alpha-beta --nodes 2000 --pairs 100",
    "plywise arena random-tree uct:c=0.7 best-first --like 'branching 5 depth 10'",
    "plywise arena othello probcut alpha-beta --nodes 1000 --pairs 20",
)

SEARCH_HELP = (
    f"{', '.join(SELECTIVE)}, alpha-beta or mtdf, "
    "with settings after a colon (`bayesian:gulp=0.1`)."
)


def arena(
    game: options.Game,
    a: Annotated[str, typer.Argument(metavar="A", help=f"A search: {SEARCH_HELP}")],
    b: Annotated[str, typer.Argument(metavar="B", help="The other search, likewise.")],
    nodes: Annotated[
        int,
        options.count(
            "plywise.play.arena:arena.nodes",
            "--nodes",
            hint="a search needs at least one node",
            help="Nodes a move, the same for both.",
        ),
    ] = USUAL,
    pairs: Annotated[
        int,
        options.count(
            "plywise.play.arena:arena.pairs",
            "--pairs",
            hint="every start is played twice, with sides changed",
            help="Starts, each played twice.",
        ),
    ] = USUAL,
    like: Annotated[
        str | None,
        typer.Option(
            "--like",
            metavar="POSITION",
            help="Of random trees, the words that all of them share (`branching 5 depth 8`).",
        ),
    ] = None,
    weights: options.Weights = None,
    seed: Annotated[int, options.seed("plywise.play.arena:arena.seed")] = USUAL,
    workers: options.Workers = None,
    on: options.On = None,
    trust: options.Trust = False,
    as_json: options.Json = False,
) -> None:
    """Play two searches against each other, with equal nodes and the same evaluation.

    Every start is played twice with sides changed: positions of about equal chance in
    `win-loss-tree`, a new tree for each pair in the other random trees, random openings elsewhere.
    Prints wins, draws and losses in A's view and the score with its 95 % interval over pairs.
    """
    import plywise as pw
    from plywise.cli.match import lines

    with standing("arena", 2 * pairs) as on_pair:
        found = pw.arena(
            game,
            a,
            b,
            nodes=nodes,
            pairs=pairs,
            like=like,
            weights=weights,
            seed=seed,
            workers=crew(game, workers, on=on),
            on_pair=on_pair,
        )
    output.result(found.as_dict(), lines(found), as_json=as_json)
