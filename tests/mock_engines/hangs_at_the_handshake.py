"""Never says a word."""

import time

from well_behaved import note_pid

note_pid()
time.sleep(600)
