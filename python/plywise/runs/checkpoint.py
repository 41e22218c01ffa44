"""The state of a run on disk: `latest.json`, and `previous.json` should the latest be damaged.

A checkpoint is JSON, never pickle, so reading one cannot run anything. Its first key is the SHA-256
of every byte that follows: a file that was cut short or has a single bit wrong is refused.
"""

import json
import warnings
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import TypeAlias

from plywise.errors import DamagedFile, NewerVersion
from plywise.files import naming, staged, sync_folder
from plywise.regular import STATE, read_regular

__all__ = ["DamageWarning", "State", "decode", "encode", "load", "save"]

State: TypeAlias = dict[str, object]

FORMAT = 2
"""1 knew no snapshots beside the lines."""
READ = (1, 2)
LATEST = "latest.json"
PREVIOUS = "previous.json"
DIGITS = 64
OPENING = b'{"sha256":"'
BODY_START = len(OPENING) + DIGITS


class DamageWarning(UserWarning):
    """Something was damaged, and was made good from elsewhere."""


def encode(state: State) -> bytes:
    r"""The bytes of a checkpoint.

    >>> decode(encode({"game": 7, "weights": [1.0, 2.5]}))
    {'game': 7, 'weights': [1.0, 2.5]}
    """
    inner = json.dumps({"format": FORMAT, "state": state}, separators=(",", ":"), allow_nan=False)
    body = b'",' + inner[1:].encode() + b"\n"
    return OPENING + sha256(body).hexdigest().encode() + body


def decode(data: bytes) -> State:
    """The state in the bytes of a checkpoint; DamagedFile if one bit of them is wrong.

    NewerVersion for a sound one that a later version of plywise wrote.
    """
    body = data[BODY_START:]
    digest = sha256(body).hexdigest().encode()
    if data[:BODY_START] != OPENING + digest:
        raise DamagedFile(f"its checksum is wrong ({len(data)} bytes)")
    whole = json.loads(data)
    if whole["format"] not in READ:
        raise NewerVersion(
            f"it has format {whole['format']}, and this version of plywise reads up to {FORMAT}; "
            "use the newer version that wrote it"
        )
    state: State = whole["state"]
    return state


def save(folder: Path, state: State) -> None:
    """Make `state` the latest checkpoint in `folder`, and the latest so far the previous one.

    A crash between the two renames leaves no latest but a whole previous, which `load` takes.
    """
    latest = folder / LATEST
    with staged(latest, [encode(state)]) as new, naming(latest):
        if _is_sound(latest):  # a damaged one must not take the place of a good previous one
            latest.replace(folder / PREVIOUS)
        new.replace(latest)
        sync_folder(folder)


def _is_sound(path: Path) -> bool:
    try:
        decode(read_regular(path, at_most=STATE))
    except (FileNotFoundError, DamagedFile):
        return False
    return True


def load(folder: Path, accept: Callable[[State], None] = lambda state: None) -> State | None:
    """The newest sound state in `folder`; None if there never was a checkpoint.

    `accept` may refuse a state by DamagedFile, for instance one that does not fit the files beside
    it. When the latest is damaged the previous one serves, with a warning. If neither is sound:
    DamagedFile.
    """
    reasons: list[str] = []
    for name in (LATEST, PREVIOUS):
        path = folder / name
        try:
            state = decode(read_regular(path, at_most=STATE))
            accept(state)
        except FileNotFoundError:
            continue
        except NewerVersion as error:
            raise NewerVersion(f"{path}: {error}") from None
        except DamagedFile as error:
            reasons.append(f"{path}: {error}")
            continue
        if reasons:
            warnings.warn(
                f"damaged checkpoint {'; '.join(reasons)}; going on from {path} "
                "(the games since then are played again, with the same result)",
                DamageWarning,
                stacklevel=2,
            )
        return state
    if reasons:
        raise DamagedFile(
            f"no sound checkpoint: {'; '.join(reasons)}; "
            "restore one of them from a copy, or start again in another directory"
        )
    return None
