"""How many files a new game or kind of evaluation touches: nothing else knows its name.

A rule or a step size is one: see `test_one_file`.
"""

import re
from pathlib import Path

from documents import blocks

ROOT = Path(__file__).resolve().parent.parent
RUST = [*ROOT.glob("kernel/*/src/**/*.rs")]
PYTHON = [*(ROOT / "python" / "plywise").glob("**/*.py")]


def naming(pattern: str) -> set[str]:
    """The files of the product whose code, tests and texts apart, says what the pattern says."""
    found = set()
    for file in (*RUST, *PYTHON):
        if file.stem == "tests" or file.stem.endswith("_tests"):
            continue
        code = file.read_text().partition("#[cfg(test)]\nmod tests")[0]
        code = re.sub(r'"""[\s\S]*?"""|^\s*(//|#).*$', "", code, flags=re.MULTILINE)
        if re.search(pattern, code):
            found.add(str(file.relative_to(ROOT)))
    return found


def test_a_game_in_rust_touches_four_files() -> None:
    in_python = "python/plywise/games/dice_race.py"  # the same once more, by `pw.Rules`
    assert naming(r"\bDiceRace\b|\bdice_race::") - {in_python} == {
        "kernel/core/src/games/dice_race.rs",
        "kernel/core/src/games/mod.rs",
        "kernel/python/src/registered.rs",
    }
    assert (ROOT / "python/plywise/games/declared/dice_race.py").exists()


def test_a_kind_of_evaluation_touches_four_files() -> None:
    shapes = naming(r"\bNetworkShape\b")
    own = {file for file in shapes if Path(file).stem.startswith("network")}
    assert shapes - own == {
        "kernel/core/src/evaluate/kinds/mod.rs",
        "kernel/core/src/evaluate/mod.rs",  # for Rust programs that use the crate
        "python/plywise/evaluation/kinds.py",
    }


def test_stages_are_declared_where_their_features_are() -> None:
    sets = naming(r"fn stages\(&self\)")
    assert "kernel/core/src/features/stages.rs" in sets
    assert naming(r"\bstages::Stages\b") == {"kernel/core/src/features/chessboard.rs"}


def test_what_a_new_thing_touches_is_no_long_file() -> None:
    touched = [
        "kernel/core/src/games/mod.rs",
        "kernel/python/src/registered.rs",
        "kernel/core/src/evaluate/kinds/mod.rs",
        "kernel/core/src/features/chessboard.rs",
        "kernel/core/src/features/mod.rs",
        "python/plywise/evaluation/kinds.py",
    ]
    assert all(len((ROOT / file).read_text().splitlines()) < 400 for file in touched)


def test_the_rust_of_the_page_on_adding_is_compiled_and_run() -> None:
    shown = [b for b in blocks(ROOT / "docs/learn/adding.md") if b.kind == "rust"]
    compiled = (ROOT / "kernel/core/tests/adding.rs").read_text()
    assert shown
    assert [block.place for block in shown if block.code not in compiled] == []
