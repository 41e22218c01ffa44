"""Random openings: deterministic players repeat themselves, so games need variety from outside."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from plywise._kernel import Position, facts, random_u64
from plywise.checks import is_whole, shown, whole
from plywise.errors import BadSetting
from plywise.games.declared import facts_of
from plywise.games.dice import drawn as roll

BALLOT_STREAM = 0x0062_616C_6C6F_7400  # "ballot": keeps the openings' chance apart from the games'
TRIES = 32
"""How often an opening is drawn anew when it is known already or ends the game."""
USUAL_PLIES = 4
MOST_BALLOT_PLIES = 40
U64 = 1 << 64


@dataclass(frozen=True, kw_only=True)
class Opening:
    """A position to begin from, and moves to be played from there before the players take over.

    >>> str(Opening(moves=("e2e4", "e7e5")).position())
    'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2'
    """

    start: str | None = None
    """The position as text; None is the game's own start."""
    moves: tuple[str, ...] = ()
    """Moves from there, as in UCI."""

    def position(self, game: str = "chess") -> Position:
        """Where the players take over."""
        start = Position.start(game) if self.start is None else Position.parse(game, self.start)
        return start.after_all(list(self.moves))


def usual_ballot(game: str) -> int:
    """Random plies that open games for variety: mostly four, and fewer where games are short.

    Games may declare their own number.

    >>> usual_ballot("chess"), usual_ballot("dice-race")
    (4, 0)
    """
    if facts(game).has_chance:
        return 0  # dice bring variety enough
    declared = facts_of(game).ballot
    return min(USUAL_PLIES, facts(game).max_plies // 8) if declared is None else declared


def ballot(count: int, *, plies: int = 4, seed: int = 0, game: str = "chess") -> list[Opening]:
    """`count` openings of `plies` random legal moves each, drawn by `seed`; none ends the game.

    All are different positions as long as new ones are found easily; a longer list begins with a
    shorter one.

    >>> ballot(3, plies=2, seed=1) == ballot(5, plies=2, seed=1)[:3]
    True
    >>> len({str(opening.position()) for opening in ballot(50, plies=4)})
    50
    """
    whole("count", count)
    if not is_whole(plies) or not 0 <= plies <= MOST_BALLOT_PLIES:
        raise BadSetting(f"a ballot has 0 to {MOST_BALLOT_PLIES} plies, not {shown(plies)}")
    if not is_whole(seed) or not 0 <= seed < U64:
        raise BadSetting(f"a seed lies in 0 … 2^64 - 1, not {shown(seed)}")
    drawn = _draw_all(game, plies, seed)
    return [next(drawn) for _ in range(count)]


def _draw_all(game: str, plies: int, seed: int) -> Iterator[Opening]:
    """Openings without end, the known ones avoided."""
    start = Position.start(game)
    known: set[int] = set()
    number = 0
    while True:
        yield _draw_one(start, plies, seed, number, known)
        number += 1


def _draw_one(start: Position, plies: int, seed: int, number: int, known: set[int]) -> Opening:
    """Opening `number`, if possible one that is not `known`; it is then."""
    if plies == 0:
        return Opening()
    spare: Opening | None = None
    for chance in _rolls(seed, number, plies):
        played = _random_moves(start, chance)
        if played is None:
            continue
        spare, end = played
        if end.key not in known:
            known.add(end.key)
            return spare
    if spare is None:
        raise BadSetting(
            f"no ballot of {plies} plies was found that leaves the game open; take fewer"
        )
    return spare  # nearly every position of that few plies is known: a repeated one then


def _rolls(seed: int, number: int, plies: int) -> Iterator[list[int]]:
    """Random numbers for one try after the other, all from the opening's own stream."""
    stream = seed ^ BALLOT_STREAM
    yield random_u64(stream, number, plies)  # nearly always the first will do
    rolls = random_u64(stream, number, plies * TRIES)
    for begin in range(plies, plies * TRIES, plies):
        yield rolls[begin : begin + plies]


def _random_moves(position: Position, chance: Iterable[int]) -> tuple[Opening, Position] | None:
    """A move or a roll for each number, and where they lead; None when the game ends there."""
    moves: list[str] = []
    for number in chance:
        if position.outcome is not None:
            return None
        if position.turn == "chance":
            moves.append(roll(position.chances, number))
            position = position.after(moves[-1])
            continue
        legal = position.moves
        # Multiplication instead of a remainder: no move is favoured by more than 2^-56.
        moves.append(legal[(number * len(legal)) >> 64])
        position = position.after(moves[-1])
    return None if position.outcome is not None else (Opening(moves=tuple(moves)), position)
