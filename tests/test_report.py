"""Reports: what stands on the page, what the pictures are made of, and what is refused."""

import re
import subprocess
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import plywise as pw
from conftest import require_browser
from html_tags import Tags, whole_and_alone
from plywise.errors import BadSetting
from plywise.report import boards, hero, heroes, matches, page, plots, reading, write
from plywise.report.labels import apart, within
from plywise.report.picture import NARROW
from plywise.report.theme import DARK, LIGHT, PAGE, Theme, roles
from plywise.report.traces import Gate, Quality, Trace, around, smooth, thin

NAMES = ("pawn", "knight", "bishop", "rook", "queen")
TEXTBOOK = {"textbook": np.array([1.0, 3.0, 3.0, 5.0, 9.0])}
SCORE = matches.Score(
    label="1:3:3:5:9", wins=60, draws=10, losses=30, score=0.65, low=0.56, high=0.74
)


def made_up(seed: int = 1, games: int = 120) -> Trace:
    """A trace like that of a run, without playing."""
    rng = np.random.default_rng(seed)
    target = np.array([0.6, 1.6, 1.9, 2.8, 6.6])
    fading = np.exp(-np.arange(1, games + 1) / 30)[:, None]
    weights = target + (1 - target) * fading + rng.normal(0, 0.02, (games, 5))
    distance = np.arange(1.0, 80.0)
    return Trace(
        names=NAMES,
        unit="pawn",
        weights=weights,
        rates=0.2 / np.arange(1, games + 1)[:, None] ** np.linspace(0.3, 0.7, 5),
        trace_decay=np.linspace(1.0, 0.99, games),
        start=np.ones(5),
        seed=seed,
        gates=tuple(Gate(game=g, score=0.8, low=0.7, high=0.9) for g in (40, 80, 120)),
        quality=Quality(
            distance=distance, quality=0.97**distance, pairs=1e4 / distance, decay=0.97
        ),
        plies=rng.integers(40, 200, games).astype(float),
        outcomes=rng.choice([0.0, 0.5, 1.0], games),
        nodes=rng.integers(1000, 9000, games).astype(float),
        seconds=12.5,
        settings={
            "game": "chess",
            "games": games,
            "seed": seed,
            "search.depth": 4,
            "step_size.name": "coherence",
            "step_size.c": 0.2,
            "rule.trace_decay": "auto",
        },
        version="1.2.3",
        place=f"runs/seed-{seed}",
    )


@cache
def made_page(runs: int = 1) -> str:
    traces = [made_up(seed) for seed in range(1, runs + 1)]
    pictures = plots.all_pictures(traces, TEXTBOOK) | {matches.NAME: matches.bars([SCORE])}
    return page.page(traces, pictures, references=TEXTBOOK, scores=[SCORE])


@pytest.mark.parametrize("runs", [1, 3])
def test_the_page_is_whole_and_fetches_nothing(runs):
    text = made_page(runs)
    tags = whole_and_alone(text)
    policy = [meta["content"] for meta in tags.named("meta") if "http-equiv" in meta]
    assert policy == ["default-src 'none'; style-src 'unsafe-inline'"]


def test_the_page_can_be_read_on_a_phone_and_in_the_dark():
    text = made_page()
    names = [meta.get("name") for meta in Tags(text).named("meta")]
    assert "viewport" in names
    assert "prefers-color-scheme: dark" in text
    for theme in (LIGHT, DARK):
        for variable, colour in roles(theme).items():
            assert f"{variable}: {colour};" in text
    assert text.count('class="narrow"') == 6  # every picture has a version for narrow screens


def test_every_picture_on_the_page_says_what_it_shows():
    pictures = Tags(made_page()).named("svg")
    assert len(pictures) == 10
    for picture in pictures:
        assert picture["role"] == "img"
        assert len(str(picture["aria-label"])) > 40
        assert "width" not in picture


