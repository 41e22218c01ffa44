"""Options that the commands for backgammon share, and what they mean."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from plywise.cli import options

if TYPE_CHECKING:
    from plywise.evaluation.gammon import Gammon
    from plywise.play.backgammon.asked import Dice

PLIES_HINT = "a ply is a play, two are a play and all replies"


def read_dice(text: str) -> "Dice":
    """A roll of the command line."""
    from plywise.errors import BadInput
    from plywise.play.backgammon.asked import read_dice

    try:
        return read_dice(text)
    except BadInput as error:
        raise typer.BadParameter(str(error)) from None


DiceThrown = Annotated[
    Any,
    typer.Option(
        "--dice",
        metavar="ROLL",
        parser=read_dice,
        help="The roll in backgammon, as 31: all its plays are told, the best first.",
        show_default="what the position says",
    ),
]
Plies = Annotated[
    int | None,
    typer.Option(
        "--plies",
        metavar="N",
        parser=options.whole(1, PLIES_HINT),
        help="How far plays of backgammon are looked at: 1, 2 or 3.",
        show_default="2",
    ),
]


def plies(where: str, help: str) -> Any:
    """The option of how far to look, whose default stands at a place (see `from_settings`)."""
    return options.count(where, "--plies", hint=PLIES_HINT, help=help)


def refuse_others(game: str, why: str) -> None:
    """BadSetting for games that have no hints, so that the command is not for them.

    >>> refuse_others("chess", "is not rolled out; give backgammon")
    Traceback (most recent call last):
    ...
    plywise.BadSetting: chess is not rolled out; give backgammon
    """
    from plywise.errors import BadSetting
    from plywise.games.declared import facts_of

    if not facts_of(game).has_hints:
        raise BadSetting(f"{game} {why}")


def networks(weights: str | None, game: str, *, last: bool = False) -> "Gammon":
    """The networks that a user means; those that the game is usually judged by."""
    from plywise.errors import BadSetting
    from plywise.evaluation.gammon import Gammon
    from plywise.evaluation.weights import resolve, usual

    chosen = usual(game) if weights is None else resolve(weights, game=game, last=last)
    found = chosen.as_evaluation() if chosen.game == game else None
    if isinstance(found, Gammon):
        return found
    raise BadSetting(
        f"the weights {weights or chosen.label!r} do not tell the chances of {game}; give "
        f"networks, as of `plywise learn {game} --out runs/first`: runs/first"
    )
