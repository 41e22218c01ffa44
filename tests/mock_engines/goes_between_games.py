"""Ends when it is told of its second game, and plays well otherwise."""

import sys

from well_behaved import Uci


class Mock(Uci):
    begun = 0

    def hear(self, line: str) -> None:
        self.begun += line.strip() == "ucinewgame"
        if self.begun == 2:
            sys.exit(3)
        super().hear(line)


Mock().run()
