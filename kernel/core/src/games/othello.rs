//! Othello, on bitboards of our own.

use super::othello_board::{flips, moves, squares};
use crate::error::Error;
use crate::game::{Ending, Facts, Game, Rules, Turn};

/// A position of Othello. A side that cannot place a disc passes, so turns always alternate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Othello {
    /// The discs of the side to move.
    own: u64,
    /// The discs of the other side.
    other: u64,
    turn: Turn,
}

/// A disc on a square, or a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placing(u8);

impl Placing {
    /// What a side must do that cannot place a disc while the other can.
    pub const PASS: Self = Self(64);

    /// A disc on a square: 0 is a1, 7 is h1.
    pub(super) const fn on(square: u8) -> Self {
        Self(square)
    }
}

const PASS: Placing = Placing::PASS;
const START: &str = "---------------------------OX------XO--------------------------- X";

impl Othello {
    /// The discs of the side to move and of the other, bit 0 being a1 and bit 7 h1.
    #[must_use]
    pub fn discs(&self) -> (u64, u64) {
        (self.own, self.other)
    }

    /// The discs of Black and of White.
    #[must_use]
    pub fn black_and_white(&self) -> (u64, u64) {
        match self.turn {
            Turn::Second => (self.other, self.own),
            _ => (self.own, self.other),
        }
    }

    /// Where Black could place a disc if it were to move, and where White could.
    #[must_use]
    pub fn places(&self) -> (u64, u64) {
        let (black, white) = self.black_and_white();
        (moves(black, white), moves(white, black))
    }

    fn passed(&self) -> Self {
        let turn = if self.turn == Turn::First { Turn::Second } else { Turn::First };
        Self { own: self.other, other: self.own, turn }
    }
}

impl Game for Othello {
    type Move = Placing;
    type Moves = Placings;

    const MOVE_HINT: &'static str = "moves are written as 'd3', the square of the new disc, or as \
                                     'pass' where no disc can be placed";
    const HISTORY_SIZE: usize = 2 * 65;
    const PERFT_COUNTS_ENDED: bool = true;
    const REPEATS: bool = false;

    fn name(&self) -> &str {
        Self::NAME
    }

    fn turn(&self) -> Turn {
        self.turn
    }

    fn legal_moves(&self) -> Placings {
        let places = moves(self.own, self.other);
        let must_pass = places == 0 && moves(self.other, self.own) != 0;
        let mut list = Placings::default();
        squares(places).for_each(|square| list.push(Placing(square as u8)));
        if must_pass {
            list.push(PASS);
        }
        list
    }

    /// None: every move turns discs over, so no part of the moves would leave a quieter position.
    fn noisy_moves(&self) -> Placings {
        Placings::default()
    }

    fn is_noisy(&self, _mv: Placing) -> bool {
        false
    }

    fn play(&self, mv: Placing) -> Self {
        if mv == PASS {
            return self.passed();
        }
        let turned = flips(self.own, self.other, mv.0.into());
        let own = self.own | turned | 1 << mv.0;
        Self { own, other: self.other & !turned, turn: self.turn }.passed()
    }

    fn ending_without_moves(&self) -> Ending {
        let (black, white) = self.black_and_white();
        match black.count_ones().cmp(&white.count_ones()) {
            std::cmp::Ordering::Greater => Ending { score: 1.0, reason: "more discs" },
            std::cmp::Ordering::Equal => Ending { score: 0.5, reason: "equal discs" },
            std::cmp::Ordering::Less => Ending { score: 0.0, reason: "more discs" },
        }
    }

    fn has_legal_move(&self) -> bool {
        moves(self.own, self.other) != 0 || moves(self.other, self.own) != 0
    }

