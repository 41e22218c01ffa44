"""Tokens and passwords: taken from the environment, checked there, and shown to nobody."""

import os
from typing import Final

from plywise.errors import BadInput

HIDDEN: Final = "[hidden]"
SHORTEST: Final = 4
"""Characters: what is shorter would be taken out of the middle of words."""


def secret_from(variable: str, *, least: str = "!") -> str:
    """The secret in an environment variable, empty if there is none; BadInput for a broken one.

    `least` is the first character in ASCII that it may have; " " lets spaces stand between words.

    Neither a header nor a line of a server can carry anything but printable ASCII; the complaint of
    whoever tried would show the secret, and so it is looked at here.
    """
    secret = os.environ.get(variable, "").strip()
    without = "spaces or ends of lines" if least > " " else "ends of lines"
    if any(not least <= character <= "~" for character in secret):
        raise BadInput(
            f"what the environment variable {variable} has is broken: it is letters, digits and "
            f"signs of ASCII, without {without} in it; copy it anew"
        )
    return secret


def hidden(text: str, secret: str) -> str:
    """The text without the secret, wherever a server or a library has put it.

    >>> hidden("no such token: lip_abc", "lip_abc")
    'no such token: [hidden]'
    """
    return text.replace(secret, HIDDEN) if len(secret) >= SHORTEST else text
