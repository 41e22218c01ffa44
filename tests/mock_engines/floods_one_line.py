"""Never stops talking, nor comes to the end of a line."""

import sys

from well_behaved import Uci


class Mock(Uci):
    def go(self) -> None:
        while True:
            sys.stdout.write("x" * 1000)


Mock().run()
