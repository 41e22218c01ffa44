//! The feature sets of variants that a text describes: made once, with the rules.

use super::{Feature, FeatureSet, Sums, Table};
use crate::evaluate::Context;
use crate::games::described::{Described, Move, VariantRules};
use crate::value::Value;

/// The sets of a variant: material, hands apart where there are some, and squares.
#[must_use]
pub fn of_variant(rules: &'static VariantRules) -> Vec<&'static dyn FeatureSet<Described>> {
    // The variants of a process are few, as their rules are.
    let mut sets: Vec<&'static dyn FeatureSet<Described>> = vec![leaked(Material::new(rules))];
    if rules.has_drops() {
        sets.push(leaked(Hand::new(rules)));
    }
    sets.push(leaked(Squares::new(rules)));
    sets
}

fn leaked<T: FeatureSet<Described> + 'static>(set: T) -> &'static dyn FeatureSet<Described> {
    Box::leak(Box::new(set))
}

fn piece(kind: &'static str, where_: &str) -> Feature {
    let meaning = format!("{kind}s of White minus those of Black, {where_}");
    Feature::piece(kind, meaning.leak())
}

fn put(counts: impl IntoIterator<Item = i64>, out: &mut Vec<(u32, f64)>) {
    let counts = counts.into_iter().enumerate().filter(|&(_, count)| count != 0);
    out.extend(counts.map(|(i, count)| (i as u32, count as f64)));
}

/// How many more pieces of each kind the first player has, in hand or on the board alike.
pub struct Material {
    features: Vec<Feature>,
    unit: Option<usize>,
}

impl Material {
    fn new(rules: &VariantRules) -> Self {
        let place = if rules.has_drops() { "in hand and on the board" } else { "on the board" };
        let features = rules.counted().iter().map(|&kind| piece(kind, place)).collect();
        Self { features, unit: rules.unit() }
    }
}

fn gain_of(position: &Described, mv: Move, weights: &[Value]) -> Option<i64> {
    let mut gain = 0;
    let worth = |feature: u8| weights.get(usize::from(feature)).map_or(0, |&w| i64::from(w));
    position.changes(mv, |feature, count| gain += count * worth(feature))?;
    Some(gain)
}

impl FeatureSet<Described> for Material {
    fn name(&self) -> &'static str {
        "material"
    }

    fn features(&self) -> &[Feature] {
        &self.features
    }

    fn unit(&self) -> Option<usize> {
        self.unit
    }

    fn counts(&self, position: &Described, _context: &Context, out: &mut Vec<(u32, f64)>) {
        let balance = position.position().balance()[..self.features.len()].iter();
        put(balance.map(|&count| i64::from(count)), out);
    }

    fn weighted(&self, position: &Described, _context: &Context, weights: &[Value]) -> i64 {
        let terms = position.position().balance().iter().zip(weights);
        terms.map(|(&count, &weight)| i64::from(count) * i64::from(weight)).sum()
    }

    fn gain(
        &self,
        position: &Described,
        mv: Move,
        _context: &Context,
        weights: &[Value],
        _before: &Sums,
    ) -> Option<i64> {
        gain_of(position, mv, weights)
    }

    fn tells_gain(&self) -> bool {
        true
    }
}

/// The same, with weights of their own for pieces in hand.
pub struct Hand {
    features: Vec<Feature>,
    kinds: usize,
    unit: Option<usize>,
}

impl Hand {
    fn new(rules: &VariantRules) -> Self {
        let kinds = rules.counted();
        let standing = kinds.iter().map(|&kind| piece(kind, "on the board"));
        let held = kinds.iter().filter(|kind| !kind.starts_with("promoted_")).map(|&kind| {
            let name: &'static str = format!("{kind}_in_hand").leak();
            Feature::piece(name, format!("{kind}s in White's hand minus those in Black's").leak())
        });
        let features = standing.chain(held).collect();
        Self { features, kinds: kinds.len(), unit: rules.unit() }
    }

