"""Checkpoints: whole or refused, and the previous one stands by."""

import random
import shutil
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import small_runs
from deeper import deeper
from plywise.errors import DamagedFile, NewerVersion
from plywise.runs import checkpoint
from plywise.runs.checkpoint import DamageWarning, decode, encode
from plywise.runs.trainer import Trainer

STATE: checkpoint.State = {"games": 7, "weights": [0.1, 1e-300, -0.0, 2.5], "name": "ψ"}
NUMBERS = st.floats(allow_nan=False, allow_infinity=False) | st.integers()


@given(st.dictionaries(st.text(), st.lists(NUMBERS) | st.text() | st.none()))
def test_a_state_comes_back_to_the_bit(state: checkpoint.State) -> None:
    assert repr(decode(encode(state))) == repr(state)


def test_every_truncation_is_refused() -> None:
    data = encode(STATE)
    for length in range(len(data)):
        with pytest.raises(DamagedFile, match="checksum"):
            decode(data[:length])


def test_every_flipped_bit_is_refused() -> None:
    data = encode(STATE)
    for bit in range(8 * len(data)):
        flipped = bytearray(data)
        flipped[bit // 8] ^= 1 << bit % 8
        with pytest.raises(DamagedFile, match="checksum"):
            decode(bytes(flipped))


@pytest.mark.parametrize("more", [b"\n", b" ", b"\0", b"{}"])
def test_bytes_behind_the_end_are_refused(more: bytes) -> None:
    with pytest.raises(DamagedFile, match="checksum"):
        decode(encode(STATE) + more)


def test_a_format_of_the_future_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkpoint, "FORMAT", 3)
    data = encode(STATE)
    monkeypatch.undo()
    with pytest.raises(NewerVersion, match="format 3, and this version of plywise reads up to 2"):
        decode(data)


def test_a_checkpoint_never_holds_what_json_cannot_say() -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        encode({"weights": [float("nan")]})


def test_the_latest_counts_and_the_one_before_is_kept(tmp_path: Path) -> None:
    assert checkpoint.load(tmp_path) is None
    for n in range(3):
        checkpoint.save(tmp_path, {"games": n})
    assert checkpoint.load(tmp_path) == {"games": 2}
    assert decode((tmp_path / "previous.json").read_bytes()) == {"games": 1}
    assert sorted(path.name for path in tmp_path.iterdir()) == ["latest.json", "previous.json"]


def test_a_crash_between_the_renames_loses_nothing(tmp_path: Path) -> None:
    checkpoint.save(tmp_path, {"games": 1})
    (tmp_path / "latest.json").rename(tmp_path / "previous.json")
    (tmp_path / "next.json").write_bytes(b"{")
    assert checkpoint.load(tmp_path) == {"games": 1}


def test_a_damaged_latest_gives_way_to_the_previous_with_a_warning(tmp_path: Path) -> None:
    checkpoint.save(tmp_path, {"games": 1})
    checkpoint.save(tmp_path, {"games": 2})
    (tmp_path / "latest.json").write_bytes(b"")
    with pytest.warns(DamageWarning, match=r"latest\.json: its checksum is wrong \(0 bytes\)"):
        assert checkpoint.load(tmp_path) == {"games": 1}
    (tmp_path / "previous.json").write_bytes(b"nonsense")
    with pytest.raises(DamagedFile, match=r"no sound checkpoint.*restore one of them"):
        checkpoint.load(tmp_path)


def test_a_damaged_latest_never_replaces_a_good_previous(tmp_path: Path) -> None:
    checkpoint.save(tmp_path, {"games": 1})
    checkpoint.save(tmp_path, {"games": 2})
    (tmp_path / "latest.json").write_bytes(b"nonsense")
    checkpoint.save(tmp_path, {"games": 3})
    assert checkpoint.load(tmp_path) == {"games": 3}
    assert decode((tmp_path / "previous.json").read_bytes()) == {"games": 1}


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of 8 games with two checkpoints, the previous one after game 7."""
    folder = tmp_path_factory.mktemp("finished")
    small_runs.play(small_runs.small(games=8), folder, checkpoint_seconds=0.0)
    return folder


def test_a_run_refuses_every_damage_to_its_checkpoint(finished: Path, tmp_path: Path) -> None:
    """1,000 flipped bits and every truncation of a real checkpoint."""
    good = (finished / "checkpoints" / "latest.json").read_bytes()
    chance = random.Random(1)
    for _ in range(deeper(1000, 100_000)):
        bad = bytearray(good)
        bad[chance.randrange(len(good))] ^= 1 << chance.randrange(8)
        with pytest.raises(DamagedFile):
            decode(bytes(bad))
    for length in range(len(good)):
        with pytest.raises(DamagedFile):
            decode(good[:length])


def copied(finished: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(finished, tmp_path / "run"))


def test_a_run_with_a_damaged_latest_goes_on_from_the_previous(
    finished: Path, tmp_path: Path
) -> None:
    whole = small_runs.play(small_runs.small(games=12))
    folder = copied(finished, tmp_path)
    latest = folder / "checkpoints" / "latest.json"
    latest.write_bytes(latest.read_bytes()[:-100])
    with pytest.warns(DamageWarning):
        run = small_runs.play(small_runs.small(games=12), folder, resume=True)
    assert small_runs.digest(run) == small_runs.digest(whole)


@pytest.mark.parametrize("name", ["metrics.jsonl", "games.txt"])
def test_a_run_whose_logs_do_not_fit_its_checkpoints_is_refused(
    finished: Path, tmp_path: Path, name: str
) -> None:
    folder = copied(finished, tmp_path)
    log = folder / name
    log.write_bytes(log.read_bytes()[:10])
    with pytest.raises(DamagedFile, match=rf"{name} is shorter or other than it says"):
        small_runs.play(small_runs.small(games=12), folder, resume=True)


def test_a_run_that_lost_its_checkpoints_is_refused_and_keeps_its_games(
    finished: Path, tmp_path: Path
) -> None:
    folder = copied(finished, tmp_path)
    shutil.rmtree(folder / "checkpoints")
    before = small_runs.traces(folder)
    with pytest.raises(DamagedFile, match="has games but no checkpoint"):
        small_runs.play(small_runs.small(games=12), folder, resume=True)
    assert small_runs.traces(folder) == before


def test_a_run_whose_last_line_was_lost_is_made_good_from_the_previous(
    finished: Path, tmp_path: Path
) -> None:
    folder = copied(finished, tmp_path)
    before = small_runs.traces(folder)
    metrics = folder / "metrics.jsonl"
    metrics.write_bytes(metrics.read_bytes()[:-5])
    with pytest.warns(DamageWarning, match=r"metrics\.jsonl is shorter"):
        Trainer(small_runs.small(games=8), folder, resume=True, workers=1).run()
    assert small_runs.traces(folder) == before
