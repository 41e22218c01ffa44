"""Talks before it is asked, and never stops."""

from well_behaved import note_pid, say

note_pid()
while True:
    say("info string " + "x" * 1000)
