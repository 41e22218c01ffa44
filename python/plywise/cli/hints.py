"""What `plywise search` says of backgammon: the plays of a roll, or the position before it."""

from typing import TYPE_CHECKING, Any

from plywise.cli import output

if TYPE_CHECKING:
    from plywise.evaluation.gammon import Gammon, Outlook
    from plywise.play.backgammon.asked import Asked
    from plywise.play.backgammon.cube import CubeDecision
    from plywise.play.backgammon.hint import Hint

MOST_HINTS = 10
"""Plays that people are shown."""
NAME_WIDTH = 24
HEADS = (
    f"     {'play':<{NAME_WIDTH}}  equity    diff    win  gammon    bg   lose  gammon    bg  plies"
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
    lines = [*board_lines(asked), "", *hint_lines(hints)]
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


def board_lines(asked: "Asked") -> list[str]:
    """The board, and what is to be done."""
    from plywise.play.backgammon.drawing import drawn

    said = "X to roll" if asked.dice is None else f"X to play {asked.dice[0]}{asked.dice[1]}"
    return drawn(asked.board, beside=[said, f"position ID {asked.board.position_id}"])


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
        *board_lines(asked),
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
