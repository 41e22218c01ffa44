"""Runs of games that the kernel plays and learns from by itself, thousands in a second.

Networks for backgammon need hundreds of thousands of games, and a game of one-ply searches takes
less time than a line about it. So batches of games are played with the same weights, learnt from in
their order, and a line is written for many. All else is as in other runs: a folder, settings that
never change, checkpoints, gates, and the same weights whatever the number of workers.
"""
