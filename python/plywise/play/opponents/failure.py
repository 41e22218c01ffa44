"""What can be wrong with an engine, in words for the game's record and its PGN."""

from plywise.errors import BadSetting

FAILED = "engine failed: "
"""How the reason of a game begins that an engine lost by failing, not on the board."""
RESIGNED = "resignation"
DECLARED = "declaration"
ILLEGAL = "illegal move"
LATE = "too late"
OUT_OF_TIME = "time forfeit"
"""The reason of a game that was lost on a clock."""
TERMINATIONS = ("rules infraction", "time forfeit", "abandoned")
"""PGN's words for games that were lost by failing: illegal move, no answer, anything else."""
MOST_FAILURES = 3
"""After so many failures of engines in a row nothing more is learnt: such games teach nothing."""
SHOWN = 40
"""So much of what an engine said stands in a message at most."""


class EngineFailed(RuntimeError):
    """The engine did not do what its protocol asks of it; the game is lost for it, nothing else.

    >>> EngineFailed("illegal move 'e2e5'").reason
    "engine failed: illegal move 'e2e5'"
    """

    @property
    def reason(self) -> str:
        """What the record of the game says."""
        return FAILED + str(self)


class EngineResigned(Exception):
    """The engine gave the game up, as it may."""


class EngineDeclared(Exception):
    """The engine declared that it has won, as the rules of shogi allow an entered king."""


def shown(text: str) -> str:
    r"""What an engine said, quoted, harmless in a PGN comment, and not too long.

    >>> shown("e2e5"), shown("{\0}"), len(shown("x" * 1000))
    ("'e2e5'", "'(\\x00)'", 43)
    """
    quoted = ascii(text[:SHOWN]).replace("{", "(").replace("}", ")")
    return quoted + ("…" if len(text) > SHOWN else "")


def is_failure(reason: str) -> bool:
    """Whether a game ended because an engine failed."""
    return reason.startswith(FAILED)


def refuse_failures(count: int, reason: str, name: str) -> None:
    """BadSetting if engines failed in so many games in a row that there is nothing to learn.

    >>> refuse_failures(3, "engine failed: illegal move 'e2e5'", "some")
    Traceback (most recent call last):
    ...
    plywise.BadSetting: some: engine failed: illegal move 'e2e5', in 3 games in a row: ...
    """
    if count >= MOST_FAILURES:
        raise BadSetting(
            f"{name}: {reason}, in {count} games in a row: there is nothing to learn from such an "
            "opponent; the games before are saved"
        )


def termination(reason: str) -> str | None:
    """PGN's word for such an end, or for one on time; None for an end on the board.

    >>> termination("engine failed: illegal move 'e2e5'"), termination("checkmate")
    ('rules infraction', None)
    >>> termination(OUT_OF_TIME)
    'time forfeit'
    """
    illegal, late, otherwise = TERMINATIONS
    if reason == OUT_OF_TIME:
        return late
    if not is_failure(reason):
        return None
    what = reason.removeprefix(FAILED)
    if what.startswith(ILLEGAL):
        return illegal
    return late if what.startswith(LATE) else otherwise
