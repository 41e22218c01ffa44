"""What pieces are worth: values with errors, what may be said about them, and their exports."""

import ast
import json
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import plywise as pw
from conftest import require_engine
from plywise.cli.app import app
from plywise.games.declared import facts_of
from plywise.learning.config import LearnConfig
from plywise.learning.usual import steady
from plywise.valuing import measure, weights_export
from plywise.valuing.export import FORMS, export
from plywise.valuing.table import table
from test_cli import as_json, plywise, refusal

SMALL: dict[str, Any] = {"seeds": 2, "games": 12, "depth": 1, "match_games": 4}
COMMAND = ["values", "chess", "--seeds", "2", "--games", "12", "--depth", "1", "--match-games", "4"]
CLEAR = (
    (0.50, 1.40, 1.50, 2.40, 4.9),
    (0.60, 1.60, 1.70, 2.80, 5.7),
    (0.55, 1.50, 1.60, 2.60, 5.3),
)


def made_up(runs: tuple[tuple[float, ...], ...] = CLEAR, **changes: Any) -> pw.Values:
    """Values as if they had been learnt."""
    seeds = tuple(range(1, len(runs) + 1))
    found = pw.Values(
        game="chess", features="material", depth=2, seeds=seeds, games=(500,) * len(runs), runs=runs
    )
    return replace(found, **changes)


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> pw.Values:
    """A small measurement, made once."""
    return pw.values("chess", out=tmp_path_factory.mktemp("values"), **SMALL)


# ---- the numbers -----------------------------------------------------------------------------


def test_values_are_ratios_of_means_and_the_unit_is_one() -> None:
    means = np.mean(CLEAR, axis=0)
    assert list(made_up().values.values()) == pytest.approx(list(means / means[0]))
    assert made_up().values["pawn"] == 1.0


def test_the_unit_has_no_error_and_a_common_scale_makes_none() -> None:
    # Every seed has the same proportions at another scale: nothing about them is uncertain.
    one = np.array([0.5, 1.5, 1.6, 2.5, 4.5])
    found = made_up(tuple(tuple((one * size).tolist()) for size in (0.9, 1.0, 1.1)))
    assert found.errors == pytest.approx(dict.fromkeys(found.values, 0.0), abs=1e-12)
    assert found.raw_errors["queen"] > 0.2


def test_errors_are_what_resampling_the_seeds_gives() -> None:
    rng = np.random.default_rng(1)
    runs = rng.normal([0.5, 1.5, 1.6, 2.5, 4.5], [0.02, 0.1, 0.1, 0.1, 0.3], (400, 5))
    found = made_up(tuple(map(tuple, runs.tolist())))
    drawn = runs[rng.integers(0, 400, (2000, 400))].mean(axis=1)
    ratios = drawn / drawn[:, :1]
    assert list(found.errors.values())[1:] == pytest.approx(ratios.std(axis=0)[1:], rel=0.1)


@pytest.mark.parametrize(
    ("pawns", "told"),
    [((-0.5, -0.6, -0.55), "is a burden"), ((0.5, -0.4, 0.1), "is not clearly above 0")],
    ids=["below 0", "anywhere"],
)
def test_a_unit_that_is_worth_nothing_for_certain_leaves_values_as_learnt(
    pawns: Any, told: str
) -> None:
    found = made_up(tuple((pawn, *run[1:]) for pawn, run in zip(pawns, CLEAR, strict=True)))
    assert not found.is_normalised
    assert found.values == found.raw
    assert found.errors == found.raw_errors
    assert f"{told} and cannot be the unit: as learnt" in str(found)


def test_values_below_zero_are_shown_as_they_are_and_without_a_bar() -> None:
    found = made_up(tuple((*run[:3], -run[3], run[4]) for run in CLEAR))
    row = next(line for line in table(found) if line.startswith("rook"))
    assert "-4.73" in row
    assert "█" not in row


def test_neighbours_within_their_errors_are_named() -> None:
    assert made_up().alike == []
    runs = ((0.5, 1.4, 1.5, 2.4, 4.9), (0.6, 1.7, 1.5, 2.8, 5.7), (0.55, 1.5, 1.65, 2.6, 5.3))
    assert made_up(runs).alike == [["knight", "bishop"]]
    assert "the errors do not tell apart: knight, bishop" in str(made_up(runs))


def test_one_seed_has_values_and_no_errors() -> None:
    found = made_up(CLEAR[:1])
    assert found.errors is None
    assert found.alike == []
    assert "one seed tells nothing about errors" in str(found)
    assert found.values["queen"] == pytest.approx(9.8)


