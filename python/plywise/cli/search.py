"""`plywise search`: one search, its value, its line and the leaf that the value comes from."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from plywise import search_names
from plywise.cli import gammon_options, hints, options, output, searches
from plywise.cli.from_settings import USUAL

if TYPE_CHECKING:
    from plywise.searching.result import Grown, SearchResult

EXAMPLES = options.examples(
    "plywise search chess start --depth 6",
    "plywise search chess '6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1' --depth 2",
    "plywise search chess start --weights chess/thesis --using alpha-beta:null_move=2,probes=8",
    "plywise search win-loss-tree start --using bayesian --nodes 5000 --explain",
    "plywise search chess start --using uct --picture uct.png",
    "plywise search dice-race '64 52 first 2' --using expectimax:depth=2",
    "plywise search backgammon 4HPwATDgc/ABMA --dice 31 --weights runs/first",
)
USUAL_SEARCH = "alpha-beta"


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
    using: searches.Using = USUAL_SEARCH,
    dice: gammon_options.DiceThrown = None,
    plies: gammon_options.Plies = None,
    explain: Annotated[
        bool,
        typer.Option(
            "--explain",
            help="Of a selective search, show the most visited lines, the distribution of each "
            "root move, and where the last thousand expansions went.",
        ),
    ] = False,
    picture: Annotated[
        Path | None,
        options.file("--picture", "Draw the same, as a .png or an .svg."),
    ] = None,
    seed: Annotated[int, options.seed("plywise.searching.search:search.seed")] = USUAL,
    last: options.Last = False,
    trust: options.Trust = False,
    as_json: options.Json = False,
) -> None:
    """Search one position.

    The value is the evaluation at the leaf, in thousandths of a weight of 1 and in the view of
    the side to move, exactly; only a mate or a draw by the rules has its value from the rules.
    Selective searches have real values: chances of winning minus ½, or what the game has instead.
    Expectimax, for games of dice or points, has expected points, and tells its most probable
    leaves. In backgammon networks tell the plays of a roll, the best first, with the chances after
    them; before a roll, the chances and what to do with the cube.
    """
    import plywise as pw
    from plywise.errors import BadSetting
    from plywise.evaluation.weights import resolve, usual

    rules = pw.game(game)
    if has_hints(game, using, dice=dice, plies=plies):
        from plywise.play.backgammon.asked import read_asked

        asked = read_asked(position).rolled(dice)  # a wrong position is told before wrong weights
        judge = gammon_options.networks(weights, game, last=last)
        hints.tell_hints(asked, judge, plies=plies, as_json=as_json)
        return
    root = rules.start() if position == "start" else rules.position(position)
    chosen = usual(game) if weights is None else resolve(weights, game=game, last=last)
    evaluation = chosen.as_evaluation()
    how = searches.search_named(using, depth=depth, nodes=nodes, movetime=movetime)
    if picture is not None:
        from plywise.report.picture import refuse_bad_place

        refuse_bad_place(picture)  # told before the search, not after it
    found = pw.search(root, evaluation, how, seed=seed)
    if isinstance(how, pw.Expectimax) and not explain and picture is None:
        tell_expected(found, as_json=as_json)
        return
    if found.tree is not None:
        tell_tree(found, found.tree, using, explain=explain, picture=picture, as_json=as_json)
        return
    if explain or picture is not None:
        raise BadSetting(
            f"{using} keeps no tree to explain; the searches that do are "
            f"{', '.join(search_names.SELECTIVE)}"
        )
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


def has_hints(game: str, using: str, *, dice: object, plies: int | None) -> bool:
    """Whether hints are wanted; BadSetting where there are none.

    >>> has_hints("backgammon", USUAL_SEARCH, dice=None, plies=None)
    True
    >>> has_hints("backgammon", "expectimax", dice=None, plies=None)
    False
    """
    from plywise.errors import BadSetting
    from plywise.games.declared import facts_of

    if facts_of(game).has_hints and using == USUAL_SEARCH:
        return True
    if dice is not None or plies is not None:
        option = "--plies" if dice is None else "--dice"
        raise BadSetting(
            f"{option} is for hints in backgammon, not for {using} in {game}; give a depth or a "
            "position with its roll"
        )
    return False


MOST_LEAVES = 5
"""Leaves that people are shown."""


def tell_expected(found: "SearchResult", *, as_json: bool) -> None:
    """Writes what expectimax found."""
    fields = {
        "value": found.value,
        "line": list(found.line),
        "leaves": [[probability, str(leaf)] for probability, leaf in found.leaves],
        "nodes": found.nodes,
        "seconds": found.seconds,
        "move": found.move,
        "kind": found.kind,
        "depth": found.depth,
        "roots": {root.move: root.value for root in found.roots},
    }
    shown = sorted(found.leaves, key=lambda leaf: -leaf[0])[:MOST_LEAVES]
    hidden = len(found.leaves) - len(shown)
    lines = [
        f"value {found.value:+.4f} points expected by the side to move",
        f"move  {found.move or '–'}",
        f"line  {' '.join(found.line) or '–'}",
        *(f"leaf  {100 * probability:5.1f} %  {leaf}" for probability, leaf in shown),
        *([f"      and {hidden} more"] if hidden else []),
        f"nodes {found.nodes} at depth {found.depth} in {found.seconds:.3f} s",
    ]
    output.result(fields, lines, as_json=as_json)


def tell_tree(
    found: "SearchResult",
    tree: "Grown",
    using: str,
    *,
    explain: bool,
    picture: Path | None,
    as_json: bool,
) -> None:
    """Writes what a selective search found, and how it looked for it."""
    from plywise.cli.explaining import explained

    shown = tree._asdict()
    if not explain:
        for name in ("lines", "recent"):
            del shown[name]
    fields = {
        "move": found.move, "value": found.value, "win": found.win, "line": found.line,
        "leaf": str(found.leaf), "kind": found.kind, "depth": found.depth, "nodes": found.nodes,
        "seconds": found.seconds, "roots": [root._asdict() for root in found.roots], **shown,
    }  # fmt: skip
    gain = "" if tree.gain is None else f", {tree.gain:.4f} to be gained by more"
    lines = [
        f"value {found.value:+.4f} for the side to move, of {found.win:g} for a win{gain}",
        f"move  {found.move or '–'}",
        f"line  {' '.join(found.line) or '–'}",
        f"leaf  {found.leaf}",
        f"nodes {found.nodes} by {tree.expansions} expansions, up to depth {found.depth}, in "
        f"{found.seconds:.3f} s; ended by {tree.ended}",
    ]
    if explain:
        lines += explained(found)
    try:
        if picture is not None:
            from plywise.report.selectivity import selectivity

            fields["picture"] = str(selectivity(found, using).save(picture))
            lines.append(f"picture {picture}")
    finally:  # a full disk too: what was found is known
        output.result(fields, lines, as_json=as_json)


def value_in_words(value: float, kind: str, scale: int) -> str:
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
    moves = int(MATE - abs(value) + 1) // 2  # values count plies, people moves
    if not moves:
        return "the side to move has lost"
    word = "wins" if value > 0 else "loses"
    return f"the side to move {word} in {moves} move{'s' if moves > 1 else ''}"
