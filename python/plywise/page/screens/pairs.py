"""`/matches/M` and `/rates/M`: games in pairs while they are played, and what they say."""

import asyncio
import json
from collections.abc import AsyncIterator
from functools import partial
from html import escape
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from plywise.errors import BadInput, DamagedFile
from plywise.learning.lines import json_object, whole_lines
from plywise.page import answers, parts
from plywise.page.house import House
from plywise.page.places import Missing, Place
from plywise.page.shell import document
from plywise.page.streams import event, stream
from plywise.play.pair_folder import KEPT
from plywise.play.statistics import Sprt, Tally
from plywise.regular import SETTINGS, WEIGHTS, read_regular
from plywise.report.parts import setting
from plywise.textual import number

EVERY = 1.0
POINTS = 240
LISTED = 40


def routes(house: House) -> list[Route]:
    """The screens, their streams, and the games to keep."""

    def at(request: Request) -> Place:
        kind = "match" if request.url.path.startswith("/matches/") else "rate"
        return house.places.at(kind, request.path_params["name"])

    async def page(request: Request) -> Response:
        place = at(request)
        found = await house.read(lambda: read(place))
        body = _body(place, found)
        state = {"url": place.url, "kind": place.kind, "points": found["points"]}
        return answers.page(
            document(title=place.title, body=body, state=state, modules=("pairs",), here="/")
        )

    async def live(request: Request) -> Response:
        return stream(house, request, _events(house, at(request)))

    async def pgn(request: Request) -> Response:
        path = at(request).path / "games.pgn"
        if not path.is_file() or path.is_symlink():
            raise Missing("its games are not kept here")
        data = await house.read(lambda: read_regular(path, at_most=WEIGHTS))
        return answers.download(data, f"{path.parent.name}.pgn", "application/x-chess-pgn")

    return [
        Route(f"/{of}/{{name}}{rest}", answer)
        for of in ("matches", "rates")
        for rest, answer in (("", page), ("/stream", live), ("/games.pgn", pgn))
    ]


async def _events(house: House, place: Place) -> AsyncIterator[bytes]:
    before: Any = None
    while True:
        try:
            found = await house.read(partial(read, place))
        except (BadInput, OSError) as error:
            yield event({"error": str(error)}, name="trouble")
            await asyncio.sleep(4 * EVERY)
            continue
        now = {"points": found["points"], "parts": _parts(place, found)}
        if now != before:
            before = now
            yield event(now)
        await asyncio.sleep(EVERY)


def read(place: Place) -> dict[str, Any]:
    """What a folder says: how it stands, its pairs, and points for a chart."""
    path = place.path / KEPT[place.kind]
    try:
        standing = dict(json.loads(read_regular(path, at_most=SETTINGS)))
        pairs = [json_object(line) for line in whole_lines(place.path / "pairs.jsonl")]
        points = _match_points(standing, pairs) if place.kind == "match" else _rate_points(pairs)
    except FileNotFoundError:
        raise Missing(f"{place.title!r} is not there any more") from None
    except (ValueError, KeyError, TypeError, IndexError) as error:
        raise DamagedFile(f"{place.title}: {type(error).__name__}: {error}") from None
    return {"standing": standing, "pairs": pairs, "points": points}


