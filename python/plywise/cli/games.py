"""`plywise games`: what there is to choose from."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from plywise.cli import complete, options, output

if TYPE_CHECKING:
    from plywise.evaluation.features import FeatureSet
    from plywise.games.game import Game

EXAMPLES = options.examples(
    "plywise games", "plywise games chess", "plywise games --json | python -m json.tool"
)
MOST_VALUES = 13
"""Weights of a set that a line can bear."""


def games(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME",
            help="Only this one.",
            autocompletion=complete.games,
            show_default="all games",
        ),
    ] = None,
    as_json: options.Json = False,
) -> None:
    """List the games, their feature sets and the weight sets that come with plywise."""
    import plywise as pw

    chosen = [pw.game(name) for name in (pw.game_names() if game is None else [game])]
    told: list[str] = []
    for one in chosen:
        told += [*([""] if told else []), *_lines(one)]
    output.result({"games": [_listing(one) for one in chosen]}, told, as_json=as_json)


def _listing(game: "Game") -> dict[str, Any]:
    """One game for programs."""
    return {
        "name": game.name,
        "summary": game.facts.summary,
        "players": game.facts.players,
        "feature_sets": {name: game.features(name).names for name in game.feature_sets},
        "weights": _described(_weights(game)),
    }


def _weights(game: "Game") -> list[str]:
    from plywise.evaluation.weights import weight_sets

    return [name for name in weight_sets() if name.partition("/")[0] == game.name]


def _described(weights: list[str]) -> dict[str, object]:
    """Values and source of each weight set."""
    from plywise.evaluation.weights import built_in, weight_sets

    return {w: {"weights": built_in(w).as_dict(), "source": weight_sets()[w]} for w in weights}


def _lines(game: "Game") -> list[str]:
    """One game for people."""
    from plywise.evaluation.weights import weight_sets

    sets = {name: game.features(name) for name in game.feature_sets}
    weights = _weights(game)
    width = max(map(len, [*sets, *weights]))
    values = {name: _values(name) for name in weights}
    wide = max(map(len, values.values()), default=0)
    lines = [
        f"{game.name}: {game.facts.summary}",
        "  feature sets",
        *(f"    {name:{width}}  {len(of):4}  {_counted(of)}" for name, of in sets.items()),
    ]
    if weights:
        lines += [
            "  weight sets",
            *(f"    {w:{width}}  {values[w]:{wide}}  {weight_sets()[w]}" for w in weights),
        ]
    return lines


def _counted(features: "FeatureSet") -> str:
    """What a set counts: names, and how many places where those have boards.

    >>> import plywise as pw
    >>> _counted(pw.game("chess").features("full-board"))
    'pawn knight bishop rook queen, 304 places on 5 boards'
    """
    if len(features.blocks) > 1:
        return f"{', '.join(features.blocks)}: {_counted(_first_block(features))}"
    rows = features.rows
    if len(rows) == len(features):
        return " ".join(rows)
    boards = len(features.tables)
    places = f"{len(features) - len(rows)} places on {boards} board{'s' if boards > 1 else ''}"
    return f"{' '.join(rows)}, {places}" if len(rows) > 1 else f"{len(features)} places"


def _first_block(features: "FeatureSet") -> "FeatureSet":
    """What a set counts in each of its stages or phases."""
    from dataclasses import replace

    first = features.blocks[0]
    begin, each = f"{first}.", len(features) // len(features.blocks)
    names = tuple(name.removeprefix(begin) for name in features.names[:each])
    tables = tuple(table for table in features.tables if table.block == first)
    tables = tuple(replace(table, name=table.kind, block="") for table in tables)
    meanings, starts = features.meanings[:each], features.starts[:each]
    return replace(
        features, names=names, meanings=meanings, starts=starts, tables=tables, stages=(), phases=()
    )


def _values(name: str) -> str:
    """The values of a weight set, or how many they are."""
    from plywise.evaluation.weights import built_in

    values = built_in(name).values
    if len(values) > MOST_VALUES:
        return f"{len(values)} weights"
    return " : ".join(f"{value:g}" for value in values)
