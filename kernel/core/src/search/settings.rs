//! Every option of a search, named.

use crate::error::Error;
use crate::game::Game;
use crate::value::{MAX_PLY, Value};

/// Which moves of a check do not count towards depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckExtension {
    /// Moves out of check, at the horizon too (thesis 4.4.6.1, first form).
    Evasions,
    /// The checking moves themselves (second form).
    Checks,
}

/// How to search. The defaults are the base engine of the experiments.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    // Limits.
    /// Plies of full-width search; 0 is quiescence alone.
    pub depth: u32,
    /// Stop after so many nodes.
    pub nodes: Option<u64>,
    /// Stop after so many milliseconds.
    pub milliseconds: Option<u64>,
    /// Whether the moves that an unfinished iteration did judge count.
    pub partial_iterations: bool,
    /// Threads on one shared table.
    pub threads: usize,

    // The horizon.
    /// Whether captures and promotions are followed at the horizon.
    pub quiescence: bool,
    /// At most so many plies of quiescence; where it is not said, the game decides.
    pub quiescence_plies: Option<u32>,
    /// Whether quiescence answers a check with every move out of it, instead of standing pat.
    pub quiescence_evasions: bool,
    /// Up to so much, by a hash of seed and path, is added at each horizon node.
    pub leaf_noise: Value,

    /// Between ± so many hundredths of a pawn, by a hash of the position, are added to every static
    /// value.
    pub evaluation_noise: Option<u32>,

    // The table.
    /// Entries of the transposition table; 0 for none.
    pub table_entries: usize,
    /// How many consecutive entries are looked at, 1 to 16.
    pub probes: usize,
    /// Whether entries come in pairs instead (TWODEEP).
    pub twin: bool,
    /// Whether entries of greater depth may cut off too. Off, the search equals plain minimax.
    pub deeper_entries: bool,
    /// Whether all successors are looked up for a cut-off before any is searched (ETTC).
    pub ettc: bool,

    // The order of moves.
    /// Whether quiet moves are ordered by how often they caused cut-offs.
    pub history_heuristic: bool,
    /// Whether the quiet moves that last cut off at this ply come first.
    pub killers: bool,
    /// Whether the quiet move that last refuted the opponent's move comes first.
    pub refutation: bool,
    /// Whether exchanges that lose material come last, and are left out of quiescence.
    pub see: bool,

    // How windows are set.
    /// Whether all but the first move get a null window first (principal-variation search).
    pub pvs: bool,
    /// The half width of the root's window, in hundredths of a pawn.
    pub aspiration: Option<u32>,
    /// Whether an iteration is made of null-window passes (MTD(f)).
    pub mtd: bool,
    /// MTD(f) ends when its bounds are so close.
    pub mtd_resolution: Value,

    // Extensions: each at most one ply a move, whatever fires.
    /// Which moves of a check do not count.
    pub check_extension: Option<CheckExtension>,
    /// Whether captures that bring the value back to the last iteration's do not count.
    pub recapture_extension: bool,
    /// r, when a move that alone holds the value at depth − r does not count.
    pub singular_extension: Option<u32>,
    /// Whether no capture counts.
    pub capture_extension: bool,
    /// Whether KnightCap's set is used: check, mate threat, single reply, pawn near promotion,
    /// recapture.
    pub knightcap_extensions: bool,

    // Pruning and reductions.
    /// The reduction R of the null move.
    pub null_move: Option<u32>,
    /// If our own null move fails high, again with this R (KnightCap's pessimism).
    pub null_again: Option<u32>,
    /// Whether R grows with depth, and a pass is tried only where the static value is enough.
    pub null_scaled: bool,
    /// One ply before the horizon: quiescence at once, if the static value is so many hundredths
    /// of a pawn too low.
    pub razoring: Option<u32>,
    /// Whether late quiet moves are searched less deeply first.
    pub late_move_reductions: bool,
    /// Whether quiet moves near the horizon are left out where the static value is hopeless.
    pub futility: bool,

    // Dice and points.
    /// Whether the search is expectimax; of the rest only limits and random ties count then.
    pub expectimax: bool,
    /// How static values become points there ([`super::Worth`]).
    pub steepness: f64,
    /// At most so many moves of a decision are looked at deeper than a ply.
    pub candidates: Option<u32>,
    /// And only those that a ply finds worth so much less than the best, in points.
    pub candidate_margin: f64,

    // What the nodes teach.
    /// Nodes searched at least so deeply in the last iteration say what they teach (TreeStrap).
    pub teaches: Option<u32>,
    /// Whether they teach where quiescence of the node ends, or at the node itself.
    pub teaches_quiet: bool,
    /// Whether nodes that were cut off teach too, by the bound that is known of them.
    pub teaches_bounds: bool,
    /// So many positions from the head of the principal line learn what the search said, where a
    /// record asks for quiet ones; the first is the root.
    pub teaches_line: usize,
    /// The integer value of a real value of 1, which only nodes that teach ask for.
    pub scale: i32,

    // The choice.
    /// No search at all: any legal move, each equally likely.
    pub random_play: bool,
    /// Whether repetitions and slow progress count as draws inside the search.
    pub history_draws: bool,
    /// Whether one of the equally good root moves is drawn; otherwise the first is taken.
    pub random_ties: bool,
    /// Up to so much is added to each root value before the best is chosen.
    pub noise: Value,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            depth: 4,
            nodes: None,
            milliseconds: None,
            partial_iterations: false,
            threads: 1,
            quiescence: true,
            quiescence_plies: None,
            quiescence_evasions: false,
            leaf_noise: 0,
            evaluation_noise: None,
            table_entries: 1 << 16,
            probes: 4,
            twin: false,
            deeper_entries: false,
            ettc: false,
            history_heuristic: true,
            killers: false,
            refutation: false,
            see: false,
            pvs: false,
            aspiration: None,
            mtd: false,
            mtd_resolution: 0,
            check_extension: None,
            recapture_extension: false,
            singular_extension: None,
            capture_extension: false,
            knightcap_extensions: false,
            null_move: None,
            null_again: None,
            null_scaled: false,
            razoring: None,
            late_move_reductions: false,
            futility: false,
            expectimax: false,
            steepness: 1.0,
            candidates: None,
            candidate_margin: f64::INFINITY,
            teaches: None,
            teaches_quiet: true,
            teaches_bounds: true,
            teaches_line: 1,
            scale: 1_000,
            random_play: false,
            history_draws: true,
            random_ties: true,
            noise: 0,
        }
    }
}

