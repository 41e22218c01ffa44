"""Connect Four held against perfect play."""
