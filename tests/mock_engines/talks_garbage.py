"""Answers `go` with bytes that are not text, and ends."""

import sys

from well_behaved import Uci


class Mock(Uci):
    def go(self) -> None:
        sys.stdout.buffer.write(bytes(range(256)) * 40 + b"\n")
        sys.stdout.buffer.flush()
        sys.exit(5)


Mock().run()
