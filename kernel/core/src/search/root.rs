//! The root: iterative deepening, the choice among equals, and what comes back.

use super::alpha_beta::{Search, value_of};
use super::limits::{Aborted, Control, Limits};
use super::line::{Line, Lines};
use super::ordering::Ordering;
use super::quiescence::QUIESCENCE_GUARD;
use super::settings::Settings;
use super::table::Table;
use crate::error::Error;
use crate::evaluate::Evaluation;
use crate::game::Game;
use crate::history::History;
use crate::rng::Chance;
use crate::value::{INFINITE, MATE, MAX_PLY, Value, is_mate};

/// A root move and what the last whole iteration found out about it.
#[derive(Clone, Debug)]
pub struct RootMove<M> {
    /// The move.
    pub mv: M,
    /// Its value, or an upper bound on it.
    pub value: Value,
    /// Whether the value is exact.
    pub exact: bool,
    line: Line<M>,
}

/// What a search found.
#[derive(Clone, Debug)]
pub struct Found<G: Game> {
    /// The move to play; none when the game is over.
    pub mv: Option<G::Move>,
    /// The value for the side to move: the evaluation at the leaf, or a result by the rules.
    pub value: Value,
    /// The moves from the root to the principal leaf.
    pub line: Vec<G::Move>,
    /// The position at the end of the line.
    pub leaf: G,
    /// Whether the line ends by the rules: then the leaf's evaluation plays no part.
    pub by_rules: bool,
    /// The depth of the last whole iteration.
    pub depth: u32,
    /// All nodes, quiescence included.
    pub nodes: u64,
    /// Quiescence roots and what lies below them.
    pub c_nodes: u64,
    /// All root moves, best first.
    pub roots: Vec<RootMove<G::Move>>,
}

impl<G: Game> Found<G> {
    /// A result by the rules as the first player's score: 1, ½ or 0.
    pub fn score(&self, root: &G) -> Option<f64> {
        let value = self.value * root.turn().sign();
        self.by_rules.then_some(f64::from(value.signum() + 1) / 2.0)
    }

    fn take(&mut self, root: &RootMove<G::Move>) {
        self.mv = Some(root.mv);
        self.value = root.value;
        self.by_rules = root.line.by_rules;
        self.line.clone_from(&root.line.moves);
    }

    fn at(root: &G, depth: u32, value: Value, by_rules: bool) -> Self {
        Self {
            mv: None,
            value,
            line: Vec::new(),
            leaf: root.clone(),
            by_rules,
            depth,
            nodes: 0,
            c_nodes: 0,
            roots: Vec::new(),
        }
    }
}

/// The memory that searches use again and again. It never changes what they find: each search
/// begins with all of it forgotten.
pub struct Searcher<G: Game> {
    table: Option<Table<G::Move>>,
    ordering: Ordering,
    lines: Lines<G::Move>,
    scores: Vec<Vec<i32>>,
}

impl<G: Game> Default for Searcher<G> {
    fn default() -> Self {
        Self {
            table: None,
            ordering: Ordering::new::<G>(),
            lines: Lines::new(),
            scores: vec![Vec::new(); MAX_PLY + 1],
        }
    }
}

