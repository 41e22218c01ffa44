"""What a brain learns from games that were played elsewhere: the losses of a PGN file."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from plywise._kernel import Evaluation, Position, Stop, search
from plywise.errors import BadInput
from plywise.extras import require
from plywise.play.brain.after_game import count_win, insert
from plywise.play.brain.brain import Brain
from plywise.play.brain.recalling import Notes
from plywise.play.brain.research import adopt
from plywise.regular import read_text
from plywise.searching.settings import AlphaBeta

SCORES = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}
ORDINARY = ("standard", "from position", "normal")
"""What servers write as the variant of ordinary chess."""


@dataclass(frozen=True, kw_only=True)
class Loss:
    """A game of a file that one side lost."""

    start: str
    """Where it began, as a FEN."""
    moves: tuple[str, ...]
    """Its moves, as UCI writes them."""
    by_first: bool
    """Whether the first player lost it."""


@dataclass(frozen=True, kw_only=True)
class Imported:
    """What an import came to."""

    games: int
    """Games in the file."""
    losses: int
    """Those that were lost by the player who was asked for."""
    kept: int
    """Positions that were marked for research, old and new."""


def import_losses(
    brain: Brain,
    path: str | Path,
    evaluation: Evaluation,
    using: AlphaBeta,
    *,
    player: str | None = None,
    stop: Stop | None = None,
) -> Imported:
    """Keep what the losses of a PGN file teach; nothing is searched again yet.

    Of each decided game the loser's positions are searched as a game would search them, to find
    where it was lost; with `player`, only of the games that a player of this name lost. The whole
    file is read before anything is kept: one bad game, and the brain is as it was.
    """
    games, losses = read_losses(path, player)
    adopt(brain, evaluation)
    kept = 0
    for loss in losses:
        notes, positions = _searched(loss, evaluation, using, stop)
        kept += len(insert(brain, notes.moves, plies=_last_ply(notes, loss), result=0.0))
        count_win(brain, positions, 0.0 if loss.by_first else 1.0)
    return Imported(games=games, losses=len(losses), kept=kept)


def read_losses(path: str | Path, player: str | None = None) -> tuple[int, list[Loss]]:
    """How many games a PGN file of chess has, and those that were lost, by `player` if named."""
    require("chess", "reading PGN")
    found: list[Loss] = []
    number = 0
    for number, game in enumerate(_games(path), start=1):
        _refuse_strange(path, number, game)
        score = SCORES.get(game.headers.get("Result", "*"), 0.5)
        loser = game.headers.get("White" if score == 0.0 else "Black")
        if score != 0.5 and player in (None, loser):
            board = game.board()
            moves = tuple(move.uci() for move in game.mainline_moves())
            found.append(Loss(start=board.fen(), moves=moves, by_first=score == 0.0))
    if number == 0:
        raise BadInput(f"{str(path)!r} has no game in it; give games as PGN")
    return number, found


def _games(path: str | Path) -> Iterator[Any]:
    import io
    import logging

    import chess.pgn

    logging.getLogger("chess.pgn").setLevel(logging.CRITICAL)  # its complaints come as our own
    text = io.StringIO(read_text(path))
    while (game := chess.pgn.read_game(text)) is not None:
        yield game


def _refuse_strange(path: str | Path, number: int, game: Any) -> None:
    variant = game.headers.get("Variant", "Standard")
    if variant.lower() not in ORDINARY:
        raise BadInput(f"{path}, game {number}: it is of the variant {variant!r}, not of chess")
    if game.errors:
        raise BadInput(f"{path}, game {number}: {game.errors[0]}")


def _searched(
    loss: Loss, evaluation: Evaluation, using: AlphaBeta, stop: Stop | None
) -> tuple[Notes, list[Position]]:
    """The loser's moves with what a search thinks of them, and all positions."""
    notes, settings = Notes(), using.settings(evaluation.scale)
    position = Position.parse("chess", loss.start)
    positions = [position]
    for move in loss.moves:
        if (position.turn == "first") == loss.by_first:
            found = search(position, evaluation, settings, 0, stop)
            notes.add_search(position, found, evaluation.unit, move=move)
        position = position.after(move)
        positions.append(position)
    return notes, positions


def _last_ply(notes: Notes, loss: Loss) -> int:
    """The ply at which the game ended."""
    return len(loss.moves) + (notes.moves[0].ply if notes.moves else 0)
