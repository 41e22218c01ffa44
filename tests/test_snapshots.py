"""Weights on the disk: exact, whole or refused, and never more than fits."""

import zlib
from pathlib import Path

import numpy as np
import pytest

import made_up
from plywise.errors import DamagedFile, NewerVersion
from plywise.files import Mark
from plywise.runs import snapshots
from plywise.runs.snapshots import SnapshotFile, SnapshotLog, newest, record_size

NAMES = ("pawn", "knight", "läufer")
GAMES = 12


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made_up.write(tmp_path / "run", NAMES, GAMES)
    return tmp_path / "run"


@pytest.fixture
def path(folder: Path) -> Path:
    return folder / "weights-every-1.bin"


def test_numbers_come_back_to_the_bit(tmp_path: Path) -> None:
    odd = [[0.1, -0.0, 5e-324], [1e308, -1 / 3, np.nextafter(1.0, 2.0)]]
    log = SnapshotLog(tmp_path, NAMES)
    for game, weights in enumerate(odd, start=1):
        log.append(game, weights, weights[::-1])
    log.close()
    file = SnapshotFile.open(log.path, NAMES)
    records = file.read(0, 2)
    assert records["weights"].tobytes() == np.array(odd).tobytes()
    assert records["rates"].tobytes() == np.array(odd)[:, ::-1].tobytes()
    assert (file.every, file.count, file.last_game) == (1, 2, 2)


def test_the_form_is_the_documented_one(path: Path) -> None:
    data, size = path.read_bytes(), record_size(len(NAMES))
    assert len(data) == 64 + GAMES * size
    assert data[:8] == b"plywisew"
    assert np.frombuffer(data, "<u4", 2, offset=8).tolist() == [1, len(NAMES)]
    assert np.frombuffer(data, "<u8", 1, offset=16).tolist() == [1]
    weights, rates = made_up.tables(len(NAMES), GAMES)
    third = data[64 + 2 * size : 64 + 3 * size]
    assert np.frombuffer(third, "<u8", 1).tolist() == [3]
    assert np.frombuffer(third, "<f8", 6, offset=8).tolist() == [*weights[2], *rates[2]]
    assert np.frombuffer(third, "<u8", 1, offset=56).tolist() == [zlib.crc32(third[:56])]


def test_a_file_cut_at_any_byte_has_its_whole_records(path: Path) -> None:
    data, size = path.read_bytes(), record_size(len(NAMES))
    weights, _ = made_up.tables(len(NAMES), GAMES)
    for length in range(len(data)):
        path.write_bytes(data[:length])
        file = SnapshotFile.open(path, NAMES)
        assert file.count == max(0, length - 64) // size
        assert (file.read(0, file.count)["weights"] == weights[: file.count]).all()


def test_every_flipped_bit_is_refused(path: Path) -> None:
    data = path.read_bytes()[: 64 + 2 * record_size(len(NAMES))]
    for bit in range(8 * len(data)):
        flipped = bytearray(data)
        flipped[bit // 8] ^= 1 << bit % 8
        path.write_bytes(flipped)
        with pytest.raises((DamagedFile, NewerVersion)):
            SnapshotFile.open(path, NAMES).read(0, 2)


def test_the_damaged_record_is_named_by_its_game(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[64 + 4 * record_size(len(NAMES)) + 20] ^= 1
    path.write_bytes(data)
    with pytest.raises(DamagedFile, match=r"weights-every-1\.bin: the record of game 5 is damaged"):
        SnapshotFile.open(path, NAMES).read(0, GAMES)


def test_snapshots_of_other_weights_are_refused(path: Path) -> None:
    for names in (("pawn", "knight"), ("knight", "pawn", "läufer"), ("pawn", "knight", "laufer")):
        with pytest.raises(DamagedFile, match=f"the {len(names)} weights of this run"):
            SnapshotFile.open(path, names)


def test_a_format_of_the_future_is_refused(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as later:
        later.setattr(snapshots, "FORMAT", 2)
        SnapshotLog(folder, NAMES).close()
    with pytest.raises(NewerVersion, match="newer version of plywise"):
        newest(folder, NAMES)


def test_a_log_goes_on_at_its_mark_and_cuts_off_the_rest(folder: Path, path: Path) -> None:
    whole, size = path.read_bytes(), record_size(len(NAMES))
    first = whole[: 64 + 5 * size]
    weights, rates = made_up.tables(len(NAMES), GAMES)
    path.write_bytes(first + whole[: size // 2])
    log = SnapshotLog(folder, NAMES, 1, Mark(length=len(first), crc=zlib.crc32(first)))
    for game in range(6, GAMES + 1):
        log.append(game, weights[game - 1], rates[game - 1])
    log.close()
    assert path.read_bytes() == whole
    assert log.mark == {"every": 1, "length": len(whole), "crc": zlib.crc32(whole)}


@pytest.mark.parametrize("games", [1, 7, 8, 9, 100])
def test_thinning_keeps_every_other_game_and_the_marks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, games: int
) -> None:
    monkeypatch.setattr(snapshots, "BLOCK", 3 * record_size(len(NAMES)))
    monkeypatch.setattr(snapshots, "LIMIT", 64 + 8 * record_size(len(NAMES)))
    made_up.write(tmp_path, NAMES, games)
    file = newest(tmp_path, NAMES)
    assert file is not None
    weights, _ = made_up.tables(len(NAMES), games)
    assert file.count == games // file.every <= 8
    assert file.every == 1 or games // (file.every // 2) > 8
    read = file.read(0, file.count)
    assert (read["weights"] == weights[file.every - 1 :: file.every]).all()
    assert read["game"].tolist() == list(range(file.every, games + 1, file.every))


def test_of_two_files_the_one_that_reaches_further_counts(folder: Path) -> None:
    """As a kill in the midst of thinning leaves them: the old one goes on, or the new one does."""
    log = SnapshotLog(folder, NAMES)
    weights, rates = made_up.tables(len(NAMES), GAMES)
    for game in range(1, GAMES + 1):
        log.append(game, weights[game - 1], rates[game - 1])
    thinned = log.thinned()
    assert len(list(folder.glob("*.bin"))) == 2
    found = newest(folder, NAMES)
    assert found is not None
    assert found.last_game == GAMES
    for game in range(GAMES + 1, GAMES + 5):
        thinned.append(game, weights[0], rates[0])
    thinned.close()
    found = newest(folder, NAMES)
    assert found is not None
    assert (found.every, found.last_game) == (2, GAMES + 4)
