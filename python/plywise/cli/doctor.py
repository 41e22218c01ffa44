"""`plywise doctor`: what is here, what is missing and how to get it."""

import platform
import shutil
from collections.abc import Mapping
from importlib.util import find_spec

from plywise.cli import options, output

EXAMPLES = options.examples("plywise doctor", "plywise doctor --json")

# Other people's engines that tests and speed measurements look for; Debian's packages have the
# same names.
ENGINES = (
    "stockfish",
    "gnuchess",
    "hoichess",
    "phalanx",
    "sjeng",
    "fairymax",
    "toga2",
    "glaurung",
    "ethereal-chess",
    "fairy-stockfish",
)
# Packages that only some commands need, and what they are for.
OPTIONAL = {"matplotlib": "report", "chess": "records"}


def doctor(as_json: options.Json = False) -> None:
    """Say what plywise runs on: kernel, Python, cores, optional packages, other engines."""
    from plywise import _kernel
    from plywise.distributed import cores

    engines = {name: find_engine(name) for name in ENGINES}
    extras = {name: find_spec(name) is not None for name in OPTIONAL}
    fields = {
        "kernel": _kernel.version,
        "build": "release" if _kernel.is_release else "debug",
        "python": platform.python_version(),
        "platform": platform.platform(),
        "cores": cores(),
        "packages": extras,
        "engines": engines,
    }
    output.result(fields, _lines(fields, extras, engines), as_json=as_json)


def find_engine(command: str) -> str | None:
    """Where an engine is, or None; Debian puts games where not every PATH leads."""
    return shutil.which(command) or shutil.which(command, path="/usr/games")


def _lines(
    fields: Mapping[str, object], extras: dict[str, bool], engines: dict[str, str | None]
) -> list[str]:
    """The same for people, each missing thing with the line that installs it."""
    build = "release build" if fields["build"] == "release" else "DEBUG build: slow; make develop"
    lines = [
        f"kernel    {fields['kernel']} ({build})",
        f"python    {fields['python']} on {fields['platform']}",
        f"cores     {fields['cores']}",
        *(
            f"package   {name}: " + ("there" if here else _install(OPTIONAL[name]))
            for name, here in extras.items()
        ),
        *(f"engine    {name}: {path}" for name, path in engines.items() if path),
    ]
    missing = [name for name, path in engines.items() if path is None]
    if missing:
        lines.append(f"no engine {', '.join(missing)}")
        lines.append("          only tests and benchmarks use them; on Debian and Ubuntu:")
        lines.append(f"          sudo apt-get install {' '.join(missing)}")
    return lines


def _install(extra: str) -> str:
    return f"missing; pip install 'plywise[{extra}]'"
