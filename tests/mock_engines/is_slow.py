"""Takes its time, but comes back within its limits."""

import time

from well_behaved import Uci


class Mock(Uci):
    def go(self) -> None:
        time.sleep(0.05)
        super().go()


Mock().run()
