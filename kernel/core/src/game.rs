//! What a game is: everything that a search, a game loop or a learner may ask of a position.
//!
//! The required methods are the rules; those with a default are hooks that a game fills in where
//! it has something to say. No search knows which game it searches.

use std::fmt::Debug;

use crate::error::Error;

/// Whose decision comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turn {
    /// The player who moves first in the game (White, Sente).
    First,
    /// The other player.
    Second,
    /// The dice: the "moves" are rolls, each with its [`Game::probability`].
    Chance,
}

impl Turn {
    /// +1 for the first player, −1 for the second: turns a value into the first player's view.
    #[must_use]
    pub fn sign(self) -> i32 {
        if self == Turn::Second { -1 } else { 1 }
    }

    /// `first`, `second` or `chance`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Turn::First => "first",
            Turn::Second => "second",
            Turn::Chance => "chance",
        }
    }
}

/// The end of a game by the rules: the first player's score and why.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ending {
    /// One of [`Game::outcomes`]: 1 for a win of the first player, ½ for a draw, 0 for a loss, or
    /// the points of games that have more.
    pub score: f64,
    /// In the words of the rules: "checkmate", "stalemate", …
    pub reason: &'static str,
}

/// When a position that comes back ends the game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Repetition {
    /// At its so many-th occurrence.
    pub times: usize,
    /// The first player's score then: ½, unless going in circles is what one side wants.
    pub score: f64,
    /// Unless one side gave check all the time: then that side has lost. The game's keys must tell
    /// checks ([`Game::key_tells_check`]).
    pub perpetual_check_loses: bool,
}

impl Repetition {
    /// [`Repetition::times`] where positions may come back for ever.
    pub const NEVER: usize = usize::MAX;
    /// Chess: the third occurrence is a draw, whatever led to it.
    pub const CHESS: Self = Self { times: 3, score: 0.5, perpetual_check_loses: false };
}

