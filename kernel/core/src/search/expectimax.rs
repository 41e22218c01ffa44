//! Expectimax: the search for games of dice and points.
//!
//! At a player's node the best move counts, at a chance node the mean over all rolls, each weighted
//! by its probability. A *ply* of depth is a decision of a player: dice between decisions are always
//! averaged over and cost no depth; only a roll after which dice are due again, so that a decision is
//! left out, costs the ply of that decision. After the last decision the position is judged as it stands,
//! before anybody rolls again. So depth 1 in backgammon is the static value of every position that a
//! move leads to, and depth 2 the mean over the opponent's 21 rolls of the best reply to each.
//!
//! Values are expected points by [`Game::outcomes`], real numbers, inside the search always the first
//! player's: a chance node has nobody's view. Results by the rules count as what they are; static
//! values become points by [`Worth`]. No table or history is looked at, and nothing is pruned unless
//! the settings ask for candidates: then a decision that is searched deeper than a ply is first judged
//! a ply deep, and only the best moves by that are searched.

mod candidates;
mod expectation;

use self::candidates::{Candidate, Filter};
pub use self::expectation::{Expectation, Leaf, RootPoints};
use super::limits::{Aborted, Control, Limits};
use super::settings::Settings;
use super::worth::Worth;
use crate::dice;
use crate::error::Error;
use crate::evaluate::{Context, Evaluation};
use crate::game::{Game, Turn};
use crate::points;
use crate::rng::Rng;

/// A search to be made.
pub struct ExpectimaxRequest<'a, G: Game> {
    /// The position to search: a player's decision, or a chance node, of which the mean is told.
    pub position: &'a G,
    /// What leaves are judged by.
    pub evaluation: &'a dyn Evaluation<G>,
    /// Depth, nodes, milliseconds, steepness, candidates and random ties; nothing else is looked at.
    pub settings: &'a Settings,
    /// What chance is drawn from.
    pub seed: u64,
    /// Whether to tell where the best lines end: it costs as much as searching the best move again.
    pub traces: bool,
    /// Asked now and then whether to give up.
    pub control: Control<'a>,
}

/// A depth that was searched through: the root's value, and that of every move.
type Iteration<M> = (f64, Vec<RootPoints<M>>);

/// Searches. The result depends on the request alone (and on the clock, where time is limited).
///
/// Without a limit the depth is searched at once; with one, depth after depth, and the last whole
/// one counts. If there is none, the move is drawn, and its value is the static one.
///
/// # Errors
/// On settings out of range, dice whose probabilities do not sum to 1, an outcome that the game does
/// not declare, or when `control` says stop.
pub fn expectimax<G: Game>(request: &ExpectimaxRequest<'_, G>) -> Result<Expectation<G>, Error> {
    let ExpectimaxRequest { position, evaluation, settings, .. } = *request;
    settings.check()?;
    let interval = evaluation.poll_interval();
    let mut search = Search {
        evaluation,
        context: evaluation.at_root(position),
        worth: Worth::of(request.evaluation, position.outcomes(), settings.steepness),
        limits: Limits::new(settings, interval, request.control, None),
        filter: Filter::new(settings),
        judged: 0,
        line: Vec::new(),
        leaves: Vec::new(),
    };
    let mut moves = Vec::new();
    if position.has_legal_move() && position.ending().is_none() && !dice::are_due(position) {
        moves.extend_from_slice(position.legal_moves().as_ref());
    }
    let mut found = search.look(request, &moves)?;
    found.nodes = search.limits.nodes;
    if !request.traces {
        return Ok(found);
    }
    // The leaves are found again without a limit: what was decided has to be told.
    let unlimited = Settings { nodes: None, milliseconds: None, ..settings.clone() };
    search.limits = Limits::new(&unlimited, interval, request.control, None);
    let traced = match found.mv {
        Some(mv) => {
            search.line.push(mv);
            let below = found.depth.saturating_sub(1);
            search.trace(&position.play(mv), below, 1.0, true)
        }
        None => search.trace(position, found.depth, 1.0, true),
    };
    traced.map_err(Halt::error)?;
    (found.line, found.leaves) = (search.line, search.leaves);
    Ok(found)
}

/// Why a search ended early.
enum Halt {
    Aborted(Aborted),
    Wrong(Error),
}

impl Halt {
    fn error(self) -> Error {
        match self {
            Halt::Aborted(_) => Error::Interrupted,
            Halt::Wrong(error) => error,
        }
    }
}

