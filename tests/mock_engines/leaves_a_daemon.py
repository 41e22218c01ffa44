"""Plays well, but started two processes that left its group: by setsid, and by a double fork."""

import subprocess
import sys

from well_behaved import Uci, note_pid

FORKS_TWICE = """
import os, time
if os.fork():
    os._exit(0)
os.setsid()
print(os.getpid(), flush=True)
time.sleep(600)
"""

note_pid(subprocess.Popen(["sleep", "600"], start_new_session=True).pid)
with subprocess.Popen([sys.executable, "-SEc", FORKS_TWICE], stdout=subprocess.PIPE) as twice:
    assert twice.stdout is not None
    note_pid(int(twice.stdout.readline()))
Uci().run()
