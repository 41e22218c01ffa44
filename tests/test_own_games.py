"""Games written in Python: searched and learnt by the same code as the kernel's own."""

import plywise as pw


class Nim(pw.Rules):
    """Take from one heap; who takes the last wins."""

    max_plies = 9
    repeats = False

    def start(self) -> tuple[int, ...]:
        return (1, 3, 5, 0)

    def turn(self, state: tuple[int, ...]) -> str:
        return "second" if state[-1] else "first"

    def moves(self, state: tuple[int, ...]) -> list[str]:
        *heaps, _ = state
        return [f"{i}-{n}" for i, heap in enumerate(heaps) for n in range(1, heap + 1)]

    def after(self, state: tuple[int, ...], move: str) -> tuple[int, ...]:
        *heaps, mover = state
        which, taken = map(int, move.split("-"))
        heaps[which] -= taken
        return (*heaps, 1 - mover)

    def outcome(self, state: tuple[int, ...]) -> float | None:
        *heaps, mover = state
        return None if any(heaps) else float(mover == 1)


@pw.feature(Nim)
def balanced(position: pw.Position, side: str) -> bool:
    """The other side has to move, and every binary digit is even: it has lost."""
    a, b, c, _ = position.state
    return position.turn != side and a ^ b ^ c == 0


def test_a_game_written_in_python_has_positions_like_any_other() -> None:
    nim = pw.game(Nim())
    start = nim.start()
    assert start.state == (1, 3, 5, 0)
    assert (start.turn, start.after("2-5").turn) == ("first", "second")
    assert start.moves[:2] == ["0-1", "1-1"]
    assert nim.position(str(start.after("1-3"))) == start.after("1-3")
    over = start.after("0-1", "1-3", "2-5")
    assert (over.outcome, over.outcome_reason, over.moves) == (1.0, "won", [])


def test_it_is_learnt() -> None:
    run = pw.learn(Nim(), search=pw.AlphaBeta(depth=1), games=20, gate_every=0)
    assert list(run.weights) == ["balanced"]
    assert run.weights["balanced"] > 0.2
