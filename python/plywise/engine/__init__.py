"""The engine that a chess program talks to: UCI, with clocks, pondering and several lines.

Nothing heavy is imported here or below: a GUI waits for the first answer.
"""
