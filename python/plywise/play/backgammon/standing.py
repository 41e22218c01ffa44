"""What to do with the cube where a match, or a game for money, stands."""

from plywise.evaluation.gammon import Outlook
from plywise.play.backgammon.board import Board
from plywise.play.backgammon.chances import Chances
from plywise.play.backgammon.cube import CubeDecision, Owner, money_decision, usual_efficiency
from plywise.play.backgammon.equity_table import LONGEST
from plywise.play.backgammon.match_cube import Score, match_decision
from plywise.play.backgammon.match_id import MatchState
from plywise.play.backgammon.numbers import Player, other


def chances_of(outlook: Outlook) -> Chances:
    """An outlook as the cube's formulas want it: contradictions of estimates are put right.

    >>> chances_of(Outlook(0.5, 0.6, 0.0, 0.1, -0.01)).win_gammon
    0.5
    """
    win = _within(outlook.win, 1.0)
    gammon = _within(outlook.gammon, win)
    lose_gammon = _within(outlook.lose_gammon, 1.0 - win)
    return Chances(
        win=win,
        win_gammon=gammon,
        win_backgammon=_within(outlook.backgammon, gammon),
        lose_gammon=lose_gammon,
        lose_backgammon=_within(outlook.lose_backgammon, lose_gammon),
    )


def cube_decision(board: Board, outlook: Outlook, state: MatchState | None = None) -> CubeDecision:
    """What the player on roll should do with the cube, whose outlook it is.

    Without a state it is a game for money with the cube in the middle. A match in which somebody
    needs more points than the table knows is played as if it were for money.

    >>> cube_decision(Board.start(), Outlook(0.53, 0.15, 0.01, 0.13, 0.01)).words
    'No double, take'
    """
    state = state or MatchState()
    chances, efficiency = chances_of(outlook), usual_efficiency(board)
    owner = owner_for(state.owner, state.on_roll)
    score = score_of(state)
    if score is None:
        return money_decision(chances, efficiency=efficiency, owner=owner, jacoby=state.jacoby)
    return match_decision(chances, score, cube=state.cube, owner=owner, efficiency=efficiency)


def owner_for(owner: Player | None, player: Player) -> Owner:
    """Whose the cube is, as a player sees it."""
    if owner is None:
        return "centred"
    return "own" if owner == player else "other"


def score_of(state: MatchState) -> Score | None:
    """The score as the player on roll sees it; None where points are what counts."""
    if not state.length:
        return None
    own, others = (
        state.length - state.scores[player] for player in (state.on_roll, other(state.on_roll))
    )
    if min(own, others) < 1 or max(own, others) > LONGEST:
        return None
    return Score(away=(own, others), crawford=state.crawford)


def _within(chance: float, most: float) -> float:
    return min(most, max(0.0, chance))
