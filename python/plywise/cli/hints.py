"""What `plywise search` says of backgammon: the plays of a roll, or the position before it."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from plywise.cli import options, output

if TYPE_CHECKING:
    from plywise.evaluation.gammon import Gammon, Outlook
    from plywise.play.backgammon.asked import Asked, Dice
    from plywise.play.backgammon.board import Board
    from plywise.play.backgammon.cube import CubeDecision
    from plywise.play.backgammon.hint import Hint

MOST_HINTS = 10
"""Plays that people are shown."""
NAME_WIDTH = 24
HEADS = (
    f"     {'play':<{NAME_WIDTH}}  equity    diff    win  gammon    bg   lose  gammon    bg  plies"
)


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
        parser=options.whole(1, "a ply is a play, two are a play and all replies"),
        help="How far plays of backgammon are looked at: 1, 2 or 3.",
        show_default="2",
    ),
]


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


def tell_hints(asked: "Asked", evaluation: "Gammon", *, plies: int | None, as_json: bool) -> None:
    """Writes what networks say of a position."""
    from plywise.play.backgammon.hint import PLIES, hint

    looked = PLIES if plies is None else plies
    if asked.dice is None:
        _tell_before_roll(asked, evaluation, looked, as_json=as_json)
        return
    hints = hint(asked, evaluation, plies=looked)
    fields = {
        "position": asked.board.position_id,
        "xgid": _xgid(asked),
        "dice": list(asked.dice),
        "plies": looked,
        "move": hints[0].play,
        "equity": hints[0].equity,
        "hints": [one.as_dict() for one in hints],
    }
    first, second = asked.dice
    lines = [*board_lines(asked.board, f"X to play {first}{second}"), "", *hint_lines(hints)]
    output.result(fields, lines, as_json=as_json)


def hint_lines(hints: "list[Hint]", most: int = MOST_HINTS) -> list[str]:
    """The first hints for people."""
    lines = [HEADS]
    for one in hints[:most]:
        difference = f"{one.difference:+.3f}" if one.rank > 1 else ""
        lines.append(
            f"{one.rank:3}. {one.play:<{NAME_WIDTH}}  {one.equity:+.3f}  {difference:>6}  "
            f"{percents(one.outlook)}  {one.plies:5}"
        )
    left = len(hints) - most
    return [*lines, *([f"     and {left} more"] if left > 0 else [])]


def percents(outlook: "Outlook") -> str:
    """Six chances in columns."""
    win, gammon, backgammon, lose_gammon, lose_backgammon = (100 * chance for chance in outlook)
    return (
        f"{win:5.1f}  {gammon:6.1f}  {backgammon:4.1f}  {100 - win:5.1f}  {lose_gammon:6.1f}  "
        f"{lose_backgammon:4.1f}"
    )


def board_lines(board: "Board", said: str) -> list[str]:
    """The board, and what is to be done."""
    from plywise.play.backgammon.drawing import drawn

    return drawn(board, beside=[said, f"position ID {board.position_id}"])


def _xgid(asked: "Asked") -> str:
    from dataclasses import replace

    from plywise.play.backgammon.match_id import MatchState
    from plywise.play.backgammon.xgid import xgid

    state = asked.state or MatchState()
    if state.doubled:
        return xgid(asked.board, state)
    return xgid(asked.board, replace(state, dice=asked.dice))


def _tell_before_roll(asked: "Asked", evaluation: "Gammon", plies: int, *, as_json: bool) -> None:
    from plywise.play.backgammon.hint import chances_dict, outlook_before_roll
    from plywise.play.backgammon.standing import cube_decision

    outlook = outlook_before_roll(asked.board, evaluation, plies=plies)
    decision = cube_decision(asked.board, outlook, asked.state)
    fields = {
        "position": asked.board.position_id,
        "xgid": _xgid(asked),
        "dice": None,
        "plies": plies,
        "equity": outlook.equity,
        **chances_dict(outlook),
        "cube": cube_dict(decision),
    }
    lines = [
        *board_lines(asked.board, "X to roll"),
        "",
        "  equity    win  gammon    bg   lose  gammon    bg",
        f"  {outlook.equity:+.3f}  {percents(outlook)}",
        f"  cube: {decision.words}",
    ]
    output.result(fields, lines, as_json=as_json)


def cube_dict(decision: "CubeDecision") -> dict[str, Any]:
    """What to do with the cube, for programs."""
    return {
        "decision": decision.words,
        "no_double": decision.no_double,
        "double_take": decision.double_take,
        "double_pass": decision.double_pass,
        "should_double": decision.should_double,
        "should_take": decision.should_take,
        "available": decision.is_available,
    }
