"""How games stand while they are played: a bar on a terminal, some lines elsewhere."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from plywise.cli import output


@contextmanager
def standing(title: str, games: int, unit: str = "games") -> Iterator[Callable[[Any], None]]:
    """A callback for results so far: whatever has `games`, or so many of another unit, and a text.

    A suite has `positions`.
    """
    if not output.is_terminal():
        yield _every_tenth(games, unit)
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = [TextColumn(title), BarColumn(), TextColumn("{task.description}")]
    console = Console(stderr=True)
    with Progress(*columns, TimeRemainingColumn(), console=console, transient=True) as bar:
        task = bar.add_task("", total=games)

        def show(found: Any) -> None:
            done = getattr(found, unit)
            bar.update(task, completed=done, description=f"{done} {unit}  {found}")

        try:
            yield show
        except BaseException:
            bar.live.transient = False  # broken off, how it stood is all that there is
            raise


def _every_tenth(games: int, unit: str) -> Callable[[Any], None]:
    """Talks after every tenth part of them."""
    step = max(2, games // 10 + games // 10 % 2)

    def show(found: Any) -> None:
        done = getattr(found, unit)
        if done % step == 0 and done < games:
            output.talk(f"{done} {unit}: {found}")

    return show
