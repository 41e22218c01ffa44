//! Plays as gnubg writes them: `24/13`, `8/5(2) 6/3(2)`, `bar/21*`, `24/18*/13`, `6/off`.

use std::cmp::Ordering;
use std::fmt::Write as _;

use super::board::{BAR, Board, MEN, OFF};
use super::plays::{Order, Play};

/// What stands for a play of nothing.
pub const NO_MOVE: &str = "no move";

/// A checker's way within a play: the places where it begins, hits on its way, and ends.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Way {
    places: Vec<usize>,
    /// Whether it hits at the end.
    hits: bool,
}

/// The play by the player whose view the board is. Steps of one checker are joined unless it hits
/// on its way, and equal ways are counted.
#[must_use]
pub fn written(board: &Board, play: &Play) -> String {
    let mut ways = ways(board, play);
    if ways.is_empty() {
        return NO_MOVE.to_owned();
    }
    // From the rearmost on. Of two that begin together gnubg has the shorter first, but of doubles the
    // longer.
    ways.sort_by(|a, b| match (b.places[0].cmp(&a.places[0]), play.order) {
        (Ordering::Equal, Order::Doubles) => a.places.cmp(&b.places),
        (Ordering::Equal, _) => b.places.cmp(&a.places),
        (unequal, _) => unequal,
    });
    let mut text = String::new();
    for same in ways.chunk_by(|a, b| a == b) {
        let Way { places, hits } = &same[0];
        let separator = if text.is_empty() { "" } else { " " };
        let _ = write!(text, "{separator}{}", place(places[0]));
        for (n, &at) in places.iter().enumerate().skip(1) {
            let is_last = n + 1 == places.len();
            let star = if !is_last || *hits { "*" } else { "" };
            let _ = write!(text, "/{}{star}", place(at));
        }
        if same.len() > 1 {
            let _ = write!(text, "({})", same.len());
        }
    }
    text
}

fn ways(board: &Board, play: &Play) -> Vec<Way> {
    let mut other = board.rows[1];
    let mut ways: Vec<Way> = Vec::new();
    for (from, to) in play.steps() {
        let hits = to != OFF && other[BAR - to] == 1;
        if hits {
            other[BAR - to] = 0;
        }
        // The checker that has just come goes on.
        let open = ways.iter_mut().rev().find(|way| way.places.last() == Some(&from));
        match open {
            Some(way) => {
                if !way.hits {
                    way.places.pop();
                }
                way.places.push(to);
                way.hits = hits;
            }
            None => ways.push(Way { places: vec![from, to], hits }),
        }
    }
    ways
}

fn place(place: usize) -> String {
    match place {
        OFF => "off".to_owned(),
        BAR => "bar".to_owned(),
        point => point.to_string(),
    }
}

/// The board after a play that a text describes, legal or not: steps in any order, joined or not,
/// with or without stars. `None` where the text is no play, or moves checkers that are not there.
#[must_use]
pub fn board_after(board: &Board, text: &str) -> Option<Board> {
    let mut after = *board;
    let mut ways = Vec::new();
    for word in text.split([' ', ',']).filter(|word| !word.is_empty()) {
        let (word, times) = match word.strip_suffix(')').and_then(|word| word.split_once('(')) {
            Some((word, times)) => {
                (word, times.parse::<usize>().ok().filter(|n| (1..=4).contains(n))?)
            }
            None => (word, 1),
        };
        let places: Option<Vec<_>> = word.split('/').map(read_place).collect();
        let places = places.filter(|places| places.len() > 1)?;
        ways.extend(std::iter::repeat_n(places, times));
    }
    // The way that begins farthest back goes first: it may have to enter, or to make room.
    ways.sort_by(|a, b| b.cmp(a));
    for way in ways {
        for step in way.windows(2) {
            let &[from, to] = step else { return None };
            if to >= from || after.rows[0][from] == 0 || after.rows[0][to] >= MEN {
                return None;
            }
            after.rows[0][from] -= 1;
            after.rows[0][to] += 1;
            if to != OFF && after.rows[1][BAR - to] == 1 {
                after.rows[1][BAR - to] = 0;
                after.rows[1][BAR] += 1;
            }
        }
    }
    Some(after)
}

fn read_place(text: &str) -> Option<usize> {
    match text.trim_end_matches('*').to_ascii_lowercase().as_str() {
        "bar" => Some(BAR),
        "off" => Some(OFF),
        point => point.parse().ok().filter(|&point| point <= BAR),
    }
}
