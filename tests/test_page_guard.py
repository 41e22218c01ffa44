"""Attacks on the live page: what is asked by other names, from other pages, or leads elsewhere."""

import secrets
from collections.abc import Iterator
from pathlib import Path

import pytest

import plywise as pw
from page_questions import Asker, answering
from plywise.errors import BadInput, BadSetting
from plywise.page.guard import HEADERS, same
from plywise.page.house import House
from plywise.page.serving import bind
from plywise.page.shell import data_block
from plywise.runs.trainer import Trainer
from small_runs import small

SCRIPT = "<script>alert(1)</script>"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a run, and beside it what nobody may see."""
    above = tmp_path_factory.mktemp("page")
    Trainer(small(games=3), above / "runs" / "first").run()
    (above / "secret").mkdir()
    for name in ("config.toml", "metrics.jsonl", "result.json", "secret.png"):
        (above / "secret" / name).write_text("top secret")
    (above / "runs" / "link").symlink_to(above / "secret", target_is_directory=True)
    return above / "runs"


@pytest.fixture(scope="module")
def page(folder: Path) -> Iterator[Asker]:
    with answering(folder) as asker:
        yield asker


def test_every_answer_has_the_policy_and_may_not_be_sniffed_or_told_of(page: Asker) -> None:
    for path in ("/", "/about", "/static/keys.js", "/nowhere", "/runs/first", "/stream?x=%00"):
        if path.startswith("/stream"):
            continue
        headers = page.ask(path).headers
        for name, value in HEADERS.items():
            assert headers[name.lower()] == value or name == "Cache-Control"
    policy = HEADERS["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert HEADERS["X-Content-Type-Options"] == "nosniff"
    assert HEADERS["Referrer-Policy"] == "no-referrer"


@pytest.mark.parametrize(
    "host",
    [
        "evil.example", "evil.example:{port}", "127.0.0.1", "127.0.0.1:1", "localhost.evil:{port}",
        "127.0.0.1:{port}@evil", "[::2]:{port}", "127.0.0.1:{port}.", "0.0.0.0:{port}", " ",
    ],
)  # fmt: skip
def test_another_host_is_misdirected(page: Asker, host: str) -> None:
    found = page.ask("/", Host=host.format(port=page.house.port))
    assert found.status == 421
    assert b"first" not in found.body


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "LOCALHOST", "[::1]"])
def test_the_names_of_this_machine_are_known_with_the_port(page: Asker, host: str) -> None:
    assert page.ask("/about", Host=f"{host}:{page.house.port}").status == 200


def test_a_post_from_another_page_or_from_nowhere_is_refused(page: Asker) -> None:
    def post(**headers: str) -> int:
        return page.ask("/about", method="POST", body=b"{}", **headers).status

    own = f"http://127.0.0.1:{page.house.port}"
    for origin in ("http://evil.example", "null", own.replace("http", "https"), f"{own}0", ""):
        assert post(Origin=origin, Content_Type="application/json") == 403, origin
    # The other name of this machine is another page.
    other = f"http://localhost:{page.house.port}"
    assert post(Origin=other, Content_Type="application/json") == 403
    assert post(Origin=own, Content_Type="text/plain") == 415
    assert post(Origin=own) == 415
    assert post(Origin=own, Content_Type="application/json; charset=utf-8") == 404  # let through


def test_other_methods_and_questions_of_other_pages_are_refused(page: Asker) -> None:
    for method in ("PUT", "DELETE", "OPTIONS", "TRACE", "PATCH"):
        assert page.ask("/", method=method).status == 405
    assert page.ask("/stream", Sec_Fetch_Site="cross-site", Sec_Fetch_Mode="cors").status == 403
    told = page.ask("/about", Sec_Fetch_Site="cross-site", Sec_Fetch_Mode="navigate")
    assert told.status == 200  # a link may lead here


def test_a_body_that_is_too_long_is_refused_whatever_length_it_says(page: Asker) -> None:
    own = {"Origin": f"http://127.0.0.1:{page.house.port}", "Content_Type": "application/json"}
    long = b"x" * (page.house.limits.body + 1)
    assert page.ask("/about", method="POST", body=long, **own).status == 413


@pytest.mark.parametrize(
    "name",
    [
        "..", "../secret", "..%2fsecret", "..%2Fsecret", "%2e%2e%2fsecret", "..~secret",
        "~..~secret", "first~..~..~secret", "=7E", "link", "/etc/passwd",
        "%2fetc%2fpasswd", "first%00", ".", "first/../../secret", "C:\\x", "%ff",
    ],
)  # fmt: skip
def test_no_name_leads_out_of_the_folder(page: Asker, name: str) -> None:
    for path in (f"/runs/{name}", f"/runs/{name}/weights.csv", f"/experiments/{name}/secret.png",
                 f"/matches/{name}", f"/static/{name}", f"/runs/{name}/report"):  # fmt: skip
        found = page.ask(path)
        assert found.status in (400, 404), (path, found.status)
        assert b"top secret" not in found.body


def test_static_files_are_those_of_the_package_alone(page: Asker) -> None:
    assert page.ask("/static/chart.js").headers["content-type"].startswith("text/javascript")
    for name in (
        "../app.py",
        "..%2fapp.py",
        "app.py",
        "__init__.py",
        "keys.js%00",
        ".js",
        "page.css",
        "x.js",
    ):
        assert page.ask(f"/static/{name}").status == 404


def test_a_token_is_wanted_kept_as_a_cookie_and_told_nowhere(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with answering(folder, with_token=True) as page:
        token = page.house.token or ""
        assert len(token) >= 22  # 128 bits
        assert page.ask("/").status == 401
        wrong = (token[:-1], token + "x", "", secrets.token_urlsafe(16), "ü")
        for given in wrong:
            assert page.ask("/", Cookie=f"plywise-{page.house.port}={given!r}").status == 401
            assert page.ask(f"/?token={given.encode().hex()}").status == 401
        welcome = page.ask(f"/runs/first?log=1&token={token}")
        assert (welcome.status, welcome.headers["location"]) == (303, "/runs/first?log=1")
        cookie = welcome.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=strict" in cookie
        assert token not in welcome.text
        page_found = page.ask("/runs/first", Cookie=cookie.partition(";")[0], Accept="text/html")
        assert page_found.status == 200
        assert token not in page_found.text
        assert page.ask(f"//evil.example/?token={token}").headers["location"] == "/evil.example/"
        assert token not in repr(page.house)
    said = capfd.readouterr()
    assert token not in said.out + said.err


def test_tokens_are_compared_in_constant_time_and_need_not_be_ascii() -> None:
    assert same("abc", "abc")
    assert not same("äbc", "abc")
    assert not same("\udcff", "abc")


def test_others_than_this_machine_need_a_token(folder: Path) -> None:
    with pytest.raises(BadSetting, match=r"no TLS.*--token.*ssh -L"):
        bind(House(folders=(folder,), host="0.0.0.0", port=0))
    with answering(folder, host="0.0.0.0", with_token=True) as page:
        assert page.ask("/", Host="any.name:1").status == 401


def test_a_port_that_is_taken_gives_the_next_free_one(folder: Path) -> None:
    first = bind(House(folders=(folder,), port=0))
    second = bind(House(folders=(folder,), port=first.house.port))
    assert second.house.port > first.house.port
    for one in (first, second):
        one.socket.close()
    with pytest.raises(BadSetting, match="65535"):
        bind(House(folders=(folder,), port=70_000))
    with pytest.raises(BadInput, match="cannot listen"):
        bind(House(folders=(folder,), host="203.0.113.7", port=0), with_token=True)


def test_scripts_in_names_and_settings_are_shown_and_never_run(tmp_path: Path) -> None:
    run = Trainer(small(games=2), tmp_path / f"{SCRIPT.replace('/', '')}\"'&").run()
    config = run.directory / "config.toml"
    odd = tmp_path / "odd"
    odd.mkdir()
    (odd / "config.toml").write_text(f'{config.read_text()}\n"{SCRIPT}" = "{SCRIPT}"\n')
    hurt = tmp_path / "hurt"
    hurt.mkdir()
    (hurt / "config.toml").write_text(f"{SCRIPT} is no TOML")
    with answering(tmp_path) as page:
        seen = [page.page("/")]
        for place in page.house.places.all("run"):
            seen.append(page.page(place.url))
            assert seen[-1].status == 200
        for found in seen:
            assert SCRIPT not in found.text
            assert "<script>alert" not in found.text
            assert "&lt;script&gt;" in found.text
        assert page.page(f"/runs/{SCRIPT}").status == 404
        assert SCRIPT not in page.page(f"/nowhere{SCRIPT}").text
        found = page.page(f"/?q={SCRIPT}&sort={SCRIPT}")
        assert SCRIPT not in found.text
    assert "<" not in data_block({"x": SCRIPT})


OWN = """
import plywise as pw
from pathlib import Path
Path({mark!r}).touch()
from plywise.games.tic_tac_toe import TicTacToe
class Mine(TicTacToe):
    name = "mine"
