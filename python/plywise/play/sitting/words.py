"""What can be said at the prompt beside moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plywise.games.declared import facts_of
from plywise.play.sitting.actions import ACTIONS

if TYPE_CHECKING:
    from plywise.games.position import Position

ALSO = {"back": "undo", "exit": "quit", "?": "help", "fen": "position", "sfen": "position"}
"""Other words for the same."""
FORCED = "/"
"""Before a word that a game has a move for: `/moves`."""


def word_of(said: str) -> tuple[str, str]:
    """The word that a line begins with, and the rest of it; an empty word where it is none.

    >>> word_of("save game.pgn"), word_of("BACK"), word_of("/hint"), word_of("Nf3")
    (('save', 'game.pgn'), ('undo', ''), ('hint', ''), ('', ''))
    """
    word, _, rest = said.removeprefix(FORCED).partition(" ")
    word = ALSO.get(word.lower(), word.lower())
    return (word, rest.strip()) if word in ACTIONS else ("", "")


def help_lines(position: Position) -> list[str]:
    """What can be said, with examples of moves that are legal here."""
    width = max(map(len, ACTIONS))
    examples = ways(position)
    return [
        f"moves are written as {examples}"
        if examples
        else "moves are written as the game has them",
        "or by their number in the list of `moves`: #1",
        *(f"  {word:<{width}}  {action.told}" for word, action in ACTIONS.items()),
        f"where a game has a move of the same name, write {FORCED} before the word",
    ]


def ways(position: Position) -> str:
    """How a legal move of a position can be written.

    >>> import plywise as pw
    >>> ways(pw.game("chess").start()), ways(pw.game("shogi").start().after("7g7f"))
    ('Nf3 or g1f3', '3c3d, ３四歩 or 3334FU')
    """
    if position.outcome is not None or not position.moves:
        return ""
    if ".kif" in facts_of(position.game).records:
        return _shogi_ways(position)
    both = [(position.notation(move), move) for move in position.moves]
    telling = [pair for pair in both if pair[0] != pair[1]] or both
    longest = max(len(text) for text, _ in telling)
    of_these = sorted(pair for pair in telling if len(pair[0]) == longest)
    text, move = of_these[len(of_these) // 2]
    return text if text == move else f"{text} or {move}"


def _shogi_ways(position: Position) -> str:
    from plywise.play.csa import csa_move
    from plywise.play.kif import kif_move
    from plywise.play.shogi_men import ShogiBoard

    board, moves = ShogiBoard.of(str(position)), position.moves
    move = next((move for move in ("7g7f", "3c3d") if move in moves), moves[0])
    kif = kif_move(board, move).partition("(")[0]
    return f"{move}, {kif} or {csa_move(board, move)}"


def completions(typed: str, position: Position | None) -> list[str]:
    """The words and moves that a line can be completed to, as it begins so far.

    >>> import plywise as pw
    >>> completions("N", pw.game("chess").start()), completions("mo", None)
    (['Na3', 'Nc3', 'Nf3', 'Nh3'], ['moves'])
    >>> completions("g1", pw.game("chess").start())
    ['g1f3', 'g1h3']
    """
    words = [f"{FORCED}{word}" if typed.startswith(FORCED) else word for word in ACTIONS]
    moves: list[str] = []
    if position is not None and position.outcome is None and position.turn != "chance":
        moves = [position.notation(move) for move in position.moves]
        if typed and not any(move.startswith(typed) for move in moves):
            moves = position.moves
    found = [text for text in dict.fromkeys(moves) if text.startswith(typed)]
    return [*found, *(word for word in words if word.startswith(typed))]
