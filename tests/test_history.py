"""Reading the history of a run: like arrays, in bounded memory, and again in no time."""

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import made_up
from plywise.errors import BadSetting, DamagedFile
from plywise.runs import columns, pyramid, snapshots
from plywise.runs.history import History, read_history
from plywise.runs.line_index import LineIndex
from plywise.runs.rows import Rows, rows_of
from plywise.runs.snapshots import record_size

NAMES = ("pawn", "knight", "bishop")
GAMES = 700
TABLE = made_up.tables(3, 50)[0]
ROWS = Rows(lambda first, end: TABLE[first:end], (50, 3), block=7)
INDEXES = st.one_of(
    st.integers(-50, 49),
    st.slices(50),
    st.tuples(st.slices(50), st.integers(-3, 2)),
    st.tuples(st.slices(50), st.slices(3)),
    st.tuples(st.integers(-50, 49), st.integers(0, 2)),
    st.lists(st.integers(-50, 49), max_size=5).map(lambda n: np.array(n, dtype=np.intp)),
)


def read(folder: Path) -> History:
    return read_history(folder / "metrics.jsonl", NAMES)


@pytest.fixture
def eager(monkeypatch: pytest.MonkeyPatch) -> None:
    """Caches are kept for short runs too, and blocks are short."""
    monkeypatch.setattr(columns, "WORTH_KEEPING", 1)
    monkeypatch.setattr(pyramid, "WORTH_KEEPING", 1)
    monkeypatch.setattr(pyramid, "FEW", 0)
    monkeypatch.setattr(snapshots, "BLOCK", 40 * record_size(len(NAMES)))


@pytest.fixture
def folder(tmp_path: Path, eager: None) -> Path:
    made_up.write(tmp_path / "run", NAMES, GAMES)
    return tmp_path / "run"


# ---- rows --------------------------------------------------------------------------------------


@given(INDEXES)
def test_rows_are_indexed_like_an_array(index: object) -> None:
    assert np.array_equal(ROWS[index], TABLE[index])


def test_rows_do_what_arrays_do() -> None:
    assert (ROWS.shape, ROWS.ndim, len(ROWS), ROWS.dtype) == ((50, 3), 2, 50, np.float64)
    assert ROWS.tolist() == TABLE.tolist()
    assert ROWS.tobytes() == TABLE.tobytes()
    assert [row.tolist() for row in ROWS] == TABLE.tolist()
    assert np.array_equal(ROWS / ROWS[-1], TABLE / TABLE[-1])
    assert np.array_equal(ROWS > 1.0, TABLE > 1.0)
    assert np.array_equal(ROWS.T, TABLE.T)
    assert ROWS.max() == TABLE.max()
    assert ROWS.mean() == TABLE.mean()
    with pytest.raises(IndexError):
        ROWS[50]


@given(st.integers(0, 49), st.integers(1, 50))
def test_means_and_spreads_have_the_bits_of_numpy(first: int, count: int) -> None:
    part = TABLE[first : first + count]
    rows = slice(first, min(first + count, 50))
    assert ROWS.mean(axis=0, rows=rows).tobytes() == part.mean(axis=0).tobytes()
    assert ROWS.std(axis=0, rows=rows).tobytes() == part.std(axis=0).tobytes()


# ---- history -----------------------------------------------------------------------------------


def test_the_history_has_every_number_of_every_game(folder: Path) -> None:
    history = read(folder)
    weights, rates = made_up.tables(3, GAMES)
    assert (history.every, len(history)) == (1, GAMES)
    assert history.kept.tolist() == history.game.tolist() == list(range(1, GAMES + 1))
    assert np.array_equal(history.weights, weights)
    assert np.array_equal(history.rates, rates)
    for name in ("trace_decay", "outcome", "plies", "nodes", "seconds", "version", "reason"):
        wanted = [getattr(made_up.metrics(n, [], []), name) for n in range(1, GAMES + 1)]
        assert list(getattr(history, name)) == wanted


def test_another_look_takes_the_kept_columns_and_reads_on(folder: Path) -> None:
    assert len(read(folder)) == GAMES
    metrics, cache = folder / "metrics.jsonl", folder / "history-games.cache"
    assert cache.exists()
    lines = metrics.read_text().splitlines(keepends=True)
    # Lines that were read are not looked at again: one that says nonsense goes unnoticed.
    metrics.write_text("x" * (len(lines[0]) - 1) + "\n" + "".join(lines[1:]))
    assert read(folder).plies.tolist() == [n % 7 for n in range(1, GAMES + 1)]
    cache.unlink()
    with pytest.raises(DamagedFile, match=r"metrics\.jsonl, line 1"):
        read(folder)