def _match_points(standing: dict[str, Any], pairs: list[dict[str, Any]]) -> dict[str, Any]:
    """Score with its interval, and the test's ratio between its bounds, over the games."""
    asked = standing.get("settings", {}).get("sprt")
    test = None if not asked else Sprt(elo0=asked[0], elo1=asked[1])
    step = max(1, -(-len(pairs) // POINTS))
    tally = Tally.of_pairs([])
    told: dict[str, Any] = {name: [] for name in ("games", "score", "low", "high", "llr")}
    for place, pair in enumerate(pairs, 1):
        one, two = pair["scores"]
        tally = tally.with_pair(float(one), float(two))
        if place % step and place != len(pairs):
            continue
        low, high = tally.score_interval or (0.0, 1.0)
        told["games"].append(tally.games)
        told["score"].append(tally.score)
        told["low"].append(low)
        told["high"].append(high)
        told["llr"].append(None if test is None else test.llr(tally))
    return {**told, "bounds": None if test is None else list(test.bounds)}


def _rate_points(pairs: list[dict[str, Any]]) -> dict[str, Any]:
    step = max(1, -(-len(pairs) // POINTS))
    chosen = [pair for n, pair in enumerate(pairs, 1) if n % step == 0 or n == len(pairs)]
    rows = [(pair["games"], *_rating(pair)) for pair in chosen if _rating(pair)[0] is not None]
    return {
        name: [row[n] for row in rows] for n, name in enumerate(("games", "score", "low", "high"))
    }


def _rating(pair: dict[str, Any]) -> tuple[float | None, float | None, float | None]:
    if pair.get("elo") is not None:
        low, high = pair.get("elo_interval") or (None, None)
        return pair["elo"], low, high
    strength, error = pair.get("strength"), pair.get("error")
    if strength is None:
        return None, None, None
    return strength, *((None, None) if error is None else (strength - error, strength + error))


def _body(place: Place, found: dict[str, Any]) -> str:
    standing = found["standing"]
    is_match = place.kind == "match"
    title = f"{standing.get('a')} v {standing.get('b')}" if is_match else standing.get("name", "")
    told = _parts(place, found)
    test = '<h3>The test’s ratio</h3><div id="llr" class="chart small"></div>' if is_match else ""
    games = (
        f'<a class="button" href="{escape(place.url)}/games.pgn">PGN</a>'
        if (place.path / "games.pgn").exists()
        else ""
    )
    return (
        f"{parts.crumbs(('/', 'Runs'))}<h1>{escape(str(title))}</h1>"
        f'<p class="lead">{escape(place.title)}<span id="live" class="note"></span></p>'
        f'<div class="tools">{games}</div>'
        f'<div id="standing">{told["standing"]}</div>'
        f'<div id="score" class="chart"></div>{test}'
        f'<div id="more">{told["more"]}</div>'
        f"<h2>Settings</h2>{parts.settings(_settings(standing))}"
    )


def _settings(standing: dict[str, Any]) -> list[tuple[str, str]]:
    table = standing.get("settings", {})
    return [(str(name), setting(value)) for name, value in table.items() if value is not None]


def _parts(place: Place, found: dict[str, Any]) -> dict[str, str]:
    if place.kind == "match":
        return {"standing": _score(found), "more": _pairs(found["pairs"])}
    return {"standing": _strength(found), "more": _opponents(found["standing"])}


def _score(found: dict[str, Any]) -> str:
    standing, pairs = found["standing"], found["pairs"]
    tally = Tally.of_pairs([(float(a), float(b)) for a, b in (pair["scores"] for pair in pairs)])
    low, high = tally.score_interval or (0.0, 1.0)
    ends = tally.elo_interval or (None, None)
    asked = standing.get("settings", {}).get("games")
    is_over = standing.get("is_over")
    points = found["points"]
    told = [
        parts.figure("games", f"{tally.games:,}", f"of {asked:,}" if asked else ""),
        parts.figure("won, drawn, lost", f"{tally.wins} {tally.draws} {tally.losses}"),
        parts.figure("score", "–" if tally.score is None else f"{100 * tally.score:.1f} %",
                     f"{100 * low:.1f} to {100 * high:.1f}"),
        parts.figure("Elo", "–" if tally.elo is None else f"{tally.elo:+.0f}", _ends(*ends)),
        parts.figure("pairs 0 ½ 1 1½ 2", " ".join(map(str, tally.pairs or ()))),
    ]  # fmt: skip
    if points["bounds"] and points["llr"]:
        lower, upper = points["bounds"]
        told.append(
            parts.figure("LLR", f"{points['llr'][-1]:+.2f}", f"from {lower:.2f} to {upper:.2f}")
        )
    word = parts.state_word("done" if is_over else "playing")
    return f'<p class="note">{word}</p><dl class="headline">{"".join(told)}</dl>'


def _ends(low: float | None, high: float | None) -> str:
    if low is None and high is None:
        return ""
    return f"{'−∞' if low is None else f'{low:+.0f}'} to {'∞' if high is None else f'{high:+.0f}'}"


def _pairs(pairs: list[dict[str, Any]]) -> str:
    if not pairs:
        return ""
    rows = [
        [
            str(pair["pair"]),
            " ".join({1: "1", 0.5: "½", 0: "0"}.get(score, str(score)) for score in pair["scores"]),
            escape(", ".join(map(str, pair["reasons"]))),
            escape(", ".join(map(str, pair["plies"]))),
            f"<small>{escape(str(pair.get('opening', '')))}</small>",
        ]
        for pair in pairs[::-1][:LISTED]
    ]
    more = f" (the last {LISTED} of {len(pairs):,})" if len(pairs) > LISTED else ""
    header = ["pair", "scores", "ended by", "plies", "opening"]
    return f"<h2>Pairs{more}</h2>" + parts.table(header, rows, "pairs of games")


def _strength(found: dict[str, Any]) -> str:
    standing = found["standing"]
    told = [parts.figure("games", f"{standing.get('games', 0):,}")]
    value, low, high = _rating(standing)
    if value is not None:
        is_elo = standing.get("elo") is not None
        name = "Elo" if is_elo else f"points over {standing.get('zero', '')}"
        form = ".0f" if is_elo else "+.3f"
        small = "" if low is None or high is None else f"{low:{form}} to {high:{form}}"
        told.append(parts.figure(name, f"{value:{form}}", small))
    if standing.get("ladder_error") is not None:
        told.append(parts.figure("the ladder itself", f"± {number(standing['ladder_error'])}"))
    word = parts.state_word("done" if standing.get("is_over") else "playing")
    return f'<p class="note">{word}</p><dl class="headline">{"".join(told)}</dl>'


def _opponents(standing: dict[str, Any]) -> str:
    rows = []
    for one in standing.get("opponents", ()):
        known = one.get("elo", one.get("strength"))
        score = one.get("score", one.get("points"))
        rows.append(
            [escape(str(one.get("name"))), number(known), str(one.get("games")), number(score)]
        )
    if not rows:
        return ""
    return "<h2>Opponents</h2>" + parts.table(["opponent", "rating", "games", "score"], rows)
