"""Plays another move in every game that it has begun, since it does not forget the last one."""

from well_behaved import Uci, say


class Mock(Uci):
    begun = 0

    def hear(self, line: str) -> None:
        self.begun += line.strip() == "ucinewgame"
        super().hear(line)

    def go(self) -> None:
        moves = self.board.moves
        say(f"bestmove {moves[self.begun % len(moves)]}")


Mock().run()
