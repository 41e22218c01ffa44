"""`plywise doctor`: what is here, what is missing and how to get it."""

import platform
from collections.abc import Mapping
from importlib.util import find_spec

from plywise.cli import options, output

EXAMPLES = options.examples(
    "plywise doctor", "plywise doctor --json", "plywise doctor --on ray://local:2"
)

PATIENCE = 10.0
"""Seconds for an engine to say hello."""


def doctor(on: options.Place = None, as_json: options.Json = False) -> None:
    """Say what plywise runs on: kernel, Python, cores, optional packages, other engines.

    Every engine that is found is started once, to see whether it answers. With `--on` it is the
    machines of a cluster that are asked, and what keeps any of them from working is told.
    """
    if on is not None:
        examine(on, as_json=as_json)
        return
    from plywise import _kernel
    from plywise.distributed import cores
    from plywise.extras import EXTRAS
    from plywise.play.opponents import KNOWN

    engines = {name: KNOWN[name].path() for name in KNOWN}
    answers = {name: greeting(name) for name, path in engines.items() if path}
    extras = {name: find_spec(name) is not None for name in EXTRAS}
    fields = {
        "kernel": _kernel.version,
        "build": "release" if _kernel.is_release else "debug",
        "python": platform.python_version(),
        "platform": platform.platform(),
        "cores": cores(),
        "packages": extras,
        "engines": engines,
        "answers": answers,
    }
    output.result(fields, _lines(fields, extras, engines, answers), as_json=as_json)


def greeting(name: str) -> str:
    """What an engine calls itself, or what is wrong with it."""
    from plywise.errors import BadSetting
    from plywise.play.opponents import KNOWN, Opponent

    engine = KNOWN[name]
    try:
        known, _ = Opponent(engine=engine, game=engine.all_games[0], patience=PATIENCE).greeted()
    except BadSetting as error:
        return f"found, but {error}"
    return known.version or "answers, but does not tell its name"


def _lines(
    fields: Mapping[str, object],
    extras: Mapping[str, bool],
    engines: Mapping[str, str | None],
    answers: Mapping[str, str],
) -> list[str]:
    """The same for people, each missing thing with the line that installs it."""
    from plywise.extras import how_to_install

    build = "release build" if fields["build"] == "release" else "DEBUG build: slow; make develop"
    lines = [
        f"kernel    {fields['kernel']} ({build})",
        f"python    {fields['python']} on {fields['platform']}",
        f"cores     {fields['cores']}",
        *(
            f"package   {name}: " + ("there" if here else f"missing; {how_to_install(name)}")
            for name, here in extras.items()
        ),
        *(f"engine    {name}: {answers[name]}, {path}" for name, path in engines.items() if path),
    ]
    missing = [name for name, path in engines.items() if path is None]
    if missing:
        lines.append(f"no engine {', '.join(missing)}")
        lines.append("          opponents for match and rate, nothing else; on Debian and Ubuntu:")
        lines.append(f"          sudo apt-get install {_packages(missing)}")
    return lines


def _packages(names: list[str]) -> str:
    from plywise.play.opponents import KNOWN

    return " ".join(KNOWN[name].package for name in names)


def examine(where: str, *, as_json: bool) -> None:
    """Say what the machines of a place have; BadSetting if one of them cannot work for us."""
    from plywise.distributed.address import machines_on
    from plywise.errors import BadSetting

    found = machines_on(where)
    fields = [
        {
            "name": one.name, "cores": one.cores, "memory_gb": one.memory,
            "identity": dict(one.identity), "why_not": one.why_not,
        }
        for one in found
    ]  # fmt: skip
    cores = sum(one.cores for one in found if not one.why_not)
    lines = [
        f"place     {where}: {cores} cores on {len(found)} machine{'s' * (len(found) != 1)}",
        *(
            f"machine   {one.name}: {one.cores} cores, {one.memory:.0f} GB, plywise "
            f"{one.identity.get('version') or 'unknown'}, Python "
            f"{one.identity.get('python', 'unknown')}: " + (one.why_not or "same games as here")
            for one in found
        ),
    ]
    output.result({"on": where, "cores": cores, "machines": fields}, lines, as_json=as_json)
    if wrong := [one.why_not for one in found if one.why_not]:
        raise BadSetting("; ".join(wrong))
