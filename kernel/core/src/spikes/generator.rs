//! The kinds of spike generators.

use super::hand_made::hand_made;
use super::limits::within;
use super::network::Sided;
use super::reduce::k_means;
use crate::error::Error;
use crate::selective::Spike;

/// A node of a decision tree.
#[derive(Clone, Debug)]
pub enum Branch {
    /// A question: is the count of a feature at least the threshold?
    Split {
        /// Which feature.
        feature: u32,
        /// At least this goes to `high`.
        threshold: f64,
        /// The next node when it is not.
        low: usize,
        /// The next node when it is.
        high: usize,
    },
    /// An answer, from high to low.
    Leaf(Vec<Spike>),
}

#[derive(Clone, Debug)]
enum GeneratorKind {
    HandMade { mass: f64 },
    Tree(Vec<Branch>),
    Network(Sided),
}

/// Makes spikes from the counts of features and from the value of an evaluation.
#[derive(Clone, Debug)]
pub struct Generator {
    kind: GeneratorKind,
    /// Whether locations are added to the value.
    relative: bool,
    limits: Option<(f64, f64)>,
    /// The wanted number of spikes.
    most: usize,
}

impl Generator {
    /// The hand-made one; where the game does not say how near its end is, the extremes have `mass`.
    ///
    /// # Errors
    /// [`Error::BadSetting`] when the mass is not a probability.
    pub fn hand_made(mass: f64) -> Result<Self, Error> {
        if !(0.0..=1.0).contains(&mass) {
            return Err(Error::BadSetting(format!("a mass of {mass} is not between 0 and 1")));
        }
        let kind = GeneratorKind::HandMade { mass };
        Ok(Self { kind, relative: false, limits: None, most: 5 })
    }

    /// A decision tree; one leaf alone gives every position the same spikes.
    ///
    /// # Errors
    /// [`Error::BadSetting`] when a node leads nowhere or backwards, or a distribution is none.
    pub fn tree(nodes: Vec<Branch>, relative: bool) -> Result<Self, Error> {
        if nodes.is_empty() {
            return Err(Error::BadSetting("a decision tree without nodes".to_owned()));
        }
        for (number, node) in nodes.iter().enumerate() {
            match node {
                Branch::Split { low, high, .. } => {
                    let forwards = number + 1..nodes.len();
                    if let Some(next) = [low, high].into_iter().find(|&n| !forwards.contains(n)) {
                        return Err(Error::BadSetting(format!(
                            "node {number} of a decision tree leads to node {next}; it must lead to \
                             a later one"
                        )));
                    }
                }
                Branch::Leaf(spikes) => check(spikes)?,
            }
        }
        Ok(Self { kind: GeneratorKind::Tree(nodes), relative, limits: None, most: usize::MAX })
    }

    /// Networks.
    #[must_use]
    pub fn network(networks: Sided, relative: bool) -> Self {
        Self { kind: GeneratorKind::Network(networks), relative, limits: None, most: usize::MAX }
    }

    /// The same with locations within limits.
    ///
    /// # Errors
    /// [`Error::BadSetting`] when the limits are not in order.
    pub fn limited(self, low: f64, high: f64) -> Result<Self, Error> {
        if !(low < high && low.is_finite() && high.is_finite()) {
            return Err(Error::BadSetting(format!("limits {low} and {high} are not in order")));
        }
        Ok(Self { limits: Some((low, high)), ..self })
    }

    /// The same with at most so many spikes.
    ///
    /// # Errors
    /// [`Error::BadSetting`] when there would be none.
    pub fn at_most(self, spikes: usize) -> Result<Self, Error> {
        if spikes == 0 {
            return Err(Error::BadSetting("0 spikes: at least one is needed".to_owned()));
        }
        Ok(Self { most: spikes, ..self })
    }

    /// Whether it looks at features at all.
    #[must_use]
    pub fn needs_features(&self) -> bool {
        match &self.kind {
            GeneratorKind::HandMade { .. } => false,
            GeneratorKind::Tree(nodes) => nodes.len() > 1,
            GeneratorKind::Network(_) => true,
        }
    }

