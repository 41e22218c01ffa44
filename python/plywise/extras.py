"""Packages that only some work needs, and the extra of plywise that brings each."""

from importlib import import_module
from typing import Final

from plywise.errors import BadInput

EXTRAS: Final = {
    "matplotlib": "report",
    "chess": "records",
    "cshogi": "records",
    "sklearn": "spikes",
    "berserk": "online",
    "starlette": "serve",
    "uvicorn": "serve",
    "ray": "ray",
}


def require(package: str, work: str) -> None:
    """BadInput if the package is missing that the work needs: told before it, not after.

    >>> require("numpy", "learning")
    """
    try:
        import_module(package)
    except ImportError as error:
        raise BadInput(f"{work} needs {package}: {error}; {how_to_install(package)}") from None


def how_to_install(package: str) -> str:
    """The command that brings a package.

    >>> how_to_install("matplotlib")
    "install it with: pip install 'plywise[report]'"
    """
    what = f"plywise[{EXTRAS[package]}]" if package in EXTRAS else package
    return f"install it with: pip install '{what}'"
