"""Brains as files: they come back as they were, and what is none is refused."""

from pathlib import Path

import pytest

from brain_games import START, after, entry
from plywise.errors import BadInput, DamagedFile, NewerVersion
from plywise.play.brain import Brain, read_brain, save_brain

A, C = START, after("e2e4", "e7e5")


def test_a_brain_comes_back_as_it_was_saved(tmp_path: Path) -> None:
    brain = Brain(
        [entry(A, "e2e4", 0.125, 0, wins=(3, 4), nodes=99), entry(C, "g1f3", -0.5, 2, aim=9)],
        judge="chess/material/x", games=7,
    )  # fmt: skip
    path = save_brain(brain, tmp_path / "brain.jsonl")
    read = read_brain(path)
    assert list(read) == list(brain)
    assert (read.judge, read.games) == (brain.judge, 7)
    assert save_brain(read, tmp_path).read_bytes() == path.read_bytes()
    assert read_brain(tmp_path).digest() == brain.digest()


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("{}", "no position, move"),
        ("[1]", "no JSON object"),
        ('{"position": "8/8 w", "move": "a1a2", "low": 0, "high": 0, "depth": 7, "ply": 0}', "8/8"),
        (f'{{"position": "{START}", "move": "e2e5", "low": 0, "high": 0, "depth": 7, "ply": 0}}',
         "'e2e5' is not legal"),
        (f'{{"position": "{START}", "move": "e2e4", "low": 1, "high": 0, "depth": 7, "ply": 0}}',
         "low 1 is more than high 0"),
        (f'{{"position": "{START}", "move": "e2e4", "low": 0, "high": 0, "depth": -7, "ply": 0}}',
         "depth is -7"),
        (f'{{"position": "{START}", "move": "e2e4", "low": NaN, "high": 0, "depth": 7, "ply": 0}}',
         "low is nan"),
        (f'{{"position": "{START}", "move": "e2e4", "low": 0, "high": 0, "depth": true, "ply": 0}}',
         "depth is True"),
        (f'{{"position": "{START}", "move": "e2e4", "low": 0, "high": 0, "depth": 7, "ply": 0, '
         '"colour": 1}', "no 'colour'"),
    ],
)  # fmt: skip
def test_a_line_that_is_no_entry_is_told_by_its_number(tmp_path: Path, line: str, why: str) -> None:
    path = save_brain(Brain(), tmp_path / "brain.jsonl")
    path.write_text(path.read_text() + line + "\n")
    with pytest.raises(DamagedFile, match="line 2") as raised:
        read_brain(path)
    assert why in str(raised.value)


def test_a_position_that_stands_there_twice_is_refused(tmp_path: Path) -> None:
    path = save_brain(Brain([entry(A, "e2e4", 0.1, 0)]), tmp_path / "brain.jsonl")
    path.write_text(path.read_text() + path.read_text().splitlines()[1] + "\n")
    with pytest.raises(DamagedFile, match="twice"):
        read_brain(path)


def test_what_is_no_brain_or_of_a_later_version_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "brain.jsonl"
    for text in ("", "hello\n", "{}\n"):
        path.write_text(text)
        with pytest.raises(BadInput, match="no brain of plywise"):
            read_brain(path)
    path.write_text('{"plywise": "brain", "format": 2}\n')
    with pytest.raises(NewerVersion):
        read_brain(path)
    with pytest.raises(BadInput, match="there is no brain"):
        read_brain(tmp_path / "nowhere.jsonl")


def test_a_name_that_no_disk_takes_is_bad_input() -> None:
    with pytest.raises(BadInput, match="cannot be read: File name too long"):
        read_brain("b" * 5000)
