//! Boards of Othello as pairs of bitboards: bit 0 is a1, bit 7 h1, bit 63 h8.

/// All files but a and h: no line runs on across the edge between them.
const INNER_FILES: u64 = 0x7E7E_7E7E_7E7E_7E7E;

/// Where the side with the discs `own` may place one.
pub(super) fn moves(own: u64, other: u64) -> u64 {
    let inner = other & INNER_FILES;
    let reached = beyond(own, inner, 1)
        | beyond(own, other, 8)
        | beyond(own, inner, 7)
        | beyond(own, inner, 9);
    reached & !(own | other)
}

/// The squares next to an unbroken line of `through` that starts at `own`, both ways.
fn beyond(own: u64, through: u64, step: u32) -> u64 {
    // A line has at most six discs: one, two, then two more at a time.
    let (double, mut up) = (through & through << step, through & own << step);
    up |= through & up << step;
    up |= double & up << (2 * step);
    up |= double & up << (2 * step);
    let (double, mut down) = (through & through >> step, through & own >> step);
    down |= through & down >> step;
    down |= double & down >> (2 * step);
    down |= double & down >> (2 * step);
    up << step | down >> step
}

/// The discs of `other` that a disc of `own` on `square` turns over.
#[inline]
pub(super) fn flips(own: u64, other: u64, square: u32) -> u64 {
    let (up, down) = RAYS[square as usize].split_at(4);
    let mut flips = 0;
    for &ray in up {
        // The carry runs through the other's discs to the first square that is not one.
        let end = (other | !ray).wrapping_add(1) & ray & own;
        flips |= end.wrapping_sub(u64::from(end != 0)) & ray;
    }
    for &ray in down {
        let end = highest(ray & !other) & own;
        flips |= end.wrapping_mul(2).wrapping_neg() & ray;
    }
    flips
}

const fn highest(bits: u64) -> u64 {
    if bits == 0 { 0 } else { 1_u64 << (63 - bits.leading_zeros()) }
}

/// The squares of a bitboard, the lowest first.
pub(super) fn squares(mut bits: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let square = bits.trailing_zeros();
        bits &= bits.wrapping_sub(1);
        (square < 64).then_some(square)
    })
}

/// The squares in line with a square: four directions to higher bits, then their opposites.
static RAYS: [[u64; 8]; 64] = {
    let steps = [(1, 0), (-1, 1), (0, 1), (1, 1), (-1, 0), (1, -1), (0, -1), (-1, -1)];
    let mut rays = [[0; 8]; 64];
    let mut square = 0;
    while square < 64 {
        let mut direction = 0;
        while direction < 8 {
            let (right, below) = steps[direction];
            let (mut file, mut row) = (square % 8 + right, square / 8 + below);
            while 0 <= file && file < 8 && 0 <= row && row < 8 {
                rays[square as usize][direction] |= 1_u64 << (row * 8 + file);
                file += right;
                row += below;
            }
            direction += 1;
        }
        square += 1;
    }
    rays
};

/// The squares around a square.
pub(super) static NEIGHBOURS: [u64; 64] = {
    let mut neighbours = [0; 64];
    let mut square = 0;
    while square < 64 {
        let mut direction = 0;
        while direction < 8 {
            // The nearest square of a ray: its lowest bit upwards, its highest downwards.
            let ray = RAYS[square][direction];
            let up = direction < 4;
            neighbours[square] |= if up { ray & ray.wrapping_neg() } else { highest(ray) };
            direction += 1;
        }
        square += 1;
    }
    neighbours
};
