"""The command line, one file a command: stdout is data, stderr is talk."""

import sys

TYPE_CHECKING = False  # as typing has it: not even that is loaded before `main` can be interrupted

if TYPE_CHECKING:
    from types import FrameType

INTERRUPTED = 130
MESSAGE = "plywise: interrupted\n"


def main() -> None:
    """Run `plywise` with the words of the command line, and end with an exit code.

    The application is imported here and not above, so that `import plywise.cli` costs nothing, and
    Ctrl-C meanwhile ends with 130 as it does later.
    `plywise engine WEIGHTS` does without it: a chess program waits for the engine's first answer.
    Help, options and mistakes of that command take the long way and look as everywhere.
    """
    try:
        leave_on_ctrl_c()
        try:
            _run()
        finally:
            leave_on_ctrl_c()  # what there was to say and to save is said and saved
    except KeyboardInterrupt:
        sys.stderr.write(MESSAGE)
        sys.exit(INTERRUPTED)


def leave_on_ctrl_c() -> None:
    """Have Ctrl-C end the process where it stands, as long as there is nothing to save.

    KeyboardInterrupt would be raised in the midst of imports, where some of them cannot pass it on.
    A process that was told to ignore Ctrl-C goes on doing so.
    """
    import signal

    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _leave)


def raise_on_ctrl_c() -> None:
    """Have Ctrl-C raise KeyboardInterrupt again: from now on there is work to save."""
    import signal

    from plywise.cli.dropped import come_again

    come_again()
    if signal.getsignal(signal.SIGINT) is _leave:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _leave(signum: int, frame: "FrameType | None") -> None:
    import os

    os.write(2, MESSAGE.encode())
    os._exit(INTERRUPTED)


def _run() -> None:
    match sys.argv[1:]:
        case ["engine"]:
            sys.exit(_engine(None))
        case ["engine", weights] if not weights.startswith("-"):
            sys.exit(_engine(weights))
        case ["engine", "--learn", run] if run and not run.startswith("-"):
            sys.exit(_engine(None, run))
        case ["engine", weights, "--learn", run] if run and "-" not in (weights[:1], run[:1]):
            sys.exit(_engine(weights, run))
    from plywise.cli.app import app

    app(prog_name="plywise")


def _engine(weights: str | None, learn: str | None = None) -> int:
    """Play as an engine; the exit code."""
    try:
        from plywise.engine.main import play

        raise_on_ctrl_c()
        play(weights, learn=learn)
    except KeyboardInterrupt:
        sys.stderr.write(MESSAGE)
        return INTERRUPTED
    except Exception as error:
        from plywise.cli.door import judge

        verdict = judge(error)
        if verdict is None:
            raise
        code, message = verdict
        sys.stderr.write(f"plywise: {message}\n")
        return int(code)
    return 0
