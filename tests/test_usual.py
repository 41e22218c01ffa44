"""What a run or a match does where it is not told: as is usual in the game and for its features."""

import pytest

import plywise as pw
from plywise import _kernel
from plywise.errors import UnknownName
from plywise.evaluation.weights import published_for, resolve, start_of, usual
from plywise.games.ballot import usual_ballot
from plywise.learning.config import LearnConfig
from plywise.play.pgn import is_pgn, pgn_game

GAMES = _kernel.games()


@pytest.mark.parametrize("game", GAMES)
def test_a_run_is_as_usual_in_its_game(game: str) -> None:
    config, facts = LearnConfig(game=game), _kernel.facts(game)
    assert config.features == facts.feature_sets[0]
    assert config.max_plies == facts.max_plies
    assert config.adjudication == facts.adjudication
    assert config.start == config.feature_set.starts


def test_long_games_of_shogi_are_drawn_and_those_of_chess_are_not() -> None:
    assert LearnConfig(game="shogi").adjudication == "draw"
    assert LearnConfig(game="chess").adjudication == "agree"


@pytest.mark.parametrize("game", GAMES)
def test_a_match_is_as_usual_in_its_game(game: str) -> None:
    settings = pw.match(start_of(game), "random", games=2, depth=1).settings
    facts = _kernel.facts(game)
    assert settings["game"] == game
    assert settings["max_plies"] == facts.max_plies
    assert settings["adjudication"] == facts.adjudication
    assert settings["ballot"] == usual_ballot(game)


@pytest.mark.parametrize("game", GAMES)
def test_every_feature_set_of_every_game_can_be_learnt(game: str) -> None:
    for features in pw.game(game).feature_sets:
        run = pw.learn(
            game, features=features, evaluation="linear", games=2, search={"depth": 1}, gate_every=0
        )
        assert len(run.weights) == len(run.features)


@pytest.mark.parametrize("game", GAMES)
def test_games_are_written_in_the_words_of_their_game(game: str) -> None:
    first, second = _kernel.facts(game).players
    position = _kernel.Position.start(game)
    moves = position.moves[:1]
    text = pgn_game(moves, players=("Ann", "Bob"), game=game)
    assert f'[{first} "Ann"]\n[{second} "Bob"]' in text
    assert text.endswith(f"\n1. {position.notation(moves[0])} *\n")
    assert (f'[Game "{game}"]' in text) == (not is_pgn(game))


def test_pieces_alone_need_no_ballot_and_other_terms_do() -> None:
    assert LearnConfig(features="material").ballot == 0
    assert LearnConfig(features="centre").ballot == 4
    assert LearnConfig(features="centre", ballot=0).ballot == 0
    assert LearnConfig(features="centre", max_plies=3).ballot == 0


def test_a_set_with_a_feature_in_python_gets_a_ballot() -> None:
    assert LearnConfig(features="material+bishop_pair").ballot == 4


def test_a_stored_run_keeps_its_ballot() -> None:
    config = LearnConfig(features="centre", ballot=0)
    assert LearnConfig.from_toml(config.to_toml()) == config


def test_bad_features_are_named_and_not_hidden_by_what_is_usual() -> None:
    with pytest.raises(pw.BadSetting, match="unknown feature set of chess 'materiel'"):
        LearnConfig(features="materiel")
    with pytest.raises(pw.BadSetting, match="features = 7"):
        LearnConfig(features=7)


def test_weights_know_the_game_of_a_match() -> None:
    with pytest.raises(UnknownName, match="did you mean 'chess'"):
        pw.match("random", "random", game="ches")
    assert pw.match("random", "random", games=2, max_plies=4).settings["game"] == "chess"


@pytest.mark.parametrize("game", GAMES)
def test_what_judges_a_game_by_default_belongs_to_it(game: str) -> None:
    assert usual(game).game == game
    assert usual(game).features in pw.game(game).feature_sets


def test_numbers_are_weights_of_the_first_set() -> None:
    assert resolve([1, 2, 3, 4, 5]).features == "material"
    assert resolve([1, 2, 3, 4, 5, 0], features="centre").label == "1:2:3:4:5:0"


def test_values_are_published_for_features_and_not_only_for_games() -> None:
    assert list(published_for("chess", "material", depth=7)) == ["textbook"]
    assert published_for("chess", "centre", depth=2) == {}
    assert list(published_for("shogi", "material", depth=2)) == ["published, depth 2", "GNU", "YSS"]
