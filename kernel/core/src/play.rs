//! Whole games between two evaluations, and the record from which is learnt.

use crate::error::Error;
use crate::evaluate::Evaluation;
use crate::game::{Ending, Game, Turn};
use crate::history::History;
use crate::rng::move_seed;
use crate::search::{Control, Found, Searcher, Settings};

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
}

/// One side of a game.
pub struct Player<'a, G: Game> {
    /// What it judges positions by.
    pub evaluation: &'a dyn Evaluation<G>,
    /// How it searches.
    pub settings: &'a Settings,
}

/// One whole game to be played. The record is a function of this alone.
pub struct Job<'a, G: Game> {
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
    /// Whether too many plies without progress are a draw.
    pub progress_rule: bool,
    /// What to record.
    pub learn_at: LearnAt,
}

/// How a prediction came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
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
    pub kind: Kind,
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
    job: &Job<'_, G>,
    searcher: &mut Searcher<G>,
    control: Control<'_>,
) -> Result<Record<G>, Error> {
    let mut game = Board::new(job.start.clone(), job.progress_rule);
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
    progress_rule: bool,
}

impl<G: Game> Board<G> {
    fn new(position: G, progress_rule: bool) -> Self {
        Self { key: position.key(), position, history: History::default(), progress_rule }
    }

    fn ending(&self) -> Option<Ending> {
        let by_position = self.position.ending();
        by_position.or_else(|| self.history.draw(&self.position, self.key, self.progress_rule))
    }

    fn play(&mut self, mv: G::Move) {
        let child = self.position.play(mv);
        self.history.push(self.key);
        self.key = self.position.key_after(self.key, mv, &child);
        self.position = child;
    }
}

fn decide<G: Game>(
    job: &Job<'_, G>,
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
    found: &Found<G>,
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
        Some(_) => Kind::Result,
        None if found.roots.len() == 1 => Kind::Forced,
        None => Kind::Leaf,
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

fn adjudicate<G: Game>(job: &Job<'_, G>, position: &G) -> Ending {
    let ahead = |player: &Player<'_, G>| {
        let context = player.evaluation.at_root(position);
        (player.evaluation.value(position, &context) * position.turn().sign()).signum()
    };
    let (a, b) = (ahead(&job.first), ahead(&job.second));
    if job.adjudication == Adjudication::Agree && a == b && a != 0 {
        Ending { score: f64::from(a + 1) / 2.0, reason: "adjudicated win" }
    } else {
        Ending { score: 0.5, reason: "adjudicated draw" }
    }
}
