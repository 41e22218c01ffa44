"""`plywise search`: one search, its value, its line and the leaf that the value comes from."""

from typing import Annotated

import typer

from plywise.cli import options, output, searches

EXAMPLES = options.examples(
    "plywise search chess start --depth 6",
    "plywise search chess '6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1' --depth 2",
    "plywise search chess start --weights chess/thesis --using alpha-beta:null_move=2,probes=8",
)


def search(
    game: options.Game,
    position: Annotated[
        str,
        typer.Argument(metavar="POSITION", help="The position (a FEN for chess), or `start`."),
    ] = "start",
    weights: options.Weights = None,
    depth: options.DepthWithin = None,
    nodes: options.Nodes = None,
    movetime: options.MoveTime = None,
    using: searches.Using = "alpha-beta",
    seed: options.Seed = 0,
    last: options.Last = False,
    as_json: options.Json = False,
) -> None:
    """Search one position.

    The value is the evaluation at the leaf, in thousandths of a weight of 1 and in the view of
    the side to move, exactly; only a mate or a draw by the rules has its value from the rules.
    """
    import plywise as pw
    from plywise.evaluation.weights import resolve, usual

    rules = pw.game(game)
    root = rules.start() if position == "start" else rules.position(position)
    chosen = usual(game) if weights is None else resolve(weights, game=game, last=last)
    evaluation = pw.Linear(rules.features(chosen.features), chosen.values, scale=chosen.scale)
    how = searches.search_named(using, depth=depth, nodes=nodes, movetime=movetime)
    found = pw.search(root, evaluation, how, seed=seed)
    fields = {
        "value": found.value,
        "line": list(found.line),
        "leaf": str(found.leaf),
        "nodes": found.nodes,
        "seconds": found.seconds,
        "move": found.move,
        "kind": found.kind,
        "depth": found.depth,
        "scale": chosen.scale,
    }
    lines = [
        f"value {value_in_words(found.value, found.kind, chosen.scale)}",
        f"move  {found.move or '–'}",
        f"line  {' '.join(found.line) or '–'}",
        f"leaf  {found.leaf}",
        f"nodes {found.nodes} at depth {found.depth} in {found.seconds:.3f} s",
    ]
    output.result(fields, lines, as_json=as_json)


def value_in_words(value: int, kind: str, scale: int) -> str:
    """A value for people; the rules' own values, huge or 0, are said in words.

    >>> value_in_words(-1500, "leaf", 1000)
    '-1.500 for the side to move'
    >>> from plywise._kernel import MATE
    >>> value_in_words(MATE - 3, "result", 1000), value_in_words(0, "result", 1000)
    ('the side to move wins in 2 moves', 'a draw by the rules')
    >>> value_in_words(-MATE, "result", 1000)
    'the side to move has lost'
    """
    from plywise._kernel import MATE, MATE_BOUND

    if kind != "result":
        return f"{value / scale:+.3f} for the side to move"
    if abs(value) < MATE_BOUND:
        return "a draw by the rules"
    moves = (MATE - abs(value) + 1) // 2  # values count plies, people moves
    if not moves:
        return "the side to move has lost"
    word = "wins" if value > 0 else "loses"
    return f"the side to move {word} in {moves} move{'s' if moves > 1 else ''}"
