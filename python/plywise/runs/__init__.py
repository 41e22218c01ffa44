"""Runs on disk: settings, checkpoints, logs and the lock, and a run as an object."""