def test_ids_on_the_page_are_unique_and_links_to_them_meet():
    text = made_page()
    ids = re.findall(r'\bid="([^"]+)"', text)
    assert len(ids) == len(set(ids))
    targets = re.findall(r'xlink:href="#([^"]+)"|url\(#([^)]+)\)', text)
    assert {one or two for one, two in targets} <= set(ids)


def test_colours_on_the_page_are_variables():
    text = made_page()
    assert not [mark for mark in roles(PAGE).values() if mark in text]
    assert "var(--line-4)" in text
    assert "var(--ink)" in text


def test_the_page_has_values_settings_seeds_and_the_command():
    text = made_page(3)
    assert "± standard deviation over 3 seeds" in text
    assert "seeds 1, 2, 3" in text
    assert (
        "plywise learn chess --games 120 --depth 4 --trace-decay auto --seed 2 "
        "--step-size coherence:c=0.2" in text
    )
    assert "65.0 %" in text
    assert "56.0 to 74.0, 100 games" in text
    for name in NAMES:
        assert f"</span>{name}</th>" in text
    assert "9.00" in text


def test_a_name_with_markup_in_it_is_shown_as_text():
    trace = made_up()
    settings = {"game": "<b>chess</b>", "step_size.name": "fixed"}
    hostile = replace(trace, settings=settings, place="<script>")
    text = page.page([hostile], plots.all_pictures([hostile]), references={})
    assert "<script>" not in text
    assert "<b>" not in text


def test_a_picture_is_the_same_bytes_every_time(tmp_path):
    one = plots.weights([made_up()]).save(tmp_path / "one.png")
    two = plots.weights([made_up()]).save(tmp_path / "two.png")
    assert one.read_bytes() == two.read_bytes()


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_words_can_be_read_on_their_ground(theme):
    for colour in (theme.ink, theme.quiet, *theme.words):
        assert contrast(colour, theme.paper) >= 4.2


