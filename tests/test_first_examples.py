"""What a reader runs first teaches enough to be right: the order of the pieces, and to win."""

import re
from functools import cache
from pathlib import Path

import pytest

import plywise as pw
from documents import blocks

ROOT = Path(__file__).resolve().parents[1]
PAGES = ("README.md", "docs/tutorial.md", "docs/cli.md")
SEEDS = (1, 2, 3)
MATCH_GAMES = 400

Asked = tuple[int, int]
"""Depth and games."""


def first_of(page: str) -> list[Asked]:
    """What the first example in Python and the first in a shell ask for; cli.md has no Python."""
    found = []
    for kind, form in (
        ("python", r"pw\.learn\(.*?AlphaBeta\(depth=(\d+)\).*?games=(\d+)"),
        ("sh", r"plywise learn chess --depth (\d+) --games (\d+) --seed 1"),
    ):
        code = "".join(block.code for block in blocks(ROOT / page) if block.kind == kind)
        if first := re.search(form, code, re.DOTALL):
            found.append((int(first[1]), int(first[2])))
    return found


@cache
def asked() -> Asked:
    every = {one for page in PAGES for one in first_of(page)}
    assert len(every) == 1, f"the first examples of the pages ask for {sorted(every)}"
    return every.pop()


@pytest.mark.parametrize("page", PAGES)
def test_every_page_begins_with_the_same_run(page: str) -> None:
    examples = first_of(page)
    assert len(examples) == (1 if page == "docs/cli.md" else 2)
    assert set(examples) == {asked()}


@pytest.mark.parametrize("seed", SEEDS)
def test_the_first_run_finds_the_order_of_the_pieces_and_beats_the_textbook(seed: int) -> None:
    depth, games = asked()
    run = pw.learn("chess", search=pw.AlphaBeta(depth=depth), games=games, seed=seed)
    values = run.normalised("pawn")
    minor = values["knight"], values["bishop"]
    assert min(minor) > values["pawn"], values
    assert max(minor) < values["rook"] < values["queen"], values
    result = pw.match(run, "chess/standard", games=MATCH_GAMES, depth=depth, seed=7)
    assert result.score >= 0.5, str(result)
