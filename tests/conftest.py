"""What all tests share: where other people's data lies, and how a test says that it needs something."""

import os
import shutil
from pathlib import Path

import pytest

SHARED = Path(__file__).resolve().parents[2] / "shared" / "data"


@pytest.fixture
def shared_data() -> Path:
    """The folder of third-party positions and counts; the test skips where it is absent."""
    if not SHARED.is_dir():
        pytest.skip("needs the third-party data folder ../shared/data, which is absent")
    return SHARED


def require_engine(command: str) -> str:
    """The path of somebody else's engine; a skip where it is missing, a failure where engines are required."""
    path = shutil.which(command) or shutil.which(command, path="/usr/games")
    if path is None:
        message = f"needs the engine {command!r} on the PATH (Debian: apt-get install {command})"
        if "engines" in os.environ.get("PLYWISE_REQUIRE", "").split(","):
            pytest.fail(message)
        pytest.skip(message)
    return path
