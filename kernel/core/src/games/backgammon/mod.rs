//! Backgammon: single games, in which gammons and backgammons count.
//!
//! A position is a board in the view of the player whose turn it is to roll or to move, who that is,
//! and the dice once they are thrown. The first player is the one who begins: the roll that decides
//! that is never a double. Judged are only positions in which the dice are due, in the view of the
//! player about to roll; with dice a position is worth its best play.

pub mod bearoff;
pub mod board;
mod id;
mod plays;
mod text;

pub use board::Board;
pub use id::{board_of_id, id_of_board};
pub use plays::{Found, Order, Play, Plays, ROLLS, board_key};
pub use text::{board_after, written};

use crate::error::Error;
use crate::game::{Ending, Facts, Game, Rules, Turn};

/// Probability of a double, and of any other roll.
const CHANCES: [f64; 2] = [1.0 / 36.0, 2.0 / 36.0];
/// Of a roll that begins a game: fifteen that are no doubles.
const OPENING_CHANCE: f64 = 1.0 / 15.0;
/// What a text calls a game that has not begun.
const OPENING: &str = "opening";

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Backgammon {
    /// As the roller sees it.
    board: Board,
    roller: Turn,
    /// The larger one first.
    dice: Option<(u8, u8)>,
    /// Whether the first roll of a game is due, or was just thrown.
    is_opening: bool,
}

/// A roll of the dice, or a play of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// The larger die first.
    Roll(u8, u8),
    /// By the player who rolled.
    Play(Play),
}

impl Backgammon {
    /// The position in which a player is about to roll, or has rolled.
    #[must_use]
    pub fn of_board(board: Board, roller: Turn, dice: Option<(u8, u8)>) -> Self {
        let dice = dice.map(|(a, b)| (a.max(b), a.min(b)));
        Self { board, roller, dice, is_opening: false }
    }

    /// The board as the player sees it who is about to roll, or has rolled.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The roll, once it is thrown: the larger die first.
    #[must_use]
    pub fn dice(&self) -> Option<(u8, u8)> {
        self.dice
    }

    /// What the first player has won, once the game is over. Only who has just moved can have won.
    #[must_use]
    pub fn points(&self) -> Option<i32> {
        let won = self.board.won_by(1).map(|points| -i32::from(points));
        let won = won.or_else(|| self.board.won_by(0).map(i32::from));
        won.map(|points| points * self.roller.sign())
    }

    fn rolls(&self) -> Vec<Action> {
        let possible = |&&((a, b), _): &&((u8, u8), u8)| !self.is_opening || a != b;
        ROLLS.iter().filter(possible).map(|&((a, b), _)| Action::Roll(a, b)).collect()
    }

    fn after_play(&self, play: &Play) -> Self {
        let mut board = self.board;
        let [own, other] = &mut board.rows;
        for (from, to) in play.steps() {
            own[from] -= 1;
            own[to] += 1;
            if to != board::OFF && other[board::BAR - to] == 1 {
                other[board::BAR - to] = 0;
                other[board::BAR] += 1;
            }
        }
        Self::of_board(board.swapped(), other_side(self.roller), None)
    }
}

fn other_side(side: Turn) -> Turn {
    if side == Turn::First { Turn::Second } else { Turn::First }
}

impl Game for Backgammon {
    type Move = Action;
    type Moves = Vec<Action>;

    const MOVE_HINT: &'static str = "plays are written as 24/18,13/11 or '8/5(2) 6/3(2)', bar/21, \
                                     6/off; 'pass' where nothing can move; rolls as 31";
    const HISTORY_SIZE: usize = 64;
    const REPEATS: bool = false;
    const OUTCOMES: &'static [f64] = &[-3.0, -2.0, -1.0, 1.0, 2.0, 3.0];
    const HAS_CHANCE: bool = true;

    fn name(&self) -> &str {
        Self::NAME
    }

    fn turn(&self) -> Turn {
        if self.dice.is_some() { self.roller } else { Turn::Chance }
    }

    fn roller(&self) -> Turn {
        self.roller
    }

    fn probability(&self, mv: Action) -> f64 {
        match mv {
            Action::Roll(..) if self.is_opening => OPENING_CHANCE,
            Action::Roll(a, b) => CHANCES[usize::from(a != b)],
            Action::Play(_) => 1.0,
        }
    }

    fn legal_moves(&self) -> Vec<Action> {
        if self.points().is_some() {
            return Vec::new();
        }
        let Some(dice) = self.dice else { return self.rolls() };
        let mut plays = Plays::default();
        plays.generate(&self.board, dice);
        plays.found().iter().map(|found| Action::Play(found.play)).collect()
    }

    fn noisy_moves(&self) -> Vec<Action> {
        Vec::new()
    }

    fn is_noisy(&self, _mv: Action) -> bool {
        false
    }

    fn play(&self, mv: Action) -> Self {
        match mv {
            Action::Roll(a, b) => Self { dice: Some((a, b)), ..*self },
            Action::Play(play) => self.after_play(&play),
        }
    }

    fn ending_without_moves(&self) -> Ending {
        let points = self.points().unwrap_or(0);
        let reason = match points.abs() {
            3 => "backgammon",
            2 => "gammon",
            _ => "single game",
        };
        Ending { score: points.into(), reason }
    }

    fn has_legal_move(&self) -> bool {
        self.points().is_none()
    }

