"""A race by dice, in Python: the rules of the kernel's `dice-race`, to copy for a game of dice."""

import plywise as pw

OTHER = {"first": "second", "second": "first"}
FAR = 6
DIE = [("d1", 1 / 2), ("d2", 1 / 3), ("d3", 1 / 6)]

State = tuple[tuple[int, int], tuple[int, int], str, int]
"""How far each player's runners are from home, the farther one first; who rolls or moves; the roll,
0 before it is thrown."""


def runners(state: State, side: str) -> tuple[int, int]:
    """How far a side's runners are from home."""
    return state[1] if side == "second" else state[0]


class DiceRace(pw.Rules):
    """A race of two runners each by dice: win 1 point, or 2 if the other has none home."""

    name = "dice-race"
    max_plies = 60
    outcomes = (-2.0, -1.0, 1.0, 2.0)

    def start(self) -> State:
        """All runners are six steps from home, and the first player is to roll."""
        return ((FAR, FAR), (FAR, FAR), "first", 0)

    def turn(self, state: State) -> str:
        """The dice's before the roll, then the roller's."""
        return state[2] if state[3] else "chance"

    def chances(self, state: State) -> list[tuple[str, float]]:
        """A die with three faces."""
        return DIE

    def roller(self, state: State) -> str:
        """Who is about to roll."""
        return state[2]

    def moves(self, state: State) -> list[str]:
        """Any runner that is not home goes as many steps as the die shows."""
        die = state[3]
        own = dict.fromkeys(far for far in runners(state, state[2]) if far)
        return [f"{far}/{far - die if far > die else 'off'}" for far in own]

    def after(self, state: State, move: str) -> State:
        """The roll is noted; or a runner has gone, and the other player is to roll."""
        first, second, roller, _ = state
        if move.startswith("d"):
            return (first, second, roller, int(move[1:]))
        start, end = move.split("/")
        own = [*runners(state, roller)]
        own[own.index(int(start))] = 0 if end == "off" else int(end)
        moved = (max(own), min(own))
        pair = (moved, second) if roller == "first" else (first, moved)
        return (*pair, OTHER[roller], 0)

    def outcome(self, state: State) -> float | None:
        """Who is home first wins 1 point, or 2 if the other has none home."""
        first, second, *_ = state
        if first != (0, 0) and second != (0, 0):
            return None
        points = 2.0 if min(first if second == (0, 0) else second) else 1.0
        return points if first == (0, 0) else -points


@pw.feature(DiceRace)
def steps(position: pw.Position, side: str) -> int:
    """Steps that one's runners still have to go."""
    return sum(runners(position.state, side))


@pw.feature(DiceRace)
def home(position: pw.Position, side: str) -> bool:
    """A runner is home: a loss will be a single one."""
    return min(runners(position.state, side)) == 0


@pw.feature(DiceRace)
def roll(position: pw.Position, side: str) -> bool:
    """To roll, or to move by a roll."""
    return bool(position.state[2] == side)


@pw.feature(DiceRace)
def apart(position: pw.Position, side: str) -> int:
    """Steps between one's runners."""
    far, near = runners(position.state, side)
    return far - near
