//! What a pawn is worth to the hidden units: measured on some positions, as that of tapered sets.

use std::sync::LazyLock;

use shakmaty::{Board as Men, Color};

use super::view::{Squares, Views};
use crate::features::MEASURED;
use crate::value::Value;

/// The positions as the sides see them.
static VIEWS: LazyLock<Vec<Views>> = LazyLock::new(|| {
    let men = |fen: &&str| Men::from_ascii_board_fen(fen.split(' ').next()?.as_bytes()).ok();
    let views = MEASURED.iter().filter_map(men);
    views.map(|men| Views::of_men(&men, Color::White, false)).collect()
});

/// With a pawn minus without it, in its owner's view: the mean over all pawns.
pub(super) fn worth(said: impl Fn(&Views) -> Value) -> Value {
    let (mut sum, mut pawns) = (0, 0);
    for views in VIEWS.iter() {
        let with = said(views);
        for (kind, sign) in [(0, 1), (6, -1)] {
            for square in Squares(views.sides[0][kind]) {
                sum += i64::from(sign * (with - said(&views.without(kind, square))));
                pawns += 1;
            }
        }
    }
    (sum / pawns.max(1)) as Value
}
