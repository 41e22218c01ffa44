"""Searches as an analysis shows them: iterations as they end, or a tree as it grows.

All functions give plain values to a `tell`, or to who called; see `table`.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from plywise import _kernel, search_names
from plywise.errors import BadSetting
from plywise.games.move_places import places_of_moves
from plywise.games.points import needs_expectimax
from plywise.games.position import Position
from plywise.page.table import Table, told
from plywise.play.judging import evaluation_of, judged, worth
from plywise.play.meant import move_of

Json = dict[str, Any]
Tell = Callable[[Json], object]
STEPS = 16
"""Moments of a tree's growth that are shown."""
MOST_TREE = 30_000
"""Nodes of a tree that is told of."""
MILLISECONDS = 10_000
"""However large the limit is, a search of alpha-beta ends after so long."""
MOST_LINES = 8
LONGEST = 24
"""Moves of a line that are told."""


def searches(game: str) -> list[str]:
    """The searches that a game can be analysed by.

    >>> searches("chess")[:3], searches("backgammon")
    (['alpha-beta', 'playing', 'thesis'], ['expectimax'])
    """
    if needs_expectimax(game):
        return ["expectimax"]
    return ["alpha-beta", "playing", "thesis", "knightcap", "mtd", *search_names.SELECTIVE]


def shown(table: Table, weights: str, text: str = "", stop: object = None) -> Json:
    """The board as it stands, after one more move if one is given, and what counts there."""
    line = table.positions()
    if text:
        move = move_of(line[-1], text)
        table = Table(
            game=table.game, start=table.start, moves=(*table.moves, move), free_dice=True
        )
        line.append(line[-1].after(move))
    position = line[-1]
    rolls = position.moves if position.turn == "chance" and position.outcome is None else []
    return {
        **told(table, line),
        "rolls": [{"move": roll, "text": position.notation(roll)} for roll in rolls],
        "terms": _terms(position, table.game, weights),
    }


def _terms(position: Position, game: str, weights: str) -> Json:
    """What each feature adds, in the first player's view; none where the evaluation is no sum."""
    from plywise.evaluation import account
    from plywise.evaluation.shape import LINEAR

    evaluation = evaluation_of(game, weights)
    kernel = evaluation.kernel
    if kernel.shape != LINEAR:
        return {"rows": [], "value": None}
    rows = account.as_json(position.kernel, kernel)
    return {"rows": rows, "value": sum(row["share"] for row in rows)}


def analysed(
    table: Table,
    weights: str,
    using: str,
    nodes: int,
    lines: int,
    tell: Tell | None = None,
    stop: _kernel.Stop | None = None,
) -> Json:
    """What a search finds; `tell` hears of each iteration, and of each step of a tree's growth."""
    name = using.partition(":")[0]
    if name not in searches(table.game):
        raise BadSetting(f"using={using[:60]!r}; one of {', '.join(searches(table.game))}")
    position = table.positions()[-1]
    evaluation = evaluation_of(table.game, weights)
    if position.outcome is not None:
        return {"best": [], "value": None, "nodes": 0, "ended": "the game is over"}
    words = (position, evaluation, using, nodes)
    if name in search_names.SELECTIVE:
        return _tree(*words, tell, stop)
    if needs_expectimax(table.game):
        return _expected(*words, lines, stop)
    return _deepened(*words, max(1, min(lines, MOST_LINES)), tell, stop)


def _deepened(
    position: Position, evaluation: Any, using: str, nodes: int, lines: int, tell: Any, stop: Any
) -> Json:
    """Alpha-beta, iteration by iteration, with the best few lines of each."""
    from plywise.searching.written import search_written

    how: Any = search_written(using, nodes=nodes, movetime=MILLISECONDS)
    sign = -1 if position.turn == "second" else 1
    rows: list[Json] = []

    def report(
        depth: int, selective_depth: int, number: int, value: int, bound: str, nodes: int,
        milliseconds: int, hashfull: int, line: list[str],
    ) -> None:  # fmt: skip
        if bound != "exact":
            return
        row = {
            "depth": depth, "number": number,
            "value": worth(sign * value, position.game, evaluation.scale),
            "nodes": nodes, "seconds": milliseconds / 1000, **_line(position, line),
        }  # fmt: skip
        rows.append(row)
        if tell is not None:
            tell({"iteration": row})

    found = _kernel.Searcher(position.game).search(
        position.kernel, evaluation.kernel, how.settings(evaluation.scale), report=report,
        lines=lines, stop=stop,
    )  # fmt: skip
    if not rows and found.move is not None:  # too few nodes for a whole iteration
        value = worth(sign * found.value, position.game, evaluation.scale)
        line = found.line if found.line[:1] == [found.move] else [found.move]
        rows.append({
            "depth": found.depth, "number": 1, "value": value, "nodes": found.nodes,
            "seconds": found.seconds, **_line(position, line),
        })  # fmt: skip
    deepest = max((row["depth"] for row in rows), default=0)
    best = [row for row in rows if row["depth"] == deepest]
    return {
        "best": best, "value": best[0]["value"] if best else None, "nodes": found.nodes,
        "seconds": found.seconds, "depth": found.depth,
    }  # fmt: skip


