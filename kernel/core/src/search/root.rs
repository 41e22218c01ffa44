//! The door of the search: what it is asked, what it remembers between searches, its threads.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::Instant;

use super::alpha_beta::value_of;
use super::evaluation_noise::WithNoise;
use super::limits::{Aborted, Control, Limits, Remote};
use super::line::Lines;
use super::ordering::Ordering;
use super::planted::Planted;
use super::remembered::Standings;
use super::result::{Report, SearchResult};
use super::settings::Settings;
use super::state::{Asks, Counts, Frame, Search};
use super::table::{Scheme, Table};
use super::teach::Taught;
use crate::dice;
use crate::error::Error;
use crate::evaluate::Evaluation;
use crate::game::Game;
use crate::history::History;
use crate::rng::Rng;
use crate::value::{INFINITE, MAX_PLY, Value, from_table};

/// What one thread of a search works with.
struct Memory<G: Game> {
    ordering: Ordering,
    lines: Lines<G::Move>,
    scores: Vec<Vec<i32>>,
    frames: Vec<Frame<G::Move>>,
    standings: Standings,
}

impl<G: Game> Default for Memory<G> {
    fn default() -> Self {
        Self {
            ordering: Ordering::new::<G>(),
            lines: Lines::new(),
            scores: vec![Vec::new(); MAX_PLY + 1],
            frames: vec![Frame::default(); MAX_PLY + 2],
            standings: Standings::default(),
        }
    }
}

/// The memory that searches use again and again. Unless told to remember, each search begins with
/// all of it forgotten, so that it never changes what is found.
pub struct Searcher<G: Game> {
    table: Option<Table>,
    memories: Vec<Memory<G>>,
    remembers: bool,
}

impl<G: Game> Default for Searcher<G> {
    fn default() -> Self {
        Self { table: None, memories: Vec::new(), remembers: false }
    }
}

/// Told about each line after each iteration.
pub type OnReport<'a, G> = &'a dyn Fn(&Report<'_, <G as Game>::Move>);

/// A search to be made.
pub struct SearchRequest<'a, G: Game> {
    /// The position to search.
    pub position: &'a G,
    /// What led to it.
    pub history: &'a History,
    /// What leaves are judged by.
    pub evaluation: &'a dyn Evaluation<G>,
    /// How to search.
    pub settings: &'a Settings,
    /// What chance is drawn from.
    pub seed: u64,
    /// Asked now and then whether to give up.
    pub control: Control<'a>,
    /// Another thread's hand on the search.
    pub remote: Option<&'a Remote>,
    /// Told about each line after each iteration.
    pub report: Option<OnReport<'a, G>>,
    /// The root moves to which the search is restricted; empty for all.
    pub only: &'a [G::Move],
    /// How many of the best root moves get exact values and lines.
    pub lines: usize,
    /// What is known of positions below the root before the search begins.
    pub planted: Option<&'a Planted>,
}

/// The greatest depth of a search that forgets and has no table.
const SHALLOW: u32 = 2;

/// Two hundred and fifty plies of recursion, each with its list of moves.
const STACK: usize = 32 << 20;

impl<G: Game> Searcher<G> {
    /// A searcher that keeps its table from search to search, for play.
    #[must_use]
    pub fn remembering() -> Self {
        Self { remembers: true, ..Self::default() }
    }

