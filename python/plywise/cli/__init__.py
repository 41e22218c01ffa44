"""The command line, one file a command: stdout is data, stderr is talk."""

import signal
import sys
import threading
from _thread import interrupt_main

INTERRUPTED = 130
AGAIN = 0.05
"""Seconds after which an interrupt comes again that Python has dropped."""


def main() -> None:
    """Run `plywise` with the words of the command line, and end with an exit code.

    The application is imported here and not above, so that `import plywise.cli` costs nothing.
    `plywise engine WEIGHTS` does without it: a chess program waits for the engine's first answer.
    Help, options and mistakes of that command take the long way and look as everywhere.
    """
    sys.unraisablehook = _unraisable
    try:
        match sys.argv[1:]:
            case ["engine", weights] if not weights.startswith("-"):
                sys.exit(_engine(weights))
        from plywise.cli.app import app

        app(prog_name="plywise")
    except KeyboardInterrupt:  # in the imports, before any command has begun
        sys.stderr.write("plywise: interrupted\n")
        sys.exit(INTERRUPTED)


def _unraisable(dropped: "sys.UnraisableHookArgs") -> None:
    """What Python cannot raise, as in a destructor or in a callback of an import.

    There it drops a Ctrl-C too, and the command would go on: so it comes once more, a little later.
    """
    is_ours = threading.current_thread() is threading.main_thread()
    if not isinstance(dropped.exc_value, KeyboardInterrupt) or not is_ours:
        sys.__unraisablehook__(dropped)
        return
    again = threading.Timer(AGAIN, _interrupt)
    again.daemon = True
    again.start()


def _interrupt() -> None:
    """Ctrl-C once more, by a true signal where there are any: it ends a long wait."""
    main_thread = threading.main_thread().ident
    if hasattr(signal, "pthread_kill") and main_thread is not None:
        signal.pthread_kill(main_thread, signal.SIGINT)
    else:
        interrupt_main()


def _engine(weights: str) -> int:
    """Play as an engine; the exit code."""
    try:
        from plywise.engine.main import play

        play(weights)
    except KeyboardInterrupt:
        sys.stderr.write("plywise: interrupted\n")
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
