"""Weights fitted to labelled positions and to other people's games."""
