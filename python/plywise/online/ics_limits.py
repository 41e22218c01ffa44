"""The policy in the words of an ICS: what a seek, the formula and the lists of names can say of it.

What they cannot say is seen when a game begins (`Creating:`), and such a game is not played.
"""

import math
import re
from dataclasses import replace
from typing import Final

from plywise.errors import BadSetting
from plywise.online.policy import Offer, Policy

USUAL: Final = Policy()
RANGE: Final = re.compile(r"\d+-\d+")
OTHER_GAMES: Final = re.compile("crazyhouse|zh|bughouse|suicide|losers|atomic|wild|fr")
"""Words of a seek that are not for ordinary chess."""


def formula_of(policy: Policy, given: str = "") -> str:
    """The server's own filter: what was given, and the limits that differ from the usual ones.

    >>> formula_of(Policy(ratings=(1000, 2000), rated=True, seconds=(60, 300)), "!abuser")
    '(!abuser) & rating >= 1000 & rating <= 2000 & time >= 1 & time <= 5 & rated'
    >>> formula_of(Policy(), "blitz"), formula_of(Policy())
    ('blitz', '')
    """
    (low, high), (least, most) = policy.ratings, policy.seconds
    limits = [
        (low != USUAL.ratings[0], f"rating >= {low}"),
        (high != USUAL.ratings[1], f"rating <= {high}"),
        (least != USUAL.seconds[0], f"time >= {math.ceil(least / 60)}"),
        (most != USUAL.seconds[1], f"time <= {math.floor(most / 60)}"),
        (policy.increment != USUAL.increment, f"inc <= {math.floor(policy.increment)}"),
        (policy.rated is True, "rated"),
        (policy.rated is False, "unrated"),
    ]
    told = [text for is_asked, text in limits if is_asked]
    return " & ".join([f"({given})", *told] if given and told else [given] if given else told)


def seek_within(seek: str, policy: Policy, formula: str) -> str:
    """A seek with the limits that it can have, unless it has limits of its own.

    >>> seek_within("3 2 rated", Policy(ratings=(1000, 2000)), "rating >= 1000")
    '3 2 rated f 1000-2000'
    >>> seek_within("3 2 rated 1200-1300", Policy(), "")
    '3 2 rated 1200-1300'
    """
    words = seek.split()
    if formula and not {"f", "formula"} & set(words):
        words.append("f")
    if policy.ratings != USUAL.ratings and not any(RANGE.fullmatch(word) for word in words):
        words.append("{}-{}".format(*policy.ratings))
    return " ".join(words)


def refuse_idle_seek(seek: str, policy: Policy) -> None:
    """BadSetting for a seek whose games the policy would not accept.

    >>> refuse_idle_seek("3 2 unrated", Policy(rated=True))
    Traceback (most recent call last):
    ...
    plywise.BadSetting: --seek '3 2 unrated': only rated games are played
    """
    words = seek.split()
    numbers = [float(word) for word in words[:2] if word.isdecimal()]
    low, high = policy.seconds
    offer = Offer(
        opponent="",
        variant=next((word for word in words if OTHER_GAMES.fullmatch(word)), policy.game),
        seconds=60 * numbers[0] if numbers else max(low, min(high, 1.0)),
        increment=numbers[1] if len(numbers) > 1 else 0.0,
        rated=not {"u", "unrated"} & set(words),
    )
    says_rated = bool({"r", "rated", "u", "unrated"} & set(words))
    known = replace(
        policy, ratings=USUAL.ratings, bots=None, rated=policy.rated if says_rated else None
    )
    if (refusal := known.refusal(offer)) is not None:
        raise BadSetting(f"--seek {seek!r}: {refusal.text}")


def refusal_of_begun(
    policy: Policy, offer: Offer, *, is_told: bool, is_asked: bool, before: tuple[str, ...]
) -> str:
    """Why a game that has begun is not to be played; empty if it is.

    Whom we challenged ourselves (`is_asked`) may have any rating and clock. Of a game that no
    `Creating:` told of (not `is_told`) nothing is known but names and clock.
    """
    if is_asked:
        policy = Policy(game=policy.game, no_play=policy.no_play)
    elif not is_told:
        policy = replace(policy, ratings=USUAL.ratings, rated=None)
    refusal = policy.refusal(offer, () if is_asked else before)
    return "" if refusal is None else refusal.text