def _line(position: Position, moves: Any) -> Json:
    """A line as people read it, and the places of its first move."""
    told = []
    first = places_of_moves(position)(moves[0]) if moves else {}
    for move in tuple(moves)[:LONGEST]:
        if position.outcome is not None or move not in position.moves:
            break
        told.append(position.notation(move))
        position = position.after(move)
    places = {"from": first.get("from"), "to": first.get("to")}
    return {"moves": list(moves)[:LONGEST], "line": told, **places}


def _expected(
    position: Position, evaluation: Any, using: str, nodes: int, lines: int, stop: Any
) -> Json:
    """Expectimax: what each move is worth in points."""
    from plywise.searching.search import search
    from plywise.searching.written import search_written

    limits = {} if ":" in using else {"depth": 2 if position.turn != "chance" else 1}
    how: Any = search_written(using, **limits, movetime=MILLISECONDS)
    found = search(position, evaluation, how, stop=stop)
    sign = -1 if position.roller == "second" else 1
    roots = sorted(found.roots, key=lambda root: -root.value)[: max(lines, MOST_LINES)]
    best = [
        {
            "depth": root.depth, "number": number, "nodes": root.nodes, "seconds": found.seconds,
            "value": worth(sign * root.value, position.game, evaluation.scale, found.win),
            **_line(position, [root.move]),
        }
        for number, root in enumerate(roots, start=1)
    ]  # fmt: skip
    return {
        "best": best, "value": judged(found, position, evaluation.scale), "nodes": found.nodes,
        "seconds": found.seconds, "depth": found.depth,
    }  # fmt: skip


def _tree(
    position: Position, evaluation: Any, using: str, nodes: int, tell: Any, stop: Any
) -> Json:
    """A selective search: its root moves at several moments, and the nodes that it opened.

    The same seed grows the same tree, so a smaller limit shows an earlier moment of it.
    """
    from plywise.searching.in_games import measured
    from plywise.searching.search import search
    from plywise.searching.written import search_written

    most = max(16, min(nodes, MOST_TREE))
    steps: list[Json] = []
    begun = time.perf_counter()
    found: Any = None
    how = measured(search_written(using, nodes=most), evaluation)
    for number in range(1, STEPS + 1):
        limit = max(8, round(most ** (0.45 + 0.55 * number / STEPS)))
        found = search(position, evaluation, replace(how, nodes=limit), stop=stop)
        step = _moment(position, found)
        if steps and step["expansions"] == steps[-1]["expansions"]:
            continue
        steps.append(step)
        if tell is not None:
            tell({"step": step})
        if found.tree.ended not in ("nodes",):
            break
    assert found is not None
    return {
        "best": steps[-1]["roots"][:MOST_LINES], "steps": steps,
        "value": judged(found, position, evaluation.scale),
        "nodes": found.nodes, "depth": found.depth,
        "seconds": time.perf_counter() - begun, "ended": found.tree.ended,
        "gain": found.tree.gain, **_line(position, found.line),
        "opened": _opened(position, found),
        "skipped": found.tree.expansions - len(found.tree.recent),
    }  # fmt: skip


def _moment(position: Position, found: Any) -> Json:
    """The root moves of a tree, the best first; values and spikes in the first player's view."""
    sign = -1 if position.turn == "second" else 1
    roots = sorted(found.roots, key=lambda root: (root.move != found.move, -root.value))
    return {
        "nodes": found.nodes,
        "expansions": found.tree.expansions,
        "win": found.win,
        "roots": [
            {
                "nodes": root.nodes,
                "value": worth(sign * root.value, position.game, 1, found.win),
                "spikes": [[sign * at, height] for at, height in root.spikes],
                **_line(position, [root.move]),
            }
            for root in roots
        ],
    }  # fmt: skip


def _opened(position: Position, found: Any) -> list[list[str]]:
    """The nodes that were given their children, in time: the path to each, as people read it."""
    known: dict[tuple[str, ...], Position] = {(): position}
    texts: dict[tuple[str, ...], list[str]] = {(): []}

    def reach(path: tuple[str, ...]) -> None:
        if path not in known:
            reach(path[:-1])
            before = known[path[:-1]]
            texts[path] = [*texts[path[:-1]], before.notation(path[-1])]
            known[path] = before.after(path[-1])

    for path in found.tree.recent:
        reach(tuple(path))
    return [
        [" ".join(path), " ".join(texts[tuple(path)])] for path in map(tuple, found.tree.recent)
    ]
