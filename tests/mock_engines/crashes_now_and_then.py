"""Crashes in one position of fifty, always the same ones: in about a fifth of short games."""

import os
import zlib

from well_behaved import Uci


class Mock(Uci):
    def go(self) -> None:
        if zlib.crc32(str(self.board).encode()) % 50 == 0:
            os.abort()
        super().go()


Mock().run()
