"""Answers a while after its clock has run out, from its second move on."""

import time

from well_behaved import Uci


class Mock(Uci):
    def go(self) -> None:
        if self.asked > 1:
            words = self.limits.split()
            own = "wtime" if self.board.turn == "first" else "btime"
            time.sleep(int(words[words.index(own) + 1]) / 1000 + 0.1)
        super().go()


Mock().run()
