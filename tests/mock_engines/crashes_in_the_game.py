"""Is killed by a bad memory access at its third move."""

import os
import signal

from well_behaved import Uci


class Mock(Uci):
    def go(self) -> None:
        if self.asked == 3:
            os.kill(os.getpid(), signal.SIGSEGV)
        super().go()


Mock().run()
