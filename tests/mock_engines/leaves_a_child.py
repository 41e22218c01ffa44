"""Plays well, but has started another process that stays."""

import subprocess

from well_behaved import Uci, note_pid

note_pid(subprocess.Popen(["sleep", "600"]).pid)
Uci().run()
