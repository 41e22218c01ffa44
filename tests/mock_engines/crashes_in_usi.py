"""Crashes at its second move."""

import os
import signal

from well_behaved import Usi


class Mock(Usi):
    def go(self) -> None:
        if self.asked == 2:
            os.kill(os.getpid(), signal.SIGSEGV)
        super().go()


Mock().run()