    fn each(&self, position: &Described) -> impl Iterator<Item = i64> + '_ {
        let position = position.position();
        let of = |side, feature| position.counted(side, feature);
        let pairs = (0..self.kinds).map(move |feature| (of(0, feature), of(1, feature)));
        let (standing, held): (Vec<i64>, Vec<i64>) = pairs
            .map(|(white, black)| {
                let minus = |a: u32, b: u32| i64::from(a) - i64::from(b);
                (minus(white.0, black.0), minus(white.1, black.1))
            })
            .unzip();
        standing.into_iter().chain(held).take(self.features.len())
    }
}

impl FeatureSet<Described> for Hand {
    fn name(&self) -> &'static str {
        "hand"
    }

    fn features(&self) -> &[Feature] {
        &self.features
    }

    fn unit(&self) -> Option<usize> {
        self.unit
    }

    fn counts(&self, position: &Described, _context: &Context, out: &mut Vec<(u32, f64)>) {
        put(self.each(position), out);
    }

    fn weighted(&self, position: &Described, _context: &Context, weights: &[Value]) -> i64 {
        self.each(position).zip(weights).map(|(count, &weight)| count * i64::from(weight)).sum()
    }
}

/// Material, and where each kind stands: half of the board, the other half is its mirror.
pub struct Squares {
    features: Vec<Feature>,
    kinds: usize,
    size: (usize, usize),
    unit: Option<usize>,
}

impl Squares {
    fn new(rules: &VariantRules) -> Self {
        let (files, ranks) = rules.size();
        let half = files.div_ceil(2);
        let mut features: Vec<Feature> =
            rules.counted().iter().map(|&kind| piece(kind, "on the board and in hand")).collect();
        for &kind in rules.counted() {
            for row in 0..ranks {
                for file in 0..half {
                    let square = format!("{}{}", char::from(b'a' + file as u8), ranks - row);
                    let meaning =
                        format!("{kind}s on {square} or its mirror, as their side sees it");
                    let name: &'static str = format!("{kind}_{square}").leak();
                    features.push(Feature::term(name, meaning.leak()));
                }
            }
        }
        let kinds = rules.counted().len();
        Self { features, kinds, size: (files, ranks), unit: rules.unit() }
    }

    /// The feature of a kind on a place, as its own side sees it.
    fn feature(&self, side: usize, kind: usize, place: usize) -> usize {
        let (files, ranks) = self.size;
        let half = files.div_ceil(2);
        let (row, file) = (place / files, place % files);
        let row = if side == 0 { row } else { ranks - 1 - row };
        self.kinds + (kind * ranks + row) * half + file.min(files - 1 - file)
    }
}

impl FeatureSet<Described> for Squares {
    fn name(&self) -> &'static str {
        "piece-squares"
    }

    fn features(&self) -> &[Feature] {
        &self.features
    }

    fn unit(&self) -> Option<usize> {
        self.unit
    }

    fn tables(&self) -> Vec<Table> {
        let (files, ranks) = self.size;
        let table = |kind: usize| Table {
            name: self.features[kind].name.to_owned(),
            width: files,
            cells: (0..files * ranks).map(|at| Some(self.feature(0, kind, at) as u32)).collect(),
        };
        (0..self.kinds).map(table).collect()
    }

    fn counts(&self, position: &Described, _context: &Context, out: &mut Vec<(u32, f64)>) {
        let mut counts = vec![0; self.features.len()];
        for (count, &balance) in counts.iter_mut().zip(&position.position().balance()[..self.kinds])
        {
            *count = i64::from(balance);
        }
        for (side, kind, place) in position.position().men() {
            counts[self.feature(side, kind, place)] += if side == 0 { 1 } else { -1 };
        }
        put(counts, out);
    }

    fn weighted(&self, position: &Described, _context: &Context, weights: &[Value]) -> i64 {
        let balance = position.position().balance()[..self.kinds].iter().zip(weights);
        let mut sum: i64 =
            balance.map(|(&count, &weight)| i64::from(count) * i64::from(weight)).sum();
        for (side, kind, place) in position.position().men() {
            let weight = i64::from(weights[self.feature(side, kind, place)]);
            sum += if side == 0 { weight } else { -weight };
        }
        sum
    }
}