impl From<Aborted> for Halt {
    fn from(aborted: Aborted) -> Self {
        Halt::Aborted(aborted)
    }
}

impl From<Error> for Halt {
    fn from(error: Error) -> Self {
        Halt::Wrong(error)
    }
}

struct Search<'a, G: Game> {
    evaluation: &'a dyn Evaluation<G>,
    context: Context,
    worth: Worth,
    limits: Limits<'a>,
    filter: Filter,
    /// How many positions were judged by the evaluation.
    judged: u64,
    line: Vec<G::Move>,
    leaves: Vec<Leaf<G>>,
}

impl<G: Game> Search<'_, G> {
    /// The value of the root and its moves, by the last depth that could be finished.
    fn look(
        &mut self,
        request: &ExpectimaxRequest<'_, G>,
        moves: &[G::Move],
    ) -> Result<Expectation<G>, Error> {
        let ExpectimaxRequest { position, settings, .. } = *request;
        let mut rng = Rng::new(request.seed, 0);
        let blank = self.judged(position);
        let mut found = Expectation {
            mv: (!moves.is_empty()).then(|| *rng.choose(moves)),
            value: seen_by(position, blank),
            line: Vec::new(),
            leaves: Vec::new(),
            depth: 0,
            nodes: 0,
            roots: Vec::new(),
        };
        let first = if settings.is_limited() { 1 } else { settings.depth };
        for depth in first..=settings.depth {
            let judged = self.judged;
            match self.iterate(position, moves, depth) {
                Ok((value, roots)) => {
                    found.value = seen_by(position, value);
                    found.mv = chosen(position, &roots, settings.random_ties, &mut rng);
                    let seen = |root: RootPoints<_>| RootPoints {
                        value: seen_by(position, root.value),
                        ..root
                    };
                    found.roots = roots.into_iter().map(seen).collect();
                    found.depth = depth;
                    if self.judged == judged {
                        break; // All ends by the rules: no deeper search finds anything else.
                    }
                }
                Err(Halt::Aborted(Aborted::Limit)) => break,
                Err(halt) => return Err(halt.error()),
            }
        }
        Ok(found)
    }

    /// One depth: the root's value and that of every move, as the first player sees them.
    fn iterate(
        &mut self,
        position: &G,
        moves: &[G::Move],
        depth: u32,
    ) -> Result<Iteration<G::Move>, Halt> {
        if moves.is_empty() {
            return Ok((self.expected(position, depth)?, Vec::new()));
        }
        self.limits.count()?;
        let mut roots = Vec::with_capacity(moves.len());
        let kept = self.candidates(position, moves, depth)?;
        for (n, &mv) in moves.iter().enumerate() {
            let before = self.limits.nodes;
            let (value, depth) = match kept.get(n) {
                Some(&Candidate { value, is_searched: false }) => (value, 1),
                _ => (self.expected(&position.play(mv), depth - 1)?, depth),
            };
            let nodes = (self.limits.nodes - before).max(1);
            roots.push(RootPoints { mv, value, nodes, depth });
        }
        let whole = roots.iter().filter(|root| root.depth == depth);
        let best = best_of(position, whole.map(|root| root.value));
        Ok((best, roots))
    }

    /// What a ply says of each move of a decision, and which of them are to be searched deeper; none
    /// where all are.
    fn candidates(
        &mut self,
        position: &G,
        moves: &[G::Move],
        depth: u32,
    ) -> Result<Vec<Candidate>, Halt> {
        let is_last = depth == 1;
        if !is_last && self.filter.keeps_all(moves.len()) {
            return Ok(Vec::new());
        }
        let mut values = Vec::new();
        let is_judged = self.judge_all(position, &mut values)?;
        if is_last {
            return Ok(values.into_iter().map(Candidate::judged).collect());
        }
        if !is_judged {
            for &mv in moves {
                values.push(self.expected(&position.play(mv), 0)?);
            }
        }
        let best = best_of(position, values.iter().copied());
        Ok(self.filter.candidates(values, best))
    }

    /// The first player's points after every legal move at once, where the evaluation can.
    fn judge_all(&mut self, position: &G, out: &mut Vec<f64>) -> Result<bool, Halt> {
        if !self.evaluation.real_values_after(position, &self.context, out) {
            return Ok(false);
        }
        for value in out.iter_mut() {
            self.limits.count()?;
            *value = self.worth.points(*value);
        }
        self.judged += out.len() as u64;
        Ok(true)
    }

    /// The first player's expected points so many decisions deep.
    fn expected(&mut self, position: &G, depth: u32) -> Result<f64, Halt> {
        self.limits.count()?;
        if let Some(ending) = position.ending() {
            return Ok(points::declared(position, ending)?.score);
        }
        if depth == 0 {
            return Ok(self.judged(position));
        }
        if dice::are_due(position) {
            let mut mean = 0.0;
            for (mv, probability) in dice::rolls(position)? {
                let child = position.play(mv);
                let depth = below_roll(&child, depth);
                mean += probability * self.expected(&child, depth)?;
            }
            return Ok(mean);
        }
        let mut values = Vec::new();
        if depth == 1 && self.judge_all(position, &mut values)? {
            return Ok(best_of(position, values.into_iter()));
        }
        let best = self.best_move(position, depth)?;
        Ok(best.map_or_else(|| self.judged(position), |(_, points)| points))
    }

    /// The best move of a decision by what is searched of it, and the first player's points. Of equal
    /// moves the first is best.
    fn best_move(&mut self, position: &G, depth: u32) -> Result<Option<(G::Move, f64)>, Halt> {
        let moves = position.legal_moves();
        let kept = self.candidates(position, moves.as_ref(), depth)?;
        let mut best: Option<(G::Move, f64)> = None;
        for (n, &mv) in moves.as_ref().iter().enumerate() {
            let points = match kept.get(n) {
                Some(candidate) if depth == 1 => candidate.value,
                Some(Candidate { is_searched: false, .. }) => continue,
                _ => self.expected(&position.play(mv), depth - 1)?,
            };
            if best.is_none_or(|(_, so_far)| better(position, so_far, points) != so_far) {
                best = Some((mv, points));
            }
        }
        Ok(best)
    }

    /// Follows the best moves and all rolls to the leaves.
    fn trace(
        &mut self,
        position: &G,
        depth: u32,
        probability: f64,
        on_line: bool,
    ) -> Result<(), Halt> {
        let ending = position.ending();
        if ending.is_some() || depth == 0 {
            let score = ending.map(|ending| ending.score);
            self.leaves.push(Leaf { probability, position: position.clone(), score });
            return Ok(());
        }
        if dice::are_due(position) {
            for (mv, chance) in dice::rolls(position)? {
                let child = position.play(mv);
                self.trace(&child, below_roll(&child, depth), probability * chance, false)?;
            }
            return Ok(());
        }
        let best = self.best_move(position, depth)?;
        let Some((mv, _)) = best else { return Ok(()) };
        if on_line {
            self.line.push(mv);
        }
        self.trace(&position.play(mv), depth - 1, probability, on_line)
    }

    /// The static value in points.
    fn judged(&mut self, position: &G) -> f64 {
        self.judged += 1;
        self.worth.points(self.evaluation.real_value(position, &self.context))
    }
}