def test_the_longest_bar_belongs_to_the_queen() -> None:
    bars = {line.split()[0]: line.count("█") for line in table(made_up())[2:7]}
    assert max(bars, key=bars.__getitem__) == "queen"
    assert bars["pawn"] < bars["knight"] <= bars["bishop"] < bars["rook"] < bars["queen"] == 30


# ---- the measurement -------------------------------------------------------------------------


def test_the_runs_are_those_of_learn(found: pw.Values) -> None:
    run = pw.learn("chess", games=12, search={"depth": 1}, seed=2, gate_every=0, **steady("chess"))
    assert found.runs[1] == pytest.approx(tuple(run.mean().values()), rel=1e-12)
    assert (found.seeds, found.games) == ((1, 2), (12, 12))


def test_the_mean_weights_play_the_start_and_the_published_set(found: pw.Values) -> None:
    assert list(found.matches) == ["start", "chess/standard"]
    weights = found.matches["start"].settings["a"]["weights"]
    assert list(weights.values()) == pytest.approx(list(np.mean(found.runs, axis=0)))
    assert found.score == found.matches["start"].score
    assert list(found.matches["start"].settings["b"]["weights"].values()) == [1.0] * 5


@pytest.mark.parametrize("workers", [1, 3])
def test_the_result_does_not_depend_on_the_workers(found: pw.Values, workers: int) -> None:
    again = pw.values("chess", workers=workers, **SMALL)
    assert again.runs == found.runs
    assert again.matches["start"].as_dict() == found.matches["start"].as_dict()


def test_a_measurement_that_was_broken_off_goes_on(tmp_path: Path, found: pw.Values) -> None:
    def broken_off(standing: measure.Standing) -> None:
        if standing.games == 9:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        pw.values("chess", out=tmp_path, workers=1, on_progress=broken_off, **SMALL)
    assert 0 < len(pw.load(tmp_path / "seed-1").history) < 12
    seen: list[int] = []
    again = pw.values(
        "chess", out=tmp_path, workers=1, on_progress=lambda s: seen.append(s.games), **SMALL
    )
    assert again.runs == found.runs
    assert len(seen) < 24 == seen[-1]


def test_a_finished_folder_answers_for_fewer_games_too(tmp_path: Path) -> None:
    pw.values("chess", out=tmp_path, **SMALL)
    fewer = pw.values("chess", out=tmp_path, **{**SMALL, "games": 6})
    fresh = pw.values("chess", **{**SMALL, "games": 6})
    assert fewer.runs == fresh.runs
    more = pw.values("chess", out=tmp_path, **{**SMALL, "games": 14})
    assert more.games == (14, 14)


def test_a_folder_of_other_settings_is_refused(tmp_path: Path) -> None:
    pw.values("chess", out=tmp_path, **SMALL)
    with pytest.raises(pw.BadSetting, match=r"search.depth = 1, not 2"):
        pw.values("chess", out=tmp_path, **{**SMALL, "depth": 2})


def test_the_folder_keeps_the_result(tmp_path: Path) -> None:
    found = pw.values("chess", out=tmp_path, **SMALL)
    kept = json.loads((tmp_path / measure.FILE).read_text())
    assert kept["values"] == found.values
    assert kept["matches"]["start"]["games"] == 4


def test_a_seed_that_ran_away_is_left_out_and_named() -> None:
    wild = {"step_size": "coherence:c=50", "games": 60, "match_games": 0}
    with pytest.raises(pw.WeightsDiverged):
        pw.values("chess", **{**SMALL, **wild})


def test_time_ends_a_measurement_in_order() -> None:
    found = pw.values("chess", seeds=2, games=100_000, depth=1, minutes=0.02, match_games=0)
    assert all(0 < games < 100_000 for games in found.games)
    assert found.matches == {}
    assert (found.score, found.score_error) == (None, None)


def test_bad_sizes_are_named_all_at_once() -> None:
    with pytest.raises(pw.BadSetting, match=r"seeds must .* 0; games must .* 0; match_games .* 3"):
        pw.values("chess", seeds=0, games=0, match_games=3)


# ---- for other programs ----------------------------------------------------------------------


@pytest.mark.parametrize("form", FORMS)
def test_every_form_names_every_piece_or_its_letter(form: str) -> None:
    text = export(made_up(), form).lower()
    names = "p: n: b: r: q:" if form == "variants-ini" else "pawn knight bishop rook queen"
    assert all(name in text for name in names.split())


def test_python_runs_the_constants() -> None:
    constants: dict[str, Any] = {}
    exec(export(made_up(), "python"), constants)
    assert (constants["PAWN"], constants["QUEEN"]) == (1.0, 9.636)