impl Settings {
    /// The deepest full-width search that can be asked for.
    pub const MAX_DEPTH: u32 = (MAX_PLY / 2) as u32;
    /// The most threads.
    pub const MAX_THREADS: usize = 256;

    /// Whether something other than the depth can end the search.
    #[must_use]
    pub fn is_limited(&self) -> bool {
        self.nodes.is_some() || self.milliseconds.is_some()
    }

    /// How deep quiescence goes, in a game whose rules may have a say.
    #[must_use]
    pub fn plies_of_quiescence<G: Game>(&self) -> u32 {
        if self.quiescence {
            self.quiescence_plies.or(G::QUIESCENCE_PLIES).unwrap_or(u32::MAX)
        } else {
            0
        }
    }

    /// Whether every setting is in its range.
    ///
    /// # Errors
    /// All that is wrong, in one message.
    pub fn check(&self) -> Result<(), Error> {
        let wrong = [
            outside("depth", self.depth, 0, Self::MAX_DEPTH),
            outside("probes", self.probes, 1, 16),
            outside("threads", self.threads, 1, Self::MAX_THREADS),
            outside("null_move", self.null_move.unwrap_or(1), 1, 4),
            outside("null_again", self.null_again.unwrap_or(1), 1, 4),
            outside("singular_extension", self.singular_extension.unwrap_or(1), 1, 2),
            outside("razoring", self.razoring.unwrap_or(0), 0, 100_000),
            outside("aspiration", self.aspiration.unwrap_or(1), 1, 100_000),
            outside("mtd_resolution", self.mtd_resolution, 0, 100_000_000),
            outside("noise", self.noise, 0, 100_000_000),
            outside("evaluation_noise", self.evaluation_noise.unwrap_or(0), 0, 100_000),
            outside("leaf_noise", self.leaf_noise, 0, 100_000_000),
            outside("steepness", self.steepness, 0.0, 1e6),
            outside("candidates", self.candidates.unwrap_or(1), 1, 1_000_000),
            outside("candidate_margin", self.candidate_margin, 0.0, f64::INFINITY),
            outside("teaches", self.teaches.unwrap_or(1), 1, Self::MAX_DEPTH),
            outside("teaches_line", self.teaches_line, 1, Self::MAX_DEPTH as usize),
            outside("scale", self.scale, 1, 1_000_000),
            (self.expectimax && self.depth == 0)
                .then(|| "depth 0 decides nothing: expectimax looks at least 1 ply deep".into()),
            (self.mtd && self.table_entries == 0)
                .then(|| "mtd needs a table: its passes live on what earlier ones stored".into()),
            (self.leaf_noise > 0 && self.table_entries > 0).then(|| {
                "leaf_noise hangs on the path, a table forgets it: table_entries=0".into()
            }),
        ];
        let wrong: Vec<_> = wrong.into_iter().flatten().collect();
        if wrong.is_empty() { Ok(()) } else { Err(Error::BadSetting(wrong.join("; "))) }
    }
}

fn outside<T: PartialOrd + std::fmt::Display>(
    name: &str,
    value: T,
    least: T,
    most: T,
) -> Option<String> {
    let inside = least <= value && value <= most;
    (!inside).then(|| format!("{name} {value} is not between {least} and {most}"))
}
