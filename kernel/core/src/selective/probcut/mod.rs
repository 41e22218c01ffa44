//! ProbCut (Buro, 1995): alpha-beta that does not search deeply where a shallow search says that the
//! deep one would end outside the window, all but certainly.

mod settings;
mod table;

pub use settings::{Pair, Settings};

use std::collections::VecDeque;

use super::choice::{Choice, RootChoice};
use super::evaluator::{Evaluator, worth};
use super::limits::{Ended, Meter};
use super::search::SelectiveRequest;
use super::told::first_move;
use super::tree::{LINES, RECENT, Tree};
use crate::error::Error;
use crate::game::Game;
use crate::history::History;
use table::{Bound, Entry, Table};

/// Iterations go no deeper.
const MAX_DEPTH: u32 = 125;
/// A null window, in units of what winning is worth.
const NARROW: f64 = 1e-9;

/// Why a value is not known.
enum Stop {
    Error(Error),
    Ended(Ended),
}

impl From<Error> for Stop {
    fn from(error: Error) -> Self {
        Stop::Error(error)
    }
}

struct Search<'a, G: Game> {
    /// The root alone: it counts.
    tree: Tree<'a, G>,
    evaluator: &'a dyn Evaluator<G>,
    meter: Meter<'a>,
    settings: &'a Settings,
    history: History,
    /// The positions before this index of the history were played, not searched.
    before: usize,
    table: Table,
    line: Vec<G::Move>,
    recent: VecDeque<Vec<G::Move>>,
    expansions: u64,
    deepest: usize,
    /// Whether a leaf of this iteration was not the end of the game.
    has_horizon: bool,
}

/// Searches a position, by one ply more in each iteration.
///
/// # Errors
/// On settings out of range, or when the caller wants to stop.
pub fn search<G: Game>(
    request: &SelectiveRequest<'_, G>,
    settings: &Settings,
) -> Result<Choice<G::Move>, Error> {
    settings.check()?;
    let mut search = Search::new(request, settings);
    let mut choice = search.nothing_yet();
    if request.position.ending().is_some() {
        return Ok(choice);
    }
    for depth in 1..=MAX_DEPTH {
        search.has_horizon = false;
        match search.iteration(depth, &mut choice) {
            Err(Stop::Error(error)) => return Err(error),
            Err(Stop::Ended(ended)) => {
                choice.ended = ended;
                break;
            }
            Ok(()) if !search.has_horizon => break,
            Ok(()) => {}
        }
    }
    Ok(search.finished(choice))
}

/// The value of a position by a search of so many plies without cuts: what cuts are measured on.
///
/// # Errors
/// When the caller wants to stop.
pub fn deep_value<G: Game>(request: &SelectiveRequest<'_, G>, depth: u32) -> Result<f64, Error> {
    let settings = Settings::default();
    let mut search = Search::new(request, &settings);
    let win = search.evaluator.win();
    if let Some(ending) = request.position.ending() {
        return Ok(worth(request.position, ending, win));
    }
    match search.value(request.position, depth, -win, win, false) {
        Ok(value) => Ok(value),
        Err(Stop::Error(error)) => Err(error),
        Err(Stop::Ended(ended)) => {
            let reason = ended.name();
            Err(Error::BadSetting(format!("the {reason} do not suffice for {depth} plies")))
        }
    }
}

impl<'a, G: Game> Search<'a, G> {
    fn new(request: &SelectiveRequest<'a, G>, settings: &'a Settings) -> Self {
        let meter = Meter::of(request);
        Self {
            tree: Tree::new(request.position, request.history, 0),
            evaluator: request.evaluator,
            table: Table::new(meter.nodes),
            meter,
            settings,
            history: request.history.clone(),
            before: request.history.len(),
            line: Vec::new(),
            recent: VecDeque::new(),
            expansions: 0,
            deepest: 0,
            has_horizon: false,
        }
    }

