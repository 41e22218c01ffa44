"""The engine that a chess or shogi program talks to: clocks, pondering, several lines.

Nothing heavy is imported here or below: a GUI waits for the first answer.
"""