    /// Forgets everything; the table's memory is kept, since getting it anew takes time.
    pub fn clear(&mut self) {
        if let Some(table) = self.table.as_mut() {
            table.clear();
        }
        self.memories.clear();
    }

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
    ) -> Result<SearchResult<G>, Error> {
        let (remote, report, only, lines, planted) = (None, None, &[][..], 1, None);
        self.answer(&SearchRequest {
            position,
            history,
            evaluation,
            settings,
            seed,
            control,
            remote,
            report,
            only,
            lines,
            planted,
        })
    }

    /// Searches as the request says.
    ///
    /// # Errors
    /// As [`Searcher::search`].
    pub fn answer(&mut self, request: &SearchRequest<'_, G>) -> Result<SearchResult<G>, Error> {
        let hundredths = i64::from(request.settings.evaluation_noise.unwrap_or(0));
        let noise = hundredths * i64::from(request.evaluation.unit()) / 100;
        let noisy = WithNoise { inner: request.evaluation, noise: noise.min(1 << 28) as Value };
        let evaluation = if noisy.noise > 0 { &noisy } else { request.evaluation };
        let request = &SearchRequest { evaluation, ..*request };
        let SearchRequest { position, settings, .. } = *request;
        settings.check()?;
        refuse_dice(position, settings)?;
        let context = evaluation.at_root(position);
        // A table that forgets holds the values of one root alone.
        let salt = if self.remembers { evaluation.table_salt(&context) } else { 0 };
        self.prepare(settings, salt)?;
        if let Some(ending) = position.ending() {
            return Ok(SearchResult::at(position, value_of(position, ending, 0), true));
        }
        let mut chance = Rng::new(request.seed, 0);
        let mut moves = position.legal_moves();
        if settings.random_ties && settings.is_limited() {
            // A limit may end the search before the draw among equals: the order must do it then.
            chance.shuffle(moves.as_mut());
        }
        let allowed = |mv: &G::Move| request.only.is_empty() || request.only.contains(mv);
        let moves: Vec<G::Move> = moves.as_ref().iter().copied().filter(allowed).collect();
        if moves.is_empty() {
            return Err(Error::BadSetting("none of the moves to search is legal".to_owned()));
        }
        // Random play, and what is left when no iteration could be finished.
        let mut found = SearchResult::at(position, evaluation.value(position, &context), false);
        found.mv = Some(*chance.choose(&moves));
        if settings.random_play {
            return Ok(found);
        }
        self.think(request, &moves, &mut chance, &mut found)?;
        found.leaf = found.line.iter().fold(position.clone(), |p, &mv| p.play(mv));
        found.is_planted = ends_planted(request, &found);
        Ok(found)
    }

    /// The captures that quiescence of a position makes, and the nodes that it took; none where a
    /// limit ended it before.
    ///
    /// # Errors
    /// [`Error::Interrupted`] when `control` says stop.
    pub fn quiet_line(
        &mut self,
        position: &G,
        evaluation: &dyn Evaluation<G>,
        settings: &Settings,
        control: Control<'_>,
    ) -> Result<(Vec<G::Move>, u64), Error> {
        if self.memories.is_empty() {
            self.memories.push(Memory::default());
        }
        let limits = Limits::new(settings, evaluation.poll_interval(), control, None);
        let shared = (position, &History::default(), evaluation, settings);
        let mut search = prepared(shared, (None, None), &mut self.memories[0], limits, 0);
        match search.quiesce_from(position, -INFINITE, INFINITE, 0) {
            Ok(_) => Ok((search.lines.at(0).moves.clone(), search.limits.nodes)),
            Err(Aborted::Stopped) => Err(Error::Interrupted),
            Err(_) => Ok((Vec::new(), search.limits.nodes)),
        }
    }

    /// Runs the search in this thread, and helpers beside it that share the table.
    fn think(
        &mut self,
        request: &SearchRequest<'_, G>,
        moves: &[G::Move],
        chance: &mut Rng,
        found: &mut SearchResult<G>,
    ) -> Result<(), Error> {
        let began = Instant::now();
        let table = self.table.as_ref();
        let planted = request.planted.filter(|planted| !planted.is_empty());
        let Some((own, others)) = self.memories.split_first_mut() else { return Ok(()) };
        let over = AtomicBool::new(false);
        let stopped = thread::scope(|scope| {
            let settings = request.settings;
            let helpers: Vec<_> = others
                .iter_mut()
                .take(settings.threads - 1)
                .enumerate()
                .map(|(number, memory)| {
                    let over = &over;
                    let (position, history) = (request.position, request.history);
                    let (evaluation, remote) = (request.evaluation, request.remote);
                    let help = move || {
                        let control = || over.load(Relaxed);
                        let limits =
                            Limits::new(settings, evaluation.poll_interval(), &control, remote);
                        let shared = (position, history, evaluation, settings);
                        let known = (table, planted);
                        let mut search = prepared(shared, known, memory, limits, number as u64);
                        let mut found = SearchResult::at(position, 0, false);
                        // Every other helper runs a ply ahead of the rest.
                        let first = 1 + (number as u32 + 1) % 2;
                        let _ = search.deepen(position, moves, first, &mut found, &mut |_, _| ());
                        (search.limits.nodes, search.counts.c_nodes)
                    };
                    thread::Builder::new().stack_size(STACK).spawn_scoped(scope, help)
                })
                .collect();
            let interval = request.evaluation.poll_interval();
            let limits = Limits::new(settings, interval, request.control, request.remote);
            let shared = (request.position, request.history, request.evaluation, settings);
            let mut search = prepared(shared, (table, planted), own, limits, request.seed);
            let stopped = search.run(request, moves, chance, began, found);
            over.store(true, Relaxed);
            found.nodes = search.limits.nodes;
            found.c_nodes = search.counts.c_nodes;
            found.singular_nodes = search.counts.singular;
            found.recapture_nodes = search.counts.recapture;
            found.selective_depth = search.counts.selective_depth;
            found.taught = search.taught.take().map_or_else(Vec::new, Taught::mean);
            for helper in helpers.into_iter().flatten() {
                match helper.join() {
                    Ok((nodes, c_nodes)) => {
                        found.nodes += nodes;
                        found.c_nodes += c_nodes;
                    }
                    // An evaluation's own exception travels as a panic: it goes on its way.
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            stopped
        });
        found.fullness = table.map_or(0, Table::fullness);
        if stopped == Err(Aborted::Stopped) { Err(Error::Interrupted) } else { Ok(()) }
    }

    fn prepare(&mut self, settings: &Settings, salt: u64) -> Result<(), Error> {
        // So shallow a search comes to no position twice, but where it searches again.
        let again = self.remembers || settings.mtd || settings.threads > 1;
        let is_of_use = again || settings.depth > SHALLOW;
        let entries = if is_of_use { settings.table_entries } else { 0 };
        let scheme = if settings.twin { Scheme::Twin } else { Scheme::Probes(settings.probes) };
        if entries == 0 {
            self.table = None;
        } else if !self.table.as_ref().is_some_and(|table| table.has_shape(entries, scheme)) {
            self.table = None; // The old one first: both may not fit.
            self.table = Some(Table::new(entries, scheme)?);
        }
        if let Some(table) = self.table.as_mut() {
            table.begin(self.remembers, salt);
        }
        let fresh = self.memories.len();
        self.memories.resize_with(fresh.max(settings.threads), Memory::default);
        for memory in &mut self.memories[..fresh] {
            if self.remembers {
                memory.ordering.fade();
            } else {
                memory.ordering.forget(settings);
            }
        }
        Ok(())
    }
}

/// Refuses what this search cannot do: games of dice or points, unless moves are drawn.
fn refuse_dice<G: Game>(position: &G, settings: &Settings) -> Result<(), Error> {
    if !settings.random_play && settings.expectimax {
        let why = "expectimax keeps no table from move to move: it plays in our own games alone";
        return Err(Error::BadSetting(why.to_owned()));
    }
    if !settings.random_play {
        dice::refuse(position, if settings.mtd { "MTD(f)" } else { "alpha-beta" })?;
    }
    if dice::are_due(position) {
        let position = position.text();
        return Err(Error::BadSetting(format!(
            "it is the dice's turn in {position}: there is nothing to decide"
        )));
    }
    Ok(())
}

/// Whether the value that was found is one that was planted at the end of the line.
fn ends_planted<G: Game>(request: &SearchRequest<'_, G>, found: &SearchResult<G>) -> bool {
    let Some(planted) = request.planted.filter(|planted| !planted.is_empty()) else {
        return false;
    };
    let sign = request.position.turn().sign() * found.leaf.turn().sign();
    let known = planted.get(found.leaf.key()).filter(|_| !found.line.is_empty());
    known.is_some_and(|known| {
        let value = from_table(known.low, found.line.len()) * sign;
        known.low == known.high && value == found.value
    })
}

fn prepared<'a, G: Game>(
    (position, history, evaluation, settings): (&G, &History, &'a dyn Evaluation<G>, &'a Settings),
    (table, planted): (Option<&'a Table>, Option<&'a Planted>),
    memory: &'a mut Memory<G>,
    limits: Limits<'a>,
    seed: u64,
) -> Search<'a, G> {
    memory.frames[0] = Frame::default();
    let context = evaluation.at_root(position);
    let mut asks = Asks::of(settings, evaluation);
    memory.standings.begin(asks.remembered);
    asks.glances &= planted.is_none(); // A glance would not see that the position is known.
    Search {
        settings,
        asks,
        evaluation,
        context,
        exchanges: evaluation.exchanges(&context),
        limits,
        counts: Counts::default(),
        table,
        planted,
        ordering: &mut memory.ordering,
        lines: &mut memory.lines,
        scores: &mut memory.scores,
        frames: &mut memory.frames,
        standings: &mut memory.standings,
        root: history.len(),
        history: history.clone(),
        ours: position.turn(),
        iteration: 0,
        expected: evaluation.value(position, &context),
        root_values: Vec::new(),
        best_lines: 1,
        unit: evaluation.unit(),
        told: None,
        quiescence_end: u64::MAX,
        seed,
        taught: Taught::asked(settings),
    }
}
