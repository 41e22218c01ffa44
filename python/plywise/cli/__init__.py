"""The command line, one file a command: stdout is data, stderr is talk."""


def main() -> None:
    """Run `plywise` with the words of the command line, and end with an exit code.

    The application is imported here and not above, so that `import plywise.cli` costs nothing.
    """
    from plywise.cli.app import app

    app(prog_name="plywise")