    /// Searches all root moves, the best of the last iteration first. What was found before the
    /// budget ended counts: the first move is as good as the last iteration said, or has become
    /// worse, and others count where they are better.
    fn iteration(&mut self, depth: u32, choice: &mut Choice<G::Move>) -> Result<(), Stop> {
        let root = self.tree.root();
        self.expanding();
        let win = self.evaluator.win();
        let mut best = f64::NEG_INFINITY;
        for number in self.root_order(choice) {
            let before = self.tree.nodes();
            let mv = choice.roots[number].mv;
            let alpha = best.max(-win);
            let searched = self.child(root, mv, depth, alpha, win, true);
            choice.roots[number].nodes += self.tree.nodes() - before;
            let value = searched?;
            choice.roots[number].value = value;
            if value > best {
                best = value;
                (choice.mv, choice.value) = (Some(mv), value);
            }
        }
        Ok(())
    }

    fn root_order(&self, choice: &Choice<G::Move>) -> Vec<usize> {
        let mut order: Vec<usize> = (0..choice.roots.len()).collect();
        let is_best = |&number: &usize| Some(choice.roots[number].mv) == choice.mv;
        order.sort_by_key(|number| !is_best(number));
        order
    }

    /// The value of a move, in the view of who makes it: exact within the window, else a bound.
    fn child(
        &mut self,
        position: &G,
        mv: G::Move,
        depth: u32,
        alpha: f64,
        beta: f64,
        cuts: bool,
    ) -> Result<f64, Stop> {
        if let Some(ended) = self.tree.pass(1, &self.meter)? {
            return Err(Stop::Ended(ended));
        }
        let child = position.play(mv);
        self.history.push(if G::REPEATS { position.key() } else { 0 });
        self.line.push(mv);
        self.deepest = self.deepest.max(self.line.len());
        let value = match child.ending().or_else(|| self.by_history(&child)) {
            Some(ending) => Ok(worth(&child, ending, self.evaluator.win())),
            None => self.value(&child, depth - 1, -beta, -alpha, cuts),
        };
        self.line.pop();
        self.history.pop();
        value.map(|value| -value)
    }

    fn by_history(&self, child: &G) -> Option<crate::game::Ending> {
        if !G::REPEATS {
            return None;
        }
        self.history.ending_in_search(child, child.key(), self.before)
    }

    /// The value of a position in which the game goes on.
    ///
    /// 1. At the horizon, ask the evaluator.
    /// 2. Use what the table knows.
    /// 3. Try a cut by a shallow search.
    /// 4. Search the moves, the table's first.
    fn value(
        &mut self,
        position: &G,
        depth: u32,
        mut alpha: f64,
        beta: f64,
        cuts: bool,
    ) -> Result<f64, Stop> {
        if depth == 0 {
            self.has_horizon = true;
            return Ok(self.evaluator.value(position));
        }
        let key = position.key();
        let known = self.table.get(key).copied();
        // Where positions can come back, their values hang on the way to them: only moves are used.
        if let Some(entry) = known.filter(|entry| !G::REPEATS && u32::from(entry.depth) == depth) {
            let is_enough = match entry.bound {
                Bound::Exact => true,
                Bound::Least => entry.value >= beta,
                Bound::Most => entry.value <= alpha,
            };
            if is_enough {
                self.has_horizon |= entry.has_horizon;
                return Ok(entry.value);
            }
        }
        if cuts && let Some(bound) = self.cut(position, depth, alpha, beta)? {
            return Ok(bound);
        }
        self.expanding();
        let has_horizon = std::mem::take(&mut self.has_horizon);
        let moves = position.legal_moves();
        let first = known.map_or(0, |entry| usize::from(entry.best)).min(moves.as_ref().len() - 1);
        let others = (0..moves.as_ref().len()).filter(|&number| number != first);
        let (mut best, mut best_number, start) = (f64::NEG_INFINITY, first, alpha);
        for number in std::iter::once(first).chain(others) {
            let mv = moves.as_ref()[number];
            let value = self.child(position, mv, depth, alpha, beta, cuts)?;
            if value > best {
                (best, best_number) = (value, number);
                alpha = alpha.max(value);
            }
            if alpha >= beta {
                break;
            }
        }
        let bound = match best {
            best if best >= beta => Bound::Least,
            best if best <= start => Bound::Most,
            _ => Bound::Exact,
        };
        let entry = Entry {
            key,
            value: best,
            best: best_number as u16,
            depth: depth as u8,
            bound,
            has_horizon: self.has_horizon,
        };
        self.table.put(entry);
        self.has_horizon |= has_horizon;
        Ok(best)
    }