    /// Whether its spikes lie around the value of an evaluation.
    #[must_use]
    pub fn needs_value(&self) -> bool {
        self.relative || matches!(self.kind, GeneratorKind::HandMade { .. })
    }

    /// The number of features that it expects at least.
    #[must_use]
    pub fn inputs(&self) -> usize {
        match &self.kind {
            GeneratorKind::HandMade { .. } => 0,
            GeneratorKind::Tree(nodes) => {
                let asked = |node: &Branch| match node {
                    Branch::Split { feature, .. } => *feature as usize + 1,
                    Branch::Leaf(_) => 0,
                };
                nodes.iter().map(asked).max().unwrap_or(0)
            }
            GeneratorKind::Network(sided) => sided.first.inputs(),
        }
    }

    /// The spikes of a position, from high to low. Counts are in the first player's view; `value` is
    /// the evaluation for the side to move, within ± `win`.
    pub fn spikes(
        &self,
        counts: &mut [(u32, f64)],
        is_second: bool,
        finishing: Option<f64>,
        win: f64,
        value: impl Fn() -> f64,
        out: &mut Vec<Spike>,
    ) {
        match &self.kind {
            GeneratorKind::HandMade { mass } => {
                return hand_made(value(), win, finishing.unwrap_or(*mass), out);
            }
            GeneratorKind::Tree(nodes) => out.extend_from_slice(answer(nodes, counts, is_second)),
            GeneratorKind::Network(sided) => sided.network(counts, is_second).spikes(counts, out),
        }
        k_means(out, self.most);
        if self.relative {
            let value = value();
            out.iter_mut().for_each(|spike| spike.location += value);
        }
        if let Some((low, high)) = self.limits {
            within(low, high, out);
        }
    }
}

impl Generator {
    /// The mean of the spikes, of a generator that needs no value.
    #[must_use]
    pub fn mean(&self, counts: &mut [(u32, f64)], is_second: bool) -> f64 {
        // Fewer spikes have the same mean: reducing them would be work for nothing.
        if let (GeneratorKind::Network(sided), None) = (&self.kind, self.limits) {
            return sided.network(counts, is_second).mean(counts);
        }
        let mut spikes = Vec::new();
        self.spikes(counts, is_second, None, 1.0, || 0.0, &mut spikes);
        spikes.iter().map(|s| s.location * s.height).sum()
    }
}

/// The leaf of a decision tree to which the counts lead, seen by the side to move.
fn answer<'a>(nodes: &'a [Branch], counts: &[(u32, f64)], is_second: bool) -> &'a [Spike] {
    let sign = if is_second { -1.0 } else { 1.0 };
    let count = |feature: u32| {
        counts.iter().find(|&&(i, _)| i == feature).map_or(0.0, |&(_, count)| sign * count)
    };
    let mut node = 0;
    loop {
        match &nodes[node] {
            Branch::Leaf(spikes) => return spikes,
            &Branch::Split { feature, threshold, low, high } => {
                node = if count(feature) >= threshold { high } else { low };
            }
        }
    }
}

/// Whether spikes are a distribution, from high to low.
///
/// # Errors
/// [`Error::BadSetting`] that says what is wrong.
pub fn check(spikes: &[Spike]) -> Result<(), Error> {
    let bad = |text: String| Err(Error::BadSetting(text));
    if spikes.is_empty() {
        return bad("a distribution without spikes".to_owned());
    }
    if let Some(s) =
        spikes.iter().find(|s| !s.location.is_finite() || s.height.is_nan() || s.height <= 0.0)
    {
        return bad(format!(
            "a spike of height {} at {}: heights are above 0 and locations finite",
            s.height, s.location
        ));
    }
    let sum: f64 = spikes.iter().map(|s| s.height).sum();
    if (sum - 1.0).abs() > 1e-9 {
        return bad(format!("the heights of a distribution sum to {sum}, not to 1"));
    }
    if let Some(pair) = spikes.windows(2).find(|p| p[0].location < p[1].location) {
        let (a, b) = (pair[0].location, pair[1].location);
        return bad(format!("a spike at {a} before one at {b}: they go from high to low"));
    }
    Ok(())
}