/// A position together with the rules that apply to it. Positions are values: playing a move
/// makes a new one. All that a search needs; [`Rules`] has the rest.
pub trait Game: Clone + Debug + Send + Sync + 'static {
    /// A move, or a roll of the dice.
    type Move: Copy + Eq + Debug + Send + Sync;
    /// A list of moves. An associated type, so that a rule crate's own list is used uncopied.
    type Moves: AsRef<[Self::Move]> + AsMut<[Self::Move]> + Default;

    /// A sentence on how moves are written, for error messages.
    const MOVE_HINT: &'static str;
    /// The number of different [`Game::history_index`] values.
    const HISTORY_SIZE: usize;
    /// A draw after so many plies without progress; see [`Game::reversible_plies`].
    const PROGRESS_LIMIT: Option<u32> = None;
    /// When a position that comes back ends the game.
    const REPETITION: Repetition = Repetition::CHESS;
    /// Quiescence goes so deep where the settings do not say; `None` is to the end.
    const QUIESCENCE_PLIES: Option<u32> = None;
    /// Whether [`perft`] counts a game that ends before its depth as a leaf. Each game has its own
    /// custom, which published counts follow: those of chess do not.
    const PERFT_COUNTS_ENDED: bool = false;
    /// Whether noisy moves, where there are any, are the only ones worth a thought, as where captures
    /// are forced: then nobody stands pat. Where that hangs on the position,
    /// [`Game::noise_is_forced`] tells.
    const NOISE_IS_FORCED: bool = false;
    /// Whether [`Game::evaluation_key`] is cheaper than most evaluations.
    const HAS_EVALUATION_KEY: bool = false;

    /// Whether a position can come back.
    const REPEATS: bool = true;

    /// What a game can end with, the least first: the first player's score, or points. What one
    /// player gets the other lacks: the second's are lowest + highest − score.
    const OUTCOMES: &'static [f64] = WIN_DRAW_LOSS;
    /// Whether dice are thrown: whether [`Turn::Chance`] ever has a turn.
    const HAS_CHANCE: bool = false;

    /// The name of the game, by which users ask for it.
    fn name(&self) -> &str;
    /// Whose turn it is.
    fn turn(&self) -> Turn;
    /// All legal moves; none when the game is over.
    fn legal_moves(&self) -> Self::Moves;
    /// The legal moves that quiescence looks at, best first by [`Game::noisy_order`].
    fn noisy_moves(&self) -> Self::Moves;
    /// Whether quiescence looks at this legal move.
    fn is_noisy(&self, mv: Self::Move) -> bool;
    /// The position after a legal move.
    #[must_use]
    fn play(&self, mv: Self::Move) -> Self;
    /// The position after a legal move, made in a place that may be used again: a board is long to
    /// copy, and one that was just written is not ready to be.
    fn play_over<'a>(&self, mv: Self::Move, place: &'a mut Option<Self>) -> &'a Self {
        place.insert(self.play(mv))
    }
    /// The result when the side to move has no legal move.
    fn ending_without_moves(&self) -> Ending;
    /// A number that equal positions share, and others hardly ever.
    fn key(&self) -> u64;
    /// The position as text; [`Rules::parse`] reads it back.
    fn text(&self) -> String;
    /// A legal move as text.
    fn move_text(&self, mv: Self::Move) -> String;
    /// Another way to write the move that is understood too (for chess, castling as king takes
    /// rook).
    fn other_text(&self, mv: Self::Move) -> String {
        self.move_text(mv)
    }
    /// Whether a move can be written like that, by a glance at how the text begins: most moves need
    /// not be written out to see that they are not meant.
    fn begins(_mv: Self::Move, _text: &str) -> bool {
        true
    }
    /// A legal move in the notation that people read (for chess, SAN).
    fn notation(&self, mv: Self::Move) -> String {
        self.move_text(mv)
    }
    /// How many pieces of a kind the side has, or `None` for a kind that the game does not know.
    fn count(&self, kind: &str, side: Turn) -> Option<u32>;

    /// The names of the places of the board, where the game tells what stands on them.
    fn places() -> &'static [&'static str] {
        &[]
    }
    /// The kind and the owner of the piece on a place, by its number among [`Game::places`].
    fn piece_at(&self, _place: usize) -> Option<(&'static str, Turn)> {
        None
    }
    /// The places on which pieces of a kind of the side stand, the lowest first; hands are left out.
    fn standing(&self, kind: &str, side: Turn) -> Vec<usize> {
        let is_it = |&place: &usize| self.piece_at(place) == Some((kind, side));
        (0..Self::places().len()).filter(is_it).collect()
    }
    /// The places from which the side's pieces attack a place, whoever stands there, the lowest
    /// first; `None` where the game has no attacks.
    fn attackers(&self, _place: usize, _side: Turn) -> Option<Vec<usize>> {
        None
    }

    /// Whether there is a legal move; a game may know without generating them.
    fn has_legal_move(&self) -> bool {
        !self.legal_moves().as_ref().is_empty()
    }
    /// Puts all legal moves into an empty list of the caller's: searches ask so, because moving a long
    /// list costs as much as filling it.
    fn put_legal_moves(&self, moves: &mut Self::Moves) {
        *moves = self.legal_moves();
    }
    /// Puts the noisy moves into an empty list of the caller's.
    fn put_noisy_moves(&self, moves: &mut Self::Moves) {
        *moves = self.noisy_moves();
    }
    /// The result when the game is over although there are legal moves.
    fn ending_despite_moves(&self) -> Option<Ending> {
        None
    }
    /// The end that a noisy move may have brought, where that can be told at a glance: a king blown
    /// up, the last piece taken. Quiescence, which does not ask for mates, asks for this.
    fn quick_ending(&self) -> Option<Ending> {
        None
    }
    /// Whether a legal move might bring such an end: `false` is certain, and cheaper than making the
    /// move.
    fn may_end_quickly(&self, _mv: Self::Move) -> bool {
        false
    }
    /// A number like the key, all bits of it random, that a game may have more cheaply.
    fn scattered(&self) -> u64 {
        self.key()
    }
    /// All that a static value may hang on in one number, all bits of it random; asked of games that
    /// have it cheaply ([`Game::HAS_EVALUATION_KEY`]).
    fn evaluation_key(&self) -> u64 {
        self.key()
    }
    /// Whether a key is that of a position in check; only [`Game::REPETITION`] may ask.
    fn key_tells_check(_key: u64) -> bool {
        false
    }
    /// The key of `child`, the position after `mv`, given this position's key.
    fn key_after(&self, _key: u64, _mv: Self::Move, child: &Self) -> u64 {
        child.key()
    }
    /// The same position with the other side to move, where passing makes sense.
    fn null_move(&self) -> Option<Self> {
        None
    }
    /// How many of the last plies could have led back to an earlier position.
    fn reversible_plies(&self) -> u32 {
        u32::MAX
    }
    /// Which noisy moves to try first: higher is earlier, whatever the weights are.
    fn noisy_order(&self, _mv: Self::Move) -> i32 {
        0
    }
    /// The row of the history table in which a move is counted.
    fn history_index(&self, mv: Self::Move) -> usize;
    /// A number, not 0, that tells the legal moves of one position apart.
    fn move_code(mv: Self::Move) -> u16;
    /// A number for the place that a move goes to, in games that have places.
    fn destination(_mv: Self::Move) -> Option<u16> {
        None
    }
    /// Whether a legal noisy move loses material when both sides go on taking on its place.
    fn loses_exchange(&self, _mv: Self::Move) -> bool {
        false
    }
    /// Whether `mv`, the move that led here, brought a piece close to promotion, safely.
    fn has_advanced(&self, _mv: Self::Move) -> bool {
        false
    }
    /// Whether the side to move is threatened with losing at once.
    fn is_check(&self) -> bool {
        false
    }
    /// Whether a legal move might give check: `false` is certain, and cheaper than making the move.
    fn may_check(&self, _mv: Self::Move) -> bool {
        true
    }
    /// Whether the other side will have a legal move after every [`Game::plain`] move: `true` is certain.
    fn leaves_replies(&self) -> bool {
        false
    }
    /// What a legal move exchanges, as a number below [`EXCHANGES`]: moves of the same number take and
    /// promote the same kinds of men, if any; 0 is nothing.
    fn exchange(&self, _mv: Self::Move) -> usize {
        0
    }
    /// What a legal move leads to, where nothing but the place of one man changes by it: it takes and
    /// promotes nothing, gives no check and decides nothing. `None` where that is not certain.
    fn plain(&self, _key: u64, _mv: Self::Move) -> Option<Plain> {
        None
    }
    /// How likely it is that a look ahead from here decides the game, where the game can tell.
    fn finishing(&self) -> Option<f64> {
        None
    }
    /// The probability of a roll, when it is Chance's turn; those of all rolls sum to 1.
    fn probability(&self, _mv: Self::Move) -> f64 {
        1.0
    }
    /// Whose view a value is that is given for the side to move: the player whose turn it is, and at
    /// a chance node the one who is about to roll. Never [`Turn::Chance`].
    fn roller(&self) -> Turn {
        self.turn()
    }
    /// [`Game::OUTCOMES`], where one type serves many games.
    fn outcomes(&self) -> &[f64] {
        Self::OUTCOMES
    }
    /// [`Game::PROGRESS_LIMIT`], where one type serves many games.
    #[inline]
    fn progress_limit(&self) -> Option<u32> {
        Self::PROGRESS_LIMIT
    }
    /// The plies without progress that are counted against the limit.
    #[inline]
    fn slow_plies(&self) -> u32 {
        self.reversible_plies()
    }
    /// [`Game::REPETITION`], where one type serves many games, as it would end here.
    #[inline]
    fn repetition(&self) -> Repetition {
        Self::REPETITION
    }
    /// [`Game::NOISE_IS_FORCED`], where one type serves many games, or as it is in this position.
    #[inline]
    fn noise_is_forced(&self) -> bool {
        Self::NOISE_IS_FORCED
    }
    /// [`Game::HAS_CHANCE`], where one type serves many games.
    fn has_chance(&self) -> bool {
        Self::HAS_CHANCE
    }

    /// How the game has ended, seen from this position alone, without its history.
    fn ending(&self) -> Option<Ending> {
        if self.has_legal_move() {
            self.ending_despite_moves()
        } else {
            Some(self.ending_without_moves())
        }
    }

    /// The legal move that a text describes.
    ///
    /// # Errors
    /// [`Error::IllegalMove`] with the text, the position and how moves are written.
    fn parse_move(&self, text: &str) -> Result<Self::Move, Error> {
        let mut moves = Self::Moves::default();
        self.put_legal_moves(&mut moves);
        let legal = || moves.as_ref().iter().copied().filter(|&mv| Self::begins(mv, text));
        let found = legal().find(|&mv| self.move_text(mv) == text);
        let found = found.or_else(|| legal().find(|&mv| self.other_text(mv) == text));
        found.ok_or_else(|| Error::IllegalMove {
            text: text.to_owned(),
            position: self.text(),
            legal: moves.as_ref().len(),
            hint: Self::MOVE_HINT,
        })
    }
}

