"""Settings that change nothing in a run of so few games."""

from plywise.learning.config import LearnConfig
from plywise.learning.step_size import LeastSquares


def idle_settings(config: LearnConfig) -> list[str]:
    """What never comes to pass before the last game, a sentence each.

    >>> idle_settings(LearnConfig(games=12, deepen=(50,)))
    ['deepen = [50] with games = 12: the search never goes deeper']
    >>> idle_settings(LearnConfig(games=51, deepen=(50,)))
    []
    """
    games, steps = config.games, config.new_step_size()
    late = [game for game in config.deepen if game >= games]
    found = []
    if late:
        never = "never goes" if len(late) == len(config.deepen) else "does not always go"
        found.append(
            f"deepen = {list(config.deepen)} with games = {games}: the search {never} deeper"
        )
    if isinstance(steps, LeastSquares) and steps.every > games:
        found.append(
            f"step_size = 'least-squares:every={steps.every}' with games = {games}: the weights "
            "stay where they start"
        )
    if config.batch > games:
        found.append(
            f"batch = {config.batch} with games = {games}: the weights stay where they start"
        )
    return found
