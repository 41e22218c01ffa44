//! Whole games between two evaluations, and the record from which is learnt.

use crate::error::Error;
use crate::evaluate::Evaluation;
use crate::game::{Ending, Game, Turn};
use crate::history::History;
use crate::rng::move_seed;
use crate::search::{Control, SearchResult, Searcher, Settings};

/// What the record holds for each search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LearnAt {
    /// The principal leaf: TDLeaf.
    Leaf,
    /// The position of the game itself: TD-Directed.
    Position,
    /// Nothing: a match.
    Nothing,
}

/// How a game ends that reaches its last ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Adjudication {
    /// A win if both evaluations see the same side ahead, otherwise a draw.
    Agree,
    /// A draw.
    Draw,
    /// A win for the side that the judge of the [`GameJob`] sees ahead, a draw if it sees neither.
    Judge,
}

/// What is a draw besides stalemate and the positions that the game itself calls dead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Draws {
    /// Repetition, and too many plies without progress.
    All,
    /// Repetition alone.
    Repetition,
    /// Neither: games go on to the last ply. In chess two knights alone cannot force mate, so that
    /// is a draw here (thesis, appendix E.4).
    Bare,
}

/// One side of a game.
pub struct Player<'a, G: Game> {
    /// What it judges positions by.
    pub evaluation: &'a dyn Evaluation<G>,
    /// How it searches.
    pub settings: &'a Settings,
}

/// One whole game to be played. The record is a function of this alone.
pub struct GameJob<'a, G: Game> {
    /// The player who moves first.
    pub first: Player<'a, G>,
    /// The other one.
    pub second: Player<'a, G>,
    /// The seed of the run and the number of the game in it.
    pub seed: (u64, u64),
    /// Where the game begins.
    pub start: G,
    /// Moves that are played without search.
    pub opening: Vec<G::Move>,
    /// The game is adjudicated after so many plies.
    pub max_plies: usize,
    /// How.
    pub adjudication: Adjudication,
    /// Who says which side is ahead, for [`Adjudication::Judge`]; without one it is a draw.
    pub judge: Option<&'a dyn Evaluation<G>>,
    /// What is a draw.
    pub draws: Draws,
    /// What to record.
    pub learn_at: LearnAt,
}

/// How a prediction came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PredictionKind {
    /// The evaluation at a leaf.
    Leaf = 0,
    /// A result by the rules, seen by the search.
    Result = 1,
    /// As a leaf, but the move was the only one.
    Forced = 3,
}

/// One prediction: what a search said, and on what grounds.
#[derive(Clone, Debug)]
pub struct Prediction<M> {
    /// The ply of the game.
    pub ply: usize,
    /// Whose search it was.
    pub mover: Turn,
    /// How it came about.
    pub kind: PredictionKind,
    /// The evaluation at the leaf with real weights, first player's view.
    pub value: f64,
    /// The first player's score, for a result by the rules.
    pub score: Option<f64>,
    /// The partial derivatives of the value by each weight.
    pub gradient: Vec<(u32, f64)>,
    /// The reply that the search expected.
    pub predicted_reply: Option<M>,
}

/// A game as it was played.
#[derive(Clone, Debug)]
pub struct Record<G: Game> {
    /// All moves, those of the opening included.
    pub moves: Vec<G::Move>,
    /// The same as text.
    pub texts: Vec<String>,
    /// The result and why.
    pub ending: Ending,
    /// One entry a search, where they were asked for.
    pub predictions: Vec<Prediction<G::Move>>,
    /// Nodes of all searches.
    pub nodes: u64,
}

/// Plays the game to its end.
///
/// # Errors
/// When `control` says stop, or on settings out of range.
pub fn play<G: Game>(
    job: &GameJob<'_, G>,
    searcher: &mut Searcher<G>,
    control: Control<'_>,
) -> Result<Record<G>, Error> {
    let mut game = Board::new(job.start.clone(), job.draws);
    let nobody = Ending { score: 0.5, reason: "" };
    let mut record = Record {
        moves: Vec::new(),
        texts: Vec::new(),
        ending: nobody,
        predictions: Vec::new(),
        nodes: 0,
    };
    loop {
        // Small searches never ask by themselves.
        if control() {
            return Err(Error::Interrupted);
        }
        let ply = record.moves.len();
        if let Some(ending) = game.ending() {
            record.ending = ending;
            return Ok(record);
        }
        if ply >= job.max_plies {
            record.ending = adjudicate(job, &game.position);
            return Ok(record);
        }
        let mv = match job.opening.get(ply) {
            Some(&mv) => mv,
            None => decide(job, &game, &mut record, searcher, control)?,
        };
        record.texts.push(game.position.move_text(mv));
        record.moves.push(mv);
        game.play(mv);
    }
}