def contrast(one: str, two: str) -> float:
    """The contrast ratio of the web's accessibility guidelines."""
    light, dark = sorted((luminance(one), luminance(two)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_the_opening_picture_has_no_ground_of_its_own(tmp_path):
    path = heroes.write([made_up()], TEXTBOOK, tmp_path / "hero.svg")
    text = path.read_text()
    assert "#ffffff" not in text.lower()
    assert "white" not in text.lower()


def test_hundreds_of_weights_are_drawn_as_the_largest_twelve():
    many = 309
    rng = np.random.default_rng(1)
    base = made_up()
    trace = replace(
        base,
        names=tuple(f"w{n}" for n in range(many)),
        unit="w0",
        weights=np.abs(rng.normal(1, 0.1, (base.games, many))) + 1.0,
        rates=np.full((base.games, many), 0.05),
        start=np.ones(many),
    )
    picture = plots.weights([trace])
    assert picture.alt.count("w") <= plots.MOST_LINES + 6
    picture.svg(narrow=True)


@given(st.lists(st.floats(-50, 50), min_size=1, max_size=12), st.floats(0.1, 5))
def test_labels_are_put_apart_in_their_order(places, gap):
    moved = apart(places, gap)
    order = np.argsort(places, kind="stable")
    steps = np.diff(np.array(moved)[order])
    assert np.all(steps >= gap - 1e-6)


def test_labels_that_have_room_stay_where_they_are():
    assert apart([1.0, 5.0, 3.0], gap=1.0) == [1.0, 5.0, 3.0]
    assert within([1.0, 5.0, 3.0], gap=1.0, low=0.0, high=6.0) == [1.0, 5.0, 3.0]


def test_running_means_and_thinning():
    trace = np.arange(10.0)
    assert smooth(trace, 4)[-1] == pytest.approx(7.5)
    assert around(trace, 3)[5] == pytest.approx(5.0)
    assert thin(3, 10).tolist() == [0, 1, 2]
    assert thin(1000, 10)[[0, -1]].tolist() == [0, 999]


def test_the_shade_of_a_single_run_is_the_range_of_the_games_around():
    one = made_up(games=60)
    _, middle, low, high = plots.bands([one], raw=True)
    assert (low <= middle + 1e-9).all()
    assert (middle <= high + 1e-9).all()
    assert middle[0] == pytest.approx(one.start)
    assert low[30].tolist() == one.weights[19:40].min(axis=0).tolist()
    assert high[-1].tolist() == one.weights[-11:].max(axis=0).tolist()


def test_a_run_of_one_game_can_be_drawn():
    for picture in plots.all_pictures([made_up(games=1)]).values():
        picture.svg()


def test_a_cut_trace_ends_where_it_was_cut():
    cut = made_up().cut(50)
    assert cut.games == len(cut.trace_decay) == len(cut.plies) == 50
    assert [gate.game for gate in cut.gates] == [40]
    assert cut.seconds == pytest.approx(12.5 * 50 / 120)


def test_a_theme_starts_again_after_its_last_colour():
    theme: Theme = LIGHT
    assert theme.line(8) == theme.line(0)
    assert NARROW < 4.5


# ---- with runs that were really played ---------------------------------------------------------


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    from small_runs import play, small

    folder = tmp_path_factory.mktemp("runs") / "first"
    return play(small(games=12, gate_every=6, gate_games=2), folder)


def test_a_run_becomes_a_page_and_pictures(run, tmp_path):
    files = write(run, tmp_path / "report")
    assert files[0].name == "report.html"
    assert {file.name for file in files[1:]} == {
        "weights.png", "step-sizes.png", "trace-decay.png", "gates.png", "prediction-quality.png",
    }  # fmt: skip
    assert all(file.stat().st_size > 1000 for file in files)
    assert "plywise learn chess" in files[0].read_text()


def test_several_runs_and_a_match_are_one_report(run, tmp_path):
    from plywise.play.match import match
    from small_runs import play, small

    other = play(small(seed=4), tmp_path / "second")
    result = match(run, "chess/standard", games=4, depth=1)
    files = write([run, str(other.directory)], tmp_path / "report", match=result)
    text = files[0].read_text()
    assert "seeds 3, 4" in text
    assert "against 1:3:3:5:9" in text
    assert (tmp_path / "report" / "match.png").exists()


def test_a_run_without_games_is_refused(tmp_path):
    from small_runs import small

    (tmp_path / "config.toml").write_text(small().to_toml())
    with pytest.raises(BadSetting, match="no games yet"):
        write(tmp_path, tmp_path / "report")


def test_no_runs_are_refused(tmp_path):
    with pytest.raises(BadSetting, match="at least one"):
        write([], tmp_path)


def test_runs_of_different_kinds_are_refused(run, tmp_path):
    from small_runs import play, small

    other = play(small(games=2, rule={"name": "tdleaf", "learn_steepness": True}), tmp_path / "k")
    with pytest.raises(BadSetting, match="steepness"):
        write([run, other], tmp_path / "report")
    deeper = play(small(games=2, search={"depth": 2}), tmp_path / "deeper")
    with pytest.raises(BadSetting, match=r"search\.depth = 1, not 2"):
        write([run, deeper], tmp_path / "report")


def test_a_learnt_steepness_is_kept_apart_from_the_weights(tmp_path):
    from plywise.report import reading
    from small_runs import play, small

    run = play(small(games=2, rule={"name": "tdleaf", "learn_steepness": True}), tmp_path / "k")
    trace = reading.trace(run)
    assert trace.names == NAMES
    assert trace.weights.shape == (2, 5)
    assert trace.steepness is not None
    assert trace.steepness.shape == (2,)


def test_a_run_plots_itself(run, tmp_path):
    path = run.plot(tmp_path / "run.png")
    assert Path(path).stat().st_size > 1000
    assert len(run.plot().axes) == 3


def test_the_opening_picture_of_a_run(run, tmp_path):
    assert hero(run, tmp_path / "hero.png").stat().st_size > 1000


def test_a_unit_that_went_below_nothing_divides_nothing():
    weights = np.tile([-0.2, 1.0, 1.0, 2.0, 3.0], (30, 1))
    trace = replace(made_up(), weights=weights).cut(30)
    assert trace.values().tolist() == pytest.approx(weights[0].tolist())
    assert "not above 0" in plots.weights([trace]).caption


@pytest.mark.browser
def test_a_browser_shows_the_page_and_complains_of_nothing(run, tmp_path):
    page_file = write(run, tmp_path)[0]
    words = ["--headless", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr"]
    profile = f"--user-data-dir={tmp_path / 'profile'}"
    shown = subprocess.run(
        [require_browser(), *words, profile, "--dump-dom", page_file.as_uri()],
        capture_output=True, text=True, timeout=120, check=True,
    )  # fmt: skip
    assert shown.stdout.count("<svg") == page_file.read_text().count("<svg") > 0
    assert "CONSOLE" not in shown.stderr  # a policy that is broken, or a file that is missing


# ---- boards ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def with_boards(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A short run that learns places."""
    path = tmp_path_factory.mktemp("runs") / "places"
    pw.learn("chess", features="half-board", games=40, search={"depth": 1}, out=path, gate_every=0)
    return path


def test_places_are_drawn_as_boards_and_pieces_as_lines(with_boards: Path, tmp_path: Path):
    files = write(with_boards, tmp_path)
    assert {"boards.png", "boards-on-the-way.png"} <= {file.name for file in files}
    text = files[0].read_text()
    assert Tags(text).open == []
    assert len(re.findall(r"<summary>", text)) == 1
    assert text.count('class="board"') == 5
    assert "157 numbers" in text  # the start, which nobody wants to read
    assert "typical: by where pieces stood in 20 games" in text
    assert "pawn_a2" not in text


def test_a_page_with_boards_stays_small(with_boards: Path, tmp_path: Path):
    assert write(with_boards, tmp_path)[0].stat().st_size < 1_500_000


def test_the_report_shows_the_values_that_show_does(with_boards: Path):
    from plywise.valuing.worth import worth

    run = pw.load(with_boards)
    shown, read = reading.as_shown(run), worth(run.as_weights(), run)
    assert shown.tail().tolist() == pytest.approx(list(read.weights.values()))
    # What is drawn as a board is the whole value, whichever way it is written.
    final = boards.final_boards([replace(shown, unit="queen")])
    raw = boards.final_boards([replace(reading.trace(run), unit="queen")])
    ratio = {round(a / b, 9) for a, b in zip(final[1].cells, raw[1].cells, strict=True)}
    assert len(ratio) == 1


def test_pieces_alone_have_no_boards(tmp_path: Path):
    assert boards.all_boards([made_up()]) == []


@pytest.mark.parametrize(
    ("game", "features"),
    [("othello", "disc-squares"), ("shogi", "piece-squares"), ("shogi", "king-proximity")],
)
def test_boards_of_any_width_are_drawn(game: str, features: str, tmp_path: Path):
    run = pw.learn(game, features=features, games=3, search={"depth": 1}, gate_every=0)
    traces = [reading.as_shown(run)]
    for picture in boards.all_boards(traces):
        drawn = picture.save(tmp_path / f"{picture.name}.png").read_bytes()
        empty = replace(picture, draw=lambda axes, theme: None)
        assert drawn != empty.save(tmp_path / "empty.png").read_bytes()
        assert len(picture.alt) > 40


def test_the_command_that_repeats_a_run_names_what_is_unusual(with_boards: Path):
    told = page.commands([reading.trace(pw.load(with_boards))])
    assert "--features half-board" in told
    assert "--ballot" not in told  # as usual for these features
    assert "--max-plies" not in told