/// How many kinds of exchanges a game may tell apart ([`Game::exchange`]).
pub const EXCHANGES: usize = 64;

/// What is known of the position after a plain move without making it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plain {
    /// [`Game::reversible_plies`].
    pub reversible_plies: u32,
    /// [`Game::key`], where the plies are enough for it to have been seen before; 0 elsewhere.
    pub key: u64,
}

/// The scores of games that are won, drawn or lost.
pub const WIN_DRAW_LOSS: &[f64] = &[0.0, 0.5, 1.0];

/// A game that is known by its type: what users ask for by name.
pub trait Rules: Game {
    /// The name by which users ask for the game.
    const NAME: &'static str;
    /// What is true of the game, whatever the position.
    const FACTS: Facts;
    /// Whether a game that reaches [`Facts::max_plies`] is a draw, whoever is ahead, unless users
    /// say otherwise.
    const LONG_GAMES_ARE_DRAWN: bool = false;

    /// The position in which a game begins.
    fn start() -> Self;
    /// The position that a text describes.
    ///
    /// # Errors
    /// [`Error::BadPosition`] with the text and what is wrong with it.
    fn parse(text: &str) -> Result<Self, Error>;
}

/// What is true of a game, whatever the position.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    /// The game in a sentence.
    pub summary: &'static str,
    /// How the first and the second player are called.
    pub players: [&'static str; 2],
    /// A game that takes longer than so many plies is adjudicated, unless users say otherwise.
    pub max_plies: usize,
    /// The kinds of pieces that [`Game::count`] understands.
    pub kinds: &'static [&'static str],
}