/// A position with what led to it.
struct Board<G: Game> {
    position: G,
    key: u64,
    history: History,
    draws: Draws,
}

impl<G: Game> Board<G> {
    fn new(position: G, draws: Draws) -> Self {
        Self { key: position.key(), position, history: History::default(), draws }
    }

    fn ending(&self) -> Option<Ending> {
        let by_history = |progress| self.history.ending(&self.position, self.key, progress);
        self.position.ending().or_else(|| match self.draws {
            Draws::All => by_history(true),
            Draws::Repetition => by_history(false),
            Draws::Bare => is_two_knights(&self.position)
                .then_some(Ending { score: 0.5, reason: "insufficient material" }),
        })
    }

    fn play(&mut self, mv: G::Move) {
        let child = self.position.play(mv);
        self.history.push(self.key);
        self.key = self.position.key_after(self.key, mv, &child);
        self.position = child;
    }
}

fn decide<G: Game>(
    job: &GameJob<'_, G>,
    game: &Board<G>,
    record: &mut Record<G>,
    searcher: &mut Searcher<G>,
    control: Control<'_>,
) -> Result<G::Move, Error> {
    let turn = game.position.turn();
    let player = if turn == Turn::Second { &job.second } else { &job.first };
    let seed = move_seed(job.seed.0, job.seed.1, record.moves.len() as u64);
    let found = searcher.search(
        &game.position,
        &game.history,
        player.evaluation,
        player.settings,
        seed,
        control,
    )?;
    record.nodes += found.nodes;
    if job.learn_at != LearnAt::Nothing {
        let ply = record.moves.len();
        record.predictions.push(predict(&game.position, player, &found, ply, job.learn_at));
    }
    // A search of a position that has not ended always finds a move.
    found.mv.ok_or(Error::Interrupted)
}

fn predict<G: Game>(
    root: &G,
    player: &Player<'_, G>,
    found: &SearchResult<G>,
    ply: usize,
    learn_at: LearnAt,
) -> Prediction<G::Move> {
    let score = found.score(root).filter(|_| learn_at == LearnAt::Leaf);
    let at = if learn_at == LearnAt::Leaf { &found.leaf } else { root };
    let context = player.evaluation.at_root(root);
    let mut gradient = Vec::new();
    // A result comes from the rules: there is no gradient to follow.
    if score.is_none() {
        player.evaluation.gradient(at, &context, &mut gradient);
    }
    let kind = match score {
        Some(_) => PredictionKind::Result,
        None if found.roots.len() == 1 => PredictionKind::Forced,
        None => PredictionKind::Leaf,
    };
    Prediction {
        ply,
        mover: root.turn(),
        kind,
        value: player.evaluation.real_value(at, &context),
        score,
        gradient,
        predicted_reply: found.line.get(1).copied(),
    }
}

fn adjudicate<G: Game>(job: &GameJob<'_, G>, position: &G) -> Ending {
    let ahead = |evaluation: &dyn Evaluation<G>| {
        let context = evaluation.at_root(position);
        (evaluation.value(position, &context) * position.turn().sign()).signum()
    };
    let leader = match job.adjudication {
        Adjudication::Draw => 0,
        Adjudication::Judge => job.judge.map_or(0, ahead),
        Adjudication::Agree => {
            let (a, b) = (ahead(job.first.evaluation), ahead(job.second.evaluation));
            if a == b { a } else { 0 }
        }
    };
    let reason = if leader == 0 { "adjudicated draw" } else { "adjudicated win" };
    Ending { score: f64::from(leader + 1) / 2.0, reason }
}

