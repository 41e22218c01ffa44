"""How games stand while they are played: a bar on a terminal, some lines elsewhere."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from plywise.cli import output


@contextmanager
def standing(title: str, games: int) -> Iterator[Callable[[Any], None]]:
    """A callback for results so far: whatever has `games` and can be written as text."""
    if not output.is_terminal():
        yield _every_tenth(games)
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = [TextColumn(title), BarColumn(), TextColumn("{task.description}")]
    console = Console(stderr=True)
    with Progress(*columns, TimeRemainingColumn(), console=console, transient=True) as bar:
        task = bar.add_task("", total=games)

        def show(found: Any) -> None:
            text = f"{found.games} games  {found}"
            bar.update(task, completed=found.games, description=text)

        try:
            yield show
        except BaseException:
            bar.live.transient = False  # broken off, how it stood is all that there is
            raise


def _every_tenth(games: int) -> Callable[[Any], None]:
    """Talks after every tenth part of the games."""
    step = max(2, games // 10 + games // 10 % 2)

    def show(found: Any) -> None:
        if found.games % step == 0 and found.games < games:
            output.talk(f"{found.games} games: {found}")

    return show
