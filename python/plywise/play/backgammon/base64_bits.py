"""Numbers of a few bytes as base64 without padding, the way in which gnubg writes its IDs."""

import base64
import re

ALPHABET = re.compile("[A-Za-z0-9+/]*")


class BitsWrong(ValueError):
    """Why a text stands for no bits, as the end of a sentence."""


def bits_of(text: str, length: int) -> int:
    """The bits that `length` characters stand for, the lowest of the first byte first.

    >>> hex(bits_of("4HPwATDgc/ABMA", 14))
    '0x3001f073e03001f073e0'
    """
    if not isinstance(text, str):
        raise BitsWrong("it is no text")
    if len(text) != length:
        raise BitsWrong(f"it has {len(text)} characters")
    if not ALPHABET.fullmatch(text):
        odd = next(sign for sign in text if not ALPHABET.fullmatch(sign))
        raise BitsWrong(f"it has the character {odd!r}")
    data = base64.b64decode(text + "=" * (-length % 4))
    if text_of(found := int.from_bytes(data, "little"), len(data)) != text:
        raise BitsWrong(f"its last character {text[-1]!r} has bits that no byte has room for")
    return found


def text_of(bits: int, length: int) -> str:
    """The characters that stand for so many bytes.

    >>> text_of(0x3001f073e03001f073e0, 10)
    '4HPwATDgc/ABMA'
    """
    return base64.b64encode(bits.to_bytes(length, "little")).decode().rstrip("=")
