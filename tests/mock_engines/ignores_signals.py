"""Plays well, but neither `quit` nor any signal that can be ignored makes it go."""

import signal
import time

from well_behaved import Uci

for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGPIPE):
    signal.signal(number, signal.SIG_IGN)


class Mock(Uci):
    def quit(self) -> None:
        while True:
            time.sleep(600)


Mock().run()
