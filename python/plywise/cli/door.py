"""The one door out of a command: what an error says, and which exit code it becomes."""

import warnings
from enum import IntEnum
from typing import Any, cast

import typer
from typer.core import TyperGroup

from plywise.cli import raise_on_ctrl_c
from plywise.cli.output import talk


class ExitCode(IntEnum):
    """What the shell is told."""

    DONE = 0
    FAILED = 1
    BAD_INPUT = 2
    INTERRUPTED = 130


# typer carries click inside it or beside it, by version; this is its usage error in both.
_UsageError = cast(type[Exception], typer.BadParameter.__mro__[1])


class Door(TyperGroup):
    """The group of all commands; errors leave through it as one message and one exit code."""

    def invoke(self, ctx: Any) -> Any:
        """Run the command that was asked for.

        A bug of ours passes with its traceback, and so does a closed pipe: typer knows it.
        """
        warnings.showwarning = _warn
        try:
            raise_on_ctrl_c()
            return super().invoke(ctx)
        except KeyboardInterrupt:
            talk("plywise: interrupted")
            raise typer.Exit(ExitCode.INTERRUPTED) from None
        except _UsageError as error:
            talk(_usage(error))
            raise typer.Exit(ExitCode.BAD_INPUT) from None
        except BrokenPipeError:
            raise
        except Exception as error:
            verdict = judge(error)
            if verdict is None:
                raise
            code, message = verdict
            talk(f"plywise: {message}")
            raise typer.Exit(code) from None


def judge(error: Exception) -> tuple[ExitCode, str] | None:
    """The exit code and message of an expected error; None for what only a bug can raise.

    >>> judge(OSError(28, "No space left on device", "runs/first"))
    (<ExitCode.FAILED: 1>, "No space left on device: 'runs/first'")
    >>> judge(ZeroDivisionError()) is None
    True
    """
    if isinstance(error, ImportError):
        return _missing(error)
    from plywise.errors import BadInput, KernelBug, WeightsDiverged

    if isinstance(error, BadInput):
        return ExitCode.BAD_INPUT, "\n".join([str(error), *getattr(error, "__notes__", ())])
    if isinstance(error, KernelBug):
        return ExitCode.FAILED, f"this is a bug of plywise's own, please report it: {error}"
    if isinstance(error, WeightsDiverged):
        return ExitCode.FAILED, str(error)
    if isinstance(error, OSError):
        place = f": {error.filename!r}" if error.filename is not None else ""
        return ExitCode.FAILED, f"{error.strerror or error}{place}"
    if isinstance(error, MemoryError):
        return ExitCode.FAILED, f"out of memory: {error}" if str(error) else "out of memory"
    return None


def _missing(error: ImportError) -> tuple[ExitCode, str] | None:
    """What to install when a module is not there; None when the module is not one we know."""
    name = error.name or ""
    if name == "plywise._kernel":
        return ExitCode.FAILED, f"the kernel is not built ({error}); in a clone: make develop"
    package = name.partition(".")[0]
    from plywise.extras import EXTRAS, how_to_install

    return (ExitCode.FAILED, f"{error}; {how_to_install(package)}") if package in EXTRAS else None


def _warn(message: Warning | str, *_: Any, **__: Any) -> None:
    """A warning is talk like any other, without the line of code that gave it."""
    talk(f"plywise: {message}")


def _usage(error: Any) -> str:
    """One message for a command line that cannot be read, with where to read on."""
    command = error.ctx.command_path if error.ctx else "plywise"
    return f"{command}: {error.format_message()}\nTry: {command} --help"
