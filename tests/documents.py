"""Runs the code in Markdown pages, so that what a reader copies works.

Blocks marked ```python are run in one namespace a page, those marked ```sh line by line in bash,
all in one empty folder and in their order; ```python name.py is a file, which the blocks below it
find there. A block with prompts (>>>) is a doctest. The lines of ```text told must be among those
that the ```sh above printed. ```sh notest is for what takes too long or changes the machine; other
text and console blocks only show something.

A page makes the pictures itself that it shows from images/learn: its code writes files of their
names. With --pictures they are put there.

    python tests/documents.py docs/tutorial.md
    python tests/documents.py --pictures docs/learn/*.md
"""

import doctest
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

FENCE = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
MADE_HERE = re.compile(r"!\[[^\]]*\]\((?P<folder>[^)]*images/learn/)(?P<name>[^)/]+)\)")
"""A picture that the page's own code makes."""
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


@dataclass(frozen=True, kw_only=True)
class Block:
    """A fenced block of a page."""

    page: str
    line: int
    kind: str
    code: str

    @property
    def file(self) -> str:
        """The file that it is, if it is one."""
        kind, _, name = self.kind.partition(" ")
        return name if kind == "python" and name.endswith(".py") else ""

    @property
    def place(self) -> str:
        return f"{self.page}:{self.line}"


def blocks(page: Path) -> Iterator[Block]:
    """The fenced blocks of a page, in order."""
    text = page.read_text(encoding="utf-8")
    for fence in FENCE.finditer(text):
        line = text.count("\n", 0, fence.start()) + 2
        yield Block(page=page.name, line=line, kind=fence[1].strip(), code=fence[2])


def made_here(page: Path) -> dict[str, Path]:
    """The pictures that the page's own code makes: name -> where the page shows them from."""
    shown = MADE_HERE.finditer(page.read_text(encoding="utf-8"))
    return {picture["name"]: page.parent / picture["folder"] / picture["name"] for picture in shown}


def run_page(page: Path, folder: Path) -> int:
    """Run all code of a page in the folder; the number of blocks run."""
    namespace: dict[str, object] = {"__name__": "__main__"}
    ran, printed = 0, ""
    for block in blocks(page):
        if block.file:
            (folder / block.file).write_text(block.code, encoding="utf-8")
        elif block.kind == "python":
            run_python(block, namespace)
        elif block.kind == "sh":
            printed = run_shell(block, folder)
        elif block.kind == "text told":
            compare(block, printed)
        else:
            continue
        ran += 1
    return ran


def run_python(block: Block, namespace: dict[str, object]) -> None:
    """Run a block of Python, or its prompts."""
    if ">>>" not in block.code:
        # Empty lines put the code where it stands on the page: tracebacks then name its line.
        source = "\n" * (block.line - 1) + block.code
        exec(compile(source, block.page, "exec"), namespace)
        return
    parser = doctest.DocTestParser()
    test = parser.get_doctest(block.code, namespace, block.place, block.page, block.line - 1)
    told: list[str] = []
    runner = doctest.DocTestRunner(optionflags=FLAGS)
    failed = runner.run(test, out=told.append, clear_globs=False).failed
    namespace.update(test.globs)
    if failed:
        raise AssertionError("".join(told))


def compare(block: Block, printed: str) -> None:
    """Refuse a text with a line that was not printed; a line may be the beginning of one."""
    lines = [" ".join(line.split()) for line in printed.splitlines()]
    for line in block.code.splitlines():
        wanted = " ".join(line.split())
        if not any(told.startswith(wanted) for told in lines):
            raise AssertionError(f"{block.place}: {line!r} was not printed, but:\n{printed}")


def run_shell(block: Block, folder: Path) -> str:
    """Run a block of shell lines; the first that fails is an error. What comes back was printed."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", block.code],
        cwd=folder,
        env=os.environ | {"PATH": path},
        capture_output=True,
        text=True,
        timeout=300,
    )
    if done.returncode:
        raise AssertionError(f"{block.place}: exit {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def main() -> None:
    """Run the pages named on the command line."""
    names = sys.argv[1:]
    keep = names[:1] == ["--pictures"]
    for page in [Path(name).resolve() for name in names[keep:]]:
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            print(f"{page.name}: {run_page(page, Path(folder))} blocks run")
            for name, place in made_here(page).items() if keep else ():
                shutil.copy(name, place)
            os.chdir("/")


if __name__ == "__main__":
    main()
