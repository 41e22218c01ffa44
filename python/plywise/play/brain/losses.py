"""What a brain learns from games that were played elsewhere: losses of a PGN file, and draws."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from plywise._kernel import Evaluation, Position, Stop, search
from plywise.errors import BadInput
from plywise.extras import require
from plywise.naming import listed
from plywise.play.brain.after_game import count_win, insert, is_stronger
from plywise.play.brain.brain import Brain
from plywise.play.brain.recalling import Notes
from plywise.play.brain.research import adopt
from plywise.play.pgn_pairs import decoded
from plywise.play.pgn_reading import rating
from plywise.regular import GAMES, read_regular
from plywise.searching.settings import AlphaBeta

SCORES = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}
UNNAMED = "?"
"""What stands for a name that a file does not tell."""
ORDINARY = ("standard", "from position", "normal")
"""What servers write as the variant of ordinary chess."""


@dataclass(frozen=True, kw_only=True)
class Loss:
    """A game of a file that one side lost, or only drew."""

    start: str
    """Where it began, as a FEN."""
    moves: tuple[str, ...]
    """Its moves, as UCI writes them."""
    by_first: bool
    """Whether the first player lost it, or is the one that only drew."""
    is_draw: bool = False
    """Whether it was drawn after all."""

    @property
    def outcome(self) -> float:
        """What it was for the first player: 1, ½ or 0."""
        if self.is_draw:
            return 0.5
        return 0.0 if self.by_first else 1.0


@dataclass(frozen=True, kw_only=True)
class Imported:
    """What an import came to."""

    games: int
    """Games in the file."""
    losses: int
    """Those that were lost by the player who was asked for."""
    draws: int
    """Those that he drew against somebody weaker, if draws were asked for."""
    kept: int
    """Positions that were marked for research, old and new."""


def import_losses(
    brain: Brain,
    path: str | Path,
    evaluation: Evaluation,
    using: AlphaBeta,
    *,
    player: str | None = None,
    draws: bool = False,
    stop: Stop | None = None,
) -> Imported:
    """Keep what the losses of a PGN file teach; nothing is searched again yet.

    Of each decided game the loser's positions are searched as a game would search them, to find
    where it was lost; with `player`, only of the games that a player of this name lost. With
    `draws` a draw against somebody weaker counts as a loss (`read_losses`). The whole file is read
    before anything is kept: one bad game, and the brain is as it was.
    """
    games, losses = read_losses(path, player, draws=draws)
    adopt(brain, evaluation)
    kept = 0
    for loss in losses:
        notes, positions = _searched(loss, evaluation, using, stop)
        result = 0.5 if loss.is_draw else 0.0
        kept += len(insert(brain, notes.moves, plies=_last_ply(notes, loss), result=result))
        count_win(brain, positions, loss.outcome)
    drawn = sum(loss.is_draw for loss in losses)
    return Imported(games=games, losses=len(losses) - drawn, draws=drawn, kept=kept)


def read_losses(
    path: str | Path, player: str | None = None, *, draws: bool = False
) -> tuple[int, list[Loss]]:
    """How many games a PGN file of chess has, and those that were lost, by `player` if named.

    With `draws` those too that were drawn against somebody weaker: of a player who is named unless
    the ratings of both are told and the other's is higher, else of whoever has the higher one.
    BadInput for a player whom no game has.
    """
    require("chess", "reading PGN")
    found: list[Loss] = []
    names: dict[str, None] = {}
    number = 0
    for number, game in enumerate(_games(path), start=1):
        _refuse_strange(path, number, game)
        names |= dict.fromkeys(_names(game))
        for by_first in (True, False):
            score = _score(game, by_first=by_first)
            is_draw = score == 0.5 and draws and _is_strong(game, player, by_first=by_first)
            if _is_of(game, player, by_first=by_first) and (score == 0.0 or is_draw):
                moves = tuple(move.uci() for move in game.mainline_moves())
                start = game.board().fen()
                found.append(Loss(start=start, moves=moves, by_first=by_first, is_draw=is_draw))
    if number == 0:
        raise BadInput(f"{str(path)!r} has no game in it; give games as PGN")
    if player is not None and player.casefold() not in map(str.casefold, names):
        known = listed(sorted(name for name in names if name != UNNAMED)) or "nobody by name"
        raise BadInput(f"no game of {str(path)!r} was played by {player!r}; there played {known}")
    return number, found


def _names(game: Any) -> tuple[str, str]:
    """The first and the second player."""
    return game.headers.get("White", UNNAMED), game.headers.get("Black", UNNAMED)


def _is_of(game: Any, player: str | None, *, by_first: bool) -> bool:
    """Whether this side is the player who is asked for; everybody is if nobody is named."""
    return player is None or _names(game)[not by_first].casefold() == player.casefold()


def _score(game: Any, *, by_first: bool) -> float | None:
    """What a side had of it: 1, ½ or 0; None where the file does not tell."""
    score = SCORES.get(game.headers.get("Result", "*"))
    return score if score is None or by_first else 1.0 - score


def _is_strong(game: Any, player: str | None, *, by_first: bool) -> bool:
    """Whether a draw is less than what a side should have had."""
    ratings = [rating(game.headers.get(f"{side}Elo", "")) for side in ("White", "Black")]
    own, other = ratings if by_first else reversed(ratings)
    return not is_stronger(other, own) if player is not None else is_stronger(own, other)


def _games(path: str | Path) -> Iterator[Any]:
    """The games of a file; text without a move and without a result is none."""
    import io
    import logging

    import chess.pgn

    logging.getLogger("chess.pgn").setLevel(logging.CRITICAL)  # its complaints come as our own
    text = io.StringIO(_text(path))
    while (game := chess.pgn.read_game(text)) is not None:
        if game.errors or game.variations or game.headers.get("Result", "*") in SCORES:
            yield game


def _text(path: str | Path) -> str:
    try:
        return decoded(read_regular(path, at_most=GAMES)).replace("\r", "\n")
    except OSError as error:
        raise BadInput(f"{str(path)!r} cannot be read: {error.strerror}") from None


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
