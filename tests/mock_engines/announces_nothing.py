"""Speaks the first version of xboard's protocol: no features, plain moves, `My move is`."""

from well_behaved import Xboard, say


class Mock(Xboard):
    def greet(self) -> None:
        say("Error (unknown command): protover")

    def go(self) -> None:
        move = self.board.moves[0]
        say(f"1. ... {self.board.notation(move)}", f"My move is : {move}")
        self.board = self.board.after(move)


Mock().run()