    fn reversible_plies(&self) -> u32 {
        0
    }

    fn key(&self) -> u64 {
        let (a, b) = self.dice.unwrap_or((0, 0));
        let rest = u64::from(a) | u64::from(b) << 3 | u64::from(self.roller == Turn::Second) << 6;
        let rest = rest | u64::from(self.is_opening) << 7;
        // Spread over all bits by SplitMix64's constant.
        board_key(&self.board).wrapping_add((rest + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15))
    }

    fn text(&self) -> String {
        let id = id_of_board(&self.board);
        let who = if self.is_opening { OPENING } else { self.roller.name() };
        let dice = self.dice.map(|(a, b)| format!(" {a}{b}")).unwrap_or_default();
        format!("{id} {who}{dice}")
    }

    fn move_text(&self, mv: Action) -> String {
        match mv {
            Action::Roll(..) => self.notation(mv),
            Action::Play(play) if play.steps().next().is_none() => "pass".to_owned(),
            Action::Play(_) => self.notation(mv).replace(' ', ","),
        }
    }

    fn notation(&self, mv: Action) -> String {
        match mv {
            Action::Roll(a, b) => format!("{a}{b}"),
            Action::Play(play) => written(&self.board, &play),
        }
    }

    fn parse_move(&self, text: &str) -> Result<Action, Error> {
        let moves = self.legal_moves();
        let means = |&mv: &Action| match mv {
            Action::Roll(a, b) => text == format!("{a}{b}") || text == format!("{b}{a}"),
            Action::Play(play) if play.steps().next().is_none() => {
                matches!(text, "pass" | text::NO_MOVE)
            }
            Action::Play(play) => {
                let wanted = board_after(&self.board, text).map(|board| board.swapped());
                wanted.is_some_and(|board| board == self.after_play(&play).board)
            }
        };
        moves.iter().copied().find(means).ok_or_else(|| Error::IllegalMove {
            text: text.to_owned(),
            position: Game::text(self),
            legal: moves.len(),
            hint: Self::MOVE_HINT,
        })
    }

    fn count(&self, kind: &str, side: Turn) -> Option<u32> {
        let row = &self.board.rows[usize::from(side != self.roller)];
        let on_board = u32::from(board::MEN - row[board::OFF]);
        (kind == "checker").then_some(on_board)
    }

    fn history_index(&self, mv: Action) -> usize {
        usize::from(Self::move_code(mv)) % Self::HISTORY_SIZE
    }

    fn move_code(mv: Action) -> u16 {
        match mv {
            Action::Roll(a, b) => 6 * u16::from(a - 1) + u16::from(b),
            Action::Play(play) => 64 + play.code(),
        }
    }
}

impl Rules for Backgammon {
    const NAME: &'static str = "backgammon";
    const FACTS: Facts = Facts {
        summary: "the race of fifteen checkers by two dice: win 1 point, a gammon 2, a backgammon 3",
        players: ["First", "Second"],
        max_plies: 4_000,
        kinds: &["checker"],
    };
    const LONG_GAMES_ARE_DRAWN: bool = true;

    fn start() -> Self {
        Self { board: Board::START, roller: Turn::First, dice: None, is_opening: true }
    }

    fn parse(text: &str) -> Result<Self, Error> {
        parsed(text).map_err(|why| Error::BadPosition {
            game: Self::NAME,
            text: text.to_owned(),
            why: format!(
                "{why}; write gnubg's position ID, who rolls and the roll if it is thrown, as \
                 '4HPwATDgc/ABMA', '4HPwATDgc/ABMA second 31', or '4HPwATDgc/ABMA opening'"
            ),
        })
    }
}

fn parsed(text: &str) -> Result<Backgammon, String> {
    let mut words = text.split_whitespace();
    let board = board_of_id(words.next().unwrap_or_default())?;
    let (mut roller, mut dice, mut is_opening) = (None, None, false);
    for word in words {
        match word {
            "first" | "second" | OPENING if roller.is_none() && dice.is_none() => {
                roller = Some(if word == "second" { Turn::Second } else { Turn::First });
                is_opening = word == OPENING;
            }
            _ if dice.is_none() => dice = Some(read_dice(word)?),
            _ => return Err(format!("{word:?} is neither first, second nor opening")),
        }
    }
    let mut position = Backgammon::of_board(board, roller.unwrap_or(Turn::First), dice);
    position.is_opening = is_opening;
    if is_opening && board != Board::START {
        return Err("a game that opens has all checkers at their start".to_owned());
    }
    if is_opening && dice.is_some_and(|(a, b)| a == b) {
        return Err("no game opens with a double".to_owned());
    }
    // Who has won has just moved: the other would be to roll.
    if board.won_by(0).is_some() || board.won_by(1).is_some() && dice.is_some() {
        return Err("a side that is home has won, and nobody rolls any more".to_owned());
    }
    Ok(position)
}

fn read_dice(word: &str) -> Result<(u8, u8), String> {
    let faces: Vec<_> = word.bytes().map(|byte| byte.wrapping_sub(b'0')).collect();
    match faces[..] {
        [a, b] if [a, b].iter().all(|face| (1..=6).contains(face)) => Ok((a, b)),
        _ => Err(format!("{word:?} is no roll: two dice from 1 to 6, as 31")),
    }
}

#[cfg(test)]
mod tests;
