"""What the shell offers after a press of Tab: games, weights, experiments."""

from collections.abc import Iterable
from pathlib import Path


def games(incomplete: str) -> list[str]:
    """The games that come with plywise, and files that may hold one."""
    from plywise.games.python_games import game_names

    return _starting(game_names(), incomplete) + paths(incomplete, "*.py")


def feature_sets(incomplete: str) -> list[str]:
    """The feature sets of every game."""
    from plywise._kernel import facts
    from plywise.games.python_games import game_names

    known = {name for game in game_names() for name in facts(game).feature_sets}
    return _starting(sorted(known), incomplete)


def weights(incomplete: str) -> list[str]:
    """Built-in weight sets, then weight files and run directories."""
    from plywise.evaluation.weights import weight_sets

    return _starting(weight_sets(), incomplete) + runs(incomplete) + paths(incomplete, "*.json")


def runs(incomplete: str) -> list[str]:
    """Run directories, and folders on the way to them."""
    return [
        name if (Path(name) / "config.toml").exists() else f"{name}/"
        for name in paths(incomplete, "*")
        if Path(name).is_dir()
    ]


def experiments(incomplete: str) -> list[str]:
    """The published experiments that `reproduce` knows."""
    from plywise.experiments import names

    return _starting(names(), incomplete)


def exports(incomplete: str) -> list[str]:
    """The forms in which `values` writes for other programs."""
    return _starting(["json", "variants-ini", "rust", "c", "python"], incomplete)


def weight_exports(incomplete: str) -> list[str]:
    """The forms in which `show` writes for other programs."""
    return _starting(["c", "rust", "python", "json", "csv", "uci"], incomplete)


def paths(incomplete: str, pattern: str) -> list[str]:
    """Files that start with what is typed and match the `pattern`, in one folder."""
    folder, _, start = incomplete.rpartition("/")
    parent = Path(folder or ("/" if incomplete.startswith("/") else "."))
    prefix = incomplete[: len(incomplete) - len(start)]
    try:
        found = sorted(entry.name for entry in parent.glob(pattern))
    except OSError:
        return []
    return [prefix + name for name in found if name.startswith(start) and name[0] != "."]


def _starting(names: Iterable[str], incomplete: str) -> list[str]:
    return [name for name in dict.fromkeys(names) if name.startswith(incomplete)]