def test_a_compiler_takes_the_constants_of_rust(tmp_path: Path) -> None:
    main = 'mod values { include!("values.rs"); }\nfn main() { println!("{}", values::QUEEN); }\n'
    lines = export(made_up(), "rust").splitlines()
    body = [line.replace("//!", "//") for line in lines]  # an included file has no inner comments
    (tmp_path / "values.rs").write_text("\n".join(body))
    assert (
        _built(tmp_path, "main.rs", main, ["rustc", "-D", "warnings", "-A", "dead_code"]) == "9.636"
    )


def test_a_compiler_takes_the_header_of_c(tmp_path: Path) -> None:
    (tmp_path / "values.h").write_text(export(made_up(), "c"))
    twice = '#include "values.h"\n#include "values.h"\n#include <stdio.h>\n'
    main = twice + 'int main(void) { printf("%g", CHESS_QUEEN); return 0; }\n'
    command = ["cc", "-std=c99", "-pedantic", "-Wall", "-Werror", "-Wno-unused"]
    assert _built(tmp_path, "main.c", main, command) == "9.636"


def test_constants_of_a_variant_have_its_name_and_not_its_folder(tmp_path: Path) -> None:
    (tmp_path / "my.ini").write_text("[small:chess]\n")
    game = pw.game(f"{tmp_path / 'my.ini'}:small").name
    found = made_up(game=game)
    weights = weights_export.sheet(found.weights)
    for header in (export(found, "c"), weights_export.export(weights, "c")):
        assert "static const double SMALL_QUEEN" in header
        assert str(tmp_path.parent).upper() not in header.upper().replace("_", "/")


@pytest.mark.parametrize(("form", "tool"), [("rust", "rustc"), ("c", "cc")])
def test_boards_are_arrays_of_rows(form: str, tool: str, tmp_path: Path) -> None:
    names = pw.game("chess").features("ranks-rings").names
    runs = (tuple(0.01 * n + 0.5 for n in range(len(names))),)
    found = made_up(runs, features="ranks-rings")
    value = round(runs[0][names.index("knight_ring4")] / 0.5, 3)
    if form == "rust":
        text = export(found, form).replace("//!", "//")
        main = text + 'fn main() { println!("{}", KNIGHT_PLACES[3][3]); }\n'
        command = ["rustc", "-D", "warnings", "-A", "dead_code"]
    else:
        main = "#include <stdio.h>\n" + export(found, form)
        main += 'int main(void) { printf("%g", CHESS_KNIGHT_PLACES[3][3]); return 0; }\n'
        command = ["cc", "-std=c99", "-Wall", "-Wno-unused"]
    assert (
        float(_built(tmp_path, f"main.{'rs' if form == 'rust' else 'c'}", main, command)) == value
    )
    constants: dict[str, Any] = {}
    exec(export(found, "python"), constants)
    assert constants["KNIGHT_PLACES"][3][3] == value
    assert constants["PAWN_PLACES"][0][0] == 0.0  # no pawn stands on the last rank


