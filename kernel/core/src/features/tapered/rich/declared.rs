//! The terms of `rich`: their numbers, names and meanings, each in one place.

use crate::features::{Feature, Table};

/// A row of terms of which one counts: by a number of squares, or by a rank.
struct Row {
    name: &'static str,
    /// Its first number, as names and people write it.
    from: usize,
    size: usize,
    /// What counts, with `{}` for the number.
    meaning: &'static str,
}

const ROWS: [Row; 6] = [
    row("knight_mobility", 0, 9, "knights with {} squares to go to"),
    row("bishop_mobility", 0, 14, "bishops with {} squares to go to"),
    row("rook_mobility", 0, 15, "rooks with {} squares to go to"),
    row("queen_mobility", 0, 28, "queens with {} squares to go to"),
    row("passed_rank", 2, 6, "passed pawns on rank {}, seen by their side"),
    row("connected_rank", 2, 6, "pawns on rank {} with a pawn beside or guarding them"),
];

const fn row(name: &'static str, from: usize, size: usize, meaning: &'static str) -> Row {
    Row { name, from, size, meaning }
}

/// Where each row begins.
pub(super) const MOBILITY: [usize; 4] = [0, 9, 23, 38];
pub(super) const PASSED: usize = 66;
pub(super) const CONNECTED: usize = 72;
const SINGLE: usize = 78;

/// The other terms: their names, and what they count.
macro_rules! terms {
    ($($number:ident $name:literal $meaning:literal),+ $(,)?) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Number { $($number),+ }
        $(pub(super) const $number: usize = SINGLE + Number::$number as usize;)+
        const TERMS: &[(&str, &str)] = &[$(($name, $meaning)),+];
    };
}

terms! {
    DOUBLED "doubled" "pawns with a pawn of their own before them on the file",
    ISOLATED "isolated" "pawns without pawns of their own on the files beside",
    ISOLATED_OPEN "isolated_open" "such pawns with no enemy pawn before them",
    BACKWARD "backward" "pawns that no pawn of their own can guard, and that may not safely advance",
    BACKWARD_OPEN "backward_open" "such pawns with no enemy pawn before them",
    PASSED_BLOCKED "passed_blocked" "passed pawns with a man before them",
    PASSED_GUARDED "passed_guarded" "passed pawns guarded by a pawn",
    PASSED_FREE "passed_free" "passed pawns whose way is empty and not attacked",
    PASSED_OWN_KING "passed_own_king" "steps of the own king to the square before passed pawns",
    PASSED_OTHER_KING "passed_other_king" "steps of the other king to the square before passed pawns",
    BISHOP_PAIR "bishop_pair" "1 with two bishops",
    BAD_BISHOP "bad_bishop" "own pawns on the colour of bishops",
    KNIGHT_OUTPOST "knight_outpost" "knights guarded by a pawn where no pawn can drive them away",
    BISHOP_OUTPOST "bishop_outpost" "bishops guarded by a pawn where no pawn can drive them away",
    ROOK_OPEN "rook_open" "rooks on files without pawns",
    ROOK_HALF_OPEN "rook_half_open" "rooks on files with enemy pawns alone",
    ROOK_SEVENTH "rook_seventh" "rooks on the seventh rank with the king behind it or pawns on it",
    ROOK_BEHIND "rook_behind_passed" "rooks behind a passed pawn of their own",
    SHELTER_NEAR "shelter_near" "pawns before the king and beside, one rank ahead",
    SHELTER_FAR "shelter_far" "pawns before the king and beside, two ranks ahead",
    KING_OPEN "king_open" "1 with the king on a file without own pawns",
    KING_OPEN_BESIDE "king_open_beside" "files beside the king's without own pawns",
    STORM_NEAR "storm_near" "enemy pawns on the king's files and beside, at most two ranks ahead",
    STORM_FAR "storm_far" "enemy pawns there, three ranks ahead",
    ATTACK_KNIGHT "attack_knight" "knights that attack squares about the enemy king",
    ATTACK_BISHOP "attack_bishop" "bishops that attack squares about the enemy king",
    ATTACK_ROOK "attack_rook" "rooks that attack squares about the enemy king",
    ATTACK_QUEEN "attack_queen" "queens that attack squares about the enemy king",
    ATTACK_TWO "attack_two" "1 with two pieces attacking squares about the enemy king",
    ATTACK_THREE "attack_three" "1 with three",
    ATTACK_FOUR "attack_four" "1 with four or more",
    ATTACKED_ZONE "attacked_zone" "squares about the enemy king that are attacked",
    WEAK_ZONE "weak_zone" "of these the ones guarded by the king alone",
    CHECK_KNIGHT "check_knight" "squares from which a knight can give check unharmed",
    CHECK_BISHOP "check_bishop" "squares from which a bishop can give check unharmed",
    CHECK_ROOK "check_rook" "squares from which a rook can give check unharmed",
    CHECK_QUEEN "check_queen" "squares from which a queen can give check unharmed",
    PAWN_ON_KNIGHT "pawn_on_knight" "enemy knights attacked by pawns",
    PAWN_ON_BISHOP "pawn_on_bishop" "enemy bishops attacked by pawns",
    PAWN_ON_ROOK "pawn_on_rook" "enemy rooks attacked by pawns",
    PAWN_ON_QUEEN "pawn_on_queen" "enemy queens attacked by pawns",
    MINOR_ON_ROOK "minor_on_rook" "enemy rooks attacked by knights or bishops",
    MINOR_ON_QUEEN "minor_on_queen" "enemy queens attacked by knights or bishops",
    ROOK_ON_QUEEN "rook_on_queen" "enemy queens attacked by rooks",
    LOOSE_PAWN "loose_pawn" "enemy pawns that are attacked and not guarded",
    LOOSE_KNIGHT "loose_knight" "enemy knights that are attacked and not guarded",
    LOOSE_BISHOP "loose_bishop" "enemy bishops that are attacked and not guarded",
    LOOSE_ROOK "loose_rook" "enemy rooks that are attacked and not guarded",
    LOOSE_QUEEN "loose_queen" "enemy queens that are attacked and not guarded",
    PUSH_THREAT "push_threat" "enemy pieces that a pawn attacks after a safe step",
    SPACE "space" "squares c2 to f4 without own pawns that no pawn attacks, twice those behind own pawns",
    TEMPO "tempo" "1 for the side to move",
}

