//! Whole games between two evaluations, and the record from which is learnt.

mod grown;

pub use grown::Grown;

use crate::dice;
use crate::error::Error;
use crate::evaluate::Evaluation;
use crate::game::{Ending, Game, Turn};
use crate::history::History;
use crate::points;
use crate::rng::move_seed;
use crate::search::{Control, ExpectimaxRequest, SearchResult, Searcher, Settings, expectimax};

mod predicting;
pub use predicting::{Prediction, PredictionKind};
use predicting::{predict, predict_mean};

/// What the record holds for each search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LearnAt {
    /// The principal leaf: TDLeaf.
    Leaf,
    /// The position of the game itself, before its dice are thrown: TD-Directed.
    Position,
    /// Where quiescence of the position ends, without a full-width search: RootStrap.
    Quiet,
    /// The principal leaf, and where quiescence ends.
    LeafAndQuiet,
    /// All nodes of the search, as its settings say: TreeStrap.
    Nodes,
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
    /// The selective search by which it chooses its moves instead.
    pub grown: Option<Grown<'a, G>>,
}

/// One whole game to be played. The record is a function of this alone.
pub struct GameJob<'a, G: Game> {
    /// The player who moves first.
    pub first: Player<'a, G>,
    /// The other one.
    pub second: Player<'a, G>,
    /// Where the game begins.
    pub start: G,
    /// Moves that are played without search.
    pub opening: Vec<G::Move>,
    /// Who says which side is ahead, for [`Adjudication::Judge`]; without one it is a draw.
    pub judge: Option<&'a dyn Evaluation<G>>,
    /// The rest, which is the same in all games.
    pub conditions: Conditions,
}

/// What a game is played under, whichever it is.
#[derive(Clone, Copy, Debug)]
pub struct Conditions {
    /// The seed of the run and the number of the game in it.
    pub seed: (u64, u64),
    /// Whose dice it has: its own number's, or those of another game, as the two of a pair share
    /// theirs. The roll at a ply depends on the run's seed, this number and the ply alone.
    pub dice: u64,
    /// The game is adjudicated after so many plies.
    pub max_plies: usize,
    /// How.
    pub adjudication: Adjudication,
    /// What is a draw.
    pub draws: Draws,
    /// What to record.
    pub learn_at: LearnAt,
    /// Of whose searches; of both players' if nobody is named.
    pub learner: Option<Turn>,
}

impl Conditions {
    /// Whether the searches of this side are recorded.
    fn learns(&self, turn: Turn) -> bool {
        self.learn_at != LearnAt::Nothing && self.learner.is_none_or(|learner| learner == turn)
    }
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
/// When `control` says stop, on settings out of range, on dice whose probabilities do not sum to 1,
/// or on an outcome that the game does not declare.
pub fn play<G: Game>(
    job: &GameJob<'_, G>,
    searcher: &mut Searcher<G>,
    control: Control<'_>,
) -> Result<Record<G>, Error> {
    refuse_unfit(job)?;
    let mut game = Board::new(job.start.clone(), job.conditions.draws);
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
            record.ending = points::declared(&game.position, ending)?;
            return Ok(record);
        }
        if ply >= job.conditions.max_plies {
            record.ending = adjudicate(job, &game.position);
            return Ok(record);
        }
        let mv = match job.opening.get(ply) {
            Some(&mv) => mv,
            None if dice::are_due(&game.position) => {
                dice::throw(&game.position, (job.conditions.seed.0, job.conditions.dice), ply)?
            }
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
    /// The position before the dice were thrown, if they just were.
    before_roll: Option<G>,
    key: u64,
    history: History,
    draws: Draws,
}

impl<G: Game> Board<G> {
    fn new(position: G, draws: Draws) -> Self {
        let (key, history) = (position.key(), History::default());
        Self { position, before_roll: None, key, history, draws }
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
        let before = std::mem::replace(&mut self.position, child);
        self.before_roll = dice::are_due(&before).then_some(before);
    }

