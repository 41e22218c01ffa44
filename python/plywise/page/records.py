"""A game as a file to keep: PGN, KIF, CSA or MAT."""

from __future__ import annotations

from typing import Any

from plywise.errors import BadInput
from plywise.games.declared import facts_of
from plywise.page.table import Table

MAT = "mat"


def formats(game: str) -> list[str]:
    """The forms in which a game's records are read elsewhere.

    >>> formats("chess"), formats("shogi"), formats("backgammon")
    (['pgn'], ['kif', 'csa', 'pgn'], ['mat'])
    """
    facts = facts_of(game)
    if facts.has_points_board:
        return [MAT]
    return [form for form in ("kif", "csa", "pgn") if f".{form}" in facts.records]


def recorded(
    table: Table, form: str, players: tuple[str, str], resigned: str = "", stop: object = None
) -> str:
    """The game at a table as such a file; `resigned` is who gave up, `first` or `second`."""
    if form not in formats(table.game):
        raise BadInput(f"format={form[:20]!r}; give one of {', '.join(formats(table.game))}")
    line = table.positions()
    outcome, reason = line[-1].outcome, line[-1].outcome_reason
    if outcome is None and resigned in ("first", "second"):
        outcome, reason = float(resigned == "second"), "resignation"
    if form == MAT:
        return _mat(table, players)
    words: dict[str, Any] = {
        "outcome": outcome, "reason": reason, "start": table.start or None, "players": players,
        "game": line[0].game,
    }  # fmt: skip
    if form == "kif":
        from plywise.play.kif import kif_game

        return kif_game(table.moves, **words)
    if form == "csa":
        from plywise.play.csa import csa_game

        return csa_game(table.moves, **words)
    from plywise.play.pgn import pgn_game

    return pgn_game(table.moves, **words)


def _mat(table: Table, players: tuple[str, str]) -> str:
    """A game of backgammon, turn by turn; each roll with its play."""
    from plywise.page.boards.points import dice_of
    from plywise.play.backgammon.mat import MatGame, MatMatch, mat_text
    from plywise.play.backgammon.numbers import Player
    from plywise.play.backgammon.steps import read_play
    from plywise.play.backgammon.turns import Turn

    line = table.positions()
    turns = []
    for position, move in zip(line, table.moves, strict=False):
        if position.turn == "chance":
            continue
        dice = dice_of(position)
        player: Player = 0 if position.turn == "first" else 1
        play = "" if move == "pass" else read_play(move.replace(",", " "))
        turns.append(Turn(player=player, dice=(dice[0], dice[1]), play=play))
    outcome = line[-1].outcome
    winner: Player | None = None if outcome is None else (0 if outcome > 0 else 1)
    game = MatGame(
        players=players, turns=tuple(turns), winner=winner, points=int(abs(outcome or 0))
    )
    return mat_text(MatMatch(length=0, games=(game,)))
