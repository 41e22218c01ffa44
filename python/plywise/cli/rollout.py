"""`plywise rollout`: what a position of backgammon is worth by playing it out many times."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from plywise.cli import gammon_options, hints, options, output
from plywise.cli.from_settings import USUAL

if TYPE_CHECKING:
    from plywise.play.backgammon.rollout import RolledOut

ROLLOUT = "plywise.play.backgammon.rollout:rollout"
EXAMPLES = options.examples(
    "plywise rollout backgammon 4HPwATDgc/ABMA --weights runs/first",
    "plywise rollout backgammon 4HPwATDgc/ABMA --dice 31 --weights runs/first --games 324",
    "plywise rollout backgammon start --weights runs/first --truncate 10 --json",
)
HEADS = (
    f"     {'play':<{hints.NAME_WIDTH}}  equity   error  without luck taken    win  gammon    bg   "
    "lose  gammon    bg"
)


def rollout(
    game: options.Game,
    position: Annotated[
        str,
        typer.Argument(
            metavar="POSITION", help="gnubg's position ID, `ID:MATCHID`, an XGID, or `start`."
        ),
    ] = "start",
    weights: options.Weights = None,
    dice: gammon_options.DiceThrown = None,
    plays: Annotated[
        int,
        options.count(
            "plywise.play.backgammon.rollout:rollout_best.plays",
            "--plays",
            hint="so many plays of the roll are rolled out",
            help="With a roll, how many of its best plays.",
        ),
    ] = USUAL,
    games: Annotated[
        int,
        options.count(
            f"{ROLLOUT}.games",
            "--games",
            hint="1296 deal all pairs of first rolls",
            help="Games; 1296 deal each pair of first rolls once.",
        ),
    ] = USUAL,
    plies: Annotated[
        int,
        gammon_options.plies(
            f"{ROLLOUT}.plies", "How far both sides look in the games: 1, 2 or 3."
        ),
    ] = USUAL,
    truncate: Annotated[
        int | None,
        typer.Option(
            "--truncate",
            metavar="PLIES",
            parser=options.whole(1, "so many plies are played"),
            help="End games after so many plies, with what the networks say then.",
            show_default="games are played to their end",
        ),
    ] = None,
    seed: Annotated[int, options.seed(f"{ROLLOUT}.seed")] = USUAL,
    workers: options.Workers = None,
    last: options.Last = False,
    as_json: options.Json = False,
) -> None:
    """Play a position out many times, the luck of the dice taken away.

    Both sides play by the networks, to the end of the game or to the bear-off tables, which know
    the rest. With a roll its best plays are rolled out, with the same dice. The error is the
    standard error of the equity.
    """
    from plywise.distributed.local import cores
    from plywise.play.backgammon.asked import read_asked
    from plywise.play.backgammon.rollout import rollout, rollout_best

    gammon_options.refuse_others(game, "is not rolled out; give backgammon")
    asked = read_asked(position).rolled(dice)
    judge = gammon_options.networks(weights, game, last=last)
    settings: dict[str, Any] = {
        "games": games, "plies": plies, "truncate": truncate, "seed": seed,
        "workers": workers or cores(),
    }  # fmt: skip
    if asked.dice is None:
        found = [rollout(asked, judge, **settings)]
    else:
        found = rollout_best(asked, judge, plays=plays, **settings)
    del settings["workers"]
    fields = {
        "position": asked.board.position_id,
        "dice": None if asked.dice is None else list(asked.dice),
        **settings,
        "rollouts": [one.as_dict() for one in found],
    }
    told = [*hints.board_lines(asked), "", *rollout_lines(found)]
    output.result(fields, told, as_json=as_json)


def rollout_lines(found: "list[RolledOut]") -> list[str]:
    """Rollouts for people."""
    lines = [HEADS]
    for rank, one in enumerate(found, start=1):
        plain = f"{one.plain.equity:+.3f} ± {one.plain.error:.3f}"
        lines.append(
            f"{rank:3}. {one.play or 'before the roll':<{hints.NAME_WIDTH}}  {one.equity:+.3f}  "
            f"±{one.error:.3f}  {plain:>18}  {hints.percents(one.outlook)}"
        )
    cut = sum(one.cut for one in found)
    if not any(one.games for one in found):
        return [*lines, "     the rules or the bear-off tables know it: no game was played"]
    return [*lines, *([f"     {cut} games were cut for their length"] if cut else [])]