    fn key(&self) -> u64 {
        // A move changes many squares, so mixing both words anew is cheaper than following it.
        let (black, white) = self.black_and_white();
        let turn = if self.turn == Turn::First { 0 } else { 0x5851_F42D_4C95_7F2D };
        let mix = |hash: u64, word: u64| {
            let product = (hash ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            (product ^ product >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93)
        };
        let hash = mix(mix(turn, black).rotate_left(32), white);
        hash ^ hash >> 32
    }

    fn text(&self) -> String {
        let (black, white) = self.black_and_white();
        let disc = |square: u32| match (black >> square & 1, white >> square & 1) {
            (1, _) => 'X',
            (_, 1) => 'O',
            _ => '-',
        };
        let side = if self.turn == Turn::First { 'X' } else { 'O' };
        (0..64).map(disc).chain([' ', side]).collect()
    }

    fn move_text(&self, mv: Placing) -> String {
        if mv == PASS {
            return "pass".to_owned();
        }
        let (file, row) = (mv.0 % 8, mv.0 / 8);
        [b'a' + file, b'1' + row].map(char::from).iter().collect()
    }

    fn other_text(&self, mv: Placing) -> String {
        self.move_text(mv).to_uppercase()
    }

    fn count(&self, kind: &str, side: Turn) -> Option<u32> {
        let (black, white) = self.black_and_white();
        let discs = if side == Turn::First { black } else { white };
        (kind == "disc").then(|| discs.count_ones())
    }

    fn reversible_plies(&self) -> u32 {
        0 // Every move but a pass adds a disc, and no two passes follow each other.
    }

    fn history_index(&self, mv: Placing) -> usize {
        usize::from(self.turn == Turn::Second) * 65 + usize::from(mv.0)
    }

    fn move_code(mv: Placing) -> u16 {
        u16::from(mv.0) + 1
    }

    fn destination(mv: Placing) -> Option<u16> {
        (mv != PASS).then_some(mv.0.into())
    }
}

impl Rules for Othello {
    const NAME: &'static str = "othello";
    const FACTS: Facts = Facts {
        summary: "Othello (Reversi with the four discs set), by the count of discs",
        players: ["Black", "White"],
        max_plies: 130, // 60 discs, and a pass before each but the first: it cannot take longer
        kinds: &["disc"],
    };

    fn start() -> Self {
        // The words are those of START.
        Self { own: 0x0000_0008_1000_0000, other: 0x0000_0010_0800_0000, turn: Turn::First }
    }

