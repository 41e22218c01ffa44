//! gnubg's position IDs: a board in fourteen letters.
//!
//! 80 bits, the player who is *not* on roll first: for each of points 1 to 24 and the bar as many
//! ones as checkers, and a zero. They fill bytes from the lowest bit on, and the ten bytes are
//! written in base 64.

use super::board::{Board, PLACES};

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
/// Letters of an ID.
pub const LENGTH: usize = 14;
const BYTES: usize = 10;
const BITS: usize = 8 * BYTES;

/// The ID of a board; its viewer is the player on roll.
///
/// ```
/// use plywise_core::games::backgammon::{Board, board_of_id, id_of_board};
/// assert_eq!(id_of_board(&Board::START), "4HPwATDgc/ABMA");
/// assert_eq!(board_of_id("4HPwATDgc/ABMA"), Ok(Board::START));
/// ```
#[must_use]
pub fn id_of_board(board: &Board) -> String {
    let [own, other] = &board.rows;
    let (mut bytes, mut at) = ([0_u8; BYTES], 0);
    for &count in other[1..].iter().chain(&own[1..]) {
        for _ in 0..count {
            bytes[at / 8] |= 1 << (at % 8);
            at += 1;
        }
        at += 1;
    }
    // Six bits a letter, from the highest of each byte on.
    let bit = |n: usize| bytes.get(n / 8).is_some_and(|byte| byte >> (7 - n % 8) & 1 == 1);
    let letter = |n: usize| (6 * n..6 * n + 6).fold(0, |code, n| 2 * code + usize::from(bit(n)));
    (0..LENGTH).map(|n| char::from(LETTERS[letter(n)])).collect()
}

/// The board that an ID describes, in the view of the player on roll.
///
/// # Errors
/// A sentence on what is wrong: the length, a letter, or an impossible board.
pub fn board_of_id(id: &str) -> Result<Board, String> {
    let letters = id.chars().count();
    if letters != LENGTH {
        return Err(format!(
            "a position ID has {LENGTH} letters, as 4HPwATDgc/ABMA, not {letters}"
        ));
    }
    let mut bytes = [0_u8; BYTES];
    for (n, letter) in id.chars().enumerate() {
        let code = LETTERS.iter().position(|&known| char::from(known) == letter);
        let code = code.ok_or_else(|| format!("{letter:?} is no letter of a position ID"))?;
        for n in (6 * n..6 * n + 6).filter(|n| code >> (5 - n % 6) & 1 == 1) {
            // The last letter has bits to spare: none may be set.
            *bytes.get_mut(n / 8).ok_or("bits behind its end are set")? |= 1 << (7 - n % 8);
        }
    }
    Board::of_points(points_of(&bytes)?)
}

fn points_of(bytes: &[u8; BYTES]) -> Result<[[u8; PLACES - 1]; 2], String> {
    let is_set = |at: usize| bytes[at / 8] >> (at % 8) & 1 == 1;
    let (mut points, mut at) = ([[0; PLACES - 1]; 2], 0);
    for side in [1, 0] {
        for count in &mut points[side] {
            while at < BITS && is_set(at) {
                *count += 1;
                at += 1;
            }
            at += 1;
        }
    }
    if at > BITS {
        return Err("it describes more than 30 checkers".to_owned());
    }
    if (at..BITS).any(is_set) {
        return Err("bits behind its last point are set".to_owned());
    }
    Ok(points)
}