def test_kept_columns_are_read_anew_when_the_file_was_cut_back_or_is_another(folder: Path) -> None:
    first = read(folder)
    metrics = folder / "metrics.jsonl"
    whole = metrics.read_text()
    lines = whole.splitlines(keepends=True)
    metrics.write_text("".join(lines[:500]) + lines[500][:9])
    assert len(read(folder)) == 500
    other = [json.loads(line) | {"plies": 99} for line in lines]
    metrics.write_text("".join(json.dumps(line) + "\n" for line in other))
    assert set(read(folder).plies.tolist()) == {99}
    metrics.write_text(whole)
    assert read(folder).plies.tolist() == first.plies.tolist()


@pytest.mark.parametrize("damage", ["", "{}", "\0", '{"kind":"games","format":1,"arrays":3}\n'])
@pytest.mark.parametrize("name", ["history-games.cache", "history-weights.cache"])
def test_a_damaged_cache_is_as_good_as_none(folder: Path, name: str, damage: str) -> None:
    before = read(folder).buckets(50)
    (folder / name).write_text(damage)
    assert np.array_equal(read(folder).buckets(50).weights.mean, before.weights.mean)
    data = bytearray((folder / name).read_bytes())
    data[-1] ^= 1
    (folder / name).write_bytes(data)
    history = read(folder)
    assert np.array_equal(history.buckets(50).weights.mean, before.weights.mean)
    assert history.reason[-1] == ("checkmate", "repetition")[GAMES % 2]


