"""Games for the tests of the kernel: one evaluation, jobs of it, and what their records say."""

from typing import Any

from plywise import _kernel

WEIGHTS = [1.0, 3.0, 3.25, 5.0, 9.5]
MATERIAL = _kernel.Evaluation("chess", "material", WEIGHTS)
START = _kernel.Position.start("chess")
MIDDLE = "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P1B2/2NBPN2/PP3PPP/R2Q1RK1 w - - 2 10"


def position(text: str) -> _kernel.Position:
    """The chess position of a FEN."""
    return _kernel.Position.parse("chess", text)


def job(number: int = 0, depth: int = 2, **more: Any) -> _kernel.GameJob:
    """A short game between equals; `search` are settings of both, `more` those of the job."""
    settings = _kernel.Settings(depth=depth, **more.pop("search", {}))
    given = {
        "game": "chess",
        "first": MATERIAL,
        "second": MATERIAL,
        "first_search": settings,
        "second_search": settings,
        "seed": 5,
        "number": number,
        "max_plies": 120,
    }
    return _kernel.GameJob(**{**given, **more})


def positions_of(record: _kernel.GameRecord) -> list[_kernel.Position]:
    """Every position of the game, the start first."""
    positions = [position(record.start)]
    for move in record.moves:
        positions.append(positions[-1].after(move))
    return positions


def seen(record: _kernel.GameRecord) -> tuple[Any, ...]:
    """Everything that a record says, in a form that can be compared to the bit."""
    arrays = (record.values, record.kinds, record.results, record.movers, record.indptr)
    more = (record.indices, record.data, record.ply_numbers)
    return (
        record.moves,
        record.outcome,
        record.reason,
        record.nodes,
        record.predicted_replies,
        *(array.tobytes() for array in (*arrays, *more)),
    )