impl<G: Game> Searcher<G> {
    /// Searches a position reached through `history`. The result depends on the arguments alone
    /// (and on the clock, where a time limit is set).
    ///
    /// # Errors
    /// On settings out of range, a table too large, or when `control` says stop.
    pub fn search(
        &mut self,
        position: &G,
        history: &History,
        evaluation: &dyn Evaluation<G>,
        settings: &Settings,
        seed: u64,
        control: Control<'_>,
    ) -> Result<Found<G>, Error> {
        settings.check()?;
        self.prepare(settings)?;
        let context = evaluation.at_root(position);
        if let Some(ending) = position.ending() {
            return Ok(Found::at(position, 0, value_of(position, ending, 0), true));
        }
        let mut chance = Chance::new(seed, 0);
        let mut moves = position.legal_moves();
        if settings.random_ties && settings.is_limited() {
            // A limit may end the search before the draw among equals: the order must do it then.
            chance.shuffle(moves.as_mut());
        }
        // Random play, and what is left when no iteration could be finished.
        let mut found = Found::at(position, 0, evaluation.value(position, &context), false);
        found.mv = Some(*chance.choose(moves.as_ref()));
        if settings.random_play {
            return Ok(found);
        }
        let mut search = Search {
            settings,
            evaluation,
            context,
            limits: Limits::new(settings, evaluation.poll_interval(), control),
            c_nodes: 0,
            table: self.table.as_mut(),
            ordering: &mut self.ordering,
            lines: &mut self.lines,
            scores: &mut self.scores,
            root: history.len(),
            history: history.clone(),
            quiescence_end: u64::MAX,
        };
        let stopped = if settings.depth == 0 {
            search.quiescence_alone(position, moves.as_ref(), &mut chance, &mut found)
        } else {
            search.deepen(position, moves.as_ref(), &mut chance, &mut found)
        };
        if stopped == Err(Aborted::Stopped) {
            return Err(Error::Interrupted);
        }
        found.nodes = search.limits.nodes;
        found.c_nodes = search.c_nodes;
        found.leaf = found.line.iter().fold(position.clone(), |p, &mv| p.play(mv));
        Ok(found)
    }

    fn prepare(&mut self, settings: &Settings) -> Result<(), Error> {
        let (entries, probes) = (settings.table_entries, settings.probes);
        if entries == 0 {
            self.table = None;
        } else if !self.table.as_ref().is_some_and(|table| table.has_shape(entries, probes)) {
            self.table = Some(Table::new(entries, probes)?);
        }
        if let Some(table) = self.table.as_mut() {
            table.forget();
        }
        self.ordering.forget();
        Ok(())
    }
}