    /// Where TD-Directed learns: dice are none of the evaluation's business.
    fn before_roll(&self) -> &G {
        self.before_roll.as_ref().unwrap_or(&self.position)
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
    let seed = move_seed(job.conditions.seed.0, job.conditions.seed.1, record.moves.len() as u64);
    if let Some(using) = &player.grown {
        return grown::choose(job, game, record, (player, using), (seed, control));
    }
    if player.settings.expectimax && !player.settings.random_play {
        return expect(job, game, record, player, (seed, control));
    }
    let found = searcher.search(
        &game.position,
        &game.history,
        player.evaluation,
        player.settings,
        seed,
        control,
    )?;
    record.nodes += found.nodes;
    if job.conditions.learns(turn) {
        let at = (record.moves.len(), job.conditions.learn_at);
        let mut prediction = predict(game, player, &found, at.0, at.1);
        if matches!(at.1, LearnAt::Quiet | LearnAt::LeafAndQuiet) {
            let places = quiet_places(game, player, &found, searcher, (record, control))?;
            prediction.add_quiet(player, &game.position, &places, at.1);
        }
        record.predictions.push(prediction);
    }
    // A search of a position that has not ended always finds a move.
    found.mv.ok_or(Error::Interrupted)
}

/// Where quiescence ends of each position that learns what the search said: the root, and as many
/// along its principal line as are asked for, until the game is over.
fn quiet_places<G: Game>(
    game: &Board<G>,
    player: &Player<'_, G>,
    found: &SearchResult<G>,
    searcher: &mut Searcher<G>,
    (record, control): (&mut Record<G>, Control<'_>),
) -> Result<Vec<G>, Error> {
    let mut places = Vec::new();
    let mut position = game.position.clone();
    let moves = found.line.iter().copied().map(Some).chain([None]);
    for mv in moves.take(player.settings.teaches_line) {
        let (line, nodes) =
            searcher.quiet_line(&position, player.evaluation, player.settings, control)?;
        record.nodes += nodes;
        places.push(line.iter().fold(position.clone(), |position, &mv| position.play(mv)));
        let Some(mv) = mv else { break };
        position = position.play(mv);
        if position.ending().is_some() {
            break;
        }
    }
    Ok(places)
}

/// Refuses to learn at places that the searches of a learner do not have.
fn refuse_unfit<G: Game>(job: &GameJob<'_, G>) -> Result<(), Error> {
    if matches!(job.conditions.learn_at, LearnAt::Leaf | LearnAt::Position | LearnAt::Nothing) {
        return Ok(());
    }
    for (player, turn) in [(&job.first, Turn::First), (&job.second, Turn::Second)] {
        let teaches = player.settings.teaches.is_some();
        if job.conditions.learns(turn) && (job.conditions.learn_at == LearnAt::Nodes) != teaches {
            let why =
                "to learn at the nodes of a search its settings say from which depth on: teaches";
            return Err(Error::BadSetting(why.to_owned()));
        }
        let is_other = player.grown.is_some()
            || player.settings.expectimax
            || player.settings.random_play
            || player.evaluation.is_in_points();
        if is_other && job.conditions.learns(turn) {
            return Err(Error::BadSetting(
                "only alpha-beta with a value for each position has quiet leaves and nodes to \
                 learn at; learn at leaf or position"
                    .to_owned(),
            ));
        }
    }
    Ok(())
}

/// As [`decide`], by expectimax.
fn expect<G: Game>(
    job: &GameJob<'_, G>,
    game: &Board<G>,
    record: &mut Record<G>,
    player: &Player<'_, G>,
    (seed, control): (u64, Control<'_>),
) -> Result<G::Move, Error> {
    let (position, evaluation) = (&game.position, player.evaluation);
    let settings = player.settings;
    let learns = job.conditions.learns(position.turn());
    let request =
        ExpectimaxRequest { position, evaluation, settings, seed, traces: learns, control };
    let found = expectimax(&request)?;
    record.nodes += found.nodes;
    if learns {
        let ply = record.moves.len();
        record.predictions.push(predict_mean(game, player, &found, ply, job.conditions.learn_at));
    }
    found.mv.ok_or(Error::Interrupted)
}

fn adjudicate<G: Game>(job: &GameJob<'_, G>, position: &G) -> Ending {
    let ahead = |evaluation: &dyn Evaluation<G>| {
        let context = evaluation.at_root(position);
        (evaluation.value(position, &context) * position.roller().sign()).signum()
    };
    let leader = match job.conditions.adjudication {
        Adjudication::Draw => 0,
        Adjudication::Judge => job.judge.map_or(0, ahead),
        Adjudication::Agree => {
            let (a, b) = (ahead(job.first.evaluation), ahead(job.second.evaluation));
            if a == b { a } else { 0 }
        }
    };
    let reason = if leader == 0 { "adjudicated draw" } else { "adjudicated win" };
    Ending { score: points::of_leader(position.outcomes(), leader), reason }
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
mod tests;