"""


def test_a_run_that_names_a_python_file_is_shown_and_runs_nothing(tmp_path: Path) -> None:
    mark, code = tmp_path / "it-ran", tmp_path / "mine.py"
    runs = tmp_path / "runs"
    code.write_text(OWN.format(mark=str(mark)))
    run = Trainer(small(games=2), runs / "first").run()
    written = (run.directory / "config.toml").read_text()
    for name, was, now in (
        ("game", 'game = "chess"', f'game = "{code}:Mine"'),
        ("step", 'name = "coherence"', f'name = "{code}:Halving"'),
    ):
        assert was in written
        strange = runs / name
        strange.mkdir()
        (strange / "config.toml").write_text(written.replace(was, now))
        (strange / "metrics.jsonl").write_bytes((run.directory / "metrics.jsonl").read_bytes())
    with answering(runs) as page:
        listed = page.page("/").text
        assert listed.count("not trusted") == 2, listed
        for name in ("game", "step"):
            shown = page.page(f"/runs/{name}")
            assert shown.status == 200
            assert "--trust FILE" in shown.text
            for path in ("series", "boards", "weights.csv", "weights/pawn", "why/1?weight=pawn"):
                assert page.ask(f"/runs/{name}/{path}").status in (403, 404), path
        assert not mark.exists()


def test_a_report_of_a_stranger_runs_no_script(tmp_path: Path) -> None:
    run = Trainer(small(games=2), tmp_path / "run").run()
    (run.directory / "report").mkdir()
    (run.directory / "report" / "report.html").write_text(f"<h1>hello</h1>{SCRIPT}")
    with answering(tmp_path) as page:
        policy = page.page("/runs/run/report").headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "sandbox" in policy
    assert "script-src" not in policy


def test_a_report_that_lies_elsewhere_is_not_shown(tmp_path: Path) -> None:
    run = Trainer(small(games=2), tmp_path / "runs" / "run").run()
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "report.html").write_text("top secret")
    (run.directory / "report").symlink_to(tmp_path / "elsewhere", target_is_directory=True)
    with answering(tmp_path / "runs") as page:
        assert b"top secret" not in page.page("/runs/run/report").body


def test_looking_writes_nothing_into_the_folder(tmp_path: Path) -> None:
    pw.learn("chess", search={"depth": 1}, games=4, gate_every=0, out=tmp_path / "run", seed=1)

    def everything() -> dict[Path, tuple[int, int]]:
        files = (path for path in tmp_path.rglob("*") if path.is_file())
        return {path: (path.stat().st_size, path.stat().st_mtime_ns) for path in files}

    before = everything()
    with answering(tmp_path, read_only=True) as page:
        of_run = ("", "/series", "/weights/pawn", "/why/2?weight=pawn", "/games.pgn")
        for path in ("/", "/compare?runs=run", *(f"/runs/run{rest}" for rest in of_run)):
            assert page.ask(path).status == 200, path
        own = {"Origin": f"http://127.0.0.1:{page.house.port}", "Content_Type": "application/json"}
        told = page.ask("/about", method="POST", body=b"{}", **own)
        assert (told.status, b"--read-only" in told.body) == (403, True)
    assert everything() == before


def test_too_many_streams_are_refused(folder: Path) -> None:
    from plywise.page.house import Limits

    with answering(folder, limits=Limits(streams=1)) as page, page.stream("/stream") as events:
        next(events)
        found = page.ask("/stream")
        assert found.status == 503
        assert "close other tabs" in found.json()["error"]