impl<G: Game> Search<'_, G> {
    /// Depth 1, 2, … to the limit; each whole iteration replaces what was found before.
    fn deepen(
        &mut self,
        position: &G,
        moves: &[G::Move],
        chance: &mut Chance,
        found: &mut Found<G>,
    ) -> Result<(), Aborted> {
        let blank = Line { moves: Vec::new(), by_rules: false };
        let root = |&mv| RootMove { mv, value: -INFINITE, exact: false, line: blank.clone() };
        let mut roots: Vec<_> = moves.iter().map(root).collect();
        let key = position.key();
        for depth in 1..=self.settings.depth {
            let searched = self.iterate(position, key, depth, &mut roots);
            if searched.is_err() {
                if let Some(root) = found.roots.first().cloned() {
                    found.take(&root);
                }
                return searched;
            }
            // Stable: among equals the order of the last iteration stays.
            roots.sort_by_key(|root| std::cmp::Reverse((root.exact, root.value)));
            found.depth = depth;
            found.roots.clone_from(&roots);
            if is_mate(roots[0].value) && MATE - roots[0].value.abs() <= depth as Value {
                break; // No deeper search can find a shorter mate or a longer resistance.
            }
        }
        if self.settings.random_ties && self.settings.noise == 0 {
            self.draw(position, key, chance, found)
        } else {
            self.choose(chance, found);
            Ok(())
        }
    }

    fn iterate(
        &mut self,
        position: &G,
        key: u64,
        depth: u32,
        roots: &mut [RootMove<G::Move>],
    ) -> Result<(), Aborted> {
        self.limits.count()?;
        let mut best = -INFINITE;
        for root in roots {
            // What noise could lift above the best needs an exact value too.
            let noise = self.settings.noise;
            let alpha = if noise == 0 || best == -INFINITE { best } else { best - 1 - noise };
            self.search_root(position, key, depth, (alpha, INFINITE), root)?;
            if root.exact {
                best = best.max(root.value);
            }
        }
        Ok(())
    }

    fn search_root(
        &mut self,
        position: &G,
        key: u64,
        depth: u32,
        (alpha, beta): (Value, Value),
        root: &mut RootMove<G::Move>,
    ) -> Result<(), Aborted> {
        let child = position.play(root.mv);
        let child_key = self.child_key(position, key, root.mv, &child, depth - 1);
        self.history.push(key);
        root.value = -self.node(&child, child_key, depth - 1, -beta, -alpha, 1)?;
        self.history.pop();
        root.exact = alpha < root.value && root.value < beta;
        if root.exact {
            self.lines.extend(0, root.mv);
            root.line.clone_from(self.lines.at(0));
        }
        Ok(())
    }

    /// Draws one of the best root moves, each equally likely: the first, in random order, that a
    /// search at best − 1 shows to be as good as the best. Most need not be searched again.
    fn draw(
        &mut self,
        position: &G,
        key: u64,
        chance: &mut Chance,
        found: &mut Found<G>,
    ) -> Result<(), Aborted> {
        let first = found.roots[0].clone();
        found.take(&first); // What remains if a limit ends the draw.
        let best = first.value;
        let mut waiting: Vec<usize> = (0..found.roots.len()).collect();
        while !waiting.is_empty() {
            let i = waiting.swap_remove(chance.below(waiting.len() as u64) as usize);
            let mut root = found.roots[i].clone();
            if root.value < best {
                continue; // An upper bound already below the best.
            }
            if !root.exact {
                self.search_root(position, key, found.depth, (best - 1, best + 1), &mut root)?;
            }
            if root.value > best && !root.exact {
                // Null moves and draws by history make values depend on the road: look again.
                self.search_root(position, key, found.depth, (best - 1, INFINITE), &mut root)?;
            }
            if root.exact && root.value >= best {
                found.take(&root);
                break;
            }
        }
        Ok(())
    }

    /// Takes the best root move, drawing one where several are equal.
    fn choose(&self, chance: &mut Chance, found: &mut Found<G>) {
        let mut exact: Vec<_> = found.roots.iter().filter(|root| root.exact).collect();
        if self.settings.random_ties {
            let bound = self.settings.noise as u64 + 1;
            let mut noisy = || if bound > 1 { chance.below(bound) as Value } else { 0 };
            let scores: Vec<_> = exact.iter().map(|root| root.value + noisy()).collect();
            let best = scores.iter().copied().max().unwrap_or(0);
            let mut scores = scores.into_iter();
            exact.retain(|_| scores.next() == Some(best));
        } else {
            exact.truncate(1);
        }
        let chosen = (*chance.choose(&exact)).clone();
        found.take(&chosen);
    }

    /// No full-width search: the best noisy move where it gains, any quiet move otherwise.
    fn quiescence_alone(
        &mut self,
        position: &G,
        moves: &[G::Move],
        chance: &mut Chance,
        found: &mut Found<G>,
    ) -> Result<(), Aborted> {
        self.limits.count()?;
        self.c_nodes += 1;
        self.quiescence_end = QUIESCENCE_GUARD;
        let stand_pat = found.value;
        let plies = self.settings.quiescence_plies.unwrap_or(u32::MAX).saturating_sub(1);
        for &mv in moves {
            let blank = Line { moves: Vec::new(), by_rules: false };
            let mut root = RootMove { mv, value: stand_pat, exact: true, line: blank };
            if position.is_noisy(mv) && self.settings.quiescence {
                let child = position.play(mv);
                root.value = -self.quiesce(&child, -INFINITE, INFINITE, 1, plies)?;
                self.lines.extend(0, mv);
                root.line.clone_from(self.lines.at(0));
            }
            found.roots.push(root);
        }
        found.roots.sort_by_key(|root| std::cmp::Reverse(root.value));
        self.choose(chance, found);
        if found.value < stand_pat {
            // Only noisy moves are legal, and all of them lose: the prediction is standing pat.
            found.value = stand_pat;
            found.line.clear();
            found.by_rules = false;
        }
        Ok(())
    }
}