def test_a_folder_that_may_not_be_written_to_is_read_without_a_cache(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("plywise.runs.derived.write_pieces", refuse)
    assert read(folder).buckets(10).game[-1] == GAMES
    assert not list(folder.glob("*.cache"))


def test_the_history_ends_where_lines_and_weights_are_both_known(folder: Path) -> None:
    path = folder / "weights-every-1.bin"
    path.write_bytes(path.read_bytes()[: 64 + 300 * record_size(3) + 5])
    assert len(read(folder)) == len(read(folder).weights) == 300
    path.unlink()
    with pytest.raises(DamagedFile, match=r"no weights, and no weights-every-….bin beside"):
        read(folder)


def test_a_run_that_is_cut_back_under_a_reader_is_said_so(folder: Path) -> None:
    history = read(folder)
    path = folder / "weights-every-1.bin"
    path.write_bytes(path.read_bytes()[:300])
    with pytest.raises(DamagedFile, match="shorter than when the run was loaded; load it again"):
        _ = history.weights[-1]


def test_of_a_run_with_too_many_numbers_every_kth_game_is_there(
    tmp_path: Path, eager: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(snapshots, "LIMIT", 100 * record_size(3))
    made_up.write(tmp_path / "run", NAMES, GAMES)
    history = read(tmp_path / "run")
    weights, rates = made_up.tables(3, GAMES)
    assert (len(history), history.every, len(history.kept)) == (GAMES, 8, GAMES // 8)
    assert np.array_equal(history.weights, weights[7::8])
    assert np.array_equal(history.rates, rates[7::8])
    assert history.kept[-1] == 696
    assert history.kept_tail(0.5) == slice(43, 87)


# ---- buckets -----------------------------------------------------------------------------------


@settings(deadline=None)
@given(
    st.integers(1, 200),
    st.integers(1, GAMES),
    st.integers(0, GAMES),
    st.sampled_from([1, 2, 4]),
    st.sampled_from([0, 10**9]),
)
def test_buckets_are_what_numpy_finds(
    most: int, first: int, more: int, every: int, few: int
) -> None:
    weights, rates = made_up.tables(3, GAMES)
    history = _histories()[every]
    last = min(GAMES, first + more)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pyramid, "FEW", few)
        found = history.buckets(most, first=first, last=last)
    begin = (found.game - every * found.count) // every
    assert len(found) <= most
    if len(found):
        assert begin[0] * every < first + every - 1
        assert len(found) > 1 or most == 1 or few == 0 or last - first < 2 * every
        assert found.game[-1] >= last or found.game[-1] == history.kept[-1]
        assert (found.game[:-1] // every == begin[1:]).all()
    for n, (start, end) in enumerate(zip(begin, found.game // every, strict=True)):
        for table, band in ((weights, found.weights), (rates, found.rates)):
            part = table[every - 1 :: every][start:end]
            assert band.mean[n] == pytest.approx(part.mean(axis=0), rel=1e-12)
            assert (band.low[n] == part.min(axis=0)).all()
            assert (band.high[n] == part.max(axis=0)).all()


_KEPT: dict[int, History] = {}


def _histories() -> dict[int, History]:
    """Of runs that keep every game, every other, and every fourth."""
    if not _KEPT:
        import tempfile

        for every in (1, 2, 4):
            folder = Path(tempfile.mkdtemp(prefix="plywise-test-"))
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(snapshots, "LIMIT", 64 + GAMES // every * record_size(3))
                made_up.write(folder, NAMES, GAMES)
            _KEPT[every] = read(folder)
            assert _KEPT[every].every == every
    return _KEPT


def test_the_pyramid_is_kept_and_goes_on_where_it_ended(folder: Path) -> None:
    made_up.write(folder, NAMES, 500)
    read(folder).buckets(5)
    cache = folder / "history-weights.cache"
    before = cache.read_bytes()
    made_up.write(folder, NAMES, 520)
    grown = read(folder).buckets(5)
    assert grown.game.tolist()[-1] == 520
    assert cache.read_bytes() == before, "too little has come to write it again"
    made_up.write(folder, NAMES, 700)
    read(folder).buckets(5)
    assert cache.read_bytes() != before
    cache.unlink()
    anew = read(folder).buckets(5)
    assert anew.game[-1] == 700
    assert cache.exists()


def test_a_pyramid_of_other_weights_is_not_taken(folder: Path) -> None:
    before = read(folder).buckets(5)
    path = folder / "weights-every-1.bin"
    path.unlink()
    weights, rates = made_up.tables(3, GAMES, seed=2)
    log = snapshots.SnapshotLog(folder, NAMES)
    for game in range(1, GAMES + 1):
        log.append(game, weights[game - 1], rates[game - 1])
    log.close()
    after = read(folder).buckets(5)
    assert (after.weights.low != before.weights.low).any()
    assert after.weights.low.min() == weights.min()


@pytest.mark.parametrize(
    "wrong", [{"most": 0}, {"most": 1.5}, {"first": 0}, {"first": 9, "last": 8}]
)
def test_wrong_buckets_are_refused(folder: Path, wrong: dict[str, int]) -> None:
    with pytest.raises(BadSetting):
        read(folder).buckets(**{"most": 5, **wrong})


# ---- old runs, and lines -----------------------------------------------------------------------


def test_the_lines_of_an_old_run_have_its_weights(tmp_path: Path) -> None:
    made_up.write(tmp_path, NAMES, 30, old=True)
    history, (weights, rates) = read(tmp_path), made_up.tables(3, 30)
    assert np.array_equal(history.weights, weights)
    assert np.array_equal(history.rates, rates)
    assert np.allclose(history.buckets(30).weights.mean, weights)


def test_an_old_run_too_long_for_memory_is_thinned_as_it_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made_up.write(tmp_path, NAMES, 100, old=True)
    monkeypatch.setattr(columns, "MOST_NUMBERS", 40 * 3)
    history, (weights, _) = read(tmp_path), made_up.tables(3, 100)
    assert (len(history), history.every) == (100, 4)
    assert np.array_equal(history.weights, weights[3::4])


def test_a_line_is_found_by_its_number_also_in_a_file_that_grows(tmp_path: Path) -> None:
    path, lines = tmp_path / "games.txt", [f"game {n} {'x' * (n % 40)}" for n in range(1, 1001)]
    index = LineIndex(path)
    assert index.line(1) is None
    for count in (1, 63, 64, 65, 500, 1000, 200):
        path.write_text("".join(line + "\n" for line in lines[:count]) + "half")
        for number in {1, 2, 63, 64, 65, 128, 129, count // 2 + 1, count}:
            assert index.line(number) == (lines[number - 1] if number <= count else None)
        assert index.line(count + 1) is None


def test_rows_of_an_array_are_that_array() -> None:
    assert np.array_equal(rows_of(TABLE), TABLE)
