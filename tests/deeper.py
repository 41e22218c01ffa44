"""How much a test tries: enough for every day, or, under PLYWISE_DEEP=1, for hours."""

import os


def deeper(usual: int, deep: int) -> int:
    """The number of cases to try."""
    return deep if os.environ.get("PLYWISE_DEEP") else usual