    fn parse(text: &str) -> Result<Self, Error> {
        if text == "startpos" {
            return Ok(Self::start());
        }
        read(text).map_err(|why| {
            let why = format!(
                "{why}; write the squares a1, b1 to h8 as X (black), O (white) or -, a space and \
                 the side to move, e.g. '{START}'"
            );
            Error::BadPosition { game: Self::NAME, text: text.to_owned(), why }
        })
    }
}

/// The position of a text such as `START`, or what is wrong with it.
fn read(text: &str) -> Result<Othello, String> {
    let mut words = text.trim().trim_end_matches(';').split_ascii_whitespace();
    let (board, side) = (words.next().unwrap_or(""), words.next());
    let squares = board.chars().count();
    if squares != 64 {
        return Err(format!("{squares} squares instead of 64"));
    }
    let (mut black, mut white) = (0, 0);
    for (square, disc) in board.chars().enumerate() {
        match disc {
            'X' => black |= 1 << square,
            'O' => white |= 1 << square,
            '-' => {}
            _ => {
                let name = Othello::start().move_text(Placing(square as u8));
                return Err(format!("{disc:?} on {name}"));
            }
        }
    }
    if let Some(more) = words.next() {
        return Err(format!("{more:?} after the side to move"));
    }
    match side {
        Some("X") => Ok(Othello { own: black, other: white, turn: Turn::First }),
        Some("O") => Ok(Othello { own: white, other: black, turn: Turn::Second }),
        Some(side) => Err(format!("the side to move is {side:?}")),
        None => Err("no side to move".to_owned()),
    }
}

/// The legal moves of a position.
#[derive(Clone, Copy, Debug)]
pub struct Placings {
    moves: [Placing; 64],
    len: usize,
}

impl Default for Placings {
    fn default() -> Self {
        Self { moves: [PASS; 64], len: 0 }
    }
}

impl Placings {
    fn push(&mut self, mv: Placing) {
        self.moves[self.len] = mv;
        self.len += 1;
    }
}

impl AsRef<[Placing]> for Placings {
    fn as_ref(&self) -> &[Placing] {
        &self.moves[..self.len]
    }
}

impl AsMut<[Placing]> for Placings {
    fn as_mut(&mut self) -> &mut [Placing] {
        &mut self.moves[..self.len]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::perft;
    use crate::rng::Rng;

    #[test]
    fn the_start_is_what_its_text_says() {
        assert_eq!(Othello::start(), read(START).unwrap());
        assert_eq!(Othello::start().text(), START);
    }

    #[test]
    fn perft_counts_are_the_known_ones() {
        let counts = [1, 4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216, 3_005_288];
        for (depth, nodes) in counts.into_iter().enumerate() {
            let counted = perft(&Othello::start(), depth as u32, &|| false);
            assert_eq!(counted.unwrap(), nodes, "depth {depth}");
        }
    }

    #[test]
    #[ignore = "237 million nodes: make deep"]
    fn perft_counts_games_that_end_before_the_depth() {
        // The first 228 games end at the ninth ply, so from the tenth on the custom matters.
        for (depth, nodes) in [(10, 24_571_284), (11, 212_258_800)] {
            assert_eq!(perft(&Othello::start(), depth, &|| false).unwrap(), nodes, "{depth}");
        }
    }

    #[test]
    fn moves_and_flips_are_those_found_by_walking_along_the_lines() {
        let mut chance = Rng::new(3, 0);
        for _ in 0..3_000 {
            let mut position = Othello::start();
            while position.has_legal_move() {
                let (own, other) = position.discs();
                let turned = |square| walked(own, other, square);
                let placed = (0..64).filter(|&s| (own | other) >> s & 1 == 0 && turned(s) != 0);
                assert!(placed.eq(squares(moves(own, other))), "{}", position.text());
                for square in squares(!(own | other)) {
                    assert_eq!(flips(own, other, square), turned(square), "{}", position.text());
                }
                position = position.play(*chance.choose(position.legal_moves().as_ref()));
            }
        }
    }

    /// What a disc turns over, one step at a time.
    fn walked(own: u64, other: u64, square: u32) -> u64 {
        let (file, row) = (square as i32 % 8, square as i32 / 8);
        let mut turned = 0;
        for (right, below) in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]
        {
            let (mut x, mut y, mut line) = (file + right, row + below, 0);
            while (0..8).contains(&x) && (0..8).contains(&y) {
                let bit = 1_u64 << (y * 8 + x);
                if own & bit != 0 {
                    turned |= line;
                }
                if other & bit == 0 {
                    break;
                }
                line |= bit;
                (x, y) = (x + right, y + below);
            }
        }
        turned
    }

    #[test]
    fn who_cannot_place_a_disc_passes_and_when_both_cannot_the_game_is_over() {
        let board = |row: &str| format!("{row}{}", "-".repeat(56));
        let stuck = Othello::parse(&(board("XO------") + " O")).unwrap();
        assert_eq!(stuck.legal_moves().as_ref(), [PASS]);
        assert_eq!(stuck.play(PASS).turn(), Turn::First);
        assert_eq!(stuck.move_text(PASS), "pass");
        let ending = |row, side| Othello::parse(&(board(row) + side)).unwrap().ending();
        assert_eq!(ending("XXO-----", " X"), None);
        assert_eq!(ending("XX-OOO--", " X").map(|e| e.score), Some(0.0));
        assert_eq!(ending("XX-O----", " O").map(|e| e.score), Some(1.0));
        assert_eq!(ending("XX--OO--", " O").map(|e| e.score), Some(0.5));
    }

    #[test]
    fn malformed_text_is_refused_with_the_reason() {
        let board = &START[..64];
        for (text, why) in [
            ("nonsense", "8 squares instead of 64"),
            ("", "0 squares"),
            (&format!("{board}- X"), "65 squares"),
            (board, "no side to move"),
            (&format!("{board} W"), "the side to move is \"W\""),
            (&format!("{board} X X"), "\"X\" after the side"),
            (&format!("{} X", board.replace('O', "é")), "'é' on d4"),
        ] {
            let error = Othello::parse(text).unwrap_err().to_string();
            assert!(error.contains(why), "{error}");
        }
        assert_eq!(Othello::parse(&format!("{board} X;")).unwrap(), Othello::start());
        let error = Othello::start().parse_move("a1").unwrap_err().to_string();
        assert!(error.contains("4 legal moves"), "{error}");
    }
}
