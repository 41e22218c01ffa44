"""The command line, one file a command: stdout is data, stderr is talk."""

import sys


def main() -> None:
    """Run `plywise` with the words of the command line, and end with an exit code.

    The application is imported here and not above, so that `import plywise.cli` costs nothing.
    `plywise engine WEIGHTS` does without it: a chess program waits for the engine's first answer.
    Help, options and mistakes of that command take the long way and look as everywhere.
    """
    match sys.argv[1:]:
        case ["engine", weights] if not weights.startswith("-"):
            sys.exit(_engine(weights))
    from plywise.cli.app import app

    app(prog_name="plywise")


def _engine(weights: str) -> int:
    """Play as an engine; the exit code."""
    try:
        from plywise.engine.main import play

        play(weights)
    except KeyboardInterrupt:
        sys.stderr.write("plywise: interrupted\n")
        return 130
    except Exception as error:
        from plywise.cli.door import judge

        verdict = judge(error)
        if verdict is None:
            raise
        code, message = verdict
        sys.stderr.write(f"plywise: {message}\n")
        return int(code)
    return 0