/// Whether one side has two knights and a king, the other the king alone, in chess: elsewhere there
/// are other men and other ways to win.
fn is_two_knights<G: Game>(position: &G) -> bool {
    if position.name() != "chess" {
        return false;
    }
    let count = |kind, side| position.count(kind, side).unwrap_or(0);
    let men = |side| ["pawn", "knight", "bishop", "rook", "queen"].map(|kind| count(kind, side));
    let (first, second) = (men(Turn::First), men(Turn::Second));
    matches!(
        (first, second),
        ([0, 2, 0, 0, 0], [0, 0, 0, 0, 0]) | ([0, 0, 0, 0, 0], [0, 2, 0, 0, 0])
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate::Linear;
    use crate::features::HasFeatures;
    use crate::game::Rules;
    use crate::games::{Chess, KingOfTheHill, Shogi};

    fn material(weights: [f64; 5]) -> Linear<Chess> {
        Linear::new(Chess::features("material").unwrap(), weights.to_vec(), 1000).unwrap()
    }

    /// A game from `start`, at random, with the given rules.
    fn game(
        start: &str,
        draws: Draws,
        adjudication: Adjudication,
        max_plies: usize,
    ) -> Record<Chess> {
        let nothing = material([0.0; 5]);
        let standard = material([1.0, 3.0, 3.0, 5.0, 9.0]);
        let settings = Settings { random_play: true, ..Settings::default() };
        let player = || Player { evaluation: &nothing, settings: &settings };
        let job = GameJob {
            first: player(),
            second: player(),
            seed: (1, 0),
            start: Chess::parse(start).unwrap(),
            opening: Vec::new(),
            max_plies,
            adjudication,
            judge: Some(&standard),
            draws,
            learn_at: LearnAt::Nothing,
        };
        play(&job, &mut Searcher::default(), &|| false).unwrap()
    }

    /// The pawns are locked, and no king can cross them.
    const LOCKED: &str = "4k3/8/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/4K3 w - - 0 1";

    #[test]
    fn repetition_and_slow_progress_end_a_game_where_the_rules_say_so() {
        let reason = |draws, start| game(start, draws, Adjudication::Draw, 300).ending.reason;
        assert_eq!(reason(Draws::All, LOCKED), "repetition");
        assert_eq!(reason(Draws::Repetition, LOCKED), "repetition");
        assert_eq!(reason(Draws::Bare, LOCKED), "adjudicated draw");
        let slow = "4k3/8/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/4K3 w - - 99 90";
        assert_eq!(reason(Draws::All, slow), "fifty moves");
        assert_eq!(reason(Draws::Repetition, slow), "repetition");
        assert_eq!(reason(Draws::Bare, slow), "adjudicated draw");
    }

    #[test]
    fn a_judge_gives_the_game_to_the_side_ahead() {
        let score = |start, adjudication| game(start, Draws::Bare, adjudication, 0).ending.score;
        for (start, expected) in [
            ("k7/p7/P7/8/8/7p/7P/6NK w - - 0 1", 1.0),
            ("k7/p7/P7/8/8/7p/7P/6NK b - - 0 1", 1.0),
            ("kn6/p7/P7/8/8/7p/7P/7K w - - 0 1", 0.0),
            (LOCKED, 0.5),
        ] {
            assert_eq!(score(start, Adjudication::Judge), expected, "{start}");
            // The players see nothing at all in any position.
            assert_eq!(score(start, Adjudication::Agree), 0.5, "{start}");
            assert_eq!(score(start, Adjudication::Draw), 0.5, "{start}");
        }
    }

    #[test]
    fn without_a_judge_nobody_is_ahead() {
        let nothing = material([0.0; 5]);
        let settings = Settings::default();
        let player = || Player { evaluation: &nothing, settings: &settings };
        let job = GameJob {
            first: player(),
            second: player(),
            seed: (1, 0),
            start: Chess::start(),
            opening: Vec::new(),
            max_plies: 0,
            adjudication: Adjudication::Judge,
            judge: None,
            draws: Draws::Bare,
            learn_at: LearnAt::Nothing,
        };
        let record = play(&job, &mut Searcher::default(), &|| false).unwrap();
        assert_eq!(record.ending, Ending { score: 0.5, reason: "adjudicated draw" });
    }

    #[test]
    fn two_knights_win_where_they_are_not_alone_or_not_in_chess() {
        let shogi = Shogi::parse("4k4/9/9/9/9/9/9/1N3G1N1/4K4 b - 1").unwrap();
        assert!(!is_two_knights(&shogi));
        let knights = "k7/8/8/8/8/8/8/KNN5 w - - 0 1";
        assert!(is_two_knights(&Chess::parse(knights).unwrap()));
        assert!(!is_two_knights(&KingOfTheHill::parse(knights).unwrap()));
    }

    #[test]
    fn two_knights_are_a_draw_by_the_bare_rules_alone() {
        let dead = |start, draws| {
            let record = game(start, draws, Adjudication::Draw, 1);
            record.ending.reason == "insufficient material" && record.moves.is_empty()
        };
        let (white, black) = ("k7/8/8/8/8/8/8/KNN5 w - - 0 1", "knn5/8/8/8/8/8/8/K7 w - - 0 1");
        assert!(dead(white, Draws::Bare) && dead(black, Draws::Bare));
        assert!(!dead(white, Draws::All) && !dead(white, Draws::Repetition));
        assert!(dead("k7/8/8/8/8/8/8/KN6 w - - 0 1", Draws::All));
        // Mate is possible, if only by a helping hand.
        assert!(!dead("k7/p7/8/8/8/8/8/KNN5 w - - 0 1", Draws::Bare));
        assert!(!dead("kn6/8/8/8/8/8/8/KNN5 w - - 0 1", Draws::Bare));
        assert!(!dead("k7/8/8/8/8/8/8/KNNN4 w - - 0 1", Draws::Bare));
    }
}
