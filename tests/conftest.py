"""What all tests share: where other people's data lies, and how a test says what it needs."""

import os
import shutil
import signal
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# A busy machine draws slowly: no test asserts a time, nor do Hypothesis's own checks.
settings.register_profile("plywise", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("plywise")

# A shell's background job ignores Ctrl-C, and so would every command that tests interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

collect_ignore_glob = ["mock_engines/*.py", "broken_games/*.py"]  # not modules to be read
SHARED = Path(__file__).resolve().parents[2] / "shared" / "data"


@pytest.fixture
def shared_data() -> Path:
    """The folder of third-party positions and counts; the test skips where it is absent."""
    if not SHARED.is_dir():
        pytest.skip("needs the third-party data folder ../shared/data, which is absent")
    return SHARED


@pytest.fixture
def noted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the mock engines note their processes."""
    file = tmp_path / "pids"
    file.touch()
    monkeypatch.setenv("MOCK_PIDS", str(file))
    return file


def require_engine(command: str) -> str:
    """The path of somebody else's engine."""
    return _required("engine", command)


def require_browser(command: str = "chromium") -> str:
    """The path of a browser."""
    return _required("browser", command)


def require_compiler(command: str) -> str:
    """The path of a compiler."""
    return _required("compiler", command)


def require_ray() -> None:
    """Ray can be imported."""
    _importable("ray", ["ray"], "pip install 'plywise[ray]'")


def require_site(*packages: str) -> None:
    """What makes the site, or runs the notebooks of docs, can be imported."""
    _importable("site", packages, "pip install --group dev")


def _importable(kind: str, packages: Iterable[str], how: str) -> None:
    """A skip where a package is missing, a failure where such a thing is required."""
    if missing := [name for name in packages if find_spec(name) is None]:
        message = f"needs {', '.join(missing)} ({how})"
        if kind in os.environ.get("PLYWISE_REQUIRE", "").split(","):
            pytest.fail(message)
        pytest.skip(message)


def _required(kind: str, command: str) -> str:
    """Where a program is; a skip where it is missing, a failure where such a thing is required."""
    path = shutil.which(command) or shutil.which(command, path="/usr/games")
    if path is None:
        message = f"needs the {kind} {command!r} on the PATH (Debian: apt-get install {command})"
        required = os.environ.get("PLYWISE_REQUIRE", "").split(",")
        if kind in required or f"{kind}s" in required:
            pytest.fail(message)
        pytest.skip(message)
    return path
