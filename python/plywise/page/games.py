"""What may be played here: games, and whose weights; names from an address lead nowhere else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from starlette.requests import Request

from plywise.errors import BadInput, UntrustedCode
from plywise.games.declared import facts_of
from plywise.games.loading import module_at
from plywise.games.python_games import game_name, game_names, title
from plywise.games.rules import Rules
from plywise.naming import unknown
from plywise.page.house import House
from plywise.page.places import read_name
from plywise.play.levels import published_sets, usual_weights

Result = TypeVar("Result")
OURS = "plywise.games."
"""How modules begin whose games are plywise's own."""
RUN = "run:"
"""How weights are written that a run has learnt."""


@dataclass(frozen=True)
class Chosen:
    """A game that may be played here."""

    name: str
    """As `pw.game` knows it."""
    written: str
    """As addresses have it."""
    is_apart: bool = False
    """Whether it is somebody's Python, which runs in a process of its own."""

    @property
    def title(self) -> str:
        """What people call it."""
        return title(self.name)


def all_games(house: House) -> list[Chosen]:
    """The games that come with plywise, and those of the files that are trusted."""
    return [*(Chosen(name, name) for name in game_names()), *_trusted(house)]


def chosen_game(house: House, text: str) -> Chosen:
    """The game of that name; UntrustedCode for a Python file that nobody trusted."""
    for game in all_games(house):
        if text in (game.name, game.written):
            return game
    where, _, _ = text.rpartition(":")
    if where.startswith(OURS):
        return Chosen(game_name(text), text)
    if where.endswith(".py") or text.endswith(".py") or "." in where:
        raise UntrustedCode(
            f"{text[:200]!r} is somebody's code, and it runs here only if the page was started "
            "with --trust and its file"
        )
    raise unknown("game", text[:80], [game.written for game in all_games(house)])


def _trusted(house: House) -> list[Chosen]:
    """The games in the files that are trusted; they were loaded when the page was started."""
    found = []
    for file in house.trusted:
        module = module_at(str(file))
        for key, value in vars(module).items():
            is_class = isinstance(value, type) and issubclass(value, Rules) and value is not Rules
            own = is_class and value.__module__ == module.__name__
            if isinstance(value, Rules) or (own and not getattr(value, "__abstractmethods__", 0)):
                found.append(Chosen(f"{file}:{key}", f"{file.name}:{key}", True))
    return found


async def done(
    house: House, request: Request, game: Chosen, job: Callable[..., Result], *words: Any
) -> Result:
    """What a job on a game gives: in a thread, or in a process apart for somebody's Python.

    A job is a function of a module; in a thread it is given `stop` too.
    """
    if game.is_apart:
        return await house.apart(request, job, *words)

    def stoppable(stop: Any) -> Result:
        try:
            return job(*words, stop=stop)
        except KeyboardInterrupt:  # how the kernel says that it was stopped
            raise BadInput(
                f"it took longer than {house.limits.seconds:g} s and was stopped; ask for less"
            ) from None

    return await house.work(request, stoppable)


@dataclass(frozen=True)
class Judge:
    """Whose weights judge: a published set, or what a run has learnt."""

    written: str
    """As addresses have it; empty for what is usual."""
    title: str
    """For people."""


def judges(house: House, game: Chosen) -> list[Judge]:
    """The weights that there are for a game, those that play where nobody says first."""
    sets = [Judge(name, name) for name in published_sets(game.name)]
    runs = [
        Judge(f"{RUN}{place.name}", f"run {place.title}")
        for place in house.places.all("run")
        if _game_of(place.path) == game.name
    ]
    return [*(sets or [Judge("", "where learning starts")]), *runs]


def weights_named(house: House, game: Chosen, text: str) -> str:
    """What `resolve` is given for weights of an address; empty for what is usual.

    No text of an address is a path: it names a published set of the game, or a run that is shown.
    """
    if not text:
        return usual_weights(game.name)
    if text.startswith(RUN):
        return str(house.places.at("run", text.removeprefix(RUN)).path)
    published = facts_of(game.name).published
    name = text.removeprefix(f"{game.name}/")
    if name not in published:
        raise unknown("weight set", text[:80], [f"{game.name}/{each}" for each in published])
    return f"{game.name}/{name}"


def _game_of(run: Path) -> str | None:
    """The game that a run says it learns, without reading more of it."""
    from plywise.engine.players import game_before_loading

    return game_before_loading(str(run))


def weights_title(text: str) -> str:
    """What people call the weights of an address.

    >>> weights_title("run:first~seed=7E1"), weights_title("chess/standard")
    ('run first/seed~1', 'chess/standard')
    """
    return f"run {read_name(text.removeprefix(RUN))}" if text.startswith(RUN) else text
