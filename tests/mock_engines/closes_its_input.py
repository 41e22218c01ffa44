"""Greets, but does not listen any more, and lives on."""

import os
import time

from well_behaved import Uci


class Mock(Uci):
    def greet(self) -> None:
        os.close(0)
        super().greet()
        time.sleep(600)


Mock().run()
