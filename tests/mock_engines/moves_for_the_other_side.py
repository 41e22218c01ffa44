"""Plays a move that would be legal if it were the other side's turn."""

from well_behaved import Uci, say


class Mock(Uci):
    def go(self) -> None:
        say(f"bestmove {'g8f6' if self.board.turn == 'first' else 'g1f3'}")


Mock().run()
