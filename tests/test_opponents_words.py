"""Whatever an engine says, it loses its game or is refused; its words never become our error."""

import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from deeper import deeper
from mock_opponents import FOLDER
from plywise.cli.app import app
from plywise.errors import BadSetting
from plywise.games.ballot import Opening
from plywise.play.match import match
from plywise.play.match_result import MatchResult
from plywise.play.opponents import Engine, EngineFailed, Opponent, gnushogi, opponent, uci, xboard
from plywise.play.opponents.engine import Protocol
from plywise.play.opponents.failure import EngineResigned
from plywise.play.opponents.process import EngineProcess
from plywise.play.opponents.session import Option
from plywise.play.rating import pool

NINES = "9" * 5000
OPTIONS = {
    "endless maximum": f"option name X type spin default 1 min 1 max {NINES}",
    "endless minimum": f"option name X type spin default 1 min -{NINES} max 5",
    "endless default": f"option name X type spin default {NINES} min 1 max 5",
    "digits of other scripts": "option name X type spin default 1 min ١ max " + "٩" * 5000,
    "no type": "option name X",
    "no name": "option name type spin min 1 max 2",
    "nothing": "option",
    "no value": "option name X type spin default min max",
    "words for numbers": "option name X type spin default one min two max three",
    "limits the wrong way": "option name X type spin default 1 min 9 max 1",
    "no choices": "option name X type combo default a var",
    "unknown type": "option name X type spline default 1",
    "twice": "option name X type check\noption name X type spin min 1 max 2",
    "known name": f"option name UCI_Variant type combo\noption name Hash type spin max {NINES}",
    "id alone": "id\nid name\nid name \nid author",
    "escape sequences": "id name \x1b[2J\x07\x00\noption name \x1b[2J type check",
    "many": "\n".join(f"option name X{n} type spin min 1 max {n}" for n in range(30_000)),
    "long name": f"option name {'x' * 60_000} type check",
    "long line": f"option name X type string default {'x' * 100_000}",
    "longest line": f"option name X type string default {'x' * 1_000_000}",
}
FEATURES = {
    "nothing": "feature",
    "no value": "feature ping= setboard usermove=",
    "open quote": 'feature myname="x setboard=1',
    "endless number": f"feature ping={NINES} setboard={NINES} memory={NINES}",
    "one long word": f"feature {'a' * 60_000}",
    "unknown": "feature " + " ".join(f"f{n}=1" for n in range(5000)),
    "option": 'feature option="X -spin 1 1 999" option="" option="-"',
    "escape sequences": 'feature myname="\x1b[2J\x00"',
}
BYTES = {
    "binary": bytes(range(256)) * 40,
    "not UTF-8": b"option name caf\xe9 type spin min \xff max \xfe\nid name \xe9\xe8",
    "half a letter": "option name é type check".encode()[:13],
    "NULs": b"\0" * 1000 + b"\noption name X\0 type spin min \0 max 1",
}
THOUGHTS = {
    "endless score": f"info depth {NINES} score cp {NINES} nodes {NINES} nps -{NINES} pv e7e5",
    "no score": "info score\ninfo score cp\ninfo score mate x\ninfo depth\ninfo",
    "no move": "bestmove",
    "no move but a blank": "bestmove ",
    "endless move": f"bestmove {'e7e5' * 1000}",
    "endless number": f"bestmove {NINES}",
    "a null move": "bestmove 0000",
    "an odd move": "bestmove (none) ponder (none)",
    "a move in xboard": f"move {NINES}",
    "a mate": f"info score mate -{NINES}\n{NINES}. ... e7e5",
}


def as_bytes(words: dict[str, str]) -> dict[str, bytes]:
    return {name: text.encode() for name, text in words.items()}


UCI_GREETINGS = as_bytes(OPTIONS) | BYTES
XBOARD_GREETINGS = as_bytes(FEATURES) | BYTES
ALL_THOUGHTS = as_bytes(THOUGHTS) | BYTES


