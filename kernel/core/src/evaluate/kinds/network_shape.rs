//! What a network is besides its weights, and where each weight stands.

use crate::error::Error;
use crate::points;

const MOST_HIDDEN: usize = 4096;
const MOST_OUTPUTS: usize = 64;
/// Between the parts of a list: `outputs=win/gammon`.
const JOINT: char = '/';

/// Hidden units, outputs, and what a search makes of them.
#[derive(Clone, Debug, PartialEq)]
pub struct NetworkShape {
    /// Hidden units.
    pub hidden: usize,
    /// What each output predicts, by its name.
    pub outputs: Vec<String>,
    /// What a search maximises.
    pub objective: Objective,
    /// What each output predicts that the game ends with; where nothing is said, the share of what
    /// can be won.
    pub events: Option<Vec<Event>>,
    /// Whether each output is an odd function of the counts: exchanging the players turns the
    /// log-odds round, whatever the weights are. Otherwise outputs have biases.
    pub symmetric: bool,
}

/// A function of the predictions: the value that a search maximises.
#[derive(Clone, Debug, PartialEq)]
pub enum Objective {
    /// The log-odds of the only prediction, ln P/(1 − P): squashed by the logistic function it is
    /// the prediction again.
    Chance,
    /// Σ points · (P − ½): of outputs that are ½ in an even position, or come in pairs of opposite
    /// points, the points to be expected beyond none.
    Points(Vec<f64>),
}

/// What an output predicts of the end of a game, in the first player's view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Event {
    /// The share of what can be won: 0 for the lowest outcome, 1 for the highest.
    Share,
    /// That the outcome is so high or higher.
    AtLeast(f64),
    /// That it is so low or lower.
    AtMost(f64),
}

impl Event {
    /// The event that a text says: `share`, `>=2`, `<=-2`.
    fn parse(text: &str) -> Result<Self, Error> {
        if text == "share" {
            return Ok(Self::Share);
        }
        let at = |rest: &str| rest.parse().ok().filter(|x: &f64| x.is_finite());
        let least = text.strip_prefix(">=").and_then(at).map(Self::AtLeast);
        let most = || text.strip_prefix("<=").and_then(at).map(Self::AtMost);
        least.or_else(most).ok_or_else(|| {
            Error::BadSetting(format!("events={text} of a network; give share, >=1 or <=-1"))
        })
    }

    /// What an output should have predicted of a game with this score, of those that are declared.
    #[must_use]
    pub fn target(self, score: f64, outcomes: &[f64]) -> f64 {
        match self {
            Self::Share => points::share(outcomes, score),
            Self::AtLeast(least) => f64::from(score >= least),
            Self::AtMost(most) => f64::from(score <= most),
        }
    }
}

impl NetworkShape {
    /// The shape that a text says: `hidden=8`, `hidden=8,outputs=win/gammon,points=1/1`.
    ///
    /// # Errors
    /// [`Error::BadSetting`] or [`Error::UnknownName`] for what no network can be.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let mut hidden = None;
        let mut outputs = vec!["chance".to_owned()];
        let (mut points, mut events, mut symmetric) = (None, None, None);
        for setting in text.split(',').filter(|setting| !setting.is_empty()) {
            let (name, value) = setting.split_once('=').unwrap_or((setting, ""));
            match name {
                "hidden" => hidden = Some(number::<usize>(name, value)?),
                "outputs" => outputs = value.split(JOINT).map(str::to_owned).collect(),
                "points" => {
                    let each = value.split(JOINT).map(|part| number::<f64>(name, part));
                    points = Some(each.collect::<Result<Vec<_>, _>>()?);
                }
                "events" => {
                    let each = value.split(JOINT).map(Event::parse);
                    events = Some(each.collect::<Result<Vec<_>, _>>()?);
                }
                "symmetric" => symmetric = Some(is_yes(value)?),
                _ => {
                    return Err(Error::UnknownName {
                        kind: "setting of a network",
                        name: name.to_owned(),
                        known: "hidden, outputs, points, events, symmetric".to_owned(),
                    });
                }
            }
        }
        let symmetric = symmetric.unwrap_or(outputs.len() == 1);
        let objective = points.map_or(Objective::Chance, Objective::Points);
        Self { hidden: hidden.unwrap_or(0), outputs, objective, events, symmetric }.checked()
    }

    fn checked(self) -> Result<Self, Error> {
        let (hidden, m) = (self.hidden, self.outputs.len());
        let why = if !(1..=MOST_HIDDEN).contains(&hidden) {
            format!("a network of {hidden} hidden units; it has 1 to {MOST_HIDDEN}, e.g. hidden=8")
        } else if m > MOST_OUTPUTS {
            format!("a network of {m} outputs; it has 1 to {MOST_OUTPUTS}")
        } else if let Some(name) = self.bad_name() {
            format!("{name:?} is no name of an output, or that of two; give outputs=win/gammon")
        } else if self.objective == Objective::Chance && m > 1 {
            format!("{m} outputs and no points; say what each is worth: points=2/1/-1")
        } else if let Objective::Points(points) = &self.objective
            && (points.len() != m || points.iter().any(|p| !p.is_finite()))
        {
            format!("points={points:?} for the {m} outputs {:?}; give each a number", self.outputs)
        } else if let Some(events) = &self.events
            && events.len() != m
        {
            format!("{} events for the {m} outputs {:?}; give each one", events.len(), self.outputs)
        } else {
            return Ok(self);
        };
        Err(Error::BadSetting(why))
    }

    fn bad_name(&self) -> Option<&String> {
        let is_good = |name: &str| {
            !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '-')
        };
        let repeated = |i: usize| self.outputs[..i].contains(&self.outputs[i]);
        (0..self.outputs.len())
            .find(|&i| !is_good(&self.outputs[i]) || repeated(i))
            .map(|i| &self.outputs[i])
    }

    /// What each output should have predicted of a game with this score.
    pub fn targets(&self, score: f64, outcomes: &[f64], out: &mut Vec<f64>) {
        let events = self.events.as_deref();
        let event = |output: usize| events.map_or(Event::Share, |events| events[output]);
        out.extend((0..self.outputs.len()).map(|output| event(output).target(score, outcomes)));
    }

    /// The weights of an output: one for each hidden unit, and the bias where it has one.
    #[must_use]
    pub fn output_size(&self) -> usize {
        self.hidden + usize::from(!self.symmetric)
    }

    /// The names of the weights for such inputs, in their order: of each hidden unit those of its
    /// inputs and its bias, then of each output those of the hidden units and its bias.
    #[must_use]
    pub fn names(&self, inputs: &[String]) -> Vec<String> {
        let mut names = Vec::new();
        for unit in 1..=self.hidden {
            names.extend(inputs.iter().map(|input| format!("h{unit}.{input}")));
            names.push(format!("h{unit}.bias"));
        }
        for output in &self.outputs {
            names.extend((1..=self.hidden).map(|unit| format!("{output}.h{unit}")));
            if !self.symmetric {
                names.push(format!("{output}.bias"));
            }
        }
        names
    }
}

fn number<T: std::str::FromStr>(name: &str, text: &str) -> Result<T, Error> {
    let bad = |_| Error::BadSetting(format!("{name}={text} of a network is no number, e.g. 8"));
    text.parse().map_err(bad)
}

fn is_yes(text: &str) -> Result<bool, Error> {
    match text {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err(Error::BadSetting(format!("symmetric={text} is neither yes nor no"))),
    }
}
