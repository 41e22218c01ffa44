"""The entries of a brain, found by their positions, and what can be reached from them."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from hashlib import sha256

from plywise._kernel import Evaluation, Planted, Position
from plywise.errors import BadSetting
from plywise.play.brain.entry import LEAST_DEPTH, Entry, as_value
from plywise.play.pgn import is_pgn

AHEAD = 20
"""Plies: so far ahead of a game entries are planted."""
MOST_ENTRIES = 100_000
"""More than these a brain does not take."""


class Brain:
    """Positions that a player knows, each once.

    >>> brain = Brain()
    >>> start = Position.start("chess")
    >>> brain.put(Entry(position=str(start), move="e2e4", low=0.2, high=0.2, depth=7, ply=0))
    >>> brain.get(start).move, len(brain), brain.get(start.after("e2e4"))
    ('e2e4', 1, None)
    """

    def __init__(
        self,
        entries: Iterable[Entry] = (),
        *,
        game: str = "chess",
        judge: str = "",
        games: int = 0,
    ) -> None:
        self.game = game
        self.judge = judge
        """What the values were found with (`judge_of`); empty where that is not known."""
        self.games = games
        """How many games it has been shown."""
        self._entries: dict[int, Entry] = {}
        self._reached: dict[int, dict[str, int]] = {}
        self._answered: dict[tuple[int, str], dict[str, int]] = {}
        for entry in entries:
            self.put(entry)

    def __len__(self) -> int:
        return len(self._entries)

    def __iter__(self) -> Iterator[Entry]:
        """The entries, those early in games first."""
        return iter(sorted(self._entries.values(), key=lambda entry: (entry.ply, entry.position)))

    def __contains__(self, position: Position) -> bool:
        return position.key in self._entries

    def get(self, position: Position) -> Entry | None:
        """What is known of a position; castling rights and en passant count as in the search."""
        return self._entries.get(position.key)

    def of_key(self, key: int) -> Entry | None:
        """What is known of the position with this key."""
        return self._entries.get(key)

    def in_order(self) -> list[int]:
        """The keys of all positions, those early in games first."""
        order = sorted(self._entries.items(), key=lambda item: (item[1].ply, item[1].position))
        return [key for key, _ in order]

    def put(self, entry: Entry) -> None:
        """Add an entry, or put it in the place of the one that its position has."""
        key = self.position(entry).key
        if key not in self._entries and len(self._entries) >= MOST_ENTRIES:
            raise BadSetting(f"a brain of {MOST_ENTRIES} positions takes no more")
        self._entries[key] = entry

    def remove(self, entry: Entry) -> None:
        """Take an entry out."""
        self._entries.pop(self.position(entry).key, None)

    def mark(self, key: int, *, aim: int = 0, blunder: bool = False) -> None:
        """Have a position searched again, at least as deeply as it was."""
        entry = self._entries[key]
        if entry.is_settled:
            return
        aim = max(LEAST_DEPTH, aim, entry.depth, entry.aim)
        self._entries[key] = replace(entry, aim=aim, is_blunder=blunder or entry.is_blunder)

    def mark_all(self) -> None:
        """Have everything searched again: the weights that judged it are no more."""
        for key in self._entries:
            self.mark(key)

    @property
    def marked(self) -> list[Entry]:
        """Those to be searched again."""
        return [entry for entry in self if entry.is_marked]

    def digest(self) -> str:
        """A fingerprint of all that it knows."""
        text = "\n".join(repr(entry) for entry in self)
        return f"{len(self)}, sha256 {sha256(text.encode()).hexdigest()[:16]}"

    def position(self, entry: Entry) -> Position:
        """The position of an entry, as the kernel knows it."""
        return Position.parse(self.game, entry.position)

    def reached(self, entry: Entry) -> dict[str, int]:
        """The keys of the positions after each legal move."""
        position = self.position(entry)
        key = position.key
        if key not in self._reached:
            self._reached[key] = {move: position.after(move).key for move in position.moves}
        return self._reached[key]

    def answered(self, entry: Entry) -> dict[str, int]:
        """The keys of the positions after the entry's move and each reply."""
        position = self.position(entry)
        at = (position.key, entry.move)
        if at not in self._answered:
            after = position.after(entry.move)
            self._answered[at] = {reply: after.after(reply).key for reply in after.moves}
        return self._answered[at]

    def planted(self, unit: int) -> Planted:
        """All that searches may take its word for, where a pawn counts `unit`."""
        known = [(key, entry) for key, entry in self._entries.items() if entry.is_known]
        return Planted([(key, *_as_values(e, unit), e.depth, e.ply) for key, e in known])


def _as_values(entry: Entry, unit: int) -> tuple[int, int]:
    """The bounds of an entry as a search takes them.

    What is tight is exact: an open window between two bounds would only be searched again.
    """
    low, high = as_value(entry.low, unit), as_value(entry.high, unit)
    return (low, low) if entry.is_tight else (low, high)


def ply_of(position: Position) -> int:
    """How many moves were made before a position, as far as it knows.

    >>> ply_of(Position.start("chess").after_all(["e2e4", "e7e5", "g1f3"]))
    3
    """
    number = str(position).split()[-1]
    if is_pgn(position.game) and number.isdecimal():
        return 2 * (int(number) - 1) + (position.turn == "second")
    return len(position.history)


def judge_of(evaluation: Evaluation) -> str:
    """A fingerprint of what judges positions: other weights, other values.

    >>> from plywise.play.player import player
    >>> judge_of(player("chess/standard").evaluation)[:18]
    'chess/material/sha'
    """
    weights = ",".join(f"{weight!r}" for weight in evaluation.weights)
    text = f"{evaluation.shape}:{evaluation.scale}:{weights}"
    digest = sha256(text.encode()).hexdigest()[:16]
    return f"{evaluation.game}/{evaluation.features}/sha256-{digest}"
