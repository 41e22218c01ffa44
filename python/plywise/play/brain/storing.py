"""Brains as files: a line of JSON for the whole, then one for each position.

```text
{"plywise": "brain", "format": 1, "game": "chess", "judge": "chess/material/sha256-…", "games": 12}
{"position": "r1bqkb1r/… w KQkq - 0 5", "move": "d2d4", "low": 0.31, "high": 0.31, "depth": 8, …}
```

What has its usual value is left out of a line (`aim`, `is_blunder`, `is_settled`, `nodes`, `wins`).
The file is always replaced as a whole: a crash leaves the old one or the new one.
"""

import json
import math
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

from plywise.checks import shown
from plywise.errors import BadInput, DamagedFile, NewerVersion
from plywise.files import as_path, write_pieces
from plywise.games.game import game as game_named
from plywise.play.brain.brain import Brain
from plywise.play.brain.entry import Entry
from plywise.regular import GAMES, read_regular

FORMAT = 1
"""The form of these files; later ones are refused."""
FILE = "brain.jsonl"
"""The name of a brain in the folder of a run."""
USUAL = {field.name: field.default for field in fields(Entry)}
KINDS: dict[str, tuple[type, ...]] = {
    "position": (str,), "move": (str,), "low": (int, float), "high": (int, float),
    "depth": (int,), "ply": (int,), "aim": (int,), "is_blunder": (bool,), "is_settled": (bool,),
    "nodes": (int,), "wins": (list,),
}  # fmt: skip


def brain_file(what: str | Path) -> Path:
    """The file of a brain that is named by itself or by the folder of a run.

    >>> brain_file("openings.jsonl")
    PosixPath('openings.jsonl')
    """
    path = as_path(what)
    return path / FILE if path.is_dir() else path


def save_brain(brain: Brain, path: str | Path) -> Path:
    """Put a brain at `path`, or into the folder there; whoever reads sees the old or the new one.

    >>> import tempfile
    >>> where = save_brain(Brain(games=3), tempfile.mkdtemp())
    >>> where.name, read_brain(where).games
    ('brain.jsonl', 3)
    """
    target = brain_file(path)
    head = {"plywise": "brain", "format": FORMAT, "game": brain.game}
    head |= {"judge": brain.judge, "games": brain.games}
    lines = (head, *map(_written, brain))
    write_pieces(target, (f"{json.dumps(line)}\n".encode() for line in lines))
    return target


def read_brain(path: str | Path) -> Brain:
    """The brain of a file or a run; BadInput with file and line for what is none."""
    try:
        where = brain_file(path)
        data = read_regular(where, at_most=GAMES)
    except FileNotFoundError:
        hint = "a brain is made by --import, or by games that are played with it"
        raise BadInput(f"{str(where)!r}: there is no brain; {hint}") from None
    except OSError as error:
        raise BadInput(f"{shown(str(path))} cannot be read: {error.strerror}") from None
    lines = data.decode("utf-8", "replace").splitlines()
    head = _head(where, _object(where, 1, lines[0] if lines else ""))
    brain = Brain(game=head["game"], judge=str(head["judge"]), games=int(head["games"]))
    for number, line in enumerate(lines[1:], start=2):
        _add(brain, where, number, line)
    return brain


def brain_of(what: Brain | str | Path) -> Brain:
    """A brain, given as such or by its file or run."""
    return what if isinstance(what, Brain) else read_brain(what)


def _written(entry: Entry) -> dict[str, Any]:
    told = asdict(entry)
    return {name: value for name, value in told.items() if value != USUAL[name]}


def _add(brain: Brain, where: Path, number: int, line: str) -> None:
    given = _object(where, number, line)
    if wrong := _wrong(given):
        raise DamagedFile(f"{where}, line {number}: {wrong}")
    entry = Entry(**{**given, "wins": tuple(given.get("wins", (0, 0)))})
    try:
        position = brain.position(entry)
    except BadInput as error:
        raise DamagedFile(f"{where}, line {number}: {error}") from None
    if entry.move not in position.moves:
        raise DamagedFile(f"{where}, line {number}: {entry.move!r} is not legal in {position}")
    if position in brain:
        raise DamagedFile(f"{where}, line {number}: {position} stands there twice")
    brain.put(entry)


def _wrong(given: dict[str, Any]) -> str:
    """What is wrong with the fields of an entry; empty if nothing is."""
    needed = ("position", "move", "low", "high", "depth", "ply")
    if missing := [name for name in needed if name not in given]:
        return f"no {', '.join(missing)}"
    if strange := [name for name in given if name not in KINDS]:
        return f"an entry has no {strange[0]!r}"
    for name, value in given.items():
        if type(value) not in KINDS[name] or _is_impossible(name, value):
            return f"{name} is {shown(value)}"
    wins = given.get("wins", [0, 0])
    if len(wins) != 2 or not all(type(won) is int and won >= 0 for won in wins):
        return f"wins is {shown(wins)}, not two counts"
    if given["low"] > given["high"]:
        return f"low {given['low']} is more than high {given['high']}"
    return ""


def _is_impossible(name: str, value: object) -> bool:
    """Whether a number is none, or a count below zero."""
    if not isinstance(value, int | float):
        return False
    return not math.isfinite(value) or (value < 0 and name not in ("low", "high"))


def _head(where: Path, given: dict[str, Any]) -> dict[str, Any]:
    if given.get("plywise") != "brain":
        raise BadInput(f"{str(where)!r} is no brain of plywise: its first line does not say so")
    if type(given.get("format")) is not int or given["format"] > FORMAT:
        raise NewerVersion(f"{where} has format {shown(given.get('format'))}, later than {FORMAT}")
    head = {"game": "chess", "judge": "", "games": 0} | given
    if type(head["games"]) is not int or head["games"] < 0:
        raise DamagedFile(f"{where}, line 1: games is {shown(head['games'])}")
    return head | {"game": game_named(str(head["game"])).name}


def _object(where: Path, number: int, line: str) -> dict[str, Any]:
    try:
        found = json.loads(line)
    except ValueError:
        found = None
    if isinstance(found, dict):
        return found
    if number == 1:
        raise BadInput(f"{str(where)!r} is no brain of plywise: its first line is no JSON object")
    raise DamagedFile(f"{where}, line {number}: {shown(line)} is no JSON object")
