"""Engines as users write them: `stockfish:elo=1600,nodes=10000`, `uci:/path/to/engine:depth=3`."""

import shlex
import shutil
from collections.abc import Mapping
from pathlib import Path

from plywise.errors import BadSetting
from plywise.games.facts import Protocol
from plywise.naming import refuse_unknown, unknown
from plywise.play.opponents.engine import DEPTH, KNOWN, Engine
from plywise.play.opponents.opponent import LIMITS, PATIENCE, Opponent, refuse_limits
from plywise.play.opponents.session import MOST_DIGITS

BY_PATH: Mapping[str, Protocol] = {"uci": "uci", "usi": "usi", "xboard": "xboard"}
"""Before the path of an engine that is not among the known ones: what it speaks."""
MOST = 2**32 - 1


def is_opponent(text: str) -> bool:
    """Whether the text means an engine rather than weights.

    >>> is_opponent("gnuchess"), is_opponent("chess/standard"), is_opponent("uci:./mine:depth=2")
    (True, False, True)
    """
    head, colon, _ = text.partition(":")
    if head in KNOWN or (colon and head in BY_PATH):
        return True
    # A mistyped engine, most likely; but files may have colons, and Windows has drives.
    # Numbers are weights: 100:300:300:500:900.
    is_name = head.replace("-", "").isalnum() and not head.isdecimal() and len(head) > 1
    return bool(colon) and is_name and not _exists(text)


def _exists(text: str) -> bool:
    try:
        return Path(text).exists()
    except (OSError, ValueError):
        return False


def opponent(text: str, *, patience: float = PATIENCE) -> Opponent:
    """The engine that the text means; it is not started.

    >>> opponent("gnuches:depth=2")
    Traceback (most recent call last):
    ...
    plywise.UnknownName: unknown engine 'gnuches'; did you mean 'gnuchess'? (known: ...)
    >>> opponent("phalanx:nodes=100")
    Traceback (most recent call last):
    ...
    plywise.BadSetting: phalanx cannot be limited by nodes=100; write 'phalanx:depth=4'
    """
    head, _, rest = text.partition(":")
    if head in BY_PATH:
        engine, rest = _by_path(head, rest)
    elif head in KNOWN:
        engine = KNOWN[head]
    else:
        raise unknown("engine", head, [*KNOWN, *BY_PATH])
    given = _items(text, rest)
    limits: dict[str, int] = {
        key: _number(text, key, given.pop(key)) for key in LIMITS if key in given
    }
    refuse_limits(engine, limits)
    is_fresh = _is_yes(text, "fresh", given.pop("fresh", "no"))
    if engine.protocol in ("xboard", "gnushogi"):  # they announce no options
        refuse_unknown(f"option of {engine.name}", given, (*engine.limits, "fresh"))
    elo = _number(text, "elo", given.pop("elo")) if "elo" in given else None
    # Whether the rest are options of the engine, only it can tell: see `Opponent.greeted`.
    return Opponent(
        engine=engine, limits=limits, elo=elo, options=given, patience=patience, is_fresh=is_fresh
    )


def _items(text: str, rest: str) -> dict[str, str]:
    """The names and values after the colon."""
    given = {}
    for item in filter(None, rest.split(",")):
        key, equals, value = item.partition("=")
        if not equals:
            raise BadSetting(f"{item!r} in {text!r} is not NAME=VALUE, as in 'depth=4'")
        given[key.strip()] = value.strip()
    return given


def _by_path(protocol: str, rest: str) -> tuple[Engine, str]:
    """An engine that nobody declared: its path or command, and the options after the last colon."""
    path, colon, options = rest.rpartition(":")
    if not colon or "=" not in options:
        path, options = rest, ""
    if not path:
        raise BadSetting(f"{protocol}: needs a path, as in '{protocol}:/path/to/engine:depth=3'")
    command = _command(path)
    spoken = BY_PATH[protocol]
    engine = Engine(
        name=Path(command[0]).stem, command=command, protocol=spoken,
        limits=DEPTH if spoken == "xboard" else LIMITS, is_homeless=False,
    )  # fmt: skip
    return engine, options


def _command(path: str) -> tuple[str, ...]:
    """A program by its path, or a command with arguments, as in `plywise engine chess/standard`."""
    if Path(path).is_file():
        return (str(Path(path).absolute()),)
    try:
        words = tuple(shlex.split(path))
    except ValueError:
        words = ()
    if words and shutil.which(words[0]):
        return words
    raise BadSetting(f"no engine at {path!r}; paths are relative to {str(Path.cwd())!r}")


def _is_yes(text: str, key: str, value: str) -> bool:
    if value not in ("yes", "no"):
        raise BadSetting(f"{key}={value} in {text!r} is neither 'yes' nor 'no'")
    return value == "yes"


def _number(text: str, key: str, value: str) -> int:
    if not value.isdecimal() or len(value) > MOST_DIGITS or not 1 <= int(value) <= MOST:
        raise BadSetting(f"{key}={value} in {text!r} is not a positive whole number")
    return int(value)
