"""A match on the disk that can be gone on with, wherever it was broken off.

What counts is `records.jsonl`: a pair is played once its line stands there whole. The other files
of the folder are made of it, and made again when a match goes on; so no pair is there twice and
none is missing, whatever was killed in between.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final, Self

from plywise.checks import shown
from plywise.errors import BadInput, BadSetting, DamagedFile
from plywise.files import as_path, kept_notes
from plywise.play.match_plan import MatchPlan, PlayedPair
from plywise.play.match_result import MatchResult, game_text
from plywise.play.pair_folder import PAIRS, PairFolder, json_line, pair_line
from plywise.play.pgn import AppendedFile, PgnFile, write_pgn
from plywise.play.record import GameRecord
from plywise.regular import GAMES, WEIGHTS, read_regular
from plywise.textual import plain

RECORDS: Final = "records.jsonl"
MOST_NAMED: Final = 4
"""So many settings that differ are named."""


class MatchFolder(PairFolder):
    """The folder of a match; use it as a context manager, and `keep` every pair."""

    def __init__(self, path: str | Path, plan: MatchPlan, *, resume: bool = False) -> None:
        super().__init__(path, "match", resume=resume)
        self._plan = plan
        self.known: list[PlayedPair] = []
        """The pairs that stood there already."""

    def __enter__(self) -> Self:
        self._refuse_strangers()
        with ExitStack() as stack:
            super().__enter__()
            stack.push(super().__exit__)
            self._refuse_other_settings()
            self._records = stack.enter_context(AppendedFile(self.path / RECORDS))
            self.known = list(self._read(self._records.whole_lines()))
            assert self._pairs is not None
            self._pairs.rewrite(b"".join(json_line(pair_line(*pair)) for pair in self.known))
            write_pgn(self.pgn, (text for pair in self.known for text in self._texts(pair)))
            self._games = stack.enter_context(PgnFile(self.pgn))
            self._open = stack.pop_all()
        return self

    def __exit__(self, *how: Any) -> None:
        self._open.__exit__(*how)

    def keep(self, pair: PlayedPair, so_far: MatchResult) -> None:
        """Write down a pair that has ended, and how the match stands with it."""
        line = json.dumps([game.as_dict() for game in pair], separators=(",", ":"))
        self._records.append(line.encode() + b"\n")  # first: what stands there was played
        self.note(so_far)
        self._games.add(self._texts(pair))

    def _texts(self, pair: PlayedPair) -> Iterable[str]:
        plan = self._plan
        return [game_text(game, plan.a.name, plan.b.name, plan.settings) for game in pair]

    def _refuse_strangers(self) -> None:
        """BadSetting if files of those names stand there that are of no match of ours."""
        if self.standing.exists():
            return
        for name in (RECORDS, PAIRS, self.pgn.name):
            path = self.path / name
            if path.exists() and path.stat().st_size:
                raise BadSetting(
                    f"{path} is there already, and no {self.standing.name} beside it; choose "
                    "another folder"
                )

    def _refuse_other_settings(self) -> None:
        """BadSetting if another match stands there, with what differs."""
        if not self.standing.exists():
            return
        with kept_notes(self.standing):
            there = json.loads(read_regular(self.standing, at_most=WEIGHTS))
            kept, games = dict(there["settings"]), int(there["games"])
        found = list(differing(kept, json.loads(json.dumps(plain(self._plan.settings)))))
        if found:
            more = f", and {len(found) - MOST_NAMED} more" if len(found) > MOST_NAMED else ""
            raise BadSetting(
                f"{self.path} has a match with other settings: {'; '.join(found[:MOST_NAMED])}"
                f"{more}; go on with the same ones, or choose another folder"
            )
        if games and not (self.path / RECORDS).exists():
            raise BadInput(
                f"{self.path} has a match of {games} games and no {RECORDS} to go on from: an "
                "earlier version kept none; choose another folder"
            )

    def _read(self, lines: Iterable[bytes]) -> Iterator[PlayedPair]:
        """The pairs of a file, which must be the first ones of this match."""
        for number, line in enumerate(lines):
            place = f"{self.path / RECORDS}, line {number + 1}"
            with kept_notes(place):
                one, two = (GameRecord.from_dict(game) for game in json.loads(line))
            if (one.number, two.number) != (2 * number, 2 * number + 1):
                raise DamagedFile(f"{place}: games {one.number} and {two.number} are not next")
            yield one, two


def kept_pairs(path: str | Path) -> int:
    """How many pairs of a match stand in a folder; 0 where there is none."""
    records = as_path(path) / RECORDS
    return read_regular(records, at_most=GAMES).count(b"\n") if records.exists() else 0


def differing(there: Mapping[str, Any], here: Mapping[str, Any], within: str = "") -> Iterator[str]:
    """The settings that differ, each with both values.

    >>> list(differing({"seed": 1, "a": {"depth": 2}}, {"seed": 1, "a": {"depth": 3}}))
    ['a.depth was 2 there and is 3 here']
    """
    for name in dict.fromkeys([*there, *here]):
        one, two = there.get(name), here.get(name)
        if isinstance(one, Mapping) and isinstance(two, Mapping):
            yield from differing(one, two, f"{within}{name}.")
        elif one != two:
            yield f"{within}{name} was {shown(one)} there and is {shown(two)} here"