/// The number of leaves `depth` plies below. The moves of the last ply are counted as they are
/// generated: playing them would tell nothing more.
///
/// # Errors
/// [`Error::Interrupted`] soon after `stop` says so, however many moves positions have.
pub fn perft<G: Game>(position: &G, depth: u32, stop: &dyn Fn() -> bool) -> Result<u64, Error> {
    Counting { stop, until_asked: ASK_INTERVAL }.leaves(position, depth)
}

/// The same count, for each move.
///
/// # Errors
/// As [`perft`].
pub fn divide<G: Game>(
    position: &G,
    depth: u32,
    stop: &dyn Fn() -> bool,
) -> Result<Vec<(G::Move, u64)>, Error> {
    let mut counting = Counting { stop, until_asked: ASK_INTERVAL };
    let below = depth.saturating_sub(1);
    let share = |&mv| Ok((mv, counting.leaves(&position.play(mv), below)?));
    position.legal_moves().as_ref().iter().map(share).collect()
}

/// Positions whose moves are generated between two questions whether to stop: ten milliseconds of
/// shogi with full hands. Plies would be no measure: three of them are 9,000 leaves in chess, and
/// 200 million there.
const ASK_INTERVAL: u32 = 256;

/// A count under way.
struct Counting<'a> {
    stop: &'a dyn Fn() -> bool,
    until_asked: u32,
}

impl Counting<'_> {
    fn leaves<G: Game>(&mut self, position: &G, depth: u32) -> Result<u64, Error> {
        if depth == 0 {
            return Ok(1);
        }
        self.ask()?;
        let mut moves = G::Moves::default();
        position.put_legal_moves(&mut moves);
        if G::PERFT_COUNTS_ENDED && moves.as_ref().is_empty() {
            return Ok(1);
        }
        if depth == 1 {
            return Ok(moves.as_ref().len() as u64);
        }
        let mut leaves = 0;
        for &mv in moves.as_ref() {
            leaves += self.leaves(&position.play(mv), depth - 1)?;
        }
        Ok(leaves)
    }

    fn ask(&mut self) -> Result<(), Error> {
        self.until_asked -= 1;
        if self.until_asked > 0 {
            return Ok(());
        }
        self.until_asked = ASK_INTERVAL;
        if (self.stop)() { Err(Error::Interrupted) } else { Ok(()) }
    }
}
