"""`plywise games`: what there is to choose from."""

from plywise.cli import options, output

EXAMPLES = options.examples("plywise games", "plywise games --json | python -m json.tool")


def games(as_json: options.Json = False) -> None:
    """List the games, their feature sets and the weight sets that come with plywise."""
    from plywise import _kernel
    from plywise.evaluation.weights import weight_sets
    from plywise.games.own import game_names

    listing, told = [], []
    for name in game_names():
        sets = _kernel.facts(name).feature_sets
        features = {f: _kernel.features(name, f).names for f in sets}
        weights = [w for w in weight_sets() if w.partition("/")[0] == name]
        listing.append({"name": name, "feature_sets": features, "weights": _described(weights)})
        told += _lines(name, features, weights)
    output.result({"games": listing}, told, as_json=as_json)


def _described(weights: list[str]) -> dict[str, object]:
    """Values and source of each weight set."""
    from plywise.evaluation.weights import built_in, weight_sets

    return {w: {"weights": built_in(w).as_dict(), "source": weight_sets()[w]} for w in weights}


def _lines(game: str, features: dict[str, list[str]], weights: list[str]) -> list[str]:
    """One game for people."""
    from plywise.evaluation.weights import built_in, weight_sets

    width = max(map(len, [*features, *weights]))
    values = {w: " : ".join(f"{v:g}" for v in built_in(w).values) for w in weights}
    wide = max(map(len, values.values()), default=0)
    return [
        game,
        "  feature sets",
        *(f"    {name:{width}}  {' '.join(names)}" for name, names in features.items()),
        "  weight sets",
        *(f"    {w:{width}}  {values[w]:{wide}}  {weight_sets()[w]}" for w in weights),
    ]