/// All terms, in the order of their numbers.
pub(super) fn declared() -> Vec<Feature> {
    let rows = ROWS.iter().flat_map(|row| {
        (row.from..row.from + row.size).map(|number| {
            let meaning = row.meaning.replace("{}", &number.to_string());
            named(format!("{}{number}", joined(row.name)), &meaning)
        })
    });
    let single = TERMS.iter().map(|&(name, meaning)| named(name.to_owned(), meaning));
    rows.chain(single).collect()
}

/// `knight_mobility_3`, but `passed_rank7` as in the sets with ranks.
fn joined(name: &str) -> String {
    if name.ends_with("rank") { name.to_owned() } else { format!("{name}_") }
}

fn named(name: String, meaning: &str) -> Feature {
    let meaning = format!("White's minus Black's: {meaning}");
    Feature::term(name.leak(), meaning.leak())
}

/// The rows, each as a board of one rank.
pub(super) fn drawn() -> Vec<Table> {
    let mut first = 0;
    let table = |row: &Row| {
        let cells = (first..first + row.size).map(|term| Some(term as u32)).collect();
        first += row.size;
        Table { name: row.name.to_owned(), width: row.size, cells }
    };
    ROWS.iter().map(table).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_begin_where_the_numbers_say() {
        let names: Vec<_> = declared().iter().map(|term| term.name).collect();
        assert_eq!(names.len(), 130);
        let at = |number: usize| names[number];
        assert_eq!(
            MOBILITY.map(at),
            ["knight_mobility_0", "bishop_mobility_0", "rook_mobility_0", "queen_mobility_0"]
        );
        assert_eq!((at(PASSED), at(CONNECTED)), ("passed_rank2", "connected_rank2"));
        assert_eq!((at(DOUBLED), at(TEMPO)), ("doubled", "tempo"));
    }
}
