"""Names a move of NUL bytes, braces and a newline that is none."""

from well_behaved import Uci, say


class Mock(Uci):
    def go(self) -> None:
        say("\0\0\0", "bestmove \0{}\x0b\0")


Mock().run()
