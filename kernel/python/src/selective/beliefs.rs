//! The mathematics of Bayesian search on a tree that is written down.

use plywise_core::selective::bayes::{Beliefs, Best};
use plywise_core::selective::{ROOT, Shape};
use plywise_core::spikes::check;
use pyo3::prelude::*;

use super::generator::sorted;
use crate::door::{BadSetting, caught};

/// A node as Python writes it: a leaf's spikes (location, height), or the number of its children.
#[derive(FromPyObject)]
enum Written {
    Children(u16),
    Leaf(Vec<(f64, f64)>),
}

/// Expectations of all nodes, `U_all`, and what the expansion of each leaf is worth (0 for inner
/// nodes). Nodes come in the order in which a breadth-first walk meets them.
#[pyfunction]
#[pyo3(signature = (nodes, kept = 0, anew = false))]
pub fn bayesian_tree(
    nodes: Vec<Bound<'_, PyAny>>,
    kept: usize,
    anew: bool,
) -> PyResult<(Vec<f64>, f64, Vec<f64>)> {
    let nodes: Vec<Written> = nodes.iter().map(|node| node.extract()).collect::<PyResult<_>>()?;
    let (mut shape, mut inner) = (Shape::default(), Vec::new());
    for (number, node) in nodes.iter().enumerate() {
        if number >= shape.len() {
            return Err(BadSetting::new_err(format!("node {number} is nobody's child")));
        }
        if let Written::Children(children) = node {
            if *children == 0 {
                return Err(BadSetting::new_err(format!("node {number} has 0 children")));
            }
            shape.expand(number as u32, *children);
            inner.push(number as u32);
        }
    }
    if shape.len() != nodes.len() || inner.is_empty() {
        let (given, wanted) = (nodes.len(), shape.len());
        return Err(BadSetting::new_err(format!("{given} nodes given, but the tree has {wanted}")));
    }
    caught(|| {
        nodes.iter().try_for_each(|node| match node {
            Written::Leaf(pairs) => check(&sorted(pairs)),
            Written::Children(_) => Ok(()),
        })?;
        let mut beliefs = Beliefs::new((kept > 0).then_some(kept));
        for node in &nodes {
            beliefs.push(&match node {
                Written::Leaf(pairs) => sorted(pairs),
                Written::Children(_) => Vec::new(),
            });
        }
        inner.into_iter().for_each(|node| beliefs.expanded(&shape, node));
        beliefs.back_up(&shape);
        beliefs.influence(&shape, if anew { Best::Anew } else { Best::Held });
        let all = ROOT..shape.len() as u32;
        let expectations = all.clone().map(|node| beliefs.expectation(node)).collect();
        Ok((expectations, beliefs.gain(&shape), all.map(|node| beliefs.worth(node)).collect()))
    })
}