@pytest.fixture
def words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which the mock engine finds what to say."""
    folder = tmp_path / "words"
    folder.mkdir()
    monkeypatch.setenv("MOCK_WORDS", str(folder))
    return folder


def engine(protocol: Protocol = "uci", **options: Any) -> Opponent:
    program = Engine(
        name="says_anything", command=(sys.executable, "-SE", str(FOLDER / "says_anything.py")),
        protocol=protocol, games=("chess",), options={"Hash": "16"}, is_homeless=False,
    )  # fmt: skip
    return Opponent(engine=program, limits={"depth": 1}, **options)


def played(who: Opponent, **how: Any) -> MatchResult:
    """A match in which the engine is asked for one move; its answer `e7e5` would be right."""
    return match(
        "chess/standard", who, games=2, depth=1, openings=["e2e4"], max_plies=2,
        patience=20.0, workers=1, **how,
    )  # fmt: skip


def is_harmless_or_refused(who: Opponent) -> bool:
    """Whether the games are played, or the user is told in few words why not."""
    try:
        return played(who).games == 2
    except BadSetting as refused:
        told = str(refused)
        return f"says_anything:depth=1 does not speak {who.protocol}" in told and len(told) < 300


@pytest.mark.parametrize("protocol", ["uci", "usi"])
@pytest.mark.parametrize("name", UCI_GREETINGS)
def test_an_odd_announcement_is_refused_or_does_no_harm(
    words: Path, name: str, protocol: Protocol
) -> None:
    (words / "greeting").write_bytes(UCI_GREETINGS[name])
    assert is_harmless_or_refused(engine(protocol))


@pytest.mark.parametrize("name", XBOARD_GREETINGS)
def test_odd_features_are_refused_or_do_no_harm(words: Path, name: str) -> None:
    (words / "greeting").write_bytes(XBOARD_GREETINGS[name])
    assert is_harmless_or_refused(engine("xboard"))


@pytest.mark.parametrize("name", UCI_GREETINGS)
def test_an_engine_that_announces_nonsense_later_loses_that_game(words: Path, name: str) -> None:
    (words / "greeting").write_bytes(UCI_GREETINGS[name])
    (words / "first greeting").touch()
    assert played(engine()).games == 2


@pytest.mark.parametrize("protocol", ["uci", "xboard"])
@pytest.mark.parametrize("name", ALL_THOUGHTS)
def test_odd_words_before_a_move_lose_the_game_at_most(
    words: Path, name: str, protocol: Protocol
) -> None:
    (words / "thoughts").write_bytes(ALL_THOUGHTS[name])
    assert played(engine(protocol)).games == 2


def test_an_endless_number_is_told_in_the_record_and_in_the_refusal(words: Path) -> None:
    (words / "greeting").write_text(OPTIONS["endless maximum"])
    with pytest.raises(BadSetting, match="announces a number of 5000 digits: 'option name X type"):
        played(engine())
    (words / "first greeting").touch()
    (words / "starts").unlink()
    result = played(engine())
    assert result.failures == (0, 1)  # in the other game it comes to no move
    assert "announces a number of 5000 digits" in result.records[0].reason


def test_an_endless_number_is_no_traceback_on_the_command_line(words: Path, tmp_path: Path) -> None:
    (words / "greeting").write_text(OPTIONS["endless maximum"])
    program = tmp_path / "engine"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{FOLDER / "says_anything.py"}"\n')
    program.chmod(0o755)
    command = ["match", "chess", "chess/standard", f"uci:{program}:depth=1", "--games", "2"]
    done = CliRunner().invoke(app, command)
    assert done.exit_code == 2
    assert "announces a number of 5000 digits" in done.output


def test_what_nobody_thought_of_is_the_engines_failure_too() -> None:
    with (
        EngineProcess(["echo", "score 9"]) as process,
        pytest.raises(EngineFailed, match="said what cannot be read: 'score 9'"),
    ):
        process.answer(lambda line: int(line), within=20.0, what="number")


def test_an_engine_is_told_any_byte_that_the_user_wrote() -> None:
    with EngineProcess(["cat"]) as process:
        process.say("setoption name Book value caf\udce9", within=20.0)
        heard = process.answer(lambda line: line, within=20.0, what="echo")
    assert heard == "setoption name Book value caf\ufffd"


def test_features_without_end_are_a_flood(words: Path) -> None:
    flood = "".join(f"feature f{n}=1\n" for n in range(20_000))
    (words / "greeting").write_text("feature done=0\n" + flood)
    with pytest.raises(BadSetting, match="flood: more than 10000 features"):
        played(engine("xboard"))


def test_features_that_go_on_and_on_are_late(tmp_path: Path) -> None:
    program = tmp_path / "engine"
    program.write_text("#!/bin/sh\nwhile echo feature done=0; do sleep 0.05; done\n")
    program.chmod(0o755)
    with pytest.raises(BadSetting, match="too late: no 'feature done=1' within 1 s"):
        match(
            "chess/standard", f"xboard:{program}:depth=1", games=2, depth=1, patience=1.0
        )  # fmt: skip


def test_an_engine_that_takes_no_positions_later_loses_that_game(words: Path) -> None:
    (words / "first greeting").write_text("feature setboard=1")
    (words / "greeting").write_text("feature setboard=0")
    start = Opening(start="4k3/8/8/8/8/8/8/Q3K3 w - - 0 1")
    result = match("chess/standard", engine("xboard"), games=2, depth=1, openings=[start])
    assert result.failures == (0, 2)
    assert "takes no positions" in result.records[0].reason


ENGINE_WORDS = st.text(max_size=80) | st.lists(
    st.sampled_from([*OPTIONS.values(), *FEATURES.values(), *THOUGHTS.values()]).map(
        lambda line: line[:200]
    )
    | st.sampled_from(["option name ", " type spin", " min ", " max ", NINES, "-", " var ", "\0"]),
    max_size=6,
).map("".join)


@pytest.mark.parametrize(
    "understand",
    [uci.option_of, uci.best_move, xboard.features_of, gnushogi.move_of,
     lambda line: xboard.move_of(line, "0-1")],
)  # fmt: skip
def test_no_line_is_more_than_an_engines_failure(understand: Callable[[str], object]) -> None:
    @settings(deadline=None)
    @given(ENGINE_WORDS)
    @example(OPTIONS["endless maximum"])
    def each(line: str) -> None:
        with suppress(EngineFailed, EngineResigned):
            understand(line.strip())

    each()


@pytest.mark.parametrize("line", ["feature " + "a" * 65_000, "1" * 65_000 + ". ..", "a" * 65_000])
def test_long_lines_are_read_in_no_time(line: str) -> None:
    """Each of them once took a regular expression half a minute; a hang here is the failure."""
    for _ in range(deeper(20, 200)):
        xboard.features_of(line)
        gnushogi.move_of(line)
        uci.option_of(line)


# What users write is not an engine's word, but has the same numbers


@pytest.mark.parametrize("text", [f"gnuchess:depth={NINES}", f"stockfish:elo={NINES}"])
def test_an_endless_number_of_the_users_is_refused(text: str) -> None:
    with pytest.raises(BadSetting, match="is not a positive whole number"):
        opponent(text)


@pytest.mark.parametrize("elo", ["nan", "inf", NINES])
def test_a_rating_is_a_finite_number(elo: str) -> None:
    with pytest.raises(BadSetting, match="is not a rating; write ENGINE@ELO"):
        pool([f"toga2:depth=1@{elo}"])


def test_an_option_is_not_set_to_an_endless_number() -> None:
    assert not Option(name="X", kind="spin").accepts(NINES)
    assert Option(name="X", kind="spin").accepts("-5")
