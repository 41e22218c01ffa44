"""Works at every other start, beginning with the first."""

import os
import sys
from pathlib import Path

from well_behaved import Uci, note_pid

starts = len(Path(os.environ["MOCK_PIDS"]).read_text().split())
if starts % 2:
    note_pid()
    sys.exit(1)
Uci().run()
