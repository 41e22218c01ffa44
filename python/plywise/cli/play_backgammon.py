"""What `plywise play` does for backgammon: a game against networks."""

from pathlib import Path
from typing import TYPE_CHECKING

from plywise.cli import gammon_options, hints, output
from plywise.cli.terminal import Terminal, completing

if TYPE_CHECKING:
    from plywise.play.backgammon.dice import Thrower
    from plywise.play.backgammon.hint import Hint
    from plywise.play.sitting.chess_clock import ChessClock

MOST_HINTS = 5


def play(
    game: str,
    weights: str | None,
    *,
    plies: int | None,
    level: str | None,
    seed: int | None,
    clock: "ChessClock | None",
    record: Path | None,
    last: bool,
    as_json: bool,
) -> None:
    """Play the game, and say how it ended; without a seed the dice are asked for."""
    from plywise.play.backgammon.sitting import Ended, Sitting
    from plywise.play.keeping import Keeper

    terminal = Terminal(to_stderr=as_json, clock=clock)
    judge = gammon_options.networks(weights, game, last=last)

    def tell_hints(found: "list[Hint]") -> None:
        for line in hints.hint_lines(found, MOST_HINTS):
            terminal.tell(line)

    sitting = Sitting(
        evaluation=judge,
        dice=_thrower(seed, terminal),
        ask=terminal.ask,
        tell=terminal.tell,
        tell_hints=tell_hints,
        plies=_plies(game, plies, level),
        clock=clock,
        keeper=Keeper(record, game) if record is not None else None,
    )
    if seed is not None:
        terminal.tell(f"dice of seed {seed}")
    interrupt: KeyboardInterrupt | None = None
    try:
        with completing(sitting.completions):
            ended = sitting.play()
    except KeyboardInterrupt as error:
        terminal.tell("")
        ended, interrupt = sitting.end(Ended(reason="left")), error
    fields = {
        "game": game,
        "reason": ended.reason,
        "winner": None if ended.winner is None else ("you", "computer")[ended.winner],
        "points": ended.points,
        "turns": len(sitting.turns),
        "seed": seed,
        "record": None if record is None else str(record),
    }
    output.result(fields, [], as_json=as_json)
    if interrupt is not None:
        raise interrupt  # the shell is told


def _plies(game: str, plies: int | None, level: str | None) -> int:
    """How far plays are looked at: a level of backgammon is that, too."""
    from plywise.errors import BadSetting
    from plywise.play.backgammon.hint import PLIES
    from plywise.play.levels import level_read

    if level is None:
        return PLIES if plies is None else plies
    if plies is not None:
        raise BadSetting("--level says how far it looks, and so does --plies; give one")
    kind, _, number = level_read(game, "", level).partition(":")
    if kind != "depth":
        raise BadSetting(f"--level {level}: in {game} levels are plies; write depth:1 or depth:2")
    return int(number)


def _thrower(seed: int | None, terminal: Terminal) -> "Thrower":
    from plywise.play.backgammon.dice import SeededDice, TypedDice

    return TypedDice(terminal.ask, terminal.tell) if seed is None else SeededDice(seed)
