"""`plywise analyse`: what each decision of a match of backgammon has cost."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from plywise.cli import gammon_options, options, output
from plywise.cli.from_settings import USUAL

if TYPE_CHECKING:
    from plywise.play.backgammon.analysis import Analysis

EXAMPLES = options.examples(
    "plywise analyse match.mat --weights runs/first",
    "plywise analyse match.mat --weights runs/first --plies 2 --json",
)
ANALYSE_PLIES = "plywise.play.backgammon.analysis:analyse.plies"
GAME = "backgammon"
NAME_WIDTH = 20


def analyse(
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE", parser=options.path, help="A match, as .mat (Jellyfish's text)."
        ),
    ],
    weights: options.Weights = None,
    plies: Annotated[
        int,
        gammon_options.plies(ANALYSE_PLIES, "How far decisions are looked at: 1, 2 or 3."),
    ] = USUAL,
    partial: Annotated[
        bool, typer.Option("--partial", help="Analyse a record that breaks off as far as it goes.")
    ] = False,
    last: options.Last = False,
    as_json: options.Json = False,
) -> None:
    """Judge a match of backgammon: what each decision has cost, by player.

    Of plays that is the equity of the best minus that of the one played. Doubles and their answers
    are judged by Janowski's formulas for money, and by the match equity table in a match. The error
    rate is in thousandths of a point a decision; a blunder costs 0.08 points or more.
    """
    from plywise.play.backgammon.analysis import analyse

    options.existing(file, "file")
    judge = gammon_options.networks(weights, GAME, last=last)
    found = analyse(file, judge, plies=plies, partial=partial)
    output.result({"file": str(file), **found.as_dict()}, analysis_lines(found), as_json=as_json)


def analysis_lines(found: "Analysis") -> list[str]:
    """An analysis for people."""
    kind = f"{found.length} point match" if found.length else "money session"
    games = "1 game" if found.games == 1 else f"{found.games} games"
    lines = [
        f"{kind}, {games}, by {found.plies} {'ply' if found.plies == 1 else 'plies'}",
        "",
        f"{'player':<{NAME_WIDTH}}  decisions  points lost  error rate  blunders",
    ]
    lines += [
        f"{each.name[:NAME_WIDTH]:<{NAME_WIDTH}}  {each.decisions:9}  {each.total:11.3f}  "
        f"{each.error_rate:10.1f}  {each.blunders:8}"
        for each in found.players
    ]
    names = [each.name for each in found.players]
    for each in found.blunders:
        roll = "" if each.dice is None else f" {each.dice[0]}{each.dice[1]}"
        lines.append(
            f"game {each.game}, move {each.move}, {names[each.player]}{roll}: {each.chosen} "
            f"instead of {each.best} lost {each.loss:.3f}  {each.position}"
        )
    return lines