    /// A bound outside the window, where shallow searches make it all but certain.
    fn cut(
        &mut self,
        position: &G,
        depth: u32,
        alpha: f64,
        beta: f64,
    ) -> Result<Option<f64>, Stop> {
        let (win, narrow) = (self.evaluator.win(), self.evaluator.win() * NARROW);
        let settings = self.settings;
        for pair in settings.pairs.iter().filter(|pair| pair.depth == depth) {
            let margin = settings.percentile * pair.deviation;
            let high = (beta - pair.intercept + margin) / pair.slope;
            if high < win {
                let value = self.value(position, pair.shallow, high - narrow, high, false)?;
                if value >= high {
                    return Ok(Some(beta));
                }
            }
            let low = (alpha - pair.intercept - margin) / pair.slope;
            if low > -win {
                let value = self.value(position, pair.shallow, low, low + narrow, false)?;
                if value <= low {
                    return Ok(Some(alpha));
                }
            }
        }
        Ok(None)
    }

    /// The present position is given children.
    fn expanding(&mut self) {
        self.expansions += 1;
        if self.recent.len() == RECENT {
            self.recent.pop_front();
        }
        self.recent.push_back(self.line.clone());
    }

    fn nothing_yet(&self) -> Choice<G::Move> {
        let root = self.tree.root();
        let ending = root.ending();
        let value = match ending {
            Some(ending) => worth(root, ending, self.evaluator.win()),
            None => self.evaluator.value(root),
        };
        let moves = root.legal_moves();
        let blank = |&mv| RootChoice { mv, value, nodes: 0, spikes: Vec::new() };
        let roots = if ending.is_some() { &[] } else { moves.as_ref() };
        Choice {
            mv: first_move(root),
            value,
            gain: None,
            line: Vec::new(),
            roots: roots.iter().map(blank).collect(),
            nodes: 0,
            expansions: 0,
            depth: 0,
            memory: 0,
            ended: Ended::Settled,
            lines: Vec::new(),
            recent: Vec::new(),
        }
    }

    fn finished(self, mut choice: Choice<G::Move>) -> Choice<G::Move> {
        choice.nodes = self.tree.nodes();
        choice.expansions = self.expansions;
        choice.depth = self.deepest;
        choice.memory = self.table.memory();
        choice.line = choice.mv.map_or_else(Vec::new, |mv| self.line_after(mv));
        let lines = choice.roots.iter().map(|root| (self.line_after(root.mv), root.nodes));
        choice.lines = lines.collect();
        choice.lines.sort_by_key(|&(_, nodes)| std::cmp::Reverse(nodes));
        choice.lines.truncate(LINES);
        choice.recent = self.recent.into();
        choice
    }

    /// A root move and the moves that the table has after it.
    fn line_after(&self, first: G::Move) -> Vec<G::Move> {
        let (mut line, mut position) = (vec![first], self.tree.root().play(first));
        while line.len() < self.deepest && position.ending().is_none() {
            let Some(entry) = self.table.get(position.key()) else { break };
            let moves = position.legal_moves();
            let Some(&mv) = moves.as_ref().get(usize::from(entry.best)) else { break };
            line.push(mv);
            position = position.play(mv);
        }
        line
    }
}
