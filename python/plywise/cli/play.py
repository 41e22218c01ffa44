"""`plywise play`: a game of backgammon against networks, in the terminal."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from plywise.cli import complete, gammon_options, hints, options, output

if TYPE_CHECKING:
    from collections.abc import Callable

    from plywise.play.backgammon.dice import Ask, Thrower
    from plywise.play.backgammon.hint import Hint
    from plywise.play.backgammon.sitting import Ended, Sitting

EXAMPLES = options.examples(
    "plywise play backgammon runs/first",
    "plywise play backgammon runs/first --seed 7 --record game.mat",
    "plywise play backgammon runs/first --dice-by-hand --plies 1",
)
MOST_HINTS = 5


def play(
    game: options.Game,
    weights: Annotated[
        str | None,
        typer.Argument(
            metavar="WEIGHTS",
            help="Who plays against you: a weights file, a run directory or a built-in set.",
            autocompletion=complete.weights,
            show_default="the game's standard set",
        ),
    ] = None,
    plies: gammon_options.Plies = None,
    seed: Annotated[
        int | None,
        options.own_seed(
            "Where the dice come from: the same seed gives the same rolls.",
            "another one each time, which is told",
        ),
    ] = None,
    dice_by_hand: Annotated[
        bool, typer.Option("--dice-by-hand", help="Ask for every roll, of both sides.")
    ] = False,
    record: Annotated[
        Path | None,
        options.file(
            "--record", "Write the game there as .mat, for `plywise analyse` and other programs."
        ),
    ] = None,
    last: options.Last = False,
    as_json: options.Json = False,
) -> None:
    """Play backgammon against networks.

    You play X, from 24 down to 1. Write plays as 8/5 6/5; `hint`, `undo`, `resign` and `quit` are
    understood too. End of input and Ctrl-C leave the game. With `--json` all talk goes to stderr.
    """
    from plywise.play.backgammon.hint import PLIES
    from plywise.play.backgammon.sitting import Ended, Sitting, ended_words

    gammon_options.refuse_others(
        game, "is not played in the terminal; backgammon is, and engines in GUIs"
    )
    tell = output.talk if as_json else output.data
    judge = gammon_options.networks(weights, game, last=last)
    chosen = _some_seed() if seed is None and not dice_by_hand else seed

    def ask(question: str) -> str:
        typer.echo(question, nl=False, err=as_json)
        line = sys.stdin.readline()
        if not line:
            tell("")
            raise EOFError
        if not sys.stdin.isatty():
            tell(line.rstrip("\n"))  # what was typed, as a terminal would show it
        return line.strip()

    def tell_hints(found: "list[Hint]") -> None:
        for line in hints.hint_lines(found, MOST_HINTS):
            tell(line)

    sitting = Sitting(
        evaluation=judge,
        dice=_thrower(chosen, ask, tell),
        ask=ask,
        tell=tell,
        tell_hints=tell_hints,
        plies=PLIES if plies is None else plies,
    )
    if chosen is not None:
        tell(f"dice of seed {chosen}")
    interrupt: KeyboardInterrupt | None = None
    try:
        ended = sitting.play()
    except KeyboardInterrupt as error:
        tell("")
        ended, interrupt = Ended(reason="left"), error
    tell(ended_words(ended))
    if record is not None:
        _write(record, sitting, ended)
    fields = {
        "reason": ended.reason,
        "winner": None if ended.winner is None else ("you", "computer")[ended.winner],
        "points": ended.points,
        "turns": len(sitting.turns),
        "seed": chosen,
        "record": None if record is None else str(record),
    }
    output.result(fields, [], as_json=as_json)
    if interrupt is not None:
        raise interrupt  # the shell is told


def _thrower(seed: int | None, ask: "Ask", tell: "Callable[[str], None]") -> "Thrower":
    from plywise.play.backgammon.dice import SeededDice, TypedDice

    return TypedDice(ask, tell) if seed is None else SeededDice(seed)


def _some_seed() -> int:
    import secrets

    return secrets.randbelow(1_000_000)


def _write(path: Path, sitting: "Sitting", ended: "Ended") -> None:
    from plywise.files import write_atomically
    from plywise.play.backgammon.mat import MatMatch, mat_text

    text = mat_text(MatMatch(length=0, games=(sitting.record(ended),)))
    write_atomically(path, text.encode())
