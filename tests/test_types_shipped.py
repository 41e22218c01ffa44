"""Types for users of the package: shipped, and those of the kernel true."""

from pathlib import Path

import plywise as pw

HOME = Path(pw.__file__).parent
ROOT = Path(__file__).parents[1]


def test_the_package_says_that_it_has_types() -> None:
    # tools/check-wheel.sh looks for the same in the wheel.
    assert (HOME / "py.typed").is_file()
    assert (HOME / "_kernel.pyi").is_file()


def test_lint_holds_the_stub_of_the_kernel_against_the_kernel() -> None:
    makefile = (ROOT / "Makefile").read_text()
    assert "stubtest plywise._kernel" in makefile
    assert "--allowlist tools/stubtest-allowlist.txt" in makefile


def test_what_the_stub_may_differ_in_has_its_reason() -> None:
    lines = (ROOT / "tools" / "stubtest-allowlist.txt").read_text().splitlines()
    for number, line in enumerate(lines):
        if line and not line.startswith("#"):
            assert lines[number - 1].startswith("# "), f"{line} is allowed without a reason"
