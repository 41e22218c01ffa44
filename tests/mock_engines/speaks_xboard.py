"""Speaks xboard's protocol where UCI is expected."""

from well_behaved import note_pid, say

note_pid()
while True:
    say(f"Error (unknown command): {input()}")