/// The depth after a roll: one less where nobody decides before the next, or a chain of rolls would
/// have no end.
fn below_roll<G: Game>(child: &G, depth: u32) -> u32 {
    if dice::are_due(child) { depth - 1 } else { depth }
}

/// The better of two numbers of points for the player who decides.
fn better<G: Game>(position: &G, one: f64, two: f64) -> f64 {
    if position.turn() == Turn::Second { one.min(two) } else { one.max(two) }
}

fn best_of<G: Game>(position: &G, points: impl Iterator<Item = f64>) -> f64 {
    points.reduce(|one, two| better(position, one, two)).unwrap_or(0.0)
}

/// The best move; one of the equally good ones drawn, if asked for, otherwise the first.
fn chosen<G: Game>(
    position: &G,
    roots: &[RootPoints<G::Move>],
    random_ties: bool,
    rng: &mut Rng,
) -> Option<G::Move> {
    let deepest = roots.iter().map(|root| root.depth).max();
    let roots = roots.iter().filter(|root| Some(root.depth) == deepest);
    let best = best_of(position, roots.clone().map(|root| root.value));
    let equal: Vec<_> = roots.filter(|root| root.value == best).map(|r| r.mv).collect();
    if random_ties && equal.len() > 1 { Some(*rng.choose(&equal)) } else { equal.first().copied() }
}

/// The first player's points as the side to move, or the player about to roll, sees them.
fn seen_by<G: Game>(position: &G, score: f64) -> f64 {
    let (low, high) = points::bounds(position.outcomes());
    if position.roller() == Turn::Second { low + high - score } else { score }
}
