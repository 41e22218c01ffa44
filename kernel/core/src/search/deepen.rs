//! Iterative deepening at the root: windows, passes, the choice among equals.

use std::time::Instant;

use super::extend::Extending;
use super::limits::Aborted;
use super::quiescence::QUIESCENCE_GUARD;
use super::result::{Iteration, Report, RootMove, SearchResult};
use super::root::SearchRequest;
use super::state::{At, Search, Tried};
use super::table::{Bound, Table};
use crate::evaluate::Standing;
use crate::game::Game;
use crate::rng::Rng;
use crate::value::{INFINITE, MATE, Value, is_mate};

/// By how much a window that was too narrow grows.
const WIDENING: Value = 4;

/// The root of a search: its position and key.
pub(super) struct Root<'a, G> {
    pub position: &'a G,
    pub key: u64,
}

impl<G> Clone for Root<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G> Copy for Root<'_, G> {}

/// Told after each iteration: what is known, and the root moves, best first.
type OnIteration<'a, G> = &'a mut dyn FnMut(&Search<'_, G>, &[RootMove<<G as Game>::Move>]);

impl<G: Game> Search<'_, G> {
    /// The whole search of one thread, with its reports and its choice among equals.
    pub(super) fn run(
        &mut self,
        request: &SearchRequest<'_, G>,
        moves: &[G::Move],
        chance: &mut Rng,
        began: Instant,
        found: &mut SearchResult<G>,
    ) -> Result<(), Aborted> {
        if self.settings.depth == 0 {
            return self.quiescence_alone(request.position, moves, chance, found);
        }
        let lines = request.lines.clamp(1, moves.len());
        self.best_lines = lines;
        let mut report = |search: &Search<'_, G>, roots: &[RootMove<G::Move>]| {
            let Some(say) = request.report else { return };
            for (i, root) in roots[..lines].iter().enumerate() {
                say(&Report {
                    depth: search.iteration,
                    selective_depth: search.counts.selective_depth,
                    number: i + 1,
                    value: root.value,
                    bound: if root.exact { Bound::Exact.name() } else { Bound::Upper.name() },
                    nodes: search.limits.nodes * search.settings.threads as u64,
                    elapsed: began.elapsed(),
                    fullness: search.table.map_or(0, Table::fullness),
                    line: root.line(),
                });
            }
        };
        self.deepen(request.position, moves, 1, found, &mut report)?;
        let root = Root { position: request.position, key: request.position.key() };
        if self.settings.random_ties && self.settings.noise == 0 {
            // What is searched again to draw among equals teaches nothing new.
            let taught = self.taught.take();
            let drawn = self.draw(root, chance, found);
            self.taught = taught;
            return drawn;
        }
        self.choose(chance, found);
        Ok(())
    }

    /// Depth 1, 2, … to the limit; each whole iteration replaces what was found before.
    pub(super) fn deepen(
        &mut self,
        position: &G,
        moves: &[G::Move],
        first: u32,
        found: &mut SearchResult<G>,
        on_iteration: OnIteration<'_, G>,
    ) -> Result<(), Aborted> {
        let mut roots: Vec<_> = moves.iter().copied().map(RootMove::new).collect();
        let root = Root { position, key: position.key() };
        for depth in first.min(self.settings.depth)..=self.settings.depth {
            if depth > first && !self.limits.allow_iteration() {
                break;
            }
            self.iteration = depth;
            let searched = self.iterate(root, depth, &mut roots, found);
            if searched.is_err() {
                self.take_unfinished(depth, &roots, found);
                return searched;
            }
            // Stable: among equals the order of the last iteration stays.
            roots.sort_by_key(|root| std::cmp::Reverse((root.exact, root.value)));
            found.depth = depth;
            found.roots.clone_from(&roots);
            self.expected = roots[0].value;
            self.root_values.push((depth, roots[0].mv, roots[0].value));
            found.iterations.push(Iteration {
                depth,
                nodes: self.limits.nodes,
                c_nodes: self.counts.c_nodes,
                generating_nodes: self.counts.generating,
                singular_nodes: self.counts.singular,
                recapture_nodes: self.counts.recapture,
                value: roots[0].value,
                mv: roots[0].mv,
            });
            let taught = self.teach_whole(position, roots[0].value);
            if taught.is_err() {
                self.take_unfinished(depth, &roots, found);
                return taught;
            }
            on_iteration(self, &roots);
            if is_mate(roots[0].value) && MATE - roots[0].value.abs() <= depth as Value {
                break; // No deeper search can find a shorter mate or a longer resistance.
            }
        }
        Ok(())
    }

    /// What remains when a limit ends an iteration: the last whole one, or the best move that the
    /// unfinished one did judge. It judged the old best first, so what it prefers is better.
    fn take_unfinished(
        &self,
        depth: u32,
        roots: &[RootMove<G::Move>],
        found: &mut SearchResult<G>,
    ) {
        let judged = roots.iter().filter(|r| r.exact && r.depth == depth);
        let better = judged.max_by_key(|r| r.value).filter(|_| self.settings.partial_iterations);
        if let Some(root) = better.or(found.roots.first()).cloned() {
            found.take(&root);
        }
    }

    /// One iteration: every root move gets a value of this depth, the best ones exactly.
    fn iterate(
        &mut self,
        root: Root<'_, G>,
        depth: u32,
        roots: &mut [RootMove<G::Move>],
        found: &SearchResult<G>,
    ) -> Result<(), Aborted> {
        let known = found.iterations.last().map(|iteration| iteration.value);
        let single = self.best_lines == 1 && self.settings.noise == 0;
        if let Some(guess) = known.filter(|&v| single && !is_mate(v)) {
            if self.settings.mtd {
                return self.converge(root, depth, roots, guess);
            }
            if let Some(margin) = self.settings.aspiration {
                return self.aspire(root, depth, roots, (guess, self.hundredths(margin as Value)));
            }
        }
        for line in 0..self.best_lines {
            self.pass_over(root, depth, &mut roots[line..], (-INFINITE, INFINITE))?;
            roots[line..].sort_by_key(|root| std::cmp::Reverse((root.exact, root.value)));
        }
        Ok(())
    }

    /// A window around the last value, wider on the side where it failed until it holds.
    fn aspire(
        &mut self,
        root: Root<'_, G>,
        depth: u32,
        roots: &mut [RootMove<G::Move>],
        (guess, margin): (Value, Value),
    ) -> Result<(), Aborted> {
        let wide = |value: Value| if is_mate(value) { value.signum() * INFINITE } else { value };
        let (mut below, mut above) = (margin.max(1), margin.max(1));
        loop {
            let alpha = wide(guess.saturating_sub(below).max(-INFINITE));
            let beta = wide(guess.saturating_add(above).min(INFINITE));
            let value = self.pass_over(root, depth, roots, (alpha, beta))?;
            if value <= alpha && alpha > -INFINITE {
                below = below.saturating_mul(WIDENING).max(guess.saturating_sub(value));
            } else if value >= beta && beta < INFINITE {
                above = above.saturating_mul(WIDENING).max(value.saturating_sub(guess));
            } else {
                return Ok(());
            }
        }
    }

    /// MTD(f): null-window passes close in on the value, in steps that grow as long as they go one
    /// way; a last pass with an open window finds the leaf.
    fn converge(
        &mut self,
        root: Root<'_, G>,
        depth: u32,
        roots: &mut [RootMove<G::Move>],
        guess: Value,
    ) -> Result<(), Aborted> {
        let resolution = i64::from(self.settings.mtd_resolution);
        let (mut lower, mut upper) = (i64::from(-INFINITE), i64::from(INFINITE));
        let (mut test, mut rises, mut falls) = (i64::from(guess), 0_i64, 0_i64);
        while upper - lower > resolution {
            test = test.clamp(lower + 1, upper);
            let window = ((test - 1) as Value, test as Value);
            let value = i64::from(self.pass_over(root, depth, roots, window)?);
            if value >= test {
                (lower, rises, falls) = (value.min(upper), rises + 1, 0);
                test = lower + (rises * rises * resolution.max(1)).min((upper - lower) / 2).max(1);
            } else {
                (upper, rises, falls) = (value.max(lower), 0, falls + 1);
                // The first fall asks whether the bound is the value itself.
                let step = (falls - 1) * (falls - 1) * resolution.max(1);
                test = upper - step.min((upper - lower) / 2);
            }
        }
        let window = ((lower - 1).max(i64::from(-INFINITE)), (upper + 1).min(i64::from(INFINITE)));
        let (alpha, beta) = (window.0 as Value, window.1 as Value);
        let value = self.pass_over(root, depth, roots, (alpha, beta))?;
        if value <= alpha || value >= beta {
            // Null moves and draws by history make values depend on the road: look again.
            self.pass_over(root, depth, roots, (-INFINITE, INFINITE))?;
        }
        Ok(())
    }

    /// One pass over the root moves with a window: a bound on the best value in the sense of
    /// [`Search::node`]. A move that reaches beta comes to the front, and the pass is over.
    fn pass_over(
        &mut self,
        root: Root<'_, G>,
        depth: u32,
        roots: &mut [RootMove<G::Move>],
        (alpha, beta): (Value, Value),
    ) -> Result<Value, Aborted> {
        self.limits.count()?;
        let mut extending = Extending::nothing(self.asks.check && root.position.is_check());
        extending.null_windows = self.settings.pvs && self.settings.noise == 0;
        extending.reduces = false;
        extending.singular = self.singular_root(root, depth, roots)?;
        let frontier = self.frontier(root.position, At { depth, alpha, beta, ply: 0 });
        let (mut best, mut exact) = (-INFINITE, -INFINITE);
        for i in 0..roots.len() {
            // What noise could lift above the best needs an exact value too.
            let noise = self.settings.noise;
            let floor = if noise == 0 || exact == -INFINITE { exact } else { exact - 1 - noise };
            let window = (floor.max(alpha), beta);
            if !self.glance_at_root(root, depth, window, &mut roots[i], frontier.as_ref())? {
                self.search_root(root, depth, window, i, &mut roots[i], &extending)?;
            }
            best = best.max(roots[i].value);
            if roots[i].exact {
                exact = exact.max(roots[i].value);
            }
            if roots[i].value >= beta {
                roots[..=i].rotate_right(1);
                break;
            }
        }
        Ok(best)
    }

    /// The root move that alone held the value `r` iterations ago.
    fn singular_root(
        &mut self,
        root: Root<'_, G>,
        depth: u32,
        roots: &[RootMove<G::Move>],
    ) -> Result<Option<G::Move>, Aborted> {
        let Some(reduction) = self.settings.singular_extension.filter(|&r| depth > r) else {
            return Ok(None);
        };
        let earlier = depth - reduction;
        let Some(&(_, best, value)) = self.root_values.iter().find(|&&(d, ..)| d == earlier) else {
            return Ok(None);
        };
        let moves: Vec<_> = roots.iter().map(|root| root.mv).collect();
        if !moves.contains(&best) {
            return Ok(None);
        }
        let at = At { depth: earlier, alpha: value - 1, beta: value, ply: 0 };
        let alone = self.is_alone(root.position, root.key, &moves, (best, value), at)?;
        Ok(alone.then_some(best))
    }

    /// Judges a root move at a glance; whether that was enough.
    fn glance_at_root(
        &mut self,
        at_root: Root<'_, G>,
        depth: u32,
        (alpha, beta): (Value, Value),
        root: &mut RootMove<G::Move>,
        frontier: Option<&Standing>,
    ) -> Result<bool, Aborted> {
        let Some(before) = frontier else { return Ok(false) };
        self.history.push(at_root.key);
        let at = At { depth, alpha, beta, ply: 0 };
        let glanced = self.glance(at_root.position, at_root.key, root.mv, before, at)?;
        self.history.pop();
        if let Some(value) = glanced {
            (root.value, root.depth, root.exact) = (value, depth, false);
        }
        Ok(glanced.is_some())
    }

    fn search_root(
        &mut self,
        at_root: Root<'_, G>,
        depth: u32,
        (alpha, beta): (Value, Value),
        number: usize,
        root: &mut RootMove<G::Move>,
        extending: &Extending<G::Move>,
    ) -> Result<(), Aborted> {
        let child = at_root.position.play(root.mv);
        self.history.push(at_root.key);
        let tried = Tried { mv: &root.mv, child: &child, number };
        let at = At { depth, alpha, beta, ply: 0 };
        root.value = self.try_move(at_root.position, at_root.key, tried, at, extending)?;
        self.history.pop();
        root.depth = depth;
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
        root: Root<'_, G>,
        chance: &mut Rng,
        found: &mut SearchResult<G>,
    ) -> Result<(), Aborted> {
        let first = found.roots[0].clone();
        found.take(&first); // What remains if a limit ends the draw.
        let best = first.value;
        let mut extending = Extending::nothing(self.asks.check && root.position.is_check());
        extending.reduces = false;
        let mut waiting: Vec<usize> = (0..found.roots.len()).collect();
        while !waiting.is_empty() {
            let i = waiting.swap_remove(chance.below(waiting.len() as u64) as usize);
            let mut tied = found.roots[i].clone();
            if tied.value < best {
                continue; // An upper bound already below the best.
            }
            let depth = found.depth;
            if !tied.exact {
                let window = (best - 1, best + 1);
                self.search_root(root, depth, window, i, &mut tied, &extending)?;
            }
            if tied.value > best && !tied.exact {
                // Null moves and draws by history make values depend on the road: look again.
                let window = (best - 1, INFINITE);
                self.search_root(root, depth, window, i, &mut tied, &extending)?;
            }
            if tied.exact && tied.value >= best {
                found.take(&tied);
                break;
            }
        }
        Ok(())
    }

    /// Takes the best root move, drawing one where several are equal.
    fn choose(&self, chance: &mut Rng, found: &mut SearchResult<G>) {
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
        chance: &mut Rng,
        found: &mut SearchResult<G>,
    ) -> Result<(), Aborted> {
        self.limits.count()?;
        self.counts.c_nodes += 1;
        self.quiescence_end = QUIESCENCE_GUARD;
        let stand_pat = found.value;
        let plies = self.settings.plies_of_quiescence::<G>().saturating_sub(1);
        for &mv in moves {
            let mut root = RootMove::new(mv);
            (root.value, root.exact) = (stand_pat, true);
            if position.is_noisy(mv) && self.settings.quiescence {
                let child = position.play(mv);
                root.value = -self.quiesce(&child, -INFINITE, INFINITE, (1, plies), None)?;
                self.lines.extend(0, mv);
                root.line.clone_from(self.lines.at(0));
            }
            found.roots.push(root);
        }
        found.roots.sort_by_key(|root| std::cmp::Reverse(root.value));
        self.choose(chance, found);
        if found.value < stand_pat && !position.noise_is_forced() {
            // Only noisy moves are legal, and all of them lose: the prediction is standing pat.
            found.value = stand_pat;
            found.line.clear();
            found.by_rules = false;
        }
        Ok(())
    }
}