def _built(folder: Path, name: str, text: str, command: list[str]) -> str:
    """What a program of one file prints."""
    (folder / name).write_text(text)
    build = [*command, name, "-o", "program"]
    done = subprocess.run(build, cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    ran = subprocess.run([folder / "program"], capture_output=True, text=True, check=True)
    return ran.stdout.strip()


def test_a_variant_file_has_the_keys_and_proportions_of_fairy_stockfish() -> None:
    lines = export(made_up(), "variants-ini").splitlines()
    assert lines[-3] == "[plywise-chess:chess]"
    for line, own in zip(
        lines[-2:], (126 + 781 + 825 + 1276 + 2538, 208 + 854 + 915 + 1380 + 2682), strict=True
    ):
        key, _, told = line.partition(" = ")
        assert key in ("pieceValueMg", "pieceValueEg")
        values = {letter: int(value) for letter, value in (p.split(":") for p in told.split())}
        assert sum(values.values()) == pytest.approx(own, abs=3)
        assert values["q"] / values["p"] == pytest.approx(made_up().values["queen"], rel=0.01)


def test_a_value_of_nothing_is_no_zero_which_would_mean_the_engines_own() -> None:
    text = export(made_up(tuple((*run[:3], 0.0, run[4]) for run in CLEAR)), "variants-ini")
    assert " r:1 " in text


def test_values_below_zero_keep_their_sign_in_a_variant_file() -> None:
    text = export(made_up(tuple((*run[:3], -run[3], run[4]) for run in CLEAR)), "variants-ini")
    assert " r:-" in text


@pytest.mark.engine
def test_fairy_stockfish_loads_the_file_and_plays_with_it(tmp_path: Path) -> None:
    # The engine of Debian (11.1) is older than the keys: it says so, and loads the variant.
    engine = require_engine("fairy-stockfish")
    path = tmp_path / "variants.ini"
    path.write_text(export(made_up(), "variants-ini"))
    checked = subprocess.run(
        [engine, "check", path], capture_output=True, text=True, input="quit\n"
    )
    complaints = [line for line in checked.stderr.splitlines() if not line.startswith("Parsing")]
    assert all(line.startswith("Invalid option: pieceValue") for line in complaints), complaints
    words = [
        f"setoption name VariantPath value {path}",
        "setoption name UCI_Variant value plywise-chess",
        "uci",
        "position startpos",
        "go depth 2",
        "quit",
    ]
    played = subprocess.run([engine], input="\n".join(words) + "\n", capture_output=True, text=True)
    assert "info string variant plywise-chess" in played.stdout
    assert "bestmove" in played.stdout


def test_a_game_that_the_engine_does_not_have_is_refused_with_those_it_has() -> None:
    other = next((name for name in pw.game_names() if facts_of(name).fairy is None), None)
    if other is None:
        pytest.skip("every game is one of Fairy-Stockfish's")
    features = pw.game(other).feature_sets[0]
    found = made_up(
        (tuple(pw.game(other).features(features).starts),), game=other, features=features
    )
    with pytest.raises(pw.BadSetting, match=f"no {other} to derive from.* atomic"):
        export(found, "variants-ini")


# ---- the command -----------------------------------------------------------------------------


def test_the_command_prints_a_table_and_the_matches(tmp_path: Path) -> None:
    told = plywise(*COMMAND, "--out", tmp_path / "w").stdout
    assert all(name in told for name in ("pawn", "queen", "±", "against start", "chess/standard"))


def test_the_command_has_the_keys_of_the_specification(tmp_path: Path) -> None:
    found = as_json(*COMMAND, "--out", tmp_path / "w")
    assert list(found["values"]) == ["pawn", "knight", "bishop", "rook", "queen"]
    assert set(found["errors"]) == set(found["values"])
    assert 0 <= found["score"] <= 1
    assert found["score_error"] >= 0
    assert found["out"] == str(tmp_path / "w")


def test_the_command_goes_on_in_its_own_folder_by_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    first = plywise(*COMMAND).stdout
    assert (tmp_path / "runs" / "values-chess-material-depth-1" / "seed-2").is_dir()
    again = plywise(*COMMAND)
    assert again.stdout == first
    assert "games/s" not in again.stderr  # nothing was learnt a second time


def test_the_command_exports_what_a_program_can_read(tmp_path: Path) -> None:
    told = plywise(*COMMAND, "--out", tmp_path / "w", "--export", "python").stdout
    names = [node.targets[0].id for node in ast.parse(told).body]  # type: ignore[attr-defined]
    assert names == ["PAWN", "KNIGHT", "BISHOP", "ROOK", "QUEEN"]


def test_an_unknown_form_is_refused_before_anything_is_learnt(tmp_path: Path) -> None:
    told = refusal("values", "chess", "--export", "pyton", "--out", tmp_path / "w")
    assert "did you mean 'python'" in told
    assert not (tmp_path / "w").exists()


def test_an_unknown_game_is_refused() -> None:
    assert "did you mean 'chess'" in refusal("values", "ches")


def test_a_game_that_needs_deeper_searches_gets_them_unless_told_otherwise() -> None:
    sizes: dict[str, Any] = {"seeds": 1, "games": 2, "match_games": 0}
    assert pw.values("atomic", **sizes).depth == 3
    assert pw.values("atomic", depth=1, **sizes).depth == 1
    assert pw.values("chess", **sizes).depth == 2


def test_crowded_games_are_measured_with_the_small_steps_that_they_learn_by(tmp_path: Path) -> None:
    pw.values("horde", seeds=1, games=2, depth=1, match_games=0, out=tmp_path)
    measured = pw.load(tmp_path / "seed-1").config.step_size
    assert measured == LearnConfig(game="horde").step_size != LearnConfig(game="shogi").step_size


def test_the_sizes_of_the_command_are_those_of_the_function() -> None:
    import typer
    from typer.main import get_command

    command = get_command(app).commands["values"]  # type: ignore[attr-defined]
    options = {p.name: p.default for p in command.get_params(typer.Context(command))}
    assert options["seeds"] == measure.SEEDS
    assert options["games"] == measure.GAMES
    assert options["depth"] is None
    assert options["match_games"] == measure.MATCH_GAMES
