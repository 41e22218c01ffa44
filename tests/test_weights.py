"""Weight sets: files that are whole or refused, names with a hint, and what can be a unit."""

import json
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import small_runs
from plywise.errors import BadInput, BadSetting, DamagedFile, UnknownName
from plywise.evaluation.features import FeatureSet
from plywise.evaluation.weights import Weights, resolve, weight_sets
from plywise.evaluation.weights_file import FORMAT, EditedFile, checksum

OWN = Weights(
    game="chess", features="material", values=(0.1, 1 / 3, 2.5, -1e-300, 9.0), label="own"
)


@settings(max_examples=40)
@given(st.lists(st.floats(-1e6, 1e6), min_size=5, max_size=5))
def test_a_set_comes_back_from_its_file_to_the_bit(values: list[float]) -> None:
    weights = Weights(game="chess", features="material", values=tuple(values))
    with TemporaryDirectory() as folder:
        again = Weights.load(weights.save(Path(folder) / "set.json"))
    assert repr(again) == repr(weights)


def test_a_file_keeps_everything(tmp_path: Path) -> None:
    whole = Weights(
        **{**vars(OWN), "made_by": {"seed": 3, "rule": {"name": "tdleaf"}}, "scale": 50}
    )
    assert Weights.load(whole.save(tmp_path / "own.json")) == whole


def test_every_truncation_of_a_file_is_refused(tmp_path: Path) -> None:
    path = OWN.save(tmp_path / "own.json")
    data = path.read_bytes()
    for length in range(len(data)):
        path.write_bytes(data[:length])
        with pytest.raises(DamagedFile, match=r"own\.json"):
            Weights.load(path)


def test_every_changed_number_or_name_in_a_file_is_refused_or_noted(tmp_path: Path) -> None:
    path = OWN.save(tmp_path / "own.json")
    text = path.read_text()
    for place, letter in enumerate(text):
        if letter.isalnum():
            path.write_text(f"{text[:place]}{'1' if letter != '1' else '2'}{text[place + 1 :]}")
            with pytest.raises((BadInput, EditedFile), match=r"own\.json"):
                Weights.load(path)  # warnings are errors here


def test_a_file_edited_by_hand_is_taken_with_a_note(tmp_path: Path) -> None:
    path = resolve("chess/standard").save(tmp_path / "mine.json")
    path.write_text(path.read_text().replace("9.0", "9.75"))
    with pytest.warns(EditedFile, match=r"mine\.json was changed since plywise wrote it"):
        edited = Weights.load(path)
    assert edited.as_dict()["queen"] == 9.75
    edited.save(path)
    assert Weights.load(path) == edited


def test_packed_numbers_are_edited_by_no_hand(tmp_path: Path) -> None:
    path = resolve("backgammon/standard").save(tmp_path / "net.json")
    packed = json.loads(path.read_text())["values"]["float32"]
    path.write_text(path.read_text().replace(packed, "AAAA" + packed[4:]))
    with pytest.raises(DamagedFile, match="checksum"):
        Weights.load(path)


@pytest.mark.parametrize(
    ("changes", "hint"),
    [
        ({"format": "plywise-weights-9"}, "format"),
        ({"game": "ches"}, "did you mean 'chess'"),
        ({"features": "materiel"}, "did you mean 'material'"),
        ({"values": [1.0]}, "1 weights given"),
        ({"values": ["one"] * 5}, "finite numbers, got 'one'"),
        ({"values": [True] * 5}, "finite numbers, got True"),
        ({"values": 5}, "not a weights file"),
        ({"scale": 0}, "scale 0"),
        ({"names": ["pawn", "knight", "bishop", "queen", "rook"]}, "names the features"),
        ({"colour": "white"}, "not a weights file"),
    ],
)
def test_a_file_with_a_sound_checksum_may_still_be_wrong(
    tmp_path: Path, changes: dict[str, object], hint: str
) -> None:
    path = OWN.save(tmp_path / "own.json")
    body = json.loads(path.read_text()) | changes
    del body["sha256"]
    path.write_text(json.dumps({"sha256": checksum(body), **body}))
    with pytest.raises(BadInput, match=rf"own\.json.*{hint}"):
        Weights.load(path)


@pytest.mark.parametrize("text", ["", "[]", "3", "null", '{"sha256": 1}', "\x00"])
def test_what_is_no_weights_file_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "own.json"
    path.write_text(text)
    with pytest.raises(DamagedFile, match="not a weights file"):
        resolve(path)


def test_weights_may_be_meant_in_many_ways(tmp_path: Path) -> None:
    numbers = (1.0, 3.0, 3.0, 5.0, 9.0)
    named = dict(zip(OWN.names, numbers, strict=True))
    path = resolve("chess/standard").save(tmp_path / "set.json")
    ways = ["chess/standard", path, str(path), numbers, list(numbers), np.array(numbers), named]
    for way in ways:
        assert resolve(way).values == numbers


def test_a_run_means_the_mean_of_its_last_half_or_its_last_weights(tmp_path: Path) -> None:
    run = small_runs.play(small_runs.small(games=6), tmp_path)
    mean = run.history.weights[3:].mean(axis=0).tolist()
    for way in (run, tmp_path, str(tmp_path)):
        assert list(resolve(way).values) == pytest.approx(mean)
        assert list(resolve(way, last=True).values) == list(run.weights.values())


@pytest.mark.parametrize("what", [None, 3, ["one"] * 5, [1.0], {"pawn": 1.0}, object()])
def test_what_are_no_weights_is_refused(what: object) -> None:
    with pytest.raises(BadSetting, match=r"pawn, knight, bishop, rook, queen"):
        resolve(what)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["chess/standart", "x" * 5000, "", "chess/", "\0"])
def test_an_unknown_name_is_refused_with_the_known_ones(name: str) -> None:
    with pytest.raises(BadInput):
        resolve(name)


def test_a_mistyped_name_gets_a_hint() -> None:
    with pytest.raises(UnknownName, match="did you mean 'chess/standard'"):
        resolve("chess/standart")


def test_numbers_of_numpy_are_numbers() -> None:
    values = tuple(np.array([1.0, 3.0, 3.0, 5.0, 9.0]))
    assert Weights(game="chess", features="material", values=values).normalised()["rook"] == 5.0


def test_every_built_in_set_is_sound() -> None:
    for name in weight_sets():
        weights = resolve(name)
        assert weights.label == name
        unit = FeatureSet.named(weights.game, weights.features).unit
        # Antichess turns values round, and networks have no weight of a feature.
        if weights.as_dict().get(unit, 0.0) > 0:
            assert weights.normalised()[unit] == 1.0
    assert FORMAT.endswith("-1")


@pytest.mark.parametrize("pawn", [0.0, -0.5])
def test_only_a_positive_weight_can_be_the_unit(pawn: float) -> None:
    weights = Weights(game="chess", features="material", values=(pawn, 1.0, 1.0, 2.0, 4.0))
    with pytest.raises(BadSetting, match="only a positive weight can be the unit"):
        weights.normalised()
    assert weights.normalised("rook")["queen"] == 2.0
    with pytest.raises(UnknownName, match="did you mean 'queen'"):
        weights.normalised("quen")


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_a_weight_is_a_finite_number(value: float) -> None:
    with pytest.raises(BadSetting, match="finite"):
        Weights(game="chess", features="material", values=(1.0, 3.0, 3.0, 5.0, value))
